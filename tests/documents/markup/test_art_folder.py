"""Which picture a name means, what is said of one that can't be printed, and what is replaced in markup and styles."""

from __future__ import annotations

import os
from base64 import b64encode

import pytest

from kensei_docs.documents.markup.art_folder import Pictures, names_in
from kensei_docs.documents.markup.pictures import MISSING, Unprintable
from kensei_docs.problems import Place
from kensei_docs.project import Project
from tests.documents.drawn_pictures import disc, halves, put, saved

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{}</svg>"
SQUARE = "<rect width='10' height='10' fill='#c8281e'/>"


@pytest.fixture
def marsh(tmp_path):
    """A project with some pictures."""
    (tmp_path / "data").mkdir()
    put(tmp_path, "heron.png", halves(60, 40))
    put(tmp_path, "birds/tern.jpg", halves(60, 40))
    put(tmp_path, "IMG_1.JPG", saved(halves(60, 40), "jpeg"))
    put(tmp_path, "cover.png", halves(60, 40))
    put(tmp_path, "cover.es.png", halves(40, 60))
    put(tmp_path, "Große Möwe.webp", disc(30))
    put(tmp_path, "reed.svg", SVG.format(SQUARE))
    return tmp_path


def pictures(folder, language="en"):
    problems = []
    return Pictures(Project((folder,), folder / "build"), language, problems), problems


def told(folder, name):
    with pytest.raises(Unprintable) as refused:
        pictures(folder)[0].find(name)
    return str(refused.value)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("heron.png", "heron.png"),
        ("heron", "heron.png"),
        ("birds/tern.jpg", "birds/tern.jpg"),
        ("birds\\tern", "birds/tern.jpg"),
        ("IMG_1.JPG", "IMG_1.JPG"),
        ("IMG_1", "IMG_1.JPG"),
        ("art/heron.png", "heron.png"),
        ("../../art/heron.png", "heron.png"),
        (" reed ", "reed.svg"),
        ("Große%20Möwe.webp", "Große Möwe.webp"),
        ("Große Mo\u0308we", "Große Möwe.webp"),
        ("cover.png", "cover.png"),
    ],
)
def test_a_picture_is_found_by_its_name_with_or_without_its_ending_and_in_either_way_to_write_an_accent(
    marsh, name, found
):
    assert pictures(marsh)[0].find(name).name == found


def test_a_picture_for_a_language_goes_before_that_for_all(marsh):
    found = {code: pictures(marsh, code)[0].find("cover.png").size for code in ("en", "es")}
    assert found == {"en": (60, 40), "es": (40, 60)}
    assert pictures(marsh, "es")[0].find("cover").size == (40, 60)


def test_a_layer_above_replaces_a_picture_of_the_same_name(marsh, tmp_path):
    above = tmp_path / "above"
    put(above, "heron.png", halves(10, 10))
    found = Pictures(Project((above, marsh), above / "build"), "", [])
    assert (found.find("heron.png").size, found.find("cover.png").size) == ((10, 10), (60, 40))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "hern.png",
            "there is no picture 'hern.png'; did you mean 'heron.png'?; mend the name, or put the picture into",
        ),
        ("hern", "there is no picture 'hern'; did you mean 'heron'?; mend the name"),
        ("Heron.PNG", "there is no picture 'Heron.PNG'; did you mean 'heron.png'?"),
        ("tern.jpg", "there is no picture 'tern.jpg'; did you mean 'birds/tern.jpg'?"),
        ("walrus", "there is no picture 'walrus'; mend the name, or put the picture into the folder art"),
        (
            "/etc/hosts.png",
            "'/etc/hosts.png' is not in the folder art, and nothing outside is read; copy the picture into",
        ),
        ("../heron.png", "'../heron.png' is not in the folder art"),
        ("https://marsh.example/heron.png", "'https://marsh.example/heron.png' is not in the folder art"),
        ("C:\\heron.png", "'C:\\heron.png' is not in the folder art"),
    ],
)
def test_a_name_of_no_picture_says_which_is_meant_and_where_to_put_it(marsh, name, message):
    assert told(marsh, name).startswith(message)


def test_a_name_without_an_ending_that_means_two_pictures_is_asked_for_its_ending(marsh):
    put(marsh, "heron.svg", SVG.format(SQUARE))
    assert told(marsh, "heron") == "'heron' may be 'heron.png' or 'heron.svg'; write the one that is meant"
    assert pictures(marsh)[0].find("heron.svg").svg


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        (
            "a.tif",
            b"II*",
            "'a.tif' is in the folder art, but only PNG, JPEG, WebP or SVG is printed; save it as one of",
        ),
        (
            "a.png",
            b"no picture",
            "the picture 'a.png' is no picture that can be read; save it as PNG, JPEG, WebP or SVG",
        ),
        ("a.png", b"", "the picture 'a.png' is no picture that can be read"),
        ("a.png", saved(halves(30, 30))[:20], "the picture 'a.png' is "),
        ("a.svg", "<svg", "the picture 'a.svg' can't be printed as it is; mend what is said of it"),
        ("a.svg", saved(halves(9, 9)), "the picture 'a.svg' can't be printed as it is"),
    ],
)
def test_a_file_that_can_not_be_read_says_so(marsh, file, content, message):
    put(marsh, file, content)
    assert told(marsh, file).startswith(message)


def test_a_picture_of_too_many_pixels_is_not_read(marsh):
    head = bytearray(saved(halves(9, 9)))
    # The width and height in the head of a PNG.
    head[16:24] = (20_000).to_bytes(4, "big") * 2
    from zlib import crc32

    head[29:33] = crc32(bytes(head[12:29])).to_bytes(4, "big")
    put(marsh, "huge.png", bytes(head))
    assert told(marsh, "huge.png") == (
        "the picture 'huge.png' has more pixels than are read; save it with at most 10000 x 10000"
    )


def test_a_camera_held_on_its_side_makes_a_picture_that_is_high(marsh):
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6
    put(marsh, "side.jpg", halves(60, 40), exif=exif)
    assert pictures(marsh)[0].find("side.jpg").size == (40, 60)


def test_names_become_addresses_in_markup_styles_and_drawings_and_all_else_stays(marsh):
    found, problems = pictures(marsh)
    one, svg = found.find("heron.png").address, found.find("reed.svg").address
    markup = (
        '<img alt="" src="art/heron.png"><img src=art/heron.png><IMG src=\'../art/heron.png\'>'
        '<svg><image xlink:href="art/heron.png"/></svg><p style="background: url(art/reed.svg)">art/heron.png</p>'
        '<p style="background: url(&#34;art/reed.svg&#34;), url(\'art/heron.png\')"></p><a href="art/heron.png">x</a>'
    )
    assert found.in_markup(markup, lambda text: Place(text)) == (
        f'<img alt="" src="{one}"><img src="{one}"><IMG src="{one}">'
        f'<svg><image xlink:href="{one}"/></svg><p style="background: url({svg})">art/heron.png</p>'
        f'<p style="background: url({svg}), url({one})"></p><a href="art/heron.png">x</a>'
    )
    assert {picture.name for picture in found.of(f"{one} {svg}")} == {"heron.png", "reed.svg"}
    assert problems == []


def test_a_style_in_a_comment_names_no_picture(marsh):
    found, problems = pictures(marsh)
    css = "/* url(art/gone.png) */\np { background: url( 'art/heron.png' ) }"
    done = found.in_style(css, lambda name, index: Place(name, index))
    assert done == f"/* url(art/gone.png) */\np {{ background: url( {found.find('heron.png').address}) }}"
    assert problems == []


def test_what_is_not_there_is_a_placeholder_and_a_problem_at_its_place(marsh):
    found, problems = pictures(marsh)
    done = found.in_style("p {\n background: url(art/hern.png) }", lambda name, index: Place(name, 2, index))
    assert MISSING in done
    assert [(str(one.place), one.check, one.severity) for one in problems] == [("hern.png:2:21", "pictures", "error")]
    assert str(found.picture("nobody")).startswith(f'<img class="picture" src="{MISSING}"')


def test_no_name_is_no_picture(marsh):
    found, problems = pictures(marsh)
    assert [str(found.picture(name)) for name in (None, "", "  ")] == ["", "", ""]
    assert problems == []


def test_a_picture_says_in_words_what_it_shows(marsh):
    found, _ = pictures(marsh)
    assert str(found.picture("heron", 'a "heron"')).endswith('alt="a &#34;heron&#34;">')


def test_an_address_changes_with_the_bytes_of_a_picture_and_with_nothing_else(marsh):
    before = pictures(marsh)[0].find("heron.png").address
    os.utime(marsh / "art/heron.png", (1, 1))
    assert pictures(marsh)[0].find("heron.png").address == before
    put(marsh, "heron.png", halves(60, 41))
    assert pictures(marsh)[0].find("heron.png").address != before


def test_a_picture_written_out_is_one_like_all_others(marsh):
    found, problems = pictures(marsh)
    written = f'<img src="data:image/jpeg;base64,{b64encode(saved(halves(30, 20), "jpeg")).decode()}">'
    done = found.in_markup(written, lambda text: Place(text))
    (picture,) = found.of(done)
    assert (picture.size, len(done) < 70, problems) == ((30, 20), True, [])
    broken = '<img src="data:image/png;base64,AAAA">'
    assert found.in_markup(broken, lambda text: Place(text)) == broken


def test_a_drawing_shows_the_pictures_beside_it_and_those_in_it(marsh):
    inside = b64encode(saved(halves(20, 30))).decode()
    shown = f"<image xlink:href='tern.jpg'/><image href='../heron.png'/><image href='data:image/png;base64,{inside}'/>"
    put(marsh, "birds/all.svg", SVG.format(shown))
    found, problems = pictures(marsh)
    drawing = found.find("birds/all.svg")
    assert [(part.name, part.size) for part in drawing.parts] == [
        ("birds/tern.jpg", (60, 40)),
        ("heron.png", (60, 40)),
        ("birds/all.svg (a picture in it)", (20, 30)),
    ]
    assert problems == []
    assert all(part.address in drawing.svg for part in drawing.parts) and inside not in drawing.svg


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        ("\n<image href='gone.png'/>", "2: there is no picture 'gone.png'"),
        ("<image href='file:///home/me/heron.png'/>", "1: 'file:///home/me/heron.png' is not in the folder art"),
        (
            "<image href='data:image/tiff;base64,AA'/>",
            "1: a picture written into it (data:image/tiff;base64) isn't printed",
        ),
        ("<image href='data:image/png;base64,AAAA'/>", "1: a picture written into it is no picture that can be read"),
        ("<image href='loop.svg'/>", "1: 'loop.svg' shows itself, without end; take it out of the drawing"),
        ("<rect width='1' fill='redd'/>", "1:61: 'fill': 'redd' is no colour; did you mean 'red'?"),
    ],
)
def test_what_a_drawing_can_not_show_is_told_with_its_line(marsh, shown, message):
    put(marsh, "loop.svg", SVG.format(SQUARE + shown) if "redd" not in shown else SVG.format(shown))
    found, problems = pictures(marsh)
    found.find("loop.svg")
    assert [str(problem).partition("loop.svg:")[2][: len(message)] for problem in problems] == [message]


def test_a_drawing_of_an_unknown_prefix_is_no_xml_and_a_known_one_is_declared_for_it(marsh):
    put(marsh, "use.svg", SVG.format("<g id='a'><rect width='9' height='9'/></g><use xlink:href='#a'/>"))
    assert "xmlns:xlink=" in pictures(marsh)[0].find("use.svg").svg
    put(marsh, "ink.svg", SVG.format(f"<inkscape:grid/>{SQUARE}"))
    found, problems = pictures(marsh)
    with pytest.raises(Unprintable):
        found.find("ink.svg")
    assert "ink.svg:1:" in str(problems[0]) and "is not XML: unbound prefix" in str(problems[0])


def test_names_that_a_template_or_a_style_sheet_writes_out_are_listed_but_for_those_that_are_filled_in():
    text = (
        '{{ picture("a.png") }} {{ picture(record.get("art")) }} <img src="art/b.png"> <img src="art/{{ key }}.png">\n'
        "p { background: url(art/c.svg) } /* url(art/d.png) */"
    )
    assert [(name, text[index : index + 9].partition(".")[0][-3:]) for name, index in names_in(text)] == [
        ("a.png", "a"),
        ("b.png", "t/b"),
        ("c.svg", "t/c"),
    ]

"""Pictures in print: laid out again when they change, once in a document, and told of with their place on every run."""

from __future__ import annotations

import json
from base64 import b64encode

import pikepdf
import pypdfium2
import pytest

from kensei_docs.check.checked_project import CheckedProject
from kensei_docs.check.project_files import pictures_exist
from kensei_docs.database import load
from tests.documents.drawn_pictures import BLUE, RED, halves, near, photograph, put, saved
from tests.documents.markup.test_icon_sets import CORNER, MARSH

FACE, CSS, ABILITIES = "templates/frogs/face.html.j2", "templates/frogs/face.css", "data/editions/herons/abilities.yaml"
SHOWN = '<p>{{ name(record) }}</p>\n{{ picture(record.get("art")) }}'
SIZES = ".picture { position: absolute; left: 0; top: 20mm; width: 25.4mm; height: 25.4mm }\n"


@pytest.fixture
def frogs(herons):
    """The game with a card for each ability, two of which have a picture."""
    herons.edit("data/vocabulary.yaml", "kinds:", "pictures: {any: [art]}\nkinds:")
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\nbleed: 2\ngap: 6\n")
    herons.write(FACE, SHOWN)
    herons.write(CSS, SIZES)
    herons.edit(ABILITIES, "name: Wade", "name: Wade\n  art: wade.png")
    herons.edit(ABILITIES, "name: Patience", "name: Patience\n  art: patience.png")
    put(herons.folder, "wade.png", halves(300, 300))
    put(herons.folder, "patience.png", photograph(300, 300))
    return herons


def said(press, *kinds, **asked):
    problems = press.print(*(kinds or ("frogs",)), **asked)
    return [str(problem).replace(f"{press.folder}/", "").partition("  [")[0] for problem in problems]


def pixel(press, x, y, page=0, kind="frogs"):
    """The colour at a point of a face, in millimetres from the corner of the first face of a page."""
    left, _, _, top = press.boxes(kind, page)[0]
    with pypdfium2.PdfDocument(press.pdf(kind)) as pdf:
        picture = pdf[page].render(scale=10 / 72 * 25.4).to_pil().convert("RGB")
        return picture.getpixel((round((left + x) * 10), picture.height - round((top - y) * 10)))


def pictures_in(file):
    """The width in pixels, and the packed bytes, of each picture of a document."""
    with pikepdf.open(file) as pdf:
        streams = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"]
        return [(int(one.Width), one.read_raw_bytes()) for one in streams]


def test_the_picture_that_a_record_names_is_printed_and_one_without_has_none(frogs):
    assert said(frogs) == []
    assert (pixel(frogs, 5, 30), pixel(frogs, 20, 30)) == (RED, BLUE)
    assert len(pictures_in(frogs.pdf("frogs"))) == 2


def test_a_face_is_laid_out_again_when_its_picture_changes_and_no_other(frogs):
    said(frogs)
    assert len(frogs.reasons) == 3
    assert said(frogs) == [] and frogs.reasons == []
    put(frogs.folder, "wade.png", halves(600, 300).resize((300, 300)).rotate(180))
    assert said(frogs) == []
    assert frogs.reasons == ["frogs wade.front: a picture of it changed"]
    assert (pixel(frogs, 5, 30), pixel(frogs, 20, 30)) == (BLUE, RED)


def test_all_faces_are_laid_out_again_when_a_picture_of_their_style_changes(frogs):
    put(frogs.folder, "ground.svg", f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>{CORNER}</svg>")
    frogs.write(CSS, SIZES + "p { height: 10mm; color: #f00; background: url(art/ground.svg) no-repeat 0 0 / 8mm }")
    assert said(frogs) == [] and said(frogs) == []
    assert near(pixel(frogs, 1, 1), (0, 0, 0), 40)
    put(frogs.folder, "ground.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='99'/></svg>")
    assert said(frogs) == []
    assert {reason.partition(": ")[2] for reason in frogs.reasons} == {
        "a picture of its style changed, or the dots per inch of pictures"
    }


def test_a_picture_on_many_cards_is_in_a_document_once(frogs):
    """Also where the cards are laid out in several packs."""
    frogs.write(FACE, SHOWN.replace('record.get("art")', '"patience.png"'))
    frogs.write("data/editions/herons/abilities.yaml", _many(70))
    assert said(frogs) == []
    assert len({pack.name for pack in (frogs.project.cache / "faces").rglob("*.pack")}) > 1
    ((_, picture),) = pictures_in(frogs.pdf("frogs"))
    assert frogs.pdf("frogs").stat().st_size < len(picture) + 120_000


def _many(count):
    return "".join(f"heron-{number}: {{name: Heron {number}, text: It waits.}}\n" for number in range(count))


def test_a_picture_in_the_bleed_and_one_that_a_look_names_are_printed(frogs):
    put(frogs.folder, "back.jpg", halves(800, 800), quality=95)
    frogs.write("templates/frogs/art.html.j2", '<div class="ground" style="background-image: url(art/back.jpg)"></div>')
    frogs.write(CSS, ".ground { position: absolute; inset: 0; background: no-repeat center / cover }")
    frogs.write(FACE, "<figure style='width: 20mm; height: 10mm'>{{ look.art(look.of(record).art) }}</figure>")
    frogs.edit(ABILITIES, "art: wade.png", "look: {art: wade.png}")
    assert said(frogs) == []
    # In the bleed, two millimetres outside of the cut.
    assert near(pixel(frogs, -1.5, 30), RED) and near(pixel(frogs, 61.5, 30), BLUE)
    # The picture of the look keeps its proportions: a square of ten millimetres in the middle.
    assert (pixel(frogs, 7, 5), pixel(frogs, 13, 5)) == (RED, BLUE)
    frogs.edit(ABILITIES, "look: {art: wade.png}", "look: {art: wde.png}")
    missing = (
        "there is no picture 'wde.png'; did you mean 'wade.png'?; mend the name, or put the picture into the folder"
    )
    assert said(frogs)[0].startswith(f"{ABILITIES}:3:15: {missing}")
    checked = list(pictures_exist(CheckedProject(frogs.project, load(frogs.project)[0])))
    assert [problem.message[: len(missing)] for problem in checked] == [missing]


@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [
        (
            ABILITIES,
            "art: wade.png",
            "art: wde.png",
            f"{ABILITIES}:3:8: there is no picture 'wde.png'; did you mean 'wade",
        ),
        (FACE, 'record.get("art")', '"wde.png"', f"{FACE}:2: there is no picture 'wde.png'; did you mean 'wade.png'?"),
        (
            FACE,
            "{{ picture",
            '<img class="picture" src="art/wde.png">{{ picture',
            f"{FACE}:2: there is no picture 'wde.png'",
        ),
        (FACE, "<p>", '<p style="background: url(art/wde.png)">', f"{FACE}:1: there is no picture 'wde.png'"),
        (CSS, ".picture", "p { background: url(art/wde.png) }\n.picture", f"{CSS}:1:21: there is no picture 'wde.png'"),
    ],
)
def test_a_picture_that_is_not_there_is_told_with_its_place_on_every_run_and_by_check(frogs, file, old, new, finding):
    frogs.edit(file, old, new)
    first = said(frogs)
    assert [one[: len(finding)] for one in first] == [finding]
    assert said(frogs) == first and frogs.reasons == []
    checked = CheckedProject(frogs.project, load(frogs.project)[0])
    told = [str(one).replace(f"{frogs.folder}/", "") for one in pictures_exist(checked)]
    assert [one.partition(": ")[2].partition(";")[0] for one in told] == ["there is no picture 'wde.png'"]
    assert told[0].startswith(":".join(finding.split(":")[:2]))


def test_the_finding_of_a_record_names_the_record(frogs):
    frogs.edit(ABILITIES, "art: wade.png", "art: wde.png")
    (problem,) = frogs.print("frogs")
    assert (problem.record, problem.edition, problem.check, problem.severity) == (
        "ability/wade",
        "herons",
        "pictures",
        "error",
    )


def test_a_coarse_picture_is_a_warning_at_the_field_that_names_it_on_every_run(frogs):
    put(frogs.folder, "wade.png", halves(100, 100))
    for _ in range(2):
        (problem,) = frogs.print("frogs")
        assert (problem.severity, problem.check, problem.record) == ("warning", "picture-size", "ability/wade")
        assert (problem.place.line, problem.place.column) == (3, 8)
        assert "is printed at 100 dots per inch (100 x 100 pixels on 25.4 x 25.4 mm)" in problem.message
        assert "give it 300 x 300 pixels" in problem.message


def test_cmyk_colours_without_a_profile_are_a_warning_on_every_run(frogs):
    put(frogs.folder, "wade.jpg", halves(300, 300, "CMYK"), quality=95)
    frogs.edit(ABILITIES, "art: wade.png", "art: wade.jpg")
    for _ in range(2):
        (problem,) = frogs.print("frogs")
        assert (problem.severity, problem.check, problem.place.line) == ("warning", "picture-colours", 3)
        assert problem.message.startswith("the picture 'wade.jpg' has CMYK colours without a profile, and they are")


def test_more_dots_are_kept_where_they_are_asked_for_and_the_file_says_so(frogs):
    put(frogs.folder, "wade.png", halves(900, 900))
    said(frogs)
    assert said(frogs, dpi=600) == []
    assert frogs.outputs[0].path.name == "frogs-a4-600dpi.pdf"
    sizes = [{width for width, _ in pictures_in(file)} for file in (frogs.pdf("frogs"), frogs.outputs[0].path)]
    assert sizes == [{300}, {300, 600}]


def test_a_broken_picture_is_an_error_on_every_run_and_the_rest_is_printed(frogs):
    whole = saved(photograph(300, 300, seed=9))
    put(frogs.folder, "patience.png", whole[: len(whole) // 2])
    for _ in range(2):
        (finding,) = said(frogs)
        assert finding.startswith(f"{ABILITIES}:9:8: the picture 'patience.png' is broken (")
    assert pixel(frogs, 5, 30) == RED


def test_a_record_in_place_of_a_name_is_told_with_the_line_of_the_template(frogs):
    frogs.write(FACE, "<p>{{ name(record) }}</p>\n{{ picture(record) }}")
    frogs.print("frogs")
    (problem, *_) = frogs.refused
    assert str(problem).replace(f"{frogs.folder}/", "").startswith(f"{FACE}:2: ")
    assert "'picture' is given a record; give it the name of a picture, such as record.get('art')" in problem.message


def test_a_link_out_of_the_project_is_not_followed(tmp_path):
    from kensei_docs.problems import Unusable
    from kensei_docs.project import Project

    game, outside = tmp_path / "game", put(tmp_path / "outside", "secret.png", halves(9, 9))
    (game / "data").mkdir(parents=True)
    (game / "art").mkdir()
    (game / "art/mine.png").symlink_to(outside)
    with pytest.raises(Unusable, match=r"art/mine\.png: is a link out of the project's files"):
        Project.open(game)


def test_icons_of_a_set_are_printed_and_its_authors_named_where_the_edition_has_a_document_for_it(frogs):
    put(frogs.folder, "marsh.json", json.dumps(MARSH))
    frogs.write(FACE, '<figure style="width: 20mm; height: 20mm">{{ icon("marsh:square", "#c8281e") }}</figure>')
    assert said(frogs, "quick-reference", "frogs") == []
    assert (pixel(frogs, 5, 5), pixel(frogs, 15, 15)) == (RED, (255, 255, 255))
    assert "Icons: Marsh Icons (Ada Reed, CC BY 3.0, marsh.example/icons)" in frogs.text("quick-reference")


def test_a_set_whose_authors_no_document_names_is_told(frogs):
    put(frogs.folder, "marsh.json", json.dumps(MARSH))
    frogs.write(FACE, '{{ icon("marsh:" ~ "square", "#c8281e") }}')
    for _ in range(2):
        (problem,) = frogs.print("frogs")
        assert (problem.check, problem.severity) == ("credits", "warning")
        assert problem.message == (
            "icons of Marsh Icons (CC BY 3.0) are printed, and no document of herons says who made them; write "
            "{{ credits(edition)|join }} in a template, or name the set in it: icon('marsh:NAME')"
        )
    frogs.write(FACE, '{{ icon("marsh:square", "#c8281e") }}')
    assert said(frogs) == []


def test_a_set_that_is_given_away_needs_no_credit(frogs):
    given = {**MARSH, "info": {**MARSH["info"], "license": {"title": "CC0 1.0"}}}
    put(frogs.folder, "marsh.json", json.dumps(given))
    frogs.write(FACE, '{{ icon("marsh:" ~ "square") }}')
    assert said(frogs) == []


# The left half of a picture, written out.
LEFT = b64encode(saved(halves(400, 400).crop((0, 0, 199, 400)), "jpeg", quality=95)).decode()
HEAD = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 40 40'"
GRADIENT = "<defs><linearGradient id='a'><stop offset='0' stop-color='#c8281e'/><stop offset='1' stop-color='{}'/>"
OF_SPRITES = "</linearGradient><linearGradient id='b' xlink:href='#a'/></defs>"
AS_GAME_ICONS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" style="height: 512px; width: 512px;">'
    '<path d="M0 0h512v512H0z" fill="#000" fill-opacity="0"></path><g class="" transform="translate(0,0)" style="">'
    '<path d="M0 0h256v512H0z" fill="#c8281e" fill-opacity="1"></path></g></svg>'
)
AS_INKSCAPE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="210mm" viewBox="0 0 210 210" version="1.1" id="svg5" inkscape:version="1.2.2"
   sodipodi:docname="reed.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
   xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.7" showgrid="false"/>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="lg1"><stop style="stop-color:#c8281e;stop-opacity:1;" offset="0"
      id="stop1"/><stop style="stop-color:#c8281e;stop-opacity:1;" offset="1" id="stop2"/></linearGradient>
    <linearGradient inkscape:collect="always" xlink:href="#lg1" id="lg2" x1="0" x2="90" gradientUnits="userSpaceOnUse"/>
  </defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <rect style="fill:#1d4c66;fill-opacity:0;stroke:none;-inkscape-stroke:none" id="rect1" width="1" height="1"/>
    <path style="fill:url(#lg2);stroke-width:0.26" d="M 0,0 H 105 V 90 H 0 Z" id="path1" sodipodi:nodetypes="ccccc"/>
    <path style="fill:url(#lg2)" d="M 0,90 H 105 V 210 H 0 Z" id="path2"/>
  </g>
</svg>
"""
AS_ILLUSTRATOR = """<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
    <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
]>
<svg version="1.1" id="Layer_1" xmlns:x="&ns_extend;" xmlns="http://www.w3.org/2000/svg"
     xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" width="40px" height="40px" viewBox="0 0 40 40"
     style="enable-background:new 0 0 40 40;" xml:space="preserve">
<style type="text/css">
    .st0{fill:#C8281E;}
    .st1{clip-path:url(#SVGID_2_);}
</style>
<g><defs><rect id="SVGID_1_" width="20" height="40"/></defs>
    <clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
    <g class="st1"><rect class="st0" width="40" height="40"/></g></g>
</svg>
"""


@pytest.mark.parametrize(
    "drawing",
    [
        AS_GAME_ICONS,
        AS_INKSCAPE,
        AS_ILLUSTRATOR,
        f"{HEAD}><defs><path id='p' d='M0 0h20v20H0z' fill='#c8281e'/></defs><use href='#p'/>"
        "<use xlink:href='#p' y='20'/></svg>",
        f"{HEAD} width='300' height='300'><symbol id='s' viewBox='0 0 2 4'><path d='M0 0h2v4H0z' fill='#c8281e'/>"
        "</symbol><use href='#s' width='20' height='40'/></svg>",
        f"{HEAD}>{GRADIENT.format('#c8281e')}{OF_SPRITES}<path d='M0 0h20v20H0z' fill='url(#b)'/>"
        "<path d='M0 20h20v20H0z' fill='url(#b)'/></svg>",
        f"{HEAD}><image width='20' height='40' preserveAspectRatio='none' href='data:image/jpeg;base64,{LEFT}'/></svg>",
        f"{HEAD}><image width='20' height='40' preserveAspectRatio='none' xlink:href=\"wade-left.png\"/></svg>",
        "<svg viewBox='0 0 40 40'><path d='M0 0h20v40H0z' fill='#c8281e'/></svg>",
        "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><path d='M0 0h20v40H0z' fill='#c8281e'/></svg>",
    ],
    ids=["game-icons", "inkscape", "illustrator", "use", "symbol", "gradient", "jpeg", "beside", "bare", "sizes"],
)  # fmt: skip
def test_drawings_are_printed_as_programs_save_them(frogs, drawing):
    """Each is red on the left, and nothing on the right."""
    put(frogs.folder, "wade-left.png", halves(400, 400).crop((0, 0, 199, 400)))
    put(frogs.folder, "wade.svg", drawing)
    frogs.edit(ABILITIES, "art: wade.png", "art: wade.svg")
    assert said(frogs) == []
    assert near(pixel(frogs, 3, 25), RED) and near(pixel(frogs, 10, 42), RED)
    assert pixel(frogs, 20, 25) == pixel(frogs, 20, 42) == (255, 255, 255)
    # Nothing of it is beside its place.
    assert pixel(frogs, 35, 25) == pixel(frogs, 5, 50) == (255, 255, 255)


def test_two_drawings_with_the_same_ids_keep_their_colours(frogs):
    for name, colour in (("wade", "#c8281e"), ("patience", "#143cc8")):
        drawing = f"{HEAD}>{GRADIENT.format(colour).replace('#c8281e', colour)}{OF_SPRITES}<path d='M0 0h40v40H0z' "
        put(frogs.folder, f"{name}.svg", f"{drawing}fill='url(#b)'/></svg>")
    frogs.write(FACE, '{{ picture("wade.svg") }}<div class="other">{{ picture("patience.svg") }}</div>')
    frogs.write(CSS, SIZES + ".other .picture { left: 30mm }")
    assert said(frogs) == []
    assert near(pixel(frogs, 10, 30), RED) and near(pixel(frogs, 40, 30), BLUE)


def patterns_in(file):
    """The type of each pattern of a document, 1 for tiles and 2 for a shading, and the sort of a tile's content."""
    with pikepdf.open(file) as pdf:
        return [
            int(one.PatternType)
            for one in pdf.objects
            if isinstance(one, pikepdf.Dictionary | pikepdf.Stream) and "/PatternType" in one
        ]


@pytest.mark.parametrize(("opacity", "types"), [("", {2}), ("stop-opacity='.5'", {1})], ids=["opaque", "seen through"])
def test_a_gradient_is_a_shading_which_every_viewer_paints(frogs, opacity, types):
    """As a tile of one unit, enlarged to the size of its shape, some leave it out."""
    stops = f"<stop stop-color='#c8281e' {opacity}/><stop offset='1' stop-color='#c8281e' {opacity}/>"
    drawing = f"{HEAD}><linearGradient id='g'>{stops}</linearGradient><path d='M0 0h20v40H0z' fill='url(#g)'/></svg>"
    put(frogs.folder, "wade.svg", drawing)
    frogs.edit(ABILITIES, "art: wade.png", "art: wade.svg")
    assert said(frogs) == []
    assert set(patterns_in(frogs.pdf("frogs"))) == types
    assert pixel(frogs, 20, 25) == (255, 255, 255) != pixel(frogs, 3, 25)


@pytest.mark.parametrize(
    ("drawing", "finding"),
    [
        (f"{HEAD}>\n<circle r='9'></svg>", "art/wade.svg:2:17: is not XML: mismatched tag; mend the line, or save"),
        (
            f"{HEAD}><g filter='blur(2px)'><path d='M0 0h9v9z'/></g></svg>",
            "art/wade.svg:1:104: 'filter: blur(2px)' isn't",
        ),
        (
            f"{HEAD}><text y='9' font-family='Reed Script, Pond'>x</text></svg>",
            f"{ABILITIES}:3:8: the drawing 'wade.svg' has text in 'Reed Script', which is no typeface here; turn",
        ),
    ],
)
def test_what_of_a_drawing_isnt_printed_is_told_with_its_line(frogs, drawing, finding):
    put(frogs.folder, "wade.svg", drawing)
    frogs.edit(ABILITIES, "art: wade.png", "art: wade.svg")
    first = said(frogs)
    assert finding in " ".join(first) and said(frogs) == first

"""Text that is cut off, that can't be seen, or that is too small is a defect of its face; a near miss is none."""

from __future__ import annotations

import pytest

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.products.product import Fitting, Size

CSS = """@font-face { font-family: "Sans"; font-weight: 400; src: url(typeface:SourceSansPro-Regular) }
html { font: 10pt/1.2 "Sans" }
p, ul, ol { margin: 0 }
svg { display: block; position: absolute; left: 5mm; top: 20mm; width: 10mm }
.at { position: absolute; left: 5mm; top: 20mm; white-space: nowrap }
.box { position: absolute; left: 5mm; top: 5mm; width: 12mm; height: 9mm }"""
SIZE = Size(40, 40)

CUT = "at the edge of an element; make room for it, or shorten it"
FIELD = ", or name it as a field (data-field), to have its type made smaller"
ALIKE = "seen on what lies beneath, for both have nearly one colour; change one of the two"


def svg(shapes: str, attributes: str = "") -> str:
    """Return a drawing of 10 by 10 units."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" {attributes}>{shapes}</svg>'


def text(css: str, words: str = "heron", attributes: str = "") -> str:
    """Return a line of text at a place."""
    return f'<p class="at" style="{css}" {attributes}>{words}</p>'


def cut(css: str, inner: str = "heron in the reeds") -> str:
    """Return text in a box of 12 by 9 millimetres that hides what runs out of it."""
    return f'<div class="box" style="overflow: hidden; {css}">{inner}</div>'


def faint(contrast: str, least: str, size: str) -> str:
    """The message about a text with too little contrast."""
    return (
        f"'heron' has a contrast of {contrast} : 1 with what lies beneath, and {least} : 1 is the least that is read "
        f"in type of {size} pt; change one of the two colours, or give the element the attribute data-may-be-faint if "
        "it is meant to be faint"
    )


FAULTS = {
    "lines below a box": (cut("height: 6mm"), f"'in the' is cut off by 5.9 mm {CUT}{FIELD}"),
    "the end of a line": (cut("white-space: nowrap"), f"'heron in the reeds' is cut off by 14.5 mm {CUT}{FIELD}"),
    "half a line": (cut("height: 2mm", "heron"), f"'heron' is cut off by 1.4 mm {CUT}{FIELD}"),
    "all of it": (cut("height: 0", "heron"), f"'heron' is cut off by 3.4 mm {CUT}{FIELD}"),
    "deep inside": (cut("height: 2mm", "<div><p><b>heron</b></p></div>"), f"'heron' is cut off by 1.4 mm {CUT}{FIELD}"),
    "a part with a place of its own": (
        cut("", text("top: 8mm; left: 0")),
        f"'heron' is cut off by 2.4 mm {CUT}{FIELD}",
    ),
    "a round corner": (cut("border-radius: 4mm", "HERON"), f"'HERON' is cut off by 0.3 mm {CUT}{FIELD}"),
    "text that is turned": (
        cut("", text("left: 0; top: 7mm; transform: rotate(45deg)")),
        f"'heron' is cut off by 3.8 mm {CUT}{FIELD}",
    ),
    "a field that an element around it cuts off": (
        cut("height: 3mm", '<p data-field="name" style="height: 9mm">heron</p>'),
        f"'name': 'heron' is cut off by 0.4 mm {CUT}",
    ),
    "words of a drawing": (
        svg('<text x="5" y="5" font-size="4">heron</text>'),
        f"'heron' is cut off by 4.6 mm {CUT}{FIELD}",
    ),
    "an ellipsis": (
        cut("white-space: nowrap; text-overflow: ellipsis"),
        "'heron in the reeds' is cut off with an ellipsis, by 14.6 mm; make room for it, or shorten it",
    ),
    "lines that are discarded": (
        '<p style="width: 12mm; max-lines: 1; continue: discard">heron in the reeds</p>',
        "'heron in the reeds' is cut off after some lines; allow more lines, or shorten it",
    ),
    "no colour": (
        text("color: transparent"),
        "'heron' can't be seen, because 0 % of its colour is printed; make it opaque",
    ),
    "hardly any colour": (
        text("color: rgba(0, 0, 0, 0.05)"),
        "'heron' can't be seen, because 5 % of its colour is printed; make it opaque",
    ),
    "a faint element in a faint element": (
        f'<div style="opacity: 0.2">{text("opacity: 0.2")}</div>',
        "'heron' can't be seen, because 4 % of its colour is printed; make it opaque",
    ),
    "the colour of the paper": (text("color: #fffdf8"), f"'heron' can't be {ALIKE}"),
    "a light colour": (text("color: lightyellow"), f"'heron' can't be {ALIKE}"),
    "dark on dark": (text("color: #221c1a; background: #2a2522"), f"'heron' can't be {ALIKE}"),
    "the end of a band": (
        '<div class="box" style="background: #000; height: 4mm"></div>'
        + text("color: #fff; left: 6mm; top: 5mm", "heron in reeds"),
        f"'heron in reeds' can only in part be {ALIKE}",
    ),
    "a colour as light as its ground": (text("color: #c00; background: #060"), faint("1.2", "2", "10")),
    "light grey": (text("color: #bbb"), faint("1.9", "2", "10")),
    "small type in grey": (text("color: #aaa; font-size: 6pt"), faint("2.3", "3", "6")),
    "dark on a dark drawing": (
        svg('<rect width="10" height="10" fill="#000"/><text y="5" font-size="4" fill="#24170a">heron</text>'),
        faint("1.2", "2", "11"),
    ),
    "half of its colour on grey": (text("color: #777; opacity: 0.5"), faint("1.9", "2", "10")),
    "words of a drawing in its colour": (
        svg('<rect width="10" height="10" fill="#b3321f"/><text y="5" font-size="3" fill="#b3321f">heron</text>'),
        f"'heron' can't be {ALIKE}",
    ),
    "beneath a drawing": (
        text("") + svg('<rect width="10" height="10" fill="#b3321f"/>', "data-under-text"),
        f"'heron' can't be {ALIKE}",
    ),
    "white with a white shadow": (text("color: #fff") + text("color: #fff; top: 20.2mm"), f"'heron' can't be {ALIKE}"),
    "type of a point": (
        text("font-size: 1pt"),
        "'heron' is printed in type of 1 pt, too small to be read; make it 3 pt or more",
    ),
    "type that is made small": (
        text("transform: scale(0.2)"),
        "'heron' is printed in type of 2 pt, too small to be read; make it 3 pt or more",
    ),
    "type of no size": (
        text("font-size: 0"),
        "'heron' isn't printed, for its type has no size; enlarge it, or take it out",
    ),
}

NEAR_MISSES = {
    "text that fits a box exactly": cut("height: 12.7mm"),
    "capitals in a low line": cut("height: 2.8mm; line-height: 2.8mm", "HERON"),
    "a box that hides nothing": cut("height: 0; overflow: visible", "heron"),
    "a round corner beside the text": cut("border-radius: 1mm", "heron in"),
    "text that is turned in a box": cut("height: 12mm", text("left: 0; top: 4mm; transform: rotate(45deg)")),
    "a drawing that is cut off": cut("height: 3mm", svg('<rect width="10" height="10"/>')),
    "a field that fits": cut("", '<p data-field="name" style="height: 9mm; overflow: hidden">heron</p>'),
    "an ellipsis that isn't needed": cut("white-space: nowrap; text-overflow: ellipsis", "heron"),
    "an ellipsis that is declared": '<p data-may-shorten style="width: 12mm; white-space: nowrap; overflow: hidden; '
    'text-overflow: ellipsis">heron in the reeds</p>',
    "lines that are few": '<p style="max-lines: 2; continue: discard">heron in the reeds</p>',
    "white on a band": text("color: #fff; background: #201c1a"),
    "light on a picture": svg('<rect width="10" height="10"/><text y="5" font-size="3" fill="#fff">heron</text>'),
    "grey": text("color: #aaa"),
    "small type in a darker grey": text("color: #8a8a8a; font-size: 6pt"),
    "light on the dark part of a picture": '<div class="box" style="background: #fff; height: 9mm"></div>'
    + '<div class="box" style="background: #000; top: 4mm; height: 5mm"></div>'
    + text("color: #fff; left: 7mm; top: 4mm"),
    "a full stop that touches a dark ground": "".join(
        text(
            f"top: {9 + 2 * i}mm; left: 3mm; font-size: 7pt; color: #201c1a",
            f'<b style="background: #201c1a; color: #fff">{"e" * (i + 1)}</b>.',
        )
        for i in range(8)
    ),
    "a watermark": text("color: #ddd", "heron", "data-may-be-faint"),
    "light with a dark shadow": text("color: #000; top: 20.2mm; left: 5.2mm") + text("color: #ddd"),
    "half of its colour": text("opacity: 0.5"),
    "a drawing that is faint": svg('<rect width="10" height="10" opacity="0.02"/>'),
    "a fill with an outline": text("color: #000; top: 20.2mm; left: 5.2mm") + text("color: #fff"),
    "a shadow": text("color: #f4f4f4; top: 20.2mm; left: 5.2mm") + text("color: #000"),
    "an outline of a drawing": svg(
        '<text y="5" font-size="3" fill="none" stroke="#000" stroke-width=".2">heron</text>'
    ),
    "a gradient": svg(
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="10"><stop stop-color="#b3321f"/>'
        '<stop offset="1" stop-color="#201c1a"/></linearGradient><text y="5" font-size="3" fill="url(#g)">heron</text>'
    ),
    "small type": text("font-size: 3pt"),
    "space between words without size": '<div style="font-size: 0"> <b style="font-size: 9pt">heron</b> </div>',
    "words that are left out": text("visibility: hidden") + text("display: none"),
    "a space, a mark and points of a list": "<p>\u200b&nbsp;</p><ul><li>heron</li></ul><ol><li>egret</li></ol>",
    "words before others": '<style>i::before { content: "a " }</style><p><i>heron</i></p>',
}


@pytest.fixture(scope="module")
def found() -> dict[str, list[str]]:
    """The messages about each face: of all but its overlaps and style."""
    markup = {name: html for name, (html, _) in FAULTS.items()} | NEAR_MISSES
    faces = [FaceMarkup(name, html, "", SIZE, SIZE) for name, html in markup.items()]
    light, dark = (
        FaceMarkup(
            f"{colour}.art", f'<div style="height: 44mm; background: {colour}"></div>', "", Size(44, 44), Size(44, 44)
        )
        for colour in ("#eee", "#111")
    )
    faces += [
        dark,
        FaceMarkup("on art", text("color: #fff"), "", SIZE, SIZE, arts=(dark,)),
        FaceMarkup("lost on art", text("color: #000"), "", SIZE, SIZE, arts=(dark,)),
        # Art that is not laid out with the face, because the cache has it.
        FaceMarkup("on other art", text("color: #000"), "", SIZE, SIZE, arts=(light,)),
        FaceMarkup("lost on one of two", text("color: #000"), "", SIZE, SIZE, arts=(light, dark)),
        FaceMarkup(
            "a field that runs over", text("overflow: hidden; width: 2mm", "heron", 'data-field="n"'), "", SIZE, SIZE
        ),
    ]
    pack = lay_out(faces, Style(CSS, "en", {"name": Fitting(10, 10)}))
    return {
        face.slot: [one.message for one in face.defects if one.check not in ("overlap", "style")] for face in pack.faces
    }


@pytest.mark.parametrize("name", FAULTS)
def test_what_nobody_can_read_is_named_with_its_words_and_what_to_do(found, name) -> None:
    assert found[name] == [FAULTS[name][1]]


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_can_be_read_is_no_finding(found, name) -> None:
    assert found[name] == []


def test_text_is_seen_on_the_art_that_is_printed_beneath_it(found) -> None:
    assert found["on art"] == found["on other art"] == []
    assert found["lost on art"] == found["lost on one of two"] == [f"'heron' can't be {ALIKE}"]


def test_a_field_that_runs_over_is_not_named_twice(found) -> None:
    assert found["a field that runs over"] == ["'n' runs 6.7 mm over; shorten it"]


def test_a_finding_names_the_line_of_the_template_on_every_run(herons) -> None:
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", "")
    herons.write("templates/frogs/face.html.j2", '<p>a</p>\n<p style="color: transparent">{{ name(record) }}</p>\n')
    first = [str(problem) for problem in herons.print("frogs")]
    (told,) = first
    assert "/templates/frogs/face.html.j2:2: frogs-a4 in en, on 3 faces, such as 'wade.front': 'Wade' can't be" in told
    assert told.endswith("its colour is printed; make it opaque  [unseen]")
    assert [str(problem) for problem in herons.print("frogs")] == first and herons.reasons == []


def test_a_face_is_laid_out_again_when_the_art_beneath_it_changes(herons) -> None:
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\nbleed: 2\n")
    herons.write("templates/frogs/face.css", ".dark { background: #111; height: 64mm }")
    herons.write("templates/frogs/face.html.j2", "<p style='color: #111'>{{ name(record) }}</p>")
    herons.write("templates/frogs/art.html.j2", "<div></div>")
    assert herons.print("frogs") == []
    herons.write("templates/frogs/art.html.j2", "<div class='dark'></div>")
    assert {problem.check for problem in herons.print("frogs")} == {"unseen"}


def test_a_face_is_laid_out_again_when_the_bleed_moves_the_art_beneath_it(herons) -> None:
    kind = "title: Frogs\neach: ability\nface: 60x60\nbleed: "
    herons.write("templates/frogs/kind.yaml", f"{kind}2\n")
    herons.write("templates/frogs/face.css", ".dark { background: #111; margin-top: 20mm; height: 14mm }")
    herons.write("templates/frogs/face.html.j2", "<p style='color: #111; margin: 1mm 0'>{{ name(record) }}</p>")
    herons.write("templates/frogs/art.html.j2", "<div class='dark'></div>")
    assert herons.print("frogs") == []
    herons.write("templates/frogs/kind.yaml", f"{kind}20\n")
    assert {problem.check for problem in herons.print("frogs")} == {"unseen"}


COST = """
<h1>{{ name(record) }}</h1>
<p>Its cost is 5, and 7 on a day.</p>
<div class="cost"{{ meant }}><svg viewBox="0 0 10 10"><path d="M5 0 7 7 0 5z" fill="{{ fill }}"/></svg>
<b>{{ 5 if record.slug == "wade" else 7 }}</b></div>
"""
COST_CSS = """
.cost { position: absolute; left: 20mm; top: 30mm; width: 10mm; height: 10mm }
.cost svg { position: absolute; left: 0; top: 0; width: 10mm; height: 10mm }
.cost b { position: absolute; left: 3mm; top: 2mm; color: #24170a; font-size: 10pt }
"""


@pytest.mark.parametrize(("fill", "meant", "check"), [("#000", True, "contrast"), ("#ccc", False, "overlap")])
def test_what_the_layout_does_on_all_faces_is_told_once_where_the_template_has_it(herons, fill, meant, check) -> None:
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", COST_CSS)
    declared = {"{{ fill }}": fill, "{{ meant }}": " data-under-text" if meant else ""}
    template = COST
    for mark, words in declared.items():
        template = template.replace(mark, words)
    herons.write("templates/frogs/face.html.j2", template.lstrip())
    (problem,) = herons.print("frogs")
    # Line 4 has the figure, which stands elsewhere too: in a text, and in the path of the drawing.
    assert (problem.check, problem.place.file.rpartition("/")[2], problem.place.line) == (check, "face.html.j2", 4)
    assert problem.message.startswith("frogs-a4 in en, on 3 faces, such as 'wade.front': '5' ")
    assert problem.record is None


def test_what_one_face_alone_has_is_told_with_its_record(herons) -> None:
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", "")
    herons.write(
        "templates/frogs/face.html.j2",
        "<p{% if record.slug == 'wade' %} style='color: #bbb'{% endif %}>{{ name(record) }}</p>",
    )
    (problem,) = herons.print("frogs")
    assert problem.message.startswith("frogs-a4 in en, 'wade.front': 'Wade' has a contrast of 1.9 : 1 ")
    assert problem.record == "ability/wade"

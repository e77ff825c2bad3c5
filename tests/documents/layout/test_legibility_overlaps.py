"""Text over text, over a drawing, across a line and under a background is a defect of its face; what only looks close
isn't."""

from __future__ import annotations

import pytest

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.products.product import Columns, Fitting, Size

CSS = """@font-face { font-family: "Sans"; font-weight: 400; src: url(typeface:SourceSansPro-Regular) }
@font-face { font-family: "Sans"; font-weight: 700; src: url(typeface:SourceSansPro-Bold) }
html { font: 10pt/1.2 "Sans" }
p { margin: 0 }
.at { position: absolute; left: 5mm; top: 20mm; white-space: nowrap }
svg { display: block }"""

SQUARE = '<rect width="10" height="10" fill="#b3321f"/>'
RING = '<circle cx="5" cy="5" r="4.5" fill="#fff" stroke="#201c1a"/>'
PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC"
)


def svg(shapes: str, css: str = "left: 5mm; top: 18mm; width: 10mm", attributes: str = 'class="coin"') -> str:
    """Return a drawing of 10 by 10 units at a place."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" {attributes} '
        f'style="position: absolute; {css}">{shapes}</svg>'
    )


def text(words: str, css: str = "", attributes: str = "") -> str:
    """Return a line of text at a place."""
    return f'<p class="at" style="{css}" {attributes}>{words}</p>'


MEANT = "; move one of the two, or give the drawing the attribute data-under-text if text is meant to stand on it"
BOTH = "; make room for both, or shorten one"

FAULTS = {
    "the letters of a line": (
        text("egret", "letter-spacing: -1mm", 'data-field="name"'),
        "'name': the letters of 'egret' stand over each other, for their letter-spacing is -1 mm; "
        "make it -0.1em or more",
    ),
    "the words of a line": (
        text("an egret", "word-spacing: -1mm"),
        "the words of 'an egret' stand over each other, for their word-spacing is -1 mm; make it -0.2em or more",
    ),
    "two lines at one place": (
        text("egret") + text("heron", "margin-top: 1mm"),
        "'heron' is printed 1.6 mm over 'egret'" + BOTH,
    ),
    "the lines of one text": (
        text("egret<br>heron", "line-height: 4pt"),
        "'heron' is printed 1.1 mm over 'egret'" + BOTH,
    ),
    "fields are named": (
        text("egret", attributes='data-field="name"') + text("<b>a</b> heron", "top: 21mm", 'data-field="text"'),
        "'text': 'a heron' is printed 2.3 mm over 'egret'" + BOTH,
    ),
    "text that is turned": (
        text("egret in the reeds") + text("heron", "transform: rotate(-90deg); left: 12mm; top: 22mm"),
        "'heron' is printed 2.6 mm over 'egret in the reeds'" + BOTH,
    ),
    "two words of one drawing": (
        svg('<text x="0" y="5" font-size="3">egret</text><text x="3" y="5" font-size="3">heron</text>'),
        "'heron' is printed 1.8 mm over 'egret'" + BOTH,
    ),
    "text on a drawing": (svg(SQUARE) + text("heron"), "'heron' is printed 2.6 mm over a drawing of 'coin'" + MEANT),
    "a drawing on text": (
        text("heron") + svg(SQUARE, attributes=""),
        "'heron' is printed 2.6 mm under a drawing" + MEANT,
    ),
    "a drawing on text, in white": (
        text("heron") + svg(RING),
        "'heron' is printed 2.6 mm under a drawing of 'coin'" + MEANT,
    ),
    "a picture": (
        f'<img src="{PICTURE}" alt="" style="position: absolute; left: 5mm; top: 21mm; width: 5mm">' + text("heron"),
        "'heron' is printed 2.4 mm over a drawing" + MEANT,
    ),
    "a drawing that only part of a plate hides": (
        svg(SQUARE) + text("<span style='background: #fff'>he</span>ron"),
        "'heron' is printed 1.8 mm over a drawing of 'coin'" + MEANT,
    ),
    "a drawing that is faint": (
        svg(SQUARE, "left: 5mm; top: 22mm; width: 10mm; opacity: 0.3") + text("heron"),
        "'heron' is printed 1.4 mm over a drawing of 'coin'" + MEANT,
    ),
    "a line through text": (
        '<div style="position: absolute; top: 22mm; width: 30mm; border-top: 0.2mm solid #000"></div>' + text("heron"),
        "'heron' is crossed by a line, by 1.4 mm; make room for it, or shorten it",
    ),
    "text that runs across the border of its box": (
        text("heron in reeds", "width: 9mm; border: 0.3mm solid #000"),
        "'heron in reeds' is crossed by a line, by 2.6 mm; make room for it, or shorten it",
    ),
    "a box on text": (
        text("heron") + '<div class="at" style="top: 22mm; width: 20mm; height: 5mm; background: #fff"></div>',
        "'heron' is printed 1.4 mm under the background of another element; make room for both, or shorten it",
    ),
}

NEAR_MISSES = {
    "a single letter": text("A", "letter-spacing: -1mm; word-spacing: -1mm"),
    "letters and words that stand close": text("an egret", "letter-spacing: -0.06em; word-spacing: -0.1em"),
    "a descender beside an ascender": text("gas<br>eels", "line-height: 7.4pt"),
    "capitals set close": text("EGRET<br>HERON", "line-height: 7pt"),
    "a note raised above the line": text('heron<sup style="font-size: 6pt; line-height: 0">2</sup><br>heron'),
    "a bold word beside a light one": text("f<b>f</b>f<b>T</b>r<b>y</b>"),
    "an outline": text("heron", "color: #fff; top: 20.2mm; left: 5.2mm") + text("heron"),
    "words beside a turned box": text("egret") + text("heron", "transform: rotate(45deg); left: 16mm"),
    "words in a ring": svg(RING) + text("x", "left: 9mm"),
    "words on a map of its own": svg(SQUARE + '<text x="1" y="5" font-size="3">egret</text>'),
    "words along a rim": svg(
        '<path id="rim" d="M1,5 A4,4 0 0 1 9,5" fill="none" stroke="#b3321f" stroke-width="2.4"/>'
        '<text font-size="1.6" dy="0.5"><textPath href="#rim">little egret</textPath></text>'
    ),
    "a drawing that is declared": svg(SQUARE, attributes="data-under-text") + text("heron"),
    "an element that is declared": f"<figure data-under-text>{svg(SQUARE)}</figure>" + text("heron"),
    "a drawing that is clipped": '<div class="at" style="width: 10mm; height: 4mm; top: 14mm; overflow: hidden">'
    + svg(SQUARE, "left: 0; top: 0; width: 10mm")
    + "</div>"
    + text("heron"),
    "a plate on a drawing": svg(SQUARE) + text("heron", "background: #fff"),
    "a drawing beside": svg(SQUARE, "left: 16mm; top: 18mm; width: 10mm") + text("heron"),
    "a background": text("heron", "background: #b3321f; border: 0.3mm solid #000"),
    "a label that interrupts a border": '<div class="at" style="top: 22mm; width: 30mm; height: 9mm; '
    'border: 0.2mm solid #000"><span style="position: absolute; top: -2mm; background: #fff">heron</span></div>',
    "the end of a rule": '<hr class="at" style="left: 16mm; top: 22mm; width: 9mm; border-top: 0.2mm solid #000">'
    + text("heron"),
    "a descender on a rule": text("gap", "border-bottom: 0.2mm solid #000; line-height: 10pt; height: 3.72mm"),
    "a form to fill in": text(
        '<span style="display: inline-block; width: 9mm; border-bottom: 0.2mm solid #000"></span> cm'
    ),
}


@pytest.fixture(scope="module")
def found() -> dict[str, list[tuple[str, str]]]:
    """The messages of the overlaps of each face."""
    size = Size(40, 40)
    markup = {name: html for name, (html, _) in FAULTS.items()} | NEAR_MISSES
    faces = [FaceMarkup(name, html, "", size, size) for name, html in markup.items()]
    faces += [
        # A face that is enlarged, and a page of a text in columns.
        FaceMarkup("enlarged", text("egret") + text("heron", "top: 21mm"), "", Size(80, 80), size),
        FaceMarkup(
            "page",
            '<!--running--><!--block--><p>egret</p><p style="margin-top: -2mm">heron</p>',
            "",
            size,
            size,
            Columns(1, 0, 0),
        ),
    ]
    pack = lay_out(faces, Style(CSS, "en", {"text": Fitting(10, 10)}))
    return {
        face.slot: [(one.field, one.message) for one in face.defects if one.check == "overlap"] for face in pack.faces
    }


@pytest.mark.parametrize("name", FAULTS)
def test_what_stands_on_text_is_named_with_its_words_and_millimetres(found, name) -> None:
    assert [message for _, message in found[name]] == [FAULTS[name][1]]


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_only_comes_near_to_text_is_no_finding(found, name) -> None:
    assert found[name] == []


def test_the_field_of_the_text_on_top_is_that_of_the_defect(found) -> None:
    assert [field for field, _ in found["fields are named"]] == ["text"]


def test_an_enlarged_face_and_each_page_of_a_text_are_looked_at(found) -> None:
    assert [message for _, message in found["enlarged"]] == ["'heron' is printed 3.1 mm over 'egret'" + BOTH]
    assert [message for _, message in found["page"]] == ["'heron' is printed 0.4 mm over 'egret'" + BOTH]

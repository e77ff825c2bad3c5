"""Faces keep their places in a pack, are enlarged to their pages, and get smaller type where their text runs over."""

from __future__ import annotations

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.layout.renderer import Renderer
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.products.product import Columns, Fitting, Size

CSS = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
p { margin: 0; font: 10pt/1 "Sans"; font-size: var(--text) }
.f { position: absolute; left: 0; top: 0; width: 50mm; height: 20mm }"""
FIT = {"text": Fitting(10, 6)}
LENGTHS = st.floats(10, 200)


def face(slot: str, lines: int, word: str = "heron") -> FaceMarkup:
    html = f'<div class="f" data-field="text">{f"<p>{word}</p>" * lines}</div>'
    return FaceMarkup(slot, html, word, Size(60, 60), Size(60, 60))


@given(LENGTHS, LENGTHS, LENGTHS, LENGTHS, st.booleans())
def test_art_covers_its_page_and_all_else_stays_on_it_centred(width, height, wide, high, art) -> None:
    size = Size(width, height)
    markup = FaceMarkup("one", "", "", size, Size(wide, high), None, art)
    left, top = markup.corner
    enlarged = Size(wide * markup.scale, high * markup.scale)
    assert (2 * left + enlarged.width, 2 * top + enlarged.height) == pytest.approx((width, height))
    assert (max(left, top) <= 1e-9) if art else (min(left, top) >= -1e-9)
    assert min(abs(left), abs(top)) == pytest.approx(0, abs=1e-9)


def test_each_face_has_its_page_and_its_own_size_of_type() -> None:
    faces = [face("few", 2), face("many", 7), face("too-many", 30), face("last", 1)]
    pack = lay_out(faces, Style(CSS, "en", FIT))
    assert [(one.slot, one.pages) for one in pack.faces] == [
        ("few", (0,)),
        ("many", (1,)),
        ("too-many", (2,)),
        ("last", (3,)),
    ]
    # 30 lines of 6 pt are 63.5 mm high, and the field has 20.
    over = Defect("text", "'text' runs 43.5 mm over at 6 pt, the smallest it may be; shorten it", "overflow")
    found = [tuple(defect._replace(text="") for defect in one.defects) for one in pack.faces]
    assert pack.faces[2].defects[0].text.startswith("heron heron")
    assert found == [(), (), (over,), ()]
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        sizes = [
            {
                float(instruction.operands[1])
                for instruction in pikepdf.parse_content_stream(page)
                if str(instruction.operator) == "Tf"
            }
            for page in pdf.pages
        ]
    assert sizes[0] == sizes[3] and len(sizes[0]) == 1
    assert max(sizes[2]) < max(sizes[1]) < max(sizes[0])


def test_a_character_without_a_glyph_is_a_defect_of_its_face_alone() -> None:
    pack = lay_out([face("one", 1), face("two", 1, "heron ბ")], Style(CSS, "en", FIT))
    way_out = "put a typeface that has it into fonts/ and name its family, or use another character"
    message = f"no glyph for 'ბ' (U+10D1) in SourceSansPro-Regular; {way_out}"
    assert [one.defects for one in pack.faces] == [(), (Defect("", message, "glyphs", "ბ"),)]


def test_a_fault_of_the_style_sheet_is_a_defect_of_all_faces_and_one_of_the_markup_of_its_face_alone() -> None:
    faces = [face("one", 1), face("two", 1, '<img src="a%20heron.png">')]
    of_sheet = "'colour' is no property that can be printed; did you mean 'color'?; mend the name, or take it out"
    of_picture = (
        "the picture 'a heron.png' isn't printed; put the picture into the folder art, and write 'art/a heron.png'"
    )
    style = Style(f"{CSS} p {{ colour: red }}", "en", FIT)
    for _ in range(2):
        one, two = lay_out(faces, style).faces
        assert one.defects == (Defect("", of_sheet, "style", "", 3, 75),)
        assert two.defects == (*one.defects, Defect("", of_picture, "style", "a%20heron.png"))
    assert lay_out(faces[:1], Style(CSS, "en", FIT)).faces[0].defects == ()


def largest_that_fits(fitting: Fitting, lines: int, columns: Columns, height: float) -> float:
    """The largest size, in points, at which ``lines`` lines without leading fit on the pages."""
    sizes = [fitting.size, *fitting.all_below(fitting.size)]
    room = (columns.pages * columns.count * int(height / (size * 25.4 / 72)) for size in sizes)
    return next((size for size, lines_of_room in zip(sizes, room, strict=True) if lines_of_room >= lines), sizes[-1])


@pytest.mark.parametrize("lines", [20, 60, 61, 75, 90, 120, 160, 400])
def test_pages_have_the_largest_type_that_fits_and_few_sizes_are_tried(lines, monkeypatch) -> None:
    tried = []
    as_it_is = Renderer.lay_out
    monkeypatch.setattr(Renderer, "lay_out", lambda *given: (tried.append(given), as_it_is(*given))[1])
    columns, fitting = Columns(2, 5, 1), Fitting(12, 4, 0.25)
    css = CSS.replace("var(--text)", "var(--page)")
    markup = "<!--running-->" + "<!--block--><p>heron</p>" * lines
    one = FaceMarkup("one", markup, "heron", Size(60, 100), Size(60, 100), columns)
    pack = lay_out([one], Style(css, "en", {"page": fitting}))
    with pikepdf.open(io.BytesIO(pack.pdf)) as pdf:
        used = [float(i.operands[1]) for i in pikepdf.parse_content_stream(pdf.pages[0]) if str(i.operator) == "Tf"]
    # WeasyPrint writes sizes in CSS pixels.
    assert {round(size * 0.75, 2) for size in used} == {largest_that_fits(fitting, lines, columns, 100)}
    # There are 33 sizes; the last document is the face as it is printed.
    assert len(tried) <= 8


def test_what_runs_out_of_its_column_over_the_next_one_is_made_smaller_or_a_defect() -> None:
    css = CSS.replace("var(--text)", "var(--page)") + " p { white-space: nowrap }"
    columns, size = Columns(2, 5, 1), Size(60, 100)

    def laid_out(words: str) -> tuple[Defect, ...]:
        markup = f"<!--running--><!--block--><p>{words}</p><!--block--><p>heron</p>"
        one = FaceMarkup("one", markup, words, size, size, columns)
        return lay_out([one], Style(css, "en", {"page": Fitting(12, 6, 0.5)})).faces[0].defects

    assert laid_out("heron " * 3) == ()
    [defect] = laid_out("heron " * 6)
    assert defect.check == "overflow"


def test_text_is_measured_in_the_size_in_which_it_is_placed() -> None:
    """A rule for blocks gives it to text whose own size is a part of that around it, wherever it stands."""
    css = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
    html { font: 12pt/1 "Sans" } [data-block] { font-size: var(--page) } div { margin: 0 } .note { font-size: 0.9em }"""
    note = '<div class="note">The heron stands on one leg and waits for a frog to pass.</div>'
    markup = "<!--running-->" + "".join(f"<!--block-->{note}" for _ in range(60))
    size = Size(60, 100)
    one = FaceMarkup("one", markup, "heron", size, size, Columns(1, 5, 2))
    [face] = lay_out([one], Style(css, "en", {"page": Fitting(12, 4, 0.5)})).faces
    assert (len(face.pages), face.defects) == (2, ())

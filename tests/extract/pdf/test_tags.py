"""The structure that a PDF declares: what is told of headings, paragraphs and the cells of a table."""

from __future__ import annotations

from pathlib import Path

import font_source_sans_pro
import pypdfium2
import weasyprint

from kensei_docs.extract.pdf.tags import Place, places_on

PAGE = """
<h1>Fens and Ferries</h1><p>A ferry goes 6 cm.</p><h3>Tolls</h3>
<table><tr><th>Ferry</th><th>Toll</th><th>Crew</th></tr>
<tr><td rowspan="2">Punt</td><td>1</td><td>2</td></tr><tr><td colspan="2">None</td></tr></table><p>Pay in eels.</p>
"""


def places(folder: Path, html: str, tagged: bool = True) -> list[Place]:
    """Return the places of the words of a page, in the order of the page."""
    # The renderer of the toolkit may have set this process to typefaces of its own: the words are set in one.
    typeface = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"
    style = f"@font-face {{ font-family: A; src: url({typeface.as_uri()}) }} html {{ font-family: A }}"
    weasyprint.HTML(string=f"<style>{style}</style>{html}").write_pdf(folder / "fens.pdf", pdf_tags=tagged)
    with pypdfium2.PdfDocument(folder / "fens.pdf") as pdf:
        return [place for _, place in sorted(places_on(pdf[0]).items())]


def test_headings_have_their_level_and_every_paragraph_is_a_block(tmp_path: Path) -> None:
    found = [(place.block, place.level) for place in places(tmp_path, PAGE) if not place.table]
    assert found == [(1, 1), (2, 0), (3, 3), (11, 0)]


def test_a_cell_has_its_row_and_the_first_column_that_none_above_spans(tmp_path: Path) -> None:
    cells = [place for place in places(tmp_path, PAGE) if place.table]
    assert {place.table for place in cells} == {1}
    assert [(place.row, place.column, place.rows, place.columns) for place in cells] == [
        (1, 1, 1, 1), (1, 2, 1, 1), (1, 3, 1, 1), (2, 1, 2, 1), (2, 2, 1, 1), (2, 3, 1, 1), (3, 2, 1, 2),
    ]  # fmt: skip


def test_a_second_table_has_rows_of_its_own(tmp_path: Path) -> None:
    table = "<table><tr><td>Punt</td><td>1</td></tr></table>"
    assert [(place.table, place.row, place.column) for place in places(tmp_path, table * 2)] == [
        (1, 1, 1), (1, 1, 2), (2, 1, 1), (2, 1, 2),
    ]  # fmt: skip


def test_a_file_that_declares_no_structure_has_no_places(tmp_path: Path) -> None:
    assert places(tmp_path, PAGE, tagged=False) == []

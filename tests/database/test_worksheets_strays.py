"""A workbook with cells far away from its list, or too large for one: read quickly, or refused with a place."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from kensei_docs.database import worksheets
from kensei_docs.database.worksheets import read_worksheets
from kensei_docs.problems import Unusable


@pytest.fixture
def book(tmp_path: Path) -> tuple[Workbook, Path]:
    """A list of two rows, and the file to save it as."""
    made = Workbook()
    made.active.title = "Units"
    made.active.append(["Name", "Points"])
    made.active.append(["Fox", 3])
    return made, tmp_path / "units.xlsx"


@pytest.mark.parametrize("cell", ["A1048576", "B1000000", "ALL1048576"])
def test_a_stray_cell_in_the_last_row_is_a_row_and_nothing_between(book: tuple[Workbook, Path], cell: str) -> None:
    made, file = book
    made.active[cell] = "here"
    made.save(file)
    [sheet], problems = read_worksheets(file)
    assert problems == [] and [row.place.line for row in sheet.rows][:2] == [1, 2] and len(sheet.rows) == 3
    last = sheet.rows[2].cells[-1]
    assert (last.text, last.place.within) == (
        "here",
        f"sheet Units, row {cell.lstrip('ABL')}, column {cell.rstrip('0123456789')}",
    )
    assert sum(len(row.cells) for row in sheet.rows) <= 2 * 2 + worksheets.MAX_COLUMNS


@pytest.mark.parametrize("cell", ["XFD2000", "XFD1048576", "ALM1"])
def test_a_cell_beyond_the_last_column_is_named(book: tuple[Workbook, Path], cell: str) -> None:
    made, file = book
    made.active[cell] = "here"
    made.save(file)
    [sheet], problems = read_worksheets(file)
    assert [[cell.text for cell in row.cells] for row in sheet.rows] == [["Name", "Points"], ["Fox", "3"]]
    place = f"{file}, sheet Units, row {cell.lstrip('XFDALM')}, column {cell.rstrip('0123456789')}"
    assert [str(one) for one in problems] == [
        f"{place}: stands beyond the last column that is read, ALL; delete it, or move it  [spreadsheet]"
    ]


def test_empty_cells_with_a_format_are_nothing(book: tuple[Workbook, Path]) -> None:
    made, file = book
    made.active["XFD1048576"].number_format = "0.00"
    made.active["A500000"].number_format = "0.00"
    made.save(file)
    [sheet], problems = read_worksheets(file)
    assert problems == [] and len(sheet.rows) == 2


def test_a_formula_far_away_is_looked_at_alone(book: tuple[Workbook, Path]) -> None:
    made, file = book
    made.active["A1048576"] = "=B2"
    made.save(file)
    _, problems = read_worksheets(file)
    assert ["row 1048576, column A: holds a formula without its result" in str(one) for one in problems] == [True]


def test_a_workbook_that_is_too_large_is_refused(book: tuple[Workbook, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    made, file = book
    made.save(file)
    monkeypatch.setattr(worksheets, "_MAX_BYTES", 5_000_000)
    with ZipFile(file, "a", ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet2.xml", " " * 6_000_000)
    with pytest.raises(Unusable, match="unpacks to 6 MB, and at most 5 are read; save its lists"):
        read_worksheets(file)


def test_merged_cells_without_number_are_refused(book: tuple[Workbook, Path]) -> None:
    made, file = book
    made.save(file)
    changed = file.with_name("merged.xlsx")
    with ZipFile(file) as parts, ZipFile(changed, "w") as out:
        for name in parts.namelist():
            data = parts.read(name)
            if name == "xl/worksheets/sheet1.xml":
                merged = b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
                data = data.replace(b"</sheetData>", merged)
            out.writestr(name, data)
    with pytest.raises(Unusable, match=r"has too many merged cells \(A1:XFD1048576\); unmerge them"):
        read_worksheets(changed)

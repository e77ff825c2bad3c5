"""A spreadsheet is read cell by cell, and each cell knows what its owner calls it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font

from kensei_docs.database.worksheets import column_letters, read_workbook, read_worksheets
from kensei_docs.problems import Unusable


def workbook(folder: Path, **sheets: list[list[object]]) -> Path:
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = folder / "book.xlsx"
    book.save(file)
    return file


def change(file: Path, **cells: dict[str, object]) -> None:
    """Set attributes of cells in the first sheet of a workbook."""
    book = load_workbook(file)
    for coordinate, attributes in cells.items():
        for name, value in attributes.items():
            setattr(book.worksheets[0][coordinate], name, value)
    book.save(file)


def test_cells_of_a_workbook_are_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = workbook(
        tmp_path, Units=[["Name", "Points"], ["Reed cutters", 4.0], [None, None], [" Ferrymen ", 2.5], [True, "+1"]]
    )
    monkeypatch.chdir(tmp_path)
    [sheet], problems = read_worksheets(file)
    assert problems == []
    assert [[cell.text for cell in row.cells] for row in sheet.rows] == [
        ["Name", "Points"],
        ["Reed cutters", "4"],
        ["Ferrymen", "2.5"],
        ["true", "+1"],
    ]
    assert str(sheet.rows[2].cells[1].place) == "book.xlsx, sheet Units, row 4, column B"
    assert str(sheet.rows[2].place) == "book.xlsx, sheet Units, row 4"


def test_a_number_has_the_words_and_the_sign_that_its_cell_shows(tmp_path: Path) -> None:
    file = workbook(tmp_path, Units=[[5, 3, 0.5]])
    change(file, A1={"number_format": '0" cm"'}, B1={"number_format": "+0;-0"}, C1={"number_format": "0%"})
    [sheet], problems = read_worksheets(file)
    assert ([cell.text for cell in sheet.rows[0].cells], problems) == (["5 cm", "+3", "50 %"], [])


def test_a_cell_that_shows_another_number_or_is_struck_out_is_refused(tmp_path: Path) -> None:
    file = workbook(tmp_path, Units=[["Name", "Speed", "Cost"], ["Fox", 2.4, 7]])
    change(file, B2={"number_format": "0"}, C2={"font": Font(strike=True)})
    [sheet], problems = read_worksheets(file)
    assert [(problem.place.column, str(problem.message)) for problem in problems] == [
        (2, "holds 2.4 and shows 2; write what is meant"),
        (3, "is struck out; delete it, or take the line off"),
    ]
    assert [cell.text for cell in sheet.rows[1].cells] == ["Fox"]


def test_a_column_of_ones_own_may_hold_anything(tmp_path: Path) -> None:
    rows = [["Boats"], ["Name", "_made", "_sum"], ["Punt", date(2026, 3, 4), "=2*5"], ["Skiff", "#N/A", 2.4]]
    file = workbook(tmp_path, Units=rows)
    change(file, B4={"data_type": "e"}, C4={"number_format": "0"})
    assert read_worksheets(file)[1] == []


def test_hidden_rows_and_columns_are_read_and_named(tmp_path: Path) -> None:
    file = workbook(tmp_path, Units=[["Name", "Note"], ["Fox", "a"], ["Hare", "b"]])
    book = load_workbook(file)
    book["Units"].row_dimensions[3].hidden = book["Units"].column_dimensions["B"].hidden = True
    book.save(file)
    [sheet], [note] = read_worksheets(file)
    assert [cell.text for cell in sheet.rows[2].cells] == ["Hare", "b"]
    # As notes of this name are, it is told whatever severity is asked for.
    assert (note.check, note.severity, str(note.message)) == (
        "sheets",
        "note",
        "hidden rows and columns are read as well: 3, B; delete what is not meant",
    )


def test_a_date_that_was_a_figure_is_a_problem_of_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = workbook(tmp_path, Units=[["Name"], [date(2026, 4, 2)]])
    monkeypatch.chdir(tmp_path)
    _, problems = read_worksheets(file)
    assert [str(problem) for problem in problems] == [
        "book.xlsx, sheet Units, row 2, column A: is a date to the spreadsheet; format the cell "
        "as text and write it anew  [spreadsheet]"
    ]


def test_a_formula_without_its_result_is_a_problem_of_its_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workbook(tmp_path, Units=[["Points"], ["=2*5"]])
    monkeypatch.chdir(tmp_path)
    assert [str(problem) for problem in read_worksheets(Path("book.xlsx"))[1]] == [
        "book.xlsx, sheet Units, row 2, column A: holds a formula without its result; open the "
        "file in a spreadsheet program and save it, or write the value  [spreadsheet]"
    ]


def test_sheets_that_are_hidden_or_the_authors_own_are_left_out(tmp_path: Path) -> None:
    file = workbook(tmp_path, _notes=[["a"]], Units=[["b"]], Old=[["c"]])
    from openpyxl import load_workbook

    book = load_workbook(file)
    book["Old"].sheet_state = "hidden"
    book.save(file)
    assert [sheet.name for sheet in read_worksheets(file)[0]] == ["Units"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_csv_is_read_whatever_divides_its_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, delimiter: str
) -> None:
    file = tmp_path / "list.csv"
    file.write_text(
        f'\ufeffName{delimiter}Weapons{delimiter}Note\n\nAño{delimiter}"a, b; c"{delimiter}"two\nlines"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    [sheet], _ = read_worksheets(file)
    assert [cell.text for cell in sheet.rows[1].cells] == ["Año", "a, b; c", "two\nlines"]
    assert str(sheet.rows[1].cells[2].place) == "list.csv, row 3, column C"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("list.csv", b"Name\nA\xf1o\n", "is not UTF-8 text; save it as CSV in UTF-8"),
        (
            "list.xlsx",
            b"PK\x03\x04 no zip",
            "is not an XLSX spreadsheet (File is not a zip file); save it anew as .xlsx, or as .csv",
        ),
    ],
)
def test_a_file_that_cant_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Unusable) as refused:
        read_worksheets(Path(name))
    assert str(refused.value) == f"{name}: {said}  [spreadsheet]"


def test_a_quotation_mark_that_is_left_open_has_the_row_where_it_opens(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text('Name,Text\nTide,"Low, then high."\nFog,"Nobody sees.\nRain,Wet.\n')
    with pytest.raises(Unusable, match=r"list.csv, row 3: has a quotation mark that is left open") as refused:
        read_worksheets(file)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize("text", ["At night, it rises.", "\u201cAt night, it rises.\u201d"])
def test_a_comma_in_a_text_without_quotation_marks_is_one_finding(tmp_path: Path, text: str) -> None:
    file = tmp_path / "list.csv"
    file.write_text(f"Name,Weight,Text,Copies\nTide,2,{text},2\nFog,1,Nobody sees.,3\n")
    book = read_workbook(file, of_records=True)
    (sheet,), (told,) = book.sheets, map(str, book.problems)
    assert told.startswith(f"{file}, row 2: has 5 cells, and the heads are 4; put the text that has a ',' between")
    assert [cell.text for cell in sheet.rows[1].cells] == ["Tide", "2", "", "", ""]
    # The way out mends.
    file.write_text(f'Name,Weight,Text,Copies\nTide,2,"{text}",2\nFog,1,Nobody sees.,3\n')
    assert read_workbook(file, of_records=True).problems == ()
    # A list of an army has other lines above its heads.
    file.write_text("edition,shore\nName,Weight,Copies\nTide,2,3\n")
    assert read_workbook(file).problems == ()


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="is not there"):
        read_worksheets(tmp_path / "none.xlsx")


@given(st.integers(min_value=1, max_value=20_000))
@settings(max_examples=30)
def test_every_column_has_letters_of_its_own(column: int) -> None:
    number = 0
    for sign in column_letters(column):
        number = number * 26 + ord(sign) - ord("A") + 1
    assert number == column


@pytest.mark.parametrize("hint", ["sep=;", '"sep=;"', "SEP=;;"])
def test_the_first_line_of_a_csv_may_say_what_parts_its_cells(tmp_path: Path, hint: str) -> None:
    file = tmp_path / "units.csv"
    file.write_text(f"{hint}\nName;Note\nReed cutters;a, b, c\n", encoding="utf-8")
    [sheet], _ = read_worksheets(file)
    assert [[cell.text for cell in row.cells] for row in sheet.rows] == [["Name", "Note"], ["Reed cutters", "a, b, c"]]
    assert sheet.rows[0].place.line == 2

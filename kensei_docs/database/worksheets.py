"""Worksheets of a CSV or XLSX file: rows of cells, each with the text that it shows and its place.

What a workbook shows of a number is made by the cell's format, which has sections for numbers above zero, below it, and
zero (``+0;-0;0``). A section has digits (``#,##0.0``) and text around them: in quotes, behind a backslash, or a sign as
it stands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kensei_docs.database.opendocument import Table, read_tables
from kensei_docs.figures import doubtless, figure_in
from kensei_docs.problems import Place, Problem, Unusable, say, short_path, unusable

SUFFIXES = (".csv", ".xlsx", ".ods")
CHECK = "spreadsheet"
# The name of the check of the notes that say what each sheet was read as; they are always told.
SHEETS = "sheets"
_DELIMITERS = (",", ";", "\t")
# The columns that are read; a list has some tens of them.
MAX_COLUMNS = 1000
# The rows that a worksheet can have.
MAX_ROWS = 1_048_576
# The bytes of a workbook when it is unpacked, and the cells of one merged area.
_MAX_BYTES = 200_000_000
_MAX_MERGED = 100_000
# The first line of a CSV may tell a spreadsheet program what parts its cells.
_DELIMITER_HINT = re.compile(r'"?sep=([,;\t])"?[,;\t]*', re.IGNORECASE)
_MERGED = re.compile(rb'<mergeCell ref="([A-Z0-9:$]+)"')
_SECTION = re.compile(r'((?:"[^"]*"|\\.|[^;"\\])*)(?:;|$)')
# In a section: text in quotes, a character, what shows no text (a colour, a gap, a filling), digits, a sign.
_PIECE = re.compile(r'"([^"]*)"|\\(.)|(\[[^\]]*\]|[_*].)|([#0?.,]*[#0?][#0?.,]*)|([-+()$€£¥/: %])')
# A section for numbers that a comparison picks.
_PICKED = re.compile(r"\[[<>=]")


@dataclass(frozen=True)
class CellPlace(Place):
    """The place of a cell: ``units.xlsx, sheet Units, row 4, column C``; a CSV has no sheet."""

    sheet: str | None = None

    @property
    def within(self) -> str:
        letters = None if self.column is None else column_letters(self.column)
        parts = (("sheet", self.sheet), ("row", self.line), ("column", letters))
        return ", ".join(f"{name} {value}" for name, value in parts if value is not None)

    @property
    def part(self) -> str:
        return self.sheet or ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (short_path(self.file), self.within)))


@dataclass(frozen=True)
class SheetCell:
    """The text that a cell shows, without spaces around it, and its place; the text may be empty.

    ``merged`` is the range of the merged cells (``B3:B4``) of which it is one; each of them has the text of the first.
    """

    text: str
    place: CellPlace
    merged: str = ""

    @property
    def is_merged_across(self) -> bool:
        """Whether the cell is merged with cells of other columns."""
        first, _, last = re.sub(r"\d", "", self.merged).partition(":")
        return first != last


@dataclass(frozen=True)
class SheetRow:
    """The cells of one row, from the first column on."""

    cells: tuple[SheetCell, ...]

    @property
    def place(self) -> CellPlace:
        """The place of the row as a whole."""
        first = self.cells[0].place
        return CellPlace(first.file, first.line, None, first.sheet)


@dataclass(frozen=True)
class NamedRange:
    """Cells of a sheet to which the author gave a name, or a table of a program: from ``first`` to ``last``.

    These are (row, column), counted from 1.
    """

    name: str
    sheet: str
    first: tuple[int, int]
    last: tuple[int, int]

    @property
    def area(self) -> str:
        """The cells as a spreadsheet names them, ``B4:G7``."""
        return ":".join(f"{column_letters(column)}{row}" for row, column in (self.first, self.last))

    @property
    def size(self) -> int:
        """The number of its cells."""
        return (self.last[0] - self.first[0] + 1) * (self.last[1] - self.first[1] + 1)

    def has(self, row: int, column: int) -> bool:
        """Return whether a cell is one of them."""
        return self.first[0] <= row <= self.last[0] and self.first[1] <= column <= self.last[1]

    def holds(self, other: NamedRange) -> bool:
        """Return whether all cells of another range are among them."""
        return self.sheet == other.sheet and self.has(*other.first) and self.has(*other.last)

    def meets(self, other: NamedRange) -> bool:
        """Return whether a cell is one of both."""
        return self.sheet == other.sheet and all(
            self.first[i] <= other.last[i] and other.first[i] <= self.last[i] for i in (0, 1)
        )


@dataclass(frozen=True)
class Worksheet:
    """One tab of a spreadsheet with its rows, or the cells of a named range of it, whose ``area`` is that of the range.

    Empty rows are left out.
    """

    name: str | None
    rows: tuple[SheetRow, ...]
    area: str = ""

    @property
    def title(self) -> str:
        """Its name, with the area of the range behind it."""
        return f"{self.name or ''} ({self.area})" if self.area else self.name or ""

    @property
    def cells(self) -> dict[tuple[int, int], SheetCell]:
        """The cells with a text, by (row, column)."""
        return {
            (cell.place.line or 0, cell.place.column or 0): cell for row in self.rows for cell in row.cells if cell.text
        }

    def part(self, one: NamedRange) -> Worksheet:
        """Return the cells of a range."""
        rows = (
            SheetRow(row.cells[one.first[1] - 1 : one.last[1]])
            for row in self.rows
            if one.first[0] <= (row.place.line or 0) <= one.last[0]
        )
        return replace(self, rows=tuple(row for row in rows if any(cell.text for cell in row.cells)), area=one.area)

    def without(self, ranges: Collection[NamedRange]) -> Worksheet:
        """Return the sheet with empty cells in place of those of some ranges."""

        def is_left(cell: SheetCell) -> bool:
            return not any(one.has(cell.place.line or 0, cell.place.column or 0) for one in ranges)

        rows = (
            SheetRow(tuple(cell if is_left(cell) else SheetCell("", cell.place) for cell in row.cells))
            for row in self.rows
        )
        return replace(self, rows=tuple(row for row in rows if any(cell.text for cell in row.cells)))


def column_letters(column: int) -> str:
    """Return the letters of a column of a spreadsheet by its number, counted from 1.

    >>> column_letters(3), column_letters(28)
    ('C', 'AB')
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass(frozen=True)
class Workbook:
    """The worksheets of a file, the names of those that are ``left_out``, and the ``problems`` of single cells.

    ``ranges`` are those of all worksheets to which the author gave names.

    A worksheet that is hidden, or whose name begins with ``_``, is the author's own and left out; so is a chart. A cell
    below a head that begins with ``_`` may hold anything.
    """

    sheets: tuple[Worksheet, ...]
    left_out: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    ranges: tuple[NamedRange, ...] = ()


def read_worksheets(file: Path) -> tuple[list[Worksheet], list[Problem]]:
    """Return the worksheets of a file that holds one list, and the problems of single cells; several sheets are a note.

    Raises Unusable for a file that can't be read at all.
    """
    book = read_workbook(file)
    several = len(book.sheets) + len(book.left_out) > 1
    return list(book.sheets), [*book.problems, *([note_on_sheets(file, book)] if several else [])]


def note_on_sheets(file: Path, book: Workbook) -> Problem:
    """Return the note that the sheets of a file are read as one list, and which are left out."""
    message = say(
        "its sheets are read as one list: %(names)s; left out are: %(others)s; hide a sheet, or begin its name "
        "with '_', to leave it out",
        names=", ".join(sheet.title for sheet in book.sheets) or say("none"),
        others=", ".join(book.left_out) or say("none"),
    )
    return Problem(CellPlace(str(file)), message, CHECK, "note")


def read_workbook(file: Path, of_records: bool = False) -> Workbook:
    """Read the worksheets of a file; raises Unusable for one that can't be read at all.

    ``of_records``: a CSV begins with its heads, and no row is longer. A list of an army has other lines above them.
    """
    if not file.exists():
        raise unusable(file, say("is not there; see how its name is spelt"), CHECK)
    if file.suffix.lower() == ".csv":
        return _csv(file, of_records)
    return (_ods if file.suffix.lower() == ".ods" else _xlsx)(file)


def _csv(file: Path, of_records: bool) -> Workbook:
    import csv

    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        message = say("is not %(encoding)s text; save it as CSV in %(encoding)s", encoding="UTF-8")
        raise unusable(file, message, CHECK) from None
    if "\0" in text:
        raise unusable(file, say("is not text; save it as CSV in %(encoding)s", encoding="UTF-8"), CHECK)
    first = next((line for line in text.splitlines() if line.strip()), "")
    hint = _DELIMITER_HINT.fullmatch(first)
    delimiter = hint[1] if hint else max(_DELIMITERS, key=first.count)
    table: list[list[str]] = []
    try:
        table += csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    except csv.Error:
        # What was read until then is whole: the row behind it has the quotation mark.
        message = say(
            "has a quotation mark that is left open, or one inside a text; close it, or write two of them for one "
            "inside a text"
        )
        raise Unusable(Problem(CellPlace(str(file), len(table) + 1), message, CHECK)) from None
    rows = list(enumerate(table, 1))
    if hint:
        del rows[: text.splitlines().index(first) + 1]
    problems = tuple(_cut_by_sign(file, rows, delimiter)) if of_records else ()
    return Workbook((Worksheet(None, tuple(_rows(str(file), None, rows, {}))),), problems=problems)


def _cut_by_sign(file: Path, rows: list[tuple[int, list[str]]], delimiter: str) -> Iterator[Problem]:
    """Yield a problem for each row that a comma in a text makes longer than the heads, and shorten it to what is sure.

    Where all rows are longer, it is a column without a head.
    """
    widths = [max((i for i, text in enumerate(cells, 1) if text.strip()), default=0) for _, cells in rows]
    start = next((i for i, (_, cells) in enumerate(rows) if sum(map(bool, map(str.strip, cells))) > 1), 0)
    below = [(row, width) for row, width in zip(rows[start + 1 :], widths[start + 1 :], strict=True) if width]
    longer = [(row, width) for row, width in below if width > widths[start]]
    # A text goes on behind its comma with a blank.
    is_cut = any(text[:1] == " " and text.strip() for (_, cells), _ in longer for text in cells[1:])
    if len(longer) == len(below) > 1 or not (is_cut or delimiter == ","):
        return
    for (line, cells), width in longer:
        message = say(
            "has %(count)s cells, and the heads are %(heads)s; put the text that has a '%(sign)s' between straight "
            'quotation marks ("), such as %(example)s',
            count=width,
            heads=widths[start],
            sign=delimiter,
            example=f'"…{delimiter} …"',
        )
        yield Problem(CellPlace(str(file), line), message, CHECK)
        goes_on = next((i for i, text in enumerate(cells) if text[:1] == " " and i), 2)
        cells[goes_on - 1 :] = [""] * (len(cells) - goes_on + 1)


def _xlsx(file: Path) -> Workbook:
    from openpyxl import load_workbook

    try:
        _refuse_large(file)
        # Not read_only: that mode doesn't know which sheets are hidden before they are read.
        book, formulas = load_workbook(file, data_only=True), load_workbook(file)
    except Unusable:
        raise
    except Exception as error:
        # For a broken file, the parsers of ZIP and XML raise exceptions of many types.
        reason = str(error).partition("\n")[0] or type(error).__name__
        message = say("is not an XLSX spreadsheet (%(reason)s); save it anew as .xlsx, or as .csv", reason=reason)
        raise unusable(file, message, CHECK) from None
    sheets: list[Worksheet] = []
    problems: list[Problem] = []
    for sheet in book.worksheets:
        if sheet.sheet_state == "visible" and not sheet.title.startswith("_"):
            sheets.append(_worksheet(sheet, formulas[sheet.title], str(file), problems))
    names = [sheet.name or "" for sheet in sheets]
    # A sheet with a chart alone has no cells.
    left_out = [title for title in book.sheetnames if title not in names]
    return Workbook(tuple(sheets), tuple(left_out), tuple(problems), tuple(_ranges_in(book)))


def _ranges_in(book: Any) -> Iterator[NamedRange]:
    """Yield the tables of a workbook, and the names that stand for one range of cells; others are formulas."""
    from openpyxl.formula.tokenizer import TokenizerError
    from openpyxl.utils import range_boundaries

    areas = [
        (table.displayName, sheet.title, table.ref) for sheet in book.worksheets for table in sheet.tables.values()
    ]
    named = [*book.defined_names.values(), *(one for sheet in book.worksheets for one in sheet.defined_names.values())]
    for one in named:
        # What a damaged file has in place of an address raises errors of many types.
        with suppress(TokenizerError, ValueError, AttributeError, IndexError, TypeError):
            destinations = list(one.destinations)
            if len(destinations) == 1:
                areas.append((one.name, destinations[0][0].replace("''", "'"), destinations[0][1]))
    for name, title, area in areas:
        with suppress(ValueError, TypeError):
            left, top, right, bottom = range_boundaries(area)
            # A range of whole columns has no rows, and the other way about.
            yield NamedRange(name, title, (top or 1, left or 1), (bottom or MAX_ROWS, right or MAX_COLUMNS))


def _ods(file: Path) -> Workbook:
    try:
        tables = read_tables(file, _MAX_BYTES)
    except ValueError as fault:
        message = say("is not an ODS spreadsheet (%(reason)s); save it anew as .ods, or as .csv", reason=str(fault))
        raise unusable(file, message, CHECK) from None
    problems: list[Problem] = []
    kept = [table for table in tables if not table.is_hidden and not table.name.startswith("_")]
    sheets = [_of_table(table, str(file), problems) for table in kept]
    left_out = [table.name for table in tables if table not in kept]
    ranges = (NamedRange(name, table.name, *area) for table in kept for name, area in table.ranges.items())
    return Workbook(tuple(sheets), tuple(left_out), tuple(problems), tuple(ranges))


def _of_table(table: Table, file: str, problems: list[Problem]) -> Worksheet:
    own = _own_columns(table.texts)
    faults = [Problem(CellPlace(file, *at, table.name), fault, CHECK) for at, fault in sorted(table.faults.items())]
    problems += [one for one in faults if (one.place.line or 0) <= own.get(one.place.column or 0, MAX_ROWS)]
    rows = _table_of(table.texts, file, table.name, problems)
    lines, columns = {line for line, _ in table.texts}, {column for _, column in table.texts}
    hidden = [
        *map(str, sorted(table.hidden_rows & lines)),
        *map(column_letters, sorted(table.hidden_columns & columns)),
    ]
    problems += _note_on_hidden(hidden, file, table.name)
    merged = {
        at: ":".join(f"{column_letters(column)}{line}" for line, column in area) for at, area in table.merged.items()
    }
    return Worksheet(table.name, tuple(_rows(file, table.name, rows.items(), merged)))


def _own_columns(texts: Mapping[tuple[int, int], str]) -> dict[int, int]:
    """Return the row of the head of each column that is the author's own."""
    return {column: line for (line, column), text in sorted(texts.items(), reverse=True) if text.startswith("_")}


def _table_of(
    texts: Mapping[tuple[int, int], str], file: str, sheet: str, problems: list[Problem]
) -> dict[int, list[str]]:
    """Return the texts of a sheet by row; one beyond the last column that is read is a problem."""
    table: dict[int, list[str]] = {}
    for (line, column), text in sorted(texts.items()):
        if column > MAX_COLUMNS and text:
            message = say(
                "stands beyond the last column that is read, %(last)s; delete it, or move it",
                last=column_letters(MAX_COLUMNS),
            )
            problems.append(Problem(CellPlace(file, line, column, sheet), message, CHECK))
        elif text:
            cells = table.setdefault(line, [])
            cells += [""] * (column - 1 - len(cells)) + [text]
    return table


def _refuse_large(file: Path) -> None:
    """Raise Unusable for a workbook that is too large to be a list, or has too many merged cells to look at each."""
    from zipfile import ZipFile

    from openpyxl.utils import range_boundaries

    with ZipFile(file) as parts:
        size = sum(part.file_size for part in parts.infolist())
        if size > _MAX_BYTES:
            message = say(
                "unpacks to %(size)s MB, and at most %(most)s are read; save its lists alone, as .csv",
                size=size // 1_000_000,
                most=_MAX_BYTES // 1_000_000,
            )
            raise unusable(file, message, CHECK)
        texts = (parts.read(name) for name in parts.namelist() if name.startswith("xl/worksheets/"))
        areas = [area.decode() for text in texts for area in _MERGED.findall(text)]
    for area in areas:
        first_column, first_row, last_column, last_row = range_boundaries(area)
        if (last_column - first_column + 1) * (last_row - first_row + 1) > _MAX_MERGED:
            raise unusable(file, say("has too many merged cells (%(range)s); unmerge them", range=area), CHECK)


def _worksheet(sheet: Any, formulas: Any, file: str, problems: list[Problem]) -> Worksheet:
    """Return a worksheet of a workbook; ``formulas`` is the same one with its formulas in place of their results."""
    faults: list[Problem] = []
    texts = {(cell.row, cell.column): _text_of(cell, file, faults) for cell in _filled(sheet)}
    merged: dict[tuple[int, int], str] = {}
    for area in sheet.merged_cells.ranges:
        text = texts.get((area.min_row, area.min_col), "")
        for place in area.cells:
            merged[place] = area.coord
            texts[place] = text
    table = _table_of(texts, file, sheet.title, problems)
    for cell in _filled(formulas):
        if cell.data_type == "f" and sheet[cell.coordinate].value is None:
            message = say(
                "holds a formula without its result; open the file in a spreadsheet program and save it, or write the "
                "value"
            )
            faults.append(Problem(CellPlace(file, cell.row, cell.column, sheet.title), message, CHECK))
    own = _own_columns(texts)
    problems += [one for one in faults if (one.place.line or 0) <= own.get(one.place.column or 0, MAX_ROWS)]
    problems += _hidden(sheet, {line for line, _ in texts}, {column for _, column in texts}, file)
    return Worksheet(sheet.title, tuple(_rows(file, sheet.title, table.items(), merged)))


def _filled(sheet: Any) -> list[Any]:
    """Return the cells of a worksheet that hold anything, by rows.

    ``iter_rows`` makes a cell of each place up to the last one: a stray cell in the last row is a million of them.
    """
    return [cell for _, cell in sorted(sheet._cells.items()) if cell.value is not None]


def _hidden(sheet: Any, lines: Collection[int], columns: Collection[int], file: str) -> Iterator[Problem]:
    """Yield a note with the rows and columns of a worksheet that are hidden, and are read all the same."""
    ranges = [one for one in sheet.column_dimensions.values() if one.hidden]
    names = [
        *(str(line) for line in sorted(lines) if line in sheet.row_dimensions and sheet.row_dimensions[line].hidden),
        *(column_letters(one) for one in sorted(columns) if any(part.min <= one <= part.max for part in ranges)),
    ]
    yield from _note_on_hidden(names, file, sheet.title)


def _note_on_hidden(names: Collection[str], file: str, sheet: str) -> Iterator[Problem]:
    if names:
        message = say(
            "hidden rows and columns are read as well: %(names)s; delete what is not meant", names=", ".join(names)
        )
        yield Problem(CellPlace(file, sheet=sheet), message, SHEETS, "note")


def _rows(
    file: str, sheet: str | None, table: Iterable[tuple[int, list[str]]], merged: Mapping[tuple[int, int], str]
) -> Iterator[SheetRow]:
    for line, cells in table:
        if any(text.strip() for text in cells):
            yield SheetRow(
                tuple(
                    SheetCell(text.strip(), CellPlace(file, line, column, sheet), merged.get((line, column), ""))
                    for column, text in enumerate(cells, 1)
                )
            )


def _text_of(cell: Any, file: str, problems: list[Problem]) -> str:
    """Return the text that a cell of a workbook shows; a cell whose text can't be known adds a problem."""
    value = cell.value
    if value is None:
        return ""

    def refuse(message: str) -> str:
        problems.append(Problem(CellPlace(file, cell.row, cell.column, cell.parent.title), message, CHECK))
        return ""

    if cell.data_type == "e":
        return refuse(say("holds the error %(value)s; mend its formula", value=value))
    if cell.is_date:
        return refuse(say("is a date to the spreadsheet; format the cell as text and write it anew"))
    if isinstance(value, bool):
        return "true" if value else "false"
    if cell.font.strike:
        return refuse(say("is struck out; delete it, or take the line off"))
    if isinstance(value, int | float):
        text, held, shown = shown_number(value, str(cell.number_format))
        if not math.isclose(held, shown, rel_tol=1e-9):
            numbers = {"held": f"{held:g}", "shown": f"{shown:g}"}
            return refuse(say("holds %(held)s and shows %(shown)s; write what is meant", **numbers))
        # A number of a workbook has a point before decimals, whatever three digits look like.
        return doubtless(text)
    return str(value)


def shown_number(value: float, number_format: str) -> tuple[str, float, float]:
    """Return the text of a number with the words and the sign that its format adds; the number held, and the one shown.

    The words count only where they make a figure of it. The numbers differ where a format rounds or scales. Per cent is
    a hundred times what is held.

    >>> shown_number(5, '0" cm"'), shown_number(2.4, "0")
    (('5 cm', 5, 5.0), ('2.4', 2.4, 2.0))
    """
    before, digits, after = _cut(_section_for(value, number_format))
    if "%" in before + after:
        held = value * 100
        return f"{held:.10g} %", held, _rounded(held, digits)
    plain = f"{value:.15g}"
    if value < 0:
        # The section for numbers below zero may say so with brackets, with a colour, or not at all.
        before, after = re.sub(r"[-(]", "", before) + "-", after.replace(")", "")
    text = f"{before}{abs(value):.15g}{after}".strip()
    return text if figure_in(text) else plain, value, _rounded(value, digits)


def _section_for(value: float, number_format: str) -> str:
    """Return the section of a format that a number is shown by; "" for one that is picked in another way."""
    sections = [match[1] for match in _SECTION.finditer(number_format)][:-1]
    if not sections or _PICKED.search(number_format):
        return ""
    if value < 0 and len(sections) > 1:
        return sections[1]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]


def _cut(section: str) -> tuple[str, str, str]:
    """Return the text before the digits of a section, the digits, and the text behind them.

    All are empty for a section with digits in several places, such as a fraction (``# ?/?``).
    """
    before, digits, after = "", "", ""
    for quoted, escaped, _, number, sign in _PIECE.findall(section):
        if number and digits:
            return "", "", ""
        if number:
            digits = number
        elif digits:
            after += quoted or escaped or sign
        else:
            before += quoted or escaped or sign
    return before, digits, after


def _rounded(value: float, digits: str) -> float:
    """Return a number with the decimals that digits of a format have, in thousands for each comma behind them."""
    if not digits:
        return value
    decimals = digits.partition(".")[2]
    thousands = len(digits) - len(digits.rstrip(","))
    return float(round(value / 1000**thousands, len(decimals.rstrip(","))))

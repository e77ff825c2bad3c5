"""Spreadsheets (CSV or XLSX): worksheets of rows of cells, and the records that users keep in them.

A cell knows its worksheet, row and column. One row is a record, one column a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from kensei_docs.database.columns_and_cells import Cells, Column, Columns, Refused
from kensei_docs.database.model import Database, Edition
from kensei_docs.database.placeholders_and_plurals import figure_of_cell
from kensei_docs.database.record_parts import set_at
from kensei_docs.database.vocabulary import MESSAGES
from kensei_docs.database.yaml_reading import Tree
from kensei_docs.figures import doubt_about, doubtless, number_in
from kensei_docs.problems import Place, Problem, Unusable, say, short_path, unusable
from kensei_docs.slugs import slug_of

SUFFIXES = (".csv", ".xlsx")
CHECK = "spreadsheet"
_DELIMITERS = (",", ";", "\t")
# A figure in running words, with its unit; or the sign %, which a message writes twice.
_FIGURE_OR_PERCENT = re.compile(
    r"[+\-−]?\d+(?:(?:[.,'\u2019\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|[.,/]\d+)?(?:[dD]\d+)?\+?"
    r"(?: ?(?:cm|mm|in|inches|%|”|″)(?!\w))?|%"
)


@dataclass(frozen=True)
class CellPlace(Place):
    """The place of a cell: ``units.xlsx, sheet Units, row 4, column C``; a CSV has no sheet."""

    sheet: str | None = None

    @property
    def within(self) -> str:
        letters = None if self.column is None else column_letters(self.column)
        parts = (("sheet", self.sheet), ("row", self.line), ("column", letters))
        return ", ".join(f"{name} {value}" for name, value in parts if value is not None)

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
class Worksheet:
    """One tab of a spreadsheet with its rows; empty rows are left out."""

    name: str | None
    rows: tuple[SheetRow, ...]


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


def read_worksheets(file: Path) -> tuple[list[Worksheet], list[Problem]]:
    """Return the worksheets of a file, and the problems of single cells.

    A worksheet that is hidden, or whose name begins with ``_``, is the author's own and left out.
    Raises Unusable for a file that can't be read at all.
    """
    if not file.is_file():
        raise unusable(file, say("is not there; see how its name is spelt"), CHECK)
    return _csv(file) if file.suffix.lower() == ".csv" else _xlsx(file)


def _csv(file: Path) -> tuple[list[Worksheet], list[Problem]]:
    import csv

    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unusable(
            file, say("is not %(encoding)s text; save it as CSV in %(encoding)s", encoding="UTF-8"), CHECK
        ) from None
    if "\0" in text:
        raise unusable(file, say("is not text; save it as CSV in %(encoding)s", encoding="UTF-8"), CHECK)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        table = list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True))
    except csv.Error as error:
        message = say("is not CSV: %(fault)s; see whether a quotation mark is left open", fault=error)
        raise unusable(file, message, CHECK) from None
    return [Worksheet(None, tuple(_rows(str(file), None, table, {})))], []


def _xlsx(file: Path) -> tuple[list[Worksheet], list[Problem]]:
    from openpyxl import load_workbook

    try:
        # Not read_only: that mode doesn't know which sheets are hidden before they are read.
        book = load_workbook(file, data_only=True)
        formulas = load_workbook(file) if _has_formulas(file) else None
    except Exception as error:
        # For a broken file, the parsers of ZIP and XML raise exceptions of many types.
        reason = str(error).partition("\n")[0] or type(error).__name__
        message = say("is not an XLSX spreadsheet (%(reason)s); save it anew as .xlsx, or as .csv", reason=reason)
        raise unusable(file, message, CHECK) from None
    sheets: list[Worksheet] = []
    problems: list[Problem] = []
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible" or sheet.title.startswith("_"):
            continue
        table = [[_text_of(cell, str(file), problems) for cell in row] for row in sheet.iter_rows()]
        merged: dict[tuple[int, int], str] = {}
        for area in sheet.merged_cells.ranges:
            for row, column in area.cells:
                merged[row, column] = area.coord
                table[row - 1][column - 1] = table[area.min_row - 1][area.min_col - 1]
        if formulas is not None:
            problems += _formulas_without_result(sheet, formulas[sheet.title], str(file))
        sheets.append(Worksheet(sheet.title, tuple(_rows(str(file), sheet.title, table, merged))))
    names = [sheet.name or "" for sheet in sheets]
    left_out = [sheet.title for sheet in book.worksheets if sheet.title not in names]
    if len(book.worksheets) > 1:
        message = say(
            "its sheets are read as one list: %(names)s; left out are: %(others)s; hide a sheet, or begin its name "
            "with '_', to leave it out",
            names=", ".join(names) or say("none"),
            others=", ".join(left_out) or say("none"),
        )
        problems.append(Problem(CellPlace(str(file)), message, CHECK, "note"))
    return sheets, problems


def _has_formulas(file: Path) -> bool:
    from zipfile import ZipFile

    with ZipFile(file) as parts:
        return any(
            b"<f>" in (text := parts.read(name)) or b"<f " in text
            for name in parts.namelist()
            if name.startswith("xl/worksheets/")
        )


def _formulas_without_result(sheet: Any, formulas: Any, file: str) -> Iterator[Problem]:
    """Yield a problem for each formula whose result the file doesn't hold."""
    for row in formulas.iter_rows():
        for cell in row:
            if cell.data_type == "f" and sheet[cell.coordinate].value is None:
                yield Problem(
                    CellPlace(file, cell.row, cell.column, sheet.title),
                    say(
                        "holds a formula without its result; open the file in a spreadsheet program and save it, or "
                        "write the value"
                    ),
                    CHECK,
                )


def _rows(
    file: str, sheet: str | None, table: list[list[str]], merged: Mapping[tuple[int, int], str]
) -> Iterator[SheetRow]:
    for line, cells in enumerate(table, 1):
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
    if isinstance(value, int | float):
        text = f"{value * 100:.10g} %" if "%" in str(cell.number_format) else f"{value:.15g}"
        # A number of a workbook has a point before decimals, whatever three digits look like.
        return doubtless(text)
    return str(value)


@dataclass
class ListTree(Tree):
    """The records of a spreadsheet, with the cell of each of their parts."""

    cells: dict[str, CellPlace] = field(default_factory=dict)

    def place(self, path: str = "") -> Place:
        while path and path not in self.cells:
            path = path.rpartition(".")[0]
        return self.cells.get(path) or CellPlace(str(self.file))


def read_records(file: Path, kind: str, database: Database, edition: Edition) -> tuple[ListTree, list[Problem]]:
    """Read a spreadsheet of records of one kind; a cell that can't be used becomes a problem."""
    tree = ListTree(file, {})
    try:
        columns, cells = Columns(database, kind), Cells(database, edition)
        worksheets, problems = read_worksheets(file)
    except Unusable as unreadable:
        return tree, list(unreadable.problems)
    for worksheet in worksheets:
        other = database.vocabulary.kinds.get(slug_of(worksheet.name or ""), kind)
        if other != kind:
            message = say(
                "the sheet bears the name of '%(other)s', but this file holds records of the kind '%(kind)s'; save it "
                "as a file of its own, or rename it",
                other=slug_of(worksheet.name or ""),
                kind=kind,
            )
            problems.append(Problem(CellPlace(str(file), sheet=worksheet.name), message, CHECK))
        for row in body_of(worksheet, columns, problems, cells=cells):
            _add_record(row, tree, cells, problems)
    return tree, problems


@dataclass(frozen=True)
class FilledRow:
    """One row of a list: its filled cells with their columns."""

    place: CellPlace
    cells: tuple[tuple[Column, SheetCell], ...]

    def text(self, name: str) -> str:
        """Return the text of the cell in a column, empty without one."""
        return next((cell.text for column, cell in self.cells if column.name == name), "")


def body_of(
    worksheet: Worksheet, columns: Columns, problems: list[Problem], start: int = 0, cells: Cells | None = None
) -> Iterator[FilledRow]:
    """Yield the rows below the head, which is the row at ``start``, without those of totals.

    A column whose head begins with ``_`` is the author's own. With ``cells``, each column must hold what it is for.
    """
    if start >= len(worksheet.rows):
        return
    heads = _heads(worksheet.rows[start], columns, problems)
    for i, head in enumerate(heads):
        texts = [row.cells[i].text for row in worksheet.rows[start + 1 :] if i < len(row.cells)]
        if cells and isinstance(head, Column) and not cells.belong(head, texts):
            place = worksheet.rows[start].cells[i]
            message = say(
                "'%(text)s' is no column of your game yet; declare it under 'columns' in data/vocabulary.yaml, or begin "
                "its name with '_'",
                text=place.text,
            )
            problems.append(Problem(place.place, message, CHECK))
            heads[i] = place.text
    sums: dict[Column, float] = {}
    for row in worksheet.rows[start + 1 :]:
        label = next((cell.text for cell in row.cells if cell.text), "")
        if columns.is_total(label):
            problems += _total_row(row, label, heads, sums)
            continue
        filled: list[tuple[Column, SheetCell]] = []
        for i, cell in enumerate(row.cells):
            head = heads[i] if i < len(heads) else None
            if not cell.text or isinstance(head, str):
                continue
            if head is None:
                message = say("'%(text)s' stands in a column without a head; give it one", text=cell.text)
            elif cell.is_merged_across or (cell.merged and head.takes == "count"):
                message = say("is merged (%(range)s); part the cells, and fill in each", range=cell.merged)
            else:
                filled.append((head, cell))
                continue
            problems.append(Problem(cell.place, message, CHECK))
        if filled:
            for column, cell in filled:
                if column.takes == "count":
                    sums[column] = sums.get(column, 0) + (number_in(cell.text) or 0)
            yield FilledRow(row.place, tuple(filled))


def _total_row(
    row: SheetRow, label: str, heads: Sequence[Column | str | None], sums: Mapping[Column, float]
) -> Iterator[Problem]:
    """Yield the note that a row is left out, and a warning for each number in it that is not the sum of those above."""
    message = say("'%(name)s' is taken for the total of the rows above, and left out", name=label)
    yield Problem(row.place, message, CHECK, "note")
    for head, cell in zip(heads, row.cells, strict=False):
        number = number_in(cell.text)
        if isinstance(head, Column) and head in sums and number is not None and number != sums[head]:
            message = say(
                "the total is %(total)s, the rows above come to %(sum)s; see which is right",
                total=cell.text,
                sum=f"{sums[head]:g}",
            )
            yield Problem(cell.place, message, CHECK, "warning")


def _heads(row: SheetRow, columns: Columns, problems: list[Problem]) -> list[Column | str | None]:
    """Return the column of each cell of the head; the text of a head to pass over, None for an empty cell."""
    heads: list[Column | str | None] = []
    for cell in row.cells:
        column = columns.find(cell.text)
        if column in heads and column is not None:
            message = say("'%(text)s' is a second column of '%(column)s'; keep one", text=cell.text, column=column.name)
        elif column is None and cell.text and not cell.text.startswith("_"):
            hint = columns.suggestion(cell.text)
            message = say("'%(text)s' is not a known column%(hint)s", text=cell.text, hint=hint)
        else:
            heads.append(column or cell.text or None)
            continue
        problems.append(Problem(cell.place, message, CHECK))
        heads.append(cell.text)
    return heads


def _add_record(row: FilledRow, tree: ListTree, cells: Cells, problems: list[Problem]) -> None:
    slug = row.text("id") or slug_of(row.text("name"))
    if not slug:
        problems.append(Problem(row.place, say("has no name; write one"), CHECK))
        return
    if slug in tree.value:
        message = say(
            "'%(name)s' stands in row %(row)s already; give one of them another name, or an id",
            name=slug,
            row=tree.cells[slug].line,
        )
        problems.append(Problem(row.place, message, CHECK))
        return
    record: dict[str, Any] = {}
    tree.value[slug] = record
    tree.cells[slug] = row.place
    for column, cell in row.cells:
        try:
            value = cells.read(column, cell.text)
            if column.name in MESSAGES - {"name"}:
                value = _message_with_figures(value, column.name, record, tree, slug, cell)
        except Refused as refused:
            problems.append(Problem(cell.place, refused.message, CHECK))
            continue
        if column.name != "id":
            set_at(record, column.at, value)
            tree.cells[f"{slug}.{column.at}"] = cell.place


def _message_with_figures(
    words: str, name: str, record: dict[str, Any], tree: ListTree, slug: str, cell: SheetCell
) -> str:
    """Return the words of a cell as a message, with its figures put among the record's; raises Refused.

    They are counted cell by cell: a column more changes none of their names.
    """
    numbers = count(1)

    def put(match: re.Match[str]) -> str:
        if match.group() == "%":
            return "%%"
        if doubt := doubt_about(match.group()):
            raise Refused(doubt)
        key = figure_of_cell(name, next(numbers))
        record.setdefault("figures", {})[key] = match.group()
        tree.cells[f"{slug}.figures.{key}"] = cell.place
        return f"%({key})s"

    return _FIGURE_OR_PERCENT.sub(put, words)

"""Records that users keep in a spreadsheet: one row a record, one column a field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kensei_docs.database.model import Database, Edition
from kensei_docs.database.paths import set_at
from kensei_docs.database.record_keys import MESSAGES
from kensei_docs.database.spreadsheets.columns_and_cells import Cells, Column, Columns, Refused
from kensei_docs.database.spreadsheets.worksheets import CellPlace, SheetCell, SheetRow, Worksheet, read_worksheets
from kensei_docs.database.yaml_reading import Tree
from kensei_docs.problems import Place, Problem, Unusable, say
from kensei_docs.slugs import slug_of

# A figure in running words, with its unit.
_FIGURE = re.compile(
    r"[+\-−]?\d+(?:[.,/]\d+)?(?:[dD]\d+)?\+?"
    r"(?: ?(?:cm|mm|in|inches|%|”|″)(?!\w))?"
)


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
        for row in body_of(worksheet, columns, problems):
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


def body_of(worksheet: Worksheet, columns: Columns, problems: list[Problem], start: int = 0) -> Iterator[FilledRow]:
    """Yield the rows below the head, which is the row at ``start``.

    A column whose head begins with ``_`` is the author's own.
    """
    if start >= len(worksheet.rows):
        return
    heads = _heads(worksheet.rows[start], columns, problems)
    for row in worksheet.rows[start + 1 :]:
        filled: list[tuple[Column, SheetCell]] = []
        for i, cell in enumerate(row.cells):
            head = heads[i] if i < len(heads) else None
            if cell.text and head is None:
                message = say("'%(text)s' stands in a column without a head; give it one", text=cell.text)
                problems.append(Problem(cell.place, message, "spreadsheet"))
            elif cell.text and isinstance(head, Column):
                filled.append((head, cell))
        if filled:
            yield FilledRow(row.place, tuple(filled))


def _heads(row: SheetRow, columns: Columns, problems: list[Problem]) -> list[Column | str | None]:
    """Return the columns under a head; text for one to pass over, None where there is no head."""
    heads: list[Column | str | None] = []
    for cell in row.cells:
        column = columns.find(cell.text)
        if column in heads and column is not None:
            message = say("'%(text)s' is a second column of '%(column)s'; keep one", text=cell.text, column=column.name)
            problems.append(Problem(cell.place, message, "spreadsheet"))
            heads.append(cell.text)
        elif column is None and cell.text and not cell.text.startswith("_"):
            hint = columns.suggestion(cell.text)
            message = say("'%(text)s' is not a known column%(hint)s", text=cell.text, hint=hint)
            problems.append(Problem(cell.place, message, "spreadsheet"))
            heads.append(cell.text)
        else:
            heads.append(column or cell.text or None)
    return heads


def _add_record(row: FilledRow, tree: ListTree, cells: Cells, problems: list[Problem]) -> None:
    slug = row.text("id") or slug_of(row.text("name"))
    if not slug:
        problems.append(Problem(row.place, say("has no name; write one"), "spreadsheet"))
        return
    if slug in tree.value:
        message = say(
            "'%(name)s' stands in row %(row)s already; give one of them another name, or an id",
            name=slug,
            row=tree.cells[slug].line,
        )
        problems.append(Problem(row.place, message, "spreadsheet"))
        return
    record: dict[str, Any] = {}
    tree.value[slug] = record
    tree.cells[slug] = row.place
    for column, cell in row.cells:
        try:
            value = cells.read(column, cell.text)
        except Refused as refused:
            problems.append(Problem(cell.place, refused.message, "spreadsheet"))
            continue
        if column.name != "id":
            if column.name in MESSAGES - {"name"}:
                value = _message_with_figures(value, column.name, record, tree, slug, cell)
            set_at(record, column.at, value)
            tree.cells[f"{slug}.{column.at}"] = cell.place


def _message_with_figures(
    words: str, name: str, record: dict[str, Any], tree: ListTree, slug: str, cell: SheetCell
) -> str:
    """Return the words of a cell as a message, with its figures put among the record's."""

    def put(match: re.Match[str]) -> str:
        figures = record.setdefault("figures", {})
        key = f"{name}-{len(figures) + 1}"
        figures[key] = match.group()
        tree.cells[f"{slug}.figures.{key}"] = cell.place
        return f"%({key})s"

    parts = _FIGURE.split(words)
    figures = [put(match) for match in _FIGURE.finditer(words)]
    texts = [part.replace("%", "%%") for part in parts]
    return "".join(piece for pair in zip(texts, [*figures, ""], strict=True) for piece in pair)

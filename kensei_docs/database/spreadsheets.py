"""Records that users keep in spreadsheets: one row is a record, one column a field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kensei_docs.database.columns_and_cells import Cells, Column, Columns, Refused
from kensei_docs.database.figures_in_words import figures_in_words
from kensei_docs.database.model import Database, Edition
from kensei_docs.database.placeholders_and_plurals import figure_of_cell, placeholder_in_cell
from kensei_docs.database.record_parts import set_at
from kensei_docs.database.worksheets import CHECK, CellPlace, SheetCell, SheetRow, Worksheet, read_worksheets
from kensei_docs.database.yaml_reading import MESSAGES, Tree
from kensei_docs.figures import number_in
from kensei_docs.problems import Place, Problem, Unusable, say
from kensei_docs.slugs import slug_of


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
            _add_record(row, tree, cells, edition, problems)
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
    worksheet: Worksheet,
    columns: Columns,
    problems: list[Problem],
    start: int = 0,
    cells: Cells | None = None,
    beside_rows: Mapping[str, float] | None = None,
) -> Iterator[FilledRow]:
    """Yield the rows below the head, which is the row at ``start``, without those of totals.

    A column whose head begins with ``_`` is the author's own. With ``cells``, each column must hold what it is for.
    ``beside_rows`` is what a total may hold beside the rows, by column name.
    """
    if start >= len(worksheet.rows):
        return
    if cells:
        start = _row_of_head(worksheet, columns, problems)
    heads = _heads(worksheet.rows[start], columns, problems)
    for i, head in enumerate(heads):
        texts = [row.cells[i].text for row in worksheet.rows[start + 1 :] if i < len(row.cells)]
        if cells and isinstance(head, Column) and not cells.belong(head, texts):
            place = worksheet.rows[start].cells[i]
            message = say(
                "'%(text)s' is no column of your game yet; declare it under 'columns' in data/vocabulary.yaml, or "
                "begin its name with '_'",
                text=place.text,
            )
            problems.append(Problem(place.place, message, CHECK))
            heads[i] = place.text
    # A head that is merged with cells below it would be the text of these.
    of_head = {cell.merged for cell in worksheet.rows[start].cells if cell.merged}
    sums: dict[Column, float] = {}
    rows_above = 0
    headless: set[int] = set()
    for row in worksheet.rows[start + 1 :]:
        label = next((cell.text for cell in row.cells if cell.text), "")
        if columns.is_total(label):
            numbers = [(h, c.text, c.place) for h, c in zip(heads, row.cells, strict=False) if isinstance(h, Column)]
            problems += total_row(row.place, label, numbers, sums, beside_rows or {})
            continue
        if columns.is_average(label) and _is_average(row, heads, sums, rows_above):
            message = say("'%(name)s' is taken for the average of the rows above, and left out", name=label)
            problems.append(Problem(row.place, message, CHECK, "note"))
            continue
        filled: list[tuple[Column, SheetCell]] = []
        for i, cell in enumerate(row.cells):
            head = heads[i] if i < len(heads) else None
            if not cell.text or isinstance(head, str):
                continue
            if head is None:
                if i in headless:
                    continue
                headless.add(i)
                message = say("'%(text)s' stands in a column without a head; give it one", text=cell.text)
            elif cell.is_merged_across or cell.merged in of_head or (cell.merged and head.takes == "count"):
                message = say("is merged (%(range)s); unmerge the cells, and fill in each", range=cell.merged)
            else:
                filled.append((head, cell))
                continue
            problems.append(Problem(cell.place, message, CHECK))
        if filled:
            rows_above += 1
            for column, cell in filled:
                if column.takes == "count":
                    sums[column] = sums.get(column, 0) + (number_in(cell.text) or 0)
            yield FilledRow(row.place, tuple(filled))


def _row_of_head(worksheet: Worksheet, columns: Columns, problems: list[Problem]) -> int:
    """Return the index of the row of heads; rows above it, such as a title, are a problem."""
    known = [sum(columns.find(cell.text) is not None for cell in row.cells) for row in worksheet.rows]
    found = next((i for i, count in enumerate(known) if count > 1), 0)
    if known[0] or not found:
        return 0
    first, head = worksheet.rows[0].place, worksheet.rows[found].place
    message = say("the heads of the columns stand in row %(row)s; delete the rows above it", row=head.line)
    problems.append(Problem(first, message, CHECK))
    return found


def _is_average(
    row: SheetRow, heads: Sequence[Column | str | None], sums: Mapping[Column, float], rows_above: int
) -> bool:
    """Return whether a row has numbers, and all are the average of the rows above, rounded or not."""
    pairs = [
        (number_in(cell.text), sums[head] / rows_above)
        for head, cell in zip(heads, row.cells, strict=False)
        if isinstance(head, Column) and head in sums and number_in(cell.text) is not None
    ]
    return bool(pairs) and all(abs((number or 0) - average) < 1 for number, average in pairs)


def total_row(
    place: Place,
    label: str,
    numbers: Iterable[tuple[Column, str, Place]],
    sums: Mapping[Column, float],
    beside_rows: Mapping[str, float],
    check: str = CHECK,
) -> Iterator[Problem]:
    """Yield the note that a row is left out, and a warning for each number in it that is not the sum of those above.

    ``beside_rows`` is what a total may hold beside the rows, by column name: it is right with and without it.
    """
    message = say("'%(name)s' is taken for the total of the rows above, and left out", name=label)
    yield Problem(place, message, check, "note")
    for column, text, place_of_number in numbers:
        number = number_in(text)
        if column not in sums or number is None:
            continue
        if number not in (sums[column], sums[column] + beside_rows.get(column.name, 0)):
            message = say(
                "the total is %(total)s, the rows above come to %(sum)s; see which is right",
                total=text,
                sum=f"{sums[column]:g}",
            )
            yield Problem(place_of_number, message, check, "warning")


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


def _add_record(row: FilledRow, tree: ListTree, cells: Cells, edition: Edition, problems: list[Problem]) -> None:
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
            if column.name == "name":
                value = str(value).replace("%", "%%")
            elif column.name in MESSAGES:
                value = _message_with_figures(value, column.name, edition, record, tree, slug, cell)
        except Refused as refused:
            problems.append(Problem(cell.place, refused.message, CHECK))
            continue
        if column.name != "id":
            set_at(record, column.at, value)
            tree.cells[f"{slug}.{column.at}"] = cell.place


def _message_with_figures(
    words: str, name: str, edition: Edition, record: dict[str, Any], tree: ListTree, slug: str, cell: SheetCell
) -> str:
    """Return the words of a cell as a message, with its figures put among the record's; raises Refused.

    They are counted cell by cell: a column more changes none of their names.
    """
    if named := placeholder_in_cell(words):
        message = say(
            "'%(text)s' stands for nothing in a cell; write the figure itself, which the tool finds in the words",
            text=named,
        )
        raise Refused(message)
    parts, at = [], 0
    for number, figure in enumerate(figures_in_words(words, edition.written_in, edition.units), 1):
        if figure.doubt:
            raise Refused(figure.doubt)
        key = figure_of_cell(name, number)
        record.setdefault("figures", {})[key] = figure.value
        tree.cells[f"{slug}.figures.{key}"] = cell.place
        parts += [words[at : figure.start].replace("%", "%%"), f"%({key})s"]
        at = figure.end
    return "".join([*parts, words[at:].replace("%", "%%")])

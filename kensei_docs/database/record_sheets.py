"""Records in the sheets of a spreadsheet: which sheet has records of which kind, and what its columns are.

A sheet whose name is that of a kind has the records of this kind, in a workbook of any name; the other sheets of a file
with the name of a kind have more of its records where their heads are the same. A sheet that is neither is a problem:
its records would be of a kind that nobody meant. A range of cells with the name of a kind, heads in its first row, has
the records of this kind; what stands beside it on its sheet is the author's own. ``own_columns`` says what a column
holds that nothing declares; a line a sheet says what it was taken for. Cells that name records are looked up when all
records of the edition are there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kensei_docs.database.model import CellTranslation, Database, Edition
from kensei_docs.database.own_columns import (
    COLOURS,
    Held,
    held_in,
    is_dash,
    likeliest_colour,
    misspelt,
    parts_of,
    path_of,
)
from kensei_docs.database.paths import set_at
from kensei_docs.database.placeholders import PLACEHOLDER, figure_of_cell, placeholder_in_cell
from kensei_docs.database.spreadsheets import (
    Cells,
    Column,
    Columns,
    FilledRow,
    Refused,
    body_of,
    figures_in_words,
    heads_of,
    row_of_head,
)
from kensei_docs.database.worksheets import (
    CHECK,
    MAX_COLUMNS,
    SHEETS,
    CellPlace,
    NamedRange,
    SheetCell,
    Workbook,
    Worksheet,
    column_letters,
    note_on_sheets,
    read_workbook,
)
from kensei_docs.database.yaml_files import Tree
from kensei_docs.figures import same
from kensei_docs.languages import codes, language, language_meant, language_named, noun_forms, singulars
from kensei_docs.problems import Place, Problem, Unusable, closest, say
from kensei_docs.slugs import folded, slug_of

# The files of what editors write beside the records, named as an edition has it.
EDITORIAL = ("rulings", "statements", "turn", "headlines")
# Keys at which the tool looks for effects and formulas, wherever in a record they stand.
_STEPS_OF_EFFECTS = frozenset({"when", "hook", "formula", "formulas", "from"})
# A head with a language: "Text (es)", "Text [Spanish]", "Text es", "Text_es".
_IN_LANGUAGE = re.compile(
    r"(?P<head>.*\S)\s*(?:\((?P<round>[^()]+)\)|\[(?P<square>[^\[\]]+)\])|(?P<before>.*\w)[\s_:/-]+(?P<bare>[A-Za-z]{2})"
)
# The cells that a note names.
_MOST_CELLS = 6


@dataclass
class Taken:
    """A column that nothing declares: its ``head``, and what it was taken for."""

    head: SheetCell
    column: Column
    held: Held


@dataclass
class Sheet:
    """A sheet of records, with what its columns were taken for and how many records it has."""

    place: CellPlace
    kind: str
    found: list[Taken] = field(default_factory=list)
    elsewhere: list[tuple[str, Column]] = field(default_factory=list)  # declared ones whose path isn't their head
    merged: dict[str, None] = field(default_factory=dict)
    odds: set[CellPlace] = field(default_factory=set)  # of cells that are problems already
    count: int = 0
    has_names: bool = True
    area: str = ""  # that of its range, where it is one
    translated: list[tuple[SheetCell, Column]] = field(default_factory=list)  # heads of translations, their columns

    @property
    def is_told(self) -> bool:
        """Whether it is more than the plain list of declared columns that its file's name says it is."""
        return bool(self.found or self.elsewhere or self.merged or self.translated or self.place.sheet)


@dataclass
class ListTree(Tree):
    """The records of one kind in a spreadsheet, with the cell of each of their parts."""

    kind: str = ""
    cells: MutableMapping[str, CellPlace] = field(default_factory=dict)
    sheets: list[Sheet] = field(default_factory=list)
    # The cells that name records of other kinds: the slug of the record, the column and the cell.
    naming: list[tuple[str, Column, SheetCell]] = field(default_factory=list)
    # The translations in cells, by language and path.
    translations: dict[str, dict[str, CellTranslation]] = field(default_factory=dict)
    # The empty cells of columns of translations, where there is a text to translate, in the same way.
    untranslated: dict[str, dict[str, CellPlace]] = field(default_factory=dict)

    @property
    def paths(self) -> set[str]:
        """The paths of its records that columns have which nothing declares."""
        return {taken.column.at for sheet in self.sheets for taken in sheet.found}

    def place(self, path: str = "", before: str | None = None) -> Place:
        while path and path not in self.cells:
            path = path.rpartition(".")[0]
        return self.cells.get(path) or CellPlace(str(self.file))


def read_records(file: Path, kind: str, database: Database, edition: Edition) -> tuple[list[ListTree], list[Problem]]:
    """Read the records of a spreadsheet, a tree a kind; a cell that can't be used becomes a problem.

    ``kind`` is that of which the file bears the name; empty for a workbook whose sheets alone name theirs.
    """
    trees: dict[str, ListTree] = {}
    try:
        book = read_workbook(file, of_records=True)
        problems = list(book.problems)
        of_ranges, rest = _tables_in(file, kind, book, database, problems)
        # A file with the name of a kind and a single sheet has its records there, whatever the sheet is called.
        is_single = bool(kind) and len(book.sheets) == len(rest) == 1
        of_kinds = [*of_ranges, *_kinds_of_sheets(file, kind, is_single, rest, database, edition.written_in, problems)]
        problems += _notes_on(file, book, of_kinds)
        reading = _Reading(database, edition, Cells(database, edition), problems)
        for one, worksheet in of_kinds:
            reading.read(worksheet, trees.setdefault(one, ListTree(file, {}, kind=one)))
    except Unusable as unreadable:
        return [ListTree(file, {}, kind=kind)], list(unreadable.problems)
    return list(trees.values()), problems


def _notes_on(file: Path, book: Workbook, of_kinds: Sequence[tuple[str, Worksheet]]) -> Iterator[Problem]:
    """Yield a note for each kind of which several sheets have records, and one for the sheets that are left out."""
    for kind in dict.fromkeys(kind for kind, _ in of_kinds):
        sheets = tuple(sheet for one, sheet in of_kinds if one == kind)
        if len(sheets) > 1:
            yield note_on_sheets(file, replace(book, sheets=sheets))
    if book.left_out:
        message = f"leaves out what is hidden, a chart, or begins with '_': {', '.join(book.left_out)}"
        yield Problem(CellPlace(str(file)), message, SHEETS, "note")


def ranges_with_heads(book: Workbook, names: Mapping[str, str], database: Database) -> Iterator[tuple[str, NamedRange]]:
    """Yield the ranges that are tables of records, the largest first, with the kind that their name says.

    Their first row has a head for the names. A single column is a list to choose from, as is one without heads.
    ``names`` are the kinds by name, folded.
    """
    sheets = {sheet.name: sheet for sheet in book.sheets}
    # A name of a range has no spaces: Sea_Events, SeaEvents.
    kinds = {name.replace(" ", ""): kind for name, kind in reversed(list(names.items()))}
    for one in sorted(book.ranges, key=lambda one: one.size, reverse=True):
        kind = kinds.get(folded(one.name).replace(" ", ""), "")
        rows = sheets[one.sheet].part(one).rows if kind and one.sheet in sheets else ()
        if rows and one.first[1] < one.last[1]:
            columns = Columns(database, kind)
            found = (columns.find(cell.text) for cell in rows[0].cells if cell.text)
            is_named = any(names.get(folded(cell.text)) == kind for cell in rows[0].cells)
            if is_named or any(column is not None and column.name in ("name", "id") for column in found):
                yield kind, one


def _tables_in(
    file: Path, kind: str, book: Workbook, database: Database, problems: list[Problem]
) -> tuple[list[tuple[str, Worksheet]], list[Worksheet]]:
    """Return the tables in named ranges with their kinds, and the sheets that are read without them.

    On a sheet of its own kind, a range that ends amid the table is of no concern.
    """
    names = names_of_kinds(database)
    own = {sheet.name: names.get(folded(sheet.name or ""), "") for sheet in book.sheets}
    if kind and len(book.sheets) == 1:
        own[book.sheets[0].name] = kind
    sheets = {sheet.name: sheet for sheet in book.sheets}
    taken: list[tuple[str, NamedRange]] = []
    for of, one in ranges_with_heads(book, names, database):
        if any(other.holds(one) and of == of_other for of_other, other in taken):
            continue
        if met := next((other for _, other in taken if other.meets(one)), None):
            message = (
                f"the ranges '{met.name}' ({met.area}) and '{one.name}' ({one.area}) have cells in common; part them"
            )
            problems.append(Problem(CellPlace(str(file), sheet=one.sheet), message, CHECK))
            continue
        beyond = cells_at_edge(book, one)
        if beyond and own[one.sheet] == of:
            continue
        for cell in beyond:
            message = (
                f"stands at the edge of the range '{one.name}' ({one.area}), and is not in it; stretch the range, or "
                "leave empty cells between the two"
            )
            problems.append(Problem(cell.place, message, CHECK))
        taken.append((of, one))
    rest: list[Worksheet] = []
    for sheet in book.sheets:
        here = [(of, one) for of, one in taken if one.sheet == sheet.name]
        left = sheet.without([one for _, one in here]) if here else sheet
        if not here or (left.rows and own[sheet.name] not in ("", *(of for of, _ in here))):
            rest.append(left)
        elif left.rows:
            said = ", ".join(f"{one.name} ({one.area})" for _, one in sorted(here, key=lambda pair: pair[1].first))
            cells = [f"{column_letters(column)}{row}" for row, column in left.cells]
            more = f" and {len(cells) - _MOST_CELLS} more" if len(cells) > _MOST_CELLS else ""
            beside = f"{', '.join(cells[:_MOST_CELLS])}{more}"
            message = f"has records in {said} alone; what stands beside is not read: {beside}"
            problems.append(Problem(CellPlace(str(file), sheet=sheet.name), message, SHEETS, "note"))
    tables = [(of, sheets[one.sheet].part(one)) for of, one in sorted(taken, key=lambda pair: pair[1].first)]
    return tables, rest


def cells_at_edge(book: Workbook, one: NamedRange) -> list[SheetCell]:
    """Return the first cell right below a range, and the head right beside it, which are in no other range."""
    cells = next(sheet.cells for sheet in book.sheets if sheet.name == one.sheet)
    others = [other for other in book.ranges if other.sheet == one.sheet and not other.meets(one)]
    top = min(row for row, column in cells if one.has(row, column))
    below = ((one.last[0] + 1, column) for column in range(one.first[1], min(one.last[1], MAX_COLUMNS) + 1))
    beside = ((top, one.last[1] + 1), (top, one.first[1] - 1))
    found = (
        next((cells[at] for at in places if at in cells and not _is_in(at, others)), None) for places in (below, beside)
    )
    return [cell for cell in found if cell]


def _is_in(at: tuple[int, int], ranges: Iterable[NamedRange]) -> bool:
    return any(one.has(*at) for one in ranges)


def _kinds_of_sheets(
    file: Path,
    kind: str,
    is_single: bool,
    sheets: Sequence[Worksheet],
    database: Database,
    code: str,
    problems: list[Problem],
) -> list[tuple[str, Worksheet]]:
    """Return the kind of record that each sheet holds, without those of none, which are problems."""
    names = names_of_kinds(database)
    if is_single:
        other = names.get(folded(sheets[0].name or ""), kind)
        if other != kind:
            message = say(
                "the sheet bears the name of '%(other)s', but this file holds records of the kind '%(kind)s'; save it "
                "as a file of its own, or rename it",
                other=slug_of(sheets[0].name or ""),
                kind=kind,
            )
            problems.append(Problem(CellPlace(str(file), sheet=sheets[0].name), message, CHECK))
        return [(kind, sheets[0])]
    by_sheet = [(names.get(folded(sheet.name or ""), ""), sheet) for sheet in sheets if sheet.rows]
    is_own = {one: bool(one) and database.vocabulary.is_own_kind(one) for one, _ in by_sheet}
    # The sheet that has the records of the file's kind, whatever it is called.
    bearing = [sheet for one, sheet in by_sheet if one == kind] or [sheet for one, sheet in by_sheet if not is_own[one]]
    heads = _heads_in(bearing[0]) if kind and bearing else None
    found: list[tuple[str, Worksheet]] = []
    for one, sheet in by_sheet:
        # "Horse" in a file of units may be more of them, though the tool has records called horses.
        if one and (one == kind or is_own[one] or heads != _heads_in(sheet)):
            found.append((one, sheet))
        elif heads == _heads_in(sheet):
            found.append((kind, sheet))
        else:
            problems.append(_unknown_sheet(file, sheet, kind, database, code, names))
    return found


def names_of_kinds(database: Database) -> dict[str, str]:
    """Return the kinds of record by what a sheet of them may be called, folded: the file's name, the kind's, and their
    words in the glossary."""
    names: dict[str, str] = {}
    for stem, kind in {**database.vocabulary.kinds, **database.vocabulary.own_section("kinds")}.items():
        # Rulings and the like are not kept in sheets; in many games their names mean something else.
        if stem not in EDITORIAL or database.vocabulary.is_own_kind(kind):
            terms = [database.glossary.get(name) or {} for name in (stem, kind)]
            for word in (stem, kind, *(term[code] for term in terms for code in codes() if term.get(code))):
                names.setdefault(folded(word), kind)
    return names


def _heads_in(sheet: Worksheet) -> set[str]:
    return {folded(cell.text) for cell in sheet.rows[0].cells if cell.text and not cell.text.startswith("_")}


def _unknown_sheet(
    file: Path, sheet: Worksheet, kind: str, database: Database, code: str, names: Mapping[str, str]
) -> Problem:
    stem = slug_of(sheet.name or "") or "mine"
    # If the game has kinds of its own, only these are suggested: the tool's kinds are hardly meant.
    is_own_kind = database.vocabulary.is_own_kind
    own = [name for name, one in names.items() if is_own_kind(one)]
    hint = closest(folded(sheet.name or ""), own or names)
    more = f", or give it the heads of the {kind} sheet if it has more of them" if kind else ""
    proposed = kind_named(stem, code)
    # The name of a kind of the tool can't be that of a kind of the game.
    proposed = proposed if is_own_kind(proposed) else f"own-{proposed}"
    message = (
        f"the sheet '{sheet.name}' is not a kind of record{hint}; write 'kinds: {{{stem}: {proposed}}}' in "
        f"data/vocabulary.yaml to make it one{more}, or begin its name with '_' to leave it out"
    )
    return Problem(CellPlace(str(file), sheet=sheet.name), message, CHECK)


def kind_named(stem: str, code: str) -> str:
    """Return what the kind of the records in a file or sheet may be called, in a language: the singular of its name.

    >>> [kind_named(name, "en") for name in ("abilities", "tides", "salt-houses", "crew")]
    ['ability', 'tide', 'salt-house', 'crew']
    """
    *_, last = ["", *stem.split("-")]
    forms = noun_forms(last, language(code))
    candidates = [forms[0]] if forms and forms[1] == last else [*singulars(last), last]
    return slug_of(stem.removesuffix(last) + candidates[0])


@dataclass
class _Reading:
    """Reads the sheets of one file: what all of them need, and the problems of their cells."""

    database: Database
    edition: Edition
    cells: Cells
    problems: list[Problem]

    def read(self, worksheet: Worksheet, tree: ListTree) -> None:
        """Add the records of a sheet to those of its kind."""
        sheet = Sheet(CellPlace(str(tree.file), sheet=worksheet.name), tree.kind, area=worksheet.area)
        tree.sheets.append(sheet)
        if not worksheet.rows:
            return
        profiles = self.edition.vocabulary.section("musters").get("profiles")
        columns = Columns(self.database, tree.kind, as_troops=isinstance(profiles, list) and tree.kind in profiles)
        is_own = self.cells.is_own_game or self.database.vocabulary.is_own_kind(tree.kind)
        # A project's own kind may have a single head that the tool knows, that of the names; other lists have two.
        start = row_of_head(worksheet, columns, self.problems, least=1 if is_own else 2)
        if is_own:
            heads = _OwnHeads(self, worksheet, start, columns, sheet).columns()
        else:
            heads = heads_of(worksheet.rows[start], columns, self.problems)
        before = len(tree.value)
        head_cells = zip(heads, worksheet.rows[start].cells, strict=False)
        places = {
            column.at: head.place for column, head in head_cells if isinstance(column, Column) and not column.into
        }
        for row in body_of(worksheet, columns, self.problems, start, heads):
            for column, cell in row.cells:
                if cell.merged and not column.is_summed:
                    sheet.merged[cell.merged] = None
            _add_record(row, places, tree, self.cells, self.edition, self.problems)
        sheet.count = len(tree.value) - before


class _OwnHeads:
    """Finds the columns of the heads of a sheet where a project may have its own."""

    def __init__(self, reading: _Reading, worksheet: Worksheet, start: int, columns: Columns, sheet: Sheet) -> None:
        self._languages: dict[int, tuple[str, str]] = {}  # the head without its language, and that, by index
        self._heads = self._without_own_language(worksheet.rows[start].cells, reading.edition.written_in)
        self._rows = [row.cells for row in worksheet.rows[start + 1 :]]
        self._columns, self._sheet = columns, sheet
        self._cells, self._problems, self._code = reading.cells, reading.problems, reading.edition.written_in
        vocabulary = reading.database.vocabulary
        self._kinds = names_of_kinds(reading.database)
        self._stems = {folded(stem) for stem in vocabulary.kinds}
        # The fields of the kind, where the project lists them; another one is a slip then, or is to be listed.
        declared = vocabulary.own_section("fields").get(sheet.kind)
        self._fields = {*declared} if isinstance(declared, list) else None
        within = vocabulary.section("within").get("any") or {}
        of_all = (vocabulary.trees[0].value.get("fields") or {}).get("any") or ()
        self._structured = {*(path.partition(".")[0] for path in within), *of_all} - {"text", "name", "icon", "was"}

    def _without_own_language(self, heads: Sequence[SheetCell], written_in: str) -> list[SheetCell]:
        """Return the heads, without the language that all cells are written in; note those in other languages."""
        folded_heads = {folded(cell.text) for cell in heads}
        plain = []
        for i, cell in enumerate(heads):
            head, code = _in_language(cell.text, written_in)
            if code == written_in and folded(head) not in folded_heads:
                cell = replace(cell, text=head)
            elif code:
                self._languages[i] = head, code
            plain.append(cell)
        return plain

    def _translations(self) -> dict[int, int]:
        """Return the index of the column that each column of translations is of; one of no column is a problem."""
        bases: dict[int, int] = {}
        for i, (head, code) in self._languages.items():
            known = self._columns.find(head)
            base = next(
                (
                    j
                    for j, other in enumerate(self._heads)
                    if j not in self._languages
                    and (folded(other.text) == folded(head) or (known and self._columns.find(other.text) is known))
                ),
                None,
            )
            if base is not None:
                bases[i] = base
            elif known and known.is_printed:
                bases[i] = i
                message = (
                    f"'{self._heads[i].text}' has translations into {code} of a column '{head}', which is not there; "
                    f"write the words in {self._code}, in which the game is written, into it"
                )
                self._problems.append(Problem(self._heads[i].place, message, CHECK))
        return bases

    def _translating(self, i: int, base: int, column: Column | str | None) -> Column | str | None:
        """Return the column of translations of another one; its text if that has no messages, which is a problem."""
        head, (_, code) = self._heads[i], self._languages[i]
        if not isinstance(column, Column):
            return head.text
        if column.is_printed and column.takes == "text":
            column = column.model_copy(update={"name": f"{column.name} ({code})", "into": code, "is_found": True})
            self._sheet.translated.append((head, column))
            return column
        if column.takes not in ("text", "list", "name", "names"):
            # "Move (km)" beside "Move" is no language.
            return self._own(i)
        pairs = ((row[base].text, row[i].text) for row in self._rows if max(base, i) < len(row))
        word, translation = next(((slug_of(one), other) for one, other in pairs if one and other), ("word", "…"))
        message = (
            f"'{head.text}' translates single words, which stand in data/glossary.yaml for all their cells: write "
            f"'{word}: {{{code}: {translation}}}' there, and so on, and begin the head with '_'"
        )
        self._problems.append(Problem(head.place, message, CHECK))
        return head.text

    def _with_known_language(self, i: int) -> str:
        """Return what a head is meant to be that has a language in brackets, nearly, behind the head of another column:
        "Text (sp)" beside "Text". It is empty for any other head."""
        match = _IN_LANGUAGE.fullmatch(self._heads[i].text)
        word = (match["round"] or match["square"] or "") if match else ""
        code = language_meant(word) if word else ""
        if not match or not code or code == self._code:
            return ""
        head = match["head"]
        known = self._columns.find(head)
        beside = any(
            folded(other.text) == folded(head) or (known and self._columns.find(other.text) is known)
            for j, other in enumerate(self._heads)
            if j != i
        )
        return f"{head} ({code})" if beside else ""

    def _below(self, i: int) -> list[str]:
        return [row[i].text if i < len(row) else "" for row in self._rows]

    def columns(self) -> list[Column | str | None]:
        """Return the column of each cell of the head; the text of a head to pass over, None for an empty cell."""
        across = [cell for cell in self._heads if cell.text and cell.is_merged_across]
        for area in dict.fromkeys(cell.merged for cell in across):
            head = next(cell for cell in across if cell.merged == area)
            message = (
                f"'{head.text}' is one head over several columns ({area}); write a head for each column into one "
                "row, and delete the row above it"
            )
            self._problems.append(Problem(head.place, message, CHECK))
        bases = self._translations()
        found: list[Column | str | None] = [
            cell.text if cell in across or i in bases else self._known(i) for i, cell in enumerate(self._heads)
        ]
        # "Unit" is a word for the name where nothing else is one; beside a "Name" it is a column of one's own.
        for i, column in enumerate(found):
            same = [j for j, other in enumerate(found) if isinstance(column, Column) and other is column]
            exact = [j for j in same if folded(self._heads[j].text) == folded(column.name)]  # type: ignore[union-attr]
            if len(same) > 1 and len(exact) == 1 and i not in exact:
                found[i] = None
        if not any(isinstance(column, Column) and column.name in ("name", "id") for column in found):
            self._name_from_kind(found)
        used: dict[str, int] = {}
        for i, cell in enumerate(self._heads):
            column = found[i]
            if column is None and cell.text and not cell.text.startswith("_"):
                column = self._own(i)
            if isinstance(column, Column):
                # Two columns of one head may hold different things, and so stand at two places.
                first = min(used.setdefault(name, i) for name in (column.at, f"'{folded(cell.text)}'"))
                if first != i:
                    other = self._heads[first].text
                    message = say(
                        "'%(text)s' is a second column of '%(column)s'; keep one", text=cell.text, column=column.name
                    )
                    if column.is_found:
                        message = say(
                            "'%(text)s' is '%(column)s' in the records, as '%(other)s' is; rename one",
                            text=cell.text,
                            column=column.at,
                            other=other,
                        )
                    self._problems.append(Problem(cell.place, message, CHECK))
                    column = None
                elif not column.is_found and column.at not in (column.name, slug_of(cell.text)):
                    self._sheet.elsewhere.append((cell.text, column))
            found[i] = column or cell.text or None
        for i, base in bases.items():
            found[i] = self._translating(i, base, found[base])
        return found

    def _known(self, i: int) -> Column | None:
        column = self._columns.find(self._heads[i].text)
        return column if column and self._cells.belong(column, filter(None, self._below(i))) else None

    def _name_from_kind(self, found: list[Column | str | None]) -> None:
        """Take a column under the kind's own name for that of the names: "Fighter" in a sheet of fighters."""
        name = self._columns.by_name.get("name")
        for i, cell in enumerate(self._heads):
            if name and found[i] is None and self._kinds.get(folded(cell.text)) == self._sheet.kind:
                found[i] = name
                return
        heads = ", ".join(f"'{cell.text}'" for cell in self._heads if cell.text)
        self._sheet.has_names = False
        message = f"no column has the names of the records; call one of {heads} 'Name'"
        self._problems.append(Problem(self._heads[0].place, message, CHECK))

    def _own(self, i: int) -> Column | None:
        """Return the column of a head that nothing knows, or None for one that can be none, which is a problem."""
        head, texts = self._heads[i], self._below(i)
        field_name = slug_of(head.text)
        if field_name in _STEPS_OF_EFFECTS:
            field_name += "-text"
        known = [*self._columns.words, *map(folded, self._fields or ())]
        is_listed = self._fields is not None and field_name in self._fields
        meant = "" if is_listed else misspelt(head.text, known, self._columns.words_elsewhere)
        held = held_in(texts, self._code, self._cells.answers)
        path = path_of(field_name, held, self._structured) if field_name else ""
        fault = ""
        if meant_language := self._with_known_language(i) if held.takes == "text" and not is_listed else "":
            fault = (
                f"'{head.text}' names no language that is known; did you mean '{meant_language}'?; write that if the "
                f"column has translations, or declare it under 'columns' in data/vocabulary.yaml if it is another: "
                f"'{field_name}: {{words: [{head.text}]}}'"
            )
        elif not field_name:
            fault = f"'{head.text}' has no letter from a to z or digit to name a field; rename it, or begin it with '_'"
        elif meant:
            fault = (
                f"'{head.text}' is almost '{meant}'; rename it, or declare it under 'columns' in data/vocabulary.yaml "
                f"if it is another: '{field_name}: {{words: [{head.text}]}}'"
            )
        elif not path:
            fault = f"'{head.text}' is a word that the tool keeps for itself; rename the column"
        elif self._fields is not None and not is_listed and "." not in path:
            fault = (
                f"'{head.text}' is not among the fields of {self._sheet.kind}{closest(field_name, self._fields)}; add "
                f"'{field_name}' to them under 'fields' in data/vocabulary.yaml, or begin the head with '_' to "
                "leave it out"
            )
        if fault:
            self._problems.append(Problem(head.place, fault, CHECK))
            return None
        kind = self._kinds.get(folded(head.text), "")
        is_naming = bool(kind) and kind != self._sheet.kind and held.takes in ("text", "list") and not held.sentences
        takes: Any = "names" if is_naming and folded(head.text) in self._stems else "name" if is_naming else held.takes
        column = Column.model_construct(
            words=[head.text],
            takes=takes,
            of=[kind] if is_naming else [],
            at=field_name if is_naming else path,
            numbered="",
            option="",
            values={},
            used_by=None,
            name=field_name,
            is_own=True,
            is_found=True,
            unit=held.unit,
        )
        for at in held.odds:
            cell = self._rows[at][i]
            self._sheet.odds.add(cell.place)
            if held.sort == COLOURS:
                near = likeliest_colour(cell.text)
                hint = f"; did you mean '{near}'?" if near else ""
                message = (
                    f"'{head.text}' has colours in other rows, and '{cell.text}' here{hint}; a colour is '#' with 3 or "
                    "6 digits behind it, such as #1f3a68"
                )
                self._problems.append(Problem(cell.place, message, CHECK))
                continue
            others, one = ("yes or no",) * 2 if held.takes == "boolean" else ("figures", "a figure")
            if held.unit:
                others, one = f"figures with '{held.unit}'", f"one with '{held.unit}'"
            message = (
                f"'{head.text}' has {others} in other rows, and '{cell.text}' here; write {one}, or empty the cell; "
                f"if the column is one of words, declare it under 'columns' in data/vocabulary.yaml: "
                f"'{field_name}: {{words: [{head.text}]}}'"
            )
            self._problems.append(Problem(cell.place, message, CHECK))
        self._sheet.found.append(Taken(head, column, held))
        return column


def _add_record(
    row: FilledRow,
    places: Mapping[str, CellPlace],
    tree: ListTree,
    cells: Cells,
    edition: Edition,
    problems: list[Problem],
) -> None:
    """Add the record of a row; ``places`` has the head of each column by the path of the field that it gives."""
    slug = row.text("id") or slug_of(row.text("name"))
    if not slug:
        # Of a sheet without a column of names, that is said once.
        if tree.sheets[-1].has_names:
            problems.append(Problem(row.place, say("has no name; write one"), CHECK))
        return
    if slug in tree.value:
        row_of_first = tree.cells[slug].line
        if id_cell := next((cell for column, cell in row.cells if column.name == "id"), None):
            said = f"'{slug}' stands in row {row_of_first} already; give one of the two records another id"
            problems.append(Problem(id_cell.place, said, CHECK))
            return
        message = say(
            "'%(name)s' stands in row %(row)s already; give one of them another name, or an id",
            name=slug,
            row=row_of_first,
        )
        problems.append(Problem(row.place, message, CHECK))
        return
    record: dict[str, Any] = {}
    tree.value[slug] = record
    tree.cells[slug] = row.place
    # An empty cell has a place, too: what is said of a field that is missing names it.
    tree.cells.update({f"{slug}.{path}": replace(head, line=row.place.line) for path, head in places.items()})
    for column, cell in row.cells:
        if column.into:
            continue
        figures: dict[str, str] = {}
        is_no_figure = column.is_found and column.takes == "figure" and is_dash(cell.text)
        if is_no_figure or cell.place in tree.sheets[-1].odds:
            continue
        try:
            value: Any
            if cells.names_records(column):
                value = _words_of_names(column, cell.text, cells)
                tree.naming.append((slug, column, cell))
            else:
                value = cells.read(column, cell.text)
            if column.name == "name":
                value = str(value).replace("%", "%%")
            elif column.message and isinstance(value, str):
                value, figures = _message_with_figures(value, column.message, edition)
        except Refused as refused:
            problems.append(Problem(cell.place, refused.message, CHECK))
            continue
        if column.name != "id":
            of_words = {f"figures.{key}": figure for key, figure in figures.items()}
            for path, part in {**of_words, column.at: value}.items():
                set_at(record, path, part)
                tree.cells[f"{slug}.{path}"] = cell.place
    filled = {column.name: cell for column, cell in row.cells if column.into}
    for head, column in tree.sheets[-1].translated:
        if column.name in filled:
            _add_translation(slug, record, column, filled[column.name], tree, edition, problems)
        elif isinstance(_message_at(record, column.at), str):
            of_language = tree.untranslated.setdefault(column.into, {})
            of_language[f"{slug}.{column.at}"] = replace(head.place, line=row.place.line)


def _add_translation(
    slug: str,
    record: Mapping[str, Any],
    column: Column,
    cell: SheetCell,
    tree: ListTree,
    edition: Edition,
    problems: list[Problem],
) -> None:
    """Add the translation in a cell to those of its language; one with other figures than its message is a problem."""
    message = _message_at(record, column.at)
    words, fault = cell.text, ""
    named = placeholder_in_cell(words)
    if not isinstance(message, str):
        fault = (
            f"translates nothing: in this row '{column.at.rpartition('.')[2]}' is empty; write it, or empty the cell"
        )
    elif named:
        fault = f"has '{named}', which stands for nothing in a cell; write the figure itself"
    elif column.at == "name":
        words = words.replace("%", "%%")
    else:
        figures = record.get("figures") or {}
        left = {one["name"]: figures.get(one["name"], "") for one in PLACEHOLDER.finditer(message) if one["name"]}
        words, others = _with_names_of_figures(words, left, column.into, edition)
        if left or others:
            theirs, ours = (", ".join(some) or "none" for some in (left.values(), others))
            fault = f"has other figures than the text that it translates, {ours} for {theirs}; write the same in both"
    if fault:
        problems.append(Problem(cell.place, fault, CHECK))
    else:
        of_language = tree.translations.setdefault(column.into, {})
        of_language[f"{slug}.{column.at}"] = CellTranslation(message, words, cell.place)


def _message_at(record: Mapping[str, Any], path: str) -> Any:
    """Return what a record has at a path, None for nothing."""
    found: Any = record
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _with_names_of_figures(words: str, left: dict[str, str], code: str, edition: Edition) -> tuple[str, list[str]]:
    """Return a translation with placeholders for the figures of its message, and the figures that this has not.

    ``left`` are those of the message by name; it loses those that are found.
    """
    others: list[str] = []
    parts, at = [], 0
    for figure in figures_in_words(words, code, edition.units):
        key = next((name for name, value in left.items() if same(value, figure.value)), None)
        if key is None:
            others.append(words[figure.start : figure.end])
            continue
        del left[key]
        parts += [words[at : figure.start].replace("%", "%%"), f"%({key})s"]
        at = figure.end
    return "".join([*parts, words[at:].replace("%", "%%")]), others


def _in_language(head: str, written_in: str) -> tuple[str, str]:
    """Return a head without the language that stands at its end, and the code of this; empty where there is none."""
    match = _IN_LANGUAGE.fullmatch(head)
    word = (match["round"] or match["square"] or match["bare"]) if match else ""
    code = language_named(word, written_in) if word else ""
    # Two letters without brackets may be a word of their own: "Text id".
    is_meant = match and code and (not match["bare"] or code in codes())
    return ((match["head"] or match["before"]), code) if match and is_meant else (head, "")


def _words_of_names(column: Column, text: str, cells: Cells) -> Any:
    """Return what stands for the names in a cell until all records are there: they themselves, or their ids."""
    if column.is_found:
        parts = parts_of(text)
        return parts if column.takes == "names" or len(parts) > 1 else text
    try:
        return cells.read(column, text)
    except Refused:
        return [slug_of(part) for part in re.split(r"[,;\n]", text)] if column.takes == "names" else slug_of(text)


def _message_with_figures(words: str, field_name: str, edition: Edition) -> tuple[str, dict[str, str]]:
    """Return the words of a cell as a message of a record's field, and its figures by name; raises Refused.

    They are counted cell by cell: a column more changes none of their names.
    """
    if named := placeholder_in_cell(words):
        message = say(
            "'%(text)s' stands for nothing in a cell; write the figure itself, which the tool finds in the words",
            text=named,
        )
        raise Refused(message)
    figures: dict[str, str] = {}
    parts, at = [], 0
    for number, figure in enumerate(figures_in_words(words, edition.written_in, edition.units), 1):
        if figure.doubt:
            raise Refused(figure.doubt)
        key = figure_of_cell(field_name, number)
        figures[key] = figure.value
        parts += [words[at : figure.start].replace("%", "%%"), f"%({key})s"]
        at = figure.end
    return "".join([*parts, words[at:].replace("%", "%%")]), figures


def settle_names(trees: Iterable[ListTree], database: Database, edition: Edition) -> Iterator[Problem]:
    """Put the ids of records in place of the names in cells, now that all records of the edition are there.

    Yields a problem for each name of no record. Where no cell of a column names one, it is a column of words; where
    the edition has no records of the kind, a declared column keeps the ids that its words make.
    """
    cells = Cells(database, edition)
    for tree in trees:
        columns = {id(column): column for _, column, _ in tree.naming}
        for column in columns.values():
            naming = [(slug, cell) for slug, one, cell in tree.naming if one is column]
            known = {form: slug for kind in column.of for form, slug in cells.names(kind).items()}
            names = {id(cell): _names_in(cell.text, known) for _, cell in naming}
            is_known = any(folded(name) in known for each in names.values() for name in each)
            if column.is_found and not (is_known and edition.records_of(*column.of)):
                _take_for_words(tree, column)
                continue
            if not edition.records_of(*column.of):
                for slug, cell in naming:
                    try:
                        set_at(tree.value[slug], column.at, cells.read(column, cell.text))
                    except Refused as refused:
                        yield Problem(cell.place, refused.message, CHECK)
                continue
            is_list = column.takes == "names" or any(len(each) > 1 for each in names.values())
            for slug, cell in naming:
                ids = []
                for name in names[id(cell)]:
                    found = cells.name(column.of, name)
                    if found is None:
                        yield Problem(cell.place, _unknown_name(name, column, edition), CHECK)
                    ids.append(found or slug_of(name))
                set_at(tree.value[slug], column.at, ids if is_list else ids[0])


def _names_in(text: str, known: Collection[str]) -> list[str]:
    """Return the names in a cell; a comma parts them where one of its sides is a name that is known."""
    parts = parts_of(text)
    if len(parts) == 1 and folded(text) not in known:
        by_comma = [part.strip() for part in text.split(",") if part.strip()]
        if any(folded(part) in known for part in by_comma):
            return by_comma
    return parts or [text]


def _unknown_name(name: str, column: Column, edition: Edition) -> str:
    kind = " or ".join(one.replace("-", " ") for one in column.of)
    hint = closest(name, [record.name for record in edition.records_of(*column.of)])
    return f"'{name}' is not a known {kind}{hint}; mend the name, or add a record of it"


def _take_for_words(tree: ListTree, column: Column) -> None:
    for sheet in tree.sheets:
        for taken in sheet.found:
            if taken.column is column:
                taken.held = replace(taken.held, sort="words")
                taken.column = column.model_copy(update={"takes": taken.held.takes, "of": []})


def labels_in(trees: Iterable[ListTree]) -> dict[str, str]:
    """Return the heads of the columns that nothing declares, by the name of the field or figure in the records.

    The unit that stands behind the figures of a column belongs to its head: ``Time (min)``.
    """
    heads: dict[str, str] = {}
    for tree in trees:
        for sheet in tree.sheets:
            for taken in sheet.found:
                head = " ".join(taken.head.text.split())
                unit = taken.held.unit
                is_unsaid = unit and folded(unit) not in folded(head).split()
                heads.setdefault(taken.column.name, f"{head} ({unit})" if is_unsaid else head)
    return heads


def note_on(sheet: Sheet) -> Problem:
    """Return the line that says what a sheet was taken for."""
    said = [f"{head} is {column.at}" for head, column in sheet.elsewhere]
    by_sort: dict[str, list[str]] = {}
    for taken in sheet.found:
        of = f"names of {taken.column.of[0].replace('-', ' ')}" if taken.column.of else taken.held.sort
        by_sort.setdefault(of, []).append(f"{taken.head.text} ({taken.column.at})")
    said += [f"{sort}: {', '.join(heads)}" for sort, heads in by_sort.items()]
    for language_of in dict.fromkeys(column.into for _, column in sheet.translated):
        heads = ", ".join(head.text for head, column in sheet.translated if column.into == language_of)
        said.append(f"translations into {language_of}: {heads}")
    if sheet.merged:
        said.append(f"the value of merged cells is that of each row: {', '.join(sheet.merged)}")
    count = f"{sheet.count} record{'' if sheet.count == 1 else 's'} of the kind {sheet.kind}"
    within = f" in {sheet.area}" if sheet.area else ""
    return Problem(sheet.place, "; ".join([f"has {count}{within}", *said]), SHEETS, "note")

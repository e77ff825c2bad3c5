"""Records that users keep in spreadsheets: one row is a record, one column a field.

First the figures in the words of a cell, such as ``Hits on 4-6, within 10 cm``, and what only looks like one. A figure
is whole between its neighbours, as it would stand alone in YAML. What is glued together and is no figure as a whole is
words and stays as it is written: a date (``2024-05-01``), a model (``T-34``), a time (``09:05``).

Then columns and cells: heads are recognised, and cells read into values, by the words of ``vocabulary.yaml``
(``columns``, ``answers``), of the glossary and of the records of the edition. Accents, capitals and signs make no
difference. Army lists are read with the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import Any, Literal, NamedTuple

from pydantic import Field

from kensei_docs.database.model import Database, Edition, Record
from kensei_docs.database.own_columns import parts_of, without_unit
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.worksheets import CHECK, CellPlace, SheetCell, SheetRow, Worksheet
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.figures import Figure, doubt_about, meanings, number_in, parse, with_plain_digits
from kensei_docs.languages import codes, language
from kensei_docs.problems import OneOf, Place, Problem, Said, Unusable, closest, say
from kensei_docs.slugs import folded, slug_of

# Hyphens and minus signs; and those that stand for a sign before a number, too. A long dash parts words.
_HYPHENS = r"\-\u2010-\u2013\u2212\uff0d\ufe63\ufe58"
_SIGNS = rf"+{_HYPHENS}\uff0b\ufe62\u2795\u2796\u207a\u207b"
_NARROW_SPACES = "\u00a0\u2007\u2009\u202f"
_ATOM = r"[^\W_]+"
# What joins digits to one whole: 4-6, 1,250, 3/4/5, 2D6+1, 09:05; and a hyphen between a letter and a digit: T-34.
_JOINED = (
    rf"(?<=\d)[.,'\u2019/\u2044:+\uff0b\uff0c\uff0e\uff0f{_HYPHENS}]{{1,2}}(?=\d|[dD]\d)|[{_HYPHENS}](?=\d)"
    rf"|(?<=\d)[{_NARROW_SPACES}](?=\d{{3}})"
)
_UNITS = r"cm|mm|in|inches|%|\uff05|\u201d|\u2033"
_THOUSANDS = r"[1-9]\d{0,2}(?: \d{3})+"
_PARTS = re.compile(r"[/\u2044,:]|(?=\+)")
_ZERO_FIRST = re.compile(rf"(?<![\d.,'\u2019 {_NARROW_SPACES}])0\d")


class FigureInWords(NamedTuple):
    """A figure at ``start:end`` of the words of a cell, as it is written there, or why it can't be read."""

    start: int
    end: int
    value: str
    doubt: Said | None = None


@cache
def _shape(code: str) -> re.Pattern[str]:
    """Return the pattern of what may be a figure in words of a language; a number may be parted from its fraction."""
    spoken = language(code)
    # A word that is a unit and a preposition ("in") is no unit before an article or a number: "3 in a row".
    articles = "|".join([*sorted(spoken.determiners), r"\d+"])
    return re.compile(
        rf"(?P<sign>(?<![\w%)\]])(?<!\d[\"\u201d\u2033'\u2019])[{_SIGNS}])?"
        rf"(?P<whole>(?<!\w)(?<!\s[.,])(?<!^[.,])(?:\d+ (?:1/2|[13]/4|[½¼¾])(?![\w/])"
        rf"|{_THOUSANDS}(?!\w|[.,:/{_HYPHENS}]\d)"
        rf"|{_ATOM}(?:(?:{_JOINED}){_ATOM})*))"
        rf"(?P<target>\+(?!\w))?"
        rf"(?P<unit> ?(?:{_UNITS})(?!\w)(?!(?<=in)\s+(?:{articles})\b))?",
        re.IGNORECASE,
    )


def figures_in_words(words: str, code: str, units: str) -> Iterator[FigureInWords]:
    """Yield the figures of the words of a cell, in order; ``code`` is their language, ``units`` their unit of length.

    Neighbours that are joined by a stroke, a comma or a colon (``+1/+2``) are figures of their own where each is one.
    """
    for found in _shape(code).finditer(words):
        if not any(char.isdecimal() or char in "½¼¾" for char in found["whole"]):
            continue
        start, end = found.start(), found.end("whole")
        # Where inches are not measured in, "in" is the preposition.
        may_be_word = found["unit"] == " in" and "in" in language(code).function_words
        is_unit = not may_be_word or units in ("in", "ft")
        following = re.match(r"\s+(\w+)", words[found.end() :])
        if may_be_word and is_unit and following and following[1].casefold() not in language(code).conjunctions:
            # A unit before an end or a conjunction is one: "5 in, or 6 in and up".
            meant = say(
                "'%(text)s' can be a length or a number before a word; write %(length)s, or another word than 'in'",
                text=found.group(),
                length=f"{found.group().removesuffix(' in')}\u2033",
            )
            yield FigureInWords(start, found.end(), "", meant)
            continue
        stops = [found.end() if is_unit else end, found.end("target"), end]
        for stop in sorted({stop for stop in stops if stop >= end}, reverse=True):
            value, doubt = _value(words[start:stop], code), _doubt(words[start:stop], code)
            if doubt or value:
                yield FigureInWords(start, stop, value, doubt)
                break
        else:
            yield from _parts(words, start, end, code)


def _parts(words: str, start: int, end: int, code: str) -> Iterator[FigureInWords]:
    cuts = [start, *(cut.end() for cut in _PARTS.finditer(words, start + 1, end)), end]
    parts = [(one, words[one:other].rstrip("/\u2044,:")) for one, other in pairwise(cuts)]
    if len(parts) > 1 and all(_value(part, code) for _, part in parts):
        for at, part in parts:
            yield FigureInWords(at, at + len(part), _value(part, code))


def _value(written: str, code: str) -> str:
    """Return a figure as it is written, or as it is stored where only its language reads it so; empty for words."""
    plain = with_plain_digits(written)
    # The name of a place or of a thing may look like dice: D4.
    if _ZERO_FIRST.search(plain) or (plain[:1].isalpha() and plain[:1] not in "xX"):
        return ""
    figure = parse(written)
    if figure and figure.kind == "range":
        # The years of a war leave out digits of their end: 1914-18.
        first, _, last = figure.text.partition("-")
        if len(first) > len(last) and int(first) > int(last):
            return ""
    return written if figure else str(parse(written, code) or "")


def _doubt(written: str, code: str) -> Said | None:
    if re.match(rf"[{_SIGNS}]?{_THOUSANDS}", written):
        first, _, rest = written.partition(" ")
        # No number begins with a zero: 10 000 is one.
        if " 0" in written or _has_space_for_thousands(code):
            return None
        return say(
            "'%(text)s' can mean %(whole)s, or %(first)s and %(rest)s; write %(whole)s, or a word between the two",
            text=written,
            whole=re.sub(r"(?<=\d) (?=\d)", "", written),
            first=first,
            rest=rest,
        )
    plain = re.sub("[.,]", "", written) if meanings(written) else written
    return doubt_about(written) if _value(plain, code) else None


@cache
def _has_space_for_thousands(code: str) -> bool:
    """Return whether a space parts thousands in a language."""
    from babel.core import UnknownLocaleError
    from babel.numbers import get_group_symbol

    try:
        return get_group_symbol(code).isspace()
    except (UnknownLocaleError, ValueError):
        return False


Takes = Literal["text", "id", "count", "figure", "length", "boolean", "name", "names", "list"]
# Returns the names of a record in the languages of a project.
NamesOf = Callable[[Record], Iterable[str]]
_BRACKET = re.compile(r"\((.*?)\)")
_SEPARATORS = re.compile(r"[,;\n]")
# A figure has no more digits.
_MOST_DIGITS = 15


class ColumnSchema(Schema):
    """An entry of ``columns``.

    ``numbered`` is the field with the numbers by which records may be named, too, ``option`` the option of the command
    ``army`` that overrides the column.

    ``values`` has further words for the values of cells, by value. If neither records nor terms have values for the
    column, these are the only ones.
    """

    words: list[str]
    takes: Takes = "text"
    of: list[str] = Field(default_factory=list)
    at: str = ""
    numbered: str = ""
    option: str = ""
    values: dict[str, list[str]] = Field(default_factory=dict)
    used_by: list[str] | None = Field(default=None, alias="used-by")


class Column(ColumnSchema):
    """A column by its name; ``at`` is the path at which a record has the value of its cells.

    ``is_own``: a project declares it, not the tool. ``is_found``: nobody does, and its cells say what it holds: figures
    with a ``unit`` of the author's own behind them, for example. ``into``: its cells are translations into a language.
    """

    name: str
    is_own: bool
    is_found: bool = False
    unit: str = ""
    into: str = ""

    @property
    def is_printed(self) -> bool:
        """Whether its cells are messages to the reader, which are translated."""
        group, _, field = self.at.rpartition(".")
        return group in MESSAGE_GROUPS or (not group and field in MESSAGES)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def is_summed(self) -> bool:
        """Whether a row of totals has the sum of its cells."""
        return self.takes == "count" or (self.is_found and self.takes == "figure")

    @property
    def message(self) -> str:
        """The name of the message that its cells are, after which the figures in it are called; empty if they are
        none."""
        if not self.is_found:
            return self.name if self.name in MESSAGES and self.name != "name" else ""
        return self.name if self.is_printed else ""

    @property
    def value_by_word(self) -> dict[str, str]:
        """The values that the column declares, by each word for them."""
        return {folded(word): value for value, others in self.values.items() for word in (value, *others)}


class Refused(Exception):
    """A cell can't be read; ``message`` gives the reason and the remedy."""

    def __init__(self, message: Said) -> None:
        super().__init__(message)
        self.message = message


class Columns:
    """The columns that one kind of list may have, found by any of their names.

    ``user``: a kind of record, ``army`` (what an army list says of the whole), or ``troop`` (of each troop). A kind of
    record that a project declares has the tool's columns for the fields that all kinds have, such as its name, and no
    others: ``Attack`` is there what its cells say, and not what it is in the tool's games. With ``as_troops``, it is of
    those that armies are made of, and has them all. Raises Unusable where the vocabulary declares them wrongly.
    """

    def __init__(self, database: Database, user: str, as_troops: bool = False) -> None:
        self.by_name: dict[str, Column] = {}
        self._words: dict[str, str] = {}
        # The names of columns that other lists have, and this one doesn't.
        self.words_elsewhere: set[str] = set()
        self._is_of_records = user not in ("army", "troop")
        of_tool = database.vocabulary.trees[0]
        has_all = as_troops or not self._is_of_records or not database.vocabulary.is_own_kind(user)
        of_any = [(of_tool.value.get(section) or {}).get("any") or () for section in ("fields", "pictures")]
        of_all_kinds = {"id", *chain(*of_any)}
        problems: list[Problem] = []
        for tree in reversed(database.vocabulary.trees):
            for name, entry in (tree.value.get("columns") or {}).items():
                declared, invalid = validate(ColumnSchema, tree, f"columns.{name}", entry or {})
                problems += invalid
                if declared and tree is of_tool and not has_all and (name not in of_all_kinds or declared.of):
                    self.words_elsewhere.update(map(folded, (name, *declared.words)))
                elif declared and (declared.used_by is None or user in declared.used_by):
                    own = {"at": declared.at or name, "is_own": tree is not database.vocabulary.trees[0]}
                    self.by_name.setdefault(name, Column.model_construct(**{**dict(declared), **own}, name=name))
                    for word in (name, *declared.words):
                        self._words.setdefault(folded(word), name)
        if problems:
            raise Unusable(*problems)
        # What may stand beside the word for a total: "Total points", "Suma de puntos".
        self._beside_total = {part for word in self._words for part in word.split()}
        for words in map(language, codes()):
            self._beside_total |= {folded(word) for word in (*words.function_words, *words.beside_totals)}

    def find(self, head: str) -> Column | None:
        """Return the column of that head, or None; a head that begins with ``_`` is the user's own."""
        if head.startswith("_"):
            return None
        name = next((self._words[form] for form in _forms(head) if form in self._words), None)
        return self.by_name[name] if name else None

    @property
    def words(self) -> list[str]:
        """Every word for a column, folded."""
        return list(self._words)

    def is_total(self, label: str) -> bool:
        """Return whether the first cell of a row says that the row is a total of those above, in any language."""
        return self._is_made_of(label, (word for code in codes() for word in language(code).totals))

    def is_average(self, label: str) -> bool:
        """Return whether the first cell of a row says that the row is the average of those above, in any language."""
        return self._is_made_of(label, (word for code in codes() for word in language(code).averages))

    def _is_made_of(self, label: str, words: Iterable[str]) -> bool:
        of_it = set(map(folded, words))
        parts = [part for part in folded(label).split() if not part.isdecimal()]
        others = [part for part in parts if part not in of_it]
        return len(others) < len(parts) and self._beside_total.issuperset(others)

    def suggestion(self, head: str) -> str:
        """Return the hint for an unknown head: ``; did you mean …?`` and what to do about it."""
        hint = closest(folded(head), self._words)
        if self._is_of_records:
            return say(
                "%(hint)s; rename it, declare it under 'columns' in data/vocabulary.yaml, or begin its name with '_' "
                "if it is your own",
                hint=hint,
            )
        return say("%(hint)s; rename it, or begin its name with '_' if it is your own", hint=hint)


class Cells:
    """Reads cells for one edition: figures, yes and no, names of records and of glossary terms."""

    def __init__(self, database: Database, edition: Edition | None, names_of: NamesOf = lambda record: ()) -> None:
        self._database, self._edition, self._names_of = database, edition, names_of
        answers = database.vocabulary.section("answers")
        self.answers = {folded(str(word)): answer == "yes" for answer, words in answers.items() for word in words}
        # The slugs of a kind of record, and the terms of that part of the glossary, by name.
        self.names: Callable[[str], dict[str, str]] = cache(self._named)
        self._names_in_column: Callable[[tuple[str, ...]], dict[str, str]] = cache(
            lambda registers: {name: slug for register in registers for name, slug in self.names(register).items()}
        )
        trees = database.vocabulary.trees
        # The folders of data are data/vocabulary.yaml and data/editions/ID/edition.yaml.
        self.is_own_game = edition is not None and edition.tree.file.parents[2] != trees[0].file.parent

    def belong(self, column: Column, texts: Iterable[str]) -> bool:
        """Return whether the cells of a column say what the column is declared for.

        In a game of one's own, a word such as "Faction" need not mean what it means in the games of the tool: it does
        if one of the cells has a name that these know.
        """
        if column.is_own or not self.is_own_game or not column.of:
            return True
        names = [name for text in texts for name in _names_in(text)]
        known = (self.name(column.of, name) or folded(name) in column.value_by_word for name in names)
        return not names or any(known)

    def names_records(self, column: Column) -> bool:
        """Return whether the cells of a column of a project's own name records of kinds, and nothing else.

        They are looked up when all records are there: a file that names records may come before theirs.
        """
        is_plain = not (column.values or column.numbered)
        kinds = self._database.vocabulary.kinds.values()
        return column.is_own and bool(column.of) and is_plain and all(one in kinds for one in column.of)

    def read(self, column: Column, text: str) -> Any:
        """Return the value of a filled cell in the form that records have; raises Refused."""
        return getattr(self, f"_{column.takes}")(column, text)

    def name(self, registers: Iterable[str], text: str) -> str | None:
        """Return the slug or term for a name in one of the registers (kinds, or parts of the glossary), or None."""
        found = (self.names(register).get(form) for register in registers for form in _forms(text))
        return next(filter(None, found), None)

    def _named(self, register: str) -> dict[str, str]:
        taken: dict[str, str] = {}
        for record in self._edition.records_of(register) if self._edition else ():
            for form in _forms(record.slug, record.name, *self._names_of(record)):
                taken.setdefault(form, record.slug)
        for record in self._edition.records_of(register) if self._edition else ():
            # A list that was kept names a record by the id that it had.
            for former in record.former_ids:
                taken.setdefault(folded(former.partition("/")[2]), record.slug)
        for term, entry in self._database.glossary.items():
            if entry.get("part") == register:
                words = [entry[key] for key in codes() if entry.get(key)]
                slug = next((taken[form] for form in _forms(words[0]) if form in taken), term)
                for form in _forms(term, *words):
                    taken.setdefault(form, slug)
        return taken

    def _text(self, column: Column, text: str) -> str:
        return text

    def _id(self, column: Column, text: str) -> str:
        if slug_of(text) != text:
            raise Refused(say("'%(text)s' is not an id; write small letters, digits and hyphens", text=text))
        return text

    def _count(self, column: Column, text: str) -> str:
        digits = text.strip()
        if len(digits) > _MOST_DIGITS and digits.isdecimal():
            message = say("'%(text)s' is too large a number; write one of fewer digits", text=text)
        else:
            message = say("'%(text)s' is not a number of 0 or more; write one", text=text)
        return str(_parsed(text, message, "count"))

    def _figure(self, column: Column, text: str) -> str:
        text = without_unit(text) if column.unit else text
        return str(_parsed(text, say("'%(text)s' is not a figure; write one, such as 3, +1D6 or 50 %%", text=text)))

    def _length(self, column: Column, text: str) -> str:
        message = say("'%(text)s' is not a distance; write one, with its unit", text=text)
        figure = _parsed(text, message, "count", "length")
        unit = self._edition.units if self._edition and figure.kind == "count" else ""
        return f"{figure} {unit}".strip()

    def _boolean(self, column: Column, text: str) -> bool:
        answer = self.answers.get(folded(text))
        if answer is None:
            raise Refused(say("'%(text)s' is neither yes nor no; write one of them", text=text))
        return answer

    def _name(self, column: Column, text: str) -> str:
        names = self._names_in_column(tuple(column.of))
        # A value is one of those that the edition has, where it has any.
        declared = column.value_by_word.items()
        values = {word: value for word, value in declared if not names or value in names.values()}
        value = next((values[form] for form in _forms(text) if form in values), None)
        slug = value or self.name(column.of, text) or self._numbered(column, text)
        counts = [inner for inner in _BRACKET.findall(text) if any(map(str.isdigit, inner))]
        if counts and slug and not column.numbered and not {folded(text), *map(folded, counts)} & set(names):
            message = say(
                "'%(text)s' has a number that nothing reads; leave it out, or split the row if only some have it",
                text=text,
            )
            raise Refused(message)
        # If nothing is known (the edition has no such records, the vocabulary no such terms), any word is accepted. The
        # terms of the tool's games are not those of another.
        is_own = column.is_own and self.is_own_game and self._edition
        candidates = [*values, *names] if not is_own or self._records(column) else []
        if slug is None and candidates:
            raise Refused(
                say(
                    "'%(text)s' is not a known %(of)s%(numbers)s%(hint)s; mend the name, or add it to your data",
                    text=text,
                    of=OneOf(column.of),
                    numbers=self._numbers_of(column),
                    hint=closest(folded(text), candidates),
                )
            )
        return slug or slug_of(text)

    def _records(self, column: Column) -> list[Record]:
        return self._edition.records_of(*column.of) if self._edition else []

    def _numbers_of(self, column: Column) -> str:
        """Return the number and name of every record that a column may name by number, for an error message."""
        numbered = [one for one in self._records(column) if column.numbered and column.numbered in one.data]
        named = [f"{record.get(column.numbered)} ({record.slug})" for record in numbered]
        return say("; known are %(known)s", known=", ".join(sorted(named))) if named else ""

    def _numbered(self, column: Column, text: str) -> str | None:
        """Return the slug of the record with that number (``2``, or ``level 2`` in the column of levels), or None."""
        if not column.numbered:
            return None
        of_column = {part for words in (column.name, *column.words) for part in folded(words).split()}
        numbers = [[part for part in form.split() if part not in of_column] for form in _forms(text)]
        records = self._records(column)
        return next((record.slug for record in records if [str(record.get(column.numbered))] in numbers), None)

    def _list(self, column: Column, text: str) -> list[str]:
        return parts_of(text)

    def _names(self, column: Column, text: str) -> list[str]:
        return [self._name(column, name) for name in _names_in(text)]


def _parsed(text: str, otherwise: Said, *kinds: str) -> Figure:
    """Return the figure in a cell; raises Refused with ``otherwise`` if it is none, or none of some ``kinds``."""
    figure = parse(text)
    if figure is None or (kinds and figure.kind not in kinds):
        raise Refused(doubt_about(text) or otherwise)
    return figure


def _names_in(text: str) -> list[str]:
    """Return the names in a cell with several."""
    return [name for name in map(str.strip, _SEPARATORS.split(text)) if name]


def _forms(*names: str) -> list[str]:
    """Return the forms of some names: whole, without the part in brackets, and that part alone."""
    forms = (folded(form) for name in names for form in (name, _BRACKET.sub(" ", name), *_BRACKET.findall(name)))
    return list(dict.fromkeys(filter(None, forms)))


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
    heads: Sequence[Column | str | None] | None = None,
    beside_rows: Mapping[str, float] | None = None,
) -> Iterator[FilledRow]:
    """Yield the rows below the head, which is the row at ``start``, without those of totals.

    A column whose head begins with ``_`` is the author's own. ``heads`` are the columns of the cells of the head where
    they are known; the text of one to pass over, None for an empty one. ``beside_rows`` is what a total may hold beside
    the rows, by column name.
    """
    if start >= len(worksheet.rows):
        return
    if heads is None:
        heads = heads_of(worksheet.rows[start], columns, problems)
    # A head that is merged with cells below it would be the text of these.
    of_head = {cell.merged for cell in worksheet.rows[start].cells if cell.merged}
    sums: dict[str, float] = defaultdict(float)
    rows_above = 0
    headless: set[int] = set()
    for row in worksheet.rows[start + 1 :]:
        label = next((cell.text for cell in row.cells if cell.text), "")
        pairs = [(head, cell) for head, cell in zip(heads, row.cells, strict=False) if isinstance(head, Column)]
        numbers = [(head.name, cell.text, cell.place) for head, cell in pairs]
        if columns.is_total(label):
            problems += total_row(row.place, label, numbers, sums, beside_rows or {})
            continue
        if columns.is_average(label):
            stated = ((number_in(text), sums[name]) for name, text, _ in numbers if name in sums)
            # It may be rounded or not.
            differences = [abs(number - total / rows_above) for number, total in stated if number is not None]
            if differences and max(differences) < 1:
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
                if column.is_summed:
                    sums[column.name] += number_in(cell.text) or 0
            yield FilledRow(row.place, tuple(filled))


def row_of_head(worksheet: Worksheet, columns: Columns, problems: list[Problem], least: int = 2) -> int:
    """Return the index of the row of heads; rows above it, such as a title, are a problem.

    It has ``least`` heads that are known, and others.
    """
    known = [sum(columns.find(cell.text) is not None for cell in row.cells) for row in worksheet.rows]
    filled = [sum(bool(cell.text) for cell in row.cells) for row in worksheet.rows]
    found = next((i for i, count in enumerate(known) if count >= least and filled[i] > 1), 0)
    if known[0] or not found:
        return 0
    first, head = worksheet.rows[0].place, worksheet.rows[found].place
    message = say("the heads of the columns stand in row %(row)s; delete the rows above it", row=head.line)
    problems.append(Problem(first, message, CHECK))
    return found


def total_row(
    place: Place,
    label: str,
    numbers: Iterable[tuple[str, str, Place]],
    sums: Mapping[str, float],
    beside_rows: Mapping[str, float],
    check: str = CHECK,
) -> Iterator[Problem]:
    """Yield the note that a row is left out, and a warning for each number in it that is not the sum of those above.

    ``numbers`` are (name of the column, text, place). ``beside_rows`` is what a total may hold beside the rows, by
    column: it is right with and without it.
    """
    message = say("'%(name)s' is taken for the total of the rows above, and left out", name=label)
    yield Problem(place, message, check, "note")
    for column, text, place_of_number in numbers:
        number = number_in(text)
        total = sums.get(column)
        if number is not None and total is not None and number not in (total, total + beside_rows.get(column, 0)):
            message = say(
                "the total is %(total)s, the rows above come to %(sum)s; see which is right",
                total=text,
                sum=f"{total:g}",
            )
            yield Problem(place_of_number, message, check, "warning")


def heads_of(row: SheetRow, columns: Columns, problems: list[Problem]) -> list[Column | str | None]:
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

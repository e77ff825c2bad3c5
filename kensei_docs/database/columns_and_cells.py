"""Columns and cells of the tables that users write: recognises heads, and reads cells into values.

The words come from ``vocabulary.yaml`` (``columns``, ``answers``), the glossary and the
records of the edition; accents, capitals and signs make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from kensei_docs.database.model import Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.figures import doubt_about, parse
from kensei_docs.languages import codes, language
from kensei_docs.problems import OneOf, Problem, Said, Unusable, closest, say
from kensei_docs.slugs import folded, slug_of

Takes = Literal["text", "id", "count", "figure", "length", "boolean", "name", "names"]
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


@dataclass(frozen=True)
class Column:
    """A column: its name, the type of its cells, and the path at which a record has the value.

    ``is_own``: a project declares it, not the tool.
    """

    name: str
    takes: Takes
    registers: tuple[str, ...]
    at: str
    numbered: str = ""
    option: str = ""
    words: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_own: bool = False


class Refused(Exception):
    """A cell can't be read; ``message`` gives the reason and the remedy."""

    def __init__(self, message: Said) -> None:
        super().__init__(message)
        self.message = message


class Columns:
    """The columns that one kind of list may have, found by any of their names.

    ``user``: a kind of record, ``army`` (what an army list says of the whole), or ``troop`` (of each troop).
    Raises Unusable where the vocabulary declares them wrongly.
    """

    def __init__(self, database: Database, user: str) -> None:
        self.by_name: dict[str, Column] = {}
        self._words: dict[str, str] = {}
        self._is_of_records = user not in ("army", "troop")
        problems: list[Problem] = []
        for tree in reversed(database.vocabulary.trees):
            for name, entry in (tree.value.get("columns") or {}).items():
                declared, invalid = validate(ColumnSchema, tree, f"columns.{name}", entry or {})
                problems += invalid
                if declared and (declared.used_by is None or user in declared.used_by):
                    is_own = tree is not database.vocabulary.trees[0]
                    self.by_name.setdefault(name, self._column(name, declared, is_own))
                    for word in (name, *declared.words):
                        self._words.setdefault(folded(word), name)
        if problems:
            raise Unusable(*problems)
        # What may stand beside the word for a total: "Total points", "Suma de puntos".
        self._beside_total = {part for word in self._words for part in word.split()}
        for words in map(language, codes()):
            self._beside_total |= {folded(word) for word in (*words.function_words, *words.beside_totals)}

    @staticmethod
    def _column(name: str, declared: ColumnSchema, is_own: bool) -> Column:
        at, words = declared.at or name, (name, *declared.words)
        values = {folded(word): value for value, others in declared.values.items() for word in (value, *others)}
        return Column(
            name, declared.takes, tuple(declared.of), at, declared.numbered, declared.option, words, values, is_own
        )

    def find(self, head: str) -> Column | None:
        """Return the column of that head, or None; a head that begins with ``_`` is the user's own."""
        if head.startswith("_"):
            return None
        name = next((self._words[form] for form in _forms(head) if form in self._words), None)
        return self.by_name[name] if name else None

    def is_total(self, label: str) -> bool:
        """Return whether the first cell of a row says that the row is a total of those above, in any language."""
        return self._is_made_of(label, {folded(word) for code in codes() for word in language(code).totals})

    def is_average(self, label: str) -> bool:
        """Return whether the first cell of a row says that the row is the average of those above, in any language."""
        return self._is_made_of(label, {folded(word) for code in codes() for word in language(code).averages})

    def _is_made_of(self, label: str, words: Collection[str]) -> bool:
        parts = [part for part in folded(label).split() if not part.isdecimal()]
        others = [part for part in parts if part not in words]
        return len(others) < len(parts) and all(part in self._beside_total for part in others)

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
        self._answers = {folded(str(word)): answer == "yes" for answer, words in answers.items() for word in words}
        self._registers: dict[str, dict[str, str]] = {}
        trees = database.vocabulary.trees
        # The folders of data are data/vocabulary.yaml and data/editions/ID/edition.yaml.
        self._is_own_game = edition is not None and edition.tree.file.parents[2] != trees[0].file.parent

    def belong(self, column: Column, texts: Iterable[str]) -> bool:
        """Return whether the cells of a column say what the column is declared for.

        In a game of one's own, a word such as "Faction" need not mean what it means in the games of the tool: it does
        if one of the cells has a name that these know.
        """
        if column.is_own or not self._is_own_game or not column.registers:
            return True
        names = [name for text in texts for name in (part.strip() for part in _SEPARATORS.split(text)) if name]
        known = (self.name(column.registers, name) or folded(name) in column.values for name in names)
        return not names or any(known)

    def read(self, column: Column, text: str) -> Any:
        """Return the value of a filled cell in the form that records have; raises Refused."""
        reader = getattr(self, f"_{column.takes}")
        return reader(column, text)

    def name(self, registers: Iterable[str], text: str) -> str | None:
        """Return the slug or term for a name in one of the registers (kinds, or parts of the glossary), or None."""
        for register in registers:
            names = self.names(register)
            for form in _forms(text):
                if form in names:
                    return names[form]
        return None

    def names(self, register: str) -> dict[str, str]:
        """Return the slugs of a kind of record, and terms of that part of the glossary, by name."""
        if register not in self._registers:
            self._registers[register] = dict(self._named(register))
        return self._registers[register]

    def _named(self, register: str) -> Iterator[tuple[str, str]]:
        taken: dict[str, str] = {}
        for record in self._edition.records_of(register) if self._edition else ():
            for word in (record.slug, record.name, *self._names_of(record)):
                for form in _forms(word):
                    taken.setdefault(form, record.slug)
        for term, entry in self._database.glossary.items():
            if entry.get("part") == register:
                words = [entry[key] for key in codes() if entry.get(key)]
                slug = next((taken[form] for form in _forms(words[0]) if form in taken), term)
                for word in (term, *words):
                    for form in _forms(word):
                        taken.setdefault(form, slug)
        yield from taken.items()

    def _text(self, column: Column, text: str) -> str:
        return text

    def _id(self, column: Column, text: str) -> str:
        if slug_of(text) != text:
            raise Refused(say("'%(text)s' is not an id; write small letters, digits and hyphens", text=text))
        return text

    def _count(self, column: Column, text: str) -> str:
        figure = parse(text)
        if figure is None or figure.kind != "count":
            message = say("'%(text)s' is not a number of 0 or more; write one", text=text)
            if len(digits := text.strip()) > _MOST_DIGITS and digits.isdecimal():
                message = say("'%(text)s' is too large a number; write one of fewer digits", text=text)
            raise Refused(doubt_about(text) or message)
        return str(figure)

    def _figure(self, column: Column, text: str) -> str:
        figure = parse(text)
        if figure is None:
            message = say("'%(text)s' is not a figure; write one, such as 3, +1D6 or 50 %%", text=text)
            raise Refused(doubt_about(text) or message)
        return str(figure)

    def _length(self, column: Column, text: str) -> str:
        figure = parse(text)
        if figure is None or figure.kind not in ("count", "length"):
            message = say("'%(text)s' is not a distance; write one, with its unit", text=text)
            raise Refused(doubt_about(text) or message)
        unit = self._edition.units if self._edition and figure.kind == "count" else ""
        return f"{figure} {unit}".strip()

    def _boolean(self, column: Column, text: str) -> bool:
        answer = self._answers.get(folded(text))
        if answer is None:
            raise Refused(say("'%(text)s' is neither yes nor no; write one of them", text=text))
        return answer

    def _name(self, column: Column, text: str) -> str:
        names = {name: slug for register in column.registers for name, slug in self.names(register).items()}
        # A value is one of those that the edition has, where it has any.
        values = {word: value for word, value in column.values.items() if not names or value in names.values()}
        candidates = [*values, *names]
        value = next((values[form] for form in _forms(text) if form in values), None)
        slug = value or self.name(column.registers, text) or self._numbered(column, text)
        counts = [inner for inner in _BRACKET.findall(text) if any(map(str.isdigit, inner))]
        if counts and slug and not column.numbered and not {folded(text), *map(folded, counts)} & set(names):
            message = say(
                "'%(text)s' has a number that nothing reads; leave it out, or split the row if only some have it",
                text=text,
            )
            raise Refused(message)
        # If nothing is known (the edition has no such records, the vocabulary no such terms), any word is accepted. The
        # terms of the tool's games are not those of another.
        if column.is_own and self._is_own_game and self._edition and not self._edition.records_of(*column.registers):
            candidates = []
        if slug is None and candidates:
            raise Refused(
                say(
                    "'%(text)s' is not a known %(of)s%(numbers)s%(hint)s; mend the name, or add it to your data",
                    text=text,
                    of=OneOf(column.registers),
                    numbers=self._numbers_of(column),
                    hint=closest(folded(text), candidates),
                )
            )
        return slug or slug_of(text)

    def _numbers_of(self, column: Column) -> str:
        """Return the number and name of every record that a column may name by number, for an error message."""
        if not column.numbered or self._edition is None:
            return ""
        records = self._edition.records_of(*column.registers)
        numbered = [record for record in records if column.numbered in record.data]
        named = [f"{record.get(column.numbered)} ({record.slug})" for record in numbered]
        return say("; known are %(known)s", known=", ".join(sorted(named))) if named else ""

    def _numbered(self, column: Column, text: str) -> str | None:
        """Return the slug of the record with that number (``2``, or ``level 2`` in the column of levels), or None."""
        if not column.numbered or self._edition is None:
            return None
        of_column = {part for words in column.words for part in folded(words).split()}
        numbers = [[part for part in form.split() if part not in of_column] for form in _forms(text)]
        records = self._edition.records_of(*column.registers)
        return next((record.slug for record in records if [str(record.get(column.numbered))] in numbers), None)

    def _names(self, column: Column, text: str) -> list[str]:
        parts = [part.strip() for part in _SEPARATORS.split(text)]
        return [self._name(column, part) for part in parts if part]


def _forms(text: str) -> list[str]:
    """Return the forms of a name: whole, without the part in brackets, and that part alone."""
    forms = [folded(text), folded(_BRACKET.sub(" ", text)), *(folded(inner) for inner in _BRACKET.findall(text))]
    return [form for form in dict.fromkeys(forms) if form]

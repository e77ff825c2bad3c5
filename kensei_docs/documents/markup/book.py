"""An edition as a book: its records by chapters, what each says besides its words, its index."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.model import KEEPING, MESSAGES
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.figures import parse

# Parts of a record that are printed in ways of their own, and those that say nothing to a reader.
_OWN = frozenset({"figures", "effects", "columns", "rows", "base", "rules"})
_SILENT = frozenset(
    {
        "aliases",
        "given",
        "expect",
        "printed",
        "examples",
        "formulas",
        "settles",
        "by",
        "date",
        "situation",
        "turn-summary",
    }
)
_BLANK = Markup('<span class="blank"></span>')


@dataclass(frozen=True)
class Chapter:
    """The records of one kind."""

    kind: str
    records: tuple[Record, ...]

    @property
    def anchor(self) -> str:
        return f"chapter-{self.kind}"


class Book:
    """A reader's view of an edition: chapters of the kinds that a sheet applies to."""

    def __init__(self, edition: Edition, sheet: Kind, translator: Translator) -> None:
        self._edition, self._voice, self._named = edition, translator, sheet.looks
        self.chapters = tuple(Chapter(kind, tuple(edition.of(kind))) for kind in sheet.applies if kind in edition.kinds)

    @cached_property
    def _by_slug(self) -> dict[str, Record]:
        found: dict[str, Record] = {}
        for chapter in self.chapters:
            for record in chapter.records:
                found.setdefault(record.slug, record)
                found[record.id] = record
        return found

    def anchor(self, record: Record) -> str:
        """Return the id of a record's place in the book."""
        return record.id.replace("/", "--")

    def index(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the names of all records by their first letter: (letter, [(name, anchor)])."""
        names = sorted(
            {
                (self._voice.name(record), self.anchor(record))
                for chapter in self.chapters
                for record in chapter.records
                if "question" not in record.data
            },
            key=lambda entry: (_plain(entry[0]), entry),
        )
        return [
            (letter, list(entries))
            for letter, entries in groupby(
                names, key=lambda entry: next((sign.upper() for sign in _plain(entry[0]) if sign.isalnum()), "#")
            )
        ]

    def facts(
        self, record: Record, labels: Mapping[str, str], words: Mapping[str, Mapping[str, str]]
    ) -> list[tuple[str, Markup]]:
        """Return what a record's own values say: a label and the value, in the record's order.

        ``words`` are those for values that are no records, by the key and the value.
        """
        return [
            (
                labels[key],
                escape(words[key].get(str(value), value))
                if key in words and value is not None
                else self._shown(record, key, value),
            )
            for key, value in record.data.items()
            if key in labels and key not in KEEPING and key not in _OWN | _SILENT and not isinstance(value, dict)
        ]

    def groups(self, record: Record) -> list[str]:
        """Return the parts of a record that are lists of entries with names, words or figures."""
        return [
            key
            for key, value in record.data.items()
            if isinstance(value, dict)
            and key not in KEEPING
            and key not in _OWN | _SILENT
            and not (key == "difficulty" and "modifiers" in value)
        ]

    def word(self, value: Any, key: str = "") -> Markup:
        """Return what a value is called: a record by its name, with a link to it, or a term; a
        blank to fill in for what the document leaves out.

        ``key`` is where it stands: it may say of which kind the record is.
        """
        if value is None:
            return _BLANK
        text = str(value)
        kinds = [
            self._named.get(key, ""),
            *(chapter.kind for chapter in self.chapters if key and key.startswith(chapter.kind[:-1])),
        ]
        known = (self._by_slug.get(f"{kind}/{text}") for kind in kinds)
        # What applies may be a part of a record.
        record = next(filter(None, known), None) or self._by_slug.get(text.partition(":")[0].partition(".")[0])
        if record:
            return Markup('<a href="#{}">{}</a>').format(self.anchor(record), self._voice.name(record))
        if self._voice.knows(text):
            return escape(self._voice.term(text))
        if parse(text) or any(sign.isdigit() for sign in text):
            return escape(self._voice.figure(text))
        return escape(text.replace("-", " "))

    def letters(self, value: str | None) -> Markup:
        """Return a cell of a table: the letters of an outcome as the language writes them."""
        if not value:
            return _BLANK
        figure = parse(value)
        if not figure or figure.kind != "outcome" or figure.text == "none":
            return escape(self._voice.figure(value))
        terms = ((letter, f"outcome-{letter.lower()}") for letter in figure.text.split("/"))
        return escape("/".join(self._voice.term(term) if self._voice.knows(term) else letter for letter, term in terms))

    def knows(self, value: Any) -> bool:
        """Return whether a value is a record's id or a term."""
        return str(value) in self._by_slug or self._voice.knows(str(value))

    def called(self, record: Record, path: str) -> str:
        """Return the name of an entry of a part: its own, or what its key stands for; "" for a
        key that stands for nothing."""
        own = self._voice.text(record, f"{path}.name")
        if own:
            return own
        key = path.rpartition(".")[2]
        other = self._by_slug.get(key)
        if other:
            return self._voice.name(other)
        return self._voice.term(key) if self._voice.knows(key) else ""

    def bearers(self, record: Record) -> Markup:
        """Return the records that name this one by its kind, as the units of a class do."""
        return Markup(", ").join(
            Markup('<a href="#{}">{}</a>').format(self.anchor(other), self._voice.name(other))
            for chapter in self.chapters
            for other in chapter.records
            if other.get(record.kind) == record.slug
        )

    def place(self, record: Record) -> str:
        """Return where a record was read: pages where they are known, else lines."""
        told = []
        for document, cited in groupby(sorted(record.citations, key=lambda c: c.document), key=lambda c: c.document):
            here = list(cited)
            pages = [(c.page, c.page) for c in here if c.page]
            lines = [c.lines for c in here if c.lines]
            spot = f"p. {_runs(pages)}" if pages else _runs(lines)
            name = f"{document} " if len(self._edition.documents) > 1 else ""
            told.append(f"{name}{spot}".strip())
        return "; ".join(filter(None, told))

    def _shown(self, record: Record, key: str, value: Any) -> Markup:
        if isinstance(value, list):
            return Markup(", ").join(dict.fromkeys(_capital(self.word(one, key)) for one in value))
        if isinstance(value, str) and ("$" in value or "%(" in value):
            return escape(
                self._voice.figure(
                    next((fact.value for fact in record.facts if fact.path == key and fact.value), record.figure(key))
                )
            )
        return self.word(value, key)

    def entries(self, record: Record, path: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield the entries of a part: the path of each, its value where it is a single one, and
        else its values by their names, but for messages and what lies deeper."""
        for key, entry in (record.get(path) or {}).items():
            here = f"{path}.{key}"
            if not isinstance(entry, dict):
                listed = entry if isinstance(entry, list) else [entry]
                yield here, Markup(", ").join(self.word(one) for one in listed), {}
                continue
            values = {
                name: self._inner(record, f"{here}.{name}", value)
                for name, value in entry.items()
                if name not in KEEPING | MESSAGES and not isinstance(value, dict) and not isinstance(value, bool)
            }
            yield here, "", values

    def _inner(self, record: Record, path: str, value: Any) -> Markup:
        if isinstance(value, list):
            return Markup(", ").join(self.word(one) for one in value)
        return self.word(record.figure(path))


def _capital(words: Markup) -> Markup:
    """Return words that begin as a name does; a link's are a name."""
    return words[:1].upper() + words[1:]


def _plain(text: str) -> str:
    """Return words without accents and capitals, as an index sorts them."""
    return "".join(
        sign for sign in unicodedata.normalize("NFD", text).casefold() if not unicodedata.combining(sign)
    ).lstrip("«“\"'¡¿(")


def _runs(spans: Sequence[tuple[int, int]]) -> str:
    """Return spans of numbers in their order, those that touch as one."""
    runs: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if runs and first <= runs[-1][1] + 1:
            runs[-1] = runs[-1][0], max(runs[-1][1], last)
        else:
            runs.append((first, last))
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in runs)

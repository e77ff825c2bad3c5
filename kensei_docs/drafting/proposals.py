"""Records and the readings of their figures, proposed from the outline of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from kensei_docs.database.model import Vocabulary
from kensei_docs.drafting.cues import WIDTHS, Drafted, figures_in, key_of, nameless_words
from kensei_docs.drafting.kind_names import singular_of
from kensei_docs.drafting.marks import Marks
from kensei_docs.drafting.outline import Section, Table
from kensei_docs.extract import Document
from kensei_docs.extract.reading.observations import Observer
from kensei_docs.languages import language
from kensei_docs.slugs import slug_of

# A list of entries has at least as many, with no more words each than this: longer ones are chapters.
_FEWEST, _MOST_WORDS = 2, 70
_WORD = re.compile(r"[^\W\d_]+")


@dataclass
class Proposal:
    """A record to be drafted: its kind, id, name and figures, by name; with ``columns`` it is a table of ``rows``."""

    kind: str
    slug: str
    name: str
    figures: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)  # what its figures are called, by their names
    told: bool = False  # whether its figures are all that the document says of it
    columns: dict[str, str] = field(default_factory=dict)
    rows: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the record, ``kind/slug``."""
        return f"{self.kind}/{self.slug}"

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the value of each figure."""
        yield from ((f"figures.{name}", value) for name, value in self.figures.items())
        for row, (_, cells) in self.rows.items():
            yield from ((f"rows.{row}.{column}", value) for column, value in cells.items())

    def without(self, fact: str) -> None:
        """Take a figure away."""
        group, _, name = fact.partition(".")
        if group == "figures":
            self.figures.pop(name, None)


@dataclass
class Draft:
    """What is proposed for a document.

    ``stems`` has the kind of record of each file, ``kinds`` those that the tool doesn't have, ``titles`` the heading
    that such a kind has its name of. ``readings`` has the entries of the reading profile by file; ``made`` the offset
    of the section, the file, and how many records and figures, of each of them. ``left`` are the sections of which
    something can't be read: no phrase marks its place, or two rows have one name.
    """

    stems: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    records: dict[str, Proposal] = field(default_factory=dict)
    readings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    made: list[tuple[int, str, int, int]] = field(default_factory=list)
    left: list[Section] = field(default_factory=list)


class Drafter:
    """Proposes records and readings for a document.

    The section ``drafted`` of the ``vocabulary`` says which of its kinds a draft uses. ``wide`` are the facts
    (``kind/slug``, path) whose cues need more words.
    """

    def __init__(
        self,
        document: Document,
        sections: Sequence[Section],
        vocabulary: Vocabulary,
        wide: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.document, self.sections, self.known = document, sections, vocabulary.kinds
        drafted = vocabulary.section("drafted")
        self.shared: Sequence[str] = drafted.get("kinds") or ()
        self.text_file, self.table_file = (str(drafted.get(key)) for key in ("text", "table"))
        self.prefix = document.source.edition
        self.wide = wide
        self.spoken = language(document.source.language)
        self.nameless = nameless_words(self.spoken)
        self.observer = Observer(document, document.source)
        self.marks = Marks(document, sections)
        self.draft = Draft()

    def run(self) -> Draft:
        """Return what is proposed."""
        for root in self.sections:
            self._section(root)
        return self.draft

    def _section(self, section: Section) -> None:
        for table in section.tables:
            self._table(section, table)
        self._passage(section)
        if self._is_list(section):
            self._entries(section)
        else:
            for child in section.children:
                self._section(child)

    def _is_list(self, section: Section) -> bool:
        words = [len(self.document.text[child.body : child.end].split()) for child in section.children]
        plain = all(slug_of(child.name) and not child.children and not child.tables for child in section.children)
        return bool(slug_of(section.name)) and plain and len(words) >= _FEWEST and 0 < median(words) <= _MOST_WORDS

    def _kind(self, title: str) -> tuple[str, str]:
        """Return the file and the kind of the records below a heading: one that is known, or one of its own."""
        stem = slug_of(title)
        own = {slug_of(found) for found in _WORD.findall(self.document.text)}
        one = singular_of(stem, self.spoken, own)
        for file, kind in self.known.items():
            if stem in (file, kind) and kind in self.shared:
                self.draft.stems[file] = kind
                return file, kind
        # Sections of a vocabulary with the name of an edition are of that edition.
        if stem in self.known or one in self.known.values() or self.prefix in (stem, one):
            stem, one = f"{self.prefix}-{stem}", f"{self.prefix}-{one}"
        self.draft.stems[stem] = self.draft.kinds[stem] = one
        self.draft.titles.setdefault(one, title)
        return stem, one

    def _kind_of(self, stem: str) -> str:
        """Return the kind of a file of the tool's."""
        self.draft.stems[stem] = self.known[stem]
        return self.known[stem]

    def _add(self, proposal: Proposal) -> Proposal:
        """Add a record under an id that no other has."""
        first, number = proposal.slug, 1
        while proposal.id in self.draft.records:
            number += 1
            proposal.slug = f"{first}-{number}"
        self.draft.records[proposal.id] = proposal
        return proposal

    def _read(self, stem: str, section: Section, entry: dict[str, Any], records: int, figures: int) -> None:
        self.draft.readings.setdefault(stem, []).append(entry)
        self.draft.made.append((section.start, stem, records, figures))

    def _marks(self, section: Section, start: int, end: int) -> dict[str, Any] | None:
        """Return the phrases that mark a passage; where none do, its section is among those left."""
        marks = self.marks.between(start, end)
        if marks is None:
            self.draft.left.append(section)
        return marks

    def _table(self, section: Section, table: Table) -> None:
        title = section.name if slug_of(section.name) else table.label or "Table"
        columns = {key_of(name) or f"column-{i}": name for i, name in enumerate(table.columns, 1)}
        count = len(table.rows[0].cells)
        if len(columns) != count:
            columns = {f"column-{i}": "" for i in range(1, count + 1)}
        marks = self._marks(section, table.start, self._after(table.end))
        rows = {slug_of(row.label): row for row in table.rows if slug_of(row.label)}
        if marks is None:
            return
        if len(rows) < len(table.rows):
            self.draft.left.append(section)
            return
        # The headings of columns are looked for from the heading of the labels on.
        headed = {key: name for key, name in columns.items() if name}
        entry: dict[str, Any] = {"table": slug_of(title), **marks}
        entry["columns"] = headed or {key: key for key in columns}
        entry["rows"] = {key: row.label for key, row in rows.items()}
        if count == 1:
            record = self._add(
                Proposal(self._kind_of(self.table_file), slug_of(title), title, columns=_titles(columns))
            )
            record.rows = {
                key: (row.label, dict(zip(columns, (cell.value for cell in row.cells), strict=True)))
                for key, row in rows.items()
            }
            entry["fact"] = f"{record.id}:rows.{{row}}.{{column}}"
            self._read(self.table_file, section, entry, 1, len(rows))
            return
        stem, kind = self._kind(title)
        for key, row in rows.items():
            values = dict(zip(columns, (cell.value for cell in row.cells), strict=True))
            self._add(Proposal(kind, key, row.label, values, _titles(columns), told=True))
        entry["fact"] = f"{kind}/{{row}}:figures.{{column}}"
        self._read(stem, section, entry, len(rows), len(rows) * count)

    def _after(self, end: int) -> int:
        """Return the offset of the next word behind a place."""
        found = _WORD.search(self.document.text, end)
        return found.start() if found else len(self.document.text)

    def _figures(self, title: str, start: int, end: int, tables: Sequence[Table] = ()) -> list[Drafted]:
        text = self.document.text[start:end]
        inside = [
            replace(one, start=one.start - start, end=one.end - start)
            for one in self.observer.between(start, end)
            if not any(table.start <= one.start < table.end for table in tables)
        ]
        return figures_in(text, inside, self.spoken, self.nameless, title)

    def _cues(self, record: Proposal, figures: Sequence[Drafted]) -> dict[str, str]:
        return {
            f"figures.{one.name}": one.cue(WIDTHS[(record.id, f"figures.{one.name}") in self.wide]) for one in figures
        }

    def _passage(self, section: Section) -> None:
        """Draft the text below a heading as a rule, where it has figures."""
        figures = self._figures(section.name, section.body, section.end, section.tables)
        if not figures or not slug_of(section.name):
            return
        marks = self._marks(section, section.start, section.end)
        if marks is None:
            return
        record = self._add(_told_in_words(self._kind_of(self.text_file), section.name, figures))
        entry = {"passage": record.id, **marks, "read": self._cues(record, figures)}
        self._read(self.text_file, section, entry, 1, len(figures))

    def _entries(self, section: Section) -> None:
        """Draft what stands below a heading as records of one kind."""
        marks = self._marks(section, section.start, section.last)
        if marks is None:
            return
        stem, kind = self._kind(section.name)
        read: dict[str, dict[str, str]] = {}
        count = 0
        for child in section.children:
            figures = self._figures(child.name, child.body, child.end)
            record = self._add(_told_in_words(kind, child.name, figures))
            headed = {} if slug_of(child.name) == record.slug else {"heading": child.name}
            read[record.slug] = {**headed, **self._cues(record, figures)}
            count += len(figures)
        self._read(stem, section, {"entries": kind, **marks, "read": read}, len(read), count)


def _told_in_words(kind: str, name: str, figures: Sequence[Drafted]) -> Proposal:
    values, labels = {one.name: one.value for one in figures}, {one.name: one.label for one in figures}
    return Proposal(kind, slug_of(name), name, values, labels)


def _titles(columns: Mapping[str, str]) -> dict[str, str]:
    return {key: name or key.replace("-", " ").capitalize() for key, name in columns.items()}

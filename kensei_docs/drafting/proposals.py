"""Records and the readings of their figures, proposed from the outline of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any

from kensei_docs.database.vocabulary import Vocabulary
from kensei_docs.drafting.cues import WIDTHS, Drafted, figures_in, key_of, nameless_words
from kensei_docs.drafting.kind_names import singular_of
from kensei_docs.drafting.marks import Marks
from kensei_docs.drafting.outline import Section
from kensei_docs.drafting.prices import Prices
from kensei_docs.drafting.tables import Row, Table, lines_inside
from kensei_docs.extract import Document
from kensei_docs.extract.reading.observations import Observer
from kensei_docs.languages import language
from kensei_docs.slugs import slug_of

# A list of entries has at least as many, with no more words each than this: longer ones are chapters.
_FEWEST, _MOST_WORDS = 2, 70
# What stands in a cell beside figures is kept as it is up to this many words.
_FEW = 4
_WORD = re.compile(r"[^\W\d_]+")
# Slots of cues whose figures count something; and a cell that says there is nothing.
_COUNTED = ("count", "range", "share", "fraction")
_NOTHING = re.compile(r"[-\u2010-\u2014\u2212]*")


@dataclass
class Proposal:
    """A record to be drafted: its kind, id, name and figures, by name; with ``columns`` it is a table of ``rows``."""

    kind: str
    slug: str
    name: str
    figures: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)  # what its figures are called, by their names
    told: bool = False  # whether its figures are all that the document says of it
    text: str = ""  # names that stand beside its figures
    left: str = ""  # the columns of a table that say more of it, in words
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
            if f"%({name})s" in self.text:
                self.text, self.left, self.told = "", ", ".join(filter(None, (self.left, self.text))), False


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
        self.prices = Prices(str(drafted.get("price")))
        self.prefix = document.source.edition
        self.wide = wide
        self.spoken = language(document.source.language)
        self.nameless = nameless_words(self.spoken)
        self.observer = Observer(document, document.source)
        self.marks = Marks(document, sections)
        tables = [table for root in sections for section in root.walk() for table in (*section.tables, *section.rolls)]
        self.rows = {i for table in tables if table.rolls for i in _with_next(lines_inside(document, table))}
        self.labels = {row.label for table in tables for row in table.rows}
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
        if not self._is_list(section):
            for child in section.children:
                self._section(child)
        elif self._names_several(section.name):
            self._entries(section)
        else:
            # What stands below a heading in the singular, such as Movement, are the parts of one rule.
            for child in section.children:
                self._told(child, self._kind_of(self.text_file), self.text_file)

    def _names_several(self, title: str) -> bool:
        """Return whether a heading is that of a list: it is in the plural, or a kind of record that is known."""
        stem = slug_of(title)
        known = any(stem in pair and pair[1] in self.shared for pair in self.known.items())
        return known or self._singular(stem) != stem

    def _singular(self, stem: str) -> str:
        return singular_of(stem, self.spoken, {slug_of(found) for found in _WORD.findall(self.document.text)})

    def _is_list(self, section: Section) -> bool:
        words = [len(self.document.text[child.body : child.end].split()) for child in section.children]
        plain = all(slug_of(child.name) and not child.children and not child.tables for child in section.children)
        return bool(slug_of(section.name)) and plain and len(words) >= _FEWEST and 0 < median(words) <= _MOST_WORDS

    def _kind(self, title: str) -> tuple[str, str]:
        """Return the file and the kind of the records below a heading: one that is known, or one of its own."""
        stem = slug_of(title)
        one = self._singular(stem)
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
        first = section.tables[0]
        # Another table below one heading is called by the heading of its labels.
        if (table.label, table.columns) != (first.label, first.columns) and slug_of(table.label):
            title = table.label
        count = len(table.rows[0].cells) + len(table.worded)
        columns = {key_of(name) or f"column-{i}": name for i, name in enumerate(table.columns, 1)}
        if len(columns) != count:
            columns = {f"column-{i}": "" for i in range(1, count + 1)}
        marks = self._marks(section, table.start, self._after(table.end))
        rows = {slug_of(row.label): row for row in table.rows if slug_of(row.label)}
        if marks is None:
            return
        if len(rows) < len(table.rows):
            self.draft.left.append(section)
            return
        worded = [key for i, key in enumerate(columns) if i in table.worded]
        figured = {key: name for key, name in columns.items() if key not in worded}
        # The headings of columns are looked for from the heading of the labels on.
        headed = {key: name for key, name in columns.items() if name}
        entry: dict[str, Any] = {"table": slug_of(title), **marks}
        entry["columns"] = headed or {key: key for key in columns}
        column, unread = next(iter(figured)), {(name.partition("/")[2], fact) for name, fact in self.wide}
        if all({(key, f"figures.{column}"), (slug_of(title), f"rows.{key}.{column}")} & unread for key in rows):
            # Its headings don't stand in the text as the page shows them: the order of the columns tells.
            entry["columns"] = {key: f"column-{i}" for i, key in enumerate(columns, 1)}
        elif not any(name.split()[0] in self._head(table) for name in headed.values()):
            # They stand above other rows of the table; what stands here and looks like one is a cell's.
            entry["columns"] = {key: f"column-{i}" for i, key in enumerate(columns, 1)}
        if worded:
            entry["words"] = worded
        entry["rows"] = {key: row.label for key, row in rows.items()}
        if len(figured) == 1:
            self._table_of_one(section, title, figured, rows, entry, marks)
            return
        stem, kind = self._kind(title)
        entry["rows"] = {}
        for row in rows.values():
            values = dict(zip(figured, (cell.value for cell in row.cells), strict=True))
            proposal = self._add(Proposal(kind, slug_of(row.label), row.label, values, _titles(figured), told=True))
            entry["rows"][proposal.slug] = row.label
            proposal.text = f"{row.group}." if row.group else ""
            cells = zip((columns[key] for key in worded), row.words, row.spans, strict=False)
            cues = {key: cue for cell in cells for key, cue in self._worded(proposal, *cell).items()}
            if cues and (place := self.marks.between(row.start, self._after(row.end))):
                self._read(stem, section, {"passage": proposal.id, **place, "read": cues}, 0, len(cues))
        entry["fact"] = f"{kind}/{{row}}:figures.{{column}}"
        self._read(stem, section, entry, len(rows), len(rows) * len(figured))

    def _head(self, table: Table) -> str:
        """Return what stands above the first row of a table."""
        return " ".join(self.document.text[table.start : table.rows[0].start].split())

    def _worded(self, record: Proposal, title: str, words: str, span: tuple[int, int]) -> dict[str, str]:
        """Add what a cell of words says to a record: as text, if it is short; return the cues of its figures."""
        text = self.document.text
        found = [] if _NOTHING.fullmatch(words) else self._figures(title, *span, taken=record.figures)
        figures = [one for one in found if _is_apart(text, span[0] + one.start, span[0] + one.end)]
        for one in figures:
            record.figures[one.name], record.labels[one.name] = one.value, one.label
        said, at = "", span[0]
        for one in figures:
            said, at = f"{said}{text[at : span[0] + one.start]}%({one.name})s", span[0] + one.end
        said = " ".join(f"{said}{text[at : span[1]]}".split())
        # What is counted needs a word for one and a word for several, which a person knows.
        plain = not any(one.slot in _COUNTED for one in figures)
        if _NOTHING.fullmatch(words):
            return {}
        if title and (words in self.labels or (_is_name(said, words) and plain)):
            record.text = f"{record.text} {title}: {said}.".lstrip()
        else:
            record.left, record.told = ", ".join(filter(None, (record.left, title or words))), False
        return self._cues(record, figures)

    def _table_of_one(
        self,
        section: Section,
        title: str,
        columns: Mapping[str, str],
        rows: Mapping[str, Row],
        entry: dict[str, Any],
        marks: Mapping[str, Any],
    ) -> None:
        """Draft a table of one column of figures as one record; a figure in the label of a row is one of its own."""
        record = self._add(Proposal(self._kind_of(self.table_file), slug_of(title), title, columns=_titles(columns)))
        cues: dict[str, str] = {}
        for key, row in rows.items():
            name, end = "", row.start + len(row.label)
            at = 0
            found = self._figures(row.label, row.start, end) if self.document.text[row.start : end] == row.label else []
            for one in found:
                number = sum(figure.partition("-")[0] == one.name for figure in record.figures) + 1
                fact = one.name if number == 1 else f"{one.name}-{number}"
                record.figures[fact], record.labels[fact] = one.value, one.label
                cues[f"figures.{fact}"] = one.cue(WIDTHS[-1])
                name, at = f"{name}{row.label[at : one.start]}%({fact})s", one.end
            values = dict(zip(columns, (cell.value for cell in row.cells), strict=True))
            record.rows[key] = (f"{name}{row.label[at:]}", values)
        entry["fact"] = f"{record.id}:rows.{{row}}.{{column}}"
        self._read(self.table_file, section, entry, 1, len(rows))
        if cues:
            labels = {"passage": record.id, **marks, "read": cues}
            self._read(self.table_file, section, labels, 0, len(cues))

    def _after(self, end: int) -> int:
        """Return the offset of the next word behind a place."""
        found = _WORD.search(self.document.text, end)
        return found.start() if found else len(self.document.text)

    def _figures(
        self, title: str, start: int, end: int, tables: Sequence[Table] = (), taken: Iterable[str] = ()
    ) -> list[Drafted]:
        text = self.document.text[start:end]
        inside = [
            replace(one, start=one.start - start, end=one.end - start)
            for one in self.observer.between(start, end)
            if not any(table.start <= one.start < table.end for table in tables)
        ]
        lines = range(self.document.line_at(start) + 1, self.document.line_at(max(start, end - 1)) + 1)
        parts = [self.document.starts[i] - start for i in lines if self._is_apart(i)]
        return figures_in(text, inside, self.spoken, self.nameless, title, parts, taken)

    def _is_apart(self, line: int) -> bool:
        """Return whether a paragraph, or a row of what a die brings about, begins with a line."""
        return line in self.rows or self.document.lines[line].block != self.document.lines[line - 1].block

    def _cues(self, record: Proposal, figures: Sequence[Drafted]) -> dict[str, str]:
        return {
            f"figures.{one.name}": one.cue(WIDTHS[(record.id, f"figures.{one.name}") in self.wide]) for one in figures
        }

    def _passage(self, section: Section) -> None:
        """Draft the text below a heading as a rule, where it has figures."""
        figures = self._figures(section.name, section.body, section.end, section.tables)
        if figures and slug_of(section.name):
            self._told(section, self._kind_of(self.text_file), self.text_file)

    def _told(self, section: Section, kind: str, stem: str) -> None:
        """Draft the text below a heading as a record of a kind."""
        marks = self._marks(section, section.start, section.end)
        if marks is None:
            return
        # A name that is run in is a part of what is said.
        begin = section.start if section.run_in else section.body
        figures = self._figures(section.name, begin, section.end, section.tables)
        if section.run_in:
            behind = self.document.text[section.body : section.end]
            figures = self.prices.named(kind, behind, section.body - section.start, figures, self.nameless)
        record = self._add(_told_in_words(kind, section.name, figures))
        entry = {"passage": record.id, **marks}
        self._read(stem, section, {**entry, "read": self._cues(record, figures)} if figures else entry, 1, len(figures))

    def _has_lines(self, section: Section) -> bool:
        """Return whether a heading has several lines."""
        return self.document.line_at(section.start) < self.document.line_at(max(section.start, section.body - 2))

    def _entries(self, section: Section) -> None:
        """Draft what stands below a heading as records of one kind."""
        if any(child.run_in or self._has_lines(child) for child in section.children):
            stem, kind = self._kind(section.name)
            for child in section.children:
                self._told(child, kind, stem)
            return
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


def _with_next(lines: range) -> range:
    return range(lines.start, lines.stop + 1)


def _is_apart(text: str, start: int, end: int) -> bool:
    """Return whether a figure is written in digits, and touches no letters, as the number of a name does: 9lb."""
    touched = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
    return not touched and any(map(str.isdigit, text[start:end]))


def _is_name(said: str, words: str) -> bool:
    """Return whether the words of a cell are a name or the like, which a draft keeps, and no sentence.

    ``said`` are the words with names in the place of figures.
    """
    return 0 < len(words.split()) <= _FEW and not any(map(str.isdigit, said)) and words[-1] not in ".!?"


def _told_in_words(kind: str, name: str, figures: Sequence[Drafted]) -> Proposal:
    values, labels = {one.name: one.value for one in figures}, {one.name: one.label for one in figures}
    return Proposal(kind, slug_of(name), name, values, labels)


def _titles(columns: Mapping[str, str]) -> dict[str, str]:
    return {key: name or key.replace("-", " ").capitalize() for key, name in columns.items()}

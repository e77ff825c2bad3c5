"""A report of the changes between two versions, for readers: in one language, by kind, important ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kensei_docs.catalogues.translator import Translator
from kensei_docs.database import Citation, Database, Record
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.figures import localise, parse
from kensei_docs.project import Project
from kensei_docs.versions.changes import Change, End
from kensei_docs.versions.compare import PLACE_KEY

WORDS, PAGE, STYLE = "change-words.txt.j2", "change-report.html.j2", "change-report.css"
# A longer value is a text.
_VALUE_LENGTH = 60
# The words for added and removed records; of a kind with more than _MANY of them, only the names are listed.
_ENTIRE = {"added": "new", "removed": "gone"}
_MANY = 8
_MOVES = ("renamed", "moved")
_ORDER = ("changed", "added", "removed", "renamed", "moved", "out-of-scope")


@dataclass(frozen=True)
class Line:
    """One change: the label of the field, its old and new value, a note, and the places in the documents."""

    change: str
    label: str
    old: str | None
    new: str | None
    note: str
    places: str

    @property
    def is_long(self) -> bool:
        """Whether the old or new value is a text."""
        return max(len(self.old or ""), len(self.new or "")) > _VALUE_LENGTH


@dataclass(frozen=True)
class Entry:
    """The changes of one record."""

    name: str
    id: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Group:
    """The changed records of one kind, or a summary of them."""

    title: str
    entries: tuple[Entry, ...] = ()
    summary: str = ""


@dataclass(frozen=True)
class Section:
    """A section of the report."""

    title: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class ChangeReport:
    """The report: the titles of the two versions, one line of totals, and the sections."""

    a: str
    b: str
    totals: str
    sections: tuple[Section, ...] = field(default=())


class ChangeReporter:
    """Writes reports of changes in a translator's language, with the words of the template ``WORDS``."""

    def __init__(self, project: Project, database: Database, translator: Translator) -> None:
        self._translator, self._terms = translator, database.glossary
        self._editions = database.editions
        # By edition: its records by their slugs, filled when an edition's first change is described.
        self._by_slug: dict[str, dict[str, Record]] = {}
        self._environment = Environment(
            loader=FileSystemLoader(project.folders("templates", SHARED)),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["_"] = lambda words: translator.template(SHARED, words)
        words: Any = self._environment.get_template(WORDS).module
        self.words: dict[str, str] = words.words
        self._kinds: dict[str, str] = words.kinds
        self._fields: dict[str, str] = words.fields
        self._unnamed: frozenset[str] = frozenset(words.unnamed)
        self._project = project

    def report(self, a: str, b: str, changes: Sequence[Change], several: bool = False) -> ChangeReport:
        """Return the report of the changes from version ``a`` to ``b``.

        With ``several``, the versions are states of several editions, and groups name their edition.
        """
        real = [change for change in changes if change.matter != "words"]
        parts = {
            "by-system": [c for c in real if c.relation != "unmapped" and c.change not in (*_MOVES, "out-of-scope")],
            "moves": [c for c in real if c.change in _MOVES],
            "elsewhere": [c for c in changes if c.change == "out-of-scope"],
            "unmapped": [c for c in changes if c.relation == "unmapped" and c.change != "out-of-scope"],
            "wording": [c for c in changes if c.matter == "words"],
        }
        sections = [
            Section(self.words[name], self._groups(some, several, summarised=name == "elsewhere"))
            for name, some in parts.items()
        ]
        return ChangeReport(a, b, self._totals(real), tuple(section for section in sections if section.groups))

    def as_html(self, report: ChangeReport, fonts: bool = False) -> str:
        """Return a report as an HTML page; with ``fonts``, its style sheet (``style(True)``) goes separately."""
        return self._environment.get_template(PAGE).render(
            report=report,
            words=self.words,
            language=self._translator.language,
            style="" if fonts else self.style(False),
        )

    def style(self, fonts: bool) -> str:
        """Return the style sheet of a report, with the typefaces for print (``fonts``) or without."""
        files = [self._project.file("templates", SHARED, name) for name in ("theme.css", STYLE)]
        css = "\n".join(file.read_text(encoding="utf-8") for file in files if file)
        return css if fonts else "\n".join(line for line in css.splitlines() if not line.startswith("@font-face"))

    def _totals(self, changes: Sequence[Change]) -> str:
        counts = Counter(str(change.change) for change in changes)
        totals = [f"{counts[kind]} {self.words[kind]}" for kind in _ORDER if counts[kind]]
        return ", ".join(totals) or self.words["nothing"]

    def _groups(self, changes: Sequence[Change], several: bool, summarised: bool) -> tuple[Group, ...]:
        """Return changes by kind; ``summarised`` gives only the names of the records, else the changes of each."""
        groups = []
        for (edition, kind), of_kind in groupby(
            changes, key=lambda change: (change.record.edition if several else "", change.record.kind)
        ):
            title = f"{self._translator.edition(edition)}: " if edition else ""
            title += self._kinds.get(kind) or kind.replace("-", " ").capitalize()
            listed = list(of_kind)
            if summarised:
                groups.append(Group(title, (), self._summary(listed, "")))
                continue
            entire = {change: [c for c in listed if c.matter == "record" and c.change == change] for change in _ENTIRE}
            many = {change: some for change, some in entire.items() if len(some) > _MANY}
            left = [c for c in listed if c.matter != "record" or c.change not in many]
            entries = [
                Entry(self._translator.name(record), record.id, tuple(self._line_of(change) for change in of_record))
                for record, of_record in _by_record(left)
            ]
            summaries = [self._summary(some, self.words[_ENTIRE[change]]) for change, some in many.items()]
            groups.append(Group(title, tuple(entries), "; ".join(summaries)))
        return tuple(groups)

    def _summary(self, changes: Sequence[Change], what: str) -> str:
        names = dict.fromkeys(self._translator.name(change.record) for change in changes)
        return f"{what} {len(names)}: {', '.join(names)}".strip()

    def _line_of(self, change: Change) -> Line:
        old, new = self._describe_value(change.a), self._describe_value(change.b)
        label = self._label(change.a.record or change.record, change.path)
        if change.b.path or not change.a.path:
            label = self._label(change.record, change.path)
        if change.matter == "record" and change.change in ("added", "removed"):
            old, new = None, self.words["new" if change.b.record else "gone"]
        elif old == new and change.a.record and change.a.path != change.path:
            # The figure moved to another field: the report names both fields.
            old, label = f"{self._label(change.a.record, change.a.path)}: {old}", ""
            new = f"{self._label(change.record, change.path)}: {new}"
        note = ""
        when = change.b.when or change.a.when
        if when and change.path.rpartition(".")[2] != "when":
            end = change.b if change.b.when else change.a
            note = f"({self._describe_condition(end)})"
        if change.consequence:
            language = self._translator.language
            ends = [localise(f"{value:g}", language) for value in (change.consequence.a, change.consequence.b)]
            note = f"{note} [{self.words['expected']}: {ends[0]} → {ends[1]}]".strip()
        return Line(
            change.change,
            label,
            old,
            new,
            note,
            "; ".join(filter(None, map(_format_places, (change.a.citations, change.b.citations)))),
        )

    def _label(self, record: Record, path: str) -> str:
        """Return the label of a path: the name of the innermost part that has one, and the fields below it."""
        steps = path.split(".") if path else []
        if steps and steps[0] == "rules":
            # A rule has no name; its text follows.
            return self.words["rule"]
        parts: list[str] = []
        for i, step in enumerate(steps):
            name = f"{'.'.join(steps[: i + 1])}.name"
            last = i == len(steps) - 1
            if isinstance(record.get(name), str):
                parts = [self._translator.text(record, name)]
            elif last and isinstance(record.get(f"columns.{step}"), str):
                parts.append(self._translator.text(record, f"columns.{step}"))
            elif last or step not in self._unnamed:
                if step in (*OPERATIONS, PLACE_KEY):
                    continue
                parts.append(self._field_label(step, record))
        return ", ".join(parts)

    def _field_label(self, step: str, record: Record) -> str:
        own = {"text": "rule", "when": "condition", "hook": "effect"}
        if step in own:
            return self.words[own[step]]
        return self._fields.get(step) or self._name_of_slug(step, record) or step.replace("-", " ")

    def _name_of_slug(self, slug: str, record: Record) -> str | None:
        """Return the term or the name of the record of the same edition that a slug names; None for neither."""
        if (self._terms.get(slug) or {}).get(self._translator.language):
            return self._translator.term(slug)
        if record.edition not in self._by_slug:
            edition = self._editions.get(record.edition)
            self._by_slug[record.edition] = {
                other.slug: other for other in (edition.records.values() if edition else ())
            }
        named = self._by_slug[record.edition].get(slug)
        return self._translator.name(named) if named else None

    def _describe_value(self, end: End) -> str | None:
        record = end.record
        if record is None or end.value is None:
            return None
        last = end.path.rpartition(".")[2]
        if not end.path:
            return ", ".join(self._translator.name(one) for one in end.records)
        if last == "when":
            return self._describe_condition(end)
        if last == "hook":
            return self._translator.hook(end.value)
        if last in ("text", "name", "reminder") or end.path.split(".")[0] in ("rules", "columns"):
            return self._translator.text(record, end.path)
        mark, _, bare = end.value.partition(" ")
        if mark in ("<", ">", "\u2264", "\u2265"):
            return f"{mark} {localise(bare, self._translator.language)}"
        if parse(end.value):
            return localise(end.value, self._translator.language)
        number, counted, names = end.value.partition(": ")
        if counted and number.isdigit():
            return f"{number}: {', '.join(self._field_label(one, record) for one in names.split(', '))}"
        return ", ".join(self._describe_word(one, end.path, record) for one in end.value.split(", "))

    def _describe_word(self, word: str, path: str, record: Record) -> str:
        if word in ("true", "false"):
            return self.words["yes" if word == "true" else "no"]
        if isinstance(record.get(f"{path}.{word}.name"), str):
            return self._translator.text(record, f"{path}.{word}.name")
        return self._name_of_slug(word, record) or localise(word, self._translator.language)

    def _describe_condition(self, end: End) -> str:
        record = end.record
        step = end.path
        while record is not None and step:
            when = record.get(step if step.endswith("when") else f"{step}.when")
            if isinstance(when, dict):
                return self._translator.phrase(when, record)
            step = step.rpartition(".")[0]
        return end.when or end.value or ""


def _by_record(changes: Iterable[Change]) -> Iterable[tuple[Record, list[Change]]]:
    listed: dict[str, list[Change]] = {}
    for change in changes:
        listed.setdefault(change.record.id, []).append(change)
    return [(of_record[0].record, of_record) for of_record in listed.values()]


def _format_places(citations: Sequence[Citation]) -> str:
    """Return where one side of a change was read: each document, and its lines or else pages."""
    places = []
    for document, of_document in groupby(
        dict.fromkeys((c.document, c.lines, None if c.lines else c.page) for c in citations), key=lambda place: place[0]
    ):
        spots = [
            f"{lines[0]}-{lines[1]}"
            if lines and lines[0] != lines[1]
            else str(lines[0])
            if lines
            else f"p. {page}"
            if page
            else ""
            for _, lines, page in of_document
        ]
        places.append(f"{document} {', '.join(filter(None, spots))}".strip())
    return "; ".join(places)

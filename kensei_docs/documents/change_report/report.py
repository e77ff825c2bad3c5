"""A report of the changes between two versions: the most important ones, then all by system of the rules.

It is printed on paper, or it is a page for the screen: a single file, with a switch between its languages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader

from kensei_docs.catalogues.translator import BLANK, Translator
from kensei_docs.database import Database, Record
from kensei_docs.database.vocabulary import SYSTEM_NAMES
from kensei_docs.documents.change_report.line_parts import VALUE_LENGTH, Line, is_text, joined, quoted
from kensei_docs.documents.change_report.lines import ChangeLines
from kensei_docs.documents.markup.screen_pages import with_policy
from kensei_docs.documents.markup.template_environment import SHARED, Sandbox, digest_for_policy
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Unusable
from kensei_docs.project import SHARED_TEMPLATES, Project
from kensei_docs.versions.changes import Change
from kensei_docs.versions.headlines_and_weights import SYSTEMS, Headline, declared_survey, first, headlines

# The template with the words of reports, and the templates and style sheets of a report on paper and on the screen.
WORDS = "change-words.txt.j2"
_PAPER = "change-report.html.j2"
_PAPER_STYLES = ("theme.css", "change-report.css")
_SCREEN = "change-page.html.j2"
_SCREEN_STYLE = "change-page.css"
_SCRIPTS = ("screen.js", "change-page.js")
# The largest number of facts that are named for a record, of which a document leaves out some.
_MAX_FACTS = 3
# The largest number of characters of a line with the words of a record that a document leaves out.
_MAX_CHARACTERS = 320
_MOVES = ("renamed", "moved")
# The sections without changes of the rules.
_NO_RULES = ("moves", "unmapped", "wording", "elsewhere")
# The section of the kinds that belong to no system of the rules.
_OTHER = "by-system"
# The order of the kinds of changes in the totals.
_ORDER = ("changed", "added", "removed", "renamed", "moved", "out-of-scope")

# The pictures of a card before and after, as data URLs; None without a picture.
Pictures = tuple[str | None, str | None]


@dataclass(frozen=True)
class Entry:
    """The changes of one record, in the order of the changes.

    ``edition`` is the id of its edition, ``before`` (edition, id) of the old record. ``touched``: a change touches the
    reader's army.
    """

    name: str
    id: str
    lines: tuple[Line, ...]
    edition: str = ""
    before: tuple[str, str] | None = None
    touched: bool = False
    # The rulings on the old and the new record: each a question with its answer and the name of the edition.
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """The changed records of one kind, or a summary of records that an edition leaves out.

    ``left_out`` are (kind, records) of the latter, a record being (name, words).
    """

    title: str
    entries: tuple[Entry, ...] = ()
    summary: str = ""
    left_out: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    def lines_left_out(self, most: int = _MAX_CHARACTERS) -> Iterator[tuple[str, list[str]]]:
        """Yield (kind, lines) of the records that are left out: name and words, up to ``most`` characters of these."""
        for kind, records in self.left_out:
            yield kind, [f"{name}: {quoted(words, most)}" if words else name for name, words in records]


@dataclass(frozen=True)
class Section:
    """A section of the report; ``key`` is the name of a system of the rules, or of a section without rules."""

    title: str
    groups: tuple[Group, ...]
    key: str = ""

    @property
    def lines(self) -> list[Line]:
        """All lines of the section."""
        return [line for group in self.groups for entry in group.entries for line in entry.lines]

    @property
    def is_system(self) -> bool:
        """Whether it has changes of the rules."""
        return self.key not in _NO_RULES


@dataclass(frozen=True)
class First:
    """One of the most important changes: a line, with the name and id of its record."""

    name: str
    id: str
    line: Line


@dataclass(frozen=True)
class ChangeReport:
    """The report: the titles of the two versions, one line of totals, the most important changes, and the sections.

    ``counts`` are the numbers of changes by kind of change.
    """

    a: str
    b: str
    totals: str
    sections: tuple[Section, ...] = field(default=())
    first: tuple[First, ...] = field(default=())
    counts: Mapping[str, int] = field(default_factory=dict)


class ChangeReporter:
    """Writes reports of changes in a translator's language, with the words of the template ``WORDS``."""

    def __init__(self, project: Project, database: Database, translator: Translator) -> None:
        self._translator = translator
        loader = FileSystemLoader(project.folders(*SHARED_TEMPLATES))
        self._environment = Sandbox(loader=loader, autoescape=True)
        self._environment.globals["_"] = lambda words: translator.template(SHARED, words)
        words: Any = self._environment.get_template(WORDS).module
        self.words: dict[str, str] = words.words
        self._kinds: dict[str, str] = words.kinds
        self._lines = ChangeLines(database, translator, self.words)
        self.fact_names = self._lines.fact_names
        systems = database.vocabulary.section(SYSTEMS)
        self._systems = {kind: name for name, kinds in systems.items() for kind in kinds}
        self._order = [*systems, _OTHER]
        self._project = project
        self._database = database
        self._survey = declared_survey(database.vocabulary)

    def report(
        self, a: str, b: str, changes: Sequence[Change], several: bool = False, touched: Collection[int] | None = None
    ) -> ChangeReport:
        """Return the report of the changes from version ``a`` to ``b``.

        ``several``: the versions are states of several editions, and the titles of groups name the edition. ``touched``
        are the indices of the changes that touch an army.
        """
        touching = {id(changes[i]) for i in touched} if touched is not None else set()
        real = [change for change in changes if change.matter != "words"]
        rules = [c for c in real if c.relation != "unmapped" and c.change not in (*_MOVES, "out-of-scope")]
        parts: dict[str, list[Change]] = {name: [] for name in self._order}
        for change in rules:
            parts[self._systems.get(change.record.kind, _OTHER)].append(change)
        parts["moves"] = [c for c in real if c.relation != "unmapped" and c.change in _MOVES]
        parts["unmapped"] = [c for c in changes if c.relation == "unmapped" and c.change != "out-of-scope"]
        parts["wording"] = [c for c in changes if c.matter == "words"]
        listed = {change.record.id for change in real}
        sections = [
            Section(self._title(name), self._groups(part, several, touching, listed), name)
            for name, part in parts.items()
            if part
        ]
        outside = [c for c in changes if c.change == "out-of-scope"]
        if outside:
            sections.append(Section(self.words["elsewhere"], self._left_out(outside), "elsewhere"))
        # Lines are counted, not changes: a line may sum up several changes.
        lines = (line for section in sections if section.key != "wording" for line in section.lines)
        counts = Counter(line.change for line in lines) + Counter(str(change.change) for change in outside)
        # A short report needs no summary.
        heaviest = self._first(rules) if len(rules) > self._survey.lines else ()
        return ChangeReport(a, b, self._totals(counts), tuple(sections), heaviest, counts)

    def _first(self, rules: Sequence[Change]) -> tuple[First, ...]:
        """Return the most important changes, and headlines of several."""
        lines = []
        for entry in first(rules, self._survey, headlines(self._database, rules)):
            name = self._translator.name(entry.record)
            if isinstance(entry, Headline):
                linked = (entry.subject or entry.record).id
                lines.append(First(name, linked, self._lines.headline(entry)))
            else:
                lines.append(First(name, entry.record.id, self._lines.line(entry)))
        return tuple(lines)

    def line_as_json(self, change: Change) -> dict[str, Any]:
        """Return the line of one change as the commands print it: ``change``, the kind of its line, and its ``words``.

        In ``words``, ``label`` is the name of the changed fact, ``a`` and ``b`` are the words or value in the two
        editions (None for an edition without it), and ``note`` is a remark.
        """
        line = self._lines.line(change)
        a, b = (line.says if end.record and line.says else None for end in (change.a, change.b))
        words = {"label": line.label, "a": line.old or a, "b": line.new or b, "note": line.note}
        return {"change": line.change, "words": words}

    def as_html(self, report: ChangeReport) -> str:
        """Return a report as HTML to be laid out on paper, with the style sheet ``style``."""
        page = self._environment.get_template(_PAPER)
        return page.render(report=report, words=self.words, language=self._translator.language)

    def edition(self, edition_id: str) -> str:
        """Return the name of an edition in the report's language."""
        return self._translator.edition(edition_id)

    def style(self) -> str:
        """Return the style sheet of a report on paper."""
        return _text_of(self._project, *_PAPER_STYLES)

    def _title(self, name: str) -> str:
        return self.words[name] if name in (*_NO_RULES, _OTHER) else self._translator.entry(SYSTEM_NAMES, name)

    def _totals(self, counts: Mapping[str, int]) -> str:
        words = {
            kind: self.words[f"one-{kind}"].lower() if counts.get(kind) == 1 else self.words[kind] for kind in _ORDER
        }
        totals = [f"{counts[kind]} {words[kind]}" for kind in _ORDER if counts.get(kind)]
        return ", ".join(totals) or self.words["nothing"]

    def _kind(self, kind: str) -> str:
        return self._kinds.get(kind) or kind.replace("-", " ").capitalize()

    def _groups(
        self, changes: Sequence[Change], several: bool, touching: Collection[int], listed: Collection[str]
    ) -> tuple[Group, ...]:
        """Return changes by kind of record.

        ``touching`` are the ``id()`` of the changes that touch an army, ``listed`` the ids of all records with an entry
        in the report.
        """
        groups = []
        for (edition, kind), of_kind in groupby(
            changes, key=lambda change: (change.record.edition if several else "", change.record.kind)
        ):
            title = f"{self._translator.edition(edition)}: " if edition else ""
            by_record: dict[str, list[Change]] = {}
            for change in of_kind:
                by_record.setdefault(change.record.id, []).append(change)
            entries = tuple(self._entry(of_record, touching, listed) for of_record in by_record.values())
            groups.append(Group(title + self._kind(kind), entries))
        return tuple(groups)

    def _entry(self, changes: Sequence[Change], touching: Collection[int], listed: Collection[str]) -> Entry:
        record = changes[0].record
        old = next((change.a.record for change in changes if change.a.record), None)
        return Entry(
            self._translator.name(record),
            record.id,
            tuple(joined(map(self._lines.line, changes))),
            record.edition,
            (old.edition, old.id) if old else None,
            any(id(change) in touching for change in changes),
            self._rulings(
                record.id, (end.record for change in changes for end in (change.a, change.b) if end.record), listed
            ),
        )

    def _rulings(self, entry: str, records: Iterable[Record], listed: Collection[str]) -> tuple[str, ...]:
        """Return the rulings on the records of an entry: each a question with its answer and the name of its edition.

        A ruling on several records is printed at the first of these that is listed.
        """
        text = self._translator.text
        rulings = []
        for record in records:
            edition = self._database.editions[record.edition]
            for ruling in edition.rulings_on(record):
                if next((id for id in edition.ruled_by(ruling) if id in listed), entry) == entry:
                    name = self._translator.edition(ruling.edition)
                    rulings.append(f"{text(ruling, 'question')} {text(ruling, 'decision')} ({name})")
        return tuple(dict.fromkeys(rulings))

    def _left_out(self, changes: Sequence[Change]) -> tuple[Group, ...]:
        """Return the changes that are out of scope, grouped by the reason, with the names of the records by kind."""
        by_reason: dict[tuple[str, str] | None, list[Change]] = {}
        for change in changes:
            by_reason.setdefault(change.reason, []).append(change)
        groups = []
        for reason, of_reason in by_reason.items():
            kinds = []
            for kind, of_kind in groupby(of_reason, key=lambda change: change.record.kind):
                records = tuple(dict.fromkeys(self._names_left_out(list(of_kind))))
                kinds.append((f"{self._kind(kind)} ({len(records)})", records))
            title = self._translator.reason(*reason) if reason else self.words["no-reason"]
            summary = "; ".join(f"{kind}: {', '.join(name for name, _ in records)}" for kind, records in kinds)
            groups.append(Group(title, (), summary, tuple(kinds)))
        return tuple(groups)

    def _names_left_out(self, changes: Sequence[Change]) -> Iterator[tuple[str, str]]:
        """Yield (name, words) of each record that is left out, or has facts that are left out.

        In the second case, these facts are in brackets after the name.
        """
        by_record: dict[str, list[Change]] = {}
        for change in changes:
            by_record.setdefault(change.record.id, []).append(change)
        for of_record in by_record.values():
            facts: list[str] = []
            words: list[str] = []
            for change in of_record:
                end = change.a if change.a.value is not None else change.b
                line = self._lines.line(change)
                value = line.says or (line.old if end is change.a else line.new) or ""
                if not end.path or is_text(end):
                    words.append(value)
                elif end.record:
                    name = self.fact_names.name(end.record, end.path)
                    # A figure whose name is a sentence with a blank is not understandable here.
                    hook = self._lines.hook_of_difficulty(end)
                    value = f"{value} ({hook})" if hook else value
                    facts += [] if BLANK in name else [f"{name}: {value}" if len(value) <= VALUE_LENGTH else name]
            facts = list(dict.fromkeys(facts))
            more = " …" if len(facts) > _MAX_FACTS else ""
            name = self._translator.name(of_record[0].a.record or of_record[0].record)
            in_brackets = f" [{'; '.join(facts[:_MAX_FACTS])}{more}]" if facts else ""
            yield name + in_brackets, " ".join(words)


@dataclass(frozen=True)
class PageLanguage:
    """A report in one language, with the other words of the page.

    ``links`` are the addresses of the references in this language, ``titles`` the names of the editions, both by
    edition.
    """

    language: str
    report: ChangeReport
    words: Mapping[str, str]
    links: Mapping[str, str]
    titles: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the language in the language itself."""
        return language_of(self.language).own_name


def change_page(
    project: Project, pages: Sequence[PageLanguage], pictures: Mapping[str, Pictures], army: str = ""
) -> str:
    """Return the HTML page of a report in several languages; the first one is shown first.

    ``pictures`` of cards are by the ids of records. With the name of an ``army``, the page shows the changes that touch
    it, and the others on demand. Raises Unusable for a template with a script that is not the tool's own.
    """
    environment = Sandbox(loader=FileSystemLoader(project.folders(*SHARED_TEMPLATES)), autoescape=True)
    script = _text_of(project, *_SCRIPTS)
    template = environment.get_template(_SCREEN)
    html = template.render(
        pages=pages,
        style=_text_of(project, _SCREEN_STYLE),
        script=script,
        script_digest=digest_for_policy(script),
        pictures=pictures,
        army=army,
    )
    page, problems = with_policy(html, Path(template.filename or _SCREEN))
    if problems:
        raise Unusable(*problems)
    return page


def _text_of(project: Project, *names: str) -> str:
    """Return the text of shared files, one after the other; a missing one is left out."""
    files = [project.file(*SHARED_TEMPLATES, name) for name in names]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file)

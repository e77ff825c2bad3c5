"""The report of a reprint: card by card what changed and why, what to discard, and what may stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.errata import ErratumSchema, dated, read_erratum
from kensei_docs.documents.cache.face_set import FaceSet, digest_of_code
from kensei_docs.documents.kinds.paper import PAPERS
from kensei_docs.documents.markup.change_report import ChangeReporter, Line
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.plan import translator_for
from kensei_docs.documents.reprint.changed_cards import ChangedCard, Comparison
from kensei_docs.documents.reprint.earlier_state import EarlierState
from kensei_docs.figures import localise
from kensei_docs.files import digest_of
from kensei_docs.project import Project
from kensei_docs.versions import Change, Version, diff
from kensei_docs.versions.history import subjects_since

PAGE, STYLE = "reprint-sheet.html.j2", "reprint-sheet.css"


@dataclass(frozen=True)
class CardReport:
    """A card (or document of pages) that changed: how many copies to print and to discard, the stamps of the old
    and the new printing, what changed and why; ``pages`` are the pages to print (from 1), empty for a card."""

    name: str
    prints: int
    discards: int
    old_stamp: str
    stamp: str
    lines: tuple[Line, ...] = ()
    causes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


@dataclass(frozen=True)
class KindReport:
    """The cards of one kind: changed, new, gone (or with fewer copies), and the names of unchanged ones."""

    title: str
    changed: tuple[CardReport, ...]
    added: tuple[CardReport, ...]
    gone: tuple[CardReport, ...]
    same: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return bool(self.changed or self.added or self.gone)


@dataclass(frozen=True)
class ReprintReport:
    """The report of one edition, language and paper; ``path`` is that of its PDF."""

    path: Path
    edition: str
    language: str
    since: str
    paper: str
    kinds: tuple[KindReport, ...]

    @property
    def prints(self) -> int:
        return sum(card.prints for kind in self.kinds for card in (*kind.changed, *kind.added))

    @property
    def discards(self) -> int:
        return sum(card.discards for kind in self.kinds for card in (*kind.changed, *kind.gone))

    @property
    def stays(self) -> int:
        return sum(len(kind.same) for kind in self.kinds)


class Reporter:
    """Writes the reports of a reprint, in the language of each folder."""

    def __init__(self, project: Project, database: Database, before: EarlierState) -> None:
        self._project, self._database, self._before = project, database, before
        # Caches: by edition, by language, by the files that commits touched.
        self._changes: dict[str, list[Change]] = {}
        self._languages: dict[str, tuple[Translator, ChangeReporter]] = {}
        self._subjects: dict[tuple[str, ...], list[str]] = {}

    def report(self, comparisons: Sequence[Comparison], paper: str, path: Path) -> ReprintReport:
        """Return the report of the documents of one folder and paper."""
        first = comparisons[0].document
        return ReprintReport(
            path,
            first.edition_name,
            first.faces.language,
            self._before.label,
            paper,
            tuple(self._report_kind(one) for one in comparisons),
        )

    def key(self, report: ReprintReport) -> str:
        """Return the cache key of the PDF of a report."""
        files = [self._project.file("templates", SHARED, name) for name in (PAGE, STYLE, "theme.css")]
        return digest_of(
            repr(replace(report, path=Path())),
            self._render(report),
            *(file.read_bytes() for file in files if file),
            digest_of_code(),
        )

    def as_pdf(self, report: ReprintReport) -> tuple[list[bytes], int]:
        """Return a report as a PDF in chunks, and how many pages it has."""
        from kensei_docs.documents.layout.renderer import renderer

        files = [self._project.file("templates", SHARED, name) for name in ("theme.css", STYLE)]
        size = PAPERS[report.paper]
        css = [file.read_text(encoding="utf-8") for file in files if file]
        css.append(f"@page {{ size: {size.width}mm {size.height}mm }}")
        engine = renderer(self._project.cache)
        document = engine.lay_out(self._render(report), engine.style_sheet("\n".join(css)))
        return [document.write_pdf(pdf_tags=True)], len(document.pages)

    def _render(self, report: ReprintReport) -> str:
        translator, _ = self._translators(report.language)
        return environment(self._project, translator, SHARED).get_template(PAGE).render(report=report)

    def _translators(self, language: str) -> tuple[Translator, ChangeReporter]:
        if language not in self._languages:
            translator = translator_for(self._project, self._database, language)
            self._languages[language] = translator, ChangeReporter(self._project, self._database, translator)
        return self._languages[language]

    def _report_kind(self, comparison: Comparison) -> KindReport:
        faces = comparison.document.faces
        translator, changes = self._translators(faces.language)
        changed: list[CardReport] = []
        added: list[CardReport] = []
        for one in comparison.changed:
            card = self._report_card(comparison, one, translator, changes)
            (changed if one.pair.old and one.pages and card.discards else added).append(card)
        gone = tuple(self._report_gone(comparison, side, copies, translator) for side, copies in comparison.gone)
        same = tuple(_card_name(side, translator) for side in comparison.same)
        return KindReport(
            translator.template(faces.kind.name, faces.kind.title), tuple(changed), tuple(added), gone, same
        )

    def _report_card(
        self, comparison: Comparison, one: ChangedCard, translator: Translator, reporter: ChangeReporter
    ) -> CardReport:
        faces, row = comparison.document.faces, one.pair.sides.row
        changes = self._changes_of(faces.edition, row.record, row.path)
        lines = [line for change in changes for line in _lines_of(change, row.path, translator, reporter)]
        # Where the card's own record did not change, the words that changed on the card are quoted.
        lines = lines or [Line("changed", "", hunk.old or None, hunk.new or None, "", "") for hunk in one.hunks]
        only_more = one.pair.old is not None and not (one.fronts or one.backs) and not lines
        had = one.pair.old.row.copies if one.pair.old else 0
        discards = 0 if only_more or one.copies < one.pair.sides.row.copies else had
        words = " ".join(hunk.new for hunk in one.hunks)
        whole = not faces.kind.is_page or len(one.fronts) != len(one.pages)
        return CardReport(
            _card_name(one.pair.sides, translator),
            one.copies,
            discards,
            _stamp(comparison.before, one.pair.old.front) if one.pair.old and discards else "",
            _stamp(faces, one.pair.sides.front),
            tuple(lines),
            tuple(self._causes(faces.edition, translator, row.record, row.path, words)),
            () if whole else tuple(number + 1 for number in one.pages),
        )

    def _report_gone(self, comparison: Comparison, side: Sides, copies: int, translator: Translator) -> CardReport:
        causes = self._causes(comparison.document.faces.edition, translator, side.row.record, side.row.path, "")
        return CardReport(
            _card_name(side, translator), 0, copies, _stamp(comparison.before, side.front), "", causes=tuple(causes)
        )

    def _causes(
        self, edition: Edition, translator: Translator, record: Record | None, path: str, words: str
    ) -> list[str]:
        """Return why a card of a record (or of the part of it at ``path``) changed.

        That is each erratum since the earlier state that names the record, or else each that brings one
        of the new ``words``, with its day and reason; since a revision in git, else the subject of each
        commit that touched the record's file, or else translations or templates.
        """
        revision = self._before.revision
        before = self._before.database.editions.get(edition.id)
        errata = [erratum for name, erratum in edition.errata.items() if before is None or name not in before.errata]
        schemas = [(erratum, read_erratum(erratum)) for erratum in errata]
        found = [erratum for erratum, schema in schemas if record and _changes_record(schema, record, path)]
        found = found or [erratum for erratum, schema in schemas if _adds_word(schema, words, translator.language)]
        if not found and revision is None:
            found = errata
        if found or revision is None:
            return [
                f"{translator.name(erratum)} ({dated(erratum.slug)}): {translator.text(erratum, 'reason')}"
                for erratum in found
            ]
        root = self._project.layers[0]
        own = str(record.tree.file) if record and Path(record.tree.file).is_relative_to(root) else ""
        other = (str(root / "data/locale" if own else root / "data"), str(root / "templates"))
        return (self._commits(revision, (own,)) if own else []) or self._commits(revision, other)

    def _commits(self, revision: str, files: tuple[str, ...]) -> list[str]:
        if files not in self._subjects:
            self._subjects[files] = list(subjects_since(self._project, revision, files))
        return self._subjects[files]

    def _changes_of(self, edition: Edition, record: Record | None, path: str) -> list[Change]:
        """Return the changes of a record, or of the part of it at ``path``."""
        if record is None or edition.id not in self._before.database.editions:
            return []
        if edition.id not in self._changes:
            states = (
                Version("", self._before.project, self._before.database, edition.id),
                Version("", self._project, self._database, edition.id),
            )
            self._changes[edition.id] = diff(self._project, *states, words=True)
        return [
            change
            for change in self._changes[edition.id]
            if record.id in (change.record.id, change.a.ids)
            and (not path or f"{change.path}.".startswith(f"{path}."))
            and not _only_figures(change)
        ]


def summary(reports: Sequence[ReprintReport]) -> Iterator[str]:
    """Yield the lines of a summary for the terminal; what several papers have in common stands once."""
    distinct: dict[tuple[Path, tuple[KindReport, ...]], ReprintReport] = {}
    for report in reports:
        distinct.setdefault((report.path.parent, report.kinds), report)
    for report in distinct.values():
        yield (
            f"{report.edition}, {report.language}, since {report.since}: {report.prints} to print, "
            f"{report.discards} to discard, {report.stays} stay as they are"
        )
        for kind in report.kinds:
            for sign, cards in (("~", kind.changed), ("+", kind.added), ("-", kind.gone)):
                for card in cards:
                    stamp = f" [{card.old_stamp} → {card.stamp or '–'}]" if card.old_stamp else ""
                    changes = "; ".join(
                        f"{line.label and line.label + ': '}{line.old or '–'} → {line.new or '–'}"
                        for line in card.lines
                        if not line.is_long
                    )
                    yield f"  {sign} {kind.title}: {card.name}{stamp}{changes and '  ' + changes}"


def _card_name(side: Sides, translator: Translator) -> str:
    """Return the name of a card: of the part of its record that it shows, if it shows one."""
    row = side.row
    if row.record is None or not row.path:
        return side.title
    name = translator.text(row.record, f"{row.path}.name")
    value = row.item.get("value")
    return name or f"{side.title} {value if isinstance(value, str | int) else row.slug}"


def _changes_record(erratum: ErratumSchema, record: Record, path: str) -> bool:
    """Return whether an erratum changes a record, or the part of it at ``path``."""
    return record.id in (*erratum.add, *erratum.withdraw) or any(
        change.record == record.id and f"{change.fact}.".startswith(f"{path}." if path else "")
        for change in erratum.changes.values()
    )


def _adds_word(erratum: ErratumSchema, words: str, language: str) -> bool:
    """Return whether a new figure or word of an erratum is among ``words``."""
    among = words.split()
    new = (part for change in erratum.changes.values() if change.after for part in change.after.split())
    return any(localise(part, language) in among for part in new)


def _lines_of(change: Change, path: str, translator: Translator, reporter: ChangeReporter) -> Iterator[Line]:
    """Yield the lines of the report for a change; a part without a name gets the name of its hook."""
    part = change.record.get(change.path.rpartition(".")[0])
    hook = part.get("hook") if isinstance(part, dict) and "name" not in part else None
    for section in reporter.report("", "", [change]).sections:
        for group in section.groups:
            for line in (line for entry in group.entries for line in entry.lines):
                label = line.label.rpartition(", ")[2] if path else line.label
                yield replace(line, places="", label=translator.hook(hook) if hook else label)


def _only_figures(change: Change) -> bool:
    """Return whether a text changed only in its figures, which have lines of their own."""
    old, new = change.a.record, change.b.record
    return (
        change.matter == "words"
        and old is not None
        and new is not None
        and old.get(change.a.path) == new.get(change.b.path)
    )


def _stamp(faces: FaceSet | None, slot: str) -> str:
    """Return the stamp printed on a face, which identifies its printing; empty if it has none."""
    fragment = faces.fragments.get(slot) if faces else None
    return fragment.stamp[:5] if fragment and fragment.stamp[:5] in fragment.html else ""

"""Writes the report of a reprint: the changes of the data that each card shows, and their errata or commits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.errata import ERRATUM_KIND, Erratum, ErratumSchema, day_in_name
from kensei_docs.documents.cache.face_cache import digest_of_code
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper_and_face_sizes import PAPERS
from kensei_docs.documents.markup.change_line_parts import Line
from kensei_docs.documents.markup.change_report import ChangeReporter
from kensei_docs.documents.markup.template_environment import SHARED, environment
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.reprint.changed_cards import Caches, ChangedCard, Comparison, FoldedSheets, Pair
from kensei_docs.documents.reprint.report import CardReport, KindReport, Pages, ReprintReport
from kensei_docs.documents.reprint.shown_changes import ShownChanges
from kensei_docs.documents.reprint.thumbnails import thumbnail
from kensei_docs.files import digest_of
from kensei_docs.project import CATALOGUES, DATA, SHARED_TEMPLATES, TEMPLATES, Project
from kensei_docs.versions import Change, Version, diff
from kensei_docs.versions.named_versions import subjects_since

if TYPE_CHECKING:
    from kensei_docs.documents.reprint.earlier_state import EarlierState

# The template of the report and its style sheet, in templates/_shared.
PAGE = "reprint-sheet.html.j2"
STYLE = "reprint-sheet.css"


class Reporter:
    """Writes the reports of a reprint, in the language of each folder."""

    def __init__(self, project: Project, database: Database, before: EarlierState, then: Caches) -> None:
        self._project = project
        self._database = database
        self._before = before
        self._then = then
        # Caches, by edition, by language, by the files that commits changed, and by the folder of a face set.
        self._changes: dict[str, list[Change]] = {}
        self._languages: dict[str, tuple[Translator, Translator, ChangeReporter]] = {}
        self._subjects: dict[tuple[str, ...], list[str]] = {}
        self._kinds: dict[Path, KindReport] = {}

    def report(self, comparisons: Sequence[Comparison], paper: str, path: Path) -> ReprintReport:
        """Return the report of the documents of one folder and paper."""
        first = comparisons[0].document
        booklets = {
            comparison.document.faces.folder: comparison.sheets for comparison in comparisons if comparison.sheets
        }
        by_folder = {comparison.document.faces.folder: comparison for comparison in comparisons}
        kinds = []
        for folder, comparison in by_folder.items():
            if folder not in self._kinds:
                self._kinds[folder] = self._report_kind(comparison)
            kinds.append(_with_sheets(self._kinds[folder], booklets.get(folder)))
        language = first.faces.language
        return ReprintReport(path, first.edition_name, language, self._before.label, paper, tuple(kinds))

    def key(self, report: ReprintReport) -> str:
        """Return the key of the PDF of a report."""
        return digest_of(self._render(report), self._style(report), digest_of_code())

    def as_pdf(self, report: ReprintReport) -> tuple[list[bytes], int]:
        """Return a report as a PDF in chunks, and its number of pages."""
        from kensei_docs.documents.layout.renderer import renderer

        engine = renderer(self._project.cache)
        document = engine.lay_out(self._render(report), engine.style_sheet(self._style(report)))
        return [document.write_pdf(pdf_tags=True)], len(document.pages)

    def _style(self, report: ReprintReport) -> str:
        files = [self._project.file(*SHARED_TEMPLATES, name) for name in ("theme.css", STYLE)]
        size = PAPERS[report.paper]
        css = [file.read_text(encoding="utf-8") for file in files if file]
        return "\n".join([*css, f"@page {{ size: {size.width}mm {size.height}mm }}"])

    def _render(self, report: ReprintReport) -> str:
        translator, _, _ = self._translators(report.language)
        return environment(self._project, translator, SHARED).get_template(PAGE).render(report=report)

    def _translators(self, language: str) -> tuple[Translator, Translator, ChangeReporter]:
        """Return the translators of the new and of the old state, and the reporter of changes."""
        if language not in self._languages:
            new = translator_for(self._project, self._database, language)
            old = translator_for(self._before.project, self._before.database, language)
            self._languages[language] = (new, old, ChangeReporter(self._project, self._database, new))
        return self._languages[language]

    def _report_kind(self, comparison: Comparison) -> KindReport:
        faces = comparison.document.faces
        translator, _, _ = self._translators(faces.language)
        before = self._before.database.editions.get(faces.edition.id)
        has_changed = any(card.what == "changed" for card in comparison.changed)
        changes = self._changes_of(faces.edition) if has_changed else []
        finder = before and ShownChanges(self._project, translator, comparison.document, before, changes)
        cards: dict[str, list[CardReport]] = {"changed": [], "new": [], "more": []}
        for card in comparison.changed:
            shown = finder.changes_on(card.pair) if finder and card.what == "changed" else []
            cards[card.what].append(self._report_card(comparison, card, shown))
        gone = [self._report_gone(comparison, pair) for pair in comparison.gone if not pair.new]
        fewer = [self._report_gone(comparison, pair) for pair in comparison.gone if pair.new]
        return KindReport(
            translator.template(faces.kind.name, faces.kind.title),
            tuple(cards["changed"]),
            tuple(cards["new"]),
            tuple(gone),
            (*cards["more"], *fewer),
            tuple(card_name(side, translator) for side in comparison.same),
        )

    def _report_card(self, comparison: Comparison, card: ChangedCard, shown: Sequence[Change]) -> CardReport:
        """Return the report of a card to print; ``shown`` are the changes of the data that it shows."""
        faces = comparison.document.faces
        pair = card.pair
        translator, _, _ = self._translators(faces.language)
        row = pair.sides.row
        lines = [line for change in shown for line in self._lines_of(change, row.record, row.path, faces.language)]
        if ERRATUM_KIND in faces.kind.applies:
            lines = list(self._lines_of_errata(faces))
        # If no fact on the card changed, a template or a translation did: the changed words are quoted.
        lines = lines or [Line("changed", "", hunk.old or None, hunk.new or None, "", "") for hunk in card.hunks]
        is_changed = card.what == "changed"
        causes = self._causes_of(faces, shown) if is_changed else self._causes_at(comparison, pair)
        report = CardReport(
            card_name(pair.sides, translator),
            card.copies,
            pair.copies[0] if is_changed else 0,
            pair.copies,
            stamp=stamp_of(faces, pair.sides.front),
            lines=tuple(lines),
            causes=tuple(causes),
        )
        if faces.kind.is_page:
            loose = Pages(tuple(n + 1 for n in card.pages), tuple(n + 1 for n in card.withdrawn))
            return replace(report, loose=loose)
        return self._with_old_card(comparison, pair, report) if is_changed else report

    def _report_gone(self, comparison: Comparison, pair: Pair) -> CardReport:
        """Return the report of a card that is withdrawn, or has fewer copies."""
        translator, _, _ = self._translators(comparison.document.faces.language)
        before, after = pair.copies
        causes = tuple(self._causes_at(comparison, pair))
        name = card_name(pair.sides, translator)
        report = CardReport(name, 0, before - after, pair.copies, causes=causes)
        return self._with_old_card(comparison, pair, report)

    def _with_old_card(self, comparison: Comparison, pair: Pair, report: CardReport) -> CardReport:
        """Return a report with the name, the owner, the stamp and a picture of the old card."""
        faces = comparison.before
        old = pair.old
        if not (faces and old):
            return report
        language = comparison.document.faces.language
        _, translator, _ = self._translators(language)
        cache = self._then.get(faces.folder)
        return replace(
            report,
            old_name=card_name(old, translator),
            owner=_owner(faces, old, translator),
            old_stamp=stamp_of(faces, old.front),
            thumbnail=(cache and thumbnail(faces, cache, old)) or "",
        )

    def _lines_of(self, change: Change, record: Record | None, path: str, language: str) -> Iterator[Line]:
        """Yield the lines of the report for a change, for a card of a record (or of its part at ``path``)."""
        _, old, reporter = self._translators(language)
        own = record is not None and record.id in (change.a.ids, change.b.ids)
        for section in reporter.report("", "", [change]).sections:
            for entry in (entry for group in section.groups for entry in group.entries):
                for line in entry.lines:
                    label = line.label
                    new = line.new
                    if line.old is None and new is None:
                        # The whole record is new or gone.
                        new = reporter.words["new" if line.change == "added" else "gone"]
                    if own and path and f"{change.path}.".startswith(f"{path}."):
                        label = label.rpartition(", ")[2]
                        label = label[:1].upper() + label[1:]
                    elif not own:
                        label = ", ".join(filter(None, (entry.name, label)))
                    yield replace(line, places="", label=label, old=self._old_words(change, line, old), new=new)

    def _lines_of_errata(self, faces: FaceSet) -> Iterator[Line]:
        """Yield a line for each erratum that is new since the earlier state, or gone."""
        new, old, reporter = self._translators(faces.language)
        before = self._before.database.editions.get(faces.edition.id)
        for erratum, _ in self._errata(faces.edition):
            yield Line("added", new.name(erratum), None, reporter.words["new"], "", "")
        for name, erratum in (before.errata if before else {}).items():
            if name not in faces.edition.errata:
                yield Line("removed", old.name(erratum), None, reporter.words["gone"], "", "")

    def _old_words(self, change: Change, line: Line, translator: Translator) -> str | None:
        """Return the old value of a line; None for a message that has no translation any more."""
        record = change.a.record
        if line.old is None or record is None or change.matter != "words":
            return line.old
        known = len(translator.problems)
        words = translator.text(record, change.a.path)
        return words if words and len(translator.problems) == known else None

    def _causes_of(self, faces: FaceSet, shown: Sequence[Change]) -> list[str]:
        """Return the causes of a card's change: the errata since the earlier state that made a change that it shows.

        Without errata, since a revision in git: the commits that changed the files of the records, or else the
        translations or templates. If no fact changed since a day or an erratum: the commits that changed translations.
        """
        errata = [
            erratum for erratum, schema in self._errata(faces.edition) if any(_made(schema, change) for change in shown)
        ]
        root = self._project.layers[0]
        if self._before.wordings and not (errata or shown):
            return self._commits(self._before.wordings, (str(root / "data/locale"),))
        if errata or self._before.revision is None:
            return self._reasons(faces, errata)
        files = dict.fromkeys(str(change.record.tree.file) for change in shown)
        own = tuple(file for file in files if Path(file).is_relative_to(root))
        other = (str(root.joinpath(*CATALOGUES) if shown else root / DATA), str(root / TEMPLATES))
        return (self._commits(self._before.revision, own) if own else []) or self._commits(self._before.revision, other)

    def _causes_at(self, comparison: Comparison, pair: Pair) -> list[str]:
        """Return the causes why a card is new or withdrawn, or has another number of copies."""
        faces = comparison.document.faces
        row = pair.sides.row
        if row.record is None:
            return []
        path = row.path
        if pair.old and pair.new:
            path = ".".join(filter(None, (path, str(faces.kind.copies))))
        record = row.record
        errata = [erratum for erratum, schema in self._errata(faces.edition) if _changes_record(schema, record, path)]
        if errata or self._before.revision is None:
            return self._reasons(faces, errata)
        return self._commits(self._before.revision, (str(record.tree.file),))

    def _errata(self, edition: Edition) -> list[tuple[Erratum, ErratumSchema]]:
        """Return the errata of an edition since the earlier state."""
        before = self._before.database.editions.get(edition.id)
        errata = [erratum for name, erratum in edition.errata.items() if before is None or name not in before.errata]
        return [(erratum, erratum.content) for erratum in errata]

    def _reasons(self, faces: FaceSet, errata: Sequence[Record]) -> list[str]:
        translator, _, _ = self._translators(faces.language)
        return [
            f"{translator.name(erratum)} ({day_in_name(erratum.slug)}): {translator.text(erratum, 'reason')}"
            for erratum in errata
        ]

    def _commits(self, revision: str, files: tuple[str, ...]) -> list[str]:
        if files not in self._subjects:
            self._subjects[files] = list(subjects_since(self._project, revision, files))
        return self._subjects[files]

    def _changes_of(self, edition: Edition) -> list[Change]:
        """Return the changes in the data of an edition, without texts in which only figures changed.

        The figures have changes of their own.
        """
        if edition.id not in self._before.database.editions:
            return []
        if edition.id not in self._changes:
            old = self._before.database.editions[edition.id]
            # Most records are unchanged, and pairing their values takes longer than all the rest.
            same = {record.id for record in edition.records.values() if _is_same(old.records.get(record.id), record)}
            before = Version("", self._before.project, _without(self._before.database, old, same), edition.id)
            now = Version("", self._project, _without(self._database, edition, same), edition.id)
            changes = diff(self._project, before, now, with_wording=True)
            self._changes[edition.id] = [change for change in changes if not _only_figures(change)]
        return self._changes[edition.id]


def _is_same(old: Record | None, new: Record) -> bool:
    return old is not None and old.data == new.data


def _without(database: Database, edition: Edition, records: Collection[str]) -> Database:
    """Return a database with one edition, without some of its records (ids)."""
    kept = {name: record for name, record in edition.records.items() if name not in records}
    return replace(database, editions={edition.id: replace(edition, records=kept)})


def card_name(side: Sides, translator: Translator) -> str:
    """Return the name of a card; empty for a blank card.

    A card of a part of a record has the name of the part; a card with numbered copies has its number in the name.
    """
    row = side.row
    if row.record is None or not row.path:
        blank = row.record is None and not row.item and row.slug != row.edition.id
        return "" if blank else f"{side.title} {row.number or ''}".rstrip()
    name = translator.text(row.record, f"{row.path}.name")
    value = row.item.get("value")
    return name or f"{side.title} {value if isinstance(value, str | int) else row.slug}"


def stamp_of(faces: FaceSet | None, slot: str) -> str:
    """Return the stamp printed on a face, which identifies its printing; empty if it has none."""
    fragment = faces.fragments.get(slot) if faces else None
    return fragment.stamp[:5] if fragment and fragment.stamp[:5] in fragment.html else ""


def _owner(faces: FaceSet, side: Sides, translator: Translator) -> str:
    """Return the name of a card's owner, which the field in ``owner`` of its kind has; empty without one."""
    row, field = side.row, faces.kind.owner
    slug = field and (row.item.get(field) or (row.record and row.record.get(field)))
    if not isinstance(slug, str):
        return ""
    named = faces.edition.records.get(f"{field}/{slug}")
    return translator.name(named) if named else translator.term(slug) if translator.knows(slug) else ""


def _with_sheets(kind: KindReport, sheets: FoldedSheets | None) -> KindReport:
    """Return the report of a kind with the sheets of its booklet."""
    if sheets is None:
        return kind
    folded = Pages(tuple(n + 1 for n in sheets.printed), tuple(n + 1 for n in sheets.withdrawn))
    return replace(kind, changed=tuple(replace(card, folded=folded) for card in kind.changed))


def _made(erratum: ErratumSchema, change: Change) -> bool:
    """Return whether an erratum made a change."""
    ids = {record.id for end in (change.a, change.b) for record in end.records}
    if not change.path:
        return bool(ids & {*erratum.add, *erratum.withdraw})
    return any(
        entry.record in ids and (f"{entry.fact}.".startswith(f"{path}.") or f"{path}.".startswith(f"{entry.fact}."))
        for entry in erratum.changes.values()
        for path in {change.a.path, change.b.path} - {""}
    )


def _changes_record(erratum: ErratumSchema, record: Record, path: str) -> bool:
    """Return whether an erratum changes a record, or the part of it at ``path``."""
    return record.id in (*erratum.add, *erratum.withdraw) or any(
        change.record == record.id and f"{change.fact}.".startswith(f"{path}." if path else "")
        for change in erratum.changes.values()
    )


def _only_figures(change: Change) -> bool:
    """Return whether a text changed only in its figures."""
    old = change.a.record
    new = change.b.record
    return (
        change.matter == "words"
        and old is not None
        and new is not None
        and old.get(change.a.path) == new.get(change.b.path)
    )

"""The report of a reprint: for each card, its changes and their causes, and which cards to print or discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database
from kensei_docs.database.errata import ERRATUM_KIND
from kensei_docs.documents.cache.face_cache import digest_of_code
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.change_report.line_parts import Line
from kensei_docs.documents.change_report.report import ChangeReporter
from kensei_docs.documents.kinds.paper_and_face_sizes import PAPERS
from kensei_docs.documents.markup.template_environment import SHARED, environment
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.reprint.card_pictures import thumbnail
from kensei_docs.documents.reprint.changed_cards import Caches, ChangedCard, Comparison, FoldedSheets, Pair
from kensei_docs.documents.reprint.changes_and_causes import Causes, ShownChanges, lines_of
from kensei_docs.files import digest_of
from kensei_docs.project import SHARED_TEMPLATES, Project
from kensei_docs.versions import Change

if TYPE_CHECKING:
    from kensei_docs.documents.reprint.earlier_state import EarlierState

# The template of the report and its style sheet, in templates/_shared.
PAGE = "reprint-sheet.html.j2"
STYLE = "reprint-sheet.css"


@dataclass(frozen=True)
class Pages:
    """The numbers (from 1) of pages of a document, or sheets of a booklet, to print and to take out."""

    printed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()

    @property
    def replaced(self) -> str:
        """The numbers to take out and to print again, as a text: ``3–5, 8``."""
        return _ranges(sorted({*self.printed} & {*self.withdrawn}))

    @property
    def added(self) -> str:
        """The numbers only to print, as a text."""
        return _ranges(sorted({*self.printed} - {*self.withdrawn}))

    @property
    def removed(self) -> str:
        """The numbers only to take out, as a text."""
        return _ranges(sorted({*self.withdrawn} - {*self.printed}))


@dataclass(frozen=True)
class CardReport:
    """A card (or document of pages) that changed.

    ``prints`` and ``discards`` are the numbers of copies to print and to discard, ``copies`` those before and after.
    ``old_stamp`` and ``stamp`` identify the old and the new printing. ``lines`` are the changes, ``causes`` the
    reasons. ``old_name`` and ``owner`` are names on the old card, ``thumbnail`` is a picture of its front as a data
    URI. ``loose`` are the pages of a document, ``folded`` the sheets of its booklet; None for cards.
    """

    name: str
    prints: int
    discards: int
    copies: tuple[int, int]
    old_stamp: str = ""
    stamp: str = ""
    lines: tuple[Line, ...] = ()
    causes: tuple[str, ...] = ()
    old_name: str = ""
    owner: str = ""
    thumbnail: str = ""
    loose: Pages | None = None
    folded: Pages | None = None


@dataclass(frozen=True)
class KindReport:
    """The cards of one kind: changed, new, withdrawn, and unchanged with another number of copies (``counted``).

    ``same`` are the names of the cards that can be kept.
    """

    title: str
    changed: tuple[CardReport, ...] = ()
    added: tuple[CardReport, ...] = ()
    gone: tuple[CardReport, ...] = ()
    counted: tuple[CardReport, ...] = ()
    same: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[CardReport, ...]:
        """The reports of all cards."""
        return (*self.changed, *self.added, *self.gone, *self.counted)


@dataclass(frozen=True)
class ReprintReport:
    """The report of one edition, language and paper; ``path`` is the path of its PDF."""

    path: Path
    edition: str
    language: str
    since: str
    paper: str
    kinds: tuple[KindReport, ...]

    @property
    def prints(self) -> int:
        """The number of cards and tokens to print."""
        return sum(card.prints for kind in self.kinds for card in kind.all if not card.loose)

    @property
    def discards(self) -> int:
        """The number of cards and tokens to discard."""
        return sum(card.discards for kind in self.kinds for card in kind.all if not card.loose)

    @property
    def pages(self) -> int:
        """The number of pages of documents to print."""
        return sum(len(card.loose.printed) for kind in self.kinds for card in kind.all if card.loose)

    @property
    def folds(self) -> bool:
        """Whether sheets of a booklet are replaced."""
        return any(card.folded for kind in self.kinds for card in kind.all)

    @property
    def stays(self) -> int:
        """The number of cards that can be kept."""
        return sum(len(kind.same) for kind in self.kinds)


class Reporter:
    """Writes the reports of a reprint, in the language of each folder."""

    def __init__(self, project: Project, database: Database, before: EarlierState, then: Caches) -> None:
        self._project = project
        self._database = database
        self._before = before
        self._then = then
        self._causes = Causes(project, database, before)
        # Caches, by language, and by the folder of a face set.
        self._languages: dict[str, tuple[Translator, Translator, ChangeReporter]] = {}
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
        changes = self._causes.changes_of(faces.edition) if has_changed else []
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
        translator, before, reporter = self._translators(faces.language)
        row = pair.sides.row
        lines = [line for change in shown for line in lines_of(change, row.record, row.path, reporter, before)]
        if ERRATUM_KIND in faces.kind.applies:
            lines = list(self._lines_of_errata(faces))
        # If no fact on the card changed, a template or a translation did: the changed words are quoted.
        lines = lines or [Line("changed", "", hunk.old or None, hunk.new or None, "", "") for hunk in card.hunks]
        is_changed = card.what == "changed"
        causes = (
            self._causes.of_changes(faces.edition, shown, translator)
            if is_changed
            else self._causes.of_copies(faces, pair, translator)
        )
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
        faces = comparison.document.faces
        translator, _, _ = self._translators(faces.language)
        before, after = pair.copies
        causes = tuple(self._causes.of_copies(faces, pair, translator))
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

    def _lines_of_errata(self, faces: FaceSet) -> Iterator[Line]:
        """Yield a line for each erratum that is new since the earlier state, or gone."""
        new, old, reporter = self._translators(faces.language)
        before = self._before.database.editions.get(faces.edition.id)
        for erratum in self._causes.errata(faces.edition):
            yield Line("added", new.name(erratum), None, reporter.words["new"], "", "")
        for name, erratum in (before.errata if before else {}).items():
            if name not in faces.edition.errata:
                yield Line("removed", old.name(erratum), None, reporter.words["gone"], "", "")


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


def summary(reports: Sequence[ReprintReport]) -> Iterator[str]:
    """Yield the lines of a summary for the terminal; equal reports of several papers are summed up once."""
    distinct: dict[tuple[Path, tuple[KindReport, ...]], ReprintReport] = {}
    for report in reports:
        distinct.setdefault((report.path.parent, report.kinds), report)
    for report in distinct.values():
        pages = f"{report.pages} pages to replace or add, " if report.pages else ""
        yield (
            f"{report.edition}, {report.language}, since {report.since}: {report.prints} to print, "
            f"{report.discards} to discard, {pages}{report.stays} stay as they are"
        )
        for kind in report.kinds:
            groups = (("~", kind.changed), ("+", kind.added), ("-", kind.gone), ("#", kind.counted))
            for sign, card in ((sign, card) for sign, cards in groups for card in cards):
                yield f"  {sign} {kind.title}: {card.name}{'  '.join(['', *_summary_of(card)])}"


def _summary_of(card: CardReport) -> Iterator[str]:
    """Yield the parts of the summary's line for a card, after its name."""
    if card.old_stamp and card.stamp:
        yield f"[{card.old_stamp} → {card.stamp}]"
    if card.loose:
        yield f"pages {_ranges(sorted({*card.loose.printed, *card.loose.withdrawn}))}"
    elif card.copies[0] != card.copies[1]:
        yield f"{card.copies[0]} → {card.copies[1]}"
    changes = [
        f"{line.label and line.label + ': '}{line.old or '–'} → {line.new or '–'}"
        for line in card.lines
        if not line.is_long
    ]
    if changes:
        yield "; ".join(changes)


def _ranges(numbers: Sequence[int]) -> str:
    """Return ascending numbers as a text, with neighbours joined: ``3–5, 8``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)

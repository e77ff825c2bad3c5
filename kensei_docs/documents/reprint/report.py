"""The report of a reprint: for each card, its changes and their causes, and which cards to print or discard.

The changes are those of the data that the card shows, their causes the errata that made them, or the commits. A small
picture of the old card shows a player which one to replace; other reports have pictures of the cards of some records.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import ERRATUM_KIND, Erratum, day_in_name
from kensei_docs.database.schema import ErratumSchema
from kensei_docs.documents.build import Order, Unwatched, lay_out, plan
from kensei_docs.documents.cache import FaceCache, FaceSet, digest_of_code
from kensei_docs.documents.change_report import ChangeReporter, Line
from kensei_docs.documents.imposition import DocumentFaces, Placement, PrintedDocument, Sheet, SheetBox
from kensei_docs.documents.layout.renderer import PNG_URL, renderer
from kensei_docs.documents.manifest import Made
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.pdf import About
from kensei_docs.documents.products.papers import papers_of
from kensei_docs.documents.products.product import INCH, Row, load_products
from kensei_docs.documents.reprint.changed_cards import (
    Caches,
    ChangedCard,
    Comparison,
    EarlierState,
    Pages,
    Pair,
    ranges,
)
from kensei_docs.documents.sheets import write_sheets
from kensei_docs.documents.targets.target import ANY_PAPER
from kensei_docs.files import digest_of
from kensei_docs.problems import Unusable
from kensei_docs.project import CATALOGUES, DATA, SHARED_TEMPLATES, TEMPLATES, Project
from kensei_docs.versions import Change, Version, diff
from kensei_docs.versions.revisions import subjects_since

_ABSENT = object()


class ShownChanges:
    """Finds the changes between two states of an edition that the cards of a document show.

    The templates of a card are filled in again with one of the changes undone: if the markup is another, the card shows
    the change. Only changes of records that the templates read are tried.
    """

    def __init__(
        self,
        project: Project,
        translator: Translator,
        document: PrintedDocument,
        before: Edition,
        changes: Sequence[Change],
    ) -> None:
        faces = document.faces
        self._templates = Templates(project, faces.spec, translator)
        self._changes = changes
        self._after = faces.edition
        self._before = before
        # The edition after the changes, with one of them undone.
        self._without = cache(lambda number: _edition_without(self._after, changes[number]))

    def changes_on(self, pair: Pair) -> list[Change]:
        """Return the changes that a card shows, in their order; none for a card that is new or gone."""
        if not (pair.old and pair.new and self._changes):
            return []
        read: set[str] = set()
        markup = self._markup(pair.new.row, recording(self._after, read))
        if any(change.b.record is None for change in self._changes):
            # Only the old card can have read a record that is gone.
            self._markup(pair.old.row, recording(self._before, read))
        return [
            change
            for number, change in enumerate(self._changes)
            if read & {record.id for end in (change.a, change.b) for record in end.records}
            and self._markup(pair.new.row, self._without(number)) != markup
        ]

    def _markup(self, row: Row, edition: Edition) -> list[str] | None:
        """Return the markup of a row's faces with the data of an edition; None if that can't print the row."""
        record = edition.records.get(row.record.id) if row.record else None
        if row.record and record is None:
            return None
        item = row.item if record is None else record.get(row.path) if row.path else record.data
        try:
            return self._templates.markup(replace(row, edition=edition, record=record, item=item))
        except Unusable:
            return None


def _edition_without(edition: Edition, change: Change) -> Edition:
    """Return an edition with one change undone."""
    old = change.a.record
    new = change.b.record
    records = dict(edition.records)
    if change.path and new:
        copy = replace(new, data=deepcopy(new.data))
        value = deepcopy(old.get(change.a.path, _ABSENT)) if old else _ABSENT
        _set_or_delete(copy.data, new.steps(change.b.path or change.a.path), value)
        records[new.id] = copy
    else:
        if new:
            records.pop(new.id, None)
        if old:
            records[old.id] = old
    return replace(edition, records=records)


def _set_or_delete(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set the value at a path (its keys) of a record's data; delete it if the value is ``_ABSENT``."""
    *steps, last = path
    for step in steps:
        data = data.setdefault(step, {})
    if value is _ABSENT:
        data.pop(last, None)
    else:
        data[last] = value


def recording(edition: Edition, read: set[str]) -> Edition:
    """Return an edition whose records add their ids to ``read`` when their data are read.

    Its records are new ones: the facts that a record has cached would hide that its data are read again.
    """
    records: dict[str, Record] = {}
    for name, record in edition.records.items():
        values = {field.name: getattr(record, field.name) for field in fields(Record)}
        records[name] = _RecordingRecord(read, **values)
    return replace(edition, records=records)


class _RecordingRecord(Record):
    """A record that adds its id to a set when its data are read."""

    def __init__(self, read: set[str], **arguments: Any) -> None:
        super().__init__(**arguments)
        self._read = read

    def __getattribute__(self, name: str) -> Any:
        if name == "data":
            self._read.add(self.id)
        return super().__getattribute__(name)


def line_of(change: Change, record: Record | None, path: str, reporter: ChangeReporter, before: Translator) -> Line:
    """Return the line of the report for a change, for a card of a record (or of its part at ``path``).

    ``before`` is the translator of the old state.
    """
    line = reporter.line(change)
    label = line.label
    new = line.new
    if line.old is None and new is None:
        # The whole record is new or gone.
        new = reporter.words["new" if line.change == "added" else "gone"]
    if record is None or record.id not in (change.a.ids, change.b.ids):
        label = ", ".join(filter(None, (reporter.name(change.record), label)))
    elif path and f"{change.path}.".startswith(f"{path}."):
        label = label.rpartition(", ")[2]
        label = label[:1].upper() + label[1:]
    return replace(line, places="", label=label, old=_old_words(change, line, before), new=new)


def _old_words(change: Change, line: Line, translator: Translator) -> str | None:
    """Return the old value of a line; None for a message that has no translation any more."""
    record = change.a.record
    if line.old is None or record is None or change.matter != "words":
        return line.old
    known = len(translator.problems)
    words = translator.text(record, change.a.path)
    return words if words and len(translator.problems) == known else None


class Causes:
    """The changes in the data since an earlier state, and their causes: errata, or commits since a revision in git."""

    def __init__(self, project: Project, database: Database, before: EarlierState) -> None:
        self._project = project
        self._database = database
        self._before = before
        # Caches, by edition, and by the files that commits changed.
        self._changes: dict[str, list[Change]] = {}
        self._subjects: dict[tuple[str, ...], list[str]] = {}

    def of_changes(self, edition: Edition, shown: Sequence[Change], translator: Translator) -> list[str]:
        """Return the causes of a card's change: the errata since the earlier state that made a change that it shows.

        Without errata, since a revision in git: the commits that changed the files of the records, or else the
        translations or templates. If no fact changed since a day or an erratum: the commits that changed translations.
        """
        errata = [
            erratum for erratum in self.errata(edition) if any(_made(erratum.content, change) for change in shown)
        ]
        root = self._project.layers[0]
        if self._before.wordings and not (errata or shown):
            return self._commits(self._before.wordings, (str(root / "data/locale"),))
        if errata or self._before.revision is None:
            return _reasons(errata, translator)
        files = dict.fromkeys(str(change.record.tree.file) for change in shown)
        own = tuple(file for file in files if Path(file).is_relative_to(root))
        other = (str(root.joinpath(*CATALOGUES) if shown else root / DATA), str(root / TEMPLATES))
        return (self._commits(self._before.revision, own) if own else []) or self._commits(self._before.revision, other)

    def of_copies(self, faces: FaceSet, pair: Pair, translator: Translator) -> list[str]:
        """Return the causes why a card is new or withdrawn, or has another number of copies."""
        row = pair.sides.row
        if row.record is None:
            return []
        path = row.path
        if pair.old and pair.new:
            path = ".".join(filter(None, (path, str(faces.product.copies))))
        record = row.record
        errata = [one for one in self.errata(faces.edition) if _changes_record(one.content, record, path)]
        if errata or self._before.revision is None:
            return _reasons(errata, translator)
        return self._commits(self._before.revision, (str(record.tree.file),))

    def errata(self, edition: Edition) -> list[Erratum]:
        """Return the errata of an edition since the earlier state."""
        before = self._before.database.editions.get(edition.id)
        return [erratum for name, erratum in edition.errata.items() if before is None or name not in before.errata]

    def changes_of(self, edition: Edition) -> list[Change]:
        """Return the changes in the data of an edition, without texts in which only figures changed.

        The figures have changes of their own.
        """
        if edition.id not in self._before.database.editions:
            return []
        if edition.id not in self._changes:
            old = self._before.database.editions[edition.id]
            # Most records are unchanged, and pairing their values takes longer than all the rest.
            records = edition.records.items()
            same = {name for name, new in records if name in old.records and old.records[name].data == new.data}
            before = Version("", self._before.project, _database_without(self._before.database, old, same), edition.id)
            now = Version("", self._project, _database_without(self._database, edition, same), edition.id)
            changes = diff(self._project, before, now, with_wording=True)
            self._changes[edition.id] = [change for change in changes if not _only_figures(change)]
        return self._changes[edition.id]

    def _commits(self, revision: str, files: tuple[str, ...]) -> list[str]:
        if files not in self._subjects:
            self._subjects[files] = list(subjects_since(self._project, revision, files))
        return self._subjects[files]


def _database_without(database: Database, edition: Edition, records: Collection[str]) -> Database:
    """Return a database with one edition, without some of its records (ids)."""
    kept = {name: record for name, record in edition.records.items() if name not in records}
    return replace(database, editions={edition.id: replace(edition, records=kept)})


def _reasons(errata: Sequence[Erratum], translator: Translator) -> list[str]:
    return [
        f"{translator.name(erratum)} ({day_in_name(erratum.slug)}): {translator.text(erratum, 'reason')}"
        for erratum in errata
    ]


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


# The resolution of the pictures, in dots per inch: small type is legible, and a page with many of them is not too
# large.
_RESOLUTION_DPI = 110
# The number of colours of a picture: cards have few.
_COLOURS = 48
# The width of a small picture in pixels: about 200 dots per inch on the sheet; and its number of colours.
_SMALL_WIDTH = 120
_SMALL_COLOURS = 24


def card_pictures(
    state: Version, edition: Edition, language: str, ids: Collection[str], suffix: str = ""
) -> dict[str, str]:
    """Return pictures of the fronts of the cards of records, as ``data:`` URLs, by the ids of the records.

    A record without a card has no picture. ``suffix`` is added to the cache folder of the faces, so that an earlier
    state has another one than the present state.
    """
    products, _ = load_products(state.project)
    cards = [
        product
        for product in products.values()
        if not (product.is_page or product.is_general) and product.applies_to(edition)
    ]
    order = Order(cards, [edition], [language], [ANY_PAPER], state.project.output)
    documents = plan(state.project, state.database, order).documents
    shown = ((document, [side for side in document.faces.sides if _is_of(side.row, ids)]) for document in documents)
    wanted = [document.only(sides, suffix) for document, sides in shown if sides]
    caches = lay_out(wanted, state.project.cache, Unwatched())
    pictures: dict[str, str] = {}
    for document in wanted:
        drawn = fronts(document, caches[document.faces.folder], _RESOLUTION_DPI, _COLOURS)
        for card, picture in zip(document.faces.sides, drawn, strict=False):
            assert card.row.record is not None, "the document has only cards of records"
            # If a record has several cards, the card of the first kind, by name, is shown.
            pictures.setdefault(card.row.record.id, picture)
    return pictures


def _is_of(row: Row, ids: Collection[str]) -> bool:
    """Return whether a row is a whole record with one of some ids."""
    return row.record is not None and not row.path and row.record.id in ids


def fronts(document: PrintedDocument, cache: FaceCache, dpi: float, colours: int) -> Iterator[str]:
    """Yield a picture of the front of each card of a document, in its order, as the ``data:`` URL of a PNG.

    Nothing is yielded if faces in the cache have disappeared since.
    """
    import pypdfium2

    faces = DocumentFaces(document, cache)
    size = document.spec.face
    box = SheetBox(0, 0, size.width, size.height)
    sheets = []
    for card in document.faces.sides:
        art = faces.face(card.art, card.title) if card.art else None
        sheets.append(Sheet(size, (Placement(box, faces.face(card.front, card.title), art),), note="", crop=False))
    about = About(document.title, document.edition_name, document.faces.style.language, None)
    with suppress(Unusable), pypdfium2.PdfDocument(write_sheets(sheets, about)) as pages:
        for page in pages:
            out = BytesIO()
            drawn = page.render(scale=dpi / 72).to_pil().convert("RGB").quantize(colours)
            drawn.save(out, "png", optimize=True)
            yield PNG_URL + b64encode(out.getvalue()).decode()


# The template of the report and its style sheet, in templates/_shared.
PAGE = "reprint-sheet.html.j2"
STYLE = "reprint-sheet.css"


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
class ProductReport:
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
    kinds: tuple[ProductReport, ...]

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
        self._products: dict[Path, ProductReport] = {}

    def report(self, comparisons: Sequence[Comparison], paper: str, path: Path) -> ReprintReport:
        """Return the report of the documents of one folder and paper."""
        first = comparisons[0].document
        booklets = {
            comparison.document.faces.folder: comparison.sheets for comparison in comparisons if comparison.sheets
        }
        by_folder = {comparison.document.faces.folder: comparison for comparison in comparisons}
        kinds = []
        for folder, comparison in by_folder.items():
            if folder not in self._products:
                self._products[folder] = self._report_product(comparison)
            kind, sheets = self._products[folder], booklets.get(folder)
            kinds.append(replace(kind, changed=tuple(replace(card, folded=sheets) for card in kind.changed)))
        language = first.faces.language
        return ReprintReport(path, first.edition_name, language, self._before.label, paper, tuple(kinds))

    def key(self, report: ReprintReport) -> str:
        """Return the key of the PDF of a report."""
        return digest_of(self._render(report), self._style(report), digest_of_code())

    def as_pdf(self, report: ReprintReport) -> Made:
        """Return a report as a PDF."""
        engine = renderer()
        document = engine.lay_out(self._render(report), engine.style_sheet(self._style(report)))
        return Made(report.path, document.write_pdf(pdf_tags=True), pages=len(document.pages))

    def _style(self, report: ReprintReport) -> str:
        files = [self._project.file(*SHARED_TEMPLATES, name) for name in ("theme.css", STYLE)]
        size = papers_of(self._project)[report.paper].size
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

    def _report_product(self, comparison: Comparison) -> ProductReport:
        faces = comparison.document.faces
        translator, _, _ = self._translators(faces.language)
        before = self._before.database.editions.get(faces.edition.id)
        has_changed = any(card.what == "changed" for card in comparison.cards)
        changes = self._causes.changes_of(faces.edition) if has_changed else []
        finder = before and ShownChanges(self._project, translator, comparison.document, before, changes)
        pictures = self._pictures_before(comparison)
        cards = []
        for card in comparison.cards:
            shown = finder.changes_on(card.pair) if finder and card.what == "changed" else []
            picture = pictures.get(card.pair.old.front, "") if card.pair.old else ""
            cards.append((card.what, self._report_card(comparison, card, shown, picture)))

        def of(*what: str) -> tuple[CardReport, ...]:
            return tuple(report for of_card, report in cards if of_card in what)

        title = translator.template(faces.product.name, faces.product.title)
        same = tuple(card_name(side, translator) for side in comparison.same)
        return ProductReport(title, of("changed"), of("new"), of("withdrawn"), of("more", "fewer"), same)

    def _pictures_before(self, comparison: Comparison) -> dict[str, str]:
        """Return small pictures of the old cards to take out, by the slots of their fronts."""
        document = comparison.then
        cache = self._then.get(document.faces.folder) if document else None
        sides = tuple(card.pair.old for card in comparison.cards if card.pair.old and card.discards)
        if not (document and cache and sides):
            return {}
        # The renderer rounds up.
        dpi = (_SMALL_WIDTH - 0.01) / document.spec.face.width * INCH
        drawn = fronts(document.only(sides), cache, dpi, _SMALL_COLOURS)
        return {side.front: picture for side, picture in zip(sides, drawn, strict=False)}

    def _report_card(
        self, comparison: Comparison, card: ChangedCard, shown: Sequence[Change], picture: str
    ) -> CardReport:
        """Return the report of a card; ``shown`` are the changes of the data that it shows.

        ``picture`` is one of the old card.
        """
        faces = comparison.document.faces
        pair = card.pair
        translator, before, reporter = self._translators(faces.language)
        row = pair.sides.row
        lines = [line_of(change, row.record, row.path, reporter, before) for change in shown]
        if card.copies and ERRATUM_KIND in faces.product.applies:
            lines = list(self._lines_of_errata(faces))
        # If no fact on the card changed, a template or a translation did: the changed words are quoted.
        lines = lines or [Line("changed", "", hunk.old or None, hunk.new or None, "", "") for hunk in card.hunks]
        if card.what == "changed":
            causes = self._causes.of_changes(faces.edition, shown, translator)
        else:
            causes = self._causes.of_copies(faces, pair, translator)
        report = CardReport(
            card_name(pair.sides, translator),
            card.copies,
            card.discards,
            pair.copies,
            stamp=stamp_of(faces, pair.sides.front) if card.copies else "",
            lines=tuple(lines),
            causes=tuple(causes),
        )
        if card.copies and faces.product.is_page:
            return replace(report, loose=card.pages)
        if not (card.discards and pair.old and comparison.then):
            return report
        old = comparison.then.faces
        return replace(
            report,
            old_name=card_name(pair.old, before),
            owner=_owner(old, pair.old, before),
            old_stamp=stamp_of(old, pair.old.front),
            thumbnail=picture,
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


def stamp_of(faces: FaceSet, slot: str) -> str:
    """Return the stamp printed on a face, which identifies its printing; empty if it has none."""
    fragment = faces.fragments[slot]
    return fragment.stamp[:5] if fragment.stamp[:5] in fragment.html else ""


def _owner(faces: FaceSet, side: Sides, translator: Translator) -> str:
    """Return the name of a card's owner, which the field in ``owner`` of its kind has; empty without one."""
    row, field = side.row, faces.product.owner
    slug = field and (row.item.get(field) or (row.record and row.record.get(field)))
    if not isinstance(slug, str):
        return ""
    named = faces.edition.records.get(f"{field}/{slug}")
    return translator.name(named) if named else translator.term(slug) if translator.knows(slug) else ""


def summary(reports: Sequence[ReprintReport]) -> Iterator[str]:
    """Yield the lines of a summary for the terminal; equal reports of several papers are summed up once."""
    distinct: dict[tuple[Path, tuple[ProductReport, ...]], ReprintReport] = {}
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
        yield f"pages {ranges({*card.loose.printed, *card.loose.withdrawn})}"
    elif card.copies[0] != card.copies[1]:
        yield f"{card.copies[0]} → {card.copies[1]}"
    changes = [
        f"{line.label and line.label + ': '}{line.old or '–'} → {line.new or '–'}"
        for line in card.lines
        if not line.is_long
    ]
    if changes:
        yield "; ".join(changes)

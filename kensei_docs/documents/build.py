"""Printing: from an order (products, languages, papers) to its plan, to finished PDFs, and to the problems of faces.

The plan has the face sets that the order needs, and the documents to make from them. A face that the cache has is not
laid out again, and an output whose key is unchanged is not written again. Each defect of a face becomes a problem with
the place of what is wrong: in the data, a template or a style. What all faces share is told once.
"""

from __future__ import annotations

import errno
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Protocol

from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database, Edition
from kensei_docs.database.errata import version_of
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.word_markup import plain
from kensei_docs.discover import files_of
from kensei_docs.documents.cache import FaceCache, FaceSet, face_set, subject_of
from kensei_docs.documents.imposition import (
    BOOKLET,
    DocumentFaces,
    MarginText,
    PrintedDocument,
    cut_plans,
    grids_of,
    impose,
)
from kensei_docs.documents.layout.faces import NO_GLYPH
from kensei_docs.documents.layout.legibility import CHECK as OVERLAP
from kensei_docs.documents.layout.legibility import CUT_OFF, UNREAD
from kensei_docs.documents.layout.rasters import CHECK as PICTURES
from kensei_docs.documents.layout.rasters import PICTURE_COLOURS, PICTURE_SIZE
from kensei_docs.documents.layout.style_findings import CHECK as STYLE
from kensei_docs.documents.layout.style_findings import EMPHASIS
from kensei_docs.documents.layout.text_fitting import GLYPHS, OVERFLOW, Defect
from kensei_docs.documents.layout.workers import Batch, batches, lay_out_batches
from kensei_docs.documents.manifest import NO_DOCUMENT, Made, Manifest, Output, Subject
from kensei_docs.documents.markup.icon_sets import CREDITS, IconSet, used_sets
from kensei_docs.documents.markup.looks import ICONS, pictures
from kensei_docs.documents.markup.reference_book import in_order
from kensei_docs.documents.markup.templates import Sides, Templates
from kensei_docs.documents.pdf import About
from kensei_docs.documents.products.options import Options, spec_of
from kensei_docs.documents.products.product import BACK, MANIFEST, SCREEN, Choice, Product, Row, load_products, rows_of
from kensei_docs.documents.products.selection import Selection
from kensei_docs.documents.sheets import SAFE_MM, SAFE_ZONE, words_outside, write_cut_file, write_sheets
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Severity, Unusable, unusable
from kensei_docs.project import Project

# The checks of typefaces that lack a character or a style. Their place is that of the words.
_OF_TYPEFACES = (GLYPHS, EMPHASIS)
# What differs from face to face in the message of one fault: quoted words, and millimetres.
_WORDS_AND_FIGURES = re.compile(r"'[^']*'|\d+(?:\.\d+)?")
# Fewer letters may stand in the name of a game by chance.
_LEAST = 4


def problems_of(document: PrintedDocument, defects: Iterable[tuple[str, Defect]]) -> Iterator[Problem]:
    """Yield a problem for each (slot, defect); its place is that of the field in the data, or of the style.

    What the layout does to a text on many faces is one problem, where the template has its element.
    """
    faces = document.faces
    told: set[tuple[Place, str]] = set()
    of_layout: dict[tuple[str, str, str], dict[str, Defect]] = {}
    for slot, defect in defects:
        is_of_layout = defect.check == OVERFLOW or (defect.check in UNREAD and defect.check != CUT_OFF)
        if defect.element and (is_of_layout or (defect.check == OVERLAP and not defect.field)):
            cause = defect.check, defect.element, _WORDS_AND_FIGURES.sub("", defect.message)
            of_layout.setdefault(cause, {}).setdefault(slot, defect)
            continue
        if defect.check == STYLE:
            if problem := faces.style_problem(slot, defect):
                yield problem
            continue
        if defect.check == EMPHASIS:
            # A family lacks it for all words alike.
            lacking = Place(""), defect.message.partition(",")[0]
            if lacking in told:
                continue
            told.add(lacking)
        row = faces.fragments[slot].row
        edition = faces.edition.id
        record = row.record.id if row.record else None
        if defect.check in (PICTURE_SIZE, PICTURE_COLOURS, PICTURES):
            of_record = faces.filled_in.pictures.place_of(defect.text, row.record)
            place = of_record or faces.place_of_picture(slot, defect.text)
            severity: Severity = "error" if defect.check == PICTURES else "warning"
            owner = record if of_record else None
            yield Problem(place, defect.message, defect.check, severity, edition=edition, record=owner)
            continue
        message = f"{document.path.stem} in {faces.language}, '{slot}': {defect.message}"
        if defect.check in UNREAD:
            # What hides a text stands where the text is printed, whatever it says.
            yield Problem(faces.place_of(slot, defect), message, defect.check, edition=edition, record=record)
            continue
        if shared := _shared_place(document, slot, defect):
            place, owner = shared
            # By how many millimetres differs from face to face.
            if (place, defect.check) not in told:
                told.add((place, defect.check))
                of_kind = "" if defect.check in _OF_TYPEFACES else f"{faces.product.name} in {faces.language}: "
                yield Problem(place, f"{of_kind}{defect.message}", defect.check, edition=edition, record=owner)
            continue
        if written := _place_in_record(document, slot, defect):
            yield Problem(written, defect.message, defect.check, edition=edition, record=record)
            continue
        yield Problem(row.place(defect.field), message, defect.check, edition=edition, record=record)
    for on_faces in of_layout.values():
        slot, defect = next(iter(on_faces.items()))
        row = faces.fragments[slot].row
        alone = len(on_faces) == 1
        where = f"'{slot}'" if alone else f"on {len(on_faces)} faces, such as '{slot}'"
        message = f"{document.path.stem} in {faces.language}, {where}: {defect.message}"
        owner = row.record.id if row.record and alone else None
        yield Problem(faces.place_of(slot, defect), message, defect.check, edition=faces.edition.id, record=owner)


def _place_in_record(document: PrintedDocument, slot: str, defect: Defect) -> Place | None:
    """Return the place of the translation, or of the message or figure of a face's record, with what no typeface has.

    That is a character, or emphasis. None where neither has it.
    """
    record = document.faces.fragments[slot].row.record
    if defect.check not in _OF_TYPEFACES:
        return None
    if translated := document.faces.filled_in.place_in_catalogue(defect.text):
        return translated
    if record is None:
        return None
    # A figure stands in a message as a placeholder, with signs of its own.
    texts = [(path, plain(PLACEHOLDER.sub("", message))) for path, message in record.messages]
    texts += [(fact.path, fact.value or "") for fact in record.facts]
    return next((record.place(path) for path, text in texts if defect.text in text), None)


def _shared_place(document: PrintedDocument, slot: str, defect: Defect) -> tuple[Place, str | None] | None:
    """Return the place of what is wrong if it is no text of the face's record: the name of the game, or a template's.

    With the place is the id of another record that has it. None if the face's own record may have it.
    """
    faces = document.faces
    said, name = defect.text, document.edition_name
    if not said or faces.product.is_general:
        return None
    if defect.check not in _OF_TYPEFACES:
        # A character that no typeface has is printed as a box.
        has_name = re.search("".join(f"(?:{re.escape(letter)}|{NO_GLYPH})" for letter in name), said)
        in_name = re.search(re.escape(said).replace(NO_GLYPH, "."), name)
        is_name = len(said) >= _LEAST and (has_name or in_name)
        return (faces.edition.tree.place("name"), None) if is_name else None
    if _place_in_record(document, slot, defect):
        return None
    if said in name:
        return faces.edition.tree.place("name"), None
    for record in faces.edition.records.values():
        for path, message in record.messages:
            if said in plain(message):
                return record.place(path), record.id
    if any(said in file.read_text(encoding="utf-8", errors="replace") for file in faces.files):
        return faces.filled_in.place_of(slot, re.compile(re.escape(said))), None
    return None


@dataclass(frozen=True)
class Order:
    """An order to print: products, editions, languages, papers, the folder to print into, and options.

    A ``choice`` limits it to the chosen faces, with their numbers of copies; a selection is resolved. ``alone``:
    nothing but the chosen faces is filled in, and the others stay in the cache as they are.
    """

    products: Sequence[Product]
    editions: Sequence[Edition]
    languages: Sequence[str]
    papers: Sequence[str]
    out: Path
    options: Options = field(default_factory=Options)
    choice: Choice | Selection | None = None
    alone: bool = False

    def suffix(self, product: Product) -> str:
        """Return the end of file names for what faces of a product don't show: options of sheets, and the choice."""
        return self.options.suffix_of_sheets(product) + (self.choice.suffix if self.choice else "")


@dataclass
class Plan:
    """The documents of an order, its HTML pages by path, and the problems of the data.

    ``refused`` are the problems of documents that can't be printed, and ``failed`` what these would show. ``subjects``
    is what the HTML pages show; ``uncopied`` are the names of products of which no record has a copy to print.
    ``icon_sets`` are those of which icons are printed, by edition and prefix.
    """

    documents: list[PrintedDocument] = field(default_factory=list)
    pages: dict[Path, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)
    failed: set[Subject] = field(default_factory=set)
    subjects: dict[Path, Subject] = field(default_factory=dict)
    uncopied: set[str] = field(default_factory=set)
    icon_sets: dict[str, dict[str, IconSet]] = field(default_factory=dict)


def plan(project: Project, database: Database, order: Order, screen: bool = True, result: Plan | None = None) -> Plan:
    """Return the plan of an order, added to ``result`` if that is given; with ``screen`` it has HTML pages too.

    A product is refused if its template is invalid, or its grid doesn't fit on the paper; the others are planned.
    """
    result = result or Plan()
    translators = {language: translator_for(project, database, language) for language in order.languages}
    for language, translator in translators.items():
        second = order.options.also
        also = translator_for(project, database, second) if second and second != language else None
        notes = MarginText(project, translator, language)
        others = [translators[other] for other in order.languages if other != language]
        planner = _Planner(project, order, translator, also, notes, language, others, screen, result)
        for edition in order.editions:
            for product in order.products:
                # A product that belongs to no edition is printed once, not once for each edition.
                if edition is order.editions[0] if product.is_general else product.applies_to(edition):
                    if product.backs == "none" and product.has(BACK) and not order.options.backs:
                        result.problems.append(_unused_back(product))
                    try:
                        planner.add_documents(product, edition)
                    except Unusable as fault:
                        result.refused += fault.problems
                        result.failed.add(subject_of(product, edition, language))
        result.problems += [*translator.problems, *(also.problems if also else ())]
    for edition in order.editions:
        result.problems += _uncredited(project, edition, result.icon_sets.get(edition.id, {}))
    result.problems = list(dict.fromkeys(result.problems))
    result.refused = list(dict.fromkeys(result.refused))
    return result


@dataclass(frozen=True)
class _Planner:
    """Adds the documents of an order in one language, and with a second language (``also``), to a plan (``result``).

    ``others`` are the other languages of the order: pages for the screen have a switch to them.
    """

    project: Project
    order: Order
    translator: Translator
    also: Translator | None
    notes: MarginText
    language: str
    others: Sequence[Translator]
    screen: bool
    result: Plan

    def add_documents(self, product: Product, edition: Edition) -> None:
        """Add the documents of a product and edition, with their HTML page and problems.

        Raises Unusable for an invalid template, and for a paper that is too small; the documents on the papers before
        that one are planned.
        """
        order = self.order
        translator = self.translator
        product = for_own_copy(product, edition, order.options)
        specs = [spec_of(product, order.options, self.language, paper) for paper in order.papers]
        product = specs[0].product
        rows, problems = rows_of(product, edition)
        rows = _in_order(rows, translator)
        self.result.problems += problems
        chosen = rows if order.choice is None else list(order.choice.choose(product, edition, rows, translator))
        sets: dict[str, FaceSet] = {}
        name = "" if product.is_general else translator.edition(edition.id)
        title = ": ".join(filter(None, (name, translator.template(product.name, product.title_in(edition)))))
        folder = order.out / self.language if product.is_general else order.out / edition.id / self.language
        for spec in specs:
            grids = grids_of(spec)
            # Faces that don't depend on the paper are one set for all papers.
            face_paper = spec.paper if product.follows_paper else ""
            if face_paper not in sets:
                templates = Templates(self.project, spec, translator, self.also)
                sides = _sides(templates, chosen if order.alone else rows, chosen)
                self.result.problems += templates.problems
                if not sides:
                    if problems:
                        # The data have no such parts: what was printed of them is not known to be gone.
                        self.result.failed.add(subject_of(product, edition, self.language))
                    elif rows and order.choice is None:
                        self.result.uncopied.add(product.name)
                    return
                sets[face_paper] = face_set(self.project, templates, edition, sides, alone=order.alone)
                self.result.problems += templates.problems
                if self.screen and product.has(SCREEN):
                    page = folder / f"{product.name}.html"
                    self.result.pages[page] = templates.page(sides[0].row, self.others)
                    self.result.subjects[page] = subject_of(product, edition, self.language)
                    self.result.problems += templates.problems
                self.result.icon_sets.setdefault(edition.id, {}).update(templates.icons.used)
            faces = sets[face_paper]
            for booklet, grid in grids.items():
                path = folder / f"{product.name}{booklet}-{spec.paper}{faces.suffix}{order.suffix(product)}.pdf"
                document = PrintedDocument(path, faces, spec, grid, title, name, self.notes, booklet == BOOKLET)
                self.result.documents.append(document)


def _uncredited(project: Project, edition: Edition, printed: Mapping[str, IconSet]) -> Iterator[Problem]:
    """Yield a warning for each set of icons that an edition prints, but whose authors none of its documents names."""
    asking = [icons for icons in printed.values() if icons.asks_for_credit]
    credited = used_sets(project, edition, pictures(project, ICONS)) if asking else []
    products = load_products(project)[0].values() if asking else ()
    is_printed = any(_prints_credits(product) and product.applies_to(edition) for product in products)
    for icons in asking:
        if not (is_printed and icons in credited):
            who = f"{icons.title} ({icons.licence or 'no licence is said in it'})"
            message = f"icons of {who} are printed, and no document of {edition.id} says who made them"
            remedy = "write {{ credits(edition)|join }} in a template, or name the set in it: icon('" + icons.prefix
            yield Problem(Place(icons.file), f"{message}; {remedy}:NAME')", "credits", "warning", edition=edition.id)


def _prints_credits(product: Product) -> bool:
    """Return whether a product that is printed unasked says who made sets of icons."""
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files_of(product.folder, ".j2"))
    return not (product.on_request or product.is_general) and any(f"{CREDITS}(" in text for text in texts)


def _unused_back(product: Product) -> Problem:
    message = f"is not printed, since {MANIFEST} says 'backs: none'; take that line out, or say --backs long-edge"
    return Problem(Place(str(product.folder / BACK)), message, "backs", "note")


def for_own_copy(product: Product, edition: Edition, options: Options) -> Product:
    """Return the product, with the pages that it needs for an own copy: nobody has shortened what it says.

    A layout that is asked for keeps its number of pages.
    """
    unbound = edition.in_authors_words and not options.layout
    return product.model_copy(update={"more_pages": True}) if unbound else product


def _in_order(rows: Sequence[Row], translator: Translator) -> list[Row]:
    """Return the rows; the records that the document lists by the alphabet are in that of the translator's language.

    The boxes for the parts of a deck name their first and last card in that order.
    """
    ordered: list[Row] = []
    for kind, alike in groupby(rows, lambda row: row.record.kind if row.record and not row.path else ""):
        group = list(alike)
        if kind:
            records = {row.record.id: row.record for row in group if row.record}
            places = {record.id: place for place, record in enumerate(in_order([*records.values()], translator.name))}
            group.sort(key=lambda row: places[row.record.id] if row.record else 0)
        ordered += group
    return ordered


def pieces_of(document: PrintedDocument) -> int:
    """Return how many pieces, such as cards, a player cuts out of a document; none out of pages."""
    faces = document.faces
    return 0 if faces.product.is_page else sum(side.row.copies for side in faces.sides)


def _sides(templates: Templates, rows: Sequence[Row], chosen: Sequence[Row]) -> tuple[Sides, ...]:
    """Return the sides of the chosen rows.

    If there are any, all rows are filled in: the cache deletes faces without a row.
    """
    filled = {row.slug: templates.fill(row) for row in rows if row.copies} if chosen else {}
    if chosen is rows:
        return tuple(filled.values())
    return tuple(
        replace(filled[row.slug], row=row) if row.slug in filled else templates.fill(row)
        for row in chosen
        if row.copies
    )


class Watcher(Protocol):
    """Receives the progress of a build."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Receive the numbers of faces to lay out, of faces in the cache, and (about) of sides of paper to write."""

    def stale(self, faces: Path, slot: str, reason: str) -> None:
        """Receive the reason why the face in a slot has to be laid out; ``faces`` is the cache folder of its set."""

    def laid_out(self, count: int) -> None:
        """Receive the number of further faces that have been laid out."""

    def written(self, path: Path, sides: int) -> None:
        """Receive the path of an output that has been written, and its number of sides of paper."""


class Unwatched:
    """Shows no progress: for faces that are laid out only to be compared or drawn."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None: ...
    def stale(self, faces: Path, slot: str, reason: str) -> None: ...
    def laid_out(self, count: int) -> None: ...
    def written(self, path: Path, sides: int) -> None: ...


@dataclass(frozen=True)
class Printed:
    """The outputs of an order, their problems, and the problems of documents that can't be printed (``refused``).

    ``failed`` is what these would show; ``uncopied`` are the names of products of which no record has a copy to print.
    """

    outputs: list[Output]
    problems: list[Problem]
    refused: list[Problem]
    failed: Collection[Subject] = ()
    uncopied: Collection[str] = ()


@dataclass(frozen=True)
class Making:
    """The files to make of the faces of a document, or of ``more`` documents: the key of each by its path.

    ``make`` yields those of some paths, with the laid-out faces in the caches of the sets, by folder. ``folder`` is the
    folder that has these files and no others, if they have one of their own.
    """

    document: PrintedDocument
    keys: Mapping[Path, str]
    make: Callable[[Collection[Path], Mapping[Path, FaceCache]], Iterable[Made]]
    folder: Path | None = None
    more: Sequence[PrintedDocument] = ()

    @property
    def subject(self) -> Subject:
        """What its files show."""
        subject = self.document.faces.subject
        return subject._replace(product="") if self.more else subject

    def problems(self, defects: Iterable[tuple[str, Defect]]) -> Iterator[Problem]:
        """Yield a problem for each defect of one of its files; of several documents, slots are qualified."""
        if not self.more:
            yield from problems_of(self.document, defects)
            return
        by_document: dict[str, list[tuple[str, Defect]]] = {}
        for name, defect in defects:
            owner, _, slot = name.partition("/")
            by_document.setdefault(owner, []).append((slot, defect))
        for document in (self.document, *self.more):
            yield from problems_of(document, by_document.get(document.path.stem, ()))


def qualified(document: PrintedDocument, defects: Iterable[tuple[str, Defect]]) -> list[tuple[str, Defect]]:
    """Return defects with the name of their document before the slots: those of a file of several documents."""
    return [(f"{document.path.stem}/{slot}", defect) for slot, defect in defects]


def run(project: Project, database: Database, order: Order, watcher: Watcher) -> Printed:
    """Print all documents of an order that can be printed.

    Raises Unusable if none can: system libraries are missing, or a folder can't be written to.
    """
    planned = plan(project, database, order)
    wanted = [Making(one, {one.path: one.key}, partial(_print, one)) for one in planned.documents]
    if order.options.cut_file:
        wanted += [_cutting(one) for one in planned.documents]
    return make(project, order.out, wanted, planned, watcher)


def _cutting(document: PrintedDocument) -> Making:
    """Return the files with what a machine cuts of a document's sheets."""
    path = document.path
    files = {path.with_name(f"{path.stem}{one.suffix}.svg"): one for one in cut_plans(document)}
    made = {path: Made(path, write_cut_file(one, path.stem), len(one.outlines)) for path, one in files.items()}
    keys = {path: digest_of("cut", one.data) for path, one in made.items()}
    return Making(document, keys, lambda paths, _: [one for path, one in made.items() if path in paths])


def _print(document: PrintedDocument, _: Collection[Path], caches: Mapping[Path, FaceCache]) -> list[Made]:
    """Return a document's PDF."""
    faces = document.faces
    sheets = impose(document, caches[faces.folder])
    about = About(document.title, subject_line(document), faces.style.language, document.flip)
    defects = defects_in(document, caches[faces.folder])
    return [Made(document.path, write_sheets(sheets, about), pieces_of(document), len(sheets), defects)]


def subject_line(document: PrintedDocument) -> str:
    """Return the edition of a document with its version, for the metadata of a PDF."""
    version = "" if document.faces.product.is_general else version_of(document.faces.edition)
    return f"{document.edition_name} {version}".strip()


def defects_in(document: PrintedDocument, cache: FaceCache) -> list[tuple[str, Defect]]:
    """Return (slot, defect) for each defect of the laid-out faces of a document, and text outside of their outlines."""
    return [
        *defects_of(document.faces, cache, document.faces.slots),
        *outside_of_outlines(document, cache, document.faces.slots),
    ]


def outside_of_outlines(
    document: PrintedDocument, cache: FaceCache, slots: Collection[str]
) -> list[tuple[str, Defect]]:
    """Return (slot, defect) for each of some faces with text that would be cut off, as it is no rectangle."""
    piece, safe = document.spec.piece, document.faces.product.safe
    laid_out = DocumentFaces(document, cache)
    outlines = {
        slot: (laid_out.face(slot, side.title), outline)
        for side in document.faces.sides
        for slot, outline in ((side.front, piece.front_outline), (side.back, piece.back_outline))
        if slot and slot in slots and outline
    }
    kept = SAFE_MM if safe is None else safe
    remedy = f"(text keeps {kept:g} mm inside of the cut); move it inwards in the template, or shorten it"
    return [
        (slot, Defect("", f"{outside.said('the outline')} {remedy}", SAFE_ZONE, outside.words))
        for slot, outside in words_outside(outlines, kept)
    ]


def make(project: Project, out: Path, wanted: Sequence[Making], planned: Plan, watcher: Watcher) -> Printed:
    """Make the files that are not up to date, and a plan's HTML pages; other files in folders of their own are deleted.

    Raises Unusable if faces can't be laid out, or the folder ``out`` can't be written to.
    """
    manifest = Manifest(project.cache)
    keys = {path: key for each in wanted for path, key in each.keys.items()}
    written = {path: entry for path, key in keys.items() if (entry := manifest.current(path, key))}
    fresh = keys.keys() - written.keys()
    stale = [each for each in wanted if not fresh.isdisjoint(each.keys)]
    try:
        with refusing_unwritable(out):
            out.mkdir(parents=True, exist_ok=True)
            caches = lay_out([one for each in stale for one in (each.document, *each.more)], project.cache, watcher)
            for each in stale:
                for made in each.make(fresh & each.keys.keys(), caches):
                    written[made.path] = manifest.write(keys[made.path], made, each.subject)
                    watcher.written(made.path, made.pages)
                # An interrupted run loses little.
                manifest.save()
            for folder in (each.folder for each in wanted if each.folder):
                manifest.forget_all_but(folder, keys)
            outputs = write_pages(planned, manifest)
    except Unusable as fault:
        lacking = dict.fromkeys(
            each.folder or (next(iter(each.keys)) if each.more else each.document.path)
            for each in stale
            if each.keys.keys() - written.keys()
        )
        raise Unusable(*fault.problems, *(older(path) for path in lacking if path.exists())) from fault
    problems = planned.problems
    for each in wanted:
        for path in each.keys:
            entry = written[path]
            outputs.append(Output(path, path in fresh, entry.pieces, entry.pages))
            problems += each.problems(entry.defects)
    return Printed(outputs, list(dict.fromkeys(problems)), planned.refused, planned.failed, sorted(planned.uncopied))


def older(path: Path) -> Problem:
    """Return the warning about an output that an earlier build wrote, and this one couldn't write."""
    message = "is of an earlier build, since this one could not print it; mend what is said of it, and build again"
    return Problem(Place(str(path)), message, "leftovers", "warning")


@contextmanager
def refusing_unwritable(folder: Path) -> Iterator[None]:
    """Raise Unusable instead of OSError while outputs are written into a folder."""
    try:
        yield
    except OSError as fault:
        full = fault.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        remedy = (
            "free some space, or choose another folder" if full else "choose another folder, or mend its permissions"
        )
        message = f"can't be written ({fault.strerror}); {remedy}"
        raise unusable(fault.filename or folder, message, "output") from fault


def write_pages(planned: Plan, manifest: Manifest) -> list[Output]:
    """Write the HTML pages of a plan, except to files that are unchanged; return their outputs. Raises OSError."""
    outputs = [
        manifest.output(
            path, digest_of(html), partial(Made, path, html.encode()), planned.subjects.get(path, NO_DOCUMENT)
        )
        for path, html in planned.pages.items()
    ]
    manifest.save()
    return outputs


def lay_out(documents: Sequence[PrintedDocument], folder: Path, watcher: Watcher) -> dict[Path, FaceCache]:
    """Lay out the faces of documents that the caches lack; return the caches by the folders of the face sets.

    ``folder`` is the cache folder of the project.
    """
    sets = {document.faces.folder: document.faces for document in documents}
    caches = {name: FaceCache(folder / name) for name in sets}
    work: list[Batch] = []
    count = reused = 0
    for name, faces in sets.items():
        missing = [slot for slot in faces.slots if caches[name].entry(slot, faces.keys[slot]) is None]
        count += len(missing)
        reused += len(faces.slots) - len(missing)
        for slot in missing:
            watcher.stale(name, slot, caches[name].reason(slot, faces.cache_key(slot)))
        # Faces with the same art follow each other: it is laid out once for all that are in its batch.
        place = {slot: number for number, slot in enumerate(missing)}
        missing.sort(key=lambda slot: place.get(next(iter(faces.filled_in.arts.get(slot, ())), slot), place[slot]))
        work += batches(name, faces.style, [faces.markup(slot) for slot in missing])
    # What takes longest, a text that is set in several sizes to find the one that fits, is begun first.
    work.sort(key=lambda batch: sets[batch.owner].product.flow is None)
    watcher.planned(count, reused, sum(document.sides for document in documents))
    left = Counter(batch.owner for batch in work)
    for name in sets.keys() - left.keys():
        caches[name].save(sets[name].keys, sets[name].alone)
    for batch, pack in lay_out_batches(work):
        name = batch.owner
        caches[name].add(pack, sets[name].cache_key)
        watcher.laid_out(len(batch.faces))
        left[name] -= 1
        # A set is saved as soon as it is complete, so that an interrupted run loses little.
        if not left[name]:
            caches[name].save(sets[name].keys, sets[name].alone)
    return caches


def defects_of(faces: FaceSet, cache: FaceCache, slots: Iterable[str]) -> list[tuple[str, Defect]]:
    """Return (slot, defect) for each defect of the laid-out faces in some slots."""
    entries = ((slot, cache.entry(slot, faces.keys[slot])) for slot in slots)
    return [(slot, defect) for slot, entry in entries if entry for defect in entry.defects]

"""Building a reprint: what differs from an earlier state of the project, and its report.

It is printed on sheets, on which cards of equal size lie together whatever their product, with change bars beside them;
or it is made for a service or a virtual table: the pictures that changed, and updated lists.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import (
    Order,
    Plan,
    Printed,
    Unwatched,
    Watcher,
    defects_of,
    lay_out,
    plan,
    problems_of,
    refusing_unwritable,
    write_pages,
)
from kensei_docs.documents.cache import FaceCache, digest_of_code
from kensei_docs.documents.imposition import (
    PAGES,
    DocumentFaces,
    Layers,
    PrintedDocument,
    Sheet,
    SheetBox,
    arrange,
    grids_of,
    impose,
    signature,
)
from kensei_docs.documents.manifest import Made, Manifest
from kensei_docs.documents.pdf import About
from kensei_docs.documents.reprint.changed_cards import (
    BEFORE,
    LAYERS,
    Caches,
    ChangeBar,
    Comparison,
    EarlierState,
    Pair,
    candidates,
    compare,
    matched,
    order_before,
)
from kensei_docs.documents.reprint.report import Reporter, ReprintReport
from kensei_docs.documents.sheets import write_sheets
from kensei_docs.documents.targets.deck import Deck, DeckFile, Target
from kensei_docs.documents.targets.target import decks_of, files_of, make_files
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem
from kensei_docs.project import Project

# The least gap between two cards, wide enough for a bar.
_MIN_GAP_MM = 2.0
# The distance of a bar from a card, and from the text of a page.
_OFF_CARD_MM = 0.5
_OFF_PAGE_MM = 1.8
# The width of a bar.
_BAR_WIDTH_MM = 0.6


@dataclass(frozen=True)
class ReprintFile:
    """A PDF of a reprint: its path, and the documents with changed cards on its sheets."""

    path: Path
    comparisons: tuple[Comparison, ...]

    @property
    def documents(self) -> list[PrintedDocument]:
        """The documents of its cards."""
        return [comparison.document for comparison in self.comparisons]

    @property
    def faces(self) -> int:
        """The number of printed faces with their copies; for a booklet, the number of pages on its sheets."""
        if self.sheets:
            return PAGES * len(self.sheets)
        return sum(len(card.pages) * card.copies for comparison in self.comparisons for card in comparison.changed)

    @property
    def sheets(self) -> Sequence[int]:
        """The sheets of a booklet to print (the first is 0)."""
        folded = self.comparisons[0].sheets
        return folded.printed if folded else ()

    @property
    def key(self) -> str:
        """The key of the output: the digest of everything that its bytes depend on."""
        cards = [
            (card.pair.sides.slots, card.pages, card.copies, repr(card.fronts), repr(card.backs))
            for comparison in self.comparisons
            for card in comparison.changed
        ]
        return digest_of(
            json.dumps([[document.key for document in self.documents], cards, list(self.sheets)]), digest_of_code()
        )


@dataclass(frozen=True)
class _Placed:
    """A face to place, its back, and the change bars beside both."""

    front: Layers
    back: Layers | None
    marks: Sequence[ChangeBar]
    back_marks: Sequence[ChangeBar]


def reprint_files(comparisons: Sequence[Comparison], folder: Path) -> list[ReprintFile]:
    """Return the PDFs of the changed cards of one edition, language and paper."""
    groups: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        if comparison.sheets.printed if comparison.sheets else any(one.pages for one in comparison.changed):
            groups.setdefault(_sheet_key(comparison.document), []).append(comparison)
    files: dict[Path, ReprintFile] = {}
    for group in groups.values():
        first = group[0].document
        product = first.faces.product
        name = f"cards-{product.face}-{first.spec.paper}{first.faces.suffix}.pdf" if len(group) > 1 else first.path.name
        path = folder / name
        while path in files:
            path = path.with_stem(f"{path.stem}-{product.name}")
        files[path] = ReprintFile(path, tuple(group))
    return list(files.values())


def with_room_for_bars(document: PrintedDocument) -> PrintedDocument:
    """Return a document with gaps between its cards that are wide enough for change bars."""
    product = document.faces.product
    if product.is_page:
        return document
    gaps = {"gap": max(product.gap, _MIN_GAP_MM), "least_gap": max(product.least_gap, _MIN_GAP_MM)}
    spec = replace(document.spec, product=product.model_copy(update=gaps))
    return replace(document, faces=replace(document.faces, spec=spec), spec=spec, grid=grids_of(spec)[""])


def impose_reprint(file: ReprintFile, caches: Caches) -> Made:
    """Return the PDF of a reprint.

    A booklet is printed by whole sheets; other documents by the changed cards or pages, on as few sheets as possible.
    """
    documents = file.documents
    first = documents[0]
    if first.booklet:
        sheets = _folded_sheets(file, caches)
    else:
        placed = [face for comparison in file.comparisons for face in _place_cards(comparison, caches)]
        note = partial(first.note, others=[document.faces for document in documents[1:]])
        sheets = _add_bars(first, arrange(first, [(face.front, face.back) for face in placed], note), placed)
    title = ", ".join(document.title for document in documents)
    about = About(title, first.edition_name, first.faces.style.language, first.flip)
    return Made(file.path, write_sheets(sheets, about), file.faces, len(sheets))


def _sheet_key(document: PrintedDocument) -> str:
    """Return a key that is equal for documents whose faces can share a sheet; pages never share one."""
    spec = document.spec
    product = spec.product
    return (
        document.path.name
        if product.is_page
        else repr((spec.face, product.outline, spec.bleed, document.grid, product.backs))
    )


def _folded_sheets(file: ReprintFile, caches: Caches) -> list[Sheet]:
    """Return the sides of the sheets of a booklet to print, with change bars."""
    document = file.documents[0]
    bars = {
        (changed.pair.sides.front, number): marks
        for changed in file.comparisons[0].changed
        for number, marks in changed.fronts.items()
    }
    cache = caches[document.faces.folder]
    pages = [
        bars.get((card.front, number), ())
        for card in document.faces.sides
        for number in range(len(DocumentFaces(document, cache).pairs(card)))
    ]
    sides = list(zip(impose(document, cache), signature(len(pages)), strict=True))
    sheets = []
    for sheet, pair in (sides[side] for number in file.sheets for side in (2 * number, 2 * number + 1)):
        marked = [(column, page) for column, page in enumerate(pair) if page < len(pages)]
        boxes = [_bar(document.grid.box(column), mark, _OFF_PAGE_MM) for column, page in marked for mark in pages[page]]
        sheets.append(replace(sheet, bars=tuple(boxes)))
    return sheets


def _place_cards(comparison: Comparison, caches: Caches) -> Iterator[_Placed]:
    """Yield the faces of the changed cards, or pages, once for each copy."""
    document = comparison.document
    kind = document.faces.product.name
    laid_out = DocumentFaces(document, caches[document.faces.folder])
    for card in comparison.changed:
        for number, (front, back) in enumerate(laid_out.pairs(card.pair.sides)):
            if number in card.pages:
                named_back = _prefix_names(kind, back) if back else None
                marks = card.fronts.get(number, ())
                yield from [_Placed(_prefix_names(kind, front), named_back, marks, card.backs)] * card.copies


def _prefix_names(kind: str, layers: Layers) -> Layers:
    """Return faces with the name of their kind before their names, so that they are unique on a sheet."""
    face, art = layers
    return (replace(face, name=f"{kind}.{face.name}"), replace(art, name=f"{kind}.{art.name}") if art else None)


def _add_bars(document: PrintedDocument, sheets: Sequence[Sheet], placed: Sequence[_Placed]) -> list[Sheet]:
    """Return the sheets with the change bars of the faces on them."""
    grid = document.grid
    product = document.faces.product
    distance = _OFF_PAGE_MM if product.is_page else _OFF_CARD_MM
    with_bars = []
    for number, sheet in enumerate(sheets):
        turn, is_back = (number // 2, number % 2 == 1) if product.flip else (number, False)
        bars: list[SheetBox] = []
        for i, face in enumerate(placed[turn * grid.count : (turn + 1) * grid.count]):
            if not is_back:
                bars += [_bar(grid.box(i), mark, distance) for mark in face.marks]
            if is_back or (grid.gutter is not None and face.back):
                bars += [_bar(grid.back_box(i), mark, distance) for mark in face.back_marks]
        with_bars.append(replace(sheet, bars=tuple(bars)))
    return with_bars


def _bar(face: SheetBox, mark: ChangeBar, distance: float) -> SheetBox:
    """Return the box of a change bar on the sheet, at a distance (mm) from its face."""
    left = face.x + mark.left - distance - _BAR_WIDTH_MM
    return SheetBox(left, face.top - mark.bottom, _BAR_WIDTH_MM, mark.bottom - mark.top)


# The list of the changes, beside the files of a deck.
CHANGES = "changes.csv"
_HEADINGS = ("change", "card", "copies before", "copies", "file before", "file")


@dataclass(frozen=True)
class Reprinted(Printed):
    """The outputs of a reprint, with the report of each folder and paper."""

    reports: list[ReprintReport] = field(default_factory=list)


def build_reprint(
    project: Project, database: Database, before: EarlierState, order: Order, watcher: Watcher
) -> Reprinted:
    """Print the faces of an order that differ from the earlier state, on as few sheets as possible, with a report.

    Nothing is written if nothing changed. Raises Unusable if nothing can be printed.
    """
    earlier, faults = order_before(before, order)
    planned = plan(project, database, order, screen=False)
    then = plan(before.project, before.database, earlier, screen=False)
    result = Reprinted([], planned.problems, planned.refused)
    result.refused.extend([*faults, *then.refused])
    with refusing_unwritable(order.out):
        old, new = ([with_room_for_bars(document) for document in state.documents] for state in (then, planned))
        comparisons, old_caches, caches = _compare_with(project, old, new, watcher, result.problems)
        reporter = Reporter(project, database, before, old_caches)
        _write(project, reporter, before.slug, comparisons, order, caches, watcher, result)
    return replace(result, problems=list(dict.fromkeys(result.problems)))


def reprint_for_target(
    project: Project,
    database: Database,
    before: EarlierState,
    order: Order,
    target: Target,
    base_url: str,
    by_name: bool,
    watcher: Watcher,
) -> Printed:
    """Make the files of an order for a target that differ from the earlier state.

    Each deck that changed gets the list of its cards and a list of the changes; nothing is written for other decks.
    ``by_name`` and ``base_url`` are as for ``build_for_target``. Raises Unusable if nothing can be made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    earlier, faults = order_before(before, order)
    then, _ = decks_of(before.project, before.database, earlier, target, base_url, by_name)
    planned.refused += faults
    planned.pages.clear()
    with refusing_unwritable(order.out):
        comparisons, _, _ = _compare_with(
            project, [deck.document for deck in then], [deck.document for deck in decks], watcher, planned.problems
        )
    old = {deck.document.path: deck for deck in then}
    wanted: list[tuple[Deck, list[DeckFile]]] = []
    lists: dict[Path, str] = {}
    folders = [_in_folder(deck, before.slug) for deck in decks]
    differs = {one.document.path: one for one in comparisons if one.differs}
    for deck, moved in zip(decks, folders, strict=True):
        comparison = differs.get(deck.document.path)
        if comparison is None:
            continue
        files, listed = _changed_files(moved, old.get(deck.document.path), comparison, target, planned)
        wanted.append((moved, files))
        lists[moved.folder / CHANGES] = listed
    printed = make_files(project, order.out, target, wanted, planned, watcher)
    manifest = Manifest(project.cache)
    with refusing_unwritable(order.out):
        for moved in folders:
            if not any(moved is deck for deck, _ in wanted):
                manifest.forget_all_but(moved.folder, ())
        outputs = write_pages(Plan(pages=lists), manifest)
    return replace(printed, outputs=[*printed.outputs, *outputs])


def _compare_with(
    project: Project,
    then: Sequence[PrintedDocument],
    now: Sequence[PrintedDocument],
    watcher: Watcher,
    problems: list[Problem],
) -> tuple[list[Comparison], Caches, Caches]:
    """Return (comparisons of documents with those of an earlier state, caches of the old faces, of the new faces).

    Warnings of the renderer about the new faces are added to ``problems``.
    """
    maybe = candidates(then, now)
    _copy_cached([each.then for each in maybe if each.then and each.pairs], project.cache)
    caches = lay_out([each.now for each in maybe if each.now and each.pairs], project.cache, watcher)
    old_caches = lay_out([each.then for each in maybe if each.then and each.pairs], project.cache, Unwatched())
    return compare(maybe, old_caches, caches), old_caches, caches


def _write(
    project: Project,
    reporter: Reporter,
    slug: str,
    comparisons: Sequence[Comparison],
    order: Order,
    caches: Caches,
    watcher: Watcher,
    result: Reprinted,
) -> None:
    """Write the PDFs and the report of each folder and paper, and delete those of an earlier reprint.

    Outputs, reports and problems are added to ``result``.
    """
    manifest = Manifest(project.cache)
    groups: dict[tuple[Path, str], list[Comparison]] = {}
    for comparison in comparisons:
        document = comparison.document
        groups.setdefault((document.path.parent / slug, document.spec.paper), []).append(comparison)
    kept: dict[Path, set[Path]] = {folder: set() for folder, _ in groups}
    for (folder, paper), group in groups.items():
        if not any(comparison.differs for comparison in group):
            continue
        outputs = []
        for file in reprint_files(group, folder):
            for comparison in file.comparisons:
                faces = comparison.document.faces
                slots = dict.fromkeys(slot for card in comparison.changed for slot in card.pair.sides.slots)
                result.problems.extend(problems_of(comparison.document, defects_of(faces, caches[faces.folder], slots)))
            outputs.append(manifest.output(file.path, file.key, partial(impose_reprint, file, caches)))
        report = reporter.report(group, paper, folder / f"changes-{paper}.pdf")
        outputs.append(manifest.output(report.path, reporter.key(report), partial(reporter.as_pdf, report)))
        for output in outputs:
            if output.fresh:
                watcher.written(output.path, output.pages)
        kept[folder] |= {output.path for output in outputs}
        result.outputs.extend(outputs)
        result.reports.append(report)
    manifest.save()
    for folder, files in kept.items():
        _delete_others(folder, files, order.papers)


def _delete_others(folder: Path, kept: Iterable[Path], papers: Sequence[str]) -> None:
    """Delete the other PDFs of an earlier reprint since the same state, so that nobody prints them by mistake."""
    for file in [file for paper in papers for file in folder.glob(f"*-{paper}*.pdf") if file not in kept]:
        file.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _copy_cached(documents: Sequence[PrintedDocument], folder: Path) -> None:
    """Copy old faces that are still in the cache of the new faces, so that they are not laid out again."""
    for faces in (document.faces for document in documents):
        main = replace(faces, suffix=faces.suffix.removesuffix(BEFORE))
        now = FaceCache(folder / main.folder)
        then = FaceCache(folder / faces.folder)
        for slot in faces.slots:
            entry = now.entry(slot, faces.keys[slot])
            if entry and then.entry(slot, faces.keys[slot]) is None:
                then.copy(slot, entry, now)
        then.save(faces.keys)


def _in_folder(deck: Deck, slug: str) -> Deck:
    """Return a deck with its files in the folder of a reprint: LANGUAGE/since-…/TARGET."""
    path = deck.document.path
    path = path.parents[1] / slug / path.parent.name / path.name
    return replace(deck, document=replace(deck.document, path=path))


def _changed_files(
    deck: Deck, then: Deck | None, comparison: Comparison, target: Target, planned: Plan
) -> tuple[list[DeckFile], str]:
    """Return the files of a deck to make, and the content of the list of changes."""

    def planned_files(state: Deck, keys: Mapping[str, str] | None, plan: Plan) -> list[DeckFile]:
        return [file for _, files in files_of([replace(state, keys=keys)], target, plan) for file in files]

    files = planned_files(deck, None, planned)
    keys = [file.key for file in planned_files(deck, _keys(deck, then, comparison), Plan())]
    before = planned_files(then, then.document.faces.contents, Plan()) if then else []
    known = {file.key: file.path.name for file in before if file.sides}
    made = [file for file, key in zip(files, keys, strict=True) if not file.sides or key not in known]
    names = [(known[key], file.path.name) for file, key in zip(files, keys, strict=True) if key in known]
    renamed = [(old, new) for old, new in names if old != new]
    return made, _render_changes(comparison, _fronts(before), _fronts(files), renamed)


def _keys(deck: Deck, then: Deck | None, comparison: Comparison) -> dict[str, str]:
    """Return keys of the faces of a deck by slot; a face that looks the same has the key of the old face."""
    keys = dict(deck.document.faces.contents)
    if then:
        old = then.document.faces
        changed = {one.pair.sides.row.slug for one in comparison.changed if one.what == "changed"}
        for pair in matched(old, deck.document.faces):
            if pair.old and pair.new and pair.new.row.slug not in changed:
                slots = [(getattr(pair.old, layer), getattr(pair.new, layer)) for layer in LAYERS]
                keys |= {new: old.contents[was] for was, new in slots if was and new}
    return keys


def _fronts(files: Sequence[DeckFile]) -> dict[str, str]:
    """Return the file names of the pictures with one face, by the slot of the face."""
    return {file.sides[0].face: file.path.name for file in files if len(file.sides) == 1}


def _render_changes(
    comparison: Comparison, before: Mapping[str, str], now: Mapping[str, str], renamed: Sequence[tuple[str, str]]
) -> str:
    """Return the list of the cards that changed, are new or withdrawn, or have another number of copies, as CSV.

    ``before`` and ``now`` are the names of files by slot, ``renamed`` those of files that changed nothing but the name.
    """
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_HEADINGS)
    pairs: list[tuple[str, Pair]] = [(one.what, one.pair) for one in comparison.changed]
    pairs += [("fewer" if pair.new else "withdrawn", pair) for pair in comparison.gone]
    listed = set()
    for what, pair in pairs:
        files = before.get(pair.old.front, "") if pair.old else "", now.get(pair.new.front, "") if pair.new else ""
        listed.add(files)
        table.writerow((what, pair.sides.title, *pair.copies, *files))
    table.writerows(("renamed", "", "", "", *names) for names in renamed if names not in listed)
    return out.getvalue()

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
    FrontAndBack,
    Layers,
    PrintedDocument,
    arrange,
    bind,
    grids_of,
)
from kensei_docs.documents.manifest import Made, Manifest
from kensei_docs.documents.pdf import About, ChangeBar
from kensei_docs.documents.products.product import Product
from kensei_docs.documents.reprint.changed_cards import (
    BEFORE,
    LAYERS,
    Caches,
    Comparison,
    EarlierState,
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
        return sum(len(card.pages.printed) * card.copies for one in self.comparisons for card in one.cards)

    @property
    def sheets(self) -> Sequence[int]:
        """The sheets of a booklet to print (the first is 1)."""
        folded = self.comparisons[0].sheets
        return folded.printed if folded else ()

    @property
    def key(self) -> str:
        """The key of the output: the digest of everything that its bytes depend on."""
        cards = [
            (card.pair.sides.slots, card.pages.printed, card.copies, repr(card.fronts), repr(card.backs))
            for comparison in self.comparisons
            for card in comparison.cards
        ]
        return digest_of(
            json.dumps([[document.key for document in self.documents], cards, list(self.sheets)]), digest_of_code()
        )


def reprint_files(comparisons: Sequence[Comparison], folder: Path) -> list[ReprintFile]:
    """Return the PDFs of the changed cards of one edition, language and paper."""
    groups: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        if comparison.sheets.printed if comparison.sheets else any(one.pages.printed for one in comparison.cards):
            groups.setdefault(_sheet_key(comparison.document), []).append(comparison)
    files: dict[Path, ReprintFile] = {}
    for group in groups.values():
        first = group[0].document
        product = first.faces.product
        of_order = first.path.name.removeprefix(product.name)
        name = f"cards-{product.face}{of_order}" if len(group) > 1 else first.path.name
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
    gaps = {"gap": product.gap.at_least(_MIN_GAP_MM), "least_gap": product.least_gap.at_least(_MIN_GAP_MM)}
    spec = replace(document.spec, product=product.model_copy(update=gaps))
    return replace(document, faces=replace(document.faces, spec=spec), spec=spec, grid=grids_of(spec)[""])


def impose_reprint(file: ReprintFile, caches: Caches) -> Made:
    """Return the PDF of a reprint.

    A booklet is printed by whole sheets; other documents by the changed cards or pages, on as few sheets as possible.
    """
    first, *others = file.documents
    if first.booklet:
        pages = [front for (front, _), _ in _faces_with_bars(file.comparisons[0], caches, whole=True)]
        sheets = [side for number, side in enumerate(bind(first, pages)) if number // 2 + 1 in file.sheets]
    else:
        faces = [pair for comparison in file.comparisons for pair in _faces_with_bars(comparison, caches)]
        sheets = arrange(first, faces, partial(first.note, others=[document.faces for document in others]))
    title = ", ".join(document.title for document in file.documents)
    about = About(title, first.edition_name, first.faces.style.language, first.flip)
    pieces = 0 if first.faces.product.is_page else file.faces
    return Made(file.path, write_sheets(sheets, about), pieces, len(sheets))


def _sheet_key(document: PrintedDocument) -> str:
    """Return a key that is equal for documents whose faces can share a sheet; pages never share one."""
    spec = document.spec
    product = spec.product
    return (
        document.path.name
        if product.is_page
        else repr((spec.face, product.outline, spec.bleed, document.grid, product.backs))
    )


def _faces_with_bars(comparison: Comparison, caches: Caches, whole: bool = False) -> Iterator[FrontAndBack]:
    """Yield the faces of the changed cards, or pages, once for each copy; all faces of a ``whole`` document."""
    document = comparison.document
    product = document.faces.product
    laid_out = DocumentFaces(document, caches[document.faces.folder])
    changed = {card.pair.sides.row.slug: card for card in comparison.cards if card.copies}
    for sides in document.faces.sides if whole else [card.pair.sides for card in changed.values()]:
        card = changed.get(sides.row.slug)
        for number, (front, back) in enumerate(laid_out.pairs(sides), 1):
            differs = card is not None and number in card.pages.printed
            if not (differs or whole):
                continue
            bars, bars_of_back = (card.fronts.get(number, ()), card.backs) if card and differs else ((), ())
            pair = (_with_bars(front, product, bars), back and _with_bars(back, product, bars_of_back))
            yield from [pair] * (card.copies if card and not whole else sides.row.copies)


def _with_bars(layers: Layers, product: Product, bars: Sequence[ChangeBar]) -> Layers:
    """Return a face and its art with change bars.

    The name of their product is put before their names, so that they are unique on a sheet of several.
    """
    face, art = layers
    distance = _OFF_PAGE_MM if product.is_page else _OFF_CARD_MM
    moved = [replace(bar, left=bar.left - distance) for bar in bars]
    name = f"{product.name}.{face.name}"
    return replace(face, name=name, bars=moved), art and replace(art, name=f"{product.name}.{art.name}")


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
    differs = {one.document.path: one for one in comparisons if one.cards}
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
        if not any(comparison.cards for comparison in group):
            continue
        outputs = []
        for file in reprint_files(group, folder):
            for comparison in file.comparisons:
                faces = comparison.document.faces
                slots = dict.fromkeys(
                    slot for card in comparison.cards if card.copies for slot in card.pair.sides.slots
                )
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
        changed = {one.pair.sides.row.slug for one in comparison.cards if one.what == "changed"}
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
    listed = set()
    for card in comparison.cards:
        pair = card.pair
        files = before.get(pair.old.front, "") if pair.old else "", now.get(pair.new.front, "") if pair.new else ""
        listed.add(files)
        table.writerow((card.what, pair.sides.title, *pair.copies, *files))
    table.writerows(("renamed", "", "", "", *names) for names in renamed if names not in listed)
    return out.getvalue()

"""Building a reprint: what differs from an earlier state of the project, and its report.

It is printed on sheets; or it is made for a service or a virtual table: the pictures that changed, and updated lists.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    refusing_unwritable,
    write_pages,
)
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.output_cache import Manifest, Output
from kensei_docs.documents.face_problems import problems_of
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.reprint.changed_cards import (
    BEFORE,
    LAYERS,
    Caches,
    Candidates,
    Comparison,
    Pair,
    candidates,
    compare,
    look_of,
    matched,
)
from kensei_docs.documents.reprint.earlier_state import EarlierState, filled_in_parallel, order_before
from kensei_docs.documents.reprint.report import Reporter, ReprintReport
from kensei_docs.documents.reprint.reprint_sheets import impose_reprint, reprint_files, with_room_for_bars
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.documents.targets.build_for_target import decks_of, files_of, make_files
from kensei_docs.documents.targets.deck_for_target import Deck, DeckFile
from kensei_docs.documents.targets.target import Target
from kensei_docs.problems import Problem
from kensei_docs.project import Project

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
    with filled_in_parallel(before.project, before.database, earlier) as fill_then:
        planned = plan(project, database, order, screen=False)
        then = plan(before.project, before.database, earlier, screen=False, fill=fill_then())
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
        outputs = list(write_pages(Plan(pages=lists), manifest))
        manifest.save()
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
    maybe = [_without_known_pages(each, project.cache, caches) for each in maybe]
    old_caches = lay_out([each.then for each in maybe if each.then and each.pairs], project.cache, Unwatched())
    return compare(maybe, old_caches, caches), old_caches, caches


def _without_known_pages(document: Candidates, folder: Path, now: Caches) -> Candidates:
    """Return candidates of which old pages with the content of new pages are not laid out again.

    An erratum changes few pages of a book, and the layout of all its pages takes long.
    """
    if not (document.then and document.now and document.pairs and document.now.faces.kind.flow):
        return document
    old = document.then.faces
    new = document.now.faces
    cache = FaceCache(folder / old.folder)
    known: dict[str, tuple[str, ...]] = {}
    for pair in document.pairs:
        if pair.old and pair.new and cache.entry(pair.old.front, old.keys[pair.old.front]) is None:
            entry = now[new.folder].entry(pair.new.front, new.keys[pair.new.front])
            if entry and look_of(entry.key) == look_of(old.cache_key(pair.old.front)):
                known[pair.old.front] = tuple(entry.contents)
    return replace(document, then=replace(document.then, faces=replace(old, known=known)))


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

    def write(
        path: Path,
        key: str,
        faces: int,
        defects: Sequence[tuple[str, Defect]],
        make: Callable[[], tuple[Iterable[bytes], int]],
    ) -> Path:
        current = manifest.current(path, key)
        written = current
        if written is None:
            data, sides = make()
            written = manifest.write(path, key, data, faces, sides, defects)
            watcher.written(path, sides)
        result.outputs.append(Output(path, current is None, written.faces, written.pages))
        return path

    groups: dict[tuple[Path, str], list[Comparison]] = {}
    for comparison in comparisons:
        document = comparison.document
        groups.setdefault((document.path.parent / slug, document.paper), []).append(comparison)
    kept: dict[Path, set[Path]] = {folder: set() for folder, _ in groups}
    for (folder, paper), group in groups.items():
        if not any(comparison.differs for comparison in group):
            continue
        for file in reprint_files(group, folder):
            defects = []
            for comparison in file.comparisons:
                defects_of_document = _defects(comparison, caches)
                result.problems.extend(problems_of(comparison.document, defects_of_document))
                defects += defects_of_document
            make = partial(impose_reprint, file, caches, project.cache)
            kept[folder].add(write(file.path, file.key, file.faces, defects, make))
        report = reporter.report(group, paper, folder / f"changes-{paper}.pdf")
        kept[folder].add(write(report.path, reporter.key(report), 0, (), partial(reporter.as_pdf, report)))
        result.reports.append(report)
    for folder, files in kept.items():
        _delete_others(folder, files, order.papers)


def _defects(comparison: Comparison, caches: Caches) -> list[tuple[str, Defect]]:
    """Return (slot, defect) for each defect of the faces to reprint."""
    faces = comparison.document.faces
    slots = dict.fromkeys(slot for card in comparison.changed for slot in card.pair.sides.slots)
    return defects_of(faces, caches[faces.folder], slots)


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

"""Building a reprint: from an order and an earlier state of the project to sheets of changed cards, and a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import (
    Printed,
    Unwatched,
    Watcher,
    defects_of,
    lay_out,
    problems_of,
    refusing_unwritable,
)
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.output_cache import MANIFEST, Manifest, Output
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.plan import Order, plan
from kensei_docs.documents.reprint.changed_cards import (
    BEFORE,
    Caches,
    Candidates,
    Comparison,
    candidates,
    compare,
    look_of,
)
from kensei_docs.documents.reprint.earlier_state import EarlierState
from kensei_docs.documents.reprint.parallel_templates import filled_in_parallel
from kensei_docs.documents.reprint.report import Reporter, ReprintReport
from kensei_docs.documents.reprint.reprint_sheets import files_of, impose_reprint, with_room_for_bars
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.problems import Problem
from kensei_docs.project import Project


@dataclass(frozen=True)
class Reprinted(Printed):
    """The outputs of a reprint, with the report of each folder and paper."""

    reports: list[ReprintReport]


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
    result = Reprinted([], planned.problems, planned.refused, [])
    result.refused.extend([*faults, *then.refused])
    with refusing_unwritable(order.out):
        old, new = ([with_room_for_bars(document) for document in state.documents] for state in (then, planned))
        comparisons, old_caches, caches = compare_with(project, old, new, watcher, result.problems)
        reporter = Reporter(project, database, before, old_caches)
        _write(project, reporter, before.slug, comparisons, order, caches, watcher, result)
    return replace(result, problems=list(dict.fromkeys(result.problems)))


def compare_with(
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
    caches = lay_out([each.now for each in maybe if each.now and each.pairs], project.cache, watcher, problems)
    maybe = [_without_known_pages(each, project.cache, caches) for each in maybe]
    old_caches = lay_out([each.then for each in maybe if each.then and each.pairs], project.cache, Unwatched(), [])
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


def order_before(before: EarlierState, order: Order) -> tuple[Order, list[Problem]]:
    """Return the same order for the earlier state, and the problems of that state's kinds."""
    kinds, faults = load_kinds(before.project)
    asked = {kind.name for kind in order.kinds}
    editions = before.database.editions
    return replace(
        order,
        kinds=[kind for name, kind in kinds.items() if name in asked],
        editions=[editions[edition.id] for edition in order.editions if edition.id in editions],
    ), faults


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
    manifest = Manifest(project.cache / MANIFEST)

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
        for file in files_of(group, folder):
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

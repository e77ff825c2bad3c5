"""Building a reprint: from an order and an earlier state of the project to sheets of what changed, and a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import Printed, Watcher, defects_of, lay_out, problems_of, refusing_unwritable
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.outputs import MANIFEST, Manifest, Output
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.layout.defects import Defect
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
from kensei_docs.documents.reprint.report import ReprintReport
from kensei_docs.documents.reprint.reporter import Reporter
from kensei_docs.documents.reprint.sheets import files_of, impose_reprint, with_room_for_bars
from kensei_docs.documents.sheets.imposition import Document
from kensei_docs.problems import Problem
from kensei_docs.project import Project


@dataclass(frozen=True)
class Reprinted(Printed):
    """The outputs of a reprint, with the report of each folder and paper."""

    reports: list[ReprintReport]


def build_reprint(
    project: Project, database: Database, before: EarlierState, order: Order, watcher: Watcher
) -> Reprinted:
    """Print the faces of an order that differ from the earlier state, on the fewest sheets, with a report of
    what changed. Nothing is written if nothing changed. Raises Unusable if nothing can be printed."""
    earlier, faults = order_before(before, order)
    with filled_in_parallel(before.project, before.database, earlier) as fill_then:
        planned = plan(project, database, order, screen=False)
        then = plan(before.project, before.database, earlier, screen=False, fill=fill_then())
    found = Reprinted([], planned.problems, planned.refused, [])
    found.refused.extend([*faults, *then.refused])
    with refusing_unwritable(order.out):
        old, new = ([with_room_for_bars(one) for one in some.documents] for some in (then, planned))
        comparisons, old_caches, caches = compare_with(project, old, new, watcher, found.problems)
        reporter = Reporter(project, database, before, old_caches)
        _write(project, reporter, before.slug, comparisons, order, caches, watcher, found)
    return replace(found, problems=list(dict.fromkeys(found.problems)))


def compare_with(
    project: Project, then: Sequence[Document], now: Sequence[Document], watcher: Watcher, problems: list[Problem]
) -> tuple[list[Comparison], Caches, Caches]:
    """Return how documents differ from those of an earlier state, and the caches with the old and the new faces."""
    maybe = candidates(then, now)
    _copy_cached([one.then for one in maybe if one.then and one.pairs], project.cache)
    caches = lay_out([one.now for one in maybe if one.now and one.pairs], project.cache, watcher, problems)
    maybe = [_without_known_pages(one, project.cache, caches) for one in maybe]
    old_caches = lay_out([one.then for one in maybe if one.then and one.pairs], project.cache, _Silent(), [])
    return compare(maybe, old_caches, caches), old_caches, caches


def _without_known_pages(one: Candidates, folder: Path, now: Caches) -> Candidates:
    """Return candidates whose old text, if it has to be laid out, is so on the pages alone that differ from the new
    ones: of a book, one erratum changes a few."""
    if not (one.then and one.now and one.pairs and one.now.faces.kind.flow):
        return one
    old, new = one.then.faces, one.now.faces
    cache, known = FaceCache(folder / old.folder), {}
    for pair in one.pairs:
        if pair.old and pair.new and cache.entry(pair.old.front, old.keys[pair.old.front]) is None:
            entry = now[new.folder].entry(pair.new.front, new.keys[pair.new.front])
            if entry and look_of(entry.key) == look_of(old.cache_key(pair.old.front)):
                known[pair.old.front] = tuple(entry.contents)
    return replace(one, then=replace(one.then, faces=replace(old, known=known)))


def order_before(before: EarlierState, order: Order) -> tuple[Order, list[Problem]]:
    """Return the same order of the earlier state, and the problems of its kinds."""
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
    found: Reprinted,
) -> None:
    """Write the PDFs and the report of each folder and paper, and delete those of an earlier reprint."""
    manifest = Manifest(project.cache / MANIFEST)

    def write(
        path: Path,
        key: str,
        faces: int,
        defects: Sequence[tuple[str, Defect]],
        make: Callable[[], tuple[Iterable[bytes], int]],
    ) -> Path:
        now = kept = manifest.current(path, key)
        if now is None:
            data, sides = make()
            now = manifest.write(path, key, data, faces, sides, defects)
            watcher.written(path, sides)
        found.outputs.append(Output(path, kept is None, now.faces, now.pages))
        return path

    groups: dict[tuple[Path, str], list[Comparison]] = {}
    for one in comparisons:
        groups.setdefault((one.document.path.parent / slug, one.document.paper), []).append(one)
    kept: dict[Path, set[Path]] = {folder: set() for folder, _ in groups}
    for (folder, paper), group in groups.items():
        if not any(one.differs for one in group):
            continue
        for file in files_of(group, folder):
            defects = []
            for one in file.comparisons:
                own = _defects(one, caches)
                found.problems.extend(problems_of(one.document, own))
                defects += own
            make = partial(impose_reprint, file, caches, project.cache)
            kept[folder].add(write(file.path, file.key, file.faces, defects, make))
        report = reporter.report(group, paper, folder / f"changes-{paper}.pdf")
        kept[folder].add(write(report.path, reporter.key(report), 0, (), partial(reporter.as_pdf, report)))
        found.reports.append(report)
    for folder, files in kept.items():
        _delete_others(folder, files, order.papers)


def _defects(comparison: Comparison, caches: Caches) -> list[tuple[str, Defect]]:
    """Return the defects of the faces to reprint, by their slots."""
    faces = comparison.document.faces
    slots = dict.fromkeys(slot for one in comparison.changed for slot in one.pair.sides.slots)
    return defects_of(faces, caches[faces.folder], slots)


def _delete_others(folder: Path, kept: Iterable[Path], papers: Sequence[str]) -> None:
    """Delete the PDFs of an earlier reprint since the same state, so that nobody prints them with the new ones."""
    for file in [file for paper in papers for file in folder.glob(f"*-{paper}*.pdf") if file not in kept]:
        file.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _copy_cached(documents: Sequence[Document], folder: Path) -> None:
    """Copy faces that are still in the cache as they were, so that they are not laid out again."""
    for faces in (document.faces for document in documents):
        main = replace(faces, suffix=faces.suffix.removesuffix(BEFORE))
        now, then = FaceCache(folder / main.folder), FaceCache(folder / faces.folder)
        for slot in faces.slots:
            entry = now.entry(slot, faces.keys[slot])
            if entry and then.entry(slot, faces.keys[slot]) is None:
                then.copy(slot, entry, now)
        then.save(faces.keys)


class _Silent:
    """Reports no progress: for faces that are laid out only to be compared."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None: ...
    def stale(self, faces: Path, slot: str, reason: str) -> None: ...
    def laid_out(self, count: int) -> None: ...
    def written(self, path: Path, sides: int) -> None: ...

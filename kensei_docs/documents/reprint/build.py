"""Building a reprint: from an order and an earlier state to sheets of what changed, and a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import Printed, Watcher, defects_of, lay_out, problems_of, refusing_unwritable
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.finished import MANIFEST, Manifest, Output
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.plan import Order, plan
from kensei_docs.documents.reprint.changed_cards import BEFORE, Caches, Comparison, candidates, compare
from kensei_docs.documents.reprint.earlier_state import EarlierState
from kensei_docs.documents.reprint.report import Reporter, ReprintReport
from kensei_docs.documents.reprint.sheets import files_of, impose_reprint, with_room_for_bars
from kensei_docs.documents.sheets.imposition import Document
from kensei_docs.project import Project


@dataclass(frozen=True)
class Reprinted(Printed):
    """The outputs of a reprint, with the report of each folder and paper."""

    reports: list[ReprintReport]


def build_reprint(
    project: Project, database: Database, before: EarlierState, order: Order, watcher: Watcher
) -> Reprinted:
    """Print the faces of an order that differ from the earlier state, on the fewest sheets, with a report of
    what changed. Nothing is written if nothing changed.

    Raises Unusable if nothing can be printed.
    """
    planned = plan(project, database, order)
    found = Reprinted([], planned.problems, planned.refused, [])
    then = _plan_before(before, order, found)
    maybe = candidates(
        [with_room_for_bars(document) for document in then], [with_room_for_bars(one) for one in planned.documents]
    )
    with refusing_unwritable(order.out):
        old = [one.then for one in maybe if one.then]
        _copy_cached(old, project.cache)
        old_caches = lay_out(old, project.cache, _Silent(), [])
        caches = lay_out([one.now for one in maybe if one.now], project.cache, watcher, found.problems)
        comparisons = [compare(one, old_caches, caches) for one in maybe]
        _write(project, Reporter(project, database, before), before.slug, comparisons, order, caches, watcher, found)
    return replace(found, problems=list(dict.fromkeys(found.problems)))


def _plan_before(before: EarlierState, order: Order, found: Reprinted) -> list[Document]:
    """Return the documents of the same order in the earlier state; add what can't be printed to ``found.refused``."""
    kinds, faults = load_kinds(before.project)
    asked = {kind.name for kind in order.kinds}
    editions = before.database.editions
    planned = plan(
        before.project,
        before.database,
        replace(
            order,
            kinds=[kind for name, kind in kinds.items() if name in asked],
            editions=[editions[edition.id] for edition in order.editions if edition.id in editions],
        ),
    )
    found.refused.extend([*faults, *planned.refused])
    return planned.documents


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
        now = manifest.current(path, key)
        if now is None:
            data, sides = make()
            now = manifest.write(path, key, data, faces, sides, defects)
            watcher.written(path, sides)
            found.outputs.append(Output(path, True, faces, sides))
        else:
            found.outputs.append(Output(path, False, now.faces, now.sheets))
        return path

    groups: dict[tuple[Path, str], list[Comparison]] = {}
    for one in comparisons:
        groups.setdefault((one.document.path.parent / slug, one.document.paper), []).append(one)
    kept: dict[Path, set[Path]] = {folder: set() for folder, _ in groups}
    for (folder, paper), group in groups.items():
        if not any(one.differs for one in group):
            continue
        for file in files_of(group, folder):
            defects = [(one, defect) for one in file.comparisons for defect in _defects(one, caches)]
            found.problems.extend(problem for one, defect in defects for problem in problems_of(one.document, [defect]))
            make = partial(impose_reprint, file, caches, project.cache)
            kept[folder].add(write(file.path, file.key, file.faces, [defect for _, defect in defects], make))
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

"""Reprinting: from an order and the state since which it is asked, to sheets of what changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import Watcher, lay_out, problems_of
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.finished import MANIFEST, Manifest, Output
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.plan import Document, Order, plan
from kensei_docs.documents.reprint.changed import BEFORE, Outcome, outcome, suspects
from kensei_docs.documents.reprint.sheets import findings, jobs, printed, roomy
from kensei_docs.documents.reprint.since import Since
from kensei_docs.documents.reprint.telling import Told, Witness
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project


@dataclass
class Reprinted:
    """The outputs of a reprint, what is told of each of its folders, and all that is wrong."""

    outputs: list[Output] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    refused: list[Problem] = field(default_factory=list)


def reprint(project: Project, database: Database, since: Since, order: Order, watcher: Watcher) -> Reprinted:
    """Print of an order what comes out otherwise than it did, on the fewest sheets, and a sheet
    that says what changed; nothing where nothing did.

    Raises Unusable where nothing can be printed, as ``press.run`` does.
    """
    planned = plan(project, database, order)
    found = Reprinted(problems=planned.problems, refused=planned.refused)
    asked = {kind.name for kind in order.kinds}
    kinds, faults = load_kinds(since.project)
    before = replace(
        order,
        kinds=[kind for name, kind in kinds.items() if name in asked],
        editions=[
            since.database.editions[edition.id] for edition in order.editions if edition.id in since.database.editions
        ],
    )
    then = plan(since.project, since.database, before)
    found.refused += [*faults, *then.refused]
    known = suspects(
        [roomy(document) for document in then.documents], [roomy(document) for document in planned.documents]
    )
    try:
        old = [one.then for one in known if one.then]
        _seed(old, project.cache)
        old_caches = lay_out(old, project.cache, _Nobody(), [])
        caches = lay_out([one.now for one in known if one.now], project.cache, watcher, found.problems)
        _write(
            project, database, since, [outcome(one, old_caches, caches) for one in known], order, caches, watcher, found
        )
    except OSError as fault:
        file = fault.filename or str(order.out)
        raise Unusable(
            Problem(
                Place(str(file)),
                f"can't be written ({fault.strerror}); choose another folder with --out, or mend its permissions",
                "output",
            )
        ) from fault
    found.problems = list(dict.fromkeys(found.problems))
    return found


def _write(
    project: Project,
    database: Database,
    since: Since,
    outcomes: Sequence[Outcome],
    order: Order,
    caches: dict[Path, FaceCache],
    watcher: Watcher,
    found: Reprinted,
) -> None:
    manifest = Manifest(project.cache / MANIFEST)
    witness = Witness(project, database, since)
    folders: dict[tuple[Path, str], list[Outcome]] = {}
    for one in outcomes:
        document = one.document
        folders.setdefault((document.path.parent, document.paper), []).append(one)
    kept: dict[Path, set[Path]] = {}
    for (parent, paper), here in folders.items():
        folder = parent / since.slug
        there = kept.setdefault(folder, set())
        if not any(one.differs for one in here):
            continue
        for job in jobs(here, folder):
            wrong = [(one, of_slot) for one in job.outcomes for of_slot in findings(one, caches)]
            found.problems += [problem for one, of_slot in wrong for problem in problems_of(one.document, [of_slot])]
            now = manifest.current(job.path, job.key)
            fresh = now is None
            if now is None:
                data, sides = printed(job, caches, project.cache)
                now = manifest.write(
                    job.path,
                    job.key,
                    data,
                    sum(len(one.pages) * one.copies for outcome in job.outcomes for one in outcome.changed),
                    sides,
                    [of_slot for _, of_slot in wrong],
                )
                watcher.written(job.path, sides)
            found.outputs.append(Output(job.path, fresh, now.faces, now.sheets))
            there.add(job.path)
        path = folder / f"changes-{paper}.pdf"
        told = witness.tell(here, paper, path)
        key = witness.key(told)
        now = manifest.current(path, key)
        fresh = now is None
        if now is None:
            sheet, sides = witness.as_pdf(told)
            now = manifest.write(path, key, [sheet], 0, sides, ())
            watcher.written(path, sides)
        found.outputs.append(Output(path, fresh, now.faces, now.sheets))
        found.told.append(told)
        there.add(path)
    for folder, files in kept.items():
        _clear(folder, files, order)


def _clear(folder: Path, kept: Iterable[Path], order: Order) -> None:
    """Take away what an earlier reprint since the same state has left that isn't of this one: a
    sheet that nobody needs would be printed with the others."""
    for paper in order.papers:
        for file in folder.glob(f"*-{paper}*.pdf"):
            if file not in kept:
                file.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _seed(documents: Sequence[Document], folder: Path) -> None:
    """Put the faces as they were beside those as they are to be, where the cache still has them."""
    for faces in (document.faces for document in documents):
        main = replace(faces, suffix=faces.suffix.removesuffix(BEFORE))
        now, then = FaceCache(folder / main.folder), FaceCache(folder / faces.folder)
        for slot in faces.slots:
            entry = now.entry(slot, faces.keys[slot])
            if entry and then.entry(slot, faces.keys[slot]) is None:
                then.copy(slot, entry, now)
        then.save(faces.keys)


class _Nobody:
    """Watches what is laid out only to be compared, and says nothing."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """See nothing."""

    def anew(self, faces: Path, slot: str, reason: str) -> None:
        """See nothing."""

    def laid_out(self, count: int) -> None:
        """See nothing."""

    def written(self, path: Path, sides: int) -> None:
        """See nothing."""

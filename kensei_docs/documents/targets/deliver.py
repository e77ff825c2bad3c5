"""Printing for a target: from an order to its files, of which only those that change are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database
from kensei_docs.documents.build import Printed, Watcher, lay_out, problems_of, write_pages
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.finished import MANIFEST, Manifest, Output, Written
from kensei_docs.documents.kinds.kind import SCREEN, Kind
from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.markup.pseudo import PSEUDO, Pseudo
from kensei_docs.documents.plan import Document, Order, Plan, plan
from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.targets import makers
from kensei_docs.documents.targets.job import Job, Piece
from kensei_docs.documents.targets.target import CHECK, Cut, Target, cut_for
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# Cards for a target stand on no paper; to plan them, one that holds every face.
_PAPER = "a3"
# The format in which a kind may have a page of its own.
HTML = "html"


@dataclass(frozen=True)
class Delivery:
    """What is wanted: a target, whether the kinds were asked for by name (others are left out
    where the target doesn't take them), and the address below which pictures will stand."""

    target: Target
    named: bool
    base: str = ""


def deliver(project: Project, database: Database, order: Order, wanted: Delivery, watcher: Watcher) -> Printed:
    """Make an order's files for a target, as far as that takes what is ordered.

    Raises Unusable where nothing can be made: as ``press.run``.
    """
    jobs, found = _jobs(project, database, order, wanted)
    maker: Any = import_module(f"{makers.__name__}.{wanted.target.makes}")
    manifest = Manifest(project.cache / MANIFEST)
    pieces: dict[Path, tuple[Job, list[Piece]]] = {}
    for job in jobs:
        try:
            pieces[job.document.path] = job, maker.pieces(job)
        except Unusable as fault:
            found.refused += fault.problems
    there = {piece.path: manifest.current(piece.path, piece.key) for _, some in pieces.values() for piece in some}
    stale = [job for job, some in pieces.values() if any(there[piece.path] is None for piece in some)]
    fresh: set[Path] = set()
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        caches = lay_out([job.document for job in stale], project.cache, watcher, found.problems)
        for job in stale:
            lacking = [piece for piece in pieces[job.document.path][1] if there[piece.path] is None]
            cache = caches[job.document.faces.folder]
            for piece, written in _write(maker, job, lacking, cache, manifest):
                there[piece.path] = written
                fresh.add(piece.path)
                watcher.written(piece.path, piece.sheets)
        workers.dismiss()
        for job, _ in pieces.values():
            manifest.forget_all_but(job.own_folder, there.keys())
        outputs = list(write_pages(found.pages, manifest))
        manifest.save()
    except OSError as fault:
        file = fault.filename or str(order.out)
        raise Unusable(
            Problem(
                Place(str(file)),
                f"can't be written ({fault.strerror}); choose another folder with --out, or mend its permissions",
                "output",
            )
        ) from fault
    for job, some in pieces.values():
        for piece in some:
            kept = there[piece.path]
            assert kept is not None  # written just now, or there before
            outputs.append(Output(piece.path, piece.path in fresh, kept.faces, kept.sheets))
            found.problems += problems_of(job.document, kept.defects)
        found.problems += job.translator.problems
    return Printed(outputs, list(dict.fromkeys(found.problems)), found.refused)


def _jobs(project: Project, database: Database, order: Order, wanted: Delivery) -> tuple[list[Job], Plan]:
    """Return the jobs that an order comes to, and what is wrong with them or can't be made."""
    found = Plan()
    cuts: dict[Cut, list[Kind]] = {}
    left: list[str] = []
    for kind in order.kinds:
        if HTML in wanted.target.formats and kind.has(SCREEN):
            # It has a page of its own, which is no row of cards.
            own = plan(project, database, replace(order, kinds=[kind], papers=(_PAPER,)))
            found.pages |= own.pages
            found.problems += own.problems
            found.refused += own.refused
            continue
        try:
            cut = cut_for(wanted.target, kind, order.options)
        except Unusable as fault:
            if wanted.named:
                found.refused += fault.problems
            else:
                left.append(kind.name)
            continue
        cuts.setdefault(cut, []).append(kind)
    if left:
        found.problems.append(
            Problem(
                Place("build"),
                f"left out, for target {wanted.target.name} "
                f"doesn't take them: {', '.join(left)}; name one to be told "
                "why",
                CHECK,
                "note",
            )
        )
    translators = {
        language: Pseudo(project, database) if language == PSEUDO else Translator(project, database, language)
        for language in order.languages
    }
    jobs = []
    for cut, kinds in cuts.items():
        # How far faces are bled is the cut's to say, not that of the art they are drawn with.
        options = replace(order.options, bleed=None, size=cut.face)
        planned = plan(project, database, replace(order, kinds=kinds, papers=(_PAPER,), options=options))
        found.problems += planned.problems
        found.refused += planned.refused
        for document in planned.documents:
            kind, language = document.faces.kind, document.faces.language
            theme = document.faces.suffix.removeprefix(f"-{options.size}")
            asked = f"-{order.options.size}" if order.options.size else ""
            path = document.path.parent / wanted.target.name / f"{kind.name}{asked}{theme}.out"
            jobs.append(
                Job.of(project, translators[language], replace(document, path=path), wanted.target, cut, wanted.base)
            )
    return jobs, found


def _write(
    maker: Any, job: Job, lacking: Sequence[Piece], cache: FaceCache, manifest: Manifest
) -> Iterator[tuple[Piece, Written]]:
    """Make the pieces of a job that are lacking, and yield each with what was written."""
    for made in maker.make(job, lacking, Gathered(job.document, cache)):
        piece = made.piece
        slots = dict.fromkeys(slot for side in piece.sides for slot in side.slots)
        findings = [*_findings(job.document, cache, slots), *made.findings]
        yield (
            piece,
            manifest.add(
                piece.path,
                piece.key,
                [made.data],
                len(dict.fromkeys(side.face for side in piece.sides)),
                piece.sheets,
                findings,
            ),
        )


def _findings(document: Document, cache: FaceCache, slots: Iterable[str]) -> Iterator[tuple[str, Defect]]:
    for slot in slots:
        entry = cache.entry(slot, document.faces.keys[slot])
        for finding in entry.defects if entry else ():
            yield slot, finding

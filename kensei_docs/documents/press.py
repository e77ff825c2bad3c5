"""The press: from an order (which documents, for whom, on what) to finished PDFs.

Of the outputs that would come out otherwise than they are, the faces that no cache holds are laid
out, and their sheets imposed. An unchanged output is left alone, and costs no layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from kensei_docs.database import Database
from kensei_docs.documents.faces import FaceCache
from kensei_docs.documents.outputs import MANIFEST, Manifest, Output, Written
from kensei_docs.documents.packs import Batch, batches, lay_out
from kensei_docs.documents.plan import Document, FaceSet, Order, plan
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project


class Watcher(Protocol):
    """Who watches the press: told how much there is to do, and of each thing done."""

    def planned(self, lay_out: int, reuse: int, write: int) -> None:
        """Say how many faces are to be laid out and reused, and how many outputs written."""

    def anew(self, faces: Path, slot: str, reason: str) -> None:
        """Say why a face is laid out."""

    def laid_out(self, count: int) -> None:
        """Say that so many more faces are laid out."""

    def written(self, path: Path) -> None:
        """Say that one more output is written."""


def run(project: Project, database: Database, order: Order,
        watcher: Watcher) -> tuple[list[Output], list[Problem]]:
    """Print an order; return its outputs and everything that is wrong with them.

    Raises Unusable where the order can't be carried out at all: a faulty template, a paper too
    small, missing system libraries, a folder that can't be written to.
    """
    documents, problems = plan(project, database, order)
    folder = project.cache
    manifest = Manifest(folder / MANIFEST)
    current = {document.path: manifest.current(document.path, document.key)
               for document in documents}
    stale = [document for document in documents if current[document.path] is None]
    try:
        order.out.mkdir(parents=True, exist_ok=True)
        caches = _lay_out([document.faces for document in stale], folder, watcher, len(stale),
                          problems)
        for document in stale:
            current[document.path] = _write(document, caches[document.faces.folder], manifest)
            watcher.written(document.path)
    except OSError as fault:
        file = fault.filename or str(order.out)
        raise Unusable(Problem(Place(str(file)), f"can't be written ({fault.strerror}); choose "
                               "another folder with --out, or mend its permissions",
                               "output")) from fault
    outputs = []
    fresh = {document.path for document in stale}
    for document in documents:
        written = current[document.path]
        assert written is not None  # written just now, or there before
        outputs.append(Output(document.path, document.path in fresh, written.faces,
                              written.sheets))
        problems += _problems(document, written)
    return outputs, list(dict.fromkeys(problems))


def _lay_out(sets: Sequence[FaceSet], folder: Path, watcher: Watcher, outputs: int,
             problems: list[Problem]) -> dict[Path, FaceCache]:
    """Return the caches of the sets by name, with every face of them laid out."""
    distinct = {faces.folder: faces for faces in sets}
    caches = {name: FaceCache(folder / name) for name in distinct}
    work: list[Batch] = []
    count = reused = 0
    for name, faces in distinct.items():
        missing = [slot for slot, wanted in faces.wanted.items()
                   if caches[name].entry(wanted) is None]
        count, reused = count + len(missing), reused + len(faces.wanted) - len(missing)
        for slot in missing:
            watcher.anew(name, slot, caches[name].reason(faces.wanted[slot]))
        work += batches(name, faces.style, [faces.missing(slot) for slot in missing])
    watcher.planned(count, reused, outputs)
    left = Counter(batch.name for batch in work)
    for name in distinct.keys() - left.keys():
        caches[name].save(distinct[name].wanted)
    for batch, laid in lay_out(work, folder):
        for face, entry in zip(batch.missing, laid.entries, strict=True):
            caches[batch.name].add(face.wanted.slot, entry, laid.pack)
        watcher.laid_out(len(batch.missing))
        left[batch.name] -= 1
        # A set is kept as soon as it is whole, so that an interrupted run loses little.
        if not left[batch.name]:
            caches[batch.name].save(distinct[batch.name].wanted)
        problems += [Problem(Place(str(distinct[batch.name].kind.folder)), f"the renderer says: "
                             f"{warning}; mend what it names", "style", "warning")
                     for warning in laid.warnings]
    return caches


def _write(document: Document, cache: FaceCache, manifest: Manifest) -> Written:
    # Not needed, and so not imported, where nothing is written.
    from kensei_docs.documents.about import About
    from kensei_docs.documents.collate import collate
    from kensei_docs.documents.impose import impose

    faces = document.faces
    flip = None if faces.kind.backs == "none" else faces.kind.backs
    entries = {slot: cache.entry(wanted) for slot, wanted in faces.wanted.items()}
    findings = [(slot, finding) for slot, entry in entries.items() if entry
                for finding in entry.findings]
    with ExitStack() as packs:
        sheets = collate(document, cache, packs, flip)
        data = impose(sheets, About(document.title, document.edition_name, faces.language, flip))
    return manifest.write(document.path, document.key, data, len(faces.wanted), len(sheets),
                          findings)


def _problems(document: Document, written: Written) -> Iterator[Problem]:
    faces = document.faces
    for slot, finding in written.findings:
        row = faces.fragments[slot].row
        record = row.record.id if row.record else None
        yield Problem(row.place(finding.field), f"{document.path.stem} in {faces.language}, "
                      f"'{slot}': {finding.message}", finding.check, edition=faces.edition.id,
                      record=record)

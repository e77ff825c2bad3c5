"""The press: from an order (which documents, for whom, on what) to finished PDFs.

Of the outputs that would come out otherwise than they are, the faces that no cache holds are laid
out, and their sheets imposed. An unchanged output is left alone, and costs no layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kensei_docs.database import Database
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.cache.finished import MANIFEST, Manifest, Output, Written
from kensei_docs.documents.layout import packs, workers
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.layout.packs import Batch, batches
from kensei_docs.documents.plan import Document, Order, plan
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# So many faces leave enough behind to be worth looking for.
_MANY = 1000


class Watcher(Protocol):
    """Who watches the press: told how much there is to do, and of each thing done."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Say how many faces are to be laid out and reused, and about how many sides written."""

    def anew(self, faces: Path, slot: str, reason: str) -> None:
        """Say why a face is laid out."""

    def laid_out(self, count: int) -> None:
        """Say that so many more faces are laid out."""

    def written(self, path: Path, sides: int) -> None:
        """Say that one more output is written, and how many sides of paper it is."""


@dataclass(frozen=True)
class Printed:
    """The outputs of an order, all that is wrong with them, and why others can't be printed."""

    outputs: list[Output]
    problems: list[Problem]
    refused: list[Problem]


def run(project: Project, database: Database, order: Order, watcher: Watcher) -> Printed:
    """Print an order, all of it that can be printed.

    Raises Unusable where nothing can: missing system libraries, a folder that can't be written to.
    """
    planned = plan(project, database, order)
    documents, problems = planned.documents, planned.problems
    folder = project.cache
    manifest = Manifest(folder / MANIFEST)
    current = {document.path: manifest.current(document.path, document.key) for document in documents}
    stale = [document for document in documents if current[document.path] is None]
    with writing_into(order.out):
        caches = lay_out(stale, folder, watcher, problems)
        for document in stale:
            written = _write(document, caches[document.faces.folder], manifest, folder)
            current[document.path] = written
            watcher.written(document.path, written.sheets)
        workers.dismiss()
        outputs = list(write_pages(planned.pages, manifest))
    fresh = {document.path for document in stale}
    for document in documents:
        there = current[document.path]
        assert there is not None  # written just now, or there before
        outputs.append(Output(document.path, document.path in fresh, there.faces, there.sheets))
        problems += problems_of(document, there.defects)
    return Printed(outputs, list(dict.fromkeys(problems)), planned.refused)


@contextmanager
def writing_into(folder: Path) -> Iterator[None]:
    """Make a folder for outputs; an OSError while they are made and written raises Unusable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as fault:
        raise Unusable(
            Problem(
                Place(str(fault.filename or folder)),
                f"can't be written ({fault.strerror}); choose another folder with --out, or mend its permissions",
                "output",
            )
        ) from fault


def write_pages(pages: Mapping[Path, str], manifest: Manifest) -> Iterator[Output]:
    """Write the pages for the screen that would come out otherwise than they are."""
    for path, html in pages.items():
        key = digest_of(html)
        there = manifest.current(path, key)
        yield Output(path, there is None, 0, 1)
        if there is None:
            manifest.write(path, key, [html.encode()], 0, 1, ())


def lay_out(
    documents: Sequence[Document], folder: Path, watcher: Watcher, problems: list[Problem]
) -> dict[Path, FaceCache]:
    """Return the caches of documents' faces by their folders, with every face that their sides
    need laid out."""
    distinct = {document.faces.folder: document.faces for document in documents}
    caches = {name: FaceCache(folder / name) for name in distinct}
    work: list[Batch] = []
    count = reused = 0
    for name, faces in distinct.items():
        missing = [slot for slot in faces.slots if caches[name].entry(slot, faces.keys[slot]) is None]
        count, reused = count + len(missing), reused + len(faces.slots) - len(missing)
        for slot in missing:
            watcher.anew(name, slot, caches[name].reason(faces.wanted(slot)))
        work += batches(name, faces.style, missing, faces.missing, faces.kind.flow is not None)
    watcher.planned(count, reused, sum(document.sides for document in documents))
    left = Counter(batch.name for batch in work)
    for name in distinct.keys() - left.keys():
        caches[name].save(distinct[name].keys)
    under_way = packs.lay_out(work, folder)
    if work:
        # What places the faces is loaded while the crew is at them.
        import kensei_docs.documents.sheets.collate
        import kensei_docs.documents.sheets.impose  # noqa: F401
    for batch, laid in under_way:
        for slot, entry in zip(batch.slots, laid.entries, strict=True):
            caches[batch.name].add(slot, entry, laid.pack, laid.drawn)
        watcher.laid_out(len(batch.slots))
        left[batch.name] -= 1
        # A set is kept as soon as it is whole, so that an interrupted run loses little.
        if not left[batch.name]:
            caches[batch.name].save(distinct[batch.name].keys)
        problems += [
            Problem(
                Place(str(distinct[batch.name].kind.folder)),
                f"the renderer says: {warning}; mend what it names",
                "style",
                "warning",
            )
            for warning in laid.warnings
        ]
    if count < packs.WORTH_A_PROCESS:
        # Sheets with so few new faces need no other letters, as a rule; of many, the crew makes
        # the subsets of the typefaces.
        workers.dismiss()
    if count >= _MANY:
        _give_back()
    return caches


def _give_back() -> None:
    """Give the memory back that was let go of: Linux' library keeps it, in case it is asked for."""
    import ctypes

    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _write(document: Document, cache: FaceCache, manifest: Manifest, folder: Path) -> Written:
    # Not needed, and so not imported, where nothing is written.
    from kensei_docs.documents.pdf.metadata import About
    from kensei_docs.documents.sheets.collate import collate
    from kensei_docs.documents.sheets.impose import impose

    faces = document.faces
    sheets = collate(document, cache)
    data = impose(sheets, About(document.title, document.edition_name, faces.style.language, document.flip), folder)
    return manifest.write(
        document.path, document.key, data, len(faces.slots), len(sheets), defects_of(faces, cache, faces.slots)
    )


def draw_sides(outputs: Iterable[Output]) -> None:
    """Draw a picture of each side of the PDFs among some outputs, beside them."""
    from kensei_docs.documents.pdf.pictures import draw

    for output in outputs:
        if output.path.suffix == ".pdf":
            for _ in draw(output.path):
                pass


def defects_of(faces: FaceSet, cache: FaceCache, slots: Iterable[str]) -> list[tuple[str, Defect]]:
    """Return the defects of the faces in some slots as they were laid out, each with its slot."""
    entries = ((slot, cache.entry(slot, faces.keys[slot])) for slot in slots)
    return [(slot, defect) for slot, entry in entries if entry for defect in entry.defects]


def problems_of(document: Document, defects: Iterable[tuple[str, Defect]]) -> Iterator[Problem]:
    """Yield what was found wrong with faces of a document, by their slots."""
    faces = document.faces
    for slot, defect in defects:
        row = faces.fragments[slot].row
        record = row.record.id if row.record else None
        yield Problem(
            row.place(defect.field),
            f"{document.path.stem} in {faces.language}, '{slot}': {defect.message}",
            defect.check,
            edition=faces.edition.id,
            record=record,
        )

"""Printing: from an order (documents, languages, papers) to finished PDFs.

An output whose key is unchanged is not written again, and a face that the cache has is not laid out again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Protocol

from kensei_docs.database import Database
from kensei_docs.database.edition_version import version_of
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.cache.output_cache import MANIFEST, Manifest, Output, Written
from kensei_docs.documents.layout.renderer import RESOLUTION
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.layout.workers import Batch, batches, lay_out_batches
from kensei_docs.documents.plan import Order, plan
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem, unusable
from kensei_docs.project import Project


class Watcher(Protocol):
    """Receives the progress of a build."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None:
        """Receive the numbers of faces to lay out, of faces in the cache, and (about) of sides of paper to write."""

    def stale(self, faces: Path, slot: str, reason: str) -> None:
        """Receive the reason why the face in a slot has to be laid out; ``faces`` is the cache folder of its set."""

    def laid_out(self, count: int) -> None:
        """Receive the number of further faces that have been laid out."""

    def written(self, path: Path, sides: int) -> None:
        """Receive the path of an output that has been written, and its number of sides of paper."""


class Unwatched:
    """Shows no progress: for faces that are laid out only to be compared or drawn."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None: ...
    def stale(self, faces: Path, slot: str, reason: str) -> None: ...
    def laid_out(self, count: int) -> None: ...
    def written(self, path: Path, sides: int) -> None: ...


@dataclass(frozen=True)
class Printed:
    """The outputs of an order, their problems, and the problems of documents that can't be printed (``refused``)."""

    outputs: list[Output]
    problems: list[Problem]
    refused: list[Problem]


def run(project: Project, database: Database, order: Order, watcher: Watcher) -> Printed:
    """Print all documents of an order that can be printed.

    Raises Unusable if none can: system libraries are missing, or a folder can't be written to.
    """
    planned = plan(project, database, order)
    documents = planned.documents
    problems = planned.problems
    folder = project.cache
    manifest = Manifest(folder / MANIFEST)
    current = {document.path: manifest.current(document.path, document.key) for document in documents}
    stale = [document for document in documents if current[document.path] is None]
    with refusing_unwritable(order.out):
        order.out.mkdir(parents=True, exist_ok=True)
        caches = lay_out(stale, folder, watcher, problems)
        for document in stale:
            written = _write(document, caches[document.faces.folder], manifest, folder)
            current[document.path] = written
            watcher.written(document.path, written.pages)
        outputs = list(write_pages(planned.pages, manifest))
    fresh = {document.path for document in stale}
    for document in documents:
        entry = current[document.path]
        assert entry is not None, "it was written by this run or an earlier one"
        outputs.append(Output(document.path, document.path in fresh, entry.faces, entry.pages))
        problems += problems_of(document, entry.defects)
    return Printed(outputs, list(dict.fromkeys(problems)), planned.refused)


@contextmanager
def refusing_unwritable(folder: Path) -> Iterator[None]:
    """Raise Unusable instead of OSError while outputs are written into a folder."""
    try:
        yield
    except OSError as fault:
        message = f"can't be written ({fault.strerror}); choose another folder, or mend its permissions"
        raise unusable(fault.filename or folder, message, "output") from fault


def write_pages(pages: Mapping[Path, str], manifest: Manifest) -> Iterator[Output]:
    """Write HTML pages, by path, except to files that are unchanged; yield their outputs. Raises OSError."""
    for path, html in pages.items():
        key = digest_of(html)
        stale = manifest.current(path, key) is None
        yield Output(path, stale, 0, 1)
        if stale:
            manifest.write(path, key, [html.encode()], 0, 1)


def lay_out(
    documents: Sequence[PrintedDocument], folder: Path, watcher: Watcher, problems: list[Problem]
) -> dict[Path, FaceCache]:
    """Lay out the faces of documents that the caches lack; return the caches by the folders of the face sets.

    ``folder`` is the cache folder of the project. Warnings of the renderer are added to ``problems``.
    """
    sets = {document.faces.folder: document.faces for document in documents}
    caches = {name: FaceCache(folder / name) for name in sets}
    work: list[Batch] = []
    count = reused = 0
    for name, faces in sets.items():
        missing = [slot for slot in faces.slots if caches[name].entry(slot, faces.keys[slot]) is None]
        count += len(missing)
        reused += len(faces.slots) - len(missing)
        for slot in missing:
            watcher.stale(name, slot, caches[name].reason(slot, faces.cache_key(slot)))
        work += batches(name, faces.style, [faces.markup(slot) for slot in missing])
    watcher.planned(count, reused, sum(document.sides for document in documents))
    left = Counter(batch.owner for batch in work)
    for name in sets.keys() - left.keys():
        caches[name].save(sets[name].keys)
    for batch, pack in lay_out_batches(work, folder):
        name = batch.owner
        caches[name].add(pack, sets[name].cache_key)
        watcher.laid_out(len(batch.faces))
        left[name] -= 1
        # A set is saved as soon as it is complete, so that an interrupted run loses little.
        if not left[name]:
            caches[name].save(sets[name].keys)
        problems += style_problems(sets[name], pack.warnings)
    return caches


def style_problems(faces: FaceSet, warnings: Iterable[str]) -> list[Problem]:
    """Return the renderer's warnings about faces as problems; their place is the folder of the kind."""
    place = Place(str(faces.kind.folder))
    return [
        Problem(place, f"the renderer says: {warning}; mend what it names", "style", "warning") for warning in warnings
    ]


def _write(document: PrintedDocument, cache: FaceCache, manifest: Manifest, folder: Path) -> Written:
    # Imported here, because the import takes 0.1 s, and a run with nothing to write does not need it.
    from kensei_docs.documents.pdf.object_writer import About
    from kensei_docs.documents.sheets.imposition import impose
    from kensei_docs.documents.sheets.sheet_pages import write_sheets

    faces = document.faces
    sheets = impose(document, cache)
    defects = defects_of(faces, cache, faces.slots)
    version = "" if faces.kind.is_general else version_of(faces.edition)
    about = About(document.title, f"{document.edition_name} {version}".strip(), faces.style.language, document.flip)
    data = write_sheets(sheets, about, folder)
    return manifest.write(document.path, document.key, data, len(faces.slots), len(sheets), defects)


def draw_sides(outputs: Iterable[Output]) -> None:
    """Draw each page of the PDFs among the outputs as a PNG beside it (``markers-a4-1.png``); raises OSError.

    A picture that is newer than its PDF is kept; pictures of pages that the PDF no longer has are deleted.
    """
    import pypdfium2

    for path in (output.path for output in outputs if output.path.suffix == ".pdf"):
        pictures = (path.with_name(f"{path.stem}-{number}.png") for number in itertools.count(1))
        with pypdfium2.PdfDocument(path) as pdf:
            for page, picture in zip(pdf, pictures, strict=False):
                if not picture.is_file() or picture.stat().st_mtime_ns < path.stat().st_mtime_ns:
                    drawn = BytesIO()
                    page.render(scale=RESOLUTION / 72).to_pil().save(drawn, "png", dpi=(RESOLUTION, RESOLUTION))
                    write_whole(picture, drawn.getvalue())
        for picture in itertools.takewhile(Path.is_file, pictures):
            picture.unlink()


def defects_of(faces: FaceSet, cache: FaceCache, slots: Iterable[str]) -> list[tuple[str, Defect]]:
    """Return (slot, defect) for each defect of the laid-out faces in some slots."""
    entries = ((slot, cache.entry(slot, faces.keys[slot])) for slot in slots)
    return [(slot, defect) for slot, entry in entries if entry for defect in entry.defects]


def problems_of(document: PrintedDocument, defects: Iterable[tuple[str, Defect]]) -> Iterator[Problem]:
    """Yield a problem for each (slot, defect); its place is that of the field in the data."""
    faces = document.faces
    for slot, defect in defects:
        row = faces.fragments[slot].row
        message = f"{document.path.stem} in {faces.language}, '{slot}': {defect.message}"
        record = row.record.id if row.record else None
        yield Problem(row.place(defect.field), message, defect.check, edition=faces.edition.id, record=record)

"""The manifest of a project: which outputs were written, of what, and which orders are complete.

It has, for each output, its key (the digest of everything that it is made from) and the digest of its bytes: an output
whose inputs and bytes are unchanged is not written again. It also has whole orders, so that an unchanged order is
answered without reading the data. To be fast then, this module has few imports.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.caches import read_entry, write_entry
from kensei_docs.discover import additions
from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.pictures import ENDINGS, SET
from kensei_docs.files import digest_of, write_whole
from kensei_docs.project import ART, DATA, FONTS, OWN_COPY, PAGES, TEMPLATES, Project

# The version of the manifest; one of another version is ignored.
_VERSION = "4"
# Orders in the manifest at most.
_MAX_ORDERS = 32


class Subject(NamedTuple):
    """What an output shows: the ids of an edition (empty for a product that belongs to none) and of a language, and the
    name of a product (empty for what is no document of one product)."""

    edition: str = ""
    language: str = ""
    product: str = ""


NO_DOCUMENT = Subject()


@dataclass(frozen=True)
class Made:
    """A file that was made: its path and bytes, the numbers of the pieces (cards, tiles, tokens) that are cut of it
    and of its pages or pictures, and the defects of its faces as (slot of the face, defect)."""

    path: Path
    data: bytes
    pieces: int = 0
    pages: int = 1
    defects: Sequence[tuple[str, Defect]] = ()


@dataclass(frozen=True)
class Written:
    """An output in the manifest: its key, the digest of its bytes, the numbers of its pieces and of its pages or
    pictures, the defects of its faces as (slot of the face, defect), and what it shows."""

    key: str
    digest: str
    pieces: int
    pages: int
    defects: tuple[tuple[str, Defect], ...]
    of: Subject = NO_DOCUMENT


@dataclass(frozen=True)
class Output:
    """One finished file: its path, whether this run wrote it (``fresh``), and the numbers of its pieces and pages."""

    path: Path
    fresh: bool
    pieces: int
    pages: int

    @property
    def document(self) -> Path:
        """The document that it belongs to: itself, or for the files of a deck their folder."""
        return self.path if self.path.suffix in (".pdf", ".html", ".svg") else self.path.parent


class Manifest:
    """The outputs that were written, by path, and the orders that were completed: a file in a project's cache folder.

    An unreadable file is treated as an empty manifest.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "outputs.json"
        self._outputs: dict[str, Written] = {}
        self._orders: dict[str, dict[str, str]] = {}
        # What this run wrote, removed or completed; all else may meanwhile be changed by another one.
        self._touched: set[str] = set()
        self._read()

    def _read(self) -> None:
        if parts := read_entry(self._file, _VERSION):
            outputs, self._orders = json.loads(parts[0])
            self._outputs = {path: _from_json(**entry) for path, entry in outputs.items()}

    def subject(self, path: Path) -> Subject:
        """Return what the output at a path shows; nothing if it is not known."""
        written = self._outputs.get(str(path.resolve()))
        return written.of if written else NO_DOCUMENT

    def current(self, path: Path, key: str) -> Written | None:
        """Return the output at a path if it was made with this key and its bytes are unchanged; else None."""
        written = self._outputs.get(str(path.resolve()))
        if written is None or written.key != key:
            return None
        return written if _digest(path) == written.digest else None

    def write(self, key: str, made: Made, of: Subject = NO_DOCUMENT) -> Written:
        """Write an output whole or not at all; the manifest has it from the next ``save`` on. Raises OSError."""
        write_whole(made.path, made.data)
        digest = hashlib.sha256(made.data).hexdigest()
        written = Written(key, digest, made.pieces, made.pages, tuple(made.defects), of)
        self._outputs[str(made.path.resolve())] = written
        self._touched.add(str(made.path.resolve()))
        return written

    def output(self, path: Path, key: str, make: Callable[[], Made], of: Subject = NO_DOCUMENT) -> Output:
        """Return an output, which is made and written if it is not up to date; raises OSError."""
        current = self.current(path, key)
        written = current or self.write(key, make(), of)
        return Output(path, current is None, written.pieces, written.pages)

    def forget_all_but(self, folder: Path, kept: Collection[Path]) -> None:
        """Delete the outputs of earlier runs in a folder that are not among ``kept``."""
        names = {path.resolve() for path in kept}
        for path, _ in self.recorded_in(folder):
            if path.parent == folder.resolve() and path not in names:
                self.remove(path)

    def recorded_in(self, folder: Path) -> list[tuple[Path, Subject]]:
        """Return the path of each output that was written into a folder, or a folder in it, and what it shows."""
        inside = folder.resolve()
        paths = ((Path(name), written.of) for name, written in self._outputs.items())
        return [(path, of) for path, of in paths if path.is_relative_to(inside)]

    def remove(self, path: Path) -> bool:
        """Forget an output, and delete its file; return whether it is gone: a file that was changed since is kept."""
        written = self._outputs.pop(str(path))
        if path.is_file() and _digest(path) == written.digest:
            path.unlink()
        self._touched.add(str(path))
        return not path.exists()

    def recall(self, order: str) -> list[Output] | None:
        """Return the outputs of an order if all files that it read and wrote are unchanged; else None.

        ``order`` is its digest, by ``digest_of_order``.
        """
        outputs: list[Output] = []
        for name, key in self._orders.get(order, {}).items():
            written = self.current(Path(name), key)
            if written is None:
                return None
            outputs.append(Output(Path(name), False, written.pieces, written.pages))
        return outputs or None

    def remember(self, order: str, outputs: Iterable[Output]) -> None:
        """Add an order that was completed without a problem; raises OSError.

        ``order`` is its digest, computed before it was carried out.
        """
        names = [str(output.path.resolve()) for output in outputs]
        self._orders[order] = {name: self._outputs[name].key for name in names}
        self.save()

    def save(self) -> None:
        """Write the manifest, where the cache can be written to."""
        own = {path: self._outputs.get(path) for path in self._touched}
        orders = self._orders
        self._read()
        self._outputs = {path: entry for path, entry in {**self._outputs, **own}.items() if entry}
        self._orders = dict(list({**self._orders, **orders}.items())[-_MAX_ORDERS:])
        outputs = {path: asdict(entry) for path, entry in sorted(self._outputs.items())}
        write_entry(self._file, _VERSION, json.dumps([outputs, self._orders]).encode())


def digest_of_order(project: Project, arguments: str) -> str:
    """Return the digest of an order: of its arguments, of all files that can change its outputs, and of the names of
    what lies beside their folders: one that is almost the name of such a folder is a finding of each build."""
    read = (part for file in _files(project) for part in (file, _read(file)))
    return digest_of(arguments, renderer_version(), *_names_beside(project), *read)


def _names_beside(project: Project) -> Iterator[str]:
    """Yield the names in the project's own folder, but that of the folder in which it prints."""
    yield from sorted(path.name for path in project.layers[0].iterdir() if path != project.output)


def _files(project: Project) -> Iterator[str]:
    """Yield the paths of all files that can change the outputs of an order."""
    code = Path(__file__).parents[1]
    yield from map(str, (*project.printer_files(), *project.paper_files()))
    for top in (
        code,
        *(addition.folder for addition in additions()),
        *project.folders(DATA),
        *project.folders(OWN_COPY),
        *(art := project.folders(ART)),
        *project.folders(FONTS),
        *project.folders(PAGES),
        *project.folders(TEMPLATES),
    ):
        # Path.walk takes twice as long for hundreds of files.
        for folder, inner, names in os.walk(top, followlinks=True):
            inner[:] = sorted(name for name in inner if name != "__pycache__")
            # What pictures are made of, such as layers, may be large, and isn't read.
            read = names if top not in art else (name for name in names if name.lower().endswith((*ENDINGS, SET)))
            yield from (f"{folder}/{name}" for name in sorted(read))


def _read(file: str) -> bytes:
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123  takes a third of the time of Path.read_bytes
        return opened.read()


def _digest(path: Path) -> str | None:
    """Return the digest of a file; None if it can't be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _from_json(defects: Iterable[tuple[str, Sequence[Any]]], of: Sequence[str], **entry: Any) -> Written:
    return Written(**entry, defects=tuple((slot, Defect(*defect)) for slot, defect in defects), of=Subject(*of))

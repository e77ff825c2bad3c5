"""Orders that were carried out before: where nothing changed since, nothing has to be opened.

This is the short way of a second run, so it imports next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from kensei_docs.documents.cache.outputs import MANIFEST, Manifest, Output
from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.files import digest_of
from kensei_docs.project import Project


def is_touched(project: Project) -> bool:
    """Return whether a file that has a say was written since an output last was.

    A quick look at their times: where nothing was, there may all the same be something to do.
    """
    try:
        last = (project.cache / MANIFEST).stat().st_mtime_ns
        return any(
            os.stat(file).st_mtime_ns > last  # noqa: PTH116  half of Path's time
            for file in _files(project)
        )
    except OSError:
        return True


def recall(project: Project, order: str) -> list[Output] | None:
    """Return the outputs of an order (its digest), if all that it read and wrote is as it was;
    else None."""
    kept = Manifest(project.cache / MANIFEST).recall(order)
    if kept is None:
        return None
    return [Output(path, False, written.faces, written.sheets) for path, written in kept]


def remember(project: Project, order: str, outputs: Sequence[Output]) -> None:
    """Keep an order (its digest before it was carried out) that nothing was wrong with."""
    Manifest(project.cache / MANIFEST).remember(order, [output.path for output in outputs])


def digest_of_order(project: Project, asked: str) -> str:
    """Return the digest of an order, in the words in which it is asked for, and of every file that
    can have a say in it."""
    return digest_of(asked, renderer_version(), *(part for file in _files(project) for part in (file, _read(file))))


def _files(project: Project) -> Iterator[str]:
    """Yield every file that can have a say in an order."""
    code = Path(__file__).parents[2]
    yield from map(str, project.printer_files())
    for folder in (code, *project.folders("data"), *project.folders("templates")):
        yield from _all_in(str(folder))


def _all_in(folder: str) -> Iterator[str]:
    """Yield the files in a folder and in all folders in it; hundreds, and at every start."""
    inner = []
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                inner.append(entry)
            elif entry.is_file():
                yield entry.path
    for entry in inner:
        if entry.name != "__pycache__":
            yield from _all_in(entry.path)


def _read(file: str) -> bytes:
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123  a third of Path's time
        return opened.read()

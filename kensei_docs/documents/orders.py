"""Orders that were carried out before: where nothing changed since, nothing has to be opened.

This is the short way of a second run, so it imports next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kensei_docs.documents.outputs import MANIFEST, Manifest, Output
from kensei_docs.documents.render import renderer_version
from kensei_docs.files import digest_of
from kensei_docs.project import Project


def recall(project: Project, asked: str) -> list[Output] | None:
    """Return the outputs of an order, if all that it read and wrote is as it was; else None."""
    kept = Manifest(project.cache / MANIFEST).recall(_digest(project, asked))
    if kept is None:
        return None
    return [Output(path, False, written.faces, written.sheets) for path, written in kept]


def remember(project: Project, asked: str, outputs: Sequence[Output]) -> None:
    """Keep an order, in the words in which it was asked for, that nothing was wrong with."""
    Manifest(project.cache / MANIFEST).remember(
        _digest(project, asked), [output.path for output in outputs])


def _digest(project: Project, asked: str) -> str:
    """Return the digest of an order and of every file that can have a say in it."""
    code = Path(__file__).parent.parent
    folders = [code, *project.folders("data"), *project.folders("templates")]
    files = [file for folder in folders for file in sorted(folder.rglob("*"))
             if file.is_file() and "__pycache__" not in file.parts]
    return digest_of(asked, renderer_version(), *(part for file in files
                                                  for part in (str(file), file.read_bytes())))

"""What extract and reconcile do first: find the source of a document, and read it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from kensei_docs.extract import Document, read_document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.problems import unusable
from kensei_docs.project import Project
from kensei_docs.sources import Source, identify, load_source

# So many readings that fail may be the faults of a profile that someone has begun to write.
FEW = 3


def open_document(project: Project, file: Path, source_id: str | None) -> tuple[Source, Document]:
    """Return the source of a document and the document, read with a bar where someone looks.

    Raises Unusable where the file can't be read or its source is not known.
    """
    if not file.exists():
        raise unusable(file, "is not there; check the name", "document")
    if file.is_dir():
        raise unusable(file, "is a folder; name a text file or a PDF in it", "document")
    source = load_source(project, source_id) if source_id else identify(project, file)
    with _bar(file.name) as progress:
        cache = project.cache / "pages" if project.is_open else None
        return source, read_document(file, source, progress, cache)


def figures_of(file: Path, source: Source, document: Document) -> ReadingResult:
    """Return what a document says; raises Unusable where it is plainly another document.

    Where a profile of some size finds none of its passages, each of them is no news.
    """
    read = read_figures(document, source)
    if not read.passages and len(read.problems) > FEW:
        raise unusable(
            file,
            f"has none of the passages that are read from '{source.id}' "
            f"({source.title}); name the document's own source with --source",
            "source",
        )
    return read


@contextmanager
def _bar(name: str) -> Iterator[Callable[[int, int], None] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"Reading {name}", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

"""Reading a page of our own with readings of our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.project import Project
from kensei_docs.sources import Source, load_source

SOURCE = "{id: booklet, title: Booklet, edition: marsh, language: en, units: cm}"


def document_of(source: Source, text: str, headings: tuple[str, ...] = (), page: int | None = None) -> Document:
    """Return a document of the lines of a text, or of a ``page`` of a PDF.

    A blank line ends a block, ``|`` parts the cells of a row, and the words before ``**`` are bold.
    """
    lines, block = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            parts = [" ".join(part.split()) for part in line.split("|")]
            cells = tuple(len(part.split()) for part in parts) if len(parts) > 1 else ()
            bold, mark, rest = line.partition("**")
            printed = " ".join(parts) if cells else f"{bold}{rest}"
            place = (None, None, page) if page else (number, number, None)
            lead = len(bold.split()) if mark else 0
            lines.append(ReadLine(printed, *place, block, line in headings or bool(mark), lead=lead, cells=cells))
        else:
            block += 1
    return Document(source, lines)


@pytest.fixture(scope="session")
def read(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., ReadingResult]:
    """Read a text by readings written as YAML; ``headings`` are lines set as such, ``page`` is that of a PDF."""
    known: dict[str, Source] = {}

    def run(text: str, readings: str, headings: tuple[str, ...] = (), page: int | None = None) -> ReadingResult:
        if readings not in known:
            folder: Path = tmp_path_factory.mktemp("project")
            where = folder / "sources" / "booklet" / "reading"
            where.mkdir(parents=True)
            (where.parent / "source.yaml").write_text(SOURCE, encoding="utf-8")
            (where / "all.yaml").write_text(readings, encoding="utf-8")
            known[readings] = load_source(Project.open(folder), "booklet")
        source = known[readings]
        return read_figures(document_of(source, text, headings, page), source)

    return run


@pytest.fixture(scope="session")
def facts() -> Callable[[ReadingResult], dict[str, str]]:
    """Return the value of each fact that was read, as ``record fact``."""
    return lambda read: {f"{o.record} {o.fact}": o.value for o in read.observations}

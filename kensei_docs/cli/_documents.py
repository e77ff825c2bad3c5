"""Documents named on the command line: find the source of one, read it, and proofread it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from kensei_docs.catalogues.files import entries, read_catalogue
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.translator import Translator
from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Line
from kensei_docs.cli._opening import require_editions
from kensei_docs.database import Database, load
from kensei_docs.extract import Document, read_document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.languages import language as language_of
from kensei_docs.problems import SEVERITIES, Unusable, unusable
from kensei_docs.project import Project, Where
from kensei_docs.sources import Source, identify, load_source

# A new profile may have up to this number of failing readings; with more, the file is probably another document.
_FEW = 3


def open_document(project: Project, file: Path, source_id: str | None) -> tuple[Source, Document]:
    """Return the source of a document and the document, read with a progress bar at a terminal.

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
    """Return what is read from a document by its source's profile.

    Raises Unusable where a profile of some size finds none of its passages: the document is another one.
    """
    read = read_figures(document, source)
    if not read.passages and len(read.problems) > _FEW:
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


def proofread_document(
    where: Where,
    file: Path,
    source_id: str | None,
    language: str | None,
    editions: tuple[str, ...],
    names: Collection[str],
) -> list[Finding]:
    """Return what the checks ``names`` find in a document, in the document's order.

    A document that no source is known of is read as it stands; its language is the one asked for, or else the one
    whose small words it has most of. Raises Unusable where the document can't be read, or its language has no
    settings.
    """
    project = Project.open(where)
    require_editions(project, editions)
    settings = proofread.read_settings(project)
    source = None
    try:
        source, document = open_document(project, file, source_id)
        language = source.language[:2]
    except Unusable:
        if source_id or not file.is_file() or _has_source(project, file):
            raise
        document, language = _document_without_source(file, language, settings)
    database, _ = load(project)
    manuscript = proofread.manuscript_of(
        document=source.id if source else file.stem,
        file=file,
        language=language,
        units=source.units if source else "",
        lines=[Line(line.text, line.first, line.page, line.block, line.heading) for line in document.lines],
        settings=settings,
        database=database,
        editions=editions or ((source.edition,) if source else ()),
        texts={code: _messages(project, database, code) for code in settings},
        dictionary=_dictionary(language),
        name=Translator(project, database, language).name,
    )
    return sorted(proofread.run(manuscript, names), key=_by_place)


def _by_place(finding: Finding) -> tuple[int, int, int, str, str]:
    """Return a key that sorts findings as a reader of the document meets them."""
    page = finding.citations[0].page or 0
    return (page, finding.place.line or 0, SEVERITIES.index(finding.severity), finding.check, finding.message)


def _has_source(project: Project, file: Path) -> bool:
    try:
        identify(project, file)
    except Unusable:
        return False
    return True


def _document_without_source(file: Path, language: str | None, settings: proofread.Settings) -> tuple[Document, str]:
    """Return a document that no source is known of, and its language."""

    def read(spoken: str) -> Document:
        return read_document(file, Source(id=file.stem, title=file.stem, edition="", language=spoken, units="cm"))

    first = language or next(iter(settings))
    document = read(first)
    likely = language or proofread.likely_language(document.text, settings)
    return (document if likely == first else read(likely)), likely


def _dictionary(language: str) -> Collection[str]:
    """Return the words of the word list that repairs text in a language, if there is one."""
    dictionary = language_of(language).dictionary
    return dictionary.counts if dictionary else ()


def _messages(project: Project, database: Database, language: str) -> Iterator[str]:
    """Yield the messages of the data in a language: of its catalogues, or as the records have them."""
    if language == MESSAGE_LANGUAGE:
        yield from (text for record in database.records for _, text in record.messages)
        return
    for name in project.named_files("data", "locale", language, suffix=".po"):
        for file in project.files("data", "locale", language, f"{name}.po"):
            yield from (str(entry.string) for entry in entries(read_catalogue(file, language)))

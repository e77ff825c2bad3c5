"""Rulebooks named on the command line: find the source of one, read it, and proofread it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.po import read_po_file
from kensei_docs.catalogues.translator import Translator
from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript, ManuscriptLine
from kensei_docs.cli._opening import require_editions
from kensei_docs.cli._terminal import unguarded
from kensei_docs.database import Database, load
from kensei_docs.extract import Document, read_document, read_lines
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.extract.text import document_of
from kensei_docs.extract.text.characters import lost_pairs
from kensei_docs.languages import language as language_of
from kensei_docs.problems import SEVERITIES, Unusable, unusable
from kensei_docs.project import CATALOGUES, Project, ProjectOptions
from kensei_docs.sources import Source, identify, load_source, source_ids

# A profile with more failing readings than this, and no passage found, is probably that of another document.
_MAX_FAILED_READINGS = 3


def open_document(
    project: Project, file: Path, source_id: str | None, placed: bool = False, pictures: bool = False
) -> tuple[Source, Document]:
    """Return the source of a document and the document; raises Unusable if it can't be read or has no known source.

    ``placed`` asks for the places of a PDF's words, ``pictures`` for the text in pictures beside a PDF's own text.
    """
    if not file.exists():
        raise unusable(file, "is not there; check the name", "document")
    if file.is_dir():
        raise unusable(file, "is a folder; name a text file or a PDF in it", "document")
    source = load_source(project, source_id) if source_id else identify(project, file)
    with progress_bar(f"Reading {file.name}") as progress:
        return source, read_document(file, source, progress, project.cache / "pages", placed, pictures)


def open_any_document(
    project: Project,
    file: Path,
    source_id: str | None,
    language: str | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> tuple[Source | None, Document, str]:
    """Return the source of a document if it is known, the document, and its language.

    ``placed`` and ``pictures`` are those of ``open_document``.

    A document without a known source is read as it stands; its language is the one asked for, or else the one whose
    function words it has most of. Raises Unusable if the document can't be read, or its language has no settings.
    """
    try:
        source, document = open_document(project, file, source_id, placed, pictures)
    except Unusable:
        if source_id or not file.is_file() or _has_source(project, file):
            raise
        return _document_without_name(project, file, language, proofread.read_settings(project), placed, pictures)
    return source, document, source.language[:2]


def figures_of(file: Path, source: Source, document: Document) -> ReadingResult:
    """Return the result of reading a document by the profile of its source.

    Raises Unusable if the profile has more than a few readings, and none of its passages is in the document: then it is
    probably another document.
    """
    read = read_figures(document, source)
    if not read.passages and len(read.problems) > _MAX_FAILED_READINGS:
        raise unusable(
            file,
            f"has none of the passages that are read from '{source.id}' "
            f"({source.title}); name the document's own source with --source",
            "source",
        )
    return read


@contextmanager
def progress_bar(task: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a progress bar in the terminal; yield a function to call with the numbers of finished and of all pages."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Progress(console=Console(file=unguarded(sys.stderr)), transient=True)
    number = bar.add_task(task, total=None)

    def show(done: int, total: int) -> None:
        # Not before the first page: the bar has a thread, and other processes must be started while there is none.
        bar.start()
        bar.update(number, completed=done, total=total)

    try:
        yield show
    finally:
        bar.stop()


def proofread_document(
    where: ProjectOptions,
    file: Path,
    source_id: str | None,
    language: str | None,
    editions: tuple[str, ...],
    names: Collection[str],
) -> list[Finding]:
    """Return the findings of the checks ``names`` in a document, in its order; raises as ``manuscript_at``."""
    return sorted(
        proofread.check_manuscript(manuscript_at(where, file, source_id, language, editions), names), key=_by_place
    )


def manuscript_at(
    where: ProjectOptions,
    file: Path,
    source_id: str | None = None,
    language: str | None = None,
    editions: tuple[str, ...] = (),
) -> Manuscript:
    """Return a document with all that it is proofread with; raises as ``open_any_document``."""
    project = Project.open(where)
    require_editions(project, editions)
    settings = proofread.read_settings(project)
    source, document, language = open_any_document(project, file, source_id, language)
    database, _ = load(project)
    dictionary = language_of(language).dictionary
    return proofread.manuscript_of(
        document=source.id if source else file.stem,
        file=file,
        language=language,
        units=source.units if source else "",
        lines=[ManuscriptLine(line.text, line.first, line.page, line.block, line.heading) for line in document.lines],
        settings=settings,
        database=database,
        editions=editions or ((source.edition,) if source else ()),
        texts={code: _messages(project, database, code) for code in settings},
        dictionary=dictionary.counts if dictionary else (),
        name=Translator(project, database, language).name,
    )


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


def _document_without_name(
    project: Project,
    file: Path,
    language: str | None,
    settings: proofread.ProofreadingSettings,
    placed: bool,
    pictures: bool,
) -> tuple[Source | None, Document, str]:
    """Return (source, document, language) of a document that neither its digest nor its file's name identifies.

    The source is the one of which most passages are in the document; None if there is no such source.
    """
    lines = read_lines(file, (), None, project.cache / "pages", placed, pictures)

    def read(language: str, lost: tuple[str, ...] = ()) -> Document:
        source = Source(id=file.stem, title=file.stem, edition="", language=language, units="cm")
        return document_of(lines, source.model_copy(update={"lost_ligatures": list(lost)}))

    first = language or next(iter(settings))
    document = read(first)
    likely = language or proofread.likely_language(document.text, settings)
    lost = lost_pairs(document.text, language_of(likely).dictionary)
    if lost or likely != first:
        document = read(likely, lost)
    for source_id in source_ids(project):
        source = load_source(project, source_id)
        if source.language[:2] != likely:
            continue
        figures = read_figures(document, source)
        if len(figures.passages) > len(figures.problems):
            # Most passages of this source are in the document: it is a copy of the source's document. A text file is
            # read again with the page breaks of the source; a PDF needs none.
            return source, document_of(lines if lines[0].page else read_lines(file, source.page_breaks), source), likely
    return None, document, likely


def _messages(project: Project, database: Database, language: str) -> Iterator[str]:
    """Yield the messages of the data in a language: of its catalogues, or as the records have them."""
    for edition in database.editions.values():
        if edition.written_in == language:
            yield from (text for record in edition.records.values() for _, text in record.messages)
    if language == MESSAGE_LANGUAGE:
        return
    for name in project.named_files(*CATALOGUES, language, suffix=".po"):
        for file in project.files(*CATALOGUES, language, f"{name}.po"):
            yield from (string for entry in read_po_file(file, language).messages for string in entry.translation)

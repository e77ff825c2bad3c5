"""What ``check --document`` does: read a document, gather what its proofreader knows, and check it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from kensei_docs.catalogues.files import entries, read_catalogue
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.translator import Translator
from kensei_docs.check import proofread
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Line
from kensei_docs.cli._opening import require_editions
from kensei_docs.cli._reading import open_document
from kensei_docs.database import Database, load
from kensei_docs.extract import Document, read_document
from kensei_docs.languages import language as language_of
from kensei_docs.problems import SEVERITIES, Unusable
from kensei_docs.project import Project, Where
from kensei_docs.sources import Source, identify


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
    for name, _ in project.named_files("data", "locale", language, suffix=".po").items():
        for file in project.files("data", "locale", language, f"{name}.po"):
            yield from (str(entry.string) for entry in entries(read_catalogue(file, language)))

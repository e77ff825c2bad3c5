"""What ``check --document`` does first: read a document and gather what its proofreader knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from kensei_docs.check import proofread as text_checks
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Line, Manuscript, Term
from kensei_docs.database import Database
from kensei_docs.extract.document import Document
from kensei_docs.problems import SEVERITIES, Unusable, unusable
from kensei_docs.project import Project, Where
from kensei_docs.sources import Source

CHECK = "document"
# The file of what has to be known of a language, and those of its entries that are patterns.
_CUES = ("data", "proofreading")
_PATTERNS = ("references", "tables", "table-follows", "divisions", "subtracting")


def proofread(
    where: Where,
    file: Path,
    source_id: str | None,
    language: str | None,
    editions: tuple[str, ...],
    names: Collection[str],
) -> list[Finding]:
    """Return what the checks ``names`` find in a document, in the document's order.

    Raises Unusable where the document can't be read, or its language is not known here.
    """
    from kensei_docs.cli._opening import require_editions

    project = Project.open(where)
    require_editions(project, editions)
    manuscript = manuscript_of(project, file, source_id, language, editions)
    return sorted(text_checks.run(manuscript, names), key=_by_place)


def _by_place(finding: Finding) -> tuple[int, int, int, str, str]:
    page = finding.citations[0].page or 0
    return (page, finding.place.line or 0, SEVERITIES.index(finding.severity), finding.check, finding.message)


def manuscript_of(
    project: Project, file: Path, source_id: str | None, language: str | None, editions: tuple[str, ...]
) -> Manuscript:
    """Return a document as its proofreader sees it.

    A document that no source is known of is read as it stands; its language is the one asked
    for, or the one whose small words it has most of.
    """
    from kensei_docs.cli._reading import open_document
    from kensei_docs.database import load

    cues = _all_cues(project)
    source = None
    try:
        source, document = open_document(project, file, source_id)
    except Unusable:
        if source_id or not file.is_file() or _is_known(project, file):
            raise
        document, language = _own_document(file, language, cues)
    spoken = source.language[:2] if source else (language or "")
    if spoken not in cues:
        raise unusable(
            file,
            f"can't be proofread in '{spoken}': there are words for "
            f"{', '.join(cues)}; add {'/'.join(_CUES)}/{spoken}.yaml",
            CHECK,
        )
    database, _ = load(project)
    ids = editions or ((source.edition,) if source else ())
    words = {name: _words(project, database, name) | set(cues[name].get("function-words", ())) for name in cues}
    return Manuscript(
        document=source.id if source else file.stem,
        file=str(file),
        language=spoken,
        units=source.units if source else "",
        lines=_lines(document),
        known=_known(spoken, words[spoken]),
        complete=spoken == "en",
        foreign={name: others - words[spoken] for name, others in words.items() if name != spoken},
        terms=tuple(_terms(project, database, ids, spoken)),
        cues=cues[spoken],
        translations={
            term.casefold(): entry[spoken]
            for entry in database.glossary.values()
            for name in cues
            if name != spoken and spoken in entry
            if (term := entry.get(name, ""))
        },
    )


def _is_known(project: Project, file: Path) -> bool:
    from kensei_docs.sources import identify

    try:
        identify(project, file)
    except Unusable:
        return False
    return True


def _own_document(file: Path, language: str | None, cues: dict[str, dict[str, Any]]) -> tuple[Document, str]:
    """Return a document that no source is known of, and its language."""
    from kensei_docs.extract.document import read_document

    def read(spoken: str) -> Document:
        return read_document(file, Source(id=file.stem, title=file.stem, edition="", language=spoken, units="cm"))

    document = read(language or "en")
    if language:
        return document, language
    words = [word.casefold() for word in WORD.findall(document.text)]
    likely = max(cues, key=lambda name: sum(word in set(cues[name].get("function-words", ())) for word in words))
    return (document if likely == "en" else read(likely)), likely


def _lines(document: Document) -> list[Line]:
    return [Line(line.text, line.first, line.page, line.block, line.heading) for line in document.lines]


def _all_cues(project: Project) -> dict[str, dict[str, Any]]:
    """Return what is known of each language; raises Unusable where a file is no such thing."""
    from kensei_docs.database.yamlfile import read

    cues: dict[str, dict[str, Any]] = {}
    for language, file in project.named_files(*_CUES).items():
        tree, problems = read(file)
        if problems:
            raise Unusable(*problems)
        if not isinstance(tree.value, dict):
            raise unusable(file, "holds no mapping; it should", CHECK)
        for key in _PATTERNS:
            for i, pattern in enumerate(tree.value.get(key, ())):
                try:
                    re.compile(pattern)
                except re.error as fault:
                    place = tree.place(f"{key}.{i}")
                    raise unusable(
                        file,
                        f"'{pattern}' is no regular expression ({fault.msg}); mend it",
                        CHECK,
                        place.line,
                        place.column,
                    ) from None
        cues[language] = tree.value
    return cues


def _known(language: str, written: set[str]) -> set[str]:
    """Return the words of a language: of the word list that mends text, and of the data."""
    from kensei_docs.extract.lexicon import english

    return written | set(english()[0]) if language == "en" else written


def _words(project: Project, database: Database, language: str) -> set[str]:
    """Return the words in which the data speaks a language, in small letters."""
    from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
    from kensei_docs.catalogues.pofile import entries, read_catalogue

    texts = [entry.get(language, "") for entry in database.glossary.values()]
    texts += [entry.get("ja", "") for entry in database.glossary.values()]
    if language == MESSAGE_LANGUAGE:
        texts += [text for record in database.records for _, text in record.messages]
    else:
        texts += [
            str(entry.string)
            for name, _ in project.named_files("data", "locale", language, suffix=".po").items()
            for file in project.files("data", "locale", language, f"{name}.po")
            for entry in entries(read_catalogue(file, language))
        ]
    return {word.casefold() for text in texts for word in WORD.findall(text) if len(word) > 1}


def _terms(project: Project, database: Database, editions: Collection[str], language: str) -> Iterator[Term]:
    """Yield the names of the editions' records, and the terms of the glossary.

    Where no edition is known, the glossary's are words like others: no register of a game.
    """
    from kensei_docs.catalogues.translator import Translator

    translator = Translator(project, database, language)
    for edition in editions:
        if edition in database.editions:
            for record in database.editions[edition].records.values():
                yield Term(translator.name(record), record.kind)
    for entry in database.glossary.values():
        for name in (entry.get(language), entry.get("ja")):
            if name:
                yield Term(name, entry.get("part", "") if editions else "", ours=False)

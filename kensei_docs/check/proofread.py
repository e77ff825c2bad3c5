"""Proofreading: collects the data for checking a document, and runs the checks of ``check/document`` on it.

The data are the language's (``languages``), its settings (``data/proofreading``), the glossary, and the messages and
names of the database. The caller passes the results of other stages: the document's lines,
translated messages, a dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kensei_docs.check import document as document_checks
from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptLine
from kensei_docs.database import Database, Record
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.discover import modules_of
from kensei_docs.languages import Language, codes
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Problem, Unusable, checks_in, closest, unusable
from kensei_docs.processes import PlacedPattern
from kensei_docs.project import PROOFREADING, Project

CHECK = "document"
# The settings that are lists of regular expressions.
_PATTERNS = ("subtracting", "without-unit", "shares")
_WORDS = ("heads", "prefixes", "doubling-endings", "stopped", "synonyms")
# The fields of ``Language`` that are one text, written with hyphens; all others have several entries.
_TEXTS = tuple(
    name.replace("_", "-")
    for name, one in Language.model_fields.items()
    if one.is_required() or isinstance(one.default, str)
)
# A file may also override the fields of ``Language``, written with hyphens (``function-words``).
_KNOWN = (*_PATTERNS, *_WORDS, *(name.replace("_", "-") for name in Language.model_fields))

# The settings of each language, by its code.
ProofreadingSettings = Mapping[str, Mapping[str, Any]]


def check_manuscript(manuscript: Manuscript, names: Collection[str] | None = None) -> Iterator[Finding]:
    """Yield the findings of the checks (by default of all) in a document."""
    for name, check in checks_in(modules_of(document_checks, "proofreading")).items():
        if names is None or name in names:
            yield from check(manuscript)


def pages() -> dict[str, str]:
    """Return the manual's page of each check of a document, by name."""
    return {name: check.page for name, check in checks_in(modules_of(document_checks, "proofreading")).items()}


def read_settings(project: Project) -> ProofreadingSettings:
    """Return the settings for proofreading of each language that has a settings file.

    Raises Unusable where a file is not a mapping, has an unknown setting or a pattern that is not a regular expression.
    """
    return {
        code: {
            **{name.replace("_", "-"): value for name, value in language_of(code)},
            **_read_file(file, project.parsed),
        }
        for code, file in project.named_files(*PROOFREADING).items()
    }


def _read_file(file: Path, cache: Path | None) -> dict[str, Any]:
    tree, problems = read_cached(file, cache)
    if problems:
        raise Unusable(*problems)
    if not isinstance(tree.value, dict):
        raise unusable(file, "holds no mapping; it should", CHECK)
    unknown = [str(key) for key in tree.value if key not in _KNOWN]
    if unknown:
        names = ", ".join(sorted(_KNOWN))
        message = "'{}' is not a setting of proofreading{}; known are {}"
        raise Unusable(
            *(Problem(tree.place(key), message.format(key, closest(key, _KNOWN), names), CHECK) for key in unknown)
        )
    # A text would be taken letter by letter.
    texts = [key for key, value in tree.value.items() if isinstance(value, str) and key not in (*_TEXTS, *_PATTERNS)]
    if texts:
        message = "'{}' is a text, and should have several entries; write [word, word]"
        raise Unusable(*(Problem(tree.place(key), message.format(key), CHECK) for key in texts))
    patterns: dict[str, list[PlacedPattern]] = {}
    for key in _PATTERNS:
        given = tree.value.get(key, [])
        if not isinstance(given, list) or not all(isinstance(pattern, str) for pattern in given):
            raise Unusable(
                Problem(tree.place(key), f"'{key}' should be a list of regular expressions; write it so", CHECK)
            )
        for i, pattern in enumerate(given):
            place = tree.place(f"{key}.{i}")
            try:
                re.compile(pattern)
            except re.error as error:
                message = f"'{pattern}' is not a regular expression ({error.msg}); mend it"
                raise unusable(file, message, CHECK, place.line, place.column) from None
            patterns.setdefault(key, []).append(PlacedPattern.at(place, pattern))
    return {**tree.value, **patterns}


def manuscript_of(
    *,
    document: str,
    file: Path,
    language: str,
    units: str,
    lines: list[ManuscriptLine],
    settings: ProofreadingSettings,
    database: Database,
    editions: Collection[str],
    texts: Mapping[str, Iterable[str]],
    dictionary: Mapping[str, int],
    name: Callable[[Record], str],
) -> Manuscript:
    """Return a document with the data for proofreading it.

    ``units`` is empty if the document's units are not declared. ``editions`` are those whose names it uses.
    ``texts`` are the messages in each language, ``dictionary`` the counts of the words of the document's own (empty: no
    list is at hand), and ``name`` gives a record's name in it. Raises Unusable where the language has no settings.
    """
    if language not in settings:
        raise unusable(file, no_settings(language, settings), CHECK)
    # Terms of languages without proofreading settings, such as Japanese, are loanwords of every language.
    lent = [code for code in codes() if code not in settings]
    terms = _glossary(database, [*settings, *lent])
    known = (database.editions[edition] for edition in editions if edition in database.editions)
    names = [name(record) for edition in known for record in edition.records.values()]
    return Manuscript(
        document=document,
        file=str(file),
        language=language,
        units=units,
        lines=lines,
        # A word of another language is not a misspelling of this one.
        known=_words(terms, (text for some in texts.values() for text in some))
        | {word for code in settings for word in settings[code].get("function-words", ())},
        frequency=dictionary,
        names=(*names, *(_glossary(database, [language, *lent]) if names else ())),
        others=tuple(terms),
        settings=settings[language],
    )


def no_settings(language: str, settings: Collection[str]) -> str:
    """Return what is said of a document in a language without settings."""
    return (
        f"is in {language_of(language).name}, which can't be proofread: there are settings for "
        f"{', '.join(language_of(code).name for code in settings)}; add {'/'.join(PROOFREADING)}/{language}.yaml"
    )


def _words(terms: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Return the words of terms and of texts, in small letters."""
    return {word.casefold() for part in (*terms, *texts) for word in WORD.findall(part) if len(word) > 1}


def _glossary(database: Database, languages: Collection[str]) -> list[str]:
    """Return the glossary's terms in some languages."""
    return [entry[code] for entry in database.glossary.values() for code in languages if entry.get(code)]

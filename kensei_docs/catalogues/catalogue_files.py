"""The files of catalogues: where they are, and the translations in them with their plural forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.catalogues.plural_forms import ONE_FORM, PluralForms, Translation
from kensei_docs.catalogues.po_faults import faults_of, plural_forms_of
from kensei_docs.catalogues.po_lines import PoEntry, PoFile
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable, unusable
from kensei_docs.project import CATALOGUES, Project

CHECK = "catalogue"
# The version of the form of cache entries: entries of another version are not used.
_CACHE_FORMAT = "6"


# Translations by msgctxt and message.
Translations = Mapping[tuple[str, str], Translation]


def catalogue_file(project: Project, language: str, domain: str) -> Path:
    """Return the path of the project's own catalogue, whether the file exists or not."""
    return project.layers[0].joinpath(*CATALOGUES, language, f"{domain}.po")


def translations_of(project: Project, language: str, domain: str) -> dict[tuple[str, str], Translation]:
    """Return the translations of a catalogue, a higher layer's over a lower's, by msgctxt and message.

    Stale ones (fuzzy) are left out. Raises Unusable with the faults of all files that are no catalogues.
    """
    words: dict[tuple[str, str], Translation] = {}
    problems: list[Problem] = []
    for file in project.files(*CATALOGUES, language, f"{domain}.po"):
        try:
            words.update(read_translations(file, language, project.parsed))
        except Unusable as unreadable:
            problems += unreadable.problems
    if problems:
        raise Unusable(*problems)
    return words


def place_of(project: Project, language: str, domain: str, message: tuple[str, str]) -> Place | None:
    """Return the place of a translation, by the context and text of its message, in the topmost layer that has it."""
    for file, entry in reversed(_translated(project, language, domain)):
        if (entry.context, entry.text[0]) == message and not entry.fuzzy:
            return Place(str(file), entry.line_of("msgid"))
    return None


def stale_messages(project: Project, language: str, domain: str) -> set[tuple[str, str]]:
    """Return the context and text of each message whose translation is marked fuzzy.

    Each context with a translation has the text "" besides: a message that has another text today has changed.
    """
    entries = [entry for _, entry in _translated(project, language, domain)]
    fuzzy = {(entry.context, entry.text[0]) for entry in entries if entry.fuzzy}
    return fuzzy | {(entry.context, "") for entry in entries}


def _translated(project: Project, language: str, domain: str) -> list[tuple[Path, PoEntry]]:
    return [
        (file, entry)
        for file in project.files(*CATALOGUES, language, f"{domain}.po")
        for entry in read_po_file(file, language).messages
        if entry.is_translated
    ]


def stale_in(language: str, file: str) -> str:
    """Return what is said of a message whose translation in a file is of another text, or is marked fuzzy."""
    return (
        f"changed since it was translated into {language}, or its translation is marked fuzzy; mend it in {file} and "
        "take the mark off"
    )


def read_translations(file: Path, language: str, folder: Path | None) -> Translations:
    """Return the translations that a catalogue has; stale ones (fuzzy) are left out.

    ``folder`` is the cache's; None caches nothing. Raises Unusable where the file is not a catalogue.
    """
    if folder is None:
        return _parse_translations(file, language)
    entry = entry_of(file, folder, language)
    source = digest_of(_CACHE_FORMAT, language, file.read_bytes() if file.is_file() else b"")
    if parts := read_entry(entry, source):
        contexts, messages, strings, plural = json.loads(parts[0])
        # zip makes the keys, and the single string of each translation, without a step of Python for each.
        words = dict(zip(zip(contexts, messages, strict=True), map(Translation, zip(strings)), strict=True))
        for context, message, forms, many, counted in plural:
            words[context, message] = Translation(tuple(forms), many, PluralForms(*counted))
        return words
    translations = _parse_translations(file, language)
    singular = {
        key: words.strings[0] for key, words in translations.items() if len(words.strings) == 1 and not words.many
    }
    plural = [[*key, *words] for key, words in translations.items() if key not in singular]
    columns = [
        [context for context, _ in singular],
        [message for _, message in singular],
        list(singular.values()),
        plural,
    ]
    write_entry(entry, source, json.dumps(columns, ensure_ascii=False).encode())
    return translations


def _parse_translations(file: Path, language: str) -> Translations:
    po_file = read_po_file(file, language)
    forms = plural_forms_of(po_file, language)
    return {
        (entry.context, entry.text[0]): Translation(
            entry.translation, entry.text[1], forms if entry.text[1] else ONE_FORM
        )
        for entry in po_file.messages
        if entry.is_translated and not entry.fuzzy
    }


def read_po_file(file: Path, language: str) -> PoFile:
    """Read a catalogue with all its lines, an empty one where there is no file.

    Raises Unusable with all faults for which it can't be used.
    """
    if not file.is_file():
        return PoFile.parsed("")
    po_file = _parsed(file.read_bytes(), file, language)
    return replace(po_file, entries=list(po_file.entries))


# The preview reads catalogues at every request; the same bytes are parsed once.
@lru_cache(maxsize=32)
def _parsed(content: bytes, file: Path, language: str) -> PoFile:
    try:
        po_file = PoFile.parsed(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise unusable(file, "is not UTF-8 text; save it in that encoding", CHECK) from None
    faults = [fault for fault in faults_of(po_file, language) if fault.stops]
    if faults:
        raise Unusable(*(Problem(Place(str(file), fault.line), fault.message, CHECK) for fault in faults))
    return po_file

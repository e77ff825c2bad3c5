"""Keeping a language's catalogues: updating them, how complete they are, compiling them for other programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from kensei_docs.catalogues.files import (
    catalogue_file,
    entries,
    merged,
    read_catalogue,
    read_translations,
    write_catalogue,
)
from kensei_docs.catalogues.messages import Message, collect, languages
from kensei_docs.database import Database
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import Project


def update_language(project: Project, database: Database, language: str) -> Iterator[tuple[Path, str]]:
    """Update and write each catalogue of a language; yield its file and a summary (``12 of 14 translated``)."""
    for domain, messages in _own_messages(project, database).items():
        file = catalogue_file(project, language, domain)
        catalogue = merged(read_catalogue(file, language), messages, language)
        write_catalogue(file, catalogue)
        done = sum(1 for entry in entries(catalogue) if entry.string and not entry.fuzzy)
        stale = sum(1 for entry in entries(catalogue) if entry.fuzzy)
        yield file, (f"{done} of {len(messages)} translated" + (f", {stale} stale" if stale else ""))


def language_status(project: Project, database: Database, language: str) -> Iterator[dict[str, Any]]:
    """Yield ``{language, domain, messages, translated, stale, missing}`` for each catalogue."""
    for domain, messages in _own_messages(project, database).items():
        catalogue = merged(read_catalogue(catalogue_file(project, language, domain), language), messages, language)
        stale = sum(1 for entry in entries(catalogue) if entry.fuzzy)
        missing = sum(1 for entry in entries(catalogue) if not entry.string)
        yield {
            "language": language,
            "domain": domain,
            "messages": len(messages),
            "translated": len(messages) - stale - missing,
            "stale": stale,
            "missing": missing,
        }


def _own_messages(project: Project, database: Database) -> dict[str, list[Message]]:
    """Return the messages of the topmost layer by domain; a lower layer has translations of its own."""
    domains: dict[str, list[Message]] = defaultdict(list)
    for message in collect(project, database):
        if project.holds(message.place.file):
            domains[message.domain].append(message)
    return domains


class _Undated(Catalog):
    """A catalogue without date and generator in its header: equal entries give equal bytes."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [("Content-Type", "text/plain; charset=utf-8"), ("Language", self.locale_identifier or "")]


def compile_catalogues(project: Project) -> Iterator[tuple[str, str, bytes, int]]:
    """Yield language, domain, content (.mo) and number of translations of each of a project's catalogues.

    A user's own translation goes before the shipped one; stale ones are left out. Raises Unusable with the faults
    of all catalogues that can't be read, before the first is yielded.
    """
    found: list[tuple[str, str, _Undated, int]] = []
    faults: list[Problem] = []
    for language in languages(project):
        for domain in project.named_files("data", "locale", language, suffix=".po"):
            words: dict[tuple[str, str], str] = {}
            for file in project.files("data", "locale", language, f"{domain}.po"):
                try:
                    words.update(read_translations(file, language, project.parsed))
                except Unusable as fault:
                    faults += fault.problems
            catalogue = _Undated(locale=language, fuzzy=False)
            for (context, message), translation in words.items():
                catalogue.add(message, translation, context=context)
            found.append((language, domain, catalogue, len(words)))
    if faults:
        raise Unusable(*faults)
    for language, domain, catalogue, many in found:
        out = BytesIO()
        write_mo(out, catalogue)
        yield language, domain, out.getvalue(), many

"""Keeping a language's catalogues: what to update, and how complete they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kensei_docs.catalogues.messages import Message, collect
from kensei_docs.catalogues.pofile import catalogue_file, entries, read_catalogue, updated, write_catalogue
from kensei_docs.database import Database
from kensei_docs.project import Project


def update_language(project: Project, database: Database, language: str) -> Iterator[tuple[Path, str]]:
    """Write each catalogue of a language anew; yield its file and its state in words."""
    for domain, messages in _by_domain(project, database).items():
        file = catalogue_file(project, language, domain)
        catalogue = updated(read_catalogue(file, language), messages, language)
        write_catalogue(file, catalogue)
        done = sum(1 for entry in entries(catalogue) if entry.string and not entry.fuzzy)
        stale = sum(1 for entry in entries(catalogue) if entry.fuzzy)
        yield file, (f"{done} of {len(messages)} translated" + (f", {stale} stale" if stale else ""))


def language_status(project: Project, database: Database, language: str) -> Iterator[dict[str, Any]]:
    """Yield ``{language, domain, messages, translated, stale, missing}`` a catalogue."""
    for domain, messages in _by_domain(project, database).items():
        catalogue = updated(read_catalogue(catalogue_file(project, language, domain), language), messages, language)
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


def _by_domain(project: Project, database: Database) -> dict[str, list[Message]]:
    # What is shipped below a user's project has its translations there, and is not his to keep.
    domains: dict[str, list[Message]] = defaultdict(list)
    for message in collect(project, database):
        if project.holds(message.place.file):
            domains[message.domain].append(message)
    return domains

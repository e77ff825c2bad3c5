"""Maintenance of a language's catalogues: update them, count what is translated, compile them for other programs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from kensei_docs.catalogues.catalogue_files import catalogue_file, read_po_file, read_translations
from kensei_docs.catalogues.merge import merged
from kensei_docs.catalogues.messages import Message, collect, languages
from kensei_docs.catalogues.plural_forms import Translation
from kensei_docs.catalogues.po_lines import PoFile
from kensei_docs.database import Database
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import CATALOGUES, Project


def update_language(project: Project, database: Database, language: str) -> Iterator[tuple[Path, str]]:
    """Update and write each catalogue of a language; yield its file and a summary (``12 of 14 translated``).

    Raises Unusable where a catalogue is broken; those before it are written.
    """
    for row, file, updated in _updated(project, database, language):
        write_whole(file, updated.written())
        more = "".join(f", {row[state]} {state}" for state in ("stale", "obsolete") if row[state])
        yield file, f"{row['translated']} of {row['messages']} translated{more}"


def language_status(project: Project, database: Database, language: str) -> Iterator[dict[str, Any]]:
    """Yield ``{language, domain, messages, translated, stale, missing, obsolete}`` for each catalogue."""
    for row, _, _ in _updated(project, database, language):
        yield row


def _updated(project: Project, database: Database, language: str) -> Iterator[tuple[dict[str, Any], Path, PoFile]]:
    """Yield the status of each catalogue of a language, its file, and its content after an update."""
    own, lower = _messages_by_domain(project, database)
    for domain, messages in own.items():
        file = catalogue_file(project, language, domain)
        before = read_po_file(file, language)
        # What a project translates of the words of a lower layer stays.
        translated = {
            (entry.context, entry.text) for entry in before.entries if any(entry.translation) and not entry.obsolete
        }
        messages += [one for one in lower[domain] if (one.context, (one.text, one.plural)) in translated]
        updated = merged(before, messages, language)
        entries = [entry for entry in updated.entries if entry.strings and not entry.is_header]
        active = [entry for entry in entries if not entry.obsolete]
        stale = sum(1 for entry in active if entry.fuzzy)
        missing = sum(1 for entry in active if not all(entry.translation) and not entry.fuzzy)
        status = {
            "language": language,
            "domain": domain,
            "messages": len(messages),
            "translated": len(messages) - stale - missing,
            "stale": stale,
            "missing": missing,
            "obsolete": len(entries) - len(active),
        }
        yield status, file, updated


def _messages_by_domain(
    project: Project, database: Database
) -> tuple[dict[str, list[Message]], dict[str, list[Message]]]:
    """Return the messages of the topmost layer by domain, and those of lower layers, which have translations of their
    own."""
    own: dict[str, list[Message]] = defaultdict(list)
    lower: dict[str, list[Message]] = defaultdict(list)
    for message in collect(project, database):
        (own if project.holds(message.place.file) else lower)[message.domain].append(message)
    return own, lower


def catalogue_as_printed(project: Project, database: Database, language: str, domain: str) -> bytes:
    """Return a catalogue of all messages of a domain as they are printed in a language: with the translation of the
    topmost layer that has one, or else with their own words."""
    words: dict[tuple[str, str], Translation] = {}
    for file in project.files(*CATALOGUES, language, f"{domain}.po"):
        words.update(read_translations(file, language, project.parsed))
    catalogue = _Undated(locale=language, fuzzy=False)
    for message in collect(project, database):
        if message.domain == domain:
            translation = words.get((message.context, message.text))
            strings = translation.strings if translation and translation.many == message.plural else (message.text,)
            copies = [message.plural] * (catalogue.num_plurals - 1)
            text = (message.text, message.plural) if message.plural else message.text
            printed = (strings if translation else (*strings, *copies)) if message.plural else strings[0]
            catalogue.add(text, printed, context=message.context)
    out = BytesIO()
    write_po(out, catalogue)
    return out.getvalue()


class _Undated(Catalog):
    """A catalogue without date and generator in its header: equal entries give equal bytes."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        fields = [("Content-Type", "text/plain; charset=utf-8"), ("Language", self.locale_identifier or "")]
        return [*fields, ("Plural-Forms", self.plural_forms)]


def compile_catalogues(project: Project) -> Iterator[tuple[str, str, bytes, int]]:
    """Yield language, domain, content (.mo) and number of translations of each of a project's catalogues.

    A user's own translation takes precedence over the shipped one; stale ones are left out. Raises Unusable with the
    faults of all catalogues that can't be read, before the first is yielded.
    """
    compiled: list[tuple[str, str, _Undated, int]] = []
    problems: list[Problem] = []
    for language in languages(project):
        for domain in project.named_files(*CATALOGUES, language, suffix=".po"):
            words: dict[tuple[str, str], Translation] = {}
            for file in project.files(*CATALOGUES, language, f"{domain}.po"):
                try:
                    words.update(read_translations(file, language, project.parsed))
                except Unusable as unreadable:
                    problems += unreadable.problems
            catalogue = _Undated(locale=language, fuzzy=False)
            for (context, message), translation in words.items():
                text = (message, translation.many) if translation.many else message
                catalogue.add(
                    text, translation.strings if translation.many else translation.strings[0], context=context
                )
            compiled.append((language, domain, catalogue, len(words)))
    if problems:
        raise Unusable(*problems)
    for language, domain, catalogue, count in compiled:
        out = BytesIO()
        write_mo(out, catalogue)
        yield language, domain, out.getvalue(), count

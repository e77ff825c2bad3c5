"""What is wrong with the words: the checks that read catalogues, one module each.

A module has a docstring (its page in the manual), a ``SEVERITY`` and a function
``check(wordings)`` that yields problems. Its name and severity are put on them here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from textwrap import shorten
from types import ModuleType
from typing import TYPE_CHECKING

from kensei_docs import discover
from kensei_docs.catalogues.files import catalogue_file, entries, read_catalogue
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages
from kensei_docs.database import Database, Record
from kensei_docs.problems import Place, Problem
from kensei_docs.project import Project

if TYPE_CHECKING:
    from babel.messages.catalog import Message as Entry


@dataclass(frozen=True)
class Wording:
    """A message in one language; ``words`` is empty where the language has no translation.

    ``stale``: the translation is of an earlier text of the message. ``record`` is the record whose message it is,
    or None for the vocabulary's and the templates'.
    """

    language: str
    message: Message
    words: str
    stale: bool
    place: Place
    catalogue: Path
    record: Record | None = None

    @property
    def original(self) -> bool:
        """Whether this is the message itself, no translation."""
        return self.language == MESSAGE_LANGUAGE

    def problem(self, message: str) -> Problem:
        """Return a problem of this wording; ``findings`` puts the check's name on it."""
        context = self.message.context
        text = shorten(self.message.text, 50, placeholder="…")
        name = f"'{context}'" if self.message.has_own_context else f"{context}: '{text}'"
        return Problem(
            self.place,
            f"{name} {message}",
            "",
            edition=self.record.edition if self.record else None,
            record=self.record.id if self.record else None,
            citations=self.record.citations if self.record else (),
        )


def findings(project: Project, database: Database, names: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield what the checks (by default all) find in the words of every language.

    Raises Unusable where a catalogue can't be read.
    """
    chosen = [(name, rule) for name, rule in _checks() if names is None or name in names]
    words = list(wordings(project, database)) if chosen else []
    for name, rule in chosen:
        for problem in rule.check(words):
            yield replace(problem, check=name, severity=rule.SEVERITY)


def pages() -> dict[str, str]:
    """Return the manual's page of each check by name."""
    return {name: cleandoc(rule.__doc__ or "") for name, rule in _checks()}


def _checks() -> Iterator[tuple[str, ModuleType]]:
    package = import_module(__name__)
    for rule in discover.modules_of(package):
        yield rule.__name__.rpartition(".")[2].replace("_", "-"), rule


def wordings(project: Project, database: Database) -> Iterator[Wording]:
    """Yield every message as it stands, then as each other language has it."""
    messages = list(collect(project, database))
    records = {record.context(field): record for record in database.records for field, _ in record.messages}
    for message in messages:
        file = catalogue_file(project, MESSAGE_LANGUAGE, message.domain)
        record = records.get(message.context)
        yield Wording(MESSAGE_LANGUAGE, message, message.text, False, message.place, file, record)
    for language in languages(project):
        if language != MESSAGE_LANGUAGE:
            yield from _wordings_in(project, language, messages, records)


def _wordings_in(
    project: Project, language: str, messages: list[Message], records: dict[str, Record]
) -> Iterator[Wording]:
    for domain in dict.fromkeys(message.domain for message in messages):
        file, known = catalogue_file(project, language, domain), _catalogue_entries(project, language, domain)
        for message in (m for m in messages if m.domain == domain):
            exact = known.get((message.context, message.text))
            # Words for another text of the same context are stale.
            older = known.get((message.context, "")) if message.has_own_context else None
            entry, place = exact or older or (None, message.place)
            words = str(entry.string or "") if entry else ""
            stale = bool(words and entry and (exact is None or entry.fuzzy))
            where = place if words else message.place
            yield Wording(language, message, words, stale, where, file, records.get(message.context))


def _catalogue_entries(project: Project, language: str, domain: str) -> dict[tuple[str, str], tuple[Entry, Place]]:
    """Return the entries of all layers by context and message, and the last of each context under ``""``."""
    known: dict[tuple[str, str], tuple[Entry, Place]] = {}
    for file in project.files("data", "locale", language, f"{domain}.po"):
        for entry in entries(read_catalogue(file, language)):
            found = entry, Place(str(file), entry.lineno)
            known[entry.context or "", str(entry.id)] = known[entry.context or "", ""] = found
    return known

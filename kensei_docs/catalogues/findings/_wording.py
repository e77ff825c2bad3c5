"""Every message in every language, as the checks of words see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten

from babel.messages.catalog import Message as Entry

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message, collect, languages
from kensei_docs.catalogues.pofile import catalogue_file, entries, read_catalogue
from kensei_docs.database import Database, Record
from kensei_docs.problems import Place, Problem
from kensei_docs.project import Project


@dataclass(frozen=True)
class Wording:
    """A message as one language words it; ``words`` is empty where it doesn't.

    ``stale`` words belong to an earlier message. ``record`` is the record whose message it is,
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
        """Return a problem of these words; its check's name is put on it by ``findings``."""
        context = self.message.context
        # A template's context is its kind of document, and says nothing of which message it is.
        text = shorten(self.message.text, 50, placeholder="…")
        name = f"'{context}'" if "/" in context else f"{context}: '{text}'"
        return Problem(
            self.place,
            f"{name} {message}",
            "",
            edition=self.record.edition if self.record else None,
            record=self.record.id if self.record else None,
            citations=self.record.citations if self.record else (),
        )


def wordings(project: Project, database: Database) -> Iterator[Wording]:
    """Yield every message as it stands, then as each other language has it."""
    messages = list(collect(project, database))
    records = {record.context(field): record for record in database.records for field, _ in record.messages}
    for message in messages:
        yield Wording(
            MESSAGE_LANGUAGE,
            message,
            message.text,
            False,
            message.place,
            catalogue_file(project, MESSAGE_LANGUAGE, message.domain),
            records.get(message.context),
        )
    for language in languages(project):
        if language != MESSAGE_LANGUAGE:
            yield from _translated(project, language, messages, records)


def _translated(
    project: Project, language: str, messages: list[Message], records: dict[str, Record]
) -> Iterator[Wording]:
    for domain in dict.fromkeys(message.domain for message in messages):
        known = _entries(project, language, domain)
        for message in (m for m in messages if m.domain == domain):
            exact = known.get((message.context, message.text))
            # A record's field has one message: words for another text of it are stale. A template's
            # context covers many.
            older = known.get((message.context, "")) if "/" in message.context else None
            entry, place = exact or older or (None, message.place)
            words = str(entry.string or "") if entry else ""
            stale = bool(words and entry and (exact is None or entry.fuzzy))
            yield Wording(
                language,
                message,
                words,
                stale,
                place if words else message.place,
                catalogue_file(project, language, domain),
                records.get(message.context),
            )


def _entries(project: Project, language: str, domain: str) -> dict[tuple[str, str], tuple[Entry, Place]]:
    """Return the entries of all layers by context and message, and the last of each context."""
    known: dict[tuple[str, str], tuple[Entry, Place]] = {}
    for file in project.files("data", "locale", language, f"{domain}.po"):
        for entry in entries(read_catalogue(file, language)):
            found = entry, Place(str(file), entry.lineno)
            known[entry.context or "", str(entry.id)] = known[entry.context or "", ""] = found
    return known

"""Merging today's messages into a catalogue, so that nothing that a translator wrote is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from babel.messages.catalog import Catalog

from kensei_docs.catalogues.messages import Message
from kensei_docs.catalogues.po_lines import PoEntry, PoFile


def merged(old: PoFile, messages: Iterable[Message], language: str) -> PoFile:
    """Return the catalogue of today's messages, in their order, with all that the old one has.

    A translation belongs to a context. Where the message of a context changed, its translation is kept for the new one
    too, but fuzzy: stale until a translator has seen it. An entry without a message today is kept as obsolete (``#~``),
    and comes back with its message. A record that was renamed (``was``) keeps its entries. Nothing is ever guessed.
    """
    old_entries = _OldEntries(old)
    messages = list(messages)
    header, plurals = _header(old, language, any(message.plural for message in messages))
    placed: dict[tuple[str, str, str], PoEntry] = {}
    for message in messages:
        key = (message.context, message.text, message.plural)
        if key not in placed:
            placed[key] = old_entries.take(message) or _new_entry(message, old_entries, language, plurals)
    copied = any(message.language == language for message in messages)
    unmatched = [entry for entry in old_entries.unmatched() if entry.obsolete or _is_written_by_a_person(entry, copied)]
    kept = [entry if entry.obsolete else entry.retired() for entry in unmatched]
    tail = [entry for entry in old.entries if not entry.strings]
    return replace(
        old, entries=[*_with_gaps([header, *placed.values(), *kept], old.entries), *(tail or [PoEntry(("",))])]
    )


class _OldEntries:
    """The entries of a catalogue, each of which is taken by one message at most."""

    def __init__(self, old: PoFile) -> None:
        self._entries = [entry for entry in old.entries if entry.strings and not entry.is_header]
        self._by_context: dict[str, list[PoEntry]] = {}
        # Entries with a translation come first; of these, active ones before obsolete ones.
        for entry in sorted(self._entries, key=lambda entry: (not any(entry.translation), entry.obsolete)):
            self._by_context.setdefault(entry.context, []).append(entry)
        self._taken: set[int] = set()

    def take(self, message: Message) -> PoEntry | None:
        """Return the entry of a message: under its context, or that of a record's former name."""
        for context in (message.context, *message.former):
            for entry in self._by_context.get(context, ()):
                if entry.text == (message.text, message.plural) and id(entry) not in self._taken:
                    self._taken.add(id(entry))
                    entry = entry.restored() if entry.obsolete else entry
                    return entry if context == message.context else entry.moved(message.context)
        return None

    def of_another_text(self, message: Message) -> PoEntry | None:
        """Return the entry with the translation of an earlier text of the message."""
        for context in (message.context, *message.former):
            for entry in self._by_context.get(context, ()):
                if any(entry.translation):
                    return entry.restored() if entry.obsolete else entry
        return None

    def unmatched(self) -> Iterator[PoEntry]:
        """Yield the entries that no message took."""
        return (entry for entry in self._entries if id(entry) not in self._taken)


def _new_entry(message: Message, old_entries: _OldEntries, language: str, plurals: int) -> PoEntry:
    text = (message.text, message.plural)
    if language == message.language:
        return PoEntry.made(message.context, text, tuple(filter(None, text)), plurals)
    before = old_entries.of_another_text(message) if message.has_own_context else None
    return (
        before.changed(message.context, text, plurals) if before else PoEntry.made(message.context, text, (), plurals)
    )


def _is_written_by_a_person(entry: PoEntry, copied: bool) -> bool:
    by_itself = copied and entry.translation == tuple(filter(None, entry.text))
    return entry.remarks or (any(entry.translation) and not by_itself)


def _header(old: PoFile, language: str, counting: bool) -> tuple[PoEntry, int]:
    """Return the header, and how many plural forms the language has; where messages count, the header says which."""
    catalogue = Catalog(locale=language)
    forms = f'"Plural-Forms: {catalogue.plural_forms}\\n"'
    header = next((entry for entry in old.entries if entry.is_header), None)
    if header is None:
        header = PoEntry(
            ('msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=utf-8\\n"', f'"Language: {language}\\n"')
        )
    fields = "".join(header.translation).split("\n")
    plural_field = next((field for field in fields if field.lower().startswith("plural-forms:")), None)
    if plural_field is None:
        return (replace(header, lines=(*header.lines, forms)) if counting else header), catalogue.num_plurals
    catalogue.mime_headers = [("Plural-Forms", plural_field.partition(":")[2].strip())]
    return header, catalogue.num_plurals


def _with_gaps(entries: Iterable[PoEntry], before: list[PoEntry]) -> Iterator[PoEntry]:
    """Yield entries; one whose predecessor is another than before gets an empty line before it."""
    follows = {id(entry): previous for previous, entry in pairwise(before)}
    last: PoEntry | None = None
    for entry in entries:
        moved = last is not None and follows.get(id(entry)) is not last
        yield replace(entry, lines=("", *entry.lines)) if moved and entry.lines[0].strip() else entry
        last = entry

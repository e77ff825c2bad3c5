"""Maintenance of a language's catalogues: update them, count what is translated, compile them for other programs.

An update merges today's messages into a catalogue, so that nothing that a translator wrote is lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import write_po

from kensei_docs.catalogues.messages import Message, collect, in_message_language, languages
from kensei_docs.catalogues.po import (
    CHECK,
    MESSAGE_FORMS,
    ONE_FORM,
    Catalogue,
    PluralForms,
    PoEntry,
    PoFile,
    Translation,
    Translations,
    catalogue_file,
    faults_of_entries,
    joined,
    read_po_file,
)
from kensei_docs.catalogues.translation_faults import is_sound
from kensei_docs.database import Database
from kensei_docs.database.placeholders import renumbered
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import CATALOGUES, Project, today

# The line of a header with a date of revision that is empty.
_NO_DATE = re.compile(r'("PO-Revision-Date: ) *(\\n")', re.IGNORECASE)
STATES = ("translated", "stale", "missing", "broken", "obsolete")


def update_language(project: Project, database: Database, language: str) -> Iterator[tuple[Path, str]]:
    """Update and write each catalogue of a language; yield its file and a summary (``12 of 14 translated``).

    Raises Unusable where a catalogue is broken; those before it are written.
    """
    for row, file, updated in _updated(project, database, language):
        write_whole(file, updated.written())
        more = "".join(f", {row[state]} {state}" for state in ("stale", "broken", "obsolete") if row[state])
        yield file, f"{row['translated']} of {row['messages']} translated{more}"


def language_status(project: Project, database: Database, language: str) -> Iterator[dict[str, Any]]:
    """Yield ``{language, domain, messages, translated, stale, missing, broken, obsolete}`` for each catalogue.

    A broken translation has faults that ``check`` names, and is none of the translated.
    """
    for row, _, _ in _updated(project, database, language):
        yield row


def _updated(project: Project, database: Database, language: str) -> Iterator[tuple[dict[str, Any], Path, PoFile]]:
    """Yield the status of each catalogue of a language, its file, and its content after an update."""
    # The messages of the topmost layer, and those of lower layers, which have translations of their own.
    own: dict[str, list[Message]] = defaultdict(list)
    lower: dict[str, list[Message]] = defaultdict(list)
    for message in collect(project, database):
        (own if project.holds(message.place.file) else lower)[message.domain].append(message)
    for domain, messages in own.items():
        if edition := database.editions.get(domain):
            # What stands in cells is kept there alone.
            messages = [one for one in messages if one.context not in edition.translations.get(language, ())]
        file = catalogue_file(project, language, domain)
        before = read_po_file(file, language)
        # Messages of lower layers stay in the catalogue if the project has translated them itself.
        translated = {
            (entry.context, entry.text) for entry in before.entries if any(entry.translation) and not entry.obsolete
        }
        messages += [one for one in lower[domain] if (one.context, (one.text, one.plural)) in translated]
        updated = merged(before, messages, language)
        if faults := list(faults_of_entries(updated.entries)):
            raise Unusable(*(Problem(Place(str(file), fault.line or None), fault.message, CHECK) for fault in faults))
        entries = [entry for entry in updated.entries if entry.strings and not entry.is_header]
        by_key = {(one.context, one.text, one.plural): one for one in messages}
        forms = updated.plural_forms(language)
        states = Counter(
            "obsolete" if entry.obsolete else _state(entry, by_key[entry.context, *entry.text], forms)
            for entry in entries
        )
        status = {"language": language, "domain": domain, "messages": states.total() - states["obsolete"]}
        yield status | {state: states[state] for state in STATES}, file, updated


def _state(entry: PoEntry, message: Message, forms: PluralForms) -> str:
    """Return which of the ``STATES`` the entry of a message is in."""
    if entry.fuzzy or not entry.is_translated:
        return "stale" if entry.fuzzy else "missing"
    translation = Translation(entry.translation, message.plural, forms if message.plural else ONE_FORM)
    return "translated" if is_sound(message.forms, translation) else "broken"


def catalogue_as_printed(project: Project, database: Database, language: str, domain: str) -> bytes:
    """Return a PO file with all messages of a domain as they are printed in a language.

    A message has the translation of the topmost layer that has one, or else its own words.
    """
    words = Catalogue.of(project, language, domain, database).translations
    printed: dict[tuple[str, str], Translation] = {}
    for message in collect(project, database):
        if message.domain == domain:
            key = (message.context, message.text)
            translated = words.get(key)
            is_whole = translated is not None and translated.many == message.plural
            printed[key] = translated if translated and is_whole else in_message_language(message.forms)
    out = BytesIO()
    write_po(out, _catalogue(project, language, domain, printed))
    return out.getvalue()


class _BabelCatalogue(Catalog):
    """A catalogue that counts as its translations do, without date and generator: equal entries give equal bytes."""

    def __init__(self, language: str, forms: PluralForms) -> None:
        super().__init__(locale=language, fuzzy=False)
        self._forms = forms

    @property
    def num_plurals(self) -> int:
        return self._forms.number

    @property
    def plural_expr(self) -> str:
        return self._forms.rule

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        fields = [("Content-Type", "text/plain; charset=utf-8"), ("Language", self.locale_identifier or "")]
        return [*fields, ("Plural-Forms", self.plural_forms)]


def _catalogue(project: Project, language: str, domain: str, words: Translations) -> _BabelCatalogue:
    """Return the translations of all layers as one catalogue, which counts as the topmost file does.

    Where it can't, because another layer tells numbers apart that are one to the topmost, it counts as both do.
    """
    files = project.files(*CATALOGUES, language, f"{domain}.po")
    topmost = read_po_file(files[-1], language).plural_forms(language) if files else MESSAGE_FORMS
    forms = joined([topmost, *(translation.forms for translation in words.values() if translation.many)])
    catalogue = _BabelCatalogue(language, forms)
    for (context, message), translation in words.items():
        if translation.many:
            catalogue.add((message, translation.many), translation.under(forms), context=context)
        else:
            catalogue.add(message, translation.strings[0], context=context)
    return catalogue


def compile_catalogues(project: Project, database: Database) -> Iterator[tuple[str, str, bytes, int]]:
    """Yield language, domain, content (.mo) and number of translations of each of a project's catalogues.

    A user's own translation takes precedence over the shipped one; stale ones are left out. Raises Unusable with the
    faults of all catalogues that can't be read, before the first is yielded.
    """
    compiled: list[tuple[str, str, Translations]] = []
    problems: list[Problem] = []
    for language in languages(project):
        in_cells = [name for name, edition in database.editions.items() if language in edition.translations]
        for domain in sorted({*project.named_files(*CATALOGUES, language, suffix=".po"), *in_cells}):
            try:
                compiled.append((language, domain, Catalogue.of(project, language, domain, database).translations))
            except Unusable as unreadable:
                problems += unreadable.problems
    if problems:
        raise Unusable(*problems)
    for language, domain, words in compiled:
        out = BytesIO()
        write_mo(out, _catalogue(project, language, domain, words))
        yield language, domain, out.getvalue(), len(words)


def merged(old: PoFile, messages: Iterable[Message], language: str) -> PoFile:
    """Return the catalogue of today's messages, in their order, with all that the old one has.

    A translation belongs to a context. Where the message of a context changed, its translation is kept for the new one,
    but fuzzy: stale until a translator has seen it, or the message is as it was. An entry without a message today is
    kept as obsolete (``#~``), and comes back with its message. A record that was renamed (``was``) keeps its entries.
    Nothing is ever guessed.
    """
    old_entries = _OldEntries(old)
    messages = list(messages)
    header, plurals = _header(old, language, any(message.plural for message in messages))
    placed: dict[tuple[str, str], PoEntry] = {}
    # gettext has a message once in a file, with forms for several things if it ever has them.
    counting = {(message.context, message.text): message for message in messages if message.plural}
    for message in messages:
        key = (message.context, message.text)
        if key not in placed:
            placed[key] = old_entries.entry_of(counting.get(key, message), language, plurals)
    copied = any(message.language == language for message in messages)
    unmatched = [entry for entry in old_entries.unmatched() if entry.obsolete or _is_written_by_a_person(entry, copied)]
    # What a stale entry tells needs no second, obsolete one, which a search for its words would find as well.
    stale = [entry for entry in placed.values() if entry.fuzzy]
    unmatched = [entry for entry in unmatched if not any(one.tells_also(entry) for one in stale)]
    kept = _under_own_contexts(
        [entry.retired() for entry in unmatched], {(entry.context, entry.text[0]) for entry in placed.values()}
    )
    tail = [entry for entry in old.entries if not entry.strings]
    return replace(
        old, entries=[*_with_gaps([header, *placed.values(), *kept], old.entries), *(tail or [PoEntry(("",))])]
    )


class _OldEntries:
    """The entries of a catalogue, each of which is taken by one message at most."""

    def __init__(self, old: PoFile) -> None:
        self._entries = [entry.tidied() for entry in old.entries if entry.strings and not entry.is_header]
        self._by_context: dict[str, list[PoEntry]] = defaultdict(list)
        # Entries with a translation come first; of these, active ones before obsolete ones.
        for entry in sorted(self._entries, key=lambda entry: (not any(entry.translation), entry.obsolete)):
            self._by_context[entry.former_context].append(entry)
        self._taken: set[int] = set()

    def entry_of(self, message: Message, language: str, plurals: int) -> PoEntry:
        """Return the entry of a message today.

        It is the one under its context, or that of a record's former name; or that of a message whose figures of cells
        had other numbers in an earlier version; or one that was stale while the message had another text; or a new one:
        translated as itself, stale from an earlier text, or empty.
        """
        text = (message.text, message.plural)
        entries = self._of(message)
        for entry in entries:
            if entry.text == text and self._takes(entry):
                remarks = self._remarks_on(message) if entry.obsolete else ()
                return entry.restored().moved(message.context).with_remarks(remarks)
        for entry in self._by_context[message.context]:
            names = renumbered(message.context.rpartition(".")[2], entry.text, text)
            if names and self._takes(entry):
                return entry.restored().renumbered(text, names, plurals)
        for entry in entries if message.has_own_context else ():
            if entry.is_made_from(text) and self._takes(entry):
                return entry.restored().reverted(message.context, plurals)
        if language == message.language:
            return PoEntry.made(message.context, text, tuple(filter(None, text)), plurals)
        # The context of a template is that of many messages, whose translations are not those of one another.
        for entry in entries if message.has_own_context else ():
            # Blanks are no translation.
            if any(map(str.strip, entry.translation)):
                return entry.restored().changed(message.context, text, plurals)
        return PoEntry.made(message.context, text, (), plurals)

    def _of(self, message: Message) -> list[PoEntry]:
        """Return the entries under the context of a message, then those under the contexts that it had before."""
        return [entry for context in (message.context, *message.former) for entry in self._by_context[context]]

    def _takes(self, entry: PoEntry) -> bool:
        """Take an entry; return whether no other message has it."""
        is_free = id(entry) not in self._taken
        self._taken.add(id(entry))
        return is_free

    def _remarks_on(self, message: Message) -> list[str]:
        """Return the remarks on a message that has no translation yet: a question of a translator, for example."""
        remarks: list[str] = []
        for entry in self._by_context[message.context]:
            if entry.text == (message.text, message.plural) and not any(entry.translation) and not entry.obsolete:
                self._taken.add(id(entry))
                remarks += entry.remarks
        return remarks

    def unmatched(self) -> Iterator[PoEntry]:
        """Yield the entries that no message took."""
        return (entry for entry in self._entries if id(entry) not in self._taken)


def _under_own_contexts(retired: Iterable[PoEntry], taken: set[tuple[str, str]]) -> list[PoEntry]:
    """Return obsolete entries, each under a context that no other entry has for the same message.

    ``taken``: (context, msgid) of the entries that are not obsolete. gettext refuses a file with a message
    twice, though the two have another plural, or one of them is obsolete. What says the same as another is left out.
    """
    kept: dict[tuple[str, str], PoEntry] = {}
    for entry in retired:
        copy, number = entry, 1
        while (key := (copy.context, copy.text[0])) in taken or key in kept:
            if key in kept and kept[key].says_as_much_as(copy):
                break
            number += 1
            copy = entry.copied(number)
        else:
            kept[key] = copy
    return list(kept.values())


def _is_written_by_a_person(entry: PoEntry, copied: bool) -> bool:
    """Return whether an entry has a remark or translation of a person; ``copied``: messages are their translations."""
    by_itself = copied and entry.translation == tuple(filter(None, entry.text))
    return bool(entry.remarks) or (any(entry.translation) and not by_itself)


def _header(old: PoFile, language: str, counting: bool) -> tuple[PoEntry, int]:
    """Return the header, and the number of plural forms of the language.

    A new header has all fields that gettext asks for; what a translator's program fills in is empty, but for the date:
    Babel reads no file in which that is empty. If messages have plural forms (``counting``), the header declares those
    of the language.
    """
    forms = old.plural_forms(language)
    fields = {"Content-Type": "text/plain; charset=utf-8"}
    revised = f"{today()} 00:00+0000"
    if old.header is None:
        people = {"Project-Id-Version": "", "PO-Revision-Date": revised, "Last-Translator": "", "Language-Team": ""}
        fields = {**people, "Language": language, "MIME-Version": "1.0", **fields, "Content-Transfer-Encoding": "8bit"}
    if counting:
        fields["Plural-Forms"] = f"nplurals={forms.number}; plural={forms.rule};"
    header = old.header or PoEntry(('msgid ""', 'msgstr ""'))
    # Earlier versions left the date empty.
    dated = (_NO_DATE.sub(rf"\g<1>{revised}\2", line) for line in header.lines)
    header = replace(header, lines=tuple(dated))
    said = "".join(header.translation)
    missing = [f'"{name}: {value}\\n"' for name, value in fields.items() if f"{name.lower()}:" not in said.lower()]
    end = ['"\\n"'] if missing and said and not said.endswith("\n") else []
    return replace(header, lines=(*header.lines, *end, *missing)), forms.number


def _with_gaps(entries: Iterable[PoEntry], before: list[PoEntry]) -> Iterator[PoEntry]:
    """Yield entries; an entry that follows another one than in the old file (``before``) gets an empty line first."""
    follows = {id(entry): previous for previous, entry in pairwise(before)}
    last: PoEntry | None = None
    for entry in entries:
        moved = last is not None and follows.get(id(entry)) is not last
        yield replace(entry, lines=("", *entry.lines)) if moved and entry.lines[0].strip() else entry
        last = entry

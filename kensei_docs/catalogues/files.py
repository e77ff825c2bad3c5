"""The files of catalogues: reading them, merging today's messages into them, writing them.

Babel is imported only to parse or write a file: a command that prints takes the translations from the cache.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, Message
from kensei_docs.files import digest_of, read_entry, write_entry, write_whole
from kensei_docs.problems import unusable
from kensei_docs.project import Project

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog
    from babel.messages.catalog import Message as Entry

# The form of a cache entry. Another number makes all older entries invalid.
_FORM = "2"
_STRING = re.compile(r'(?:msg\S+\s+)?"(?:[^"\\]|\\.)*"')

# Translations by msgctxt and message.
Words = Mapping[tuple[str, str], str]


def catalogue_file(project: Project, language: str, domain: str) -> Path:
    """Return where the project's own catalogue is kept, whether it is there yet or not."""
    return project.layers[0] / "data" / "locale" / language / f"{domain}.po"


def read_translations(file: Path, language: str, folder: Path | None) -> Words:
    """Return the translations that a catalogue has; stale ones (fuzzy) are left out.

    ``folder`` is the cache's; None caches nothing. Raises Unusable where the file is no catalogue.
    """
    if folder is None:
        return _parse_translations(file, language)
    entry = folder / f"{digest_of(str(file.resolve()), language)[:24]}.json"
    source = digest_of(_FORM, language, file.read_bytes() if file.is_file() else b"")
    if parts := read_entry(entry, source):
        return {(context, message): words for context, message, words in json.loads(parts[0])}
    found = _parse_translations(file, language)
    write_entry(entry, source, json.dumps([[*key, words] for key, words in found.items()]).encode())
    return found


def _parse_translations(file: Path, language: str) -> Words:
    return {
        (str(entry.context), str(entry.id)): str(entry.string)
        for entry in entries(read_catalogue(file, language))
        if entry.string and not entry.fuzzy
    }


def read_catalogue(file: Path, language: str) -> Catalog:
    """Read a catalogue, an empty one where there is no file; raises Unusable where it is broken."""
    if not file.is_file():
        from babel.messages.catalog import Catalog

        return Catalog(locale=language)
    return _parse_catalogue(file.read_bytes(), file, language)


# The preview reads catalogues at every request; the same bytes are parsed once.
@lru_cache(maxsize=32)
def _parse_catalogue(content: bytes, file: Path, language: str) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    try:
        for number, written in enumerate(content.decode("utf-8").split("\n"), 1):
            # Babel doesn't report an unclosed string: it would drop the last letter.
            if written.startswith(('"', "msg")) and not _STRING.fullmatch(written.rstrip()):
                raise unusable(
                    file,
                    "has a string that doesn't begin and end with a quotation mark; mend the line",
                    "catalogue",
                    number,
                )
        return read_po(BytesIO(content), locale=language, abort_invalid=True)
    except UnicodeDecodeError:
        raise unusable(file, "is not UTF-8 text; save it in that encoding", "catalogue") from None
    except (PoFileError, ValueError) as fault:
        line = getattr(fault, "lineno", None)
        raise unusable(
            file, f"is not a catalogue ({fault}); mend that line", "catalogue", None if line is None else line + 1
        ) from None


def entries(catalogue: Catalog) -> list[Entry]:
    """Return a catalogue's entries without its header; none of our messages has plural forms."""
    return [entry for entry in catalogue if entry.id]


def merged(old: Catalog, messages: Iterable[Message], language: str) -> Catalog:
    """Return the catalogue of today's messages with the translations of the old one.

    A translation belongs to a context. Where the message of a context changed, its translation
    stays but is marked fuzzy: stale until a translator has seen it. Nothing is ever guessed.
    """
    from babel.messages.catalog import Catalog

    before = defaultdict(list)
    for entry in entries(old):
        before[entry.context].append(entry)
    new = Catalog(locale=language, header_comment="", fuzzy=False, project=None)
    for message in messages:
        known = before[message.context]
        kept = next((entry for entry in known if entry.id == message.text), None)
        if kept is not None:
            new.add(message.text, kept.string, context=message.context, flags=kept.flags)
        elif language == MESSAGE_LANGUAGE:
            new.add(message.text, message.text, context=message.context)
        elif known and message.has_own_context and known[0].string:
            new.add(message.text, known[0].string, context=message.context, flags=["fuzzy"], previous_id=known[0].id)
        else:
            new.add(message.text, "", context=message.context)
    return new


def write_catalogue(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue without dates or versions, so that the text changes only where entries change."""
    from babel.messages.pofile import write_po

    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=True, include_previous=True, no_location=True)
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n\n'
    )
    write_whole(file, header + out.getvalue().decode("utf-8"))

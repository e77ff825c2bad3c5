"""The translations of a catalogue as they were read last: parsing takes longer than all else of it.

What is kept of a file is used for the same content alone, so it can't be stale.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from kensei_docs.files import digest_of, read_entry, write_entry

# The form of what is kept; another number makes all older ones invalid.
_FORM = "2"

# By msgctxt and message.
Words = Mapping[tuple[str, str], str]


def words_of(file: Path, language: str, folder: Path | None) -> Words:
    """Return the translations that a catalogue has; those that are stale (fuzzy) are none.

    They are kept in ``folder``, where there is one that can be written to. Raises Unusable for a
    file that is no catalogue.
    """
    try:
        content = file.read_bytes()
    except OSError:
        return _read(file, language)
    digest = digest_of(_FORM, language, content)
    if folder is None:
        return _read(file, language)
    entry = folder / f"{digest_of(str(file.resolve()), language)[:24]}.json"
    if parts := read_entry(entry, digest):
        return {(context, message): word for context, message, word in json.loads(parts[0])}
    found = _read(file, language)
    write_entry(entry, digest, json.dumps([[*where, word] for where, word in found.items()]).encode())
    return found


def _read(file: Path, language: str) -> Words:
    from kensei_docs.catalogues.pofile import entries, read_catalogue

    return {
        (str(entry.context), str(entry.id)): str(entry.string)
        for entry in entries(read_catalogue(file, language))
        if entry.string and not entry.fuzzy
    }

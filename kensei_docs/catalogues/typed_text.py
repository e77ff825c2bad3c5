"""A text as a person typed it, with what the checks of messages ask for: forms of nouns, and words for shares."""

from __future__ import annotations

import re

from kensei_docs.catalogues.nouns_in_text import counted_noun, counts, in_forms, reads_as_words
from kensei_docs.database import Record
from kensei_docs.database.message_forms import PLACEHOLDER, counted_in

_BRACES = re.compile(r"\s+\{[^{}|]*\|([^{}|]*)\}")


def with_forms(text: str, record: Record, language: str) -> str:
    """Return a text with forms for the first noun that a figure of its record counts, unless it has forms already.

    Shares and parts of several become words.
    """
    if not counted_in(text):
        for found in PLACEHOLDER.finditer(text):
            noun = (
                counted_noun(text, language, found, record) if found["name"] and counts(record, found["name"]) else None
            )
            if noun:
                text = text[: found.start()] + in_forms(found, *noun) + text[found.end() + len(noun[0]) :]
                break
    for found in reversed(list(PLACEHOLDER.finditer(text))):
        if found["name"] and not found["way"] and reads_as_words(text, record, language, found):
            text = f"{text[: found.start()]}%({found['name']}|words)s{text[found.end() :]}"
    return text


def with_one_counted(text: str, record: Record, language: str) -> str:
    """Return a text that has forms for the first of its figures that counts something, and says the others as a list
    does: ``points: %(points)s`` for ``%(points)s {point|points}`` and for ``%(points)s points``."""
    counted = next(iter(counted_in(text)), "")
    for found in reversed(list(PLACEHOLDER.finditer(text)) if counted else []):
        name = found["name"]
        if not name or name == counted or found["way"] or not counts(record, name):
            continue
        braces, noun = _BRACES.match(text, found.end()), counted_noun(text, language, found, record)
        if braces:
            said, end = braces[1], braces.end()
        elif noun:
            words, forms = noun
            said, end = f"{words.strip().removesuffix(words.split()[-1])}{forms[1]}", found.end() + len(words)
        else:
            continue
        text = f"{text[: found.start()]}{said}: {found.group()}{text[end:]}"
    return text

"""The pseudo language: English with accents, two fifths longer, for testing templates.

It shows whether a layout has room for longer words, and which words don't come from a catalogue: those
without accents.
"""

from __future__ import annotations

from collections.abc import Callable

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator
from kensei_docs.database import Database, Record
from kensei_docs.database.model import PLACEHOLDER
from kensei_docs.project import Project

PSEUDO = "pseudo"

_LONGER = 0.4
_ACCENTS = str.maketrans("aeiouAEIOUnN", "áéíóúÁÉÍÓÚñÑ")


class PseudoTranslator(Translator):
    """A translator into the pseudo language; figures and lists are English."""

    def __init__(self, project: Project, database: Database) -> None:
        super().__init__(project, database, MESSAGE_LANGUAGE)

    def name(self, record: Record) -> str:
        """Return a record's name."""
        return lengthen(super().name(record))

    def edition(self, edition_id: str) -> str:
        """Return an edition's name."""
        return lengthen(super().edition(edition_id))

    def text(self, record: Record, field: str = "text", figure: Callable[[str], str] = str) -> str:
        """Return one of a record's messages; its figures don't change."""
        message = record.get(field)
        if not isinstance(message, str):
            return ""
        return PLACEHOLDER.sub(lambda found: self._fill_figure(record, found, figure), lengthen(message))

    def term(self, term_id: str) -> str:
        """Return a term of the glossary."""
        return lengthen(super().term(term_id))

    def template(self, kind: str, message: str) -> str:
        """Return a message of a kind of document."""
        return lengthen(super().template(kind, message))

    def _vocabulary_phrase(self, *words: object) -> str:
        return lengthen(super()._vocabulary_phrase(*words))  # type: ignore[arg-type]


def lengthen(message: str) -> str:
    """Return a message with accents and two fifths more letters; its placeholders don't change."""
    parts: list[str] = []
    # 0.999: rounded up, so that two fifths are the least.
    start, owed = 0, 0.999
    for found in PLACEHOLDER.finditer(message):
        words, owed = _lengthen_words(message[start : found.start()], owed)
        parts += [words, found.group()]
        start = found.end()
    words, _ = _lengthen_words(message[start:], owed)
    return "".join([*parts, words])


def _lengthen_words(words: str, owed: float) -> tuple[str, float]:
    """Return words with some of their own letters repeated, and the fraction of a letter still to add."""
    found = []
    for word in words.split(" "):
        letters = "".join(letter for letter in word if letter.isalpha())
        # The space after a word counts as a letter: it takes room on the line too.
        owed += (len(letters) + 1) * _LONGER if letters else 0
        more = min(int(owed), len(letters))
        owed -= more
        last = max((i for i, letter in enumerate(word) if letter.isalpha()), default=-1) + 1
        found.append(word[:last] + letters[:more].lower() + word[last:])
    return " ".join(found).translate(_ACCENTS), owed

"""A language that nobody speaks: English with accents, two fifths longer.

Whoever draws a template sees with it what a language of longer words will do, and which words
don't come from a catalogue: those have no accents.
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


class Pseudo(Translator):
    """Speaks longer words; its figures and lists are English."""

    def __init__(self, project: Project, database: Database) -> None:
        super().__init__(project, database, MESSAGE_LANGUAGE)

    def name(self, record: Record) -> str:
        """Return a record's name, longer."""
        return longer(super().name(record))

    def edition(self, edition_id: str) -> str:
        """Return an edition's name, longer."""
        return longer(super().edition(edition_id))

    def text(self, record: Record, field: str = "text", figure: Callable[[str], str] = str) -> str:
        """Return one of a record's messages, its words longer and its figures as they are."""
        message = record.get(field)
        if not isinstance(message, str):
            return ""
        return PLACEHOLDER.sub(lambda found: self._filled(record, found, figure), longer(message))

    def term(self, term_id: str) -> str:
        """Return a term of the glossary, longer."""
        return longer(super().term(term_id))

    def template(self, kind: str, message: str) -> str:
        """Return a message of a kind of document, longer."""
        return longer(super().template(kind, message))

    def _vocabulary(self, *words: object) -> str:
        return longer(super()._vocabulary(*words))  # type: ignore[arg-type]


def longer(message: str) -> str:
    """Return a message with accents and two fifths more letters; placeholders stay as they are."""
    parts: list[str] = []
    # Rounded up: two fifths are the least.
    start, owed = 0, 0.999
    for found in PLACEHOLDER.finditer(message):
        words, owed = _lengthened(message[start : found.start()], owed)
        parts += [words, found.group()]
        start = found.end()
    words, _ = _lengthened(message[start:], owed)
    return "".join([*parts, words])


def _lengthened(words: str, owed: float) -> tuple[str, float]:
    """Return words made longer, each by some of its own letters, and how much is owed yet."""
    found = []
    for word in words.split(" "):
        letters = "".join(letter for letter in word if letter.isalpha())
        # The space after a word is as much of the line as a letter is.
        owed += (len(letters) + 1) * _LONGER if letters else 0
        more = min(int(owed), len(letters))
        owed -= more
        last = max((i for i, letter in enumerate(word) if letter.isalpha()), default=-1) + 1
        found.append(word[:last] + letters[:more].lower() + word[last:])
    return " ".join(found).translate(_ACCENTS), owed

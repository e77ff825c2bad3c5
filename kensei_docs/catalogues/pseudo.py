"""A translator for tests of layouts: longer words with accents show where space is short, and untranslated words."""

from __future__ import annotations

import re
from collections.abc import Callable
from unicodedata import normalize

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, in_message_language
from kensei_docs.catalogues.plural_forms import Translation
from kensei_docs.catalogues.translator import Translator
from kensei_docs.database import Database
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER, Forms
from kensei_docs.problems import Place
from kensei_docs.project import Project

# The pseudo language: English with accents, two fifths longer, for testing templates. It shows whether a layout has
# room for longer words, and which words don't come from a catalogue: those without accents. A long message is three
# tenths longer: the longer a text, the less its translations grow (W3C, "Text size in translation").
PSEUDO = "pseudo"
# The letters that are added to a message, as a share of its letters; and the same for a long message.
_EXTRA_LETTERS = 0.4
_EXTRA_LETTERS_OF_LONG = 0.3
# A message of more letters is long.
_LONG_FROM = 70
# A message of a single word with this number of letters or more, such as the label of a figure, gets a soft hyphen, as
# translators write one into a long word: a narrow column may divide it there.
_HYPHEN_FROM = 11
_HYPHEN = "\u00ad"
_PLACEHOLDER_OR_WORD = re.compile(rf"{PLACEHOLDER.pattern}|[^ %]+")
_ACCENTS = str.maketrans(
    {c: normalize("NFC", c + accent) for few, accent in (("aeiouAEIOU", "\u0301"), ("nN", "\u0303")) for c in few}
)


# The end of the msgctxt of a game's name, which is hardly longer in another language; it stands on every card.
_NAME_OF_EDITION = "/edition.name"


class _PseudoTranslator(Translator):
    """A translator into the pseudo language; figures and lists are English."""

    def term(self, term_id: str) -> str:
        return lengthen(super().term(term_id))

    def _translation(self, domain: str, context: str, forms: Forms, where: Callable[[], Place]) -> Translation:
        message = in_message_language(forms)
        longer = _accented if context.endswith(_NAME_OF_EDITION) else lengthen
        return message._replace(strings=tuple(map(longer, message.strings)))


def translator_for(project: Project, database: Database, language: str) -> Translator:
    """Return the translator into a language, or into ``PSEUDO``."""
    if language == PSEUDO:
        return _PseudoTranslator(project, database, MESSAGE_LANGUAGE)
    return Translator(project, database, language)


def _accented(message: str) -> str:
    return message.translate(_ACCENTS)


def lengthen(message: str) -> str:
    """Return a message with accents and two fifths more letters (a long one with three tenths more).

    Placeholders are not changed.
    """
    share = _EXTRA_LETTERS_OF_LONG if len(PLACEHOLDER.sub("", message)) > _LONG_FROM else _EXTRA_LETTERS
    # The number of letters still to add. It begins nearly at 1, so that the total is rounded up to at least the share.
    owed = 0.999

    def longer(match: re.Match[str]) -> str:
        """Return a word with a share of its own letters repeated."""
        nonlocal owed
        word = match.group()
        if word[0] == "%":
            return word
        letters = "".join(letter for letter in word if letter.isalpha())
        # The space after a word counts as a letter: it takes room on the line too.
        owed += (len(letters) + 1) * share if letters else 0
        repeated = min(int(owed), len(letters))
        owed -= repeated
        last = max((i for i, letter in enumerate(word) if letter.isalpha()), default=-1) + 1
        hyphen = _HYPHEN if word == message and len(letters) + repeated >= _HYPHEN_FROM else ""
        return (word[:last] + hyphen + letters[:repeated].lower() + word[last:]).translate(_ACCENTS)

    return _PLACEHOLDER_OR_WORD.sub(longer, message)

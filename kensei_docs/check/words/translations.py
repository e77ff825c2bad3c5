"""Checks of translations: they are there, have the placeholders of their messages, and are whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.catalogues.localised_messages import LocalisedMessage
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.database.spreadsheets.worksheets import CellPlace
from kensei_docs.problems import Problem, check, closest, short_path


@check("warning")
def translations(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """Every message is translated into every language, and no translation is out of date.

    A translation belongs to its message: where that changed, the translation is marked stale (fuzzy) by ``kensei-docs
    catalogue update``, and is not printed. What a user keeps in a spreadsheet is in his own words, and stands so in all
    languages until he translates it.

    Wrong: an entry with an empty ``msgstr``; one that is marked ``fuzzy``; no entry at all. Right: a name that reads
    the same in both languages, translated as itself.
    """
    for localised in messages:
        file = short_path(str(localised.catalogue))
        if not localised.words and not isinstance(localised.message.place, CellPlace):
            yield localised.problem(
                f"has no translation into {localised.language}; run 'kensei-docs catalogue update' and "
                f"write it in {file}"
            )
        elif localised.stale and not localised.form:
            yield localised.problem(
                f"changed since it was translated into {localised.language}; "
                f"mend the translation in {file} and take its mark off"
            )


@check("error")
def placeholders(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """A translation has the placeholders of its message, all of them and no other.

    Placeholders stand for figures: a translation that lacks one leaves a rule's number out. They may stand in another
    order, and more than once. The form for exactly one thing may leave out the figure that counts it.

    Wrong: ``Add %(bonus)s to the roll.`` translated without ``%(bonus)s``, or with ``%(bonos)s``; a lone ``%``.
    Right: ``Suma %(bonus)s a la tirada.``
    """
    for localised in messages:
        # Stale words are not printed, and have a finding of their own.
        if localised.language == localised.message.language or not localised.words or localised.stale:
            continue
        message_names = {**_names(localised.message.text), **_names(localised.message.plural)}
        translation_names = _names(localised.words)
        for name in message_names:
            # "once" need not name the one that it counts.
            if name not in translation_names and not (localised.for_one and name == localised.message.counted):
                yield localised.problem(
                    f"in {localised.language} has no %({name})s, which the message has; put it where the figure belongs"
                )
        for name in translation_names:
            if name not in message_names:
                yield localised.problem(
                    f"in {localised.language} has %({name})s, which the message "
                    f"hasn't{closest(name, message_names)}; mend the name"
                )
        if any(placeholder.group() == "%" for placeholder in PLACEHOLDER.finditer(localised.words)):
            yield localised.problem(f"in {localised.language} has a lone %; write %%")


def _names(text: str) -> dict[str, None]:
    return {placeholder["name"]: None for placeholder in PLACEHOLDER.finditer(text) if placeholder["name"]}


_DOUBLED = re.compile(r"(?<![\w-])([^\W\d_]{2,})\s+\1(?![\w-])", re.I)
# UTF-8 that was read as Latin-1 shows a capital A with tilde or circumflex before a symbol.
_BROKEN = re.compile("\ufffd|[ÃÂ][\u0080-\u00bf]|â€")


@check("warning")
def doubled_or_corrupt_text(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """No word is written twice in a row, and no letter is broken.

    Wrong: "roll the the dice"; a replacement character, or letters read in the wrong encoding. Right: "a Bo-hiya hiya",
    whose first half is another word.
    """
    for localised in messages:
        for match in _DOUBLED.finditer(localised.words):
            yield localised.problem(f"in {localised.language} says '{match.group()}'; take one away")
        broken = _BROKEN.search(localised.words)
        if broken:
            around = localised.words[max(0, broken.start() - 10) : broken.end() + 10].strip()
            yield localised.problem(f"in {localised.language} has a broken letter in '{around}'; write it anew")

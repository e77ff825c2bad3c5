"""What is wrong with a translation, for the checks, the status and the page: alone, and beside its message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from unicodedata import category, name

from kensei_docs.catalogues.plural_forms import Translation
from kensei_docs.database.placeholders_and_plurals import LONE_SIGN, PLACEHOLDER, Forms, mistakes_in, unknown_ways
from kensei_docs.problems import Severity, closest

_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>|&#?\w+;")
_BRACES = re.compile(r"(?<!%)\{+[^{}]*\}*|(?<!\w)\}+")
_BLANKS = re.compile(r"[^\S\n]{2,}")
# Marks that join or turn letters, of use in scripts other than ours.
_OF_OTHER_SCRIPTS = "\u200c\u200d\u200e\u200f"
_SOFT_HYPHEN = "\u00ad"
# A figure needs no blank to stand twice in a row.
_DOUBLED = re.compile(r"(?<![\w%-])([^\W\d_]{2,})\s+\1(?![\w-])|(?<!%)(%\([\w-]+(?:\|\w+)?\)s)\s*\2", re.I)
# UTF-8 that was read as Latin-1 shows a capital A with tilde or circumflex before a symbol.
_BROKEN = re.compile("\ufffd|[ÃÂ][\u0080-\u00bf]|â€")
# Scripts that have letters that look alike.
_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}


class Fault(NamedTuple):
    """What is wrong with a translation, with the name and severity of the check that tells it too."""

    message: str
    check: str
    severity: Severity = "error"


def placeholder_faults(forms: Forms, words: str, for_one: bool = False) -> Iterator[str]:
    """Yield what is wrong with the placeholders of a translation: one that has any of these is not printed.

    The string for exactly one thing (``for_one``) may leave out the figure that counts: "once" for "%(times)s times".
    """
    expected = {**_names(forms.one), **_names(forms.many)}
    given = _names(words)
    mistakes = mistakes_in(words, expected)
    all_braces = [braces for braces in dict.fromkeys(_BRACES.findall(words)) if braces not in forms.one + forms.many]
    meant = {*(mistake.figure for mistake in mistakes), *(braces.strip("{} ") for braces in all_braces)}
    for figure in expected:
        if figure not in given and figure not in meant and not (for_one and figure == forms.counted):
            yield f"has no %({figure})s, which the message has; put it where the figure belongs"
    for figure in given:
        if figure not in expected and figure.strip():
            yield f"has %({figure})s, which the message hasn't{closest(figure, expected)}; mend the name"
    of_message = {mistake.said for mistake in mistakes_in(forms.one, expected)}
    for mistake in mistakes:
        # A name has no figures, and its percent sign is one: "50 % off".
        if mistake.said not in of_message:
            yield f"has {mistake.said}"
    yield from (f"has {fault}" for fault in unknown_ways(words))
    for braces in all_braces:
        yield f"has '{braces}', {_of_braces(braces, expected)}"


def message_faults(forms: Forms) -> Iterator[str]:
    """Yield what is wrong with the placeholders of a message itself, for which no figures are known."""
    text = forms.one + forms.many
    yield from (f"has {mistake.said}" for mistake in mistakes_in(text, ()) if mistake.said != LONE_SIGN)
    yield from (f"has {fault}" for fault in unknown_ways(text))


def _of_braces(braces: str, figures: Iterable[str]) -> str:
    """Return what is said of braces in a translation, which have no meaning there."""
    if "|" in braces:
        return "words in braces, which belong in the message; write a form for each number (msgstr[0], msgstr[1] …)"
    hint = closest(f"%({braces.strip('{}% ')})s", [f"%({figure})s" for figure in figures])
    return f"which would be printed as it stands{hint}; write %(NAME)s for a figure, or words"


def stray_characters(message: str, words: str) -> Iterator[str]:
    """Yield the characters of a translation that its message has not, and that nobody means to print."""
    for edge, at_edge in (("begins", slice(1)), ("ends", slice(-1, None))):
        if words[at_edge].isspace() and not message[at_edge].isspace():
            yield f"{edge} with a blank, which the message does not; take it away"
        elif message[at_edge].isspace() and not words[at_edge].isspace():
            yield f"{edge} without the blank that the message {edge} with; add it"
    inside = words.strip()
    if "\n" in inside and "\n" not in message.strip():
        yield "has a line break, which the message has not; take it away"
    if _BLANKS.search(inside) and not _BLANKS.search(message):
        yield "has two blanks in a row, which the message has not; take one away"
    if "\\" in words and "\\" not in message:
        yield "has a backslash, which the message has not; take it away"
    for markup in dict.fromkeys(_MARKUP.findall(words)):
        if markup not in message:
            yield f"has '{markup}', which is printed as it stands; write words alone"
    for letter in dict.fromkeys(inside):
        if category(letter) in _INVISIBLE and letter not in message and not _is_of_use(letter, words):
            yield f"has U+{ord(letter):04X}, a character that nobody sees; take it away"


def slips_of_the_pen(words: str) -> Iterator[str]:
    """Yield what is wrong with words by themselves: said twice in a row, letters that are broken or of two scripts."""
    for match in _DOUBLED.finditer(words):
        yield f"says '{match.group()}'; take one away"
    broken = _BROKEN.search(words)
    if broken:
        around = words[max(0, broken.start() - 10) : broken.end() + 10].strip()
        yield f"has a broken letter in '{around}'; write it anew"
    for word in dict.fromkeys(re.findall(r"[^\W\d_]+", words)):
        scripts = {name(letter, "").partition(" ")[0] for letter in word}
        found = [script.capitalize() for script in _ALIKE if script in scripts]
        if len(found) > 1:
            yield f"has '{word}', in which {' and '.join(found)} letters look alike; type it anew"


def faults_of_forms(forms: Forms, translation: Translation) -> Iterator[Fault]:
    """Yield why a translation can't be printed: it has not the forms of its catalogue, or other placeholders."""
    if wrong := translation.forms.fault_of(len(translation.strings)):
        yield Fault(wrong, "catalogues-are-valid")
    one = translation.of_exactly_one
    for words in translation.strings:
        yield from (Fault(fault, "placeholders") for fault in placeholder_faults(forms, words, words == one))


def printed_faults(forms: Forms, translation: Translation) -> Iterator[Fault]:
    """Yield what is wrong with a translation that is printed all the same."""
    for words in translation.strings:
        yield from (Fault(fault, "no-stray-characters") for fault in stray_characters(forms.one, words))
        yield from (Fault(slip, "doubled-or-corrupt-text", "warning") for slip in slips_of_the_pen(words))


def is_sound(forms: Forms, translation: Translation) -> bool:
    """Return whether a translation can be printed as it is."""
    stray = (fault for words in translation.strings for fault in stray_characters(forms.one, words))
    return not [*faults_of_forms(forms, translation), *stray]


def _is_of_use(letter: str, words: str) -> bool:
    if letter in "\n" + _SOFT_HYPHEN:
        return True
    return letter in _OF_OTHER_SCRIPTS and any(
        other.isalpha() and not name(other, "LATIN").startswith("LATIN") for other in words
    )


def _names(text: str) -> dict[str, None]:
    return {placeholder["name"]: None for placeholder in PLACEHOLDER.finditer(text) if placeholder["name"]}

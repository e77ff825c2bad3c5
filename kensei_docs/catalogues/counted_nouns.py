"""Finds the noun that a figure counts in a text as it is written, and the figures that people say as words: *half*."""

from __future__ import annotations

import re

from kensei_docs.catalogues.number_words import LAST_SPELLED
from kensei_docs.database import Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER, counted_in
from kensei_docs.figures import Figure, parse
from kensei_docs.languages import Language, codes, noun_forms
from kensei_docs.languages import language as language_of

# The counted words follow the figure: "2 markers", "two markers", "2 spent markers".
# A single letter is a unit, such as s.
_COUNTED_WORD = re.compile(r"[\s\u00a0]+([^\W\d_][\w’'-]+)")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)\s")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+$")


# A unit behind a figure. "in" is a preposition too: "%(range)s in front of it".
_UNITS = sorted(
    {
        word
        for known in map(language_of, codes())
        for words in known.units.values()
        for word in words
        if word not in known.function_words
    },
    key=len,
    reverse=True,
)
UNIT = re.compile(rf"\s?(?:(?:{'|'.join(_UNITS)})\b|[\"″”](?=\s)|%%)", re.I)
_BRACES = re.compile(r"\s+\{[^{}|]*\|([^{}|]*)\}")


def in_forms(match: re.Match[str], words: str, forms: tuple[str, str]) -> str:
    """Return a figure and the words behind it, the last of them with a form for one and one for several."""
    return f"{match.group()}{words.removesuffix(words.split()[-1])}{{{'|'.join(forms)}}}"


def counted_noun(
    text: str, language: str, figure: re.Match[str], record: Record | None = None
) -> tuple[str, tuple[str, str]] | None:
    """Return the words behind a figure up to the noun that it counts, and the forms of that; None where it counts none.

    Where the language has adjectives before nouns, one may stand between the two. A noun may, too, where the figure
    of the ``record`` is more than one: six smoke counters.
    """
    grammar = language_of(language)
    before = _WORD_BEFORE.search(text[: figure.start()])
    if UNIT.match(text, figure.end()) or figure["way"] in ("times", "multiple"):
        return None
    if before and before[1].lower() in grammar.articles_of_one:
        return None
    position = figure.end()
    for _ in range(1 if grammar.head_first else 2):
        word = _COUNTED_WORD.match(text, position)
        if word is None or word[1].lower() in grammar.function_words | grammar.uncounted:
            return None
        if forms := noun_forms(word[1], grammar):
            single = grammar.head_first or word[1] == forms[1] or not is_several(record, figure["name"])
            behind = None if single else _COUNTED_WORD.match(text, word.end())
            of_behind = noun_forms(behind[1], grammar) if behind else None
            if behind and of_behind and behind[1] == of_behind[1] and behind[1].lower() not in grammar.uncounted:
                return text[figure.end() : behind.end()], of_behind
            return text[figure.end() : word.end()], forms
        position = word.end()
    return None


def is_plural_of_several(record: Record | None, name: str, noun: tuple[str, tuple[str, str]]) -> bool:
    """Return whether a noun that ``counted_noun`` found is in the plural, and its figure is more than one."""
    words, (_, plural) = noun
    return words.split()[-1] == plural and is_several(record, name)


def is_several(record: Record | None, name: str) -> bool:
    """Return whether a figure of a record is a number of things, and more than one."""
    value = record.get(f"figures.{name}") if record else None
    figure = parse(value) if isinstance(value, str) else None
    return figure is not None and figure.whole is not None and figure.whole > 1


def counts(record: Record | None, name: str) -> bool:
    """Return whether a figure is a number of things; a figure that isn't known may be."""
    value = record.get(f"figures.{name}") if record else None
    figure = parse(value) if isinstance(value, str) else None
    return figure is None or (figure.whole is not None and figure.kind == "count")


def reads_as_words(text: str, record: Record, language: str, match: re.Match[str]) -> bool:
    """Return whether a figure of a text is a share, or parts of several, that people say in words."""
    value, grammar = record.get(f"figures.{match['name']}"), language_of(language)
    figure = parse(value) if isinstance(value, str) else None
    return figure is not None and (is_share(figure, grammar) or bool(partitive_after(figure, text, match, grammar)))


def is_share(figure: Figure, grammar: Language) -> bool:
    """Return whether a figure is a fraction that the language has a word for, such as half."""
    return figure.kind == "fraction" and figure.text in grammar.shares


def is_few(figure: Figure) -> bool:
    """Return whether a figure is a number of things that is small enough to be written as a word."""
    return figure.kind == "count" and figure.whole is not None and figure.whole <= LAST_SPELLED


def partitive_after(figure: Figure, text: str, match: re.Match[str], grammar: Language) -> str | None:
    """Return the word behind a small number that makes it a part of several (the "of" of *two of them*), or None."""
    word = _NEXT_WORD.match(text, match.end()) if is_few(figure) else None
    return word[1] if word and word[1].lower() in grammar.partitives else None


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


def with_plurals(text: str, record: Record) -> str:
    """Return a text with the plural in place of forms for each figure behind the first with forms, if it is more than
    one."""
    counted = next(iter(counted_in(text)), "")
    for found in reversed(list(PLACEHOLDER.finditer(text))):
        braces = _BRACES.match(text, found.end())
        if braces and found["name"] != counted and is_several(record, found["name"]):
            text = f"{text[: found.end()]} {braces[1]}{text[braces.end() :]}"
    return text


def with_one_counted(text: str, record: Record, language: str) -> str:
    """Return a text that has forms for the first of its figures that counts something, and says the others as a list
    does: ``points: %(points)s`` for ``%(points)s point``.

    Those that are more than one and have a plural behind them stay.
    """
    counted = next(iter(counted_in(text)), "")
    for found in reversed(list(PLACEHOLDER.finditer(text)) if counted else []):
        name = found["name"]
        if not name or name == counted or found["way"] or not counts(record, name):
            continue
        braces, noun = _BRACES.match(text, found.end()), counted_noun(text, language, found, record)
        if noun and is_plural_of_several(record, name, noun):
            continue
        if braces:
            said, end = braces[1], braces.end()
        elif noun:
            words, forms = noun
            said, end = f"{words.strip().removesuffix(words.split()[-1])}{forms[1]}", found.end() + len(words)
        else:
            continue
        text = f"{text[: found.start()]}{said}: {found.group()}{text[end:]}"
    return text

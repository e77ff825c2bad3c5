"""Numbers in words, where a message asks for them, and the nouns that its figures count.

A message asks with ``%(wounds|words)s``, ``%(share|words)s``, ``%(distance|times)s``, ``%(units|feminine)s``,
``%(units|masculine)s`` or ``%(distance|multiple)s``. A counted noun is found in a text as it is written, and so are the
figures that people say as words: *half*. num2words spells whole numbers; ``languages/`` has the words for fractions and
multiples (half, twice).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from kensei_docs.database import Record
from kensei_docs.database.placeholders import PLACEHOLDER, counted_in
from kensei_docs.figures import Figure, figure_in, localise, parse
from kensei_docs.languages import Language, codes, noun_forms
from kensei_docs.languages import language as language_of

# Where a sentence begins: a figure as a word has a capital there.
_BEGINS = re.compile(r"(?:^|[.?!]\s)\W*$")


def filled_in(message: str, said: Callable[[str, str], str]) -> str:
    """Return a message with what ``said(name, way)`` returns in each of its placeholders.

    ``way`` is empty where the message asks for a figure, and the name of a way where it asks for words.
    """

    def fill(placeholder: re.Match[str]) -> str:
        if placeholder["name"] is None:
            return "%"
        words = said(placeholder["name"], placeholder["way"] or "")
        begins = placeholder["way"] and _BEGINS.search(message[: placeholder.start()])
        return words[:1].upper() + words[1:] if begins else words

    return PLACEHOLDER.sub(fill, message)


# A whole number above this is written in digits, as books do.
LAST_SPELLED = 12


def number_in_words(figure: str, language: str, form: str) -> str:
    """Return a figure in words; one for which the language has no words is formatted in digits.

    ``form`` is ``words`` (a cardinal), ``feminine`` (its feminine form, if the language has one),
    ``masculine`` (its form before a masculine noun, where it has one: *un compañero*), ``times`` (how often,
    or how many times as much) or ``multiple`` (the name of the multiple: *el doble*).
    """
    grammar = language_of(language)
    parsed = parse(figure)
    digits = localise(figure, language)
    whole = parsed.whole if parsed and figure[:1] not in "+-" else None
    if parsed and parsed.kind == "fraction":
        return grammar.shares.get(parsed.text, digits)
    if whole is None:
        return digits
    number = _cardinal(whole, language) or digits
    own = {"feminine": grammar.feminine, "masculine": grammar.masculine, "multiple": grammar.multiple_words}
    if whole in own.get(form, {}):
        return own[form][whole]
    if form in ("times", "multiple"):
        return grammar.times.get(whole) or (grammar.times_of % number if grammar.times_of else f"{number} ×")
    return number


def _cardinal(number: int, language: str) -> str:
    """Return a whole number's word, empty where it is large or the language has none."""
    from num2words import num2words

    if number > LAST_SPELLED:
        return ""
    try:
        return str(num2words(number, lang=language))
    except NotImplementedError:
        return ""


# A word after a figure that it may count: "2 markers", "two markers", "2 spent markers". A single letter, such as s, is
# a unit.
_COUNTED_WORD = re.compile(r"[\s\u00a0]+([^\W\d_][\w’'-]+)")
_ENDS_CLAUSE = re.compile(r"\s*(?:[.,;:)!?]|$)")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)\s")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+$")
# Letters of a short word in capitals, such as HP, which is the same for one and for several.
_LONGEST_ABBREVIATION = 4
_BRACES = re.compile(r"\s+\{[^{}|]*\|([^{}|]*)\}")


@cache
def unit_pattern() -> re.Pattern[str]:
    """Return the pattern of a unit after a figure, in any language."""
    # "in" is a preposition too: "%(range)s in front of it".
    words = {
        word
        for known in map(language_of, codes())
        for words in known.units.values()
        for word in words
        if word not in known.function_words
    }
    return re.compile(rf"\s?(?:(?:{'|'.join(sorted(words, key=len, reverse=True))})\b|[\"″”](?=\s)|%%)", re.I)


def in_forms(match: re.Match[str], words: str, forms: tuple[str, str]) -> str:
    """Return a figure and the words after it, the last word as ``{singular|plural}``."""
    return f"{match.group()}{words.removesuffix(words.split()[-1])}{{{'|'.join(forms)}}}"


def counted_noun(
    text: str, language: str, figure: re.Match[str], record: Record | None = None
) -> tuple[str, tuple[str, str]] | None:
    """Return the words after a figure up to the noun that it counts, and (singular, plural) of that noun.

    None if it counts no noun. In a language with adjectives before nouns, words may stand between the two: adjectives,
    or another noun if the figure of the ``record`` is more than one or a clause ends there, as in "six smoke counters".
    """
    grammar = language_of(language)
    before = _WORD_BEFORE.search(text[: figure.start()])
    if unit_pattern().match(text, figure.end()) or figure["way"] in ("times", "multiple"):
        return None
    if before and before[1].lower() in grammar.articles_of_one:
        return None
    for word in _words_after(text, figure.end(), 1 if grammar.head_first else 2, grammar):
        if word[1].isupper() and len(word[1]) <= _LONGEST_ABBREVIATION:
            return None
        forms = noun_forms(word[1], grammar)
        if forms is None:
            continue
        # One of the next two words may be a noun in the plural that these tell more of: "tide cards".
        more = _words_after(text, word.end(), 2, grammar) if not grammar.head_first and word[1] != forms[1] else ()
        nouns = (
            (other.end(), found) for other in more if (found := noun_forms(other[1], grammar)) and other[1] == found[1]
        )
        end, of_it = next(nouns, (0, forms))
        if end and (is_several(record, figure["name"]) or _ENDS_CLAUSE.match(text, end)):
            return text[figure.end() : end], of_it
        return text[figure.end() : word.end()], forms
    return None


def _words_after(text: str, position: int, most: int, grammar: Language) -> Iterator[re.Match[str]]:
    """Yield the words from a position on that may be counted, or tell of what is: up to the first that can't be."""
    for _ in range(most):
        word = _COUNTED_WORD.match(text, position)
        if word is None or word[1].lower() in grammar.function_words | grammar.uncounted:
            return
        yield word
        position = word.end()


def is_plural_of_several(record: Record | None, name: str, noun: tuple[str, tuple[str, str]]) -> bool:
    """Return whether a noun that ``counted_noun`` found is in the plural, and its figure is more than one."""
    words, (_, plural) = noun
    return words.split()[-1] == plural and is_several(record, name)


def is_several(record: Record | None, name: str) -> bool:
    """Return whether a figure of a record is a number of things, and more than one."""
    figure = _figure(record, name)
    return figure is not None and (figure.whole or 0) > 1


def counts(record: Record | None, name: str) -> bool:
    """Return whether a figure is a number of things; True for a figure that is not known."""
    figure = _figure(record, name)
    return figure is None or (figure.whole is not None and figure.kind == "count")


def _figure(record: Record | None, name: str) -> Figure | None:
    return figure_in(record.get(f"figures.{name}")) if record else None


def reads_as_words(text: str, record: Record, language: str, match: re.Match[str]) -> bool:
    """Return whether a figure of a text is a share, or parts of several, that people say in words."""
    figure, grammar = _figure(record, match["name"]), language_of(language)
    return figure is not None and (is_share(figure, grammar) or bool(partitive_after(figure, text, match, grammar)))


def is_share(figure: Figure, grammar: Language) -> bool:
    """Return whether a figure is a fraction that the language has a word for, such as half."""
    return figure.kind == "fraction" and figure.text in grammar.shares


def is_few(figure: Figure) -> bool:
    """Return whether a figure is a number of things that is small enough to be written as a word."""
    return figure.kind == "count" and figure.whole is not None and figure.whole <= LAST_SPELLED


def partitive_after(figure: Figure, text: str, match: re.Match[str], grammar: Language) -> str | None:
    """Return the word after a small number that makes it a part of several, the "of" in "two of them"; else None."""
    word = _NEXT_WORD.match(text, match.end()) if is_few(figure) else None
    return word[1] if word and word[1].lower() in grammar.partitives else None


def with_forms(text: str, record: Record, language: str) -> str:
    """Return a text with forms for the first noun that a figure of its record counts, unless it has forms already.

    Shares and parts of several become words.
    """
    if not counted_in(text):
        for found in PLACEHOLDER.finditer(text):
            countable = found["name"] and counts(record, found["name"])
            if noun := counted_noun(text, language, found, record) if countable else None:
                text = text[: found.start()] + in_forms(found, *noun) + text[found.end() + len(noun[0]) :]
                break
    for found in reversed(list(PLACEHOLDER.finditer(text))):
        if found["name"] and not found["way"] and reads_as_words(text, record, language, found):
            text = f"{text[: found.start()]}%({found['name']}|words)s{text[found.end() :]}"
    return text


def with_plurals(text: str, record: Record) -> str:
    """Return a text in which only the first figure with forms keeps them; others that are more than one get the plural.

    A message has forms for one figure only.
    """
    counted = next(iter(counted_in(text)), "")
    for found in reversed(list(PLACEHOLDER.finditer(text))):
        braces = _BRACES.match(text, found.end())
        if braces and found["name"] != counted and is_several(record, found["name"]):
            text = f"{text[: found.end()]} {braces[1]}{text[braces.end() :]}"
    return text


def with_one_counted(text: str, record: Record, language: str) -> str:
    """Return a text with forms for one figure only: the other figures that count a noun follow it, as in a list.

    ``%(points)s point`` becomes ``points: %(points)s``. A figure that is more than one and has a plural after it is not
    changed.
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

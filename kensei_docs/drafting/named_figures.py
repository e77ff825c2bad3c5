"""The figures of a passage: a name for each, and the words around it as a cue.

The figures after the names of a list, such as prices, in brackets or after a dash, have one name in the whole list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.extract.document import letters_of
from kensei_docs.extract.reading.cues import SLOTS
from kensei_docs.extract.reading.figures_in_text import Occurrence
from kensei_docs.languages import Language
from kensei_docs.slugs import slug_of

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?:;](?=\s|$)")
# What divides a sentence in parts of which each names its own figures: a comma, a bracket around words, a dash, a bar.
_CLAUSE = re.compile(r",(?=\s)|[(\[](?=\D)|[)\]](?<=[^\d)\]][)\]])|[|\u2022\u25aa\u25cf]|\s[\u2013\u2014-]\s")
# Words before a colon, at the beginning of a line or behind a wide space, a bar or a figure.
_LABEL = re.compile(
    r"(?:^|(?<=[\d\"\u2033|;,.]\s)|\s{2,}|(?<=in\s)|(?<=cm\s))[\W\d_]*"
    r"(?P<label>[^\W\d_](?:[^\W\d_]|[/'\u2019 -]){0,40}):(?=\s)",
    re.M,
)
_MAX_VALUE_WORDS = 8  # words of a value, whose first figure has the name of its label
# What a figure at the beginning of a line stands for, and the word before a figure in brackets.
_BEHIND = re.compile(r":\s+([^\W\d_]+(?: [^\W\d_]+)?)(?=\s*(?:[.\n]|$))")
_BRACKETED = re.compile(r"([^\W\d_]+)\($")
_MIN_BESIDE = 4  # letters of a common word beside a length that may be its name, such as within or away
_CODE = re.compile(r"(?<![^\W_])([A-Z][A-Za-z]{0,2})$")  # the letters before a figure in a row of codes
_MIN_CODES = 3
_NEXT_WORD = re.compile(r"\)?\s+([^\W\d_]+)")
_STEM = 5  # letters
_MIN_NUMBER_WORD = 2  # the least value of a number word that is a figure: "one" is an article in many languages
# The words of a cue on each side of its slot: a figure that is not found with a short cue gets a long one.
SHORT_CUE, LONG_CUE = 2, 4
_COMMON_WORDS = 250  # the number of the most frequent words of a language that are not used as names
# The words on each side of a figure of which one may become its name.
_NAME_WINDOW_WORDS = 4
_PRICE = re.compile(
    r"\s*(?:[(\[](?P<inside>[^()\[\]]{1,30})[)\]]|[\u2013\u2014-]\s*(?P<after_dash>\d+ [^\W\d_]+)\.?(?=\n|$))"
)
# What a message or a template has where a figure is printed, and what stands for it among the words of a document.
_NO_BRACES = str.maketrans("{}", "()")
_SIGN_OF_FIGURE = re.compile(r"%(?=\()|\$(?=[a-z])")
_UNNAMED = "figure"  # the key of a figure whose name has no Latin letter and no digit
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True)
class DraftedFigure:
    """A figure of a passage: its name, the word (``label``) from which the name is made, its value, and its cue.

    ``slot`` is the placeholder of its cue, ``before`` and ``after`` are the words around it in its sentence, ``start``
    and ``end`` its offsets in the passage.
    """

    name: str
    label: str
    value: str
    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    start: int
    end: int

    def cue(self, width: int) -> str:
        """Return the cue with up to ``width`` words on each side of its slot: ``costs <count> points``."""
        return " ".join((*self.before[max(0, len(self.before) - width) :], f"<{self.slot}>", *self.after[:width]))


def figures_in(
    text: str,
    occurrences: Iterable[Occurrence],
    language: Language,
    excluded: Collection[str],
    title: str,
    parts: Iterable[int] = (),
    taken: Iterable[str] = (),
    counted: Collection[str] = (),
) -> list[DraftedFigure]:
    """Return the figures of a passage, each once, with names that differ.

    ``occurrences`` are all ways to read the figures of ``text``, with offsets in it. A number word below two is left
    out unless it stands before one of the nouns that are ``counted``; ``excluded`` are words that can't be names.
    ``title`` is the heading of the passage: the name of a figure that has no other word beside it. ``parts`` are the
    offsets at which paragraphs and rows begin: words beyond them are not used. ``taken`` are names of other figures of
    the record.
    """
    chosen = _one_reading_each(text, occurrences, language.function_words, counted)
    parts = [0, *parts, len(text)]
    sentences = sorted([*(match.end() for match in _SENTENCE.finditer(text)), *parts])
    links = re.compile(rf"\s(?:{'|'.join(language.conjunctions)})(?=\s)") if language.conjunctions else _CLAUSE
    clauses = sorted([*sentences, *(match.end() for shape in (_CLAUSE, links) for match in shape.finditer(text))])
    labels = _labels_before(text, chosen, sorted(parts), title)
    drafted: list[DraftedFigure] = []
    names = {*taken}
    for i, occurrence in enumerate(chosen):
        start, end = occurrence.start, occurrence.end
        room = chosen[i - 1].end if i else 0, chosen[i + 1].start if i + 1 < len(chosen) else len(text)
        inside, around = [_around(text, occurrence, edges, *room) for edges in (clauses, sentences)]
        found = [labels[start]] if start in labels else []
        for before, after in (inside, around):
            found += _candidates(occurrence, before, after, excluded, language)
        first, *others = dict.fromkeys(words[:1].upper() + words[1:] for words in found) or [title]
        # A name that another figure has gets another word beside it: no figure is called cards-2 that may be more.
        beside = [f"{first} {other}" for other in others if other.casefold() not in first.casefold()]
        order = [first, *beside, *others, title]
        label = next((words for words in order if key_of(words) not in names), first)
        name = numbered(key_of(label), names)
        names.add(name)
        slot = next(slot for slot, kinds in SLOTS.items() if occurrence.figure.kind in kinds)
        drafted.append(DraftedFigure(name, label, occurrence.value, slot, *around, start, end))
    return drafted


def _around(
    text: str, occurrence: Occurrence, edges: Sequence[int], low: int, high: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words before and after a figure, from ``low`` to ``high``, up to the nearest of the ``edges``."""
    low = max([edge for edge in edges if edge <= occurrence.start] + [low])
    high = min([edge for edge in edges if edge >= occurrence.end] + [high])
    before = tuple(match.group() for match in _WORD.finditer(text, low, occurrence.start))
    return before, tuple(match.group() for match in _WORD.finditer(text, occurrence.end, high))


def _labels_before(text: str, chosen: Sequence[Occurrence], parts: Sequence[int], title: str) -> dict[int, str]:
    """Return the label of each figure that is alone behind one, by its offset: Cost of ``Cost: 12``.

    A label is the first words of a paragraph, or words behind a wide space, a bar or a figure, before a colon; that of
    ``2-5: Stunned`` stands behind it. ``title`` is the heading of the passage, which is none. In a row of codes, such
    as ``M4 A2 W1``, each code is the label of its figure, as AP is of ``AP(2)``.
    """
    labels: dict[int, str] = {}
    found = list(_LABEL.finditer(text))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        stop = min([part for part in parts if part >= match.end()] + [end])
        inside = [one for one in chosen if match.end() <= one.start < stop]
        words = len(text[match.end() : stop].split())
        if inside and words <= _MAX_VALUE_WORDS and letters_of(match["label"]) != letters_of(title):
            labels[inside[0].start] = " ".join(match["label"].split())
    codes = {one.start: code[1] for one in chosen if (code := _CODE.search(text, max(0, one.start - 4), one.start))}
    if len(codes) >= _MIN_CODES and len({*codes.values()}) == len(codes):
        labels |= codes
    for one in chosen:
        if behind := _BEHIND.match(text, one.end):
            labels.setdefault(one.start, behind[1])
        if (bracketed := _BRACKETED.search(text, max(0, one.start - 20), one.start)) and text[
            one.end : one.end + 1
        ] == ")":
            labels.setdefault(one.start, bracketed[1])
    return labels


def _one_reading_each(
    text: str, occurrences: Iterable[Occurrence], function_words: Collection[str], counted: Collection[str]
) -> list[Occurrence]:
    """Return one occurrence for each figure, in order: the longest that is a whole figure, or a number word.

    A number word that is among the ``function_words`` is left out, and one below two that stands before no ``counted``
    noun; so is a word that is repeated in digits, as in *two (2)*. Of a figure in doubt it is the likelier meaning.
    """
    chosen: list[Occurrence] = []
    doubtful = 0
    for occurrence in sorted(occurrences, key=lambda o: (o.start, -o.end, not o.doubt, not o.whole)):
        if occurrence.start < doubtful:
            continue
        if occurrence.doubt:
            doubtful = occurrence.end
        number = occurrence.figure.whole
        words = text[occurrence.start : occurrence.end].casefold()
        noun = _NEXT_WORD.match(text, occurrence.end)
        is_small = number is not None and number < _MIN_NUMBER_WORD
        counts = number == 1 and noun is not None and stem_of(noun[1]) in counted
        is_figure = (occurrence.is_readable if occurrence.doubt else occurrence.whole) or (
            not occurrence.written and (counts if is_small else words not in function_words)
        )
        above = chosen[-1] if chosen else None
        if above and occurrence.written and not above.written and occurrence.value == above.value:
            chosen = chosen[: len(chosen) - (text[above.end : occurrence.start].strip() == "(")]
        if is_figure and (not chosen or occurrence.start >= chosen[-1].end):
            chosen.append(occurrence)
    return chosen


def counted_nouns(text: str, occurrences: Iterable[Occurrence]) -> frozenset[str]:
    """Return the stems of the words that stand behind a number above one: those that a document counts."""
    return frozenset(
        stem_of(noun[1])
        for one in occurrences
        if one.figure.kind == "count" and (one.figure.whole or 0) >= _MIN_NUMBER_WORD
        if (noun := _NEXT_WORD.match(text, one.end)) and len(noun[1]) > 2
    )


def stem_of(word: str) -> str:
    """Return the first letters of a word, which its singular and its plural share.

    >>> stem_of("cartas") == stem_of("carta"), stem_of("animales") == stem_of("animal")
    (True, True)
    """
    return letters_of(word)[:_STEM].rstrip("s")


def _candidates(
    occurrence: Occurrence, before: Sequence[str], after: Sequence[str], excluded: Collection[str], language: Language
) -> list[str]:
    """Return the words around a figure that may be its name, the best first: up to two behind it that stand together.

    What a number counts stands behind it, unless a preposition does: *3 other cards*, *a roll of 6 in melee*. A length
    is named by the word right beside it, *Move 6 cm*, *within 6 cm*, or by one before it.
    """
    kind = occurrence.figure.kind
    all_capitals = all(map(str.isupper, (*before, *after)))
    near_before, near_after = (
        [word for word in words[:_NAME_WINDOW_WORDS] if _may_name(word, excluded, all_capitals)]
        for words in (before[::-1], after)
    )
    if len(near_after) > 1 and _are_a_phrase(near_after[0], near_after[1], after, occurrence, language):
        near_after.insert(0, " ".join(near_after[:2]))
    if kind in ("length", "dice-length", "length-range"):
        bounds = (phrase.replace("%s", "").split() for phrases in language.bounds.values() for phrase in phrases)
        compared = {word for words in bounds if len(words) > 1 for word in words}
        beside = [word for word in (*before[-1:], *after[:1]) if len(word) >= _MIN_BESIDE and word not in compared]
        found = [*(near_before if before and before[-1] in near_before else beside), *near_before, *near_after]
    elif kind in ("modifier", "profile", "share", "fraction"):
        found = [*near_after, *near_before]
    else:
        counts = bool(after) and after[0].casefold() not in language.function_words and kind != "target"
        found = [*near_after, *near_before] if counts and near_after else [*near_before, *near_after]
    return [words for words in dict.fromkeys(found) if slug_of(words)]


def _are_a_phrase(first: str, second: str, after: Sequence[str], occurrence: Occurrence, language: Language) -> bool:
    """Return whether two words behind a figure are what it counts, *victory points*, and not a noun and its verb.

    Of several, an English noun is the first in the plural, *12 captains race*; a Spanish or French adjective behind it
    is in the plural too; a German noun has a capital.
    """
    if f" {first} {second} " not in f" {' '.join(after)} ":
        return False
    plurals = tuple(plural for plural, _ in language.plurals)
    if occurrence.figure.kind not in ("count", "range", "target") or occurrence.figure.whole == 1 or not plurals:
        return True
    if language.plurals_need_singular:
        return not first[:1].isupper()
    if language.head_first:
        return second.endswith(plurals) or not first.endswith(plurals)
    return not first.endswith(plurals)


def _may_name(word: str, excluded: Collection[str], all_capitals: bool) -> bool:
    """Return whether a word may be a name: BE may, unless all words are in capitals, be may not."""
    is_code = word.isupper() and len(word) > 1
    known = word.casefold() in excluded and (all_capitals or not is_code)
    return (is_code or len(letters_of(word)) > 2) and not known


def numbered(name: str, taken: Collection[str]) -> str:
    """Return a name, with a number from 2 on behind it if it is taken: ``boats-2``."""
    return next(free for free in chain([name], (f"{name}-{number}" for number in count(2))) if free not in taken)


def key_of(words: str) -> str:
    """Return the key of a figure with a name in words; a key that has a meaning in all records gets ``-value``."""
    key = slug_of(words) or _UNNAMED
    return f"{key}-value" if key in FORMAT_KEYS | MESSAGES | MESSAGE_GROUPS else key


def printable(words: str) -> str:
    """Return words of a document without what stands for a figure in print: braces, ``%(`` and ``$name``.

    >>> printable("{Boats} %(x)s")
    '(Boats) % (x)s'
    """
    return _SIGN_OF_FIGURE.sub(r"\g<0> ", words.translate(_NO_BRACES))


def message_of(words: str, figures: Iterable[DraftedFigure] = ()) -> str:
    """Return words of a document as a message that prints them, with a placeholder for each of ``figures``.

    The offsets of the figures are those in the words.

    >>> message_of("50% {off}")
    '50%% (off)'
    """
    message = ""
    at = 0
    for figure in figures:
        message += f"{_plain(words[at : figure.start])}%({figure.name})s"
        at = figure.end
    return " ".join(f"{message}{_plain(words[at:])}".split())


def _plain(words: str) -> str:
    return printable(words).replace("%", "%%")


def excluded_words(language: Language) -> frozenset[str]:
    """Return the words of a language that can't be names of figures: function words and the most frequent words."""
    counts = language.dictionary.counts if language.dictionary else {}
    common = sorted(counts, key=lambda word: -counts[word])[:_COMMON_WORDS]
    small = (
        language.function_words,
        language.numbers,
        language.fractions,
        language.fillers,
        language.uncounted,
        language.determiners,
    )
    return frozenset(word for words in (common, *small) for word in words)


def is_separate(text: str, start: int, end: int, in_sentence: bool) -> bool:
    """Return whether a figure touches no letters: the number in 9lb is a part of a name. It has a digit, unless it
    stands ``in_sentence``."""
    touches_letters = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
    return not touches_letters and (in_sentence or any(map(str.isdigit, text[start:end])))


class Prices:
    """Names the prices of the entries of lists: all prices of a list have one name.

    ``default`` is the name of a price without a word beside it.
    """

    def __init__(self, default: str) -> None:
        self._default = default
        # (name, label) by the kind of the list.
        self._names: dict[str, tuple[str, str]] = {}

    def named(
        self, kind: str, text: str, place: int, figures: Sequence[DraftedFigure], excluded: Collection[str]
    ) -> list[DraftedFigure]:
        """Return the figures of an entry of a list; the price after its heading gets the name of the list's prices.

        ``kind`` is the kind of the list. ``text`` is the text after the heading, and ``place`` its offset in the
        passage of the figures; ``excluded`` are words that can't be names. If the price has several figures, or another
        figure has the name, the figures are unchanged.
        """
        found = _PRICE.match(text)
        if found is None:
            return list(figures)
        start, end = (place + offset for offset in found.span(found.lastgroup or 0))
        inside = [figure for figure in figures if start <= figure.start and figure.end <= end]
        if len(inside) != 1:
            return list(figures)
        (price,) = inside
        words = [word for word in _LONG_WORD.findall(found[found.lastgroup or 0]) if word.casefold() not in excluded]
        title = (words[-1] if words else self._default).capitalize()
        name, label = self._names.setdefault(kind, (key_of(title), title))
        if any(figure.name == name for figure in figures if figure is not price):
            return list(figures)
        return [replace(figure, name=name, label=label) if figure is price else figure for figure in figures]

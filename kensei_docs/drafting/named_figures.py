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
_MIN_NUMBER_WORD = 2  # the least value of a number word that is a figure: "one" is an article in many languages
# The words of a cue on each side of its slot: a figure that is not found with a short cue gets a long one.
SHORT_CUE, LONG_CUE = 2, 4
# Kinds of figures that are named by a word after them (3 cards); the others are named by a word before them.
_NAMED_BY_NEXT_WORD = ("count", "range", "share", "fraction", "modifier", "profile")
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
) -> list[DraftedFigure]:
    """Return the figures of a passage, each once, with names that differ.

    ``occurrences`` are all ways to read the figures of ``text``, with offsets in it. Number words below two are left
    out; ``excluded`` are words that can't be names. ``title`` is the heading of the passage: the name of a figure that
    has no other word beside it. ``parts`` are the offsets at which paragraphs and rows begin: words beyond them are
    not used. ``taken`` are names of other figures of the record.
    """
    chosen = _one_reading_each(text, occurrences, language.function_words)
    edges = sorted([0, *(match.end() for match in _SENTENCE.finditer(text)), *parts, len(text)])
    drafted: list[DraftedFigure] = []
    names = {*taken}
    for i, occurrence in enumerate(chosen):
        start, end = occurrence.start, occurrence.end
        low = max([edge for edge in edges if edge <= start] + [chosen[i - 1].end if i else 0])
        high = min(
            [edge for edge in edges if edge >= end] + [chosen[i + 1].start if i + 1 < len(chosen) else len(text)]
        )
        before = tuple(match.group() for match in _WORD.finditer(text, low, start))
        after = tuple(match.group() for match in _WORD.finditer(text, end, high))
        labels = {key_of(word): word.capitalize() for word in _candidates(occurrence, before, after, excluded)}
        labels.setdefault(key_of(title), title)
        chosen_key = next((free for free in labels if free not in names), next(iter(labels)))
        label = labels[chosen_key]
        name = numbered(chosen_key, names)
        names.add(name)
        slot = next(slot for slot, kinds in SLOTS.items() if occurrence.figure.kind in kinds)
        drafted.append(DraftedFigure(name, label, occurrence.value, slot, before, after, start, end))
    return drafted


def _one_reading_each(
    text: str, occurrences: Iterable[Occurrence], function_words: Collection[str]
) -> list[Occurrence]:
    """Return one occurrence for each figure, in order: the longest that is a whole figure, or a number word.

    A number word that is among the ``function_words``, or below two, is left out; so is all of a figure in doubt.
    """
    chosen: list[Occurrence] = []
    doubtful = 0
    for occurrence in sorted(occurrences, key=lambda o: (o.start, -o.end, not o.whole)):
        if occurrence.doubt:
            doubtful = max(doubtful, occurrence.end)
        if occurrence.start < doubtful:
            continue
        number = occurrence.figure.whole
        words = text[occurrence.start : occurrence.end].casefold()
        is_small = number is not None and number < _MIN_NUMBER_WORD
        is_figure = occurrence.whole or (not occurrence.written and not is_small and words not in function_words)
        if is_figure and (not chosen or occurrence.start >= chosen[-1].end):
            chosen.append(occurrence)
    return chosen


def _candidates(
    occurrence: Occurrence, before: Sequence[str], after: Sequence[str], excluded: Collection[str]
) -> list[str]:
    """Return the words around a figure that may be its name, the best first."""
    near_before, near_after = (
        [word for word in words[:_NAME_WINDOW_WORDS] if len(letters_of(word)) > 2 and word.casefold() not in excluded]
        for words in (before[::-1], after)
    )
    by_next_word = occurrence.figure.kind in _NAMED_BY_NEXT_WORD
    first, second = (near_after, near_before) if by_next_word else (near_before, near_after)
    return [word for word in (*first, *second) if slug_of(word)]


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


def is_separate(text: str, start: int, end: int) -> bool:
    """Return whether a figure has a digit and touches no letters: the number in 9lb is a part of a name."""
    touches_letters = text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()
    return not touches_letters and any(map(str.isdigit, text[start:end]))


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

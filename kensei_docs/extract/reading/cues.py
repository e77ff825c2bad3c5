"""Cues: a few words of a document with a slot for a figure, which tell the figures of a passage apart.

The entry of a passage lists its facts in the order in which the document gives the figures. These facts are aligned
with the figures in the passage so that both keep their order and the words around the figures fit best. A figure that
has changed still has its words, and so its fact; if a figure was removed, its fact has none; a figure that was added
belongs to no fact.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kensei_docs.extract.document import letters_of
from kensei_docs.extract.reading.figures_in_text import Occurrence
from kensei_docs.figures import Figure, FigureKind
from kensei_docs.languages import SMALLS, language

# The kinds of figure that each slot takes; the first is the kind that it names.
SLOTS: dict[str, tuple[FigureKind, ...]] = {
    "length": ("length", "dice-length"),
    "dice": ("dice",),
    "modifier": ("modifier",),
    "target": ("target",),
    "ceiling": ("ceiling",),
    "share": ("share",),
    "count": ("count",),
    "range": ("range",),
    "length-range": ("length-range",),
    "fraction": ("fraction",),
    "profile": ("profile",),
    "outcome": ("outcome",),
}
# Kinds that an edited document may have in place of a figure: +1 becomes +1D6.
_EXCHANGED: dict[str, tuple[FigureKind, ...]] = {
    "length": ("count", "dice"),
    "dice": ("modifier", "dice-length", "count"),
    "modifier": ("dice", "share"),
    "target": ("count",),
    "ceiling": ("count", "range"),
    "share": ("count", "modifier", "fraction"),
    "count": ("dice", "share", "target", "ceiling"),
    "range": ("count", "ceiling"),
    "length-range": ("length", "range"),
    "profile": (),
    "fraction": ("share",),
    "outcome": (),
}
_CUE = re.compile(r"(?P<before>[^<>]*)<(?P<slot>[a-z-]+)>(?P<after>[^<>]*)")
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE_END = re.compile(rf"[.!?:](?=\s+[^{SMALLS}\s])")
# The distance from a figure, in words, up to which a word of its cue counts.
_MAX_DISTANCE = 12
# The least evidence, 0 to 1, for a figure of the slot's kind; and for a figure of another kind.
_MIN_EVIDENCE = 0.3
_MIN_EVIDENCE_OF_EXCHANGED = 0.9
# The least evidence for a figure in a passage whose bounds are not sure: more than two of three words.
MOST = 0.7
# The evidence of a cue that has no words.
_EVIDENCE_WITHOUT_WORDS = 0.5
# The factors by which the end of a sentence, and another figure, reduce the weight of the words beyond them.
_BEYOND_SENTENCE, _BEYOND_FIGURE = 0.6, 0.7
# The weight of a word that is one word farther from the figure than in the cue.
_ONE_WORD_FARTHER = 0.97
# What is taken off the fit of a number whose unit is missing, and of a number word.
_WITHOUT_UNIT, _IN_WORDS = 0.9, 0.1


@dataclass(frozen=True)
class Cue:
    """The words before and after a slot, reduced to letters; the word nearest to the slot is first.

    ``others`` are other words for the same slot, for documents that are laid out differently: a table has a figure
    before its row, a text layer somewhere inside of it.
    """

    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    others: tuple[Cue, ...] = ()

    @property
    def has_words(self) -> bool:
        return bool(self.before or self.after)


@dataclass(frozen=True)
class Expected:
    """A fact that a passage should give, and its cue."""

    fact: str
    cue: Cue


def parse_cue(text: str) -> Cue | None:
    """Return the cue of a text such as ``within <length> of``; None for a text that has not exactly one slot.

    Other words for the same slot stand after a bar.

    >>> parse_cue("within <length> of").slot
    'length'
    >>> parse_cue("within <length> of | <length> is the reach").others[0].after
    ('is', 'the', 'reach')
    """
    cues = []
    for one in text.split("|"):
        found = _CUE.fullmatch(one.strip())
        if found is None or found["slot"] not in SLOTS:
            return None
        before, after = (tuple(letters_of(w) for w in _WORD.findall(found[side])) for side in ("before", "after"))
        cues.append(Cue(found["slot"], before[::-1], after))
    if len({cue.slot for cue in cues}) > 1:
        return None
    return replace(cues[0], others=tuple(cues[1:]))


def align(
    text: str,
    found: Sequence[Occurrence],
    expected: Sequence[Expected],
    units: str,
    spoken: str,
    least: float = _MIN_EVIDENCE,
) -> dict[int, Occurrence]:
    """Return the occurrences of the expected facts that have one, by their index in ``expected``.

    ``found`` is in the order of the text. A length without a unit (``+2D6 cm or +3D6``) has the document's own
    ``units``; ``spoken`` is the code of its language. ``least`` is the least evidence, 0 to 1, for a figure.
    """
    around = Surroundings(text, found, language(spoken).at_least)
    fits = [[_fit(want.cue, occurrence, around, least) for occurrence in found] for want in expected]
    pairs = _in_order(found, fits)
    _add_exchanged(pairs, found, expected, around)
    return {
        i: (
            replace(found[j], figure=_with_unit(found[j].figure, units))
            if expected[i].cue.slot == "length"
            else found[j]
        )
        for i, j in pairs.items()
    }


class Surroundings:
    """The words of a text around its figures.

    ``words`` are those outside of figures in digits: each reduced to letters, with its span. ``barriers`` are pairs of
    the offset of a figure or sentence end and the factor by which it reduces the weight of the words beyond it.
    ``at_least`` are the phrases that make a number a minimum ("or more"), ``leasts`` the offsets before these phrases
    in the text.
    """

    def __init__(self, text: str, found: Sequence[Occurrence], at_least: Sequence[str]) -> None:
        phrases = "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in at_least)
        self.at_least = {tuple(map(letters_of, phrase.split())) for phrase in at_least}
        self.leasts = {m.start() for m in re.finditer(rf"(?<=\S)(?=\W+(?:{phrases})(?!\w))", text, re.I)}
        figures = bytearray(len(text))
        for o in found:
            if o.written and o.whole and o.figure.kind not in ("range", "length-range"):
                figures[o.start : o.end] = b"f" * (o.end - o.start)
        self.words = [
            (letters_of(m.group()), m.start(), m.end()) for m in _WORD.finditer(text) if not figures[m.start()]
        ]
        self.starts = [start for _, start, _ in self.words]
        self.barriers = sorted(
            [(m.start(), _BEYOND_SENTENCE) for m in _SENTENCE_END.finditer(text)]
            + [(o.start, _BEYOND_FIGURE) for o in found if o.written and o.whole]
        )
        self.barrier_starts = [start for start, _ in self.barriers]

    def evidence(self, cue: Cue, occurrence: Occurrence) -> float:
        """Return how well the words around a figure fit a cue: 0 not at all, 1 perfectly."""
        return max(self._evidence_of_words(one, occurrence) for one in (cue, *cue.others))

    def _evidence_of_words(self, cue: Cue, occurrence: Occurrence) -> float:
        """Return how well the words around a figure fit a cue, without the cue's ``others``."""
        wanted = len(cue.before) + len(cue.after)
        if not wanted:
            return _EVIDENCE_WITHOUT_WORDS
        first = bisect_right(self.starts, occurrence.start - 1)
        while first and self.words[first - 1][2] > occurrence.start:
            first -= 1
        before = self.words[max(0, first - _MAX_DISTANCE - len(cue.before)) : first][::-1]
        last = bisect_right(self.starts, occurrence.end - 1)
        after = self.words[last : last + _MAX_DISTANCE + len(cue.after)]
        # "On a 1 or 2" never fits "on a <target> or more", although the words before the figure are the same.
        if occurrence.end not in self.leasts and any(cue.after[: len(phrase)] == phrase for phrase in self.at_least):
            return 0.0
        points = self._evidence_on_side(cue.before, before, occurrence) + self._evidence_on_side(
            cue.after, after, occurrence
        )
        return points / wanted

    def _evidence_on_side(
        self, cue: tuple[str, ...], words: Sequence[tuple[str, int, int]], occurrence: Occurrence
    ) -> float:
        """Return the sum of the weights of the cue's words on one side that are among ``words``, the nearest first."""
        points = 0.0
        for place, wanted in enumerate(cue):
            best = 0.0
            for distance, (word, start, end) in enumerate(words):
                weight = _weight(distance - place)
                if best >= weight:
                    break
                if akin(word, wanted):
                    between = (occurrence.end, start) if start >= occurrence.end else (end, occurrence.start)
                    best = max(best, weight * self._weight_between(*between))
            points += best
        return points

    def _weight_between(self, start: int, end: int) -> float:
        """Return the factor for a word's weight after the figures and sentence ends between it and a figure."""
        weight = 1.0
        first = bisect_right(self.barrier_starts, start - 1)
        for place, factor in self.barriers[first:]:
            if place >= end:
                break
            weight *= factor
        return weight


def _weight(off: int) -> float:
    """Return the weight of a word by its distance, in words, from where its cue expects it."""
    if off <= 0:
        return 1.0
    # A single additional word, such as an article, is a small change.
    return max(0.0, _ONE_WORD_FARTHER - (off - 1) / _MAX_DISTANCE)


def akin(word: str, wanted: str) -> bool:
    """Return whether two words are the same except for an ending (``roll``, ``rolls``) or a typing error.

    A typing error is one additional or wrong letter, not the first, in a word of at least six letters.
    """
    if word == wanted:
        return True
    short, long = sorted((word, wanted), key=len)
    if len(short) < 4 or len(long) - len(short) > 3 or short[0] != long[0]:
        return False
    same = _common_start(short, long)
    if same >= max(4, len(short) - 1):
        return True
    ends = _common_start(short[same:][::-1], long[::-1])
    return len(short) >= 6 and same + ends >= len(long) - 1


def _common_start(one: str, other: str) -> int:
    """Return how many letters at their beginning two words have in common."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _fit(cue: Cue, occurrence: Occurrence, around: Surroundings, least: float) -> float:
    """Return how well a figure fits a cue: 0 if it can't belong to it, else up to 3."""
    kind = occurrence.figure.kind
    lacks_unit = cue.slot == "length" and kind in ("count", "dice") and occurrence.written
    if kind not in SLOTS[cue.slot] and not lacks_unit:
        return 0.0
    evidence = around.evidence(cue, occurrence)
    if evidence < least:
        return 0.0
    fit = 1 + 2 * evidence
    if lacks_unit:
        fit -= _WITHOUT_UNIT
    if not occurrence.written:
        fit -= _IN_WORDS
    return fit


def _in_order(found: Sequence[Occurrence], fits: list[list[float]]) -> dict[int, int]:
    """Return the pairs (expected, found) with the greatest sum that keep the order of both."""
    by_end = sorted(range(len(found)), key=lambda j: found[j].end)
    ends = [found[j].end for j in by_end]
    free = [bisect_right(ends, found[j].start) for j in by_end]
    best = [[0.0] * (len(by_end) + 1) for _ in range(len(fits) + 1)]
    for i, row in enumerate(fits, 1):
        for k, j in enumerate(by_end, 1):
            taken = best[i - 1][free[k - 1]] + row[j] if row[j] else 0.0
            best[i][k] = max(best[i - 1][k], best[i][k - 1], taken)
    pairs: dict[int, int] = {}
    i, k = len(fits), len(by_end)
    while i and k:
        # Of several ways with the same sum, the one that uses the earliest figures is taken.
        if best[i][k] == best[i][k - 1]:
            k -= 1
        elif best[i][k] == best[i - 1][k]:
            i -= 1
        else:
            pairs[i - 1] = by_end[k - 1]
            i, k = i - 1, free[k - 1]
    return pairs


def _add_exchanged(
    pairs: dict[int, int], found: Sequence[Occurrence], expected: Sequence[Expected], around: Surroundings
) -> None:
    """Add a figure of another kind to ``pairs`` for each fact without one, if it has nearly all words of its cue."""
    for i, want in enumerate(expected):
        if i in pairs or not (want.cue.before or want.cue.after):
            continue
        low = max((found[j].end for e, j in pairs.items() if e < i), default=0)
        high = min((found[j].start for e, j in pairs.items() if e > i), default=found[-1].end if found else 0)
        sure = [
            (around.evidence(want.cue, o), -j)
            for j, o in enumerate(found)
            if low <= o.start and o.end <= high and o.written and o.figure.kind in _EXCHANGED[want.cue.slot]
        ]
        if sure and max(sure)[0] >= _MIN_EVIDENCE_OF_EXCHANGED:
            pairs[i] = -max(sure)[1]


def _with_unit(figure: Figure, units: str) -> Figure:
    """Return a number, or dice, as a length in a unit; any other figure unchanged."""
    kinds: dict[str, FigureKind] = {"count": "length", "dice": "dice-length"}
    if figure.kind not in kinds:
        return figure
    return Figure(kinds[figure.kind], f"{figure.text} {units}")

"""The figures of a passage: a name for each, and the words around it as a cue."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from kensei_docs.database.model import MESSAGE_GROUPS, MESSAGES, NOT_FACTS
from kensei_docs.extract import letters_of
from kensei_docs.extract.reading.cues import SLOTS
from kensei_docs.extract.reading.figures_in_text import Occurrence
from kensei_docs.languages import Language
from kensei_docs.slugs import slug_of

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?:;](?=\s|$)")
# A number word below this is an article in many languages, or "one of".
_LEAST_WORD = 2
# The words of a cue on each side of its slot: at first, and where those don't tell the figure from its neighbours.
WIDTHS = (2, 4)
# Of these, what is counted stands behind the figure; of the others, what is done before it.
_COUNTED = ("count", "range", "share", "fraction", "modifier", "profile")
# So many of the commonest words of a language name nothing.
_COMMON = 250
# How many words a name is looked for among.
_NEAR = 4


@dataclass(frozen=True)
class Drafted:
    """A figure of a passage: its name, the word that this is made of, its value, the words before and behind it in
    its sentence, and its place in the passage."""

    name: str
    label: str
    value: str
    slot: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    start: int
    end: int

    def cue(self, width: int) -> str:
        """Return the cue with up to ``width`` words on each side of its slot."""
        return " ".join((*self.before[max(0, len(self.before) - width) :], f"<{self.slot}>", *self.after[:width]))


def figures_in(
    text: str,
    occurrences: Iterable[Occurrence],
    spoken: Language,
    nameless: Collection[str],
    title: str,
    parts: Iterable[int] = (),
    taken: Iterable[str] = (),
) -> list[Drafted]:
    """Return the figures of a passage, each once, with names that differ.

    ``occurrences`` are all ways to read the figures of ``text``, with offsets in it. Number words below two are left
    out; ``nameless`` are the words that name no figure. ``title`` is what the passage is headed by: a figure without
    another word beside it is called so. ``parts`` are the offsets at which paragraphs and rows begin: no name is looked
    for beyond them. ``taken`` are names that others have.
    """
    chosen = _chosen(text, occurrences, spoken.function_words)
    edges = sorted([0, *(found.end() for found in _SENTENCE.finditer(text)), *parts, len(text)])
    drafted: list[Drafted] = []
    names = dict.fromkeys(taken, 1)
    for i, one in enumerate(chosen):
        low = max([edge for edge in edges if edge <= one.start] + [chosen[i - 1].end if i else 0])
        high = min(
            [edge for edge in edges if edge >= one.end] + [chosen[i + 1].start if i + 1 < len(chosen) else len(text)]
        )
        before = tuple(found.group() for found in _WORD.finditer(text, low, one.start))
        after = tuple(found.group() for found in _WORD.finditer(text, one.end, high))
        wanted = {key_of(word): word.capitalize() for word in _names(one, before, after, nameless)}
        wanted.setdefault(key_of(title), title)
        name = next((free for free in wanted if free not in names), next(iter(wanted)))
        label = wanted[name]
        names[name] = names.get(name, 0) + 1
        if names[name] > 1:
            name = f"{name}-{names[name]}"
        slot = next(slot for slot, kinds in SLOTS.items() if one.figure.kind in kinds)
        drafted.append(Drafted(name, label, one.value, slot, before, after, one.start, one.end))
    return drafted


def _chosen(text: str, occurrences: Iterable[Occurrence], idle: Collection[str]) -> list[Occurrence]:
    """Return one way to read each figure, in order: the whole of it, or a number word that is not ``idle`` (both)."""
    chosen: list[Occurrence] = []
    for one in sorted(occurrences, key=lambda o: (o.start, -o.end, not o.whole)):
        small = one.figure.whole is not None and one.figure.whole < _LEAST_WORD
        counts = one.whole or (not one.written and not small and text[one.start : one.end].casefold() not in idle)
        if counts and (not chosen or one.start >= chosen[-1].end):
            chosen.append(one)
    return chosen


def _names(one: Occurrence, before: Sequence[str], after: Sequence[str], nameless: Collection[str]) -> list[str]:
    """Return what a figure may be called by the words around it, the best first."""
    near_before, near_after = (
        [word for word in words[:_NEAR] if len(letters_of(word)) > 2 and word.casefold() not in nameless]
        for words in (before[::-1], after)
    )
    first, second = (near_after, near_before) if one.figure.kind in _COUNTED else (near_before, near_after)
    return [word for word in (*first, *second) if slug_of(word)]


def key_of(words: str) -> str:
    """Return the key of a figure that is called so; those that mean something in records are avoided."""
    key = slug_of(words)
    return f"{key}-value" if key in NOT_FACTS | MESSAGES | MESSAGE_GROUPS else key


def nameless_words(spoken: Language) -> frozenset[str]:
    """Return the words of a language that name no figures: its small words and the commonest ones."""
    counts = spoken.dictionary.counts if spoken.dictionary else {}
    common = sorted(counts, key=lambda word: -counts[word])[:_COMMON]
    small = (
        spoken.function_words,
        spoken.numbers,
        spoken.fractions,
        spoken.fillers,
        spoken.uncounted,
        spoken.determiners,
    )
    return frozenset(word for words in (common, *small) for word in words)

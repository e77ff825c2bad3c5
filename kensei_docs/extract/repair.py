"""Repair of words that the text layer broke: line-end hyphens and lost ligatures.

Every word of the lexicon that contains a lost pair is known by its broken form; the likeliest
way through all the fragments of the document, word after word, is what the text said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from kensei_docs.extract.broken import Index, Origin, has_pair, index_of
from kensei_docs.extract.lexicon import NAME, Lexicon
from kensei_docs.extract.lines import ReadLine
from kensei_docs.extract.rewrite import Change, rewritten
from kensei_docs.extract.tokens import Token, own_words, tokens_of

# Logarithms of probabilities: what it costs to hold that a compound was broken at its hyphen, more
# so where its halves make a known word, that a word goes on over a gap between blocks, that one
# pair of a word was lost and another was not, that a pair was lost at the end of a word, and
# that one was lost where there is a space, which may be just that ("any time" or "anytime").
COMPOUND, HALVES, OVER_BLOCKS, HALF_SOUND, LOST_EDGE, GAP = -4.0, -8.0, -4.0, -4.0, -0.5, -1.5
RAREST = -12.0  # a rarer word is not what a token without a gap in it hides
LONGEST = 7  # tokens of one word


class Reading(NamedTuple):
    """A word that the tokens ``start`` to ``stop`` (exclusive) may stand for."""

    start: int
    stop: int
    word: str
    score: float
    origin: Origin | None = None


@dataclass(frozen=True)
class Words:
    """What the words of a document are looked up in.

    ``own`` are words that the document alone knows. They may be fragments that recur, so they
    only tell which halves belong together.
    """

    lexicon: Lexicon
    own: set[str]
    index: Index

    @cached_property
    def gaps(self) -> dict[str, int]:
        """How many gaps a broken form has at most, by its first fragment."""
        most: dict[str, int] = {}
        for form in self.index:
            first, gaps = form.partition(" ")[0], form.count(" ")
            most[first] = max(gaps, most.get(first, 0))
        return most

    def __contains__(self, word: str) -> bool:
        return word in self.lexicon or word in self.own

    def owned(self, word: str) -> float:
        """Return by how much likelier a word is for being one of the document's own."""
        return NAME - self.lexicon.likelihood(word) if word in self.own else 0.0


def repair(lines: list[ReadLine], lexicon: Lexicon, lost: bool) -> list[ReadLine]:
    """Return the lines with broken words made whole; a word stands in the line it begins in.

    ``lost`` says that the text layer lost ligatures; otherwise only line-end hyphens are mended.
    """
    own = own_words(tokens_of(lines), lexicon)
    known = lexicon.with_names(filter(has_pair, own))
    index = index_of(filter(has_pair, [*lexicon.counts, *known.names])) if lost else {}
    words = Words(known, own, index)
    lines = untangled(lines, words)
    tokens = tokens_of(lines)
    changes = [change for reading in likeliest(tokens, words) if (change := change_of(reading, tokens))]
    return [line._replace(text=line.text.replace("‐", "-")) for line in rewritten(lines, changes)]


def untangled(lines: list[ReadLine], words: Words) -> list[ReadLine]:
    """Return the lines with two exchanged where a word breaks off and goes on after a foreign line.

    Such a line comes from a column beside, and begins with a capital.
    """
    whole = list(lines)
    for i in range(len(whole) - 2):
        first, foreign, rest = whole[i : i + 3]
        head = re.search(r"(?<!\w)([a-z]+)[‐-]$", first.text)
        tail = re.match(r"([a-z]+)(?:( [a-z]+))?", rest.text)
        if (
            head
            and tail
            and first.block == foreign.block == rest.block
            and foreign.text[0].isupper()
            and head[1] not in words.lexicon
        ):
            forms = {head[1] + gap + tail[1] + more for gap in ("", " ") for more in ("", tail[2] or "")}
            if forms & words.index.keys() or head[1] + tail[1] in words:
                whole[i + 1 : i + 3] = rest, foreign
    return whole


def likeliest(tokens: list[Token], words: Words) -> list[Reading]:
    """Return the likeliest readings of all tokens, in their order."""
    # best[i]: for each last word, the best score of the tokens before i and the way to it.
    best: list[dict[str, tuple[float, Reading | None, str]]] = [{} for _ in range(len(tokens) + 1)]
    best[0][""] = (0.0, None, "")
    for here, token in enumerate(tokens):
        befores = best[here]
        for reading in readings(tokens, here, words):
            score, before = max(
                (score + words.lexicon.likelihood(reading.word, before if token.glue else ""), before)
                for before, (score, _, _) in befores.items()
            )
            kept = best[reading.stop].get(reading.word)
            if kept is None or score + reading.score > kept[0]:
                best[reading.stop][reading.word] = (score + reading.score, reading, before)
    path: list[Reading] = []
    at, word = len(tokens), max(best[-1], key=lambda last: best[-1][last][0])
    while at:
        _, step, before = best[at][word]
        assert step is not None, "only the start of the text has no step to it"
        path.append(step)
        at, word = step.start, before
    return path[::-1]


def readings(tokens: list[Token], here: int, words: Words) -> Iterator[Reading]:
    """Yield the words that the tokens from ``here`` on may stand for."""
    first = tokens[here]
    apart = 0.0
    if first.glue == "hyphen":
        together = (tokens[here - 1].text + first.text).lower() in words.lexicon
        apart = COMPOUND + (HALVES if together else 0.0)
    yield Reading(here, here + 1, first.text.lower(), apart)
    if first.whole or foreign(tokens, here, words):
        return
    capitals = len(first.text) > 1 and first.text.isupper()
    parts: list[list[str]] = [[first.text.lower()]]
    cost = 0.0
    hyphens = False
    for stop in range(here + 1, min(here + LONGEST, len(tokens)) + 1):
        for combination in product(*parts):
            key = "".join(combination)
            if len(parts) > 1 and " " not in key:
                yield Reading(here, stop, key, cost + words.owned(key))
            if not capitals:
                yield from (
                    Reading(here, stop, origin.word, cost + weight(origin, len(parts)), origin)
                    for origin in words.index.get(key, ())
                    if possible(origin, first, tokens[stop - 1], key, words)
                )
        token = tokens[stop] if stop < len(tokens) else None
        if token is None or not token.glue or not (token.text.isupper() if capitals else token.text.islower()):
            return
        if token.glue == "space" and token.block != tokens[stop - 1].block:
            cost += OVER_BLOCKS
        hyphens = hyphens or token.glue == "hyphen"
        if not hyphens and (len(parts) + 1) // 2 > words.gaps.get(parts[0][0], 0):
            return
        parts += [["", " "] if token.glue == "hyphen" else [" "], [token.text.lower()]]


def foreign(tokens: list[Token], here: int, words: Words) -> bool:
    """Return whether a token stands between two of the document's names, as in ``Aperos de ...``.

    What stands there is a word of their language.
    """
    around = tokens[max(0, here - 1) : here + 2]
    return (
        len(around) == 3
        and all(token.glue == "space" for token in around[1:])
        and all(words.lexicon.is_name(token.text) for token in (around[0], around[2]))
    )


def possible(origin: Origin, first: Token, last: Token, key: str, words: Words) -> bool:
    """Return whether tokens may stand for a word that they are a broken form of."""
    if origin.opens and not (first.opening and first.text.islower()):
        return False
    if origin.closes and not last.closing:
        return False
    return " " in key or words.lexicon.likelihood(origin.word) >= RAREST


def weight(origin: Origin, parts: int) -> float:
    """Return what it costs to hold that ``parts`` tokens and gaps stand for a word."""
    half = HALF_SOUND * origin.sound / (2 if parts > 1 else 1)
    return half + LOST_EDGE * (origin.opens + origin.closes) + (GAP if parts > 1 else 0.0)


def change_of(reading: Reading, tokens: list[Token]) -> Change | None:
    """Return the change that a reading makes to the text, or None where it makes none."""
    first, last = tokens[reading.start], tokens[reading.stop - 1]
    if reading.stop == reading.start + 1 and reading.origin is None:
        before = tokens[reading.start - 1]
        if (
            first.glue == "hyphen"
            and not first.gap[0].isspace()
            and before.block == first.block
            and (first.text.islower() or before.text[0].isupper())
        ):
            return Change(before.end, first.start, "-")
        return None
    word = reading.word
    if len(first.text) > 1 and first.text.isupper():
        word = word.upper()
    elif first.text[0].isupper():
        word = word[0].upper() + word[1:]
    closes = reading.origin is not None and reading.origin.closes
    return Change(first.start, last.end, word, closes)

"""Repair of words that the text layer broke: line-end hyphens and lost ligatures.

Every word of the lexicon that contains a lost pair is known by its broken form; the likeliest
way through all the fragments of the document, word after word, is what the text said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product, zip_longest

from kensei_docs.extract.broken import Index, Origin, has_pair, index_of
from kensei_docs.extract.document import ReadLine
from kensei_docs.extract.lexicon import NAME, Lexicon
from kensei_docs.extract.rewrite import Change, rewritten

TOKEN = re.compile(r"(?<![\w])[^\W\d_]+(?![\w])")
SPACE = re.compile(r"\s+")
HYPHEN = re.compile(r"\s?[‐-] ?\n\s*|‐ ")
ABBREVIATED = re.compile(r"[.@/]\w")
LONGEST = 7
# Logarithms again: what it costs to hold that a compound was broken at its hyphen, that a word
# goes on over a gap between blocks, that one pair of a word was lost and another was not, that
# a pair was lost at the end of a word; and what it gains that halves make a known word. A rarer
# word than RAREST is not what a whole token hides.
COMPOUND, OVER_BLOCKS, HALF_SOUND, LOST_EDGE, HALVES, RAREST = -4.0, -4.0, -4.0, -0.5, 5.0, -11.6


@dataclass(frozen=True)
class Token:
    """A run of letters, and what stands between it and the one before."""

    text: str
    start: int
    end: int
    gap: str
    glue: str  # "space", "hyphen" or, where nothing can join the two, ""
    block: int
    opening: bool  # a pair may have been lost right before it
    closing: bool  # a pair may have been lost right after it
    whole: bool  # an abbreviation such as ``e.g.``: nothing is lost


@dataclass(frozen=True)
class Reading:
    """A word that tokens ``start`` to ``stop`` (exclusive) may stand for."""

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

    def owned(self, word: str) -> float:
        """Return by how much likelier a word is for being known, or one of the document's own."""
        if word in self.lexicon:
            return HALVES
        return NAME + HALVES - self.lexicon.likelihood(word) if word in self.own else 0.0


def repair(lines: list[ReadLine], lexicon: Lexicon, lost: bool) -> list[ReadLine]:
    """Return the lines with broken words made whole; a word stands in the line it begins in.

    ``lost`` says that the text layer lost ligatures; otherwise only line-end hyphens are mended.
    """
    text = "\n".join(line.text for line in lines)
    tokens = tokens_of(text, lines)
    own = own_words(tokens, lexicon)
    known = lexicon.with_names(filter(has_pair, own))
    index = index_of(filter(has_pair, [*lexicon.counts, *known.names])) if lost else {}
    changes = [change for reading in likeliest(tokens, Words(known, own, index))
               if (change := change_of(reading, tokens, text))]
    return [replace(line, text=line.text.replace("‐", "-"))
            for line in rewritten(lines, changes)]


def tokens_of(text: str, lines: list[ReadLine]) -> list[Token]:
    """Return the runs of letters of a text with what joins each to the one before."""
    tokens: list[Token] = []
    starts: list[int] = []
    offset = 0
    for line in lines:
        starts.append(offset)
        offset += len(line.text) + 1
    at = end = 0
    for found in TOKEN.finditer(text):
        while at + 1 < len(starts) and starts[at + 1] <= found.start():
            at += 1
        gap = text[end:found.start()]
        glue = "space" if SPACE.fullmatch(gap) else "hyphen" if HYPHEN.fullmatch(gap) else ""
        after = text[found.end():found.end() + 1]
        tokens.append(Token(found.group(), found.start(), found.end(), gap,
                            glue if tokens else "", lines[at].block,
                            found.start() == 0 or text[found.start() - 1].isspace(),
                            not after or after.isspace(), bool(ABBREVIATED.match(text, found.end()))))
        end = found.end()
    return tokens


def own_words(tokens: list[Token], lexicon: Lexicon) -> set[str]:
    """Return words that only the document knows and that it writes whole, hyphens apart."""
    counts = Counter(token.text.lower() for token, after in zip_longest(tokens, tokens[1:])
                     if token.glue != "hyphen" and not (after and after.glue == "hyphen"))
    return {word for word, count in counts.items() if len(word) > 3 and word not in lexicon
            and (count > 1 or has_pair(word))}


def likeliest(tokens: list[Token], words: Words) -> list[Reading]:
    """Return the likeliest readings of all tokens, in their order."""
    # best[i]: for each last word, the best score of the tokens before i and the way to it.
    best: list[dict[str, tuple[float, Reading | None, str]]] = [{} for _ in range(len(tokens) + 1)]
    best[0][""] = (0.0, None, "")
    for here in range(len(tokens)):
        joined = tokens[here].glue != ""
        befores = best[here]
        for reading in readings(tokens, here, words):
            chosen: tuple[float, Reading | None, str] | None = None
            for before, (score, _, _) in befores.items():
                total = (score + reading.score
                         + words.lexicon.likelihood(reading.word, before if joined else ""))
                if chosen is None or total > chosen[0]:
                    chosen = (total, reading, before)
            kept = best[reading.stop].get(reading.word)
            if chosen is not None and (kept is None or chosen[0] > kept[0]):
                best[reading.stop][reading.word] = chosen
    path: list[Reading] = []
    at, word = len(tokens), max(best[-1], key=lambda w: best[-1][w][0])
    while at > 0:
        _, step, before = best[at][word]
        assert step is not None
        path.append(step)
        at, word = step.start, before
    return path[::-1]


def readings(tokens: list[Token], here: int, words: Words) -> Iterator[Reading]:
    """Yield the words that the tokens from ``here`` on may stand for."""
    first = tokens[here]
    yield Reading(here, here + 1, first.text.lower(), COMPOUND if first.glue == "hyphen" else 0.0)
    if first.whole:
        return
    capitals = len(first.text) > 1 and first.text.isupper()
    parts: list[list[str]] = [[""]]
    cost = 0.0
    hyphens = False
    for stop in range(here, min(here + LONGEST, len(tokens))):
        token = tokens[stop]
        if stop > here:
            if not token.glue or capitals != (token.text.isupper() and capitals) \
                    or not capitals and not token.text.islower():
                return
            if token.block != tokens[stop - 1].block:
                cost += OVER_BLOCKS if token.glue == "space" else 0.0
            hyphens = hyphens or token.glue == "hyphen"
            parts.append(["", " "] if token.glue == "hyphen" else [" "])
        parts.append([token.text.lower()])
        for combination in product(*parts):
            key = "".join(combination)
            if stop > here and " " not in key:
                yield Reading(here, stop + 1, key, cost + words.owned(key))
            if capitals:
                continue
            for origin in words.index.get(key, ()):
                if (origin.opens and not (first.opening and first.text.islower())
                        or origin.closes and not token.closing
                        or " " not in key and words.lexicon.likelihood(origin.word) < RAREST):
                    continue
                half = 0.0 if hyphens else HALF_SOUND
                yield Reading(here, stop + 1, origin.word, cost + half * origin.sound
                              + LOST_EDGE * (origin.opens + origin.closes), origin)


def change_of(reading: Reading, tokens: list[Token], text: str) -> Change | None:
    """Return the change that a reading makes to the text, or None where it makes none."""
    first, last = tokens[reading.start], tokens[reading.stop - 1]
    written = text[first.start:last.end]
    if reading.stop == reading.start + 1 and reading.origin is None:
        if first.glue == "hyphen" and first.gap.lstrip() == first.gap:
            before = tokens[reading.start - 1]
            if before.block == first.block and (first.text.islower() or before.text[0].isupper()):
                return Change(before.end, first.start, "-", False)
        return None
    word = reading.word
    if first.text[0].isupper():
        word = word.upper() if len(first.text) > 1 and first.text.isupper() else \
            word[0].upper() + word[1:]
    if word == written:
        return None
    return Change(first.start, last.end, word, bool(reading.origin and reading.origin.closes))

"""The runs of letters in a document's lines, and what may join each to the one before."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import NamedTuple

from kensei_docs.extract.broken import has_pair
from kensei_docs.extract.lexicon import Lexicon
from kensei_docs.extract.lines import ReadLine

TOKEN = re.compile(r"(?<!\w)[^\W\d_]+(?!\w)")
SPACE = re.compile(r"\s+")
HYPHEN = re.compile(r"\s?[‐-] ?\n\s*|‐ ")
ABBREVIATED = re.compile(r"[.@/‐-]\w")
SHORTEST_NAME = 4


class Token(NamedTuple):
    """A run of letters, and what stands between it and the one before.

    ``glue`` is ``space`` or ``hyphen``, or nothing where the two can't be one word. A pair may
    have been lost right before a token that is ``opening`` and right after one that is
    ``closing``; in an abbreviation such as ``e.g.``, or before a hyphen, none is (``whole``).
    """

    text: str
    start: int
    end: int
    gap: str
    glue: str
    block: int
    opening: bool
    closing: bool
    whole: bool


def tokens_of(lines: list[ReadLine]) -> list[Token]:
    """Return the tokens of the lines' texts joined by newlines; offsets are those of that text."""
    text = "\n".join(line.text for line in lines)
    blocks = [line.block for line in lines]
    tokens: list[Token] = []
    line = end = 0
    for found in TOKEN.finditer(text):
        gap = text[end : found.start()]
        line += gap.count("\n")
        glue = "space" if SPACE.fullmatch(gap) else "hyphen" if HYPHEN.fullmatch(gap) else ""
        end = found.end()
        tokens.append(
            Token(
                found.group(),
                found.start(),
                end,
                gap,
                glue if tokens else "",
                blocks[line],
                opening=found.start() == 0 or text[found.start() - 1].isspace(),
                closing=end == len(text) or text[end].isspace(),
                whole=ABBREVIATED.match(text, end) is not None,
            )
        )
    return tokens


def own_words(tokens: list[Token], lexicon: Lexicon) -> set[str]:
    """Return words that only the document knows and that it writes whole, hyphens apart."""
    counts = Counter(
        token.text.lower()
        for token, after in zip_longest(tokens, tokens[1:])
        if token.glue != "hyphen" and not (after and after.glue == "hyphen")
    )
    return {
        word
        for word, count in counts.items()
        if len(word) >= SHORTEST_NAME and word not in lexicon and (count > 1 or has_pair(word))
    }

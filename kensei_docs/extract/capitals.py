"""Titles set in capitals: spaced small capitals, and headings that stand in several lines."""

from __future__ import annotations

import re

from kensei_docs.extract.lexicon import Lexicon
from kensei_docs.extract.lines import ReadLine

SPACED = re.compile(r"(?<![\w'’])([A-ZÁÉÍÓÚÑ]) ([A-ZÁÉÍÓÚÑ]{2,})(?![\w])")
# A heading goes on in the next line up to this many words; what is longer is a text in capitals.
LONGEST_HEADING = 12
UNFINISHED = {"A", "AN", "AND", "BY", "FOR", "FROM", "IN", "OF", "ON", "OR", "THE", "TO", "WITH"}


def is_heading(text: str) -> bool:
    """Return whether a line is set all in capitals: a heading, where the document has such."""
    letters = [c for c in text if c.isalpha()]
    return (
        len(letters) > 2
        and all(c.isupper() for c in letters)
        and not any(c.isdigit() for c in text)
        and any(len(word) > 2 for word in text.split())
    )


def joined_capitals(text: str, lexicon: Lexicon) -> str:
    """Return a text with spaced small capitals joined: ``O RDER R OLLS`` is ``ORDER ROLLS``."""

    def join(found: re.Match[str]) -> str:
        first, rest = found.group(1).lower(), found.group(2).lower()
        apart = lexicon.likelihood(first) + lexicon.likelihood(rest, first)
        if rest in lexicon and (first + rest not in lexicon or lexicon.likelihood(first + rest) <= apart):
            return found.group()
        return found.group(1) + found.group(2)

    return SPACED.sub(join, text)


def whole_headings(lines: list[ReadLine], turns: set[int], lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines with words and headings in capitals made whole.

    A heading set in small capitals often comes in several lines (``A BOUT`` and, a blank line
    below, ``THIS VERSION``), but never over a page: ``turns`` are the blocks that begin one. A
    large initial begins another heading, unless the line above has one too or can't be an end.
    """
    whole: list[ReadLine] = []
    spaced_above = False
    for line in lines:
        text = joined_capitals(line.text, lexicon)
        spaced = text != line.text
        opens = spaced and not text.startswith(line.text.split()[0] + " ")
        above = whole[-1] if whole else None
        if (
            above is not None
            and is_heading(above.text)
            and _goes_on(text)
            and (line.block == above.block or line.block not in turns)
            and (spaced_above or not opens or above.text.split()[-1] in UNFINISHED)
            and len(f"{above.text} {text}".split()) <= LONGEST_HEADING
        ):
            joined = joined_capitals(f"{above.text} {text}", lexicon)
            whole[-1] = above._replace(text=joined, last=line.last)
        else:
            whole.append(line._replace(text=text))
        spaced_above = spaced
    return whole


def _goes_on(text: str) -> bool:
    """Return whether a line may be the rest of a heading: capitals, more than a single letter."""
    return sum(c.isalpha() for c in text) > 1 and text == text.upper() and not any(c.isdigit() for c in text)

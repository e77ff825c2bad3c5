"""How a document that nobody described is written: its language, its unit of length, its own names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract import PageLine
from kensei_docs.figures import Unit
from kensei_docs.languages import Language, codes, language

_WORD = re.compile(r"[^\W\d_]+")
# Signs of units that are not words.
_MARKS: dict[Unit, str] = {"in": "\"|\u201d|\u2033|''", "ft": "\u2032"}
_UNITS: tuple[Unit, ...] = ("cm", "mm", "in", "ft", "hex")
# Running heads and feet are looked for in this number of lines at the top and at the bottom of each page.
_EDGE = 2
# A document has numbered headings, such as 2.1 Growth, if it has at least this number of them.
_FEWEST_NUMBERED = 3
# The number of such a heading.
_NUMBERED = r"^\d+\.(?:\d+\.?)*(?=\s+[^\W\d_a-z])"
_CHAPTER = re.compile(r"(\d{1,2})\s+([^\W\d_a-z](?:\S*\s+){0,8}\S*[^.\s])$")
# A term that a document uses at least this often is taken for one of its names.
_OFTEN = 2


def language_of_text(text: str) -> str:
    """Return the code of the language whose small words a text has most of."""
    words = Counter(word.casefold() for word in _WORD.findall(text))
    return max(codes(), key=lambda code: sum(words[word] for word in language(code).function_words))


def units_of_text(text: str, spoken: Language) -> Unit | None:
    """Return the unit that a text measures most of its lengths in, None where it has no lengths."""
    counted: Counter[Unit] = Counter()
    for unit in _UNITS:
        words = [re.escape(word) for word in spoken.units.get(unit, (unit,)) if word not in spoken.function_words]
        marks = rf"|\s?(?:{_MARKS[unit]})" if unit in _MARKS else ""
        counted[unit] = len(re.findall(rf"\d\s?(?:(?:{'|'.join(words)})(?!\w){marks})", text, re.I))
    most = max(counted, key=lambda unit: counted[unit])
    return most if counted[most] else None


def names_in_text(text: str, spoken: Language) -> list[str]:
    """Return the words with a capital inside of sentences that the language's word list doesn't have."""
    if spoken.dictionary is None:
        return []
    inside = Counter(re.findall(r"(?<=[a-z,] )[A-Z][^\W\d_]+", text))
    return sorted(
        word for word, count in inside.items() if count >= _OFTEN and word.lower() not in spoken.dictionary.counts
    )


def furniture_of(lines: Sequence[PageLine]) -> list[str]:
    """Return regular expressions of the lines with a number that stand at an edge of nearly every page of a PDF."""
    pages: dict[int, list[str]] = {}
    for line in lines:
        if line.page is not None:
            pages.setdefault(line.page, []).append(line.text.strip())
    shapes: Counter[str] = Counter()
    for texts in pages.values():
        edge = {*texts[:_EDGE], *texts[-_EDGE:]}
        shapes.update({re.sub(r"\d+", "0", text) for text in edge if any(map(str.isdigit, text))})
    often = max(_OFTEN, len(pages) - 1)
    return [
        "^" + r"\d+".join(_escaped(part) for part in shape.split("0")) + "$"
        for shape in sorted(shapes)
        if shapes[shape] >= often
    ]


def _escaped(text: str) -> str:
    """Return a text as a regular expression, in which spaces and hyphens stand as they are."""
    return re.sub(r"\\([ -])", r"\1", re.escape(text))


def numbers_of_headings(lines: Sequence[str]) -> list[str]:
    """Return a regular expression of the numbers before headings, where a document has some: they are not rules."""
    return [_NUMBERED] if sum(bool(re.match(_NUMBERED, line)) for line in lines) >= _FEWEST_NUMBERED else []


def numbers_before_headings(lines: Sequence[PageLine]) -> list[str]:
    """Return a regular expression of the numbers of chapters that stand before headings set bold, as in 2 Growth."""
    numbered = [found for line in lines if line.bold and (found := _CHAPTER.match(line.text.strip()))]
    steps = sum(int(below[1]) == int(above[1]) + 1 for above, below in pairwise(numbered))
    if len(numbered) < _FEWEST_NUMBERED or steps < len(numbered) - 1:
        return []
    return [rf"^\d+(?=\s+(?:{'|'.join(_escaped(found[2]) for found in numbered)})\s*$)"]

"""Titles set upright beside a table, which arrive as one letter a line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kensei_docs.extract.lexicon import Lexicon
from kensei_docs.extract.lines import ReadLine

LETTERS = re.compile(r"[A-ZÁÉÍÓÚÑ](?: [A-ZÁÉÍÓÚÑ])*")
SHORTEST, RAREST = 4, -13.0
# Large initials of upright titles arrive up to this many lines before the rest of their words.
REACH = 30


def upright_titles(lines: list[ReadLine], turns: set[int], lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines with runs of single capitals that spell words made one line each.

    ``turns`` are the blocks that begin a page. Where letters went missing, which a turn
    inside a title tells, the document's own commonest word that fits is taken. A run that spells
    nothing stays as it is: such letters are labels in a picture.
    """
    own = Counter(word for line in lines for word in re.findall(r"[a-z]{4,}", line.text.lower()))
    whole: list[ReadLine | None] = list(lines)
    initials: list[int] = []
    for start, stop in runs(lines):
        letters = [letter for line in lines[start:stop] for letter in line.text.split()]
        initials = [i for i in initials if start - i <= REACH]
        spelled = spell("".join(letters).lower(), [lines[i].text.lower() for i in initials], lexicon)
        turn = next((i for i in range(start + 1, stop) if lines[i].block in turns - {lines[i - 1].block}), start)
        hole = sum(len(line.text.split()) for line in lines[start:turn])
        holes = [hole] if hole else range(2, len(letters) - 1) if spelled is None else []
        filled = fill("".join(letters).lower(), holes, own)
        if filled and (spelled is None or own[filled] > own[spelled[0][0]]):
            spelled = [filled], 0
        if spelled is None:
            if stop - start == len(letters) < SHORTEST:
                initials += range(start, stop)
            continue
        words, used = spelled
        whole[start:stop] = [None] * (stop - start)
        whole[start] = lines[start]._replace(text=" ".join(words).upper(), last=lines[stop - 1].last, heading=True)
        for i in initials[len(initials) - used :]:
            whole[i] = None
        initials = initials[: len(initials) - used]
    return [line for line in whole if line is not None]


def runs(lines: list[ReadLine]) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of each run of lines that hold nothing but single capitals."""
    start = None
    for i, line in enumerate([*lines, None]):
        if line is not None and LETTERS.fullmatch(line.text):
            start = i if start is None else start
        elif start is not None:
            yield start, i
            start = None


def spell(letters: str, initials: list[str], lexicon: Lexicon) -> tuple[list[str], int] | None:
    """Return the words that letters spell and how many of the last initials they begin with.

    >>> spell("amageoll", ["d", "r"], lexicon)
    (['damage', 'roll'], 2)
    """
    for used in range(min(len(initials), 3) + 1):
        words = _words(letters, initials[len(initials) - used :], lexicon)
        if words is not None:
            return words, used
    return None


def fill(letters: str, holes: Iterable[int], own: Counter[str]) -> str | None:
    """Return the document's commonest word that has the letters, and more of them in one hole.

    ``holes`` are the places, counted in letters, at which some may have gone missing.
    """
    ends = [(letters[:hole], letters[hole:]) for hole in holes if 2 <= hole <= len(letters) - 2]
    fitting = [
        word
        for word in own
        if len(letters) < len(word) <= len(letters) + 3
        for head, tail in ends
        if word.startswith(head) and word.endswith(tail)
    ]
    return max(fitting, key=lambda word: (own[word], word), default=None)


def _words(letters: str, initials: list[str], lexicon: Lexicon) -> list[str] | None:
    if not letters:
        return None if initials else []
    for length in range(len(letters), 0, -1):
        for first in [""] if not initials else [initials[0], ""]:
            word = first + letters[:length]
            if len(word) < SHORTEST or lexicon.likelihood(word) < RAREST:
                continue
            rest = _words(letters[length:], initials[bool(first) :], lexicon)
            if rest is not None:
                return [word, *rest]
    return None

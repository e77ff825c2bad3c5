"""Titles in capitals: spaced small capitals, headings in several lines, and titles that are turned upright.

A title that is turned upright beside a table arrives as one letter a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from kensei_docs.extract.document import ReadLine
from kensei_docs.languages import CAPITALS, SMALLS, Lexicon

# Small capitals with a space after the large initial: "O RDER".
SPACED = re.compile(rf"(?<![\w'’])([{CAPITALS}]) ([{CAPITALS}]{{2,}})(?![\w])")
LETTERS = re.compile(rf"[{CAPITALS}](?: [{CAPITALS}])*")
MAX_HEADING_WORDS = 12  # words of a heading in several lines; what is longer is a text in capitals
# The least number of letters, and the least logarithm of the probability, of a word that single letters may spell.
MIN_SPELLED_LETTERS, MIN_LIKELIHOOD = 4, -13.0
MAX_LINES_AFTER_INITIAL = 30  # large initials of upright titles may arrive this many lines before the rest of the words


def is_heading(text: str) -> bool:
    """Return whether a line is all in capitals; documents with such lines use them as headings."""
    letters = [c for c in text if c.isalpha()]
    return (
        len(letters) > 2
        and all(c.isupper() for c in letters)
        and not any(c.isdigit() for c in text)
        and any(len(word) > 2 for word in text.split())
    )


def joined_capitals(text: str, lexicon: Lexicon) -> str:
    """Return a text with spaced small capitals joined: ``O RDER R OLLS`` is ``ORDER ROLLS``."""
    in_capitals = text.isupper()

    def join(found: re.Match[str]) -> str:
        first, rest = found.group(1).lower(), found.group(2).lower()
        # A word of one letter before an abbreviation: "A GM".
        if first in lexicon.small and not (in_capitals and lexicon.dictionary):
            return found.group()
        apart = lexicon.likelihood(first) + lexicon.likelihood(rest, first)
        if rest in lexicon and (first + rest not in lexicon or lexicon.likelihood(first + rest) <= apart):
            return found.group()
        return found.group(1) + found.group(2)

    return SPACED.sub(join, text)


def whole_headings(
    lines: list[ReadLine], turns: set[int], lexicon: Lexicon, unfinished: Collection[str]
) -> list[ReadLine]:
    """Return the lines with the words and the headings in capitals joined.

    A heading in small capitals often arrives in several lines (``A BOUT`` and, after a blank line, ``THIS VERSION``),
    but never across pages: ``turns`` are the blocks that begin a page. A large initial begins another heading, unless
    the line above has a large initial, too, or ends in one of the words that are ``unfinished``. A PDF without small
    capitals has its headings whole: there, a wider space parts two headings. So has a file that declares its headings.
    """
    texts = [joined_capitals(line.text, lexicon) for line in lines]
    broken = any(text != line.text or line.page is None for text, line in zip(texts, lines, strict=True))
    whole: list[ReadLine] = []
    spaced_above = False
    for text, line in zip(texts, lines, strict=True):
        spaced = text != line.text
        opens = spaced and not text.startswith(line.text.split()[0] + " ")
        above = whole[-1] if whole else None
        if (
            above is not None
            and is_heading(above.text)
            and _goes_on(text)
            and (line.block == above.block or (broken and not (above.level or line.level) and line.block not in turns))
            and (spaced_above or not opens or above.text.split()[-1].lower() in unfinished)
            and len(f"{above.text} {text}".split()) <= MAX_HEADING_WORDS
        ):
            joined = joined_capitals(f"{above.text} {text}", lexicon)
            whole[-1] = above._replace(text=joined, last=line.last, words=above.words + line.words)
        else:
            whole.append(line._replace(text=text))
        spaced_above = spaced
    return whole


def _goes_on(text: str) -> bool:
    """Return whether a line may continue a heading: it is in capitals and more than a single letter."""
    return sum(c.isalpha() for c in text) > 1 and text == text.upper() and not any(c.isdigit() for c in text)


def upright_titles(lines: list[ReadLine], turns: set[int], lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines with single capitals that spell words joined into one line.

    ``turns`` are the blocks that begin a page. If letters are missing, as in a title across two pages, the title is the
    most common word of the document that fits. Capitals that spell nothing are kept as they are: they are labels in a
    picture.
    """
    own = Counter(word for line in lines for word in re.findall(rf"[{SMALLS}]{{4,}}", line.text.lower()))
    whole: list[ReadLine | None] = list(lines)
    initials: list[int] = []
    for start, stop in _runs(lines):
        letters = [letter for line in lines[start:stop] for letter in line.text.split()]
        initials = [i for i in initials if start - i <= MAX_LINES_AFTER_INITIAL]
        spelled = _spell("".join(letters).lower(), [lines[i].text.lower() for i in initials], lexicon)
        turn = next((i for i in range(start + 1, stop) if lines[i].block in turns - {lines[i - 1].block}), start)
        hole = sum(len(line.text.split()) for line in lines[start:turn])
        holes = [hole] if hole else range(2, len(letters) - 1) if spelled is None else []
        filled = _fill("".join(letters).lower(), holes, own)
        if filled and (spelled is None or own[filled] > own[spelled[0][0]]):
            spelled = [filled], 0
        if spelled is None:
            if stop - start == len(letters) < MIN_SPELLED_LETTERS:
                initials += range(start, stop)
            continue
        words, used = spelled
        whole[start:stop] = [None] * (stop - start)
        letters_there = tuple(letter for line in lines[start:stop] for letter in line.words)
        whole[start] = lines[start]._replace(
            text=" ".join(words).upper(), last=lines[stop - 1].last, heading=True, words=letters_there
        )
        for i in initials[len(initials) - used :]:
            whole[i] = None
        initials = initials[: len(initials) - used]
    return [line for line in whole if line is not None]


def _runs(lines: list[ReadLine]) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of each run of lines that contain only single capitals."""
    start = None
    for i, line in enumerate([*lines, None]):
        if line is not None and LETTERS.fullmatch(line.text):
            start = i if start is None else start
        elif start is not None:
            yield start, i
            start = None


def _spell(letters: str, initials: list[str], lexicon: Lexicon) -> tuple[list[str], int] | None:
    """Return the words that letters spell, and how many of the last ``initials`` these words use; None without words.

    >>> _spell("amageoll", ["d", "r"], lexicon)
    (['damage', 'roll'], 2)
    """
    for used in range(min(len(initials), 3) + 1):
        words = _words(letters, initials[len(initials) - used :], lexicon)
        if words is not None:
            return words, used
    return None


def _fill(letters: str, holes: Iterable[int], own: Counter[str]) -> str | None:
    """Return the most common word of the document that has the letters, and further letters in only one hole.

    ``holes`` are the places, counted in letters, at which some letters may be missing.
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
    """Return the words that letters spell, with all ``initials`` at the beginnings of some of them; None if none do."""
    if not letters:
        return None if initials else []
    for length in range(len(letters), 0, -1):
        for first in [""] if not initials else [initials[0], ""]:
            word = first + letters[:length]
            if len(word) < MIN_SPELLED_LETTERS or lexicon.likelihood(word) < MIN_LIKELIHOOD:
                continue
            rest = _words(letters[length:], initials[bool(first) :], lexicon)
            if rest is not None:
                return [word, *rest]
    return None

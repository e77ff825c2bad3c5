"""Lines that the edge of a page cuts: what is left of a line at the foot, while all of it is on the next page.

A browser draws a line that does not fit on a page any more on both pages, and cuts it off at the edge.
Only letters that reach over the edge are in the PDF there; the whole line is on the other page, at the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kensei_docs.extract.pdf.glyphs import SAME_BASELINE, Box, Page, Run
from kensei_docs.extract.pdf.marks import MARK, number_of

EDGE = 5  # lines of a page, at its head and at its foot, that such a line is one of
EXACT = 0.7  # points by which the places of letters on the two pages differ at most
FEWEST = 4  # letters of such a line
INNER = 2  # of its words begin inside of a word of the whole line, at least
MORE = 1.4  # times as many letters have the words of the whole line


def without_clipped_lines(pages: Sequence[Page]) -> list[Page]:
    """Return pages without the remains of lines that stand whole at the head of the next, or the foot of the last."""
    lines = [_by_baseline(run for run in page.runs if not run.turn) for page in pages]
    heads, feet = [some[:EDGE] for some in lines], [some[-EDGE:] for some in lines]
    kept: list[Page] = []
    for page, head, foot, before, after in zip(pages, heads, feet, [[], *feet], [*heads[1:], []], strict=False):
        clipped = {id(run) for run in [*_remains(foot, after), *_remains(head, before)]}
        kept.append(page._replace(runs=[run for run in page.runs if id(run) not in clipped]) if clipped else page)
    return kept


def _remains(lines: Sequence[list[Run]], others: Sequence[list[Run]]) -> list[Run]:
    """Return the runs of some lines that are all that is left of the ``others``."""
    runs = [run for line in others for run in line]
    words = [pair for run in runs for pair in zip(run.words, run.word_boxes(), strict=True)]
    found: list[Run] = []
    for line in lines:
        wholes = {id(run): whole for run in line if (whole := _whole_words(run, words)) is not None}
        parts = [run for run in line if id(run) in wholes]
        letters = sum(len(word) for run in parts for word in run.words)
        matched = [pair for run in parts for pair in zip(run.word_boxes(), wholes[id(run)], strict=True)]
        inner = sum(box.x0 > whole.x0 + EXACT for box, (_, whole) in matched)
        all_letters = sum(len(word) for word, _ in {whole for _, whole in matched})
        between = parts and any(parts[0].x0 < run.x0 < parts[-1].x0 for run in line if id(run) not in wholes)
        if len(line) == 1 and _is_mark_of_note(line[0], words):
            found += line
        elif letters >= FEWEST and inner >= INNER and all_letters >= MORE * letters and not between:
            found += parts
    return found


def _is_mark_of_note(run: Run, words: Iterable[tuple[str, Box]]) -> bool:
    """Return whether a run is a number that stands, raised, before a note among some words, at the same place."""
    box = run.word_boxes()[0]
    return any(
        MARK.fullmatch(word) and [number_of(word)] == run.words and _is_inside(box, whole) and _is_inside(whole, box)
        for word, whole in words
    )


def _by_baseline(runs: Iterable[Run]) -> list[list[Run]]:
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: (run.y, run.x0)):
        if not lines or run.y - lines[-1][0].y > SAME_BASELINE:
            lines.append([])
        lines[-1].append(run)
    return [sorted(line, key=lambda run: run.x0) for line in lines]


def _whole_words(run: Run, words: Sequence[tuple[str, Box]]) -> list[tuple[str, Box]] | None:
    """Return the word, among some, that each word of a run is a part of, at the same place; None if one has none."""
    found: list[tuple[str, Box]] = []
    for part, box in zip(run.words, run.word_boxes(), strict=True):
        whole = next((pair for pair in words if _is_inside(box, pair[1]) and _is_part(part, pair[0])), None)
        if whole is None:
            return None
        found.append(whole)
    return found


def _is_inside(box: Box, whole: Box) -> bool:
    return whole.x0 - EXACT < box.x0 and box.x1 < whole.x1 + EXACT


def _is_part(part: str, whole: str) -> bool:
    """Return whether a word has all letters of a part, in their order.

    >>> _is_part("tll", "stall"), _is_part("llt", "stall")
    (True, False)
    """
    letters = iter(whole)
    return all(letter in letters for letter in part)

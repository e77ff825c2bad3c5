"""What a browser cuts at the edge of a page or column: lines that are drawn on both pages, and drop capitals.

A line that does not fit on a page any more is drawn on both pages, and cut off at the edge: only letters that reach
over the edge are in the PDF there; the whole line is on the other page, at the same places. A drop capital moves to the
next column: it goes back to the word that it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kensei_docs.extract.pdf.footnote_marks import MARK, number_of
from kensei_docs.extract.pdf.glyphs import Box, Page, Run, baselines

EDGE = 5  # lines of a page, at its head and at its foot, that such a line is one of
EXACT = 0.7  # points by which the places of letters on the two pages differ at most
FEWEST = 4  # letters of such a line
INNER = 2  # of its words begin inside of a word of the whole line, at least
MORE = 1.4  # times as many letters have the words of the whole line
INDENT = 1.0  # ems: a line beside a drop capital begins at least this far behind it
TWICE = 3  # columns later, at most, stands a capital that is drawn once more where its paragraph had no room
NEAREST = 12  # lines above the end of a column, in which its last paragraph begins


def without_clipped_lines(pages: Sequence[Page]) -> list[Page]:
    """Return pages without the remains of lines that stand whole at the head of the next, or the foot of the last."""
    lines = [baselines(run for run in page.runs if not run.turn) for page in pages]
    heads, feet = [some[:EDGE] for some in lines], [some[-EDGE:] for some in lines]
    kept: list[Page] = []
    for page, head, foot, before, after in zip(pages, heads, feet, [[], *feet], [*heads[1:], []], strict=False):
        kept.append(page.without([*_remains(foot, after), *_remains(head, before)]))
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


def with_capitals_returned(groups: Sequence[list[Run]], is_heading: Callable[[Run], bool]) -> list[list[Run]]:
    """Return columns of text in which each drop capital begins the paragraph that lacks it.

    A capital may have no room at the foot of a column, where its paragraph begins: below the heading there, the first
    word then begins with a small letter, and at the top of the next column, the first line has a capital too many. Or
    the capital has room there, but its paragraph has none.
    """
    found = [list(group) for group in groups]
    returned: dict[int, str] = {}
    for number, group in enumerate(found):
        above = found[number - 1] if number else []
        place = _place_without_capital(above, is_heading)
        if place is not None and _begins_with_capital(group):
            top, letter = group[0], group[0].words[0][0]
            group[0] = top._replace(words=[top.words[0][1:], *top.words[1:]], seams=[])
            above[place] = _with_capital(above[place], letter)
            returned[number] = letter
    for number, group in enumerate(found):
        after = found[number + 1] if number + 1 < len(found) else []
        letter = group[-1].text if group else ""
        if len(letter) > 1 or not letter.isupper() or not is_heading(group[-1]):
            continue
        if letter in [returned.get(number + step) for step in range(1, TWICE + 1)]:
            group.pop()
        elif _is_below_heading(group, is_heading) and after and not after[0].cells and after[0].text[0].islower():
            after[0] = _with_capital(after[0], letter)
            group.pop()
    return found


def _is_below_heading(group: Sequence[Run], is_heading: Callable[[Run], bool]) -> bool:
    return len(group) > 1 and len(group[-2].text) > 1 and is_heading(group[-2])


def _with_capital(line: Run, letter: str) -> Run:
    return line._replace(words=[letter + line.words[0], *line.words[1:]], seams=[])


def _place_without_capital(column: Sequence[Run], is_heading: Callable[[Run], bool]) -> int | None:
    """Return which line of a column is the first below its last heading; None if it begins with no small letter."""
    headings = [i for i, run in enumerate(column) if is_heading(run)]
    place = headings[-1] + 1 if headings else len(column)
    near = len(column) - NEAREST <= place < len(column)
    return place if near and not column[place].cells and column[place].words[0][0].islower() else None


def _begins_with_capital(column: Sequence[Run]) -> bool:
    """Return whether the first line of a column begins with a drop capital and more than that, beside other lines."""
    if len(column) < 2 or column[0].cells:
        return False
    top, below = column[0], column[1]
    beside = below.x0 - top.x0 > INDENT * top.size and top.y < below.y
    return beside and len(top.words[0]) > 1 and top.words[0][0].isupper()

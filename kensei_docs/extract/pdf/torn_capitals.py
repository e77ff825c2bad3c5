"""Drop capitals that a browser moves to the next column: each goes back to the word that it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kensei_docs.extract.pdf.glyphs import Run

INDENT = 1.0  # ems: a line beside a drop capital begins at least this far behind it
TWICE = 3  # columns later, at most, stands a capital that is drawn once more where its paragraph had no room
NEAREST = 12  # lines above the end of a column, in which its last paragraph begins


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

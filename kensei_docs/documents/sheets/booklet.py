"""Booklets: two pages a side of paper, in the order in which folding and stapling needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kensei_docs.documents.kinds.paper import Flip
from kensei_docs.documents.sheets.grid import Grid

if TYPE_CHECKING:
    from kensei_docs.documents.pdf.forms import Face
    from kensei_docs.documents.sheets.sheet import Sheet

# Pages a sheet of paper: two on its front and two on its back.
_PAGES = 4


def signature(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 0) at the left and right of each side, front and back in turn.

    They are as many as fill whole sheets: those from ``pages`` on are blank.
    """
    whole = -(-pages // _PAGES) * _PAGES
    sides = []
    for sheet in range(whole // _PAGES):
        outer, inner = 2 * sheet, whole - 1 - 2 * sheet
        sides += [(inner, outer), (outer + 1, inner - 1)]
    return sides


def stapled(
    pages: Sequence[Face], grid: Grid, flip: Flip, offset: tuple[float, float], note: Callable[[int, int, str], str]
) -> list[Sheet]:
    """Return the sides of a booklet's sheets; ``offset`` moves those that are printed second."""
    # How a booklet stands is asked long before anything is placed.
    from kensei_docs.documents.sheets.sheet import Placement, Sheet

    sides = signature(len(pages))
    many = len(sides) // 2
    sheets = []
    for number, pair in enumerate(sides):
        back = number % 2 == 1
        sheets.append(
            Sheet(
                grid.sheet,
                tuple(
                    Placement(grid.box(column), pages[page]) for column, page in enumerate(pair) if page < len(pages)
                ),
                note(number // 2 + 1, many, "back" if back else "front"),
                crop=False,
                turned=back and grid.back_is_turned(flip),
                offset=offset if back else (0, 0),
            )
        )
    return sheets

"""Places for rulers and templates, which are cut out, on as few pages as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kensei_docs.documents.markup.drawings.canvas import Rectangle

# Millimetres between pieces.
GAP = 1.9


@dataclass
class Packer:
    """Finds places for pieces on pages of ``width`` by ``height`` millimetres.

    ``pages`` has the occupied rectangles of each page.
    """

    width: float
    height: float
    pages: list[list[Rectangle]] = field(default_factory=list)

    def place(self, sizes: Sequence[tuple[float, float]], more: bool = True) -> list[tuple[int, Rectangle]]:
        """Place pieces with these widths and heights; return the number of the page, from 0, and the place of each.

        A piece gets the highest free place, of several the one furthest left. Pieces that fit on one page are placed
        on one page. If ``more`` is false, no page is added, and nothing is placed where the pages have no room.
        Raises ValueError for a piece that is larger than a page.
        """
        for number, page in enumerate(self.pages):
            if spots := _fit(sizes, page, self.width, self.height):
                page.extend(spots)
                return [(number, spot) for spot in spots]
        if not more:
            return []
        if spots := _fit(sizes, [], self.width, self.height):
            self.pages.append(spots)
            return [(len(self.pages) - 1, spot) for spot in spots]
        if len(sizes) == 1:
            raise ValueError(f"a piece of {sizes[0]} mm is larger than a page of {self.width:g} by {self.height:g} mm")
        return [placed for size in sizes for placed in self.place([size])]


def _fit(
    sizes: Sequence[tuple[float, float]], taken: Sequence[Rectangle], width: float, height: float
) -> list[Rectangle] | None:
    """Return a place for each of some sizes on a page of which some rectangles are occupied; None if one finds none."""
    spots: list[Rectangle] = []
    for across, down in sizes:
        occupied = [*taken, *spots]
        free = (
            spot
            for x, y in _corners(occupied)
            if (spot := Rectangle(x, y, across, down)) and x + across <= width + 1e-6 and y + down <= height + 1e-6
            if not any(_with_gap(spot).overlaps(other) for other in occupied)
        )
        first = next(free, None)
        if first is None:
            return None
        spots.append(first)
    return spots


def _corners(taken: Sequence[Rectangle]) -> Iterator[tuple[float, float]]:
    """Yield the upper left corners where a piece may stand: at the edges of the page and of occupied rectangles."""
    rows = sorted({0.0, *(spot.y + spot.height + GAP for spot in taken)})
    columns = sorted({0.0, *(spot.x + spot.width + GAP for spot in taken)})
    return ((x, y) for y in rows for x in columns)


def _with_gap(spot: Rectangle) -> Rectangle:
    """Return a rectangle with the gap around it, a little less because sums of millimetres are not exact."""
    gap = GAP - 1e-3
    return Rectangle(spot.x - gap, spot.y - gap, spot.width + 2 * gap, spot.height + 2 * gap)

"""Where pieces to cut out stand on as few pages as they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kensei_docs.documents.markup.drawings.canvas import Rectangle

# Millimetres between pieces.
GAP = 1.9


@dataclass
class Packer:
    """Finds places for pieces on pages of ``width`` by ``height`` millimetres; ``pages`` are the rectangles taken."""

    width: float
    height: float
    pages: list[list[Rectangle]] = field(default_factory=list)

    def place(self, sizes: Sequence[tuple[float, float]], more: bool = True) -> list[tuple[int, Rectangle]]:
        """Take the highest free places, and of those the leftmost, for pieces of some widths and heights; return the
        page and the place of each.

        They stand on one page, if one holds them all. Without ``more`` there are none where no page has room. Raises
        ValueError for a piece that is larger than a page.
        """
        for number, page in enumerate(self.pages):
            if found := _fit(sizes, page, self.width, self.height):
                page.extend(found)
                return [(number, spot) for spot in found]
        if not more:
            return []
        if found := _fit(sizes, [], self.width, self.height):
            self.pages.append(found)
            return [(len(self.pages) - 1, spot) for spot in found]
        if len(sizes) == 1:
            raise ValueError(f"a piece of {sizes[0]} mm is larger than a page of {self.width:g} by {self.height:g} mm")
        return [placed for size in sizes for placed in self.place([size])]


def _fit(
    sizes: Sequence[tuple[float, float]], taken: Sequence[Rectangle], width: float, height: float
) -> list[Rectangle] | None:
    found: list[Rectangle] = []
    for across, down in sizes:
        here = [*taken, *found]
        free = (
            spot
            for x, y in _corners(here)
            if (spot := Rectangle(x, y, across, down)) and x + across <= width + 1e-6 and y + down <= height + 1e-6
            if not any(_wider(spot).overlaps(one) for one in here)
        )
        first = next(free, None)
        if first is None:
            return None
        found.append(first)
    return found


def _corners(taken: Sequence[Rectangle]) -> Iterator[tuple[float, float]]:
    rows = sorted({0.0, *(one.y + one.height + GAP for one in taken)})
    columns = sorted({0.0, *(one.x + one.width + GAP for one in taken)})
    return ((x, y) for y in rows for x in columns)


def _wider(spot: Rectangle) -> Rectangle:
    """Return a rectangle with a little less than the gap around it, as sums of millimetres are not exact."""
    gap = GAP - 1e-3
    return Rectangle(spot.x - gap, spot.y - gap, spot.width + 2 * gap, spot.height + 2 * gap)

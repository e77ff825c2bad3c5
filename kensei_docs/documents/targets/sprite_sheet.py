"""Sprite sheets: which cards stand on which, in how many columns and rows, how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.targets.deck import Card, Side, backs_of
from kensei_docs.documents.targets.oneup import pixels_of
from kensei_docs.documents.targets.target import Target

# The fewest columns and rows that a sheet can have.
_LEAST = 2


@dataclass(frozen=True)
class SpriteSheet:
    """Cards on a sheet of columns and rows, each of so many pixels; its last place is for what
    is seen of a card that is hidden. Where the cards of its deck have ``different`` backs, those
    stand on a sheet like it."""

    cards: tuple[Card, ...]
    columns: int
    rows: int
    cell: tuple[int, int]
    different: bool

    @property
    def places(self) -> int:
        """How many cards have room, the hidden one with them."""
        return self.columns * self.rows

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the sheet."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def fronts(self) -> tuple[Side, ...]:
        """The fronts, in the order of their places."""
        return tuple(card.front for card in self.cards)

    @property
    def backs(self) -> tuple[Side, ...]:
        """The backs, in the same order."""
        return tuple(card.back for card in self.cards if card.back)

    @property
    def hidden(self) -> Side:
        """What is seen of a hidden card: a back."""
        return self.backs[0]

    def corner(self, place: int) -> tuple[int, int]:
        """Return the upper left corner of a place, counted along the rows from 0."""
        row, column = divmod(place, self.columns)
        return column * self.cell[0], row * self.cell[1]


def sprite_sheets(cards: Sequence[Card], size: Size, target: Target) -> list[SpriteSheet]:
    """Return the sheets of a deck, each with as large pictures, in as few places, as may be."""
    different = len(backs_of(cards)) > 1
    most = target.grid[0] * target.grid[1] - 1
    found = []
    for start in range(0, len(cards), most):
        some = tuple(cards[start : start + most])
        columns, rows = _grid(len(some) + 1, size, target)
        found.append(SpriteSheet(some, columns, rows, _cell(columns, rows, size, target), different))
    return found


def _grid(places: int, size: Size, target: Target) -> tuple[int, int]:
    grids = [
        (columns, rows)
        for columns in range(_LEAST, target.grid[0] + 1)
        for rows in range(_LEAST, target.grid[1] + 1)
        if columns * rows >= places
    ]
    return min(
        grids, key=lambda grid: (-_cell(grid[0], grid[1], size, target)[0], grid[0] * grid[1], abs(grid[0] - grid[1]))
    )


def _cell(columns: int, rows: int, size: Size, target: Target) -> tuple[int, int]:
    """Return the pixels of a card, so that neither side of the sheet is over the limit."""
    width, height = pixels_of(size, target.dpi)
    times = min(1, target.widest / (columns * width), target.widest / (rows * height))
    return int(width * times), int(height * times)

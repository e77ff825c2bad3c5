"""Sprite sheets of a deck, and the saved object that Tabletop Simulator loads them by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.sheets.imposition import FaceSequence
from kensei_docs.documents.targets.deck import Card, Deck, DeckFile, MadeFile, Side, backs_of
from kensei_docs.documents.targets.saved_object import SavedSheet, saved_object
from kensei_docs.documents.targets.side_pages import draw, pixels_of, png
from kensei_docs.documents.targets.target import Target

FORMATS = ("tts",)
OPTIONS = ("--base-url",)

# The fewest columns and rows that a sprite sheet can have.
_LEAST = 2


@dataclass(frozen=True)
class SpriteSheet:
    """Cards in a grid of columns and rows, with the size of a cell in pixels.

    The last cell is what players see of a card that is hidden from them. Where the cards of the deck
    have ``different`` backs, those stand on a sheet of the same grid.
    """

    cards: tuple[Card, ...]
    columns: int
    rows: int
    cell: tuple[int, int]
    different: bool

    @property
    def cells(self) -> int:
        """How many cards have room, the hidden one included."""
        return self.columns * self.rows

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the sheet."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def fronts(self) -> tuple[Side, ...]:
        """The fronts, in the order of the cells."""
        return tuple(card.front for card in self.cards)

    @property
    def backs(self) -> tuple[Side, ...]:
        """The backs, in the same order."""
        return tuple(card.back for card in self.cards if card.back)

    @property
    def hidden(self) -> Side:
        """What is seen of a hidden card: a back."""
        return self.backs[0]

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell in pixels; cells are counted along the rows from 0."""
        row, column = divmod(cell, self.columns)
        return column * self.cell[0], row * self.cell[1]


def files(deck: Deck) -> list[DeckFile]:
    """Return the sheets of fronts, their backs (one for all, or a sheet each), and the saved object."""
    found = []
    for number, sheet in enumerate(_sheets(deck), 1):
        fronts, backs = _file_names(deck, number, sheet)
        found.append(_plan_file(deck, sheet, fronts, sheet.fronts))
        if sheet.different:
            found.append(_plan_file(deck, sheet, backs, sheet.backs))
        elif number == 1:
            found.append(_plan_file(deck, sheet, backs, sheet.backs[:1]))
    return [*found, DeckFile(deck.folder / f"{deck.name}.json", deck.key([], _render_object(deck)), pages=0)]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: FaceSequence) -> Iterator[MadeFile]:
    """Yield the files that are wanted."""
    from PIL import Image

    sheets = {
        name: sheet
        for number, sheet in enumerate(_sheets(deck), 1)
        for name in reversed(_file_names(deck, number, sheet))
    }
    for file in wanted:
        if not file.sides:
            yield MadeFile(file, _render_object(deck).encode())
            continue
        sheet = sheets[file.path.name]
        distinct = list(dict.fromkeys([*file.sides, sheet.hidden]))
        drawn = dict(draw(deck, distinct, faces, sheet.cell))
        if distinct == [sheet.hidden] and not sheet.different:  # the one back of all
            yield MadeFile(file, png(drawn[sheet.hidden]))
            continue
        picture = Image.new("RGB", sheet.pixels, "white")
        for cell, side in enumerate(file.sides):
            picture.paste(drawn[side], sheet.corner(cell))
        picture.paste(drawn[sheet.hidden], sheet.corner(sheet.cells - 1))
        yield MadeFile(file, png(picture))


def sprite_sheets(cards: Sequence[Card], size: Size, target: Target) -> list[SpriteSheet]:
    """Return the sheets of a deck, each with the largest pictures in the fewest cells."""
    different = len(backs_of(cards)) > 1
    most = target.grid[0] * target.grid[1] - 1
    found = []
    for start in range(0, len(cards), most):
        some = tuple(cards[start : start + most])
        columns, rows = _grid(len(some) + 1, size, target)
        found.append(SpriteSheet(some, columns, rows, _cell(columns, rows, size, target), different))
    return found


def _sheets(deck: Deck) -> list[SpriteSheet]:
    return sprite_sheets(deck.cards, deck.size, deck.target)


def _grid(cells: int, size: Size, target: Target) -> tuple[int, int]:
    """Return the columns and rows with room for a number of cells: the largest cells, then the fewest cells, then
    the squarest grid."""
    grids = [
        (columns, rows)
        for columns in range(_LEAST, target.grid[0] + 1)
        for rows in range(_LEAST, target.grid[1] + 1)
        if columns * rows >= cells
    ]
    return min(
        grids, key=lambda grid: (-_cell(grid[0], grid[1], size, target)[0], grid[0] * grid[1], abs(grid[0] - grid[1]))
    )


def _cell(columns: int, rows: int, size: Size, target: Target) -> tuple[int, int]:
    """Return the pixels of a card, so that neither side of the sheet is over the limit."""
    width, height = pixels_of(size, target.dpi)
    times = min(1, target.widest / (columns * width), target.widest / (rows * height))
    return int(width * times), int(height * times)


def _plan_file(deck: Deck, sheet: SpriteSheet, name: str, sides: Sequence[Side]) -> DeckFile:
    return DeckFile(deck.folder / name, deck.key([*sides, sheet.hidden], repr(sheet.pixels)), tuple(sides))


def _file_names(deck: Deck, number: int, sheet: SpriteSheet) -> tuple[str, str]:
    """Return the file names of the pictures of a sheet's fronts and of its backs."""
    backs = f"{deck.name}-{number}-backs.png" if sheet.different else f"{deck.name}-back.png"
    return f"{deck.name}-{number}.png", backs


def _render_object(deck: Deck) -> str:
    base = deck.base_url if not deck.base_url or deck.base_url.endswith("/") else f"{deck.base_url}/"
    sheets = []
    for number, sheet in enumerate(_sheets(deck), 1):
        fronts, backs = (base + quote(name) for name in _file_names(deck, number, sheet))
        sheets.append(SavedSheet(fronts, backs, sheet.columns, sheet.rows, sheet.different, sheet.cards))
    return saved_object(deck, sheets)

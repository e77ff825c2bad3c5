"""Sprite sheets of a deck, and the saved object with which Tabletop Simulator loads them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from kensei_docs.database.errata import version_of
from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.products.product import Size
from kensei_docs.documents.targets.deck import (
    Card,
    CardSide,
    Deck,
    DeckFile,
    MadeFile,
    Target,
    backs_of,
    draw,
    filled_in,
    pixels_of,
    png,
)
from kensei_docs.files import digest_of
from kensei_docs.problems import unusable

WAS = ("sprites",)
FORMATS = ("tts",)
OPTIONS = ("--base-url", "--since")

SAVED = "saved-object.json.j2"

# The least number of columns, and of rows, of a sprite sheet.
_MIN_SIDE = 2
# In the saved object, the id of a card is the number of its sheet times this, plus the number of its cell.
_IDS_PER_SHEET = 100


@dataclass(frozen=True)
class SpriteSheet:
    """Cards in a grid of columns and rows, with the size of a cell in pixels; the first sheet has the number 1.

    The last cell shows what players see of a card that is hidden from them. ``different_backs``: the cards of the deck
    have several backs, which are on a second sheet with the same grid.
    """

    number: int
    cards: tuple[Card, ...]
    columns: int
    rows: int
    cell: tuple[int, int]
    different_backs: bool

    @property
    def pixels(self) -> tuple[int, int]:
        """The width and height of the sheet in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def backs(self) -> tuple[CardSide, ...]:
        """The backs, in the order of the cells."""
        return tuple(card.back for card in self.cards if card.back)

    @property
    def hidden(self) -> CardSide:
        """The side that is seen of a hidden card: a back."""
        return self.backs[0]

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the upper left corner of a cell in pixels; cells are counted along the rows from 0."""
        row, column = divmod(cell, self.columns)
        return column * self.cell[0], row * self.cell[1]

    def file_names(self, deck: Deck) -> tuple[str, str]:
        """Return the file names of the pictures of its fronts and of its backs."""
        backs = f"{deck.name}-{self.number}-backs.png" if self.different_backs else f"{deck.name}-back.png"
        return f"{deck.name}-{self.number}.png", backs


def files(deck: Deck) -> list[DeckFile]:
    """Return the sheets of fronts, their backs (one for all, or a sheet for each), and the saved object.

    Raises Unusable for a deck without backs, one of which covers a hidden card.
    """
    if not all(card.back for card in deck.cards):
        product = deck.document.faces.product
        message = (
            f"{product.name} has no backs, and {deck.target.name} needs one for hidden cards; "
            "add back.html.j2 and 'backs'"
        )
        raise unusable(product.folder, message, "target")
    planned = []
    for sheet in _sheets(deck):
        fronts, backs = sheet.file_names(deck)
        planned.append(_plan_file(deck, sheet, fronts, [card.front for card in sheet.cards]))
        if sheet.different_backs or sheet.number == 1:
            planned.append(_plan_file(deck, sheet, backs, sheet.backs if sheet.different_backs else sheet.backs[:1]))
    return [*planned, DeckFile(deck.folder / f"{deck.name}.json", deck.key([], _render_object(deck)), pages=0)]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the files that are wanted."""
    from PIL import Image

    sheets = {name: sheet for sheet in _sheets(deck) for name in sheet.file_names(deck)}
    for file in wanted:
        if not file.sides:
            yield MadeFile(file, _render_object(deck).encode())
            continue
        sheet = sheets[file.path.name]
        distinct = list(dict.fromkeys([*file.sides, sheet.hidden]))
        drawn = dict(draw(deck, distinct, faces, sheet.cell))
        if distinct == [sheet.hidden] and not sheet.different_backs:
            # The file is the only back of the deck.
            yield MadeFile(file, png(drawn[sheet.hidden]))
            continue
        picture = Image.new("RGB", sheet.pixels, "white")
        for cell, side in enumerate(file.sides):
            picture.paste(drawn[side], sheet.corner(cell))
        picture.paste(drawn[sheet.hidden], sheet.corner(sheet.columns * sheet.rows - 1))
        yield MadeFile(file, png(picture))


def sprite_sheets(cards: Sequence[Card], size: Size, target: Target) -> list[SpriteSheet]:
    """Return the sheets of a deck, each with the largest pictures in as few cells as possible."""
    different_backs = len(backs_of(cards)) > 1
    most = target.grid[0] * target.grid[1] - 1
    sheets = []
    for number, start in enumerate(range(0, len(cards), most), 1):
        on_sheet = tuple(cards[start : start + most])
        columns, rows = _grid(len(on_sheet) + 1, size, target)
        cell = _cell(columns, rows, size, target)
        sheets.append(SpriteSheet(number, on_sheet, columns, rows, cell, different_backs))
    return sheets


def _sheets(deck: Deck) -> list[SpriteSheet]:
    return sprite_sheets(deck.cards, deck.size, deck.target)


def _grid(cells: int, size: Size, target: Target) -> tuple[int, int]:
    """Return the columns and rows for a number of cells: those with the largest cells, then with the fewest cells, then
    the grid that is nearest to a square."""
    columns, rows = (range(_MIN_SIDE, most + 1) for most in target.grid)

    def rank(grid: tuple[int, int]) -> tuple[int, int, int]:
        return -_cell(*grid, size, target)[0], grid[0] * grid[1], abs(grid[0] - grid[1])

    return min((grid for grid in itertools.product(columns, rows) if grid[0] * grid[1] >= cells), key=rank)


def _cell(columns: int, rows: int, size: Size, target: Target) -> tuple[int, int]:
    """Return the size of a card in pixels, reduced until both sides of the sheet are within the limit."""
    width, height = pixels_of(size, target.dpi)
    scale = min(1, target.widest / (columns * width), target.widest / (rows * height))
    return int(width * scale), int(height * scale)


def _plan_file(deck: Deck, sheet: SpriteSheet, name: str, sides: Sequence[CardSide]) -> DeckFile:
    return DeckFile(deck.folder / name, deck.key([*sides, sheet.hidden], repr(sheet.pixels)), tuple(sides))


def _render_object(deck: Deck) -> str:
    """Return the saved object as JSON; raises Unusable if its template is invalid."""
    # What has a meaning in an address keeps it; a percent sign may be the start of a character that is quoted.
    address = quote(deck.base_url, safe="%:/?#[]@!$&'()*+,;=").removesuffix("/")
    base = f"{address}/" if address else ""
    sheets: list[dict[str, Any]] = []
    copies: list[dict[str, Any]] = []
    for sheet in _sheets(deck):
        fronts, backs = (base + quote(name) for name in sheet.file_names(deck))
        sheets.append({**vars(sheet), "fronts": fronts, "backs": backs})
        for cell, card in enumerate(sheet.cards):
            for _ in range(card.copies):
                guid = _guid(deck, f"{card.slug} {len(copies)}")
                number = sheet.number * _IDS_PER_SHEET + cell
                copies.append({"name": card.name, "guid": guid, "id": number, "sheet": sheets[-1]})
    document = deck.document
    text, file = filled_in(
        deck,
        SAVED,
        title=document.title,
        description=f"{document.edition_name} {version_of(document.faces.edition)}",
        guid=_guid(deck, "deck"),
        outline=document.faces.product.outline,
        sheets=sheets,
        copies=copies,
    )
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    except ValueError as fault:
        raise unusable(file, f"gives no JSON: {fault}; mend it", "templates") from fault


def _guid(deck: Deck, what: str) -> str:
    return digest_of(str(deck.document.faces.folder), what)[:6]

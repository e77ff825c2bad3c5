"""A PNG of each side with its bleed, in exactly the number of pixels that a service needs, and a list of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.targets.deck import (
    Card,
    CardSide,
    Deck,
    DeckFile,
    MadeFile,
    backs_of,
    draw_pages,
    outside_safe_zone,
    pixels_of,
    pngs,
    side_pages,
)

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("png",)
OPTIONS = ("--since",)
TURNS = True

LIST = "list.csv"


def files(deck: Deck) -> list[DeckFile]:
    """Return a picture for each front, one for each different back, and the list."""
    pictures = [
        DeckFile(deck.folder / name, deck.key([side]), (side,)) for side, name in _file_names(deck.cards).items()
    ]
    return [*pictures, DeckFile(deck.folder / LIST, deck.key([], _render_list(deck)), pages=0)]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the files that are wanted."""
    cut = deck.cut
    pictures = {file.sides[0]: file for file in wanted if file.sides}
    if pictures:
        sides = list(pictures)
        pdf = side_pages(deck, sides, faces, cut.bleed)
        outside = outside_safe_zone(deck, pdf, sides)
        pixels = cut.pixels or pixels_of(deck.trim.less(-cut.bleed), deck.target.dpi)
        drawn = draw_pages(pdf, sides, pixels)
        if cut.turned:
            drawn = _on_their_side(deck, drawn)
        for side, packed in pngs(drawn, deck.target.dpi):
            yield MadeFile(pictures[side], packed, outside[side])
    for file in wanted:
        if not file.sides:
            yield MadeFile(file, _render_list(deck).encode())


def _on_their_side(deck: Deck, drawn: Iterable[tuple[CardSide, Image]]) -> Iterator[tuple[CardSide, Image]]:
    """Yield pictures a quarter turned: fronts to the right and backs to the left.

    So the heads of both are at the same edge of the card, as they are on sheets of paper.
    """
    from PIL.Image import Transpose

    backs = set(backs_of(deck.cards))
    for side, picture in drawn:
        yield side, picture.transpose(Transpose.ROTATE_90 if side in backs else Transpose.ROTATE_270)


def _file_names(cards: Sequence[Card]) -> dict[CardSide, str]:
    """Return the file names of pictures by side; the name of a front contains the number of copies."""
    names = {card.front: f"front-{card.label}-{card.copies}x.png" for card in cards}
    backs = backs_of(cards)
    if len(backs) == 1:
        return {**names, backs[0]: "back.png"}
    for card in cards:
        if card.back and card.back not in names:
            names[card.back] = f"back-{card.label}.png"
    return names


def _render_list(deck: Deck) -> str:
    """Return the list of a deck as CSV: the pictures, the number of copies and the name of each card."""
    names = _file_names(deck.cards)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["front", "back", "copies", "card"])
    for card in deck.cards:
        table.writerow([names[card.front], names[card.back] if card.back else "", card.copies, card.name])
    # Without the mark, spreadsheet programs take UTF-8 for another encoding.
    return "\ufeff" + out.getvalue()

"""A picture of each side of a card, small enough for a page on the web, as WebP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.targets.deck import Card, CardSide, Deck, DeckFile, MadeFile, backs_of, draw
from kensei_docs.documents.targets.on_screen import COLOURS, QUALITY, has_photograph, pixels_on_screen

FORMATS = ("webp",)
OPTIONS = ("--since",)

# How hard WebP tries to be small, of 6.
_EFFORT = 4


def names_of(cards: Sequence[Card]) -> Mapping[CardSide, str]:
    """Return the file names of the different sides of some cards: ``007-polearms.webp``, ``back-1.webp``."""
    names = {card.front: f"{card.label}.webp" for card in reversed(cards)}
    return names | {side: f"back-{number}.webp" for number, side in enumerate(backs_of(cards), 1) if side not in names}


def files(deck: Deck) -> list[DeckFile]:
    """Return a picture for each different side."""
    return [DeckFile(deck.folder / name, deck.key([side]), (side,)) for side, name in names_of(deck.cards).items()]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the pictures that are wanted."""
    by_side = {file.sides[0]: file for file in wanted}
    for side, picture in draw(deck, list(by_side), faces, pixels_on_screen(deck)):
        out = BytesIO()
        if has_photograph(deck, side):
            picture.save(out, "webp", quality=QUALITY, method=_EFFORT)
        else:
            picture.quantize(COLOURS).convert("RGB").save(out, "webp", lossless=True, quality=50, method=_EFFORT)
        yield MadeFile(by_side[side], out.getvalue())

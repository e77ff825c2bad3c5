"""A PDF with a page for each side of every copy, fronts and backs in turn, with trim and bleed boxes.

With the profile of a press it is a PDF/X-4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kensei_docs.documents.imposition import DocumentFaces
from kensei_docs.documents.targets.deck import Deck, DeckFile, MadeFile, outside_safe_zone, side_pages

FORMATS = ("pdf",)
OPTIONS = ("--bleed", "--profile")


def files(deck: Deck) -> list[DeckFile]:
    """Return the PDF to make."""
    sides = tuple(side for card in deck.cards for _ in range(card.copies) for side in (card.front, card.back) if side)
    key = deck.key(sides, repr(deck.about), *(card.name for card in deck.cards))
    return [DeckFile(deck.document.path.with_suffix(".pdf"), key, sides, len(sides))]


def make(deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
    """Yield the PDF, if it is wanted."""
    for file in wanted:
        pdf = side_pages(deck, file.sides, faces, deck.cut.bleed)
        outside = outside_safe_zone(deck, pdf, file.sides)
        yield MadeFile(file, pdf, tuple(defect for defects in outside.values() for defect in defects))

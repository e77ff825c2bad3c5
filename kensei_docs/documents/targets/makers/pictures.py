"""A PNG of each side, bled, of exactly the pixels that a service asks for, and a list of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.targets.deck import Card, Side, backs_of
from kensei_docs.documents.targets.job import Job, Made, Piece
from kensei_docs.documents.targets.oneup import Drawer, one_up, pixels_of, png, safe_zone

LIST = "list.csv"


def pieces(job: Job) -> list[Piece]:
    """Return a picture for each front, one for each different back, and the list."""
    names = _names(job.cards)
    pictures = [Piece(job.own_folder / name, job.key([side]), (side,)) for side, name in names.items()]
    return [*pictures, Piece(job.own_folder / LIST, job.key([], _listed(job)), sheets=0)]


def make(job: Job, wanted: Sequence[Piece], faces: Gathered) -> Iterator[Made]:
    """Yield the pieces that are wanted."""
    cut = job.cut
    drawn = {piece.sides[0]: piece for piece in wanted if piece.sides}
    if drawn:
        sides = list(drawn)
        pdf = one_up(job, sides, faces, cut.bleed)
        outside = safe_zone(job, pdf, sides)
        pixels = cut.pixels or pixels_of(job.trim.less(-cut.bleed), job.target.dpi)
        for side, picture in Drawer(job, faces, cut.bleed, pixels).pictures(pdf, sides):
            yield Made(drawn[side], png(picture, job.target.dpi), outside[side])
    for piece in wanted:
        if not piece.sides:
            yield Made(piece, _listed(job).encode())


def _names(cards: Sequence[Card]) -> dict[Side, str]:
    """Return what the picture of each side is called; fronts say how many copies are wanted."""
    names = {card.front: f"front-{card.label}-{card.copies}x.png" for card in cards}
    backs = backs_of(cards)
    if len(backs) == 1:
        return {**names, backs[0]: "back.png"}
    for card in cards:
        if card.back and card.back not in names:
            names[card.back] = f"back-{card.label}.png"
    return names


def _listed(job: Job) -> str:
    """Return the list of a deck: which pictures make a card, and how many copies of it."""
    names = _names(job.cards)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["front", "back", "copies", "card"])
    for card in job.cards:
        table.writerow([names[card.front], names[card.back] if card.back else "", card.copies, card.name])
    return out.getvalue()

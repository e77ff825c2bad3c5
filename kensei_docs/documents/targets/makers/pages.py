"""A PDF with one side a page, fronts and backs in turn, trim and bleed marked, every copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.targets.deck import Side
from kensei_docs.documents.targets.job import Job, Made, Piece
from kensei_docs.documents.targets.oneup import one_up, safe_zone


def pieces(job: Job) -> list[Piece]:
    """Return the one PDF."""
    sides = _sides(job)
    names = [card.name for card in job.cards]
    return [
        Piece(job.document.path.with_suffix(".pdf"), job.key(sides, repr(job.about), *names), tuple(sides), len(sides))
    ]


def make(job: Job, wanted: Sequence[Piece], faces: Gathered) -> Iterator[Made]:
    """Yield it."""
    for piece in wanted:
        pdf = one_up(job, piece.sides, faces, job.cut.bleed)
        outside = safe_zone(job, pdf, piece.sides)
        yield Made(piece, pdf, tuple(one for found in outside.values() for one in found))


def _sides(job: Job) -> list[Side]:
    return [side for card in job.cards for _ in range(card.copies) for side in (card.front, card.back) if side]

"""Drop capitals: the large first letter of a paragraph belongs to the word beside its top."""

from __future__ import annotations

from collections.abc import Sequence

from kensei_docs.extract.pdf.page import Piece
from kensei_docs.extract.pdf.thresholds import LIMITS


def with_capitals_joined(pieces: Sequence[Piece], size: float) -> list[Piece]:
    """Return words with each drop capital as a part of its first word; ``size`` is that of the text, in points."""
    large = [
        (i, piece)
        for i, piece in enumerate(pieces)
        if piece.size > LIMITS.dropped * size and len(piece.text) <= 2 and sum(map(str.isalpha, piece.text)) == 1
    ]
    found: list[Piece | None] = list(pieces)
    for at, capital in large:
        if any(_is_of_word(other, capital) for i, other in enumerate(pieces) if i != at):
            continue
        top = capital.y - LIMITS.capital * capital.size
        beside = [
            (piece.y, piece.x0, i)
            for i, piece in enumerate(pieces)
            if piece.size <= LIMITS.dropped * size
            and not piece.turn
            and -1.0 < piece.x0 - capital.x1 < LIMITS.beside_capital * size
            and -0.5 * piece.size < piece.y - LIMITS.capital * piece.size - top < capital.size
        ]
        if not beside:
            continue
        _, _, first = min(beside)
        word = pieces[first]
        if word.y >= capital.y - 1.0:
            continue
        if capital.apart:
            right = min(capital.x1, word.x0)
            found[at] = word._replace(text=capital.text, x0=capital.x0, x1=right, tag=capital.tag)
        else:
            found[at] = None
            found[first] = word._replace(text=capital.text + word.text, x0=capital.x0)
    return [piece for piece in found if piece is not None]


def _is_of_word(piece: Piece, capital: Piece) -> bool:
    """Return whether a large word stands directly beside a capital: then they are a title in large letters."""
    gap = max(piece.x0 - capital.x1, capital.x0 - piece.x1)
    large = piece.size > 0.8 * capital.size
    return large and abs(piece.y - capital.y) < 1.0 and gap < 0.35 * capital.size

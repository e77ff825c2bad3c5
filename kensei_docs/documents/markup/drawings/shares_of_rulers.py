"""Parts of a distance on its ruler, such as the half that a slowed move has: a dashed line, and when it counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle
from kensei_docs.documents.markup.drawings.ruler_distances import Share
from kensei_docs.documents.markup.drawings.ruler_style import Dress, set_words, words_width

if TYPE_CHECKING:  # rulers draw their shares
    from kensei_docs.documents.markup.drawings.rulers import RulerPart

# The size of type in points.
_POINTS = 7.0
# Millimetres from the line to its words, and from the head to their middle: above the small numbers.
_SPACE = 0.8
_DOWN = 1.5
# Millimetres before a number in large type, every fifth, that its figures take.
_FIFTH = 2.6
_FIFTH_AT_LINE = 5.2


def draw_shares(
    canvas: Canvas, part: RulerPart, shares: Sequence[Share], ends: Collection[float], body: Rectangle, dress: Dress
) -> None:
    """Draw the ``shares`` on a part of a ruler, in its ``body`` below the head.

    ``ends`` are the distances that have lines already.
    """
    lines = sorted({*ends, *(share.number for share in shares)})
    for share in shares:
        x = body.x + (share.number - part.start) * part.scale
        canvas.line(x, body.y, x, body.y + body.height, 0.35, "1 0.7", stroke=dress.accent)
        next_line = min((at for at in lines if at > share.number), default=part.end)
        next_fifth = (share.number // 5 + 1) * 5
        room = min(
            (min(next_line, part.end) - share.number) * part.scale,
            (next_fifth - share.number) * part.scale - (_FIFTH_AT_LINE if next_fifth in lines else _FIFTH),
        )
        names = list(share.names)
        # Fewer words rather than words over a number.
        while names and words_width(" · ".join([share.says, *names]), _POINTS) > room - _SPACE:
            names.pop()
        words = " · ".join([share.says, *names])
        set_words(canvas, words, x + _SPACE, body.y + _DOWN, _POINTS, dress.pip, bold=True)

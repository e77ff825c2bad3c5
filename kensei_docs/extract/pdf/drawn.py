"""What pdfminer finds drawn on a page: glyphs, horizontal and vertical lines, and panels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kensei_docs.extract.pdf.glyphs import Box, Glyph, Rule, Upright

if TYPE_CHECKING:
    from pdfminer.layout import LTChar, LTCurve, LTItem, LTPage

THIN = 2.0  # points: a filled rectangle of at most this height, or width, is a line
ROUNDED = 0.5  # of the side of a box: the least that is straight between corners that are rounded
NOTHING = 0.05  # points: a border that is no wider isn't drawn
NEAR = 0.15  # points: how far from the side of a box its straight part may be


def drawn_on(page: LTPage, actual_texts: Mapping[int, str]) -> tuple[list[Glyph], list[Rule], list[Upright], list[Box]]:
    """Return the glyphs, horizontal lines, vertical lines and shaded panels of a page that pdfminer has laid out.

    ``actual_texts`` are the texts of some glyphs, by the ids of their objects; a glyph with an empty one is left out.
    """
    # It takes longer to import than the lines of a known PDF take to read.
    from pdfminer.layout import LTChar, LTContainer, LTCurve, LTLine, LTRect

    glyphs: list[Glyph] = []
    rules: list[Rule] = []
    uprights: list[Upright] = []
    panels: list[Box] = []
    found: list[Any] = [page]
    for item in found:  # the list grows in the loop by the contents of figures
        if isinstance(item, LTContainer):
            found += _with_single_sides(item)
        elif isinstance(item, LTChar):
            glyph = _glyph(item, page.height)
            glyph = glyph._replace(text=actual_texts.get(id(item), glyph.text))
            glyphs += [glyph] if glyph.text else []
        elif isinstance(item, LTLine | LTRect) and item.height <= THIN:
            rules.append(Rule(item.x0, item.x1, page.height - item.y0))
        elif isinstance(item, LTLine | LTRect) and item.width <= THIN:
            uprights.append(Upright(item.x0, page.height - item.y1, page.height - item.y0))
        elif isinstance(item, LTRect) and item.stroke:
            rules += [Rule(item.x0, item.x1, page.height - y) for y in (item.y1, item.y0)]
            uprights += [Upright(x, page.height - item.y1, page.height - item.y0) for x in (item.x0, item.x1)]
        if isinstance(item, LTCurve) and min(item.width, item.height) > THIN and _is_panel(item):
            panels.append(Box(item.x0, page.height - item.y1, item.x1, page.height - item.y0))
    return glyphs, rules, uprights, panels


def _with_single_sides(items: Iterable[LTItem]) -> list[LTItem]:
    """Return what is drawn; a border at one side of a cell, drawn as two rectangles, becomes a line.

    The larger rectangle is filled except for the smaller one in it: a browser draws a box so if its sides have
    different borders.
    """
    from pdfminer.layout import LTRect

    whole: list[LTItem] = []
    for item in items:
        last = whole[-1] if whole else None
        if isinstance(last, LTRect) and isinstance(item, LTRect) and last.evenodd and item.evenodd and not item.stroke:
            inner, outer = sorted((last, item), key=lambda one: one.height)
            sides = [(outer.y0, inner.y0), (inner.y1, outer.y1)]
            drawn = [(y0, y1) for y0, y1 in sides if y1 - y0 > NOTHING]
            if (inner.x0, inner.x1) == (outer.x0, outer.x1) and len(drawn) == 1 and drawn[0][1] - drawn[0][0] <= THIN:
                whole[-1] = LTRect(0, (outer.x0, drawn[0][0], outer.x1, drawn[0][1]), fill=True)
                continue
        whole.append(item)
    return whole


def _is_panel(shape: LTCurve) -> bool:
    """Return whether a shape is a filled rectangle, or a filled or framed one with rounded corners."""
    from pdfminer.layout import LTRect

    if isinstance(shape, LTRect):
        return bool(shape.fill)
    straight = [0.0] * 4
    for (ax, ay), (bx, by) in pairwise(shape.pts):
        for i, side in enumerate((shape.x0, shape.x1)):
            if abs(ax - side) < NEAR and abs(bx - side) < NEAR:
                straight[i] = max(straight[i], abs(by - ay) / shape.height)
        for i, side in enumerate((shape.y0, shape.y1), 2):
            if abs(ay - side) < NEAR and abs(by - side) < NEAR:
                straight[i] = max(straight[i], abs(bx - ax) / shape.width)
    return min(straight) > ROUNDED


def _glyph(char: LTChar, height: float) -> Glyph:
    """Return a character's glyph; one on its side is placed as if the page was turned to read it."""
    _, slope, _, _, right, up = char.matrix
    if char.upright:
        return Glyph(height - up, char.x0, char.x1, char.get_text(), char.size, char.fontname)
    if slope < 0:
        return Glyph(-right, height - char.y1, height - char.y0, char.get_text(), char.width, char.fontname, -1)
    return Glyph(right, char.y0, char.y1, char.get_text(), char.width, char.fontname, 1)

"""What is drawn on a page: its glyphs and its horizontal lines, from pdfminer's layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pdfminer.layout import LTChar, LTContainer, LTLine, LTPage, LTRect

from kensei_docs.extract.glyphs import Glyph
from kensei_docs.extract.tables import Rule

THIN = 2.0  # points: a filled rectangle that is no higher is a line


def drawn_on(page: LTPage) -> tuple[list[Glyph], list[Rule]]:
    """Return the glyphs and the horizontal lines of a page, measured from its top left corner."""
    glyphs: list[Glyph] = []
    rules: list[Rule] = []
    for item in inside(page):
        if isinstance(item, LTChar):
            glyphs.append(placed(item, page.height))
        elif isinstance(item, LTLine | LTRect) and item.height <= THIN:
            rules.append(Rule(item.x0, item.x1, page.height - item.y0))
        elif isinstance(item, LTRect) and item.stroke:
            rules += [Rule(item.x0, item.x1, page.height - y) for y in (item.y1, item.y0)]
    return glyphs, rules


def inside(container: Iterable[Any]) -> Iterator[Any]:
    """Yield all items of a page, those inside of figures too."""
    for item in container:
        if isinstance(item, LTContainer):
            yield from inside(item)
        else:
            yield item


def placed(char: LTChar, height: float) -> Glyph:
    """Return a character's glyph, one on its side as if the page was turned to read it."""
    _, slope, _, _, right, up = char.matrix
    if char.upright:
        return Glyph(height - up, char.x0, char.x1, char.get_text(), char.size, char.fontname)
    if slope < 0:
        return Glyph(-right, height - char.y1, height - char.y0, char.get_text(), char.size, char.fontname, False)
    return Glyph(right, char.y0, char.y1, char.get_text(), char.size, char.fontname, False)

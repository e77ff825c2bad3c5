"""Sides of cards on a screen: pictures in a small file, and their words as plain markup."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

from markupsafe import Markup

from kensei_docs.documents.products.product import INCH
from kensei_docs.documents.targets.deck import CardSide, Deck, pixels_of, plain, png

if TYPE_CHECKING:
    from PIL.Image import Image

# The number of colours of a picture: faces are drawings, and few colours reduce the file to a third.
COLOURS = 64
# The quality of a side with a photograph, which few colours would spoil.
QUALITY = 85
# The least width of a picture in pixels: a telephone shows a token as wide as its screen.
_MIN_WIDTH_PX = 400
_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
_KEPT = re.compile("p|h[1-3]|[oud]l|li|d[td]|table|thead|tbody|t[rdh]|b|strong|em|i|br")
# Elements after which a new line begins.
_BOXES = ("div", "section", "article", "figure", "header", "footer")
_SPANS = re.compile(r' (?:col|row)span="\d+"')
_EMPTY = re.compile(r"<(p|b|li|dd|dt|h[1-3]|ul|ol|dl)>\s*</\1>")
_BREAKS = re.compile(r"(?:^|(?<=>))(?:\s*<br>)+|(?:<br>\s*)+(?=<(?!br)|$)")


def packed(picture: Image, has_photograph: bool) -> bytes:
    """Return a side as the bytes of a file, a PNG or, with a photograph on it, a JPEG."""
    if not has_photograph:
        return png(picture.quantize(COLOURS))
    out = BytesIO()
    picture.convert("RGB").save(out, "jpeg", quality=QUALITY, subsampling=0)
    return out.getvalue()


def has_photograph(deck: Deck, side: CardSide) -> bool:
    """Return whether a picture of pixels is printed on a side."""
    faces = deck.document.faces
    shown = (*faces.style.pictures, *(one for slot in side.slots for one in faces.markup(slot).pictures))
    return any(not picture.svg for picture in shown)


def pixels_on_screen(deck: Deck) -> tuple[int, int]:
    """Return the width and height of the pictures of a deck: in the dots an inch of its target, and not too narrow."""
    return pixels_of(deck.size, max(deck.target.dpi, _MIN_WIDTH_PX / deck.size.width * INCH))


def text_of(deck: Deck, side: CardSide) -> Markup:
    """Return the text of a side as plain paragraphs, headings, lists and tables."""
    html = plain(deck.document.faces.fragments[side.face].html)
    html = _TAG.sub(_plain_tag, html)
    while (without_empty := _EMPTY.sub("", html)) != html:
        html = without_empty
    # A break at the beginning or end of an element would be an empty line.
    return Markup(_BREAKS.sub("", " ".join(html.split())))


def _plain_tag(tag: re.Match[str]) -> str:
    """Return a tag without classes and styles; an empty text if it has only a style."""
    closing, name, attributes = tag.groups()
    if 'class="blank"' in attributes:
        return "____"
    if name in _BOXES:
        return "<br>" if closing else ""
    if not _KEPT.fullmatch(name):
        return ""
    return f"<{closing}{name}{''.join(_SPANS.findall(attributes))}>"

"""Pictures of laid-out faces: PNGs of the pages of a PDF, the art of a face beneath it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

from kensei_docs.documents.imposition import PrintedDocument
from kensei_docs.documents.layout.renderer import png_of_page
from kensei_docs.documents.products.outlines import Point, edge_of
from kensei_docs.documents.products.product import INCH, Size

# Dots an inch of a picture: twice those of a plain screen, so that small type can be read.
RESOLUTION = 192
# The number of points in an inch.
_POINTS = 72
_CLEAR, _WHITE = (255, 255, 255, 0), (255, 255, 255, 255)
# An outline is drawn so many times as large, so that its edge is smooth.
_SMOOTH = 4


def draw(pack: bytes, page: int, size: Size, bleed: float) -> Any:
    """Return an image of the face at the upper left of a page of a PDF, without its bleed.

    ``size`` is the face's with its bleed, in millimetres. What the face does not cover is clear.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(pack) as pdf:
        drawn = pdf[page]
        width, height = drawn.get_size()
        wide, high, off = (length / INCH * _POINTS for length in (size.width, size.height, bleed))
        # What is cut off at the left, below, at the right and above.
        crop = off, max(0, height - high + off), max(0, width - wide + off), off
        return drawn.render(scale=RESOLUTION / _POINTS, crop=crop, fill_color=_CLEAR, rev_byteorder=True).to_pil()


def outline_of(document: PrintedDocument, back: bool) -> tuple[Point, ...]:
    """Return the corners of the polygon in which a face is cut; none for a rectangle.

    They are millimetres from the upper left corner of the face, which is a front or a ``back``.
    """
    spec = document.spec
    outline = spec.piece.outline(back)
    if spec.product.outline == "round":
        outline = edge_of("round", spec.face)
    return tuple((x, spec.face.height - y) for x, y in outline.corners) if outline else ()


@lru_cache(maxsize=16)
def _within(outline: tuple[Point, ...], size: tuple[int, int]) -> Any:
    """Return a picture of a size in pixels that is white within an outline, whose corners are pixels."""
    from PIL import Image, ImageDraw

    large = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
    ImageDraw.Draw(large).polygon([(x * _SMOOTH, y * _SMOOTH) for x, y in outline], fill=255)
    return large.resize(size, Image.Resampling.BOX)


def flattened(layers: Sequence[Any], outline: Sequence[Point] = ()) -> bytes:
    """Return the layers of one face, the lowest first, on white, as a PNG of the lowest one's size.

    What is outside of an ``outline`` (millimetres from the upper left corner) is cut off, and clear.
    """
    from PIL import Image

    picture = Image.new("RGBA", layers[0].size, _WHITE)
    for layer in layers:
        fitting = layer if layer.size == picture.size else layer.resize(picture.size)
        picture = Image.alpha_composite(picture, fitting.convert("RGBA"))
    out = BytesIO()
    # Speed matters more than size here: the picture goes no further than this machine's browser.
    if outline:
        corners = tuple((x / INCH * RESOLUTION, y / INCH * RESOLUTION) for x, y in outline)
        picture.putalpha(_within(corners, picture.size))
    else:
        picture = picture.convert("RGB")
    picture.save(out, "png", compress_level=1)
    return out.getvalue()


def with_bleed(art: Any | None, face: Any, size: Size, bleed: float) -> bytes:
    """Return a PNG of a face of a size in millimetres on its art, both with ``bleed`` mm around the face."""
    from PIL import Image

    across, down = (round((length + 2 * bleed) / INCH * RESOLUTION) for length in (size.width, size.height))
    paper = Image.new("RGBA", (across, down), _CLEAR)
    edge = round(bleed / INCH * RESOLUTION)
    paper.alpha_composite(face.convert("RGBA"), (edge, edge))
    beneath = (
        (art.resize(paper.size) if art.size != paper.size else art) if art else Image.new("RGBA", paper.size, _WHITE)
    )
    return flattened([beneath, paper])


def pages_of(pdf: bytes) -> list[bytes]:
    """Return the pages of a PDF as PNGs."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as pages:
        return [png_of_page(page) for page in pages]

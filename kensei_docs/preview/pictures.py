"""Pictures of laid-out faces: PNGs of the pages of a PDF, the art of a face beneath it."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from kensei_docs.documents.layout.renderer import png_of_page
from kensei_docs.documents.products.product import INCH, Size

# Dots an inch of a picture: twice those of a plain screen, so that small type can be read.
RESOLUTION = 192
# The number of points in an inch.
_POINTS = 72
_CLEAR, _WHITE = (255, 255, 255, 0), (255, 255, 255, 255)


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


def flattened(layers: Sequence[Any]) -> bytes:
    """Return the layers of one face, the lowest first, on white, as a PNG of the lowest one's size."""
    from PIL import Image

    picture = Image.new("RGBA", layers[0].size, _WHITE)
    for layer in layers:
        fitting = layer if layer.size == picture.size else layer.resize(picture.size)
        picture = Image.alpha_composite(picture, fitting.convert("RGBA"))
    out = BytesIO()
    # Speed matters more than size here: the picture goes no further than this machine's browser.
    picture.convert("RGB").save(out, "png", compress_level=1)
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

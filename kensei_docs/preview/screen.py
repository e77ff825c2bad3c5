"""Pictures of faces for the screen, drawn from the packs that they were laid out in."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from kensei_docs.documents.kinds.paper import Size

# Twice the resolution of a plain screen: small type can be read, and fine screens show it sharp.
RESOLUTION = 192
CSS = 96
_POINTS = 72
_INCH = 25.4
_CLEAR, _PAPER = (255, 255, 255, 0), (255, 255, 255, 255)


def pixels(length: float) -> float:
    """Return a length in millimetres as pixels of CSS."""
    return round(length / _INCH * CSS, 2)


class Packs:
    """Draws faces from packs, each opened once; close it when done."""

    def __init__(self) -> None:
        self._opened: dict[str, Any] = {}

    def __enter__(self) -> Packs:
        return self

    def __exit__(self, *_: object) -> None:
        for document in self._opened.values():
            document.close()

    def draw(self, name: str, pack: bytes, page: int, size: Size, bleed: float = 0) -> Any:
        """Return an image of the face at the top of a page of a pack, without its bleed.

        What the face doesn't cover is clear. ``size`` is the face's, with its bleed.
        """
        import pypdfium2

        if name not in self._opened:
            self._opened[name] = pypdfium2.PdfDocument(pack)
        drawn = self._opened[name][page]
        width, height = drawn.get_size()
        wide, high, off = (length / _INCH * _POINTS for length in (size.width, size.height, bleed))
        # What is taken away at the left, below, at the right and above.
        crop = off, max(0, height - high + off), max(0, width - wide + off), off
        return drawn.render(scale=RESOLUTION / _POINTS, crop=crop, fill_color=_CLEAR, rev_byteorder=True).to_pil()


def composed(layers: Iterable[Any]) -> bytes:
    """Return layers of one face, the lowest first, on white paper, as a PNG."""
    from PIL import Image

    whole = None
    for layer in layers:
        if whole is None:
            whole = Image.new("RGBA", layer.size, _PAPER)
        if layer.size != whole.size:
            layer = layer.resize(whole.size)
        whole = Image.alpha_composite(whole, layer.convert("RGBA"))
    assert whole is not None  # a face has at least itself
    out = BytesIO()
    # Speed is worth more here than size: it goes no further than to this machine's browser.
    whole.convert("RGB").save(out, "png", compress_level=1)
    return out.getvalue()

"""Small pictures of old cards, by which a player recognises the cards to replace."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import TYPE_CHECKING

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.layout.renderer import PNG_URL
from kensei_docs.documents.markup.templates import Sides

if TYPE_CHECKING:
    from PIL.Image import Image

# The width in pixels: about 200 dots per inch on the sheet.
_WIDTH = 120
# Faces are drawings, and have few colours.
_COLOURS = 24
_POINT = 25.4 / 72


def thumbnail(faces: FaceSet, cache: FaceCache, card: Sides) -> str:
    """Return a picture of the front of a laid-out card as a data URI; empty if the cache lacks it."""
    from PIL import Image

    layers = [_draw(faces, cache, slot) for slot in (card.art, card.front) if slot]
    if not layers or None in layers:
        return ""
    picture = Image.new("RGBA", layers[-1].size, "white")  # type: ignore[union-attr]
    for layer in filter(None, layers):
        corner = ((picture.width - layer.width) // 2, (picture.height - layer.height) // 2)
        cut = layer.crop((-corner[0], -corner[1], -corner[0] + picture.width, -corner[1] + picture.height))
        picture.alpha_composite(cut)
    out = io.BytesIO()
    picture.convert("RGB").quantize(_COLOURS).save(out, "png", optimize=False)
    return PNG_URL + b64encode(out.getvalue()).decode()


def _draw(faces: FaceSet, cache: FaceCache, slot: str) -> Image | None:
    """Return a face as a picture with a transparent background; None if the cache lacks it."""
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    if entry is None:
        return None
    size = faces.size(slot)
    scale = _WIDTH / faces.kind.face_on(faces.paper).width * _POINT
    with pypdfium2.PdfDocument(cache.pack(entry.pack).pdf) as pdf:
        page = pdf[entry.pages[0]]
        # The face is the upper part of its page.
        page.set_cropbox(0, page.get_height() - size.height / _POINT, size.width / _POINT, page.get_height())
        drawn: Image = page.render(scale=scale, fill_color=(0, 0, 0, 0)).to_pil().convert("RGBA")
        return drawn

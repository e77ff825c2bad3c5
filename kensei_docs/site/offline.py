"""What lets a site be installed and kept: a manifest, icons that are drawn of a crest, and a service worker."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from kensei_docs.documents.layout.renderer import png_of_svg
from kensei_docs.project import SHARED_TEMPLATES, shipped
from kensei_docs.site.scripts import shortened

MANIFEST = "site.webmanifest"
WORKER = "worker.js"
_SIZES = (192, 512)
# The share of a maskable icon that a telephone shows for sure is a circle of four fifths of its width.
_SAFE = 0.7
_BOX = re.compile(r'viewBox="([^"]+)"')
_OPENING = re.compile(r"<svg\b[^>]*>", re.S)


def icons(crest: str, ground: str) -> dict[str, bytes]:
    """Return the icons of a site by address: its crest, a drawing, on the whole of a square, and on a ``ground``.

    Raises Unusable if system libraries are missing.
    """
    box = _BOX.search(crest)
    within = f'viewBox="{box[1]}"' if box else ""
    files = {}
    for size in _SIZES:
        for name, share, colour in (("icon", 1.0, "none"), ("maskable", _SAFE, ground)):
            side = size * share
            off = (size - side) / 2
            placed = _OPENING.sub(f'<svg {within} x="{off}" y="{off}" width="{side}" height="{side}">', crest, count=1)
            field = "" if colour == "none" else f'<rect width="{size}" height="{size}" fill="{colour}"/>'
            drawing = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
            )
            files[f"icons/{name}-{size}.png"] = _resized(
                png_of_svg(f"{drawing}{field}{placed}</svg>", size, size), size
            )
    return files


def _resized(png: bytes, size: int) -> bytes:
    """Return a picture as a PNG of a number of pixels on each side."""
    from PIL import Image

    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").resize((size, size)).save(out, "png", optimize=True)
    return out.getvalue()


def manifest(name: str, about: str, language: str, colour: str) -> bytes:
    """Return the manifest of a site; its addresses are relative to it."""
    found = {
        "name": name,
        "short_name": name.partition(",")[0],
        "description": about,
        "lang": language,
        "id": "./index.html",
        "start_url": "./index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#faf5ea",
        "theme_color": colour,
        "icons": [
            {"src": f"icons/{name}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size in _SIZES
            for name, purpose in (("icon", "any"), ("maskable", "maskable"))
        ],
    }
    return f"{json.dumps(found, ensure_ascii=False, indent=1)}\n".encode()


def worker(
    edition: str,
    files: Mapping[str, bytes],
    pictures: Mapping[str, bytes],
    engine: Mapping[str, bytes],
    minifier: bytes | None = None,
) -> bytes:
    """Return the service worker that keeps some files, the engine, and pictures as they are seen; by address, with
    their content. ``minifier`` is the program that makes its script short, if there is one.

    Its version is a digest of the files, so that the same site gives the same worker. Each file of the engine, and each
    picture, is kept by a digest of its own: a new text of a rule fetches neither Python nor pictures again.
    """
    source = shipped().joinpath(*SHARED_TEMPLATES, "site-worker.js").read_text(encoding="utf-8")
    script = shortened({WORKER: source}, minifier)[WORKER]
    version = _digest(*(part for address in sorted(files) for part in (address.encode(), files[address])), script)
    given: dict[str, Any] = {"NAME": f"kensei-{edition}", "VERSION": version[:16], "FILES": sorted(files)}
    for name, those in (("ENGINE", engine), ("PICTURES", pictures)):
        given[name] = {address: _digest(data)[:12] for address, data in those.items()}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in given.items()]
    return "".join(lines).encode() + script


def _digest(*parts: bytes) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
        found.update(b"\0")
    return found.hexdigest()

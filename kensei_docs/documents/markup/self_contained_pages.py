"""Pages for the screen are one file each: embedded typefaces, and a policy that lets only the page's own script run.

They work without a network. A page's style sheet names typefaces like a style sheet for print:
``src: url(typeface:SourceSansPro-Regular)``.
"""

from __future__ import annotations

import hashlib
import io
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from kensei_docs.documents.markup.typefaces import FOLDER, NAMED, digest, named_in, typefaces
from kensei_docs.files import write_whole

# The characters of a typeface on a page: Latin letters of all European languages, punctuation, arrows and signs. All
# pages have the same subset, so that it is made once.
_CHARACTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2040),
    *(0x20AC, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2215, 0x25CF, 0x2714),
)
# The version of the subsets in the cache.
_VERSION = 1


def embedded(css: str, folder: Path) -> Markup:
    """Return a style sheet with its typefaces embedded as data URLs; ``folder`` is the cache folder of the project.

    Raises Unusable for an unknown typeface.
    """
    # This raises the exception.
    named_in(css)
    return Markup(NAMED.sub(lambda match: f"url({_data('font/woff2', _subset(match[1], folder))})", css))


def picture_url(svg: str) -> str:
    """Return a drawing as a data URL without quotation marks."""
    return f"data:image/svg+xml,{quote(svg, safe=' =:/;,()')}"


def policy(script: str) -> str:
    """Return the Content-Security-Policy of a page with this script: nothing else runs, and nothing is fetched."""
    digest_of_script = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest_of_script}'; base-uri 'none'; form-action 'none'"
    )


def _data(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def _subset(name: str, folder: Path) -> bytes:
    """Return a typeface as WOFF2 with the characters of ``_CHARACTERS``, from the cache if it was made before."""
    file = folder / FOLDER / f"{name}-{digest(name)[:16]}-{_VERSION}.woff2"
    with suppress(OSError):
        return file.read_bytes()
    from fontTools import subset

    options = subset.Options(
        flavor="woff2", desubroutinize=True, hinting=False, layout_features=["kern", "liga", "lnum", "tnum"]
    )
    with subset.load_font(typefaces()[name], options) as font:
        font.recalcTimestamp = False
        cut = subset.Subsetter(options)
        cut.populate(unicodes=_CHARACTERS)
        cut.subset(font)
        out = io.BytesIO()
        subset.save_font(font, out, options)
    with suppress(OSError):
        write_whole(file, out.getvalue())
    return out.getvalue()

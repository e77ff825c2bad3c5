"""A picture that can be printed: what a file of pixels (PNG, JPEG, WebP) says of itself, or the text of a drawing.

Only the head of a file is read here: its pixels are read where they are printed, see ``layout/rasters.py``.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from warnings import catch_warnings

from kensei_docs.caches import shared_folder
from kensei_docs.files import digest_of, write_whole

# The formats of pixels that are read, as Pillow calls them, and all of pictures as people do.
FORMATS = ("PNG", "JPEG", "WEBP")
READABLE = "PNG, JPEG, WebP or SVG"
# The endings of pictures, and of sets of icons: what is read of the folder ``art``.
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".svg")
SET = ".json"
# The beginning of the address of a picture in markup.
SCHEME = "picture:"
# What is printed in place of a picture that is not there.
MISSING = f"{SCHEME}missing"
MISSING_DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40" stroke="#c23b22">'
    '<path d="M1 1h38v38h-38z" fill="#fff" stroke-dasharray="3 2"/>'
    '<path d="M14 15q0-6 6-6t6 6q0 4-6 7v4m0 4v1" fill="none" stroke-width="2.5"/></svg>'
)
# A picture of more pixels takes more memory than a process may have: those of a poster at 300 dots an inch.
_MOST_PIXELS = 100_000_000
# The EXIF tag that says how a camera was held, and its values for a picture on its side.
_ORIENTATION, _ON_SIDE = 0x0112, (5, 6, 7, 8)


@dataclass(frozen=True)
class Picture:
    """A picture to print: its address in markup, its name, and its file.

    ``size`` is its width and height in pixels, as it is to be seen. A drawing has its text instead, ``svg``, in which
    the addresses of the pictures that it shows stand, and these: ``parts``. ``is_cmyk``: its colours are inks;
    ``is_plain_cmyk``: no profile in the file says which inks.
    """

    address: str
    name: str
    file: str
    size: tuple[int, int] = (0, 0)
    svg: str = ""
    parts: tuple[Picture, ...] = ()
    is_cmyk: bool = False
    is_plain_cmyk: bool = False

    @property
    def all(self) -> Iterator[Picture]:
        """The picture and all that it shows."""
        yield self
        for part in self.parts:
            yield from part.all


class Unprintable(Exception):
    """A picture can't be printed; the message gives the reason and the remedy."""


def orientation_of(image: Any) -> int:
    """Return how a picture of Pillow is to be turned, as EXIF counts: 1 for not at all.

    Pillow's own function decodes the whole picture to look for it at the end.
    """
    from PIL import Image

    if not (written := image.info.get("exif")):
        return 1
    exif = Image.Exif()
    try:
        exif.load(written)
        return int(exif.get(_ORIENTATION, 1))
    except Exception:
        # Pillow raises whatever comes of a broken head.
        return 1


@cache
def raster_of(file: Path, name: str, _changed: tuple[int, int]) -> Picture:
    """Return the picture of pixels in a file; the last argument is the file's time and size. Raises Unprintable."""
    return _raster_of_bytes(file.read_bytes(), name, file)


def _raster_of_bytes(data: bytes, name: str, file: Path) -> Picture:
    from PIL import Image, UnidentifiedImageError

    try:
        with catch_warnings(action="ignore"), Image.open(BytesIO(data), formats=FORMATS) as image:
            (width, height), turned = image.size, orientation_of(image)
            is_cmyk = image.mode == "CMYK"
            is_plain_cmyk = is_cmyk and not profile_of_inks(image)
    except UnidentifiedImageError:
        raise Unprintable(f"is no picture that can be read; save it as {READABLE} anew") from None
    except Image.DecompressionBombError:
        width = height = _MOST_PIXELS
        turned, is_cmyk, is_plain_cmyk = 1, False, False
    except Exception as fault:
        # A broken head makes Pillow fail with whatever comes of it.
        raise Unprintable(f"is broken ({str(fault) or type(fault).__name__}); save it anew") from fault
    if width * height > _MOST_PIXELS:
        most = int(_MOST_PIXELS**0.5)
        raise Unprintable(f"has more pixels than are read; save it with at most {most} x {most}")
    size = (height, width) if turned in _ON_SIDE else (width, height)
    address = f"{SCHEME}{digest_of(data)[:32]}"
    return Picture(address, name, str(file), size, is_cmyk=is_cmyk, is_plain_cmyk=is_plain_cmyk)


def profile_of_inks(image: Any) -> bytes:
    """Return the colour profile of a picture of Pillow in CMYK; empty without one that can be read and is of inks."""
    from PIL import ImageCms

    profile: bytes = image.info.get("icc_profile") or b""
    try:
        read = ImageCms.ImageCmsProfile(BytesIO(profile))
    except (TypeError, OSError, ValueError, ImageCms.PyCMSError):
        return b""
    return profile if read.profile.xcolor_space.strip() == "CMYK" else b""


def written_out(data: bytes, name: str = "a picture written out") -> Picture:
    """Return a picture that is written out, which the renderer reads from the cache folder; raises Unprintable."""
    file = shared_folder("pictures") / f"{digest_of(data)[:32]}.source"
    picture = _raster_of_bytes(data, name, file)
    if not file.is_file():
        write_whole(file, data)
    return picture


def for_screen(picture: Picture, widest: int = 1200) -> str:
    """Return a picture as a data URL for a page on a screen, at most ``widest`` pixels wide."""
    if picture.svg:
        text = picture.svg
        for part in picture.parts:
            text = text.replace(part.address, for_screen(part, widest))
        return f"data:image/svg+xml;base64,{b64encode(text.encode()).decode()}"
    from PIL import Image, ImageOps

    out = BytesIO()
    with Image.open(picture.file, formats=FORMATS) as image:
        upright = ImageOps.exif_transpose(image)
        upright = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        upright.thumbnail((widest, 4 * widest))
        # The colours of a profile are those that the print has; one of CMYK says nothing of the pixels in RGB.
        profile = image.info.get("icc_profile") if image.mode in ("RGB", "RGBA", "P") else None
        upright.save(out, "webp", quality=85, method=4, icc_profile=profile)
    return f"data:image/webp;base64,{b64encode(out.getvalue()).decode()}"

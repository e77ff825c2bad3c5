"""Pictures for tests, made the same each time: photographs, flat drawings, and what is wrong with a file."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

RED, BLUE = (200, 40, 30), (20, 60, 200)


def photograph(width: int, height: int, seed: int = 1) -> Image.Image:
    """A picture with as many colours as a photograph: noise, a little blurred."""
    small = Image.frombytes(
        "RGB", (width // 4 + 1, height // 4 + 1), _noise(seed, (width // 4 + 1) * (height // 4 + 1))
    )
    large = small.resize((width, height), Image.Resampling.BICUBIC)
    grain = Image.frombytes("RGB", (width, height), _noise(seed + 1, width * height)).filter(
        ImageFilter.GaussianBlur(1)
    )
    return Image.blend(large, grain, 0.1)


def _noise(seed: int, count: int) -> bytes:
    return random.Random(seed).randbytes(3 * count)


def halves(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """A flat picture, red on the left, blue on the right."""
    picture = Image.new("RGB", (width, height), RED)
    ImageDraw.Draw(picture).rectangle((width // 2, 0, width, height), fill=BLUE)
    return picture.convert(mode)


def disc(size: int) -> Image.Image:
    """A red disc on nothing."""
    picture = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    ImageDraw.Draw(picture).ellipse((0, 0, size - 1, size - 1), fill=(*RED, 255))
    return picture


def saved(picture: Image.Image, form: str = "png", **options: Any) -> bytes:
    """The bytes of a picture in a format."""
    out = BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def put(folder: Path, name: str, picture: Image.Image | bytes | str, **options: Any) -> Path:
    """Write a picture, or the bytes of a file, into a folder ``art``, and return its path."""
    file = folder / "art" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(picture, Image.Image):
        form = {".jpg": "jpeg"}.get(file.suffix, file.suffix[1:])
        picture = saved(picture, form, **options)
    file.write_bytes(picture.encode() if isinstance(picture, str) else picture)
    return file


def near(colour: tuple[int, ...], other: tuple[int, ...], by: int = 12) -> bool:
    """Whether two colours are the same to the eye."""
    return all(abs(one - two) <= by for one, two in zip(colour, other, strict=False))

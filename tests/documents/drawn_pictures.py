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


# The colours (CIE Lab) of paper with no ink or with some of cyan, magenta and yellow, each fully or not at all.
_PRINTED = {
    (0, 0, 0): (100, 0, 0),
    (1, 0, 0): (55, -37, -50),
    (0, 1, 0): (48, 74, -3),
    (0, 0, 1): (89, -5, 93),
    (1, 1, 0): (24, 17, -46),
    (1, 0, 1): (50, -68, 33),
    (0, 1, 1): (47, 68, 48),
    (1, 1, 1): (23, 0, 0),
}


def profile_of_press(name: str = "ink") -> bytes:
    """An ICC profile of a press with four inks, which looks colours up in a table of two steps an ink."""
    straight = bytes(range(256))
    table = bytearray()
    for inks in range(16):
        cyan, magenta, yellow, black = (inks >> place & 1 for place in (3, 2, 1, 0))
        light, a, b = (part * (0.1 if black else 1) for part in _PRINTED[cyan, magenta, yellow])
        table += bytes(round(part) for part in (light * 2.55, a + 128, b + 128))
    matrix = b"".join((65536 if place % 4 == 0 else 0).to_bytes(4, "big") for place in range(9))
    lookup = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + matrix + 4 * straight + bytes(table) + 3 * straight
    said = name.encode() + b"\0"
    parts = {
        b"desc": b"desc" + bytes(4) + len(said).to_bytes(4, "big") + said + bytes(78),
        b"cprt": b"text" + bytes(4) + b"none\0",
        b"wtpt": b"XYZ " + bytes(4) + b"".join(round(v * 65536).to_bytes(4, "big") for v in (0.9642, 1, 0.8249)),
        b"A2B0": lookup,
    }
    at, listed, data = 132 + 12 * len(parts), b"", b""
    for sign, part in parts.items():
        part += bytes(-len(part) % 4)
        listed += sign + (at + len(data)).to_bytes(4, "big") + len(part).to_bytes(4, "big")
        data += part
    head = bytearray(128)
    head[0:4] = (at + len(data)).to_bytes(4, "big")
    head[8:12], head[12:24], head[36:40] = b"\x02\x10\0\0", b"prtrCMYKLab ", b"acsp"
    head[68:80] = b"".join(round(v * 65536).to_bytes(4, "big") for v in (0.9642, 1, 0.8249))
    return bytes(head) + len(parts).to_bytes(4, "big") + listed + data

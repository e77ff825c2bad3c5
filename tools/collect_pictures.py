"""Make the pictures of README.md and docs/gallery.md from the documents that the tool printed.

usage: collect_pictures.py BUILD PICTURES [DOCUMENT]...
BUILD is the folder that ``kensei-docs build --paper a4`` printed into. A picture is part of one
page, made smaller and kept to few colours, so that all of them together stay small; given names of
documents, only theirs are made.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image

MILLIMETRE = 72 / 25.4
# Pixels across a picture, and how many colours it has.
ACROSS, COLOURS = 760, 32


class Shot(NamedTuple):
    """A page (from 1) of a document, and the part of it that is shown: left, top, right and bottom
    in millimetres from its upper left corner."""

    document: str
    page: int
    part: tuple[float, float, float, float]


PAGE = (0, 0, 210, 297)
UPPER = (0, 0, 210, 168)
POKER = (4, 5, 206, 103)
TAROT = (26, 20, 184, 150)
SHOTS = (
    Shot("kensei-2e/en/ability-cards", 1, POKER),
    Shot("heroic-2002/en/character-cards", 1, TAROT),
    Shot("kensei-2e/en/clan-actions", 1, POKER),
    Shot("kensei-2e/en/box-cards", 1, (4, 5, 293, 205)),
    Shot("kensei-2e/es/command-deck", 5, POKER),
    Shot("kensei-2e/en/dividers", 1, UPPER),
    Shot("kensei-2e/en/errata-sheet", 1, UPPER),
    Shot("kensei-2e/en/examples", 1, UPPER),
    Shot("kensei-2e/es/faq", 1, UPPER),
    Shot("kensei-2e/en/markers", 2, (12, 15, 198, 161)),
    Shot("kensei-2e/es/mission-cards", 1, POKER),
    Shot("kensei-2e/es/order-cards", 1, TAROT),
    Shot("kensei-2e/es/quick-reference", 1, PAGE),
    Shot("kensei-2e/es/reference", 21, (0, 0, 148, 210)),
    Shot("kensei-2e/en/roster", 1, UPPER),
    Shot("kensei-2e/en/scenario-cards", 1, TAROT),
    Shot("kensei-2e/es/scenarios", 3, PAGE),
    Shot("heroic-2002/es/strategy-cards", 3, POKER),
    Shot("kensei-2e/en/templates", 1, (5, 8, 292, 206)),
    Shot("kensei-2e/es/tracks", 1, (4, 12, 206, 151)),
    Shot("kensei-2e/en/tuck-box", 1, (10, 8, 200, 150)),
    Shot("kensei-2e/es/unit-cards", 1, TAROT),
    Shot("kensei-2e/en/weapon-cards", 1, POKER),
    Shot("en/calibration", 1, UPPER),
)


def draw(shot: Shot, build: Path) -> Image.Image:
    """Draw a page of a printed document and cut out what is shown; raises OSError."""
    scale = 2 * ACROSS / ((shot.part[2] - shot.part[0]) * MILLIMETRE)
    with pypdfium2.PdfDocument(build / f"{shot.document}-a4.pdf") as pdf:
        page = pdf[shot.page - 1].render(scale=scale).to_pil().convert("RGB")
    box = [round(at * MILLIMETRE * scale) for at in shot.part]
    part = page.crop((box[0], box[1], min(box[2], page.width), min(box[3], page.height)))
    height = round(part.height * ACROSS / part.width)
    small = part.resize((ACROSS, height), Image.Resampling.LANCZOS)
    return small.quantize(COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    """Write the pictures, a file each: ``markers-kensei-2e-en.png``."""
    build, pictures, *only = (Path(word) for word in sys.argv[1:])
    for shot in SHOTS:
        *edition, language, kind = shot.document.split("/")
        if not only or kind in map(str, only):
            name = "-".join([kind, *edition, language])
            draw(shot, build).save(pictures / f"{name}.png", optimize=True)


main()

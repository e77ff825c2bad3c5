"""Sprite sheets of a deck and the object that a table on the screen makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.targets.deck import Side
from kensei_docs.documents.targets.job import Job, Made, Piece
from kensei_docs.documents.targets.oneup import Drawer, png
from kensei_docs.documents.targets.saved_object import saved_object
from kensei_docs.documents.targets.sprite_sheet import SpriteSheet, sprite_sheets


def pieces(job: Job) -> list[Piece]:
    """Return the sheets of fronts, their backs (one for all, or a sheet each), the object."""
    found = []
    for number, sheet in enumerate(_sheets(job), 1):
        fronts, backs = _names(job, number, sheet)
        found.append(_piece(job, sheet, fronts, sheet.fronts))
        if sheet.different:
            found.append(_piece(job, sheet, backs, sheet.backs))
        elif number == 1:
            found.append(_piece(job, sheet, backs, sheet.backs[:1]))
    return [*found, Piece(job.own_folder / f"{job.name}.json", job.key([], _object(job)), sheets=0)]


def make(job: Job, wanted: Sequence[Piece], faces: Gathered) -> Iterator[Made]:
    """Yield the pieces that are wanted."""
    from PIL import Image

    sheets = {name: sheet for number, sheet in enumerate(_sheets(job), 1) for name in _names(job, number, sheet)[::-1]}
    for piece in wanted:
        if not piece.sides:
            yield Made(piece, _object(job).encode())
            continue
        sheet = sheets[piece.path.name]
        distinct = list(dict.fromkeys([*piece.sides, sheet.hidden]))
        drawn = dict(Drawer(job, faces, 0, sheet.cell).draw(distinct))
        if distinct == [sheet.hidden] and not sheet.different:  # the one back of all
            yield Made(piece, png(drawn[sheet.hidden]))
            continue
        picture = Image.new("RGB", sheet.pixels, "white")
        for place, side in enumerate(piece.sides):
            picture.paste(drawn[side], sheet.corner(place))
        # Whoever may not see a card sees the last place of the sheet.
        picture.paste(drawn[sheet.hidden], sheet.corner(sheet.places - 1))
        yield Made(piece, png(picture))


def _sheets(job: Job) -> list[SpriteSheet]:
    return sprite_sheets(job.cards, job.size, job.target)


def _piece(job: Job, sheet: SpriteSheet, name: str, sides: Sequence[Side]) -> Piece:
    return Piece(job.own_folder / name, job.key([*sides, sheet.hidden], repr(sheet.pixels)), tuple(sides))


def _names(job: Job, number: int, sheet: SpriteSheet) -> tuple[str, str]:
    """Return what the picture of a sheet's fronts is called, and that of its backs."""
    backs = f"{job.name}-{number}-backs.png" if sheet.different else f"{job.name}-back.png"
    return f"{job.name}-{number}.png", backs


def _object(job: Job) -> str:
    sheets = _sheets(job)
    base = job.base if not job.base or job.base.endswith("/") else f"{job.base}/"
    addresses = [
        tuple(base + quote(name) for name in _names(job, number, sheet)) for number, sheet in enumerate(sheets, 1)
    ]
    return saved_object(job, sheets, addresses)

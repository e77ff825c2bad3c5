"""Patterns: a tile that is repeated over a field without seams.

A tile is a file of ``templates/_shared/patterns``: an SVG drawing whose ``viewBox`` begins at 0 0 and is as large as
the tile, in millimetres. Its shapes are paths with the commands M, L, C and Z. A viewer that repeats an SVG pattern
shows hairlines between the tiles; here, all copies of a shape are one path.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SHAPE = re.compile(r'<path d="([^"]+)"([^>]*?)/>')
_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_COLOUR = re.compile(r'(?<==")#[0-9a-f]{3,6}(?=")')

_Point = tuple[float, float]
# The smallest and largest x of a line, and its smallest and largest y.
_Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Line:
    """One unbroken line of a path: where it starts, and the commands after that, with points relative to the one
    before."""

    x: float
    y: float
    commands: str
    box: _Box


@dataclass(frozen=True)
class Tile:
    """A tile and its size in millimetres; ``shapes`` are pairs of the lines and the attributes of an SVG path."""

    width: float
    height: float
    shapes: tuple[tuple[tuple[_Line, ...], str], ...]


@cache
def read_tile(file: Path) -> Tile:
    """Return the tile in a file; raises ValueError for a drawing without a ``viewBox`` at 0 0 or without paths."""
    text = file.read_text(encoding="utf-8")
    view, shapes = _VIEW.search(text), _SHAPE.findall(text)
    if not view or not shapes:
        raise ValueError("is not a tile: its viewBox should begin at 0 0, and its shapes be paths")
    return Tile(float(view[1]), float(view[2]), tuple((tuple(_lines(d)), attributes) for d, attributes in shapes))


@cache
def repeat(tile: Tile, width: float, height: float, scale: float, colour: str) -> str:
    """Return an SVG drawing of ``width`` by ``height`` millimetres that is filled with copies of a tile.

    Corners of four copies meet in the middle. The copies are ``scale`` times as large as the tile, and ``colour``
    replaces every colour of the tile.
    """
    across, down = width / scale, height / scale
    left, top = (across / 2) % tile.width - tile.width, (down / 2) % tile.height - tile.height
    columns = range(-1, math.ceil((across - left) / tile.width) + 1)
    rows = range(-1, math.ceil((down - top) / tile.height) + 1)
    moves = [(left + i * tile.width, top + j * tile.height) for j in rows for i in columns]
    paths = []
    for lines, attributes in tile.shapes:
        drawn = "".join(
            f"M{line.x + x:.2f} {line.y + y:.2f}{line.commands}"
            for x, y in moves
            for line in lines
            if _touches(line.box, x, y, across, down)
        )
        paths.append(f'<path d="{drawn}"{_COLOUR.sub(colour, attributes)}/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {across:.4f} {down:.4f}">{"".join(paths)}</svg>'
    )


def _lines(d: str) -> Iterator[_Line]:
    """Yield the lines of a path, of which each begins with a command M; ``d`` is the attribute of the path."""
    # For each line its segments: a command, and as many points as the command takes.
    lines: list[list[tuple[str, list[_Point]]]] = []
    for command, numbers in _COMMAND.findall(d):
        points = _points(numbers)
        if command == "M":
            lines.append([("M", points[:1])])
            command, points = "L", points[1:]
            if not points:
                continue
        size = 3 if command == "C" else 1
        lines[-1] += [(command, points[i : i + size]) for i in range(0, len(points) or 1, size)]
    for (_, (start, *_)), *others in lines:
        drawn, corners = "", [start]
        x, y = start
        for command, points in others:
            drawn += command.lower() + " ".join(f"{px - x:.4g} {py - y:.4g}" for px, py in points)
            x, y = points[-1] if points else start
            corners += points
        across, down = zip(*corners, strict=True)
        yield _Line(*start, drawn, (min(across), max(across), min(down), max(down)))


def _points(numbers: str) -> list[_Point]:
    """Return the points that a text of coordinates lists."""
    values = [float(value) for value in numbers.replace(",", " ").split()]
    return list(zip(values[::2], values[1::2], strict=True))


def _touches(box: _Box, x: float, y: float, across: float, down: float) -> bool:
    """Return whether a line with this box reaches into the field after it is moved by (x, y).

    The field begins at 0 0 and is ``across`` by ``down`` large; half a millimetre is added for the width of the line.
    """
    left, right, top, bottom = box
    return right + x > -0.5 and left + x < across + 0.5 and bottom + y > -0.5 and top + y < down + 0.5

"""Patterns in millimetres: tiles that are repeated over a field, the hatching of shapes, and the open ground of maps.

A tile is a file of ``templates/_shared/patterns``: an SVG drawing whose ``viewBox`` begins at 0 0 and is as large as
the tile, in millimetres. Its shapes are paths with the commands M, L, C and Z. Viewers of PDFs show SVG patterns
differently, with hairlines between tiles: all copies of a shape are one path here, and hatching is clipped to its
shape.

The open ground has two rises in contour lines and tufts of grass, the same on every map, and no scenery.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from kensei_docs.documents.markup.drawings.canvas import Canvas, Circle, Rectangle, Shape

_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_SHAPE = re.compile(r'<path d="([^"]+)"([^>]*?)/>')
_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_COLOUR = re.compile(r'(?<==")#[0-9a-f]{3,6}(?=")')

_Point = tuple[float, float]
# The smallest and largest x of a line, and its smallest and largest y.
_Box = tuple[float, float, float, float]
# Each rise as (x, y, size): x and y are shares of the ground's width and height, the size is a factor.
_RISES = ((0.24, 0.38, 1.0), (0.74, 0.62, 1.25))
# The number of contour lines of a rise.
_CONTOURS = 4
# The number of points of a contour line.
_POINTS_OF_CONTOUR = 36
# On a ground of this width, tufts are a whole step apart; on a narrower one they are smaller and closer together, but
# at least the least step apart.
_WIDE_GROUND_MM = 150.0
_TUFT_STEP_MM = 7.0
_MIN_TUFT_STEP_MM = 4.6
# The share of places that have a tuft.
_TUFT_SHARE = 0.6


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


def hatch(shape: Shape, degrees: float, gap: float) -> str:
    """Return the SVG path of lines that hatch a shape at an angle, ``gap`` millimetres apart."""
    inside = shape.bounds
    middle_x, middle_y = inside.x + inside.width / 2, inside.y + inside.height / 2
    along = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    reach = shape.radius if isinstance(shape, Circle) else math.hypot(inside.width, inside.height) / 2
    lines = []
    for step in range(-int(reach / gap), int(reach / gap) + 1):
        at = middle_x - along[1] * gap * step, middle_y + along[0] * gap * step
        low, high = _stretch_inside(shape, at, along, gap * step)
        if high > low:
            ends = [f"{at[0] + along[0] * end:.2f} {at[1] + along[1] * end:.2f}" for end in (low, high)]
            lines.append(f"M{ends[0]}L{ends[1]}")
    return "".join(lines)


def _stretch_inside(shape: Shape, at: _Point, along: _Point, away: float) -> tuple[float, float]:
    """Return where a straight line enters and leaves a shape, in millimetres from the point ``at`` on it.

    ``along`` is its direction, a vector of length 1, ``away`` how far it is from the middle of the shape. A line that
    doesn't touch the shape leaves it before it enters.
    """
    if isinstance(shape, Circle):
        half = math.sqrt(max(0.0, shape.radius**2 - away**2))
        return -half, half
    reach = math.hypot(shape.width, shape.height) / 2
    low, high = -reach, reach
    sides = (shape.x, shape.x + shape.width), (shape.y, shape.y + shape.height)
    for position, direction, (least, most) in zip(at, along, sides, strict=True):
        if abs(direction) >= 1e-9:
            first, second = sorted(((least - position) / direction, (most - position) / direction))
            low, high = max(low, first), min(high, second)
        elif not least <= position <= most:
            return 1, 0
    return low, high


def draw_terrain(canvas: Canvas, ground: Rectangle, colour: Callable[[str], str]) -> None:
    """Cover a rectangle of the canvas with open ground; ``colour`` returns the colour with a name."""
    canvas.rectangle(ground.x, ground.y, ground.width, ground.height, 0, fill=colour("meadow"))
    lines = colour("meadow-line")
    contours = "".join(_contours(ground))
    if contours:
        canvas.path(contours, 0.25, stroke=lines)
    canvas.path(_tufts(ground), 0.25, stroke=lines)


def _contours(ground: Rectangle) -> list[str]:
    """Return the SVG path of each contour line."""
    paths = []
    for across, down, size in _RISES:
        x, y = ground.x + ground.width * across, ground.y + ground.height * down
        for number in range(_CONTOURS):
            radius = (4 + number * 4.4) * size * ground.width / _WIDE_GROUND_MM
            points = []
            for step in range(_POINTS_OF_CONTOUR):
                angle = 2 * math.pi * step / _POINTS_OF_CONTOUR
                wide = radius * 1.5 * (1 + 0.16 * math.sin(3 * angle + number / 2 + across * 9))
                high = radius * (1 + 0.16 * math.cos(2 * angle + number * 0.4 + down * 9))
                points.append(f"{x + wide * math.cos(angle):.2f} {y + high * math.sin(angle):.2f}")
            paths.append(f"M{'L'.join(points)}Z")
    return paths


def _tufts(ground: Rectangle) -> str:
    """Return the SVG path of all tufts; they are the same on every run, as the seed of ``Random`` is fixed."""
    random, data = Random(0), []
    step = max(_MIN_TUFT_STEP_MM, _TUFT_STEP_MM * ground.width / _WIDE_GROUND_MM)
    size = step / _TUFT_STEP_MM
    rows = int(ground.height / (step * 0.8)) - 1
    for row in range(1, rows + 1):
        for column in range(1, int(ground.width / step)):
            if random.random() < _TUFT_SHARE:
                x = ground.x + step * (column + row % 2 / 2) + random.uniform(-1, 1) * size
                y = ground.y + step * 0.8 * row + 1.5 * size
                data.append(
                    f"M{x:.1f} {y:.1f}l{-0.7 * size:.2f} {-1.5 * size:.2f}M{x + size / 2:.1f} {y:.1f}v{-1.9 * size:.2f}"
                    f"M{x + size:.1f} {y:.1f}l{0.7 * size:.2f} {-1.5 * size:.2f}"
                )
    return "".join(data)

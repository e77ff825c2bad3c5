"""The open ground of a map: two rises in contour lines and tufts of grass, the same on every map; no scenery."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle

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

"""Hatching as plain lines, clipped here: a pattern would come out otherwise in every viewer."""

from __future__ import annotations

import math
from collections.abc import Iterator

Line = tuple[float, float, float, float]


def across_block(x: float, y: float, width: float, height: float, degrees: float, gap: float) -> Iterator[Line]:
    """Yield parallel lines at an angle, ``gap`` apart, as far as they lie in a rectangle."""
    along_x, along_y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle_x, middle_y = x + width / 2, y + height / 2
    reach = math.hypot(width, height) / 2
    for step in range(-int(reach / gap), int(reach / gap) + 1):
        at_x, at_y = middle_x - along_y * gap * step, middle_y + along_x * gap * step
        low, high = -reach, reach
        for position, along, least, most in ((at_x, along_x, x, x + width), (at_y, along_y, y, y + height)):
            if abs(along) < 1e-9:
                if not least <= position <= most:
                    low, high = 1, 0
                continue
            first, second = sorted(((least - position) / along, (most - position) / along))
            low, high = max(low, first), min(high, second)
        if high > low:
            yield (at_x + along_x * low, at_y + along_y * low, at_x + along_x * high, at_y + along_y * high)


def across_round(x: float, y: float, radius: float, degrees: float, gap: float) -> Iterator[Line]:
    """Yield parallel lines at an angle, ``gap`` apart, as far as they lie in a circle."""
    along_x, along_y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for step in range(-int(radius / gap), int(radius / gap) + 1):
        at_x, at_y = x - along_y * gap * step, y + along_x * gap * step
        half = math.sqrt(max(0.0, radius**2 - (gap * step) ** 2))
        if half:
            yield (at_x - along_x * half, at_y - along_y * half, at_x + along_x * half, at_y + along_y * half)


def path_of(lines: Iterator[Line]) -> str:
    """Return lines as the data of one SVG path."""
    return "".join(f"M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" for x1, y1, x2, y2 in lines)

"""Whether so many square pieces can stand so far apart on some ground: by trying, not by proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from random import Random

_TRIES = 20
_STEPS = 80


@dataclass(frozen=True)
class Ground:
    """A rectangle of ``width`` and ``depth``, or a circle of ``radius``, round its centre."""

    width: float = 0.0
    depth: float = 0.0
    radius: float = 0.0

    def __str__(self) -> str:
        if self.radius:
            return f"a circle of {self.radius:g} radius"
        return f"{self.width:g} by {self.depth:g}"

    def area_around(self, margin: float) -> float:
        """Return the area of the ground and all that lies within the margin of it."""
        if self.radius:
            return pi * (self.radius + margin) ** 2
        edges = 2 * margin * (self.width + self.depth)
        return self.width * self.depth + edges + pi * margin**2

    def holds(self, x: float, y: float, side: float) -> bool:
        """Return whether a square with its centre there lies on the ground."""
        half = side / 2
        if self.radius:
            return hypot(abs(x) + half, abs(y) + half) <= self.radius
        return abs(x) + half <= self.width / 2 and abs(y) + half <= self.depth / 2

    def around(self, side: float) -> tuple[float, float]:
        """Return how far from the centre the centre of a square can lie, across and along."""
        if self.radius:
            return self.radius - side / 2, self.radius - side / 2
        return (self.width - side) / 2, (self.depth - side) / 2


@cache
def fits(ground: Ground, count: int, apart: float, side: float) -> bool:
    """Return whether an arrangement turns up. Always the same answer for the same question."""
    across, along = ground.around(side)
    if across < 0 or along < 0:
        return False
    random = Random(0)
    starts = list(_likely(ground, count, across, along, side))
    for attempt in range(len(starts) + _TRIES):
        spots = starts[attempt] if attempt < len(starts) else []
        while len(spots) < count:
            spots.append((random.uniform(-across, across), random.uniform(-along, along)))
        if _improved(random, ground, spots, apart, side):
            return True
    return False


def _likely(
    ground: Ground, count: int, across: float, along: float, side: float
) -> Iterator[list[tuple[float, float]]]:
    """Yield the beginnings of arrangements that just fit as a rule: corners, and rings."""
    corners = [(x * across, y * along) for x in (-1, 1) for y in (-1, 1)]
    inner = 1 - side * (sqrt(2) - 1) / 2 / across if ground.radius and across else 1.0
    for ring in (count, count - 1):
        angles = [2 * pi * number / max(ring, 1) for number in range(ring)]
        spots = [(cos(angle) * across * inner, sin(angle) * along * inner) for angle in angles]
        yield [*spots, (0.0, 0.0)][:count]
    yield [spot for spot in [*corners, (0.0, 0.0)][:count] if ground.holds(*spot, side)]


def _gap(a: tuple[float, float], b: tuple[float, float], side: float) -> float:
    return hypot(max(abs(a[0] - b[0]) - side, 0.0), max(abs(a[1] - b[1]) - side, 0.0))


def _improved(random: Random, ground: Ground, spots: list[tuple[float, float]], apart: float, side: float) -> bool:
    """Move the piece that stands worst, step by step, until all stand well or steps run out."""
    across, along = ground.around(side)

    def crowding(index: int, spot: tuple[float, float]) -> float:
        others = (other for i, other in enumerate(spots) if i != index)
        return sum(max(apart - _gap(spot, other, side), 0.0) for other in others)

    for step in range(_STEPS):
        worst = max(range(len(spots)), key=lambda index: crowding(index, spots[index]))
        least = crowding(worst, spots[worst])
        off = not ground.holds(*spots[worst], side)
        if least <= 0 and not off and all(ground.holds(*spot, side) for spot in spots):
            return True
        reach = 1.0 if step % 3 == 0 else 0.15
        x, y = spots[worst]
        moved = (
            min(max(x + random.uniform(-across, across) * reach, -across), across),
            min(max(y + random.uniform(-along, along) * reach, -along), along),
        )
        if ground.holds(*moved, side) and (off or crowding(worst, moved) < least):
            spots[worst] = moved
    return False

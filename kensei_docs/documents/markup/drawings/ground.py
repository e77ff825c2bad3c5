"""The ground of a battle: what lies where on a table, in the table's own unit.

The origin is the upper left corner of the table, its width along x, its depth along y.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kensei_docs.problems import Problem

# Measures add up in floating point.
_SLACK = 1e-6


@dataclass(frozen=True)
class Block:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Round:
    """A circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Zone:
    """Where a side deploys, or (``side`` none) a part of the table that is no zone."""

    key: str
    side: str
    shape: Block | Round


@dataclass(frozen=True)
class Span:
    """A distance to be dimensioned, between two points.

    ``figure`` is as the data write it; what only follows from other figures is ``derived``; a
    figure of None is one that the document leaves out. ``way`` says where the line is drawn:
    beside the table (``down``), above or below it (``above``, ``below``), or between its points.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    figure: str | None
    way: Literal["down", "above", "below", "inside"]
    derived: bool = False

    @property
    def length(self) -> float:
        """Its length in the table's unit."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True)
class Piece:
    """Things of one sort to be placed: their key, the data's entry, and the centres of them.

    ``apart`` is how far from one another those stand that may stand anywhere in an area.
    """

    key: str
    entry: Mapping[str, Any]
    count: str | None
    spots: tuple[tuple[float, float], ...] = ()
    width: float = 0
    depth: float = 0
    radius: float = 0
    bases: int = 1
    apart: str | None = None


@dataclass
class Ground:
    """A table with all that a way of deploying puts on it; ``problems`` are contradictions."""

    unit: str
    width: float
    depth: float
    zones: list[Zone] = field(default_factory=list)
    areas: list[Zone] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def holds(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether a rectangle lies on the table."""
        return min(left, top) >= -_SLACK and right <= self.width + _SLACK and bottom <= self.depth + _SLACK

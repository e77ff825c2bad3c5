"""The geometry of a deployment: zones, areas, pieces and distances on a table, in the table's unit.

The origin is the upper left corner of the table, its width along x, its depth along y.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kensei_docs.documents.markup.drawings.canvas import Shape
from kensei_docs.problems import Problem

# The tolerance for rounding errors, in units of the table.
_SLACK = 1e-6


@dataclass(frozen=True)
class Zone:
    """Where a side deploys; with ``side`` empty, an area of the table where nobody does."""

    key: str
    side: str
    shape: Shape


@dataclass(frozen=True)
class Span:
    """A distance to be dimensioned, between two points.

    ``figure`` is as the data write it, or None where the document leaves it out; a ``derived`` one
    follows from other figures. ``way`` says where the dimension line is drawn: beside the table
    (``down``), above or below it, or between the two points (``inside``).
    """

    start: tuple[float, float]
    end: tuple[float, float]
    figure: str | None
    way: Literal["down", "above", "below", "inside"]
    derived: bool = False

    @property
    def length(self) -> float:
        """The distance in the table's unit."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True)
class Piece:
    """Pieces of one sort: the key and entry in the data, and the centres where they stand.

    ``spots`` is empty for pieces that may stand anywhere in an area; ``apart`` is the least
    distance between those.
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
    """A table with one deployment on it; ``problems`` are figures that contradict one another."""

    unit: str
    width: float
    depth: float
    zones: list[Zone] = field(default_factory=list)
    areas: list[Zone] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def holds(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether a rectangle lies within the table."""
        return min(left, top) >= -_SLACK and right <= self.width + _SLACK and bottom <= self.depth + _SLACK

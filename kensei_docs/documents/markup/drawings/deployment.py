"""Where zones, areas and pieces lie on the table of a scenario, and which distances get a dimension line.

All lengths are in the table's unit. The origin is the upper left corner of the table; x runs along its width and y
along its depth. ``docs/scenario-maps.md`` explains how a deployment is written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.drawings.canvas import MILLIMETRES, Circle, Rectangle, Shape
from kensei_docs.documents.markup.drawings.lengths import CHECK, Measures
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, Unusable

Spots = tuple[tuple[float, float], ...]

# To the left and to the right of the middle of the table.
_SIDES = (-1, 1)
# The direction of the dimension line of a radius; no other line has this direction.
_RADIUS_ANGLE = math.radians(-35)
# The tolerance for rounding errors, in units of the table.
_SLACK = 1e-6


@dataclass(frozen=True)
class Zone:
    """Where a side deploys; if ``side`` is empty, an area of the table where nobody deploys."""

    key: str
    side: str
    shape: Shape


@dataclass(frozen=True)
class Span:
    """A distance to be dimensioned, between two points.

    ``figure`` is as in the data, or None if the document leaves it out; it is ``derived`` if it was calculated from
    other figures. ``way`` is where the dimension line is drawn: beside the table (``down``), above or below it, or
    between the two points (``inside``). ``in_key`` is whether the distance is in the key of the map, too.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    figure: str | None
    way: Literal["down", "above", "below", "inside"]
    derived: bool = False
    in_key: bool = False

    @property
    def length(self) -> float:
        """The distance in the table's unit."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True)
class Piece:
    """Pieces of one sort: their key and entry in the data, and the ``spots`` where their centres are.

    ``spots`` is empty for pieces anywhere in an area; ``apart`` is then the least distance between them.
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
    """A table with a deployment on it; ``problems`` says which figures contradict one another."""

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


def read_deployment(edition: Edition, record: Record, path: str, table: Record) -> Ground:
    """Return the geometry of the deployment at a path of a record, on a table.

    Raises Unusable, with the place in the file, for data that a map can't be drawn from.
    """
    sides = []
    for side in ("width", "depth"):
        figure = parse(table.figure(f"figures.{side}") or "")
        length = figure if figure and figure.kind == "length" and figure.number is not None else None
        if length is None or length.unit not in MILLIMETRES:
            wrong = "not a length; write one"
            if length:
                wrong = f"counted in {length.unit}, of which no map is drawn to scale; write how long it is"
            message = f"the {side} of {table.id} is {wrong}, such as 90 cm"
            place = table.place(f"figures.{side}")
            raise Unusable(Problem(place, message, CHECK, edition=table.edition, record=table.id))
        sides.append((length.number or 0.0, length.unit))
    (width, unit), (depth, _) = sides
    return _DeploymentReader(Measures(edition, record, path, unit), Ground(unit, width, depth)).read()


class _DeploymentReader:
    """Fills in a ground with the measures of a deployment: zones and gaps first, then areas, then pieces."""

    def __init__(self, measures: Measures, ground: Ground) -> None:
        self._measures = measures
        self._ground = ground
        self._zones: dict[str, dict[str, Any]] = {}
        self._gaps: dict[str, tuple[float, float]] = {}

    def read(self) -> Ground:
        self._read_zones()
        for key, entry in self._measures.entries("areas"):
            if "in" in entry:
                self._divide_gap(key, str(entry["in"]))
            else:
                self._ground.areas.append(Zone(key, "", self._read_shape(f"areas.{key}", True)))
        for key, entry in self._measures.entries("pieces"):
            self._ground.pieces.append(place_pieces(self._ground, key, entry, self._measures))
        # What has a dimension line below the table has none above it.
        spans = self._ground.spans
        below = {(span.start[0], span.end[0], span.figure) for span in spans if span.way == "below"}
        self._ground.spans = [
            span
            for span in dict.fromkeys(spans)
            if span.way != "above" or (span.start[0], span.end[0], span.figure) not in below
        ]
        return self._ground

    def _read_zones(self) -> None:
        self._zones = dict(self._measures.entries("zones"))
        limits: dict[str, tuple[float, float]] = {}
        for key, entry in self._zones.items():
            if "like" in entry:
                limits[str(entry["at"])] = self._strip_like(key, entry)
            elif entry.get("at") == "middle":
                half, middle = self._measures.length(f"zones.{key}.depth") / 2, self._middle
                limits["middle"] = middle - half, middle + half
        for key, entry in self._measures.entries("gaps"):
            limits |= self._read_gap(key, entry, limits)
        for key, entry in self._zones.items():
            at = str(entry.get("at"))
            if at in limits:
                above, below = limits[at]
                self._measure_depth(key, entry, at, above, below)
                shape: Shape = self._strip(above, below)
            elif at in ("top", "bottom"):
                raise self._measures.fault(f"zones.{key}", "has no limit; add a gap between it and another zone")
            else:
                shape = self._read_shape(f"zones.{key}")
            self._ground.zones.append(Zone(key, str(entry.get("side")), shape))

    def _read_gap(
        self, key: str, entry: Mapping[str, Any], limits: Mapping[str, tuple[float, float]]
    ) -> dict[str, tuple[float, float]]:
        """Add a gap; return the edges of the strips that it leaves, by place; ``limits`` has those known already."""
        ground, path = self._ground, f"gaps.{key}.distance"
        distance = self._measures.length(path)
        between = [str(self._zones.get(name, {}).get("at")) for name in entry.get("between", [])]
        if between == ["top", "bottom"]:
            above, below = self._middle - distance / 2, self._middle + distance / 2
            if "top" in limits and "bottom" in limits:
                self._check_equal(path, distance, limits["bottom"][0] - limits["top"][1])
                above, below = limits["top"][1], limits["bottom"][0]
            elif "top" in limits:
                above, below = limits["top"][1], limits["top"][1] + distance
            elif "bottom" in limits:
                above, below = limits["bottom"][0] - distance, limits["bottom"][0]
            strips = {"top": (0.0, above), "bottom": (below, ground.depth)}
        elif between == ["top", "middle"]:
            above, below = limits["middle"][0] - distance, limits["middle"][0]
            strips = {"top": (0.0, above)}
        elif between == ["middle", "bottom"]:
            above, below = limits["middle"][1], limits["middle"][1] + distance
            strips = {"bottom": (below, ground.depth)}
        else:
            raise self._measures.fault(
                f"gaps.{key}", "does not lie between two strips; name a zone and the one below it under 'between'"
            )
        if not ground.holds(0, above, ground.width, below):
            raise self._measures.fault(path, f"is {self._measures.figure(path)}, which the table has no room for")
        self._gaps[key] = above, below
        self._add_span(above, below, self._measures.figure(path))
        return strips

    def _strip_like(self, key: str, entry: Mapping[str, Any]) -> tuple[float, float]:
        """Return the edges of the strip at the same place in another deployment of the record."""
        path, other = f"zones.{key}.like", str(entry["like"])
        measures = self._measures.beside(other)
        if not any("like" not in zone and zone.get("at") == entry.get("at") for _, zone in measures.entries("zones")):
            raise self._measures.fault(path, f"names no deployment '{other}' with a strip there; mend the name")
        ground = _DeploymentReader(measures, Ground(self._ground.unit, self._ground.width, self._ground.depth)).read()
        shapes = {zone.key: zone.shape for zone in ground.zones}
        shape = next(shapes[name] for name, zone in measures.entries("zones") if zone.get("at") == entry.get("at"))
        return shape.bounds.y, shape.bounds.y + shape.bounds.height

    def _measure_depth(self, key: str, entry: Mapping[str, Any], at: str, above: float, below: float) -> None:
        if at == "middle":
            self._add_span(above, below, self._measures.figure(f"zones.{key}.depth"))
        elif "depth" in entry:
            # The document leaves the depth out: the map has a blank for the players' pen.
            self._add_span(above, below, None)
        else:
            self._add_span(above, below, f"{round(below - above, 2):g} {self._ground.unit}", True)

    def _divide_gap(self, key: str, gap: str) -> None:
        if gap not in self._gaps:
            raise self._measures.fault(f"areas.{key}.in", f"names no gap '{gap}'; mend the name")
        path = f"areas.{key}.depth"
        above, below = self._gaps[gap]
        depth, count = self._measures.length(path), self._measures.count(f"areas.{key}.count")
        self._check_equal(path, depth * count, below - above)
        for number in range(count):
            start = above + number * depth
            self._ground.areas.append(Zone(f"{key}-{number + 1}", "", self._strip(start, start + depth)))
            self._add_span(start, start + depth, self._measures.figure(path))

    def _read_shape(self, path: str, measured: bool = False) -> Shape:
        """Return the circle or rectangle at a path; with ``measured``, add the dimension lines of a rectangle."""
        x, y, at = self._ground.width / 2, self._middle, self._measures.get(f"{path}.at")
        if at == "centre" and self._measures.get(f"{path}.radius") is not None:
            radius = self._measures.length(f"{path}.radius")
            self._require_on_table(path, x - radius, y - radius, x + radius, y + radius)
            end = x + radius * math.cos(_RADIUS_ANGLE), y + radius * math.sin(_RADIUS_ANGLE)
            self._ground.spans.append(Span((x, y), end, self._measures.figure(f"{path}.radius"), "inside"))
            return Circle(x, y, radius)
        if at not in ("centre", "above-middle", "below-middle"):
            known = "top, bottom, middle, centre, above-middle or below-middle"
            raise self._measures.fault(path, f"has no position; 'at' is one of {known}")
        width, depth = (self._measures.length(f"{path}.{side}") for side in ("width", "depth"))
        left, top = x - width / 2, y - {"centre": depth / 2, "above-middle": depth, "below-middle": 0}[at]
        self._require_on_table(path, left, top, left + width, top + depth)
        if measured:
            across, down = top + depth * 0.14, left + width * 0.08
            self._ground.spans += [
                Span((left, across), (left + width, across), self._measures.figure(f"{path}.width"), "inside"),
                Span((down, top), (down, top + depth), self._measures.figure(f"{path}.depth"), "inside"),
            ]
        return Rectangle(left, top, width, depth)

    @property
    def _middle(self) -> float:
        return self._ground.depth / 2

    def _strip(self, above: float, below: float) -> Rectangle:
        return Rectangle(0, above, self._ground.width, below - above)

    def _add_span(self, above: float, below: float, figure: str | None, derived: bool = False) -> None:
        width = self._ground.width
        self._ground.spans.append(Span((width, above), (width, below), figure, "down", derived))

    def _check_equal(self, path: str, stated: float, derived: float) -> None:
        """Add a problem if the length that the data state isn't the one that follows from other lengths."""
        if not math.isclose(stated, derived):
            unit = self._ground.unit
            words = f"comes to {stated:g} {unit}, and the map's other distances to {derived:g} {unit}; mend one of them"
            self._ground.problems.append(self._measures.problem(path, words))

    def _require_on_table(self, path: str, left: float, top: float, right: float, bottom: float) -> None:
        if not self._ground.holds(left, top, right, bottom):
            raise self._measures.fault(path, "reaches beyond the table; mend its measures or the table's")


def place_pieces(ground: Ground, key: str, entry: Mapping[str, Any], measures: Measures) -> Piece:
    """Return pieces of one sort with their places, and add their distances to the ground.

    Raises Unusable if the data don't say where the pieces stand.
    """
    path = f"pieces.{key}"
    size = {side: measures.length(f"{path}.{side}") if side in entry else 0.0 for side in ("width", "depth", "radius")}
    bases = measures.count(f"{path}.bases") if "bases" in entry else 1
    if "limit" in entry:
        spots = _along_limit(ground, path, entry, measures)
    elif "zone" in entry:
        spots = _in_line(ground, path, entry, measures, size["width"] * bases)
    elif "zones" in entry:
        spots = _in_quarters(ground, path, entry, measures, (size["width"] / 2, size["depth"] / 2))
    elif entry.get("at") == "centre":
        spots = ((ground.width / 2, ground.depth / 2),)
    elif "in" in entry:
        spots = ()
    else:
        raise measures.fault(
            path,
            "have no position; give them a limit, a zone and a distance, zones with "
            "a distance and a centre, 'at: centre', or an area that they stand in",
        )
    if size["radius"] and spots:
        x, y = spots[-1][0] + size["width"] * bases / 2, spots[-1][1]
        ground.spans.append(
            Span((x, y), (x + size["radius"], y), measures.figure(f"{path}.radius"), "inside", in_key=True)
        )
    count = measures.figure(f"{path}.count") if "count" in entry else None
    apart = measures.figure(f"{path}.spacing") if "in" in entry and "spacing" in entry else None
    return Piece(key, entry, count, spots, size["width"], size["depth"], size["radius"], bases, apart)


def _strip_of(ground: Ground, path: str, name: str, measures: Measures) -> tuple[float, bool]:
    """Return the y of the edge of a strip that faces the enemy, and whether the strip is the upper one."""
    for zone in ground.zones:
        if zone.key == name and isinstance(zone.shape, Rectangle):
            above = zone.shape.y + zone.shape.height / 2 < ground.depth / 2
            return zone.shape.y + (zone.shape.height if above else 0), above
    raise measures.fault(path, f"names no zone '{name}' that is a strip; mend the name")


def _along_limit(ground: Ground, path: str, entry: Mapping[str, Any], measures: Measures) -> Spots:
    limit, above = _strip_of(ground, f"{path}.limit", str(entry["limit"]), measures)
    count = measures.count(f"{path}.count")
    middle = ground.width / 2
    if "parts" in entry:
        part = ground.width / measures.count(f"{path}.parts")
        edge = 0.0 if above else ground.depth
        part_figure = f"{round(part, 2):g} {ground.unit}"
        ground.spans += [
            Span((part * i, edge), (part * (i + 1), edge), part_figure, "above" if above else "below", True)
            for i in range(count)
        ]
        return tuple((part * (i + 0.5), limit) for i in range(count))
    spacing = measures.length(f"{path}.spacing")
    places = [middle + spacing * (i - (count - 1) / 2) for i in range(count)]
    _add_spacings(ground, places, 0.0 if above else ground.depth, measures.figure(f"{path}.spacing"))
    if not ground.holds(places[0], 0, places[-1], 0):
        raise measures.fault(f"{path}.spacing", "reaches beyond the table; mend it")
    return tuple((x, limit) for x in places)


def _in_line(ground: Ground, path: str, entry: Mapping[str, Any], measures: Measures, length: float) -> Spots:
    limit, above = _strip_of(ground, f"{path}.zone", str(entry["zone"]), measures)
    distance, spacing = (measures.length(f"{path}.{name}") for name in ("distance", "spacing"))
    y = limit + distance if above else limit - distance
    places = [length / 2 + spacing * i for i in range(measures.count(f"{path}.count"))]
    if not ground.holds(0, y, places[-1] + length / 2, y):
        raise measures.fault(path, "reach beyond the table; mend their distances")
    ground.spans.append(
        Span((ground.width, min(y, limit)), (ground.width, max(y, limit)), measures.figure(f"{path}.distance"), "down")
    )
    _add_spacings(ground, places, 0.0 if above else ground.depth, measures.figure(f"{path}.spacing"))
    return tuple((x, y) for x in places)


def _add_spacings(ground: Ground, places: list[float], edge: float, figure: str | None) -> None:
    ground.spans += [
        Span((x, edge), (following, edge), figure, "above" if edge == 0 else "below")
        for x, following in pairwise(places)
    ]


def _in_quarters(
    ground: Ground, path: str, entry: Mapping[str, Any], measures: Measures, half: tuple[float, float]
) -> Spots:
    """Return the centres of pieces, a pair for each of two strips; ``half`` is half their width and depth.

    The distances in the data are measured to the edges of the pieces.
    """
    distance, centre = (measures.length(f"{path}.{name}") for name in ("distance", "centre"))
    names = [str(name) for name in entry["zones"]]
    if measures.count(f"{path}.count") != len(_SIDES) * len(names):
        raise measures.fault(f"{path}.count", f"is not {len(_SIDES) * len(names)}; each of the zones has a pair")
    x, y = ground.width / 2, ground.depth / 2
    spots: list[tuple[float, float]] = []
    for name in names:
        limit, above = _strip_of(ground, f"{path}.zones", name, measures)
        away = 1 if above else -1
        edge = limit + distance * away
        far = edge + 2 * half[1] * away
        # The y of the corner of a piece that is nearest to the centre of the table.
        near = min((edge, far), key=lambda down: abs(down - y))
        if abs(near - y) > centre:
            raise measures.fault(f"{path}.centre", "is less than the zones leave; mend one of the distances")
        across = math.sqrt(centre**2 - (near - y) ** 2)
        spots += [(x + side * (across + half[0]), (edge + far) / 2) for side in _SIDES]
        outer = across + 2 * half[0]
        if not ground.holds(x - outer, min(edge, far), x + outer, max(edge, far)):
            raise measures.fault(path, "reach beyond the table; mend their distances")
        if name == names[0]:
            ground.spans += [
                Span((ground.width, limit), (ground.width, edge), measures.figure(f"{path}.distance"), "down"),
                Span((x, y), (x - across, near), measures.figure(f"{path}.centre"), "inside"),
            ]
    return tuple(spots)

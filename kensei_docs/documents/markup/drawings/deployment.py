"""Where zones, areas and pieces lie on the table of a scenario, and which distances get a dimension line.

All lengths are in the table's unit. The origin is the upper left corner of the table; x runs along its width and y
along its depth. ``docs/scenario-maps.md`` explains how a deployment is written.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at
from kensei_docs.documents.markup.drawings.canvas import MILLIMETRES, Circle, Rectangle, Shape
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Problem, Unusable

CHECK = "map"
Spots = tuple[tuple[float, float], ...]

# To the left and to the right of the middle of the table.
_SIDES = (-1, 1)
# The direction of the dimension line of a radius; no other line has this direction.
_RADIUS_ANGLE = math.radians(-35)
# The tolerance for rounding errors, in units of the table.
_SLACK = 1e-6
# What is said of pieces without room.
_BEYOND = "reach beyond the table; mend their distances"


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
    def middle(self) -> tuple[float, float]:
        """The point half-way between the two."""
        return (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2

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
    return _Deployment(edition, record, path, Ground(unit, width, depth)).read()


class _Deployment:
    """The deployment at a path of a record; it fills in a ground: zones and gaps first, then areas, then pieces.

    Paths of values are within the deployment. What can't be drawn raises Unusable, with its place.
    """

    def __init__(self, edition: Edition, record: Record, path: str, ground: Ground) -> None:
        self._edition = edition
        self._record = record
        self._path = path
        self._ground = ground
        self._middle = ground.width / 2, ground.depth / 2
        self._zones: dict[str, dict[str, Any]] = {}
        self._gaps: dict[str, tuple[float, float]] = {}

    def read(self) -> Ground:
        """Return the ground, filled in."""
        ground = self._ground
        self._read_zones()
        for key, entry in self._entries("areas"):
            if "in" in entry:
                self._divide_gap(key, str(entry["in"]))
            else:
                ground.areas.append(Zone(key, "", self._shape(f"areas.{key}", measured=True)))
        for key, entry in self._entries("pieces"):
            ground.pieces.append(self._piece(f"pieces.{key}", key, entry))
        # What has a dimension line below the table has none above it.
        below = {(span.start[0], span.end[0], span.figure) for span in ground.spans if span.way == "below"}
        ground.spans = [
            span
            for span in dict.fromkeys(ground.spans)
            if span.way != "above" or (span.start[0], span.end[0], span.figure) not in below
        ]
        return ground

    # The values of the deployment.

    def _get(self, path: str) -> Any:
        return self._record.get(f"{self._path}.{path}")

    def _entries(self, group: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for key, entry in (self._get(group) or {}).items():
            if not isinstance(entry, dict):
                raise self._fault(f"{group}.{key}", "is not a mapping; it should be")
            yield key, entry

    def _figure(self, path: str) -> str | None:
        """Return the figure at a path, following ``$name`` and ``record:path``."""
        value = self._record.figure(f"{self._path}.{path}")
        if value and ":" in value:
            value = figure_at(self._edition, value)
            if value is None:
                raise self._fault(path, f"names '{self._get(path)}', which gives no figure; mend the name")
        return value

    def _length(self, path: str) -> float:
        """Return the length at a path, in the unit of the table."""
        figure = self._parsed(path, "length", "is not a length; write one, such as 20 cm, or", "$strip")
        if figure.unit != self._ground.unit:
            units = f"is measured in {figure.unit}, and the table in {self._ground.unit}"
            raise self._fault(path, f"{units}; write both in one unit")
        return figure.number or 0.0

    def _count(self, path: str) -> int:
        return int(self._parsed(path, "count", "is not a number; write one, or", "$houses").number or 0)

    def _parsed(self, path: str, kind: str, wrong: str, example: str) -> Figure:
        """Return the figure of a kind at a path."""
        figure = parse(self._figure(path) or "")
        if figure is None or figure.kind != kind or figure.number is None:
            raise self._fault(path, f"{wrong} name a figure of the record, such as {example}")
        return figure

    def _problem(self, path: str, words: str) -> Problem:
        record = self._record
        message, place = f"'{path}' of {record.id} {words}", record.place(f"{self._path}.{path}")
        return Problem(place, message, CHECK, edition=record.edition, record=record.id)

    def _fault(self, path: str, words: str) -> Unusable:
        return Unusable(self._problem(path, words))

    def _check_equal(self, path: str, stated: float, derived: float) -> None:
        """Add a problem if the length that the data state isn't the one that follows from other lengths."""
        if not math.isclose(stated, derived):
            unit = self._ground.unit
            words = f"comes to {stated:g} {unit}, and the map's other distances to {derived:g} {unit}; mend one of them"
            self._ground.problems.append(self._problem(path, words))

    def _require_room(self, path: str, words: str, left: float, top: float, right: float, bottom: float) -> None:
        """Raise Unusable if a rectangle does not lie within the table."""
        if not self._ground.holds(left, top, right, bottom):
            raise self._fault(path, words)

    # Zones, gaps and areas.

    def _read_zones(self) -> None:
        self._zones = dict(self._entries("zones"))
        limits: dict[str, tuple[float, float]] = {}
        for key, entry in self._zones.items():
            if "like" in entry:
                limits[str(entry["at"])] = self._strip_like(key, entry)
            elif entry.get("at") == "middle":
                half, middle = self._length(f"zones.{key}.depth") / 2, self._middle[1]
                limits["middle"] = middle - half, middle + half
        for key, entry in self._entries("gaps"):
            limits |= self._read_gap(key, entry, limits)
        for key, entry in self._zones.items():
            at = str(entry.get("at"))
            if at in limits:
                above, below = limits[at]
                if at == "middle":
                    self._add_span(above, below, self._figure(f"zones.{key}.depth"))
                elif "depth" in entry:
                    # The document leaves the depth out: the map has a blank for the players' pen.
                    self._add_span(above, below, None)
                else:
                    self._add_span(above, below, f"{round(below - above, 2):g} {self._ground.unit}", True)
                shape: Shape = self._strip(above, below)
            elif at in ("top", "bottom"):
                raise self._fault(f"zones.{key}", "has no limit; add a gap between it and another zone")
            else:
                shape = self._shape(f"zones.{key}")
            self._ground.zones.append(Zone(key, str(entry.get("side")), shape))

    def _strip_like(self, key: str, entry: Mapping[str, Any]) -> tuple[float, float]:
        """Return the edges of the strip at the same place in another deployment of the record."""
        other, ground = str(entry["like"]), self._ground
        path = f"{self._path.rpartition('.')[0]}.{other}"
        beside = _Deployment(self._edition, self._record, path, Ground(ground.unit, ground.width, ground.depth))
        alike = [(name, zone) for name, zone in beside._entries("zones") if zone.get("at") == entry.get("at")]
        if all("like" in zone for _, zone in alike):
            raise self._fault(f"zones.{key}.like", f"names no deployment '{other}' with a strip there; mend the name")
        strip = next(zone.shape.bounds for zone in beside.read().zones if zone.key == alike[0][0])
        return strip.y, strip.bottom

    def _read_gap(
        self, key: str, entry: Mapping[str, Any], limits: Mapping[str, tuple[float, float]]
    ) -> dict[str, tuple[float, float]]:
        """Add a gap; return the edges of the strips that it leaves, by place; ``limits`` has those known already."""
        ground, path = self._ground, f"gaps.{key}.distance"
        distance = self._length(path)
        between = [str(self._zones.get(name, {}).get("at")) for name in entry.get("between", [])]
        if between not in (["top", "bottom"], ["top", "middle"], ["middle", "bottom"]):
            wrong = "does not lie between two strips; name a zone and the one below it under 'between'"
            raise self._fault(f"gaps.{key}", wrong)
        upper, lower = (limits.get(at) for at in between)
        if upper and lower:
            above, below = upper[1], lower[0]
            self._check_equal(path, distance, below - above)
        else:
            above = upper[1] if upper else (lower[0] if lower else self._middle[1] + distance / 2) - distance
            below = above + distance
        wrong = f"is {self._figure(path)}, which the table has no room for"
        self._require_room(path, wrong, 0, above, ground.width, below)
        self._gaps[key] = above, below
        self._add_span(above, below, self._figure(path))
        strips = {"top": (0.0, above), "bottom": (below, ground.depth)}
        return {at: strips[at] for at in between if at in strips}

    def _divide_gap(self, key: str, gap: str) -> None:
        if gap not in self._gaps:
            raise self._fault(f"areas.{key}.in", f"names no gap '{gap}'; mend the name")
        path = f"areas.{key}.depth"
        above, below = self._gaps[gap]
        depth, count = self._length(path), self._count(f"areas.{key}.count")
        self._check_equal(path, depth * count, below - above)
        for number in range(count):
            start = above + number * depth
            self._ground.areas.append(Zone(f"{key}-{number + 1}", "", self._strip(start, start + depth)))
            self._add_span(start, start + depth, self._figure(path))

    def _shape(self, path: str, measured: bool = False) -> Shape:
        """Return the circle or rectangle at a path; with ``measured``, add the dimension lines of a rectangle."""
        (x, y), spans, at = self._middle, self._ground.spans, self._get(f"{path}.at")
        wrong = "reaches beyond the table; mend its measures or the table's"
        if at == "centre" and self._get(f"{path}.radius") is not None:
            radius = self._length(f"{path}.radius")
            self._require_room(path, wrong, x - radius, y - radius, x + radius, y + radius)
            end = x + radius * math.cos(_RADIUS_ANGLE), y + radius * math.sin(_RADIUS_ANGLE)
            spans.append(Span((x, y), end, self._figure(f"{path}.radius"), "inside"))
            return Circle(x, y, radius)
        if at not in ("centre", "above-middle", "below-middle"):
            known = "top, bottom, middle, centre, above-middle or below-middle"
            raise self._fault(path, f"has no position; 'at' is one of {known}")
        width, depth = (self._length(f"{path}.{side}") for side in ("width", "depth"))
        left, top = x - width / 2, y - {"centre": depth / 2, "above-middle": depth, "below-middle": 0}[at]
        self._require_room(path, wrong, left, top, left + width, top + depth)
        if measured:
            across, down = top + depth * 0.14, left + width * 0.08
            wide, deep = (self._figure(f"{path}.{side}") for side in ("width", "depth"))
            spans.append(Span((left, across), (left + width, across), wide, "inside"))
            spans.append(Span((down, top), (down, top + depth), deep, "inside"))
        return Rectangle(left, top, width, depth)

    def _strip(self, above: float, below: float) -> Rectangle:
        return Rectangle(0, above, self._ground.width, below - above)

    def _add_span(self, above: float, below: float, figure: str | None, derived: bool = False) -> None:
        """Add a distance that is dimensioned beside the table."""
        width = self._ground.width
        self._ground.spans.append(Span((width, above), (width, below), figure, "down", derived))

    # Pieces.

    def _piece(self, path: str, key: str, entry: Mapping[str, Any]) -> Piece:
        """Return pieces of one sort with their places, and add their distances to the ground."""
        ground = self._ground
        width, depth, radius = (
            self._length(f"{path}.{side}") if side in entry else 0.0 for side in ("width", "depth", "radius")
        )
        bases = self._count(f"{path}.bases") if "bases" in entry else 1
        spots: Spots = ()
        if "limit" in entry:
            spots = self._along_limit(path, entry)
        elif "zone" in entry:
            spots = self._in_line(path, entry, width * bases)
        elif "zones" in entry:
            spots = self._in_quarters(path, entry, width / 2, depth / 2)
        elif entry.get("at") == "centre":
            spots = (self._middle,)
        elif "in" not in entry:
            known = "a limit, a zone and a distance, zones with a distance and a centre, 'at: centre', or an area"
            raise self._fault(path, f"have no position; give them {known} that they stand in")
        if radius and spots:
            x, y = spots[-1][0] + width * bases / 2, spots[-1][1]
            ground.spans.append(Span((x, y), (x + radius, y), self._figure(f"{path}.radius"), "inside", in_key=True))
        count = self._figure(f"{path}.count") if "count" in entry else None
        apart = self._figure(f"{path}.spacing") if "in" in entry and "spacing" in entry else None
        return Piece(key, entry, count, spots, width, depth, radius, bases, apart)

    def _limit_of(self, path: str, name: str) -> tuple[float, bool]:
        """Return the y of the edge of a strip that faces the enemy, and whether the strip is the upper one."""
        for zone in self._ground.zones:
            if zone.key == name and isinstance(zone.shape, Rectangle):
                above = zone.shape.y + zone.shape.height / 2 < self._middle[1]
                return zone.shape.bottom if above else zone.shape.y, above
        raise self._fault(path, f"names no zone '{name}' that is a strip; mend the name")

    def _along_limit(self, path: str, entry: Mapping[str, Any]) -> Spots:
        limit, above = self._limit_of(f"{path}.limit", str(entry["limit"]))
        count, width = self._count(f"{path}.count"), self._ground.width
        if "parts" in entry:
            part = width / self._count(f"{path}.parts")
            self._add_steps(
                [part * i for i in range(count + 1)], above, f"{round(part, 2):g} {self._ground.unit}", True
            )
            return tuple((part * (i + 0.5), limit) for i in range(count))
        spacing = self._length(f"{path}.spacing")
        places = [self._middle[0] + spacing * (i - (count - 1) / 2) for i in range(count)]
        self._add_steps(places, above, self._figure(f"{path}.spacing"))
        self._require_room(f"{path}.spacing", "reaches beyond the table; mend it", places[0], 0, places[-1], 0)
        return tuple((x, limit) for x in places)

    def _in_line(self, path: str, entry: Mapping[str, Any], length: float) -> Spots:
        limit, above = self._limit_of(f"{path}.zone", str(entry["zone"]))
        distance, spacing = (self._length(f"{path}.{name}") for name in ("distance", "spacing"))
        y = limit + distance if above else limit - distance
        places = [length / 2 + spacing * i for i in range(self._count(f"{path}.count"))]
        self._require_room(path, _BEYOND, 0, y, places[-1] + length / 2, y)
        self._add_span(min(y, limit), max(y, limit), self._figure(f"{path}.distance"))
        self._add_steps(places, above, self._figure(f"{path}.spacing"))
        return tuple((x, y) for x in places)

    def _add_steps(self, places: Sequence[float], above: bool, figure: str | None, derived: bool = False) -> None:
        """Add the distances from each place to the next, which are dimensioned above or below the table."""
        edge = 0.0 if above else self._ground.depth
        way: Literal["above", "below"] = "above" if above else "below"
        self._ground.spans += [Span((x, edge), (after, edge), figure, way, derived) for x, after in pairwise(places)]

    def _in_quarters(self, path: str, entry: Mapping[str, Any], half_width: float, half_depth: float) -> Spots:
        """Return the centres of pieces, a pair for each of two strips.

        The distances in the data are measured to the edges of the pieces.
        """
        distance, centre = (self._length(f"{path}.{name}") for name in ("distance", "centre"))
        names = [str(name) for name in entry["zones"]]
        if self._count(f"{path}.count") != len(_SIDES) * len(names):
            raise self._fault(f"{path}.count", f"is not {len(_SIDES) * len(names)}; each of the zones has a pair")
        x, y = self._middle
        spots: list[tuple[float, float]] = []
        for name in names:
            limit, above = self._limit_of(f"{path}.zones", name)
            away = 1 if above else -1
            edge = limit + distance * away
            far = edge + 2 * half_depth * away
            # The y of the corner of a piece that is nearest to the centre of the table.
            near = min((edge, far), key=lambda down: abs(down - y))
            if abs(near - y) > centre:
                raise self._fault(f"{path}.centre", "is less than the zones leave; mend one of the distances")
            across = math.sqrt(centre**2 - (near - y) ** 2)
            spots += [(x + side * (across + half_width), (edge + far) / 2) for side in _SIDES]
            outer = across + 2 * half_width
            self._require_room(path, _BEYOND, x - outer, min(edge, far), x + outer, max(edge, far))
            if name == names[0]:
                self._add_span(limit, edge, self._figure(f"{path}.distance"))
                self._ground.spans.append(Span((x, y), (x - across, near), self._figure(f"{path}.centre"), "inside"))
        return tuple(spots)

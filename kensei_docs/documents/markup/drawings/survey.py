"""From a scenario's data to geometry: zones, gaps and areas; every distance to be dimensioned.

How a ``deployments`` entry is written is told in ``docs/scenario-maps.md``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.drawings.ground import Block, Ground, Round, Span, Zone
from kensei_docs.documents.markup.drawings.measures import CHECK, Measures
from kensei_docs.documents.markup.drawings.pieces import place
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, Unusable

# Where the line of a radius points to, so that it meets no other line.
_LEAN = math.radians(-35)


def lay_ground(edition: Edition, record: Record, key: str, table: Record) -> Ground:
    """Return the geometry of one of a scenario's ``deployments`` on a table.

    Raises Unusable, with its place, where the data don't say what a map needs.
    """
    sides = []
    for side in ("width", "depth"):
        figure = parse(table.figure(f"figures.{side}") or "")
        if figure is None or figure.number is None or figure.kind != "length":
            raise Unusable(
                Problem(
                    table.place(f"figures.{side}"),
                    f"the {side} of {table.id} is no length; write one, such as 90 cm",
                    CHECK,
                    edition=table.edition,
                    record=table.id,
                )
            )
        sides.append((figure.number, figure.unit))
    (width, unit), (depth, _) = sides
    return _Surveyor(Measures(edition, record, f"deployments.{key}", unit), Ground(unit, width, depth)).survey()


class _Surveyor:
    def __init__(self, measures: Measures, ground: Ground) -> None:
        self._measures = measures
        self._ground = ground
        self._zones: dict[str, dict[str, Any]] = {}
        self._gaps: dict[str, tuple[float, float]] = {}

    def survey(self) -> Ground:
        self._strips()
        for key, entry in self._measures.entries("areas"):
            if "in" in entry:
                self._divide(key, str(entry["in"]))
            else:
                self._ground.areas.append(Zone(key, "", self._shape(f"areas.{key}", True)))
        for key, entry in self._measures.entries("pieces"):
            self._ground.pieces.append(place(self._ground, key, entry, self._measures))
        self._ground.spans = list(dict.fromkeys(self._told_once(self._ground.spans)))
        return self._ground

    def _told_once(self, spans: list[Span]) -> Iterator[Span]:
        """Yield the spans without those above the table that stand below it too."""
        below = {(span.start[0], span.end[0], span.figure) for span in spans if span.way == "below"}
        for span in spans:
            if span.way != "above" or (span.start[0], span.end[0], span.figure) not in below:
                yield span

    def _strips(self) -> None:
        self._zones = dict(self._measures.entries("zones"))
        limits: dict[str, tuple[float, float]] = {}
        for key, entry in self._zones.items():
            if entry.get("at") == "middle":
                half, middle = self._measures.length(f"zones.{key}.depth") / 2, self._middle
                limits["middle"] = middle - half, middle + half
        for key, entry in self._measures.entries("gaps"):
            limits |= self._gap(key, entry, limits)
        for key, entry in self._zones.items():
            at = str(entry.get("at"))
            if at in limits:
                above, below = limits[at]
                self._depth(key, entry, at, above, below)
                shape: Block | Round = self._strip(above, below)
            elif at in ("top", "bottom"):
                raise self._measures.fault(f"zones.{key}", "has no limit; add a gap between it and another zone")
            else:
                shape = self._shape(f"zones.{key}")
            self._ground.zones.append(Zone(key, str(entry.get("side")), shape))

    def _gap(
        self, key: str, entry: Mapping[str, Any], limits: Mapping[str, tuple[float, float]]
    ) -> dict[str, tuple[float, float]]:
        """Note a gap; return the strips along the table's long sides that it leaves."""
        ground, path = self._ground, f"gaps.{key}.distance"
        distance = self._measures.length(path)
        between = [str(self._zones.get(name, {}).get("at")) for name in entry.get("between", [])]
        if between == ["top", "bottom"]:
            above, below = self._middle - distance / 2, self._middle + distance / 2
            if "top" in limits and "bottom" in limits:
                self._compare(path, distance, limits["bottom"][0] - limits["top"][1])
                above, below = limits["top"][1], limits["bottom"][0]
            found = {"top": (0.0, above), "bottom": (below, ground.depth)}
        elif between == ["top", "middle"]:
            above, below = limits["middle"][0] - distance, limits["middle"][0]
            found = {"top": (0.0, above)}
        elif between == ["middle", "bottom"]:
            above, below = limits["middle"][1], limits["middle"][1] + distance
            found = {"bottom": (below, ground.depth)}
        else:
            raise self._measures.fault(
                f"gaps.{key}", "lies between no two strips; name a zone and the one below it under 'between'"
            )
        if not ground.holds(0, above, ground.width, below):
            raise self._measures.fault(path, f"is {self._measures.figure(path)}, which the table has no room for")
        self._gaps[key] = above, below
        self._span(above, below, self._measures.figure(path))
        return found

    def _depth(self, key: str, entry: Mapping[str, Any], at: str, above: float, below: float) -> None:
        if at == "middle":
            self._span(above, below, self._measures.figure(f"zones.{key}.depth"))
        elif "depth" in entry:
            # What the document leaves out, the map leaves to the players' pen.
            self._span(above, below, None)
        else:
            self._span(above, below, f"{round(below - above, 2):g} {self._ground.unit}", True)

    def _divide(self, key: str, gap: str) -> None:
        if gap not in self._gaps:
            raise self._measures.fault(f"areas.{key}.in", f"names no gap '{gap}'; mend the name")
        path = f"areas.{key}.depth"
        above, below = self._gaps[gap]
        depth, count = self._measures.length(path), self._measures.count(f"areas.{key}.count")
        self._compare(path, depth * count, below - above)
        for number in range(count):
            start = above + number * depth
            self._ground.areas.append(Zone(f"{key}-{number + 1}", "", self._strip(start, start + depth)))
            self._span(start, start + depth, self._measures.figure(path))

    def _shape(self, path: str, measured: bool = False) -> Block | Round:
        """Return a circle or rectangle about the centre or the middle line, and dimension it."""
        x, y, at = self._ground.width / 2, self._middle, self._measures.get(f"{path}.at")
        if at == "centre" and self._measures.get(f"{path}.radius") is not None:
            radius = self._measures.length(f"{path}.radius")
            self._on_table(path, x - radius, y - radius, x + radius, y + radius)
            end = x + radius * math.cos(_LEAN), y + radius * math.sin(_LEAN)
            self._ground.spans.append(Span((x, y), end, self._measures.figure(f"{path}.radius"), "inside"))
            return Round(x, y, radius)
        if at not in ("centre", "above-middle", "below-middle"):
            raise self._measures.fault(
                path, "lies nowhere; 'at' is top, bottom, middle, centre, above-middle or below-middle"
            )
        width, depth = (self._measures.length(f"{path}.{side}") for side in ("width", "depth"))
        left, top = x - width / 2, y - {"centre": depth / 2, "above-middle": depth, "below-middle": 0}[at]
        self._on_table(path, left, top, left + width, top + depth)
        if measured:
            across, down = top + depth * 0.14, left + width * 0.08
            self._ground.spans += [
                Span((left, across), (left + width, across), self._measures.figure(f"{path}.width"), "inside"),
                Span((down, top), (down, top + depth), self._measures.figure(f"{path}.depth"), "inside"),
            ]
        return Block(left, top, width, depth)

    @property
    def _middle(self) -> float:
        return self._ground.depth / 2

    def _strip(self, above: float, below: float) -> Block:
        return Block(0, above, self._ground.width, below - above)

    def _span(self, above: float, below: float, figure: str | None, derived: bool = False) -> None:
        width = self._ground.width
        self._ground.spans.append(Span((width, above), (width, below), figure, "down", derived))

    def _compare(self, path: str, said: float, found: float) -> None:
        if not math.isclose(said, found):
            unit = self._ground.unit
            self._ground.problems.append(
                self._measures.problem(
                    path,
                    f"comes to {said:g} {unit}, and the map's other distances to {found:g} {unit}; mend one of them",
                )
            )

    def _on_table(self, path: str, left: float, top: float, right: float, bottom: float) -> None:
        if not self._ground.holds(left, top, right, bottom):
            raise self._measures.fault(path, "reaches beyond the table; mend its measures or the table's")

"""Scenarios have the things that their missions score, and fit on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import cos, hypot, pi, sin, sqrt
from random import Random
from typing import Any

from pydantic import Field

from kensei_docs.check.finding import Declared, Finding, finding_at, number, per_declaration, where
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at, rows_of, values
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import resolve
from kensei_docs.figures import number_in
from kensei_docs.problems import check

# The densest packing of equal circles covers this share of the plane.
_MAX_DENSITY = 0.9069
_MEASURES = ("width", "depth", "radius")
# The number of arrangements that are tried, and of moves of a piece in each.
_ARRANGEMENTS = 20
_MOVES_OF_PIECE = 80


class Grounds(Schema):
    """Where an edition gives the size of its table, and of its smallest piece of terrain."""

    depth: str
    side: str


@check("warning")
@per_declaration("grounds", Grounds, own=True, single=True)
def geometric_feasibility(declared: Declared[Grounds]) -> Iterator[Finding]:
    """What has to be placed, and what has to stay free, fits on the ground that there is.

    Scenarios say what lies across the table (``gaps`` and ``zones``), and how many ``pieces`` stand in an area with
    what ``spacing``. The edition's own ``vocabulary.yaml`` declares the size of the table and of the smallest piece of
    terrain:

        grounds: {depth: 'rule/table:figures.depth', side: 'rule/tent:figures.side'}

    Strips that together are deeper than the table, or than the gap that they lie in, are a proof; so are pieces that
    need more area than there is. Where no arrangement is found in many tries, that is a hint only.

    Wrong: five tents of 5 cm, 30 cm apart, in 20 by 20 cm. Right: the same in a circle of 40 cm.
    """
    edition = declared.edition
    depth, side = (number_in(figure_at(edition, fact)) for fact in (declared.entry.depth, declared.entry.side))
    for record in edition.records.values():
        for deployment in rows_of(record, "deployments"):
            path = f"deployments.{deployment}"
            yield from _too_deep(edition, record, path, depth)
            yield from _crowded(edition, record, path, side) if side is not None else ()


def _length(edition: Edition, record: Record, value: Any) -> float | None:
    """Return the amount of a value: a figure, the record's ``$name``, or ``record:path``."""
    if isinstance(value, str) and ":" in value:
        return number_in(figure_at(edition, value))
    return number_in(resolve(record, value))


def _too_deep(edition: Edition, record: Record, path: str, table: float | None) -> Iterator[Finding]:
    """Yield a finding for each gap between zones that is as deep as the table, or isn't the sum of what lies in it."""
    zones, gaps = rows_of(record, f"{path}.zones"), rows_of(record, f"{path}.gaps")
    depths = {key: _length(edition, record, zone.get("depth")) or 0.0 for key, zone in zones.items()}
    links = {
        tuple(map(str, gap.get("between") or ())): (key, _length(edition, record, gap.get("distance")))
        for key, gap in gaps.items()
    }
    for (start, end), (key, whole) in ((ends, link) for ends, link in links.items() if len(ends) == 2):
        if whole is None:
            continue
        inner_path = f"{path}.gaps.{key}"
        if table is not None and whole >= table:
            fault = f"{number(whole)} between '{start}' and '{end}' leave no room on a table of {number(table)}"
            yield finding_at(record, inner_path, f"{fault}{where(record, inner_path)}; mend one of them")
        for middle, depth in depths.items():
            first, before = links.get((start, middle), ("", None))
            second, behind = links.get((middle, end), ("", None))
            if before is not None and behind is not None and before + depth + behind != whole:
                parts = f"'{first}', '{middle}' and '{second}' come to {number(before + depth + behind)}"
                fault = f"{parts}, but lie in '{key}' of {number(whole)}{where(record, 'figures')}"
                yield finding_at(record, inner_path, f"{fault}; mend one of them")


def _crowded(edition: Edition, record: Record, path: str, side: float) -> Iterator[Finding]:
    """Yield a finding for each set of pieces that doesn't fit into its area; ``side`` is that of the smallest piece."""
    areas = rows_of(record, f"{path}.areas")
    for key, piece in rows_of(record, f"{path}.pieces").items():
        area = areas.get(str(piece.get("in")), {})
        given = {"count": piece.get("count"), "spacing": piece.get("spacing")}
        given |= {name: area[name] for name in _MEASURES if name in area}
        known = {name: size for name, value in given.items() if (size := _length(edition, record, value)) is not None}
        count, apart, measures = known.pop("count", None), known.pop("spacing", None), known
        if count is None or apart is None or not measures or len(measures) + 2 < len(given):
            continue
        ground = Ground(**measures)
        inner_path = f"{path}.pieces.{key}"
        many = f"{number(count)} pieces, {number(apart)} apart"
        place = where(record, *(f"figures.{str(value)[1:]}" for value in given.values()))
        if count * pi * (apart / 2) ** 2 > _MAX_DENSITY * ground.area_around(apart / 2):
            yield finding_at(record, inner_path, f"{many}, need more ground than {ground} has{place}; mend one of them")
        elif not fits(ground, int(count), apart, side):
            smallest = f"even where each is no larger than {number(side)} a side, as the smallest terrain is"
            fault = f"no way turns up to set {many}, in {ground}{place}, {smallest}"
            yield finding_at(record, inner_path, f"{fault}; allow for fewer, or closer")


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
        """Return the area of the ground with a margin around it."""
        if self.radius:
            return pi * (self.radius + margin) ** 2
        edges = 2 * margin * (self.width + self.depth)
        return self.width * self.depth + edges + pi * margin**2

    def holds(self, x: float, y: float, side: float) -> bool:
        """Return whether a square with this centre is on the ground."""
        half = side / 2
        if self.radius:
            return hypot(abs(x) + half, abs(y) + half) <= self.radius
        return abs(x) + half <= self.width / 2 and abs(y) + half <= self.depth / 2

    def around(self, side: float) -> tuple[float, float]:
        """Return how far from the centre the centre of a square can lie, across and along."""
        if self.radius:
            return self.radius - side / 2, self.radius - side / 2
        return (self.width - side) / 2, (self.depth - side) / 2


def fits(ground: Ground, count: int, apart: float, side: float) -> bool:
    """Return whether an arrangement turns up. Always the same answer for the same question."""
    across, along = ground.around(side)
    if across < 0 or along < 0:
        return False
    random = Random(0)
    for spots in chain(_likely(ground, count, across, along, side), ([] for _ in range(_ARRANGEMENTS))):
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
    """Move the piece in the worst position, step by step, until all positions are good or no steps are left."""
    across, along = ground.around(side)

    def crowding(index: int, spot: tuple[float, float]) -> float:
        others = (other for i, other in enumerate(spots) if i != index)
        return sum(max(apart - _gap(spot, other, side), 0.0) for other in others)

    for step in range(_MOVES_OF_PIECE):
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


class Things(Schema):
    """The things that the scenarios of an edition create and its missions score."""

    scenario: str
    mission: str
    role: str
    played_in: dict[str, str] = Field(alias="played-in")
    created: dict[str, list[str]]
    scored: dict[str, list[str]]


@check("error")
@per_declaration("scenario-things", Things, own=True, single=True)
def scenario_closure(declared: Declared[Things]) -> Iterator[Finding]:
    """What a mission scores is there in every scenario that the mission can be played in.

    The edition's own ``vocabulary.yaml`` declares which things a scenario creates (in one deployment only, as
    ``scenario:deployment``) and a mission scores. ``played-in`` says which scenarios a mission of some role can meet,
    ``own`` or ``any``:

        scenario-things:
          scenario: scenario              # the kinds of record
          mission: mission
          role: role
          played-in: {main: own, secondary: any}
          created: {camp: ['scenario/raid', 'scenario/siege:night']}
          scored: {camp: ['mission/plunder']}

    Wrong: a secondary mission that scores camps, where a scenario has none. Right: a main mission that scores what its
    own scenario creates.
    """
    edition, things = declared.edition, declared.entry
    for thing, missions in things.scored.items():
        created = things.created.get(thing, [])
        for mission in (edition.records[name] for name in missions if name in edition.records):
            lacking = dict(_scenarios_without(edition, things, created, mission))
            if lacking:
                path = "rules" if mission.get("rules") else "text"
                lack = "these scenarios lack" if len(lacking) > 1 else "this scenario lacks"
                message = (
                    f"scores a {thing}{where(mission, path)}, which {lack}: {', '.join(lacking)}; say what counts there"
                )
                yield finding_at(mission, path, message, beside=[(scenario, "name") for scenario in lacking.values()])


def _scenarios_without(
    edition: Edition, things: Things, created: list[str], mission: Record
) -> Iterator[tuple[str, Record]]:
    """Yield each scenario of a mission that creates no such thing, and before it how a message names it."""
    own = f"{things.scenario}/{mission.get(things.scenario)}"
    everywhere = things.played_in.get(str(mission.get(things.role))) == "any"
    for scenario in edition.records_of(things.scenario):
        if scenario.id in created or not (everywhere or scenario.id == own):
            continue
        deployments = [path.rpartition(".")[2] for path, _ in values(scenario, "deployments.*")]
        without = [deployment for deployment in deployments if f"{scenario.id}:{deployment}" not in created]
        if without or not deployments:
            only = f" ({', '.join(without)})" if len(without) < len(deployments) else ""
            yield f"{scenario.id}{only}{where(scenario, 'name')}", scenario

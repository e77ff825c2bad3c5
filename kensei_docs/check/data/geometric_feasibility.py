"""What has to be placed, and what has to stay free, fits on the ground that there is.

Scenarios are read as their file describes them: ``gaps`` and ``zones`` across the table, ``pieces``
with a ``spacing`` in an area. The table, and the smallest piece of terrain that a record gives a
size to, are declared in the edition's own ``vocabulary.yaml``:

    grounds: {depth: 'rule/table:figures.depth', side: 'rule/tent:figures.side'}

Strips that are deeper together than the table, or than the gap that they lie in, are proof; so are
pieces whose shares of the ground are larger than it. Pieces for which no arrangement turns up in
many tries are a hint.

Wrong: five tents of 5 cm, 30 cm apart, in 20 by 20 cm. Right: the same in a circle of 40 cm.

Severity: warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Any

from kensei_docs.check.declarations import amount, declared_once, fact_at, values
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.check.placing import Ground, fits
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.problems import Severity

SEVERITY: Severity = "warning"
_SECTION = "grounds"
# The densest packing of equal circles covers this share of the plane.
_DENSEST = 0.9069


class Grounds(Schema):
    """Where an edition gives the size of its table, and of its smallest piece of terrain."""

    depth: str
    side: str


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every scenario whose table can't be set up."""
    declarations, problems = declared_once(database, _SECTION, Grounds)
    yield from problems
    for edition, grounds in declarations:
        depth, side = _length(edition, grounds.depth), _length(edition, grounds.side)
        for record in edition.records.values():
            for path, way in values(record, "deployments.*"):
                if isinstance(way, dict):
                    yield from _too_deep(record, path, way, depth)
                    yield from _crowded(edition, record, path, way, side)


def _length(edition: Edition, fact: str) -> float | None:
    at = fact_at(edition, fact)
    return None if isinstance(at, str) else amount(at[0].figure(at[1]))


def _figure(edition: Edition, record: Record, value: Any) -> float | None:
    """Return the amount of a value: a figure, the record's ``$name``, or ``record:path``."""
    if not isinstance(value, str):
        return None
    if value.startswith("$"):
        return amount(record.figure(f"figures.{value[1:]}"))
    return _length(edition, value) if ":" in value else amount(value)


def _too_deep(record: Record, path: str, way: dict[str, Any], table: float | None) -> Iterator[Finding]:
    zones, gaps = _mapping(way.get("zones")), _mapping(way.get("gaps"))
    depths = {
        key: amount(_resolved(record, zone.get("depth"))) or 0.0
        for key, zone in zones.items()
        if isinstance(zone, dict)
    }
    links = {
        tuple(map(str, gap.get("between") or ())): (key, amount(_resolved(record, gap.get("distance"))))
        for key, gap in gaps.items()
        if isinstance(gap, dict)
    }
    for (start, end), (key, whole) in ((ends, link) for ends, link in links.items() if len(ends) == 2):
        if whole is None:
            continue
        here = f"{path}.gaps.{key}"
        if table is not None and whole >= table:
            message = (
                f"{number(whole)} between '{start}' and '{end}' leave no room on a table of "
                f"{number(table)}{where(record, here)}; mend one of them"
            )
            yield found(record, here, message)
        for middle in depths:
            first, second = links.get((start, middle)), links.get((middle, end))
            if first and second and first[1] is not None and second[1] is not None:
                parts = first[1] + depths[middle] + second[1]
                if parts != whole:
                    message = (
                        f"'{first[0]}', '{middle}' and '{second[0]}' come to {number(parts)}, but lie in '{key}' of "
                        f"{number(whole)}{where(record, 'figures')}; mend one of them"
                    )
                    yield found(record, here, message)


def _resolved(record: Record, value: Any) -> Any:
    return record.figure(f"figures.{value[1:]}") if isinstance(value, str) and value.startswith("$") else value


def _mapping(part: Any) -> dict[str, Any]:
    return part if isinstance(part, dict) else {}


def _crowded(edition: Edition, record: Record, path: str, way: dict[str, Any], side: float | None) -> Iterator[Finding]:
    areas, pieces = _mapping(way.get("areas")), _mapping(way.get("pieces"))
    for key, piece in pieces.items():
        area = areas.get(str(piece.get("in"))) if isinstance(piece, dict) else None
        if not isinstance(area, dict) or side is None:
            continue
        count = _figure(edition, record, piece.get("count"))
        apart = _figure(edition, record, piece.get("spacing"))
        measures = {name: _figure(edition, record, area[name]) for name in ("width", "depth", "radius") if name in area}
        if count is None or apart is None or not measures or None in measures.values():
            continue
        ground = Ground(**{name: value for name, value in measures.items() if value is not None})
        here = f"{path}.pieces.{key}"
        many = f"{number(count)} pieces, {number(apart)} apart"
        names = [
            str(value)[1:]
            for value in (piece.get("count"), piece.get("spacing"), *(area.get(name) for name in measures))
        ]
        place = where(record, *(f"figures.{name}" for name in names))
        if count * pi * (apart / 2) ** 2 > _DENSEST * ground.area_around(apart / 2):
            yield found(record, here, f"{many}, need more ground than {ground} has{place}; mend one of them")
        elif not fits(ground, int(count), apart, side):
            message = (
                f"no way turns up to set {many}, in {ground}{place}, even where each is no larger than {number(side)} "
                "a side, as the smallest terrain is; allow for fewer, or closer"
            )
            yield found(record, here, message)

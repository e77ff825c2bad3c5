"""Where the pieces of a scenario stand: along a limit, in a line, about the centre, or anywhere."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from kensei_docs.documents.markup.drawings.ground import Block, Ground, Piece, Span
from kensei_docs.documents.markup.drawings.measures import Measures

Spots = tuple[tuple[float, float], ...]

_QUARTERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def place(ground: Ground, key: str, entry: Mapping[str, Any], measures: Measures) -> Piece:
    """Return one sort of piece with its places, and add their distances to the ground.

    Raises Unusable where the data don't say where the pieces stand.
    """
    path = f"pieces.{key}"
    size = {side: measures.length(f"{path}.{side}") if side in entry else 0.0 for side in ("width", "depth", "radius")}
    bases = measures.count(f"{path}.bases") if "bases" in entry else 1
    if "limit" in entry:
        spots = _along_limit(ground, path, entry, measures)
    elif "zone" in entry:
        spots = _in_line(ground, path, entry, measures, size["width"] * bases)
    elif "border" in entry:
        spots = _in_quarters(ground, path, measures)
    elif entry.get("at") == "centre":
        spots = ((ground.width / 2, ground.depth / 2),)
    elif "in" in entry:
        spots = ()
    else:
        raise measures.fault(
            path,
            "stand nowhere; give them a limit, a zone and a distance, a "
            "border and a centre, 'at: centre', or an area that they stand in",
        )
    if size["radius"] and spots:
        x, y = spots[-1]
        ground.spans.append(Span((x, y), (x + size["radius"], y), measures.figure(f"{path}.radius"), "inside"))
    count = measures.figure(f"{path}.count") if "count" in entry else None
    apart = measures.figure(f"{path}.spacing") if "in" in entry and "spacing" in entry else None
    return Piece(key, entry, count, spots, size["width"], size["depth"], size["radius"], bases, apart)


def _strip_of(ground: Ground, path: str, name: str, measures: Measures) -> tuple[float, bool]:
    """Return where the limit of a strip lies that faces the enemy, and whether the strip is above."""
    for zone in ground.zones:
        if zone.key == name and isinstance(zone.shape, Block):
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
        shown = f"{round(part, 2):g} {ground.unit}"
        ground.spans += [
            Span((part * i, edge), (part * (i + 1), edge), shown, "above" if above else "below", True)
            for i in range(count)
        ]
        return tuple((part * (i + 0.5), limit) for i in range(count))
    spacing = measures.length(f"{path}.spacing")
    places = [middle + spacing * (i - (count - 1) / 2) for i in range(count)]
    _spacings(ground, places, 0.0 if above else ground.depth, measures.figure(f"{path}.spacing"))
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
    _spacings(ground, places, 0.0 if above else ground.depth, measures.figure(f"{path}.spacing"))
    return tuple((x, y) for x in places)


def _spacings(ground: Ground, places: list[float], edge: float, figure: str | None) -> None:
    ground.spans += [
        Span((x, edge), (following, edge), figure, "above" if edge == 0 else "below")
        for x, following in pairwise(places)
    ]


def _in_quarters(ground: Ground, path: str, measures: Measures) -> Spots:
    border, centre = (measures.length(f"{path}.{name}") for name in ("border", "centre"))
    down = ground.depth / 2 - border
    if measures.count(f"{path}.count") != len(_QUARTERS):
        raise measures.fault(
            f"{path}.count", f"is not {len(_QUARTERS)}; pieces with a border and a centre stand one in each quarter"
        )
    if abs(down) > centre:
        raise measures.fault(f"{path}.centre", "is less than the border leaves; mend one of them")
    across = math.sqrt(centre**2 - down**2)
    x, y = ground.width / 2, ground.depth / 2
    if not ground.holds(x - across, border, x + across, ground.depth - border):
        raise measures.fault(path, "reach beyond the table; mend their distances")
    ground.spans += [
        Span((ground.width, 0), (ground.width, border), measures.figure(f"{path}.border"), "down"),
        Span((x, y), (x - across, y - down), measures.figure(f"{path}.centre"), "inside"),
    ]
    return tuple((x + a * across, y + d * down) for a, d in _QUARTERS)

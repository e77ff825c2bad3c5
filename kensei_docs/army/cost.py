"""What an army costs in points: one of its rows, some of its troops, the level of its commander, and all together."""

from __future__ import annotations

from collections.abc import Iterable

from kensei_docs.army.troops import Muster, Troop
from kensei_docs.database import Record
from kensei_docs.figures import number_in


def usual_cost(profile: Record | None, miniatures: float) -> float | None:
    """Return what miniatures of a profile cost; None if the profile has no price."""
    each = number_in(profile.figure("points")) if profile else None
    return None if each is None else each * miniatures


def cost_of_troops(troops: Iterable[Troop]) -> float:
    """Return the points of some troops together; a troop without points counts 0."""
    return sum(troop.points or 0.0 for troop in troops)


def cost_of_level(muster: Muster) -> float:
    """Return the cost of the commander's level: as the list states it, else its record's, else 0."""
    if muster.level_points is not None:
        return muster.level_points
    return (muster.level and number_in(muster.level.figure("cost"))) or 0.0


def cost_of_army(muster: Muster) -> float:
    """Return the cost of all troops of an army and of the level of its commander; a troop without points counts 0."""
    return cost_of_troops(muster.troops) + cost_of_level(muster)

"""The troops that an army of an edition can be made of, as records: what one miniature costs, and what is known of it.

They are the edition's profiles and the troops of its sample armies; those of one name that several armies have are one.
A faction without any in the book has none here but a project's own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.army.limits import Limit, Result, judge, limits_of
from kensei_docs.army.pack import declared_pack, declares_pack, records_for_troop
from kensei_docs.army.troops import (
    PROFILE,
    WEAPONS,
    Assumption,
    ListedTroop,
    Muster,
    Troop,
    declared_musters,
    profiles_of,
    troop_of,
)
from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.model import FORMAT_KEYS
from kensei_docs.database.yaml_files import MESSAGES
from kensei_docs.engine.play_schema import as_list
from kensei_docs.figures import number_in

# What has a place of its own in a troop of the catalogue.
_TOLD = ("points", PROFILE, WEAPONS, *FORMAT_KEYS, *MESSAGES)


@dataclass(frozen=True)
class CatalogueTroop:
    """A troop that can be taken: its profile, the price of one miniature (None where the book gives none), its known
    traits, and those that are assumed.

    ``factions`` are the slugs of those whose armies have it; none: any. ``least`` and ``most`` are the numbers of
    miniatures of a troop that keeps the limits of each troop, None where there is no such number. ``records`` are the
    ids of the records that touch it, such as those of its weapons.
    """

    profile: Record
    points: float | None
    traits: Mapping[str, tuple[str, ...]]
    assumptions: tuple[Assumption, ...]
    factions: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    weapons: tuple[str, ...] = field(default=())
    records: tuple[str, ...] = field(default=())

    @property
    def size(self) -> str:
        """The numbers of miniatures that keep the limits: ``3–15``, ``1+`` or ``1``, empty where none is known."""
        if self.least is None or self.most == self.least:
            return f"{self.least or ''}"
        return f"{self.least}–{self.most}" if self.most else f"{self.least}+"

    def as_json(self, translators: Mapping[str, Translator]) -> dict[str, Any]:
        """Return the troop as the commands print it."""
        return {
            "id": self.profile.id,
            "name": {code: each.name(self.profile) for code, each in translators.items()},
            "profile": self.profile.name,
            "points": self.points,
            "factions": list(self.factions),
            **{name: list(values) if len(values) != 1 else values[0] for name, values in self.traits.items()},
            "weapons": list(self.weapons),
            "records": list(self.records),
            "figures": self.profile.get(PROFILE) if isinstance(self.profile.get(PROFILE), dict) else {},
            "least": self.least,
            "most": self.most,
            "size": self.size,
            "assumptions": [
                {"field": one.field, "value": one.value, "because": one.because} for one in self.assumptions
            ],
            "from": [citation.as_json() for citation in self.profile.citations],
        }


def troops_of(edition: Edition, assuming: bool = True) -> list[CatalogueTroop]:
    """Return the troops of an edition, in the order of its data.

    ``assuming``: traits that nothing states are the usual ones, and are told among the assumptions. Raises Unusable
    where a limit is declared wrongly.
    """
    faction = declared_musters(edition).faction
    found: dict[str, list[Record]] = {}
    profiles = list(profiles_of(edition))
    # What a sample army has has a price there.
    described = {profile.describes for profile in profiles if isinstance(profile, ListedTroop)}
    for profile in (one for one in profiles if one.id not in described or one.get("points") is not None):
        # The same troop of several armies is one; a record goes before a row of a list.
        found.setdefault(profile.name.casefold(), []).append(profile)
    troops, limits = [], limits_of(edition, None)
    for alike in found.values():
        first = min(alike, key=lambda one: (one.get("points") is None, isinstance(one, ListedTroop)))
        named = [str(one.data[faction]) for one in alike if one.data.get(faction)] if faction else []
        everybody = any(not one.data.get(faction) for one in alike)
        troops.append(_troop(edition, first, () if everybody else tuple(dict.fromkeys(named)), assuming, limits))
    return list(filter(None, troops))


def _troop(
    edition: Edition, profile: Record, factions: tuple[str, ...], assuming: bool, limits: Sequence[Limit]
) -> CatalogueTroop | None:
    declared = declared_musters(edition)
    points = number_in(profile.figure("points"))
    row = Troop(profile.name, 1, points, {}, "rows.0", profile.place(), profile=profile)
    troop = troop_of(edition, row, assuming)
    kept = {
        name: tuple(sorted(values))
        for name, values in troop.traits.items()
        if isinstance(profile.get(name), str | bool | list) or name in {one.field for one in troop.assumptions}
    }
    traits = {name: values for name, values in kept.items() if name not in (*_TOLD, declared.faction)}
    traits |= {name: tuple(sorted(troop.traits[name])) for name in declared.tells if name in troop.traits}
    if points is None and not traits.keys() & set(declared.tells):
        return None
    least, most = _sizes(edition, row, assuming, limits)
    return CatalogueTroop(
        profile,
        points,
        traits,
        troop.assumptions,
        factions,
        least,
        most,
        tuple(map(str, as_list(profile.get(WEAPONS)))),
        tuple(records_for_troop(edition, troop, declared_pack(edition), [])) if declares_pack(edition) else (),
    )


def _sizes(edition: Edition, row: Troop, assuming: bool, limits: Sequence[Limit]) -> tuple[int | None, int | None]:
    """Return the least and the most miniatures of a troop that surely keeps the limits on the miniatures of each."""

    def results(size: int) -> list[Result]:
        troop = troop_of(edition, replace(row, miniatures=size), assuming)
        return judge(Muster(edition, None, 1, (troop,)), _is_of_size, limits)

    def keeps(size: int) -> bool:
        return all(result.status == "met" for result in results(size))

    bounds = {int(span.low) for size in (1, 2) for one in results(size) for span in (one.at_least, one.at_most) if span}
    named = [least for limit in limits if (least := _least_of_profile(limit, row))]
    kept = [size for size in sorted({1, 2, *bounds, *named}) if size >= max(named, default=1) and keeps(size)]
    if not kept:
        return max(named, default=None), None
    return kept[0], None if keeps(kept[-1] + 1) else kept[-1]


def _least_of_profile(limit: Limit, row: Troop) -> int | None:
    """Return the least that a limit asks for of the miniatures of a troop's own profile, where it is about no other."""
    bound = limit.schema.at_least
    if limit.schema.counts != "miniatures" or limit.schema.of != {PROFILE: row.identity} or bound is None:
        return None
    figure = bound if isinstance(bound, str) else bound.figure
    least = number_in(limit.record.figure(f"figures.{figure[1:]}") if figure.startswith("$") else figure)
    return int(least) if least else None


def _is_of_size(limit: Limit) -> bool:
    return limit.stated("each")[1] is not None and limit.stated("counts")[1] == "miniatures"

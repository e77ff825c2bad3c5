"""What a limit that is broken or unknown says to a player, and what mends it.

A remedy is one change of a list, such as two miniatures more in a row or a troop that is added, that makes the limit
met and breaks no other: each is tried before it is offered. Of a row that nothing is known of, such as one whose name
could not be read, nothing is counselled. What an unknown limit waits for are traits that a row doesn't state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from kensei_docs.army.limits import STATUSES, Counts, Result, judge
from kensei_docs.army.troop_catalogue import CatalogueTroop
from kensei_docs.army.troops import Army, Troop, troop_of
from kensei_docs.database import Record
from kensei_docs.problems import Number, OneOf, Said, say

# The most remedies that are offered for a limit, and the most that are tried on all other limits.
_MOST_OFFERED, _MOST_TRIED = 3, 6


@dataclass(frozen=True)
class Change:
    """A change of one row, named by its path: its new number of miniatures, and what it costs then (None: unknown).

    A row of no miniatures is taken out of the list. ``adds`` is the profile of a row that is new.
    """

    row: str
    miniatures: int
    by: int
    points: float | None
    adds: Record | None = None


@dataclass(frozen=True)
class Remedy:
    """Changes of a list that together mend a limit, and what they are in words, a sentence each."""

    changes: tuple[Change, ...]
    words: tuple[Said, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the remedy as the commands print it, without its words."""
        return {
            "changes": [
                {"row": change.row, "remove": True}
                if not change.miniatures
                else {"add": change.adds.slug, "miniatures": change.miniatures, "points": change.points}
                if change.adds
                else {"row": change.row, "miniatures": change.miniatures, "change": change.by, "points": change.points}
                for change in self.changes
            ]
        }


def sentences(result: Result) -> list[Said]:
    """Return what a result that is not met says, a sentence for each troop or profile that decides it."""
    if result.status == "unknown":
        return [
            say("%(troop)s: %(traits)s?", troop=name, traits=OneOf(fields)) for name, fields in result.missing.items()
        ]
    return [_sentence(one) for one in result.deciding or (result,)] if result.status == "broken" else []


def question(troop: Troop, fields: Iterable[str]) -> Said:
    """Return what is to be said of a troop, as a question."""
    name = troop.profile if troop.profile and troop.profile.name == troop.name else troop.name
    return say("%(troop)s: %(traits)s?", troop=name, traits=OneOf(fields))


def _sentence(result: Result) -> Said:
    counts, by = result.counts, str(result.limit.stated("by")[1])
    excess, lack = _excess(result), _lack(result)
    if excess > 0 and result.at_most and result.at_most.high == 0:
        said = say("none is allowed, and it has %(have)s", have=_amount(counts, result.have.low, by))
    elif excess > 0 and result.at_most:
        said = say(
            "it has %(have)s, with %(most)s at most: %(excess)s",
            have=_amount(counts, result.have.low, by),
            most=Number(result.at_most.high),
            excess=say("%(number)s is too many", number=Number(excess))
            if excess == 1
            else say("%(number)s are too many", number=Number(excess)),
        )
    elif not result.have.high and result.at_least:
        said = say("it needs %(least)s, and has none", least=_amount(counts, result.at_least.low, by))
    else:
        said = say(
            "it has %(have)s, with %(least)s at least: %(lack)s",
            have=_amount(counts, result.have.high, by),
            least=Number(result.at_least.low if result.at_least else 0),
            lack=say("%(number)s is missing", number=Number(lack))
            if lack == 1
            else say("%(number)s are missing", number=Number(lack)),
        )
    return say("%(troop)s: %(said)s", troop=_named(result), said=said) if result.subject else said


def _named(result: Result) -> Any:
    """Return the profile of a result's troop, which has a name in each language, or the name in the list."""
    troop = next((one for one in result.troops if one.name == result.subject), None)
    return troop.profile if troop and troop.profile and troop.profile.name == troop.name else result.subject


def _excess(result: Result) -> float:
    return result.have.low - result.at_most.high if result.at_most else 0.0


def _lack(result: Result) -> float:
    return result.at_least.low - result.have.high if result.at_least else 0.0


def _amount(counts: Counts, amount: float, by: str) -> Said:
    number, is_one = Number(amount), amount == 1
    match counts:
        case "miniatures":
            return say("%(number)s miniature", number=number) if is_one else say("%(number)s miniatures", number=number)
        case "troops":
            return say("%(number)s troop", number=number) if is_one else say("%(number)s troops", number=number)
        case "profiles":
            return say("%(number)s profile", number=number) if is_one else say("%(number)s profiles", number=number)
        case "values":
            return say("%(number)s × %(trait)s", number=number, trait=OneOf([by]))
    return say("%(number)s point", number=number) if is_one else say("%(number)s points", number=number)


def remedies(
    army: Army, result: Result, results: Sequence[Result], catalogue: Sequence[CatalogueTroop] = ()
) -> list[Remedy]:
    """Return what mends a broken limit, the smallest change first; none where nothing does by itself.

    ``results`` are those of all limits of the army, ``catalogue`` are the troops that may be added to it.
    """
    if result.status != "broken":
        return []
    limits, before = [one.limit for one in results], {one.limit.id: STATUSES.index(one.status) for one in results}
    found: list[Remedy] = []
    for changes in [*sorted(_tried(result), key=lambda each: _cost(army, each)), *_added(army, result, catalogue)]:
        if len(found) == _MOST_OFFERED:
            break
        after = changed(army, changes)
        # First the limit that it may mend, then one by one those that it may break: most changes fail at the first.
        mends = judge(after, lambda limit: limit.id == result.limit.id, limits)[0].status == "met"
        # What has no price makes the cost of the army unknown, and nobody can add it otherwise.
        least = {
            one: min(state, 1) if any(each.points is None for each in changes) else state
            for one, state in before.items()
        }
        others = (limit for limit in limits if mends and limit.id != result.limit.id and least[limit.id])
        if mends and all(
            STATUSES.index(judge(after, other.__eq__, limits)[0].status) >= least[other.id] for other in others
        ):
            found.append(Remedy(changes, tuple(_words(army, changes))))
    return found


def _added(army: Army, result: Result, catalogue: Sequence[CatalogueTroop]) -> Iterator[tuple[Change, ...]]:
    """Yield troops of the catalogue in numbers that may give a limit what it lacks; the cheapest first."""
    lack, of = _lack(result), result.limit.stated("of")[1]
    if lack <= 0 or result.subject or (result.counts == "troops" and lack > 1):
        return
    path, faction = f"rows.{len(army.troops)}", army.faction.slug if army.faction else None
    there = {troop.identity for troop in result.troops}
    for one in sorted(catalogue, key=lambda one: (one.points is None, one.points or 0)):
        each = {"points": one.points, "cost": one.points, "miniatures": 1.0, "troops": lack}.get(result.counts)
        number = max(one.least or 1, ceil(lack / each - 1e-9)) if each else 0
        is_home = not one.factions or faction in one.factions
        if not number or not is_home or one.profile.id in there or number > (one.most or number):
            continue
        points = None if one.points is None else one.points * number
        row = Troop(one.profile.name, number, points, {}, path, profile=one.profile)
        if troop_of(army.edition, row, army.assuming).fits(of):
            yield (Change(path, number, number, points, one.profile),)


def changed(army: Army, changes: Sequence[Change]) -> Army:
    """Return an army with some rows changed."""
    by_row = {change.row: change for change in changes}
    troops = []
    new = [
        Troop(change.adds.name, change.miniatures, change.points, {}, change.row, profile=change.adds)
        for change in changes
        if change.adds
    ]
    for troop in army.troops:
        change = by_row.get(troop.path)
        if change is None:
            troops.append(troop)
        elif change.miniatures:
            row = replace(troop, miniatures=change.miniatures, points=change.points)
            troops.append(troop_of(army.edition, row, army.assuming))
    return replace(army, troops=(*troops, *(troop_of(army.edition, row, army.assuming) for row in new)))


def rows_after(army: Army, changes: Sequence[Change]) -> list[tuple[int | None, dict[str, str]]]:
    """Return the rows of a list that was changed: the place of each in the list before, and what of it is new.

    The points are those of the row, which says them only where its profile doesn't. A row that is added has no place.
    """
    by_row = {change.row: change for change in changes}
    found: list[tuple[int | None, dict[str, str]]] = []
    for at, troop in enumerate(army.troops):
        change = by_row.get(troop.path)
        if change is None:
            found.append((at, {}))
        elif change.miniatures:
            points = {} if change.points is None else {"points": f"{change.points:g}"}
            found.append((at, {"miniatures": str(change.miniatures), **points}))
    added = (change for change in changes if change.adds)
    return [
        *found,
        *((None, {"profile": one.adds.slug, "miniatures": str(one.miniatures)}) for one in added if one.adds),
    ]


def _tried(result: Result) -> Iterator[tuple[Change, ...]]:
    """Yield changes of the rows that a limit counts that may mend it."""
    parts = [part for part in result.deciding or (result,) if part.status == "broken"]
    if len(parts) > 1:
        # Each of several has to change.
        each = [next(iter(_of_part(part)), None) for part in parts]
        if None not in each:
            yield tuple(change for changes in each for change in changes or ())
        return
    yield from list(_of_part(parts[0]))[:_MOST_TRIED]


def _of_part(result: Result) -> Iterator[tuple[Change, ...]]:
    excess, lack = _excess(result), _lack(result)
    known = [troop for troop in result.troops if troop.profile or troop.stated]
    for troop in known:
        each = 1.0 if result.counts == "miniatures" else _price(troop)
        if result.counts in ("miniatures", "points", "cost") and each:
            by = -ceil(excess / each - 1e-9) if excess > 0 else ceil(lack / each - 1e-9)
            if by < 0 and troop.miniatures + by < 1 and result.counts == "miniatures":
                continue
            yield (_change(troop, max(0, troop.miniatures + by)),)
            if lack > 0 and result.subject:
                yield (_change(troop, 0),)
    if excess > 0 and result.counts in ("troops", "profiles", "values"):
        cheapest = sorted(known, key=lambda troop: troop.points or 0)
        for troop in cheapest if excess <= 1 else ():
            yield (_change(troop, 0),)
        if 1 < excess < len(cheapest):
            yield tuple(_change(troop, 0) for troop in cheapest[: ceil(excess)])
        elif excess == len(cheapest) == len(result.troops):
            yield tuple(_change(troop, 0) for troop in cheapest)


def _price(troop: Troop) -> float:
    return (troop.points or 0) / troop.miniatures


def _change(troop: Troop, miniatures: int) -> Change:
    points = None if troop.points is None else round(_price(troop) * miniatures, 6)
    return Change(troop.path, miniatures, miniatures - troop.miniatures, points)


def _cost(army: Army, changes: Sequence[Change]) -> float:
    """Return by how much changes change an army: the points, and a row that goes counts more than miniatures."""
    rows = {troop.path: troop for troop in army.troops}
    points = sum(abs((change.points or 0) - (rows[change.row].points or 0)) for change in changes)
    return points + sum(1000 for change in changes if not change.miniatures)


def _words(army: Army, changes: Sequence[Change]) -> Iterator[Said]:
    rows = {troop.path: troop for troop in army.troops}
    for change in changes:
        number = Number(change.miniatures)
        if change.adds:
            yield say("add %(number)s %(troop)s", number=number, troop=change.adds)
            continue
        troop = rows[change.row]
        name = troop.profile if troop.profile and troop.profile.name == troop.name else troop.name
        if change.miniatures:
            yield say("make it %(number)s %(troop)s", number=number, troop=name)
        else:
            yield say("remove %(troop)s", troop=name)


def asked_of(army: Army, result: Result) -> list[dict[str, Any]]:
    """Return the rows whose traits an unknown limit waits for, each with the names of those traits."""
    return [
        {"row": troop.path, "troop": troop.name, "fields": list(result.missing[troop.name])}
        for troop in army.troops
        if troop.name in result.missing
    ]

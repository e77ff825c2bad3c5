"""What a limit that is broken or unknown says to a player, and what mends it.

A remedy is one change of a list, such as two miniatures more in a row, that makes the limit met and no other limit
worse: each is tried before it is offered. What an unknown limit waits for are traits that a row doesn't state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from kensei_docs.army.limits import STATUSES, Counts, Result, judge
from kensei_docs.army.troops import Army, Troop, troop_of
from kensei_docs.problems import Number, OneOf, Said, say

# The most remedies that are offered for a limit, and the most that are tried on all other limits.
_MOST_OFFERED, _MOST_TRIED = 3, 6


@dataclass(frozen=True)
class Change:
    """A change of one row, named by its path: its new number of miniatures, and what it costs then (None: unknown).

    A row of no miniatures is taken out of the list.
    """

    row: str
    miniatures: int
    by: int
    points: float | None


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


def remedies(army: Army, result: Result, results: Sequence[Result]) -> list[Remedy]:
    """Return what mends a broken limit, the smallest change first; none where nothing does by itself.

    ``results`` are those of all limits of the army.
    """
    if result.status != "broken":
        return []
    limits, before = [one.limit for one in results], {one.limit.id: STATUSES.index(one.status) for one in results}
    found: list[Remedy] = []
    for changes in sorted(_tried(result), key=lambda each: _cost(army, each)):
        if len(found) == _MOST_OFFERED:
            break
        after = changed(army, changes)
        # First the limit that it may mend, then one by one those that it may break: most changes fail at the first.
        mends = judge(after, lambda limit: limit.id == result.limit.id, limits)[0].status == "met"
        others = (limit for limit in limits if mends and limit.id != result.limit.id and before[limit.id])
        if mends and all(
            STATUSES.index(judge(after, other.__eq__, limits)[0].status) >= before[other.id] for other in others
        ):
            found.append(Remedy(changes, tuple(_words(army, changes))))
    return found


def changed(army: Army, changes: Sequence[Change]) -> Army:
    """Return an army with some rows changed."""
    by_row = {change.row: change for change in changes}
    troops = []
    for troop in army.troops:
        change = by_row.get(troop.path)
        if change is None:
            troops.append(troop)
        elif change.miniatures:
            row = replace(troop, miniatures=change.miniatures, points=change.points)
            troops.append(troop_of(army.edition, row, army.assuming))
    return replace(army, troops=tuple(troops))


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
    for troop in result.troops:
        each = 1.0 if result.counts == "miniatures" else _price(troop)
        if result.counts in ("miniatures", "points", "cost") and each:
            by = -ceil(excess / each - 1e-9) if excess > 0 else ceil(lack / each - 1e-9)
            if by < 0 and troop.miniatures + by < 1 and result.counts == "miniatures":
                continue
            yield (_change(troop, max(0, troop.miniatures + by)),)
    if excess > 0 and result.counts in ("troops", "profiles", "values"):
        cheapest = sorted(result.troops, key=lambda troop: troop.points or 0)
        for troop in cheapest if excess <= 1 else ():
            yield (_change(troop, 0),)
        if 1 < excess < len(cheapest):
            yield tuple(_change(troop, 0) for troop in cheapest[: ceil(excess)])
        elif excess == len(cheapest):
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
        troop = rows[change.row]
        name = troop.profile if troop.profile and troop.profile.name == troop.name else troop.name
        if change.miniatures:
            yield say("%(troop)s: %(said)s", troop=name, said=_amount("miniatures", change.miniatures, ""))
        else:
            yield say("%(troop)s: remove", troop=name)


def asked_of(army: Army, result: Result) -> list[dict[str, Any]]:
    """Return the rows whose traits an unknown limit waits for, each with the names of those traits."""
    return [
        {"row": troop.path, "troop": troop.name, "fields": list(result.missing[troop.name])}
        for troop in army.troops
        if troop.name in result.missing
    ]

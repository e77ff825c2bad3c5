"""How an army stands to the limits of its edition, with the figures that were compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from kensei_docs.engine.bounds import Span, bound_of, chosen
from kensei_docs.engine.limits import Counts, Limit, limits_of
from kensei_docs.engine.musters import PROFILE, Muster, Troop
from kensei_docs.engine.trace import Step

Status = Literal["met", "broken", "unknown"]


@dataclass(frozen=True)
class Result:
    """How an army stands to one limit, with the figures that were compared.

    ``subject`` names the troop or profile where a limit holds for each and one decides;
    ``troops`` are those counted, ``missing`` what would have to be known, by troop.
    """

    limit: Limit
    status: Status
    counts: Counts
    have: Span
    at_least: Span | None
    at_most: Span | None
    size: float
    troops: tuple[Troop, ...] = ()
    subject: str | None = None
    missing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


def judge(muster: Muster) -> list[Result]:
    """Return how an army stands to every limit of its edition and clan."""
    limits = limits_of(muster.edition, muster.clan)
    return [_judged(limit, limits, muster) for limit in limits]


def _judged(limit: Limit, limits: Sequence[Limit], muster: Muster) -> Result:
    _, each = limit.stated("each")
    groups: dict[str, list[Troop]] = {}
    for troop in muster.troops:
        key = {"troop": troop.path or troop.name, "profile": " ".join(sorted(troop.traits[PROFILE]))}.get(str(each), "")
        groups.setdefault(key, []).append(troop)
    if not each:
        return _of_group(limit, limits, muster, list(muster.troops), None)
    results = [_of_group(limit, limits, muster, group, group[0].name) for group in groups.values()]
    applying = [result for result in results if result.troops or result.missing]
    if not applying:
        return _of_group(limit, limits, muster, [], None, vacuous=True)
    order: tuple[Status, ...] = ("broken", "unknown", "met")
    most = any(result.at_most for result in applying)
    worst = min(
        applying, key=lambda result: (order.index(result.status), -result.have.high if most else result.have.low)
    )
    alike = [result for result in applying if result.status == worst.status != "met"]
    return Result(
        worst.limit,
        worst.status,
        worst.counts,
        worst.have,
        worst.at_least,
        worst.at_most,
        worst.size,
        tuple(troop for result in applying for troop in result.troops),
        ", ".join(str(result.subject) for result in alike) or None,
        {name: lacks for result in alike for name, lacks in result.missing.items()},
        worst.steps,
    )


def _of_group(
    limit: Limit,
    limits: Sequence[Limit],
    muster: Muster,
    group: list[Troop],
    subject: str | None,
    vacuous: bool = False,
) -> Result:
    _, of = limit.stated("of")
    counts: Counts = limit.stated("counts")[1]
    sure, unsure, missing = chosen(group, of)
    have = Span(_count(counts, sure, muster), _count(counts, [*sure, *unsure], muster))
    steps: list[Step] = []
    bounds: dict[str, Span | None] = {}
    for end in ("at_least", "at_most"):
        owner, bound = limit.stated(end)
        bounds[end] = (
            None if bound is None else bound_of(limit, owner, bound, limits, muster, [*sure, *unsure], steps, missing)
        )
    if counts in ("points", "cost"):
        for troop in [*sure, *unsure]:
            if troop.points is None:
                missing[troop.name] = (*missing.get(troop.name, ()), "points")
                have = Span(have.low, float("inf"))
    status = (
        "met"
        if vacuous or (subject is not None and not sure and not unsure)
        else _status(have, bounds["at_least"], bounds["at_most"])
    )
    return Result(
        limit,
        status,
        counts,
        have,
        bounds["at_least"],
        bounds["at_most"],
        muster.size,
        tuple(sure),
        subject,
        missing if status == "unknown" else {},
        tuple(steps),
    )


def _count(counts: Counts, troops: Sequence[Troop], muster: Muster) -> float:
    if counts == "miniatures":
        return sum(troop.miniatures for troop in troops)
    if counts == "troops":
        return len(troops)
    if counts == "profiles":
        return len({min(troop.traits[PROFILE]) for troop in troops})
    return sum(troop.points or 0.0 for troop in troops) + (muster.level_cost if counts == "cost" else 0.0)


def _status(have: Span, least: Span | None, most: Span | None) -> Status:
    if (least and have.high < least.low) or (most and have.low > most.high):
        return "broken"
    if (not least or have.low >= least.high) and (not most or have.high <= most.low):
        return "met"
    return "unknown"

"""What the bounds of limits come to for one army: shares of it, numbers for so many points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.limits import SECTION, BoundSheet, Limit
from kensei_docs.engine.musters import Muster, Troop, number
from kensei_docs.engine.trace import Step
from kensei_docs.figures import parse
from kensei_docs.problems import Unusable, unusable


@dataclass(frozen=True)
class Span:
    """A number that lies between two, for want of knowing; mostly both are the same."""

    low: float
    high: float


def chosen(troops: Sequence[Troop], of: Any) -> tuple[list[Troop], list[Troop], dict[str, tuple[str, ...]]]:
    """Return the troops that are of that sort, those that may be, and what is missing of them."""
    sure, unsure = [], []
    missing: dict[str, tuple[str, ...]] = {}
    for troop in troops:
        lacking: set[str] = set()
        answer = troop.fits(of, lacking)
        if answer:
            sure.append(troop)
        elif answer is None:
            unsure.append(troop)
            missing[troop.name] = tuple(sorted(lacking))
    return sure, unsure, missing


def bound_of(
    limit: Limit,
    owner: Record,
    stated: str | BoundSheet,
    limits: Sequence[Limit],
    muster: Muster,
    counted: Sequence[Troop],
    steps: list[Step],
    missing: dict[str, tuple[str, ...]],
) -> Span:
    """Return what a bound comes to for an army; raises Unusable where its data can't tell.

    ``owner`` is the record whose figures it names. What was read is added to ``steps``, and what
    would have to be known of which troop to ``missing``.
    """
    sheet = stated if isinstance(stated, BoundSheet) else BoundSheet(figure=stated)
    if sheet.table:
        return _exactly(_from_table(limit, sheet, muster, steps))
    if sheet.bands:
        return _exactly(_from_bands(limit, owner, sheet, muster, steps))
    text = _figure(owner, sheet.figure, steps)
    figure = parse(text)
    amount = number(text)
    span: Span
    if figure and figure.kind == "fraction" and sheet.of:
        over, under = map(float, figure.text.split("/"))
        whole = next(
            (
                other
                for other in limits
                if sheet.of in (other.id, other.part) and (":" in sheet.of or other.record is owner)
            ),
            None,
        )
        other_owner, other = whole.stated("at_most") if whole else (owner, None)
        if whole is None or other is None:
            raise _wrong(limit, f"'{sheet.of}' is no limit with 'at-most'")
        base = bound_of(whole, other_owner, other, limits, muster, counted, steps, missing)
        span = Span(base.low * over / under, base.high * over / under)
    elif figure is None or amount is None:
        raise _wrong(limit, f"'{sheet.figure}' gives no figure to compare with")
    else:
        share = figure.kind == "share"
        span = _exactly(amount / 100 * muster.size if share else amount)
    if sheet.per:
        per = number(_figure(owner, sheet.per, steps))
        if not per:
            raise _wrong(limit, f"'{sheet.per}' gives no number to divide by")
        base_of = muster.size if sheet.against == "size" else sum(troop.points or 0.0 for troop in counted)
        times = (ceil if limit.sheet.round == "up" else floor)(base_of / per)
        span = Span(span.low * times, span.high * times)
    if sheet.for_each is not None:
        sure, unsure, lacking = chosen(muster.troops, sheet.for_each)
        missing.update(lacking)
        span = Span(span.low * len(sure), span.high * (len(sure) + len(unsure)))
    for value in dict.fromkeys((span.low, span.high)):
        steps.append(Step("compute", text, f"{value:g}", owner))
    return span


def _from_table(limit: Limit, sheet: BoundSheet, muster: Muster, steps: list[Step]) -> float:
    """Return a figure of the first row for armies as large; beyond the last, its steps go on."""
    identity, _, path = str(sheet.table).partition(":")
    record = muster.edition.records.get(identity)
    rows = record.get(path) if record else None
    if record is None or not isinstance(rows, dict):
        raise _wrong(limit, f"'{sheet.table}' is no table of rows (record:path)")
    found = []
    for key in rows:
        size, value = (number(record.figure(f"{path}.{key}.{column}")) for column in (sheet.size, sheet.figure))
        if size is not None and value is not None:
            found.append((size, value, f"{path}.{key}.{sheet.figure}"))
    found.sort()
    for size, value, fact in found:
        if muster.size <= size:
            steps.append(Step("read", f"{value:g}", f"{value:g}", record, fact))
            return value
    if sheet.beyond != "continues" or len(found) < 2:
        raise _wrong(limit, f"'{sheet.table}' has no row for {muster.size:g} points")
    (size, value, _), (last, most, fact) = found[-2:]
    more = ceil((muster.size - last) / (last - size)) * (most - value)
    steps.append(Step("read", f"{most:g}", f"{most:g}", record, fact))
    steps.append(Step("compute", f"+{more:g}", f"{most + more:g}", record, fact))
    return most + more


def _from_bands(limit: Limit, owner: Record, sheet: BoundSheet, muster: Muster, steps: list[Step]) -> float:
    bands = owner.get(str(sheet.bands))
    for key in bands if isinstance(bands, dict) else ():
        path = f"{sheet.bands}.{key}"
        least, most = (number(owner.figure(f"{path}.{end}")) for end in ("least", "most"))
        value = number(owner.figure(f"{path}.{sheet.figure}"))
        if (least or 0) <= muster.size and (most is None or muster.size <= most):
            if value is None:
                break
            steps.append(Step("read", f"{value:g}", f"{value:g}", owner, f"{path}.{sheet.figure}"))
            return value
    raise _wrong(limit, f"'{sheet.bands}' has no band for {muster.size:g} points")


def _figure(owner: Record, written: str, steps: list[Step]) -> str:
    """Return the figure that is written or named, a figure of the record or a path in it."""
    path = f"figures.{written[1:]}" if written.startswith("$") else written
    text = owner.figure(path)
    if text is None:
        return written
    steps.append(Step("read", text, text, owner, path))
    return text


def _exactly(value: float) -> Span:
    return Span(value, value)


def _wrong(limit: Limit, message: str) -> Unusable:
    place = limit.record.place(f"{SECTION}.{limit.part}")
    return unusable(place.file, f"{limit.id}: {message}; mend it", "data", place.line, place.column)

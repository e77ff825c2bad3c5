"""A stated total equals the sum of its rows, and a declared count the number of what is listed.

``vocabulary.yaml`` declares what adds up to what. ``rows`` names either numbers, which are added, or whole rows, which
are counted:

    sums:
      caravan-load: {kind: caravan, total: total, rows: rows.*.load}
      caravan-size: {kind: caravan, total: figures.animals, rows: rows.*}

If one row with one more zero would make the sum right, the finding says so.

Wrong: rows of 20, 5 and 45 under a total of 100. Right: the same rows under 70; a sum in which a row is null, because
then nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import KindSchema, amount, declared_by_kind, values
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record

SEVERITY = "error"


class Sum(KindSchema):
    """Which rows of which kind of record make which total."""

    total: str
    rows: str


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every total that its rows don't come to."""
    sums, faults = declared_by_kind(database, "sums", Sum)
    yield from faults
    for records, declaration in sums:
        for record in records:
            yield from _wrong_total(record, declaration)


def _wrong_total(record: Record, declaration: Sum) -> Iterator[Finding]:
    stated = amount(record.get(declaration.total))
    rows = list(values(record, declaration.rows))
    if stated is None or not rows:
        return
    counted = all(isinstance(row, dict) for _, row in rows)
    amounts = {path: 1.0 if counted else amount(row) for path, row in rows}
    known = {path: value for path, value in amounts.items() if value is not None}
    total = sum(known.values())
    if len(known) < len(amounts) or total == stated:
        return
    places = where(record, declaration.total, *known)
    message = f"'{declaration.total}' says {number(stated)}, but "
    if counted:
        message += f"{number(total)} are listed under '{declaration.rows}'{places}"
    else:
        message += f"its {len(known)} rows ('{declaration.rows}') come to {number(total)}{places}"
        message += _lost_zero(known, stated - total)
    message += "; mend whichever the document bears out"
    yield found(record, declaration.total, message, beside=[(record, path) for path in known])


def _lost_zero(rows: dict[str, float], short: float) -> str:
    # A zero dropped in print is the likeliest slip that one row can account for.
    likely = [path for path, value in rows.items() if value and value * 10 - value == short]
    if len(likely) != 1:
        return ""
    value = rows[likely[0]]
    return f", and would agree with {number(value * 10)} for {number(value)} in '{likely[0]}'"

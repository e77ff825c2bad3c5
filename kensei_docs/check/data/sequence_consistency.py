"""All descriptions of one procedure give its steps in the same order, and none comes too early.

``statements.yaml`` notes the steps of each description; the steps that two of them share are compared. A step may
need what another gives:

    making-tea:
      compare: steps
      about: how tea is made
      says:
        rules: [boil, steep, pour]
        summary: [boil, pour, steep]
      needs: {pour: brew}
      gives: {steep: brew}

The numbers of a record's own ``steps`` have to rise.

Wrong: the summary above, for its order and because it pours before there is a brew. Right: a summary that leaves a
step out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from kensei_docs.check.declarations import Statement, amount, names, rows_of, statements
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every pair of steps that stands the other way round, or too early."""
    for statement in statements(database, "steps"):
        yield from _other_order(statement)
        yield from _too_early(statement)
    for record in database.records:
        yield from _misnumbered(record)


def _other_order(statement: Statement) -> Iterator[Finding]:
    first, *others = statement.says
    order = names(statement.says[first])
    for key in others:
        steps = [step for step in names(statement.says[key]) if step in order]
        swapped = [pair for pair in combinations(steps, 2) if order.index(pair[0]) > order.index(pair[1])]
        if swapped:
            early, late = swapped[0]
            message = (
                f"'{early}' comes before '{late}' by {statement.at(key)}, and after it by {statement.at(first)}; "
                "settle which holds"
            )
            yield statement.differs(key, message, first)


def _too_early(statement: Statement) -> Iterator[Finding]:
    for key, said in statement.says.items():
        steps = names(said)
        for step, need in statement.entry.needs.items():
            givers = [giver for giver, gift in statement.entry.gives.items() if gift == need and giver in steps]
            if step in steps and givers and all(steps.index(giver) > steps.index(step) for giver in givers):
                message = (
                    f"'{step}' needs the {need}, which {statement.at(key)} has no earlier than in '{givers[0]}'; mend "
                    "the order"
                )
                yield statement.differs(key, message)


def _misnumbered(record: Record) -> Iterator[Finding]:
    steps = rows_of(record, "steps")
    numbers = {key: amount(step.get("number") or step.get("step")) for key, step in steps.items()}
    numbered = ((key, number) for key, number in numbers.items() if number is not None)
    for (before, low), (key, high) in pairwise(numbered):
        if high <= low:
            path = f"steps.{key}"
            message = (
                f"step '{key}' has the number {high:g} after {low:g} of '{before}'{where(record, path)}; number them "
                "in their order"
            )
            yield found(record, path, message)

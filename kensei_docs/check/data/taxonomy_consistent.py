"""Lists of the kinds of a thing name the same kinds, as many as are counted, in the order declared.

``statements.yaml`` notes the list of each place, or how many it says there are. All places are compared with the
first list. In a list that announces an order, the values of a fact rise or fall:

    seasons:
      compare: list
      about: the seasons of the harvest
      says: {rules: [spring, autumn], summary: 3}
    grades:
      compare: list
      about: the teas from the dearest down
      says: {rules: {falling: 'tea/*:price', list: [gold, green]}}

Wrong: two seasons listed where three are counted; a dearer tea after a cheaper one. Right: the same seasons in
another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from kensei_docs.check.declarations import Statement, amount, names, statements
from kensei_docs.check.finding import Finding, listed
from kensei_docs.database import Database

SEVERITY = "warning"
_ORDERS = ("rising", "falling")


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every list that another contradicts, or its own order."""
    for statement in statements(database, "list"):
        lists = {key: _members(said) for key, said in statement.says.items()}
        first = next((key for key, members in lists.items() if members is not None), None)
        for key, members in lists.items():
            if first is None or key == first:
                continue
            if members is None:
                yield from _miscounted(statement, key, first, lists[first] or [])
            else:
                yield from _other_members(statement, key, first, members, lists[first] or [])
        for key, said in statement.says.items():
            yield from _out_of_order(statement, key, said)


def _members(said: Any) -> list[str] | None:
    if isinstance(said, dict):
        said = said.get("list")
    return names(said) if isinstance(said, list) else None


def _miscounted(statement: Statement, key: str, first: str, members: list[str]) -> Iterator[Finding]:
    stated = amount(statement.says[key])
    if stated != len(members):
        message = (
            f"{statement.says[key]} by {statement.at(key)}, but {statement.at(first)} has {len(members)}, "
            f"{listed(members)}; settle which holds"
        )
        yield statement.differs(key, message, first)


def _other_members(statement: Statement, key: str, first: str, here: list[str], there: list[str]) -> Iterator[Finding]:
    more = [member for member in here if member not in there]
    less = [member for member in there if member not in here]
    parts = [
        f"{statement.at(key)} has {listed(more)}" if more else "",
        f"{statement.at(first)} has {listed(less)}" if less else "",
    ]
    if more or less:
        yield statement.differs(key, f"{', '.join(filter(None, parts))}, and not the other; settle which holds", first)


def _out_of_order(statement: Statement, key: str, said: Any) -> Iterator[Finding]:
    order = next((order for order in _ORDERS if isinstance(said, dict) and order in said), None)
    if order is None:
        return
    kind, _, path = str(said[order]).partition(":")
    numbers = []
    for member in _members(said) or []:
        record = statement.edition.records.get(kind.replace("*", member))
        number = amount(record.figure(path.replace("*", member))) if record else None
        if number is not None:
            numbers.append((member, number))
    for (before, low), (member, high) in pairwise(numbers):
        if (high < low) if order == "rising" else (high > low):
            where_it_is = f"in {statement.at(key)}, which is {order}"
            message = f"'{member}' ({high:g}) comes after '{before}' ({low:g}) {where_it_is}; mend the order"
            yield statement.differs(key, message)

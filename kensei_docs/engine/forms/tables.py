"""Forms that look things up."""

from __future__ import annotations

from functools import reduce
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts import Amount, amount_of
from kensei_docs.engine.conditions import in_band
from kensei_docs.engine.forms import Reckoning, form, listed, said
from kensei_docs.engine.rolls import in_range, reading
from kensei_docs.engine.trace import Step
from kensei_docs.problems import closest


@form
def band(here: Reckoning, part: Any) -> Any:
    """What the band of a number gives: ``band: {rows: 'deck:hands', of: given.points,
    take: cards}``. Rows have ``least`` and ``most``, or a number or range under ``key``."""
    record, path, rows = here.game.fact(part["rows"])
    number = here.amount(part["of"]).count
    for name, row in rows.items():
        key = part.get("key")
        hit = in_range(str(row.get(key)), int(number)) if key else in_band(row, number)
        if hit:
            taken = f"{path}.{name}.{part['take']}" if part.get("take") else f"{path}.{name}"
            if not part.get("take"):
                return name
            return reading(here.game, f"{record.id}:{taken}", here.trace)
    return _rest(here, part, record, path, rows)


def _rest(here: Reckoning, part: dict[str, Any], record: Record, path: str, rows: dict[str, Any]) -> Any:
    """Return what the row without ends gives: it takes what the others leave."""
    key = part.get("key")
    ends = [key] if key else ["least", "most", "score"]
    for name, row in rows.items():
        if not any(end in row for end in ends):
            return (
                name
                if not part.get("take")
                else reading(here.game, f"{record.id}:{path}.{name}.{part['take']}", here.trace)
            )
    here.trace.doubt(record)
    return None


@form
def lookup(here: Reckoning, part: Any) -> Any:
    """A cell of a table: ``lookup: {table: 'table/wound', row: …, column: …}``. A row or column
    is named, or found by the figure that its heading shows."""
    record = here.game.fact(f"{part['table']}:rows")[0]
    row = _heading(here, record, "rows", here.of(part["row"]))
    column = _heading(here, record, "columns", here.of(part["column"]))
    return reading(here.game, f"{record.id}:rows.{row}.{column}", here.trace)


def _heading(here: Reckoning, record: Record, group: str, wanted: Any) -> str:
    """Return the key of the row or column for a number or name.

    A number below all that the headings show belongs to the one before them, a number above to
    the one behind.
    """
    headings = record.get(group) or {}
    if str(wanted) in headings:
        return str(wanted)
    amount = wanted if isinstance(wanted, Amount) else amount_of(str(wanted))
    figures = {
        key: amount_of(record.figure(f"figures.{_said(heading)[2:-2]}"))
        for key, heading in headings.items()
        if _said(heading).startswith("%(")
    }
    known = {key: figure.count for key, figure in figures.items() if figure}
    if amount is None or not known:
        raise here.game.fault(f"{record.id} has no '{wanted}' among its {group}{closest(str(wanted), headings)}")
    for key, number in known.items():
        if number == amount.count:
            return str(key)
    keys = list(headings)
    outside = keys[0] if amount.count < min(known.values()) else keys[-1]
    if outside in known:
        raise here.game.fault(f"{record.id} has no {group} for {amount}")
    return str(outside)


def _said(heading: Any) -> str:
    return str(heading.get("name") if isinstance(heading, dict) else heading)


@form
def entry(here: Reckoning, part: Any) -> Any:
    """The entry of a group of facts by its key, or something else where it has none:
    ``entry: {of: 'cards:figures', key: given.level, take: cards, otherwise: none}``."""
    record, path, entries = here.game.fact(part["of"])
    key = here.of(part["key"])
    if key not in entries:
        if "otherwise" in part:
            return here.of(part["otherwise"])
        raise here.game.fault(f"{record.id}:{path} has no '{key}'{closest(key, entries)}")
    at = ".".join(filter(None, (path, key, part.get("take"))))
    return reading(here.game, f"{record.id}:{at}", here.trace)


@form
def total(here: Reckoning, part: Any) -> Amount:
    """The sum of a list, or of the cells of rows: ``total: 'deck:cards.*.copies'``; several
    patterns are multiplied row by row first."""
    patterns = part if isinstance(part, list) else [part]
    columns = [_column(here, pattern) for pattern in patterns]
    amounts = [reduce(lambda a, b: a.times(b.count), row) for row in zip(*columns, strict=True)]
    return reduce(lambda a, b: a + b, amounts, Amount())


def _column(here: Reckoning, pattern: str) -> list[Amount]:
    if ":" in pattern and "*" in pattern:
        start, _, rest = pattern.partition(".*")
        _, _, rows = here.game.fact(start)
        return [here.amount(f"{start}.{name}{rest}") for name in rows]
    return [amount for one in listed(here.of(pattern)) if (amount := amount_of(str(one)))]


@form
def field(here: Reckoning, part: Any) -> Any:
    """A fact of the record that is named by a computation: ``field: ['order', given.order,
    figures.cost]``; of a list of names, the list of facts."""
    kind, names, path = part[0], here.of(part[1]), part[2]
    found = [reading(here.game, f"{kind}/{name}:{path}", here.trace) for name in listed(names)]
    return found if isinstance(names, list) else found[0]


@form
def rule(here: Reckoning, part: Any) -> Any:
    """A computation that a record's words bear out, which is no figure of it:
    ``rule: [leader/leading-a-unit, …]``."""
    record = here.game.record(part[0])
    value = here.of(part[1])
    here.trace.steps.append(Step("compute", "", said(value), record, "text"))
    here.trace.doubt(record)
    return value

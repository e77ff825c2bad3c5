"""Operators that look facts up: in bands, tables, groups of facts and records."""

from __future__ import annotations

from functools import reduce
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts import Amount, Step, amount_of
from kensei_docs.engine.conditions import in_band
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value, values_in
from kensei_docs.engine.expressions.schema import Expression, Fact, Path, RecordId
from kensei_docs.engine.game import in_range
from kensei_docs.engine.play_schema import as_list
from kensei_docs.problems import closest


def band(run: Evaluation, *, rows: Fact, of: Expression, take: Path | None = None, key: Path | None = None) -> Any:
    """The name of a number's band, or a fact of it: ``band: {rows: 'deck/deck:hands', of: given.points, take: cards}``.

    Bands have ``least`` and ``most`` ends, or a number or range under ``key``. A band without
    ends takes what the others leave.
    """
    record, path, bands = run.game.fact(rows)
    number = run.amount(of).count
    ends = [key] if key else ["least", "most", "score"]
    hits = (
        name
        for name, row in bands.items()
        if (in_range(str(row.get(key)), int(number)) if key else in_band(row, number))
    )
    rest = (name for name, row in bands.items() if not any(end in row for end in ends))
    name = next(hits, None) or next(rest, None)
    if name is None:
        run.trace.doubt(record)
        return None
    if take:
        return run.fact(f"{record.id}:{path}.{name}.{take}")
    run.trace.steps.append(Step("within", name, name, record, f"{path}.{name}"))
    return name


def lookup(run: Evaluation, *, table: RecordId, row: Expression, column: Expression, names: Path | None = None) -> Any:
    """A cell of a table: ``lookup: {table: table/wound, row: given.strength, column: given.defence}``.

    A row or column is named, or found by the figure that its heading shows; ``names`` lists further names of rows.
    """
    record = run.game.fact(f"{table}:rows")[0]
    wanted = run.evaluate(row)
    listed_in = (record.get(names) or {}) if names else {}
    row_key = next((key for key, named in listed_in.items() if wanted in as_list(named)), None) or _heading(
        run, record, "rows", wanted
    )
    column_key = _heading(run, record, "columns", run.evaluate(column))
    return run.fact(f"{record.id}:rows.{row_key}.{column_key}")


def _heading(run: Evaluation, record: Record, group: str, wanted: Any) -> str:
    """Return the key of the row or column (``group``) for a number or name.

    A number that no heading shows belongs to the first heading if it is below all of them, else to the last one; raises
    Unusable if that heading shows a number itself, or if ``wanted`` is an unknown name.
    """
    headings = record.get(group) or {}
    if str(wanted) in headings:
        return str(wanted)
    amount = wanted if isinstance(wanted, Amount) else amount_of(str(wanted))
    texts = {
        str(key): str(heading.get("name") if isinstance(heading, dict) else heading)
        for key, heading in headings.items()
    }
    # A heading that is one figure is written as its placeholder, %(name)s.
    figures = {
        key: amount_of(record.figure(f"figures.{text[2:-2]}")) for key, text in texts.items() if text.startswith("%(")
    }
    counts = {key: figure.count for key, figure in figures.items() if figure}
    if amount is None or not counts:
        raise run.game.unusable(f"{record.id} has no '{wanted}' among its {group}{closest(str(wanted), headings)}")
    for key, number in counts.items():
        if number == amount.count:
            return key
    outside = list(texts)[0 if amount.count < min(counts.values()) else -1]
    if outside in counts:
        raise run.game.unusable(f"{record.id} has no {group} for {amount}")
    return outside


def entry(
    run: Evaluation, *, of: Fact, key: Expression, take: Path | None = None, otherwise: Expression | None = None
) -> Any:
    """An entry of a group of facts: ``entry: {of: 'deck/deck:levels', key: given.level, take: cards}``.

    ``otherwise`` is the value where there is none.

    ``entry: {of: 'deck/deck:figures', key: given.level, otherwise: none}``
    """
    record, path, entries = run.game.fact(of)
    name = run.evaluate(key)
    if name not in entries:
        if otherwise is not None:
            return run.evaluate(otherwise)
        raise run.game.unusable(f"{record.id}:{path} has no '{name}'{closest(name, entries)}")
    return run.fact(f"{record.id}:{'.'.join(filter(None, (path, name, take)))}")


def total(run: Evaluation, of: Expression, /) -> Amount:
    """The sum of a list, or of one fact of all rows: ``total: 'deck/deck:cards.*.copies'``.

    Several of them are multiplied row by row first.
    """
    columns = [_column(run, column) for column in (of if isinstance(of, list) else [of])]
    amounts = [reduce(lambda a, b: a.times(b.count), row) for row in zip(*columns, strict=True)]
    return reduce(lambda a, b: a + b, amounts, Amount())


def _column(run: Evaluation, pattern: Any) -> list[Amount]:
    if ":" in pattern and "*" in pattern:
        start, _, rest = pattern.partition(".*")
        _, _, rows = run.game.fact(start)
        return [run.amount(f"{start}.{name}{rest}") for name in rows]
    return [amount for value in values_in(run.evaluate(pattern)) if (amount := amount_of(str(value)))]


def field(run: Evaluation, kind: str, names: Expression, path: Path, /) -> Any:
    """A fact of the record with a name, of each in a list: ``field: [order, given.order, figures.cost]``."""
    slugs = run.evaluate(names)
    facts = [run.fact(f"{kind}/{slug}:{path}") for slug in values_in(slugs)]
    return facts if isinstance(slugs, list) else facts[0]


def column(
    run: Evaluation,
    *,
    table: RecordId,
    row: Expression,
    names: Path,
    of: Expression,
    otherwise: Expression | None = None,
) -> Any:
    """The first column of a table that a number doesn't exceed, in the row for a name; ``beyond`` where it exceeds all.

    ``names`` lists the names that a row is for:
    ``column: {table: table/reach, row: {stated: [rope.kind]}, names: ropes, of: given.distance}``
    ``otherwise`` is the value where no row is for the name.
    """
    record = run.game.record(table)
    wanted, number = run.evaluate(row), run.amount(of).count
    for key, cells in (record.get("rows") or {}).items():
        if wanted in (key, *as_list(record.get(f"{names}.{key}"))):
            for name in record.get("columns") or {}:
                limit = amount_of(str(cells.get(name)))
                if limit is not None and number <= limit.count:
                    run.fact(f"{record.id}:rows.{key}.{name}")
                    return str(name)
            return "beyond"
    if otherwise is not None:
        return run.evaluate(otherwise)
    raise run.game.unusable(f"{record.id} has no row for '{wanted}'")


def listed(
    run: Evaluation, kind: str, group: Path, name: Expression, path: Path, otherwise: Expression | None = None, /
) -> Any:
    """A fact of the record of a kind that lists a name: ``listed: [rope, weapons, {stated: [rope.kind]}, reach]``.

    ``otherwise`` is the value where none lists it.
    """
    wanted = run.evaluate(name)
    for record in run.game.terms.records_of(kind):
        if wanted in (record.slug, *as_list(record.get(group))) and record.get(path) is not None:
            return run.fact(f"{record.id}:{path}")
    if otherwise is not None:
        return run.evaluate(otherwise)
    raise run.game.unusable(f"no {kind} lists '{wanted}' with its '{path}'")


def rule(run: Evaluation, record: RecordId, expression: Expression, /) -> Any:
    """An expression that the words of a record justify, not a figure: ``rule: [leader/leading, given.initiative]``."""
    owner = run.game.record(record)
    result = run.evaluate(expression)
    run.trace.steps.append(Step("compute", "", format_value(result), owner, "text"))
    run.trace.doubt(owner)
    return result

"""Functions that look facts up in bands, tables and records."""

from __future__ import annotations

from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts import Amount, Step, amount_of
from kensei_docs.engine.conditions import in_band
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value
from kensei_docs.engine.expressions.schema import FactName, KindName, Path, RecordId
from kensei_docs.engine.expressions.syntax import Expression
from kensei_docs.engine.game import in_range
from kensei_docs.engine.play_schema import as_list
from kensei_docs.problems import closest


def band(
    run: Evaluation, of: Expression, /, *, in_: FactName, take: Path | None = None, key: Path | None = None
) -> Any:
    """The name of a number's band, or a fact of it: ``band(given.points, in=deck/deck:hands, take=cards)``.

    Bands have ``least`` and ``most`` ends, or a number or range under ``key``. A band without
    ends takes what the others leave.
    """
    record, path, bands = run.game.fact(in_)
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


def lookup(
    run: Evaluation, table: RecordId, /, *, row: Expression, column: Expression, names: Path | None = None
) -> Any:
    """A cell of a table: ``lookup(table/wound, row=given.strength, column=given.defence)``.

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
        raise run.absent(f"{record.id} has no '{wanted}' among its {group}{closest(str(wanted), headings)}")
    for key, number in counts.items():
        if number == amount.count:
            return key
    outside = list(texts)[0 if amount.count < min(counts.values()) else -1]
    if outside in counts:
        raise run.absent(f"{record.id} has no {group} for {amount}")
    return outside


def column(run: Evaluation, of: Expression, /, *, in_: RecordId, row: Expression, names: Path) -> str:
    """The first column of a table that a number doesn't exceed, in the row for a name; ``beyond`` where it exceeds all.

    ``names`` lists the names that a row is for: ``column(distance, in=table/reach, row=rope.kind, names=ropes)``.
    Where no row is for the name, ``otherwise`` says what then.
    """
    record = run.game.record(in_)
    wanted, number = run.evaluate(row), run.amount(of).count
    for key, cells in (record.get("rows") or {}).items():
        if wanted in (key, *as_list(record.get(f"{names}.{key}"))):
            for name in record.get("columns") or {}:
                limit = amount_of(str(cells.get(name)))
                if limit is not None and number <= limit.count:
                    run.fact(f"{record.id}:rows.{key}.{name}")
                    return str(name)
            return "beyond"
    raise run.absent(f"{record.id} has no row for '{wanted}'")


def find(run: Evaluation, name: Expression, /, *, in_: KindName, by: Path, take: Path) -> Any:
    """A fact of the record of a kind that lists a name: ``find(rope.kind, in=rope, by=weapons, take=reach)``.

    A record's own name is listed too. Where none lists it, ``otherwise`` says what then:
    ``find(rope.kind, in=rope, by=weapons, take=reach) otherwise none``.
    """
    wanted = run.evaluate(name)
    for record in run.game.terms.records_of(in_):
        if wanted in (record.slug, *as_list(record.get(by))) and record.get(take) is not None:
            return run.fact(f"{record.id}:{take}")
    raise run.absent(f"no {in_} lists '{wanted}' with its '{take}'")


def by(run: Evaluation, record: RecordId, expression: Expression, /) -> Any:
    """An expression that the words of a record justify, not a figure: ``by(charm/fog, given.initiative)``.

    A whole expression is written ``{by: charm/fog, is: given.initiative}``.
    """
    owner = run.game.record(record)
    result = run.evaluate(expression)
    run.trace.steps.append(Step("compute", "", format_value(result), owner, "text"))
    run.trace.doubt(owner)
    return result

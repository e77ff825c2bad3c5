"""Functions that ask the game: what a roll needs, what its dice mean, and facts of bands, tables and records."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts import Amount, Step, amount_of
from kensei_docs.engine.conditions import in_band
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value, values_in
from kensei_docs.engine.expressions.schema import FactName, Hook, KindName, PartName, Path, RecordId, RollName, Words
from kensei_docs.engine.expressions.syntax import Call, Expression, Name
from kensei_docs.engine.game import in_range
from kensei_docs.engine.play_schema import as_list
from kensei_docs.problems import closest


def value(run: Evaluation, hook: Hook, /, *, part: PartName | None = None) -> Any:
    """What a hook comes to, ``value(row.pool)``, which its name alone says too: ``row.pool``.

    With ``part``, what one record or one of its effects makes of it: ``value(row.pool, part=charm/gull)``.
    """
    return run.trace.take_in(run.game.value(hook, run.situation, part))


def dice(run: Evaluation, roll: RollName, /) -> Amount:
    """How many dice a roll has, also where modifiers took them all away: ``dice(row)``.

    Without a quantity that the roll counts dice by, there is no answer.
    """
    rolled = run.roll(roll)
    run.trace.take_in(rolled.pool)
    rolled.pool.require()
    least = run.game.play.rolls[roll].least
    if rolled.is_empty and least:
        record, path, value = run.game.fact(least)
        run.trace.steps.append(Step("set", str(value), str(value), record, path))
    return Amount(Fraction(rolled.dice))


def needed(run: Evaluation, roll: RollName, /) -> Amount:
    """What a die of a roll must show: ``needed(row)``."""
    rolled = run.roll(roll)
    run.trace.take_in(rolled.difficulty)
    run.trace.take_in(rolled.result)
    return Amount(Fraction(rolled.needed), target=True)


def easing(run: Evaluation, roll: RollName, /) -> Amount:
    """How much easier all modifiers make a roll: ``easing(row)``."""
    rolled = run.roll(roll)
    run.trace.take_in(rolled.difficulty)
    run.trace.take_in(rolled.result)
    return Amount(run.amount(run.game.play.rolls[roll].base).count - rolled.needed)


def passed(run: Evaluation, roll: RollName, /, *, die: Expression, against: Expression | None = None) -> Any:
    """Whether a die passes, or each of a list: ``passed(nerve, die=given.die, against=given.nerve)``."""
    rolled = run.roll(roll)
    limit = None if against is None else int(run.amount(against).count)
    if limit is None:
        run.evaluate(Call("needed", (Name(roll),)))
    value = run.evaluate(die)
    results = [rolled.passed(int(str(face)), limit) for face in (value if isinstance(value, list) else [value])]
    return results if isinstance(value, list) else results[0]


def outcome(
    run: Evaluation,
    roll: RollName,
    /,
    *,
    die: Expression | None = None,
    result: Expression | None = None,
    take: Path | None = None,
) -> Any:
    """The name of the outcome of a die or result: ``outcome(row, die=given.die)``.

    With ``take``, a fact of that outcome: ``outcome(row, result=given.total, take=does)``.
    """
    rolled = run.roll(roll)
    total = None if result is None else int(run.amount(result).count)
    name = rolled.outcome(0 if die is None else int(run.amount(die).count), total)
    run.trace.doubt(rolled.record)
    if take:
        return run.fact(rolled.outcome_fact(name, take))
    run.trace.steps.append(Step("result", f"outcomes.{name}", name, rolled.record, f"outcomes.{name}"))
    return name


def which(run: Evaluation, roll: RollName, /, *, dice: Expression, does: Words) -> list[str]:
    """The dice whose outcome does something: ``which(row, dice=given.results, does=[leap])``."""
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    chosen = []
    for die in map(str, values_in(run.evaluate(dice))):
        name = rolled.outcome(int(die))
        done = rolled.record.get(f"outcomes.{name}.does")
        if done in does:
            run.trace.steps.append(Step("result", die, str(done), rolled.record, f"outcomes.{name}"))
            chosen.append(die)
    return chosen


def faces(run: Evaluation, roll: RollName, /) -> list[Amount]:
    """The faces of a die that pass: ``faces(row)``."""
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    return [Amount(Fraction(face)) for face in range(1, rolled.faces + 1) if rolled.passed(face)]


def successes(run: Evaluation, roll: RollName, /, *, dice: Expression, modifier: Expression) -> Amount:
    """How many dice pass, a modifier added to each first.

    ``successes(row, dice=given.dice, modifier=given.modifier)``
    """
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    change = int(run.amount(modifier).count)
    faces_up = [int(str(die)) for die in values_in(run.evaluate(dice))]
    return Amount(Fraction(sum(rolled.passed(die, rolled.needed - change) for die in faces_up)))


def thrown(run: Evaluation, of: Expression, /, *, dice: Expression) -> Amount:
    """A value with what its dice show in place of them: ``thrown(drift, dice=given.die)``."""
    whole = run.amount(of)
    if not whole.dice:
        raise run.game.unusable(f"'{of.text}' comes to {whole}, without dice to throw")
    return replace(whole, number=whole.number + run.amount(dice).count, dice={})


def theirs(run: Evaluation, expression: Expression, /) -> Any:
    """An expression as the other side would evaluate it: ``theirs(drift)``."""
    other = run.other or run.situation.turned_round(run.game.terms)
    inner = Evaluation(run.game, run.given, other, run.situation)
    result = inner.evaluate(expression)
    inner.trace.missing = [run.game.terms.seen_from(name, "opponent") for name in inner.trace.missing]
    run.trace.take_in(inner.trace)
    return result


def rerolled_by(run: Evaluation, hook: Hook, /) -> list[str]:
    """The records that let dice be rolled again: ``rerolled-by(row.roll)``."""
    trace = run.game.value(hook, run.situation)
    run.trace.take_in(trace)
    return [step.record.slug for step in trace.steps if step.act == "reroll" and step.record]


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

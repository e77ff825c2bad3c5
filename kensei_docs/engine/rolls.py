"""Rolls: the dice of one roll in a situation, the number that each must reach, and the outcomes of results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts_and_traces import Amount, Step, Trace, amount_of
from kensei_docs.engine.conditions import SIDES, Situation
from kensei_docs.engine.game import Game
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, Unusable, closest


@dataclass(frozen=True)
class Roll:
    """One kind of roll in one situation.

    ``pool``, ``result`` and ``difficulty`` are traces of amounts: how many dice, what is added to each, what each must
    reach; a die ``passes`` at or above that number, or at or below it (``at-most``). ``fails`` and ``succeeds`` are
    faces that do so whatever the modifiers. ``record`` has its outcomes. A pool of fewer than ``least`` dice is rolled
    with ``least`` dice, and only face ``only`` succeeds.
    """

    name: str
    passes: str
    record: Record
    faces: int
    pool: Trace
    result: Trace
    difficulty: Trace
    fails: int | None = None
    succeeds: int | None = None
    least: int | None = None
    only: int | None = None

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        pool = int(self.pool.value.count)
        return max(pool, self.least) if self.least is not None else max(pool, 0)

    @property
    def is_empty(self) -> bool:
        """Whether modifiers reduced the pool below ``least``, so that only face ``only`` succeeds."""
        return self.least is not None and int(self.pool.value.count) < self.least

    @property
    def needed(self) -> int:
        """The face that a die must show, modifiers included, apart from ``fails`` and ``succeeds``."""
        return int(self.difficulty.value.count - self.result.value.count)

    def passed(self, die: int, against: int | None = None) -> bool:
        """Return whether a die that shows ``die`` passes; ``against`` replaces the ``needed`` face."""
        if self.is_empty and self.only is not None:
            return die == self.only
        if die in (self.fails, self.succeeds):
            return die == self.succeeds
        limit = self.needed if against is None else against
        return die <= limit if self.passes == "at-most" else die >= limit

    def outcome(self, die: int, total: int | None = None) -> str:
        """Return the name of the outcome of a die, or of the result ``total`` if one is given.

        Raises Unusable for a result that is in none of the rows of a table of results.
        """
        outcomes: dict[str, Any] = self.record.get("outcomes") or {}
        for name, outcome in outcomes.items():
            face = amount_of(outcome.get("die"))
            if face is not None and face.count == die:
                return name
        result = die if total is None else total
        for name, outcome in outcomes.items():
            if outcome.get("result") and in_range(outcome["result"], result):
                return name
        if any(outcome.get("result") for outcome in outcomes.values()):
            raise self._without_row(result)
        return "met" if self.passed(die) else "below"

    def outcome_fact(self, name: str, path: str) -> str:
        """Return the name of a fact (``record:path``) of an outcome, or raise Unusable if the outcome has none."""
        if self.record.get(f"outcomes.{name}.{path}") is None:
            message = f"{self.record.name}: its outcome '{name}' has no '{path}'; state it there, or ask for another"
            raise Unusable(Problem(self.record.place("outcomes"), message, "play"))
        return f"{self.record.id}:outcomes.{name}.{path}"

    def _without_row(self, result: int) -> Unusable:
        """Return the exception for a result that no row of the outcomes has."""
        rows = [
            f"'{outcome.get('name', name)}' ({outcome.get('result') or outcome.get('die', '') + ' on the die'})"
            for name, outcome in self.record.get("outcomes").items()
        ]
        message = (
            f"{self.record.name}: there is no row for a result of {result}, only {', '.join(rows)}; add a row for it, "
            "or settle it with a ruling"
        )
        return Unusable(Problem(self.record.place("outcomes"), message, "play"))


def in_range(figure: str, number: int) -> bool:
    """Return whether a number is in a figure such as ``2-3``, ``6+`` or ``4``."""
    parsed = parse(figure)
    if parsed is None:
        return False
    if parsed.kind == "range":
        least, most = parsed.text.split("-")
        return int(least) <= number <= int(most)
    amount = amount_of(figure)
    return amount is not None and (number >= amount.count if amount.target else number == amount.count)


def roll_of(game: Game, name: str, situation: Situation) -> Roll:
    """Return a kind of roll (``combat``) in a situation.

    Raises Unusable for an unknown kind, and if neither the document nor the situation gives its difficulty.
    """
    rule = game.play.rolls.get(name)
    if rule is None:
        raise game.unusable(f"'{name}' is not a roll of {game.edition.id}{closest(name, game.play.rolls)}")
    record = game.record(rule.record)
    die = amount_of(game.fact(rule.die)[2])
    faces = next(iter(die.dice)) if die and die.dice else 0
    pool, result, difficulty = (
        _trace_of_hook(game, name, changes, situation) for changes in ("pool", "result", "difficulty")
    )
    if rule.base and not any(step.act in ("base", "given") for step in difficulty.steps):
        path = rule.base.partition(":")[2]
        message = f"{record.id}: the document leaves the '{path}' of this roll out; give it in the situation"
        raise Unusable(Problem(record.place(path), message, "play"))
    passes = str(game.database.vocabulary.section("rolls")[name]["passes"])
    held = game.effects.conditions.check(rule.when, situation, SIDES[0])
    pool.assumed.update(held.assumed)
    if not held.holds:
        # The least number of dice is for those who roll: here nobody does.
        given = [Step("given", name, str(situation.first(name)).lower()) for name in rule.when]
        pool, rule = Trace(Amount(), given, assumed=held.assumed), rule.model_copy(update={"least": None, "only": None})
    naturals = (rule.natural.fails, rule.natural.succeeds, rule.least, rule.only)
    return Roll(name, passes, record, faces, pool, result, difficulty, *(_face_of_fact(game, at) for at in naturals))


def _trace_of_hook(game: Game, roll: str, changes: str, situation: Situation) -> Trace:
    """Return the value of the hook that ``changes`` this part of a roll (``pool``); 0 if there is no such hook."""
    hooks = game.database.vocabulary.hooks
    names = (name for name, entry in hooks.items() if entry.get("roll") == roll and entry.get("changes") == changes)
    hook = next(names, None)
    return game.value(hook, situation) if hook else Trace(Amount())


def _face_of_fact(game: Game, name: str | None) -> int | None:
    """Return the number that a fact states (``record:path``), None without a fact or a number."""
    amount = amount_of(game.fact(name)[2]) if name else None
    return int(amount.count) if amount else None


def read_fact(game: Game, name: str, trace: Trace) -> Any:
    """Return the value of a fact (``record:path``), and add a step for it to the trace."""
    record, path, value = game.fact(name)
    trace.steps.append(Step("read", str(value), str(value), record, path))
    trace.doubt(record)
    return value

"""Rolls: the dice of one roll in a situation, what each must show, and what each result means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.amounts import Amount, amount_of
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.game import Game
from kensei_docs.engine.trace import Step, Trace
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, Unusable, closest


@dataclass(frozen=True)
class Roll:
    """One kind of roll in one situation.

    ``pool``, ``result`` and ``difficulty`` are traces of amounts: how many dice, what is added
    to each, what each must reach. ``fails`` and ``succeeds`` are faces that do so whatever the
    modifiers; ``least`` the dice that an emptied pool still has, of which ``only`` succeeds.
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
        """Whether modifiers took all the dice away, so that only ``only`` succeeds."""
        return self.least is not None and int(self.pool.value.count) < self.least

    @property
    def needed(self) -> int:
        """What the die itself must show, its modifiers counted in, if nothing is natural."""
        return int(self.difficulty.value.count - self.result.value.count)

    def passed(self, die: int, against: int | None = None) -> bool:
        """Return whether a die that shows ``die`` passes, against what is ``needed`` or given."""
        if self.is_empty and self.only is not None:
            return die == self.only
        if die in (self.fails, self.succeeds):
            return die == self.succeeds
        limit = self.needed if against is None else against
        return die <= limit if self.passes == "at-most" else die >= limit

    def outcome(self, die: int, total: int | None = None) -> str:
        """Return the name of the outcome of a die (with ``total``, of that result)."""
        outcomes: dict[str, Any] = self.record.get("outcomes") or {}
        for name, outcome in outcomes.items():
            face = amount_of(outcome.get("die"))
            if face is not None and face.count == die:
                return name
        for name, outcome in outcomes.items():
            if outcome.get("result") and in_range(outcome["result"], total or die):
                return name
        return "met" if self.passed(die) else "below"


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


def roll_of(game: Game, name: str, now: Situation) -> Roll:
    """Return a kind of roll (``combat``) in a situation.

    Raises Unusable for an unknown one, and for one whose difficulty nobody gives.
    """
    rule = game.play.rolls.get(name)
    if rule is None:
        raise game.fault(f"'{name}' is no roll of {game.edition.id}{closest(name, game.play.rolls)}")
    record = game.record(rule.record)
    die = amount_of(game.fact(rule.die)[2])
    faces = next(iter(die.dice)) if die and die.dice else 0
    pool, result, difficulty = (
        _trace_of_hook(game, name, changes, now) for changes in ("pool", "result", "difficulty")
    )
    if rule.base and not any(step.act in ("base", "given") for step in difficulty.steps):
        path = rule.base.partition(":")[2]
        message = f"{record.id}: the document leaves the '{path}' of this roll out; give it in the situation"
        raise Unusable(Problem(record.place(path), message, "play"))
    passes = str(game.database.vocabulary.section("rolls")[name]["passes"])
    naturals = (rule.natural.fails, rule.natural.succeeds, rule.least, rule.only)
    return Roll(name, passes, record, faces, pool, result, difficulty, *(_face_of_fact(game, at) for at in naturals))


def _trace_of_hook(game: Game, roll: str, changes: str, now: Situation) -> Trace:
    """Return what the roll's hook that ``changes`` this of it comes to, 0 without such a hook."""
    hooks = game.database.vocabulary.hooks
    names = (name for name, entry in hooks.items() if entry.get("roll") == roll and entry.get("changes") == changes)
    hook = next(names, None)
    return game.value(hook, now) if hook else Trace(Amount())


def _face_of_fact(game: Game, name: str | None) -> int | None:
    amount = amount_of(game.fact(name)[2]) if name else None
    return int(amount.count) if amount else None


def read_fact(game: Game, name: str, trace: Trace) -> Any:
    """Return the value of a fact (``record:path``), and note in the trace that it was read."""
    record, path, value = game.fact(name)
    trace.steps.append(Step("read", str(value), str(value), record, path))
    trace.doubt(record)
    return value

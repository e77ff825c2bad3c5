"""A game that can be played: one edition, the value of a hook in a situation, and its rolls: the dice of one, the
number that each must reach, and the outcomes of results."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import ceil, floor
from typing import Any, TypeVar

from kensei_docs.database import Database, Record
from kensei_docs.database.paths import path_problem, record_id_problem
from kensei_docs.engine.amounts import OPERATIONS, Amount, Step, Trace, amount_of
from kensei_docs.engine.conditions import SIDES, Conditions, Situation, Terms
from kensei_docs.engine.effects import NAMED, ActiveEffects, Effect, resolve
from kensei_docs.engine.expressions.schema import Names, expression_faults
from kensei_docs.engine.expressions.syntax import Node, names_in, tree_of
from kensei_docs.engine.play_schema import Throw, as_list, bringings, play_of
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, Unusable, closest

# How many values of hooks a game keeps.
_MOST_VALUES = 20_000
AnyNode = TypeVar("AnyNode", bound=Node)


class Game:
    """One edition of a database with its rules for playing.

    Raises Unusable if the ``play`` section of the edition is invalid.
    """

    def __init__(self, database: Database, edition: str) -> None:
        self.database = database
        self.edition = database.editions[edition]
        self.play = play_of(self.edition)
        self.terms = Terms(database, self.edition, bringings(database))
        self.effects = ActiveEffects(
            self.terms, self.play, Conditions(self.terms, self.play.follows, self.play.assumes)
        )
        self._begin_values()
        kinds = set(database.vocabulary.kinds.values())
        for name in self.play.always:
            if "/" in name:
                self.record(name)
            elif name not in kinds:
                raise self.unusable(f"'{name}' is not a kind of record{closest(name, kinds)}")
        problems = [
            Problem(self.edition.tree.place(fault.path, fault.before), fault.message, "data")
            for path, expression in self.play.expressions()
            for fault in expression_faults(expression, self.names, f"play.{path}")
        ]
        if problems:
            raise Unusable(*problems)

    def _begin_values(self) -> None:
        """Forget the values that were computed: the effects are others."""
        # The values of hooks by what they depend on. An attack asks for a few dozen, hundreds of times.
        self._values: dict[Hashable, Trace] = {}
        self._conditions_by_hook: dict[str, set[str]] = {}
        # What was found out about the nodes of expressions, each with its node, by which it goes.
        self._of_nodes: dict[tuple[int, str], tuple[Node, Any]] = {}
        self._is_always_read: Callable[[str], bool] = cache(
            lambda name: name == NAMED or self.terms.is_quantity(name) or self.terms.bringing(name) is not None
        )

    def known_of(self, node: AnyNode, what: str, find: Callable[[AnyNode], Any]) -> Any:
        """Return what ``find`` returns for a node of an expression, which it is asked once; ``what`` is its name."""
        key = (id(node), what)
        if key not in self._of_nodes:
            if len(self._of_nodes) >= _MOST_VALUES:
                self._of_nodes.clear()
            self._of_nodes[key] = (node, find(node))
        return self._of_nodes[key][1]

    def given_paths(self, expression: Any) -> frozenset[tuple[str, ...]]:
        """Return the paths below ``given`` that an expression reads, by computations too."""
        paths = [name.replace("?", "").split(".") for name in self.names_of(expression)]
        return frozenset(tuple(path[1:]) for path in paths if path[0] == "given")

    def names_of(self, expression: Any) -> set[str]:
        """Return the names that an expression reads, by computations too."""
        node, known = tree_of(expression), set[str]()
        left = [] if node is None else [*names_in(node)]
        while left:
            name = left.pop()
            if name not in known:
                known.add(name)
                left += names_in(self.play.computes.get(name))
        return known

    @cached_property
    def names(self) -> Names:
        """The names that expressions may use."""
        return Names(self.play.computes, self.play.rolls, self.database.vocabulary.hooks, self.terms)

    def without(self, *effects: tuple[str, str]) -> Game:
        """Return the game without some effects (``(record id, path)``)."""
        game = copy(self)
        game.effects = ActiveEffects(self.terms, self.play, self.effects.conditions, frozenset(effects))
        game._begin_values()
        return game

    def record(self, identity: str) -> Record:
        """Return the record or ruling of an id, or raise Unusable."""
        record = self.edition.records.get(identity)
        if record is None:
            record = next((ruling for ruling in self.edition.rulings.values() if ruling.id == identity), None)
        if record is None:
            raise self.unusable(record_id_problem(self.edition, identity))
        return record

    def fact(self, name: str) -> tuple[Record, str, Any]:
        """Return the record, path and value of ``roll/combat:base``, or raise Unusable."""
        identity, _, path = name.partition(":")
        record = self.record(identity)
        if problem := path_problem(record, path):
            raise self.unusable(problem)
        value = record.get(path)
        if isinstance(value, str) and value.startswith("$"):
            path = f"figures.{value[1:]}"
        return record, path, resolve(record, value)

    def unusable(self, message: str) -> Unusable:
        """Return the exception for a fault of the ``play`` section, ready to raise."""
        return Unusable(Problem(self.edition.tree.place("play"), f"{message}; mend it", "play"))

    def value(self, hook: str, situation: Situation, part: str | None = None) -> Trace:
        """Return the value of a hook with its trace: its base, changed by every effect that acts on it.

        ``part`` (a record, or ``record:path`` of an effect) leaves out all other effects and the
        base. Operations apply in the edition's ``sequence``; those that it doesn't name, last.
        A quantity that isn't given counts as 0, and the trace has it as ``missing``.
        """
        if hook not in self.database.vocabulary.hooks:
            raise self.unusable(f"'{hook}' is not a hook{closest(hook, self.database.vocabulary.hooks)}")
        key = (hook, part, self._read_by(hook, situation))
        if key not in self._values:
            if len(self._values) >= _MOST_VALUES:
                self._values.clear()
            self._values[key] = self._value(hook, situation, part)
        # Who asks takes steps out of it.
        return self._values[key].copy()

    def reads(self, throws: Iterable[Throw]) -> set[str]:
        """Return the conditions and quantities that throws of kinds of roll read, as whoever rolls names them."""
        throws = list(throws)
        rolls = {throw.roll for throw in throws}
        named = {name for throw in throws for one in throw.expressions for name in self.names_of(one)}
        bases = {base for name in named for base in as_list(self.play.base.get(name))}
        hooks = [name for name, entry in self.database.vocabulary.hooks.items() if entry.get("roll") in rolls]
        effects = [effect for one in hooks for of in self.effects.by_hook.get(one, {}).values() for effect in of]
        return bases | {
            name for effect in effects for name in (effect.own("per"), effect.own("of"), *effect.when) if name
        }

    def _read_by(self, hook: str, situation: Situation) -> Hashable:
        """Return all of a situation that the value of a hook may depend on, in its order, which is that of the steps.

        That is what brings records into play, quantities, and the conditions of effects on the hook, or on attributes,
        which it may read as either side sees them.
        """
        if hook not in self._conditions_by_hook:
            hooks = {hook, *self._attributes.values()}
            effects = [
                effect
                for one in hooks
                for of_record in self.effects.by_hook.get(one, {}).values()
                for effect in of_record
            ]
            names = {source for one in hooks for source in self._sources(one)}
            names |= {str(effect.own(key)) for effect in effects for key in ("per", "of")}
            atoms = {atom for effect in effects for atom in effect.when}
            names |= {self.terms.seen_from(atom, side) for atom in atoms for side in SIDES}
            turned = {"self": "opponent", "opponent": "self"}
            parts = [name.partition(".") for name in names]
            self._conditions_by_hook[hook] = names | {turned.get(head, head) + dot + rest for head, dot, rest in parts}
        conditions = self._conditions_by_hook[hook]
        return tuple(
            (name, tuple(values))
            for name, values in situation.given.items()
            if name in conditions or self._is_always_read(name)
        )

    def _value(self, hook: str, situation: Situation, part: str | None) -> Trace:
        trace = Trace()
        base = self._base(hook, situation, trace) if part is None else Amount()
        total = base or Amount()
        acting = self._stack(hook, self.effects.acting_on(hook, situation, trace, part), situation, trace)
        for operation in dict.fromkeys([*self.play.sequence, *OPERATIONS]):
            for effect in acting:
                if effect.operation == operation and effect.does.apply:
                    total = self._apply(total, effect, situation, trace)
        for effect in acting:
            if effect.operation == "reroll":
                trace.steps.append(effect.step("reroll", total))
        if base is None and not any(step.act == "set" for step in trace.steps):
            trace.miss(self._sources(hook)[0])
        trace.value = total
        return trace

    def _sources(self, hook: str) -> list[str]:
        return as_list(self.play.base.get(hook))

    @cached_property
    def _attributes(self) -> dict[str, str]:
        """The hook of each attribute, by the quantity that is its base.

        Rolls read the quantity as the effects on this hook change it.
        """
        hooks = self.database.vocabulary.hooks
        firsts = [(self._sources(hook)[0], hook) for hook in self.play.base if "attribute" in hooks[hook]]
        return {source: hook for source, hook in firsts if ":" not in source}

    def _base(self, hook: str, situation: Situation, trace: Trace) -> Amount | None:
        """Return the base of a hook: the first source under ``play.base`` that gives an amount.

        None if all its sources are quantities, and none of them is given.
        """
        sources = self._sources(hook)
        for source in sources:
            if ":" in source:
                record, path, value = self.fact(source)
                trace.doubt(record)
                begun = Step("base", str(value), "", record, path)
                amount = amount_of(value)
            else:
                begun = Step("given", source, "")
                amount = self._quantity(source, situation, trace, hook)
            if amount is not None:
                trace.steps.append(replace(begun, value=str(amount)))
                return amount
        return None if sources and not any(":" in source for source in sources) else Amount()

    def _stack(self, hook: str, acting: list[Effect], situation: Situation, trace: Trace) -> list[Effect]:
        """Return the effects that count, by the edition's rule of stacking: all, the strongest one, or the last one."""
        rule = self.play.stacking.get(hook, self.play.stacking.get("all", "add"))
        added = [effect for effect in acting if effect.does.additive]
        if rule == "add" or len(added) < 2:
            return acting
        counted = (
            added[-1]
            if rule == "replace"
            else max(added, key=lambda effect: abs(self._amount(effect, situation, Trace()).count))
        )
        for effect in added:
            if effect is not counted:
                trace.steps.append(effect.step("unstacked", counted.record.id))
        return [effect for effect in acting if effect not in added or effect is counted]

    def _apply(self, total: Amount, effect: Effect, situation: Situation, trace: Trace) -> Amount:
        amount = self._amount(effect, situation, trace)
        if effect.does.additive and not (amount.number or amount.dice):
            return total
        trace.doubt(effect.record)
        assert effect.does.apply
        total = effect.does.apply(total, amount, str(effect.value))
        if effect.does.rounds and self.play.rounding != "none":
            rounded = floor(total.number) if self.play.rounding == "down" else ceil(total.number)
            total = replace(total, number=Fraction(rounded))
        trace.steps.append(effect.step(effect.operation, total))
        return total

    def _amount(self, effect: Effect, situation: Situation, trace: Trace) -> Amount:
        """Return an effect's figure as an amount, multiplied by the quantity that it counts ``per``."""
        figure = str(effect.value)
        if "X" in figure:
            of = str(effect.own("of") or "")
            many = self._quantity(of, situation, trace, effect.hook)
            if many is None:
                trace.miss(of)
                return Amount()
            figure = figure.replace("X", str(many.count))
        amount = amount_of(figure)
        if amount is None:
            raise self.unusable(f"{effect.record.id}:{effect.place_path} '{figure}' is not an amount")
        if effect.own("per"):
            times = self._quantity(effect.own("per"), situation, trace, effect.hook)
            if times is None:
                trace.assumed[effect.own("per")] = "0"
            amount = amount.times(times.count if times else Fraction(0))
        return amount

    def _quantity(self, name: str, situation: Situation, trace: Trace, hook: str) -> Amount | None:
        """Return a quantity of the situation, changed by all effects on its attribute; None if it isn't given.

        ``hook`` is the one whose value is being computed: for that attribute itself, the quantity counts as it is
        given.
        """
        side, dot, rest = name.partition(".")
        attribute = self._attributes.get(f"{SIDES[0]}{dot}{rest}") if side in SIDES[:2] else None
        if attribute is None or attribute == hook:
            stated = situation.first(name)
            return None if stated is None else amount_of(stated) or Amount()
        inner = self.value(attribute, situation if side == SIDES[0] else situation.turned_round(self.terms))
        if inner.missing:
            return None
        if not any(step.effect for step in inner.steps):
            inner.steps = []
        amount: Amount = trace.take_in(inner)
        return amount


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
            rows = [
                f"'{outcome.get('name', name)}' ({outcome.get('result') or outcome.get('die', '') + ' on the die'})"
                for name, outcome in outcomes.items()
            ]
            message = (
                f"{self.record.name}: there is no row for a result of {result}, only {', '.join(rows)}; add a row for "
                "it, or settle it with a ruling"
            )
            raise Unusable(Problem(self.record.place("outcomes"), message, "play"))
        return "met" if self.passed(die) else "below"

    def outcome_fact(self, name: str, path: str) -> str:
        """Return the name of a fact (``record:path``) of an outcome, or raise Unusable if the outcome has none."""
        if self.record.get(f"outcomes.{name}.{path}") is None:
            message = f"{self.record.name}: its outcome '{name}' has no '{path}'; state it there, or ask for another"
            raise Unusable(Problem(self.record.place("outcomes"), message, "play"))
        return f"{self.record.id}:outcomes.{name}.{path}"


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

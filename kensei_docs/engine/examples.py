"""Replays the worked examples of a rulebook, and compares its answers with the engine's.

``asks`` has the expression that computes each fact of ``expect``. Facts under ``printed`` are the book's own
answers where its rules give another one. ``supposes`` adds conditions that the example leaves unsaid
to ``given``, and ``should`` adds answers that the book doesn't state to ``expect``: both are ours, and no
facts of the book.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kensei_docs.database import Database, Record
from kensei_docs.engine.amounts import Amount, Trace, agree, amount_of, as_plain
from kensei_docs.engine.conditions import SIDES, leaves
from kensei_docs.engine.effects import effects_of
from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.engine.expressions.schema import expression_faults
from kensei_docs.engine.expressions.syntax import Call, Name, tree_of
from kensei_docs.engine.game import Game
from kensei_docs.problems import Place, Unusable, closest, unusable

KIND = "example"
# The steps of effects that don't count.
_NOT_COUNTED = ("ignored", "replaced", "restated", "unstacked")
# The keys of an entry of `asks` that is no plain expression; the docstring of `compute` explains each.
_ASKED = ("do", "for", "while", "with")
Verdict = Literal["passed", "differs", "failed", "prose"]


@dataclass(frozen=True)
class Question:
    """The question of an entry of ``asks``; ``name`` is the hook or the roll that it is about.

    It is about the ``value`` of a hook, the number of ``dice`` of a roll, or the number that a die of it has to show
    (``needed``). Any other question has no sort and no name.
    """

    sort: Literal["value", "dice", "needed", ""] = ""
    name: str = ""


@dataclass(frozen=True)
class Answer:
    """One fact of an example: the expected value (at ``path`` in ``expect``) and the computed one.

    ``printed`` is the book's answer if it differs from the computed one, else None.
    """

    path: str
    expected: Any
    computed: Any
    agrees: bool
    trace: Trace
    printed: Any = None
    question: Question = Question()

    @property
    def reached(self) -> set[tuple[str, str]]:
        """The effects that the answer depends on: ``(record id, path)``."""
        return {
            (step.record.id, step.effect)
            for step in self.trace.steps
            if step.record and step.effect and step.act not in _NOT_COUNTED
        }


@dataclass(frozen=True)
class ReplayProblem:
    """A message that a part of an example can't be computed, and the path of the part in the record.

    In an expression, ``before`` is the text before what is wrong. ``at`` is the place of a computation of the edition
    that is at fault.
    """

    path: str
    message: str
    before: str | None = None
    at: Place | None = None

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message


@dataclass(frozen=True)
class Replay:
    """One example replayed."""

    record: Record
    verdict: Verdict
    answers: tuple[Answer, ...] = ()
    problems: tuple[ReplayProblem, ...] = ()

    @property
    def reached(self) -> set[tuple[str, str]]:
        """The effects that its answers depend on: ``(record id, path)``."""
        return {effect for answer in self.answers for effect in answer.reached}

    def as_json(self) -> dict[str, Any]:
        """Return the replay as the commands print it."""
        return {
            "edition": self.record.edition,
            "record": self.record.id,
            "name": self.record.name,
            "verdict": self.verdict,
            "faults": [problem.message for problem in self.problems],
            "from": [citation.as_json() for citation in self.record.citations],
            "answers": [
                {
                    "fact": answer.path,
                    "expected": answer.expected,
                    "computed": as_plain(answer.computed),
                    "agrees": answer.agrees,
                    "printed": answer.printed,
                    "trace": answer.trace.as_json(),
                }
                for answer in self.answers
            ],
        }


def examples_of(database: Database, edition: str) -> list[Record]:
    """Return an edition's worked examples, in the order of its files."""
    return database.editions[edition].records_of(KIND)


def replay_examples(database: Database, names: Collection[str] = ()) -> list[Replay]:
    """Return the examples of all editions replayed, or those whose slug is among ``names``.

    Raises Unusable for a name that no example has.
    """
    examples = [record for edition in database.editions for record in examples_of(database, edition)]
    names_of_all = [*database.editions, *(record.slug for record in examples)]
    for name in names:
        if name not in {record.slug for record in examples}:
            message = f"there is no example or edition '{name}'{closest(name, names_of_all)}"
            raise unusable("data/editions", message, "example")
    games = {edition: Game(database, edition) for edition in database.editions}
    return [replay(games[record.edition], record) for record in examples if not names or record.slug in names]


def effects_not_reached(database: Database) -> tuple[int, list[tuple[str, str, str]]]:
    """Return how many effects there are, and (edition, record id, path) of each that no example reaches."""
    reached = {(example.record.edition, *key) for example in replay_examples(database) for key in example.reached}
    effects = [
        (record.edition, record.id, path)
        for record in database.records
        for path in dict.fromkeys(effect.path for effect in effects_of(record))
    ]
    return len(effects), [effect for effect in effects if effect not in reached]


def replay(game: Game, record: Record) -> Replay:
    """Compute all expected answers of an example, and compare them."""
    asks = record.get("asks") or {}
    ours = _fill_in(record.get("should") or {}, {}, record)
    expected = {**dict(leaves(record.get("expect") or {})), **dict(leaves(ours))}
    printed = dict(leaves(record.get("printed") or {}))
    results = [result for path, ask in asks.items() for result in _answers(game, record, path, ask, expected, printed)]
    answers = tuple(result for result in results if isinstance(result, Answer))
    # Several answers may need the same computation.
    problems = list(dict.fromkeys(result for result in results if isinstance(result, ReplayProblem)))
    prose = record.get("status") == "prose"
    for path in () if prose else (path for path in expected if path not in asks):
        group = "expect" if record.get(f"expect.{path}") is not None else "should"
        problems.append(ReplayProblem(f"{group}.{path}", f"'{group}.{path}' is computed by nothing; add it to 'asks'"))
    for path in (p for p in printed if p not in expected and f"printed.{p}" not in asks):
        message = f"'printed.{path}' stands for nothing that is expected or asked for; add it to 'expect' or 'asks'"
        problems.append(ReplayProblem("asks", message))
    if not asks and (prose or not expected):
        return Replay(record, "prose", (), tuple(problems))
    failed = problems or any(not answer.agrees for answer in answers)
    differs = any(answer.printed is not None for answer in answers)
    return Replay(record, "failed" if failed else "differs" if differs else "passed", answers, tuple(problems))


def _answers(
    game: Game, record: Record, path: str, ask: Any, expected: dict[str, Any], printed: dict[str, Any]
) -> Iterator[Answer | ReplayProblem]:
    """Yield the answer to one entry of ``asks``, or its problems."""
    ours = not path.startswith("printed.")
    bare = path.removeprefix("printed.")
    if bare not in (expected if ours else printed):
        yield ReplayProblem(f"asks.{path}", f"'asks.{path}' answers nothing that is expected; mend the path")
        return
    asked = _asked(ask)
    within = f"asks.{path}" if asked is not ask else f"asks.{path}.do"
    for key in sorted(asked.keys() - {*_ASKED}):
        message = f"'{key}' is not a part of what is asked{closest(key, _ASKED)}; known are {', '.join(_ASKED)}"
        yield ReplayProblem(f"asks.{path}.{key}", message)
    for name in asked.get("while") or {}:
        if not game.terms.is_known(name):
            yield ReplayProblem(f"asks.{path}.while.{name}", f"'{path}': '{name}' is not a condition; mend the name")
    problems = [
        ReplayProblem(fault.path, f"'{path}': {fault.message}", fault.before)
        for where, part in [(within, asked["do"]), *_expressions_of(asked.get("with") or {}, f"asks.{path}.with")]
        for fault in expression_faults(part, game.names, where, game.edition)
    ]
    if problems:
        yield from problems
        return
    try:
        value, trace = compute(game, record, ask)
    except Unusable as unusable:
        for problem in unusable.problems:
            tree = game.edition.tree
            if problem.place.file == str(tree.file) and problem.place != tree.place("play"):
                yield ReplayProblem("asks", problem.message, at=problem.place)
            else:
                yield ReplayProblem("asks", f"'{path}': {problem.message}")
        return
    stated = expected[bare] if ours else printed[bare]
    book = printed.get(bare) if ours else stated
    differing = None if book is None or same_answer(book, value) else book
    agrees = same_answer(stated, value) or not ours
    yield Answer(path, stated, value, agrees, trace, differing, question_of(game, ask))


def _asked(ask: Any) -> Mapping[str, Any]:
    """Return an entry of ``asks`` as a mapping; one that is only an expression is what to ``do``."""
    return ask if isinstance(ask, Mapping) and "do" in ask else {"do": ask}


def question_of(game: Game, ask: Any) -> Question:
    """Return the question of an entry of ``asks``."""
    match _asked(ask)["do"]:
        case Call("theirs", (inner,)):
            return question_of(game, inner)
        case Call("value" | "needed" | "dice" as sort, (Name(name=name),), ()):
            return Question(sort, name)
        case Name(name=name) if game.names.meaning(name) == "hook":
            return Question("value", name)
        case str(text):
            return question_of(game, tree_of(text))
    return Question()


def only_result(game: Game, answer: Answer) -> str | None:
    """Return the only natural result that succeeds, if an answer needs a higher number than a die of the roll has.

    An empty text if no result succeeds then; None if a die has the number, or the question is another one.
    """
    if answer.question.sort != "needed":
        return None
    roll = game.play.rolls[answer.question.name]
    die = amount_of(game.fact(roll.die)[2])
    needed = answer.computed
    if not (die and die.dice and isinstance(needed, Amount)) or needed.number <= max(die.dice):
        return None
    return game.fact(roll.natural.succeeds)[2] if roll.natural.succeeds else ""


def compute(game: Game, record: Record, ask: Any) -> tuple[Any, Trace]:
    """Return the value of an entry of ``asks`` and its trace; raises Unusable if it can't be computed.

    ``ask`` is an expression, or a mapping: ``do`` is the expression, ``for`` the part of ``given`` that
    becomes ``self``, ``while`` adds conditions, ``with`` adds values to ``given``.
    """
    given = dict(record.get("given") or {})
    given = _merge(given, _fill_in(record.get("supposes") or {}, given, record))
    asked = _asked(ask)
    # Parts of the situation; the other values are for expressions alone.
    words = {
        key: inner
        for key, inner in given.items()
        if key in SIDES or (key in game.terms.heads and isinstance(inner, Mapping)) or game.terms.is_known(key)
    }
    if who := asked.get("for"):
        player = _value_at(given, who)
        player = player if isinstance(player, Mapping) else {}
        given |= {**player, "name": who}
        words["self"] = {name: value for name, value in leaves(player) if _is_literal_condition(game, f"self.{name}")}
    extra = _fill_in(asked.get("while") or {}, given, record)
    situation = situation_of(game, {**dict(leaves(words)), **extra}, record.place("given"))
    run = Evaluation(game, given, situation)
    if further := asked.get("with"):
        more = {key: _values_by_name(run, inner) for key, inner in further.items()}
        first, run = run, Evaluation(game, {**given, **more}, situation)
        run.trace = first.trace
    run.trace.value = run.evaluate(asked["do"])
    run.trace.expression = run.explained(asked["do"])
    return run.trace.value, run.trace


def _expressions_of(part: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the expressions of ``with`` with their paths: one by its name, or several in a mapping."""
    for name, inner in part.items():
        if isinstance(inner, Mapping) and "is" not in inner:
            yield from _expressions_of(inner, f"{path}.{name}")
        else:
            yield f"{path}.{name}", inner


def _values_by_name(run: Evaluation, part: Any) -> Any:
    """Return the value of an expression, or the values of several in a mapping by their names."""
    if isinstance(part, Mapping) and "is" not in part:
        return {key: _values_by_name(run, inner) for key, inner in part.items()}
    return run.evaluate(part)


def _merge(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of both nested mappings; where both have a value, it is that of ``b``."""
    both = {
        key: _merge(a[key], inner) if isinstance(inner, Mapping) and isinstance(a.get(key), Mapping) else inner
        for key, inner in b.items()
    }
    return {**a, **both}


def same_answer(stated: Any, computed: Any) -> bool:
    """Return whether a stated answer and a computed value are the same."""
    if isinstance(stated, list) or isinstance(computed, list):
        ours = computed if isinstance(computed, list) else [computed]
        theirs = stated if isinstance(stated, list) else [stated]
        return len(ours) == len(theirs) and all(map(same_answer, theirs, ours))
    if isinstance(stated, bool) or isinstance(computed, bool):
        return stated is computed
    amount = computed if isinstance(computed, Amount) else amount_of(str(computed))
    return str(stated) == str(as_plain(computed)) or (amount is not None and agree(str(stated), amount))


def _is_literal_condition(game: Game, name: str) -> bool:
    """Return whether a name is itself a condition or brings a record, and not only the counterpart of a condition."""
    return game.terms.is_known(name) and (
        game.terms.atom(name) in (name, None) or game.terms.bringing(name) is not None
    )


def _value_at(given: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path, or None."""
    part: Any = given
    for step in path.split("."):
        part = part.get(step) if isinstance(part, Mapping) else None
    return part


def _fill_in(part: Any, given: Mapping[str, Any], record: Record) -> Any:
    """Return a mapping with every ``given.x`` and ``$x`` (a figure of the example, which its text says) replaced by its
    value."""
    if isinstance(part, Mapping):
        return {key: _fill_in(inner, given, record) for key, inner in part.items()}
    if isinstance(part, list):
        return [_fill_in(inner, given, record) for inner in part]
    if isinstance(part, str) and part.startswith("given."):
        return _value_at(given, part.removeprefix("given."))
    if isinstance(part, str) and part.startswith("$"):
        return record.get(f"figures.{part[1:]}")
    return part

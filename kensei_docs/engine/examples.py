"""Worked examples: replaying what a rulebook computes, and holding its answers against ours.

``asks`` says by which computation each ``expect`` fact is reached. Facts under ``printed`` are
the book's own answers where its rules give another one. ``supposes`` adds to what is ``given``
what the example leaves unsaid, and ``should`` to what is expected what the book doesn't say:
both are ours, and no facts of the book.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kensei_docs.database import Database, Record
from kensei_docs.engine.amounts import Amount, agree, amount_of
from kensei_docs.engine.forms import Reckoning
from kensei_docs.engine.game import Game
from kensei_docs.engine.situation import SIDES
from kensei_docs.engine.trace import Trace, spoken
from kensei_docs.problems import Unusable

KIND = "example"
_NOT_COUNTED = ("ignored", "replaced", "restated", "unstacked")
Verdict = Literal["passed", "differs", "failed", "prose"]


@dataclass(frozen=True)
class Answer:
    """One fact of an example: what is expected (``path`` from ``expect``), what is computed.

    ``printed`` is what the book answers, where that is another answer.
    """

    path: str
    expected: Any
    computed: Any
    agrees: bool
    trace: Trace
    printed: Any = None

    @property
    def reached(self) -> set[tuple[str, str]]:
        """The effects on which the answer rests: ``(record id, path)``."""
        return {
            (step.record.id, step.effect)
            for step in self.trace.steps
            if step.record and step.effect and step.act not in _NOT_COUNTED
        }


@dataclass(frozen=True)
class Replay:
    """One example replayed; ``faults`` say what could not be computed, in words."""

    record: Record
    verdict: Verdict
    answers: tuple[Answer, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def reached(self) -> set[tuple[str, str]]:
        """The effects on which its answers rest: ``(record id, path)``."""
        return {effect for answer in self.answers for effect in answer.reached}


@dataclass
class _Gathering:
    answers: list[Answer] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def examples_of(database: Database, edition: str) -> list[Record]:
    """Return an edition's worked examples, in the order of its files."""
    return database.editions[edition].of(KIND)


def replay(game: Game, record: Record) -> Replay:
    """Compute everything that an example expects, and compare."""
    found = _Gathering()
    asks = record.get("asks") or {}
    expected = {**dict(leaves(record.get("expect") or {})), **dict(leaves(record.get("should") or {}))}
    printed = dict(leaves(record.get("printed") or {}))
    for path, ask in asks.items():
        _answer(game, record, path, ask, expected, printed, found)
    prose = record.get("status") == "prose"
    for path in () if prose else (path for path in expected if path not in asks):
        found.faults.append(f"'expect.{path}' is computed by nothing; add it to 'asks'")
    for path in (p for p in printed if p not in expected and f"printed.{p}" not in asks):
        found.faults.append(
            f"'printed.{path}' stands for nothing that is expected or asked for; add it to 'expect' or 'asks'"
        )
    if not asks and (prose or not expected):
        return Replay(record, "prose", (), tuple(found.faults))
    failed = found.faults or any(not answer.agrees for answer in found.answers)
    differs = any(answer.printed is not None for answer in found.answers)
    return Replay(
        record, "failed" if failed else "differs" if differs else "passed", tuple(found.answers), tuple(found.faults)
    )


def leaves(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted path and value of everything in a mapping of mappings."""
    if isinstance(part, Mapping):
        for key, inner in part.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path, part


def _answer(
    game: Game,
    record: Record,
    path: str,
    ask: Any,
    expected: dict[str, Any],
    printed: dict[str, Any],
    found: _Gathering,
) -> None:
    ours = not path.startswith("printed.")
    bare = path.removeprefix("printed.")
    if bare not in (expected if ours else printed):
        found.faults.append(f"'asks.{path}' answers nothing that is expected; mend the path")
        return
    try:
        value, trace = compute(game, record, ask)
    except Unusable as unusable:
        found.faults += [f"'{path}': {problem.message}" for problem in unusable.problems]
        return
    stated = expected[bare] if ours else printed[bare]
    book = printed.get(bare) if ours else stated
    said = None if book is None or same_answer(book, value) else book
    found.answers.append(Answer(path, stated, value, same_answer(stated, value) or not ours, trace, said))


def compute(game: Game, record: Record, ask: Any) -> tuple[Any, Trace]:
    """Return what an example asks for, with its trace; raises Unusable where it can't be."""
    given = dict(record.get("given") or {})
    given = _merged(given, _resolved(record.get("supposes") or {}, given))
    who: str | None = None
    extra: Mapping[str, Any] = {}
    further: Mapping[str, Any] = {}
    if isinstance(ask, Mapping) and "do" in ask:
        who, extra, further = ask.get("for"), ask.get("while") or {}, ask.get("with") or {}
        ask = ask["do"]
    words = {key: inner for key, inner in given.items() if _is_circumstance(game, key, inner)}
    if who:
        own = _at(given, who)
        given = {**given, **own, "name": who}
        words = {**words, "self": {name: value for name, value in leaves(own) if _is_own(game, f"self.{name}")}}
    merged = {**dict(leaves(words)), **_resolved(extra, given)}
    now = game.situation(merged, record.place("given"))
    reckoning = Reckoning(game, given, now)
    if further:
        trace = reckoning.trace
        reckoning = Reckoning(game, {**given, **reckoning.entries(dict(further))}, now)
        reckoning.trace = trace
    trace = reckoning.trace
    trace.value = reckoning.of(ask)
    return trace.value, trace


def _merged(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, Any]:
    both = {
        key: _merged(a[key], inner) if isinstance(inner, Mapping) and isinstance(a.get(key), Mapping) else inner
        for key, inner in b.items()
    }
    return {**a, **both}


def same_answer(stated: Any, computed: Any) -> bool:
    """Return whether an answer as it stands and a computed value are the same."""
    if isinstance(stated, list) or isinstance(computed, list):
        ours = computed if isinstance(computed, list) else [computed]
        theirs = stated if isinstance(stated, list) else [stated]
        return len(ours) == len(theirs) and all(map(same_answer, theirs, ours))
    if isinstance(stated, bool) or isinstance(computed, bool):
        return stated is computed
    amount = computed if isinstance(computed, Amount) else amount_of(str(computed))
    return str(stated) == str(spoken(computed)) or (amount is not None and agree(str(stated), amount))


def _is_own(game: Game, name: str) -> bool:
    """Return whether a name is a condition just as it stands, and not only of another side."""
    return game.words.is_known(name) and game.words.atom(name) in (name, None)


def _is_circumstance(game: Game, key: str, inner: Any) -> bool:
    return key in SIDES or (key in game.words.heads and isinstance(inner, Mapping)) or (game.words.is_known(key))


def _at(given: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    part: Any = given
    for step in path.split("."):
        part = part.get(step) if isinstance(part, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _resolved(part: Any, given: Mapping[str, Any]) -> Any:
    """Return a mapping with ``given.x`` replaced by what is given."""
    if isinstance(part, Mapping):
        return {key: _resolved(inner, given) for key, inner in part.items()}
    if isinstance(part, str) and part.startswith("given."):
        value: Any = given
        for step in part.split(".")[1:]:
            value = value.get(step) if isinstance(value, Mapping) else None
        return value
    return part

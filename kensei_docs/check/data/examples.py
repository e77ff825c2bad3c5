"""Worked examples come out as the rules compute them, and use each of their inputs; sample armies keep the limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from kensei_docs.army.limits import NumberSpan, Result, judge
from kensei_docs.army.troops import sample_muster
from kensei_docs.check.data.references import strings_in
from kensei_docs.check.finding import Finding, finding_at, listed, number, where, where_all
from kensei_docs.check.vocabulary_sections import KindSchema, declared_by_kind
from kensei_docs.database import Database, Record
from kensei_docs.database.edition_version import comes_with, has_house_rules
from kensei_docs.engine import Game
from kensei_docs.engine.amounts_and_traces import as_plain
from kensei_docs.engine.conditions import SIDES, leaves
from kensei_docs.engine.example_replay import KIND, Answer, examples_of, replay
from kensei_docs.problems import Unusable, check, closest

_GIVEN_PREFIX = "given."


@check("error")
def worked_example_replay(database: Database) -> Iterator[Finding]:
    """A worked example comes out as the rules have it, and as the book prints it.

    The engine computes the ``asks`` of every example. The results are compared with ``expect`` (and with ``should``,
    which is ours). If the example says under ``printed`` that the book has another answer, the finding names both
    answers and the places of both:

        crossing:
          given: {self: {loads: 3}}
          expect: {days: 4}
          printed: {days: 5}
          asks: {days: {value: road.days}}

    If a project changes the rules of the edition, a failing example that shipped with the edition is reported as a
    note (stale), not as an error.

    Wrong: an example that expects another answer than the rules give, expects something that nothing computes, or is
    printed with another answer. Right: an example of status ``prose``, of which nothing can be computed.
    """
    for edition in database.editions:
        try:
            game = Game(database, edition)
        except Unusable as unusable:
            yield from (Finding(problem.place, problem.message, "", edition=edition) for problem in unusable.problems)
            continue
        ruled_at_home = has_house_rules(database.editions[edition])
        for record in examples_of(database, edition):
            stale = ruled_at_home and comes_with(database.editions[edition], record)
            for finding in _example_findings(game, record):
                fault = finding.message.rpartition("; ")[0]
                message = f"{fault}; the example is stale under the rules of this project"
                yield replace(finding, severity="note", message=message) if stale else finding


def _example_findings(game: Game, record: Record) -> Iterator[Finding]:
    result = replay(game, record)
    for problem in result.problems:
        yield finding_at(record, problem.path, problem.message)
    for answer in result.answers:
        name = answer.path.removeprefix("printed.")
        group = next(group for group in ("expect", "should", "printed") if record.get(f"{group}.{name}") is not None)
        path, printed = f"{group}.{name}", f"printed.{name}"
        if not answer.agrees:
            message = (
                f"'{path}' says {as_plain(answer.expected)}{where(record, path)}, but the rules give "
                f"{_as_text(answer)}; mend the example or what it rests on"
            )
            yield finding_at(record, path, message)
        elif answer.printed is not None:
            message = (
                f"the book answers {answer.printed}{where(record, printed)}, its rules give {_as_text(answer)}; rule "
                "which of them holds"
            )
            yield finding_at(record, printed, message)


def _as_text(answer: Answer) -> str:
    read = [(step.record, step.path) for step in answer.trace.steps if step.record is not None]
    by = f" by {listed(dict.fromkeys(record.id for record, _ in read))}" if read else ""
    return f"{as_plain(answer.computed)}{by}{where_all(read)}"


@check("warning")
def given_is_read(database: Database) -> Iterator[Finding]:
    """What a worked example gives or supposes is read by something.

    By the expressions that compute its answers, or as a condition that some rule of the edition depends on. Otherwise
    it is misspelt, or the answers don't depend on what the book says they do. A figure that the document
    gives may stand there, if its own place is cited.

    Wrong: ``given: {self: {loads: 3}, whether: fine}``, where no expression has ``given.whether``; ``opponent: {laden:
    true}``, where no rule asks whether somebody is laden. Right: figures that an expression reads; conditions of rules.
    """
    for name, edition in database.editions.items():
        try:
            game = Game(database, name)
        except Unusable:
            continue  # worked-example-replay reports it.
        rules = [record.data for record in edition.records.values() if record.kind != KIND]
        depends_on = set(strings_in([rules, edition.tree.value.get("play")]))
        inferred = [inference.value for inference in game.play.infers]
        computed = set(strings_in([*game.play.computes.values(), *inferred]))
        for record in examples_of(database, name):
            if record.get("asks"):
                yield from _unread(game, record, depends_on, computed)


def _unread(game: Game, record: Record, depends_on: Collection[str], computed: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each value given or supposed by an example that no expression and no condition reads."""
    asks = [ask for ask in record.data["asks"].values() if isinstance(ask, dict)]
    sides = {str(ask["for"]) for ask in asks if "for" in ask}
    words = {*computed, *strings_in([record.data["asks"], record.get("supposes")])}
    read = {word.removeprefix(_GIVEN_PREFIX).replace("?", "") for word in words if word.startswith(_GIVEN_PREFIX)}

    def is_read(name: str) -> bool:
        container = next((other for other in read if name.startswith(f"{other}.")), None)
        if container is not None:
            # Where an expression reads a whole mapping, its first-level keys are free names; only the
            # keys below them must be read.
            below, _, key = name.removeprefix(f"{container}.").rpartition(".")
            return not below or f"each.{key}" in read or key in words
        return name in read or any(other.startswith(f"{name}.") for other in read)

    def is_condition(name: str) -> bool:
        head, _, rest = name.partition(".")
        forms = [f"{side}.{rest}" for side in SIDES] if head in SIDES else [name]
        return game.terms.bringing(name) is not None or (
            game.terms.is_known(name) and not {*forms}.isdisjoint(depends_on)
        )

    def is_used(path: str) -> bool:
        without_side = [path.removeprefix(f"{side}.") for side in sides if path.startswith(f"{side}.")]
        return any(map(is_read, (path, *without_side))) or any(
            map(is_condition, (path, *(f"self.{name}" for name in without_side)))
        )

    given = [(group, path) for group in ("given", "supposes") for path in _paths(record.get(group) or {})]
    given += [
        (f"asks.{path}.with", name)
        for path, ask in record.data["asks"].items()
        if isinstance(ask, dict)
        for name in ask.get("with") or ()
    ]
    # A given value that is cited is accepted, even if nothing reads it.
    quoted = {covered for citation in record.citations for covered in citation.covers}
    for group, path in given:
        if not is_used(path) and f"{group}.{path}" not in quoted:
            hint = closest(path, [*read, *game.terms.quantities, *game.database.vocabulary.atoms])
            message = f"'{group}.{path}' is read by no expression and no rule{where(record, f'{group}.{path}')}{hint}"
            yield finding_at(record, f"{group}.{path}", f"{message}; mend the name or take it out")


def _paths(part: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of all values, those in lists of mappings too."""
    for name, value in leaves(part, path):
        if isinstance(value, list) and any(isinstance(member, dict) for member in value):
            for i, member in enumerate(value):
                yield from _paths(member, f"{name}.{i}")
        else:
            yield name


@check("error")
def sample_list_legality(database: Database) -> Iterator[Finding]:
    """A sample army keeps every limit on armies, with the figures exactly as they stand.

    ``vocabulary.yaml`` declares which records are samples. ``docs/armies.md`` says how troops are known and what the
    limits are:

        samples:
          caravans: {kind: caravan}

    A limit that can't be judged, because the data don't say enough about a troop, is not a finding;
    ``kensei-docs army check`` says what is missing.

    Wrong: a sample of 200 points with 30 points of guards, where 25 % are asked for. Right: 50 points; 30 points beside
    25 of troops that may be guards.
    """
    samples, invalid = declared_by_kind(database, "samples", KindSchema)
    yield from invalid
    try:
        for records, _ in samples:
            for record in records:
                yield from _sample_findings(database, record)
    except Unusable as unusable:
        yield from (Finding(problem.place, problem.message, "") for problem in unusable.problems)


def _sample_findings(database: Database, record: Record) -> Iterator[Finding]:
    muster = sample_muster(database, record)
    if muster is None:
        yield finding_at(record, "limit", "gives no size of battle, or lists no troops; add 'limit' and 'rows'")
        return
    for result in judge(muster):
        if result.status == "broken":
            yield _limit_finding(record, result)


def _limit_finding(record: Record, result: Result) -> Finding:
    limit = result.limit
    column = "points" if result.counts in ("points", "cost") else "miniatures"
    paths = [f"{troop.path}.{column}" for troop in result.troops] or ["rows"]
    ends = (("least", result.at_least), ("most", result.at_most))
    bounds = [f"at {end} {_format_span(span)}" for end, span in ends if span]
    whose = f" of {result.subject}" if result.subject else ""
    places = where_all((step.record, step.path) for step in result.steps if step.record)
    name = limit.record.get(limit.name_field) or limit.record.name
    unit = "points" if column == "points" else result.counts
    message = (
        f"breaks {limit.id}, '{name}': has {_format_span(result.have)} {unit}{whose}{where(record, *paths)}, "
        f"where the limit is {' and '.join(bounds)}{places}; mend the list or the limit"
    )
    return finding_at(record, paths[0], message)


def _format_span(span: NumberSpan) -> str:
    ends = dict.fromkeys(number(end) for end in (span.low, span.high))
    return " to ".join(ends)

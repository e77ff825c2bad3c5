"""A worked example comes out as the rules have it, and as the book prints it.

The engine computes the ``asks`` of every example. The results are compared with ``expect`` (and with ``should``, which
is ours). If the example says under ``printed`` that the book has another answer, the finding names both answers and
the places of both:

    crossing:
      given: {self: {loads: 3}}
      expect: {days: 4}
      printed: {days: 5}
      asks: {days: {value: road.days}}

Wrong: an example that expects another answer than the rules give, expects something that nothing computes, or is
printed with another answer. Right: an example of status ``prose``, of which nothing can be computed.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.finding import Finding, found, listed, where
from kensei_docs.database import Database, Record
from kensei_docs.engine import Game
from kensei_docs.engine.examples import Answer, examples_of, replay
from kensei_docs.engine.trace import as_plain
from kensei_docs.problems import Unusable

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every answer of a worked example that isn't what the rules give."""
    for edition in database.editions:
        try:
            game = Game(database, edition)
        except Unusable as unusable:
            yield from (Finding(problem.place, problem.message, "", edition=edition) for problem in unusable.problems)
            continue
        for record in examples_of(database, edition):
            yield from _example_findings(game, record)


def _example_findings(game: Game, record: Record) -> Iterator[Finding]:
    result = replay(game, record)
    for fault in result.faults:
        yield found(record, fault.path, fault.message)
    for answer in result.answers:
        name = answer.path.removeprefix("printed.")
        group = next(group for group in ("expect", "should", "printed") if record.get(f"{group}.{name}") is not None)
        path, printed = f"{group}.{name}", f"printed.{name}"
        if not answer.agrees:
            message = (
                f"'{path}' says {as_plain(answer.expected)}{where(record, path)}, but the rules give "
                f"{_as_text(answer)}; mend the example or what it rests on"
            )
            yield found(record, path, message)
        elif answer.printed is not None:
            message = (
                f"the book answers {answer.printed}{where(record, printed)}, its rules give {_as_text(answer)}; rule "
                "which of them holds"
            )
            yield found(record, printed, message)


def _as_text(answer: Answer) -> str:
    paths: dict[str, tuple[Record, list[str]]] = {}
    for step in answer.trace.steps:
        if step.record is not None:
            paths.setdefault(step.record.id, (step.record, []))[1].append(step.path)
    places = "".join(where(record, *read) for record, read in paths.values())
    by = f" by {listed(paths)}" if paths else ""
    return f"{as_plain(answer.computed)}{by}{places}"

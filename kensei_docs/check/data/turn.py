"""The turn of an edition: ``turn.yaml`` describes all of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.finding import Finding, finding_at
from kensei_docs.database import Database, Record
from kensei_docs.database.paths import fact_at
from kensei_docs.problems import check, closest


@check("error")
def turn_is_told(database: Database) -> Iterator[Finding]:
    """Every step of a turn names records that exist, and every rule of the turn stands in a step.

    ``turn.yaml`` has the parts of the turn, each with its steps, and in ``of`` the records that describe a step: the
    quick reference prints them in that order. Kinds of record that belong to the turn are listed in
    ``vocabulary.yaml``:

        told:
          turn: [phase, order, roll]

    ``more`` of a step names other parts of the turn that have more of what is added to a roll.

    A record of these kinds that another page describes is listed under ``apart``, with the reason. An edition without
    ``turn.yaml`` isn't checked.

    Wrong: ``of: [phase/mourning]``; an order ``roll/tea`` that no step names. Right: ``of: [phase/morning, roll/tea]``.
    """
    kinds = database.vocabulary.section("told").get("turn") or []
    for edition in database.editions.values():
        described: set[str] = set()
        for part in edition.turn.values():
            for path, name in _named(part):
                described.add(name)
                if name not in edition.records:
                    message = f"names '{name}', which isn't there{closest(name, edition.records)}; mend the id"
                    yield finding_at(part, path, message)
            for path, name in _more(part):
                if name not in edition.turn:
                    message = f"names '{name}', which is no part of the turn{closest(name, edition.turn)}; mend it"
                    yield finding_at(part, path, message)
            facts = {f"figures.{name}": fact for name, fact in (part.get("figures") or {}).items()}
            for key, step in (part.get("steps") or {}).items():
                for field in ("sum", "adds"):
                    facts |= {
                        f"steps.{key}.{field}.{number}": fact for number, fact in enumerate(step.get(field) or ())
                    }
            for path, fact in facts.items():
                if isinstance(wrong := fact_at(edition, fact), str):
                    yield finding_at(part, path, wrong)
        for record in edition.records.values() if edition.turn else ():
            if record.kind in kinds and record.id not in described:
                message = (
                    "is a rule of the turn that stands in no step of turn.yaml; name it under 'of' of a step, or "
                    "under 'apart' with the reason"
                )
                yield finding_at(record, "", message)


def _named(part: Record) -> Iterator[tuple[str, str]]:
    """Yield the ids that a part of the turn names, each with its path."""
    for key, step in (part.get("steps") or {}).items():
        for field in ("of", "ruled"):
            yield from ((f"steps.{key}.{field}.{number}", name) for number, name in enumerate(step.get(field) or ()))
        for record, others in (step.get("joined") or {}).items():
            yield f"steps.{key}.joined.{record}", record
            for number, name in enumerate(others):
                yield f"steps.{key}.joined.{record}.{number}", name.partition(":")[0]
    yield from ((f"apart.{name}", name) for name in part.get("apart") or {})


def _more(part: Record) -> Iterator[tuple[str, str]]:
    """Yield the other parts to which the steps of a part point, each with its path."""
    for key, step in (part.get("steps") or {}).items():
        yield from ((f"steps.{key}.more.{number}", name) for number, name in enumerate(step.get("more") or ()))

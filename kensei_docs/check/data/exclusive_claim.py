"""What the rules say happens only, always or never so has no instance that is otherwise.

``statements.yaml`` notes such claims, and the places that speak of the same thing. Whatever a claim doesn't name
contradicts it, unless ``exceptions`` has it. A fact with another value (``values``, with * for any record or part)
contradicts it, too:

    ways-to-town:
      compare: only
      about: how a caravan reaches the town
      claims: [rules]
      says: {rules: [road], summary: [road, ferry]}
      exceptions: [balloon]
    price:
      compare: only
      about: what tea costs
      claims: [rules]
      says: {rules: [4]}
      values: ['tea/*:figures.price']

Wrong: the summary's ferry; a tea whose price is 5. Right: a balloon, which is an exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from kensei_docs.check.declarations import Statement, names, statements, values
from kensei_docs.check.finding import Finding, found, listed, where
from kensei_docs.database import Database
from kensei_docs.figures import same
from kensei_docs.problems import closest

SEVERITY = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every instance that a claim shuts out."""
    for statement in statements(database, "only"):
        for claim in statement.entry.claims:
            if claim not in statement.says:
                message = f"'{claim}' is no place of the statement{closest(claim, statement.says)}; mend the name"
                yield found(statement.record, "claims", message)
            else:
                claimed = names(statement.says[claim])
                yield from _against_places(statement, claim, claimed)
                yield from _against_facts(statement, claim, claimed)


def _against_places(statement: Statement, claim: str, claimed: list[str]) -> Iterator[Finding]:
    allowed = [*claimed, *statement.entry.exceptions]
    for key, said in statement.says.items():
        others = [word for word in names(said) if word not in allowed]
        if others and key != claim:
            message = (
                f"{listed(others)} by {statement.at(key)}, where {statement.at(claim)} has only "
                f"{listed(claimed)}; settle which holds"
            )
            yield statement.differs(key, message, claim)


def _against_facts(statement: Statement, claim: str, claimed: list[str]) -> Iterator[Finding]:
    allowed = [*claimed, *statement.entry.exceptions]
    for pattern in statement.entry.values:
        identities, _, path = pattern.partition(":")
        for record in statement.edition.records.values():
            if not fnmatchcase(record.id, identities) or record.id in allowed:
                continue
            for here, value in values(record, path):
                if isinstance(value, str) and not any(same(value, one) for one in allowed):
                    message = (
                        f"{statement.entry.about}: '{here}' is {value}{where(record, here)}, where "
                        f"{statement.at(claim)} of {statement.record.id} has only "
                        f"{listed(claimed)}; settle which holds"
                    )
                    yield found(record, here, message, beside=[(statement.record, f"says.{claim}")])

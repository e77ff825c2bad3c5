"""Who may use something, when and on what, is the same in every place that says so.

``statements.yaml`` notes the conditions of each place in the words of the vocabulary. All places are compared with
the first:

    steady-brewers:
      compare: scope
      about: who brews without a roll
      says:
        rules: {self.laden: false}
        summary: {self.laden: false, self.season: spring}

Wrong: these two. Right: the same conditions in another order; a place that says nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.declarations import Statement, statements
from kensei_docs.check.finding import Finding
from kensei_docs.database import Database
from kensei_docs.problems import closest

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every place whose conditions are others."""
    for statement in statements(database, "scope"):
        known = database.vocabulary.atoms
        scopes = {key: _scope(said) for key, said in statement.says.items()}
        for key, scope in scopes.items():
            for atom in scope:
                if atom not in known:
                    message = (
                        f"'{atom}' is no condition of the vocabulary{closest(atom, known)}; mend the name, or add it "
                        "to vocabulary.yaml"
                    )
                    yield statement.differs(key, message)
        yield from _compared(statement, scopes)


def _scope(said: Any) -> dict[str, Any]:
    return {str(atom): value for atom, value in said.items()} if isinstance(said, dict) else {}


def _compared(statement: Statement, scopes: dict[str, dict[str, Any]]) -> Iterator[Finding]:
    first, *others = scopes
    for key in others:
        here, there = scopes[key], scopes[first]
        more = _conditions(here, there)
        less = _conditions(there, here)
        if more or less:
            parts = [
                f"{statement.at(key)} asks for {more}" if more else "",
                f"{statement.at(first)} asks for {less}" if less else "",
            ]
            silent = statement.at(first) if not less else statement.at(key) if not more else ""
            rest = f", {silent} doesn't" if silent else ""
            yield statement.differs(key, f"{', '.join(filter(None, parts))}{rest}; settle which holds", first)


def _conditions(scope: dict[str, Any], other: dict[str, Any]) -> str:
    """Return the conditions that the other scope hasn't, as a message lists them."""
    return " and ".join(
        f"{atom}: {str(value).lower() if isinstance(value, bool) else value}"
        for atom, value in scope.items()
        if atom not in other or other[atom] != value
    )

"""What an edition's documents say of one thing in several places, as ``statements.yaml`` holds it.

Where no figure holds a sentence (who may use an order, in which order the steps come), the
statement notes what each place says, in closed words, with its lines. Checks compare them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.rulings import StatementSchema, read_ruling


@dataclass(frozen=True)
class Statement:
    """One statement with what its places say, in the order of its file."""

    record: Record
    entry: StatementSchema
    edition: Edition

    @property
    def says(self) -> dict[str, Any]:
        return self.entry.says

    def at(self, key: str) -> str:
        """Return a place as a message names it: ``'summary' (rulebook, line 12)``."""
        return f"'{key}'{where(self.record, f'says.{key}')}"

    def differs(self, key: str, message: str, other: str | None = None) -> Finding:
        """Return a finding at what one place says, and what another does where that is so."""
        return found(
            self.record,
            f"says.{key}",
            f"{self.entry.about}: {message}",
            beside=[(self.record, f"says.{other}")] if other else [],
        )


def statements(database: Database, compare: str) -> Iterator[Statement]:
    """Yield the statements that are compared in one way."""
    for edition in database.editions.values():
        for record in edition.statements.values():
            entry = read_ruling(record)
            if isinstance(entry, StatementSchema) and entry.compare == compare:
                yield Statement(record, entry, edition)


def words(value: Any) -> list[str]:
    """Return what a place says as a list of words; one word alone is a list of one."""
    return [str(word) for word in value] if isinstance(value, list) else [str(value)]

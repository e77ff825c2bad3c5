"""Rules that the documents of an edition give in several places: statements, and effects that restate a record.

For rules that no figure represents (who may use an order, the order of steps), ``statements.yaml`` records the
statement of each place, in the terms of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.editorial_schemas import StatementSchema, read_editorial
from kensei_docs.engine.effects import Effect, all_effects, easing, effects_of


@dataclass(frozen=True)
class Statement:
    """One entry of ``statements.yaml``: the statements of several places in the documents about one thing."""

    record: Record
    entry: StatementSchema
    edition: Edition

    @property
    def says(self) -> dict[str, Any]:
        """The statement of each place, by the place's name."""
        return self.entry.says

    def at(self, key: str) -> str:
        """Return a place as a message names it: ``'summary' (rulebook, line 12)``."""
        return f"'{key}'{where(self.record, f'says.{key}')}"

    def differs(self, key: str, message: str, other: str | None = None) -> Finding:
        """Return a finding at the statement of one place; ``other`` is a place that it was compared with."""
        beside = [(self.record, f"says.{other}")] if other else []
        return finding_at(self.record, f"says.{key}", f"{self.entry.about}: {message}", beside=beside)


def statements(database: Database, compare: str) -> Iterator[Statement]:
    """Yield the statements of all editions with that ``compare``."""
    for edition in database.editions.values():
        for record in edition.statements.values():
            entry, _ = read_editorial(record)
            if isinstance(entry, StatementSchema) and entry.compare == compare:
                yield Statement(record, entry, edition)


def restatements(database: Database) -> Iterator[tuple[Effect, Record, list[Effect]]]:
    """Yield each effect that restates another record, with that record and its effects that change the same roll by the
    same amount."""
    for effect in all_effects(database):
        target = effect.record.get(f"{effect.path}.restates")
        other = database.editions[effect.record.edition].records.get(str(target))
        eased = easing(database, effect)
        if other is not None and eased is not None:
            yield effect, other, [stated for stated in effects_of(other) if easing(database, stated) == eased]

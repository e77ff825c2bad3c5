"""A division of things that come whole says how it rounds.

An effect that divides a roll, a pool or an attribute has ``round: up`` or ``round: down``; a text that names a
``divisor`` says it in words. Lengths can be divided exactly. The edition's own ``vocabulary.yaml`` declares the shares
that are taken of things that come whole; their record has a ``rounding``:

    whole-things: ['rule/toll:figures.share']

Wrong: hits divided by the ``divisor`` without a word about rounding. Right: the same with "rounded up"; a movement
divided by two.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import fact_at, fault, is_length, mapping_at, names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.engine.effects import Effect, effects_of

SEVERITY = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every division that leaves the rounding open."""
    for edition in database.editions.values():
        for fact in (fact for tree in edition.vocabulary.trees for fact in names(tree.value.get("whole-things"))):
            at = fact_at(edition, fact)
            if isinstance(at, str):
                yield fault(edition, "whole-things", f"{at}; mend the path")
            elif not at[0].get("rounding") and not _declares_rounding(at[0]):
                record, path = at
                message = (
                    f"'{path}' takes {record.figure(path)} of things that come whole without a word on "
                    f"rounding{where(record, path)}; say whether it rounds up or down"
                )
                yield found(record, path, message)
    for record in database.records:
        if not _declares_rounding(record):
            divisions = [effect for effect in effects_of(record) if effect.does.rounds]
            yield from _effect_findings(database, record, divisions)
            yield from _figure_findings(record, {str(effect.written).removeprefix("$") for effect in divisions})


def _effect_findings(database: Database, record: Record, divisions: list[Effect]) -> Iterator[Finding]:
    for effect in divisions:
        if not is_length(database, effect.hook) and not effect.own("round"):
            message = (
                f"{effect.hook} is divided by {effect.value} without a word on "
                f"rounding{where(record, effect.fact)}; add 'round: up' or 'round: down', and say it in the text"
            )
            yield found(record, effect.place_path, message)


def _figure_findings(record: Record, in_effects: set[str]) -> Iterator[Finding]:
    for name, figure in mapping_at(record, "figures").items():
        if "divisor" in name.split("-") and name not in in_effects:
            path = f"figures.{name}"
            message = (
                f"the text divides by {figure} without a word on rounding{where(record, path)}; say whether it "
                "rounds up or down"
            )
            yield found(record, path, message)


def _declares_rounding(record: Record) -> bool:
    return any("round" in text.casefold() for _, text in record.messages)

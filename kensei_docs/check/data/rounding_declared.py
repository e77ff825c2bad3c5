"""A division of things that come whole says how it rounds.

An effect that divides a roll, a pool or an attribute has ``round: up`` or ``round: down``; a text
that names a ``divisor`` says it in words. Lengths can be divided exactly.

Shares that are taken of things that come whole are declared in the edition's own
``vocabulary.yaml``; their record has a ``rounding``:

    whole-things: ['rule/toll:figures.share']

Wrong: hits divided by the ``divisor`` with no word about rounding. Right: the same with "rounded
up"; a movement divided by two.

Severity: warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import fact_at, fault, names
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.engine.effects import effects_of, hook_property
from kensei_docs.problems import Severity

SEVERITY: Severity = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every division that leaves the rounding open."""
    for edition in database.editions.values():
        for fact in (fact for tree in edition.vocabulary.trees for fact in names(tree.value.get("whole-things"))):
            at = fact_at(edition, fact)
            if isinstance(at, str):
                yield fault(edition, "whole-things", f"{at}; mend the path")
            elif not at[0].get("rounding") and not _says_how(at[0]):
                record, path = at
                message = (
                    f"'{path}' takes {record.figure(path)} of things that come whole without a word on "
                    f"rounding{where(record, path)}; say whether it rounds up or down"
                )
                yield found(record, path, message)
    for record in database.records:
        if _says_how(record):
            continue
        in_effects = set()
        for effect in effects_of(record):
            if effect.operation != "divide":
                continue
            in_effects.add(str(effect.written).removeprefix("$"))
            length = (
                hook_property(database, effect.hook, "distance")
                or hook_property(database, effect.hook, "attribute") == "movement"
            )
            if not length and not record.get(f"{effect.path}.round"):
                message = (
                    f"{effect.hook} is divided by {effect.value} without a word on "
                    f"rounding{where(record, effect.fact)}; add 'round: up' or 'round: down', and say it in the text"
                )
                yield found(record, effect.place_path, message)
        figures = record.get("figures")
        for name in figures if isinstance(figures, dict) else ():
            if "divisor" in name.split("-") and name not in in_effects:
                path = f"figures.{name}"
                message = (
                    f"the text divides by {figures[name]} without a word on rounding{where(record, path)}; say whether "
                    "it rounds up or down"
                )
                yield found(record, path, message)


def _says_how(record: Record) -> bool:
    return any("round" in text.casefold() for _, text in record.messages)

"""Parameters that the rules state in several places."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.rules_in_several_places import restatements, statements
from kensei_docs.check.vocabulary_sections import names, section_finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import fact_at
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.figures import same
from kensei_docs.problems import check


@check("error")
def one_parameter_one_value(database: Database) -> Iterator[Finding]:
    """A parameter that the rules state in several places has the same value in all of them.

    The edition's own ``vocabulary.yaml`` declares which facts state one parameter. Their values are compared as
    figures: ``10cm`` and ``10 cm`` agree; ``4`` and ``4+`` don't, because "more than" and "at least" are two answers:

        parameters:
          size-of-hand: ['rule/hand:figures.cards', 'rule/summary:figures.cards']

    ``statements.yaml`` records values that are no figures (``compare: value``), with the value of each place. An effect
    that ``restates`` another record must change the same roll by the same amount there, as difficulty or as result. And
    no record gives two amounts for one thing in the same circumstances (the same hook and the same ``when``).

    Wrong: a hand of 4 in the rules and 5 in the summary. Right: 4 and 5 under different conditions; one off the result
    here and one on the difficulty there.
    """
    for edition in database.editions.values():
        for name, stated in edition.vocabulary.section("parameters").items():
            yield from _differing_facts(edition, name, stated)
    for statement in statements(database, "value"):
        first, *others = statement.says
        for key in others:
            if not same(str(statement.says[first]), str(statement.says[key])):
                message = (
                    f"{statement.says[key]} by {statement.at(key)}, but {statement.says[first]} by "
                    f"{statement.at(first)}; settle which holds"
                )
                yield statement.differs(key, message, first)
    for effect, other, same_effects in restatements(database):
        if not same_effects:
            message = (
                f"'{effect.place_path}' is {effect.value}{where(effect.record, effect.fact)}, but {other.id}, which it "
                "restates, has no modifier that comes to the same; mend one of them"
            )
            yield finding_at(effect.record, effect.place_path, message)
    for record in database.records:
        yield from _duplicate_amounts(record)


def _differing_facts(edition: Edition, name: str, stated: Any) -> Iterator[Finding]:
    declared_at = f"parameters.{name}"
    if len(names(stated)) < 2:
        yield section_finding(edition, declared_at, f"'{name}' should list two facts or more (record:path); add them")
        return
    facts = [fact_at(edition, fact) for fact in names(stated)]
    for i, fact in enumerate(facts):
        if isinstance(fact, str):
            yield section_finding(edition, f"{declared_at}.{i}", f"'{name}': {fact}; mend the path")
    good = [fact for fact in facts if not isinstance(fact, str)]
    for record, path in good[1:]:
        first, first_path = good[0]
        expected, value = first.figure(first_path), record.figure(path)
        if not same(expected, value):
            message = (
                f"'{path}' gives {value or 'nothing'} for the {name.replace('-', ' ')}{where(record, path)}, where "
                f"{first.id} '{first_path}' gives {expected or 'nothing'}{where(first, first_path)}; mend one of them"
            )
            yield finding_at(record, path, message, beside=[(first, first_path)])


def _duplicate_amounts(record: Record) -> Iterator[Finding]:
    stated: dict[Hashable, Effect] = {}
    for effect in effects_of(record):
        if not effect.when or effect.figure is None or record.get(f"{effect.path}.name"):
            continue
        key = (effect.hook, effect.operation, effect.condition(), effect.rest)
        first = stated.setdefault(key, effect)
        if first.figure != effect.figure:
            message = (
                f"'{effect.place_path}' gives {effect.figure} to {effect.hook} where '{first.place_path}' gives "
                f"{first.figure} in the same circumstances{where(record, first.fact, effect.fact)}; keep one, or say "
                "how they differ"
            )
            yield finding_at(record, effect.place_path, message, beside=[(record, first.fact)])

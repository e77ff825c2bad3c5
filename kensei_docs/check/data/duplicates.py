"""Duplicates: different things differ, one thing has one name, and a parameter stated in several places one value."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from difflib import SequenceMatcher
from typing import Any

from kensei_docs.check.data.modifiers_and_units import restatements
from kensei_docs.check.data.statements import statements
from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names, section_finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import fact_at
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.figures import same
from kensei_docs.problems import check


@check("note")
def duplicate_effect(database: Database) -> Iterator[Finding]:
    """Two things with different names do different things.

    Records of one kind with effects are compared by what all their effects do, figures filled in, and by their other
    fields; records without effects by their text and figures. Records that are only partly formal are left out, because
    the part that is not formal may make the difference.

    Wrong: Bold and Daring, both of which add one to the same roll. Right: Bold and Daring, one of which does so only in
    a charge.
    """
    for edition in database.editions.values():
        seen: dict[Hashable, Record] = {}
        for record in edition.records.values():
            doing = _comparable_content(record)
            first = seen.setdefault(doing, record) if doing else record
            if first is not record:
                path = "effects" if record.get("effects") else "text"
                message = (
                    f"{record.name}{where(record, path, 'figures')} does exactly what {first.id} "
                    f"does{where(first, path, 'figures')}; see whether one of them is mistaken"
                )
                yield finding_at(record, path, message)


def _comparable_content(record: Record) -> Hashable:
    effects = frozenset(effect.comparable for effect in effects_of(record))
    groups = ("figures", "effects", "aliases") if effects else ("aliases",)
    others = frozenset((fact.path, fact.value) for fact in record.facts if fact.path.partition(".")[0] not in groups)
    if effects:
        return (record.kind, effects, others) if record.get("status") == "formal" else None
    text = record.get("text")
    if not isinstance(text, str):
        return None
    return (record.kind, " ".join(text.casefold().split()), others)


# Names nearer than this differ by a letter or two, as slips and plurals do.
_MIN_SIMILARITY = 0.9
_NUMBER = re.compile(r"\d+")


@check("warning")
def term_alias(database: Database) -> Iterator[Finding]:
    """One thing has one name, and one name means one thing.

    Names of one kind are compared with each other, and every entry of ``aliases`` with all names of its kind and
    edition. Hyphens, capitals and the order of words make no difference.

    Wrong: two abilities called Steady Shot; Swift Foot beside Foot Swift; an alias that is the name of another marker;
    Heavy Armour beside Heavy Armours. Right: Undead beside Undead Samurai; an ability and a marker of one name.
    """
    for edition in database.editions.values():
        for kind in edition.kinds:
            yield from _near_names(edition.records_of(kind))
        yield from _claimed_aliases(edition)


def _near_names(records: list[Record]) -> Iterator[Finding]:
    """Yield a finding for each record with the name of an earlier one, or a name that differs by a letter or two.

    Of several earlier ones of one name, the first stands for all.
    """
    seen: dict[str, Record] = {}
    for record in records:
        name = _plain(record.name)
        for other_name, other in seen.items():
            if name == other_name or _is_near(name, other_name):
                likeness = "is also the name of" if name == other_name else "differs by a letter or two from"
                message = (
                    f"'{record.name}'{where(record, 'name')} {likeness} {other.id}, "
                    f"'{other.name}'{where(other, 'name')}; give each its own name, or one of them as an alias"
                )
                yield finding_at(record, "name", message)
        seen.setdefault(name, record)


def _claimed_aliases(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each alias that is a name or an alias of another record."""
    owners = {(record.kind, _plain(record.name)): record for record in edition.records.values()}
    for record in edition.records.values():
        for alias in names(record.get("aliases")):
            owner = owners.setdefault((record.kind, _plain(alias)), record)
            if owner is not record:
                message = (
                    f"the alias '{alias}' belongs to {owner.id}, '{owner.name}', already; keep it with one of them"
                )
                yield finding_at(record, "aliases", message)


def _plain(name: str) -> str:
    return " ".join(sorted(name.casefold().replace("-", " ").split()))


def _is_near(a: str, b: str) -> bool:
    # Cheap bounds first: a hundred names make thousands of pairs. Another number makes another name: Phase 1, Phase 2.
    if abs(len(a) - len(b)) > 2 or min(len(a), len(b)) < 5 or _NUMBER.findall(a) != _NUMBER.findall(b):
        return False
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.quick_ratio() >= _MIN_SIMILARITY and matcher.ratio() >= _MIN_SIMILARITY


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

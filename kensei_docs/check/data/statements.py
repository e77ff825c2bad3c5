"""Statements of several places about one thing agree.

For rules that no figure represents (who may use an order, the order of steps), ``statements.yaml`` has the statement of
each place, in the terms of the vocabulary.

Duplicates: different things differ, one thing has one name, and a parameter stated in several places one value.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from itertools import combinations, pairwise
from typing import Any

from kensei_docs.check.data.play import restatements
from kensei_docs.check.declarations import names, section_finding
from kensei_docs.check.finding import Finding, finding_at, listed, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import fact_at, rows_of, values
from kensei_docs.database.records import read_editorial
from kensei_docs.database.schema import StatementSchema
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.figures import number_in, same
from kensei_docs.problems import check, closest


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


_COMPARISONS = {
    "at-least": "the number or more",
    "above": "more than the number",
    "at-most": "the number or less",
    "below": "less than the number",
}
_ORDERS = ("rising", "falling")


@check("error")
def comparator_consistent(database: Database) -> Iterator[Finding]:
    """A roll passes by one comparison, wherever the rules say when it does.

    ``statements.yaml`` notes what each place says: ``at-least``, ``above``, ``at-most`` or ``below`` the number. All
    places are compared with the first:

        brewing-succeeds:
          compare: comparator
          about: when a brew succeeds
          says: {rules: at-most, summary: below}

    Wrong: "equal or lower" in the rules and "less than" in the summary. Right: "no more than 4" here and "4 or less"
    there.
    """
    for statement in statements(database, "comparator"):
        first: str | None = None
        says = {key: str(value) for key, value in statement.says.items()}
        for key, comparator in says.items():
            if comparator not in _COMPARISONS:
                hint = closest(comparator, _COMPARISONS)
                yield statement.differs(
                    key, f"'{comparator}' is not a comparison{hint}; known are {listed(_COMPARISONS)}"
                )
            elif first is None:
                first = key
            elif comparator != says[first]:
                message = (
                    f"{_COMPARISONS[comparator]} by {statement.at(key)}, but {_COMPARISONS[says[first]]} by "
                    f"{statement.at(first)}; settle which holds"
                )
                yield statement.differs(key, message, first)


@check("warning")
def exclusive_claim(database: Database) -> Iterator[Finding]:
    """Where the rules say "only", "always" or "never", no place and no figure contradicts them.

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
    for statement in statements(database, "only"):
        for claim in statement.entry.claims:
            if claim not in statement.says:
                message = f"'{claim}' is not a place of the statement{closest(claim, statement.says)}; mend the name"
                yield finding_at(statement.record, "claims", message)
            else:
                claimed = names(statement.says[claim])
                yield from _against_places(statement, claim, claimed)
                yield from _against_facts(statement, claim, claimed)


def _against_places(statement: Statement, claim: str, claimed: list[str]) -> Iterator[Finding]:
    """Yield a finding for each place that names more than the place with the claim (``only``, ``always``) allows."""
    allowed = [*claimed, *statement.entry.exceptions]
    for key, value in statement.says.items():
        others = [word for word in names(value) if word not in allowed]
        if others and key != claim:
            message = (
                f"{listed(others)} by {statement.at(key)}, where {statement.at(claim)} has only "
                f"{listed(claimed)}; settle which holds"
            )
            yield statement.differs(key, message, claim)


def _against_facts(statement: Statement, claim: str, claimed: list[str]) -> Iterator[Finding]:
    """Yield a finding for each fact whose value is not among those that the claim allows."""
    allowed = [*claimed, *statement.entry.exceptions]
    for pattern in statement.entry.values:
        identities, _, path = pattern.partition(":")
        for record in statement.edition.records.values():
            if not fnmatchcase(record.id, identities) or record.id in allowed:
                continue
            for fact_path, value in values(record, path):
                if isinstance(value, str) and not any(same(value, allowed_value) for allowed_value in allowed):
                    message = (
                        f"{statement.entry.about}: '{fact_path}' is {value}{where(record, fact_path)}, where "
                        f"{statement.at(claim)} of {statement.record.id} has only "
                        f"{listed(claimed)}; settle which holds"
                    )
                    yield finding_at(record, fact_path, message, beside=[(statement.record, f"says.{claim}")])


@check("error")
def scope_consistent(database: Database) -> Iterator[Finding]:
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
    for statement in statements(database, "scope"):
        atoms = database.vocabulary.atoms
        scopes = {
            key: {str(atom): required for atom, required in value.items()} if isinstance(value, dict) else {}
            for key, value in statement.says.items()
        }
        for key, scope in scopes.items():
            for atom in scope:
                if atom not in atoms:
                    message = (
                        f"'{atom}' is not a condition of the vocabulary{closest(atom, atoms)}; mend the name, or add "
                        "it to vocabulary.yaml"
                    )
                    yield statement.differs(key, message)
        yield from _compared(statement, scopes)


def _compared(statement: Statement, scopes: dict[str, dict[str, Any]]) -> Iterator[Finding]:
    """Yield a finding for each place whose conditions (its scope) differ from those of the first place."""
    first, *others = scopes
    for key in others:
        scope, other_scope = scopes[key], scopes[first]
        more = _conditions(scope, other_scope)
        less = _conditions(other_scope, scope)
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


@check("error")
def sequence_consistency(database: Database) -> Iterator[Finding]:
    """All descriptions of one procedure give its steps in the same order, and none comes too early.

    ``statements.yaml`` notes the steps of each description; the steps that two of them share are compared. A step may
    need what another gives:

        making-tea:
          compare: steps
          about: how tea is made
          says:
            rules: [boil, steep, pour]
            summary: [boil, pour, steep]
          needs: {pour: brew}
          gives: {steep: brew}

    The numbers of a record's own ``steps`` have to rise.

    Wrong: the summary above, for its order and because it pours before there is a brew. Right: a summary that leaves a
    step out.
    """
    for statement in statements(database, "steps"):
        yield from _other_order(statement)
        yield from _too_early(statement)
    for record in database.records:
        yield from _misnumbered(record)


def _other_order(statement: Statement) -> Iterator[Finding]:
    first, *others = statement.says
    order = names(statement.says[first])
    for key in others:
        steps = [step for step in names(statement.says[key]) if step in order]
        swapped = [pair for pair in combinations(steps, 2) if order.index(pair[0]) > order.index(pair[1])]
        if swapped:
            early, late = swapped[0]
            message = (
                f"'{early}' comes before '{late}' by {statement.at(key)}, and after it by {statement.at(first)}; "
                "settle which holds"
            )
            yield statement.differs(key, message, first)


def _too_early(statement: Statement) -> Iterator[Finding]:
    for key, value in statement.says.items():
        steps = names(value)
        for step, need in statement.entry.needs.items():
            givers = [giver for giver, gift in statement.entry.gives.items() if gift == need and giver in steps]
            if step in steps and givers and all(steps.index(giver) > steps.index(step) for giver in givers):
                message = (
                    f"'{step}' needs the {need}, which {statement.at(key)} has no earlier than in '{givers[0]}'; mend "
                    "the order"
                )
                yield statement.differs(key, message)


def _misnumbered(record: Record) -> Iterator[Finding]:
    steps = rows_of(record, "steps")
    numbers = {key: number_in(step.get("number") or step.get("step")) for key, step in steps.items()}
    numbered = ((key, number) for key, number in numbers.items() if number is not None)
    for (before, low), (key, high) in pairwise(numbered):
        if high <= low:
            path = f"steps.{key}"
            message = (
                f"step '{key}' has the number {high:g} after {low:g} of '{before}'{where(record, path)}; number them "
                "in their order"
            )
            yield finding_at(record, path, message)


@check("warning")
def taxonomy_consistent(database: Database) -> Iterator[Finding]:
    """Lists of the kinds of a thing name the same kinds, as many as are counted, in the order declared.

    ``statements.yaml`` notes the list of each place, or how many it says there are. All places are compared with the
    first list. In a list that announces an order, the values of a fact rise or fall:

        seasons:
          compare: list
          about: the seasons of the harvest
          says: {rules: [spring, autumn], summary: 3}
        grades:
          compare: list
          about: the teas from the dearest down
          says: {rules: {falling: 'tea/*:price', list: [gold, green]}}

    Wrong: two seasons listed where three are counted; a dearer tea after a cheaper one. Right: the same seasons in
    another order.
    """
    for statement in statements(database, "list"):
        lists = {key: _members(value) for key, value in statement.says.items()}
        for key, value in statement.says.items():
            for extra in sorted(map(str, value.keys() - {"list", *_ORDERS})) if isinstance(value, dict) else ():
                hint = closest(extra, ("list", *_ORDERS))
                yield statement.differs(key, f"'{extra}' is nothing that a list can have{hint}; mend it or take it out")
        first = next((key for key, members in lists.items() if members is not None), None)
        for key, members in lists.items():
            if first is None or key == first:
                continue
            if members is None:
                yield from _miscounted(statement, key, first, lists[first] or [])
            else:
                yield from _other_members(statement, key, first, members, lists[first] or [])
        for key, value in statement.says.items():
            yield from _out_of_order(statement, key, value)


def _members(value: Any) -> list[str] | None:
    if isinstance(value, dict):
        value = value.get("list")
    return names(value) if isinstance(value, list) else None


def _miscounted(statement: Statement, key: str, first: str, members: list[str]) -> Iterator[Finding]:
    stated = number_in(statement.says[key])
    if stated != len(members):
        message = (
            f"{statement.says[key]} by {statement.at(key)}, but {statement.at(first)} has {len(members)}, "
            f"{listed(members)}; settle which holds"
        )
        yield statement.differs(key, message, first)


def _other_members(
    statement: Statement, key: str, first: str, members: list[str], other_members: list[str]
) -> Iterator[Finding]:
    more = [member for member in members if member not in other_members]
    less = [member for member in other_members if member not in members]
    parts = [
        f"{statement.at(key)} has {listed(more)}" if more else "",
        f"{statement.at(first)} has {listed(less)}" if less else "",
    ]
    if more or less:
        yield statement.differs(key, f"{', '.join(filter(None, parts))}, and not the other; settle which holds", first)


def _out_of_order(statement: Statement, key: str, value: Any) -> Iterator[Finding]:
    order = next((order for order in _ORDERS if isinstance(value, dict) and order in value), None)
    if order is None:
        return
    kind, _, path = str(value[order]).partition(":")
    numbers = []
    for member in _members(value) or []:
        record = statement.edition.records.get(kind.replace("*", member))
        number = number_in(record.figure(path.replace("*", member))) if record else None
        if number is not None:
            numbers.append((member, number))
    for (before, low), (member, high) in pairwise(numbers):
        if (high < low) if order == "rising" else (high > low):
            where_it_is = f"in {statement.at(key)}, which is {order}"
            message = f"'{member}' ({high:g}) comes after '{before}' ({low:g}) {where_it_is}; mend the order"
            yield statement.differs(key, message)


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

"""What several places say of one thing agrees: statements, figures, bounds, names, effects.

For rules that no figure represents (who may use an order, the order of steps), ``statements.yaml`` has the statement of
each place, in the terms of the vocabulary. Different things differ, one thing has one name, and a parameter that is
stated in several places one value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatchcase
from itertools import combinations, islice, pairwise
from typing import Any

from kensei_docs.check.data.play import restatements
from kensei_docs.check.finding import (
    Finding,
    figure_read,
    finding_at,
    listed,
    mapping,
    names,
    paths_of_columns,
    section_finding,
    where,
)
from kensei_docs.check.messages import CONTRADICTORY, StatedBound, stated_bounds
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import conditions, fact_at, rows_of, values
from kensei_docs.database.record_sheets import ListTree
from kensei_docs.database.records import read_editorial
from kensei_docs.database.schema import StatementSchema
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.figures import number_in, parse, same
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

    @property
    def first(self) -> str:
        """The place with which the others are compared."""
        return next(iter(self.says))

    def differs(self, key: str, message: str, other: str | None = None) -> Finding:
        """Return a finding at the statement of one place; ``other`` is a place that it was compared with."""
        beside = [(self.record, f"says.{other}")] if other else []
        return finding_at(self.record, f"says.{key}", f"{self.entry.about}: {message}", beside=beside)

    def contradicts(self, key: str, fault: str, other: str) -> Finding:
        """Return a finding that two places can't both be right."""
        return self.differs(key, f"{fault}; settle which holds", other)


def statements(database: Database, compare: str) -> Iterator[Statement]:
    """Yield the statements of all editions with that ``compare``; one without a place says nothing."""
    for edition in database.editions.values():
        for record in edition.statements.values():
            entry, _ = read_editorial(record)
            if isinstance(entry, StatementSchema) and entry.compare == compare and entry.says:
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
        says = {key: str(value) for key, value in statement.says.items()}
        first = next((key for key, comparator in says.items() if comparator in _COMPARISONS), "")
        for key, comparator in says.items():
            if comparator not in _COMPARISONS:
                hint = closest(comparator, _COMPARISONS)
                fault = f"'{comparator}' is not a comparison{hint}; known are {listed(_COMPARISONS)}"
                yield statement.differs(key, fault)
            elif comparator != says[first]:
                here = f"{_COMPARISONS[comparator]} by {statement.at(key)}"
                there = f"{_COMPARISONS[says[first]]} by {statement.at(first)}"
                yield statement.contradicts(key, f"{here}, but {there}", first)


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
                continue
            claimed = names(statement.says[claim])
            for key, value in statement.says.items():
                others = [word for word in names(value) if word not in (*claimed, *statement.entry.exceptions)]
                if others and key != claim:
                    only = f"where {statement.at(claim)} has only {listed(claimed)}"
                    yield statement.contradicts(key, f"{listed(others)} by {statement.at(key)}, {only}", claim)
            yield from _facts_against(statement, claim, claimed)


def _facts_against(statement: Statement, claim: str, claimed: list[str]) -> Iterator[Finding]:
    """Yield a finding for each fact whose value is not among those that the claim (``only``, ``always``) allows."""
    allowed = [*claimed, *statement.entry.exceptions]
    for pattern in statement.entry.values:
        identities, _, path = pattern.partition(":")
        for record in statement.edition.records.values():
            if not fnmatchcase(record.id, identities) or record.id in allowed:
                continue
            for fact_path, value in values(record, path):
                if isinstance(value, str) and not any(same(value, each) for each in allowed):
                    only = f"where {statement.at(claim)} of {statement.record.id} has only {listed(claimed)}"
                    fault = f"{statement.entry.about}: '{fact_path}' is {value}{where(record, fact_path)}, {only}"
                    beside = [(statement.record, f"says.{claim}")]
                    yield finding_at(record, fact_path, f"{fault}; settle which holds", beside)


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
        scopes = {key: {str(atom): v for atom, v in mapping(scope).items()} for key, scope in statement.says.items()}
        for key, atom in ((key, atom) for key, scope in scopes.items() for atom in scope if atom not in atoms):
            fault = f"'{atom}' is not a condition of the vocabulary{closest(atom, atoms)}"
            yield statement.differs(key, f"{fault}; mend the name, or add it to vocabulary.yaml")
        first = statement.first
        for key, scope in scopes.items():
            more, less = _conditions(scope, scopes[first]), _conditions(scopes[first], scope)
            asks = [(statement.at(key), more), (statement.at(first), less)]
            silent = [place for place, conditions in asks if not conditions]
            if more or less:
                parts = [f"{place} asks for {conditions}" for place, conditions in asks if conditions]
                parts += [f"{place} doesn't" for place in silent]
                yield statement.contradicts(key, ", ".join(parts), first)


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
        first = statement.first
        order = names(statement.says[first])
        for key, value in statement.says.items():
            shared = [step for step in names(value) if step in order]
            swapped = (pair for pair in combinations(shared, 2) if order.index(pair[0]) > order.index(pair[1]))
            for early, late in islice(swapped, 1):
                fault = f"'{early}' comes before '{late}' by {statement.at(key)}, and after it by {statement.at(first)}"
                yield statement.contradicts(key, fault, first)
        yield from _too_early(statement)
    for record in database.records:
        steps = rows_of(record, "steps")
        numbers = {key: number_in(step.get("number") or step.get("step")) for key, step in steps.items()}
        numbered = ((key, number) for key, number in numbers.items() if number is not None)
        for (before, low), (key, high) in pairwise(numbered):
            if high <= low:
                path = f"steps.{key}"
                fault = f"step '{key}' has the number {high:g} after {low:g} of '{before}'{where(record, path)}"
                yield finding_at(record, path, f"{fault}; number them in their order")


def _too_early(statement: Statement) -> Iterator[Finding]:
    """Yield a finding for each step of which all those that give what it needs come later."""
    for key, value in statement.says.items():
        steps = names(value)
        for step, need in statement.entry.needs.items():
            givers = [giver for giver, gift in statement.entry.gives.items() if gift == need and giver in steps]
            if step in steps and givers and all(steps.index(giver) > steps.index(step) for giver in givers):
                fault = f"'{step}' needs the {need}, which {statement.at(key)} has no earlier than in '{givers[0]}'"
                yield statement.differs(key, f"{fault}; mend the order")


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
            for extra in sorted(map(str, mapping(value).keys() - {"list", *_ORDERS})):
                hint = closest(extra, ("list", *_ORDERS))
                yield statement.differs(key, f"'{extra}' is nothing that a list can have{hint}; mend it or take it out")
        first, expected = next(((key, found) for key, found in lists.items() if found is not None), ("", []))
        for key, members in lists.items() if first else ():
            if members is None:
                if number_in(statement.says[key]) != len(expected):
                    fault = f"{statement.says[key]} by {statement.at(key)}, but {statement.at(first)} has"
                    yield statement.contradicts(key, f"{fault} {len(expected)}, {listed(expected)}", first)
                continue
            more = [member for member in members if member not in expected]
            less = [member for member in expected if member not in members]
            parts = [f"{statement.at(one)} has {listed(only)}" for one, only in ((key, more), (first, less)) if only]
            if parts:
                yield statement.contradicts(key, f"{', '.join(parts)}, and not the other", first)
        for key, value in statement.says.items():
            yield from _out_of_order(statement, key, mapping(value))


def _members(value: Any) -> list[str] | None:
    if isinstance(value, dict):
        value = value.get("list")
    return names(value) if isinstance(value, list) else None


def _out_of_order(statement: Statement, key: str, value: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each member whose fact is on the wrong side of that of the member before it."""
    order = next((order for order in _ORDERS if order in value), None)
    kind, _, path = str(value[order]).partition(":") if order else ("", "", "")
    numbers = []
    for member in (_members(value) or []) if order else ():
        record = statement.edition.records.get(kind.replace("*", member))
        number = number_in(record.figure(path.replace("*", member))) if record else None
        if number is not None:
            numbers.append((member, number))
    for (before, low), (member, high) in pairwise(numbers):
        if (high < low) if order == "rising" else (high > low):
            fault = f"'{member}' ({high:g}) comes after '{before}' ({low:g}) in {statement.at(key)}, which is {order}"
            yield statement.differs(key, f"{fault}; mend the order")


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
                here, there = (where(one, path, "figures") for one in (record, first))
                fault = f"{record.name}{here} does exactly what {first.id} does{there}"
                yield finding_at(record, path, f"{fault}; see whether one of them is mistaken")


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
_MIN_LETTERS = 4
_MIN_SIMILARITY = 0.9
_NUMBER = re.compile(r"\d+")


@check("warning")
def term_alias(database: Database) -> Iterator[Finding]:
    """One thing has one name, and one name means one thing.

    Names of one kind are compared with each other, and every entry of ``aliases`` with all names of its kind and
    edition. Hyphens, capitals and the order of words make no difference.

    Wrong: two abilities called Steady Shot; Swift Foot beside Foot Swift; an alias that is the name of another marker;
    Heavy Armour beside Heavy Armours. Right: Undead beside Undead Samurai; an ability and a marker of one name; Old
    Otter beside Odd Otter where ``edition.yaml`` has ``alike: [Odd Otter]``.
    """
    for edition in database.editions.values():
        for kind in edition.kinds:
            yield from _near_names(edition.records_of(kind), edition.alike)
        all_names = {record.name for record in edition.records.values()}
        of_columns = ((record, path) for record in edition.records.values() for path in paths_of_columns(record))
        words = {word for record, path in of_columns for word in names(record.get(path))}
        for number, name in enumerate(edition.alike):
            if name not in all_names and name not in words:
                message = f"no record has the name '{name}'{closest(name, all_names)}; mend it, or take it out"
                yield Finding(edition.tree.place(f"alike.{number}"), message, "", edition=edition.id)
        owners = {(record.kind, _plain(record.name)): record for record in edition.records.values()}
        for record in edition.records.values():
            for alias in names(record.get("aliases")):
                owner = owners.setdefault((record.kind, _plain(alias)), record)
                if owner is not record:
                    fault = f"the alias '{alias}' belongs to {owner.id}, '{owner.name}', already"
                    yield finding_at(record, "aliases", f"{fault}; keep it with one of them")


def _near_names(records: list[Record], alike: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each record with the name of an earlier one, or a name that differs by a letter or two.

    Names that are meant to be ``alike`` may differ so. Of several earlier ones of one name, the first stands for all.
    """
    seen: dict[str, Record] = {}
    for record in records:
        name = _plain(record.name)
        for other_name, other in seen.items():
            if name == other_name or _is_near(name, other_name):
                likeness = "is also the name of" if name == other_name else "differs by a letter or two from"
                here, there = (f"'{one.name}'{where(one, 'name')}" for one in (record, other))
                remedy = "give each its own name, or one of them as an alias"
                if name != other_name and not {record.name, other.name}.isdisjoint(alike):
                    continue
                if name != other_name:
                    remedy += f"; if both are meant, write 'alike: [{record.name}]' into edition.yaml"
                yield finding_at(record, "name", f"{here} {likeness} {other.id}, {there}; {remedy}")
        seen.setdefault(name, record)


def _plain(name: str) -> str:
    return " ".join(sorted(name.casefold().replace("-", " ").split()))


def _is_near(a: str, b: str) -> bool:
    # Cheap bounds first: a hundred names make thousands of pairs. Another number makes another name: Phase 1, Phase 2.
    if abs(len(a) - len(b)) > 2 or min(len(a), len(b)) < 5 or _NUMBER.findall(a) != _NUMBER.findall(b):
        return False
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.quick_ratio() >= _MIN_SIMILARITY and matcher.ratio() >= _MIN_SIMILARITY


@check("warning", of_print=True)
def words_of_a_column_are_spelled_alike(database: Database) -> Iterator[Finding]:
    """A word in a column of a spreadsheet is not nearly one that stands there more often.

    Nor is it nearly the name of a record of the kind that the column is called like. A column that a project declares
    is not looked at.

    Wrong: *Leadr* in one row, *Leader* in two others; *Foxs* in the column *Clan*, where a sheet *Clans* has *Foxes*.
    Right: *Scout* beside *Leader*; *Bear* beside *Boar*; *Leadr* where ``edition.yaml`` has ``alike: [Leadr]``.
    """
    for edition in database.editions.values():
        for kind in edition.kinds:
            records = edition.records_of(kind)
            trees = {id(record.tree): record.tree for record in records if isinstance(record.tree, ListTree)}
            for taken in (one for tree in trees.values() for sheet in tree.sheets for one in sheet.found):
                column = taken.column
                if column.takes not in ("text", "list") or column.of or taken.held.sentences:
                    continue
                words = [(record, str(word)) for record in records for word in names(record.get(column.at))]
                counts = Counter(word for _, word in words)
                known = [word for word, count in counts.items() if count > 1]
                known += [record.name for record in edition.records_of(f"own-{column.name}")]
                for record, word in words:
                    near = "" if counts[word] > 1 or word in (*known, *edition.alike) else _nearest(word, known)
                    if near:
                        remedy = f"mend it; if both are meant, write 'alike: [{word}]' into edition.yaml"
                        yield finding_at(record, column.at, f"'{word}' is almost '{near}', which others have; {remedy}")


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that another one is nearly; empty without any. Of *bear* and *boar*, both may be meant."""
    return next((one for one in known if one != word and (_lacks_a_letter(one, word) or _is_near(one, word))), "")


def _lacks_a_letter(a: str, b: str) -> bool:
    shorter, longer = sorted((a.casefold(), b.casefold()), key=len)
    is_short = len(shorter) < _MIN_LETTERS or len(longer) != len(shorter) + 1
    return not is_short and any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer)))


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
        first = statement.first
        for key, value in statement.says.items():
            if not same(str(statement.says[first]), str(value)):
                here, there = (f"{statement.says[one]} by {statement.at(one)}" for one in (key, first))
                yield statement.contradicts(key, f"{here}, but {there}", first)
    for effect, other, same_effects in restatements(database):
        if not same_effects:
            lacks = f"but {other.id}, which it restates, has no modifier that comes to the same"
            fault = f"'{effect.place_path}' is {effect.value}{where(effect.record, effect.fact)}, {lacks}"
            yield finding_at(effect.record, effect.place_path, f"{fault}; mend one of them")
    for record in database.records:
        yield from _duplicate_amounts(record)


def _differing_facts(edition: Edition, name: str, stated: Any) -> Iterator[Finding]:
    declared_at = f"parameters.{name}"
    if len(names(stated)) < 2:
        yield section_finding(edition, declared_at, f"'{name}' should list two facts or more (record:path); add them")
        return
    known: list[tuple[Record, str]] = []
    for i, fact in enumerate(fact_at(edition, fact) for fact in names(stated)):
        if isinstance(fact, str):
            yield section_finding(edition, f"{declared_at}.{i}", f"'{name}': {fact}; mend the path")
        else:
            known.append(fact)
    for record, path in known[1:]:
        first, first_path = known[0]
        if not same(first.figure(first_path), record.figure(path)):
            gives = f"{record.figure(path) or 'nothing'} for the {name.replace('-', ' ')}{where(record, path)}"
            there = f"{first.id} '{first_path}' gives {figure_read(first, first_path)}"
            message = f"'{path}' gives {gives}, where {there}; mend one of them"
            yield finding_at(record, path, message, beside=[(first, first_path)])


def _duplicate_amounts(record: Record) -> Iterator[Finding]:
    stated: dict[Hashable, Effect] = {}
    for effect in effects_of(record):
        if not effect.when or effect.figure is None or record.get(f"{effect.path}.name"):
            continue
        first = stated.setdefault((effect.hook, effect.operation, effect.condition(), effect.rest), effect)
        if first.figure != effect.figure:
            there = f"{first.figure} in the same circumstances{where(record, first.fact, effect.fact)}"
            fault = (
                f"'{effect.place_path}' gives {effect.figure} to {effect.hook} where '{first.place_path}' gives {there}"
            )
            message = f"{fault}; keep one, or say how they differ"
            yield finding_at(record, effect.place_path, message, beside=[(record, first.fact)])


@dataclass(frozen=True)
class _Bound:
    """A bound that a text or a condition of a record states; ``path`` is where."""

    record: Record
    path: str
    stated: StatedBound

    @property
    def value(self) -> str | None:
        return self.record.figure(f"figures.{self.stated.figure}")


@check("error")
def bounds_agree(database: Database) -> Iterator[Finding]:
    """Two places that bound one thing by one figure agree whether the figure itself is in bounds.

    Compared are the texts and the conditions of a record that name the same of its figures; and texts of different
    records with the same figure, where the words around it say that it measures or counts the same. Bounds on different
    sides, such as the least and the most, are not compared, nor those in a clause that is denied.

    Wrong: "lower than %(low)s of its height" in one record and "up to %(low)s of the height" in another, both 75 %;
    "less than %(range)s away" beside ``distance: {at-most: $range}``. Right: "less than" in both; "at least" here and
    "less than" there, which leaves no gap.
    """
    for edition in database.editions.values():
        for first, second in combinations(_bounds(edition), 2):
            if {first.stated.bound, second.stated.bound} in CONTRADICTORY and _is_of_one_thing(first, second):
                here, there = (f"says '{one.stated.words}'{where(one.record, one.path)}" for one in (second, first))
                fault = f"'{second.path}' {here}, but '{first.path}' of {first.record.id} {there}"
                message = f"{fault}; settle whether {first.value} itself is in bounds"
                yield finding_at(second.record, second.path, message, beside=[(first.record, first.path)])


def _bounds(edition: Edition) -> Iterator[_Bound]:
    for record in (*edition.records.values(), *edition.rulings.values()):
        for path, text in record.messages:
            # The question of a ruling may state what nobody holds.
            if path != "question":
                yield from (_Bound(record, path, stated) for stated in stated_bounds(text, edition.written_in))
        for path, when in conditions(record.data):
            for atom, required in when.items():
                for bound, figure in mapping(required).items():
                    if str(figure).startswith("$"):
                        words = f"{atom}: {bound} {figure}"
                        yield _Bound(record, f"{path}.when", StatedBound(figure[1:], str(bound), words, frozenset()))


def _is_of_one_thing(first: _Bound, second: _Bound) -> bool:
    """Return whether two bounds are of one figure of a record, or of one measure of the same thing."""
    if first.record is second.record and first.stated.figure == second.stated.figure:
        return True
    figure = parse(first.value) if first.value and first.value == second.value else None
    # A bare number is of many things: it takes more than one word, such as both forms of a noun, to tell its own.
    return figure is not None and len(first.stated.measured & second.stated.measured) >= (1 if figure.unit else 2)

"""Comparing two versions: matched records and paired values become changes of the rules, with their consequences.

A rule that changed is reported once: a figure with the text that contains it, a condition with its value, and the
number of a step with the new order of the steps. If the lineage declares a situation, the engine computes what a change
does there: the expected results of a roll, or a series of values, before and after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine import Game
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import Effect, easing, effects_of, hook_property, resolve
from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.engine.game import roll_of
from kensei_docs.engine.odds import expected_successes, odds
from kensei_docs.figures import parse, same, with_plain_digits
from kensei_docs.problems import Unusable, unusable
from kensei_docs.project import Project
from kensei_docs.versions.changes import (
    Change,
    ChangeKind,
    Consequence,
    End,
    Matter,
    Relation,
    Series,
    Weights,
    citations_at,
    placeholders_at,
)
from kensei_docs.versions.lineage import Clauses, Lineage, OddsSchema, SeriesSchema, load_lineage
from kensei_docs.versions.matching import Leaf, Pair, RecordMatch, match_records, pair_values
from kensei_docs.versions.revisions import Version, pairs_of_editions

# The key of a step's number; steps that are only renumbered make one change.
PLACE_KEY = "number"
# The parts of an effect that are reported with its value.
_PARTS_OF_EFFECTS = ("when", "hook")
# The order of a record's changes in a report, by their matter.
_ORDER_OF_MATTERS = ("record", "figure", "field", "words")
# The `passes` of a roll of which every die that passes is a success; the other rolls pass or fail as a whole.
_EACH_DIE_COUNTS = "at-least"

# The id of a record, and a path in it.
Spot = tuple[str, str]
T = TypeVar("T")


def diff(project: Project, a: Version, b: Version, with_wording: bool = False) -> list[Change]:
    """Return every change from version ``a`` to ``b``, edition by edition.

    States of one edition are matched by the ids of their records, two editions by the lineage in ``project``. A
    difference in wording alone is left out unless ``with_wording`` is true, or an erratum has changed the text or name.
    Raises Unusable if two editions have no lineage.
    """
    return [
        change
        for ours, theirs in pairs_of_editions(a, b)
        for change in _diff_editions(project, a.database, b.database, ours, theirs, with_wording)
    ]


def _diff_editions(
    project: Project, in_a: Database, in_b: Database, a: Edition | None, b: Edition | None, with_wording: bool
) -> Iterator[Change]:
    either_edition = b or a
    assert either_edition is not None, "one version has the edition"
    a, b = a or replace(either_edition, records={}), b or replace(either_edition, records={})
    lineage = _lineage(project, in_b, a, b) if a.id != b.id else None
    errata = frozenset() if lineage else frozenset(_spots_of_errata(a, b))
    weights = Weights.of(in_b.vocabulary, lineage.weights if lineage else {})
    changes = compare(a, b, in_b, lineage, with_wording, errata)
    for change in with_consequences(changes, (in_a, a), (in_b, b), lineage):
        change = replace(change, weight=weights.weigh(change))
        yield _with_clauses(change, lineage.clauses, a, b) if lineage else change


def _lineage(project: Project, database: Database, a: Edition, b: Edition) -> Lineage:
    lineage = load_lineage(project, replace(database, editions={a.id: a, b.id: b}), a.id, b.id)
    if lineage is None:
        raise unusable(
            f"data/lineage/{a.id}--{b.id}.yaml",
            "is missing, and records of two editions are never matched by their looks; "
            f"'kensei-docs lineage suggest {a.id} {b.id}' drafts one to review",
            "lineage",
        )
    return lineage


def _spots_of_errata(a: Edition, b: Edition) -> Iterator[Spot]:
    """Yield the id and path of each fact that an erratum changes, of the errata that only one of two states has."""
    for ours, theirs in ((a, b), (b, a)):
        for name, erratum in ours.errata.items():
            if name not in theirs.errata:
                yield from ((change.record, change.fact) for change in erratum.content.changes.values())


def _with_clauses(change: Change, clauses: Mapping[str, Clauses], a: Edition, b: Edition) -> Change:
    """Return a change from edition ``a`` to ``b`` with the clauses of the fact or record that it is about.

    A change names a fact in each edition. If both have entries, the entry of the fact that the other edition lacks is
    used: if one fact was split, each of the changes then has its own entry.
    """
    names = []
    for end, other in ((change.b, a), (change.a, b)):
        if end.record is not None and end.value is not None:
            record = other.records.get(end.record.id)
            is_in_other = record is not None and (not end.path or record.get(end.path) is not None)
            names.append((is_in_other, f"{end.record.id}:{end.path}".removesuffix(":")))
    entries = (clauses[name] for _, name in sorted(names, key=lambda one: one[0]) if name in clauses)
    if (entry := next(entries, None)) is None:
        return change
    old, new = (
        replace(end, clause=clause, citations=citations or end.citations)
        for end, (clause, citations) in zip((change.a, change.b), entry, strict=True)
    )
    return replace(change, a=old, b=new)


def compare(
    a: Edition,
    b: Edition,
    database: Database,
    lineage: Lineage | None = None,
    with_wording: bool = False,
    errata: frozenset[Spot] = frozenset(),
) -> list[Change]:
    """Return the changes from ``a`` to ``b``, by kind of record and in the order of the records, numbers first.

    A difference in wording alone is left out unless ``with_wording`` is true, or ``errata`` contains the id and path.
    """
    matches = match_records(a, b, lineage)
    pairs = list(pair_values(a, b, matches, lineage))
    values = _Values(a, b, database, with_wording, errata)
    of_values = [(change, pair) for pair in pairs if not _is_shifted(pair) and (change := values.change(pair))]
    of_records = [*_record_changes(matches, a, b), *_renumberings(pairs)]
    changes = [*of_records, *_unrepeated(of_records, of_values, pairs), *_heading_changes(pairs)]
    changes = [_with_reason(change, a, b) for change in changes]
    kinds = {kind: i for i, kind in enumerate(dict.fromkeys(database.vocabulary.kinds.values()))}
    # The records of b keep their order; a record of a follows its counterpart or, without one, the record before it.
    in_b = {record_id: i for i, record_id in enumerate(b.records)}
    position_in_b = {record.id: in_b[match.b[0].id] for match in matches if match.b for record in match.a}
    in_a: dict[str, tuple[int, int]] = {}
    last = -1
    for i, record_id in enumerate(a.records, 1):
        last = position_in_b.get(record_id, last)
        in_a[record_id] = (last, i)

    def order(change: Change) -> tuple[int, str, tuple[int, int], int, int]:
        record = change.record
        position = (in_b[record.id], 0) if change.b.record else in_a[record.id]
        # Texts keep their order in the record; a text that it lacks is the last.
        texts = [field for field, _ in record.messages]
        path = (change.b if change.b.record else change.a).path
        text = texts.index(path) if path in texts else len(texts)
        return kinds.get(record.kind, len(kinds)), record.kind, position, _ORDER_OF_MATTERS.index(change.matter), text

    return sorted(changes, key=order)


def _with_reason(change: Change, a: Edition, b: Edition) -> Change:
    """Return a change with the reason of the edition that leaves it out, if it is out of scope."""
    if change.change != "out-of-scope":
        return change
    end, other = (change.a, b) if change.a.value is not None else (change.b, a)
    name = other.reason_for(end.record, end.path) if end.record else None
    return replace(change, reason=(other.id, name)) if name else change


def _record_changes(matches: Iterable[RecordMatch], a: Edition, b: Edition) -> Iterator[Change]:
    """Yield the changes of whole records: added, removed, renamed, moved, out of scope."""
    of_pairs: dict[Relation, ChangeKind] = {"split": "moved", "merged": "moved", "renamed": "renamed"}
    for match in matches:
        relation = match.relation
        kind = of_pairs.get(relation)
        if not (match.a and match.b):
            if match.partner or relation in ("same", "no-rules"):
                # Parts of the record are paired, and the others are reported one by one; or the record is valid in both
                # editions, or is not a rule.
                continue
            record, other = (match.a[0], b) if match.a else (match.b[0], a)
            kind = "removed" if match.a else "added"
            if relation == "out-of-scope" or other.leaves_out(record):
                relation = kind = "out-of-scope"
        if kind:
            yield Change(kind, _end_of_records(match.a), _end_of_records(match.b), relation, "record")


def _end_of_records(records: tuple[Record, ...]) -> End:
    if not records:
        return End()
    names = ", ".join(record.name for record in records)
    return End(records, "", names, None, tuple(citation for record in records for citation in record.citations))


@dataclass(frozen=True)
class _Values:
    """What is needed to tell whether the values of a pair are a change; see ``compare``."""

    a: Edition
    b: Edition
    database: Database
    with_wording: bool
    errata: frozenset[Spot]

    def change(self, pair: Pair) -> Change | None:
        """Return the change of a value; None if both sides mean the same, or the lineage explains the difference."""
        if pair.a and pair.b:
            return self._change_of_both(pair, pair.a, pair.b)
        leaf, other = (pair.a, self.b) if pair.a else (pair.b, self.a)
        assert leaf is not None, "a pair has a side"
        only_words = leaf.words and not self._compares_words(pair, leaf)
        if leaf.value is None or (only_words and not self.with_wording):
            return None
        outside = pair.relation == "out-of-scope" or other.leaves_out(leaf.record, leaf.path)
        kind: ChangeKind = "out-of-scope" if outside else "removed" if pair.a else "added"
        return _change(kind, pair, "words" if only_words else None)

    def _change_of_both(self, pair: Pair, a: Leaf, b: Leaf) -> Change | None:
        if a.words and b.words:
            are_rules = self._compares_words(pair, a) and self._compares_words(pair, b)
            is_change = a.value != b.value and (are_rules or self.with_wording)
            return _change("changed", pair, "field" if are_rules else "words") if is_change else None
        if (a.figure_names or b.figure_names) and a.record.get(a.path) == b.record.get(b.path):
            # Both name the same figure, which is compared at its own path.
            return None
        is_named_same = pair.exact and pair.relation == "same"
        if pair.key == "when" and pair.edge and (pair.relation in ("split", "merged") or is_named_same):
            # The edge says that the condition was split or merged, or that it means the same in both editions.
            return None
        if _is_part(pair, a, b) or (pair.edge and pair.relation == "same" and pair.key == PLACE_KEY):
            return None
        if _is_same_value(a.value, b.value) or self._ease_equally(pair, a, b):
            if pair.edge and pair.relation != "same" and _is_figure(a) and not a.effect:
                return _change("renamed" if pair.relation == "renamed" else "changed", pair)
            return None
        kind: ChangeKind = "added" if a.value is None else "removed" if b.value is None else "changed"
        if kind == "changed" and _members(a.value) == _members(b.value):
            kind = "moved"
        if (kind == "added" and self.a.leaves_out(b.record, b.path)) or (
            kind == "removed" and self.b.leaves_out(a.record, a.path)
        ):
            kind = "out-of-scope"
        return _change(kind, pair)

    def _compares_words(self, pair: Pair, leaf: Leaf) -> bool:
        """Return whether the words of a leaf are compared.

        They are if an erratum has changed them, if the person who reviewed the lineage named this very text, or if they
        state a rule that the lineage lists as replaced, new or dropped.
        """
        return (
            (leaf.record.id, leaf.path) in self.errata
            or (pair.exact and pair.relation != "same")
            or (leaf.states_rule and pair.relation in ("replaced", "new", "dropped"))
        )

    def _ease_equally(self, pair: Pair, a: Leaf, b: Leaf) -> bool:
        """Return whether two effects make one roll easier by the same amount, on the result or the difficulty."""
        if not (a.effect and b.effect and ((a.is_operation and b.is_operation) or pair.key == "hook")):
            return False
        ours, theirs = (
            next((e for e in effects_of(leaf.record) if e.path == leaf.effect and e.operation == "add"), None)
            for leaf in (a, b)
        )
        eased = easing(self.database, ours) if ours and theirs else None
        return eased is not None and theirs is not None and eased == easing(self.database, theirs)


def _change(kind: ChangeKind, pair: Pair, matter: Matter | None = None) -> Change:
    numeric = any(leaf is not None and _is_figure(leaf) for leaf in (pair.a, pair.b))
    absent = End((pair.other,) if pair.other else ())
    a, b = (
        End((leaf.record,), leaf.path, leaf.value, leaf.when, leaf.citations) if leaf else absent
        for leaf in (pair.a, pair.b)
    )
    return Change(kind, a, b, pair.relation, matter or ("figure" if numeric else "field"))


def _is_figure(leaf: Leaf) -> bool:
    return leaf.value is not None and parse(leaf.value.lstrip("<>\u2264\u2265 ")) is not None


def _is_same_value(a: str | None, b: str | None) -> bool:
    """Return whether two values are equal; a plus sign is ignored."""
    if a is None or b is None:
        return a is b
    return same(*(with_plain_digits(each).removeprefix("+") for each in (a, b)))


def _members(value: str | None) -> list[str]:
    """Return the members of a list, sorted; any other value as its only member."""
    return sorted((value or "").split(", "))


def _is_part(pair: Pair, a: Leaf, b: Leaf) -> bool:
    """Return whether the value of one side is a part of the other side's list, and the lineage explains the rest.

    The other members are elsewhere in the edition: the list was split or merged, or the lists are the same and one
    document states some members in another rule.
    """
    if not (pair.exact and any(isinstance(leaf.record.get(leaf.path), list) for leaf in (a, b))):
        return False
    ours, theirs = (set(_members(leaf.value)) for leaf in (a, b))
    is_allowed_part = {"split": theirs < ours, "merged": ours < theirs, "same": theirs < ours or ours < theirs}
    return is_allowed_part.get(pair.relation, False)


def _is_shifted(pair: Pair) -> bool:
    """Return whether a pair is the number of a step that both sides have, with another value on each."""
    a, b = pair.a, pair.b
    return (
        a is not None
        and b is not None
        # Steps that the lineage calls the same are so in whatever order the documents have them.
        and not (pair.edge and pair.relation == "same")
        and pair.key == PLACE_KEY
        and all(leaf.group and leaf.value is not None for leaf in (a, b))
        and not _is_same_value(a.value, b.value)
    )


def _renumberings(pairs: Iterable[Pair]) -> Iterator[Change]:
    """Yield one change (``moved``) for each group of steps of which some are on both sides and have other numbers.

    Its values are the names of the steps of each side, in their order.
    """
    relations: dict[tuple[tuple[str, str], ...], tuple[Relation, list[End]]] = {}
    for pair in pairs:
        if _is_shifted(pair) and pair.a and pair.b:
            # ``steps.move.number``: the steps are in the group ``steps``.
            groups = [(leaf.record, leaf.group.rpartition(".")[0]) for leaf in (pair.a, pair.b)]
            key = tuple((record.id, group) for record, group in groups)
            relations.setdefault(key, (pair.relation, [_end_of_steps(*group) for group in groups]))
    for relation, (a, b) in relations.values():
        yield Change("moved", a, b, relation, "field")


def _end_of_steps(record: Record, group: str) -> End:
    steps = [(key, step) for key, step in (record.get(group) or {}).items() if isinstance(step, dict)]
    order = sorted((str(step.get(PLACE_KEY)).zfill(3), key) for key, step in steps)
    return End((record,), group, ", ".join(key for _, key in order), None, record.citations)


def _heading_changes(pairs: Iterable[Pair]) -> Iterator[Change]:
    """Yield a change for each group of lists whose headings differ between the sides.

    The values of the change are the number of headings and their names: ``2: move, fight``.
    """
    seen: set[tuple[str, str, str]] = set()
    for pair in pairs:
        if not (pair.a and pair.b and pair.a.group and pair.a.group == pair.b.group):
            continue
        group, records = pair.a.group, (pair.a.record, pair.b.record)
        key = (records[0].id, records[1].id, group)
        old, new = ([], []) if key in seen else (_headings(record, group) for record in records)
        seen.add(key)
        if old and new and set(old) != set(new):
            ends = (_end_of_headings(records[0], group, old), _end_of_headings(records[1], group, new))
            yield Change("changed", *ends, pair.relation, "figure")


def _headings(record: Record, group: str) -> list[str]:
    """Return the headings of a group of which all members are lists, else an empty list."""
    part = record.get(group)
    lists = isinstance(part, dict) and all(isinstance(inner, list) for inner in part.values())
    return list(part) if lists else []


def _end_of_headings(record: Record, group: str, headings: list[str]) -> End:
    places = {citation: None for heading in headings for citation in citations_at(record, f"{group}.{heading}")}
    return End((record,), group, f"{len(headings)}: {', '.join(headings)}", None, tuple(places) or record.citations)


@dataclass
class _Reported:
    """The reported changes of one side: ``spots`` are changed values, ``alone`` values that the other side lacks."""

    spots: set[Spot] = field(default_factory=set)
    alone: set[Spot] = field(default_factory=set)
    # By the id of the record: the figures in its reported texts, and in its effects that the other side lacks.
    in_texts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    in_effects: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    # The groups of steps that both sides have, or whose new order is reported.
    steps: set[Spot] = field(default_factory=set)
    # The ids of records that the other side lacks.
    records: set[str] = field(default_factory=set)

    def add(self, change: Change, leaf: Leaf, alone: bool) -> None:
        """Add the change of a value; ``alone``: the other side lacks it."""
        record = leaf.record.id
        self.spots.add((record, leaf.path))
        if alone:
            self.alone.add((record, leaf.path))
            self.in_effects[record].update(leaf.figure_names)
        if leaf.states_rule and change.matter != "words":
            self.in_texts[record].update(placeholders_at(leaf.record, leaf.path))

    def add_whole(self, end: End, other: End) -> None:
        """Add the change of a whole record, or of the order of its steps."""
        if end.path:
            self.steps.update((record.id, end.path) for record in end.records)
        elif other.record is None:
            self.records.update(record.id for record in end.records)

    def has(self, leaf: Leaf) -> bool:
        """Return whether another change of this side reports a value that the other side lacks."""
        record = leaf.record.id
        if leaf.effect is not None and not leaf.is_operation:
            return _has_value(leaf, self.alone)
        group, _, name = leaf.path.partition(".")
        if leaf.effect is not None and group == "effects":
            # A rule's text describes its effects, with their figures.
            return record in self.in_texts and self.in_texts[record].issuperset(leaf.figure_names)
        if leaf.key == PLACE_KEY and leaf.group:
            spots = {(record, leaf.group), (record, leaf.group.rpartition(".")[0])}
            return (record, f"{leaf.group}.text") in self.alone or bool(spots & self.steps)
        if group == "figures":
            return name in self.in_texts.get(record, ()) or name in self.in_effects.get(record, ())
        # A field that names records of its kind, all of which the other side lacks.
        return {f"{leaf.key}/{slug}" for slug in (leaf.value or "").split(", ")} <= self.records


def _has_value(leaf: Leaf, spots: set[Spot]) -> bool:
    """Return whether the operation of a leaf's effect is among some spots."""
    return any((leaf.record.id, f"{leaf.effect}.{operation}") in spots for operation in OPERATIONS)


def _unrepeated(
    entire: Sequence[Change], changes: Sequence[tuple[Change, Pair]], pairs: Iterable[Pair]
) -> Iterator[Change]:
    """Yield those of ``changes`` (changes of values, each with its pair) that no other change reports.

    ``entire`` are the changes of whole records and of the order of steps, ``pairs`` the values of both versions.
    """
    a, b = _Reported(), _Reported()
    for change in entire:
        a.add_whole(change.a, change.b)
        b.add_whole(change.b, change.a)
    for pair in pairs:
        if pair.a and pair.b:
            a.steps.add((pair.a.record.id, pair.a.group))
            b.steps.add((pair.b.record.id, pair.b.group))
    sides = [[(leaf, side) for leaf, side in ((pair.a, a), (pair.b, b)) if leaf] for _, pair in changes]
    for (change, _), of_change in zip(changes, sides, strict=True):
        for leaf, side in of_change:
            side.add(change, leaf, alone=len(of_change) == 1)
    for (change, _), of_change in zip(changes, sides, strict=True):
        if len(of_change) == 1:
            repeated = all(side.has(leaf) for leaf, side in of_change)
        else:
            repeated = all(leaf.key in _PARTS_OF_EFFECTS and _has_value(leaf, side.spots) for leaf, side in of_change)
        if not repeated:
            yield change


def with_consequences(
    changes: list[Change], a: tuple[Database, Edition], b: tuple[Database, Edition], lineage: Lineage | None
) -> Iterator[Change]:
    """Yield changes with what they do under the rules of both sides, in the lineage's situation, if it has one."""
    if not (lineage and lineage.situation):
        yield from changes
        return
    consequences = _Consequences(a, b, lineage)
    seen: set[tuple[str, str]] = set()
    for change in changes:
        # The consequence of an effect is computed once, however many of its fields changed.
        effect = (change.record.id, change.path.rpartition(".")[0])
        consequence = consequences.consequence_of(change) if effect not in seen else None
        if consequence:
            seen.add(effect)
        yield replace(change, consequence=consequence, series=consequences.series_of(change))


@dataclass(frozen=True)
class _Consequences:
    """Computes the consequences of changes: for a change of an effect, the conditions of that effect are added to the
    situation of the lineage, whose ``odds`` are by roll and whose ``series`` by fact (``record:path``)."""

    a: tuple[Database, Edition]
    b: tuple[Database, Edition]
    lineage: Lineage

    @cached_property
    def _games(self) -> tuple[Game, Game] | None:
        """The rules of both sides; None if the engine can't play one of them."""
        return _if_computable(lambda: (Game(self.a[0], self.a[1].id), Game(self.b[0], self.b[1].id)))

    def consequence_of(self, change: Change) -> Consequence | None:
        """Return the expected successes of the changed roll on both sides, with the result of its attack.

        None if the change is not one of an effect, the engine can't compute the numbers, or they are equal.
        """
        effects = [effect for end in (change.a, change.b) if (effect := _effect_at(end)) is not None]
        if not effects or self._games is None:
            return None
        roll = str(hook_property(self.b[0], effects[-1].hook, "roll"))
        usual = self.lineage.situation
        given = dict(usual)
        for effect in effects:
            given.update(_circumstances(effect))
        before, after = (_expected(game, roll, given) for game in self._games)
        if before is None or after is None or before == after:
            return None
        pools = {_pool(game, roll, usual) for game in self._games}
        consequence = Consequence(roll, before, after, dice=pools.pop() if len(pools) == 1 else None)
        declared = self.lineage.odds.get(roll)
        if declared is None:
            return consequence
        named = [_named_in_other_rolls(game, declared.attack, roll) for game in self._games]
        if any(name in named[0] ^ named[1] for name in given.keys() - usual.keys()):
            # Only one edition has effects with these conditions on another roll of the attack: the results of the
            # two attacks would differ by more than this change.
            return consequence
        a, b = (_result(game, declared, usual, given) for game in self._games)
        if a is None or b is None:
            return consequence
        return replace(consequence, result=declared.result, result_a=a, result_b=b)

    def series_of(self, change: Change) -> Series | None:
        """Return the series that is declared for the changed fact; None without one, or if both sides are equal."""
        for end in (change.a, change.b):
            declared = self.lineage.series.get(f"{end.record.id}:{end.path}") if end.record else None
            if declared is not None and self._games:
                a, b = (tuple(_computed(game, declared, at) for at in declared.at) for game in self._games)
                if None not in (*a, *b) and a != b:
                    return Series(declared.value, declared.of, *(tuple(map(str, row)) for row in (declared.at, a, b)))
        return None


def _if_computable(compute: Callable[[], T]) -> T | None:
    """Return what is computed; None if a rule is not formal, or this edition lacks a condition."""
    try:
        return compute()
    except Unusable:
        return None


def _expected(game: Game, roll: str, given: Mapping[str, Any]) -> float | None:
    """Return the expected successes of a roll in a situation; None if they can't be computed."""

    def compute() -> float | None:
        situation = _situation(game, given)
        each_counts = roll_of(game, roll, situation).passes == _EACH_DIE_COUNTS
        return round(float(expected_successes(game, roll, situation)), 2) if each_counts else None

    return _if_computable(compute)


def _pool(game: Game, roll: str, given: Mapping[str, Any]) -> int | None:
    """Return the number of dice of a roll in a situation; None if it can't be computed."""
    return _if_computable(lambda: roll_of(game, roll, _situation(game, given)).dice)


def _situation(game: Game, given: Mapping[str, Any]) -> Situation:
    """Return the situation of the conditions in ``given`` that an edition knows."""
    return situation_of(game, {name: value for name, value in given.items() if game.terms.is_known(name)})


def _result(game: Game, declared: OddsSchema, usual: Mapping[str, Any], given: Mapping[str, Any]) -> float | None:
    """Return the expected result of an attack by troops in the situation ``given`` on troops in the ``usual`` one.

    None if it can't be computed.
    """

    def view(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Situation:
        of_other = {
            name.replace("self.", "opponent.", 1): value for name, value in theirs.items() if name.startswith("self.")
        }
        return _situation(game, {**of_other, **ours, **declared.when})

    troops = {"ours": declared.troops, "theirs": declared.troops}
    attack = _if_computable(lambda: odds(game, declared.attack, view(given, usual), view(usual, given), troops))
    ours = (chance for chance in attack.chances if chance.whose in ("", "ours")) if attack else ()
    mean = next((chance.mean for chance in ours if chance.name == declared.result), None)
    return None if mean is None else round(float(mean), 2)


def _named_in_other_rolls(game: Game, attack: str, roll: str) -> set[str]:
    """Return the names of the conditions of an edition's effects on the other rolls of an attack."""
    chances = game.play.odds.get(attack)
    links = [*chances.each, *chances.steps] if chances else []
    others = {throw.roll for link in links for throw in link.throws.values()} - {roll, None}
    return {
        name
        for record in game.edition.records.values()
        for effect in effects_of(record)
        if hook_property(game.database, effect.hook, "roll") in others
        for name in effect.when
    }


def _computed(game: Game, declared: SeriesSchema, at: float) -> Any:
    """Return the value of a series at one value of its quantity; None if it can't be computed."""
    expression = game.play.computes.get(declared.value)
    if expression is None:
        return None
    return _if_computable(lambda: Evaluation(game, {declared.of: at}, situation_of(game, {})).evaluate(expression))


def _effect_at(end: End) -> Effect | None:
    """Return the effect that the changed value is part of; None if it is part of none."""
    if end.record is None or not end.path:
        return None
    return next((effect for effect in effects_of(end.record) if end.path.startswith(f"{effect.path}.")), None)


def _circumstances(effect: Effect) -> dict[str, Any]:
    """Return values for the atoms of an effect's condition that make it true; atoms with ``not`` are left out."""
    values = {}
    for atom, value in effect.when.items():
        form, inner = next(iter(value.items())) if isinstance(value, dict) else ("is", value)
        if form != "not":
            values[atom] = resolve(effect.record, inner[0] if isinstance(inner, list) else inner)
    return values

"""Comparing two versions: from matched records and paired values to changes of the rules.

Leaves out changes that repeat another change: a rule that changed is reported once.

A figure is reported with the text that contains it, a condition with its value, and the number of a step with the new
order of the steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.effects import easing, effects_of
from kensei_docs.figures import parse, same, with_plain_digits
from kensei_docs.problems import unusable
from kensei_docs.project import Project
from kensei_docs.versions.changes import Change, ChangeKind, End, Matter, Relation, Weights
from kensei_docs.versions.consequences import Consequences
from kensei_docs.versions.lineage import Lineage, RecordMatch, load_lineage, match_records, with_clauses
from kensei_docs.versions.paired_values import Leaf, Pair, Spot, citations_at, pair_values, placeholders_at
from kensei_docs.versions.revisions import Version, pairs_of_editions

# The key of a step's number; steps that are only renumbered make one change.
PLACE_KEY = "number"
# The parts of an effect that are reported with its value.
_PARTS_OF_EFFECTS = ("when", "hook")


@dataclass
class _Side:
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


def unrepeated(
    entire: Sequence[Change], changes: Sequence[tuple[Change, Pair]], pairs: Iterable[Pair]
) -> Iterator[Change]:
    """Yield those of ``changes`` (changes of values, each with its pair) that no other change reports.

    ``entire`` are the changes of whole records and of the order of steps, ``pairs`` the values of both versions.
    """
    a, b = _Side(), _Side()
    for change in entire:
        a.add_whole(change.a, change.b)
        b.add_whole(change.b, change.a)
    for pair in pairs:
        if pair.a and pair.b:
            for side, leaf in ((a, pair.a), (b, pair.b)):
                side.steps.add((leaf.record.id, leaf.path.rpartition(".")[0]))
    for change, pair in changes:
        if pair.a:
            a.add(change, pair.a, pair.b is None)
        if pair.b:
            b.add(change, pair.b, pair.a is None)
    for change, pair in changes:
        sides = [(leaf, side) for leaf, side in ((pair.a, a), (pair.b, b)) if leaf]
        if len(sides) == 2:
            repeated = all(leaf.key in _PARTS_OF_EFFECTS and _has_value(leaf, side.spots) for leaf, side in sides)
        else:
            repeated = _is_reported(*sides[0])
        if not repeated:
            yield change


def _is_reported(leaf: Leaf, side: _Side) -> bool:
    """Return whether another change of the same side reports this value, which the other side lacks."""
    record = leaf.record.id
    if leaf.effect is not None and not leaf.is_operation:
        return _has_value(leaf, side.alone)
    group, _, name = leaf.path.partition(".")
    if leaf.effect is not None and group == "effects":
        # A rule's text describes its effects, with their figures.
        return record in side.in_texts and side.in_texts[record].issuperset(leaf.figure_names)
    step = leaf.path.rpartition(".")[0]
    if leaf.key == PLACE_KEY and step:
        spots = ((record, step), (record, step.rpartition(".")[0]))
        return (record, f"{step}.text") in side.alone or any(spot in side.steps for spot in spots)
    if group == "figures":
        return name in side.in_texts.get(record, ()) or name in side.in_effects.get(record, ())
    # A field that names records of its kind, all of which the other side lacks.
    return {f"{leaf.key}/{slug}" for slug in (leaf.value or "").split(", ")} <= side.records


def _has_value(leaf: Leaf, spots: set[Spot]) -> bool:
    """Return whether the operation of a leaf's effect is among some spots."""
    return any((leaf.record.id, f"{leaf.effect}.{operation}") in spots for operation in OPERATIONS)


# The order of a record's changes in a report, by their matter.
_ORDER_OF_MATTERS = ("record", "figure", "field", "words")


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
    for change in _with_consequences(compare(a, b, in_b, lineage, with_wording, errata), (in_a, a), (in_b, b), lineage):
        change = replace(change, weight=weights.weigh(change))
        yield with_clauses(change, lineage.clauses, a, b) if lineage else change


def _with_consequences(
    changes: list[Change], a: tuple[Database, Edition], b: tuple[Database, Edition], lineage: Lineage | None
) -> Iterator[Change]:
    if not (lineage and lineage.situation):
        yield from changes
        return
    consequences = Consequences(a, b, lineage.situation, lineage.odds, lineage.series)
    seen: set[tuple[str, str]] = set()
    for change in changes:
        # The consequence of an effect is computed once, however many of its fields changed.
        effect = (change.record.id, change.path.rpartition(".")[0])
        consequence = consequences.consequence_of(change) if effect not in seen else None
        if consequence:
            seen.add(effect)
        yield replace(change, consequence=consequence, series=consequences.series_of(change))


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
    of_records = [*_record_changes(matches, a, b), *_renumberings(pairs)]
    values = [
        (change, pair)
        for pair in pairs
        if not _is_shifted(pair)
        for change in _value_changes(pair, a, b, database, with_wording, errata)
    ]
    changes = [*of_records, *unrepeated(of_records, values, pairs), *_heading_changes(pairs)]
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
    for match in matches:
        relation, kind = match.relation, _kind_of_match(match, a, b)
        if kind == "out-of-scope":
            relation = "out-of-scope"
        if kind:
            yield Change(kind, _end_of_records(match.a), _end_of_records(match.b), relation, "record")


def _kind_of_match(match: RecordMatch, a: Edition, b: Edition) -> ChangeKind | None:
    """Return the kind of change of a whole record; None if its parts are compared, or it is no rule."""
    if match.a and match.b:
        kinds: dict[Relation, ChangeKind] = {"split": "moved", "merged": "moved", "renamed": "renamed"}
        return kinds.get(match.relation)
    if match.partner or match.relation in ("same", "no-rules"):
        # Parts of the record are paired, and the others are reported one by one; or the record is valid in both
        # editions, or is not a rule.
        return None
    record, other = (match.a[0], b) if match.a else (match.b[0], a)
    if match.relation == "out-of-scope" or other.leaves_out(record):
        return "out-of-scope"
    return "removed" if match.a else "added"


def _end_of_records(records: tuple[Record, ...]) -> End:
    if not records:
        return End()
    names = ", ".join(record.name for record in records)
    return End(records, "", names, None, tuple(citation for record in records for citation in record.citations))


def _value_changes(
    pair: Pair, a: Edition, b: Edition, database: Database, with_wording: bool, errata: frozenset[Spot]
) -> Iterator[Change]:
    if pair.a and pair.b:
        yield from _changes_of_pair(pair, pair.a, pair.b, a, b, database, with_wording, errata)
    else:
        leaf = pair.a or pair.b
        assert leaf is not None, "a pair has a side"
        yield from _changes_of_single(pair, leaf, b if pair.a else a, with_wording, errata)


def _renumberings(pairs: Iterable[Pair]) -> Iterator[Change]:
    """Yield one change for each group of steps of which some are in both versions and have other numbers."""
    shifted: dict[tuple[str, str, str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        if _is_shifted(pair) and pair.a and pair.b:
            key = (pair.a.record.id, _steps_of(pair.a), pair.b.record.id, _steps_of(pair.b))
            shifted[key].append(pair)
    yield from map(_renumbering, shifted.values())


def _compares_words(pair: Pair, leaf: Leaf, errata: frozenset[Spot]) -> bool:
    """Return whether the words of a leaf are compared.

    They are if an erratum has changed them, if the lineage names this very text, or if they state a rule that the
    lineage lists as replaced, new or dropped.
    """
    if (leaf.record.id, leaf.path) in errata:
        return True
    if pair.exact and pair.relation != "same":
        # The person who reviewed it named this text, or name.
        return True
    return leaf.states_rule and pair.relation in ("replaced", "new", "dropped")


def _changes_of_pair(
    pair: Pair,
    a: Leaf,
    b: Leaf,
    edition_a: Edition,
    edition_b: Edition,
    database: Database,
    with_wording: bool,
    errata: frozenset[Spot],
) -> Iterator[Change]:
    """Yield the change of a value that both versions have, unless the two mean the same or the lineage explains it."""
    if a.words and b.words:
        are_rules = _compares_words(pair, a, errata) and _compares_words(pair, b, errata)
        if a.value != b.value and (are_rules or with_wording):
            yield _change("changed", pair, "field" if are_rules else "words")
        return
    if (a.figure_names or b.figure_names) and a.record.get(a.path) == b.record.get(b.path):
        # Both name the same figure, which is compared at its own path.
        return
    is_named_same = pair.exact and pair.relation == "same"
    if a.key == b.key == "when" and pair.edge and (pair.relation in ("split", "merged") or is_named_same):
        # The edge says that the condition was split or merged, or that it means the same in both editions.
        return
    if _is_part(pair, a, b):
        # The other members of the list are elsewhere in the edition.
        return
    if pair.edge and pair.relation == "same" and a.key == b.key == PLACE_KEY:
        return
    if _is_same_value(a.value, b.value) or _ease_equally(a, b, database):
        if pair.edge and pair.relation != "same" and _is_figure(a) and not a.effect:
            yield _change("renamed" if pair.relation == "renamed" else "changed", pair)
        return
    kind: ChangeKind = "added" if a.value is None else "removed" if b.value is None else "changed"
    if kind == "changed" and _members(a.value) == _members(b.value):
        kind = "moved"
    if (kind == "added" and edition_a.leaves_out(b.record, b.path)) or (
        kind == "removed" and edition_b.leaves_out(a.record, a.path)
    ):
        kind = "out-of-scope"
    yield _change(kind, pair)


def _changes_of_single(
    pair: Pair, leaf: Leaf, other: Edition, with_wording: bool, errata: frozenset[Spot]
) -> Iterator[Change]:
    only_words = leaf.words and not _compares_words(pair, leaf, errata)
    if leaf.value is None or (only_words and not with_wording):
        return
    outside = pair.relation == "out-of-scope" or other.leaves_out(leaf.record, leaf.path)
    kind: ChangeKind = "out-of-scope" if outside else "removed" if pair.a else "added"
    yield _change(kind, pair, "words" if only_words else None)


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

    The lineage explains it if the list was split or merged, or if the lists are the same and one document states some
    members in another rule.
    """
    if not (pair.exact and any(isinstance(leaf.record.get(leaf.path), list) for leaf in (a, b))):
        return False
    ours, theirs = (set(_members(leaf.value)) for leaf in (a, b))
    is_allowed_part = {"split": theirs < ours, "merged": ours < theirs, "same": theirs < ours or ours < theirs}
    return is_allowed_part.get(pair.relation, False)


def _ease_equally(a: Leaf, b: Leaf, database: Database) -> bool:
    """Return whether two effects make one roll easier by the same amount, on the result or the difficulty."""
    if not (a.effect and b.effect and ((a.is_operation and b.is_operation) or a.key == b.key == "hook")):
        return False
    ours, theirs = (_easing(leaf, database) for leaf in (a, b))
    return ours is not None and ours == theirs


def _easing(leaf: Leaf, database: Database) -> tuple[str, float] | None:
    """Return the roll that a leaf's effect makes easier and by how much; None for any other effect."""
    for effect in effects_of(leaf.record):
        if effect.path == leaf.effect and effect.operation == "add":
            return easing(database, effect)
    return None


def _steps_of(leaf: Leaf) -> str:
    """Return the path of the group of steps of a leaf: ``steps`` for ``steps.move.number``."""
    return leaf.path.rpartition(".")[0].rpartition(".")[0]


def _is_shifted(pair: Pair) -> bool:
    """Return whether a pair is the number of a step that both sides have, with another value on each."""
    a = pair.a
    b = pair.b
    return (
        a is not None
        and b is not None
        # Steps that the lineage calls the same are so in whatever order the documents have them.
        and not (pair.edge and pair.relation == "same")
        and a.key == b.key == PLACE_KEY
        and all("." in leaf.path and leaf.value is not None for leaf in (a, b))
        and not _is_same_value(a.value, b.value)
    )


def _renumbering(steps: list[Pair]) -> Change:
    """Return one change (``moved``) for all renumbered steps of a record: the steps of each side, in their order."""
    leaves = [leaf for leaf in (steps[0].a, steps[0].b) if leaf]
    assert len(leaves) == 2, "a shifted step is on both sides"
    ends = []
    for leaf in leaves:
        group = leaf.record.get(_steps_of(leaf)) or {}
        order = sorted(
            (str(part.get(PLACE_KEY)).zfill(3), key) for key, part in group.items() if isinstance(part, dict)
        )
        names = ", ".join(key for _, key in order)
        ends.append(End((leaf.record,), _steps_of(leaf), names, None, leaf.record.citations))
    return Change("moved", ends[0], ends[1], steps[0].relation, "field")


def _heading_changes(pairs: Iterable[Pair]) -> Iterator[Change]:
    """Yield a change for each group of lists whose headings differ between the sides.

    The values of the change are the number of headings and their names: ``2: move, fight``.
    """
    seen: set[tuple[str, str, str]] = set()
    for pair in pairs:
        if not (pair.a and pair.b):
            continue
        group = pair.a.path.rpartition(".")[0]
        key = (pair.a.record.id, pair.b.record.id, group)
        if not group or key in seen or pair.b.path.rpartition(".")[0] != group:
            continue
        seen.add(key)
        old, new = (_headings(leaf.record, group) for leaf in (pair.a, pair.b))
        if old and new and set(old) != set(new):
            ends = (_end_of_headings(pair.a.record, group, old), _end_of_headings(pair.b.record, group, new))
            yield Change("changed", *ends, pair.relation, "figure")


def _headings(record: Record, group: str) -> list[str]:
    """Return the headings of a group of which all members are lists, else an empty list."""
    part = record.get(group)
    lists = isinstance(part, dict) and all(isinstance(inner, list) for inner in part.values())
    return list(part) if lists else []


def _end_of_headings(record: Record, group: str, headings: list[str]) -> End:
    places = {citation: None for heading in headings for citation in citations_at(record, f"{group}.{heading}")}
    return End((record,), group, f"{len(headings)}: {', '.join(headings)}", None, tuple(places) or record.citations)

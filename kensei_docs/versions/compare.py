"""Comparing two versions: from matched records and paired values to changes of the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.effects import OPERATIONS, easing, effects_of
from kensei_docs.figures import parse, same
from kensei_docs.problems import unusable
from kensei_docs.project import Project
from kensei_docs.versions.changes import Change, Consequences, End, Kind, Matter, Relation
from kensei_docs.versions.history import Version, pairs_of_editions
from kensei_docs.versions.lineage import Lineage, Match, load_lineage, match_records
from kensei_docs.versions.values import Leaf, Pair, citations_at, pair_values, placeholders_at

# The key of a step's number; steps that are only renumbered make one change.
PLACE_KEY = "number"
_MATTERS = ("record", "figure", "field", "words")


def diff(project: Project, a: Version, b: Version, words: bool = False) -> list[Change]:
    """Return every change from version ``a`` to ``b``, edition by edition.

    States of one edition are matched by the ids of their records, two editions by the lineage in ``project``. Raises
    Unusable where two editions have none.
    """
    return [
        change
        for ours, theirs in pairs_of_editions(a, b)
        for change in _diff_editions(project, a.database, b.database, ours, theirs, words)
    ]


def _diff_editions(
    project: Project, first: Database, second: Database, a: Edition | None, b: Edition | None, words: bool
) -> Iterator[Change]:
    whole = b or a
    if whole is None:
        return
    a, b = a or replace(whole, records={}), b or replace(whole, records={})
    lineage = _lineage(project, second, a, b) if a.id != b.id else None
    changes = compare(a, b, second, lineage, words)
    if not (lineage and lineage.situation):
        yield from changes
        return
    consequences = Consequences((first, a), (second, b), lineage.situation)
    seen: set[tuple[str, str]] = set()
    for change in changes:
        # A consequence is computed once an effect, however many of its fields changed.
        effect = (change.record.id, change.path.rpartition(".")[0])
        consequence = consequences.consequence_of(change) if effect not in seen else None
        if consequence:
            seen.add(effect)
        yield replace(change, consequence=consequence)


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


def compare(
    a: Edition, b: Edition, database: Database, lineage: Lineage | None = None, words: bool = False
) -> list[Change]:
    """Return what differs, by kind of record and in the order of the records, numbers first.

    Wording alone is left out unless ``words`` asks for it.
    """
    matches = match_records(a, b, lineage)
    pairs = list(pair_values(a, b, matches, lineage))
    changes = [*_record_changes(matches, a, b), *_value_changes(pairs, a, b, database, words), *_heading_changes(pairs)]
    kinds = {kind: i for i, kind in enumerate(dict.fromkeys(database.vocabulary.kinds.values()))}
    positions = _positions(matches, a, b)

    def order(change: Change) -> tuple[int, str, tuple[int, int], int]:
        kind = change.record.kind
        return kinds.get(kind, len(kinds)), kind, positions[id(change.record)], _MATTERS.index(change.matter)

    return sorted(changes, key=order)


def _positions(matches: Iterable[Match], a: Edition, b: Edition) -> dict[int, tuple[int, int]]:
    """Return a sort key for every record: ``b``'s in their order, ``a``'s after their counterparts."""
    positions = {id(record): (i, 0) for i, record in enumerate(b.records.values())}
    became = {id(record): positions[id(match.b[0])] for match in matches if match.b for record in match.a}
    last = (-1, 0)
    for i, record in enumerate(a.records.values(), 1):
        last = became.get(id(record), last)
        positions[id(record)] = (last[0], i)
    return positions


def _record_changes(matches: Iterable[Match], a: Edition, b: Edition) -> Iterator[Change]:
    """Yield the changes of whole records: added, removed, renamed, moved, out of scope."""
    for match in matches:
        relation, kind = match.relation, _kind_of_match(match, a, b)
        if kind == "out-of-scope":
            relation = "out-of-scope"
        if kind:
            yield Change(kind, _end_of_records(match.a), _end_of_records(match.b), relation, "record")


def _kind_of_match(match: Match, a: Edition, b: Edition) -> Kind | None:
    if match.a and match.b:
        kinds: dict[Relation, Kind] = {"split": "moved", "merged": "moved", "renamed": "renamed"}
        return kinds.get(match.relation)
    record, other = (match.a[0], b) if match.a else (match.b[0], a)
    if match.relation == "out-of-scope" or other.leaves_out(record):
        return "out-of-scope"
    return "removed" if match.a else "added"


def _end_of_records(records: tuple[Record, ...]) -> End:
    if not records:
        return End()
    names = ", ".join(record.name for record in records)
    return End(records, "", names, None, tuple(citation for record in records for citation in record.citations))


def _value_changes(pairs: list[Pair], a: Edition, b: Edition, database: Database, words: bool) -> Iterator[Change]:
    covered = _Covered(pairs)
    shifted: dict[tuple[str, str, str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.a and pair.b:
            if _is_shifted(pair.a, pair.b):
                key = (pair.a.record.id, _steps_of(pair.a), pair.b.record.id, _steps_of(pair.b))
                shifted[key].append(pair)
            else:
                yield from _changes_of_pair(pair, pair.a, pair.b, database, words)
        else:
            leaf = pair.a or pair.b
            assert leaf is not None, "a pair has a side"
            yield from _changes_of_single(pair, leaf, b if pair.a else a, covered, words)
    for steps in shifted.values():
        yield _renumbering(steps)


class _Covered:
    """The values on one side only that another change already reports."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.alone: set[tuple[int, str]] = set()
        self.steps: set[tuple[int, str]] = set()
        # By record, the figures named by an effect or by a text whose change is reported.
        self.named: dict[int, set[str]] = defaultdict(set)
        for pair in pairs:
            for leaf in filter(None, (pair.a, pair.b)):
                record = id(leaf.record)
                if pair.a and pair.b:
                    self.steps.add((record, leaf.path.rpartition(".")[0]))
                else:
                    self.alone.add((record, leaf.path))
                    self.named[record].update(leaf.figure_names)
                if leaf.states_rule and _compares_texts(pair):
                    self.named[record].update(placeholders_at(leaf.record, leaf.path))

    def has(self, leaf: Leaf) -> bool:
        """Return whether another change reports a value: that of its effect, of its step, or of a text with it."""
        record = id(leaf.record)
        if leaf.effect is not None and not leaf.is_operation:
            # The change of the operation reports the whole effect with its condition.
            part = leaf.record.get(leaf.effect)
            operations = [key for key in OPERATIONS if isinstance(part, dict) and key in part]
            return any((record, f"{leaf.effect}.{key}") in self.alone for key in operations)
        step = leaf.path.rpartition(".")[0]
        if leaf.key == PLACE_KEY and step:
            # The step exists on both sides, so only its number is new; or the change of its text is reported.
            return (record, step) in self.steps or (record, f"{step}.text") in self.alone
        group, _, name = leaf.path.partition(".")
        return group == "figures" and name in self.named[record]


def _compares_texts(pair: Pair) -> bool:
    """Return whether texts are compared: only those of rules that are replaced, new or dropped in the lineage."""
    return pair.relation in ("replaced", "new", "dropped")


def _changes_of_pair(pair: Pair, a: Leaf, b: Leaf, database: Database, words: bool) -> Iterator[Change]:
    if a.words or b.words:
        counts = a.states_rule and b.states_rule and _compares_texts(pair)
        if a.value != b.value and (counts or words):
            yield _change("changed", pair, "field" if counts else "words")
        return
    if (a.figure_names or b.figure_names) and a.record.get(a.path) == b.record.get(b.path):
        # Both name the same figure, which is compared at its own path.
        return
    if pair.edge and pair.relation in ("split", "merged") and a.key == b.key == "when":
        # A split or merged condition is what the edge itself states.
        return
    if _is_same_value(a.value, b.value) or _ease_equally(a, b, database):
        if pair.edge and pair.relation != "same" and _is_figure(a) and not a.effect:
            yield _change("renamed" if pair.relation == "renamed" else "changed", pair)
        return
    kind: Kind = "added" if a.value is None else "removed" if b.value is None else "changed"
    if kind == "changed" and _members(a.value) == _members(b.value):
        kind = "moved"
    yield _change(kind, pair)


def _changes_of_single(pair: Pair, leaf: Leaf, other: Edition, covered: _Covered, words: bool) -> Iterator[Change]:
    only_words = leaf.words and not (leaf.states_rule and _compares_texts(pair))
    if leaf.value is None or (only_words and not words) or covered.has(leaf):
        return
    outside = pair.relation == "out-of-scope" or other.leaves_out(leaf.record, leaf.path)
    kind: Kind = "out-of-scope" if outside else "removed" if pair.a else "added"
    yield _change(kind, pair, "words" if only_words else None)


def _change(kind: Kind, pair: Pair, matter: Matter | None = None) -> Change:
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
    """Return whether two values mean the same; a plus sign that only one of them has is no difference."""
    if a is None or b is None:
        return a is b
    return same(a.removeprefix("+"), b.removeprefix("+"))


def _members(value: str | None) -> list[str]:
    """Return the members of a list, sorted; any other value as its only member."""
    return sorted((value or "").split(", "))


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


def _is_shifted(a: Leaf, b: Leaf) -> bool:
    return (
        a.key == b.key == PLACE_KEY
        and all("." in leaf.path and leaf.value is not None for leaf in (a, b))
        and not _is_same_value(a.value, b.value)
    )


def _renumbering(steps: list[Pair]) -> Change:
    """Return one change for all renumbered steps of a record."""
    leaves = [leaf for leaf in (steps[0].a, steps[0].b) if leaf]
    assert len(leaves) == 2, "shifted steps stand on both sides"
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

    Its values are the number of headings and their names: ``2: move, fight``.
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

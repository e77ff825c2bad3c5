"""Leaves out changes that repeat another change: a rule that changed is reported once.

A figure is reported with the text that contains it, a condition with its value, and the number of a step with the new
order of the steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kensei_docs.engine.effects import OPERATIONS
from kensei_docs.versions.changes import Change, End
from kensei_docs.versions.paired_values import Leaf, Pair, Spot, placeholders_at

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

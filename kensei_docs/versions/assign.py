"""Which value of one version is which of the other: by reviewed edges, else by record and path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kensei_docs.database import Edition, Record
from kensei_docs.versions.change import Relation
from kensei_docs.versions.leaves import Leaf, leaves
from kensei_docs.versions.lineage import Edge, Lineage
from kensei_docs.versions.match import Match

Spot = tuple[str, str]


@dataclass(frozen=True)
class Pair:
    """A value on both sides, or (the other being None) on one side only.

    ``edge`` says that the lineage pairs these very values, or names the one that is alone.
    ``other`` is the record of the other side that a value which is alone would belong to.
    """

    relation: Relation
    a: Leaf | None
    b: Leaf | None
    edge: bool = False
    other: Record | None = None


@dataclass
class _Side:
    leaves: dict[Spot, Leaf] = field(default_factory=dict)
    taken: set[Spot] = field(default_factory=set)

    def under(self, name: str) -> list[Spot]:
        """Return the leaves that stand at ``record:path`` or below, and are free."""
        record, _, path = name.partition(":")
        return [
            spot
            for spot in self.leaves
            if spot[0] == record and spot not in self.taken and (spot[1] == path or spot[1].startswith(path + "."))
        ]


def assign(a: Edition, b: Edition, matches: Iterable[Match], lineage: Lineage | None) -> Iterator[Pair]:
    """Yield every value of the records that both versions have, each with its counterpart."""
    both = [found for found in matches if found.a and found.b]
    edges = sorted(lineage.facts, key=_depth) if lineage else []
    sides = _Side(), _Side()
    named = (
        {name.partition(":")[0] for edge in edges for name in edge.a},
        {name.partition(":")[0] for edge in edges for name in edge.b},
    )
    matched = ({r.id for found in both for r in found.a}, {r.id for found in both for r in found.b})
    for side, edition, ours, others in zip(sides, (a, b), matched, named, strict=True):
        for record in edition.records.values():
            if record.id in ours or record.id in others:
                side.leaves.update({(record.id, path): leaf for path, leaf in leaves(record).items()})
    for edge in edges:
        yield from _by_edge(edge, *sides)
    yield from _by_path(both, *sides)
    for side, is_a in zip(sides, (True, False), strict=True):
        of = {
            record.id: (found.relation, (found.b if is_a else found.a)[0])
            for found in both
            for record in (found.a if is_a else found.b)
        }
        for spot, leaf in side.leaves.items():
            if spot not in side.taken and spot[0] in of:
                relation, other = of[spot[0]]
                yield replace(_alone(relation, leaf, is_a), edge=False, other=other)


def _alone(relation: Relation, leaf: Leaf, ours: bool) -> Pair:
    edge = relation in ("new", "dropped")
    return Pair(relation, leaf, None, edge) if ours else Pair(relation, None, leaf, edge)


def _depth(edge: Edge) -> int:
    """Order edges so that the closest is asked before one of a group around it."""
    return -max(name.count(".") for name in (*edge.a, *edge.b))


def _by_edge(edge: Edge, a: _Side, b: _Side) -> Iterator[Pair]:
    if not (edge.a and edge.b):
        # What is new or dropped by its path is no counterpart of what stands at that path there.
        for side, names in ((a, edge.a), (b, edge.b)):
            for spot in (spot for name in names for spot in side.under(name)):
                side.taken.add(spot)
                yield _alone(edge.relation, side.leaves[spot], side is a)
        return
    theirs = {(name, spot[1][len(name.partition(":")[2]) :]): spot for name in edge.b for spot in b.under(name)}
    done: set[Spot] = set()
    for name in edge.a:
        for spot in a.under(name):
            rest = spot[1][len(name.partition(":")[2]) :]
            for other in edge.b:
                target = theirs.get((other, rest))
                if target is None:
                    continue
                done |= {target}
                a.taken.add(spot)
                yield Pair(edge.relation, a.leaves[spot], b.leaves[target], True)
    b.taken |= done
    if edge.relation == "same" and edge.a == edge.b:
        # What one side alone has of it holds on the other, too.
        for side in (a, b):
            side.taken.update(spot for name in edge.a for spot in side.under(name))


def _by_path(both: list[Match], a: _Side, b: _Side) -> Iterator[Pair]:
    for found in both:
        for ours in found.a:
            for spot in [spot for spot in a.leaves if spot[0] == ours.id and spot not in a.taken]:
                target = next(
                    (
                        place
                        for theirs in found.b
                        if (place := (theirs.id, spot[1])) in b.leaves and place not in b.taken
                    ),
                    None,
                )
                if target is not None:
                    a.taken.add(spot)
                    b.taken.add(target)
                    yield Pair(found.relation, a.leaves[spot], b.leaves[target])

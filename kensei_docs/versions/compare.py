"""Comparing two editions, or two states of one: from matched values to changes of the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import EFFECT_KEYS
from kensei_docs.engine.effects import easing, effects_of
from kensei_docs.figures import parse, same
from kensei_docs.versions.assign import Pair, assign
from kensei_docs.versions.change import Change, End, Kind, Matter
from kensei_docs.versions.headings import of_headings
from kensei_docs.versions.leaves import Leaf, names_in
from kensei_docs.versions.lineage import Lineage
from kensei_docs.versions.match import Match, match

# The place of a step among the others; steps that only shift are told once.
PLACE_KEY = "number"
_MATTERS = ("record", "figure", "field", "words")


def compare(
    a: Edition, b: Edition, database: Database, lineage: Lineage | None = None, words: bool = False
) -> list[Change]:
    """Return what differs, by kind of record and in the order of the records, numbers first.

    Wording alone is left out unless ``words`` asks for it.
    """
    matches = match(a, b, lineage)
    found = list(_of_records(matches, a, b))
    pairs = list(assign(a, b, matches, lineage))
    found += _of_values(pairs, a, b, database, words)
    found += of_headings(pairs)
    kinds = {kind: i for i, kind in enumerate(dict.fromkeys(database.vocabulary.kinds.values()))}
    spots = _spots(matches, a, b)
    return sorted(
        found,
        key=lambda change: (
            kinds.get(change.record.kind, len(kinds)),
            change.record.kind,
            spots[id(change.record)],
            _MATTERS.index(change.matter),
        ),
    )


def _spots(matches: Iterable[Match], a: Edition, b: Edition) -> dict[int, tuple[int, int]]:
    """Return the place of every record: of ``b`` in its order, of ``a`` behind what it is there."""
    spots = {id(record): (i, 0) for i, record in enumerate(b.records.values())}
    became = {id(record): spots[id(found.b[0])] for found in matches if found.b for record in found.a}
    last = (-1, 0)
    for i, record in enumerate(a.records.values(), 1):
        if id(record) in became:
            last = became[id(record)]
        spots[id(record)] = (last[0], i)
    return spots


def _of_records(matches: Iterable[Match], a: Edition, b: Edition) -> Iterator[Change]:
    """Yield what became of whole records: added, removed, renamed, moved."""
    for found in matches:
        if not found.a or not found.b:
            record = (found.a or found.b)[0]
            here, there = (a, b) if found.a else (b, a)
            outside = found.relation == "out-of-scope" or there.leaves_out(record)
            kind: Kind = "out-of-scope" if outside else "removed" if here is a else "added"
            end = _whole(found.a or found.b)
            yield Change(
                kind,
                *((end, End()) if found.a else (End(), end)),
                "out-of-scope" if outside else found.relation,
                "record",
            )
        elif found.relation in ("split", "merged"):
            yield Change("moved", _whole(found.a), _whole(found.b), found.relation, "record")
        elif found.relation == "renamed":
            yield Change("renamed", _whole(found.a), _whole(found.b), found.relation, "record")


def _whole(records: tuple[Record, ...]) -> End:
    names = ", ".join(record.name for record in records)
    return End(records, "", names, None, tuple(citation for record in records for citation in record.citations))


def _of_values(pairs: list[Pair], a: Edition, b: Edition, database: Database, words: bool) -> Iterator[Change]:
    seen = _Seen(pairs)
    shifted: dict[tuple[str, str, str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.a and pair.b:
            if _is_shifted(pair.a, pair.b):
                groups = [_group(leaf) for leaf in (pair.a, pair.b)]
                shifted[(pair.a.record.id, groups[0], pair.b.record.id, groups[1])].append(pair)
            else:
                yield from _of_both(pair, pair.a, pair.b, database, words)
        else:
            leaf = pair.a or pair.b
            assert leaf is not None, "a pair has a side"
            yield from _of_one(pair, leaf, b if pair.a else a, seen, words)
    for steps in shifted.values():
        yield _renumbered(steps)


class _Seen:
    """What is known of the values around one that stands on one side only."""

    def __init__(self, pairs: list[Pair]) -> None:
        self.alone: set[tuple[int, str]] = set()
        self.steps: set[tuple[int, str]] = set()
        # Figures that a text or an effect names, which is told of itself.
        self.told: dict[int, set[str]] = defaultdict(set)
        for pair in pairs:
            for leaf in filter(None, (pair.a, pair.b)):
                if pair.a is None or pair.b is None:
                    self.alone.add((id(leaf.record), leaf.path))
                    self.told[id(leaf.record)].update(leaf.names)
                else:
                    self.steps.add((id(leaf.record), leaf.path.rpartition(".")[0]))
                if leaf.tells and _is_told(pair):
                    self.told[id(leaf.record)].update(names_in(leaf.record, leaf.path))

    def tells_of(self, leaf: Leaf) -> bool:
        """Whether another change tells of a value: its effect's, its step's, or a text with it."""
        record = id(leaf.record)
        if leaf.effect is not None and not leaf.operates:
            # The operation tells of the whole effect, its condition too.
            return any((record, f"{leaf.effect}.{key}") in self.alone for key in _operations(leaf.record, leaf.effect))
        step = leaf.path.rpartition(".")[0]
        if leaf.key == PLACE_KEY and step:
            # Only the numbering is new; or the step's own text is told.
            return (record, step) in self.steps or (record, f"{step}.text") in self.alone
        group, _, name = leaf.path.partition(".")
        return group == "figures" and name in self.told[record]


def _is_told(pair: Pair) -> bool:
    """Return whether texts are compared: those of rules that the lineage calls other ones."""
    return pair.relation == "replaced" or (pair.edge and pair.relation in ("new", "dropped", "out-of-scope"))


def _of_both(pair: Pair, a: Leaf, b: Leaf, database: Database, words: bool) -> Iterator[Change]:
    if a.words or b.words:
        told = a.tells and b.tells and _is_told(pair)
        if a.value != b.value and (told or words):
            yield _change("changed", pair, a, b, "field" if told else "words")
        return
    if (a.names or b.names) and a.record.get(a.path) == b.record.get(b.path):
        # The figure that both name stands at its own path, and is compared there.
        return
    if pair.edge and pair.relation in ("split", "merged") and a.key == b.key == "when":
        # Parting a condition is what the edge says.
        return
    if _alike(a.value, b.value) or _eased_alike(a, b, database):
        if pair.edge and pair.relation != "same" and _is_figure(a) and not a.effect:
            yield _change("renamed" if pair.relation == "renamed" else "changed", pair, a, b)
        return
    kind: Kind = "added" if a.value is None else "removed" if b.value is None else "changed"
    if kind == "changed" and _members(a.value) == _members(b.value):
        kind = "moved"
    yield _change(kind, pair, a, b)


def _of_one(pair: Pair, leaf: Leaf, other: Edition, seen: _Seen, words: bool) -> Iterator[Change]:
    told = leaf.tells and _is_told(pair)
    if leaf.value is None or (leaf.words and not told and not words) or seen.tells_of(leaf):
        return
    outside = pair.relation == "out-of-scope" or other.leaves_out(leaf.record, leaf.path)
    kind: Kind = "out-of-scope" if outside else "removed" if pair.a else "added"
    matter: Matter | None = "words" if leaf.words and not told else None
    yield _change(kind, pair, pair.a, pair.b, matter)


def _change(kind: Kind, pair: Pair, a: Leaf | None, b: Leaf | None, matter: Matter | None = None) -> Change:
    numeric = any(leaf is not None and _is_figure(leaf) for leaf in (a, b))
    other = (pair.other,) if pair.other else ()
    return Change(kind, _end(a, other), _end(b, other), pair.relation, matter or ("figure" if numeric else "field"))


def _end(leaf: Leaf | None, other: tuple[Record, ...]) -> End:
    if leaf is None:
        return End(other)
    return End((leaf.record,), leaf.path, leaf.value, leaf.when, leaf.citations)


def _is_figure(leaf: Leaf) -> bool:
    return leaf.value is not None and parse(leaf.value.lstrip("<>\u2264\u2265 ")) is not None


def _alike(a: str | None, b: str | None) -> bool:
    """Return whether two values mean one: a plus that one of them leaves out says nothing."""
    if a is None or b is None:
        return a is b
    return same(a.removeprefix("+"), b.removeprefix("+"))


def _members(value: str | None) -> tuple[str, ...] | None:
    """Return the members of a list in order of the alphabet, or None of what is no list."""
    parts = tuple(sorted((value or "").split(", ")))
    return parts if len(parts) > 1 else (value or "",)


def _eased_alike(a: Leaf, b: Leaf, database: Database) -> bool:
    """Return whether two effects ease one roll by as much, on the result or the difficulty."""
    if a.effect is None or b.effect is None:
        return False
    ours, theirs = (_easing(leaf, database) for leaf in (a, b))
    alike = ours is not None and ours == theirs
    return alike and ((a.operates and b.operates) or a.key == b.key == "hook")


def _easing(leaf: Leaf, database: Database) -> tuple[str, float] | None:
    """Return the roll that a leaf's effect eases and by how much; None where it does neither."""
    return next(
        (
            easing(database, effect)
            for effect in effects_of(leaf.record)
            if effect.path == leaf.effect and effect.operation == "add"
        ),
        None,
    )


def _operations(record: Record, effect: str) -> list[str]:
    part = record.get(effect)
    return [key for key in EFFECT_KEYS if isinstance(part, dict) and key in part]


def _group(leaf: Leaf) -> str:
    """Return the path of the steps that a place is one of: ``steps`` of ``steps.move.number``."""
    return leaf.path.rpartition(".")[0].rpartition(".")[0]


def _is_shifted(a: Leaf, b: Leaf) -> bool:
    return (
        a.key == b.key == PLACE_KEY
        and "." in a.path
        and "." in b.path
        and not _alike(a.value, b.value)
        and a.value is not None
        and b.value is not None
    )


def _renumbered(steps: list[Pair]) -> Change:
    """Return one change for all steps of a record that stand at another place."""
    first = steps[0]
    assert first.a is not None and first.b is not None, "shifted steps stand on both sides"
    ends = []
    for leaf in (first.a, first.b):
        group = leaf.record.get(_group(leaf)) or {}
        order = sorted(
            (str(part.get(PLACE_KEY)).zfill(3), key) for key, part in group.items() if isinstance(part, dict)
        )
        ends.append(End((leaf.record,), _group(leaf), ", ".join(key for _, key in order), None, leaf.record.citations))
    return Change("moved", ends[0], ends[1], first.relation, "field")

"""The values of records: each record as a list of leaves, and the leaves of two versions paired.

Every field becomes a leaf, so that all are compared except those listed in ``NOT_COMPARED``. Leaves are paired by
the reviewed edges of the lineage, and the rest by record and path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.database.placeholders import PLACEHOLDER, forms_of
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.figures import parse
from kensei_docs.versions.changes import Relation

if TYPE_CHECKING:
    from kensei_docs.versions.lineage import Edge, Lineage, RecordMatch

# Keys that are not compared, at any depth, with what they hold: no rule depends on them.
NOT_COMPARED = {
    "from": "the citations",
    "note": "a remark for editors",
    "was": "the former ids of a record; matching reads them",
    "status": "how much of a rule is formal",
    "icon": "a picture",
    "look": "colours and pictures",
    "ruled": "what a ruling adds",
    "restates": "a link for the checks",
    "applies": "the other rules that a card prints",
    "printed": "the misprints of the document",
    "says": "the conditions that a name already states",
    # How the engine and the army checks read a rule: this may change without the rule.
    "does": "what the engine computes from it",
    "of": "the quantity that the engine uses for X",
    "asks": "the values that the engine needs from the player",
    "supposes": "the conditions that the engine assumes",
    "replaces": "the rule that the engine ignores in favour of it",
    "limits": "what a check counts",
    "troop": "the troop that an example is about",
}
# Keys whose values are wording, although they are not messages.
WORDS = frozenset({"aliases", "japanese", "issued"})
# Keys of wording that states no rule, such as names.
LABELS = WORDS | {"name", "reminder", "remark", "columns", "captions"}
# The sign of a band's end, by whether the band includes it.
_ENDS = {("least", True): "\u2265", ("least", False): ">", ("most", True): "\u2264", ("most", False): "<"}

# The id of a record, and a path in it.
Spot = tuple[str, str]


@dataclass(frozen=True)
class Leaf:
    """One value of a record: its dotted path and its value, with ``$names`` resolved.

    ``words`` marks wording, ``reference`` a value that is written as ``$name``; ``effect`` is the path of the effect
    that contains the leaf, ``when`` the condition of that effect, as a text.
    """

    record: Record
    path: str
    value: str | None
    words: bool = False
    reference: bool = False
    effect: str | None = None
    when: str | None = None

    @property
    def key(self) -> str:
        """The last step of the path."""
        return self.path.rpartition(".")[2]

    @property
    def states_rule(self) -> bool:
        """Whether this is a text that states a rule, not a label."""
        return self.words and not LABELS & set(self.path.split("."))

    @property
    def is_operation(self) -> bool:
        """Whether this is the operation of an effect, such as ``add``."""
        return self.effect is not None and self.key in OPERATIONS

    @property
    def figure_names(self) -> list[str]:
        """The names of the figures that the value refers to as ``$name``, without the ``$``."""
        values = _scalars(self.record.get(self.path))
        return [value[1:] for value in values if isinstance(value, str) and value.startswith("$")]

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of the value, or of its effect; those of the whole record if it has none."""
        cited = f"figures.{self.figure_names[0]}" if self.reference else self.path
        if self.effect is not None and not self.is_operation:
            paths = {fact.path for fact in self.record.facts}
            cited = next((path for key in OPERATIONS if (path := f"{self.effect}.{key}") in paths), cited)
        return citations_at(self.record, cited) or self.record.citations


def _scalars(part: Any) -> Iterator[Any]:
    """Yield the values in a part of a record, at any depth."""
    if isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _scalars(inner)
    else:
        yield part


def leaves(record: Record) -> dict[str, Leaf]:
    """Return every leaf of a record by its path, wording included, without the keys in NOT_COMPARED."""
    facts = {fact.path: fact.value for fact in record.facts}

    def walk(part: Any, path: str, effect: str | None, when: str | None, words: bool) -> Iterator[Leaf]:
        if not isinstance(part, dict) or not part:
            reference = isinstance(part, str) and part.startswith("$")
            value = record.figure(path) if reference else facts[path] if path in facts else _as_text(record, path, part)
            yield Leaf(record, path, value, words, reference, effect, when)
            return
        effect = path if isinstance(part.get("hook"), str) else effect
        when = record.condition(part["when"]) if isinstance(part.get("when"), dict) else when
        for key, inner in part.items():
            below = f"{path}.{key}" if path else key
            if key in NOT_COMPARED:
                continue
            if key == "when" and isinstance(inner, dict):
                yield Leaf(record, below, when, effect=effect)
            elif isinstance(inner, str) and (words or key in MESSAGES or key in WORDS):
                yield Leaf(record, below, message_with_figures(record, inner), words=True, effect=effect)
            else:
                yield from walk(inner, below, effect, when, words or key in MESSAGE_GROUPS or key in WORDS)

    return {leaf.path: leaf for leaf in walk(record.data, "", None, None, False)}


def _as_text(record: Record, path: str, part: Any) -> str | None:
    """Return a value as a text; None for null."""
    if isinstance(part, list):
        return ", ".join(map(str, part))
    if isinstance(part, bool):
        return _band_end(record, path, part) or ("true" if part else "false")
    return None if part is None else str(part or "")


def _band_end(record: Record, path: str, included: bool) -> str | None:
    """Return an end of a band as a figure with a sign (``< 20 cm``); None if the path is not an end of a band."""
    group, _, end = path.rpartition(".")
    within, _, last = group.rpartition(".")
    sign = _ENDS.get((end, included)) if last == "includes" else None
    figure = record.figure(f"{within}.{end}" if within else end) if sign else None
    return f"{sign} {figure}" if figure else None


def message_with_figures(record: Record, message: str) -> str:
    """Return a message with the figures of its record in its placeholders, spelled as in the database.

    A figure that the record does not have becomes ``____``.
    """
    forms = forms_of(message)
    figure = parse(record.figure(f"figures.{forms.counted}") or "") if forms.many else None
    message = forms.many if forms.many and (figure is None or figure.whole != 1) else forms.one
    return PLACEHOLDER.sub(
        lambda match: "%" if match["name"] is None else str(record.figure(f"figures.{match['name']}") or "____"),
        message,
    )


def placeholders_at(record: Record, path: str) -> list[str]:
    """Return the names of the figures in the placeholders of the message at a path; none if it is no message."""
    message = record.get(path)
    placeholders = PLACEHOLDER.finditer(message) if isinstance(message, str) else ()
    return [placeholder["name"] for placeholder in placeholders if placeholder["name"]]


def citations_at(record: Record, path: str) -> tuple[Citation, ...]:
    """Return the citations of the fact at a path, or of the message there together with those of its figures."""
    for fact in record.facts:
        if fact.path == path:
            return fact.citations
    parts = [path, *(f"figures.{name}" for name in placeholders_at(record, path))]
    return tuple(citation for citation in record.citations if any(citation.is_for(part) for part in parts))


@dataclass(frozen=True)
class Pair:
    """A value on both sides, or on one side only (the other is None).

    ``edge``: the lineage pairs these values, or groups that contain them; ``exact``: it names these very values.
    ``other``: for a value on one side only, the record of the other side that lacks it.
    """

    relation: Relation
    a: Leaf | None
    b: Leaf | None
    edge: bool = False
    other: Record | None = None
    exact: bool = False


@dataclass
class _Side:
    """The leaves of one version, and which of them are paired already."""

    leaves: dict[Spot, Leaf] = field(default_factory=dict)
    taken: set[Spot] = field(default_factory=set)

    def free_under(self, name: str) -> dict[str, Spot]:
        """Return the unpaired leaves at ``record:path`` or below, by the rest of their path (``""`` or ``.rest``)."""
        record, _, path = name.partition(":")
        return {
            at[len(path) :]: (owner, at)
            for owner, at in self.leaves
            if owner == record and (owner, at) not in self.taken and (at == path or at.startswith(path + "."))
        }


def pair_values(a: Edition, b: Edition, matches: Iterable[RecordMatch], lineage: Lineage | None) -> Iterator[Pair]:
    """Yield every value of matched records, each with its counterpart if it has one."""
    matches = list(matches)
    both = [match for match in matches if match.a and match.b]
    paired_in_parts = [match for match in matches if match.partner]
    edges = sorted(lineage.facts, key=_depth) if lineage else []
    ours, theirs = _Side(), _Side()
    for side, edition, matched, names in (
        (ours, a, [match.a for match in both], [edge.a for edge in edges]),
        (theirs, b, [match.b for match in both], [edge.b for edge in edges]),
    ):
        ids = {record.id for records in matched for record in records}
        ids |= {name.partition(":")[0] for named in names for name in named}
        for record in edition.records.values():
            if record.id in ids:
                side.leaves.update({(record.id, path): leaf for path, leaf in leaves(record).items()})
    for edge in edges:
        yield from _pair_by_edge(edge, ours, theirs)
    yield from _pair_by_path(both, ours, theirs)
    for side in (ours, theirs):
        is_a = side is ours
        sides = [(match, match.a, match.b) if is_a else (match, match.b, match.a) for match in both]
        match_of: dict[str, tuple[Relation, Record | None]] = {
            record.id: (match.relation, others[0]) for match, records, others in sides for record in records
        }
        for match in paired_in_parts:
            match_of |= {record.id: (match.relation, None) for record in (match.a if is_a else match.b)}
        for spot, leaf in side.leaves.items():
            if spot not in side.taken and spot[0] in match_of:
                relation, other = match_of[spot[0]]
                yield Pair(relation, leaf if is_a else None, None if is_a else leaf, other=other)


def _depth(edge: Edge) -> int:
    """Return a sort key by which an edge of a fact comes before an edge of a group around it."""
    return -max(name.count(".") for name in (*edge.a, *edge.b))


def _pair_by_edge(edge: Edge, ours: _Side, theirs: _Side) -> Iterator[Pair]:
    if edge.relation == "no-rules":
        # The edge doesn't say which edition has the fact: one of them, or both.
        for side in (ours, theirs):
            side.taken.update(spot for name in edge.a for spot in side.free_under(name).values())
        return
    if not (edge.a and edge.b):
        # A new or dropped value is never paired with the value at the same path on the other side.
        for side, names in ((ours, edge.a), (theirs, edge.b)):
            for spot in (spot for name in names for spot in side.free_under(name).values()):
                side.taken.add(spot)
                leaf = side.leaves[spot]
                yield Pair(edge.relation, *((leaf, None) if side is ours else (None, leaf)))
        return
    targets = [theirs.free_under(name) for name in edge.b]
    done: set[Spot] = set()
    if edge.relation == "replaced" and (pair := _pair_groups(edge, ours, theirs)):
        yield pair
        return
    for name in edge.a:
        for rest, spot in ours.free_under(name).items():
            for target in (spots[rest] for spots in targets if rest in spots):
                ours.taken.add(spot)
                done.add(target)
                yield Pair(edge.relation, ours.leaves[spot], theirs.leaves[target], edge=True, exact=not rest)
    theirs.taken |= done
    if edge.relation == "same" and edge.a == edge.b:
        # A value below this path that only one side has is valid on the other side too: it is not a change.
        for side in (ours, theirs):
            side.taken.update(spot for name in edge.a for spot in side.free_under(name).values())


def _pair_groups(edge: Edge, ours: _Side, theirs: _Side) -> Pair | None:
    """Return two groups as one pair of values if the second replaces the first and they have no path in common.

    The value of a group is the list of its values. None if the edge names single values, or a path is in both.
    """
    sides = [(side, names[0], side.free_under(names[0])) for side, names in ((ours, edge.a), (theirs, edge.b))]
    (_, _, first), (_, _, second) = sides
    if "" in first or "" in second or first.keys() & second.keys() or not (first and second):
        return None
    leaves = []
    for side, name, spots in sides:
        side.taken.update(spots.values())
        record = side.leaves[next(iter(spots.values()))].record
        value = ", ".join(side.leaves[spot].value or "" for spot in spots.values())
        leaves.append(Leaf(record, name.partition(":")[2], value))
    return Pair("replaced", leaves[0], leaves[1], edge=True, exact=True)


def _pair_by_path(both: list[RecordMatch], ours: _Side, theirs: _Side) -> Iterator[Pair]:
    for match in both:
        for record in match.a:
            for spot in [spot for spot in ours.leaves if spot[0] == record.id and spot not in ours.taken]:
                likely = ((other.id, spot[1]) for other in match.b)
                free = (place for place in likely if place in theirs.leaves and place not in theirs.taken)
                if (target := next(free, None)) is not None:
                    ours.taken.add(spot)
                    theirs.taken.add(target)
                    yield Pair(match.relation, ours.leaves[spot], theirs.leaves[target])

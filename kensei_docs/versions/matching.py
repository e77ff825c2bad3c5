"""What belongs together in two versions: their records, and the values of these.

Records are matched by the edges of a lineage or, inside one edition's history, by their ids; never by similarity, which
only makes suggestions for a person to review. Every field of a matched record becomes a leaf, so that all are compared
except those listed in ``NOT_COMPARED``; leaves are paired by the edges, and the rest by record and path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.database.paths import below
from kensei_docs.database.placeholders import PLACEHOLDER, forms_of
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.figures import parse
from kensei_docs.versions.changes import Relation, citations_at
from kensei_docs.versions.lineage import UNCOMPARED, Edge, Lineage

# Keys that are not compared, at any depth, with what they hold: no rule depends on them.
NOT_COMPARED = {
    "from": "the citations",
    "note": "a remark for editors",
    "was": "the former ids of a record; matching reads them",
    "also": "what players call a record besides",
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


@dataclass(frozen=True)
class RecordMatch:
    """Records that correspond to each other, or one record without a counterpart.

    ``partner``: if the lineage pairs only parts of the record, the record with the counterpart of the first part.
    """

    relation: Relation
    a: tuple[Record, ...]
    b: tuple[Record, ...]
    partner: Record | None = None


def match_records(a: Edition, b: Edition, lineage: Lineage | None) -> list[RecordMatch]:
    """Return matches that cover every record of both editions: by the lineage or, without a lineage, by their ids."""
    matches = list(_match_by_lineage(a, b, lineage) if lineage else _match_by_id(a, b))
    for is_a, edition, other in ((True, a, b), (False, b, a)):
        seen = {record.id for match in matches for record in (match.a if is_a else match.b)}
        partners = _partners(lineage, other, is_a) if lineage else {}
        for record in edition.records.values():
            if record.id in partners and record.id not in seen:
                matches.append(_unmatched(*partners[record.id], record, is_a))
            elif record.id not in seen:
                alone: Relation = "dropped" if is_a else "new"
                relation = (lineage.relation_of_kind(record, is_a) or "unmapped") if lineage else alone
                matches.append(_unmatched(relation, None, record, is_a))
    return matches


def _unmatched(relation: Relation, partner: Record | None, record: Record, is_a: bool) -> RecordMatch:
    return RecordMatch(relation, (record,) if is_a else (), () if is_a else (record,), partner)


def _partners(lineage: Lineage, other: Edition, is_a: bool) -> dict[str, tuple[Relation, Record]]:
    """Return (relation, record of the other side) by the id of each record of which an edge pairs a part."""
    partners: dict[str, tuple[Relation, Record]] = {}
    for edge in lineage.facts:
        names, others = (edge.a, edge.b) if is_a else (edge.b, edge.a)
        partner = other.records.get(others[0].partition(":")[0]) if others else None
        if partner:
            for name in names:
                partners.setdefault(name.partition(":")[0], (edge.relation, partner))
    return partners


def _match_by_lineage(a: Edition, b: Edition, lineage: Lineage) -> Iterator[RecordMatch]:
    for edge in lineage.records:
        # A record that only one edition has may be listed as `same`.
        uncompared = edge.relation in UNCOMPARED
        ours = tuple(a.records[name] for name in edge.a if name in a.records)
        theirs = tuple(b.records[name] for name in (edge.a if uncompared else edge.b) if name in b.records)
        if uncompared:
            yield from (_unmatched(edge.relation, None, record, is_a=True) for record in ours)
            yield from (_unmatched(edge.relation, None, record, is_a=False) for record in theirs)
        else:
            yield RecordMatch(edge.relation, ours, theirs)


def _match_by_id(a: Edition, b: Edition) -> Iterator[RecordMatch]:
    """Pair records of one edition's history by their ids, current or former (``was``)."""
    pairs = {record_id: record_id for record_id in a.records if record_id in b.records}
    for edition, other in ((b, a), (a, b)):
        for record in edition.records.values():
            for former in record.former_ids:
                old, new = (former, record.id) if edition is b else (record.id, former)
                if former in other.records and old not in pairs and new not in pairs.values():
                    pairs[old] = new
    for old, new in pairs.items():
        yield RecordMatch("same" if old == new else "renamed", (a.records[old],), (b.records[new],))


def same_words_elsewhere(a: Edition, b: Edition) -> Iterator[tuple[Record, Record]]:
    """Yield (record of ``a``, record of ``b``) that have no counterpart, and the same name and texts.

    They are not matched: a person says so (``was``) if one is the other.
    """
    alone = [match for match in match_records(a, b, None) if not (match.a and match.b)]
    new: dict[tuple[tuple[str, str], ...], list[Record]] = {}
    for record in (record for match in alone for record in match.b):
        new.setdefault(tuple(sorted(record.messages)), []).append(record)
    for record in (record for match in alone for record in match.a):
        if found := new.get(tuple(sorted(record.messages))):
            yield record, found.pop(0)


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
    def group(self) -> str:
        """The path without its last step."""
        return self.path.rpartition(".")[0]

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
            at = below(path, key)
            if key in NOT_COMPARED:
                continue
            if key == "when" and isinstance(inner, dict):
                yield Leaf(record, at, when, effect=effect)
            elif isinstance(inner, str) and (words or key in MESSAGES or key in WORDS):
                yield Leaf(record, at, message_with_figures(record, inner), words=True, effect=effect)
            else:
                yield from walk(inner, at, effect, when, words or key in MESSAGE_GROUPS or key in WORDS)

    return {leaf.path: leaf for leaf in walk(record.data, "", None, None, False)}


def _as_text(record: Record, path: str, part: Any) -> str | None:
    """Return a value as a text; None for null. The end of a band becomes a figure with a sign (``< 20 cm``)."""
    if isinstance(part, list):
        return ", ".join(map(str, part))
    if isinstance(part, bool):
        group, _, end = path.rpartition(".")
        within, _, last = group.rpartition(".")
        sign = _ENDS.get((end, part)) if last == "includes" else None
        figure = record.figure(below(within, end)) if sign else None
        return f"{sign} {figure}" if figure else str(part).lower()
    return None if part is None else str(part or "")


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

    @property
    def key(self) -> str:
        """The last step of the path of both values; empty if they have two, or one side has no value."""
        return self.a.key if self.a and self.b and self.a.key == self.b.key else ""


class _Unpaired:
    """The leaves of one version that have no pair yet, by the id of their record and by path."""

    def __init__(self, edition: Edition) -> None:
        self.leaves = {record.id: leaves(record) for record in edition.records.values()}

    def under(self, name: str) -> dict[str, Leaf]:
        """Return the leaves at ``record:path`` or below, by the rest of their path (``""`` or ``.rest``)."""
        record_id, _, path = name.partition(":")
        found = self.leaves.get(record_id, {}).items()
        return {at[len(path) :]: leaf for at, leaf in found if at == path or at.startswith(f"{path}.")}

    def take(self, taken: Iterable[Leaf]) -> None:
        """Leave out leaves that have found their pair, or need none."""
        for leaf in taken:
            self.leaves[leaf.record.id].pop(leaf.path, None)


def pair_values(a: Edition, b: Edition, matches: Iterable[RecordMatch], lineage: Lineage | None) -> Iterator[Pair]:
    """Yield every value of matched records, each with its counterpart if it has one."""
    matches = list(matches)
    both = [match for match in matches if match.a and match.b]
    # An edge of a fact comes before an edge of a group around it.
    edges = sorted(lineage.facts, key=lambda e: -max(name.count(".") for name in (*e.a, *e.b))) if lineage else []
    ours, theirs = _Unpaired(a), _Unpaired(b)
    for edge in edges:
        yield from _pair_by_edge(edge, ours, theirs)
    yield from _pair_by_path(both, ours, theirs)
    for is_a, side in ((True, ours), (False, theirs)):
        lacking: dict[str, tuple[Relation, Record | None]] = {}
        for match in matches:
            records, others = (match.a, match.b) if is_a else (match.b, match.a)
            if others or match.partner:
                lacking |= {record.id: (match.relation, others[0] if others else None) for record in records}
        for record_id in (name for name in side.leaves if name in lacking):
            relation, other = lacking[record_id]
            for leaf in side.leaves[record_id].values():
                yield Pair(relation, leaf if is_a else None, None if is_a else leaf, other=other)


def _pair_by_edge(edge: Edge, ours: _Unpaired, theirs: _Unpaired) -> Iterator[Pair]:
    if edge.relation == "no-rules":
        _take_all(edge, ours, theirs)
    elif not (edge.a and edge.b):
        # A new or dropped value is never paired with the value at the same path on the other side.
        for side, names in ((ours, edge.a), (theirs, edge.b)):
            for leaf in [leaf for name in names for leaf in side.under(name).values()]:
                side.take([leaf])
                yield Pair(edge.relation, leaf if side is ours else None, None if side is ours else leaf)
    elif edge.relation == "replaced" and (pair := _pair_groups(edge, ours, theirs)):
        yield pair
    else:
        targets = [theirs.under(name) for name in edge.b]
        for name in edge.a:
            for rest, leaf in ours.under(name).items():
                for target in (leaves[rest] for leaves in targets if rest in leaves):
                    ours.take([leaf])
                    theirs.take([target])
                    yield Pair(edge.relation, leaf, target, edge=True, exact=not rest)
        if edge.of_either:
            # A value below this path that only one side has is valid on the other side too: it is not a change.
            _take_all(edge, ours, theirs)


def _take_all(edge: Edge, *sides: _Unpaired) -> None:
    """Take what an edge of either edition names from both."""
    for side in sides:
        for name in edge.a:
            side.take(side.under(name).values())


def _pair_groups(edge: Edge, ours: _Unpaired, theirs: _Unpaired) -> Pair | None:
    """Return two groups as one pair of values if the second replaces the first and they have no path in common.

    The value of a group is the list of its values. None if the edge names single values, or a path is in both.
    """
    first, second = ours.under(edge.a[0]), theirs.under(edge.b[0])
    if "" in first or "" in second or first.keys() & second.keys() or not (first and second):
        return None
    groups = []
    for side, name, found in ((ours, edge.a[0], first), (theirs, edge.b[0], second)):
        side.take(found.values())
        value = ", ".join(leaf.value or "" for leaf in found.values())
        groups.append(Leaf(next(iter(found.values())).record, name.partition(":")[2], value))
    return Pair("replaced", groups[0], groups[1], edge=True)


def _pair_by_path(both: list[RecordMatch], ours: _Unpaired, theirs: _Unpaired) -> Iterator[Pair]:
    for match in both:
        for record in match.a:
            for path, leaf in list(ours.leaves[record.id].items()):
                likely = (theirs.leaves[other.id].get(path) for other in match.b)
                if target := next(filter(None, likely), None):
                    ours.take([leaf])
                    theirs.take([target])
                    yield Pair(match.relation, leaf, target)


# What each similarity of two records weighs in a suggestion.
_WEIGHTS = {"kind": 1.0, "id": 4.0, "name": 2.0, "terms": 1.5, "figures": 2.0}
# The sum of weights from which a suggestion is made; the same kind alone is not enough.
_MIN_WEIGHT = 2.0


@dataclass(frozen=True)
class Candidate:
    """Two records that may correspond, with the reasons (names of similarities) and the sum of their weights."""

    a: Record
    b: Record
    weight: float
    reasons: tuple[str, ...]


def unmapped(a: Edition, b: Edition, lineage: Lineage | None) -> tuple[list[Record], list[Record]]:
    """Return the records of ``a`` and of ``b`` that have no edge and that the other edition does not leave out."""
    left = [match for match in match_records(a, b, lineage or Lineage()) if match.relation == "unmapped"]
    return (
        [record for match in left for record in match.a if not b.leaves_out(record)],
        [record for match in left for record in match.b if not a.leaves_out(record)],
    )


def suggest(a: Iterable[Record], b: Iterable[Record], glossary: Mapping[str, Mapping[str, str]]) -> Iterator[Candidate]:
    """Yield for each record of ``a`` its likeliest counterpart among ``b``, if any is similar enough.

    Kind, id, name, terms of the glossary and figures are compared.
    """
    others = list(b)
    for record in a:
        candidates = [_candidate(record, other, glossary) for other in others]
        best = max(candidates, key=lambda candidate: candidate.weight, default=None)
        if best and best.weight >= _MIN_WEIGHT:
            yield best


def as_yaml(candidates: Iterable[Candidate], left_a: Iterable[Record], left_b: Iterable[Record]) -> str:
    """Return the text of a lineage file with sections for candidates and for the records that have none."""
    listed = list(candidates)
    taken_a, taken_b = {c.a.id for c in listed}, {c.b.id for c in listed}
    sections = {
        "same": [f"{c.a.id}  # {', '.join(c.reasons)}" for c in listed if c.a.id == c.b.id],
        "renamed": [f"{c.a.id}: {c.b.id}  # {', '.join(c.reasons)}" for c in listed if c.a.id != c.b.id],
        "dropped": [record.id for record in left_a if record.id not in taken_a],
        "new": [record.id for record in left_b if record.id not in taken_b],
    }
    lines = ["# Suggestions: look each up in both documents before you keep it."]
    for section, rows in sections.items():
        if rows:
            lines += ["", f"{section}:", *(f"  - {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def _candidate(a: Record, b: Record, glossary: Mapping[str, Mapping[str, str]]) -> Candidate:
    terms = _terms(a, glossary) & _terms(b, glossary)
    ours, theirs = _figures(a), _figures(b)
    similar = {
        "kind": a.kind == b.kind,
        "id": a.slug == b.slug,
        "name": a.name.casefold() == b.name.casefold(),
        "terms": bool(terms),
        "figures": len(ours & theirs) / max(len(ours | theirs), 1),
    }
    reasons = (f"terms {'/'.join(sorted(terms))}" if sign == "terms" else sign for sign in similar if similar[sign])
    return Candidate(a, b, sum(_WEIGHTS[sign] * much for sign, much in similar.items()), tuple(reasons))


def _terms(record: Record, glossary: Mapping[str, Mapping[str, str]]) -> set[str]:
    """Return the terms of the glossary that are in a record's id or name."""
    words = f"-{record.slug}-{record.name.casefold().replace(' ', '-')}-"
    return {term for term in glossary if f"-{term}-" in words}


def _figures(record: Record) -> set[tuple[str, str]]:
    """Return the figures of a record, each with the last step of its path."""
    figures = ((fact.path.rpartition(".")[2], parse(fact.value)) for fact in record.facts if fact.value)
    return {(key, str(figure)) for key, figure in figures if figure}

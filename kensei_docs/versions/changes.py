"""Changes: each is one difference between two versions, with the citations of both sides; what matters most among them.

Headlines (``headlines.yaml``) sum up several changes in a person's words. A weight says how much one matters in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from pydantic import Field, RootModel

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.model import Vocabulary
from kensei_docs.database.paths import figure_at
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.records import read_headline
from kensei_docs.database.schema import HeadlineSchema, Schema
from kensei_docs.problems import Unusable, unusable

ChangeKind = Literal["added", "removed", "renamed", "changed", "moved", "out-of-scope"]
# How the lineage pairs records; an `unmapped` record has no entry in the lineage.
Relation = Literal[
    "same", "renamed", "split", "merged", "replaced", "new", "dropped", "out-of-scope", "no-rules", "unmapped"
]
# What a change is about; see Change.
Matter = Literal["record", "figure", "field", "words"]

# Relations and kinds of changes that have another name in the opposite direction.
MIRRORED: dict[str, Any] = {
    "added": "removed",
    "removed": "added",
    "new": "dropped",
    "dropped": "new",
    "split": "merged",
    "merged": "split",
}


@dataclass(frozen=True)
class Clause:
    """A statement that only one side of a change makes, as the lineage words it: the message (``text``), with its
    catalogue (``domain``) and its ``context`` there."""

    domain: str
    context: str
    text: str


@dataclass(frozen=True)
class End:
    """One side of a change: the records, the path in the first of them, and the value there.

    An empty path means the whole record, or a record that lacks the value. ``value`` is spelled as in the database,
    None if this side has no value; ``when`` is the condition of the value. ``clause`` is printed instead of the value.
    """

    records: tuple[Record, ...] = ()
    path: str = ""
    value: str | None = None
    when: str | None = None
    citations: tuple[Citation, ...] = ()
    clause: Clause | None = None

    @property
    def record(self) -> Record | None:
        """The first record; None if this side has none."""
        return self.records[0] if self.records else None

    @property
    def ids(self) -> str | None:
        """The ids of the records, separated by commas; None if this side has none."""
        return ", ".join(record.id for record in self.records) or None


@dataclass(frozen=True)
class Consequence:
    """The numbers that a change alters in play, before (``a``) and after (``b``), in the same situation.

    ``a`` and ``b`` are the expected successes of the roll; ``result_a`` and ``result_b`` the expected number of a
    ``result`` of the whole attack (such as casualties), if it was computed. ``dice`` is the number of dice of the roll
    without the conditions of the change; None if the two sides differ in it.
    """

    roll: str
    a: float
    b: float
    result: str | None = None
    result_a: float | None = None
    result_b: float | None = None
    dice: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the consequence as the commands print it."""
        result = {self.result: {"a": self.result_a, "b": self.result_b}} if self.result else {}
        return {"roll": self.roll, "dice": self.dice, "a": self.a, "b": self.b, "results": result}


@dataclass(frozen=True)
class Series:
    """A computed value (``value``) of both editions, for several values (``at``) of the quantity ``of``."""

    value: str
    of: str
    at: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """One difference; ``as_json`` gives the change object of the commands' JSON.

    ``matter`` is ``record`` for a whole record, ``figure`` for a value that is a number, ``field`` for any other
    value, and ``words`` if only the wording differs.
    """

    change: ChangeKind
    a: End
    b: End
    relation: Relation
    matter: Matter = field(default="field", compare=False)
    consequence: Consequence | None = field(default=None, compare=False)
    series: Series | None = field(default=None, compare=False)
    # For a change that is out of scope: the edition that leaves the rule out, and the name of its reason.
    reason: tuple[str, str] | None = field(default=None, compare=False)
    # How much the change matters in play; see ``Weights``.
    weight: float = field(default=0.0, compare=False)

    @property
    def record(self) -> Record:
        """The record that the change is listed under: the new one, or the old one if it was removed."""
        record = self.b.record or self.a.record
        assert record is not None, "a change has a record on one side at least"
        return record

    @property
    def path(self) -> str:
        """The path in that record."""
        return self.b.path or self.a.path

    @property
    def _ends(self) -> dict[str, End]:
        return {"a": self.a, "b": self.b}

    def as_json(self, name: str) -> dict[str, Any]:
        """Return the change as the commands print it; ``name`` is the name of its record."""
        return {
            "change": self.change,
            "kind": self.record.kind,
            "record": {"a": self.a.ids, "b": self.b.ids},
            "name": name,
            "fact": self.path,
            "a": self.a.value,
            "b": self.b.value,
            "from": {side: [citation.as_json() for citation in end.citations] for side, end in self._ends.items()},
            "facts": {"a": self.a.path or None, "b": self.b.path or None},
            "when": {"a": self.a.when, "b": self.b.when},
            "lineage": self.relation,
            "matter": self.matter,
            "expected": self.consequence.as_json() if self.consequence else None,
            "series": asdict(self.series) if self.series else None,
            "reason": self.reason[1] if self.reason else None,
            "weight": self.weight,
        }


def citations_at(record: Record, path: str) -> tuple[Citation, ...]:
    """Return the citations of the fact at a path, or of the message there together with those of its figures."""
    for fact in record.facts:
        if fact.path == path:
            return fact.citations
    parts = [path, *(f"figures.{name}" for name in placeholders_at(record, path))]
    return tuple(citation for citation in record.citations if any(citation.is_for(part) for part in parts))


def placeholders_at(record: Record, path: str) -> list[str]:
    """Return the names of the figures in the placeholders of the message at a path; none if it is no message."""
    message = record.get(path)
    placeholders = PLACEHOLDER.finditer(message) if isinstance(message, str) else ()
    return [placeholder["name"] for placeholder in placeholders if placeholder["name"]]


@dataclass(frozen=True)
class Headline:
    """A summary of ``changes``; ``record`` is its entry in ``headlines.yaml``.

    ``was`` and ``now`` are the texts of the rule in the old and in the new edition: (path of a message in the entry,
    copy of the entry with the figures of that edition). ``editions`` are the ids of the two. ``subject`` is the record
    that a report links to; None without changes.
    """

    record: Record
    was: tuple[str, Record]
    now: tuple[str, Record]
    weight: float
    changes: tuple[Change, ...]
    editions: tuple[str, str]
    subject: Record | None = None


def headlines(database: Database, changes: Sequence[Change]) -> list[Headline]:
    """Return the headlines about changes between two editions, the heaviest first, each with its changes.

    A change belongs to the heaviest headline that names it; a headline without a change is left out. The editions are
    those of the changes, in either direction; changes within one edition have no headlines. Raises Unusable if a
    headline names an unknown record or fact.
    """
    ours = {change.a.record.edition for change in changes if change.a.record}
    theirs = {change.b.record.edition for change in changes if change.b.record}
    if len(ours) != 1 or len(theirs) != 1:
        return []
    a, b = database.editions[ours.pop()], database.editions[theirs.pop()]
    left = list(changes)
    with_changes = []
    for headline, names in sorted(declared_headlines(a, b), key=lambda entry: -entry[0].weight):
        named = [change for change in left if _is_named(change, names)]
        if named:
            left = [change for change in left if change not in named]
            with_changes.append(replace(headline, changes=tuple(named), subject=_subject(named, names)))
    return with_changes


def _subject(changes: Sequence[Change], names: Sequence[str]) -> Record:
    """Return the record of the first of a headline's changes, in the order of ``names``.

    Of the changes that one name covers, a change of the named record itself is before those of other records.
    """
    for name in names:
        if named := [change for change in changes if _is_named(change, [name])]:
            return min(named, key=lambda change: change.record.id != name.partition(":")[0]).record
    return changes[0].record


def _is_named(change: Change, names: Sequence[str]) -> bool:
    """Return whether one of the names is that of the changed record, of the fact, or of a group that contains it."""
    spots = {
        spot
        for end in (change.a, change.b)
        for record in end.records
        for spot in (record.id, f"{record.id}:{end.path}")
    }
    return any(spot == name or spot.startswith(f"{name}.") for spot in spots for name in names)


def declared_headlines(a: Edition, b: Edition) -> list[tuple[Headline, list[str]]]:
    """Return (headline without its changes, names of the records and facts that it is about) for two editions.

    Those of either edition count that are about changes since the other. Raises Unusable if a headline names an unknown
    record or fact.
    """
    found = []
    for newer, older in ((b, a), (a, b)) if a is not b else ():
        for record in newer.headlines.values():
            entry, _ = read_headline(record)
            if entry and entry.since == older.id:
                for number, name in enumerate(entry.tells):
                    if not (a.has(name) or b.has(name)):
                        raise _missing(record, f"tells.{number}", name)
                texts = {
                    edition.id: (path, _with_figures(record, path, entry, edition))
                    for path, edition in (("rules.before", older), ("rules.now", newer))
                }
                weight = entry.often * entry.much
                found.append((Headline(record, texts[a.id], texts[b.id], weight, (), (a.id, b.id)), entry.tells))
    return found


def _with_figures(record: Record, field: str, entry: HeadlineSchema, edition: Edition) -> Record:
    """Return a record with the figures of one of its messages taken from an edition."""
    figures = {}
    for name, fact in entry.figures.items():
        if f"%({name}" in str(record.get(field)):
            value = figure_at(edition, fact)
            if value is None:
                raise _missing(record, f"figures.{name}", fact, f" in {edition.id}")
            figures[name] = value
    return replace(record, data={**record.data, "figures": figures})


def _missing(record: Record, path: str, name: str, where: str = "") -> Unusable:
    place = record.place(path)
    message = f"{record.id} names '{name}', which isn't there{where}; correct the name"
    return unusable(place.file, message, "headlines", place.line)


# The section of the vocabulary with the kinds of each system of the rules, and the weight of each kind.
SYSTEMS = "systems"
# The factor of each matter.
_WEIGHT_OF_MATTER = {"figure": 1.4, "record": 1.0, "field": 0.9, "words": 0.0}
# The factor of each kind of change that is no other rule; of the others it is 1.
_MOVES = {"renamed": 0.2, "moved": 0.2, "out-of-scope": 0.0}
# The factor of a consequence, times the relative difference that the engine computes, is added to 1.
_CONSEQUENCE = 2.0


class SystemsSchema(RootModel[dict[str, dict[str, float]]]):
    """The section ``systems``: the weight of each kind of record, by the system of the rules that it belongs to."""

    root: dict[str, dict[str, float]] = Field(default_factory=dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> SystemsSchema:
        """Return the section of a vocabulary; raises Unusable if it is invalid."""
        return vocabulary.declared(SYSTEMS, cls)


@dataclass(frozen=True)
class Weights:
    """The weights of kinds of record (``kinds``), and those that a lineage gives to records or facts (``own``)."""

    kinds: Mapping[str, float]
    own: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary, own: Mapping[str, float]) -> Weights:
        """Return the weights that a vocabulary declares; raises Unusable if its section is invalid."""
        systems = SystemsSchema.of(vocabulary).root.values()
        return cls({kind: weight for kinds in systems for kind, weight in kinds.items()}, own)

    def weigh(self, change: Change) -> float:
        """Return the weight of a change; 0 if no list of the most important changes has it.

        A kind that belongs to no system weighs 1.
        """
        ends = [end for end in (change.a, change.b) if end.record]
        names = [name for end in ends for record in end.records for name in (f"{record.id}:{end.path}", record.id)]
        own = next((self.own[name] for name in names if name in self.own), None)
        kinds = [self.kinds.get(end.record.kind, 1.0) for end in ends if end.record]
        weight = own if own is not None else max(kinds)
        weight *= _WEIGHT_OF_MATTER[change.matter] * _MOVES.get(change.change, 1.0)
        if change.consequence:
            numbers = change.consequence
            a, b = (numbers.result_a, numbers.result_b) if numbers.result else (numbers.a, numbers.b)
            weight *= 1 + _CONSEQUENCE * abs((a or 0) - (b or 0)) / max(a or 0, b or 0, 0.01)
        return round(weight * (2 if change.series else 1), 2)


class SurveySchema(Schema):
    """The section ``survey``: the list of the most important changes, with which a report begins.

    The list has ``lines`` entries. Each further change of a record weighs ``again`` times as much as the one before it;
    ``kinds`` has other factors by the kind of the record.
    """

    lines: int = Field(default=20, gt=0)
    again: float = Field(default=0.5, ge=0, le=1)
    kinds: dict[str, float] = Field(default_factory=dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary) -> SurveySchema:
        """Return the section of a vocabulary; raises Unusable if it is invalid."""
        return vocabulary.declared("survey", cls)


def first(
    changes: Iterable[Change], survey: SurveySchema, summaries: Iterable[Headline] = ()
) -> list[Change | Headline]:
    """Return the most important entries, the heaviest first: headlines (``summaries``), and changes without a headline.

    Of several changes of one record each counts less than the one before, so that no rule fills the list alone.
    """
    summaries = list(summaries)
    in_headline = {id(change) for headline in summaries for change in headline.changes}
    left = [change for change in changes if change.weight > 0 and id(change) not in in_headline]
    entries: list[tuple[float, Change | Headline]] = [(headline.weight, headline) for headline in summaries]
    seen: Counter[str] = Counter()
    for change in sorted(left, key=lambda change: -change.weight):
        again = survey.kinds.get(change.record.kind, survey.again)
        entries.append((change.weight * again ** seen[change.record.id], change))
        seen[change.record.id] += 1
    return [entry for _, entry in sorted(entries, key=lambda weighed: -weighed[0])[: survey.lines]]

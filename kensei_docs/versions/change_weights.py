"""The weight of a change: how much it matters in play, by the kind of record, what changed and its consequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import Field, RootModel

from kensei_docs.database.schema import Schema, declared_section
from kensei_docs.database.vocabulary import Vocabulary
from kensei_docs.versions.changes import Change
from kensei_docs.versions.headlines import Headline

# The section of the vocabulary with the kinds of each system of the rules, and the weight of each kind.
SYSTEMS = "systems"
# The section of the vocabulary with the length of the list that a report begins with.
SURVEY = "survey"
# The factor of each matter.
_WEIGHT_OF_MATTER = {"figure": 1.4, "record": 1.0, "field": 0.9, "words": 0.0}
# The factor of each kind of change that is no other rule; of the others it is 1.
_MOVES = {"renamed": 0.2, "moved": 0.2, "out-of-scope": 0.0}
# The factor of a consequence, times the relative difference that the engine computes, is added to 1.
_CONSEQUENCE = 2.0


class SystemsSchema(RootModel[dict[str, dict[str, float]]]):
    """The section ``systems``: the weight of each kind of record, by the system of the rules that it belongs to."""

    root: dict[str, dict[str, float]] = Field(default_factory=dict)


@dataclass(frozen=True)
class Weights:
    """The weights of kinds of record (``kinds``), and those that a lineage gives to records or facts (``own``)."""

    kinds: Mapping[str, float]
    own: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary, own: Mapping[str, float]) -> Weights:
        """Return the weights that a vocabulary declares; raises Unusable if its section is invalid."""
        systems = declared_systems(vocabulary).root.values()
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


def declared_systems(vocabulary: Vocabulary) -> SystemsSchema:
    """Return the section of a vocabulary; raises Unusable if it is invalid."""
    return declared_section(vocabulary, SYSTEMS, SystemsSchema)


class SurveySchema(Schema):
    """The section ``survey``: the list of the most important changes, with which a report begins.

    The list has ``lines`` entries. Each further change of a record weighs ``again`` times as much as the one before it;
    ``kinds`` has other factors by the kind of the record.
    """

    lines: int = Field(default=20, gt=0)
    again: float = Field(default=0.5, ge=0, le=1)
    kinds: dict[str, float] = Field(default_factory=dict)


def declared_survey(vocabulary: Vocabulary) -> SurveySchema:
    """Return the section of a vocabulary; raises Unusable if it is invalid."""
    return declared_section(vocabulary, SURVEY, SurveySchema)


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
    seen: dict[str, int] = {}
    for change in sorted(left, key=lambda change: -change.weight):
        again = survey.kinds.get(change.record.kind, survey.again)
        entries.append((change.weight * again ** seen.get(change.record.id, 0), change))
        seen[change.record.id] = seen.get(change.record.id, 0) + 1
    return [entry for _, entry in sorted(entries, key=lambda weighed: -weighed[0])[: survey.lines]]

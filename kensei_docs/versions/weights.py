"""How much a change matters at the table: by the kind of record, by what changed, and by what the engine computes."""

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
# The section with how a report begins.
SURVEY = "survey"
# What a change of each matter weighs, beside one of a whole record.
_MATTERS = {"figure": 1.4, "record": 1.0, "field": 0.9, "words": 0.0}
# What another name, or another order, weighs beside another rule.
_MOVES = {"renamed": 0.2, "moved": 0.2, "out-of-scope": 0.0}
# How much more a change weighs that the engine finds to double or halve what comes of it.
_CONSEQUENCE = 2.0


class SystemsSchema(RootModel[dict[str, dict[str, float]]]):
    """The section ``systems``: the weight of each kind of record, by the system of the rules that it belongs to."""

    root: dict[str, dict[str, float]] = Field(default_factory=dict)


@dataclass(frozen=True)
class Weights:
    """The weights of kinds of record (``kinds``), and those of records, or of facts, that a lineage gives (``own``)."""

    kinds: Mapping[str, float]
    own: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, vocabulary: Vocabulary, own: Mapping[str, float]) -> Weights:
        """Return the weights that a vocabulary declares; a kind of no system weighs 1. Raises Unusable for others."""
        systems = declared_systems(vocabulary).root.values()
        return cls({kind: weight for kinds in systems for kind, weight in kinds.items()}, own)

    def weigh(self, change: Change) -> float:
        """Return the weight of a change; 0 for what nobody has to know."""
        ends = [end for end in (change.a, change.b) if end.record]
        names = [name for end in ends for record in end.records for name in (f"{record.id}:{end.path}", record.id)]
        own = next((self.own[name] for name in names if name in self.own), None)
        kinds = [self.kinds.get(end.record.kind, 1.0) for end in ends if end.record]
        weight = own if own is not None else max(kinds)
        weight *= _MATTERS[change.matter] * _MOVES.get(change.change, 1.0)
        if change.consequence:
            one = change.consequence
            a, b = (one.result_a, one.result_b) if one.result else (one.a, one.b)
            weight *= 1 + _CONSEQUENCE * abs((a or 0) - (b or 0)) / max(a or 0, b or 0, 0.01)
        return round(weight * (2 if change.series else 1), 2)


def declared_systems(vocabulary: Vocabulary) -> SystemsSchema:
    """Return the section of a vocabulary; raises Unusable if it is invalid."""
    return declared_section(vocabulary, SYSTEMS, SystemsSchema)


class SurveySchema(Schema):
    """The section ``survey``: how many lines a report begins with, and how much several changes of one record weigh.

    Each further change of a record weighs ``again`` as much as the one before it; ``kinds`` has other factors by the
    kind of the record.
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
    """Return what matters most, the heaviest first: headlines (``summaries``), and changes that are in none of them.

    Of several changes of one record each counts less than the one before: a page of one rule is not a survey.
    """
    summaries = list(summaries)
    in_headline = {id(change) for headline in summaries for change in headline.changes}
    left = [change for change in changes if change.weight > 0 and id(change) not in in_headline]
    found: list[tuple[float, Change | Headline]] = [(headline.weight, headline) for headline in summaries]
    seen: dict[str, int] = {}
    for change in sorted(left, key=lambda one: -one.weight):
        again = survey.kinds.get(change.record.kind, survey.again)
        found.append((change.weight * again ** seen.get(change.record.id, 0), change))
        seen[change.record.id] = seen.get(change.record.id, 0) + 1
    return [one for _, one in sorted(found, key=lambda one: -one[0])[: survey.lines]]

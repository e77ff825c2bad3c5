"""What a mission scores is there in every scenario that the mission can be played in.

The edition's own ``vocabulary.yaml`` declares which things a scenario creates (in one deployment only, as
``scenario:deployment``) and a mission scores. ``played-in`` says which scenarios a mission of some role can meet,
``own`` or ``any``:

    scenario-things:
      scenario: scenario              # the kinds of record
      mission: mission
      role: role
      played-in: {main: own, secondary: any}
      created: {camp: ['scenario/raid', 'scenario/siege:night']}
      scored: {camp: ['mission/plunder']}

Wrong: a secondary mission that scores camps, where a scenario has none. Right: a main mission that scores what its
own scenario creates.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from kensei_docs.check.declarations import declared_once, values
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema

SEVERITY = "error"
_SECTION = "scenario-things"


class Things(Schema):
    """What the scenarios of an edition create and its missions score."""

    scenario: str
    mission: str
    role: str
    played_in: dict[str, str] = Field(alias="played-in")
    created: dict[str, list[str]]
    scored: dict[str, list[str]]


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every mission that scores what isn't there."""
    declarations, problems = declared_once(database, _SECTION, Things)
    yield from problems
    for edition, things in declarations:
        for thing, missions in things.scored.items():
            for mission in missions:
                record = edition.records.get(mission)
                if record:
                    yield from _missing(edition, things, thing, record)


def _missing(edition: Edition, things: Things, thing: str, mission: Record) -> Iterator[Finding]:
    own = f"{things.scenario}/{mission.get(things.scenario)}"
    everywhere = things.played_in.get(str(mission.get(things.role))) == "any"
    created = things.created.get(thing, [])
    lacking, scenarios = [], []
    for scenario in edition.records_of(things.scenario):
        if scenario.id != own and not everywhere:
            continue
        ways = [f"{scenario.id}:{path.rpartition('.')[2]}" for path, _ in values(scenario, "deployments.*")]
        without = [way for way in ways if way not in created]
        if scenario.id not in created and (without or not ways):
            only = f" ({', '.join(w.partition(':')[2] for w in without)})" if len(without) < len(ways) else ""
            scenarios.append(scenario)
            lacking.append(f"{scenario.id}{only}{where(scenario, 'name')}")
    if lacking:
        path = "rules" if mission.get("rules") else "text"
        message = (
            f"scores a {thing}{where(mission, path)}, which "
            f"{'these scenarios lack' if len(lacking) > 1 else 'this scenario lacks'}: {', '.join(lacking)}; say what "
            "counts there"
        )
        yield found(mission, path, message, beside=[(scenario, "name") for scenario in scenarios])

"""The pages that ask the engine: which of them an edition's data allow, and what each knows before the engine is up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.army.battle import battle_as_json
from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition
from kensei_docs.database.errata import version_of
from kensei_docs.engine.play_schema import play_of

ARMY, PLAY, ODDS = "army", "play", "odds"


@dataclass
class TablePages:
    """The pages of an edition by name, in the order of the menu, each with its data as JSON, and what it has no page
    for, as sentences.

    All of them load the data of the army page, which has the troops; it is there though its page may not be.
    """

    data: dict[str, dict[str, Any]] = field(default_factory=dict)
    battle: dict[str, Any] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    lacks: list[str] = field(default_factory=list)


def table_pages(database: Database, edition: Edition, translators: Mapping[str, Translator]) -> TablePages:
    """Return the pages that an edition's data allow.

    Raises Unusable where its play, a battle or a limit is declared wrongly.
    """
    troops = troops_of(edition)
    found = TablePages()
    found.data[ARMY] = {
        "edition": edition.id,
        "version": version_of(edition),
        "troops": [one.as_json(translators) for one in troops],
    }
    for name, allowed, lack in (
        (ARMY, any(one.points is not None for one in troops), "no army page: none of its troops has a price"),
        (PLAY, bool(troops or edition.turn), "no page to play with: it has neither troops nor a turn"),
        (ODDS, bool(play_of(edition).odds), "no page of odds: its play.yaml declares none"),
    ):
        if allowed:
            found.names.append(name)
            if name == PLAY:
                found.battle = battle_as_json(database, edition, translators)
                # What is looked up stands in the page.
                found.data[PLAY] = {
                    **{key: value for key, value in found.battle.items() if key not in ("parts", "says")},
                    "before": bool(found.battle["before"]),
                    "phases": [{key: one[key] for key in ("id", "name", "short")} for one in found.battle["phases"]],
                }
        else:
            found.lacks.append(lack)
    return found

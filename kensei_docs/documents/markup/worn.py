"""What the figures of a hero come to with what the hero wears, as the engine computes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kensei_docs.database import Database, Record
from kensei_docs.documents.markup.sandbox import ForTemplates
from kensei_docs.engine.conditions import SIDES
from kensei_docs.engine.game import Game
from kensei_docs.engine.matchup_words import declared_matchup
from kensei_docs.engine.play_schema import as_list


@dataclass(frozen=True)
class Worn:
    """A value with all that is worn.

    ``figure`` is spelled as in the data (``5 in``), and empty where the value doesn't begin with a figure of the hero
    or nothing changes it. ``changes`` are the figures that are added (``+3``), in order.
    """

    figure: str = ""
    changes: tuple[str, ...] = ()


class Wearer(ForTemplates):
    """A hero in a situation, with those of its things that can be worn: the keys of ``matchup.worn`` in the vocabulary.

    ``own`` are the bare figures by name (``{"movement": "6 in"}``), ``when`` are conditions that hold
    (``{"self.mounted": False}``). Afterwards ``records`` are those of what is worn. Raises Unusable if the game doesn't
    know a condition.
    """

    def __init__(self, game: Game, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]) -> None:
        self._game, database = game, game.database
        self.records: list[Record] = []
        known = database.vocabulary.section("quantities")
        quantities = {f"{SIDES[0]}.{name}": value for name, value in own.items()}
        given: dict[str, object] = {name: value for name, value in quantities.items() if name in known} | dict(when)
        names = {str(thing) for thing in things}
        for key in declared_matchup(database).worn:
            bringing = self._game.terms.brings[key]
            found = [
                record
                for record in self._game.edition.records.values()
                if record.kind in bringing.kinds and not names.isdisjoint(bringing.names_of(record))
            ]
            if found:
                given[f"{SIDES[0]}.{key}"] = [record.slug for record in found]
            self.records += found
        self._now = self._game.situation(given)

    def value(self, hook: str, name: str) -> Worn:
        """Return the value of a hook; ``name`` is the hero's figure that it may begin with."""
        if hook not in self._game.database.vocabulary.hooks:
            return Worn()
        trace = self._game.value(hook, self._now)
        worn = {record.id for record in self.records}
        steps = [step for step in trace.steps if step.record is not None and step.record.id in worn]
        begins = f"{SIDES[0]}.{name}" in as_list(self._game.play.base.get(hook))
        added = tuple(step.figure for step in steps if step.act == "add")
        return Worn(str(trace.value) if begins and steps else "", added)


def wearer(
    database: Database, edition: str, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]
) -> Wearer | None:
    """Return the hero of these figures and things, or None where the conditions are not words of the vocabulary.

    Without those words the project has no rules of what is worn. Raises Unusable where its rules have a fault: bare
    figures would be wrong at the table.
    """
    game = Game(database, edition)
    return Wearer(game, own, things, when) if all(map(game.terms.is_known, when)) else None

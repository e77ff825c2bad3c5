"""The figures of a hero with equipment, as the engine computes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kensei_docs.database import Database, Record
from kensei_docs.documents.markup.template_environment import ForTemplates
from kensei_docs.engine.conditions import SIDES
from kensei_docs.engine.game import Game
from kensei_docs.engine.play_schema import as_list, declared_matchup


@dataclass(frozen=True)
class EquippedValue:
    """A value of a hero with all equipment.

    ``figure`` is spelled as in the data (``5 in``); it is empty if the value doesn't begin with a figure of the hero,
    or if no equipment changes it. ``changes`` are the figures that are added (``+3``), in order.
    """

    figure: str = ""
    changes: tuple[str, ...] = ()


class EquippedHero(ForTemplates):
    """A hero in a situation, with the equipment among ``things`` that is worn (``matchup.worn`` of the vocabulary).

    ``own`` are the figures without equipment by name (``{"movement": "6 in"}``), ``when`` are true conditions
    (``{"self.mounted": False}``). ``records`` are the records of the equipment. Raises Unusable if the game doesn't
    know a condition.
    """

    def __init__(self, game: Game, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]) -> None:
        self._game = game
        database = game.database
        self.records: list[Record] = []
        known = database.vocabulary.section("quantities")
        quantities = {f"{SIDES[0]}.{name}": value for name, value in own.items()}
        given: dict[str, object] = {name: value for name, value in quantities.items() if name in known} | dict(when)
        names = {str(thing) for thing in things}
        for key in declared_matchup(database).worn:
            bringing = self._game.terms.brings[key]
            equipment = [
                record
                for record in self._game.edition.records.values()
                if record.kind in bringing.kinds and not names.isdisjoint(bringing.names_of(record))
            ]
            if equipment:
                given[f"{SIDES[0]}.{key}"] = [record.slug for record in equipment]
            self.records += equipment
        self._situation = self._game.situation(given)

    def value(self, hook: str, name: str) -> EquippedValue:
        """Return the value of a hook; ``name`` is the figure of the hero that it may begin with.

        An unknown hook has an empty value.
        """
        if hook not in self._game.database.vocabulary.hooks:
            return EquippedValue()
        trace = self._game.value(hook, self._situation)
        equipment = {record.id for record in self.records}
        steps = [step for step in trace.steps if step.record is not None and step.record.id in equipment]
        begins_with_figure = f"{SIDES[0]}.{name}" in as_list(self._game.play.base.get(hook))
        added = tuple(step.figure for step in steps if step.act == "add")
        return EquippedValue(str(trace.value) if begins_with_figure and steps else "", added)


def equipped_hero(
    database: Database, edition: str, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]
) -> EquippedHero | None:
    """Return the hero with these figures and things; None if the vocabulary doesn't know the conditions.

    A project whose vocabulary lacks them has no rules of equipment. Raises Unusable if its rules are invalid, because
    the figures without equipment would be wrong in play.
    """
    game = Game(database, edition)
    return EquippedHero(game, own, things, when) if all(map(game.terms.is_known, when)) else None

"""Attributes are computed before rolls read them: every effect on one changes every value that begins with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kensei_docs.database import Database
from kensei_docs.engine import Game
from kensei_docs.engine.conditions import _HEADS_BY_SIDE
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.engine.expressions.evaluation import situation_of

# Whose record an effect acts from, by what it says of `whose`.
POWER = ["charge", "strengthened-charge", "strengthen"]
SIDES = {
    "self": "self",
    "army": "self",
    "allies": "ally",
    "opponent": "opponent",
    "enemies": "enemy",
    "attacker": "opponent",
}


@pytest.fixture(scope="module")
def games(shipped_data: Database) -> dict[str, Game]:
    return {edition: Game(shipped_data, edition) for edition in shipped_data.editions}


def quantity_of(game: Game, hook: str) -> str | None:
    """The quantity that an attribute begins with."""
    sources = game.play.base.get(hook, [])
    given = [one for one in ([sources] if isinstance(sources, str) else sources) if ":" not in one]
    return given[0] if given and "attribute" in game.database.vocabulary.hooks[hook] else None


def readers_of(game: Game, quantity: str, attribute: str) -> Iterator[str]:
    """The values that begin with a quantity or count dice by it, apart from the attribute itself."""
    for hook in game.database.vocabulary.hooks:
        sources = game.play.base.get(hook, [])
        begins = quantity in ([sources] if isinstance(sources, str) else sources)
        counts = any(
            effect.own("of") == quantity and not effect.when
            for effects in game.effects.by_hook.get(hook, {}).values()
            for effect in effects
        )
        if hook != attribute and (begins or counts):
            yield hook


def met(expected: Any) -> Any:
    """A value that a condition holds for."""
    if isinstance(expected, dict):
        form, inner = next(iter(expected.items()))
        return None if form == "not" else inner
    return expected[0] if isinstance(expected, list) else expected


def situation_for(game: Game, effect: Effect, quantity: str) -> dict[str, Any]:
    """A situation in which an effect acts."""
    side = SIDES[effect.whose]
    unit = " cm" if quantity.endswith("movement") else ""
    given: dict[str, Any] = {quantity: f"6{unit}"}
    record, steps = effect.record, effect.path.split(".")
    for name, entry in game.terms.brings.items():
        if record.kind in entry.kinds and not entry.side:
            if entry.levels and steps[0] == "levels":
                given[f"{side}.{name}.{record.slug}"] = record.get(f"levels.{steps[1]}.level")
            elif not entry.levels and steps[0] != "levels":
                given[f"{side}.{name}"] = record.slug
                break
    for name, expected in effect.when.items():
        head, _, rest = name.partition(".")
        value = met(expected)
        if value is not None:
            seen = f"{_HEADS_BY_SIDE[side].get(head, head)}.{rest}" if rest else name
            given[seen] = [given[seen], value] if isinstance(given.get(seen), str) and value != given[seen] else value
    return given


def cases(games: dict[str, Game]) -> Iterator[tuple[Game, Effect, str, str]]:
    for game in games.values():
        for record in game.edition.records.values():
            for effect in effects_of(record):
                quantity = quantity_of(game, effect.hook)
                if quantity and effect.does.apply:
                    for reader in readers_of(game, quantity, effect.hook):
                        yield game, effect, quantity, reader


def test_an_effect_on_an_attribute_changes_all_that_reads_it(games: dict[str, Game]) -> None:
    seen, idle = 0, []
    for game, effect, quantity, reader in cases(games):
        now = situation_of(game, situation_for(game, effect, quantity))
        without = game.without((effect.record.id, effect.path))
        change = game.value(effect.hook, now).value.count - without.value(effect.hook, now).value.count
        if not change:
            idle.append((game.edition.id, effect.record.id, effect.path))
            continue
        seen += 1
        read = game.value(reader, now).value.count - without.value(reader, now).value.count
        assert read, (game.edition.id, effect.record.id, effect.path, reader)
        # What adds the attribute changes by as much as the attribute itself.
        acts = {step.act for step in game.value(reader, now).steps} - {"given", "base", "add"}
        assert acts - {effect.operation} or read == change, (effect.record.id, reader)
    assert idle == []
    assert seen >= 15


@pytest.mark.parametrize(
    ("edition", "given", "hook", "value"),
    [
        # 2e 1755-59 and 1863-67: the general is dead, the last man of a unit, a unit that fled.
        ("kensei-2e", {"self.initiative": 3, "self.leader": "general-death"}, "order.roll", 2),
        ("kensei-2e", {"self.initiative": 3, "ally.leader": "general-death"}, "order.roll", 2),
        ("kensei-2e", {"self.initiative": 3, "self.isolated": True}, "order.roll", 2),
        ("kensei-2e", {"self.initiative": 3, "self.isolated": True, "self.unit-leader": True}, "order.roll", 3),
        ("kensei-2e", {"self.initiative": 3, "self.marker": "dishonoured-unit"}, "order.roll", 2),
        ("kensei-2e", {"self.attack": 4, "self.isolated": True, "self.in-unit": False}, "combat.pool", 3),
        ("kensei-2e", {"self.ranged-attack": 4, "self.isolated": True, "self.in-unit": False}, "shoot.pool", 3),
        ("kensei-2e", {"self.presence": 4, "self.marker": "dishonoured-unit"}, "honour", 3),
        # lr 438 and 803: so do the general's death and a refused duel.
        ("kensei-lr-2020", {"self.initiative": 2, "self.leader": "general-death"}, "order.roll", 1),
        ("kensei-lr-2020", {"self.honour": 4, "self.marker": "dishonoured-unit"}, "honour", 3),
        # lr 650: a strengthened charge doubles the Movement, and then the die is added.
        ("kensei-lr-2020", {"self.movement": "10 cm", "self.charging": True, "self.order": POWER}, "charge.move", 21),
        # heroic 194 and 202.
        ("heroic-2002", {"self.mounted": True}, "move.rate", 12),
        ("heroic-2002", {"self.mounted": False}, "move.rate", 6),
        ("heroic-2002", {"self.armour": "heavy-armour"}, "move.rate", 5),
        ("heroic-2002", {"self.armour": "heavy-armour", "self.mounted": True}, "move.rate", 12),
    ],
)  # fmt: skip
def test_rolls_read_attributes_as_effects_left_them(
    games: dict[str, Game], edition: str, given: dict[str, Any], hook: str, value: int
) -> None:
    game = games[edition]
    assert game.value(hook, situation_of(game, given)).value.count == value


def test_a_quantity_that_nobody_gives_is_no_answer(games: dict[str, Game]) -> None:
    game = games["kensei-2e"]
    found = game.value("combat.pool", situation_of(game, {"self.miniatures-in-contact": 5}))
    assert (found.value.count, found.missing, found.assumed["self.attack"]) == (5, ["self.attack"], "0")


def test_the_other_side_of_a_charge(games: dict[str, Game]) -> None:
    game = games["kensei-2e"]
    for given in ({"self.charging": True}, {"opponent.charged": True}):
        now = situation_of(game, given)
        assert now.given["opponent.charged"] == now.given["self.charging"] == [True]
    assert situation_of(game, {"self.charging": True, "opponent.charged": False}).given["opponent.charged"] == [False]
    assert "opponent.charged" not in situation_of(game, {"self.charging": False}).given


@pytest.mark.parametrize(
    ("given", "key", "types"),
    [
        ({"self.weapon": "katana"}, "self.weapon-type", ["katanas"]),
        ({"opponent.weapon": "spear"}, "opponent.weapon-type", ["polearms"]),
        ({"weapon.kind": "jitte"}, "self.weapon-type", ["short-weapons"]),
        ({"weapon.kind": "bow"}, "self.weapon-type", None),
        ({"self.weapon": "katana", "self.weapon-type": "polearms"}, "self.weapon-type", ["polearms"]),
    ],
)
def test_a_weapon_sets_its_type(games: dict[str, Game], given: dict[str, Any], key: str, types: Any) -> None:
    assert situation_of(games["kensei-2e"], given).given.get(key) == types

"""What an army needs on the table: its own records, its clan's, and tokens by its troops."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.army import Army, Contents, PackItem, contents

ARMY = """\
    edition: kensei-2e
    clan: sohei
    size: 200
    rows:
      - {name: Hero, class: hero, miniatures: 1, points: 20, weapons: katana, abilities: Leader}
      - {profile: Spear ashigaru, miniatures: 10, points: 50, weapons: yari, armour: Samurai Armour}
      - {name: Monks, title: monk, miniatures: 5, points: 50, weapons: "teppo; no-dachi"}
    """


@pytest.fixture
def needed(army_of: Callable[..., Army]) -> Contents:
    army = army_of(ARMY)
    return contents(army)


def items_of(needed: Contents, kind: str) -> list[PackItem]:
    return [item for item in needed.items if item.record.kind == kind]


def copies(needed: Contents, kind: str) -> dict[str, int]:
    """Return how many of each record of a kind are needed, by slug."""
    return {item.record.slug: item.copies for item in items_of(needed, kind) if not item.path}


def test_the_records_that_its_rows_name(needed: Contents) -> None:
    assert copies(needed, "ability") == {"leader": 1}
    assert copies(needed, "armour") == {"samurai-armour": 1}
    assert set(copies(needed, "title")) == {"ashigaru", "monk"}
    assert set(copies(needed, "weapon")) == {"katanas", "polearms", "long-swords"}
    assert set(copies(needed, "ranged-weapon")) == {"long-ranged", "firearms"}
    assert copies(needed, "unit") == {"spear-ashigaru": 1}
    assert needed.unknown == ()


def test_who_needs_what(needed: Contents) -> None:
    [ability] = items_of(needed, "ability")
    assert ability.wanted_by == ("Hero",)


def test_what_titles_bring_is_needed_too(army_of: Callable[..., Army]) -> None:
    army = army_of(ARMY.replace("title: monk", "title: Undead Samurai; spectre"))
    needed = contents(army)
    assert {"undead-samurai", "undead", "spectre", "ashigaru"} == set(copies(needed, "title"))
    assert {"adaptable", "agile"} <= set(copies(needed, "ability"))


def test_the_clans_actions_and_no_others(needed: Contents) -> None:
    actions = [item.record for item in items_of(needed, "clan-action")]
    assert actions and {record.get("clan") for record in actions} == {"sohei"}


def test_the_deck_is_complete(needed: Contents) -> None:
    deck = items_of(needed, "command-deck")
    assert sum(item.copies for item in deck) == int(deck[0].record.get("figures.size"))


def test_tokens_go_by_the_troops_that_can_have_them(needed: Contents) -> None:
    markers = copies(needed, "marker")
    assert markers["used-unit"] == 3
    assert markers["unloaded-weapon"] == 1
    assert markers["wounded-leader"] == 2
    assert "ki-point" not in markers


def test_a_name_that_no_record_bears_is_told(army_of: Callable[..., Army]) -> None:
    army = army_of(ARMY.replace("yari, armour", "crossbow, armour"))
    assert contents(army).unknown == ("crossbow",)


def decks(needed: Contents) -> set[str]:
    return {f"{kind}/{slug}" for kind in ("order", "reaction", "clan-action") for slug in copies(needed, kind)}


REACTIONS = {"reaction/combat", "reaction/flee", "reaction/opportunity-charge"}
SPIRITUAL = {"order/absorb-ki", "order/invoke", "order/exorcize"}


def test_an_army_has_its_reactions_and_no_order_that_none_of_its_troops_may_use(army_of: Callable[..., Army]) -> None:
    bows = decks(contents(army_of(ARMY.replace("teppo; no-dachi", "yumi"))))
    assert bows >= REACTIONS | {"order/shoot", "order/move", "order/regroup", "order/shelter"}
    assert not bows & (SPIRITUAL | {"order/reload", "reaction/hold-and-shoot", "clan-action/the-dharma-wheel"})
    swords = decks(contents(army_of(ARMY.replace("teppo; no-dachi", "no-dachi"))))
    assert "order/shoot" not in swords and swords >= REACTIONS


@pytest.mark.parametrize(
    ("row", "brought"),
    [
        ("{name: Guns, class: warrior, miniatures: 5, points: 50, weapons: teppo}", "order/reload"),
        ("{name: Guns, class: warrior, miniatures: 5, points: 50, weapons: teppo}", "reaction/hold-and-shoot"),
        ("{name: Wizard, class: onmyouji, miniatures: 1, points: 50}", "order/invoke"),
        ("{name: Monk, class: komuso, miniatures: 1, points: 50}", "order/exorcize"),
        ("{name: Taisho, class: hero, general: yes, miniatures: 1, points: 50}", "clan-action/the-dharma-wheel"),
    ],
)
def test_a_troop_brings_the_cards_that_are_for_its_sort(army_of: Callable[..., Army], row: str, brought: str) -> None:
    plain = ARMY.replace("teppo; no-dachi", "no-dachi")
    assert brought not in decks(contents(army_of(plain)))
    assert brought in decks(contents(army_of(plain.rstrip() + f"\n      - {row}\n")))


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020"])
def test_reactions_come_with_every_army(army_of: Callable[..., Army], edition: str) -> None:
    army = army_of(f"{{edition: {edition}, size: 200, rows: [{{name: A, class: warrior, miniatures: 5, points: 5}}]}}")
    assert {"reaction/combat", "reaction/flee"} <= decks(contents(army))

"""Odds agree with a simulation that knows nothing of the engine.

A troop is said twice: in the words of ``kensei-docs odds``, and in the numbers that the simulation plays with.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from kensei_docs.database import Database
from kensei_docs.engine import Game
from kensei_docs.engine.matchup import Matchup
from kensei_docs.engine.odds import Odds
from kensei_docs.engine.sides import EditionWords, LocalTexts
from tests.engine.simulation import PLAYERS, Heroic, Kensei, Skirmish

RUNS = 8_000
# A difference of this many standard deviations occurs less than once in 100,000 comparisons.
FAR = 4.5

K, H, S = Kensei, Heroic, Skirmish
MATCHUPS: dict[str, list[tuple[str, str, Any, str, Any]]] = {
    "kensei-2e": [
        (
            "melee",
            "8 warriors katana, attack 2, charging, honour 3",
            K(8, weapon=3, charging=True),
            "6 warriors yari, attack 2, honour 4",
            K(6, weapon=1, honour=4),
        ),
        (
            "melee",
            "10 warriors yari, attack 2, charging",
            K(10, weapon=1, charging=True),
            "10 warriors katana, attack 2, samurai-armour",
            K(10, weapon=3, armour=True),
        ),
        (
            "melee",
            "5 elite kanabo-tetsubo, attack 3, wounds 2, honour 4",
            K(5, 3, 2, 4, 5),
            "9 warriors naginata, attack 2",
            K(9, weapon=2),
        ),
        (
            "melee",
            "6 warriors lance, attack 2, mounted, charging",
            K(6, weapon=1, mounted=True, charging=True),
            "8 warriors yari, attack 2",
            K(8, weapon=1),
        ),
        (
            "melee",
            "7 warriors no-dachi, attack 2, used-unit",
            K(7, weapon=6, used=True),
            "7 warriors katana, attack 3, honour 2",
            K(7, 3, honour=2, weapon=3),
        ),
        (
            "melee",
            "4 warriors tanto, attack 0, not cohesion",
            K(4, 0, weapon=0, loose=True),
            "3 warriors naginata, attack 2",
            K(3, weapon=2),
        ),
        (
            "melee",
            "8 warriors katana, attack 2, unit-leader direct, leader-attack 4, criticals-at-leader 3",
            K(8, weapon=3, leader=4, at_leader=3),
            "8 naginata, attack 2, unit-leader direct, leader-attack 3, leader-wounds 2, criticals-at-leader 1",
            K(8, weapon=2, leader=3, leader_wounds=2, at_leader=1),
        ),
        (
            "melee",
            "1 hero katana, attack 4, wounds 3, honour 5",
            K(1, 4, 3, 5, 3),
            "1 hero naginata, attack 3, wounds 2, honour 4, samurai-armour",
            K(1, 3, 2, 4, 2, armour=True),
        ),
        (
            "melee",
            "1 hero katana, attack 4, wounds 3, honour 5",
            K(1, 4, 3, 5, 3),
            "6 warriors yari, attack 2",
            K(6, weapon=1),
        ),
        (
            "shooting 15 cm",
            "8 warriors yumi, shooting 2",
            K(8, weapon="yumi near"),
            "6 warriors, samurai-armour",
            K(6, armour=True),
        ),
        (
            "shooting 50 cm",
            "9 warriors teppo, shooting 2",
            K(9, weapon="teppo far"),
            "8 warriors, samurai-armour, honour 4",
            K(8, armour=True, honour=4),
        ),
        ("shooting 10 cm", "4 warriors shuriken, shooting 2", K(4, weapon="shuriken near"), "5 warriors", K(5)),
        (
            "shooting 15 cm",
            "9 warriors yumi, shooting 2",
            K(9, weapon="yumi near"),
            "2 elite, wounds 2, honour 4",
            K(2, wounds=2, honour=4),
        ),
        (
            "shooting 15 cm",
            "5 warriors yumi, shooting 2",
            K(5, weapon="yumi near"),
            "1 hero, covered, wounds 3, honour 5",
            K(1, wounds=3, honour=5, covered=True),
        ),
    ],
    "kensei-lr-2020": [
        (
            "melee",
            "8 ashigaru, attack 2, wounds 1, honour 3, charging, wounding 4",
            K(8, charging=True),
            "6 ashigaru, attack 2, wounds 1, honour 4, wounding 4",
            K(6, honour=4),
        ),
        (
            "melee",
            "10 ashigaru, attack 2, wounds 1, honour 3, wounding 3",
            K(10, wounding=3),
            "10 ashigaru, attack 2, wounds 1, honour 3, wounding 5",
            K(10, wounding=5),
        ),
        (
            "melee",
            "5 samurai, attack 3, wounds 2, honour 4, wounding 4",
            K(5, 3, 2, 4),
            "9 ashigaru, attack 2, wounds 1, honour 3, wounding 5",
            K(9, wounding=5),
        ),
        (
            "melee",
            "6 ashigaru, attack 2, wounds 1, honour 3, mounted, charging, wounding 4",
            K(6, mounted=True, charging=True),
            "4 ashigaru, attack 2, wounds 1, honour 2, wounding 5",
            K(4, honour=2, wounding=5),
        ),
        (
            "melee",
            "7 ashigaru, attack 2, wounds 1, honour 3, used-unit, wounding 4",
            K(7, used=True),
            "7 ashigaru, attack 3, wounds 1, honour 2, wounding 4",
            K(7, 3, honour=2),
        ),
        (
            "melee",
            "3 ashigaru, attack 0, wounds 1, honour 2, wounding 4",
            K(3, 0, honour=2),
            "3 ashigaru, attack 2, wounds 1, honour 3, wounding 4",
            K(3),
        ),
        (
            "melee",
            "8 ashigaru, attack 2, wounds 1, honour 3, wounding 4, unit-leader direct, leader-attack 4,"
            " leader-wounds 3",
            K(8, leader=4),
            "8 ashigaru, attack 2, wounds 1, honour 3, wounding 4, unit-leader direct, leader-attack 3,"
            " leader-wounds 2",
            K(8, leader=3, leader_wounds=2),
        ),
        (
            "melee",
            "1 samurai, attack 4, wounds 3, honour 5, wounding 3",
            K(1, 4, 3, 5, wounding=3),
            "1 samurai, attack 3, wounds 2, honour 4, wounding 4",
            K(1, 3, 2, 4),
        ),
        (
            "melee",
            "1 samurai, attack 4, wounds 3, honour 5, wounding 3",
            K(1, 4, 3, 5, wounding=3),
            "6 ashigaru, attack 2, wounds 1, honour 3, wounding 5",
            K(6, wounding=5),
        ),
        (
            "melee",
            "12 ashigaru, attack 2, wounds 1, honour 3, wounding 4, covered",
            K(12, covered=True),
            "4 samurai, attack 3, wounds 2, honour 4, wounding 3",
            K(4, 3, 2, 4, wounding=3),
        ),
        ("shooting 15 cm", "8 ashigaru yumi, shooting 2, wounding 4", K(8), "6 ashigaru, wounds 1, honour 3", K(6)),
        (
            "shooting 15 cm",
            "9 ashigaru teppo, shooting 1, wounding 3, used-unit",
            K(9, 1, wounding=3),
            "8 samurai, wounds 2, honour 4",
            K(8, wounds=2, honour=4),
        ),
        (
            "shooting 15 cm",
            "5 ashigaru yumi, shooting 2, wounding 5",
            K(5, wounding=5),
            "1 samurai, covered, wounds 3, honour 5",
            K(1, wounds=3, honour=5, covered=True),
        ),
    ],
    "heroic-2002": [
        (
            "melee",
            "3 katana, attacks 1, combat 4",
            H(3, combat=4, strength=4),
            "3 kanabo-tetsubo",
            H(3, strength=4, modifier=-1),
        ),
        (
            "melee",
            "1 katana, attacks 2, combat 5, wounds 2",
            H(1, 2, 5, strength=4, wounds=2),
            "3 halberd",
            H(3, strength=4),
        ),
        ("melee", "4 spear", H(4), "4 katana", H(4, strength=4)),
        (
            "melee",
            "5 no-dachi, combat 3",
            H(5, strength=5, modifier=-1),
            "6 katana, medium-armour",
            H(6, strength=4, defence=5),
        ),
        (
            "melee",
            "1 katana, attacks 3, combat 6, wounds 3, heavy-armour",
            H(1, 3, 6, strength=4, wounds=3, defence=6, modifier=-1),
            "8 spear, courage 4",
            H(8, courage=4),
        ),
        ("melee", "2 spear, courage 5", H(2, courage=5), "2 spear, courage 2", H(2, courage=2)),
        ("melee", "6 katana, strength 4", H(6, strength=5), "5 flail, light-armour", H(5, defence=6)),
        (
            "melee",
            "1 katana, attacks 2, wounds 2",
            H(1, 2, strength=4, wounds=2),
            "1 katana, attacks 2, wounds 2",
            H(1, 2, strength=4, wounds=2),
        ),
        (
            "shooting",
            "5 bow, shooting 4+",
            H(5, shooting=4, strength=4),
            "6 spear, medium-armour, courage 4",
            H(6, defence=5, courage=4),
        ),
        ("shooting", "4 short bow", H(4), "4 spear", H(4)),
        (
            "shooting",
            "6 arquebus, shooting 4+",
            H(6, shooting=4, strength=5, modifier=-2),
            "5 katana, heavy-armour",
            H(5, defence=6),
        ),
        (
            "shooting",
            "1 bow, shooting 3+, shots 2",
            H(1, shooting=3, strength=4, shots=2),
            "1 katana, wounds 2",
            H(1, wounds=2),
        ),
    ],
    "samurai-skirmish": [
        ("melee", "1 bushi", S(1, morale=2), "1 noumin", S(-1, morale=-1)),
        ("melee", "1 bushi, naginata", S(2, morale=2), "1 ashigaru, light armour", S(0, 1, 1)),
        ("melee", "1 eiyuu", S(2), "1 bushi, armoured", S(1, 2, 2)),
        ("melee", "1 mounted, heavy armour", S(1, 3), "1 bushi, heavy armour", S(1, 3, 2)),
        ("melee", "1 noumin, improvised weapon", S(-2, morale=-1), "1 eiyuu, naginata", S(3)),
        ("melee", "1 ashigaru", S(0, morale=1), "1 ashigaru", S(0, morale=1)),
        ("melee", "1 mounted, bushi, naginata", S(3, morale=2), "1 ashigaru, armoured", S(0, 2, 1)),
        ("melee", "1 noumin, light armour", S(-1, 1, -1), "1 noumin, light armour", S(-1, 1, -1)),
        ("shooting", "6 bow", S(0), "6 ashigaru", S(morale=1)),
        ("shooting", "5 bow, volley", S(1), "6 armoured", S(armour=2)),
        ("shooting", "4 bow", S(-2), "6 light armour, bushi", S(armour=1, morale=2)),
        ("shooting", "6 bow, volley", S(2), "3 noumin", S(morale=-1)),
    ],
}
CASES = [(edition, *matchup) for edition, matchups in MATCHUPS.items() for matchup in matchups]


@pytest.fixture(scope="session")
def tell(shipped_data: Database) -> Callable[..., Odds]:
    readers: dict[str, EditionWords] = {}

    def odds_of(edition: str, attack: str, ours: str, theirs: str) -> Odds:
        if edition not in readers:
            game = Game(shipped_data, edition)
            readers[edition] = EditionWords(game, LocalTexts())
        reader = readers[edition]
        matchup = Matchup(reader.game, reader.declared, reader.read(ours, "attacker"), reader.read(theirs, "defender"))
        way, _, distance = attack.partition(" ")
        return matchup.odds(way, distance.replace(" ", "") or None)

    return odds_of


def test_every_edition_with_odds_has_a_dozen_matchups(shipped_data: Database) -> None:
    with_odds = {name for name in shipped_data.editions if Game(shipped_data, name).play.odds}
    assert with_odds == set(MATCHUPS)
    assert min(len(matchups) for matchups in MATCHUPS.values()) == 12


@pytest.mark.parametrize(
    ("edition", "attack", "ours", "us", "theirs", "them"), CASES, ids=[f"{c[0]}: {c[2]} vs {c[4]}" for c in CASES]
)
def test_odds_are_what_dice_come_to(
    tell: Callable[..., Odds], edition: str, attack: str, ours: str, us: Any, theirs: str, them: Any
) -> None:
    found = tell(edition, attack, ours, theirs)
    play = PLAYERS[edition, attack.partition(" ")[0]]
    dice = random.Random(f"{ours} {theirs}")
    runs = [play(dice, us, them) for _ in range(RUNS)]
    assert not found.left_out
    for name, whose in runs[0]:
        chance = found.chance(name, whose)
        thrown = [run[name, whose] for run in runs]
        assert sum(chance.values.values()) == 1
        assert set(thrown) <= set(chance.values), (name, whose)
        for value, part in chance.values.items():
            apart = abs(thrown.count(value) / RUNS - part)
            assert apart <= FAR * sqrt(part * (1 - part) / RUNS) + 1 / RUNS, (
                name,
                whose,
                value,
                float(part),
                thrown.count(value) / RUNS,
            )

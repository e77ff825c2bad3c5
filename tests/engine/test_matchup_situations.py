"""Situations as players say them, in two languages; what they come to was worked by hand from the documents.

Each is the number of dice and the score that a die must show (6 always passes, 1 never does), for one side or both.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from kensei_docs.cli._terminal import Workspace
from kensei_docs.engine.matchup import split_sides, understand
from kensei_docs.engine.odds import Odds
from kensei_docs.engine.sides import LocalTexts
from kensei_docs.problems import Unusable


@pytest.fixture(scope="module")
def ask() -> Callable[..., Odds]:
    """Return the odds of a sentence, in whatever language it is."""
    work = Workspace()
    database = work.database()
    languages = work.translators(database).values()
    texts = LocalTexts(
        lambda record: [one.name(record) for one in languages], lambda when: [one.phrase(when) for one in languages]
    )

    def answer(edition: str, words: str, attack: str | None = None, **more: str) -> Odds:
        matchup = understand(database, split_sides(words), texts, edition)
        return matchup.odds(attack or matchup.usual_attack, **more)

    return answer


def passing(dice: int, needed: int) -> dict[Any, Fraction]:
    """How many of some dice pass, by the binomial distribution."""
    chance = Fraction(7 - max(2, min(6, needed)), 6)
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


FRONT = "4 in contact, closed formation, 2 ranks"
# lr 668-683: dice of the attack, one for each miniature in combat, and what the table adds; 346-353 the attributes.
MELEE = [
    # 2e 3411-3460. Of warriors, attack 2; the charge +1 on foot, +2 mounted.
    ("kensei-2e", "5 warriors vs 5 warriors", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors charging vs 5 warriors", (8, 4), (7, 4)),
    ("kensei-2e", "5 warriors charge vs 5 warriors", (8, 4), (7, 4)),
    ("kensei-2e", "5 guerreros cargan contra 5 guerreros", (8, 4), (7, 4)),
    ("kensei-2e", "5 guerreros, cargar, contra 5 guerreros", (8, 4), (7, 4)),
    ("kensei-2e", "five warriors vs ten warriors", (7, 4), (12, 4)),
    ("kensei-2e", "5 cavalry charging vs 5 warriors", (9, 4), (7, 4)),
    ("kensei-2e", "5 jinetes cargando contra 5 guerreros", (9, 4), (7, 4)),
    ("kensei-2e", "5 skirmishers charging vs 5 warriors", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors charging from inside the enemy control area vs 5 warriors", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors charging out of formation vs 5 warriors", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors charging, with the standard bearer vs 5 warriors", (9, 4), (7, 4)),
    ("kensei-2e", "5 warriors, strengthened vs 5 warriors, used", (8, 4), (6, 4)),
    ("kensei-2e", "5 guerreros potenciado contra 5 guerreros en reacción", (8, 4), (6, 4)),
    ("kensei-2e", "5 warriors out of cohesion vs 5 warriors in retreat", (6, 4), (5, 4)),
    # The side that is attacked has a flank, whoever speaks of it.
    ("kensei-2e", "5 warriors charging the flank vs 5 warriors", (8, 3), (7, 4)),
    ("kensei-2e", "5 warriors charging vs 5 warriors, flank", (8, 3), (7, 4)),
    ("kensei-2e", "5 warriors from the rear vs 5 warriors", (7, 2), (7, 4)),
    ("kensei-2e", "5 guerreros por la retaguardia contra 5 guerreros", (7, 2), (7, 4)),
    ("kensei-2e", "5 warriors vs 5 warriors attacked in the rear", (7, 2), (7, 4)),
    ("kensei-2e", "5 warriors, flank vs 1 warrior", (7, 4), (2, 4)),
    ("kensei-2e", "5 archers vs 5 warriors charging from the flank", (7, 5), (8, 3)),
    ("kensei-2e", "5 warriors vs 5 warriors in cover", (7, 5), (7, 4)),
    ("kensei-2e", "5 warriors against cover vs 5 sheltered warriors", (7, 5), (5, 4)),
    # A charged troop of shooters; whoever has ranged weapons and no others is one.
    ("kensei-2e", "5 warriors charging vs 5 archers", (8, 4), (7, 5)),
    ("kensei-2e", "5 warriors vs 5 archers", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors charging vs 5 warriors bow, katana", (8, 4), (7, 4)),
    ("kensei-2e", "5 guerreros cargando contra 5 arqueros", (8, 4), (7, 5)),
    # 4267-4318: the types of weapon.
    ("kensei-2e", "5 katana vs 5 yari", (8, 4), (7, 4)),
    ("kensei-2e", "5 katana charging vs 5 yari", (8, 4), (7, 4)),
    ("kensei-2e", "5 yari charging vs 5 katana", (9, 4), (8, 4)),
    ("kensei-2e", "5 yari charging vs 5 naginata", (8, 4), (7, 4)),
    ("kensei-2e", "5 spearmen vs 5 cavalry", (8, 4), (7, 4)),
    ("kensei-2e", "5 lanza contra 5 jinetes", (8, 4), (7, 4)),
    ("kensei-2e", "5 no-dachi vs 5 wakizashi", (8, 4), (7, 4)),
    ("kensei-2e", "5 warriors, type 6 vs 5 warriors, type 4", (8, 4), (7, 4)),
    ("kensei-2e", "5 guerreros, tipo de arma 6 contra 5 guerreros, tipo 3", (8, 4), (7, 4)),
    ("kensei-2e", "5 no-dachi charging vs 5 wakizashi", (8, 4), (7, 4)),
    ("kensei-2e", "5 naginata vs 5 warriors", (7, 4), (7, 4)),
    ("kensei-2e", "5 naginata against several opponents vs 5 warriors", (8, 4), (7, 4)),
    ("kensei-2e", "5 tetsubo vs 5 warriors", (7, 5), (7, 4)),
    ("kensei-2e", "5 jitte vs 5 katana", (7, 3), (7, 4)),
    ("kensei-2e", "5 jitte vs 5 katana charging", (7, 4), (8, 4)),
    ("kensei-2e", "5 katana charging vs 5 jitte", (8, 4), (7, 4)),
    ("kensei-2e", "5 no-dachi charging vs 5 jitte", (8, 4), (7, 5)),
    ("kensei-2e", "5 yari charging vs 5 jitte", (9, 4), (7, 4)),
    # 3248-3251: who holds and shoots makes no Combat Roll.
    ("kensei-2e", "5 warriors charging vs 5 teppo, hold and shoot", (8, 4), (0, 4)),
    # 1828-1831 and 3415-3418: leaders.
    ("kensei-2e", "5 warriors, hero leader vs 5 warriors", (11, 4), (7, 4)),
    ("kensei-2e", "5 warriors led by a hero vs 5 warriors", (11, 4), (7, 4)),
    ("kensei-2e", "5 warriors, leader attack 3 vs 5 warriors", (10, 4), (7, 4)),
    ("kensei-2e", "5 warriors, unit leader in direct combat, leader attack 3 vs 5 warriors", (10, 4), (7, 4)),
    ("kensei-2e", "5 warriors, leader in support vs 5 warriors", (8, 4), (7, 4)),
    ("kensei-2e", "5 guerreros con líder héroe contra 5 guerreros", (11, 4), (7, 4)),
    ("kensei-2e", "5 warriors without a leader vs 5 warriors", (7, 4), (7, 4)),
    # The rulebook's own example (3437-3460): a hero and four more in front, in two ranks, on a flank.
    ("kensei-2e", f"10 warriors, hero leader, {FRONT}, charge, flank vs 5 warriors", (12, 3), (7, 4)),
    # 1863-1867: the last of a unit.
    ("kensei-2e", "1 warrior, attack 3, isolated vs 5 warriors", (2, 4), (7, 4)),
    ("kensei-2e", "1 guerrero aislado, ataque 3 contra 5 guerreros", (2, 4), (7, 4)),
    ("kensei-2e", "1 hero vs 1 hero", (4, 4), (4, 4)),
    ("kensei-lr-2020", "5 guerreros contra 5 guerreros", (7, 4), (7, 4)),
    ("kensei-lr-2020", "5 warriors vs 5 peasants", (7, 4), (5, 4)),
    ("kensei-lr-2020", "5 aldeanos contra 5 élite", (5, 4), (8, 4)),
    ("kensei-lr-2020", "1 héroe contra 5 guerreros", (4, 4), (7, 4)),
    ("kensei-lr-2020", "1 colossal creature vs 1 major creature", (6, 4), (5, 4)),
    ("kensei-lr-2020", "5 samurai vs 5 ashigaru", (7, 4), (7, 4)),
    ("kensei-lr-2020", "5 guerreros carga contra 5 guerreros", (8, 4), (7, 4)),
    ("kensei-lr-2020", "5 guerreros montados carga potenciada contra 5 guerreros", (10, 4), (7, 4)),
    ("kensei-lr-2020", "5 warriors, strengthened charge vs 5 warriors", (9, 4), (7, 4)),
    ("kensei-lr-2020", "5 hostigadores cargando contra 5 guerreros", (7, 4), (7, 4)),
    ("kensei-lr-2020", "5 guerreros con líder héroe contra 5 guerreros", (11, 4), (7, 4)),
    ("kensei-lr-2020", "5 warriors, elite leader vs 5 warriors", (10, 4), (7, 4)),
    ("kensei-lr-2020", "5 guerreros, líder de unidad, ataque del líder 4, contra 5 guerreros", (11, 4), (7, 4)),
    ("kensei-lr-2020", "5 guerreros cargando contra 5 guerreros arco, katana", (8, 4), (7, 5)),
    ("kensei-lr-2020", "5 guerreros contra 5 guerreros sin órdenes", (7, 4), (6, 4)),
    ("kensei-lr-2020", "5 guerreros con 1 baja contra 5 guerreros usada", (6, 4), (6, 4)),
    ("kensei-lr-2020", "5 guerreros contra 5 guerreros parapetados", (7, 5), (5, 4)),
    ("kensei-lr-2020", "5 guerreros en retirada contra 5 guerreros fuera de formación", (7, 6), (7, 5)),
    ("kensei-lr-2020", "5 guerreros por el flanco contra 5 guerreros", (7, 3), (7, 4)),
    ("kensei-lr-2020", "5 warriors vs 5 warriors in the rear", (7, 2), (7, 4)),
    # lr 701: who attacks a flank or rear while attacked on his own counts as attacking the front.
    ("kensei-lr-2020", "5 warriors, flank vs 5 warriors, flank", (7, 4), (7, 4)),
    ("kensei-lr-2020", "5 warriors, rear vs 5 warriors, flank", (7, 4), (7, 4)),
    ("kensei-2e", "5 warriors, flank vs 5 warriors, flank", (7, 3), (7, 3)),
    # 2e 3106-3112 and lr 590-596: the order brings its marker.
    ("kensei-2e", "5 yari, shelter vs 8 warriors", (5, 4), (10, 5)),
    ("kensei-lr-2020", "6 guerreros, parapetar contra 6 guerreros", (6, 4), (8, 5)),
    ("kensei-2e", "5 warriors, hata-jurushi in the front rank, charging vs 5 warriors", (9, 4), (7, 4)),
    ("kensei-2e", "5 warriors, charging, starts inside control area vs 5 warriors", (7, 4), (7, 4)),
]  # fmt: skip
SHOTS = [
    # 2e 3745-3790. Attack 2 when shooting, and one die for each who sees the target.
    ("kensei-2e", "5 bow, shooting 2 vs 5 warriors at 20 cm", (7, 4)),
    ("kensei-2e", "5 bow, shooting 2 vs 5 warriors at 39cm", (7, 4)),
    ("kensei-2e", "5 bow, shooting 2 vs 5 warriors at 40 cm", (6, 4)),
    ("kensei-2e", "5 bow, shooting 2 vs 5 warriors at long range", (6, 4)),
    ("kensei-2e", "5 arqueros, disparo 2 contra 5 guerreros a 60 cm", (6, 4)),
    ("kensei-2e", "5 bow, shooting 2 vs 5 warriors at 61 cm", (0, 4)),
    ("kensei-2e", "5 teppo, shooting 2 vs 5 warriors at 45 cm", (6, 5)),
    ("kensei-2e", "5 arquebus, shooting 2 vs 5 warriors at 19 cm", (7, 4)),
    ("kensei-2e", "5 arquebus, shooting 2 vs 5 warriors at 20 cm", (6, 4)),
    ("kensei-2e", "5 arcabuceros, disparo 2 contra 5 guerreros a media distancia", (6, 4)),
    ("kensei-2e", "5 arquebus, shooting 2 vs 5 warriors at 41 cm", (0, 4)),
    ("kensei-2e", "5 shuriken, shooting 2 vs 5 warriors at 20 cm", (8, 4)),
    ("kensei-2e", "5 shuriken, shooting 2 vs 5 warriors at 21 cm", (0, 4)),
    ("kensei-2e", "5 shuriken, shooting 2 vs 5 warriors at mid range", (0, 4)),
    ("kensei-2e", "5 bow, shooting 2, strengthened vs 1 warrior in cover", (8, 6)),
    ("kensei-2e", "5 bow, shooting 2, out of formation vs 5 warriors that ran", (6, 5)),
    ("kensei-2e", "5 bow, shooting 2, sheltered vs 5 warriors sheltered", (5, 5)),
    ("kensei-2e", "5 bow, shooting 2, leader, leader shooting 3 vs 5 warriors", (10, 4)),
    ("kensei-2e", "10 bow, shooting 2, 4 in sight vs 5 warriors", (6, 4)),
    # 3242-3247: one die for each who shoots, and one for a leader who is there.
    ("kensei-2e", "5 teppo, hold and shoot vs 5 warriors charging", (5, 4)),
    ("kensei-2e", "5 teppo, hero leader, hold and shoot vs 5 warriors charging", (6, 4)),
    ("kensei-2e", "5 teppo, shooting 2, unloaded vs 5 warriors", (0, 4)),
    # lr 739-760. Long range loses nothing.
    ("kensei-lr-2020", "5 guerreros arco disparan a 5 guerreros contra 5 guerreros a 60 cm", None),
    ("kensei-lr-2020", "5 guerreros arco disparan contra 5 guerreros a 60 cm", (7, 4)),
    ("kensei-lr-2020", "5 guerreros arco contra 5 guerreros a 61 cm", (0, 4)),
    ("kensei-lr-2020", "5 guerreros shuriken contra 5 guerreros a 20 cm", (7, 4)),
    ("kensei-lr-2020", "5 guerreros shuriken contra 5 guerreros a 21 cm", (0, 4)),
    ("kensei-lr-2020", "5 warriors arquebus vs 5 warriors at long range", (0, 4)),
    ("kensei-lr-2020", "5 guerreros arco contra 1 héroe", (7, 5)),
    ("kensei-lr-2020", "5 guerreros arco contra 5 hostigadores en cobertura", (7, 6)),
    ("kensei-lr-2020", "5 aldeanos arco contra 5 guerreros", (5, 4)),
    ("kensei-lr-2020", "5 élite arco, líder héroe contra 5 guerreros", (11, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("edition", "words", "ours", "theirs"), MELEE)
def test_dice_in_hand_to_hand_combat(
    ask: Callable[..., Odds], edition: str, words: str, ours: tuple[int, int], theirs: tuple[int, int]
) -> None:
    found = ask(edition, words, "melee")
    assert found.chance("impacts", "ours").values == passing(*ours)
    assert found.chance("impacts", "theirs").values == passing(*theirs)


@pytest.mark.parametrize(("edition", "words", "dice"), SHOTS)
def test_dice_of_shots(ask: Callable[..., Odds], edition: str, words: str, dice: tuple[int, int] | None) -> None:
    if dice is None:
        with pytest.raises(Unusable, match="belongs to nothing"):
            ask(edition, words)
        return
    assert ask(edition, words, "shooting").chance("impacts").values == passing(*dice)


@pytest.mark.parametrize(
    ("words", "needed", "strength", "rider"),
    [
        # heroic 165-167, 190-192, 202-218, and the ruling on shots beyond what a die has. 5+ to hit, Defence 3.
        ("5 bow vs 5 ashigaru at 24 inches", 5, 3, False),
        ('5 bow vs 5 ashigaru at 25"', None, 3, False),
        ("5 short bow vs 5 ashigaru at 16 in", 5, 4, False),
        ("5 short bow vs 5 ashigaru at 17 in", None, 4, False),
        ("5 arquebus vs 5 ashigaru", 6, 2, False),
        ("5 teppo vs 5 heavy armour", 6, 5, False),
        ("5 bow vs 5 cavalry, slow", 4, 3, True),
        ("5 bow vs 5 mounted, fast", 5, 3, True),
        ("5 bow, mounted, fast vs 5 ashigaru", 6, 3, False),
        ("5 bow, fast vs 5 ashigaru", None, 3, False),
        ("5 arcabuces, a caballo, al galope contra 5 a caballo", 6, 2, True),
    ],
)
def test_shots_of_heroes(ask: Callable[..., Odds], words: str, needed: int | None, strength: int, rider: bool) -> None:
    found = ask("heroic-2002", words, "shooting")
    hits = passing(5, needed) if needed else {0: Fraction(1)}
    assert found.chance("hits").values == hits
    struck = Fraction(4, 6) if rider else Fraction(1)
    expected = sum(n * part for n, part in hits.items()) * struck * Fraction(7 - strength, 6)
    assert found.chance("wounds").mean == expected


UNARMOURED = ["none", "W", "W", "D", "D/W", "D/D", "D/D/W"]
LIGHT = ["none", "none", "W", "W", "D", "D/W", "D/D"]
ARMOURED = ["none", "none", "none", "W", "W", "D", "D/W"]
HEAVY = ["none", "none", "none", "none", "W", "W", "D"]


@pytest.mark.parametrize(
    ("words", "shooter", "target", "row"),
    [
        # skirmish 54-99: a D6 of six shooters, a D4 for the range, and the row of the armour.
        ("6 bow vs 6 unarmoured at 8 inches", 0, -1, UNARMOURED),
        ("6 bow vs 6 unarmoured at 24 inches", 0, 0, UNARMOURED),
        ("6 archers vs 6 light armour at 48 in", 0, +1, LIGHT),
        ('6 bow vs 6 heavy armour at 60"', 0, +2, HEAVY),
        ("6 bow vs 6 unarmoured at 61 in", None, 0, UNARMOURED),
        ("6 bow vs 6 armoured at short range", 0, -1, ARMOURED),
        ("6 bow vs 6 armoured at extreme range", 0, +2, ARMOURED),
        ("6 bow vs 6 armoured in cover at short range", 0, 0, ARMOURED),
        ("6 bow vs 6 armoured in cover", 0, +1, ARMOURED),
        ("6 bow vs 6 armoured in cover at extreme range", None, 0, ARMOURED),
        ("4 crossbows volley vs 6 armoured at 30 in", 0, 0, ARMOURED),
        ("6 pistols vs 6 armoured at 5 in", 0, +1, ARMOURED),
        ("6 arquebus vs 6 armoured at medium range", 0, 0, UNARMOURED),
        ("6 arquebus vs 6 light armour at medium range", 0, 0, UNARMOURED),
        ("6 arcabuceros contra 6 con armadura pesada a 12 pulgadas", 0, 0, LIGHT),
    ],
)
def test_shots_of_skirmishers(
    ask: Callable[..., Odds], words: str, shooter: int | None, target: int, row: list[str]
) -> None:
    found = ask("samurai-skirmish", words, "shooting").chance("result").values
    leads = [a + (shooter or 0) - b - target for a in range(1, 7) for b in range(1, 5)]
    results = ["none" if shooter is None or lead < 0 else row[min(lead, 6)] for lead in leads]
    assert found == {result: Fraction(results.count(result), 24) for result in results}


def test_a_distance_in_another_unit_is_refused(ask: Callable[..., Odds]) -> None:
    with pytest.raises(Unusable, match="attacker:1:22: '20 in' needs the unit of kensei-2e: cm"):
        ask("kensei-2e", "5 bow, shooting 2 at 20 inches vs 5 warriors")
    with pytest.raises(Unusable, match="attacker:1:22: '20' belongs to nothing"):
        ask("kensei-2e", "5 bow, shooting 2 at 20 vs 5 warriors")
    with pytest.raises(Unusable, match="'20 cm' needs the unit of heroic-2002: in"):
        ask("heroic-2002", "5 bow vs 5 ashigaru", "shooting", distance="20 cm")


def test_a_drawn_melee_hurts_nobody(ask: Callable[..., Odds]) -> None:
    found = ask("samurai-skirmish", "1 bushi vs 1 bushi")
    # Six of 36 throws are drawn, and fifteen are lost.
    assert found.chance("result").values["none"] == Fraction(21, 36)


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("5 elite, charging vs 5 warriors, attack 2", None),
        ("5 peasants vs 5 warriors", ("ours", "impacts")),
        ("5 warriors, leader vs 5 warriors", ("ours", "impacts")),
        ("5 warriors vs 1 hero", ("", "holds")),
        # The table has no Honour for a hero: that of his unit does not stand in for it.
        ("5 warriors, hero leader vs 5 warriors", ("", "attacker-holds")),
    ],
)
def test_what_is_not_known_is_never_nothing(
    ask: Callable[..., Odds], words: str, missing: tuple[str, str] | None
) -> None:
    found = ask("kensei-2e", words, "melee")
    assert all(chance.values != {0: Fraction(1)} for chance in found.chances if chance.name == "impacts")
    assert missing is None or missing in found.left_out


def test_creatures_wear_what_all_of_their_class_do(ask: Callable[..., Odds]) -> None:
    # 2e 5132-5136: -1 on damage against a major creature, -2 against a colossal one.
    needed = [
        sum(
            int(step.figure)
            for step in ask("kensei-2e", f"5 warriors vs 1 {name}").traces["ours", "damage"].steps
            if step.act == "add"
        )
        for name in ("inferior creature", "major creature", "colossal creature")
    ]
    assert needed == [0, -1, -2]


def test_a_class_without_a_row_in_the_table(ask: Callable[..., Odds]) -> None:
    found = ask("kensei-lr-2020", "1 komuso contra 5 guerreros")
    assert found.left_out["ours", "impacts"] == "self.attack"
    assert found.chance("impacts", "theirs").values == passing(7, 4)


def test_a_shot_tells_its_distance(ask: Callable[..., Odds]) -> None:
    far = ask("kensei-2e", "5 shuriken, shooting 2 vs 5 warriors at 25 cm").distance
    assert far and (far.said, dict(far.means)) == ("25 cm", {"distance.band": "mid", "weapon.in-reach": False})
    unsaid = ask("kensei-2e", "5 bow, shooting 2 vs 5 warriors").distance
    assert unsaid and not unsaid.is_said
    assert dict(unsaid.assumed) == {"distance.band": "short", "weapon.in-reach": "true"}
    assert ask("kensei-2e", "5 warriors vs 5 warriors").distance is None

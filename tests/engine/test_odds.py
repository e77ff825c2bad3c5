"""Odds are exact: they agree with dice that are really thrown, and move as they must."""

import random
from collections.abc import Callable
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.database import Database
from kensei_docs.engine import Game
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.engine.matchup import Matchup
from kensei_docs.engine.odds import Chance, Odds, odds
from kensei_docs.engine.sides import EditionWords, LocalTexts
from kensei_docs.problems import Unusable

RUNS = 20_000
# So many standard deviations off is less than once in 100,000.
FAR = 4.5


@pytest.fixture(scope="session")
def fight(shipped_data: Database) -> Callable[..., Odds]:
    """Return the odds of two sides, each told in a few words."""
    readers: dict[str, EditionWords] = {}

    def tell(edition: str, ours: str, theirs: str, attack: str = "melee", **more: str) -> Odds:
        if edition not in readers:
            game = Game(shipped_data, edition)
            readers[edition] = EditionWords(game, LocalTexts())
        reader = readers[edition]
        sides = reader.read(ours, "attacker"), reader.read(theirs, "defender")
        return Matchup(reader.game, reader.declared, *sides).odds(attack, **more)

    return tell


def agrees(chance: Chance, thrown: list) -> None:
    """Hold what was thrown against the exact chance of every value."""
    assert len(thrown) == RUNS
    assert sum(chance.values.values()) == 1
    for value, part in chance.values.items():
        apart = abs(thrown.count(value) / RUNS - part)
        assert apart <= FAR * sqrt(part * (1 - part) / RUNS) + 1 / RUNS, (chance.name, value)
    assert set(thrown) <= set(chance.values)


def d6(dice: random.Random) -> int:
    return dice.randint(1, 6)


def kensei_wounds(dice: random.Random, many: int, impact: int, damage: int) -> tuple[int, int]:
    hits = sum(die == 6 or (die != 1 and die >= impact) for die in (d6(dice) for _ in range(many)))
    wounds = stuns = 0
    for die in (d6(dice) for _ in range(hits)):
        wounds += die == 6 or (die != 1 and die >= damage)
        stuns += die not in (1, 6) and die < damage
    return hits, wounds + stuns // 2


@pytest.mark.parametrize(("edition", "more"), [("kensei-2e", ""), ("kensei-lr-2020", ", wounding 4")])
def test_hand_to_hand_combat_of_two_units(fight: Callable, edition: str, more: str) -> None:
    found = fight(
        edition,
        f"8 ashigaru, attack 2, charging, wounds 1, honour 3{more}",
        f"5 ashigaru, attack 3, wounds 1, honour 4{more}",
    )
    dice = random.Random(1)
    hits, fallen, holds = [], [], []
    for _ in range(RUNS):
        ours = kensei_wounds(dice, 11, 4, 4)
        theirs = kensei_wounds(dice, 8, 4, 4)
        caused, suffered = min(ours[1], 5), min(theirs[1], 8)
        hits.append(ours[0])
        fallen.append(caused)
        if caused >= 5:
            holds.append(False)
        elif suffered >= 8 and edition != "kensei-2e":
            holds.append(True)
        else:
            holds.append(caused <= suffered or d6(dice) <= 4)
    agrees(found.chance("impacts", "ours"), hits)
    agrees(found.chance("casualties", "ours"), fallen)
    agrees(found.chance("holds"), holds)


@pytest.mark.parametrize("attack", ["melee", "shooting"])
def test_a_die_that_an_ability_adds_to_a_damage_roll_is_thrown_where_there_is_one(fight: Callable, attack: str) -> None:
    weapon = {"melee": "katana, attack 1", "shooting": "yumi, shooting 1, ashigaru"}[attack]
    found = fight("kensei-2e", f"3 warriors {weapon}, bushido, wounds 1", "9 warriors, attack 2, wounds 1", attack)
    impacts = found.chance("impacts", "ours" if attack == "melee" else "").values
    criticals = found.chance("criticals", "ours" if attack == "melee" else "").values
    dice = sum((many + 1) * part for many, part in impacts.items() if many)
    assert sum(many * part for many, part in criticals.items()) == dice / 6
    assert sum(many * part for many, part in impacts.items()) < dice


def test_armour_several_wounds_and_an_empty_pool(fight: Callable) -> None:
    found = fight(
        "kensei-2e", "1 warrior katana, attack 1, not cohesion", "4 elite, samurai-armour, attack 2, honour 4"
    )
    dice = random.Random(2)
    # The attack's one die, none for a single miniature, less one: only a six helps.
    impacts = [sum(d6(dice) == 6 for _ in range(1)) for _ in range(RUNS)]
    agrees(found.chance("impacts", "ours"), impacts)
    assert found.chance("casualties", "ours").values == {0: 1}


def test_dice_that_are_thrown_again(fight: Callable) -> None:
    found = fight(
        "kensei-2e", "4 warriors, attack 2, kenjutsu, luck, wounds 1", "4 warriors, attack 2, dodge, wounds 1"
    )
    dice = random.Random(3)
    hits = []
    for _ in range(RUNS):
        pool = [(d6(dice), False) for _ in range(6)]
        pool = [(d6(dice), True) if die == 1 else (die, False) for die, _ in pool]
        for mine in (True, False):
            free = [at for at, (die, again) in enumerate(pool) if not again and (die < 4) == mine]
            if free:
                pool[free[0]] = (d6(dice), True)
        hits.append(sum(die >= 4 for die, _ in pool))
    agrees(found.chance("impacts", "ours"), hits)
    assert {where: len(rights) for where, rights in found.rerolls.items()} == {
        ("ours", "impacts"): 3,
        ("ours", "damage"): 1,
        ("", "attacker-honour-roll"): 1,
    }


def test_shots_that_frighten(fight: Callable) -> None:
    found = fight(
        "kensei-2e", "6 warriors bow, shooting 2", "4 warriors, samurai-armour, honour 3", "shooting", distance="50 cm"
    )
    dice = random.Random(4)
    fallen, holds = [], []
    for _ in range(RUNS):
        hits = sum(die >= 4 for die in (d6(dice) for _ in range(7)))
        fell = min(4, sum(die >= 5 for die in (d6(dice) for _ in range(hits))))
        fallen.append(fell)
        holds.append(fell < 4 and (fell < 2 or d6(dice) <= 3))
    agrees(found.chance("casualties"), fallen)
    agrees(found.chance("holds"), holds)


def test_close_combat_of_heroes(fight: Callable) -> None:
    found = fight(
        "heroic-2002", "2 katana, attacks 2, combat 3", "3 spear, light-armour, combat 3, attacks 1, courage 5"
    )
    dice = random.Random(5)
    winners, fallen, holds = [], [], []
    for _ in range(RUNS):
        ours, theirs = (max(d6(dice) for _ in range(many)) for many in (4, 3))
        while ours == theirs:
            ours, theirs = d6(dice), d6(dice)
        winners.append("attacker" if ours > theirs else "defender")
        # Strength 3 + 1 against Defence 3 + 1: the table asks for a 4.
        dead = min(3, sum(d6(dice) >= 4 for _ in range(4))) if ours > theirs else 0
        fallen.append(dead)
        left = 3 - dead
        holds.append(left > 0 and (not dead or d6(dice) + d6(dice) + 5 >= 10))
    agrees(found.chance("winner"), winners)
    agrees(found.chance("casualties"), fallen)
    agrees(found.chance("holds"), holds)


def test_a_bow_of_a_hero(fight: Callable) -> None:
    found = fight("heroic-2002", "5 bow, shooting 4+", "6 medium-armour, courage 4", "shooting")
    dice = random.Random(6)
    fallen = []
    for _ in range(RUNS):
        hits = sum(d6(dice) >= 4 for _ in range(5))
        fallen.append(sum(d6(dice) >= 5 for _ in range(hits)))
    agrees(found.chance("casualties"), fallen)


def test_melee_and_shots_by_their_tables(fight: Callable) -> None:
    found = fight("samurai-skirmish", "1 naginata, bushi", "1 light armour, noumin")
    dice = random.Random(7)
    columns = ["PB", "W", "W", "D", "D", "D", "D"]
    light = ["none", "PB", "W", "W", "D", "D", "D"]
    results, suffered = [], []
    for _ in range(RUNS):
        lead = d6(dice) + 2 - (d6(dice) - 1)
        results.append(light[min(lead, 7) - 1] if lead > 0 else "none")
        suffered.append(columns[-lead - 1] if lead < 0 else "none")
    agrees(found.chance("result"), results)
    agrees(found.chance("result-suffered"), suffered)
    armed = fight("samurai-skirmish", "1 naginata, bushi", "1 naginata, light armour, noumin")
    assert armed.chance("result").values["none"] > found.chance("result").values["none"]
    shot = fight("samurai-skirmish", "5 bow, volley", "6 armoured", "shooting")
    row = ["none", "none", "none", "W", "W", "D", "D/W"]
    agrees(
        shot.chance("result"),
        [row[min(lead, 6)] if (lead := d6(dice) - 1 + 2 - dice.randint(1, 4)) >= 0 else "none" for _ in range(RUNS)],
    )


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 8), st.integers(0, 4), st.booleans())
def test_more_dice_never_do_less(fight: Callable, miniatures: int, attack: int, armoured: bool) -> None:
    other = f"6 warriors, attack 2, wounds 1{', samurai-armour' if armoured else ''}"
    few = fight("kensei-2e", f"{miniatures} warriors, attack {attack}", other)
    more = fight("kensei-2e", f"{miniatures} warriors, attack {attack + 1}", other)
    for name in ("impacts", "wounds", "casualties"):
        assert few.chance(name, "ours").mean <= more.chance(name, "ours").mean
        assert all(few.chance(name, "ours").at_least(n) <= more.chance(name, "ours").at_least(n) for n in range(1, 6))
    for chance in (*few.chances, *more.chances):
        assert sum(chance.values.values()) == 1
        assert all(isinstance(part, Fraction) and part >= 0 for part in chance.values.values())


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 7))
def test_better_armour_never_costs_more_wounds(fight: Callable, miniatures: int) -> None:
    bare, armoured = (
        fight("kensei-2e", f"{miniatures} warriors, attack 2", f"6 warriors{more}") for more in ("", ", samurai-armour")
    )
    assert armoured.chance("wounds", "ours").mean < bare.chance("wounds", "ours").mean
    ranks = ["", ", light-armour", ", medium-armour", ", heavy-armour"]
    hurt = [
        fight("heroic-2002", f"{miniatures} bow", f"6{more}", "shooting").chance("wounds").mean
        for more in (" club" + one for one in ranks)
    ]
    assert hurt == sorted(hurt, reverse=True)


def test_what_the_document_leaves_out_is_left_out(fight: Callable) -> None:
    found = fight("kensei-lr-2020", "8 ashigaru, attack 2", "5 ashigaru, attack 2")
    assert found.chance("impacts", "ours").mean == 5
    assert found.left_out["ours", "criticals"] == "self.wounding"
    assert ("", "holds") in found.left_out


def test_who_belongs_to_the_mounted_is_mounted(fight: Callable) -> None:
    found = fight("kensei-2e", "6 warriors", "mounted sohei daimyo, attack 4")
    assert "opponent.mounted" not in found.traces["ours", "damage"].assumed
    assert found.left_out["", "holds"] == "opponent.honour"


def test_an_unknown_word_is_told_with_its_column(fight: Callable) -> None:
    with pytest.raises(Unusable, match=r"defender:1:4: 'ashigarus?u' is not a word of kensei-2e"):
        fight("kensei-2e", "8 ashigaru", "10 ashigarusu")


def test_a_game_without_odds_says_so(ferry: Callable) -> None:
    game = ferry()
    now = situation_of(game, {})
    with pytest.raises(Unusable, match="ferry tells no odds of 'melee'; it knows: none"):
        odds(game, "melee", now, now, {})


@pytest.mark.parametrize(
    ("ours", "theirs", "impacts"),
    [
        ("10 katana warriors", "8 spear warriors", [6.5, 5.0]),
        # 10 + 3 dice on 4+, or on 3+ against a flank; 8 + 2 likewise.
        ("10 katana warriors flanking", "8 spear warriors", [8.67, 5.0]),
        ("10 katana warriors", "8 spear warriors flanked", [8.67, 5.0]),
        ("10 katana warriors flanked", "8 spear warriors", [6.5, 6.67]),
        ("10 katana warriors flanking", "8 spear warriors flanked", [8.67, 5.0]),
    ],
)
def test_who_is_flanked_is_attacked_there_and_who_flanks_is_not(
    fight: Callable[..., Odds], ours: str, theirs: str, impacts: list[float]
) -> None:
    odds = fight("kensei-2e", ours, theirs)
    assert [round(float(odds.chance("impacts", whose).mean), 2) for whose in ("ours", "theirs")] == impacts


@pytest.mark.parametrize(
    ("edition", "theirs", "name", "expected"),
    [
        # Twelve dice on 4+ less a D3, and never less than nothing: 6 - 2, and a little; the brave never flee.
        ("kensei-2e", "30 katana warriors ninjutsu", "impacts-left", 4.01),
        ("kensei-2e", "30 spear warriors brave", "holds", 1.0),
    ],
)
def test_abilities_change_the_odds(
    fight: Callable[..., Odds], edition: str, theirs: str, name: str, expected: float
) -> None:
    odds = fight(edition, "10 katana warriors", theirs)
    found = odds.chance(name, "ours") if name == "impacts-left" else odds.chance(name)
    assert round(float(found.mean), 2) == expected


def test_of_words_of_one_chance_the_attacker_is_told_first(fight: Callable[..., Odds]) -> None:
    odds = fight("heroic-2002", "5 warriors without a leader", "5 warriors")
    winner = odds.chance("winner").sorted_values()
    assert winner == [("attacker", Fraction(1, 2)), ("defender", Fraction(1, 2))]

"""The combats of the four documents, played with dice: written from the documents alone, without the engine.

A troop is the numbers that a player reads off the page. Each function plays one document's combat; the comments name
the document's lines.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

D6 = range(1, 7)
Results = dict[tuple[str, str], Any]


@dataclass(frozen=True)
class Kensei:
    """A troop of Kensei: its numbers, the type of its weapon, and what is true of it."""

    men: int
    attack: int = 2
    wounds: int = 1
    honour: int = 3
    weapon: int | str = ""
    leader: int = 0
    leader_wounds: int = 3
    at_leader: int = 0
    charging: bool = False
    mounted: bool = False
    armour: bool = False
    covered: bool = False
    used: bool = False
    loose: bool = False
    wounding: int = 4

    @property
    def alone(self) -> bool:
        return self.men == 1


def damage(dice: random.Random, impacts: int, needed: int) -> tuple[int, int, int]:
    """Return criticals, other wounds and stunned markers."""
    faces = dice.choices(D6, k=impacts)
    return (
        faces.count(6),
        sum(face >= needed for face in faces if 1 < face < 6),
        sum(face < needed for face in faces if 1 < face < 6),
    )


def passing(dice: random.Random, many: int, needed: int) -> int:
    """Return the successes of a Success Roll: a 1 fails, a 6 passes, and without dice one is rolled for a 6."""
    if many < 1:
        return int(dice.choice(D6) == 6)
    return sum(face == 6 or face >= needed for face in dice.choices(D6, k=many) if face > 1)


def melee_2e(dice: random.Random, us: Kensei, them: Kensei) -> tuple[int, int, int]:
    """Return the impacts, the wounds of the enemy unit and those of its leader (2e 3411-3430, 3447-3487, 4251-4330)."""
    many = us.attack + (0 if us.alone else us.men) + us.leader + us.charging * (2 if us.mounted else 1)
    many += -us.used - us.loose
    many += (us.weapon == 1 and them.mounted) + (us.weapon == 1 and us.charging and them.weapon not in (1, 2))
    many += us.weapon in (3, 4) and them.weapon == 1 and not us.charging
    many += us.weapon == 6 and them.weapon in (3, 4) and not us.charging
    needed = 4 + them.covered + (us.weapon == 5)
    needed += us.weapon == 7 and them.charging and them.weapon not in (1, 7)
    needed -= us.weapon == 7 and them.weapon == 3 and not us.charging
    hits = passing(dice, many, needed)
    to_wound = 4 + them.armour + them.mounted - (us.weapon in (3, 5)) + (us.weapon == 0)
    criticals, plain, stuns = damage(dice, hits, to_wound)
    to_leader = min(criticals, us.at_leader) if them.leader else 0
    return hits, plain + stuns // 2 + criticals - to_leader, to_leader


def melee_lr(dice: random.Random, us: Kensei, them: Kensei) -> tuple[int, int, int]:
    """Return the impacts, the wounds of the enemy unit and those of its leader (lr 668-683, 898-911)."""
    many = us.attack + (0 if us.alone else us.men) + us.leader + us.charging * (2 if us.mounted else 1) - us.used
    hits = passing(dice, many, 4 + us.loose + them.covered)
    criticals, plain, stuns = damage(dice, hits, us.wounding)
    if them.leader:
        return hits, plain + stuns // 2, criticals
    return hits, plain + stuns // 2 + criticals, 0


def kensei_fight(edition: str) -> Callable[[random.Random, Kensei, Kensei], Results]:
    one_side = melee_2e if edition == "kensei-2e" else melee_lr

    def fight(dice: random.Random, us: Kensei, them: Kensei) -> Results:
        found: Results = {}
        score, destroyed = {}, {}
        for name, side, foe in (("ours", us, them), ("theirs", them, us)):
            hits, wounds, on_leader = one_side(dice, side, foe)
            casualties = min(wounds // foe.wounds, foe.men)
            falls = bool(foe.leader) and on_leader >= foe.leader_wounds
            found |= {("impacts", name): hits, ("wounds", name): wounds, ("casualties", name): casualties}
            if foe.leader and (side.at_leader or edition != "kensei-2e"):
                found |= {("leader-wounds", name): on_leader, ("leader-falls", name): falls}
            # 2e 3889-3895, lr 941-947: casualties count, a leader for two; of single miniatures the wounds, and where
            # one has fought a unit those of both, as the ruling has it.
            score[name] = wounds + on_leader if us.alone or them.alone else casualties + 2 * falls
            destroyed[name] = casualties == foe.men and (falls or not foe.leader)
        winner = ["nobody", "attacker", "defender"][
            (score["ours"] > score["theirs"]) - (score["ours"] < score["theirs"])
        ]
        if edition != "kensei-2e" and destroyed["ours"] != destroyed["theirs"]:
            winner = "attacker" if destroyed["ours"] else "defender"
        # The defeated troop rolls: 2e 4049-4062, lr 951-957.
        holds = not destroyed["ours"] and (winner != "attacker" or dice.choice(D6) <= them.honour)
        attacker_holds = not destroyed["theirs"] and (winner != "defender" or dice.choice(D6) <= us.honour)
        return found | {("winner", ""): winner, ("holds", ""): holds, ("attacker-holds", ""): attacker_holds}

    return fight


def kensei_shot(edition: str) -> Callable[[random.Random, Kensei, Kensei], Results]:
    def shoot(dice: random.Random, us: Kensei, them: Kensei) -> Results:
        many = us.attack + (0 if us.alone else us.men)
        to_wound = us.wounding
        needed = 4 + them.covered + them.alone
        if edition == "kensei-2e":
            # 2e 3751-3807 and 3811-3838: a weapon of short range, and the two others at their longest distance.
            kind, far = str(us.weapon).split()
            many += {"shuriken": 1}.get(kind, 0) - (far == "far")
            needed += kind == "teppo" and far == "far"
            to_wound = 3 if kind == "teppo" else 4 + them.armour
        else:
            # lr 751-759
            many -= us.used
            needed += us.loose
        hits = passing(dice, many, needed)
        criticals, plain, _ = damage(dice, hits, to_wound)
        # 2e 4026-4030, lr 935-937 with the rulings: as many as all who are in sight can take.
        wounds = criticals + plain if them.alone else min(criticals + plain, them.men * them.wounds)
        casualties = min(wounds // them.wounds, them.men)
        # 2e 4051-4058, lr 954: half of the unit; in 2e a wound is enough for somebody alone.
        frightened = casualties * 2 >= them.men
        if edition == "kensei-2e" and them.alone:
            frightened = wounds >= 1
        holds = casualties < them.men and (not frightened or dice.choice(D6) <= them.honour)
        return {("impacts", ""): hits, ("wounds", ""): wounds, ("casualties", ""): casualties, ("holds", ""): holds}

    return shoot


@dataclass(frozen=True)
class Heroic:
    """A group or hero of the heroic booklet, with what weapons and armour make of his characteristics."""

    men: int
    attacks: int = 1
    combat: int = 3
    shooting: int = 5
    strength: int = 3
    defence: int = 3
    wounds: int = 1
    courage: int = 3
    modifier: int = 0
    shots: int = 1


# heroic 104-113
WOUND_TABLE = ["4566....", "34566...", "234566..", "2234566.", "22234566", "22223456", "22222345", "22222234"]


def hurts(dice: random.Random, many: int, strength: int, defence: int) -> int:
    needed = WOUND_TABLE[strength - 1][defence - 1]
    return 0 if needed == "." else sum(face >= int(needed) for face in dice.choices(D6, k=many))


def stays(dice: random.Random, side: Heroic, fallen: int) -> bool:
    """Whether a group stays: half of it or less, or fewer than three, must pass a Courage Test (heroic 138, 146)."""
    left = side.men - fallen
    if side.men == 1 or not left or not fallen or (left > side.men / 2 and left >= 3):
        return left > 0
    return dice.choice(D6) + dice.choice(D6) + side.courage >= 10


def heroic_fight(dice: random.Random, us: Heroic, them: Heroic) -> Results:
    # heroic 80: the highest die, then the higher Combat, then a roll-off.
    best = [max(dice.choices(D6, k=side.men * side.attacks)) + side.modifier for side in (us, them)]
    while best[0] == best[1]:
        best = [us.combat, them.combat] if us.combat != them.combat else [dice.choice(D6), dice.choice(D6)]
    won = best[0] > best[1]
    winner, loser = (us, them) if won else (them, us)
    wounds = hurts(dice, winner.men * winner.attacks, winner.strength, loser.defence)
    fallen = min(wounds // loser.wounds, loser.men)
    return {
        ("winner", ""): "attacker" if won else "defender",
        ("wounds", ""): wounds if won else 0,
        ("wounds-suffered", ""): 0 if won else wounds,
        ("casualties", ""): fallen if won else 0,
        ("casualties-suffered", ""): 0 if won else fallen,
        ("holds", ""): stays(dice, them, fallen if won else 0),
        ("attacker-holds", ""): stays(dice, us, 0 if won else fallen),
    }


def heroic_shot(dice: random.Random, us: Heroic, them: Heroic) -> Results:
    hits = sum(face + us.modifier >= us.shooting for face in dice.choices(D6, k=us.men * us.shots))
    wounds = hurts(dice, hits, us.strength, them.defence)
    fallen = min(wounds // them.wounds, them.men)
    return {
        ("hits", ""): hits,
        ("wounds", ""): wounds,
        ("casualties", ""): fallen,
        ("holds", ""): stays(dice, them, fallen),
    }


@dataclass(frozen=True)
class Skirmish:
    """A figure or unit of the quick-reference sheet: the sum of its modifiers, its row in the tables, its morale."""

    modifier: int = 0
    armour: int = 0
    morale: int = 0
    range: int = 0


# samurai-skirmish 88-101 and 145-150: what a lead comes to, by armour.
HITS = [
    ["none", "W", "W", "D", "D/W", "D/D", "D/D/W"],
    ["none", "none", "W", "W", "D", "D/W", "D/D"],
    ["none"] * 3 + ["W", "W", "D", "D/W"],
    ["none"] * 4 + ["W", "W", "D"],
]
BLOWS = [
    ["PB", "W", "W", "D", "D", "D", "D"],
    ["none", "PB", "W", "W", "D", "D", "D"],
    ["none", "none", "PB", "W", "W", "D", "D"],
    ["none"] * 3 + ["PB", "W", "W", "D"],
]


def morale(dice: random.Random, side: Skirmish) -> str:
    """The result of a morale check (samurai-skirmish 193-212)."""
    total = dice.choice(D6) + side.morale
    return (
        "steady" if total >= 1 else "halted" if total >= -1 else {-2: "falling-back", -3: "broken"}.get(total, "routed")
    )


def skirmish_fight(dice: random.Random, us: Skirmish, them: Skirmish) -> Results:
    lead = dice.choice(D6) + us.modifier - dice.choice(D6) - them.modifier
    return {
        ("winner", ""): "attacker" if lead > 0 else "defender" if lead < 0 else "nobody",
        ("result", ""): BLOWS[them.armour][min(lead, 7) - 1] if lead > 0 else "none",
        ("result-suffered", ""): BLOWS[us.armour][min(-lead, 7) - 1] if lead < 0 else "none",
        ("morale", ""): morale(dice, them),
        ("attacker-morale", ""): morale(dice, us),
    }


def skirmish_shot(dice: random.Random, us: Skirmish, them: Skirmish) -> Results:
    lead = dice.choice(D6) + us.modifier - dice.choice(range(1, 5)) - them.range
    return {
        ("result", ""): HITS[them.armour][min(lead, 6)] if lead >= 0 else "none",
        ("morale", ""): morale(dice, them),
    }


# By edition and way to attack.
PLAYERS: dict[tuple[str, str], Callable[[random.Random, Any, Any], Results]] = {
    ("kensei-2e", "melee"): kensei_fight("kensei-2e"),
    ("kensei-2e", "shooting"): kensei_shot("kensei-2e"),
    ("kensei-lr-2020", "melee"): kensei_fight("kensei-lr-2020"),
    ("kensei-lr-2020", "shooting"): kensei_shot("kensei-lr-2020"),
    ("heroic-2002", "melee"): heroic_fight,
    ("heroic-2002", "shooting"): heroic_shot,
    ("samurai-skirmish", "melee"): skirmish_fight,
    ("samurai-skirmish", "shooting"): skirmish_shot,
}

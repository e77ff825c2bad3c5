"""The odds of a pool with rerolls: held against every way in which its dice can fall."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.engine.dice_odds import PoolDie, PoolOdds, Reroll

# A die of three faces: the first fails, of the kind 0; two pass, of the kinds 1 and 2.
KINDS, PASSING = (0, 1, 2), frozenset({2, 3})


def odds(rerolls: tuple[Reroll, ...], dice: int) -> dict[tuple[int, ...], Fraction]:
    found = PoolOdds(PoolDie(KINDS, 3, PASSING, rerolls)).outcomes(dice)
    return {outcome: Fraction(many, found.denominator()) for outcome, many in found.items()}


def thrown(rerolls: tuple[Reroll, ...], dice: int) -> dict[tuple[int, ...], Fraction]:
    """Throw all dice in every way: rerolls of every die first, then those of some, a die once at most."""
    found: Counter[tuple[int, ...]] = Counter()
    for faces in product((1, 2, 3), repeat=dice):
        pool = [
            (face, any(_may(one, face) and face in one.faces for one in rerolls if one.limit is None)) for face in faces
        ]
        for settled, chance in _settle(pool, [one for one in rerolls if one.limit is not None]):
            found[tuple(sum(KINDS[face - 1] == kind for face in settled) for kind in range(3))] += chance / 3**dice
    return dict(found)


def _may(reroll: Reroll, face: int) -> bool:
    return (face not in PASSING) == reroll.ours


def _settle(pool: list[tuple[int, bool]], limited: list[Reroll]) -> Iterator[tuple[list[int], Fraction]]:
    again = [at for at, (_, rerolled) in enumerate(pool) if rerolled]
    for faces in product((1, 2, 3), repeat=len(again)):
        first = [face for face, _ in pool]
        for at, face in zip(again, faces, strict=True):
            first[at] = face
        for settled, chance in _use(first, set(again), limited):
            yield settled, chance / 3 ** len(again)


def _use(faces: list[int], rerolled: set[int], limited: list[Reroll]) -> Iterator[tuple[list[int], Fraction]]:
    if not limited:
        yield faces, Fraction(1)
        return
    reroll, *others = limited
    free = [at for at, face in enumerate(faces) if at not in rerolled and _may(reroll, face)]
    free.sort(key=lambda at: KINDS[faces[at] - 1], reverse=not reroll.ours)
    chosen = free[: reroll.limit]
    for new in product((1, 2, 3), repeat=len(chosen)):
        after = list(faces)
        for at, face in zip(chosen, new, strict=True):
            after[at] = face
        for settled, chance in _use(after, rerolled | set(chosen), others):
            yield settled, chance / 3 ** len(chosen)


EVERY = frozenset({1, 2, 3})
OURS, THEIRS = (Reroll(EVERY, 1, ours) for ours in (True, False))


@pytest.mark.parametrize(
    "rerolls",
    [
        (),
        (OURS,),
        (THEIRS,),
        # Two rerolls of some dice, and one of all beside one of some: a rerolled die isn't rerolled again.
        (OURS, THEIRS),
        (THEIRS, OURS),
        (OURS, OURS),
        (Reroll(frozenset({1}), None, True), THEIRS),
        (Reroll(frozenset({1}), None, True), OURS),
        (Reroll(frozenset({3}), None, False), OURS, THEIRS),
        (Reroll(frozenset({1, 2}), None, True), Reroll(EVERY, 2, False)),
    ],
)
@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_a_pool_falls_as_its_dice_do(rerolls: tuple[Reroll, ...], dice: int) -> None:
    assert odds(rerolls, dice) == thrown(rerolls, dice)


REROLLS = st.builds(Reroll, st.frozensets(st.integers(1, 3)), st.none() | st.integers(0, 2), st.booleans())


@settings(max_examples=40, deadline=None)
@given(st.lists(REROLLS, max_size=3), st.integers(0, 3))
def test_so_it_is_with_any_rerolls(rerolls: list[Reroll], dice: int) -> None:
    assert odds(tuple(rerolls), dice) == thrown(tuple(rerolls), dice)


def test_one_reroll_and_one_of_the_other_side_cannot_meet_on_a_die() -> None:
    # A failure is ours to reroll, a pass the enemy's; what was rerolled stands.
    chance = sum(part for kinds, part in odds((OURS, THEIRS), 1).items() if kinds[1] + kinds[2])
    assert chance == Fraction(1, 3) * Fraction(2, 3) + Fraction(2, 3) * Fraction(2, 3)

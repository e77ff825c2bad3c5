"""The odds of a pool with rerolls: held against every way in which its dice can fall."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.engine.odds import PoolOdds, Reroll, Thrower, expected_successes
from kensei_docs.engine.play_schema import Throw
from kensei_docs.problems import Unusable

# A die of three faces: the first fails, of the kind 0; two pass, of the kinds 1 and 2.
KINDS, PASSING = (0, 1, 2), frozenset({2, 3})


def odds(rerolls: tuple[Reroll, ...], dice: int) -> dict[tuple[int, ...], Fraction]:
    return PoolOdds(KINDS, 3, PASSING, rerolls).outcomes({dice: 1}).chances()


def thrown(rerolls: tuple[Reroll, ...], dice: int) -> dict[tuple[int, ...], Fraction]:
    """Throw all dice in every way: rerolls of every die first, then those of some, a die once at most."""
    found: Counter[tuple[int, ...]] = Counter()
    for faces in product((1, 2, 3), repeat=dice):
        pool = [
            (face, any(_may(one, face) and face in one.faces for one in rerolls if one.limit is None)) for face in faces
        ]
        for settled, chance in _settle(pool, [one for one in rerolls if one.limit is not None]):
            found[tuple(sum(KINDS[face - 1] == kind for face in settled) for kind in (2, 1))] += chance / 3**dice
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


@settings(max_examples=40, deadline=None)
@given(st.lists(REROLLS, max_size=2), st.dictionaries(st.integers(0, 3), st.integers(1, 4), min_size=1))
def test_an_unknown_number_of_dice_is_a_mixture_of_the_known(rerolls: list[Reroll], numbers: dict[int, int]) -> None:
    pool = PoolOdds(KINDS, 3, PASSING, rerolls)
    expected: Counter[tuple[int, ...]] = Counter()
    for dice, weight in numbers.items():
        for outcome, chance in odds(tuple(rerolls), dice).items():
            expected[outcome] += chance * weight / sum(numbers.values())
    assert pool.outcomes(numbers).chances() == dict(expected)


def test_one_reroll_and_one_of_the_other_side_cannot_meet_on_a_die() -> None:
    # A failure is ours to reroll, a pass the enemy's; what was rerolled stands.
    chance = sum(part for kinds, part in odds((OURS, THEIRS), 1).items() if kinds[0] + kinds[1])
    assert chance == Fraction(1, 3) * Fraction(2, 3) + Fraction(2, 3) * Fraction(2, 3)


@pytest.mark.parametrize("rerolls", [(), (Reroll(EVERY, 2, True),)])
@pytest.mark.parametrize(("kind", "fallen"), [(0, 0), (1, 120)])
def test_the_largest_pool_may_fall_all_alike(rerolls: tuple[Reroll, ...], kind: int, fallen: int) -> None:
    passing = EVERY if kind else frozenset()
    pool = PoolOdds((kind,) * 3, 2, passing, rerolls).outcomes({120: 1})
    assert pool.chances().keys() == {(fallen,)}


FACES = "roll/row:figures.die"  # 1D6


def thrower(game, throw: Throw, **given: object):
    return Thrower(game, throw, situation_of(game, given))


def inputs(game, throw: Throw, dice: int | None = None, score: int | None = None, **given: object):
    """What a throw is made with, where an edition's chain of chances gives those values."""
    chain = {name: str(value) for name, value in (("dice", dice), ("score", score)) if value is not None}
    made = thrower(game, throw, **given)
    return made.inputs(Evaluation(game, chain, made.situation))


def chances(game, throw: Throw, made_with: tuple[int, int | None], **given: object):
    dice, score = made_with
    return thrower(game, throw, **given).outcomes({dice: 1}, score).chances()


def every_way(dice: int, value: Callable) -> dict[tuple[int, ...], Fraction]:
    found: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        found[value(faces)] += Fraction(1, 6**dice)
    return dict(found)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_dice_of_no_roll_are_added_up_or_the_highest_is_kept_or_those_count_that_reach_a_score(
    ferry: Callable, dice: int
) -> None:
    game = ferry()
    assert chances(game, Throw(die=FACES), (dice, None)) == every_way(dice, lambda faces: (sum(faces),))
    assert chances(game, Throw(die=FACES, keep="highest"), (dice, None)) == every_way(dice, lambda faces: (max(faces),))
    assert chances(game, Throw(die=FACES, reaches="given.score"), (dice, 5)) == every_way(
        dice, lambda faces: (sum(face >= 5 for face in faces),)
    )


@pytest.mark.parametrize("score", [1, 2, 6, 8, 10, 11])
def test_of_a_die_of_ten_faces_those_reach_a_score_that_are_not_below_it(ferry: Callable, score: int) -> None:
    throw = Throw(die="'1D10'", reaches="given.score")
    reaching = Fraction(len([face for face in range(1, 11) if face >= score]), 10)
    assert chances(ferry(), throw, (1, score)).get((1,), 0) == reaching


@pytest.mark.parametrize(
    ("throw", "made_with"),
    [
        (Throw(die=FACES), (0, None)),
        (Throw(die=FACES, keep="highest"), (0, None)),
        (Throw(die=FACES, reaches="given.score"), (3, None)),
        (Throw(roll="row"), (0, None)),
    ],
)
def test_without_dice_or_without_the_score_to_reach_nothing_is_thrown(
    ferry: Callable, throw: Throw, made_with: tuple[int, int | None]
) -> None:
    assert chances(ferry(), throw, made_with) == {(0,): 1}


@pytest.mark.parametrize(
    ("throw", "given", "made_with"),
    [
        (Throw(die=FACES), {}, (1, None)),
        (Throw(die=FACES, dice="given.dice"), {"dice": 4}, (4, None)),
        (Throw(die=FACES, reaches="given.score"), {"score": 5}, (1, 5)),
        (Throw(die=FACES, against="given.score"), {"score": 5}, (1, None)),
        (Throw(roll="nerve"), {}, (1, None)),
        (Throw(roll="nerve", against="given.score"), {"score": 4}, (1, 4)),
        (Throw(roll="nerve", reaches="given.score"), {"score": 4}, (1, None)),
        # How many dice are rowed with depends on the crew.
        (Throw(roll="row"), {"self.crew-size": "3", "self.arms": "0"}, (3, None)),
        (Throw(roll="row", dice="given.dice"), {"self.crew-size": "3", "self.arms": "0", "dice": 5}, (5, None)),
    ],
)
def test_a_throw_has_the_dice_that_are_given_or_its_own(
    ferry: Callable, throw: Throw, given: dict[str, object], made_with: tuple[int, int | None]
) -> None:
    assert inputs(ferry(), throw, **given) == made_with


def test_a_throw_of_more_dice_than_any_attack_has_is_refused(ferry: Callable) -> None:
    game, throw = ferry(), Throw(die=FACES, dice="given.dice")
    assert inputs(game, throw, dice=120) == (120, None)
    with pytest.raises(Unusable, match="odds: 121 dice are too many; 120 is the most of one throw"):
        inputs(game, throw, dice=121)


def test_the_die_may_be_one_that_is_given(ferry: Callable) -> None:
    game, throw = ferry(), Throw(die="given.die")
    made = Thrower(game, throw, situation_of(game, {}), {"die": "2D3"})
    assert made.inputs(Evaluation(game, {}, made.situation)) == (2, None)
    assert made.outcomes({1: 1}, None).chances() == {(face,): Fraction(1, 3) for face in (1, 2, 3)}


def test_what_is_no_die_is_not_thrown(ferry: Callable) -> None:
    with pytest.raises(Unusable, match=r"'roll/row:figures\.sweep' is not a die"):
        inputs(ferry(), Throw(die="roll/row:figures.sweep"))


def test_dice_are_counted_by_what_their_outcome_does_the_best_first(ferry: Callable) -> None:
    """A stroke fails on a 1, leaps on a 6, and makes a length where it reaches the difficulty."""
    counts = {"leap": "leap", "length": "length"}
    found = chances(ferry(), Throw(roll="row", counts=counts), (2, None), **{"self.crew-size": "2"})
    assert found == every_way(
        2, lambda faces: (sum(face == 6 for face in faces), sum(face in (4, 5) for face in faces))
    )


def test_a_right_to_reroll_is_found_once_with_the_faces_that_it_holds_for(ferry: Callable) -> None:
    lucky = thrower(ferry(), Throw(roll="row"), **{"self.charm": ["luck", "shell"]})
    assert lucky.rerolls == (Reroll(frozenset(range(1, 7)), None, True),)
    assert [step.record.id for step in lucky.trace.steps if step.act == "reroll"] == ["charm/luck"]
    assert thrower(ferry(), Throw(roll="row")).rerolls == ()


def test_a_right_to_reroll_may_hold_for_some_faces_alone(ferry: Callable) -> None:
    """Once with ones and twos: of three that fail (1, 2, 3), the 3 stands."""
    game = ferry()
    game.database.vocabulary.atoms["die.natural"] = {"values": "figure"}
    game.record("charm/luck").data["effects"]["again"]["when"] = {"die.natural": {"at-most": "2"}}
    lucky = thrower(game, Throw(roll="row"), **{"self.charm": ["luck"], "self.crew-size": "1"})
    assert lucky.rerolls == (Reroll(frozenset({1, 2}), None, True),)
    assert [step.record.id for step in lucky.trace.steps if step.act == "reroll"] == ["charm/luck"]
    # Three faces pass at once, and half of the two that are thrown again.
    assert lucky.outcomes({1: 1}, None).chances() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}


def test_one_throw_is_asked_for_several_numbers_of_dice(ferry: Callable) -> None:
    made = thrower(ferry(), Throw(roll="row"), **{"self.crew-size": "1"})
    found = [made.outcomes({dice: 1}, score).chances() for dice, score in ((1, None), (2, None), (1, None))]
    half = Fraction(1, 2)
    assert found == [{(0,): half, (1,): half}, {(0,): half**2, (1,): half, (2,): half**2}, {(0,): half, (1,): half}]


def test_a_right_to_reroll_of_the_other_side_is_theirs(ferry: Callable) -> None:
    game = ferry()
    luck = game.record("charm/luck").data["effects"]["again"]
    luck |= {"whose": "opponent", "reroll": "2"}
    assert thrower(game, Throw(roll="row"), **{"opponent.charm": ["luck"]}).rerolls == (
        Reroll(frozenset(range(1, 7)), 2, False),
    )


@pytest.mark.parametrize("faces", [3, 6])
def test_a_die_passes_on_the_faces_that_are_on_it(ferry: Callable, faces: int) -> None:
    game = ferry()
    game.record("roll/nerve").data["figures"]["die"] = f"1D{faces}"
    for most in range(faces + 2):
        passed = Fraction(min(most, faces), faces)
        found = chances(game, Throw(roll="nerve", against="given.score"), (1, most))
        assert found == {outcome: part for outcome, part in (((0,), 1 - passed), ((1,), passed)) if part}


def test_expected_successes_are_the_chance_of_a_die_as_often_as_there_are_dice(ferry: Callable) -> None:
    game = ferry()

    def expected(roll: str, **given: object) -> Fraction:
        return expected_successes(game, roll, situation_of(game, given))

    one = expected("row", **{"self.crew-size": "1", "self.arms": "0"})
    assert 0 < one < 1
    assert expected("row", **{"self.crew-size": "3", "self.arms": "0"}) == 3 * one
    lucky = expected("row", **{"self.crew-size": "3", "self.arms": "0", "self.charm": ["luck"]})
    # Every die that failed is thrown once more.
    assert lucky == 3 * (one + (1 - one) * one)

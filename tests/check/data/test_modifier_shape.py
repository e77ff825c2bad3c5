"""modifier-shape"""

from collections.abc import Callable

SHAPES = "shapes: {pool: [dice], result: [modifier], difficulty: [modifier, target]}\n"


def test_pips_for_a_pool_and_dice_for_a_result(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "modifier-shape",
        SHAPES,
        teas="""\
        green:
          name: Green
          effects:
            cheap: {hook: haggle.pool, add: +1}
            cheaper: {hook: haggle.roll, add: +1D6}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:4:37: tea/green: +1 (modifier) changes haggle.pool, "
        "whose pool takes dice; mend the figure or the hook  [modifier-shape]",
        "data/editions/tea-road/teas.yaml:5:39: tea/green: +1D6 (dice) changes haggle.roll, whose "
        "result takes modifier; mend the figure or the hook  [modifier-shape]",
    ]


def test_each_in_its_place_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "modifier-shape",
            SHAPES,
            teas="""\
        green:
          name: Green
          effects:
            cheap: {hook: haggle.pool, add: +1D6}
            cheaper: {hook: haggle.roll, add: +1}
            fixed: {hook: haggle.difficulty, set: 4+}
            again: {hook: haggle.roll, reroll: true}
        """,
        )
        == []
    )

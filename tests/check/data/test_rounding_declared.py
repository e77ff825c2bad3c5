"""rounding-declared"""

from collections.abc import Callable


def test_a_division_that_leaves_the_rounding_open(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "rounding-declared",
        teas="""\
        green:
          name: Green
          figures: {divisor: 2}
          text: Divide the spills by %(divisor)s.
        black:
          name: Black
          effects: {fewer: {hook: load, divide: 2}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:22: tea/green: the text divides by 2 without a word on "
        "rounding; say whether it rounds up or down  [rounding-declared]",
        "data/editions/tea-road/teas.yaml:7:41: tea/black: load is divided by 2 without a word on "
        "rounding; add 'round: up' or 'round: down', and say it in the text  [rounding-declared]",
    ]


def test_a_word_on_rounding_or_a_length_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "rounding-declared",
            teas="""\
        green:
          name: Green
          figures: {divisor: 2}
          text: Divide the spills by %(divisor)s, rounding up.
        black:
          name: Black
          effects: {fewer: {hook: load, divide: 2, round: down}}
        white:
          name: White
          figures: {divisor: 2}
          text: It trots %(divisor)s times slower.
          effects: {slow: {hook: trot.move, divide: $divisor}}
        """,
        )
        == []
    )


def test_a_share_of_whole_things(findings_of: Callable[..., list[str]]) -> None:
    declared = "whole-things: ['rule/toll:figures.share', 'rule/tax:figures.share']\n"
    assert findings_of(
        "rounding-declared",
        declared=declared,
        rules="""\
        toll: {name: Toll, figures: {share: 1/2}, text: 'Give %(share)s of the mules.'}
        tax: {name: Tax, figures: {share: 1/2}, text: 'Give %(share)s of the mules.', rounding: up}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:1:37: rule/toll: 'figures.share' takes 1/2 of things "
        "that come whole without a word on rounding; say whether it rounds up or down  "
        "[rounding-declared]"
    ]

"""modifier-sign"""

from collections.abc import Callable


def test_a_sign_that_is_lost_or_idle(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "modifier-sign",
        teas="""\
        green:
          name: Green
          figures: {pace: +2}
          effects:
            cheap: {hook: haggle.pool, add: 1D6}
            slow: {hook: trot.move, divide: $pace}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:5:37: tea/green: 1D6 is added to haggle.pool without a "
        "sign; write +1D6, or -1D6 if it is taken away  [modifier-sign]",
        "data/editions/tea-road/teas.yaml:3:19: tea/green: 'divide' gives trot.move +2, with a "
        "sign; write 2  [modifier-sign]",
    ]


def test_a_bonus_that_works_backwards(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "modifier-sign",
        teas="""\
        green:
          name: Green
          figures: {bonus: +1, penalty: -1}
          effects:
            calm: {hook: temper.roll, add: $bonus}
            dear: {hook: haggle.difficulty, add: $penalty}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:20: tea/green: the bonus +1 makes temper.roll harder, "
        "for it passes at or below its number; turn the sign round, or settle what it is added to  "
        "[modifier-sign]",
        "data/editions/tea-road/teas.yaml:3:33: tea/green: the penalty -1 makes haggle.difficulty "
        "easier, for dice pass at or above their difficulty; turn the sign round, or settle what "
        "it is added to  [modifier-sign]",
    ]


def test_signs_that_say_what_they_mean_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "modifier-sign",
            teas="""\
        green:
          name: Green
          figures: {bonus: +1, penalty: +1, calming-bonus: -1, further: 2D6 cm}
          effects:
            own: {hook: haggle.pool, add: XD6}
            more: {hook: haggle.pool, add: +1D6}
            quick: {hook: trot.move, divide: 2}
            quicker: {hook: trot.move, add: $further}
            cheap: {hook: haggle.roll, add: $bonus}
            dear: {hook: haggle.difficulty, add: $penalty}
            calm: {hook: temper.roll, add: $calming-bonus}
        """,
        )
        == []
    )


def test_a_figure_that_is_printed_with_another_sign(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of(
        "modifier-sign",
        teas="""\
        green: {name: Green, effects: {dear: {hook: haggle.pool, add: -2D6, printed: 2D6}}}
        black: {name: Black, effects: {dear: {hook: haggle.pool, add: -2D6, printed: -2D6}}}
        """,
    )
    assert len(found) == 1 and "tea/green: the document prints 2D6 for -2D6" in found[0]

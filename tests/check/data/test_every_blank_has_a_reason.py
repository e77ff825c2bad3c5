"""every-blank-has-a-reason"""

from collections.abc import Callable


def test_a_blank_that_nothing_explains(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "every-blank-has-a-reason",
        teas="""\
        green:
          name: Green
          figures: {steep: null}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:20: tea/green: 'figures.steep' is null without a "
        "reason; give the figure, or say in a note why there is none  [every-blank-has-a-reason]"
    ]


def test_a_note_on_the_record_or_the_row_is_reason_enough(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "every-blank-has-a-reason",
            teas="""\
        green:
          name: Green
          figures: {steep: null}
          note: The page is torn.
        black:
          name: Black
          rows:
            hot: {steep: null, note: Smudged.}
        """,
        )
        == []
    )

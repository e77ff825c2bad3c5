"""figures-are-figures"""

from collections.abc import Callable


def test_words_where_figures_belong(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "figures-are-figures",
        teas="""\
        green:
          name: Green
          figures: {price: four}
          effects: {cheap: {hook: haggle.roll, add: one}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:20: tea/green: 'figures.price' is 'four', which is no "
        "figure; give a number, a length, dice and the like, or null with a note  "
        "[figures-are-figures]",
        "data/editions/tea-road/teas.yaml:4:45: tea/green: 'effects.cheap.add' is 'one', which is "
        "no figure; give a number, a length, dice and the like, or null with a note  "
        "[figures-are-figures]",
    ]


def test_figures_references_and_blanks(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "figures-are-figures",
            teas="""\
        green:
          name: Green
          figures: {price: 4, load: 2D6 cm, leaves: null}
          effects: {cheap: {hook: haggle.roll, add: $price}, mild: {hook: load, add: +XD6}}
        """,
        )
        == []
    )

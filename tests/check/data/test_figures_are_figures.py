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
        "data/editions/tea-road/teas.yaml:3:20: tea/green: 'figures.price' is 'four', which is not a "
        "figure; give a number, a length, dice and the like, or null with a note  "
        "[figures-are-figures]",
        "data/editions/tea-road/teas.yaml:4:45: tea/green: 'effects.cheap.add' is 'one', which is "
        "not a figure; give a number, a length, dice and the like, or null with a note  "
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


def test_a_word_in_a_field_that_has_figures_in_all_other_records(findings_of: Callable[..., list[str]]) -> None:
    others = "".join(
        f"tea-{n}:\n  name: Tea\n  rows: {{leaf: {{weight: {n}}}, bud: {{weight: {n}}}}}\n" for n in (1, 2)
    )
    assert findings_of(
        "figures-are-figures", teas=f"{others}last:\n  name: Last\n  rows: {{bud: {{weight: few}}}}\n"
    ) == [
        "data/editions/tea-road/teas.yaml:9:24: tea/last: 'rows.bud.weight' is 'few', which is not a figure; give a "
        "number, a length, dice and the like, or null with a note  [figures-are-figures]"
    ]


def test_a_field_of_words_may_have_a_figure(findings_of: Callable[..., list[str]]) -> None:
    words = "".join(
        f"tea-{n}:\n  name: Tea\n  harvest: {word}\n" for n, word in enumerate(("spring", "fall", "3", "4", "5"))
    )
    assert findings_of("figures-are-figures", teas=words) == []

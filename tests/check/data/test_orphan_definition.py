"""orphan-definition"""

from collections.abc import Callable


def test_a_figure_that_nothing_reads(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "orphan-definition",
        teas="""\
        green:
          name: Green
          figures: {cups: 3, steep: 2}
          text: Pour %(cups)s cups.
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:29: tea/green: the figure 'steep' is read by no text "
        "and no effect of the record; name it there, list it in vocabulary.yaml "
        "(within: {tea: {figures: ['*', steep]}}) if its card prints it, or take it away  [orphan-definition]"
    ]


def test_a_figure_that_a_sentence_or_an_effect_reads_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "orphan-definition",
            teas="""\
        green:
          name: Green
          figures: {cups: 3, bonus: +1, range: 10 cm}
          rules: {pouring: 'Pour %(cups)s cups.'}
          effects:
            cheap: {hook: haggle.roll, add: $bonus, when: {distance: {at-most: $range}}}
        """,
        )
        == []
    )


def test_a_figure_that_a_formula_reads_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "orphan-definition",
            teas="""\
        green:
          name: Green
          figures: {cups: 3}
          formula: '%(cups)s x guests'
          text: Pour for all.
        """,
        )
        == []
    )


def test_a_figure_that_all_of_the_kind_give_is_read_only_where_that_is_declared(
    findings_of: Callable[..., list[str]],
) -> None:
    teas = """\
        green: {name: Green, figures: {price: 3}, text: It keeps you awake.}
        black: {name: Black, figures: {price: 4}, text: It warms you.}
        white: {name: White, figures: {price: 0}, text: It costs nothing.}
        """
    assert findings_of("orphan-definition", "within: {tea: {figures: ['*', price]}}\n", teas=teas) == []
    assert [finding.split(": ")[1] for finding in findings_of("orphan-definition", teas=teas)] == [
        "tea/green",
        "tea/black",
        "tea/white",
    ]


def test_cards_that_list_what_the_text_leaves_out_use_all(findings_of: Callable[..., list[str]]) -> None:
    teas = "green: {name: Green, figures: {cups: 3, steep: 2}, text: 'Pour %(cups)s cups.'}\n"
    assert findings_of("orphan-definition", "fields: {tea: [figures, text]}\n", teas=teas) == []
    assert len(findings_of("orphan-definition", "fields: {tea: [text]}\n", teas=teas)) == 1


def test_a_record_that_is_printed_figure_by_figure_uses_all(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("orphan-definition", teas="green: {name: Green, figures: {cups: 3}}\n") == []

"""sequence-consistency"""

from collections.abc import Callable

MAKING = """\
    making-tea:
      compare: steps
      about: how tea is made
      says:
        rules: [boil, steep, pour]
        summary: [{}]
      needs: {pour: brew}
      gives: {steep: brew}
    """


def test_two_orders_of_one_procedure(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("sequence-consistency", statements=MAKING.replace("{}", "steep, boil, pour")) == [
        "data/editions/tea-road/statements.yaml:6:14: statement/making-tea: how tea is made: "
        "'steep' comes before 'boil' by 'summary', and after it by 'rules'; settle which holds  "
        "[sequence-consistency]"
    ]


def test_a_step_that_needs_what_comes_later(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of("sequence-consistency", statements=MAKING.replace("{}", "boil, pour, steep"))
    assert found[1].endswith(
        "'pour' needs the brew, which 'summary' has no earlier than in 'steep'; mend the order  [sequence-consistency]"
    )


def test_a_summary_that_leaves_a_step_out(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("sequence-consistency", statements=MAKING.replace("{}", "boil, pour")) == []


def test_steps_whose_numbers_fall(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "sequence-consistency",
        rules="""\
        day: {name: Day, steps: {dawn: {number: 2, name: Dawn}, noon: {number: 1, name: Noon}}}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:1:63: rule/day: step 'noon' has the number 1 after 2 of "
        "'dawn'; number them in their order  [sequence-consistency]"
    ]

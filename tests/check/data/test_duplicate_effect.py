"""duplicate-effect"""

from collections.abc import Callable

TEAS = """\
brisk:
  name: Brisk
  figures: {bonus: +1}
  effects: {cheap: {hook: haggle.roll, add: $bonus}}
  status: formal
lively:
  name: Lively
  effects: {cheap: {hook: haggle.roll, add: +1%s}}
  status: formal
"""


def test_two_names_for_one_effect(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("duplicate-effect", teas=TEAS % "") == [
        "data/editions/tea-road/teas.yaml:8:12: tea/lively: Lively does exactly what tea/brisk "
        "does; see whether one of them is mistaken  [duplicate-effect]"
    ]


def test_a_condition_makes_another_effect(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("duplicate-effect", teas=TEAS % ", when: {self.laden: true}") == []


def test_one_sentence_for_two_names(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "duplicate-effect",
        teas="""\
        green: {name: Green, text: It keeps you awake.}
        black: {name: Black, text: It keeps   you awake.}
        white: {name: White, text: It lets you sleep.}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:2:28: tea/black: Black does exactly what tea/green "
        "does; see whether one of them is mistaken  [duplicate-effect]"
    ]

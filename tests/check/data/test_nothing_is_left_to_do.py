"""nothing-is-left-to-do"""

from collections.abc import Callable


def test_what_a_draft_left_open_is_reported_until_it_is_done(findings_of: Callable[..., list[str]]) -> None:
    teas = "green: {name: Green, todo: write a text}\nblack: {name: Black, text: Strong.}\n"
    assert findings_of("nothing-is-left-to-do", teas=teas) == [
        "data/editions/tea-road/teas.yaml:1:28: tea/green: is still to be done: write a text; do it, and take 'todo' "
        "away  [nothing-is-left-to-do]"
    ]

"""modifier-sign"""

from collections.abc import Callable

ROWS = "+1D6 in a breeze\n-1D6 in a calm\n+2D6 in a gale\n{} in a storm\n+1 at dawn\n-1 at night\n+2 at noon"


def test_two_signs_for_one_loss(proofread: Callable[..., list[str]]) -> None:
    assert proofread("modifier-sign", "You must subtract -2D6 from the roll.") == [
        "1: 'subtract -2' has two signs for one loss; take one away"
    ]


def test_a_row_that_lost_its_sign(proofread: Callable[..., list[str]]) -> None:
    assert proofread("modifier-sign", ROWS.format("2D6")) == [
        "4: '2D6' has no sign, and the rows around it have; add it"
    ]


def test_a_sign_on_the_wrong_side(proofread: Callable[..., list[str]]) -> None:
    assert proofread("modifier-sign", "Roll 4+, 5+ or 6+. A gale (+6) wakes all.") == [
        "1: '(+6)' adds a figure where others, as '(6+)', say what to roll; turn it round"
    ]
    assert proofread("modifier-sign", "Add 2 to the roll in a gale (+2).") == []


def test_one_sign_each_is_right(proofread: Callable[..., list[str]]) -> None:
    for text in (ROWS.format("-2D6"), "Subtract 2D6.", "Apply -2D6.", "Roll\n2D6 in a storm"):
        assert proofread("modifier-sign", text) == []

"""modifier-sign"""

from collections.abc import Callable


def test_two_signs_for_one_loss(proofread: Callable[..., list[str]]) -> None:
    assert proofread("modifier-sign", "You must subtract -2D6 from the roll.") == [
        "1: 'subtract -2' has two signs for one loss; take one away"
    ]


def test_a_sign_on_the_wrong_side(proofread: Callable[..., list[str]]) -> None:
    assert proofread("modifier-sign", "Roll 4+, 5+ or 6+. A gale (+6) wakes all.") == [
        "1: '(+6)' adds a figure where others, as '(6+)', say what to roll; turn it round"
    ]
    assert proofread("modifier-sign", "Add 2 to the roll in a gale (+2).") == []


def test_one_sign_each_is_right(proofread: Callable[..., list[str]]) -> None:
    for text in ("Subtract 2D6.", "Apply -2D6.", "Roll\n2D6 in a storm"):
        assert proofread("modifier-sign", text) == []

"""rounding-declared"""

from collections.abc import Callable


def test_a_division_without_rounding(proofread: Callable[..., list[str]]) -> None:
    assert proofread("rounding-declared", "Divide the sacks by 2. Then sell them.") == [
        "1: 'Divide the sacks by 2' says no word on rounding; say whether it rounds up or down"
    ]
    assert proofread("rounding-declared", "They get the sacks divided by 2. Then sell.") == [
        "1: 'divided by 2' says no word on rounding; say whether it rounds up or down"
    ]


def test_a_length_and_a_declared_rounding_are_right(proofread: Callable[..., list[str]]) -> None:
    for text in (
        "The movement is divided by 2.",
        "The sacks are divided by two, rounding up.",
        "The sacks are divided by two. Round up.",
    ):
        assert proofread("rounding-declared", text) == []


def test_a_spanish_division(proofread: Callable[..., list[str]]) -> None:
    assert proofread("rounding-declared", "Muele dividiendo entre dos los sacos.", "es") == [
        "1: 'dividiendo entre dos los sacos' says no word on rounding; say whether it rounds up or down"
    ]

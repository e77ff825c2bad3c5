"""band-coverage"""

from collections.abc import Callable

import pytest

SCORES = "Roll 1D6 for the sails.\n\n• {}: calm.\n• {}: breeze.\n• {}: storm."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            SCORES.format("1 to 3", "3 to 4", "5 to 6"),
            "3: '1 to 3' and '3 to 4' (line 4) both hold 3; let one end where the next begins",
        ),
        (
            SCORES.format("1 to 2", "4 to 5", "6 or more"),
            "3: '1 to 2' and '4 to 5' (line 4) leave a gap from 2 to 4; let one end where the next begins",
        ),
        (
            SCORES.format("1 to 2", "3 to 4", "6 or more"),
            "4: '3 to 4' and '6 or more' (line 5) leave a gap from 4 to 6; let one end where the next begins",
        ),
        (SCORES.format("1-2", "3-4", "5-5"), "5: '5-5' ends the bands of a D6; end it at 6"),
        (SCORES.format("1-2", "3-4", "5-7"), "5: '5-7' ends the bands of a D6; end it at 6"),
        (
            "Near wind less than 20 cm.\nFar wind between 30 cm and less than 40 cm.",
            "1: 'less than 20 cm.' and '30 cm and less than 40 cm.' (line 2) leave a gap from 20 to 30;"
            " let one end where the next begins",
        ),
        (
            "Most stones: from 0 to 3 of oak. Most stones: from 6 of elm.",
            "1: 'from 0 to 3' and 'from 6' (line 1) leave a gap from 3 to 6; let one end where the next begins",
        ),
        (
            "Near wind from 0 to 25 cm.\nFar wind from 20 to 40 cm.",
            "1: 'from 0 to 25 cm.' and 'from 20 to 40 cm.' (line 2) both hold 20; let one end where the next begins",
        ),
    ],
)
def test_bands_that_overlap_or_leave_a_gap(proofread: Callable[..., list[str]], text: str, found: str) -> None:
    assert proofread("band-coverage", text) == [found]


def test_bands_that_join_are_right(proofread: Callable[..., list[str]]) -> None:
    for text in (
        SCORES.format("1 to 2", "3 to 4", "5 or more"),
        "Near wind from 0 to 20 cm.\nFar wind from more than 20 to 40 cm.",
        "Near wind between 0 and less than 20 cm. Far wind between 20 and 40 cm.",
        "Grind between 2 and 4 sacks for 200 coins, between 4 and 6 for 400.",
        "Turn 1-2 sails.\n\nThe mill has 3-8 stones.",
    ):
        assert proofread("band-coverage", text) == []


def test_spanish_bands(proofread: Callable[..., list[str]]) -> None:
    text = "• De 1 a 3: calma.\n• De 3 a 4: brisa.\n• 5 o más: tormenta."
    assert proofread("band-coverage", text, "es") == [
        "1: '1 a 3' and '3 a 4' (line 2) both hold 3; let one end where the next begins"
    ]
    assert proofread("band-coverage", text.replace("1 a 3", "1 a 2"), "es") == []

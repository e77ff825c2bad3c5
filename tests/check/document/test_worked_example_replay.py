"""worked-example-replay"""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "It grinds 7 (4 +2 for the wind).", "'7' should be 6, which its parts come to; mend the sum"),
        (
            "en",
            "It moves 17 cm (15 cm plus 3 of the roll).",
            "'17' should be 18, which its parts come to; mend the sum",
        ),
        (
            "en",
            "They roll 5: 2 for the sails and 4 from the stone.",
            "'5' should be 6, which its parts come to; mend the sum",
        ),
        (
            "en",
            "A 2, added to the 3 of the mill, gives a total of 6.",
            "'6' should be 5, which its parts come to; mend the sum",
        ),
        (
            "en",
            "We have 2D6 for the sails, +3D6 for the wind, +1D6 for luck. You roll 7 mill dice.",
            "'7' should be 6, which its parts come to; mend the sum",
        ),
        ("en", "So 2 + 2 = 5 here.", "'5' should be 4, which its parts come to; mend the sum"),
        (
            "en",
            "You hold 4 sacks, plus 1 for each 200 coins (e.g. with 500 coins 8 sacks).",
            "'8' should be 6 by the rate before it; mend one",
        ),
        (
            "en",
            "Roll with 5 dice. The results on the dice are 1, 2, 4 and 6.",
            "'1, 2, 4 and 6' is 4 results where 5 dice are rolled; mend one",
        ),
        ("en", "It turns on four or more (5+).", "'four or more (5+)' says two figures for one; keep the right one"),
        ("es", "Gira con cuatro o más (5+).", "'cuatro o más (5+)' says two figures for one; keep the right one"),
        ("es", "Muele 7 (4 más 2 por el viento).", "'7' should be 6, which its parts come to; mend the sum"),
        (
            "es",
            "Tienes 4 sacos, más 1 por cada 200 monedas (ej: con 500 monedas 8 sacos).",
            "'8' should be 6 by the rate before it; mend one",
        ),
    ],
)
def test_an_example_that_comes_to_something_else(
    proofread: Callable[..., list[str]], language: str, text: str, found: str
) -> None:
    assert proofread("worked-example-replay", text, language) == [f"1: {found}"]


@pytest.mark.parametrize(
    "text",
    [
        "It grinds 6 (4 +2 for the wind).",
        "It grinds 6 (2 sacks and 3 bags).",
        "Roll 1D6, 1-2 = 1, 3-4 = 2.",
        "It turns on four or more (4+).",
        "You hold 4 sacks, plus 1 for each 200 coins (e.g. with 500 coins 6 sacks).",
    ],
)
def test_an_example_that_comes_out(proofread: Callable[..., list[str]], text: str) -> None:
    assert proofread("worked-example-replay", text) == []

"""one-parameter-one-value"""

from collections.abc import Callable

REACH = (
    "Two mills within 3 cm of the brook turn. {}\n\nNo mills within 3 cm of the brook burn.\n\n"
    "Paint mills within 3 cm of a path."
)


def test_a_figure_that_other_places_state_otherwise(proofread: Callable[..., list[str]]) -> None:
    assert proofread("one-parameter-one-value", REACH.format("Old mills within 4 cm of the brook stand.")) == [
        "1: '4 cm' stands where 3 other places say '3 cm'; keep to one, or say what differs"
    ]
    spanish = "Hay molinos a 3 cm o menos de un río.\n\nLos molinos a 3 cm o menos de un cruce giran.\n\n" * 2
    assert proofread("one-parameter-one-value", spanish + "Los molinos a 4 cm de un puente.", "es") == [
        "9: '4 cm' stands where 4 other places say '3 cm'; keep to one, or say what differs"
    ]


def test_a_figure_that_is_said_again_is_another_thing(proofread: Callable[..., list[str]]) -> None:
    for more in ("", "Old mills within 4 cm of a tower stand.\n\nPull old mills down within 4 cm of a tower."):
        assert proofread("one-parameter-one-value", REACH.format(more)) == []

"""units-of-measure"""

from collections.abc import Callable


def test_a_length_of_the_other_system(proofread: Callable[..., list[str]]) -> None:
    text = "Sails reach 10 in and wheels 4 in.\nStand within 50cms of the mill."
    assert proofread("units-of-measure", text, units="in") == [
        "2: '50cms' is not a length in inches, as this document measures; convert it"
    ]
    assert proofread("units-of-measure", "It moves 10 cm.\nIt reaches 4 inches.", units="cm") == [
        "2: '4 inches' is not a length in centimetres, as this document measures; convert it"
    ]


def test_a_length_without_a_unit(proofread: Callable[..., list[str]]) -> None:
    assert proofread("units-of-measure", "All units add +5 to their charge movements.") == [
        "1: '+5 to their charge movements' gives no unit; say how far"
    ]


def test_one_system_and_the_size_of_models_are_right(proofread: Callable[..., list[str]]) -> None:
    text = "Use 28mm models. Move 10 cm, or on a 6 in his turn 12 cm. Add +5 cm to the movement."
    assert proofread("units-of-measure", text) == []


def test_a_share_that_lost_its_sign(proofread: Callable[..., list[str]]) -> None:
    assert proofread("units-of-measure", "A mill that loses 25. of its sacks closes.") == [
        "1: '25.' breaks off a sentence; if it is a share, write its %"
    ]
    assert proofread("units-of-measure", "It has 25. Of these, all are full.") == []

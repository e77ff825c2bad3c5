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


def test_two_systems_or_a_map_in_hexes_are_a_choice(proofread: Callable[..., list[str]]) -> None:
    assert proofread("units-of-measure", "Move 10 cm, or 4 inches.\nStand within 5 cm, or 2 inches.") == []
    assert proofread("units-of-measure", "Move 3 hexes. The map is 40 cm wide.") == []
    assert proofread("units-of-measure", "The map is 40 cm wide.", units="hex") == []

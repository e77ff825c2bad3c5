"""Markers: whose a token is, and its number."""


def test_both_players_have_numbers_of_their_own(cards):
    cards.edit("data/editions/herons/markers.yaml", "icon: fire}", "icon: fire}\nused-unit: {name: Wet, icon: fire}")
    assert cards.print("markers") == []
    words = cards.text("markers").split()
    assert {"A1", "A14", "B1", "B14"} <= set(words)
    assert not {"A15", "B15"} & set(words)


def test_a_standard_is_the_defenders_on_its_front_and_the_attackers_on_its_back(cards):
    cards.edit("data/editions/herons/markers.yaml", "icon: fire}", "icon: fire}\nnobori: {name: Pole, icon: fire}")
    assert cards.print("markers") == []
    front, back = ("".join(cards.text("markers", side).split()).upper() for side in (0, 1))
    assert "DEFENDER’SPOLE" in front.replace("'", "’") and "ATTACKER" not in front
    assert "ATTACKER’SPOLE" in back.replace("'", "’") and "DEFENDER" not in back

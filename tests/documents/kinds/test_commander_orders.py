"""The deck of commander orders: how they are used, a player's own, and blank cards."""


def test_orders_of_a_players_own_stand_between_the_rules_and_the_blanks(cards):
    assert cards.print("commander-orders", languages=["en", "es"]) == []
    words = cards.text("commander-orders")
    assert "COMMANDER ORDERS Using them Pay for each." in words
    assert "Fly up Cost in command cards 3 Factions Grey clan All fly up." in words
    assert words.count("When") == 7, "a line of each blank card"

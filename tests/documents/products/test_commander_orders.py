"""The deck of commander orders: a player's own, and not the rules about them."""


def test_orders_of_a_players_own_are_printed_and_rules_about_them_are_not(cards):
    assert cards.print("commander-orders", languages=["en", "es"]) == []
    words = cards.text("commander-orders")
    assert "Fly up Commander order Cost in command cards 3 Factions Grey clan All fly up." in words
    assert "Using them" not in words

"""Order cards: what an order costs and does, in action and in reaction."""

import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_orders_and_reactions_of_one_id_are_two_cards(cards, language):
    assert cards.print("order-cards", languages=[language]) == []
    words = cards.text("order-cards", language=language)
    assert "Dive" in words
    assert "Dodge" in words
    assert "About orders" not in words, "no order that can be given"


def test_a_card_gives_what_else_its_reader_needs(cards):
    cards.print("order-cards")
    words = cards.text("order-cards")
    assert "Action order Cost 2 Down it goes. It gets wet." in words
    assert "+2D6 Diving (Combat dice)" in words
    assert "Marker: Reeds on fire" in words
    assert "Reaction order Cost 1 Up it goes." in words


def test_an_order_without_a_cost_has_the_one_that_holds_for_all(cards):
    cards.edit("data/editions/herons/orders.yaml", "figures: {cost: 2}", "figures: {depth: 4}")
    cards.edit("data/editions/herons/orders.yaml", "about:", "using-orders:")
    cards.edit("data/editions/herons/orders.yaml", "text: Give them.", "figures: {cost: 7}")
    cards.print("order-cards")
    assert "Action order Cost 7" in cards.text("order-cards")


def test_what_would_crowd_the_front_stands_on_the_back(cards):
    long = " ".join(["It gets wet and then it dries."] * 25)
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", long)
    assert cards.print("order-cards") == []
    assert "Down it goes. More on the back." in cards.text("order-cards")
    assert "Dive It gets wet and then" in cards.text("order-cards", 1)


def test_without_backs_everything_stands_on_the_front(cards):
    long = " ".join(["It gets wet and then it dries."] * 25)
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", long)
    assert cards.print("order-cards", backs="none") == []
    assert "Down it goes. It gets wet and then" in cards.text("order-cards")


def test_what_strengthens_an_order_takes_room_on_the_front_too(cards):
    cards.edit("data/editions/herons/orders.yaml", "dive:", "charge:")
    cards.edit("data/editions/herons/orders.yaml", "about:", "strengthened-charge:")
    long = " ".join(["It goes down faster and comes up later."] * 16)
    cards.edit("data/editions/herons/orders.yaml", "Give them.", long)
    assert cards.print("order-cards") == []
    assert "Down it goes. More on the back. About orders. It goes" in cards.text("order-cards")

"""Order cards: what an order costs and does, in action and in reaction."""

import re
from pathlib import Path

import pypdfium2
import pytest


def paths_on(file: Path, page: int) -> int:
    """Return the number of paths that are drawn on a page."""
    document = pypdfium2.PdfDocument(file)
    count = sum(1 for one in document[page].get_objects(max_depth=9) if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH)
    document.close()
    return count


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
    front = cards.text("order-cards").partition("Down it goes.")[2].partition("Dodge")[0]
    assert "Back" in front and "It gets wet" not in front
    assert "Dive It gets wet" in cards.text("order-cards", 1)


def test_a_back_of_few_words_has_the_picture_of_the_order_below_them(cards):
    cards.edit("data/editions/herons/orders.yaml", "Down it goes.", " ".join(["Down it goes."] * 50))
    assert cards.print("order-cards") == []
    assert "Dive It gets wet." in cards.text("order-cards", 1)
    drawn = paths_on(cards.pdf("order-cards"), 1)
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", "It gets wet and then it dries. " * 20)
    assert cards.print("order-cards") == []
    assert paths_on(cards.pdf("order-cards"), 1) < drawn


def test_without_backs_everything_stands_on_the_front(cards):
    long = " ".join(["It gets wet and then it dries."] * 25)
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", long)
    assert cards.print("order-cards", backs="none") == []
    assert "Down it goes. It gets wet and then" in cards.text("order-cards")


def test_what_strengthens_an_order_takes_room_on_the_front_too(cards):
    cards.edit("data/editions/herons/orders.yaml", "dive:", "charge:")
    cards.edit("data/editions/herons/orders.yaml", "about:", "strengthened-charge:")
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", "It gets wet. " * 30)
    long = " ".join(["It goes down faster and comes up later."] * 16)
    cards.edit("data/editions/herons/orders.yaml", "Give them.", long)
    assert cards.print("order-cards") == []
    front = cards.text("order-cards").partition("Dodge")[0]
    assert "Down it goes. About orders. It goes" in front
    assert re.search(r"\(Combat dice\) Marker: Reeds on fire Back \w{5} · Herons $", front)


def test_a_card_tells_what_its_marker_does_and_what_holds_for_its_family(cards):
    edit = "data/editions/herons/orders.yaml"
    cards.edit(edit, "about: {name: About orders,", "movement-orders: {name: Moves,")
    cards.edit(edit, "['roll/peck:modifiers.dive']", "[marker/fire, order/movement-orders]")
    cards.edit("data/editions/herons/markers.yaml", "icon: fire}", "icon: fire, text: Reeds burn.}")
    assert cards.print("order-cards") == []
    assert "Reeds on fire. Reeds burn. Moves. Give them." in cards.text("order-cards")


def test_a_card_tells_the_parts_of_its_order(cards):
    cards.edit("data/editions/herons/orders.yaml", "['roll/peck:modifiers.dive']", "[order/about]")
    assert cards.print("order-cards") == []
    assert "About orders. Give them." in cards.text("order-cards")


def test_a_card_leaves_out_what_is_on_every_card(cards):
    cards.edit("data/editions/herons/orders.yaml", "['roll/peck:modifiers.dive']", "[order/using-orders]")
    cards.edit("data/editions/herons/orders.yaml", "about:", "using-orders:")
    assert cards.print("order-cards") == []
    assert "Give them." not in cards.text("order-cards")


def test_the_front_says_in_short_what_hinders(cards):
    cards.edit("data/vocabulary.yaml", "elements: element", "elements: element\n  terrain: terrain")
    cards.edit("data/editions/herons/orders.yaml", "['roll/peck:modifiers.dive']", "[terrain/mud]")
    cards.write(
        "data/editions/herons/terrain.yaml", "mud: {name: Mud, text: 'It is deep, and wet.', reminder: Wade.}\n"
    )
    assert cards.print("order-cards") == []
    assert "Mud. Wade." in cards.text("order-cards")


def test_the_sides_of_an_attack_are_on_the_back_in_short_and_several_combats_on_the_front(cards):
    cards.edit("data/vocabulary.yaml", "elements: element", "elements: element\n  rules: rule")
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", "It gets wet and then it dries. " * 25)
    cards.edit(
        "data/editions/herons/orders.yaml", "applies: ['roll", "applies: [rule/attack-side, rule/multiple-combat, 'roll"
    )
    cards.write(
        "data/editions/herons/rules.yaml",
        "attack-side: {name: Sides, text: They are left and right., reminder: Left or right.}\n"
        "multiple-combat: {name: Crowd, text: They all peck in turn., reminder: Peck in turn.}\n",
    )
    assert cards.print("order-cards") == []
    front = cards.text("order-cards").partition("Dodge")[0]
    assert "Crowd. Peck in turn." in front and "Sides" not in front
    back = cards.text("order-cards", 1)
    assert "Sides. Left or right." in back and "Crowd" not in back


def test_a_card_says_what_the_marker_of_a_duel_does(cards):
    cards.edit("data/vocabulary.yaml", "elements: element", "elements: element\n  duels: duel")
    cards.edit("data/editions/herons/orders.yaml", "['roll/peck:modifiers.dive']", "[duel/no]")
    cards.write("data/editions/herons/duels.yaml", "no: {name: Refused, text: It flies off., marker: fire}\n")
    effects = "icon: fire, reminder: Courage −1, effects: {less: {hook: combat.pool, add: -1}}}"
    cards.edit("data/editions/herons/markers.yaml", "icon: fire}", effects)
    assert cards.print("order-cards") == []
    assert "It flies off. Reeds on fire: Courage −1" in cards.text("order-cards")


def test_a_card_shows_every_marker_that_its_order_gives(cards):
    cards.edit("data/editions/herons/orders.yaml", "marker: fire", "marker: [fire, mud]")
    cards.edit("data/editions/herons/markers.yaml", "icon: fire}", "icon: fire}\nmud: {name: Stuck in mud, icon: fire}")
    assert cards.print("order-cards") == []
    assert "Marker: Reeds on fire Marker: Stuck in mud" in cards.text("order-cards")


def test_an_order_of_a_game_that_says_nothing_of_costs_has_none(cards):
    cards.edit("data/editions/herons/orders.yaml", "figures: {cost: 2}", "figures: {depth: 4}")
    assert cards.print("order-cards") == []
    assert "Action order Down it goes." in cards.text("order-cards")


def test_the_front_says_how_far_an_order_takes_a_troop_where_its_steps_stand_on_the_back(cards):
    edit = "data/editions/herons/orders.yaml"
    cards.edit("data/vocabulary.yaml", "shoot.roll:", "charge.move: {name: Charge movement}\n  shoot.roll:")
    cards.edit(edit, "figures: {cost: 2}", "figures: {cost: 2, extra: 1D6 cm}")
    cards.edit(edit, "marker: fire", "effects: {extra: {hook: charge.move, add: $extra}}")
    assert cards.print("order-cards") == []
    assert "Movement + 1D6 cm" not in cards.text("order-cards"), "all that it says stands on the front"
    cards.edit(edit, "It gets wet.", " ".join(["It gets wet and then it dries."] * 25))
    assert cards.print("order-cards") == []
    front = cards.text("order-cards").partition("Down it goes.")[2].partition("Dodge")[0]
    assert "Movement + 1D6 cm Charge movement" in front


def test_a_great_many_rules_on_a_back_are_numbered(cards):
    rules = ", ".join(f"r{at}: {'It gets wet and then it dries. ' * 6}" for at in range(8))
    cards.edit("data/editions/herons/orders.yaml", "rules: {wet: It gets wet.}", f"rules: {{{rules}}}")
    assert cards.print("order-cards") == []
    assert set("12345678") <= set(cards.text("order-cards", 1).split())


def test_an_order_that_names_a_diagram_shows_how_far_it_goes(cards):
    edit = "data/editions/herons/orders.yaml"
    cards.edit(edit, "figures: {cost: 2}", "figures: {cost: 2, times: 3, extra: +2D6 cm}\n  look: {diagram: run}")
    assert cards.print("order-cards") == []
    assert "3 × Movement + 2D6 cm" in cards.text("order-cards")


def test_many_rules_on_a_back_are_numbered(cards):
    long = " ".join(["It gets wet and then it dries."] * 12)
    cards.edit(
        "data/editions/herons/orders.yaml", "{wet: It gets wet.}", f"{{wet: {long}, cold: {long}, dark: {long}}}"
    )
    assert cards.print("order-cards") == []
    assert {"1", "2", "3"} <= set(cards.text("order-cards", 1).split())


def test_an_attack_with_rules_on_its_back_has_the_dice_on_its_front_and_each_of_them_once(cards):
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", "It gets wet and then it dries. " * 25)
    cards.edit("data/editions/herons/orders.yaml", "applies: ['roll", "applies: [roll/peck, 'roll")
    cards.print("order-cards")
    assert cards.text("order-cards").count("+2D6 Diving") == 1
    assert "Diving" not in cards.text("order-cards", 1)


def test_the_dice_to_throw_stay_on_the_front_and_what_is_added_to_each_goes_to_the_back(cards):
    long = " ".join(["It gets wet and then it dries."] * 25)
    late = "modifiers: {late: {name: Late, hook: combat.pool, add: -1}, dive:"
    cards.edit("data/editions/herons/orders.yaml", "It gets wet.", long)
    cards.edit("data/editions/herons/orders.yaml", "['roll/peck:modifiers.dive']", "[roll/peck]")
    cards.edit("data/editions/herons/rolls.yaml", "modifiers: {dive:", late)
    assert cards.print("order-cards") == []
    assert "Added to each die −1 Late" in cards.text("order-cards", 1)
    assert "Diving" in cards.text("order-cards")

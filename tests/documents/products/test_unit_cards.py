"""Unit cards: what is known of a troop, its figures first, and a picture of what it carries."""

import re
import shutil

import pypdfium2
import pytest

from kensei_docs.documents.layout.painted_page import PaintedPage
from kensei_docs.documents.products.product import POINT
from kensei_docs.project import shipped


def cards_of(press, language="en"):
    return " ".join(press.text("unit-cards", page, language) for page in (0,))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_troop_with_a_profile_has_a_card_and_a_class_has_none(cards, language):
    assert cards.print("unit-cards", languages=[language]) == []
    words = cards_of(cards, language)
    assert "Grey herons" in words or "[Grey herons]" in words
    assert "WADER" not in words.upper().replace("W WADER", "").replace("[WADER]", ""), "but as a class to tick"


def test_a_troop_shows_its_own_figures_and_else_those_of_its_class(cards):
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "Grey herons Fisher · Hunter" in words
    assert "9cm Movement" in words or "9 cm Movement" in words, "its own"
    assert "3 Wounds" in words, "its class's"
    assert "6 Miniatures 40 Points" in words
    assert "6 miniatures × 3 wounds" in words


def test_a_troop_has_its_weapons_with_their_effects_and_says_what_its_abilities_do(cards):
    cards.print("unit-cards")
    words = cards_of(cards)
    assert "Grey herons Fisher · Hunter Beaks" in words
    assert "+1D6 Combat dice when mounted" in words
    assert "Patience. Those who wait lose −1 turn." in words
    assert "Hunter. It hunts at night." in words


def test_a_troop_without_a_class_shows_the_figures_of_each_class_and_a_sign_to_tick_for_each(cards):
    cards.print("unit-cards")
    words = cards_of(cards)
    crane = words[words.index("17 Points") - 60 :].partition("Kind")[0]
    assert "F W 12 Movement (cm) 3 Wounds" in crane, "and boxes for the wader, of whom nothing is known"
    assert "Class not published: mark yours F Fisher W Wader" in crane


def test_a_figure_of_another_edition_has_a_star_and_a_line_that_says_where_it_is_from(cards):
    other = cards.folder / "data/editions/egrets"
    shutil.copytree(cards.folder / "data/editions/herons", other)
    for file, old, new in (
        ("edition.yaml", "id: herons", "id: egrets"),
        ("characteristics.yaml", "fisher: 3, wader: null", "fisher: 4, wader: 2"),
        ("characteristics.yaml", "fisher: 12 cm, wader: null", "fisher: 12 cm, wader: 15 cm"),
    ):
        text = (other / file).read_text()
        assert old in text
        (other / file).write_text(text.replace(old, new))
    cards.edit(
        "data/editions/herons/characteristics.yaml",
        "attributes:\n",
        "attributes:\n  borrows: egrets\n  captions: {borrows: as in Egrets}\n",
    )
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    crane = words[words.index("17 Points") - 60 :].partition("Kind")[0]
    assert "F W 12 15 Movement (cm) * 3 2 Wounds * 2" in crane, "its own figures where it has them"
    assert "* as in Egrets" in crane
    assert words.count("* as in Egrets") == 1, "and no star where nothing is borrowed"


def test_what_all_classes_have_alike_stands_once_above_them(cards):
    cards.edit("data/editions/herons/characteristics.yaml", "fisher: 12 cm, wader: null", "fisher: 12 cm, wader: 12 cm")
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "12cm Movement F W 3 Wounds" in words[words.index("17 Points") - 60 :].replace("12 cm", "12cm")


def test_a_card_without_weapons_says_so_once_and_quietly(cards):
    cards.print("unit-cards")
    assert cards_of(cards).count("The book names none of its weapons.") == 2, "the crane and the spirit"


def test_a_card_with_few_words_has_what_holds_for_all_like_it(cards):
    cards.edit("data/vocabulary.yaml", "  rolls: roll\n", "  rolls: roll\n  retreat: retreat\n")
    cards.edit("data/editions/herons/units.yaml", "title: hunter\n", "abilities: [patience]\n")
    cards.edit("data/editions/herons/units.yaml", "abilities: [patience]\n  profile", "profile")
    cards.write("data/editions/herons/leaders.yaml", "unit-leader: {name: Unit leader, text: One leads it.}\n")
    cards.write(
        "data/editions/herons/retreat.yaml",
        """
        failed-honour-roll: {name: Failed Nerve, text: It runs.}
        retreat: {name: Back, figures: {foot: 2D6 cm, mounted: 3D6 cm}, text: "%(foot)s, %(mounted)s."}
        flee: {name: Away, figures: {ranks: 2, foot: 1D6 cm, mounted: 4D6 cm}, text: "%(foot)s, %(mounted)s."}
        """,
    )
    assert cards.print("unit-cards") == []
    words = cards_of(cards).replace("\xa0", " ")
    assert "Unit leader. One leads it." in words
    assert "Failed Nerve. With 2 complete ranks it falls back" in words


def test_a_figure_that_nobody_gives_has_a_box_for_a_pen(cards):
    cards.edit("data/editions/herons/units.yaml", "profile: {movement: 9 cm}", "profile: {movement: null}")
    cards.edit("data/editions/herons/characteristics.yaml", "fisher: 12 cm", "fisher: null")
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "Movement 3 Wounds 6 Miniatures" in words


def test_a_troop_of_which_no_figure_is_known_says_so_in_words(cards):
    cards.edit("data/editions/herons/spirits.yaml", "wounds: 2", "wounds: null")
    assert cards.print("unit-cards") == []
    assert "No profile published." in cards_of(cards)


def test_the_strip_says_which_loss_to_one_shot_calls_for_a_roll(cards):
    assert "to one shot" not in (cards.print("unit-cards"), cards_of(cards))[1]
    cards.edit("data/vocabulary.yaml", "  rolls: roll\n", "  rolls: roll\n  resolution: resolution\n")
    cards.write("data/editions/herons/rolls.yaml", "nerve: {name: Nerve Roll}\n")
    cards.write(
        "data/editions/herons/resolution.yaml",
        'honour-roll: {name: Nerve, roll: nerve, figures: {losses: 40 %}, text: "With %(losses)s lost, roll."}\n',
    )
    assert cards.print("unit-cards") == []
    words = cards_of(cards).replace("\u202f", " ").replace("\xa0", " ")
    assert "Defeated, or 40 % or more lost to one shot: Nerve Roll" in words


def test_a_general_has_the_rules_of_all_generals(cards):
    cards.write(
        "data/editions/herons/leaders.yaml",
        "general-honour: {name: Example, text: Long words., reminder: 'Reroll near him.', effects: {}}\n",
    )
    cards.edit(
        "data/editions/herons/units.yaml", "profile: {movement: 9 cm}", "profile: {movement: 9 cm}\n  general: true"
    )
    assert cards.print("unit-cards") == []
    assert "Example. Reroll near him." in cards_of(cards)


def test_abilities_without_room_for_their_words_are_named(cards):
    long = " ".join(["It waits for a very long time."] * 20)
    cards.write(
        "data/editions/herons/abilities.yaml",
        "".join(f"{name.lower()}: {{name: {name}, text: {long}}}\n" for name in ("Patience", "Hunger")),
    )
    cards.edit("data/editions/herons/units.yaml", "[patience]", "[patience, hunger]")
    assert cards.print("unit-cards") == []
    assert "MORE, ON THEIR OWN CARDS Patience, Hunger" in cards_of(cards)


def test_a_troop_of_a_sample_army_shows_the_profile_and_the_weapons_that_its_words_name(cards):
    cards.write(
        "data/editions/herons/armies.yaml",
        """
        first:
          name: First army
          rows:
            greys:
              name: Greys with claws
              miniatures: 2
              points: 17
              troop: {profile: unit/grey-herons, weapons: [claw]}
        """,
    )
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    card = words[words.index("17 Points") - 60 :]
    assert "2 Miniatures 17 Points" in card, "the list's, not the unit's 40 and 6"
    assert "Greys with claws" in card
    assert "Claw Claws, type 5" in card
    assert "Patience. Those who wait lose −1 turn." in card


def test_a_troop_without_figures_has_its_size_and_points_at_its_foot(cards):
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "2 Miniatures 17 Points Crane" in words, "of the sample army, whose class nobody gives"
    assert "wounds" not in words[words.index("17 Points") :].partition("Grey herons")[0]


def test_who_has_a_ranged_weapon_has_a_box_for_the_dice_of_shooting_and_what_its_reach_changes(cards):
    cards.print("unit-cards")
    assert "Shooting" not in cards_of(cards)
    cards.edit("data/editions/herons/units.yaml", "weapons: [beaks]", "weapons: [beak]")
    cards.edit("data/editions/herons/ranged-weapons.yaml", "reach: 30 cm,", "reach: 30 cm, range: near-water,")
    cards.print("unit-cards")
    words = cards_of(cards)
    assert "Shooting" in words and "30 cm Reach" in words.replace("30cm", "30 cm")


def test_a_class_that_a_ruling_gives_has_a_mark_and_a_line_that_says_so(cards):
    armies = (cards.folder / "data/editions/herons/armies.yaml").read_text()
    assert "ruled" not in armies
    cards.edit("data/editions/herons/armies.yaml", "points: 17", "points: 17, ruled: {class: fisher}")
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "Crane Fisher §" in words
    assert "§ Class by its price, our ruling" in words
    assert "mark yours" not in words[words.index("17 Points") :].partition("Grey herons")[0]


def test_an_effect_stands_beside_its_figure_and_has_no_frame(cards):
    assert cards.print("unit-cards") == []
    with pypdfium2.PdfDocument(cards.pdf("unit-cards")) as pdf:
        painted = PaintedPage(pdf[0])
        figure, effect = (
            next(one.bounds for one in painted.texts if painted.words(one).startswith(words))
            for words in ("+1D6", "Combat dice")
        )
        frames = [one for one in painted.others if one.is_rule and one.bounds.has(figure)]
    assert (effect.left - figure.right) * POINT > 2
    assert [frame for frame in frames if frame.bounds.right < effect.right] == []


def test_what_a_weapon_changes_stands_in_one_column_of_chips() -> None:
    # The box of a figure (``cell``) in the place of that column has another width, and a border of its own.
    folder = shipped() / "templates" / "unit-cards"
    columns = [
        re.findall(r'<p class="effect"><span class="([\w-]+)"', file.read_text()) for file in folder.glob("*.j2")
    ]
    assert {column for found in columns for column in found} == {"by"}

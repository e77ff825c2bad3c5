"""Names that are run in: bold words with which an item or a paragraph begins."""

from __future__ import annotations

import pytest

from kensei_docs.drafting.outline import outline_of, run_ins_of
from tests.drafting.page import page
from tests.drafting.test_tables import drafted

SKILLS = """\
# Skills

*Lamp:* a crew sees 6" farther
and pays 1 coin.
*Loud Voice* - orders (5 points) reach 12".

*Old captain of*
*the salt.* A boat
turns 2 times.
"""
MOVING = """\
# Moving

*Slowly.* A boat goes 2".
*Fast.* A boat goes 4".
"""


def test_each_is_a_record_of_the_list_and_what_stands_behind_it_is_read() -> None:
    draft, read = drafted(page(SKILLS))
    assert {name: (one.name, one.figures) for name, one in draft.records.items()} == {
        "skill/lamp": ("Lamp", {"sees": "6 in", "coin": "1"}),
        "skill/loud-voice": ("Loud Voice", {"points": "5", "reach": "12 in"}),
        "skill/old-captain-of-the-salt": ("Old captain of the salt", {"turns": "2"}),
    }
    assert not read.problems and not read.wording.loose


def test_a_name_of_two_letters_has_a_variable_behind_it() -> None:
    draft, _ = drafted(page("# Skills\n\n*Lamp:* Sees 6 in.\n\n*HP(X):* Loses X, and 2 oars.\n\n*Oar:* Rows 3 in.\n"))
    assert [one.name for one in draft.records.values()] == ["Lamp", "HP(X)", "Oar"]


def test_below_a_question_about_each_of_them_records_are_called_so() -> None:
    list_of = "\n\n*Lamp:* Sees 6 in.\n\n*Oar:* Rows 3 in.\n\n*Net:* Holds 2 eels.\n"
    draft, _ = drafted(page("# What does each skill do?" + list_of))
    assert draft.titles == {"skill": "Skills"} and set(draft.records) == {"skill/lamp", "skill/oar", "skill/net"}
    plain, _ = drafted(page("# What does everybody do?" + list_of))
    assert not plain.titles


def test_only_its_own_words_mark_where_it_begins() -> None:
    draft, _ = drafted(page(SKILLS))
    assert [entry["from"] for entry in draft.readings["skills"]] == ["Lamp", "Loud Voice", "Old captain of the salt"]


def test_bold_words_inside_of_a_sentence_are_none() -> None:
    document = page("# Skills\n\nNobody goes\n*on foot* and none swims.\n\n*Any boat* may turn.\n")
    assert [section.name for root in outline_of(document) for section in root.walk()] == ["Skills"]


def test_one_may_stand_right_below_a_row_of_values() -> None:
    """The file tells no paragraphs where every line is one."""
    draft, _ = drafted(page("# Reed Cutter\n\nCost 12. Attack 2. Wounds 1\n*Quick.* Moves again on a 5+.\n"))
    assert {name: one.figures for name, one in draft.records.items()} == {
        "rule/reed-cutter": {"cost": "12", "attack": "2", "wounds": "1"},
        "rule/quick": {"moves": "5+"},
    }


def test_below_a_heading_in_the_singular_stand_rules() -> None:
    draft, _ = drafted(page(MOVING))
    assert list(draft.records) == ["rule/slowly", "rule/fast"] and not draft.new_kinds


@pytest.mark.parametrize(("one", "many", "name"), [("5", "10", "cost"), ("5 coins", "1 coin", "coins")])
def test_what_stands_in_brackets_behind_the_names_of_a_list_is_called_alike(one: str, many: str, name: str) -> None:
    draft, read = drafted(page(f'# Skills\n\n*Born rower ({one}).* It goes 2" more.\n*Lookout* ({many}) It sees 9".\n'))
    assert {key: record.figures[name] for key, record in draft.records.items()} == {
        "skill/born-rower": one.split()[0],
        "skill/lookout": many.split()[0],
    }
    assert not read.problems and not read.wording.loose


@pytest.mark.parametrize("price", ["({} coins)", "[{} coins]", "- {} coins", "({})"])
def test_a_price_behind_a_heading_of_its_own_line_is_a_figure_and_no_part_of_the_name(price: str) -> None:
    entries = (("Born rower", "5", 'It goes 2" more.'), ("Lookout", "10", 'It sees 9".'))
    text = "".join(f"*{name} {price.format(coins)}*\n{says}\n\n" for name, coins, says in entries)
    draft, read = drafted(page(f"# Skills\n\nA crew has 1 skill.\n\n{text}"))
    cost = "coins" if "coins" in price else "cost"
    assert {key: (record.name, record.figures[cost]) for key, record in draft.records.items() if "skill/" in key} == {
        "skill/born-rower": ("Born rower", "5"),
        "skill/lookout": ("Lookout", "10"),
    }
    assert not read.problems and not read.wording.loose


def test_a_heading_that_had_room_for_the_next_word_is_no_part_of_the_name_below_it() -> None:
    document = page(
        "# Stores\n\n*Small things*\n*Rope.* Costs 2 coins, and 1 more in a storm.\n*Oil.* Costs 3 coins.\n"
    )
    (root,) = outline_of(document)
    assert [section.name for section in root.walk()] == ["Stores", "Small things", "Rope", "Oil"]


def test_bold_words_that_end_a_document_are_none() -> None:
    assert list(run_ins_of(page("A boat waits at the quay.\n\n*Printed by the harbour*\n"), ())) == []


def test_an_item_may_begin_with_its_sign() -> None:
    (found,) = run_ins_of(page("*- Rope.* Costs 2 coins.\n"), ())
    assert found.name == "Rope"


CARDS = """\
# Cards

Red card: Net
Type: Boat
Effect: a crew loses 2 oars.

Blue card: Old lamp
Type: Crew
Effect: you see 6" farther.
# End

The game ends: after 5 turns.
"""


def test_lines_of_labels_and_values_are_a_card_called_by_the_first() -> None:
    draft, read = drafted(page(CARDS))
    cards = {one.name: one.figures for one in draft.records.values() if one.kind == "card"}
    assert cards == {"Net": {"effect": "2"}, "Old lamp": {"effect": "6 in"}}
    assert not read.problems

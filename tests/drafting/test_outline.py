"""The outline of a document: headings with their levels, and tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.drafting.outline import outline_of
from tests.drafting.page import page
from tests.drafting.test_tables import drafted

TEXT = """\
TIDE

Boats for two.

2. MOVING

Boats move 6 in. They turn as they like.

BOATS

Boat Long reach Crew Remark

Skiff 6-12" 2 leaks

Heron 4-9" - slow

SKILLS
Keeper
Boats within 6 in of the keeper add +1.
Diver
Rolls 1D6 once a game.
"""


def test_headings_have_the_level_that_their_letters_show(read: Callable) -> None:
    sections = [section for root in outline_of(read(TEXT)) for section in root.walk()]
    assert [(section.name, section.level, section.line) for section in sections] == [
        ("Tide", 0, 1),
        ("Moving", 0, 5),
        ("Boats", 0, 9),
        ("Skills", 0, 17),
        ("Keeper", 1, 18),
        ("Diver", 1, 20),
    ]
    assert [child.name for child in sections[3].children] == ["Keeper", "Diver"]


def test_rows_of_words_and_cells_are_a_table_with_its_columns(read: Callable) -> None:
    (table,) = [table for root in outline_of(read(TEXT)) for table in root.tables]
    assert table.heads == ("Boat", "Long reach", "Crew", "Remark")
    assert [table.name_of(row) for row in table.rows] == ["Skiff", "Heron"]
    assert [[cell and cell.value for cell in table.values[i]] for i in table.data] == [
        ["6-12 in", "4-9 in"],
        ["2", "none"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Boats carry 2 or 3 men.\nA heron carries 4 of them.\n",
        "Skiff 4 2\n",  # one row is not a table
        "Skiff 4 2\nSkiff 3 1\n",  # nor are rows of one name
        "Skiff 4\nHeron 3\n",  # two labels with a number are a list
    ],
)
def test_sentences_and_single_rows_are_no_table(read: Callable, text: str) -> None:
    assert [table for root in outline_of(read(text)) for table in root.tables] == []


def test_what_stands_before_the_first_heading_has_a_section_without_a_name(read: Callable) -> None:
    sections = outline_of(read("Boats for two, 6 in long.\n\nMOVING\n\nBoats move.\n"))
    assert [section.name for section in sections] == ["", "Moving"]


def test_a_numbered_heading_begins_behind_its_number_and_what_stands_above_it_ends_before(read: Callable) -> None:
    document = read(
        "1. ROWING\nIt rows 4 in.\n\n2. TIDES\n\n2.1 EBBING\nAll boats drift 2 in.\n\n3. ENDING\nIt lasts 9 turns.\n"
    )
    found = [section for root in outline_of(document) for section in root.walk()]
    assert [(one.name, document.text[one.start :][:4]) for one in found] == [
        ("Rowing", "ROWI"),
        ("Tides", "TIDE"),
        ("Ebbing", "EBBI"),
        ("Ending", "ENDI"),
    ]
    assert [document.text[one.body : one.end].strip() for one in found] == [
        "It rows 4 in.",
        "",
        "All boats drift 2 in.",
        "It lasts 9 turns.",
    ]


def test_a_heading_of_two_lines_may_go_on_in_small_letters_and_its_records_are_read() -> None:
    drawn = """\
# FIGHTS

# The run to the old mill with a
# lamp and a rope
It lasts 6 turns.
# A walk
It lasts 4 turns.
"""
    draft, read = drafted(page(drawn))
    assert {name: (one.name, one.figures) for name, one in draft.records.items()} == {
        "fight/the-run-to-the-old-mill-with-a-lamp-and-a-rope": (
            "The run to the old mill with a lamp and a rope",
            {"turns": "6"},
        ),
        "fight/a-walk": ("A walk", {"turns": "4"}),
    }
    assert not read.problems and not read.wording.loose


def test_items_of_a_list_that_begin_with_a_name_are_records_and_values_are_not() -> None:
    text = (
        "# Lamps\n\nOil: 2\n1. Red lamp. Every boat within 6 in of this lamp rolls again once.\n"
        "2. Old lamp. All boats within 9 in of this lamp that see it go home at once.\n"
        "• Cost: 12\n• Weight: 3\n"
    )
    names = [section.name for root in outline_of(page(text)) for section in root.walk()]
    assert names == ["Lamps", "Red lamp", "Old lamp"]


def test_headings_without_a_type_of_their_own_are_told_by_their_shape() -> None:
    text = (
        "# Dark Water\n\nMoving\nBoats move up to 12 in a turn, and they turn where they like.\n\n"
        "Ramming\nWho rams another boat gets 1 coin from the bank, and rolls again.\n"
    )
    assert [section.name for root in outline_of(page(text)) for section in root.walk()] == [
        "Dark Water",
        "Moving",
        "Ramming",
    ]


def test_items_that_are_names_with_items_below_them_are_headings() -> None:
    text = (
        "# A day\n\nEach day has these parts:\n- Morning:\n• Each boat may move 4 in.\n"
        "- High noon:\n• Choose a boat:\n• It rests for 2 turns.\n"
    )
    assert [section.name for root in outline_of(page(text)) for section in root.walk()] == [
        "A day",
        "Morning",
        "High noon",
    ]


def test_a_question_that_is_a_paragraph_is_a_heading() -> None:
    text = "# Boats\n\n# Oars\nThey cost 2 coins.\n\nWho rows first?\n\nThe owner of the lightest boat rows first.\n"
    names = [section.name for root in outline_of(page(text)) for section in root.walk()]
    assert names == ["Boats", "Oars", "Who rows first?"]

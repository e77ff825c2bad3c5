"""How a document is written: its language, its unit, its names."""

import re

import pytest

from kensei_docs.drafting.detected_settings import (
    furniture_of,
    language_of_text,
    left_out_of,
    names_in_text,
    numbers_before_headings,
    numbers_of_headings,
    patterns_of,
    title_in,
    units_of_text,
)
from kensei_docs.extract.document import PageLine
from kensei_docs.languages import language
from tests.drafting.page import page


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The boats of the keeper are in the harbour.", "en"),
        ("Las barcas del farero están en el puerto.", "es"),
        ("Les bateaux du gardien sont dans le port.", "fr"),
        ("Die Boote des Wärters sind im Hafen.", "de"),
    ],
)
def test_the_language_is_that_of_the_small_words(text: str, spoken: str) -> None:
    assert language_of_text(text) == (spoken, True)


def test_a_text_in_a_language_without_words_here_is_in_none_for_sure() -> None:
    text = "Le barche del guardiano stanno ferme e ogni miniatura muove di un valore in centimetri per turno."
    assert not language_of_text(text)[1]


@pytest.mark.parametrize(
    ("spoken", "text", "unit"),
    [
        ("en", "6″ and 8 inches, once 20 cm", "in"),
        ("en", "Move 3 hexes, or 1 hex.", "hex"),
        ("en", "Models of 28 mm move 10 cm or 20 centimetres.", "cm"),
        ("en", "Put 3 in the box and 2 in a row, 5 cm apart.", "cm"),  # a preposition is not a unit
        ("es", "3 hexágonos", "hex"),
        ("en", "A 12-inch circle, or twenty-four inches; models of 5 cm.", "in"),
        ("en", "Roll 2D6.", None),
    ],
)
def test_the_unit_is_that_of_most_lengths(spoken: str, text: str, unit: str | None) -> None:
    assert units_of_text(text, language(spoken)) == unit


def test_names_are_words_with_a_capital_that_no_word_list_has() -> None:
    text = "The brave Kawanu rows with Kawanu to the Harbour, and the Harbour sleeps."
    assert names_in_text(text, language("en")) == ["Kawanu"]
    assert names_in_text(text, language("ja")) == []


def test_what_stands_on_nearly_every_page_with_a_number_is_no_text() -> None:
    pages = [
        [PageLine("Tides of May (2)", page=n), PageLine("Boats row.", page=n), PageLine("7 boats", page=n)]
        for n in (1, 2, 3)
    ]
    foot = [PageLine(f"Tides - {n}", page=n) for n in (1, 2, 3)]
    lines = [line for page, last in zip(pages, foot, strict=True) for line in (*page, last)]
    found = furniture_of(lines)
    assert [line.text for line in foot if any(re.fullmatch(shape, line.text) for shape in found)] == [
        "Tides - 1",
        "Tides - 2",
        "Tides - 3",
    ]
    assert not any(re.fullmatch(shape, "Boats row.") for shape in found)
    assert furniture_of(lines[:4]) == []


def test_numbers_before_headings_are_no_rules_where_a_document_has_some() -> None:
    (shape,) = numbers_of_headings(["1. Boats", "A boat has 2 oars.", "2.1 Rowing", "3. Tides"])
    assert [line for line in ("4. Ebb", "2.1 Flow", "2 oars", "2.5 cm more") if re.search(shape, line)] == [
        "4. Ebb",
        "2.1 Flow",
    ]
    assert numbers_of_headings(["1. Boats", "A boat has 2 oars."]) == []


def test_numbers_before_headings_in_bold_are_no_rules() -> None:
    texts = ["1 The Brawl", "3 goblins fight", "2 Gangs", "3 The Round (short)", "4 goblins hide."]
    lines = [PageLine(text, page=1, bold=not text.endswith(("fight", "."))) for text in texts]
    (shape,) = numbers_before_headings(lines)
    assert [bool(re.search(shape, text)) for text in texts] == [True, False, True, True, False]
    assert numbers_before_headings([line for line in lines if line.text != "2 Gangs"]) == []


@pytest.mark.parametrize(
    ("drawing", "title"),
    [
        ("# RULES OF THE LONG TIDE v1.2\n\nBoats row.\nThey row far.\n", "The Long Tide"),
        ("Dark Water\n\n# Boats\n\nBoats row.\n\n# Piers\n\nPiers stand.\n", "Dark Water"),
        ("Dark Water is a game of boats.\nDark Water needs dice.\n", "Dark Water"),
        ("Boats row.\nThey row far.\n", ""),
    ],
)
def test_the_game_is_called_what_the_cover_or_the_first_sentence_says(drawing: str, title: str) -> None:
    assert title_in(page(drawing)) == title


def test_contents_notices_and_examples_are_left_out() -> None:
    document = page(
        "# Contents\n\nBoats . . . . . 2\nPiers . . . . . 4\nTides . . . . . 9\n\n# Boats\n\n"
        "A boat holds 3 oars. For example, with 2 oars it goes 4 in.\n\n# Credits\n\nThanks to 12 friends.\n"
    )
    left_out = [document.text[start:end] for start, end in left_out_of(document)]
    assert [text.split("\n")[0] for text in left_out] == [
        "Contents",
        "For example, with 2 oars it goes 4 in.",
        "Credits",
    ]


def test_a_licence_is_told_by_the_first_sentence_below_a_heading_of_another_name() -> None:
    document = page(
        "# Reeds and Boats\n\n# November\n\nThese rules, by Ane, are licensed under a licence of 4 pages.\n\n"
        "# Boats\n\nA boat holds 3 oars. None is licensed under any flag.\n"
    )
    (left_out,) = [document.text[start:end] for start, end in left_out_of(document)]
    assert left_out.startswith("November") and left_out.endswith("4 pages.")


def test_a_licence_below_leaves_out_no_section_before_it() -> None:
    """Lines without a full stop are one sentence for whoever looks for its end."""
    document = page("# Boats\n\nA boat holds 3 oars\n\n# Piers\n\nEach has 4 posts\n\n# About\n\nAll rights reserved\n")
    assert [document.text[start:end] for start, end in left_out_of(document)] == ["About\nAll rights reserved"]


def test_what_is_left_out_is_found_again_to_its_end() -> None:
    document = page(
        "# Boats\n\nA boat holds 3 oars.\n\n# Example\n\nAne builds a boat and adds it up, before and in the rain:\n\n"
        "Oars  Masts  Keels\n+1    0      2\n\nOars  Masts  Keels\n0     +1     4\n5     6      7\n\n"
        "# Piers\n\nThey hold 9 boats.\n"
    )
    (pattern,) = patterns_of(document)
    found = re.search(pattern, document.text)
    assert found and found[0].startswith("Example") and found[0].endswith("5 6 7")


def test_a_line_on_every_page_whose_numbers_are_figures_is_no_running_head() -> None:
    def of_page(number: int) -> list[PageLine]:
        texts = ["Rules", f"Each glyph of this chapter has an EW of {number * 5}.", "More.", f"page {number} of 3"]
        return [PageLine(text, None, number, False, False, False, 0, 0, (), ()) for text in texts]

    lines = [line for number in (1, 2, 3) for line in of_page(number)]
    assert furniture_of(lines) == [r"^page \d+ of \d+$"]

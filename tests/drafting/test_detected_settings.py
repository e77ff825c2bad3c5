"""How a document is written: its language, its unit, its names."""

import re

import pytest

from kensei_docs.drafting.detected_settings import (
    furniture_of,
    language_of_text,
    names_in_text,
    numbers_before_headings,
    numbers_of_headings,
    units_of_text,
)
from kensei_docs.extract.document import PageLine
from kensei_docs.languages import language


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

"""How a document is written: its language, its unit, its names."""

import pytest

from kensei_docs.drafting.manner import language_of_text, names_in_text, units_of_text
from kensei_docs.languages import language


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("The boats of the keeper are in the harbour.", "en"), ("Las barcas del farero están en el puerto.", "es")],
)
def test_the_language_is_that_of_the_small_words(text: str, spoken: str) -> None:
    assert language_of_text(text) == spoken


@pytest.mark.parametrize(
    ("spoken", "text", "unit"),
    [
        ("en", "6″ and 8 inches, once 20 cm", "in"),
        ("en", "Move 3 hexes, or 1 hex.", "hex"),
        ("en", "Models of 28 mm move 10 cm or 20 centimetres.", "cm"),
        ("en", "Put 3 in the box and 2 in a row, 5 cm apart.", "cm"),  # a preposition is no unit
        ("es", "3 hexágonos", "hex"),
        ("en", "Roll 2D6.", None),
    ],
)
def test_the_unit_is_that_of_most_lengths(spoken: str, text: str, unit: str | None) -> None:
    assert units_of_text(text, language(spoken)) == unit


def test_names_are_words_with_a_capital_that_no_word_list_has() -> None:
    text = "The brave Kawanu rows with Kawanu to the Harbour, and the Harbour sleeps."
    assert names_in_text(text, language("en")) == ["Kawanu"]
    assert names_in_text(text, language("ja")) == []

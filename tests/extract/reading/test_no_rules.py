"""Numbers that are no rules: what they stand in says so, in the language of the document."""

import pytest

from kensei_docs.extract.reading.no_rules import no_rules_in


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "See https://www.example.org/kites/9xg9u5/question_7 or info23@example.org.", {"9", "7", "23"}),
        ("en", "https://www.example.org/kites/\n9xg9u5/question_7", {"9xg9u5/question_7"}),
        ("en", "Boats turn. For example, a boat of 1.5 tons makes 4 turns (2x2=4). It has 7.", {"1.5", "4", "2x2=4"}),
        ("en", "Phase 3 - Dousing", {"3"}),
        (
            "en",
            "ISBN 978-3-16-148410-0, version 1.4, v2, 3.0 Unported, CC BY-NC 4.0",
            {"978", "1.4", "2", "3.0", "4.0"},
        ),
        ("en", "Kite Runners 1.0", {"1.0"}),
        (
            "en",
            "Since 1848, and in 1980, © 2020, 1986 it ended, November 2021",
            {"1848", "1980", "2020", "1986", "2021"},
        ),
        ("en", "12345 Harbour", {"12345"}),
        ("en", "Versailles 78000", {"78000"}),
        ("en", "On p. 12, Example No. 5, see Table 2, Section 3.1, page 4-6", {"12", "5", "2", "3.1", "4-6"}),
        (
            "en",
            "Go on from point 4; repeat steps 2 to 3. See section 7 and, as paragraph 6 says",
            {"4", "2", "3", "7", "6"},
        ),
        ("es", "Se repite desde el punto 4, o los pasos 2 y 5.", {"4", "2", "5"}),
        ("fr", "Reprendre au point 4, puis l'étape 2", {"4", "2"}),
        ("de", "Weiter bei Punkt 4, mit den Schritten 2 bis 3.", {"4", "2", "3"}),
        ("es", "3 de mayo de 2021, en 1850, página 4, Capítulo 3, versión 2", {"3", "2021", "1850", "4", "2"}),
        ("fr", "le 3 mai 2021, depuis 1850, page 4, Chapitre 3", {"3", "2021", "1850", "4"}),
        ("de", "12. März 2021, im Jahr 1850, Seite 4, Abschnitt 3", {"12", "2021", "1850", "4", "3"}),
        ("en", "March 6 inches, 2000 points, 1848 men, in 1500 turns, a table 6 feet long", set()),
        ("en", "Roll 1D6: 1-2 = 1, 3-4 = 2, 4+ = 2, boats of, for example, 6 tons", set()),
        ("en", "a step 4 inches high, a step 2 cm wide; 3 points each, 4 steps, sections 2x3", set()),
        ("en", "The price is 1500, or 2.0 gold; a roll of 4; 10000 Gold is much.", set()),
    ],
)
def test_what_a_number_stands_in_says_that_it_is_no_rule(language: str, text: str, found: set[str]) -> None:
    parts = no_rules_in(text, language)
    assert {number for number in found if not any(number in text[part.start : part.end] for part in parts)} == set()
    assert found or not parts


@pytest.mark.parametrize(
    ("language", "text", "left_out"),
    [
        ("en", "A third of them, one fifth, the third of the boats. The third player pays.", ["third"]),
        ("es", "Un cuarto, la quinta de las cartas; el cuarto jugador paga.", ["cuarto"]),
    ],
)
def test_the_word_for_a_place_in_a_row_is_no_fraction(language: str, text: str, left_out: list[str]) -> None:
    found = no_rules_in(text, language)
    assert [text[part.start : part.end] for part in found] == left_out
    assert [part.start for part in found] == [text.rindex(word) for word in left_out]


def test_items_of_a_list_are_numbered_from_one() -> None:
    text = "1- Row 2 ahead.\n2- Moor.\n3- Drift\n7. Not of it\n\n1. The host 2. The guest 3. He again\n4. Rest for 5."
    assert [text[part.start : part.end] for part in no_rules_in(text, "en")] == [*"123", *"1234"]


def test_why_a_number_is_no_rule_is_said() -> None:
    text = "A kite moves 6 in a turn since May 2021."
    parts = no_rules_in(text, "en")
    why = {
        number: next((part.why for part in parts if part.start <= text.index(number) < part.end), "")
        for number in ("6", "2021")
    }
    assert why == {"6": "", "2021": "is a date"}

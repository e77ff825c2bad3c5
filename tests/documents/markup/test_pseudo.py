"""The language that nobody speaks: for whoever draws templates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.database.model import PLACEHOLDER
from kensei_docs.documents.markup.pseudo import lengthen


@pytest.mark.parametrize(
    "message",
    [
        "Allies within %(range)s that see this leader add %(bonus)s to their Order Roll.",
        "Nobody hears it come.",
        "25 %% of them",
    ],
)
def test_words_are_two_fifths_longer_and_placeholders_as_they_were(message):
    found = lengthen(message)
    plain = PLACEHOLDER.sub("", message)
    letters = sum(c.isalpha() or c == " " for c in plain)
    assert [p.group() for p in PLACEHOLDER.finditer(found)] == [p.group() for p in PLACEHOLDER.finditer(message)]
    assert len(found) - len(message) >= 0.4 * letters - 1


@given(st.text(alphabet="aeiou bcd%()s.,", max_size=40))
def test_no_message_is_too_odd(message):
    assert len(lengthen(message)) >= len(message)


def test_a_sheet_is_printed_in_it_with_english_figures(herons):
    assert herons.print("ability-cards", languages=["pseudo"]) == []
    words = herons.text("ability-cards", language="pseudo")
    assert "2.5 cm" in words
    assert "Wádé" in words
    assert "pseudo · A4" in words


def test_a_text_that_would_be_too_long_in_it_is_found(herons):
    herons.write(
        "templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 40x30\nfit: {name: {size: 9, floor: 8}}\n"
    )
    herons.write("templates/frogs/face.html.j2", '<p class="line" data-field="name">{{ name(record) }}</p>')
    herons.write("templates/frogs/face.css", ".line { width: 30mm; height: 4mm; font-size: var(--name) }")
    herons.edit("data/editions/herons/abilities.yaml", "name: Silence", "name: Standing very still")
    assert herons.print("frogs") == []
    (problem,) = herons.print("frogs", languages=["pseudo"])
    assert "frogs-a4 in pseudo, 'silence.front': 'name' runs" in str(problem)
    assert str(problem).endswith(" mm over at 8 pt, the smallest it may be; shorten it  [overflow]")

"""One spelling for a term of the glossary, wherever a message has it."""

from __future__ import annotations

import pytest

from kensei_docs.catalogues.messages import TermSpelling

GLOSSARY = [
    {"en": "Combat Roll", "es": "Tirada de Combate"},
    {"en": "commander level", "es": "nivel de comandante"},
    {"en": "charge movement", "es": "movimiento de carga"},
    {"en": "Challenge to a Duel", "es": "Retar a duelo"},
    {"en": "Charge Movement Roll", "es": "Tirada de Movimiento de Carga"},
    {"en": "to wound", "es": "para herir"},
    {"en": "Hero (H)", "es": "Héroe (H)"},
]


@pytest.mark.parametrize(
    ("words", "misspelled"),
    [
        ("Suma a su Tirada de Combate.", []),
        ("Las Tiradas de Combate, todas.", []),
        ("Suma a su Tirada de combate.", ["Tirada de combate"]),
        ("suma a su tirada de Combate.", ["tirada de Combate"]),
        ("Nivel de comandante: 2. Nivel de comandante. (Nivel de comandante)", []),
        ("Paga tu Nivel de comandante y el nivel de Comandante.", ["Nivel de comandante", "nivel de Comandante"]),
        ("Da la orden Retar a duelo, o deja de retar a duelo.", []),
        # The longest term counts: a movement inside the name of a roll is not a movement.
        ("Antes de la Tirada de Movimiento de Carga, el movimiento de carga.", []),
        ("El hombre se para. Herir es fácil, para Herir no.", []),
        # A name may be what it is: the whole message.
        ("NIVEL DE COMANDANTE", []),
    ],
)
def test_a_term_has_the_capitals_of_the_glossary(words: str, misspelled: list[str]) -> None:
    assert [found for found, _ in TermSpelling(GLOSSARY, "es").misspelled(words)] == misspelled


def test_a_language_without_terms_has_nothing_to_say() -> None:
    assert list(TermSpelling(GLOSSARY, "fr").misspelled("Tirada de combate")) == []

"""What the box of a game holds: its decks, and what is in each."""

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.documents.markup.decks import CardDeck, decks_of
from kensei_docs.project import Project, shipped

PROJECT = Project((shipped(),), shipped() / "build")
DATABASE, _ = load(PROJECT)


def decks(edition: str, language: str = "en") -> dict[str, CardDeck]:
    found = decks_of(PROJECT, DATABASE.editions[edition], Translator(PROJECT, DATABASE, language), Theme(), [])
    return {deck.kind: deck for deck in found}


@pytest.mark.parametrize("edition", DATABASE.editions)
def test_the_contents_of_a_deck_count_all_its_cards_and_name_each_once(edition: str) -> None:
    for deck in decks(edition).values():
        names = [name for name, _ in deck.contents]
        assert len(names) == len(set(names))
        # A card for the whole game, such as a cover, is of no record.
        assert 0 < sum(many for _, many in deck.contents) <= deck.count


def test_a_deck_of_values_lists_its_values_with_the_cards_of_each() -> None:
    assert decks("kensei-2e")["command-deck"].contents == (("0", 7), ("1", 8), ("2", 6), ("3", 3))


def test_contents_are_named_in_the_language_of_the_print() -> None:
    english, spanish = (dict(decks("kensei-2e", language)["order-cards"].contents) for language in ("en", "es"))
    assert "Charge" in english and "Cargar" in spanish
    assert list(english.values()) == list(spanish.values())


def test_a_deck_whose_cards_all_belong_to_a_group_counts_each_group() -> None:
    assert decks("heroic-2002")["strategy-cards"].groups == (("Water", 15), ("Fire", 8), ("Wind", 9))
    assert decks("heroic-2002")["weapon-cards"].groups == ()

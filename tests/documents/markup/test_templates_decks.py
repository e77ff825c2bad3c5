"""What the box of a game holds: its decks, and what is in each."""

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import CardDeck, decks_of
from kensei_docs.documents.products.options import Theme
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
        # Forms to be filled in by pen are of no record.
        forms = 2 if deck.kind == "character-cards" else 0
        assert sum(many for _, many in deck.contents) == deck.count - forms


def test_a_deck_of_values_lists_its_values_with_the_cards_of_each() -> None:
    assert decks("kensei-2e")["command-deck"].contents == (("0", 7), ("1", 8), ("2", 6), ("3", 3))


def test_what_the_documents_leave_out_has_no_card() -> None:
    contents = dict(decks("kensei-lr-2020")["weapon-cards"].contents)
    assert contents == {"Short-ranged weapons": 2, "Mid-ranged weapons": 3, "Long-ranged weapons": 3}


def test_a_deck_has_the_drawing_of_what_its_first_card_shows() -> None:
    assert decks("kensei-lr-2020")["weapon-cards"].look.art == "yumi"
    assert decks("kensei-2e")["weapon-cards"].look.art == "katana"


def test_what_has_no_owner_comes_before_the_cards_of_each_owner() -> None:
    names = [name for name, _ in decks("kensei-2e")["unit-cards"].contents]
    owners = [record.name for record in DATABASE.editions["kensei-2e"].records_of("clan")]
    owned = [name in owners for name in names]
    assert owned == sorted(owned) and True in owned and False in owned


def test_contents_are_named_in_the_language_of_the_print() -> None:
    english, spanish = (dict(decks("kensei-2e", language)["order-cards"].contents) for language in ("en", "es"))
    assert "Charge" in english and "Cargar" in spanish
    assert list(english.values()) == list(spanish.values())


def test_a_deck_whose_cards_all_belong_to_a_group_counts_each_group() -> None:
    assert decks("heroic-2002")["strategy-cards"].groups == (("Water", 15), ("Fire", 9), ("Wind", 12))
    assert decks("heroic-2002")["weapon-cards"].groups == ()

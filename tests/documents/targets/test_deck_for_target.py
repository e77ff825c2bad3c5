"""A document's cards: each once, named apart, with its copies; and the files of a deck."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from kensei_docs.documents.targets.deck import Card, CardSide, _cards, backs_of


def faces(*rows: tuple[str, str, int], html: str = "") -> Any:
    """A set of faces: the title, the slot of the front and the copies of each row."""
    return SimpleNamespace(
        sides=[
            SimpleNamespace(
                title=title,
                front=front,
                art=None,
                back="back",
                back_art="stripes",
                row=SimpleNamespace(slug=f"row-{number}", copies=copies),
            )
            for number, (title, front, copies) in enumerate(rows)
        ],
        fragments={
            front: SimpleNamespace(html=f"<svg><text>icon</text></svg><p> {front}<br>{html}</p>")
            for _, front, _ in rows
        },
    )


BACK = CardSide("back", "stripes")


def test_rows_with_the_same_faces_are_copies_of_one_card_in_the_order_of_the_first() -> None:
    assert _cards(faces(("Wade", "a", 2), ("Glide", "b", 1), ("Wade again", "a", 3))) == [
        Card(1, "row-0", "Wade", 5, CardSide("a", None), BACK),
        Card(2, "row-1", "Glide", 1, CardSide("b", None), BACK),
    ]


def test_cards_of_one_title_are_told_apart_by_the_first_words_on_them() -> None:
    names = [card.name for card in _cards(faces(("Deck", "ace", 1), ("Deck", "king", 1), ("Joker", "j", 1)))]
    assert names == ["Deck: ace", "Deck: king", "Joker"]


def test_a_label_sorts_as_the_deck_does_and_is_safe_in_a_file_name() -> None:
    assert Card(7, "ninja/blank 1", "", 1, BACK, None).label == "007-ninja-blank-1"


def test_backs_are_listed_once_in_order() -> None:
    cards = [
        Card(1, "", "", 1, CardSide(str(n), None), back)
        for n, back in enumerate([BACK, None, CardSide("b", None), BACK])
    ]
    assert backs_of(cards) == [BACK, CardSide("b", None)]

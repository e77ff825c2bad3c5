"""Which pages of a card are reprinted, and which card of one state is which of another."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kensei_docs.documents.products.product import Columns, Size
from kensei_docs.documents.reprint import changed_cards
from kensei_docs.documents.reprint.changed_cards import Pages, _column_starts, _pages_that_differ, matched


def card(slug: str, front: str = "front", back: str | None = "back", copies: int = 1) -> Any:
    return SimpleNamespace(
        front=front, art="art", back=back, back_art=None, row=SimpleNamespace(slug=slug, copies=copies)
    )


def faces(*cards: Any, **keys: str) -> Any:
    slots = {slot for one in cards for slot in (one.front, one.art, one.back) if slot}
    return SimpleNamespace(sides=cards, contents={slot: keys.get(slot, f"key of {slot}") for slot in slots})


@pytest.mark.parametrize(
    ("old", "new", "pages", "withdrawn"),
    [
        ({"front": "ab"}, {"front": "ab"}, (), ()),
        ({"front": "ab"}, {"front": "aB"}, (2,), (2,)),
        # A page more or fewer: the others stay.
        ({"front": "ab"}, {"front": "abc"}, (3,), ()),
        ({"front": "abc"}, {"front": "ab"}, (), (3,)),
        ({"front": "abc"}, {"front": "aB"}, (2,), (2, 3)),
        # What lies behind a page concerns all of them.
        ({"front": "ab", "back": "x"}, {"front": "ab", "back": "y"}, (1, 2), (1, 2)),
        ({"front": "ab", "art": "x"}, {"front": "ab", "art": "y"}, (1, 2), (1, 2)),
        ({"front": "ab"}, {"front": "ab", "back_art": "y"}, (1, 2), (1, 2)),
    ],
)
def test_pages_that_differ_are_reprinted_and_all_where_the_back_does(
    monkeypatch: pytest.MonkeyPatch,
    old: dict[str, str],
    new: dict[str, str],
    pages: tuple[int, ...],
    withdrawn: tuple[int, ...],
) -> None:
    monkeypatch.setattr(changed_cards, "_pages_of", lambda state, slot: list(state.get(slot, "")))
    monkeypatch.setattr(changed_cards, "_differ", lambda a, b: a != b)
    sides: Any = SimpleNamespace(front="front", art="art", back="back", back_art="back_art")
    assert _pages_that_differ(sides, sides, old, new) == Pages(pages, withdrawn)  # type: ignore[arg-type]


def test_cards_are_matched_by_their_slugs_and_what_is_left_by_its_faces() -> None:
    old = faces(card("kept", "a"), card("renamed", "b"), card("gone", "c"))
    new = faces(card("new", "d"), card("kept", "a"), card("other-name", "e"), e="key of b")
    pairs = [(pair.old and pair.old.row.slug, pair.new and pair.new.row.slug) for pair in matched(old, new)]
    assert pairs == [(None, "new"), ("kept", "kept"), ("renamed", "other-name"), ("gone", None)]
    assert [pair.new and pair.new.row.slug for pair in matched(None, new)] == ["new", "kept", "other-name"]
    assert [pair.copies for pair in matched(faces(card("a", copies=3)), faces(card("a", copies=5)))] == [(3, 5)]
    assert [pair.copies for pair in matched(faces(card("a", copies=3)), None)] == [(3, 0)]


def test_columns_begin_after_the_gap() -> None:
    flow = Columns(count=3, gap=6, pages=0)
    width = flow.width(Size(180, 250))
    assert _column_starts(flow, Size(180, 250)) == (0, width + 6, 2 * (width + 6))
    assert _column_starts(None, Size(63, 88)) == (0.0,)

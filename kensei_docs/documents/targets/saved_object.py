"""The saved object that Tabletop Simulator loads: a deck, or a single card, and where its pictures are.

A card's id is the number of its sheet times a hundred plus its cell there. The deck names each
copy twice: in ``DeckIDs``, and as an object contained in it, in the same order from the top.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kensei_docs.documents.targets.deck import Card, Deck
from kensei_docs.files import digest_of

# The type of a card with each outline: a rectangle with rounded corners, or a circle.
_SHAPES = {"square": 0, "round": 4}
_SHEET = 100
# Face down, a little above the table, so that it settles on it.
_POSE = (
    {"posX": 0.0, "posY": 1.0, "posZ": 0.0}
    | {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0}
    | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
)
_GREY = {"r": 0.713, "g": 0.713, "b": 0.713}


@dataclass(frozen=True)
class SavedSheet:
    """A sprite sheet as the object refers to it: the addresses of the pictures of its fronts and backs,
    its grid, whether each card has its own back, and its cards in the order of the cells."""

    fronts: str
    backs: str
    columns: int
    rows: int
    different_backs: bool
    cards: Sequence[Card]


def saved_object(deck: Deck, sheets: Sequence[SavedSheet]) -> str:
    """Return the object of a deck as JSON."""
    decks = {
        str(number): {
            "FaceURL": sheet.fronts,
            "BackURL": sheet.backs,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.different_backs,
            "Type": _SHAPES[deck.document.faces.kind.outline],
        }
        for number, sheet in enumerate(sheets, 1)
    }
    copies = [
        (card, number, number * _SHEET + cell)
        for number, sheet in enumerate(sheets, 1)
        for cell, card in enumerate(sheet.cards)
        for _ in range(card.copies)
    ]
    cards = [
        _card(deck, card, one, {str(number): decks[str(number)]}, copy)
        for copy, (card, number, one) in enumerate(copies)
    ]
    # Tabletop Simulator takes no deck of a single card.
    state = (
        cards[0]
        if len(cards) == 1
        else {
            **_base_object(deck, "DeckCustom", deck.document.title, "deck"),
            "Description": deck.document.edition_name,
            "Hands": False,
            "SidewaysCard": False,
            "DeckIDs": [one for _, _, one in copies],
            "CustomDeck": decks,
            "ContainedObjects": cards,
        }
    )
    texts = ("Date", "Table", "Sky", "Note", "Rules", "XmlUI", "LuaScript", "LuaScriptState")
    saved = {
        **{"SaveName": "", "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5},
        **dict.fromkeys(texts, ""),
        **{"ObjectStates": [state], "TabStates": {}, "VersionNumber": ""},
    }
    return json.dumps(saved, ensure_ascii=False, indent=2) + "\n"


def _card(deck: Deck, card: Card, number: int, custom_deck: dict[str, Any], copy: int) -> dict[str, Any]:
    return {
        **_base_object(deck, "CardCustom", card.name, f"{card.slug} {copy}"),
        "Hands": True,
        "CardID": number,
        "SidewaysCard": False,
        "CustomDeck": custom_deck,
    }


def _base_object(deck: Deck, kind: str, name: str, what: str) -> dict[str, Any]:
    return {
        "GUID": digest_of(str(deck.document.faces.folder), what)[:6],
        "Name": kind,
        "Transform": _POSE,
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": _GREY,
        **{"Locked": False, "Grid": True, "Snap": True, "IgnoreFoW": False},
        **{"Autoraise": True, "Sticky": True, "Tooltip": True, "GridProjection": False},
        **{"LuaScript": "", "LuaScriptState": "", "XmlUI": ""},
    }

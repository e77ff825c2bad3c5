"""The object that Tabletop Simulator loads: a deck, or a single card, and where its pictures are.

A card's id is the number of its sheet times a hundred and its place there. The deck names each
copy twice: in ``DeckIDs``, and as an object contained in it, in the same order from the top.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kensei_docs.documents.targets.deck import Card
from kensei_docs.documents.targets.job import Job
from kensei_docs.documents.targets.sprite_sheet import SpriteSheet
from kensei_docs.files import digest_of

# Of a card: a rectangle with rounded corners, or a circle.
_SHAPES = {"square": 0, "round": 4}
_SHEET = 100
# Face down, a little above the table, so that it settles on it.
_POSE = {
    "posX": 0.0,
    "posY": 1.0,
    "posZ": 0.0,
    "rotX": 0.0,
    "rotY": 180.0,
    "rotZ": 180.0,
    "scaleX": 1.0,
    "scaleY": 1.0,
    "scaleZ": 1.0,
}
_GREY = {"r": 0.713, "g": 0.713, "b": 0.713}


def saved_object(job: Job, sheets: Sequence[SpriteSheet], addresses: Sequence[tuple[str, ...]]) -> str:
    """Return the object as JSON; ``addresses`` are those of each sheet's fronts and backs."""
    decks = {
        str(number): {
            "FaceURL": fronts,
            "BackURL": backs,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.different,
            "Type": _SHAPES[job.document.faces.kind.outline],
        }
        for number, (sheet, (fronts, backs)) in enumerate(zip(sheets, addresses, strict=True), 1)
    }
    copies = [
        (card, number, number * _SHEET + place)
        for number, sheet in enumerate(sheets, 1)
        for place, card in enumerate(sheet.cards)
        for _ in range(card.copies)
    ]
    cards = [
        _card(job, card, one, {str(number): decks[str(number)]}, copy)
        for copy, (card, number, one) in enumerate(copies)
    ]
    # A deck is of two cards at least.
    state = (
        cards[0]
        if len(cards) == 1
        else {
            **_thing(job, "DeckCustom", job.document.title, "deck"),
            "Description": job.document.edition_name,
            "Hands": False,
            "SidewaysCard": False,
            "DeckIDs": [one for _, _, one in copies],
            "CustomDeck": decks,
            "ContainedObjects": cards,
        }
    )
    saved = {
        "SaveName": "",
        "GameMode": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "XmlUI": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": [state],
        "TabStates": {},
        "VersionNumber": "",
    }
    return json.dumps(saved, ensure_ascii=False, indent=2) + "\n"


def _card(job: Job, card: Card, number: int, deck: dict[str, Any], copy: int) -> dict[str, Any]:
    return {
        **_thing(job, "CardCustom", card.name, f"{card.slug} {copy}"),
        "Hands": True,
        "CardID": number,
        "SidewaysCard": False,
        "CustomDeck": deck,
    }


def _thing(job: Job, kind: str, name: str, what: str) -> dict[str, Any]:
    return {
        "GUID": digest_of(str(job.document.faces.folder), what)[:6],
        "Name": kind,
        "Transform": _POSE,
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": _GREY,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }

"""What a service or a virtual table needs after an erratum: the changed pictures, and the lists brought up to date."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.documents.reprint.build import reprint_for_target
from kensei_docs.documents.reprint.changed_cards import earlier_state
from kensei_docs.documents.targets.target import build_for_target, require_target
from tests.documents.reprint.reprints import erratum
from tests.documents.reprint.test_reprint import MUCH

KINDS = ("ability-cards", "command-deck")


def made(herons, target: str, since: str = "") -> None:
    """Make the game's cards for a target: all of them, or what differs from an earlier state."""
    database, _ = load(herons.project)
    wanted, _ = require_products(*load_products(herons.project), KINDS)
    order = Order(wanted, list(database.editions.values()), ["en"], ["a4"], herons.project.output)
    found = require_target(herons.project, target, None)
    if since:
        before = earlier_state(herons.project, since)
        printed = reprint_for_target(herons.project, database, before, order, found, "", True, herons)
    else:
        printed = build_for_target(herons.project, database, order, found, "", True, herons)
    assert printed.refused == []
    herons.outputs = printed.outputs


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: hashlib.sha256(file.read_bytes()).digest() for file in folder.iterdir()}


def rows(folder: Path, name: str = "changes.csv") -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("target", ["thegamecrafter", "makeplayingcards"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_pictures_of_the_service_with_the_changed_ones_are_those_of_a_full_build(herons, target, kind):
    made(herons, target)
    root = herons.project.output / "herons/en"
    had = files(root / target / kind)
    erratum(herons, MUCH)
    made(herons, target, "2026-02-01")
    folder = root / "since-2026-02-01" / target / kind
    new, changes = files(folder), rows(folder)
    made(herons, target)
    full = files(root / target / kind)
    # A player renames the pictures that the list names, takes away what it withdraws, and puts in the new ones.
    names = {row["file before"]: row["file"] for row in changes if row["file before"]}
    held = {names.get(name, name): digest for name, digest in had.items() if names.get(name, name)}
    new.pop("changes.csv")
    assert held | new == full
    pictures = {name for name in new if name.endswith(".png")}
    assert pictures == {name for name in full if name.endswith(".png") and full[name] not in had.values()}


def test_the_list_says_what_became_of_each_card(herons):
    erratum(herons, MUCH)
    made(herons, "thegamecrafter", "2026-02-01")
    root = herons.project.output / "herons/en/since-2026-02-01/thegamecrafter"
    told = [
        [row["change"], row["card"], row["copies before"], row["copies"], row["file"]]
        for kind in KINDS
        for row in rows(root / kind)
    ]
    assert told == [
        ["changed", "Wade", "1", "1", "front-001-wade-1x.png"],
        ["changed", "Patience", "1", "1", "front-002-patience-1x.png"],
        ["new", "Glide", "0", "1", "front-003-glide-1x.png"],
        ["withdrawn", "Silence", "1", "0", ""],
        ["changed", "Deck of reeds", "6", "6", "front-003-value-2-6x.png"],
        ["more", "Deck of reeds", "3", "5", "front-004-value-3-5x.png"],
        ["fewer", "Deck of reeds", "8", "6", "front-002-value-1-6x.png"],
    ]
    # The list of the whole deck stands beside it.
    assert [row["copies"] for row in rows(root / "command-deck", "list.csv")] == ["7", "6", "6", "5"]


def test_tabletop_simulator_gets_the_sheets_that_changed_and_the_whole_deck(herons):
    made(herons, "tts")
    root = herons.project.output / "herons/en"
    had = files(root / "tts/command-deck")
    erratum(herons, MUCH)
    made(herons, "tts", "2026-02-01")
    folder = root / "since-2026-02-01/tts/command-deck"
    new = files(folder)
    made(herons, "tts")
    new.pop("changes.csv")
    assert had | new == files(root / "tts/command-deck")
    assert sorted(new) == ["command-deck-1.png", "command-deck.json"]
    [deck] = json.loads((folder / "command-deck.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert len(deck["DeckIDs"]) == 24


def test_nothing_is_made_of_a_deck_that_did_not_change(herons):
    erratum(herons)
    made(herons, "thegamecrafter", "2026-02-01")
    folder = herons.project.output / "herons/en/since-2026-02-01/thegamecrafter"
    assert [one.name for one in folder.iterdir()] == ["ability-cards"]
    assert sorted(files(folder / "ability-cards")) == ["changes.csv", "front-002-patience-1x.png", "list.csv"]

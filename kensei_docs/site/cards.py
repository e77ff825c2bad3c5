"""The cards of an edition for a site: a picture of each side in each language, its words, and the rule it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kensei_docs.database import Database, Edition
from kensei_docs.documents.build import Order, Watcher
from kensei_docs.documents.products.product import Product, Size
from kensei_docs.documents.targets.deck import CardSide, Deck
from kensei_docs.documents.targets.makers.screen import names_of
from kensei_docs.documents.targets.on_screen import text_of
from kensei_docs.documents.targets.target import decks_of, files_of, make_files, require_target
from kensei_docs.problems import Problem
from kensei_docs.project import Project

# The target that pictures of cards are made for, and the folder of the cache for them.
TARGET = "screen"
STAGE = "site"
# The folder of the pictures in a site.
FOLDER = "cards"


@dataclass
class Kind:
    """A kind of card: its title by language, the size of its cards in millimetres, and whether they are round."""

    name: str
    size: Size
    round: bool
    titles: dict[str, str] = field(default_factory=dict)


@dataclass
class Card:
    """A card: its address, the place of its kind, and the id of its record; the rest by language.

    ``front`` and ``back`` are the addresses of pictures, ``words`` the markup of what both sides say; ``group`` is the
    name of the group that it belongs to, such as its clan.
    """

    id: str
    kind: int
    record: str
    titles: dict[str, str] = field(default_factory=dict)
    front: dict[str, str] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    group: dict[str, str] = field(default_factory=dict)


@dataclass
class Cards:
    """The cards of an edition with their kinds, the files of their pictures by address, and what is wrong with them."""

    kinds: list[Kind] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    pictures: dict[str, Path] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def cards_of(
    project: Project,
    database: Database,
    edition: Edition,
    languages: Sequence[str],
    products: Sequence[Product],
    watcher: Watcher,
) -> Cards:
    """Return the cards of an edition, and draw the pictures that are not up to date.

    Raises Unusable if nothing can be drawn.
    """
    decked = [one for one in products if not (one.is_page or one.is_general or one.on_request)]
    # What is of the whole edition, such as a cover, comes last.
    decked.sort(key=lambda one: one.each == ["edition"])
    found = Cards()
    if not decked:
        return found
    target = require_target(project, TARGET, None)
    order = Order(decked, [edition], languages, (), project.cache / STAGE)
    decks, planned = decks_of(project, database, order, target, "", False)
    made = list(files_of(decks, target, planned))
    if not made:
        found.problems = [*planned.refused, *planned.problems]
        return found
    printed = make_files(project, order.out, target, made, planned, watcher)
    # A side that can't be drawn has no picture, and its card is left out.
    drawn = {output.path for output in printed.outputs}
    cards: dict[str, Card] = {}
    for deck, _ in made:
        _add(deck, found, cards, drawn)
    found.cards = [card for card in cards.values() if card.front]
    found.problems = list(dict.fromkeys([*printed.refused, *printed.problems]))
    return found


def _add(deck: Deck, found: Cards, cards: dict[str, Card], drawn: set[Path]) -> None:
    """Add the cards of a deck, which is in one language, to those of other languages."""
    faces = deck.document.faces
    language, product = faces.language, faces.product
    place = next((at for at, kind in enumerate(found.kinds) if kind.name == product.name), len(found.kinds))
    if place == len(found.kinds):
        found.kinds.append(Kind(product.name, deck.size, product.outline == "round"))
    found.kinds[place].titles[language] = deck.document.title.removeprefix(f"{deck.document.edition_name}: ")
    names = names_of(deck.cards)
    rows = {side.row.slug: side.row for side in faces.sides}
    times: Counter[str] = Counter()

    def picture(side: CardSide) -> str:
        file = deck.folder / names[side]
        if file not in drawn:
            return ""
        address = f"{FOLDER}/{product.name}/{language}/{names[side]}"
        found.pictures[address] = file
        return address

    for card in deck.cards:
        times[card.slug] += 1
        number = f"-{times[card.slug]}" if times[card.slug] > 1 else ""
        row = rows[card.slug]
        one = cards.setdefault(
            f"{product.name}/{card.slug}{number}",
            Card(f"{product.name}/{card.slug}{number}", place, row.record.id if row.record else ""),
        )
        front = picture(card.front)
        if not front:
            continue
        one.titles[language], one.front[language] = card.name, front
        one.words[language] = text_of(deck, card.front)
        if group := deck.group_of(card):
            one.group[language] = group
        if card.back and (back := picture(card.back)):
            one.back[language] = back
            if words := text_of(deck, card.back):
                one.words[language] += words

"""A document's faces as a deck of cards: each card once, with how many copies there are of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.plan import Document

_PICTURE = re.compile(r"<svg.*?</svg>", re.S)
_STAMP = re.compile(r'<(\w+) class="stamp">.*?</\1>', re.S)
_WORDS = re.compile(r">\s*([^<>\s][^<>]*?)\s*<")
_SAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class Side:
    """One side of a card: the slots of its face and of the art beneath it."""

    face: str
    art: str | None

    @property
    def slots(self) -> tuple[str, ...]:
        """All of its slots."""
        return (self.face, self.art) if self.art else (self.face,)


@dataclass(frozen=True)
class Card:
    """A card of the deck: its place in it (from 1), id, name, copies and sides."""

    number: int
    slug: str
    name: str
    copies: int
    front: Side
    back: Side | None

    @property
    def label(self) -> str:
        """What files about it are called after: they sort as the deck does."""
        return f"{self.number:03}-{_SAFE.sub('-', self.slug)}"


def cards_of(document: Document) -> list[Card]:
    """Return the cards of a document, in its order; rows with the same faces are one card."""
    faces = document.faces
    cards: dict[tuple[Side, Side | None], Card] = {}
    titles = Counter(side.title for side in faces.sides)
    for side in faces.sides:
        front = Side(side.front, side.art)
        back = Side(side.back, side.back_art) if side.back else None
        known = cards.get((front, back))
        if known:
            cards[front, back] = replace(known, copies=known.copies + side.row.copies)
            continue
        name = side.title
        if titles[name] > 1:
            # Parts of one record have its name in common; what stands first on each does not.
            name = f"{name}: {_first_words(faces, side.front) or side.row.slug}"
        cards[front, back] = Card(len(cards) + 1, side.row.slug, name, side.row.copies, front, back)
    return list(cards.values())


def backs_of(cards: Sequence[Card]) -> list[Side]:
    """Return the different backs of some cards."""
    return list(dict.fromkeys(card.back for card in cards if card.back))


def plain(html: str) -> str:
    """Return a face's markup without its pictures and its stamp."""
    return _STAMP.sub("", _PICTURE.sub("", html))


def _first_words(faces: FaceSet, slot: str) -> str:
    found = _WORDS.search(plain(faces.fragments[slot].html))
    return " ".join(found[1].split()) if found else ""

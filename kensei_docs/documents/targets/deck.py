"""A document as a deck of cards for a target: each card once, with its copies, and the files to make."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.writer import About
from kensei_docs.documents.sheets.imposition import Document
from kensei_docs.documents.targets.target import Cut, Target
from kensei_docs.files import digest_of
from kensei_docs.project import Project

_PICTURE = re.compile(r"<svg.*?</svg>", re.S)
_STAMP = re.compile(r'<(\w+) class="stamp">.*?</\1>', re.S)
_WORDS = re.compile(r">\s*([^<>\s][^<>]*?)\s*<")
_NOT_IN_A_FILE_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class Side:
    """One side of a card: the slots of its face and of the art beneath it."""

    face: str
    art: str | None

    @property
    def slots(self) -> tuple[str, ...]:
        return (self.face, self.art) if self.art else (self.face,)


@dataclass(frozen=True)
class Card:
    """A card of a deck: its number (the first is 1), the slug of its row, its name, copies and sides."""

    number: int
    slug: str
    name: str
    copies: int
    front: Side
    back: Side | None

    @property
    def label(self) -> str:
        """The part of file names that says which card it is; they sort as the deck does."""
        return f"{self.number:03}-{_NOT_IN_A_FILE_NAME.sub('-', self.slug)}"


@dataclass(frozen=True)
class Deck:
    """A document to make for a target: its cards, how they are cut, and where its files go.

    ``base_url`` is the address below which its pictures will stand, for makers that link to them.
    """

    project: Project
    translator: Translator
    document: Document
    target: Target
    cut: Cut
    base_url: str = ""

    @cached_property
    def cards(self) -> list[Card]:
        """The document's cards in its order; rows with the same faces are copies of one card."""
        return _cards(self.document.faces)

    @property
    def name(self) -> str:
        """The name of its file, or of the folder of its files."""
        return self.document.path.stem

    @property
    def folder(self) -> Path:
        """The folder for its files, if the maker makes more than one."""
        return self.document.path.parent / self.name

    @property
    def size(self) -> Size:
        """The size of its cards."""
        return self.document.faces.kind.face_on(self.document.paper)

    @property
    def trim(self) -> Size:
        """The size that its cards are cut to."""
        return self.cut.size or self.size

    @property
    def about(self) -> About:
        """The metadata of its PDF."""
        document = self.document
        return About(document.title, document.edition_name, document.faces.style.language, None)

    def key(self, sides: Sequence[Side], *parts: str) -> str:
        """Return the cache key of a file with these sides; ``parts`` are further inputs of the file."""
        keys = self.document.faces.keys
        return digest_of(
            *(keys[slot] for side in sides for slot in side.slots),
            self.target.model_dump_json(),
            repr(self.cut),
            repr(self.size),
            *parts,
        )


@dataclass(frozen=True)
class DeckFile:
    """A file to make: its path, its cache key, the sides of cards on it, and its number of pages or pictures."""

    path: Path
    key: str
    sides: tuple[Side, ...] = ()
    pages: int = 1


@dataclass(frozen=True)
class MadeFile:
    """A file's content, and the defects of its faces, each with the face's slot."""

    file: DeckFile
    data: bytes
    defects: tuple[tuple[str, Defect], ...] = ()


def backs_of(cards: Sequence[Card]) -> list[Side]:
    """Return the different backs of some cards, in order."""
    return list(dict.fromkeys(card.back for card in cards if card.back))


def plain(html: str) -> str:
    """Return a face's markup without its drawings and its stamp."""
    return _STAMP.sub("", _PICTURE.sub("", html))


def _cards(faces: FaceSet) -> list[Card]:
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
            # Parts of one record share its name; their first words differ.
            words = _WORDS.search(plain(faces.fragments[side.front].html))
            name = f"{name}: {' '.join(words[1].split()) if words else side.row.slug}"
        cards[front, back] = Card(len(cards) + 1, side.row.slug, name, side.row.copies, front, back)
    return list(cards.values())

"""What a maker is asked for and what it gives: a document for a target, in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.metadata import About
from kensei_docs.documents.plan import Document
from kensei_docs.documents.targets.deck import Card, Side, cards_of
from kensei_docs.documents.targets.target import Cut, Target
from kensei_docs.files import digest_of
from kensei_docs.project import Project


@dataclass(frozen=True)
class Job:
    """A document to be made for a target: cut so, called so; ``base`` is the address below which
    its pictures will stand, for those who refer to them."""

    project: Project
    translator: Translator
    document: Document
    target: Target
    cut: Cut
    base: str = ""
    cards: list[Card] = field(default_factory=list)

    @classmethod
    def of(
        cls, project: Project, translator: Translator, document: Document, target: Target, cut: Cut, base: str
    ) -> Job:
        """Return the job, with the document's cards."""
        return cls(project, translator, document, target, cut, base, cards_of(document))

    @property
    def folder(self) -> Path:
        """The folder that the document's files stand in."""
        return self.document.path.parent

    @property
    def own_folder(self) -> Path:
        """The folder that they stand in where they are many."""
        return self.folder / self.name

    @property
    def name(self) -> str:
        """What the document's files are called."""
        return self.document.path.stem

    @property
    def size(self) -> Size:
        """The size of its cards."""
        return self.document.faces.kind.face_on(self.document.paper)

    @property
    def trim(self) -> Size:
        """The size that they are cut to."""
        return self.cut.size or self.size

    @property
    def about(self) -> About:
        """What files that have a title say of themselves."""
        document = self.document
        return About(document.title, document.edition_name, document.faces.style.language, None)

    def key(self, sides: Sequence[Side], *parts: str) -> str:
        """Return the digest of all that decides how a piece with these sides comes out."""
        keys = self.document.faces.keys
        return digest_of(
            *(keys[slot] for side in sides for slot in side.slots),
            self.target.model_dump_json(),
            repr(self.cut),
            repr(self.size),
            *parts,
        )


@dataclass(frozen=True)
class Piece:
    """A file to be: its path, the key to tell whether it would come out otherwise, the sides of
    cards that stand on it, and how many pages or pictures it is."""

    path: Path
    key: str
    sides: tuple[Side, ...] = ()
    sheets: int = 1


@dataclass(frozen=True)
class Made:
    """A piece as it was made, and what is wrong with it (by slot)."""

    piece: Piece
    data: bytes
    findings: tuple[tuple[str, Defect], ...] = ()

"""What targets are made as. Each module here is a maker, found by its name, which targets give as ``makes``.

A maker says in which formats it makes files (the values of ``--format``), and which of the options
that only some makers use mean something to it; ``files`` plans the files of a deck, ``make`` makes
those that are not up to date.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from kensei_docs.discover import modules_of

if TYPE_CHECKING:
    from kensei_docs.documents.sheets.imposition import FaceSequence
    from kensei_docs.documents.targets.deck import Deck, DeckFile, MadeFile


class Maker(Protocol):
    """What a module of this package has."""

    FORMATS: Collection[str]
    OPTIONS: Collection[str]

    def files(self, deck: Deck) -> list[DeckFile]:
        """Return the files that a deck comes to; raises Unusable where they can't be made."""

    def make(self, deck: Deck, wanted: Sequence[DeckFile], faces: FaceSequence) -> Iterator[MadeFile]:
        """Yield each of the wanted files, made of faces that are laid out."""


def load_makers() -> dict[str, Maker]:
    """Return the makers by their names."""
    return {module.__name__.rpartition(".")[2]: cast(Maker, module) for module in modules_of(sys.modules[__name__])}

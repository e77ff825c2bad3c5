"""Makers: each module here makes the files of the targets whose ``makes`` is the name of the module.

``FORMATS`` are the values of ``--format`` for which a maker makes files; ``OPTIONS`` are the options of the command
line that it uses, of those that not all makers use. ``files`` plans the files of a deck, ``make`` makes those that are
not up to date. ``WAS`` has former names of the module, which targets of a user's project may still name.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from kensei_docs.discover import modules_of

if TYPE_CHECKING:
    from kensei_docs.documents.imposition import DocumentFaces
    from kensei_docs.documents.targets.target import Deck, DeckFile, MadeFile


class Maker(Protocol):
    """The interface of a module of this package."""

    FORMATS: Collection[str]
    OPTIONS: Collection[str]

    def files(self, deck: Deck) -> list[DeckFile]:
        """Return the files to make for a deck; raises Unusable if they can't be made."""

    def make(self, deck: Deck, wanted: Sequence[DeckFile], faces: DocumentFaces) -> Iterator[MadeFile]:
        """Yield each of the wanted files, made from laid-out faces."""


def load_makers() -> dict[str, Maker]:
    """Return the makers by their names, former names too."""
    modules = modules_of(sys.modules[__name__], "makers", "FORMATS", "OPTIONS", "files", "make")
    makers = {module.__name__.rpartition(".")[2]: module for module in modules}
    former = {name: module for module in makers.values() for name in getattr(module, "WAS", ())}
    return cast(dict[str, Maker], makers | former)

"""Makers: each module here makes the files of the targets whose ``makes`` is its name; ``deck.Maker`` says what it has.

``WAS`` has former names of the module, which targets of a user's project may still name.
"""

from __future__ import annotations

import sys
from typing import cast

from kensei_docs.discover import modules_of
from kensei_docs.documents.targets.deck import Maker


def load_makers() -> dict[str, Maker]:
    """Return the makers by their names, former names too."""
    modules = modules_of(sys.modules[__name__], "makers", "FORMATS", "OPTIONS", "files", "make")
    makers = {module.__name__.rpartition(".")[2]: module for module in modules}
    former = {name: module for module in makers.values() for name in getattr(module, "WAS", ())}
    return cast(dict[str, Maker], makers | former)

"""What the tests of reading share: a source, a document of given lines, and our specimens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.sources import Source

from .typeset import Look, typeset

SOURCES = Path(__file__).resolve().parents[2] / "sources"


def source_of(**profile: Any) -> Source:
    """A source of an invented game, with the given parts of its profile."""
    return Source(
        **{
            "id": "tide-and-timber",
            "title": "Tide and Timber",
            "edition": "tide-1e",
            "language": "en",
            "units": "cm",
            "page_breaks": [r"<\|[A-Z_]+(-[^|]*)?\|>"],
            **profile,
        }
    )


@pytest.fixture
def rulebook() -> tuple[Path, Source]:
    """Our specimen of a rulebook whose text layer lost ligatures, and its source."""
    path = SOURCES / "kensei-rulebook-2e" / "specimen" / "reading.txt"
    return path, source_of(lost_ligatures=["tti", "tft", "ti", "tt", "ft", "tf"], names=["Kawanushi", "Hata-Mori"])


@pytest.fixture
def quickref() -> tuple[Path, Source]:
    """Our specimen of a quick-reference sheet with ruled tables, and its source."""
    path = SOURCES / "samurai-skirmish-quickref" / "specimen" / "reading.txt"
    return path, source_of(units="in")


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Document]:
    """Read a text (given as such) as a document of a source with the given profile."""

    def reading(text: str, **profile: Any) -> Document:
        path = tmp_path / "document.txt"
        path.write_text(text, encoding="utf-8")
        return read_document(path, source_of(**profile))

    return reading


@pytest.fixture
def set_as(tmp_path: Path) -> Callable[..., Path]:
    """Set a text file as a PDF with the given look; ``replaced`` are lines to set otherwise."""

    def setting(path: Path, replaced: dict[str, str] | None = None, **look: Any) -> Path:
        text = path.read_text(encoding="utf-8")
        for line, other in (replaced or {}).items():
            text = text.replace(line, other)
        return typeset(text, tmp_path / f"{path.stem}.pdf", Look(**look))

    return setting

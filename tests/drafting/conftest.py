"""What the tests of drafting share: a document of given lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.sources import Source


def source_of(language: str = "en", units: str = "in") -> Source:
    """A source of an invented game that says no more than a draft knows."""
    fields = {"id": "tide-rules", "title": "Tide", "edition": "tide", "language": language, "units": units}
    return Source.model_validate(fields)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Document]:
    """Read a text as a document."""

    def reading(text: str, language: str = "en", units: str = "in") -> Document:
        file = tmp_path / "rules.txt"
        file.write_text(text, encoding="utf-8")
        return read_document(file, source_of(language, units), placed=True)

    return reading

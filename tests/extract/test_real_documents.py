"""The real documents: text and PDF read the same, and so does a PDF in other columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.project import Project
from kensei_docs.sources import identify

# The sheet's PDF lacks the full stop of the title, which the text has twice.
SLIPS = {"sheet.": "sheet"}


def document_of(path: Path, known_as: Path | None = None) -> Document:
    """Read a document with the profile of its source, or of the source of another file."""
    return read_document(path, identify(Project.open(), known_as or path))


def words(document: Document) -> list[str]:
    """All words of a document."""
    return [SLIPS.get(word, word) for word in document.text.split()]


@pytest.mark.parametrize("stem", ["kensei-rulebook-2e.en", "heroic-skirmish-2002.en", "samurai-skirmish-quickref.en"])
def test_text_and_pdf_have_the_same_words(documents: Path, stem: str) -> None:
    text, pdf = (document_of(documents / f"{stem}.{form}") for form in ("txt", "pdf"))
    assert words(text) == words(pdf)


def test_the_pdf_parts_cells_that_the_spanish_text_runs_together(documents: Path) -> None:
    text, pdf = (
        "".join(document_of(documents / f"kensei-living-rules-2020.es.{form}").text.split()) for form in ("txt", "pdf")
    )
    assert text == pdf


@pytest.mark.parametrize(
    ("stem", "look"),
    [
        ("kensei-rulebook-2e.en", {"columns": 3, "size": 7.0, "width": 612.0, "height": 792.0}),
        ("kensei-living-rules-2020.es", {"columns": 2, "font": "sans", "wrapped": True}),
    ],
)
def test_a_pdf_in_other_columns_has_the_same_words(
    documents: Path, set_as: Callable[..., Path], stem: str, look: dict[str, float]
) -> None:
    path = documents / f"{stem}.txt"
    assert words(document_of(set_as(path, **look), path)) == words(document_of(path))


def test_hardly_a_word_of_the_rulebook_stays_broken(documents: Path) -> None:
    """The fragments that only a lost ligature leaves are gone."""
    text = f" {' '.join(words(document_of(documents / 'kensei-rulebook-2e.en.txt')))} ".lower()
    fragments = (
        "ba le",
        "ac on",
        "ini a ve",
        "una ack",
        "a ack",
        "a er ",
        "cri cal",
        "posi on",
        "un l ",
        "figh ng",
        "shoo ng",
        " le .",
        "mul ple",
        "be er ",
        "same me",
    )
    assert [fragment for fragment in fragments if f" {fragment}" in text] == []


def test_sound_documents_keep_their_words(documents: Path) -> None:
    """Every word of a document that lost nothing is read as it was written."""
    for stem in ("heroic-skirmish-2002.en", "kensei-living-rules-2020.es"):
        path = documents / f"{stem}.txt"
        written = {word for word in path.read_text(encoding="utf-8").split() if word.isalpha()}
        assert written <= {word.strip("*") for word in words(document_of(path))}

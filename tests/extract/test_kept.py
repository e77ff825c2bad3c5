"""Pages of a PDF that were read before are read from what was kept, with the same result."""

from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract import kept, pdf
from kensei_docs.extract.pages import read_pages


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A PDF of three pages, with a line of text on each."""
    path = tmp_path / "book.pdf"
    with pikepdf.new() as made:
        font = made.make_indirect(pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica))
        for words in ("One heron waits", "Two herons wade", "No heron sleeps"):
            page = made.add_blank_page(page_size=(200, 200))
            page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
            page.obj.Contents = made.make_stream(f"BT /F 12 Tf 20 100 Td ({words}) Tj ET".encode())
        made.save(path)
    return path


def rewrite(book: Path, number: int, old: bytes, new: bytes) -> None:
    with pikepdf.open(book, allow_overwriting_input=True) as changed:
        page = changed.pages[number].obj
        page.Contents = changed.make_stream(page.Contents.read_bytes().replace(old, new))
        changed.save(book)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the glyphs of each page that is parsed."""
    found: list[int] = []
    real = pdf.runs_of

    def noted(glyphs: list) -> list:
        found.append(len(glyphs))
        return real(glyphs)

    monkeypatch.setattr(pdf, "runs_of", noted)
    return found


def test_an_unchanged_pdf_is_not_parsed_again(book: Path, tmp_path: Path,
                                              parsed: list[int]) -> None:
    first = read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 3
    assert read_pages(book, kept=tmp_path / "kept") == first == read_pages(book)
    assert len(parsed) == 6  # of the one that keeps nothing


def test_of_a_changed_pdf_the_changed_page_is_parsed(book: Path, tmp_path: Path,
                                                     parsed: list[int]) -> None:
    read_pages(book, kept=tmp_path / "kept")
    rewrite(book, 1, b"Two", b"Six")
    again = read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 4
    assert [line.text for line in again] == ["One heron waits", "Six herons wade",
                                             "No heron sleeps"]
    assert len(list((tmp_path / "kept").glob("*/*.json"))) == 3


def test_another_way_of_reading_parses_all_pages_again(book: Path, tmp_path: Path,
                                                       parsed: list[int],
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    read_pages(book, kept=tmp_path / "kept")
    monkeypatch.setattr(kept, "_reader", lambda: "another")
    read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 6


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"width": 1'])
def test_what_was_kept_and_is_damaged_is_parsed_again(book: Path, tmp_path: Path, damage: str,
                                                      parsed: list[int]) -> None:
    first = read_pages(book, kept=tmp_path / "kept")
    for file in (tmp_path / "kept").glob("*/*.json"):
        file.write_text(damage, encoding="utf-8")
    assert read_pages(book, kept=tmp_path / "kept") == first
    assert len(parsed) == 6
    assert read_pages(book, kept=tmp_path / "kept") == first
    assert len(parsed) == 6


def test_the_rulebooks_read_the_same_with_and_without(documents: Path, tmp_path: Path) -> None:
    for file in sorted(documents.glob("*.pdf"), key=lambda file: file.stat().st_size)[:2]:
        first = read_pages(file, kept=tmp_path / "kept")
        assert read_pages(file, kept=tmp_path / "kept") == first

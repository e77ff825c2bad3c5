"""What can't be read says so in one line, with its place and what to do."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract.formats import read_document
from kensei_docs.problems import Unusable

from .conftest import source_of
from .typeset import Look, typeset

READ = "PDF, DOCX, ODT, HTML, Markdown and plain text are read  [document]"


@pytest.fixture
def booklet(tmp_path: Path) -> Path:
    """A sound PDF."""
    return typeset("Each crew has one pilot.\n" * 60, tmp_path / "booklet.pdf", Look())


@pytest.fixture(autouse=True)
def in_the_files_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as by a user who works in their folder."""
    monkeypatch.chdir(tmp_path)


def refusal(path: Path) -> str:
    """What reading a file says."""
    with pytest.raises(Unusable) as refused:
        read_document(path, source_of())
    said = str(refused.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", f"book: is empty; {READ}"),
        (b" \n\n", f"book: is empty; {READ}"),
        (
            b"\x00\x01 what is this",
            "book: is no document that is read; print it as PDF, or save it as DOCX or ODT  [document]",
        ),
        (
            "Un río\ny acción".encode("latin-1"),
            "book:1:5: is not UTF-8 (byte 0xED); save it as UTF-8, for example with "
            "'iconv -f CP1252 -t UTF-8'  [document]",
        ),
        (
            "acción".encode("utf-16"),
            "book:1:1: is UTF-16; save it as UTF-8, for example with 'iconv -f UTF-16 -t UTF-8'  [document]",
        ),
        (
            b"%PDF-1.4\nnothing of a PDF\n%%EOF\n",
            "book: is damaged (Failed to load document (PDFium: Data format error)); fetch it again  [document]",
        ),
    ],
)
def test_a_file_that_is_no_document_is_refused(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(content)
    assert refusal(path) == expected


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    assert refusal(tmp_path / "lost.pdf") == "lost.pdf: there is no such file  [document]"
    assert refusal(tmp_path / "books") == "books: is a folder; name the rulebook's file in it  [document]"


def test_an_encrypted_pdf_is_refused(booklet: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(booklet) as document:
        document.save(locked, encryption=pikepdf.Encryption(user="oar", owner="pole"))
    assert refusal(locked) == ("locked.pdf: is encrypted; save a copy of it without a password  [document]")


@pytest.mark.parametrize("share", [0.02, 0.5, 0.95])
def test_a_truncated_pdf_is_refused(booklet: Path, tmp_path: Path, share: float) -> None:
    cut = tmp_path / "cut.pdf"
    content = booklet.read_bytes()
    cut.write_bytes(content[: int(len(content) * share)])
    assert refusal(cut) == ("cut.pdf: is cut off: its end is missing; fetch the whole file again  [document]")


def test_a_pdf_of_empty_pages_is_refused(tmp_path: Path) -> None:
    blank = tmp_path / "blank.pdf"
    with pikepdf.new() as document:
        document.add_blank_page()
        document.save(blank)
    assert refusal(blank) == "blank.pdf: has no text: its pages are empty; name a document with text  [document]"


def test_a_pdf_that_only_its_owner_may_change_is_read(booklet: Path, tmp_path: Path) -> None:
    owned = tmp_path / "owned.pdf"
    with pikepdf.open(booklet) as document:
        document.save(owned, encryption=pikepdf.Encryption(user="", owner="pole"))
    assert read_document(owned, source_of()).lines[0].text == "Each crew has one pilot."

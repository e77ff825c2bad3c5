"""The lines of a PDF that was read before come from the cache, and are those that reading it again gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract import pdf
from kensei_docs.extract.formats import read_lines
from kensei_docs.extract.pdf import pages


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A PDF of three pages, with a line of text on each."""
    path = tmp_path / "book.pdf"
    with pikepdf.new() as made:
        font = made.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        )
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
    """The numbers of the words of each page that is parsed."""
    found: list[int] = []
    real = pages.read_page

    def noted(page: object, struck: object) -> object:
        read = real(page, struck)
        found.append(len(read[0].pieces))
        return read

    monkeypatch.setattr(pages, "read_page", noted)
    return found


def test_an_unchanged_pdf_is_not_parsed_again(book: Path, tmp_path: Path, parsed: list[int]) -> None:
    first = read_lines(book, cache_folder=tmp_path / "cache")
    assert len(parsed) == 3
    assert read_lines(book, cache_folder=tmp_path / "cache") == first
    assert len(parsed) == 3
    assert read_lines(book) == first
    assert len(parsed) == 6


def test_a_changed_pdf_is_read_anew(book: Path, tmp_path: Path) -> None:
    read_lines(book, cache_folder=tmp_path / "cache")
    rewrite(book, 1, b"Two", b"Six")
    again = read_lines(book, cache_folder=tmp_path / "cache")
    assert [line.text for line in again] == ["One heron waits", "Six herons wade", "No heron sleeps"]


def test_other_code_or_another_parser_parses_again(
    book: Path, tmp_path: Path, parsed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_lines(book, cache_folder=tmp_path / "cache")
    monkeypatch.setattr(pdf, "_reader", lambda: "another")
    read_lines(book, cache_folder=tmp_path / "cache")
    assert len(parsed) == 6


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-9],
        lambda content: b"[]",
        lambda content: content.replace(b"heron", b"crane"),
        lambda content: b"{}\n" + content,
    ],
)
def test_a_cache_that_is_damaged_is_not_used(
    book: Path, tmp_path: Path, damage: Callable[[bytes], bytes], parsed: list[int]
) -> None:
    first = read_lines(book, cache_folder=tmp_path / "cache")
    for file in (tmp_path / "cache").iterdir():
        file.write_bytes(damage(file.read_bytes()))
    assert read_lines(book, cache_folder=tmp_path / "cache") == first
    assert len(parsed) == 6


def test_a_cache_that_cannot_be_written_is_done_without(book: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert read_lines(book, cache_folder=tmp_path / "cache") == read_lines(book)


EDITS = {
    "another order": lambda pdf: pdf.pages.reverse(),
    "a page less": lambda pdf: pdf.pages.__delitem__(0),
    "a page twice": lambda pdf: pdf.pages.append(pdf.pages[-1]),
    "turned": lambda pdf: pdf.pages[-1].rotate(90, relative=True),
    "larger": lambda pdf: setattr(pdf.pages[0], "mediabox", pikepdf.Array([0, 0, 700, 900])),
    "another font": lambda pdf: pdf.pages[0].Resources.__setitem__("/Font", pikepdf.Dictionary()),
    "all of another size": lambda pdf: (
        [page.obj.__delitem__("/MediaBox") for page in pdf.pages]
        and pdf.Root.Pages.__setitem__("/MediaBox", pikepdf.Array([0, 0, 620, 880]))
    ),
    "a line more": lambda pdf: pdf.pages[0].contents_add(b"q 20 20 300 0.4 re f Q"),
    "moved": lambda pdf: pdf.pages[-1].contents_add(b"1 0 0 1 9 -30 cm", prepend=True),
    "of another title": lambda pdf: pdf.docinfo.__setitem__("/Title", "Herons"),
}
FORMS = [{}, {"object_stream_mode": pikepdf.ObjectStreamMode.generate}, {"linearize": True}, {"qdf": True}]


@pytest.mark.parametrize("seed", range(8))
def test_however_a_pdf_is_edited_it_is_read_as_if_it_had_never_been_cached(
    rulebook: tuple[Path, object], set_as: Callable[..., Path], tmp_path: Path, seed: int
) -> None:
    book, chance = set_as(rulebook[0]), random.Random(seed)
    read_lines(book, cache_folder=tmp_path / "cache")
    for _ in range(6):
        edit = chance.choice(list(EDITS))
        with pikepdf.open(book, allow_overwriting_input=True) as changed:
            if edit != "a page less" or len(changed.pages) > 1:
                EDITS[edit](changed)
            changed.save(book, **chance.choice(FORMS))
        assert read_lines(book, cache_folder=tmp_path / "cache") == read_lines(book), edit


def test_the_rulebooks_read_the_same_with_and_without(documents: Path, tmp_path: Path) -> None:
    for file in sorted(documents.glob("*.pdf"), key=lambda file: file.stat().st_size)[:2]:
        book = tmp_path / file.name
        book.write_bytes(file.read_bytes())
        first = read_lines(book, cache_folder=tmp_path / "cache")
        assert read_lines(book, cache_folder=tmp_path / "cache") == first == read_lines(file)
        with pikepdf.open(book, allow_overwriting_input=True) as changed:
            changed.pages[1].contents_add(b"q 20 20 300 0.4 re f Q")
            changed.save(book)
        assert read_lines(book, cache_folder=tmp_path / "cache") == read_lines(book)

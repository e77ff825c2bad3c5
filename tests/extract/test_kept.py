"""Pages of a PDF that were read before are read from what was kept, with the same result."""

import random
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract import kept, parser
from kensei_docs.extract.pages import read_pages


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
    settle(path)
    return path


def settle(book: Path) -> None:
    """Save it once more: entries of what is new are in another order the next time."""
    with pikepdf.open(book, allow_overwriting_input=True) as saved:
        saved.save(book)


def rewrite(book: Path, number: int, old: bytes, new: bytes) -> None:
    with pikepdf.open(book, allow_overwriting_input=True) as changed:
        page = changed.pages[number].obj
        page.Contents = changed.make_stream(page.Contents.read_bytes().replace(old, new))
        changed.save(book)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the glyphs of each page that is parsed."""
    found: list[int] = []
    real = parser.runs_of

    def noted(glyphs: list) -> list:
        found.append(len(glyphs))
        return real(glyphs)

    monkeypatch.setattr(parser, "runs_of", noted)
    return found


def test_an_unchanged_pdf_is_not_parsed_again(book: Path, tmp_path: Path, parsed: list[int]) -> None:
    first = read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 3
    assert read_pages(book, kept=tmp_path / "kept") == first == read_pages(book)
    assert len(parsed) == 6  # of the one that keeps nothing


def test_of_a_changed_pdf_the_changed_page_is_parsed(book: Path, tmp_path: Path, parsed: list[int]) -> None:
    read_pages(book, kept=tmp_path / "kept")
    rewrite(book, 1, b"Two", b"Six")
    again = read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 4
    assert [line.text for line in again] == ["One heron waits", "Six herons wade", "No heron sleeps"]
    assert len(list((tmp_path / "kept").glob("*/*.page"))) == 3


def test_another_way_of_reading_parses_all_pages_again(
    book: Path, tmp_path: Path, parsed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_pages(book, kept=tmp_path / "kept")
    monkeypatch.setattr(kept, "_reader", lambda: "another")
    read_pages(book, kept=tmp_path / "kept")
    assert len(parsed) == 6


def test_the_other_pages_are_not_parsed_where_the_changed_one_makes_them_read_otherwise(
    book: Path, tmp_path: Path, parsed: list[int]
) -> None:
    for page in range(3):
        rewrite(book, page, b"ET", b"0 -60 Td (Herons) Tj ET")
    settle(book)
    assert len(read_pages(book, kept=tmp_path / "kept")) == 3  # what is at all feet is left out
    rewrite(book, 1, b"(Herons)", b"(Crows)")
    assert [line.text for line in read_pages(book, kept=tmp_path / "kept")][1::2] == ["Herons", "Crows", "Herons"]
    assert len(parsed) == 4


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
@pytest.mark.parametrize("name", ["lines", "worked", "*.page", "*"])
@pytest.mark.parametrize("changed", [False, True])
def test_what_was_kept_and_is_damaged_is_not_used(
    book: Path, tmp_path: Path, name: str, damage: Callable[[bytes], bytes], changed: bool
) -> None:
    read_pages(book, kept=tmp_path / "kept")
    if changed:
        rewrite(book, 1, b"Two", b"Six")
    for file in (tmp_path / "kept").glob(f"*/{name}"):
        file.write_bytes(damage(file.read_bytes()))
    assert read_pages(book, kept=tmp_path / "kept") == read_pages(book)
    assert read_pages(book, kept=tmp_path / "kept") == read_pages(book)


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
def test_however_a_pdf_is_edited_it_is_read_as_if_it_had_never_been_kept(
    rulebook: tuple[Path, object], set_as: Callable[..., Path], tmp_path: Path, seed: int
) -> None:
    book, chance = set_as(rulebook[0]), random.Random(seed)
    read_pages(book, kept=tmp_path / "kept")
    for _ in range(6):
        edit = chance.choice(list(EDITS))
        with pikepdf.open(book, allow_overwriting_input=True) as changed:
            if edit != "a page less" or len(changed.pages) > 1:
                EDITS[edit](changed)
            changed.save(book, **chance.choice(FORMS))
        assert read_pages(book, kept=tmp_path / "kept") == read_pages(book), edit


def test_the_rulebooks_read_the_same_with_and_without(documents: Path, tmp_path: Path) -> None:
    for file in sorted(documents.glob("*.pdf"), key=lambda file: file.stat().st_size)[:2]:
        book = tmp_path / file.name
        book.write_bytes(file.read_bytes())
        first = read_pages(book, kept=tmp_path / "kept")
        assert read_pages(book, kept=tmp_path / "kept") == first == read_pages(file)
        with pikepdf.open(book, allow_overwriting_input=True) as changed:
            changed.pages[1].contents_add(b"q 20 20 300 0.4 re f Q")
            changed.save(book)
        assert read_pages(book, kept=tmp_path / "kept") == read_pages(book)

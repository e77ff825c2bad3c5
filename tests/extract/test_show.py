"""What was read is drawn over the pages, and tables are shown cell by cell."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pytest
from PIL import Image

from kensei_docs.extract.document import Word
from kensei_docs.extract.formats import read_document
from tests.conftest import typeset

from .conftest import source_of

SPECIMEN = Path(__file__).resolve().parent.parent / "specimens" / "lanterns"
GREEN, RED, GREY, BLUE, ORANGE = (0, 150, 60), (220, 30, 30), (120, 120, 120), (60, 110, 220), (240, 150, 20)


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SPECIMEN, tmp_path / "lanterns", ignore=shutil.ignore_patterns("build")))


def colours_around(picture: Path, pdf: Path, text: str) -> set[tuple[int, int, int]]:
    """The colours on the lines that are drawn around the first word ``text`` of a PDF's first page."""
    with pdfplumber.open(pdf) as opened:
        page = opened.pages[0]
        word = next(word for word in page.extract_words(keep_blank_chars=False) if word["text"] == text)
        scale = Image.open(picture).width / page.width
    image = Image.open(picture).convert("RGB")
    middle = round((word["top"] + word["bottom"]) / 2 * scale)
    return {image.getpixel((x, middle)) for x in range(round(word["x0"] * scale) - 8, round(word["x0"] * scale))}


def test_each_figure_has_the_colour_of_what_became_of_it(
    run: Callable, lanterns: Path, set_as: Callable[..., Path], tmp_path: Path
) -> None:
    text = lanterns / "lantern-booklet.txt"
    text.write_text(text.read_text(encoding="utf-8") + "\nPrinted in 1999.\n", encoding="utf-8")
    pdf = set_as(text, columns=1, height=2000.0)
    result = run(
        "--project", lanterns, "extract", pdf, "--source", "lantern-booklet", "--show", tmp_path / "seen",
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert result.status == 0, result.err
    assert "1 page in" in result.err and "46 observations and 1 unresolved" in result.out
    [picture] = sorted((tmp_path / "seen").iterdir())
    assert picture.name == "page-001.png"
    assert GREEN in colours_around(picture, pdf, "60")
    assert RED in colours_around(picture, pdf, "1999.")
    assert GREY in colours_around(picture, pdf, "‐"), "the number of the page"
    assert not {GREEN, RED, GREY} & colours_around(picture, pdf, "Printed")


def test_a_document_without_a_source_is_shown_too(
    run: Callable, lanterns: Path, set_as: Callable[..., Path], tmp_path: Path
) -> None:
    text = tmp_path / "stranger.txt"
    text.write_text("Boats\tDraught\nPunt\t3\nBarge\t12\n\nA crew rows to the nearest quay.\n", encoding="utf-8")
    pdf = set_as(text, columns=1)
    result = run("--project", lanterns, "extract", pdf, "--show", tmp_path / "seen")
    assert (result.status, result.out) == (0, "")
    seen = colours_around(tmp_path / "seen" / "page-001.png", pdf, "12")
    assert {RED, ORANGE} & seen == {RED}, "a figure's line is drawn over that of its cell"
    assert ORANGE in colours_around(tmp_path / "seen" / "page-001.png", pdf, "Draught")


def test_tables_are_printed_and_written_as_csv(
    run: Callable, lanterns: Path, set_as: Callable[..., Path], tmp_path: Path
) -> None:
    text = tmp_path / "stranger.txt"
    text.write_text("Boats\tDraught\tCrew\nPunt\t3 cm\t1\nBarge, with a long name\t\t4\n", encoding="utf-8")
    pdf = set_as(text, columns=1)
    printed = run("--project", lanterns, "extract", pdf, "--tables")
    assert printed.status == 0
    assert "page 1, table 1" in printed.out
    assert ["Punt", "3 cm", "1"] in [
        [cell.strip() for cell in line.split("│")[1:-1]] for line in printed.out.splitlines()
    ]
    result = run("--project", lanterns, "extract", pdf, "--tables", "--out", tmp_path / "tables")
    assert result.out.startswith("wrote ")
    with (tmp_path / "tables" / "page-001-table-1.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["Boats", "Draught", "Crew"], ["Punt", "3 cm", "1"], ["Barge, with a long name", "", "4"]]


def test_a_table_on_its_side_is_printed_as_it_is_read(run: Callable, lanterns: Path, tmp_path: Path) -> None:
    table = "<table style='transform: rotate(-90deg); margin: 60mm'><tr><th>Boat<th>Crew<tr><td>Punt<td>1</table>"
    pdf = tmp_path / "turned.pdf"
    style = "body { font: 10pt sans-serif } table { border-collapse: collapse } td, th { border: 1pt solid }"
    typeset(f"<style>{style}</style>{table}", pdf)
    printed = run("--project", lanterns, "extract", pdf, "--tables")
    assert [line.split()[1:-1:2] for line in printed.out.splitlines() if "Boat" in line or "Punt" in line] == [
        ["Boat", "Crew"],
        ["Punt", "1"],
    ]


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--tables", "has no tables with cells of their own, as plain text has none"),
        ("--show", "is not a PDF: only a PDF has pages to show; name one"),
    ],
)
def test_a_text_file_has_no_pages_to_show(
    run: Callable, lanterns: Path, tmp_path: Path, option: str, said: str
) -> None:
    words = [option] if option == "--tables" else [option, tmp_path / "seen"]
    result = run("--project", lanterns, "extract", lanterns / "lantern-booklet.txt", *words)
    assert (result.out, result.status) == ("", 2)
    assert said in result.err
    assert not (tmp_path / "seen").exists()


def test_the_words_behind_a_text_are_found_though_it_was_repaired(
    rulebook: tuple[Path, object], set_as: Callable[..., Path], tmp_path: Path
) -> None:
    pdf = set_as(rulebook[0])
    for cached in (None, tmp_path / "cache", tmp_path / "cache"):
        document = read_document(pdf, rulebook[1], cache_folder=cached, placed=True)
        start = document.text.index("12 cm")
        page, word = document.words_at(start, start + 2)[0]
        assert "12" in word.text
        with pdfplumber.open(pdf) as opened:
            box = (word.x0 - 1, word.top - 1, word.x1 + 1, word.bottom + 1)
            assert "12" in (opened.pages[page - 1].crop(box).extract_text() or "")
    assert read_document(pdf, rulebook[1], cache_folder=tmp_path / "cache").words_at(start, start + 2) == []


def test_text_on_its_side_is_placed_where_it_stands(tmp_path: Path) -> None:
    import pikepdf

    path = tmp_path / "turned.pdf"
    with pikepdf.new() as made:
        font = made.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        )
        page = made.add_blank_page(page_size=(200, 300))
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        upward, downward = b"0 1 -1 0 40 60 Tm (upward) Tj", b"0 -1 1 0 120 200 Tm (downward) Tj"
        page.obj.Contents = made.make_stream(b"BT /F 12 Tf " + upward + b" " + downward + b" ET")
        made.save(path)
    document = read_document(path, source_of(), placed=True)
    placed = {word.text: word for line in document.lines for word in line.words}
    with pdfplumber.open(path) as opened:
        chars = opened.pages[0].chars
    for text, chosen in (("upward", chars[:6]), ("downward", chars[6:])):
        left, right = min(char["x0"] for char in chosen), max(char["x1"] for char in chosen)
        top, bottom = min(char["top"] for char in chosen), max(char["bottom"] for char in chosen)
        assert placed[text][1:5] == pytest.approx((left, top, right, bottom), abs=3)


def test_words_know_their_place_in_the_rows_of_a_table(set_as: Callable[..., Path], tmp_path: Path) -> None:
    text = tmp_path / "boats.txt"
    text.write_text("Boats\tDraught\tCrew\nPunt\t3 cm\t1\nBarge\t9 cm\t4\n", encoding="utf-8")
    document = read_document(set_as(text, columns=1), source_of(), placed=True)
    rows = [[word.text for word in line.words] for line in document.lines]
    assert rows == [["Boats", "Draught", "Crew"], ["Punt", "3", "cm", "1"], ["Barge", "9", "cm", "4"]]
    columns = [[line.words[i] for line in document.lines] for i in (0, -1)]
    assert all(isinstance(word, Word) and word.x0 == column[0].x0 for column in columns for word in column)
    assert document.lines[0].words[0].bottom < document.lines[1].words[0].bottom < document.lines[2].words[0].bottom

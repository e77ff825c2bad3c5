"""Scans: what text recognition sees on a page is read as other pages are; what it is not sure of is no observation."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pdfplumber
import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from kensei_docs.caches import shared_folder
from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.extract.pdf import ocr, recognised_pictures
from kensei_docs.extract.pdf.page import Box, Piece
from kensei_docs.extract.pdf.recognised_pictures import Pictures, as_figure, as_its_columns, with_digits
from kensei_docs.extract.pdf.ruled_grid import Table

from ..conftest import source_of

LANTERNS = Path(__file__).resolve().parents[2] / "specimens" / "lanterns"
SCALE = ocr.RESOLUTION / 72
Scan = Callable[..., Path]
# All characters of a font are in the private use area.
NAMELESS = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <ff> <e000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end"""


def scanned(pdf: Path, askew: float = 0.0, seed: int = 1) -> Path:
    """Write a PDF whose pages are pictures of another's, noisy, and askew by some degrees."""
    chance = random.Random(seed)
    sheets = []
    for page in pdfium.PdfDocument(pdf):
        sheet = page.render(scale=SCALE).to_pil().convert("L")
        sheet = sheet.rotate(askew, resample=Image.Resampling.BICUBIC, fillcolor=255)
        sheet = sheet.filter(ImageFilter.GaussianBlur(0.6)).point(lambda value: int(0.86 * value + 20))
        for _ in range(2000):
            sheet.putpixel((chance.randrange(sheet.width), chance.randrange(sheet.height)), 60)
        sheets.append(sheet)
    path = pdf.with_name(f"{pdf.stem}-scan.pdf")
    sheets[0].save(path, "PDF", resolution=ocr.RESOLUTION, save_all=True, append_images=sheets[1:])
    return path


@pytest.fixture
def recognised(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Stand in for the engine: it sees the words of the PDF that was scanned. Gives the pages it was asked for."""

    def set_up(pdf: Path, unsure: tuple[str, ...] = ()) -> list[int]:
        asked: list[int] = []

        def see(number: int) -> ocr.Recognised:
            asked.append(number)
            with pdfplumber.open(pdf) as opened:
                page = opened.pages[number - 1]
                words = [
                    ocr.Seen(
                        word["text"],
                        *(word[edge] * SCALE for edge in ("x0", "x1")),
                        (word["bottom"] - 2) * SCALE,
                        word["size"] * SCALE,
                        0.15 if "Bold" in word["fontname"] else 0.1,
                        0.4 if word["text"] in unsure else 0.95,
                        Box(*(word[edge] * SCALE for edge in ("x0", "top", "x1", "bottom"))),
                    )
                    for word in page.extract_words(extra_attrs=["size", "fontname"])
                ]
                across = [tuple(line[edge] * SCALE for edge in ("x0", "top", "x1", "bottom")) for line in page.lines]
            return ocr.Recognised(words, across, [])

        monkeypatch.setattr(ocr, "is_installed", lambda: True)
        monkeypatch.setattr(ocr, "recognise", see)
        monkeypatch.setattr(Pictures, "_drawn", lambda self, number: number)
        monkeypatch.setattr(recognised_pictures, "_recogniser", lambda: "a stand-in")
        return asked

    return set_up


@pytest.fixture
def lanterns(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LANTERNS, tmp_path / "lanterns", ignore=shutil.ignore_patterns("build")))


def test_a_scan_is_read_as_the_document_that_was_scanned(
    run: Callable, lanterns: Path, set_as: Scan, recognised: Callable, tmp_path: Path
) -> None:
    pdf = set_as(lanterns / "lantern-booklet.txt", columns=1, height=2000.0)
    scan = scanned(pdf)
    asked = recognised(pdf)

    def observations(file: Path) -> list[dict]:
        result = run("--project", lanterns, "extract", file, "--source", "lantern-booklet", "--out", tmp_path / "out")
        assert result.status == 0, result.err
        return [json.loads(line) for line in (tmp_path / "out" / "observations.jsonl").read_text().splitlines()]

    of_text, of_scan = observations(pdf), observations(scan)
    assert asked == [1]
    assert {one.pop("confidence") for one in of_text} == {None}
    assert [one for one in of_scan if one["confidence"] is None] == []
    assert {one.pop("confidence") for one in of_scan} == {0.95}
    assert of_scan == of_text and len(of_text) == 46
    for file in shared_folder("pages").iterdir():
        if "recognised" not in file.name:
            file.unlink()
    assert len(observations(scan)) == 46
    assert asked == [1], "what was recognised is kept, though the lines were not"


def test_what_is_not_sure_is_to_be_looked_at_and_no_observation(
    run: Callable, lanterns: Path, set_as: Scan, recognised: Callable, tmp_path: Path
) -> None:
    # On a page of its own height: what is read of equal pages is kept.
    pdf = set_as(lanterns / "lantern-booklet.txt", columns=1, height=1990.0)
    scan = scanned(pdf)
    recognised(pdf, unsure=("60",))
    result = run("--project", lanterns, "extract", scan, "--source", "lantern-booklet", "--out", tmp_path / "out")
    assert "45 observations and 1 unresolved" in result.out
    [left] = map(json.loads, (tmp_path / "out" / "unresolved.jsonl").read_text().splitlines())
    assert left["value"] == "60 cm"
    assert left["reason"] == "may be rows.fire.middle of table/lamps; it is not sure what the picture shows"
    cut = Image.open(tmp_path / "out" / left["picture"]).convert("RGB")
    assert (220, 30, 30) in {cut.getpixel((x, cut.height // 2)) for x in range(cut.width)}
    assert "60 cm" not in (tmp_path / "out" / "observations.jsonl").read_text()
    result = run("--project", lanterns, "reconcile", scan, "--source", "lantern-booklet")
    assert result.status == 1
    assert "1 of the figures in its pictures can't be read for sure, nor compared" in result.err
    assert "no difference" in result.out and "[gone]" not in result.out


def test_a_pdf_whose_fonts_name_no_characters_is_read_from_its_pictures(
    run: Callable, lanterns: Path, set_as: Scan, recognised: Callable, tmp_path: Path
) -> None:
    pdf = set_as(lanterns / "lantern-booklet.txt", columns=1, height=2000.0)
    asked = recognised(pdf)
    nameless = tmp_path / "nameless.pdf"
    with pikepdf.open(pdf) as opened:
        for found in opened.objects:
            if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font":
                found["/ToUnicode"] = opened.make_stream(NAMELESS)
        opened.save(nameless)
    options = "--source", "lantern-booklet", "--out", tmp_path / "out"
    result = run("--project", lanterns, "extract", nameless, *options)
    assert asked == [1] and "46 observations and 0 unresolved" in result.out, result.err


def test_without_the_engine_a_scan_says_how_to_get_it(run: Callable, lanterns: Path, set_as: Scan) -> None:
    scan = scanned(set_as(lanterns / "lantern-booklet.txt", columns=1))
    result = run("--project", lanterns, "extract", scan, "--source", "lantern-booklet")
    assert (result.out, result.status) == ("", 2)
    assert result.err == (
        f"{scan}: has no text: its pages are pictures, or its fonts name no characters; "
        "install text recognition (OCR) with: "
        "pip install 'kensei-docs[ocr]'  [document]\n"
    )


@pytest.mark.parametrize(
    ("text", "figure"),
    [("l0", "10"), ("O", "0"), ("I", "1"), ("4t", "4+"), ("S", "5"), ("+1", "+1"), ("lD6", "1D6"), ('1O"', '10"')],
)
def test_letters_are_figures_where_a_column_has_figures(text: str, figure: str) -> None:
    assert as_figure(text) == figure


def test_cells_are_written_as_the_others_of_their_column() -> None:
    """A figure in inches that ends in what may be their sign is doubted."""
    rows = [["Bow", '8"', "l"], ["Oil", '1O"', "4t"], ["Is", '6"', "2"], ["Ox", "611", "3"]]
    pieces = [[[Piece(text, 0, 1, 0, 9, sure=0.95)] for text in row] for row in rows]
    found = as_its_columns(Table(Box(0, 0, 1, 1), pieces)).rows
    texts = [[cell[0].text for cell in row] for row in found]
    assert texts == [["Bow", '8"', "1"], ["Oil", '10"', "4+"], ["Is", '6"', "2"], ["Ox", "611", "3"]]
    assert [row[1][0].sure for row in found] == [0.95, 0.95, 0.95, 0.4]


def test_a_word_of_letters_is_no_figure() -> None:
    assert [as_figure(text) for text in ("Bow", "PB", "or", "none", "W")] == [None] * 5
    assert [with_digits(text) for text in ("1O", "l2", "1st", "Il", "hello", "D6")] == [
        "10",
        "12",
        "1st",
        "Il",
        "hello",
        "D6",
    ]


def figures_in(document: Document) -> Counter[str]:
    return Counter(re.findall(r"[+-]?\d+", document.text))


@pytest.mark.usefixtures("text_recognition")
def test_a_page_that_was_scanned_askew_is_read(set_as: Scan, quickref: tuple[Path, object]) -> None:
    pdf = set_as(quickref[0], columns=1, size=10.0, height=1200.0)
    scan = scanned(pdf, askew=0.6)
    source = source_of(units="in")
    wanted = {line.text.replace(" ", "") for line in read_document(pdf, source).lines}
    document = read_document(scan, source)
    found = {line.text.replace(" ", "") for line in document.lines}
    assert len(wanted & found) >= 0.9 * len(wanted), wanted ^ found
    figures = figures_in(read_document(pdf, source))
    assert (figures & figures_in(document)).total() >= 0.95 * figures.total()
    start = document.text.index("Porters")
    [(page, word)] = document.words_at(start, start + 7)
    with pdfplumber.open(pdf) as opened:
        there = next(word for word in opened.pages[page - 1].extract_words() if word["text"] == "Porters")
    assert (word.x0, word.x1) == pytest.approx((there["x0"], there["x1"]), abs=8)


@pytest.mark.usefixtures("text_recognition")
def test_a_page_after_one_with_an_overlooked_word_is_read() -> None:
    picture = Image.new("L", (900, 200), "white")
    draw = ImageDraw.Draw(picture)
    draw.text((60, 70), "Porters carry lamps", fill="black", font=ImageFont.load_default(48))
    page = pytest.importorskip("numpy").array(picture)
    ocr._read_alone(ocr._engine(), page, (60, 70, 240, 130), 48.0)
    assert [word.text for word in ocr.recognise(page).words] == ["Porters", "carry", "lamps"]


@pytest.mark.usefixtures("text_recognition")
def test_the_edges_of_letters_in_a_row_are_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small letters are as high as one another: in a scan their tops may look like a line; one below them is one."""
    picture = Image.new("L", (900, 300), 250)
    draw = ImageDraw.Draw(picture)
    for y in (112, 142):
        draw.line((100, y, 400, y), fill=20, width=2)
    frame = [[90, 100], [410, 100], [410, 135], [90, 135]]
    found = SimpleNamespace(txts=["sun"], boxes=[frame], scores=[1.0], word_results=[[("sun", 1.0, frame)]])
    monkeypatch.setattr(ocr, "_engine", lambda: lambda *_, **__: found)
    page = ocr.recognise(pytest.importorskip("numpy").array(picture))
    assert [round(line[1] / 10) for line in page.across] == [14]

"""A PDF reads as its text does, however it is set: columns, paper, fonts, ruled tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract.formats import read_document
from kensei_docs.sources import Source

from ..conftest import source_of

Specimen = tuple[Path, Source]
SetAs = Callable[..., Path]

LOOKS = [
    {"columns": 1, "size": 11.0, "font": "sans"},
    {"columns": 2},
    {"columns": 2, "width": 420.0, "height": 595.0, "size": 7.0, "wrapped": True},
    {"columns": 3, "size": 7.0, "gutter": 12.0, "width": 612.0, "height": 792.0},
    {"columns": 4, "size": 6.5, "width": 842.0, "height": 595.0, "gutter": 12.0, "font": "sans"},
]


@pytest.mark.parametrize("look", LOOKS)
def test_a_rulebook_reads_as_its_text(rulebook: Specimen, set_as: SetAs, look: dict[str, float]) -> None:
    path, source = rulebook
    text = read_document(path, source).text.split()
    assert read_document(set_as(path, **look), source).text.split() == text


@pytest.mark.parametrize("look", LOOKS)
def test_a_quick_reference_reads_as_its_text(quickref: Specimen, set_as: SetAs, look: dict[str, float]) -> None:
    path, source = quickref
    text = read_document(path, source).text.split()
    assert read_document(set_as(path, **look), source).text.split() == text


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_each_row_of_a_ruled_table_is_one_line(quickref: Specimen, set_as: SetAs, columns: int) -> None:
    path, source = quickref
    document = read_document(set_as(path, columns=columns, size=7.0), source)
    lines = [line.text for line in document.lines]
    assert "Porters 6″ 12″ ----" in lines
    assert "College cooks of the first boat 10″ 20″ 30″" in lines
    assert "Covered punt -- -- S S/W" in lines


def test_a_title_drawn_twice_reads_once(quickref: Specimen, set_as: SetAs) -> None:
    path, source = quickref
    title = "Punt Duel rules Quick sheet."
    document = read_document(
        set_as(path, twice=title, replaced={"PPuunntt  DDuueell  rruulleess    QQuuiicckk  sshheeeett..": title}),
        source,
    )
    assert title in [line.text for line in document.lines]


def test_lines_of_a_pdf_say_their_page(rulebook: Specimen, set_as: SetAs) -> None:
    path, source = rulebook
    document = read_document(set_as(path), source)
    assert document.place(0, 4) == (None, 1)
    start = document.text.index("READY YOUR")
    assert document.place(start, start + 5) == (None, 2)
    headings = [line.text for line in document.lines if line.heading]
    assert headings[:3] == ["TIDE AND TIMBER", "ABOUT THESE BARGES", "WHAT IS A SPRING TIDE ?"]


def test_blocks_of_a_pdf_are_parted_by_space(rulebook: Specimen, set_as: SetAs) -> None:
    path, source = rulebook

    def blocks(file: Path) -> list[str]:
        lines = read_document(file, source).lines
        return [
            " ".join(line.text for line in lines if line.block == block)
            for block in sorted({line.block for line in lines})
        ]

    tall = set_as(path, columns=1, height=2000.0)
    assert blocks(tall) == blocks(path)


def test_given_widths_of_a_standard_font_hold(tmp_path: Path) -> None:
    widths = [800 if chr(code) == "-" else 556 for code in range(32, 127)]
    pdf = pikepdf.new()
    page = pdf.add_blank_page()
    page.Contents = pdf.make_stream(b"BT /F 10 Tf 72 700 Td (A long-) Tj 41.36 0 Td (boat waits.) Tj ET")
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font,
        Subtype=pikepdf.Name.Type1,
        BaseFont=pikepdf.Name.Helvetica,
        FirstChar=32,
        LastChar=126,
        Widths=widths,
    )
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
    pdf.save(tmp_path / "set.pdf")
    assert read_document(tmp_path / "set.pdf", source_of()).text == "A long-boat waits."

"""Lines that stand out from the text around them, and groups of rows in a frame."""

from __future__ import annotations

from pathlib import Path

import pikepdf

from kensei_docs.extract.pdf import pdf_lines
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_what_is_seen import drawn

PROSE = "<p>A skiff goes round the reeds in a turn, and no farther on any day of the year.</p>"


def test_an_underlined_line_stands_out_and_an_underlined_word_or_link_does_not(read_as: ReadAs) -> None:
    body = PROSE + "<p><u>Round the reeds</u></p>" + PROSE + "<p>A <u>heron</u> flies away.</p>"
    body += "<p><u>https://marsh.example/herons/</u></p>" + PROSE
    assert [line.text for line in read_as(body).lines if line.heading] == ["Round the reeds"]


def test_wider_letters_of_a_font_without_a_name_are_bold(tmp_path: Path) -> None:
    def nameless(pdf: pikepdf.Pdf) -> None:
        glyph = pdf.make_stream(b"500 0 0 0 500 500 d1 0 0 400 400 re f")
        names = pikepdf.Array([part for code in range(97, 123) for part in (code, pikepdf.Name(f"/{code:c}"))])
        fonts = pdf.pages[0].obj.Resources.Font
        for name, width in (("F", 500), ("G", 570)):
            fonts[f"/{name}"] = pdf.make_indirect(
                pikepdf.Dictionary(
                    Type=pikepdf.Name.Font,
                    Subtype=pikepdf.Name.Type3,
                    FontBBox=pikepdf.Array([0, 0, 600, 500]),
                    FontMatrix=pikepdf.Array([0.001, 0, 0, 0.001, 0, 0]),
                    FirstChar=0,
                    LastChar=255,
                    Widths=pikepdf.Array([width] * 256),
                    CharProcs=pikepdf.Dictionary({f"/{code:c}": glyph for code in range(97, 123)}),
                    Encoding=pikepdf.Dictionary(Type=pikepdf.Name.Encoding, Differences=names),
                    Resources=pikepdf.Dictionary(),
                )
            )

    text = b"BT /G 10 Tf 40 250 Td (rowing) Tj ET BT /F 10 Tf 40 230 Td (rowing) Tj 60 0 Td (growing) Tj ET"
    path = drawn(tmp_path / "skiffs.pdf", text, nameless)
    assert [(line.text, line.bold) for line in pdf_lines(path, path.read_bytes())] == [
        ("rowing", True),
        ("rowing growing", False),
    ]


def test_a_table_without_lines_between_its_columns_is_all_that_its_frame_holds(read_as: ReadAs) -> None:
    rows = [("Of water", ""), ("Skiff", "2"), ("Heron", "3"), ("Otter", "5"), ("Of air", ""), ("Kite with a tail", "4")]
    cells = "".join(f"<tr><td>{name}<td>{cost}</tr>" for name, cost in [("Name", "Cost"), *rows])
    more = "table { border: 0.5pt solid } td { border: none; line-height: 1.2 } td + td { text-align: center }"
    found = read_as(PROSE + f"<table>{cells}</table>" + PROSE, more=more).lines
    assert [line.cells for line in found if line.cells] == [(1, 1), (2, 0), (1, 1), (1, 1), (1, 1), (2, 0), (4, 1)]

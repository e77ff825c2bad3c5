"""The pages of a PDF: what it says of glyphs that stand for no character, as ligatures of some fonts do, and of
damaged pages.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from kensei_docs.extract.pdf import ocr, pages, pdf_lines
from kensei_docs.extract.pdf.pages import pages_of
from kensei_docs.problems import Unusable

# A font whose letters q and w are glyphs that have no character of their own. A soft hyphen was once behind the letter
# z, and the font's hyphen was one.
CHARACTERS = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /C def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <20> <7a> <0020> endbfrange 4 beginbfchar
<71> <E03C> <77> <E055> <7a> <007a00ad> <2d> <00ad> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end"""
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 122/Widths[%s]/ToUnicode 4 0 R>>"


def pdf_of(*contents: bytes) -> bytes:
    kids = b" ".join(b"%d 0 R" % (5 + 2 * i) for i in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(contents)),
        FONT % b" ".join([b"500"] * 91),
        b"<</Length %d>>stream\n%s\nendstream" % (len(CHARACTERS), CHARACTERS),
    ]
    for i, content in enumerate(contents):
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>"
            % (6 + 2 * i),
            b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        ]
    body, places = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    size = len(objects) + 1
    return body + end % (size, table, size, len(body))


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        (b"(ki) Tj /Span <</ActualText (tt)>> BDC (q) Tj EMC (en) Tj", "kitten"),
        (b"(ki) Tj /Span <</ActualText (it)>> BDC (qw) Tj EMC (e) Tj", "kiite"),
        (b"(ki) Tj /Span <</ActualText (tens)>> BDC (qw) Tj EMC", "kitens"),
        (b"(ki) Tj /Span <</ActualText (tens) /MCID 2>> BDC (te) Tj EMC", "kitens"),
        (b"/P <</MCID 1>> BDC (ki) Tj /Span <</ActualText <FEFF00740065>>> BDC (w) Tj EMC EMC EMC (s) Tj", "kites"),
    ],
)
def test_glyphs_without_a_character_are_read_as_the_document_says(drawn: bytes, read: str) -> None:
    [page] = pages_of(Path("kites.pdf"), pdf_of(b"BT /F 10 Tf 50 200 Td %s ET" % drawn))
    assert [line.text for line in page.lines] == [read]


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        (b"(zigzag at dozen kites) Tj", "zigzag at dozen kites"),
        (b"(-1 for red-tailed kites) Tj", "‐1 for red‐tailed kites"),
        (b"(hea) Tj 1 Tz (-) Tj 100 Tz (vy kites) Tj", "heavy kites"),
    ],
)
def test_a_soft_hyphen_is_read_where_a_page_shows_it(drawn: bytes, read: str) -> None:
    [page] = pages_of(Path("kites.pdf"), pdf_of(b"BT /F 10 Tf 50 200 Td %s ET" % drawn))
    assert [line.text for line in page.lines] == [read]


def test_a_page_whose_letters_have_no_character_is_no_text(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ocr, "is_installed", lambda: False)
    content = pdf_of(b"BT /F 10 Tf 50 200 Td (qqwq wqw kite wwq) Tj ET")
    with pytest.raises(Unusable, match=r"or its fonts name no characters; install text recognition"):
        pages_of(Path("kites.pdf"), content)
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("drawn", "lacks"),
    [
        (b"(the kites of the hill and the wind are qw each) Tj", True),
        (b"(the kites of the hill and the wind are q each) Tj", False),
        (b"(the kiqes of the hill and the wind are there) Tj", False),
        (b"(the kites) Tj 45 4 Td /F 6 Tf (25) Tj 8 -4 Td /F 10 Tf (of the hill and the wind) Tj", False),
        (b"/Span <</ActualText (it)>> BDC (qw) Tj EMC ( is the wind of the hill) Tj", False),
    ],
)
def test_words_that_lack_letters_are_reported_each_time(
    drawn: bytes, lacks: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = pdf_of(b"BT /F 10 Tf 50 200 Td %s ET" % drawn)
    for _ in range(2):
        assert pdf_lines(Path("kites.pdf"), content, cache_folder=tmp_path)
    said = "kites.pdf: pages 1 have words that lack letters, as their fonts do not name them; "
    assert [message.startswith(said) for message in caplog.messages] == [True, True] * lacks


def test_pictures_are_asked_for_where_words_lack_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "is_installed", lambda: False)
    words = b"(the kites of the hill and the wind are qw each) Tj"
    content = pdf_of(b"BT /F 10 Tf 50 200 Td %s ET" % words, b"BT /F 10 Tf 50 200 Td (kites) Tj ET")
    assert [len(page.lines) for page in pages_of(Path("kites.pdf"), content)] == [1, 1]
    assert [len(page.lines) for page in pages_of(Path("kites.pdf"), content, pictures=True)] == [0, 1]


KITES = [b"BT /F 10 Tf 50 200 Td (kite %d) Tj ET" % number for number in range(1, 13)]


def test_progress_counts_the_pages() -> None:
    told: list[tuple[int, int]] = []
    pages_of(Path("kites.pdf"), pdf_of(*KITES), lambda done, total: told.append((done, total)))
    assert told == [(number, 12) for number in range(1, 13)]


def test_a_page_that_is_damaged_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pages.read_page

    def read(page: pypdfium2.PdfPage, struck: object) -> object:
        if page.get_textpage().get_text_range() == "kite 11":
            raise pypdfium2.PdfiumError("Failed to load page.")
        return real(page, struck)

    monkeypatch.setattr(pages, "read_page", read)
    with pytest.raises(Unusable, match=r"is damaged on page 11 \(Failed to load page\)"):
        pages_of(Path("kites.pdf"), pdf_of(*KITES))

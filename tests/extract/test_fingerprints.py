"""Fingerprints of pages tell whether they draw the same, however their file is built."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from kensei_docs.extract.fingerprints import survey_of
from kensei_docs.extract.parser import Parser


def made(change: Callable[[pikepdf.Pdf], Any] = lambda pdf: None, **form: Any) -> bytes:
    """A PDF of three pages with a line of text each; the last two share a font."""
    pdf = pikepdf.new()
    fonts = [
        pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type1,
                BaseFont=pikepdf.Name.Helvetica,
                Note=pikepdf.String(f"{number} 0 R"),
            )
        )
        for number in (1, 2)
    ]
    for words, font in zip(("One", "Two", "Six"), (fonts[0], fonts[1], fonts[1]), strict=True):
        page = pdf.add_blank_page(page_size=(200, 200))
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.obj.Contents = pdf.make_stream(f"BT /F 12 Tf 20 99 Td ({words}) Tj ET".encode())
    change(pdf)
    held = io.BytesIO()
    pdf.save(held, **form)
    return held.getvalue()


def digests(content: bytes) -> list[str]:
    survey = survey_of(content)
    assert survey is not None
    return [page.digest for page in survey.pages]


def same(change: Callable[[pikepdf.Pdf], Any]) -> list[bool]:
    """Which pages have the same fingerprints after a change."""
    return [before == after for before, after in zip(digests(made()), digests(made(change)), strict=True)]


def test_a_page_that_draws_something_else_has_another_fingerprint() -> None:
    assert same(lambda pdf: pdf.pages[0].contents_add(b"q Q")) == [False, True, True]


def test_a_font_changes_the_pages_that_are_set_in_it() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[1].Resources.Font.F.Note = pikepdf.String("3 0 R")

    assert same(change) == [True, False, False]


def test_what_all_pages_have_from_above_changes_all_of_them() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.Pages.CropBox = pikepdf.Array([0, 0, 100, 100])

    assert same(change) == [False, False, False]


def test_parts_that_lead_back_to_themselves_are_followed_once() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        resources = pdf.make_indirect(pdf.pages[0].Resources)
        resources.XObject = pikepdf.Dictionary(X=pdf.make_stream(b"", Resources=resources))
        pdf.pages[0].Resources = resources

    assert same(change) == [False, True, True]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"linearize": True},
        {"qdf": True},
        {"compress_streams": False},
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "linearize": True},
    ],
)
def test_however_the_file_is_built_the_parser_finds_the_same(form: dict[str, Any]) -> None:
    content = made(**form)
    survey = survey_of(content)
    assert survey is not None and len(survey.pages) == 3
    assert Parser(Path("book.pdf"), content).agrees(survey)


def test_of_a_page_that_was_replaced_at_the_end_of_the_file_the_new_one_counts() -> None:
    content = made(compress_streams=False)
    survey = survey_of(content)
    assert survey is not None
    number = survey.pages[1].way[-1]
    start = int(content.rsplit(b"startxref", 1)[1].split()[0])
    page = content[survey.places[number] :].partition(b"endobj")[0].replace(b"200 200", b"300 300")
    longer = (
        content + page + b"endobj\n" + b"xref\n%d 1\n%010d 00000 n \ntrailer\n<< /Prev %d "
        b"/Size 99 /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (number, len(content), start, 1, len(content) + len(page) + 7)
    )
    # What is left of the old one counts with the object before it: too much rather than too little.
    assert [a == b for a, b in zip(digests(content), digests(longer), strict=True)] == [False, False, True]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.4\nstartxref\n9\n%%EOF\n",
        made()[:-20],
        made()[30:],
        made(encryption=pikepdf.Encryption(user="", owner="pole")),
        made().replace(b"endobj", b"endobjx", 4),
        made().replace(b"/Length 4", b"/Length 5"),
    ],
)
def test_nothing_is_told_of_a_damaged_or_encrypted_file(content: bytes) -> None:
    assert survey_of(content) is None

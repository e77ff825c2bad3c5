"""A PDF is written from texts and streams, and any reader finds in it what was put there."""

from __future__ import annotations

import io
import re

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.documents.pdf.objects import Pdf, compressed, mapping, number, points, ref, string


def document(objects: int = 0) -> tuple[Pdf, list[int]]:
    """A PDF of one page with a rectangle on it, and so many numbered objects besides."""
    pdf = Pdf()
    pdf.add_page()
    content = pdf.stream("", b"0 0 10 10 re f")
    pdf.put_page(0, {"MediaBox": "[0 0 50 60]", "Contents": ref(content), "Resources": "<<>>"})
    return pdf, [pdf.add(mapping({"N": str(i)})) for i in range(objects)]


@pytest.mark.parametrize("many", [0, 1, 99, 100, 101, 350])
def test_however_many_objects_there_are_each_is_found_by_its_number(many: int) -> None:
    pdf, numbers = document(many)
    pdf.catalog["Numbered"] = f"[{' '.join(map(ref, numbers))}]"
    data = pdf.take() + pdf.finish()
    with pikepdf.open(io.BytesIO(data)) as read:
        assert [int(one.N) for one in read.Root.Numbered] == list(range(many))
        assert read.pages[0].obj.Contents.read_bytes() == b"0 0 10 10 re f"
        assert not read.get_warnings() and not read.check_pdf_syntax()
    with pypdfium2.PdfDocument(data) as drawn:
        assert [page.get_size() for page in drawn] == [(50, 60)]
        assert drawn[0].render().to_pil().convert("L").getpixel((5, 55)) == 0


def test_an_object_can_be_told_after_others_refer_to_it() -> None:
    pdf, _ = document()
    later = pdf.reserve()
    pdf.catalog["Later"] = ref(later)
    pdf.put(later, "<</Said true>>")
    pdf.info["Title"] = string("Reeds")
    with pikepdf.open(io.BytesIO(pdf.finish())) as read:
        assert (bool(read.Root.Later.Said), str(read.docinfo.Title)) == (True, "Reeds")


def test_the_same_objects_give_the_same_bytes_and_others_another_id() -> None:
    def written(words: str) -> bytes:
        pdf, _ = document(120)
        pdf.info["Title"] = string(words)
        return pdf.finish()

    def id_of(data: bytes) -> str:
        with pikepdf.open(io.BytesIO(data)) as read:
            return bytes(read.trailer.ID[0]).hex()

    assert written("Reeds") == written("Reeds")
    assert id_of(written("Reeds")) != id_of(written("Herons"))


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_words_come_back_as_they_were(words: str) -> None:
    pdf, _ = document()
    pdf.info["Title"] = string(words)
    with pikepdf.open(io.BytesIO(pdf.finish())) as read:
        assert str(read.docinfo.Title) == words


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (12, "12"), (1.5, "1.5"), (-0.33333, "-0.3333"), (1e-9, "0"), (100.0, "100")]
)
def test_a_number_has_no_more_digits_than_it_needs(value: float, written: str) -> None:
    assert number(value) == written


def test_a_millimetre_is_a_number_of_points() -> None:
    assert points(25.4) == "72"


def test_what_is_compressed_is_a_stream_that_every_reader_knows() -> None:
    import zlib

    words = re.sub(r"\s+", " ", __doc__ or "").encode() * 50
    assert zlib.decompress(compressed(words)) == words
    assert len(compressed(words)) < len(words) / 20

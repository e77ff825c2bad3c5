"""A PDF is written object by object, and any reader finds in it what was put there."""

from __future__ import annotations

import io
import re
import zlib

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String

from kensei_docs.documents.pdf.object_writer import About, PdfWriter, number

ABOUT = About("Reeds", "Herons", "en", "long-edge")


def document(objects: int = 0) -> tuple[PdfWriter, list[pikepdf.Object]]:
    """A PDF of one page with a rectangle on it, and ``objects`` numbered objects besides."""
    writer = PdfWriter()
    writer.pages = [writer.reserve()]
    entries = {"Contents": writer.stream(b"0 0 10 10 re f"), "MediaBox": [0, 0, 50, 60], "Resources": Dictionary()}
    writer.put(writer.pages[0], Dictionary(Type=Name.Page, Parent=writer.pdf.Root.Pages, **entries))
    return writer, [writer.add(Dictionary(N=i)) for i in range(objects)]


@pytest.mark.parametrize("many", [0, 1, 99, 100, 101, 350])
def test_however_many_objects_there_are_each_is_found_by_its_number(many: int) -> None:
    writer, objects = document(many)
    writer.pdf.Root.Numbered = Array(objects)
    data = writer.take() + writer.finish()
    with pikepdf.open(io.BytesIO(data)) as read:
        assert [int(one.N) for one in read.Root.Numbered] == list(range(many))
        assert read.pages[0].obj.Contents.read_bytes() == b"0 0 10 10 re f"
        assert not read.get_warnings() and not read.check_pdf_syntax()
    with pypdfium2.PdfDocument(data) as drawn:
        assert [page.get_size() for page in drawn] == [(50, 60)]
        assert drawn[0].render().to_pil().convert("L").getpixel((5, 55)) == 0


def test_an_object_can_be_set_after_others_refer_to_it() -> None:
    writer, _ = document()
    later = writer.reserve()
    writer.pdf.Root.Later = later
    writer.put(later, Dictionary(Said=True))
    with pikepdf.open(io.BytesIO(writer.take() + writer.finish())) as read:
        assert bool(read.Root.Later.Said)


def test_what_was_added_to_the_pikepdf_object_is_written_at_the_end() -> None:
    writer, _ = document()
    writer.pdf.Root.Own = writer.pdf.make_stream(b"reeds", Dictionary(In=writer.pdf.make_indirect(Dictionary(A=1))))
    with pikepdf.open(io.BytesIO(writer.finish())) as read:
        assert (read.Root.Own.read_bytes(), int(read.Root.Own.In.A)) == (b"reeds", 1)


def test_pieces_that_are_taken_in_between_make_the_same_file() -> None:
    def written(in_between: bool) -> bytes:
        writer = PdfWriter()
        taken = b""
        for i in range(250):
            writer.add(Dictionary(N=i))
            taken += writer.take() if in_between else b""
        return taken + writer.finish()

    assert written(True) == written(False)


def test_the_same_objects_give_the_same_bytes_and_others_another_id() -> None:
    def written(title: str) -> bytes:
        writer, _ = document(120)
        writer.describe(About(title, "Herons", "en", None))
        return writer.finish()

    def id_of(data: bytes) -> str:
        with pikepdf.open(io.BytesIO(data)) as read:
            return bytes(read.trailer.ID[0]).hex()

    assert written("Reeds") == written("Reeds")
    assert id_of(written("Reeds")) != id_of(written("Herons"))


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_words_come_back_as_they_were(words: str) -> None:
    writer, _ = document()
    writer.pdf.Root.Words = writer.add(Dictionary(T=String(words)))
    with pikepdf.open(io.BytesIO(writer.finish())) as read:
        assert str(read.Root.Words.T) == words


@pytest.mark.parametrize(("flip", "duplex"), [("long-edge", "/DuplexFlipLongEdge"), (None, None)])
def test_a_document_says_what_it_is_and_how_it_is_printed(flip, duplex) -> None:
    writer, _ = document()
    writer.describe(About("Reeds <&> ñ", "Herons", "es", flip))
    with pikepdf.open(io.BytesIO(writer.finish())) as read:
        assert (str(read.docinfo.Title), str(read.docinfo.Subject)) == ("Reeds <&> ñ", "Herons")
        assert str(read.docinfo.Author) == "Kensei Docs" and str(read.docinfo.Producer).startswith("Kensei Docs ")
        assert str(read.Root.Lang) == "es"
        assert read.Root.ViewerPreferences.get("/Duplex") == duplex
        with read.open_metadata() as metadata:
            assert metadata["dc:title"] == "Reeds <&> ñ"
            assert metadata["dc:language"] == {"es"}


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (12, "12"), (1.5, "1.5"), (-0.33333, "-0.3333"), (1e-9, "0"), (100.0, "100")]
)
def test_a_number_has_no_more_digits_than_it_needs(value: float, written: str) -> None:
    assert number(value) == written


def test_what_is_compressed_is_a_stream_that_every_reader_knows() -> None:
    words = re.sub(r"\s+", " ", __doc__ or "").encode() * 50
    writer, _ = document()
    writer.stream(words)
    [*_, raw] = re.findall(rb"stream\n(.*?)\nendstream", writer.take(), re.S)
    assert zlib.decompress(raw) == words
    assert len(raw) < len(words) / 20

"""A PDF says what it is, and equal PDFs have equal bytes."""

from __future__ import annotations

import io

import pikepdf
import pytest

from kensei_docs.documents.pdf import About, describe, number, written


def document(about: About) -> bytes:
    """A PDF of one page."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(50, 60))
    pdf.pages[0].obj.Contents = pdf.make_stream(b"0 0 10 10 re f")
    describe(pdf, about)
    return written(pdf)


@pytest.mark.parametrize(("flip", "duplex"), [("long-edge", "/DuplexFlipLongEdge"), (None, None)])
def test_a_document_says_what_it_is_and_how_it_is_printed(flip, duplex) -> None:
    with pikepdf.open(io.BytesIO(document(About("Reeds <&> ñ", "Herons", "es", flip)))) as read:
        assert (str(read.docinfo.Title), str(read.docinfo.Subject)) == ("Reeds <&> ñ", "Herons")
        assert str(read.docinfo.Author) == "Kensei Docs" and str(read.docinfo.Producer).startswith("Kensei Docs ")
        assert str(read.Root.Lang) == "es"
        assert read.Root.ViewerPreferences.get("/Duplex") == duplex
        assert read.pdf_version == "1.7"
        with read.open_metadata() as metadata:
            assert metadata["dc:title"] == "Reeds <&> ñ"
            assert metadata["dc:language"] == {"es"}


def test_the_same_objects_give_the_same_bytes_and_others_another_id() -> None:
    def id_of(data: bytes) -> str:
        with pikepdf.open(io.BytesIO(data)) as read:
            return bytes(read.trailer.ID[0]).hex()

    reeds, again, herons = (document(About(title, "", "en", None)) for title in ("Reeds", "Reeds", "Herons"))
    assert reeds == again
    assert id_of(reeds) != id_of(herons)


@pytest.mark.parametrize(
    ("value", "digits"), [(0, "0"), (12, "12"), (1.5, "1.5"), (-0.33333, "-0.3333"), (1e-9, "0"), (100.0, "100")]
)
def test_a_number_has_no_more_digits_than_it_needs(value: float, digits: str) -> None:
    assert number(value) == digits

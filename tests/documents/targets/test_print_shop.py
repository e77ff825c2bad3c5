"""A PDF for a print shop: one side a page, its trim and bleed marked."""

import pikepdf
import pypdfium2
import pytest

POINT = 72 / 25.4


@pytest.fixture(scope="module")
def shop(printed, made):
    """The deck and the markers as PDFs for a print shop; only to be read."""
    found = made(printed, "pdf-x", "command-deck", "markers", languages=("en", "es"))
    assert (found.problems, found.refused) == ([], [])
    return lambda kind="command-deck", language="en": (
        printed.project.output / "herons" / language / "pdf-x" / f"{kind}.pdf"
    )


def millimetres(box):
    return [round(float(value) / POINT, 2) for value in box]


def test_every_copy_has_its_front_and_its_back(shop):
    with pikepdf.open(shop()) as pdf:
        assert len(pdf.pages) == 2 * 24
    with pypdfium2.PdfDocument(shop(language="es")) as pdf:
        assert "Standing on one leg" in pdf[0].get_textpage().get_text_range()
        backs = {pdf[i].get_textpage().get_text_range() for i in range(1, len(pdf), 2)}
        assert ["".join(back.split()) for back in backs] == ["[COMMAND]"]


@pytest.mark.parametrize(("kind", "width", "height"), [("command-deck", 63, 88), ("markers", 25, 25)])
def test_a_page_is_as_large_as_its_bleed_and_says_where_it_is_cut(shop, kind, width, height):
    with pikepdf.open(shop(kind)) as pdf:
        for page in pdf.pages:
            assert millimetres(page.mediabox) == [0, 0, width + 6, height + 6]
            assert millimetres(page.obj.BleedBox) == [0, 0, width + 6, height + 6]
            assert millimetres(page.obj.TrimBox) == [3, 3, width + 3, height + 3]


def test_it_has_its_fonts_its_language_and_its_title_and_claims_no_standard(shop):
    with pikepdf.open(shop(language="es")) as pdf:
        fonts = {
            str(font.BaseFont): font
            for font in pdf.objects
            if isinstance(font, pikepdf.Dictionary) and font.get("/Type") == "/FontDescriptor"
            for font.BaseFont in [font.FontName]
        }
        assert fonts
        assert all({"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()) for font in fonts.values())
        assert str(pdf.Root.Lang) == "es"
        assert pdf.open_metadata()["dc:title"] == "Garzas: [Command deck]"
        assert "/GTS_PDFXVersion" not in pdf.docinfo
        assert "/OutputIntents" not in pdf.Root


def test_the_art_goes_on_beyond_what_it_was_drawn_for(shop):
    with pypdfium2.PdfDocument(shop()) as pdf:
        back = pdf[1].render(scale=6).to_pil().convert("RGB")
    # It is drawn 2 mm beyond the cut; the last millimetre is the copy's.
    strip = back.crop((0, 0, back.width, 12))
    assert strip.getcolors(1 << 20) != [(strip.width * strip.height, (255, 255, 255))]


def test_how_far_it_is_bled_can_be_asked_for(herons, made):
    found = made(herons, "pdf-x", "command-deck", bleed=5.0)
    with pikepdf.open(found.outputs[0].path) as pdf:
        assert millimetres(pdf.pages[0].mediabox) == [0, 0, 73, 98]
        assert millimetres(pdf.pages[0].obj.TrimBox) == [5, 5, 68, 93]

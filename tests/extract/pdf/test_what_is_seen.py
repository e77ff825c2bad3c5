"""A page is read as a person sees it: what is hidden or struck out is not read, and is told; what was added is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest

from kensei_docs.extract.pdf import pdf_lines
from kensei_docs.problems import Unusable
from tests.extract.pdf.conftest import ReadAs

SEEN = b"BT /F 10 Tf 40 250 Td (A skiff goes 8 inches.) Tj ET\n"
TOKENS = b"BT /F 10 Tf 40 150 Td (It gets 17 tokens.) Tj ET\n"
BOOK = SEEN + b"".join(
    b"BT /F 10 Tf 40 %d Td (It is rowed by a crew of four along the reeds.) Tj ET\n" % y for y in (238, 226, 214)
)
Change = Callable[[pikepdf.Pdf], None]


def drawn(path: Path, content: bytes, change: Change | None = None) -> Path:
    """Write a PDF of one page with a content, changed before it is saved."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(300, 300))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=pdf.make_indirect(font)))
        page.obj.Contents = pdf.make_stream(content)
        if change:
            change(pdf)
        pdf.save(path)
    return path


def texts(path: Path) -> list[str]:
    return [line.text for line in pdf_lines(path, path.read_bytes())]


HIDDEN = {
    "invisible": b"q BT 3 Tr ET " + TOKENS + b"Q",
    "white": b"q 1 g " + TOKENS + b"Q",
    "white on white": b"q 1 g 30 140 200 30 re f " + TOKENS + b"Q",
    "covered": TOKENS + b"q 1 g 30 140 200 30 re f Q",
    "clipped": b"q 30 200 200 20 re W n " + TOKENS + b"Q",
}


@pytest.mark.parametrize("way", HIDDEN)
def test_text_that_nobody_sees_is_not_read_but_told(way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = drawn(tmp_path / "skiffs.pdf", SEEN + HIDDEN[way])
    assert texts(path) == ["A skiff goes 8 inches."]
    assert caplog.messages == [f"{path}: not seen on the page, and so not read: p. 1 “It gets 17 tokens.”"]


@pytest.mark.parametrize(
    "content",
    [
        b"q 0.2 0.3 0.5 rg 30 140 200 30 re f 1 g " + TOKENS + b"Q",
        b"q 1 g 30 140 200 30 re f 0 g " + TOKENS + b"Q",
        b"q 1 g 0 G BT 1 Tr ET " + TOKENS + b"Q",
        b"q 30 140 200 30 re W n " + TOKENS + b"Q",
    ],
)
def test_white_text_on_a_dark_panel_and_text_in_a_box_are_read(content: bytes, tmp_path: Path) -> None:
    assert texts(drawn(tmp_path / "skiffs.pdf", content)) == ["It gets 17 tokens."]


def test_invisible_text_is_read_over_the_picture_or_the_outlines_that_it_stands_for(tmp_path: Path) -> None:
    picture = b"q 250 0 0 20 30 145 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q "
    outlines = b"".join(b"%d 150 m %d 157 l %d 150 l f " % (x, x + 4, x + 8) for x in range(38, 140, 8))
    for under in (picture, outlines):
        assert texts(drawn(tmp_path / "skiffs.pdf", SEEN + under + HIDDEN["invisible"]))[1:] == ["It gets 17 tokens."]


def test_a_page_of_hidden_text_alone_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="has no text: nobody sees what its pages have"):
        texts(drawn(tmp_path / "skiffs.pdf", HIDDEN["white"]))


def test_what_is_written_over_covered_text_is_read(tmp_path: Path) -> None:
    """Its letters may be those that stand below it, at the same place."""
    over = b"q 1 g 30 140 200 30 re f Q BT /F 10 Tf 40 150 Td (It gets 5 tokens.) Tj ET"
    assert texts(drawn(tmp_path / "skiffs.pdf", TOKENS + over)) == ["It gets 5 tokens."]


def test_text_outside_of_the_page_is_not_read_but_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def crop(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].CropBox = pikepdf.Array([20, 200, 280, 280])

    path = drawn(tmp_path / "skiffs.pdf", SEEN + TOKENS, crop)
    assert texts(path) == ["A skiff goes 8 inches."]
    assert caplog.messages == [f"{path}: outside of the page, and so not read: p. 1 “It gets 17 tokens.”"]


def layers(**settings: object) -> Change:
    """Give a PDF a layer L, which these settings of the catalogue switch off, and a form X on it."""

    def change(pdf: pikepdf.Pdf) -> None:
        layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Draft"))
        usual = {key: pikepdf.Array([layer]) if value is True else value for key, value in settings.items()}
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]), D=pikepdf.Dictionary(**usual))
        resources = pdf.pages[0].obj.Resources
        rule = pikepdf.Dictionary(Type=pikepdf.Name.OCMD, OCGs=pikepdf.Array([layer]), P=pikepdf.Name.AllOff)
        resources.Properties = pikepdf.Dictionary(L=layer, N=rule)
        form = pdf.make_stream(TOKENS, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, OC=layer)
        form.BBox, form.Resources = pikepdf.Array([0, 0, 300, 300]), pikepdf.Dictionary(Font=resources.Font)
        resources.XObject = pikepdf.Dictionary(X=form)

    return change


@pytest.mark.parametrize("on_layer", [b"/OC /L BDC " + TOKENS + b"EMC", b"/X Do"])
@pytest.mark.parametrize(
    ("settings", "seen"), [({"OFF": True}, False), ({"BaseState": pikepdf.Name.OFF}, False), ({"ON": True}, True)]
)
def test_what_is_on_a_layer_is_read_if_the_layer_is_on_and_told_if_not(
    on_layer: bytes, settings: dict[str, object], seen: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = drawn(tmp_path / "skiffs.pdf", SEEN + on_layer, layers(**settings))
    assert texts(path) == ["A skiff goes 8 inches.", "It gets 17 tokens."][: 1 + seen]
    said = f"{path}: on a layer that is switched off, and so not read: p. 1 “It gets 17 tokens.”"
    assert caplog.messages == [said][seen:]


def test_what_is_shown_instead_of_a_layer_is_read(tmp_path: Path) -> None:
    content = b"/OC /L BDC " + SEEN + b"EMC /OC /N BDC " + TOKENS + b"EMC"
    assert texts(drawn(tmp_path / "skiffs.pdf", content, layers(OFF=True))) == ["It gets 17 tokens."]
    assert texts(drawn(tmp_path / "skiffs.pdf", content, layers())) == ["A skiff goes 8 inches."]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_page_is_read_as_the_file_turns_it(rotation: int, tmp_path: Path) -> None:
    matrix = {90: b"0 1 -1 0 300 0", 180: b"-1 0 0 -1 300 300", 270: b"0 -1 1 0 0 300"}[rotation]
    content = b"q " + matrix + b" cm " + SEEN + TOKENS + b"Q"
    path = drawn(tmp_path / "skiffs.pdf", content, lambda pdf: setattr(pdf.pages[0], "Rotate", rotation))
    assert texts(path) == ["A skiff goes 8 inches.", "It gets 17 tokens."]
    [word, *_] = pdf_lines(path, path.read_bytes(), placed=True)[0].words
    assert (word.x0, word.bottom) == pytest.approx((40, 52), abs=2)


def test_text_that_is_printed_twice_to_look_bold_is_read_once(tmp_path: Path) -> None:
    bold = b"BT /F 10 Tf 40.4 250 Td (A skiff goes 8 inches.) Tj ET "
    letters = b"".join(b"BT /F 10 Tf %d 150 Td (%c) Tj ET " % (40 + 9 * (i // 2), b"1177"[i]) for i in range(4))
    assert texts(drawn(tmp_path / "skiffs.pdf", SEEN + bold + letters)) == ["A skiff goes 8 inches.", "1 7"]


def test_ligatures_of_fonts_of_tex_that_name_nothing_are_read(tmp_path: Path) -> None:
    def nameless(pdf: pikepdf.Pdf) -> None:
        glyph = pdf.make_stream(b"500 0 0 0 500 500 d1 0 0 400 400 re f")
        codes = [*range(0x1B, 0x20), *range(0x61, 0x7B), 0xFF]
        names = pikepdf.Array([part for code in codes for part in (code, pikepdf.Name(f"/a{code}"))])
        pdf.pages[0].obj.Resources.Font.F = pdf.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Font,
                Subtype=pikepdf.Name.Type3,
                FontBBox=pikepdf.Array([0, 0, 500, 500]),
                FontMatrix=pikepdf.Array([0.001, 0, 0, 0.001, 0, 0]),
                FirstChar=0,
                LastChar=255,
                Widths=pikepdf.Array([500] * 256),
                CharProcs=pikepdf.Dictionary({f"/a{code}": glyph for code in codes}),
                Encoding=pikepdf.Dictionary(Type=pikepdf.Name.Encoding, Differences=names),
                Resources=pikepdf.Dictionary(),
            )
        )

    content = (
        b"BT /F 10 Tf 40 250 Td (e\\033et) Tj 23 0 Td (\\034nal) Tj 23 0 Td (in\\035ige) Tj 33 0 Td (gro\\377) Tj ET"
    )
    [found] = texts(drawn(tmp_path / "skiffs.pdf", content, nameless))
    assert found == "effet final inflige groß"


def turned_table(head: str, ruled: bool) -> str:
    """A table whose heads are written upward."""
    names = "".join(f"<th><span>{name}</span>" for name in head.split("|"))
    rows = "".join(f"<tr><td>{row.replace('|', '<td>')}</tr>" for row in ("Heron|6|4|12", "Otter|8|3|9", "Teal|9|2|7"))
    return f"<table class={'ruled' if ruled else 'plain'}><tr><th>Skiff{names}</tr>{rows}</table>"


UPWARD = """table { width: auto } td, th { padding: 2pt 9pt; vertical-align: bottom; text-align: left }
.ruled th { border: 0.5pt solid } .plain td { border: none } th span { display: block; position: relative; top: 50pt;
width: 12pt; height: 50pt; transform: rotate(-90deg); transform-origin: 0 0; white-space: nowrap }"""


@pytest.mark.parametrize("ruled", [True, False])
def test_heads_that_are_written_upward_are_cells_of_their_row(read_as: ReadAs, ruled: bool) -> None:
    prose = "<p>A skiff goes round the reeds in a turn, and no farther on any day of the year.</p>" * 3
    lines = read_as(prose + turned_table("Move|Crew size|Hull", ruled) + prose, more=UPWARD).lines
    rows = [(line.text, line.cells) for line in lines if line.cells]
    assert rows[:2] == [("Skiff Move Crew size Hull", (1, 1, 2, 1)), ("Heron 6 4 12", (1, 1, 1, 1))]


def test_words_without_spaces_between_them_and_tracked_words_are_read(tmp_path: Path) -> None:
    apart = b"BT /F 20 Tf 40 250 Td (Wind) Tj 48.9 0 Td (Works) Tj ET "
    tracked = b"BT /F 10 Tf 1.2 Tc 40 150 Td (quest of the) Tj 0 Tc ET"
    assert texts(drawn(tmp_path / "skiffs.pdf", apart + tracked)) == ["Wind Works", "quest of the"]


# What a person struck out, wrote or noted --------------------------------------------------------------------------


def test_struck_text_is_not_read_but_told(read_as: ReadAs, caplog: pytest.LogCaptureFixture) -> None:
    text = "<p>A skiff goes <s>6 inches</s> 8 inches and carries <s>1</s>2 <u>crews</u>.</p>"
    assert read_as(text).text == "A skiff goes 8 inches and carries 2 crews."
    [said] = caplog.messages
    assert said.endswith("struck out, and so not read: p. 1 “6 inches”, p. 1 “1”")


def noted(kind: str, **settings: object) -> Change:
    """Add an annotation to the first page."""

    def change(pdf: pikepdf.Pdf) -> None:
        parts = {key: pikepdf.Array(value) if isinstance(value, list) else value for key, value in settings.items()}
        made = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(f"/{kind}"), **parts)
        pdf.pages[0].obj.Annots = pikepdf.Array([pdf.make_indirect(made)])

    return change


def test_text_that_a_reviewer_struck_out_is_not_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    quad = [102, 259, 136, 259, 102, 248, 136, 248]
    path = drawn(tmp_path / "skiffs.pdf", SEEN, noted("StrikeOut", Rect=[102, 248, 136, 259], QuadPoints=quad))
    assert texts(path) == ["A skiff goes 8"]
    assert caplog.messages == [f"{path}: struck out, and so not read: p. 1 “inches.”"]


@pytest.mark.parametrize("kind", ["FreeText", "Text", "Highlight"])
def test_notes_of_a_reviewer_are_read_behind_the_text_at_their_place(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    note = noted(kind, Rect=[60, 240, 200, 262], Contents="Erratum: it goes 9 inches.")
    path = drawn(tmp_path / "skiffs.pdf", BOOK + TOKENS, note)
    assert texts(path)[4:] == ["Erratum: it goes 9 inches.", "It gets 17 tokens."]
    [said] = caplog.messages
    assert said.endswith("they stand at: p. 1 “Erratum: it goes 9 inches.”")


def test_a_note_that_repeats_the_text_which_it_marks_is_not_read_again(tmp_path: Path) -> None:
    note = noted("Highlight", Rect=[40, 240, 100, 262], Contents="A skiff\rgoes")
    assert texts(drawn(tmp_path / "skiffs.pdf", SEEN, note)) == ["A skiff goes 8 inches."]


def test_a_hidden_note_is_not_read(tmp_path: Path) -> None:
    note = noted("FreeText", Rect=[40, 140, 100, 162], Contents="It goes 9 inches.", F=2)
    assert texts(drawn(tmp_path / "skiffs.pdf", SEEN, note)) == ["A skiff goes 8 inches."]


def test_what_is_written_in_a_field_of_a_form_is_read_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def form(pdf: pikepdf.Pdf) -> None:
        field = {"T": "loss", "V": "2 inches", "FT": pikepdf.Name.Tx, "Rect": [80, 195, 130, 212]}
        noted("Widget", **field)(pdf)
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pdf.pages[0].obj.Annots)

    line = b"BT /F 10 Tf 40 200 Td (It loses) Tj 95 0 Td (of its move.) Tj ET "
    path = drawn(tmp_path / "skiffs.pdf", BOOK + line + TOKENS, form)
    assert texts(path)[4:] == ["It loses 2 inches of its move.", "It gets 17 tokens."]
    assert caplog.messages == [f"{path}: written in fields of a form, and read there: p. 1 “2 inches”"]


def test_what_a_person_is_told_is_told_each_time(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = drawn(tmp_path / "skiffs.pdf", SEEN + HIDDEN["white"])
    for _ in range(2):
        pdf_lines(path, path.read_bytes(), cache_folder=tmp_path / "cache")
    assert len(caplog.messages) == 2

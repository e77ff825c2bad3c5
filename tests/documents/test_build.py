"""What a reader of the printed PDFs finds: sizes, places, words, fonts, language."""

import re

import pikepdf
import pytest

KINDS = ("ability-cards", "command-deck", "markers", "quick-reference")
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
# Eight cards that are far enough apart to be cut stand on a Letter sheet that lies across.
CARDS = ("ability-cards", "command-deck")
BOTH_PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])
BOTH_LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])


def size_of_sheet(kind, paper):
    return SIZES[paper][::-1] if kind in CARDS and paper == "letter" else SIZES[paper]


@BOTH_LANGUAGES
@BOTH_PAPERS
@pytest.mark.parametrize("kind", KINDS)
def test_pages_are_as_large_as_the_paper(printed, kind, language, paper):
    with pikepdf.open(printed.pdf(kind, language, paper)) as pdf:
        for page in pdf.pages:
            assert [float(v) * 25.4 / 72 for v in page.mediabox[2:]] == pytest.approx(size_of_sheet(kind, paper))


@BOTH_PAPERS
@pytest.mark.parametrize("kind", CARDS)
def test_cards_are_63_by_88_mm_and_their_backs_lie_behind_them(printed, kind, paper):
    with pikepdf.open(printed.pdf(kind, "es", paper)) as pdf:
        count = len(pdf.pages)
    assert count % 2 == 0
    for page in range(0, count, 2):
        fronts = printed.boxes(kind, page, "es", paper)
        backs = printed.boxes(kind, page + 1, "es", paper)
        for left, below, right, above in fronts + backs:
            assert (right - left, above - below) == pytest.approx((63, 88), abs=0.01)
        width, _ = size_of_sheet(kind, paper)
        mirrored = sorted((width - right, below) for _, below, right, _ in fronts for right in [right])
        assert [place for pair in mirrored for place in pair] == pytest.approx(
            [place for left, below, *_ in sorted(backs) for place in (left, below)], abs=0.01
        )


def test_a_deck_of_24_cards_takes_three_sheets_and_has_each_card_as_often_as_the_data_say(printed):
    on_pages = [len(printed.boxes("command-deck", page)) for page in range(6)]
    assert on_pages == [9, 9, 9, 9, 6, 6]
    with pikepdf.open(printed.pdf("command-deck")) as pdf:
        names = [
            str(instruction.operands[0])
            for page in pdf.pages
            for instruction in pikepdf.parse_content_stream(page)
            if str(instruction.operator) == "Do"
        ]
    assert [names.count(f"/Face-value-{value}.front") for value in range(4)] == [7, 8, 6, 3]
    assert names.count("/Face-value-0.back") == 24


def test_a_face_that_is_placed_often_is_in_the_file_once(printed):
    with pikepdf.open(printed.pdf("command-deck")) as pdf:
        forms = {obj.objgen for page in pdf.pages for obj in page.Resources.XObject.values()}
    assert len(forms) == 4 + 1 + 1 + 1  # four faces, the back, and what lies beneath the faces and beneath the back


@BOTH_PAPERS
def test_markers_are_25_mm_wide_and_their_art_reaches_out_to_the_bleed(printed, paper):
    for left, below, right, above in printed.boxes("markers", paper=paper):
        assert (right - left, above - below) == pytest.approx((25, 25), abs=0.01)
    for left, below, right, above in printed.boxes("markers", paper=paper, beginning="/Bleed"):
        assert (right - left, above - below) == pytest.approx((29, 29), abs=0.01)


@BOTH_PAPERS
@pytest.mark.parametrize("kind", KINDS)
def test_faces_keep_the_margins_that_every_printer_leaves_white(printed, kind, paper):
    width, height = size_of_sheet(kind, paper)
    for left, below, right, above in printed.boxes(kind, paper=paper):
        assert min(left, below, width - right, height - above) >= 6.34


def test_a_card_says_what_the_data_say_with_its_figures_filled_in(printed):
    words = printed.text("ability-cards")
    wade = "Wade Shooting +1 Shoot Roll Water up to 2.5 cm deep is not a hindrance; its Shoot Roll gets +1 there."
    assert re.search(re.escape(wade) + r" \w{5} · Herons", words)
    assert re.search(r"Patience Special Those who wait lose −1 turn\. \w{5} · Herons", words)


def test_a_card_with_more_words_says_a_figure_once_more_with_its_whole_condition(herons):
    more = (
        "Whoever stands in the reeds stays there until the wind turns or a frog calls from the far side of the pond; "
        "whoever lies down among them stays for the night."
    )
    herons.edit("data/editions/herons/abilities.yaml", "gets %(bonus)s there.", f"gets %(bonus)s there. {more}")
    assert herons.print("ability-cards") == []
    assert re.search(rf"{re.escape(more)} \+1 Shoot Roll when on foot \w{{5}} · Herons", herons.text("ability-cards"))


def test_a_card_speaks_spanish_and_writes_figures_as_spanish_does(printed):
    words = printed.text("ability-cards", language="es")
    assert "Vadear [Shooting] +1 [Shoot Roll] El agua de hasta 2,5 cm no la estorba; allí suma +1 al disparo." in words
    assert "Paciencia" in words
    assert "Garzas ·" in words


def test_a_minus_is_a_minus_sign_and_a_dash_cell_a_dash(printed):
    words = printed.text("quick-reference")
    assert "+1 Calm water −2 A wind" in words
    assert "Pond 10 cm – Lake 20 cm 2.5 cm" in words


def test_every_word_of_the_sheets_themselves_is_translated(printed):
    words = printed.text("quick-reference", language="es")
    assert "[Quick reference]" in words
    assert "[DIFFICULTY]" in words
    assert "[revision" in words


def test_suits_have_the_names_of_the_language(printed):
    assert "CLUBS" in printed.text("command-deck").upper()
    assert "BASTOS" in printed.text("command-deck", language="es").upper()


def test_the_margin_says_what_the_sheet_is(printed):
    words = printed.text("command-deck", page=3)
    assert "20 mm Herons · Command deck · English · A4 · sheet 2 of 3 · back · version 1.0 · revision" in words


@BOTH_LANGUAGES
def test_a_document_says_its_title_author_and_language_and_is_not_to_be_scaled(printed, language):
    with pikepdf.open(printed.pdf("ability-cards", language)) as pdf:
        assert str(pdf.Root.Lang) == language
        assert str(pdf.docinfo.Title) == {"en": "Herons: Ability cards", "es": "Garzas: [Ability cards]"}[language]
        assert str(pdf.docinfo.Author) == "Kensei Docs"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"


def test_the_cards_are_the_structure_of_the_document_in_reading_order(printed):
    with pikepdf.open(printed.pdf("ability-cards")) as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        (document,) = pdf.Root.StructTreeRoot.K
        first = document.K[0]
        assert [str(face.T) for face in first.K] == ["Wade", "Patience", "Silence"]
        assert all(face.Pg.objgen == pdf.pages[0].obj.objgen for face in first.K)


@pytest.mark.parametrize("kind", KINDS)
def test_the_fonts_are_those_of_the_packages_and_are_embedded(printed, kind):
    with pikepdf.open(printed.pdf(kind)) as pdf:
        fonts = {
            str(font.BaseFont)
            for page in pdf.pages
            for form in [page.obj, *page.Resources.XObject.values()]
            for font in form.Resources.get("/Font", {}).values()
        }
        embedded = [
            font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()
            for page in pdf.pages
            for form in [page.obj, *page.Resources.XObject.values()]
            for font in form.Resources.get("/Font", {}).values()
        ]
    assert fonts
    assert all(name.split("+")[1].startswith(("SourceSansPro-", "SourceSerifPro-")) for name in fonts)
    assert all(data[:4] == b"\0\1\0\0" for data in embedded)


def test_a_margin_says_the_version_and_the_day_of_the_latest_erratum(printed, herons):
    assert " · version 1.0 · revision" in printed.text("markers")
    herons.write(
        "data/errata/herons/2026-03-01-silence.yaml",
        """
        name: Silence is louder
        reason: Nobody believed it.
        source: a letter
        changes:
          text:
            record: ability/silence
            fact: text
            from: Nobody hears it come.
            to: Everybody hears it come.
        """,
    )
    herons.print("ability-cards")
    assert "Everybody hears it come." in herons.text("ability-cards")
    assert " · version 1.1 · errata 2026-03-01 · revision" in herons.text("ability-cards")


def test_a_line_too_long_for_the_margin_is_set_smaller_and_whole(herons):
    herons.edit("data/editions/herons/edition.yaml", "name: Herons", f"name: {'Herons of the long river ' * 9}")
    herons.print("markers")
    import pypdfium2

    document = pypdfium2.PdfDocument(herons.pdf("markers"))
    text = document[0].get_textpage()
    at, _ = text.search("revision").get_next()
    assert text.get_charbox(at)[2] * 25.4 / 72 < 204
    document.close()


def test_an_edition_without_records_for_a_kind_gets_none_of_it(herons):
    (herons.folder / "data/editions/herons/command-deck.yaml").unlink()
    herons.translate({})
    assert herons.print("command-deck") == []
    assert herons.outputs == []


def test_what_the_document_leaves_out_is_a_blank_to_fill_in(herons):
    herons.edit("data/editions/herons/abilities.yaml", "bonus: +1", "bonus: null")
    assert herons.print("ability-cards") == []
    assert "its Shoot Roll gets there." in herons.text("ability-cards")


def test_a_sheet_is_printed_in_the_pseudo_language_with_english_figures(herons):
    assert herons.print("ability-cards", languages=["pseudo"]) == []
    words = herons.text("ability-cards", language="pseudo")
    assert "2.5 cm" in words
    assert "Wádé" in words
    assert "pseudo · A4" in words


def test_a_text_that_would_be_too_long_in_the_pseudo_language_is_found(herons):
    herons.write(
        "templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 40x30\nfit: {name: {size: 9, floor: 8}}\n"
    )
    herons.write("templates/frogs/face.html.j2", '<p class="line" data-field="name">{{ name(record) }}</p>')
    herons.write("templates/frogs/face.css", ".line { width: 30mm; height: 4mm; font-size: var(--name) }")
    herons.edit("data/editions/herons/abilities.yaml", "name: Silence", "name: Standing very still")
    assert herons.print("frogs") == []
    (problem,) = herons.print("frogs", languages=["pseudo"])
    assert "frogs-a4 in pseudo, 'silence.front': 'name' runs" in str(problem)
    assert str(problem).endswith(" mm over at 8 pt, the smallest it may be; shorten it  [overflow]")

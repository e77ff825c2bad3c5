"""``kensei-docs build``, as a user meets it."""

import shutil

import pytest
from PIL import Image

import kensei_docs.project
from kensei_docs.documents import build as press
from kensei_docs.documents.products.papers import shipped_papers


@pytest.fixture
def build(herons, run, monkeypatch):
    monkeypatch.setattr(kensei_docs.project, "shipped", lambda: herons.folder)
    monkeypatch.chdir(herons.folder)
    return lambda *words: run("build", *words)


def test_it_says_what_it_wrote_and_then_that_nothing_changed(build):
    first = build("markers", "-l", "en", "--paper", "a4")
    assert (first.status, first.err) == (0, "")
    assert first.out == (
        "wrote build/herons/en/markers-a4.pdf: 34 pieces on 2 sides\n"
        "1 document written, 0 unchanged; 60 faces laid out, 0 reused\n"
    )
    second = build("markers", "-l", "en", "--paper", "a4")
    assert (second.status, second.out) == (0, "0 documents written, 1 unchanged\n")


def test_by_default_it_prints_every_kind_in_every_language_on_a4_and_letter(build, herons):
    assert build().status == 0
    printed = sorted(
        str(file.relative_to(herons.folder / "build/herons")) for file in (herons.folder / "build").rglob("*.pdf")
    )
    assert printed == [
        f"{language}/{kind}-{paper}.pdf"
        for language in ("en", "es")
        for kind in ("ability-cards", "command-deck", "markers", "quick-reference")
        for paper in ("a4", "letter")
    ]


def test_verbose_says_why_a_face_is_laid_out(build, herons):
    build("markers", "-l", "en", "--paper", "a4")
    herons.edit("data/editions/herons/markers.yaml", "Has flown", "Has landed")
    told = build("markers", "-l", "en", "--paper", "a4", "--verbose")
    assert told.out.splitlines()[0] == ("herons/en/markers used-unit-1.front: its data changed")


def test_a_figure_that_is_changed_back_is_printed_as_it_was(build, herons):
    order = ("ability-cards", "-l", "en", "--paper", "a4")
    build(*order)
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    build(*order)
    assert "lose −2 turn" in herons.text("ability-cards")
    herons.edit("data/editions/herons/abilities.yaml", "loss: -2", "loss: -1")
    assert "1 document written" in build(*order).out
    assert "lose −1 turn" in herons.text("ability-cards")


def test_what_changes_while_it_is_printed_is_printed_the_next_time(build, herons, monkeypatch):
    order = ("ability-cards", "-l", "en", "--paper", "a4")
    plan = press.plan

    def disturbed(*asked):
        planned = plan(*asked)
        herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
        return planned

    monkeypatch.setattr(press, "plan", disturbed)
    assert build(*order).status == 0
    monkeypatch.setattr(press, "plan", plan)
    assert "lose −1 turn" in herons.text("ability-cards")
    assert "1 document written" in build(*order).out
    assert "lose −2 turn" in herons.text("ability-cards")


def test_a_text_that_does_not_fit_is_told_after_all_the_rest_is_printed(build, herons):
    herons.edit("data/editions/herons/markers.yaml", "Has flown", "Has flown " * 12)
    told = build("markers", "ability-cards", "-l", "en", "--paper", "a4")
    assert told.status == 1
    assert "'used-unit-1.front': 'name' runs" in told.err
    assert "wrote build/herons/en/ability-cards-a4.pdf" in told.out


def test_png_draws_each_side_beside_its_document(build, herons):
    build("command-deck", "-l", "es", "--paper", "letter", "--format", "png")
    folder = herons.folder / "build/herons/es"
    pictures = sorted(file.name for file in folder.glob("*.png"))
    assert pictures == [f"command-deck-letter-{side}.png" for side in range(1, 7)]
    with Image.open(folder / pictures[0]) as picture:
        # 150 dots an inch, give or take the last row.
        assert picture.width == pytest.approx(11 * 150, abs=1)
        assert picture.height == pytest.approx(8.5 * 150, abs=1)
        assert picture.convert("L").getextrema()[0] < 60


def test_the_pictures_of_a_kind_that_is_gone_go_with_its_documents(build, herons):
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.html.j2", "{{ name(record) }}")
    herons.write("templates/frogs/face.css", "")
    build("frogs", "-l", "en", "--paper", "a4", "--format", "png")
    folder = herons.folder / "build/herons/en"
    assert [file.name for file in sorted(folder.glob("frogs*"))] == ["frogs-a4-1.png", "frogs-a4.pdf"]
    shutil.rmtree(herons.folder / "templates/frogs")
    told = build("markers", "-l", "en", "--paper", "a4")
    assert "frogs-a4-1.png: is deleted: there is no kind 'frogs' any more" in told.err
    assert list(folder.glob("frogs*")) == []


def test_a_picture_of_a_page_that_is_no_more_goes(build, herons):
    left = herons.folder / "build/herons/en/markers-a4-3.png"
    build("markers", "-l", "en", "--paper", "a4")
    left.write_bytes(b"of an older build")
    build("markers", "-l", "en", "--paper", "a4", "--format", "png")
    assert not left.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["marker"],
            "templates: there is no kind of document 'marker'; did you mean 'markers'?; known "
            "are ability-cards, calibration, command-deck, markers, quick-reference  [kind]\n",
        ),
        (
            ["-e", "heron"],
            "data/editions: there is no edition 'heron'; did you mean 'herons'?; known are herons  [edition]\n",
        ),
        (
            ["-l", "ess"],
            "build: there is no language 'ess'; did you mean 'es'?; known are en, es, pseudo  [language]\n",
        ),
        (
            ["--paper", "a44"],
            "build: there is no paper 'a44'; did you mean 'a4'?; known are "
            + f"{', '.join(shipped_papers())}  [paper]\n",
        ),
        (
            ["--format", "pfd"],
            "build: there is no format 'pfd'; did you mean 'pdf'?; known are pdf, png, html, webp, tts  [format]\n",
        ),
    ],
)
def test_a_word_that_is_not_known_is_one_line_with_what_was_meant(build, words, said):
    told = build(*words)
    assert (told.status, told.err) == (2, said)


def test_a_folder_that_can_not_be_written_to_is_one_line(build, herons):
    herons.write("taken", "a file")
    told = build("markers", "--out", "taken")
    assert told.status == 2
    assert told.err == (
        "taken: can't be written (File exists); choose another folder, or mend its permissions  [output]\n"
    )


def test_it_prints_into_another_folder(build, herons):
    told = build("markers", "-l", "es", "--paper", "letter", "--out", "elsewhere")
    assert told.status == 0
    assert (herons.folder / "elsewhere/herons/es/markers-letter.pdf").is_file()


def test_what_can_not_be_printed_is_told_and_the_rest_is_printed(build, herons):
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 40x30\n")
    herons.write("templates/frogs/face.html.j2", "{{ naem(record) }}")
    herons.write("templates/frogs/face.css", "")
    herons.write("templates/toads/kind.yaml", "title: Toads\neach: ability\nfase: 40x30\n")
    herons.write("templates/toads/face.html.j2", "")
    herons.write("templates/toads/face.css", "")
    told = build("frogs", "toads", "markers", "-l", "en", "--paper", "a4")
    assert told.status == 2
    assert "frogs/face.html.j2:1: this template can't print ability/wade" in told.err
    assert "toads/kind.yaml:3:7: 'fase' is not known here; did you mean 'face'?" in told.err
    assert "wrote build/herons/en/markers-a4.pdf" in told.out
    # A kind that nobody asks for is nobody's trouble.
    assert build("markers", "-l", "en", "--paper", "a4").status == 0


def test_a_missing_glyph_translation_and_icon_are_named_and_nothing_is_left_blank(build, herons):
    herons.edit("data/editions/herons/abilities.yaml", "Nobody hears", "ბ hears")
    herons.edit("data/locale/es/herons.po", 'msgstr "Vadear"', 'msgstr ""')
    herons.edit("data/editions/herons/markers.yaml", "icon: fire", "icon: fyre")
    told = build("markers", "ability-cards", "--paper", "a4")
    assert told.status == 1
    assert "no glyph for 'ბ' (U+10D1)" in told.err
    assert "'herons/ability/wade.name' has no translation into es" in told.err
    assert "there is no icon 'fyre'; did you mean 'fire'?" in told.err
    assert "☐ hears it come." in herons.text("ability-cards")
    assert "Wade" in herons.text("ability-cards", language="es")
    assert "?" in herons.text("markers")


def test_sizes_themes_and_papers_can_be_listed(build):
    told = build("--list")
    assert told.status == 0
    assert "  ability-cards: poker; two languages\n" in told.out
    assert "  tarot: 70x120 mm\n" in told.out
    assert "  low-ink: " in told.out
    assert "  a3: 297x420 mm\n" in told.out


def test_a_printer_brings_its_paper_and_its_offset(build, herons):
    herons.write("printers.yaml", "desk: {paper: a3, offset: {x: 1}}\n")
    assert "markers-a3-printer-desk.pdf" in build("markers", "-l", "en", "--printer", "desk").out
    # A printer that is measured anew is not an unchanged order.
    build("command-deck", "-l", "en", "--printer", "desk")
    herons.write("printers.yaml", "desk: {paper: a3, offset: {x: 2}}\n")
    assert "1 document written" in build("command-deck", "-l", "en", "--printer", "desk").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "pokr"], "build: 'pokr' is not a size of face; did you mean 'poker'?; write poker"),
        (
            ["--backs", "longedge"],
            "build: there are no backs 'longedge'; did you mean 'long-edge'?; "
            "known are none, gutterfold, long-edge, short-edge  [backs]",
        ),
        (["--grid", "3by3"], "build: '3by3' is not a grid; write columns x rows, such as 3x3  [grid]"),
        (["--printer", "desk"], "printers.yaml: there is no printer 'desk'; describe it there  [printer]"),
        (
            ["--theme", "colours"],
            "build: there is no theme 'colours'; did you mean 'colour'?; known "
            "are black-and-white, colour, large-print, low-ink  [theme]",
        ),
    ],
)
def test_an_option_that_means_nothing_is_one_line(build, words, said):
    told = build("markers", *words)
    assert told.status == 2
    assert told.err.startswith(said)

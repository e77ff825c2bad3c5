"""The sheet of errata, to be laid into the book."""

from __future__ import annotations

import re

import pikepdf
import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import load
from kensei_docs.documents.markup.errata import ErrataLog
from kensei_docs.project import Project


@pytest.fixture
def shipped():
    """The shipped editions, with their errata."""
    return Project.open()


def words_of(press, *languages, **asked):
    assert press.print("errata-sheet", languages=languages or ("en",), **asked) == []
    return press.text("errata-sheet", language=(languages or ("en",))[0])


def test_errata_stand_with_version_and_reason_the_latest_first(mended):
    words = words_of(mended)
    first, second, third = map(words.index, ("Stilts for silence", "Patience costs more", "Deeper water"))
    assert first < second < third
    assert "Errata Herons 1.3 2026-04-10 3 5 version date errata corrections" in words
    assert "The pond was measured <anew> & rightly." in words
    assert {"1.1", "1.2", "1.3"} <= set(words.split())


def test_what_the_last_sheet_did_not_have_is_marked(mended):
    words = words_of(mended)
    assert words.count("New since") == 1
    assert "1.3 2026-04-10 New since 1.2" in words


def test_a_first_sheet_marks_nothing_as_new(mended):
    (mended.folder / "data/errata/herons/2026-04-10-stilts.yaml").unlink()
    mended.translate({})
    assert "New since" not in words_of(mended)


def test_it_says_what_is_printed_and_what_to_read_in_its_place(mended):
    words = words_of(mended)
    assert " 2.5 cm 3.5 cm " in words
    assert "Lake" in words and re.search(r"For 2\.5 cm ?, read 4 cm ?\.", words)
    assert "Those who wait and watch lose −1 turn. turn, and then another one after that." in words
    assert "Stilts" in words and "new Stands 7.5 cm above the water." in words
    assert "Silence" in words and "withdrawn" in words


def test_in_spanish_only_what_stands_in_an_english_book_is_left_in_english(mended):
    words = words_of(mended, "es")
    # The sentence, with its figures, is that of the book in which it is corrected.
    assert "Agua más honda" in words and " 2.5 cm 3.5 cm " in words
    assert "Deeper" not in words and "[version]" in words


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_languages_stand_side_by_side_on_one_page(mended, paper):
    assert mended.print("errata-sheet", papers=[paper], also="es") == []
    with pikepdf.open(mended.pdf("errata-sheet", paper=f"{paper}-with-es")) as pdf:
        assert len(pdf.pages) == 1
    words = mended.text("errata-sheet", paper=f"{paper}-with-es")
    assert "Deeper water" in words and "Agua más honda" in words
    assert " 2.5 cm 3.5 cm " in words and " 2,5 cm 3,5 cm " in words


def test_in_the_second_language_itself_the_sheet_has_that_one_alone(mended):
    assert mended.print("errata-sheet", languages=["en", "es"], also="es") == []
    assert mended.pdf("errata-sheet", paper="a4-with-es").is_file()
    assert "Deeper" not in mended.text("errata-sheet", language="es")


def test_more_errata_than_a_page_holds_go_on_over_the_next(mended):
    for number in range(16):
        mended.write(
            f"data/errata/herons/2027-01-{number % 28 + 1:02}-more-{number}.yaml",
            f"""
            name: Erratum {number}
            reason: {"It was wrong for a long time, and nobody had seen it. " * 4}
            source: a letter
            add:
              ability/new-{number}: {{name: New {number}, text: Nothing.}}
            """,
        )
    mended.translate({})
    assert mended.print("errata-sheet") == []
    with pikepdf.open(mended.pdf("errata-sheet")) as pdf:
        assert len(pdf.pages) > 1, len(pdf.pages)


def test_house_rules_without_an_erratum_are_named(mended, tmp_path):
    house = tmp_path / "house"
    abilities = house / "data" / "editions" / "herons" / "abilities.yaml"
    abilities.parent.mkdir(parents=True)
    abilities.write_text("naps: {name: Naps, text: Sleeps at noon.}\n", encoding="utf-8")
    project = Project((house, mended.folder), house / "build")
    database, problems = load(project)
    assert problems == []
    log = ErrataLog(database.editions["herons"], Translator(project, database, "en"))
    assert (log.version, log.printed, log.house_rules) == ("1.3+1", "1.0+1", ["Naps"])


def test_an_edition_without_errata_has_no_sheet(mended):
    for file in (mended.folder / "data/errata/herons").iterdir():
        file.unlink()
    assert mended.print("errata-sheet") == []
    assert mended.outputs == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_corrections_stand_by_the_pages_of_the_book_in_its_words(shipped, language):
    database, _ = load(shipped)
    edition = database.editions["kensei-2e"]
    printed = Translator(shipped, database, "en") if language != "en" else None
    log = ErrataLog(edition, Translator(shipped, database, language), printed)
    corrections = [one for _, one in log.by_page]
    assert [one.pages for one in corrections] == sorted(one.pages for one in corrections)
    assert len(corrections) == log.shown == 14
    flees = next(one for one in corrections if one.record == "Ashigaru")
    assert (flees.old, flees.new) == ("3D6", "3D6\u00a0cm")
    ninja = next(one for one in corrections if one.record == "Ninja")
    assert (ninja.old, ninja.new) == ("In the Shadows", "Into the Shadows")
    assert all(one.place for one in corrections)
    assert not any(BLANK in one.label + "".join(one.around) for one in corrections)


def test_no_correction_says_that_a_document_prints_it(shipped):
    database, _ = load(shipped)
    edition = database.editions["kensei-lr-2020"]
    log = ErrataLog(edition, Translator(shipped, database, "en"))
    [correction] = log.corrections(edition.errata["2026-11-22-sheltered-units"])
    assert correction.label == "Sheltered Unit marker"


def test_an_erratum_that_changes_nothing_in_a_language_says_so(mended):
    mended.write(
        "data/errata/herons/2026-04-11-word.yaml",
        "name: A word\nreason: It was misspelt.\nsource: a letter\n"
        "changes: {name: {record: ability/patience, fact: name, from: Patience, to: Patience}}\n",
    )
    mended.translate({})
    assert "In this language the text says it rightly already." in words_of(mended)


def test_a_sheet_with_few_errata_is_to_be_cut(mended):
    assert "Cut here." not in words_of(mended)
    for name in ("2026-03-01-patience", "2026-04-10-stilts"):
        (mended.folder / f"data/errata/herons/{name}.yaml").unlink()
    mended.translate({})
    assert "Cut here." in words_of(mended)

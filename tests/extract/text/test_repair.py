"""Words that a text layer broke are made whole; words that are right stay as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.extract import Document

LOST = ["tti", "tft", "ti", "tt", "ft", "tf"]

Read = Callable[..., Document]


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("The ini a ve goes to the be er crew.", "The initiative goes to the better crew."),
        ("A er the ba le roll again.", "After the battle roll again."),
        ("They sit in the se ng sun.", "They sit in the setting sun."),
        ("It is a disrespec ul en ty.", "It is a disrespectful entity."),
        ("All en es fade at once.", "All entities fade at once."),
        ("In case of a e, roll again.", "In case of a tie, roll again."),
        ("No ac ons le .", "No actions left."),
        ("the same me, and as many mes as", "the same time, and as many times as"),
        ("Let me see the ﬁ h barge.", "Let me see the fifth barge."),
        ("whoever has the tle goes ﬁrst", "whoever has the title goes first"),
        ("e.g.: a pilot acts ac vely", "e.g.: a pilot acts actively"),
    ],
)
def test_lost_ligatures_come_back(read: Read, broken: str, whole: str) -> None:
    assert read(broken, lost_ligatures=LOST).text == whole


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("a simi‐\nlar barge", "a similar\nbarge"),
        ("the differen ‐\nated logs", "the differentiated\nlogs"),
        ("the in‐\nia ve roll", "the initiative\nroll"),
        ("it is s mula‐\nng, and so on", "it is stimulating,\nand so on"),
        ("the ba ‐\n\nle ends", "the battle\n\nends".replace("\n\n", "\n")),
        ("cen\n‐\nmetres of rope", "centimetres\nof rope"),
        ("at any\nme of day", "at any\ntime of day"),
        ("read it in‐\ndepth", "read it in-depth"),
        ("the can‐\nnot of it, but they cannot", "the cannot\nof it, but they cannot"),
        ("Hata‐\nMori hoists his ﬂag", "Hata-Mori\nhoists his flag"),
    ],
)
def test_words_go_on_over_line_ends(read: Read, broken: str, whole: str) -> None:
    assert read(broken, lost_ligatures=LOST, names=["Hata-Mori"]).text == whole


@pytest.mark.parametrize(
    "sound",
    [
        "Let me be at one with the man on a line, nor a new one.",
        "The unit stands out and may be the best.",
        "1\n\n+1\n\n-2 enemy barges\n\n4+",
        "The Ki of the GI and of units BA and SB is 3.",
        "See www.example.es/or p.90 (10 ap).",
        "-1D6 if the barge is well-built and mid-channel",
    ],
)
def test_sound_words_and_figures_stay(read: Read, sound: str) -> None:
    assert read(sound, lost_ligatures=LOST).text == sound.replace("\n\n", "\n")


def test_a_document_that_lost_nothing_keeps_its_fragments(read: Read) -> None:
    assert read("He said me, le and a er.").text == "He said me, le and a er."


def test_spanish_stays_as_it_is(read: Read) -> None:
    text = "Si el líder está a tu lado, añade +1 a la tirada de él y de su unidad."
    assert read(text, language="es").text == text


def test_the_documents_own_names_are_mended(read: Read) -> None:
    text = "The Ma ori row. In Onm‐\nyouji waters all Onmyouji swim, as Onmyouji do."
    assert read(text, lost_ligatures=LOST, names=["Mattori"]).text == (
        "The Mattori row. In Onmyouji\nwaters all Onmyouji swim, as Onmyouji do."
    )


def test_a_word_goes_on_after_a_line_of_the_column_beside(read: Read) -> None:
    text = "the pilot takes his po‐\nFlags are hung out.\nsi on on the deck"
    assert read(text, lost_ligatures=LOST).text == ("the pilot takes his position\non the deck\nFlags are hung out.")


def test_a_line_tells_where_its_words_begin(read: Read) -> None:
    document = read("one simi‐\nlar barge\n\nand a er that 10 cm", lost_ligatures=LOST)
    start = document.text.index("similar")
    assert document.place(start, start + 7) == ((1, 1), None)
    start = document.text.index("10 cm")
    assert document.place(start, start + 5) == ((4, 4), None)
    assert [line.block for line in document.lines] == [0, 0, 1]


@pytest.mark.parametrize(
    ("lost", "broken", "whole"),
    [
        (["fi"], "They nd the key and ght.", "They find the key and fight."),
        (["th"], "It is bo ersome.", "It is bothersome."),
        (["ti"], "A simple ac on.", "A simple action."),
        (["fi"], "A simple ac on.", "A simple ac on."),
    ],
)
def test_what_comes_back_is_what_the_source_says_is_lost(read: Read, lost: list[str], broken: str, whole: str) -> None:
    assert read(broken, lost_ligatures=lost).text == whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("ALL OF THE HAR‐\nBOUR is wet.", "ALL OF THE HARBOUR\nis wet."),
        ("A simi‐\nlar !", "A similar\n!"),
        ("the well‐\nMade boats", "the well-\nMade boats"),
        ("the well‐\nmade boats", "the well-made\nboats"),
        ("We saw a grum‐\nAnother line\nzle of it.", "We saw a grum-\nAnother line\nzle of it."),
        ("He saw the har‐\nness of a\nbour in it.", "He saw the harness\nof a\nbour in it."),
        ("He saw the har‐\nNess of a\nbour in it.", "He saw the harbour\nin it.\nNess of a"),
    ],
)
def test_a_word_goes_on_where_it_makes_one_with_what_follows(read: Read, text: str, whole: str) -> None:
    assert read(text).text == whole


def test_a_word_between_two_names_is_one_of_their_language(read: Read) -> None:
    text = "The Aperos de Labranza are tools. The de turns."
    whole = "The Aperos de Labranza are tools. The tide turns."
    assert read(text, lost_ligatures=LOST, names=["Aperos", "Labranza"]).text == whole

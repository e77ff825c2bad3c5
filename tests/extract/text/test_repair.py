"""Words that a text layer broke are made whole; words that are right stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.text.repair import (
    Change,
    Words,
    broken_forms,
    candidates,
    index_of,
    own_words,
    rewritten,
    tokens_of,
)
from kensei_docs.languages import Lexicon

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
        ("No ac ons le , so go on.", "No actions left, so go on."),
        ("tle is yours", "title is yours"),
        ("The word (tle) is broken.", "The word (tle) is broken."),
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
        ("a two‐\nhanded pole", "a two-handed\npole"),
        ("an over\u200b whelmed crew, a long\u200b pole", "an overwhelmed crew, a long pole"),
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


def test_a_word_may_have_lost_its_letters_at_several_places(read: Read) -> None:
    text = read("The Ma ra ga no row to Ma ra ga no.", lost_ligatures=LOST, names=["Matiratigatino"]).text
    assert text == "The Matiratigatino row to Matiratigatino."


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
        ("ALL OF THE CA‐\nNAL is wet.", "ALL OF THE CANAL\nis wet."),
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


@pytest.mark.parametrize("before", ["The ", "", "The (", "No. 4: "])
def test_a_word_between_two_names_is_one_of_their_language(read: Read, before: str) -> None:
    """Whatever stands before the first name."""
    text = f"{before}Aperos de Labranza are tools. The de turns."
    whole = f"{before}Aperos de Labranza are tools. The tide turns."
    assert read(text, lost_ligatures=LOST, names=["Aperos", "Labranza"]).text == whole


def lines_of(*texts: str) -> list[ReadLine]:
    """Lines of a text, each in a block of its own behind an empty line."""
    lines: list[ReadLine] = []
    block = 0
    for number, text in enumerate(texts, 1):
        block += not text
        if text:
            lines.append(ReadLine(text, number, number, None, block, False))
    return lines


@given(st.lists(st.sampled_from(["ba", "go", "rum", "u"]), min_size=2, max_size=4))
def test_each_pair_of_a_word_may_be_lost_with_a_space_or_without_one_or_be_sound(parts: list[str]) -> None:
    """``ti`` between all parts: a form counts the pairs that left no space."""
    expected: dict[str, set[int]] = {}
    for between in product((" ", "", "ti"), repeat=len(parts) - 1):
        form = parts[0] + "".join(map("".join, zip(between, parts[1:], strict=True)))
        if " " in between:
            expected.setdefault(form, set()).add(sum(one != " " for one in between))
    found = broken_forms("ti".join(parts), ["ti"])
    assert found == {(form, sound) for form, sounds in expected.items() for sound in sounds}


@pytest.mark.parametrize(
    ("texts", "own"),
    [
        (("A huguk and a huguk.",), {"huguk"}),
        (("A huguk.",), set()),
        # One with a pair that is lost elsewhere is not a fragment.
        (("A hutiguk.",), {"hutiguk"}),
        (("The oar and the oar.", "An ox and an ox."), set()),
        (("The barge and the barge.",), set()),
        # What stands at a hyphen may be half a word.
        (("A hutiguk‐", "barge or hutigok."), {"hutigok"}),
        (("A barge‐", "hutiguk or hutigok."), {"hutigok"}),
    ],
)
def test_a_document_knows_the_words_that_it_repeats_or_writes_whole(texts: tuple[str, ...], own: set[str]) -> None:
    lexicon = Lexicon(None, frozenset({"barge"}))
    assert own_words(tokens_of(lines_of(*texts)), lexicon, ["ti"]) == own


def scores(*texts: str, known: str = "battle") -> dict[str, float]:
    """How likely each word is that the text may begin with."""
    words = Words(Lexicon(None, frozenset({known})), set(), index_of([known], ["tt"]))
    return {one.word: one.score for one in candidates(tokens_of(lines_of(*texts)), 0, words)}


def test_a_word_is_less_likely_to_go_on_in_another_block() -> None:
    near, far = scores("ba", "le"), scores("ba", "", "le")
    assert near["battle"] == scores("ba le")["battle"]
    assert far["battle"] == near["battle"] - 4
    assert far["ba"] == near["ba"] == 0


def test_a_word_is_less_likely_the_more_of_it_is_lost_at_its_ends() -> None:
    assert scores("bu er", known="butter")["butter"] == scores("ba le")["battle"]
    # Lost at its end, and no space within.
    assert "matt" not in scores("ma, le", known="matt") and scores("ma le", known="matt")["matt"] == -0.5


def test_each_pair_that_is_sound_makes_it_as_much_less_likely_that_another_is_lost() -> None:
    word = "cottonbattlebutter"
    texts = ("co onba lebu er", "cottonba lebu er", "cottonbattlebu er")
    none, one, two = (scores(text, known=word)[word] for text in texts)
    assert none > one > two
    assert none - one == one - two


@pytest.mark.parametrize("text", ["ba, le", "ba. le", "ba 3 le", "ba Le", "BA le", "ba.le"])
def test_pieces_with_a_sign_or_a_capital_between_them_are_no_word(text: str) -> None:
    assert "battle" not in scores(text)


@pytest.mark.parametrize(("pieces", "found"), [(2, True), (7, True), (8, False)])
def test_a_word_is_looked_for_in_up_to_seven_pieces(pieces: int, found: bool) -> None:
    parts = ["ba", "go", "ru", "mo", "ne", "su", "de", "ka"][:pieces]
    assert ("tt".join(parts) in scores(" ".join(parts), known="tt".join(parts))) is found


@pytest.mark.parametrize(
    ("text", "changes", "whole"),
    [
        ("one tow .", [Change(4, 7, "three")], "one three ."),
        ("one tow .", [Change(4, 7, "three", closes=True)], "one three."),
        ("one tow , four", [Change(4, 7, "three", closes=True)], "one three, four"),
        ("one tow four", [Change(4, 7, "three", closes=True)], "one three four"),
        ("one tow  .", [Change(4, 7, "three", closes=True)], "one three ."),
        ("one tow", [Change(4, 7, "three", closes=True)], "one three"),
        ("tow, tow", [Change(0, 3, "two"), Change(5, 8, "three")], "two, three"),
    ],
)
def test_a_word_that_lost_its_end_takes_the_space_before_punctuation_with_it(
    text: str, changes: list[Change], whole: str
) -> None:
    assert [line.text for line in rewritten(lines_of(text), changes)] == [whole]


def test_a_compound_of_a_number_keeps_its_hyphen_at_the_end_of_a_line(read: Read) -> None:
    """The number is a figure: *sixsided* would have none."""
    text = read("You will be using six-\nsided dice, and two-\nhanded oars.").text
    assert "six-sided" in text and "two-handed" in text

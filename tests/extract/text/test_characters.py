"""Garbled characters: doubled glyphs, markup, minus signs, lost per cent and inch marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.extract.document import SILENT
from kensei_docs.extract.text.characters import plain, undoubled, with_inches, with_ligatures_of_fonts, with_percent
from kensei_docs.languages import Lexicon, language


@pytest.mark.parametrize(
    ("garbled", "mended"),
    [
        ("  SShhoorrtt  PPuunntt  rruulleess..  ", "Short Punt rules."),
        ("-- -- W W", "-- -- W W"),
        ("aa 11", "aa 11"),
        ("a diﬃcult ﬁsh ﬂoats oﬀ", "a difficult fish floats off"),
        ("<i>Strength</i>\t4\t-", "Strength 4 -"),
        ("see the section *On Barges* below", "see the section On Barges below"),
        ("‐1D6, −2, ‐ XD6 and ‐X", "-1D6, -2, - XD6 and ‐X"),
        ("1‐2 logs", "1‐2 logs"),
        ("ini(cid:415)a(cid:415)ve", "ini a ve"),
        ("6 inches¹ in a punt²³, 4 in¹ on foot.⁴ 12¹ logs", "6 inches in a punt, 4 in on foot. 12¹ logs"),
        ("10² logs on 3 m² of a raft", "10² logs on 3 m² of a raft"),
    ],
)
def test_a_line_is_read_plainly(garbled: str, mended: str) -> None:
    assert plain(garbled) == mended


def test_signs_that_look_like_primes_are_primes() -> None:
    assert with_inches(plain("within 2ʺ of the mill, 12 ˝ from it, 6ʹ high")) == (
        "within 2″ of the mill, 12″ from it, 6 ft high"
    )


@pytest.mark.parametrize(
    ("garbled", "mended"),
    [
        ("Armour : 10� (halved)", "Armour : 10″ (halved)"),
        ("8” 24” ---- 48”", "8″ 24″ ---- 48″"),
        ('up to 6" on foot', "up to 6″ on foot"),
        ('at most 5" instead of 6".', "at most 5″ instead of 6″."),
        ("he calls it “rule 7” at 3”", "he calls it “rule 7” at 3″"),
        ('he calls it "rule 7"', 'he calls it "rule 7"'),
        ('moves 10 inches or 4"or so', "moves 10 inches or 4″ or so"),
        ('from the “0” space to the "4" space', 'from the “0” space to the "4" space'),
        ('1½" deep, 6“ weit, “Runde 2”', "1½″ deep, 6″ weit, “Runde 2”"),
        ("4'' and 5’’", "4″ and 5″"),
    ],
)
def test_inch_marks_are_one_mark(garbled: str, mended: str) -> None:
    assert with_inches(garbled) == mended


def test_quotations_are_those_of_the_language() -> None:
    assert (
        with_inches("„Runde 2“ geht 4“ weit, »3” nicht", language("de").quotes) == "„Runde 2“ geht 4″ weit, »3″ nicht"
    )


@pytest.mark.parametrize(
    ("line", "above", "below", "mended"),
    [
        ("loses 25. of its way", "", "", "loses 25 % of its way"),
        (": If 50. of unit", "", "", ": If 50 % of unit"),
        ("loses 25.", "", "of its way", "loses 25 %"),
        ("25. of its way", "the barge loses", "", "25 % of its way"),
        ("1. movement", "the phases are", "", "1. movement"),
        ("25. movement", "", "", "25. movement"),
        ("It costs 25. Then", "", "", "It costs 25. Then"),
        ("It costs 25.", "", "Then", "It costs 25."),
    ],
)
def test_a_lost_per_cent_sign_comes_back(line: str, above: str, below: str, mended: str) -> None:
    assert with_percent(line, above, below) == mended


@given(st.lists(st.text("abcdefgXYZ123", min_size=3, max_size=9), min_size=1, max_size=5))
def test_doubling_every_glyph_changes_nothing(words: list[str]) -> None:
    doubled = " ".join("".join(char * 2 for char in word) for word in words)
    telling = any(len(set(filter(str.isalpha, word))) > 2 for word in words)
    assert undoubled(doubled) == (undoubled(" ".join(words)) if not telling else " ".join(words)) or not telling


def test_a_ligature_that_only_a_font_knows_is_the_pair_that_makes_words_known() -> None:
    lexicon = Lexicon(language("en").dictionary, frozenset({"hattori"}))
    lines = ["Ha\ue03cori has be\ue03cer boats,", "and a sta\ue03c\ue03c of \ue0ff."]
    assert with_ligatures_of_fonts(lines, lexicon)[0] == "Hattori has better boats,"
    assert with_ligatures_of_fonts(["\ue0ff Kites"], lexicon) == ["\ue0ff Kites"]


def test_a_ligature_that_only_begins_sentences_has_a_capital_letter() -> None:
    lexicon = Lexicon(language("en").dictionary, frozenset())
    lines = ["\ue049e kites score 1, 3 and 5. \ue049e highest", "of them wins. \ue049ere is a draw"]
    assert with_ligatures_of_fonts(lines, lexicon)[0] == "The kites score 1, 3 and 5. The highest"
    lines = ["bo\ue049 score 5 wi\ue049 ease. \ue049e wind"]
    assert with_ligatures_of_fonts(lines, lexicon) == ["both score 5 with ease. the wind"]


def test_a_glyph_without_a_character_is_the_pair_that_makes_words_or_a_part_of_a_letter() -> None:
    lexicon = Lexicon(language("en").dictionary, frozenset())
    pair, part = SILENT
    lines = [f"It su{pair}ers from the sti{pair} wind,", f"but the cafe{part} is near."]
    assert with_ligatures_of_fonts(lines, lexicon) == ["It suffers from the stiff wind,", "but the cafe is near."]
    assert with_ligatures_of_fonts([f"Xq{part}zt"], lexicon) == ["Xqzt"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Hail gives －5 to it", "Hail gives -5 to it"),
        ("goes ６ cm", "goes 6 cm"),
        ("Roll ２Ｄ６＋１, lose ５０％", "Roll 2D6+1, lose 50%"),
        ("➖2 and ﹣3 cm", "-2 and -3 cm"),
        ("costs １，０００", "costs 1,000"),
        ("goes ٦ cm", "goes 6 cm"),
        ("m² and x³", "m² and x³"),
    ],
)
def test_digits_and_signs_of_figures_are_those_of_ascii(written: str, read: str) -> None:
    assert plain(written) == read

"""The markup of words: what is bold, italic, an icon or a line break, and what stays as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.database.word_markup import (
    BOLD,
    END_BOLD,
    END_ICON,
    END_ITALIC,
    ICON,
    ITALIC,
    LINE,
    MARKS,
    PARAGRAPH,
    count_of_markup,
    faults_of_markup,
    icons_in,
    marked,
    plain,
    without_icons,
)

SHOWN = str.maketrans(
    {
        BOLD: "<b>",
        END_BOLD: "</b>",
        ITALIC: "<i>",
        END_ITALIC: "</i>",
        ICON: "[",
        END_ICON: "]",
        LINE: "|",
        PARAGRAPH: "¶",
    }
)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("**Charge!** Move on.", "<b>Charge!</b> Move on."),
        ("Move *now*, and **only *now***.", "Move <i>now</i>, and <b>only <i>now</i></b>."),
        ("***Both***", "<i><b>Both</b></i>"),
        ("(**in brackets**)", "(<b>in brackets</b>)"),
        ("un*believ*able", "un<i>believ</i>able"),
        ("**%(harm)s wounds** each", "<b>%(harm)s wounds</b> each"),
        ("deal **%(harm)s {icon:wound}** now", "deal <b>%(harm)s [wound]</b> now"),
        ("Take { icon: game-icons:wave }.", "Take [game-icons:wave]."),
        ("%(markers)s {marker|markers}", "%(markers)s {marker|markers}"),
        ("one\ntwo", "one|two"),
        ("one \\n two", "one|two"),
        ("one\n\n\ntwo\n", "one¶two"),
        (r"\*\*as it is\*\*, \{icon:wound}, a \\ sign", "**as it is**, {icon:wound}, a \\ sign"),
        (r"C:\new\map", "C:|ew\\map"),
    ],
)
def test_markup_becomes_marks(words, shown):
    assert marked(words).translate(SHOWN) == shown


@pytest.mark.parametrize(
    "words",
    [
        *("2*3", "2*3*4", "5 * 2", "%(rise)s*%(fall)s*", "a note*", "D6*", "* A note below", "5* and 6*", "**", "* *"),
        *("{icon:}", "{icons}", "{icon:a|b}", "%(a*b*c)s", "a_b_", "# of dice", "{ }"),
    ],
)
def test_what_only_looks_like_markup_stays(words):
    assert marked(words) == words


@pytest.mark.parametrize(
    ("words", "words_alone"),
    [
        ("**Charge!** Take 2{icon:wound}.", "Charge! Take 2 wound."),
        ("{icon:game-icons:sea_wave}s rise", "sea wave s rise"),
        ("**2**{icon:wound}", "2 wound"),
        ("one\\ntwo\n\nthree", "one\ntwo\n\nthree"),
    ],
)
def test_plain_words_have_no_markup(words, words_alone):
    assert plain(words) == words_alone


def test_an_icon_is_called_as_the_game_calls_it():
    assert plain("Take {icon:wound}", {"wound": "Herida"}.__getitem__) == "Take Herida"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("**bold to the end", "'**bold', which no '**' ends"),
        ("so **bold *and* italic", "'**bold', which no '**' ends"),
        ("take {icon:wound", "'{icon:wound', which is no icon yet"),
        ("take {icon wound}", "'{icon wound}', which is no icon yet; write {icon:wound}"),
        ("take (icon:wound)", "'(icon:wound)', which is no icon yet; write {icon:wound}"),
        ("take [Icon: set:wound]", "'[Icon: set:wound]', which is no icon yet; write {icon:set:wound}"),
        ("take {icon:}", "'{icon:}', which names no icon"),
    ],
)
def test_markup_that_is_not_whole_is_told(words, fault):
    (found,) = faults_of_markup(words)
    assert found.said.startswith(fault)


@pytest.mark.parametrize("words", ["**a** *b* {icon:c}", "a note*", "5**", "*Note", "2*3", r"\*\*a", "** a"])
def test_markup_that_is_whole_and_note_marks_are_no_faults(words):
    assert list(faults_of_markup(words)) == []


def test_markup_is_counted_to_be_compared():
    counted = count_of_markup("**a** **b** *c* {icon:d}{icon:d}")
    assert (counted.bold, counted.italic, counted.icons) == (2, 1, {"d": 2})
    assert icons_in("a {icon:d} \\{icon:e}") == ["d"]
    assert without_icons("a{icon:d6}b") == "a b"


PIECES = st.lists(st.sampled_from([*"ab*\\ .'\n5", "**", "{icon:x}", "%(n)s", "{a|b}", "\\*"])).map("".join)


@given(PIECES)
def test_marks_are_whole_whatever_the_words(words):
    made = marked(words)
    for begin, end in ((BOLD, END_BOLD), (ITALIC, END_ITALIC), (ICON, END_ICON)):
        open_at = 0
        for mark in made:
            open_at += (mark == begin) - (mark == end)
            assert open_at >= 0
        assert open_at == 0
    assert not MARKS.search(plain(words))
    # Nothing is lost but signs of markup and blanks.
    kept = [letter for letter in words if letter in "ab5"]
    assert [letter for letter in made if letter in "ab5"] == kept


@given(st.text(alphabet="ab c%().5", max_size=40))
def test_words_without_signs_of_markup_are_unchanged(words):
    assert marked(words) == words == plain(words)

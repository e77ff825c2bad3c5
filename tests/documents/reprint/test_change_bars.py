"""Where change bars stand beside a face, and which words are quoted."""

from __future__ import annotations

import pytest

from kensei_docs.documents.pdf import ChangeBar
from kensei_docs.documents.products.product import Size
from kensei_docs.documents.reprint.changed_cards import _STAMP, Hunk, differences
from kensei_docs.documents.sheets import Word

SIZE = Size(63, 88)
OLD = "Water up to five deep is not a hindrance to those who wade"


def words(text: str, top: float = 10, left: float = 5, leading: float = 5) -> list[Word]:
    """Words of lines, each 3 mm high and 5 mm wide, one line a ``/``."""
    return [
        Word(word, left + 6 * column, top + leading * line, left + 6 * column + 5, top + leading * line + 3)
        for line, words in enumerate(text.split("/"))
        for column, word in enumerate(words.split())
    ]


@pytest.mark.parametrize(
    ("new", "hunk"),
    [
        (OLD.replace("five", "six"), Hunk("Water up to five deep is not …", "Water up to six deep is not …")),
        (OLD.replace("five ", ""), Hunk("Water up to five deep is not …", "Water up to deep is not …")),
        (OLD.replace("five", "five or six"), Hunk("… up to five deep is not …", "… up to five or six deep is not …")),
        (OLD + " there", Hunk("… those who wade", "… those who wade there")),
        (OLD.removesuffix(" wade"), Hunk("… to those who wade", "… to those who")),
    ],
)
def test_the_words_that_changed_are_quoted_with_three_around_them(new: str, hunk: Hunk) -> None:
    [mark], hunks = differences(words(OLD), words(new), SIZE, (0.0,))
    assert hunks == [hunk]
    # One line: 0.6 mm longer than its letters, above and below.
    assert (mark.left, mark.top, mark.bottom) == (0.0, pytest.approx(9.4), pytest.approx(13.6))


def test_only_lines_with_changed_words_have_a_bar_and_close_ones_share_it() -> None:
    old = words("a b/c d/e f/g h/i j", leading=4)
    new = words("a b/c X/e Y/g h/Z j", leading=4)
    marks, _ = differences(old, new, SIZE, (0.0,))
    assert [(mark.top, mark.bottom) for mark in marks] == [
        (pytest.approx(13.4), pytest.approx(21.6)),
        (pytest.approx(25.4), pytest.approx(29.6)),
    ]
    # Lines that are farther apart have a bar each.
    marks, _ = differences(words("c d/e f", leading=8), words("c X/e Y", leading=8), SIZE, (0.0,))
    assert len(marks) == 2


def test_a_bar_stands_left_of_the_column_of_its_words() -> None:
    old, new = words("a b", left=40), words("a c", left=40)
    assert differences(old, new, SIZE, (0.0, 30.0, 60.0))[0][0].left == 30.0
    # A word may begin a little before its column.
    assert differences(words("a", left=29.5), words("b", left=29.5), SIZE, (0.0, 30.0))[0][0].left == 30.0
    assert differences(words("a", left=28.5), words("b", left=28.5), SIZE, (0.0, 30.0))[0][0].left == 0.0


def test_a_bar_stays_beside_the_face() -> None:
    marks, _ = differences(words("a", top=0.2), words("b", top=0.2), SIZE, (0.0,))
    assert marks[0].top == 0.0
    marks, _ = differences(words("a", top=84.9), words("b", top=84.9), SIZE, (0.0,))
    assert marks[0].bottom == 88


def test_a_stamp_alone_is_no_change_and_a_drawing_marks_the_whole_face() -> None:
    old = [*words("a b"), Word(_STAMP, 5, 80, 10, 82)]
    new = [*words("a b"), Word(_STAMP, 5, 81, 10, 83)]
    assert differences(old, new, SIZE, (3.0,)) == ([ChangeBar(3.0, 0.0, 88)], [])
    assert differences(old, [*words("a c"), *new[2:]], SIZE, (0.0,))[1] == [Hunk("a b", "a c")]


def test_words_that_are_gone_are_marked_at_the_word_before_them_or_the_first() -> None:
    old = words("a/b/c", leading=10)
    assert differences(old, old[:2], SIZE, (0.0,))[0] == [ChangeBar(0.0, pytest.approx(19.4), pytest.approx(23.6))]
    assert differences(old, old[1:], SIZE, (0.0,))[0] == [ChangeBar(0.0, pytest.approx(19.4), pytest.approx(23.6))]

"""Words round the rim of a token: every letter stands on the rim, and none is lost."""

import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.documents.markup.drawings.canvas import TYPEFACE, draw_rim
from kensei_docs.documents.markup.typefaces import glyphs_of
from kensei_docs.documents.products.product import POINT

LETTER = re.compile(
    r'<i style="left: ([\d.-]+)mm; top: ([\d.-]+)mm; width: ([\d.]+)mm; '
    r'transform-origin: 50% ([\d.]+)%(?:; transform: rotate\(([\d.-]+)deg\))?">(.+?)</i>'
)
SIZE = 7.1 * POINT
words = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefgñó−1", min_size=1, max_size=12).map(str.strip).filter(bool)


@pytest.fixture(scope="module")
def glyphs():
    return glyphs_of(TYPEFACE)


def feet(rim):
    """The letters of a rim, with the place of each one's foot in millimetres and its angle in degrees."""
    for left, top, width, foot, angle, letter in LETTER.findall(rim.letters):
        yield letter, float(left) + float(width) / 2, float(top) + float(foot) / 100 * SIZE, float(angle or 0)


@settings(max_examples=60, deadline=None)
@given(words, words)
def test_letters_stand_on_the_rim_and_point_away_from_its_centre_or_towards_it(glyphs, name, reminder):
    rim = draw_rim(name, reminder, 25, 7.1, True, glyphs)
    found = list(feet(rim))
    assert "".join(letter for letter, *_ in found) == (rim.upper + rim.lower).replace(" ", "")
    above = len(rim.upper.replace(" ", ""))
    for number, (_, x, y, angle) in enumerate(found):
        turn = math.radians(angle)
        out = math.hypot(x - 12.5, y - 12.5)
        ahead = math.sin(turn), -math.cos(turn)
        radial = (x - 12.5) / out, (y - 12.5) / out
        along = ahead[0] * radial[0] + ahead[1] * radial[1]
        assert along == pytest.approx(1 if number < above else -1, abs=0.01)
        assert 12.5 - rim.width < out < 12.5


@settings(max_examples=60, deadline=None)
@given(st.text("abcdefghij ", min_size=1, max_size=60).map(str.strip).filter(bool))
def test_no_letter_of_a_name_is_lost(glyphs, name):
    rim = draw_rim(name, "", 25, 7.1, True, glyphs)
    if rim.letters is not None:
        assert "".join(letter for letter, *_ in feet(rim)).lower() == "".join(name.split()).lower()


@pytest.mark.parametrize(
    ("name", "reminder", "upper", "lower"),
    [
        ("Used Unit", "may react", "USED UNIT", "MAY REACT"),
        ("Used Unit", "", "USED UNIT", ""),
        # What fits in no other way is set as it is written, or the name takes both lines.
        ("Used Unit", "can only fight back in reaction", "Used Unit", "can only fight back in reaction"),
        ("A unit that has lost more than half", "it flees", "A UNIT THAT HAS", "LOST MORE THAN HALF"),
    ],
)
def test_long_words_find_room(glyphs, name, reminder, upper, lower):
    rim = draw_rim(name, reminder, 25, 7.1, True, glyphs)
    assert (rim.upper.lower(), rim.lower.lower()) == (upper.lower(), lower.lower())
    assert rim.letters is not None


def test_words_that_fit_in_no_way_are_not_cut(glyphs):
    assert draw_rim("x" * 90, "", 25, 7.1, True, glyphs).letters is None


def test_words_of_a_square_token_stand_upright_within_it(glyphs):
    found = list(feet(draw_rim("Unit in Retreat", "roll first", 25, 7.1, False, glyphs)))
    assert {angle for *_, angle in found} == {0.0}
    assert all(1 < x < 24 for _, x, _, _ in found)


def test_type_is_larger_where_there_is_room_in_the_rim(glyphs):
    short = draw_rim("Halted", "No nearer", 25, 7.1, True, glyphs)
    full = draw_rim("Unit in Retreat", "engaged -2 a die, -1 Honour", 25, 7.1, True, glyphs)
    assert short.points > full.points == 7.1
    assert short.width == full.width, "the art beneath doesn't know the words"

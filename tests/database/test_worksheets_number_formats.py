"""Numbers of a spreadsheet: the words, the sign and the decimals that a cell shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.database.worksheets import shown_number


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (5, '0" cm"', "5 cm"),
        (5, r"0 \c\m", "5 cm"),
        (4, '0"+"', "4+"),
        (3, '"+"0"D6"', "+3D6"),
        (3, "+0;-0", "+3"),
        (-3, "+0;-0", "-3"),
        (0, "+0;-0;0", "0"),
        (-3, "0;(0)", "-3"),
        (-3, "0;[Red]0", "-3"),
        (-3, "0", "-3"),
        (0.5, "0%", "50 %"),
        # Words that make no figure of it are left out.
        (5, '0 "points"', "5"),
        (5, "[$€-407]0", "5"),
        (5, '"a;b "0', "5"),
        (1000, "#,##0", "1000"),
        (7, "General", "7"),
        (7, "@", "7"),
        (0, "0;-0;;@", "0"),
    ],
)
def test_a_number_is_read_as_it_is_shown(value: float, number_format: str, text: str) -> None:
    assert shown_number(value, number_format) == (text, *[pytest.approx(value * 100 if "%" in text else value)] * 2)


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [(2.4, "0", 2), (0.125, "0%", 12), (5400, "0,", 5), (1.26, '0.0" cm"', 1.3), (-2.6, "0;-0", -3)],
)
def test_another_number_that_is_shown_is_told(value: float, number_format: str, shown: float) -> None:
    assert shown_number(value, number_format)[2] == shown


@pytest.mark.parametrize("number_format", ["# ?/?", "0.00E+00", "[>10]0;0.0", "General", ""])
def test_of_other_formats_the_number_counts(number_format: str) -> None:
    assert shown_number(0.37, number_format) == ("0.37", 0.37, 0.37)


@given(st.integers(-10_000, 10_000), st.text(max_size=12))
def test_any_format_is_taken(value: int, number_format: str) -> None:
    text, held, _ = shown_number(value, number_format)
    assert text and held in (value, 100 * value)

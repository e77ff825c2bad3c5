"""Figures: one spelling to hold, one meaning to compare, a reader's spelling to print."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.figures import localise, parse, same

SPELLINGS = [
    # as it may stand in a document, kind, canonical spelling, unit
    ("7", "count", "7", ""),
    ("+1", "modifier", "+1", ""),
    ("‐1", "modifier", "-1", ""),
    ("−2", "modifier", "-2", ""),
    ("D6", "dice", "1D6", "dice"),
    ("+1d6", "dice", "+1D6", "dice"),
    ("‐2D6", "dice", "-2D6", "dice"),
    ("XD6", "dice", "XD6", "dice"),
    ("+XD6", "dice", "+XD6", "dice"),
    ("1D3", "dice", "1D3", "dice"),
    ("2D6cm", "dice-length", "2D6 cm", "cm"),
    ("4+", "target", "4+", ""),
    ("10cm", "length", "10 cm", "cm"),
    ("2,5 cm", "length", "2.5 cm", "cm"),
    ("24”", "length", "24 in", "in"),
    ("25 mm", "length", "25 mm", "mm"),
    ("50%", "share", "50 %", "%"),
    ("1/2", "fraction", "1/2", ""),
    ("2‐4", "range", "2-4", ""),
    ("D/D/W", "outcome", "D/D/W", ""),
    ("none", "outcome", "none", ""),
]


@pytest.mark.parametrize(("written", "kind", "canonical", "unit"), SPELLINGS)
def test_a_figure_is_held_in_one_spelling(written: str, kind: str, canonical: str, unit: str) -> None:
    figure = parse(written)
    assert figure is not None
    assert (figure.kind, figure.text, figure.unit) == (kind, canonical, unit)


@pytest.mark.parametrize("canonical", sorted({row[2] for row in SPELLINGS}))
def test_the_canonical_spelling_stays_as_it_is(canonical: str) -> None:
    assert str(parse(canonical)) == canonical


@pytest.mark.parametrize("words", ["", "ten", "10 leagues", "+", "1 to 3", "when charging"])
def test_words_are_no_figure(words: str) -> None:
    assert parse(words) is None


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        ("2.5 cm", "2.5 cm", "2,5 cm"),
        ("-1D6", "−1D6", "−1D6"),
        ("10 in", "10″", "10″"),
        ("1300", "1300", "1300"),
        ("2-4", "2–4", "2–4"),
        ("1/2", "½", "½"),
        ("50 %", "50 %", "50 %"),
        ("none", "–", "–"),
        ("+1", "+1", "+1"),
    ],
)
def test_a_figure_is_printed_as_its_reader_writes_it(value: str, english: str, spanish: str) -> None:
    assert localise(value, "en").replace("\u00a0", " ") == english
    assert localise(value, "es").replace("\u00a0", " ") == spanish


def test_a_unit_never_parts_from_its_number() -> None:
    assert " " not in localise("10 cm", "en")


def test_two_spellings_of_one_figure_are_the_same() -> None:
    assert same("10cm", "10 cm") and same("‐1", "-1") and same(None, None)
    assert not same("10 cm", "10 in") and not same("+1", "1") and not same("4+", None)


@given(
    some.sampled_from(["{} cm", "+{}D6", "-{}D6", "{}+", "{} %", "+{}", "-{}", "{}"]),
    some.integers(min_value=1, max_value=999),
)
def test_every_number_survives_reading_and_writing(shape: str, number: int) -> None:
    figure = parse(shape.format(number))
    assert figure is not None and figure.text == shape.format(number)
    assert figure.number == (-number if shape.startswith("-") else number)

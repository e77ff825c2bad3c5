"""Figures: one spelling to hold, one meaning to compare, a reader's spelling to print."""

from decimal import Decimal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.figures import doubt_about, localise, meanings, parse, same, with_plain_digits
from kensei_docs.languages import codes, language

SPELLINGS = [
    # as it may stand in a document, kind, canonical spelling, unit
    ("7", "count", "7", ""),
    ("2,5", "count", "2.5", ""),
    ("+1", "modifier", "+1", ""),
    ("‐1", "modifier", "-1", ""),
    ("−2", "modifier", "-2", ""),
    ("−1½", "modifier", "-1.5", ""),
    ("+½", "modifier", "+0.5", ""),
    ("+2,5", "modifier", "+2.5", ""),
    ("−1½ in", "length", "-1.5 in", "in"),
    ("D6", "dice", "1D6", "dice"),
    ("+1d6", "dice", "+1D6", "dice"),
    ("‐2D6", "dice", "-2D6", "dice"),
    ("XD6", "dice", "XD6", "dice"),
    ("+XD6", "dice", "+XD6", "dice"),
    ("1D3", "dice", "1D3", "dice"),
    ("2D6cm", "dice-length", "2D6 cm", "cm"),
    ("4+", "target", "4+", ""),
    ("2-", "ceiling", "2-", ""),
    ("10cm", "length", "10 cm", "cm"),
    ("2,5 cm", "length", "2.5 cm", "cm"),
    ("24”", "length", "24 in", "in"),
    ("25 mm", "length", "25 mm", "mm"),
    ("50%", "share", "50 %", "%"),
    ("1/2", "fraction", "1/2", ""),
    ("2‐4", "range", "2-4", ""),
    ("2d6+1", "dice", "2D6+1", "dice"),
    ("D20−1", "dice", "1D20-1", "dice"),
    ("D6+2″", "dice-length", "1D6+2 in", "in"),
    ("12 inches", "length", "12 in", "in"),
    ("1½″", "length", "1.5 in", "in"),
    ("2 1/2 in", "length", "2.5 in", "in"),
    ("¼ in", "length", "0.25 in", "in"),
    ("4′", "length", "4 ft", "ft"),
    ("3 hexes", "length", "3 hex", "hex"),
    ("6″–12″", "length-range", "6-12 in", "in"),
    ("2-4 hexes", "length-range", "2-4 hex", "hex"),
    ("½", "fraction", "1/2", ""),
    ("1½", "count", "1.5", ""),
    ("3/4/5", "profile", "3/4/5", ""),
    ("4+/5+/6+", "profile", "4+/5+/6+", ""),
    ("3/–/5", "profile", "3/-/5", ""),
    ("6/12/18″", "profile", "6/12/18 in", "in"),
    ("D/D/W", "outcome", "D/D/W", ""),
    ("none", "outcome", "none", ""),
    ("–", "outcome", "none", ""),
]


@pytest.mark.parametrize(("written", "kind", "canonical", "unit"), SPELLINGS)
def test_a_figure_is_held_in_one_spelling(written: str, kind: str, canonical: str, unit: str) -> None:
    figure = parse(written)
    assert figure is not None
    assert (figure.kind, figure.text, figure.unit) == (kind, canonical, unit)


@pytest.mark.parametrize("canonical", sorted({row[2] for row in SPELLINGS}))
def test_the_canonical_spelling_stays_as_it_is(canonical: str) -> None:
    assert str(parse(canonical)) == canonical


@pytest.mark.parametrize("words", ["", "ten", "10 leagues", "+", "1 to 3", "6 in-12 cm", "6 cm-12 in", "when charging"])
def test_words_are_no_figure(words: str) -> None:
    assert parse(words) is None


@pytest.mark.parametrize(
    "text",
    ["1e400 cm", "1e3", "nan", "inf", "0x1F", "1_000", "²", "--3", "1..2", "9999999999999999 cm", f"{'9' * 5000} cm"],
)
def test_what_can_be_no_figure_of_rules_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        ("2.5 cm", "2.5 cm", "2,5 cm"),
        ("-1D6", "−1D6", "−1D6"),
        ("10 in", "10″", "10″"),
        ("1300", "1300", "1300"),
        ("2-4", "2–4", "2–4"),
        ("1/2", "½", "½"),
        ("1/10", "1⁄10", "1⁄10"),
        ("1/11", "1/11", "1/11"),  # no part of a whole, but two numbers: models of 28/32 mm
        ("28/32", "28/32", "28/32"),
        ("50 %", "50 %", "50 %"),
        ("12345.5", "12345.5", "12345,5"),
        ("2D6-1", "2D6−1", "2D6−1"),
        ("d6", "d6", "d6"),
        ("+2d6 in", "+2d6″", "+2d6″"),
        ("D6", "1D6", "1D6"),
        ("6-12 in", "6–12″", "6–12″"),
        ("0.5 in", "½″", "½″"),
        ("2.5 cm", "2.5 cm", "2,5 cm"),
        ("4 ft", "4′", "4′"),
        ("1 hex", "1 hex", "1 hexágono"),
        ("3 hex", "3 hexes", "3 hexágonos"),
        ("0 hex", "0 hexes", "0 hexágonos"),
        ("0.5 hex", "0.5 hexes", "0,5 hexágonos"),
        ("+1 hex", "+1 hex", "+1 hexágono"),
        ("2-4 hex", "2–4 hexes", "2–4 hexágonos"),
        ("1D6 hex", "1D6 hexes", "1D6 hexágonos"),
        ("01-20", "01–20", "01–20"),
        ("6/12 in", "6/12″", "6/12″"),
        ("none", "–", "–"),
        ("D/W", "D/W", "D/W"),
        ("+1", "+1", "+1"),
        ("-1.5", "−1.5", "−1,5"),
    ],
)
def test_a_figure_is_printed_as_its_reader_writes_it(value: str, english: str, spanish: str) -> None:
    assert localise(value, "en").replace("\u00a0", " ") == english
    assert localise(value, "es").replace("\u00a0", " ") == spanish


@pytest.mark.parametrize("value", ["10 cm", "50 %", "2D6 cm"])
def test_a_unit_never_parts_from_its_number(value: str) -> None:
    assert " " not in localise(value, "en")


def test_two_spellings_of_one_figure_are_the_same() -> None:
    assert same("10cm", "10 cm") and same("‐1", "-1") and same(None, None)
    assert not same("10 cm", "10 in") and not same("+1", "1") and not same("4+", None)


def test_words_are_the_same_only_letter_by_letter() -> None:
    assert same("oar", "oar")
    assert not same("oar", "net") and not same("net", "oar")


@given(
    some.sampled_from(["{} cm", "+{}D6", "-{}D6", "{}+", "{} %", "+{}", "-{}", "{}"]),
    some.integers(min_value=1, max_value=999),
)
def test_every_number_survives_reading_and_writing(shape: str, number: int) -> None:
    figure = parse(shape.format(number))
    assert figure is not None and figure.text == shape.format(number)
    assert figure.number == (-number if shape.startswith("-") else number)


UNITS = some.sampled_from(["cm", "mm", "in", "ft", "hex"])
WHOLE = some.integers(1, 999).map(str)
NUMBER = some.one_of(
    WHOLE, some.tuples(some.integers(0, 99), some.sampled_from(["5", "25", "75", "1"])).map("{0[0]}.{0[1]}".format)
)
SIGN = some.sampled_from(["", "+", "-"])
DICE = some.builds(
    "{}{}D{}{}".format,
    SIGN,
    some.integers(1, 20) | some.just("X"),
    some.sampled_from([3, 4, 6, 8, 10, 12, 20]),
    some.sampled_from(["", "+1", "-1", "+12"]),
)
PROFILE = some.lists(some.sampled_from(["3", "4", "5", "4+", "-"]), min_size=3, max_size=5).map("/".join)
# One strategy a kind: every spelling that the data may hold.
CANONICAL = {
    "count": NUMBER,
    "modifier": some.builds("{}{}".format, some.sampled_from("+-"), WHOLE),
    "dice": DICE,
    "target": WHOLE.map("{}+".format),
    "length": some.builds("{}{} {}".format, SIGN, NUMBER, UNITS),
    "dice-length": some.builds("{} {}".format, DICE, UNITS),
    "length-range": some.builds("{}-{} {}".format, NUMBER, NUMBER, UNITS),
    "share": some.builds("{}{} %".format, SIGN, NUMBER),
    "fraction": some.builds("{}/{}".format, WHOLE, WHOLE),
    "range": some.builds("{}-{}".format, WHOLE, WHOLE),
    "profile": some.one_of(PROFILE, some.builds("{}/{} {}".format, some.integers(6, 99), WHOLE, UNITS)),
    "outcome": some.sampled_from(["none", "D", "D/W"]),
}


@pytest.mark.parametrize("locale", codes())
@pytest.mark.parametrize("kind", CANONICAL)
@given(given_data=some.data())
def test_what_is_printed_is_read_as_the_same_figure(kind: str, locale: str, given_data: some.DataObject) -> None:
    canonical = given_data.draw(CANONICAL[kind])
    figure = parse(canonical)
    assert figure is not None and (figure.kind, figure.text) == (kind, canonical)
    assert parse(localise(figure, locale), locale) == figure


@pytest.mark.parametrize(
    ("locale", "unit", "word"),
    [
        (locale, unit, word)
        for locale in codes()
        for unit, words in language(locale).units.items()
        if unit in ("cm", "mm", "in", "ft", "hex")
        for word in words
    ],
)
def test_every_word_for_a_unit_is_read_in_its_language(locale: str, unit: str, word: str) -> None:
    assert parse(f"3 {word}", locale) == parse(f"3 {unit}")


def test_dice_are_known_by_their_number_faces_and_addition() -> None:
    assert [parse(text).dice for text in ("2D6+1", "-1D20", "D6-1 in", "XD6", "4+")] == [  # type: ignore[union-attr]
        (2, 6, 1),
        (-1, 20, 0),
        (1, 6, -1),
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "number", "whole"),
    [
        ("3", 3, 3),
        ("+2", 2, 2),
        ("-2", -2, 2),
        # Half a thing, a length, a share or dice are a number, but count no things.
        ("2.5", 2.5, None),
        ("10 cm", 10, None),
        ("-2.5 cm", -2.5, None),
        ("50 %", 50, None),
        ("2D6", 2, None),
        ("4+", 4, None),
        # These are no single number.
        ("2-4", None, None),
        ("2-4 cm", None, None),
        ("1/2", None, None),
        ("3/4/5", None, None),
        ("D/W", None, None),
        ("XD6", None, None),
    ],
)
def test_a_figure_is_a_number_or_counts_things(text: str, number: float | None, whole: int | None) -> None:
    figure = parse(text)
    assert figure is not None
    assert (figure.number, figure.whole) == (number, whole)


def test_what_is_no_figure_is_printed_as_it_is() -> None:
    assert localise("as far as they like - or not", "en") == "as far as they like - or not"


@pytest.mark.parametrize(
    ("locale", "printed"), [("en", "2\u00a0or less"), ("es", "2\u00a0o menos"), ("ja", "\u2264\u00a02")]
)
def test_the_most_that_counts_is_printed_in_words(locale: str, printed: str) -> None:
    assert localise("2-", locale) == printed


def test_dice_have_the_letter_of_the_language() -> None:
    assert localise("2D6+1", "de") == "2W6+1" and localise("1D3 cm", "de") == "1W3\u00a0cm"
    assert localise("2D6", "fr") == "2D6"


SURE_NUMBERS = {
    "1,5": "1.5",
    "1,50": "1.5",
    "1.0": "1",
    "0,125": "0.125",
    "1.2500": "1.25",
    "2,000.5": "2000.5",
    "2.000,5": "2000.5",
    "1,000,000": "1000000",
    "1.000.000": "1000000",
    "1 000": "1000",
    "1\u00a0000": "1000",
    "1\u202f000": "1000",
    "12\u2009345": "12345",
    "1'000": "1000",
    "1\u2019000": "1000",
    "12\u00a0000 cm": "12000 cm",
    "+2,000.5": "+2000.5",
}


@pytest.mark.parametrize(("text", "number"), SURE_NUMBERS.items())
def test_a_number_with_parted_thousands_or_decimals_is_read_where_it_is_sure(text: str, number: str) -> None:
    assert str(parse(text)) == number


DOUBTFUL_NUMBERS = {
    "1,000": ("1000", "1"),
    "1.000": ("1000", "1"),
    "1,050": ("1050", "1.05"),
    "12.345 cm": ("12345 cm", "12.3450 cm"),
    "+1,000": ("+1000", "+1"),
    "1,000-2,000 cm": ("1000-2000 cm", "1-2 cm"),
}


@pytest.mark.parametrize(("text", "both"), DOUBTFUL_NUMBERS.items())
def test_a_number_that_means_two_things_is_none_and_both_are_said(text: str, both: tuple[str, str]) -> None:
    assert parse(text) is None
    assert meanings(text) == both
    assert doubt_about(text) == f"'{text}' can mean {both[0]} or {both[1]}; write one of them"


@pytest.mark.parametrize("text", ["1,00,000", "12,34,567", "1 00", "1'0000", "1.2.3"])
def test_what_parts_no_thousands_is_no_number(text: str) -> None:
    assert parse(text) is None and meanings(text) is None


@given(some.decimals(min_value=0, max_value=10**7, places=4), some.sampled_from([".", ","]))
def test_a_figure_is_read_again_as_itself(number: Decimal, point: str) -> None:
    written = f"{number}".replace(".", point)
    figure = parse(written)
    assert figure is not None and figure.number == float(number)
    assert parse(figure.text) == figure


@pytest.mark.parametrize(
    ("written", "figure"),
    [
        ("－5", "-5"), ("﹣3 cm", "-3 cm"), ("➖2", "-2"), ("➖\ufe0f2", "-2"), ("−5", "-5"), ("–5", "-5"),
        ("⁻5", "-5"), ("＋１", "+1"), ("６ in", "6 in"), ("２Ｄ６＋１", "2D6+1"),
        ("５０％", "50 %"), ("２．５ cm", "2.5 cm"), ("２－４", "2-4"),
        ("６\u3000cm", "6 cm"), ("１／２", "1/2"), ("٦ cm", "6 cm"), ("५", "5"), ("𝟓+", "5+"),
    ],
)  # fmt: skip
def test_digits_and_signs_of_another_width_or_script_are_read(written: str, figure: str) -> None:
    assert str(parse(written)) == figure


def test_every_letter_and_digit_of_another_width_is_read_and_of_the_signs_those_of_figures() -> None:
    wide = "".join(map(chr, range(0xFF01, 0xFF5F)))
    plain = "".join(normalize("NFKC", sign) if sign.isalnum() or sign in "＋－％．／＂＇" else sign for sign in wide)
    assert with_plain_digits(wide) == plain


@pytest.mark.parametrize("written", ["１，０００", "1，000", "²", "x²", "−−5", "5 － －"])
def test_what_may_mean_two_things_is_no_figure_in_any_width(written: str) -> None:
    assert parse(written) is None


@pytest.mark.parametrize(
    ("a", "b", "are_same"),
    [
        ("2.5 cm", "2.50 cm", True), ("2.5 cm", "25 mm", True), ("1 ft", "12 in", True), ("1/2", "0.5", True),
        ("10-20 cm", "100-200 mm", True), ("½", "1/2", True), ("1½ in", "1.5 in", True), ("-5 cm", "-50 mm", True),
        ("5/2 cm", "2.5 cm", True), ("5/2", "2.5", True), ("6/12 in", "0.5 in", False), ("28/32 mm", "0.875 mm", False),
        ("25 mm", "25 cm", False), ("+5 cm", "5 cm", False), ("-5 cm", "50 mm", False), ("1/2", "50 %", False),
        ("1 in", "2.54 cm", False), ("3/10", "0.3", False), ("2-4", "2-5", False), ("1D6", "1D6+1", False),
    ],
)  # fmt: skip
def test_figures_are_compared_by_what_they_mean(a: str, b: str, are_same: bool) -> None:
    assert same(a, b) is same(b, a) is are_same


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("5-2", "begins above its end; write 2-5"),
        ("6-1.5 cm", "begins above its end; write 1.5-6 cm"),
        ("1/0", "divides by nothing; mend it"),
        ("2D1", "has dice of less than two faces; mend it"),
        ("D00+1 cm", "has dice of less than two faces; mend it"),
        *((sound, None) for sound in ("2-2", "2-5", "1.5-6 cm", "0/1", "2D10+1", "XD6", "0 cm", "28/32 mm", "words")),
    ],
)
def test_a_figure_that_is_in_no_rules_says_why(text: str, doubt: str | None) -> None:
    assert doubt_about(text) == (f"'{text}' {doubt}" if doubt else None)

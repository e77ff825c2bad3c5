"""Figures in running text: each is found with its kind, its place and one canonical spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.extract.reading.figures_in_text import occurrences
from kensei_docs.figures import parse
from kensei_docs.languages import language


def whole(text: str, units: str = "cm", language: str = "en") -> list[str]:
    return [o.value for o in occurrences(text, units, language) if o.whole]


def any_way(text: str, units: str = "cm", language: str = "en") -> list[tuple[str, str]]:
    return [(o.figure.kind, o.value) for o in occurrences(text, units, language)]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Rowers add +1D6 cm. when racing (2D6 if moored).", ["+1D6 cm", "2D6"]),
        ("Roll XD6, or +xD6 for a pair; ‐1D6 in fog, a D4 at night.", ["XD6", "+XD6", "-1D6", "1D4"]),
        ("Keep within 10 cm, 2,5 cm or 40cms of the shore.", ["10 cm", "2.5 cm", "40 cm"]),
        ("A raft of 90x120 cm, a mat of 5x5 cm.", ["90 cm", "120 cm", "5 cm", "5 cm"]),
        ("Half of 75% is not 50 %.", ["75 %", "50 %"]),
        ("It holds on 4+ (not 6+), or on 3 or more.", ["4+", "6+", "3+"]),
        ("Add +1, subtract ‐2, and take – 3 as well; −4 at last.", ["+1", "-2", "3", "-4"]),
        ("Numbers 4‐5 and 200 to 399 stand for one lamp.", ["4-5", "200-399"]),
        ("4,5 or 6 for 200, 400 and 600 lamps", ["4", "5", "6", "200", "400", "600"]),
        ("Min/max boats 2/4, half is ½, all 10 / 15.", ["2/4", "1/2", "10/15"]),
        ("(Roll 1D6, 1‐2 = 1, 3‐4 = 2)", ["1D6", "1-2", "1", "3-4", "2"]),
        ("Add+1 and add+1D6, not 1+2 or Mid-2", ["+1", "+1D6", "1", "2", "2"]),
        ("+1D6/2D6Si hay viento, 2D6cm", ["+1D6", "+2D6", "2D6 cm"]),
        ("Roll 2d6+1, D20‐1 or 1D6+1D6; 2D6+10%", ["2D6+1", "1D20-1", "1D6", "1D6", "2D6", "10 %"]),
        ("A profile of 3/4/5, 4+/5+/6+ or 3/‐/5", ["3/4/5", "4+/5+/6+", "3/-/5"]),
        ("Oars 1½ cm thick, 1½ men a boat, ½ of them", ["1.5 cm", "1.5", "1/2"]),
        ("The 2nd crew, step 3.1. of the list", []),
        ("Dart12 keeps D6-12 apart", ["12", "1D6", "12"]),
        ("A wet sail takes -½, a torn one −1½", ["-0.5", "-1.5"]),
        ("Boats B-12, KV-1 and T-34/85 shoot at D6-1", ["1D6-1"]),
    ],
)
def test_a_figure_is_found_in_its_canonical_spelling(written: str, found: list[str]) -> None:
    assert whole(written) == found


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("10″ over water, 8″ a turn, 12″ an hour, 4 inches in mud", ["10 in", "8 in", "12 in", "4 in"]),
        ("2D6 in melee, -2 in fog, 4 in total, 3 in clear weather", ["2D6", "-2", "4", "3"]),
        ('the “0” space, the "4" space', ["0", "4"]),
        ("by 2 in each harbour, a 1 in 6 chance, 4-6 in combat", ["2", "1", "6", "4-6"]),
        ("Oars reach 6 in.", ["6 in"]),
        ("Bows shoot 6–12″, slings 2″ to 6″, nets 6/12/18 in", ["6-12 in", "2-6 in", "6/12/18 in"]),
        ("A lake of 6 ft x 4 ft, 1½″ deep", ["6 ft", "4 ft", "1.5 in"]),
        ("6 in to 2 ft", ["6 in", "2 ft"]),
        ("A torn sail moves -1½ in less, or +½ in", ["-1.5 in", "+0.5 in"]),
    ],
)
def test_inch_marks_are_read_where_the_document_measures_in_inches(written: str, found: list[str]) -> None:
    assert whole(written, units="in") == found


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "Boats drift 3 hexes, 2–4 hexes in wind, 1 hex at anchor.", ["3 hex", "2-4 hex", "1 hex"]),
        ("es", "Deriva 3 hexágonos, de 2 a 4 hexágonos con viento.", ["3 hex", "2-4 hex"]),
    ],
)
def test_hexes_are_counted_where_the_document_measures_in_them(language: str, written: str, found: list[str]) -> None:
    assert whole(written, units="hex", language=language) == found


def test_a_range_of_lengths_may_also_be_read_as_a_range_of_numbers() -> None:
    assert any_way("numbers 4-6 in", units="in")[:2] == [("length-range", "4-6 in"), ("range", "4-6")]
    assert ("fraction", "28/32") in any_way("models of 28/32 mm")


@pytest.mark.parametrize("written", ["3 in a row", "Roll 3 in the open."])
def test_a_preposition_before_an_article_is_no_unit(written: str) -> None:
    assert any_way(written, units="in") == [("count", "3")]


def test_a_quotation_mark_is_no_inch_mark_where_the_document_measures_in_centimetres() -> None:
    assert whole("They call it “Turn 2” and wait.") == ["2"]


@pytest.mark.parametrize("measures", ["Boats go 6 in.", "Boats go 6 in of it.", "Boats go 6in."])
def test_in_may_be_either_where_a_document_measures_in_it(measures: str) -> None:
    doubt = "can mean -2 in, or -2 and the word in"
    assert sure(f"{measures} It counts -2 in combat, 3 in a row, 4 in total") == ["6 in", doubt, "3", "4"]


def test_a_range_may_also_be_read_as_its_two_ends() -> None:
    assert any_way("from 200 to 399 boats") == [("range", "200-399"), ("count", "200"), ("count", "399")]


def test_the_end_of_a_range_keeps_its_unit() -> None:
    assert ("length", "3 cm") in any_way("2 to 3 cm apart")


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "two oars, twice as long, half the way", [("count", "2"), ("count", "2"), ("fraction", "1/2")]),
        ("en", "divide the number of boats by two", [("count", "2"), ("fraction", "1/2")]),
        ("es", "dos remos, el doble de largo, la mitad", [("count", "2"), ("count", "2"), ("fraction", "1/2")]),
        ("es", "se divide la distancia entre dos", [("count", "2"), ("fraction", "1/2")]),
        ("en", "doce barcas", []),
    ],
)
def test_number_words_are_those_of_the_document_s_language(
    language: str, written: str, found: list[tuple[str, str]]
) -> None:
    assert any_way(written, language=language) == found


def test_what_a_figure_says_stands_at_its_place() -> None:
    text = "Boats within 10 cm add +1D6,\nor 4+ on a bad day, for 50% of them."
    for occurrence in occurrences(text, "cm", "en"):
        figure = parse(text[occurrence.start : occurrence.end])
        assert figure is not None and figure.text == occurrence.value


LETTERS = some.text(alphabet="0123456789+-‐−xXdDcm %/½”'\n,.()toa", max_size=40)
PIECES = some.lists(
    some.sampled_from(
        [*"12345+-−–/x%½¼.,”", " ", " ", "in", " inches", "ft", " cm", "mm", "hexes", "d6", "D10", " to ", " or more"]
    ),
    max_size=12,
).map("".join)


def sure(text: str, units: str = "in", language: str = "en") -> list[str]:
    """Return the longest figures of a text, one at a place, without those in doubt; then the reasons for doubt."""
    found: list[str] = []
    at = 0
    for occurrence in occurrences(text, units, language):
        if occurrence.start >= at:
            found.append(occurrence.doubt or occurrence.value)
            at = occurrence.end
    return found


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "twenty-four inches, thirty-six men, one hundred and twenty inches", ["24 in", "36", "120 in"]),
        ("en", "three and a half inches, 3 and a half inches, two inches and a half", ["3.5 in", "3.5 in", "2.5 in"]),
        ("en", "three quarters of them, two thirds, twenty two, two dozen", ["3/4", "2/3", "22", "24"]),
        ("en", "a ½-in circle, a 6-in boat", ["0.5 in", "6 in"]),
        ("en", "a twelve-inch circle, a 12-inch circle, a 3-hex-long boat", ["12 in", "12 in", "3"]),
        ("en", "one hundred and two hundred, five and twenty, two, three", ["100", "200", "5", "20", "2", "3"]),
        ("en", "2 cards and half of the coins, 400 and one, the twenty-first", ["2", "1/2", "400", "1"]),
        ("es", "treinta y dos pulgadas, tres pulgadas y media, mil doscientos", ["32 in", "3.5 in", "1200"]),
        ("es", "tres y media, dos tercios, veintidós cartas", ["3.5", "2/3", "22"]),
        ("fr", "vingt et un, soixante-dix, quatre-vingt-dix-neuf, deux cents", ["21", "70", "99", "200"]),
        ("de", "vierundzwanzig Boote, zweihundert Ruder", ["24", "200"]),
        ("en", "half an inch, a quarter of an inch, an inch and a half", ["0.5 in", "0.25 in", "1.5 in"]),
        ("en", "one-half inch, three quarters of an inch, two-and-a-half inches", ["0.5 in", "0.75 in", "2.5 in"]),
        ("en", "1 1/2 inches, 2 3/4-inch, 6-in. circles", ["1.5 in", "2.75 in", "6 in"]),
        ("en", "four to six inches, two to four boats", ["4-6 in", "2-4"]),
        ("en", "twenty-four\ninches, thirty-\nsix inches", ["24 in", "36 in"]),
        ("es", "medio centímetro, un centímetro y medio", ["0.5 cm", "1.5 cm"]),
        ("en", "a third of an inch, a turn and a half", ["is no number that can be read"] * 2),
        ("en", "half an oar, since 2024-05-01 or 1/5/2024", ["1/2"]),
        ("en", "twenty-four inches, thirty six inches, three-quarters of it", ["24 in", "36 in", "3/4"]),
        ("es", "veinticuatro pulgadas, tres cuartos, media pulgada", ["24 in", "3/4", "0.5 in"]),
        ("fr", "vingt-quatre pouces, trois quarts, un demi-pouce", ["24 in", "3/4", "0.5 in"]),
        ("de", "sechsunddreißig Zoll, drei Viertel, ein halber Zoll", ["36 in", "3/4", "0.5 in"]),
        ("de", "anderthalb Zoll, zweieinhalb Stunden, dreiviertel", ["1.5 in", "2.5", "3/4"]),
        ("en", "25 per cent, twenty percent", ["25 %", "20 %"]),
        ("es", "25 por ciento, veinte por ciento", ["25 %", "20 %"]),
        ("fr", "25 pour cent", ["25 %"]),
        ("de", "25 Prozent", ["25 %"]),
        ("en", "half a dozen oars", ["is no number that can be read"]),
    ],
)
def test_a_number_of_several_words_is_one_number(language: str, written: str, found: list[str]) -> None:
    assert sure(written, language=language) == found


@given(some.integers(2, 999))
def test_every_number_below_a_thousand_is_read_from_its_words(number: int) -> None:
    english = language("en")
    words = {value: word for word, value in {**english.larger_numbers, **english.cardinals}.items()}
    hundreds, rest = divmod(number, 100)
    said = words.get(rest) or (f"{words[rest - rest % 10]}-{words[rest % 10]}" if rest else "")
    if hundreds:
        said = f"{words[hundreds]} hundred" + (f" and {said}" if said else "")
    assert sure(f"of {said} boats") == [str(number)]


SECTION = "may be a number or that of a section"


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "Tea 1 0.5 gp\nSalt 2 12.5 gp\nThe toll is 1.5 gp a cart.", ["1", "0.5", "2", "12.5", "1.5"]),
        ("de", "Becher 1 0,5Kr.\nBesen 2 12,5Kr.\nEr kostet 1,5 Kr.", ["1", "0.5", "2", "12.5", "1.5"]),
        ("fr", "x0.5, x1,5, +0,5 moins 4.69", ["0.5", "1.5", "+0.5", "4.69"]),
        ("es", "1,5 monedas; 4,5 o 6", ["1.5", "4", "5", "6"]),
        ("en", "0,5 points, 4,5 points", ["0.5", "4", "5"]),
        ("en", "See 3.1 or 4.2.\n3.1 Movement\nBoats drift.", [SECTION, "4.2"]),
        ("en", "Version 1.2.3, see 3.1. below", []),
    ],
)
def test_decimals_are_those_of_the_language_and_of_the_document(language: str, written: str, found: list[str]) -> None:
    assert sure(written, "cm", language) == found


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "Leather 3 - 400cr\nPlate 9 -4MV 3200cr", ["3", "400", "9", "-4", "3200"]),
        ("de", "Robustes Leder 5 -1INI, -1AW 600Kr.", ["5", "-1", "-1", "600"]),
        ("de", "Kurzes Schwert 1 - 5+1W6 12 10", ["1", "1D6+5", "12", "10"]),
        ("en", "12pts, 250pts a player, 4+, D66, 1d4+1, 2d6+2", ["12", "250", "4+", "1D66", "1D4+1", "2D6+2"]),
        ("en", "from 2 to 4, 2 - 4, 2-4, 3/4/5", ["2-4", "2-4", "2-4", "3/4/5"]),
    ],
)
def test_a_figure_is_told_from_what_touches_it(language: str, written: str, found: list[str]) -> None:
    assert sure(written, "cm", language) == found


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Roll 2 D6 or 3x D6 and 4 x D8.", ["2D6", "3D6", "4D8"]),
        ("Puts 1/2 D6 on 1-2 D6.", ["1/2", "1D6", "1-2", "1D6"]),
        ("Rolls +1D6/2D6, +1/+2 or 3+/4+.", ["+1D6", "+2D6", "+1", "+2", "3+", "4+"]),
        ("Punt 4 2 D6", ["4", "2", "1D6"]),
        ("It rolls 2\nD6 and 3x\nD6.", ["2D6", "3D6"]),
        ("Storm 2\nD6 Event", ["2", "1D6"]),
    ],
)
def test_the_number_of_dice_may_stand_apart_from_their_kind(written: str, found: list[str]) -> None:
    whole = [one for one in occurrences(written, "in", "en") if one.whole]
    assert [one.value for one in whole] == found
    assert not any(one.doubt for one in whole)


@pytest.mark.parametrize(("written", "values"), [("2/D6", ["2", "1D6"]), ("2D6/1", ["2D6", "1"]), ("4-/5", ["4", "5"])])
def test_unlike_figures_beside_a_stroke_may_be_one_thing(written: str, values: list[str]) -> None:
    found = [(one.value, one.doubt) for one in occurrences(f"It takes {written} sacks.", "in", "en") if one.whole]
    assert found == [(value, f"can mean {value}, or a part of {written}") for value in values]


BOTH = "can mean 1250 or 1.25"


@pytest.mark.parametrize(
    ("language", "written", "found"),
    [
        ("en", "1,250 points, 12,500 gold, 1,250 inches, 2,000,000", ["1250", "12500", "1250 in", "2000000"]),
        ("es", "1.250 puntos, 12.500 monedas", ["1250", "12500"]),
        ("fr", "1 250 points", ["1250"]),
        ("en", "10 000 points, 1\u2019250 points", ["10000", "1250"]),
        ("en", "1.250 points", [BOTH]),
        ("es", "1,250 puntos", [BOTH]),
        ("en", "1 250 gold", ["can mean 1250, or 1 and 250"]),
        ("en", "1.250 points, 2,5 inches", ["1250", "2.5 in"]),
        ("en", "1.250 points, 2.5 inches", ["1.25", "2.5 in"]),
        ("en", "1,250 points, 2,5 inches", [BOTH, "2.5 in"]),
        ("en", "1.250 points, 2.500,5 gold", ["1250", "2500.5"]),
        ("en", "barge 1,250 12 2,000 6", ["1250", "12", "2000", "6"]),
        ("en", "rows of 4 120 30 and 3, 4 or 200, 400", ["4", "120", "30", "3", "4", "200", "400"]),
    ],
)
def test_what_parts_thousands_the_language_and_the_document_say(language: str, written: str, found: list[str]) -> None:
    assert sure(written, language=language) == found


def test_a_zero_before_a_number_with_a_half_is_no_digit_of_it() -> None:
    assert [str(one.figure) for one in occurrences("00½ or 007½ points", "cm", "en")] == ["0.5", "7.5"]


@given(LETTERS | PIECES, some.sampled_from(["cm", "in", "hex"]))
def test_no_text_is_too_odd_to_be_read(text: str, units: str) -> None:
    for occurrence in occurrences(text, units, "en"):
        assert 0 <= occurrence.start < occurrence.end <= len(text)
        assert occurrence.doubt or parse(occurrence.value) == occurrence.figure


@pytest.mark.parametrize(
    ("text", "language", "units", "figure"),
    [
        ("de 2 a 4 dados", "es", "cm", "2-4"),
        ("roll 2 to 4 dice", "en", "cm", "2-4"),
        ("con 5 o más aciertos", "es", "cm", "5+"),
        ("with 5 or more hits", "en", "cm", "5+"),
        ("a 10 centímetros de él", "es", "cm", "10 cm"),
        ("within 10 centimetres of it", "en", "cm", "10 cm"),
        ("a 12 pulgadas de él", "es", "in", "12 in"),
        ("within 12 inches of it", "en", "in", "12 in"),
        ("à 10 cm de lui", "fr", "cm", "10 cm"),
        ("mit 2W6+1 gegen W10", "de", "cm", "2D6+1"),
        ("bei 2 oder weniger", "de", "cm", "2-"),
        ("una mesa de 120 por 180 cm", "es", "cm", "120 cm"),
        ("a table of 4 by 6 feet", "en", "in", "4 ft"),
    ],
)
def test_units_and_ranges_are_read_in_the_words_of_the_language(
    text: str, language: str, units: str, figure: str
) -> None:
    assert figure in [o.value for o in occurrences(text, units, language) if o.whole]


@pytest.mark.parametrize(
    ("text", "language", "units"),
    [("2 a 4", "en", "cm"), ("5 o más", "en", "cm"), ("2 to 4", "es", "cm"), ("12 inches", "en", "cm")],
)
def test_the_words_of_another_language_or_system_are_no_part_of_a_figure(text: str, language: str, units: str) -> None:
    assert {o.figure.kind for o in occurrences(text, units, language)} == {"count"}


def test_a_language_without_a_file_has_figures_in_digits_only() -> None:
    assert [o.value for o in occurrences("due dadi, la metà di 6", "cm", "it")] == ["6"]


def test_a_figure_above_the_line_is_no_digit_and_makes_ten_doubtful() -> None:
    """It is the mark of a note, or a power of ten."""
    found = occurrences("2D6¹ on 12² of 10² tiles, +1³", "cm", "en")
    assert [o.value for o in found if not o.doubt] == ["2D6", "12", "+1"]
    assert [o.doubt for o in found if o.doubt] == ["can mean 10², or 10 with the mark of a note"]


@pytest.mark.parametrize(
    ("written", "likelier", "doubt"),
    [
        ("A mast of 12' or so.", "12", "can mean 12 or 12 ft"),
        ("Roll \u00b12 in fog.", "2", "can mean 2, or both +2 and -2"),
        ("Hail gives \ufffd5 to it.", "5", "can mean 5, or something else: the sign before it can't be read"),
        ("A load of 10² sacks.", "10", "can mean 10², or 10 with the mark of a note"),
        ("The 'old 12' is a boat, of 10 men.", "", ""),
    ],
)
def test_a_mark_beside_a_figure_makes_it_doubtful(written: str, likelier: str, doubt: str) -> None:
    assert [(o.value, o.doubt) for o in occurrences(written, "in", "en") if o.doubt] == [(likelier, doubt)] * bool(
        doubt
    )

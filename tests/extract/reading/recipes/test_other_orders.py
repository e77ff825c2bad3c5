"""A document whose columns come in another order than the one that the readings were written for."""

from collections.abc import Callable

KITES = """
- passage: rule/kites
  after: The string
  from: A kite flies
  to: Wind and weather
  read: {height: "A kite flies <length>", turns: "for <count> turns"}
"""
IN_ORDER = """The string is short.
A kite flies 30 cm high for 4 turns.
Wind and weather
The wind turns the kite."""
OTHER = """Wind and weather
The wind turns the kite.
Flying
A kite flies 30 cm high for 4 turns.
Landing
The string is short, and a kite lands after 2 turns."""
HEADINGS = ("Wind and weather", "Flying", "Landing")


def test_a_passage_is_bounded_by_headings_where_its_phrases_stand_elsewhere(read: Callable, facts: Callable) -> None:
    expected = {"rule/kites height": "30 cm", "rule/kites turns": "4"}
    for page in (IN_ORDER, OTHER):
        assert facts(read(page, KITES, HEADINGS, page=1)) == expected


def test_a_passage_without_all_its_figures_there_is_not_read(read: Callable, facts: Callable) -> None:
    parted = OTHER.replace(" for 4 turns", "")
    found = read(parted, KITES, HEADINGS, page=1)
    assert facts(found) == {}
    [problem] = found.problems
    assert "'Wind and weather' stands only before the phrases that it should follow" in str(problem)


def test_words_that_recur_are_not_read_at_another_place(read: Callable, facts: Callable) -> None:
    twice = OTHER.replace("Flying", "Flying\nA kite flies 10 cm high for 2 turns.")
    assert facts(read(twice, KITES, HEADINGS, page=1)) == {}


OR = """
- passage: rule/lamps
  from: Lamps burn
  to: Oil
  read: {hours: "burn <count> hours", reach: "shine <length>"}
  or:
    - passage: rule/lamps
      from: Lamps shine
      to: Wicks
      read: {reach: "shine <length>", hours: "burn <count> hours"}
"""


def test_another_reading_is_for_a_document_in_another_order(read: Callable, facts: Callable) -> None:
    expected = {"rule/lamps hours": "6", "rule/lamps reach": "20 cm"}
    assert facts(read("Lamps burn 6 hours. They shine 20 cm far.\nOil is cheap. Wicks too.", OR)) == expected
    other = read("Oil is cheap.\nLamps shine 20 cm far. They burn 6 hours.\nWicks, too.", OR, page=2)
    assert (facts(other), other.problems) == (expected, ())


def test_a_fault_in_another_reading_has_its_place(read: Callable) -> None:
    found = read("Lamps burn 6 hours. They shine 20 cm far.\nOil is cheap.", OR.replace("to: Wicks", "till: Wicks"))
    [problem] = found.problems
    assert ":9:13: 'till' is not a key of the recipe 'passage'" in str(problem)


CELLS = """
- passage: table/tides
  from: High water
  to: Low water
  read: {one: <count>, two: <count>, three: <count>}
"""


def test_figures_that_only_their_order_tells_apart_are_not_read_from_another_passage(
    read: Callable, facts: Callable
) -> None:
    row = "High water 3 5 8\nLow water 1 2 3"
    assert facts(read(row, CELLS, page=1)) == {"table/tides one": "3", "table/tides two": "5", "table/tides three": "8"}
    moved = "High water is at 7 or 9.\n12 boats wait, 4 sail, 2 sink, 15 land, 6 drift.\nHigh 3 5 8\nLow water 1 2 3"
    found = read(moved, CELLS, page=1)
    assert facts(found) == {}
    assert "which only their order tells apart; they were not read" in str(found.problems[0])


def test_a_figure_that_two_readings_take_is_one_observation(read: Callable) -> None:
    assert (
        len(
            read(
                "A kite flies 30 cm high for 4 turns.\nWind and weather", 2 * KITES.replace("  after: The string\n", "")
            ).observations
        )
        == 2
    )

"""Corrections: what a person read by hand, read again with every rerun."""

from collections.abc import Callable

READINGS = """
- correction: [order/row, order/drift]
  from: an order
  to: A fleet
  read: {figures.cost: 1}
  reason: printed as an article
"""
PAGE = """Rowing and drifting use up
an order each.
A fleet may field 3 boats."""


def test_a_correction_gives_its_value_at_the_words_it_was_read_from(read: Callable, facts: Callable) -> None:
    found = read(PAGE, READINGS)
    assert facts(found) == {"order/row figures.cost": "1", "order/drift figures.cost": "1"}
    assert {o.lines for o in found.observations} == {(2, 2)}


def test_words_that_have_gone_are_a_problem_that_names_them(read: Callable) -> None:
    found = read(PAGE.replace("an order each", "nothing"), READINGS)
    assert found.observations == ()
    assert [str(p).rpartition(": ")[2] for p in found.problems] == [
        "'an order' is not in the document; so order/row was not read here  [reading]",
        "'an order' is not in the document; so order/drift was not read here  [reading]",
    ]


def test_a_correction_needs_a_reason(read: Callable) -> None:
    found = read(PAGE, READINGS.replace("  reason: printed as an article\n", ""))
    assert found.observations == ()
    assert [str(p).rpartition(": ")[2] for p in found.problems] == [
        "gives no reason; say why a person had to read it  [reading]"
    ]

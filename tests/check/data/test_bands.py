"""Which rows of a record are bands of one quantity, and what their ends are."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from kensei_docs.check.data.numbers import Bands, bands_at, bands_of
from tests.versions.editions import DATABASE, edition


def found(table: dict[str, Any]) -> list[Bands]:
    """Return the bands of a record that has a table."""
    one = edition("one", {"rule/hand": {"table": table}})
    return bands_of(replace(DATABASE, editions={"one": one}))


def ends(table: dict[str, Any]) -> list[list[tuple[str, float, float]]]:
    return [[(band.name, band.least, band.most) for band in bands.bands] for bands in found(table)]


def test_three_ranges_are_a_series_and_two_are_none() -> None:
    three = {"many": "7-9", "few": "1-3", "some": "4-6"}
    assert ends(three) == [[("few", 1, 3), ("some", 4, 6), ("many", 7, 9)]]
    assert ends({"few": "1-3", "some": "4-6"}) == []


def test_a_column_of_ranges_and_single_numbers_is_a_series_of_two() -> None:
    assert ends({"first": {"die": "1-2"}, "second": {"die": "3"}}) == [[("first", 1, 2), ("second", 3, 3)]]
    assert ends({"first": {"die": "1-2"}, "second": {"die": "3 cm"}}) == []
    assert ends({"first": {"die": "1-2"}, "second": {"dice": "3"}}) == []


def test_a_row_without_a_figure_takes_the_rest() -> None:
    first, second = {"least": "1", "most": "3"}, {"least": "4"}
    assert [bands.rest for bands in found({"a": first, "b": second, "c": {"then": "nothing"}})] == [True]
    assert [bands.rest for bands in found({"a": first, "b": second, "c": {"cards": "9"}})] == [False]


def test_a_band_whose_end_is_no_figure_is_none() -> None:
    assert ends({"a": {"least": "1", "most": "3"}, "b": {"least": "4"}, "c": {"least": "few", "most": "9"}}) == [
        [("a", 1, 3), ("b", 4, inf)]
    ]


def test_a_quantity_with_one_length_is_measured() -> None:
    assert [bands.whole for bands in found({"a": {"most": "3 cm"}, "b": {"least": "4"}})] == [False]
    assert [bands.whole for bands in found({"a": {"most": "3"}, "b": {"least": "4"}})] == [True]


def test_bands_are_found_by_their_group() -> None:
    bands = found({"few": {"die": "1-3"}, "many": {"die": "4-6"}})
    record = bands[0].bands[0].record
    assert bands_at(record, "table") == bands[0]
    assert bands_at(record, "tab") is None

"""The sample armies of the rulebook, exactly as printed and as its errata mend them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kensei_docs.army.limits import Result, judge
from kensei_docs.army.troops import Muster, cost_of_army, sample_muster
from kensei_docs.database import Database, load
from kensei_docs.project import Project, shipped

NAMES = ["kuge", "buke", "sohei", "otokodate", "kuroi-te"]


@pytest.fixture(scope="module")
def printed_book() -> Database:
    folder = shipped()
    return load(Project((folder,), folder / "build").as_printed(), ["kensei-2e"])[0]


def army(database: Database, name: str) -> Muster:
    muster = sample_muster(database, database.editions["kensei-2e"].records[f"army/{name}"])
    assert muster
    return muster


def of(results: list[Result], limit: str) -> Result:
    return next(result for result in results if result.limit.id == limit)


# Cost as printed and as mended, and the limits broken as printed.
@pytest.mark.parametrize(
    ("name", "printed", "mended", "broken"),
    [
        ("kuge", 195, 195, []),
        ("buke", 155, 200, []),
        ("sohei", 200, 200, []),
        ("otokodate", 75, 200, ["limit/hand-to-hand-infantry:least"]),
        ("kuroi-te", 200, 200, []),
    ],
)
def test_a_sample_costs_and_keeps_what_it_should(
    database: Database, printed_book: Database, name: str, printed: int, mended: int, broken: list[str]
) -> None:
    as_printed, in_force = army(printed_book, name), army(database, name)
    assert (cost_of_army(as_printed), cost_of_army(in_force)) == (printed, mended)
    assert [r.limit.id for r in judge(as_printed) if r.status == "broken"] == broken
    assert [r.limit.id for r in judge(in_force) if r.status == "broken"] == []


@pytest.mark.parametrize("name", NAMES)
def test_mended_totals_are_those_that_the_book_prints(database: Database, name: str) -> None:
    total = database.editions["kensei-2e"].records[f"army/{name}"].get("total")
    assert cost_of_army(army(database, name)) == int(total)


@pytest.mark.parametrize(
    ("name", "limit", "have", "bound"),
    [
        ("kuge", "limit/leaders:number", (1, 1), (1, 2)),
        ("kuge", "limit/units:number", (4, 4), (2, 4)),
        ("kuge", "limit/hand-to-hand-infantry:least", (50, 125), (50, None)),
        ("buke", "limit/ranged-weapons:most", (60, 60), (None, 100)),
        ("sohei", "limit/ranged-weapons:most", (95, 95), (None, 100)),
        ("sohei", "limit/ranged-weapons:firearms", (45, 45), (None, 50)),
        # A cannon of 50 points is within the clan's own limit, and on the general one.
        ("otokodate", "limit/otokodate-firearms:firearms", (50, 60), (None, 80)),
    ],
)
def test_the_figures_compared(
    database: Database, name: str, limit: str, have: tuple[int, int], bound: tuple[int | None, int | None]
) -> None:
    result = of(judge(army(database, name)), limit)
    assert result.status == "met"
    assert (result.have.low, result.have.high) == have
    assert (result.at_least and result.at_least.low, result.at_most and result.at_most.low) == bound


def test_what_the_book_doesnt_say_of_a_troop_is_named(database: Database) -> None:
    results = judge(army(database, "sohei"))
    units = of(results, "limit/units:number")
    assert (units.status, units.have.low, units.have.high) == ("unknown", 4, 5)
    assert units.missing == {"Ikame with Bo": ("leader",)}


def test_a_clan_has_its_own_limits_in_place_of_the_general_ones(database: Database) -> None:
    ids = {name: [result.limit.id for result in judge(army(database, name))] for name in NAMES}
    assert "limit/otokodate-firearms:firearms" in ids["otokodate"]
    assert "limit/ranged-weapons:firearms" not in ids["otokodate"]
    assert "limit/ranged-weapons:firearms" in ids["kuge"]
    assert "limit/kuroi-te-common-troops:none" in ids["kuroi-te"]
    assert not any("kuroi-te" in limit for limit in ids["kuge"])


@pytest.mark.parametrize(
    ("size", "units", "leaders"),
    [
        (200, (2, 4), (1, 2)),
        (250, (3, 5), (2, 3)),
        (300, (3, 5), (2, 3)),
        (400, (4, 6), (2, 4)),
        (500, (5, 7), (3, 5)),
        (600, (6, 8), (3, 6)),
        (800, (8, 10), (4, 8)),
    ],
)
def test_units_go_by_the_table_and_on_beyond_it(
    database: Database, size: int, units: tuple[int, int], leaders: tuple[int, int]
) -> None:
    results = judge(replace(army(database, "kuge"), size=size))
    for limit, bound in (("limit/units:number", units), ("limit/leaders:number", leaders)):
        result = of(results, limit)
        assert result.at_least and result.at_most
        assert (result.at_least.low, result.at_most.low) == bound


def test_a_result_says_where_its_figures_were_read(database: Database) -> None:
    result = of(judge(army(database, "sohei")), "limit/ranged-weapons:firearms")
    assert [(step.figure, step.value, step.record and step.record.id) for step in result.steps] == [
        ("1/2", "1/2", "limit/ranged-weapons"),
        ("50 %", "50 %", "limit/ranged-weapons"),
        ("50 %", "100", "limit/ranged-weapons"),
        ("1/2", "50", "limit/ranged-weapons"),
    ]
    assert [citation.lines for citation in result.steps[0].citations] == [(5966, 5966)]

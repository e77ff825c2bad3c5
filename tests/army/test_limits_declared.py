"""Limits as records declare them: what is counted, of whom, the bounds, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

import pytest

from kensei_docs.army.limits import NumberSpan, Result, judge
from kensei_docs.army.troops import PROFILE, Muster, Troop
from kensei_docs.problems import Unusable
from tests.versions.editions import edition


def troop(name: str, miniatures: int = 1, points: float | None = 10, **traits: str | None) -> Troop:
    known = {trait: frozenset({value}) for trait, value in traits.items() if value is not None}
    return Troop(name, miniatures, points, {PROFILE: frozenset({name}), **known}, name)


CREWS = (troop("Oarsmen", 4, 40, boat="junk"), troop("Pilot", 1, 25, boat="raft"), troop("Divers", 6, 30, boat="junk"))


def judged_by(limits: dict[str, Any], *troops: Troop, size: float = 100, **data: Any) -> list[Result]:
    """Judge troops of an invented edition by the limits of one record."""
    made = edition("river", {"limit/river": {"limits": limits, **data}})
    return judge(Muster(made, None, size, troops))


def bound_of(
    bound: Any, *troops: Troop, size: float = 100, settings: dict[str, Any] | None = None, **data: Any
) -> NumberSpan:
    limits = {"here": {"counts": "miniatures", "at-most": bound, **(settings or {})}}
    [result] = judged_by(limits, *troops, size=size, **data)
    assert result.at_most is not None
    return result.at_most


@pytest.mark.parametrize(
    ("counts", "have"), [("points", 95), ("cost", 95), ("troops", 3), ("miniatures", 11), ("profiles", 3)]
)
def test_what_is_counted(counts: str, have: float) -> None:
    [result] = judged_by({"here": {"counts": counts, "at-most": "1000"}}, *CREWS)
    assert (result.have, result.counts) == (NumberSpan(have, have), counts)


def test_the_level_of_the_commander_is_part_of_the_cost_and_no_troop_s_points() -> None:
    limits = {counts: {"counts": counts, "at-most": "1000"} for counts in ("cost", "points")}
    made = edition("river", {"limit/river": {"limits": limits}})
    cost, points = judge(Muster(made, None, 100, CREWS, level_points=20))
    assert (cost.have, points.have) == (NumberSpan(115, 115), NumberSpan(95, 95))


@pytest.mark.parametrize(("size", "status"), [(99, "broken"), (100, "met"), (200, "met"), (201, "broken")])
def test_the_size_of_the_battle_itself_may_be_limited(size: float, status: str) -> None:
    [result] = judged_by({"here": {"counts": "size", "at-least": "100", "at-most": "200"}}, *CREWS, size=size)
    assert (result.have, result.status) == (NumberSpan(size, size), status)


def test_a_limit_is_cited_where_its_figures_were_read_else_where_its_record_was() -> None:
    made = edition("river", {"limit/a": {"limits": {"here": {"counts": "troops", "at-most": "$most"}}}})
    record = made.records["limit/a"]
    record.data["figures"] = {"most": "5"}
    [whole] = record.citations
    words, figure = replace(whole, covers=("text",)), replace(whole, lines=(7, 7), covers=("figures.most",))
    for read, cited in (((words,), (words,)), ((words, figure), (figure,))):
        record.citations = read
        [result] = judge(Muster(made, None, 100, CREWS))
        assert result.citations == cited


def test_values_of_a_trait_are_counted_and_who_has_none_may_have_one_of_their_own() -> None:
    limits = {"here": {"counts": "values", "by": "boat", "at-most": "9"}}
    assert judged_by(limits, *CREWS)[0].have == NumberSpan(2, 2)
    assert judged_by(limits, *CREWS, troop("Swimmers"), troop("Ghosts"))[0].have == NumberSpan(4, 4)


def test_profiles_are_counted_once_each() -> None:
    [result] = judged_by({"here": {"counts": "profiles", "at-most": "9"}}, CREWS[0], CREWS[0], CREWS[1])
    assert result.have == NumberSpan(2, 2)


def test_a_troop_without_points_leaves_the_upper_end_open_and_is_named() -> None:
    [result] = judged_by({"here": {"counts": "points", "at-most": "50"}}, CREWS[0], troop("Ghosts", points=None))
    assert (result.have, result.status, result.missing) == (NumberSpan(40, inf), "unknown", {"Ghosts": ("points",)})
    # Enough is enough: whatever the ghosts cost, the least is reached.
    [result] = judged_by({"here": {"counts": "points", "at-least": "40"}}, CREWS[0], troop("Ghosts", points=None))
    assert (result.status, result.missing) == ("met", {})


def test_who_is_counted_and_who_may_have_to_be() -> None:
    limits = {"here": {"counts": "miniatures", "of": {"boat": "junk"}, "at-most": "10"}}
    [result] = judged_by(limits, *CREWS, troop("Swimmers", 2))
    assert (result.have, result.status, result.missing) == (NumberSpan(10, 12), "unknown", {"Swimmers": ("boat",)})
    assert [one.name for one in result.troops] == ["Oarsmen", "Divers"]


def test_a_limit_may_hold_only_for_an_army_with_a_troop_of_some_sort() -> None:
    limits = {"here": {"counts": "miniatures", "where": {"boat": "raft"}, "at-most": "5"}}
    [with_raft] = judged_by(limits, *CREWS)
    assert (with_raft.status, with_raft.have, with_raft.at_most) == ("broken", NumberSpan(11, 11), NumberSpan(5, 5))
    [without] = judged_by(limits, CREWS[0], CREWS[2])
    assert (without.status, without.have, without.at_most, without.troops) == ("met", NumberSpan(0, 0), None, ())


@pytest.mark.parametrize(
    ("bounds", "have", "status"),
    [
        ({"at-least": "3"}, 2, "broken"),
        ({"at-least": "3"}, 3, "met"),
        ({"at-most": "3"}, 3, "met"),
        ({"at-most": "3"}, 4, "broken"),
        ({"at-least": "2", "at-most": "3"}, 1, "broken"),
        ({"at-least": "2", "at-most": "3"}, 2, "met"),
        ({"at-least": "2", "at-most": "3"}, 4, "broken"),
        ({}, 99, "met"),
    ],
)
def test_a_limit_is_kept_between_its_bounds_and_at_them(bounds: dict[str, str], have: int, status: str) -> None:
    [result] = judged_by({"here": {"counts": "miniatures", **bounds}}, troop("Oarsmen", have))
    assert result.status == status


@pytest.mark.parametrize(
    ("bounds", "status"),
    [
        # Two oarsmen and perhaps two swimmers: two to four.
        ({"at-least": "2"}, "met"),
        ({"at-least": "3"}, "unknown"),
        ({"at-least": "4"}, "unknown"),
        ({"at-least": "5"}, "broken"),
        ({"at-most": "1"}, "broken"),
        ({"at-most": "2"}, "unknown"),
        ({"at-most": "3"}, "unknown"),
        ({"at-most": "4"}, "met"),
    ],
)
def test_a_count_that_is_not_sure_keeps_a_limit_only_at_both_ends(bounds: dict[str, str], status: str) -> None:
    limits = {"here": {"counts": "miniatures", "of": {"boat": "junk"}, **bounds}}
    [result] = judged_by(limits, troop("Oarsmen", 2, boat="junk"), troop("Swimmers", 2))
    assert result.status == status


@pytest.mark.parametrize(
    ("bound", "size", "most"),
    [
        ("7", 100, 7),
        ("$some", 100, 3),
        ("50 %", 240, 120),
        # Only a fraction is a part of another limit.
        ({"figure": "5", "of": "nobody"}, 100, 5),
        ({"figure": "50 %", "of": "nobody"}, 240, 120),
        ({"figure": "2", "per": "100"}, 299, 4),
        ({"figure": "2", "per": "100"}, 300, 6),
        ({"figure": "2", "per": "$some"}, 10, 6),
        ({"figure": "50 %", "per": "100"}, 200, 200),
    ],
)
def test_a_bound_follows_from_the_size_of_the_battle(bound: Any, size: float, most: float) -> None:
    assert bound_of(bound, size=size, figures={"some": "3"}) == NumberSpan(most, most)


@pytest.mark.parametrize(("size", "most"), [(200, 2), (201, 3), (299, 3), (300, 3)])
def test_a_part_of_a_division_may_count_as_a_whole(size: float, most: float) -> None:
    assert bound_of({"figure": "1", "per": "100"}, size=size, settings={"round": "up"}) == NumberSpan(most, most)


def test_a_bound_may_follow_from_the_points_of_what_is_counted() -> None:
    bound = {"figure": "1", "per": "24", "against": "points"}
    assert bound_of(bound, *CREWS, size=1000) == NumberSpan(3, 3)
    assert bound_of(bound, *CREWS, troop("Ghosts", points=None), size=1000) == NumberSpan(3, 3)
    junks = {"of": {"boat": "junk"}}
    assert bound_of(bound, *CREWS, size=1000, settings=junks) == NumberSpan(2, 2)


def test_a_bound_may_count_for_each_troop_of_a_sort() -> None:
    bound = {"figure": "2", "for-each": {"boat": "junk"}}
    assert bound_of(bound, *CREWS) == NumberSpan(4, 4)
    assert bound_of(bound, *CREWS, troop("Swimmers")) == NumberSpan(4, 6)
    assert bound_of(bound, *CREWS, troop("Swimmers"), troop("Ghosts")) == NumberSpan(4, 8)
    assert bound_of(bound) == NumberSpan(0, 0)


@pytest.mark.parametrize(("part", "most"), [("1/2", 30), ("2/3", 40), ("3/4", 45)])
def test_a_bound_may_be_a_part_of_another_limits_bound(part: str, most: float) -> None:
    limits = {
        "whole": {"counts": "miniatures", "at-most": {"figure": "20", "for-each": {"boat": "junk"}}},
        "part": {"counts": "miniatures", "at-most": {"figure": part, "of": "whole"}},
    }
    sure = (troop(name, boat="junk") for name in "ABC")
    assert judged_by(limits, *sure)[1].at_most == NumberSpan(most, most)
    doubtful = (troop(name, boat="junk" if name == "A" else None) for name in "ABC")
    assert judged_by(limits, *doubtful)[1].at_most == NumberSpan(most / 3, most)


def test_a_part_of_a_bound_need_be_no_whole_number() -> None:
    limits = {
        "whole": {"counts": "miniatures", "at-most": "5"},
        "part": {"counts": "miniatures", "at-most": {"figure": "1/2", "of": "whole"}},
    }
    assert judged_by(limits, *CREWS)[1].at_most == NumberSpan(2.5, 2.5)


ROWS = {
    "rows": {
        "b": {"points": "200", "crews": "5"},
        "a": {"points": "100", "crews": "2"},
        "c": {"crews": "9"},
        "d": {"points": "50", "crews": "1"},
    }
}


@pytest.mark.parametrize(
    ("size", "crews"),
    [(0, 1), (50, 1), (51, 2), (100, 2), (101, 5), (200, 5), (201, 8), (300, 8), (301, 11), (400, 11)],
)
def test_a_table_is_read_at_the_first_row_that_is_large_enough_and_may_go_on(size: float, crews: float) -> None:
    """One crew up to 50 points, two up to 100, five up to 200: three more for each further 100."""
    bound = {"figure": "crews", "table": "limit/river:rows", "beyond": "continues"}
    limits = {"here": {"counts": "miniatures", "at-most": bound}}
    [result] = judged_by(limits, size=size, **ROWS)
    assert result.at_most == NumberSpan(crews, crews)
    read = [("read", str(min(crews, 5)))] + ([("compute", str(crews))] if crews > 5 else [])
    assert [(step.act, step.value) for step in result.steps] == read
    if crews > 5:
        assert result.steps[-1].figure == f"+{crews - 5}"


@pytest.mark.parametrize(
    ("rows", "beyond", "said"),
    [
        (ROWS, {}, "limit/river:here: 'limit/river:rows' has no row for 250 points; mend the limit"),
        (
            {"rows": {"a": {"points": "100", "crews": "2"}}},
            {"beyond": "continues"},
            "limit/river:here: 'limit/river:rows' has no row for 250 points; mend the limit",
        ),
        (
            {"rows": "none"},
            {},
            "limit/river:here: 'limit/river:rows' is not a table of rows (record:path); mend the limit",
        ),
    ],
)
def test_a_table_without_a_row_for_the_battle_is_refused(rows: Any, beyond: dict[str, str], said: str) -> None:
    with pytest.raises(Unusable) as refused:
        bound_of({"figure": "crews", "table": "limit/river:rows", **beyond}, size=250, **rows)
    assert said in str(refused.value)


BANDS = {"bands": {"small": {"most": "100", "crews": "1"}, "middle": {"least": "101", "most": "200", "crews": "3"}}}


@pytest.mark.parametrize(("size", "crews"), [(0, 1), (100, 1), (101, 3), (200, 3), (201, None), (100.5, None)])
def test_a_band_holds_for_the_sizes_between_its_ends(size: float, crews: int | None) -> None:
    bound = {"figure": "crews", "bands": "bands"}
    if crews is not None:
        assert bound_of(bound, size=size, **BANDS) == NumberSpan(crews, crews)
        return
    with pytest.raises(Unusable, match=f"limit/river:here: 'bands' has no band for {size:g} points"):
        bound_of(bound, size=size, **BANDS)


def test_a_band_without_an_upper_end_goes_on_and_one_without_a_figure_is_none() -> None:
    bound = {"figure": "crews", "bands": "bands"}
    assert bound_of(bound, size=9999, bands={"all": {"least": "10", "crews": "4"}}) == NumberSpan(4, 4)
    with pytest.raises(Unusable, match="no band for 20 points"):
        bound_of(bound, size=20, bands={"first": {"least": "10"}, "second": {"least": "10", "crews": "4"}})


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("many", "'many' gives no figure to compare with"),
        ("1/2", "'1/2' gives no figure to compare with"),
        ({"figure": "1/2", "of": "nobody"}, "'nobody' is not a limit with 'at-most'"),
        ({"figure": "1", "per": "many"}, "'many' gives no number to divide by"),
        ({"figure": "1", "per": "0"}, "'0' gives no number to divide by"),
    ],
)
def test_a_bound_that_the_data_do_not_define_is_refused(bound: Any, said: str) -> None:
    with pytest.raises(Unusable) as refused:
        bound_of(bound)
    assert f"limit/river:here: {said}; mend the limit" in str(refused.value)


def each(what: str, bounds: dict[str, str], *troops: Troop, **settings: Any) -> Result:
    [result] = judged_by({"here": {"counts": "miniatures", "each": what, **bounds, **settings}}, *troops)
    return result


def test_of_limits_on_each_troop_the_worst_decides_and_names_its_troops() -> None:
    large = each("troop", {"at-most": "3"}, *CREWS)
    assert (large.status, large.subject, large.have) == ("broken", "Oarsmen, Divers", NumberSpan(6, 6))
    assert [one.name for one in large.troops] == ["Oarsmen", "Pilot", "Divers"]
    small = each("troop", {"at-least": "5"}, *CREWS)
    assert (small.status, small.subject, small.have) == ("broken", "Oarsmen, Pilot", NumberSpan(1, 1))
    dear = each("troop", {"at-most": "9"}, *CREWS, counts="points")
    assert (dear.subject, dear.have) == ("Oarsmen, Pilot, Divers", NumberSpan(40, 40))
    kept = each("troop", {"at-most": "9"}, *CREWS)
    assert (kept.status, kept.subject, kept.have) == ("met", None, NumberSpan(6, 6))


def test_where_it_is_unknown_of_one_troop_those_that_keep_the_limit_are_not_named() -> None:
    doubtful = each("troop", {"at-least": "5"}, CREWS[2], troop("Swimmers", 2), of={"boat": "junk"})
    assert (doubtful.status, doubtful.subject) == ("unknown", "Swimmers")


def test_troops_of_one_profile_are_counted_together_where_a_limit_is_on_each_profile() -> None:
    pair = (CREWS[0], CREWS[1], CREWS[0])
    assert each("profile", {"at-most": "7"}, *pair).have == NumberSpan(8, 8)
    two = (Troop("Red", 4, 1, CREWS[0].traits, "rows.0"), Troop("Red", 4, 1, CREWS[0].traits, "rows.1"))
    assert each("troop", {"at-most": "7"}, *two).have == NumberSpan(4, 4)


def test_a_limit_on_each_of_nobody_is_met() -> None:
    result = each("troop", {"at-least": "5"}, *CREWS, of={"boat": "ship"})
    assert (result.status, result.troops, result.missing, result.subject) == ("met", (), {}, None)
    doubtful = each("troop", {"at-least": "5"}, troop("Swimmers", 2), of={"boat": "ship"})
    assert (doubtful.status, doubtful.subject, doubtful.missing) == ("unknown", "Swimmers", {"Swimmers": ("boat",)})
    # Whether they are meant or not: they keep it.
    kept = each("troop", {"at-most": "2"}, troop("Swimmers", 2), of={"boat": "ship"})
    assert (kept.status, kept.subject, kept.missing) == ("met", None, {})


def test_a_limit_is_named_by_itself_or_by_its_record() -> None:
    named, unnamed = judged_by({"a": {"counts": "troops", "name": "Crews"}, "b": {"counts": "troops"}})
    assert (named.limit.name_field, unnamed.limit.name_field) == ("limits.a.name", "name")


def test_a_limit_takes_the_place_of_a_general_one_and_keeps_what_it_does_not_say() -> None:
    made = edition(
        "river",
        {
            "limit/general": {
                "limits": {
                    "first": {"counts": "miniatures", "at-most": "5"},
                    "last": {"counts": "troops", "at-most": "9"},
                }
            },
            "limit/own": {"limits": {"more": {"instead-of": "limit/general:first", "at-most": "7"}}},
        },
    )
    first, last = judge(Muster(made, None, 100, CREWS))
    assert (first.limit.id, first.counts, first.at_most) == ("limit/own:more", "miniatures", NumberSpan(7, 7))
    assert (last.limit.id, last.at_most) == ("limit/general:last", NumberSpan(9, 9))


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"counts": "boats"}, "'counts': input should be 'points', 'cost'"),
        ({"at-most": "5"}, "'here' doesn't say what it counts; add 'counts'"),
        ({"instead-of": "limit/none:here"}, "'limit/none:here' is not a limit; mend the name"),
    ],
)
def test_a_limit_that_is_declared_wrongly_is_refused(limit: dict[str, str], said: str) -> None:
    with pytest.raises(Unusable) as refused:
        judged_by({"fine": {"counts": "troops"}, "here": limit})
    assert said in str(refused.value)
    assert len(refused.value.problems) == 1


@pytest.mark.parametrize(
    ("bound", "depends"),
    [
        ("5", False),
        ({"figure": "1", "per": "100"}, False),
        ({"figure": "1", "per": "100", "against": "points"}, True),
        ({"figure": "1", "for-each": {"boat": "junk"}}, True),
    ],
)
def test_a_bound_depends_on_the_troops_where_it_counts_them_or_their_points(bound: Any, depends: bool) -> None:
    for end in ("at-least", "at-most"):
        [result] = judged_by({"here": {"counts": "troops", end: bound}}, *CREWS)
        assert result.limit.schema.depends_on_troops is depends

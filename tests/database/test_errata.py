"""Errata change the rules of an edition; one that was written for other rules is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.database.boats import HEAD, change


@pytest.mark.parametrize(
    ("fact", "before", "after", "value"),
    [
        ("figures.reach", "2.5 cm", "3 cm", "3 cm"),
        # A figure may be spelled otherwise; words may not.
        ("figures.reach", "2.5cm", "3 cm", "3 cm"),
        ("figures.reach", "2.5 cm", "null", None),
        ("cost", "null", "'7'", "7"),
        ("text", "Row %(reach)s.", "Row on %(reach)s.", "Row on %(reach)s."),
        ("oars", "'oar, pole'", "'oar, net , pole'", ["oar", "net", "pole"]),
        ("fast", "'true'", "'false'", False),
        ("slow", "'false'", "'true'", True),
    ],
)
def test_a_value_is_changed_and_cites_its_erratum(
    amended: Callable, fact: str, before: str, after: str, value: object
) -> None:
    database, said = amended({"2026-03-01-news": change(fact, before, after)})
    assert said == []
    row = database.editions["old"].records["rule/row"]
    assert row.get(fact) == value
    assert row.errata == {fact: "2026-03-01-news"}
    assert [(one.document, one.covers) for one in row.citations] == [("erratum/2026-03-01-news", (fact,))]
    assert database.editions["old"].records["rule/tow"].errata == {}


@pytest.mark.parametrize(
    ("fact", "before", "said"),
    [
        ("figures.reach", "3 cm", "rule/row 'figures.reach' is '2.5 cm' and not '3 cm'; see what changed it"),
        ("figures.reach", "null", "rule/row 'figures.reach' is '2.5 cm' and not 'None'; see what changed it"),
        ("cost", "'7'", "rule/row 'cost' is nothing and not '7'; see what changed it"),
        ("oars", "oar", "rule/row 'oars' is 'oar, pole' and not 'oar'"),
        ("fast", "'false'", "rule/row 'fast' is 'true' and not 'false'"),
        ("slow", "'true'", "rule/row 'slow' is 'false' and not 'true'"),
        ("text", "Row.", "rule/row 'text' is 'Row %(reach)s.' and not 'Row.'"),
    ],
)
def test_an_erratum_of_other_rules_is_refused_and_changes_nothing(
    amended: Callable, fact: str, before: str, said: str
) -> None:
    database, found = amended({"2026-03-01-news": change(fact, before, "5")})
    assert [error.partition(": ")[2].startswith(said) for error in found] == [True]
    assert database.editions["old"].records["rule/row"].errata == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            change("figures.reech", "1", "2"),
            "'figures.reech' of rule/row is not a fact or message; did you mean 'figures.reach'?; name one",
        ),
        (
            change("figures", "1", "2"),
            "'figures' of rule/row is a group of facts; did you mean 'figures.crew'?; name one",
        ),
        (
            change("text", "1", "2", "rule/rows"),
            "there is no record 'rule/rows' in old; did you mean 'rule/row'?; mend the id",
        ),
        (
            "withdraw: [rule/rows]\n",
            "there is no record 'rule/rows' in old to withdraw; did you mean 'rule/row'?; mend the id",
        ),
        ("add: {rule/row: {name: Row}}\n", "'rule/row' is there already; change it instead"),
        (
            "add: {boatt/punt: {name: Punt}}\n",
            "'boatt/punt' is of no known kind; did you mean 'boat'?; write kind/name",
        ),
    ],
)
def test_an_erratum_names_what_is_there(amended: Callable, text: str, said: str) -> None:
    _, found = amended({"2026-03-01-news": text})
    assert [error.partition(": ")[2].removesuffix("  [errata]") for error in found] == [said]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (change("figures.reach", "3 cm", "4 cm"), "4:61"),
        (change("figures.reech", "3 cm", "4 cm"), "4:40"),
        (change("reach", "3 cm", "4 cm", "rule/none"), "4:24"),
        ("withdraw: [rule/none]\n", "4:11"),
        ("add:\n  rule/row: {name: Row}\n", "5:13"),
    ],
)
def test_what_is_refused_has_its_place_in_the_file(amended: Callable, text: str, place: str) -> None:
    _, [found] = amended({"2026-03-01-news": text})
    assert found.startswith(f"2026-03-01-news.yaml:{place}: ")


def test_what_is_refused_stands_in_the_way_of_nothing_else(amended: Callable) -> None:
    """After each fault, the rest of the file is applied."""
    text = """\
changes:
  one: {record: rule/none, fact: text, from: a, to: b}
  two: {record: rule/row, fact: none, from: a, to: b}
  three: {record: rule/row, fact: text, from: a, to: b}
  four: {record: rule/row, fact: figures.crew, from: 4, to: 5}
withdraw: [rule/none, rule/tow]
add:
  rule/row: {name: Row}
  boat/punt: {name: Punt, crew: 2}
"""
    database, found = amended({"2026-03-01-news": text})
    assert len(found) == 5
    records = database.editions["old"].records
    assert list(records) == ["rule/row", "boat/punt"]
    assert records["rule/row"].get("figures.crew") == "5"


def test_a_record_is_added_with_its_place_and_cites_its_erratum(amended: Callable) -> None:
    database, found = amended({"2026-03-01-news": "add:\n  boat/punt:\n    name: Punt\n    crew: '2'\n"})
    assert found == []
    punt = database.editions["old"].records["boat/punt"]
    assert (punt.kind, punt.slug, punt.name, punt.get("crew")) == ("boat", "punt", "Punt", "2")
    assert (punt.place("crew").line, punt.place("name").column) == (7, 11)
    assert punt.errata == {"": "2026-03-01-news"}
    assert [one.document for one in punt.citations] == ["erratum/2026-03-01-news"]


def test_an_added_record_keeps_the_places_of_its_own_names_alone(amended: Callable) -> None:
    """``boat/punt`` and ``boat/punt-two`` begin alike; ``boat/dinghy`` stands last, and first in the alphabet."""
    added = ("punt", "punt-two", "dinghy")
    text = "add:\n" + "".join(f"  boat/{name}: {{name: {name.title()}, crew: '2'}}\n" for name in added)
    records = amended({"2026-03-01-news": text})[0].editions["old"].records
    for line, name in enumerate(added, 5):
        boat = records[f"boat/{name}"]
        assert boat.place("crew").line == line
        assert set(boat.tree.spots) == {name, f"{name}.name", f"{name}.crew"}


def test_an_erratum_may_change_several_values_of_one_record(amended: Callable) -> None:
    text = """\
changes:
  one: {record: rule/row, fact: figures.crew, from: 4, to: 5}
  two: {record: rule/row, fact: figures.reach, from: 2.5 cm, to: 3 cm}
"""
    database, found = amended({"2026-03-01-news": text})
    assert found == []
    row = database.editions["old"].records["rule/row"]
    assert (row.get("figures.crew"), row.get("figures.reach")) == ("5", "3 cm")
    assert list(row.errata) == ["figures.crew", "figures.reach"]


PARTS = [
    # An atom of a condition, a condition on one line, in the spelling of the file, one atom more, one less.
    ("modifiers.rain.when.self.wet", "'true'", "'false'", {"self.wet": False, "self.crew": {"at-most": "2"}}),
    ("modifiers.rain.when", "'self.wet: true; self.crew: at-most 2'", "'self.wet: false'", {"self.wet": False}),
    ("modifiers.rain.when", "{self.wet: true, self.crew: {at-most: 2}}", "{self.crew: 3}", {"self.crew": "3"}),
    (
        "modifiers.rain.when.self.boat",
        "null",
        "'not punt, ship'",
        {"self.wet": True, "self.crew": {"at-most": "2"}, "self.boat": {"not": ["punt", "ship"]}},
    ),
    ("modifiers.rain.when.self.wet", "'true'", "null", {"self.crew": {"at-most": "2"}}),
    # A member of a list, changed, added, taken away.
    ("oars.pole", "pole", "paddle", ["oar", "paddle"]),
    ("oars.paddle", "null", "paddle", ["oar", "pole", "paddle"]),
    ("oars.pole", "pole", "null", ["oar"]),
    # A cell, a heading, a name; a part that is new, one that goes.
    ("rows.slow.lake", "null", "4 cm", "4 cm"),
    ("columns.lake", "Lake", "Pond", "Pond"),
    ("modifiers.rain.name", "Rain", "Heavy rain", "Heavy rain"),
    ("modifiers.wind", "null", "{name: Wind, hook: pull, add: -2}", {"name": "Wind", "hook": "pull", "add": "-2"}),
    ("rows.slow", "{name: Slow, sea: 5 cm, lake: null}", "null", None),
]


@pytest.mark.parametrize(("fact", "before", "after", "value"), PARTS)
def test_any_part_of_a_record_is_corrected(
    amended: Callable, fact: str, before: str, after: str, value: object
) -> None:
    database, said = amended({"2026-03-01-news": change(fact, before, after)})
    assert said == []
    row = database.editions["old"].records["rule/row"]
    group = fact.partition(".when.")[0] + ".when" if ".when." in fact else "oars" if "oars" in fact else fact
    assert row.get(group) == value
    assert list(row.errata) == [fact]


@pytest.mark.parametrize(
    ("fact", "before", "after", "said"),
    [
        (
            "figures.reach",
            "2.5 cm",
            "blah",
            "'blah' is not a figure; 'figures.reach' is 2.5 cm: write a distance in cm, such",
        ),
        ("figures.reach", "2.5 cm", "'4'", "'4' is of another sort; 'figures.reach' is 2.5 cm: write a distance in cm"),
        ("figures.reach", "2.5 cm", "3 in", "'3 in' is of another sort; 'figures.reach' is 2.5 cm: write a distance"),
        ("figures.crew", "'4'", "many", "'many' is not a figure; 'figures.crew' is 4: write a number, such as 3"),
        ("figures.crew", "'4'", "50 %", "'50 %' is of another sort; 'figures.crew' is 4: write a number"),
        (
            "modifiers.rain.add",
            "-1",
            "wet",
            "'wet' is not a figure; 'modifiers.rain.add' is -1: write a modifier, such as +1",
        ),
        (
            "rows.slow.lake",
            "null",
            "far",
            "'far' is not a figure; beside 'rows.slow.lake' is 5 cm: write a distance in cm",
        ),
        ("slow", "false", "wet", "'wet' is neither true nor false, as 'slow' is"),
        ("modifiers.rain.when", "'self.wet: true; self.crew: at-most 2'", "wet", "'wet' is not a mapping, as"),
        ("text", "'Row %(reach)s.'", "[a, b]", "'text' is a single value, and not a list"),
    ],
)
def test_a_value_of_another_sort_is_refused(amended: Callable, fact: str, before: str, after: str, said: str) -> None:
    database, [found] = amended({"2026-03-01-news": change(fact, before, after)})
    assert f"rule/row: {said}" in found
    assert database.editions["old"].records["rule/row"].errata == {}


@pytest.mark.parametrize("after", ["3", "+1D6", "+5 cm"])
def test_a_number_may_become_dice_or_get_its_unit(amended: Callable, after: str) -> None:
    assert amended({"2026-03-01-news": change("figures.crew", "'4'", f"'{after}'")})[1] == []


POINTS = {
    "2026-03-01-boats": "add: {boat/punt: {name: Punt}, rule/ferry: {name: Ferry, boats: [punt]},\n"
    "  rule/bank: {name: Bank, applies: [boat/punt], effects: {far: {hook: pull, add: +1, when: {self.boat: punt}}}}}\n"
}


def test_what_points_at_a_withdrawn_record_is_refused(amended: Callable) -> None:
    others = {"2026-03-01-others": "add: {boat/raft: {name: Raft}, rule/shore: {name: Shore, boats: [raft]}}\n"}
    _, found = amended({**others, **POINTS, "2026-03-02-none": "withdraw: [boat/punt]\n"})
    assert [error.partition(": ")[2].removesuffix("  [errata]") for error in found] == [
        f"'boat/punt' is withdrawn, but '{path}' of {record} names it; change that in the erratum too"
        for path, record in (
            ("boats", "rule/ferry"),
            ("applies", "rule/bank"),
            ("effects.far.when.self.boat", "rule/bank"),
        )
    ]


def test_what_points_at_a_withdrawn_record_may_go_with_it_or_get_it_back(amended: Callable) -> None:
    assert amended({**POINTS, "2026-03-02-none": "withdraw: [boat/punt, rule/ferry, rule/bank]\n"})[1] == []
    again = "withdraw: [boat/punt]\nadd: {boat/punt: {name: Barge}}\n"
    assert amended({**POINTS, "2026-03-02-none": again})[1] == []


def test_what_an_erratum_makes_wrong_is_said(amended: Callable) -> None:
    assert amended({"2026-03-01-news": change("text", "Row %(reach)s.", "Row %(far)s.")})[1] != []


@pytest.mark.parametrize("key", ["name", "reason", "source"])
def test_an_erratum_has_a_name_a_reason_and_a_source(amended: Callable, key: str) -> None:
    initial = HEAD[HEAD.index(key) + len(key) + 2]
    _, found = amended({"2026-03-01-news": ""}, head=HEAD.replace(f"{key}: {initial}", f"{key}: ''"))
    assert len(found) == 1 and f"'{key}'" in found[0]

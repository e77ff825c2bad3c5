"""Errata change an edition's rules from their day on; one that was written for other rules is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.database.errata import dated
from kensei_docs.project import Project

RULES = """\
row:
  name: Rowing
  figures: {reach: 2.5 cm, crew: 4}
  text: Row %(reach)s.
  fast: true
  slow: false
  oars: [oar, pole]
  cost: null
  modifiers:
    rain: {name: Rain, hook: pull, add: -1, when: {self.wet: true, self.crew: {at-most: 2}}}
  columns: {sea: Sea, lake: Lake}
  rows:
    slow: {name: Slow, sea: 5 cm, lake: null}
tow: {name: Towing}
"""
FILES = {
    "data/vocabulary.yaml": "kinds: {rules: rule, boats: boat}\nhooks: {pull: {name: Pull, roll: pull}}\n"
    "atoms: {self.wet: {values: boolean}, self.crew: {values: figure}, self.boat: {values: boat}}\n"
    "references: {boats: [boat]}\n",
    "data/glossary.yaml": "oar: {en: oar}\n",
    "data/editions/old/edition.yaml": "id: old\nname: Old\ngame: Boats\nlanguage: en\nunits: cm\n",
    "data/editions/old/rules.yaml": RULES,
}
HEAD = "name: N\nreason: R\nsource: A\n"


@pytest.fixture
def amended(project_of: Callable[[dict[str, str]], Path]) -> Callable[..., tuple[Database, list[str]]]:
    """Load the edition with errata (name: text below the head); return the database and what was said."""

    def read(errata: dict[str, str], head: str = HEAD, **settings: object) -> tuple[Database, list[str]]:
        folder = project_of({**FILES, **{f"data/errata/old/{name}.yaml": head + text for name, text in errata.items()}})
        database, problems = load(Project((folder,), folder / "build", **settings))
        errors = [str(problem) for problem in problems if problem.severity == "error"]
        return database, [error.replace(f"{folder}/data/errata/old/", "") for error in errors]

    return read


def change(fact: str, before: str, after: str, record: str = "rule/row") -> str:
    return f"changes: {{it: {{record: {record}, fact: {fact}, from: {before}, to: {after}}}}}\n"


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
            "'figures.reech' of rule/row is no fact or message; did you mean 'figures.reach'?; name one",
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
            "add: {boots/punt: {name: Punt}}\n",
            "'boots/punt' is of no known kind; did you mean 'boat'?; write kind/name",
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
        assert {path.partition(".")[0] for path in boat.tree.spots} == {name}


CREW = {"2026-03-01-z": change("figures.crew", "4", "5"), "2026-04-01-a": change("figures.crew", "5", "6")}


@pytest.mark.parametrize(
    ("settings", "crew"),
    [
        ({}, "6"),
        ({"as_of": date(2026, 4, 1)}, "6"),
        ({"as_of": date(2026, 3, 31)}, "5"),
        ({"as_of": date(2026, 3, 1)}, "5"),
        ({"as_of": date(2026, 2, 28)}, "4"),
        ({"before": "2026-04-01-b"}, "6"),
        ({"before": "2026-04-01-a"}, "5"),
        ({"before": "2026-03-01-z"}, "4"),
    ],
)
def test_errata_follow_one_another_up_to_the_day_that_is_asked_for(
    amended: Callable, settings: dict[str, object], crew: str
) -> None:
    database, found = amended(CREW, **settings)
    assert found == []
    edition = database.editions["old"]
    assert edition.records["rule/row"].get("figures.crew") == crew
    assert list(edition.errata) == list(CREW)[: int(crew) - 4]


def test_of_two_that_change_one_value_the_later_is_refused_and_both_are_named(amended: Callable) -> None:
    _, [found] = amended({**CREW, "2026-04-01-a": change("figures.crew", "4", "6")})
    assert (
        "rule/row 'figures.crew' is '5' and not '4' since the erratum 2026-03-01-z; let the later one, "
        "2026-04-01-a, start from that, or withdraw one of them"
    ) in found


def test_of_several_that_changed_a_value_the_last_is_named(amended: Callable) -> None:
    _, [found] = amended({**CREW, "2026-05-01-late": change("figures.crew", "5", "7")})
    assert "'6' and not '5' since the erratum 2026-04-01-a; let the later one, 2026-05-01-late, start" in found


WHEN, WET = "modifiers.rain.when", "modifiers.rain.when.self.wet"
STILL = "self.crew: at-most 2"


@pytest.mark.parametrize(
    "parts",
    [
        # What an erratum changes may be a part of what another one changes, and be changed again.
        [(WHEN, f"'self.wet: true; {STILL}'", "'self.wet: false'"), (WET, "'false'", "'true'")],
        [(WET, "'true'", "'false'"), (WHEN, f"'self.wet: false; {STILL}'", "'self.wet: true'")],
        [
            (WET, "'true'", "'false'"),
            (WHEN, f"'self.wet: false; {STILL}'", "'self.wet: true'"),
            (WET, "'true'", "'false'"),
        ],
    ],
)
def test_the_last_that_changed_a_part_or_the_whole_is_named(amended: Callable, parts: list[tuple[str, ...]]) -> None:
    errata = {f"2026-03-0{i}-it": change(*part) for i, part in enumerate(parts, 1)}
    _, [found] = amended({**errata, "2026-05-01-late": change(WHEN, "'self.crew: 3'", "null")})
    assert f"since the erratum 2026-03-0{len(parts)}-it;" in found


@pytest.mark.parametrize(("record", "fact"), [("rule/row", "reach"), ("boat/punt", "crew"), ("rule/shore", "crew")])
def test_an_erratum_of_other_values_is_not_named(amended: Callable, record: str, fact: str) -> None:
    """Nor one that changed the same fact of another record."""
    others = "add: {boat/punt: {name: Punt, figures: {crew: 2}}, rule/shore: {name: Shore, figures: {crew: 2}}}\n"
    before, after = ("2.5 cm", "3 cm") if fact == "reach" else ("2", "3")
    errata = {"2026-04-02-b": others, "2026-04-03-c": change(f"figures.{fact}", before, after, record)}
    _, [found] = amended({**CREW, **errata, "2026-05-01-late": change("figures.crew", "5", "7")})
    assert "since the erratum 2026-04-01-a;" in found


@pytest.fixture
def layered(amended: Callable, tmp_path: Path) -> Callable[..., tuple[Database, list[str]]]:
    """Load the edition of a project over another one, each with errata of its own."""

    def read(own: dict[str, str], below: dict[str, str], **settings: object) -> tuple[Database, list[str]]:
        amended(below)
        over = tmp_path / "own"
        (over / "data/errata/old").mkdir(parents=True, exist_ok=True)
        for name, text in own.items():
            (over / f"data/errata/old/{name}.yaml").write_text(HEAD + text, encoding="utf-8")
        database, problems = load(Project((over, tmp_path), over / "build", **settings))
        return database, [str(problem) for problem in problems if problem.severity == "error"]

    return read


def test_of_one_day_the_errata_of_the_project_below_come_first(layered: Callable) -> None:
    """Whatever their names; a later day comes later, wherever its erratum lies."""
    own = {"2026-03-01-a": change("figures.crew", "5", "6")}
    below = {"2026-03-01-z": change("figures.crew", "4", "5"), "2026-03-02-next": change("figures.crew", "6", "7")}
    database, found = layered(own, below)
    assert found == []
    assert list(database.editions["old"].errata) == ["2026-03-01-z", "2026-03-01-a", "2026-03-02-next"]


def test_an_erratum_follows_one_of_the_project_below_and_none_of_the_project_above(layered: Callable) -> None:
    own, below = "2026-03-01-own", "2026-03-01-below"
    assert layered({own: f"after: {below}\n"}, {below: ""})[1] == []
    [found] = layered({own: ""}, {below: f"after: {own}\n"})[1]
    assert f"'{own}' comes later by its day or its project; let that follow this one" in found


@pytest.mark.parametrize(
    ("before", "in_force"),
    [
        # All that lies below was there before the project's own, whatever its day.
        ("2026-03-02-own", ["2026-03-01-below", "2026-03-01-first", "2026-03-03-late"]),
        ("2026-03-01-first", ["2026-03-01-below", "2026-03-03-late"]),
        ("2026-03-03-late", ["2026-03-01-below", "2026-03-01-first", "2026-03-02-own"]),
        ("2026-03-01-below", []),
    ],
)
def test_before_an_erratum_of_its_own_a_project_has_all_errata_below(
    layered: Callable, before: str, in_force: list[str]
) -> None:
    own, below = {"2026-03-01-first": "", "2026-03-02-own": ""}, {"2026-03-01-below": "", "2026-03-03-late": ""}
    database, found = layered(own, below, before=before)
    assert found == []
    assert list(database.editions["old"].errata) == in_force


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


def test_a_file_that_is_wrong_is_left_out_and_the_next_is_read(amended: Callable) -> None:
    errata = {"2026-02-00-no-day": "", "2026-02-01-wrong": "chages: {}\n", **CREW, "news": ""}
    database, found = amended(errata)
    assert sorted(error.partition(":")[0] for error in found) == [
        "2026-02-00-no-day.yaml",
        "2026-02-01-wrong.yaml",
        "news.yaml",
    ]
    assert "has a name without a day; name it like 2026-11-22-what-it-mends.yaml" in str(found)
    assert database.editions["old"].records["rule/row"].get("figures.crew") == "6"


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
            "'blah' is no figure; 'figures.reach' is 2.5 cm: write a distance in cm, such",
        ),
        ("figures.reach", "2.5 cm", "'4'", "'4' is of another sort; 'figures.reach' is 2.5 cm: write a distance in cm"),
        ("figures.reach", "2.5 cm", "3 in", "'3 in' is of another sort; 'figures.reach' is 2.5 cm: write a distance"),
        ("figures.crew", "'4'", "many", "'many' is no figure; 'figures.crew' is 4: write a number, such as 3"),
        ("figures.crew", "'4'", "50 %", "'50 %' is of another sort; 'figures.crew' is 4: write a number"),
        (
            "modifiers.rain.add",
            "-1",
            "wet",
            "'wet' is no figure; 'modifiers.rain.add' is -1: write a modifier, such as +1",
        ),
        (
            "rows.slow.lake",
            "null",
            "far",
            "'far' is no figure; beside 'rows.slow.lake' is 5 cm: write a distance in cm",
        ),
        ("slow", "false", "wet", "'wet' is neither true nor false, as 'slow' is"),
        ("modifiers.rain.when", "'self.wet: true; self.crew: at-most 2'", "wet", "'wet' is no mapping, as"),
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


def test_of_one_day_an_erratum_follows_the_one_that_it_names(amended: Callable) -> None:
    errata = {"2026-03-01-a": change("figures.crew", "5", "6") + "after: 2026-03-01-z\n"}
    errata["2026-03-01-z"] = change("figures.crew", "4", "5")
    database, found = amended(errata)
    assert found == []
    assert list(database.editions["old"].errata) == ["2026-03-01-z", "2026-03-01-a"]
    assert amended(errata, before="2026-03-01-a")[0].editions["old"].records["rule/row"].get("figures.crew") == "5"


@pytest.mark.parametrize(
    ("after", "said"),
    [
        ("2026-03-01-x", "there is no erratum '2026-03-01-x'; did you mean '2026-03-01-z'?; mend the name"),
        ("2026-04-01-late", "'2026-04-01-late' comes later by its day or its project; let that follow this one"),
        ("2026-03-01-z", "follow each other; take one 'after' away"),
    ],
)
def test_an_order_that_can_not_be_is_refused(amended: Callable, after: str, said: str) -> None:
    errata = {"2026-03-01-a": f"after: {after}\n", "2026-03-01-z": "after: 2026-03-01-a\n", "2026-04-01-late": ""}
    database, [found] = amended(errata)
    assert said in found and ":4:8: " in found and found.startswith("2026-03-01-a.yaml")
    assert len(database.editions["old"].errata) == 3


def test_an_erratum_of_a_later_day_waits_for_it(amended: Callable) -> None:
    edition = amended(CREW, as_of=date(2026, 3, 31))[0].editions["old"]
    assert list(edition.errata) == ["2026-03-01-z"]
    assert list(edition.errata_to_come) == ["2026-04-01-a"]


def test_what_an_erratum_makes_wrong_is_said(amended: Callable) -> None:
    assert amended({"2026-03-01-news": change("text", "Row %(reach)s.", "Row %(far)s.")})[1] != []


@pytest.mark.parametrize("key", ["name", "reason", "source"])
def test_an_erratum_has_a_name_a_reason_and_a_source(amended: Callable, key: str) -> None:
    initial = HEAD[HEAD.index(key) + len(key) + 2]
    _, found = amended({"2026-03-01-news": ""}, head=HEAD.replace(f"{key}: {initial}", f"{key}: ''"))
    assert len(found) == 1 and f"'{key}'" in found[0]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-03-01-news", date(2026, 3, 1)),
        ("2026-03-01-two-words", date(2026, 3, 1)),
        ("2026-02-30-news", None),
        ("2026-03-01", None),
        ("news", None),
        ("2026-03-01-News", None),
    ],
)
def test_the_name_of_an_erratum_begins_with_its_day(name: str, day: date | None) -> None:
    assert dated(name) == day

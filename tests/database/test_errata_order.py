"""Errata come in the order of their days, of projects, and of what they name; each starts from the one before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.database.model import day_in_name
from kensei_docs.project import Project
from tests.database.boats import HEAD, change

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


@pytest.mark.parametrize(
    ("record", "fact", "before", "after"),
    [
        ("rule/row", "figures.reach", "2.5 cm", "3 cm"),
        ("rule/row", "columns.sea", "Sea", "Ocean"),
        ("boat/punt", "figures.crew", "2", "3"),
        ("rule/shore", "figures.crew", "2", "3"),
    ],
)
def test_an_erratum_of_other_values_is_not_named(
    amended: Callable, record: str, fact: str, before: str, after: str
) -> None:
    """Nor one that changed the same fact of another record."""
    others = "add: {boat/punt: {name: Punt, figures: {crew: 2}}, rule/shore: {name: Shore, figures: {crew: 2}}}\n"
    errata = {"2026-04-02-b": others, "2026-04-03-c": change(fact, before, after, record)}
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
    assert f"'{own}' is applied later, by its date or its project; write 'after' there instead" in found


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
        (
            "2026-04-01-late",
            "'2026-04-01-late' is applied later, by its date or its project; write 'after' there instead",
        ),
        ("2026-03-01-z", "follow each other; take one 'after' away"),
    ],
)
def test_an_order_that_can_not_be_is_refused(amended: Callable, after: str, said: str) -> None:
    errata = {"2026-03-01-a": f"after: {after}\n", "2026-03-01-z": "after: 2026-03-01-a\n", "2026-04-01-late": ""}
    database, [found] = amended(errata)
    assert said in found and ":4:8: " in found and found.startswith("2026-03-01-a.yaml")
    assert list(database.editions["old"].errata) == list(errata)


def test_an_erratum_of_a_later_day_waits_for_it(amended: Callable) -> None:
    edition = amended(CREW, as_of=date(2026, 3, 31))[0].editions["old"]
    assert list(edition.errata) == ["2026-03-01-z"]
    assert list(edition.errata_to_come) == ["2026-04-01-a"]


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
    assert day_in_name(name) == day

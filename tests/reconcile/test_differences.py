"""Differences between a document and the database: those that there are, and no others."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.database import Edition, load
from kensei_docs.project import Project
from kensei_docs.reconcile import differences

SPECIMEN = Path(__file__).resolve().parent.parent / "specimens" / "lanterns"


@dataclass(frozen=True)
class Seen:
    """An observation as reconcile takes it."""

    record: str
    fact: str
    value: str
    document: str = "lantern-booklet"
    page: int | None = None
    lines: tuple[int, int] | None = (1, 1)
    digest: str = "0"
    other: str = ""


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Edition:
    copy = shutil.copytree(SPECIMEN, tmp_path_factory.mktemp("lanterns") / "project")
    database, _ = load(Project.open(copy))
    return database.editions["lanterns-1e"]


@pytest.fixture(scope="module")
def all_seen(edition: Edition) -> list[Seen]:
    """Every fact of the edition, observed as the database has it."""
    return [
        Seen(record.id, fact.path, fact.value or "", lines=(n, n))
        for record in edition.records.values()
        for n, fact in enumerate(record.facts, 1)
        if fact.figure
    ]


def read_as(
    seen: Sequence[Seen],
    expected: Sequence[tuple[str, str]] = (),
    renamed: Sequence[str] = (),
    doubted: Sequence[tuple[str, str]] = (),
) -> Any:
    """What differences look at in the result of a reading."""
    return SimpleNamespace(
        observations=seen, expected=expected, renamed=frozenset(renamed), reordered=(), doubted=frozenset(doubted)
    )


def told(edition: Edition, *read: Any, **named: Any) -> list[tuple[str, str, str, str | None, str | None]]:
    return [
        (d.change, d.record, d.fact, d.database, d.document)
        for d in differences(edition, "lantern-booklet", read_as(*read, **named))
    ]


def test_a_document_that_agrees_differs_in_nothing(edition: Edition, all_seen: list[Seen]) -> None:
    assert told(edition, all_seen, [(s.record, s.fact) for s in all_seen]) == []


def test_spelling_is_no_difference(edition: Edition) -> None:
    assert told(edition, [Seen("table/lamps", "rows.jar.near", "2,5cm")]) == []


@given(chance=some.data())
def test_a_changed_figure_is_told_with_its_place_and_nothing_else(
    edition: Edition, all_seen: list[Seen], chance: some.DataObject
) -> None:
    at = chance.draw(some.integers(0, len(all_seen) - 1))
    seen = [*all_seen[:at], replace(all_seen[at], value="77"), *all_seen[at + 1 :]]
    [difference] = differences(edition, "lantern-booklet", read_as(seen, [(s.record, s.fact) for s in all_seen]))
    assert asdict(difference) == {
        "change": "differs",
        "record": seen[at].record,
        "fact": seen[at].fact,
        "database": all_seen[at].value,
        "document": "77",
        "page": None,
        "lines": seen[at].lines,
    }


def test_a_figure_given_twice_is_compared_in_both_places(edition: Edition) -> None:
    seen = [Seen("roll/pull", "base", "4+"), Seen("roll/pull", "base", "5+", lines=(9, 9))]
    assert told(edition, seen) == [("differs", "roll/pull", "base", "4+", "5+")]


def test_what_the_readings_look_for_and_nobody_observed_has_gone(edition: Edition) -> None:
    assert told(edition, [], [("roll/pull", "base"), ("army/otters", "rows.*.points")]) == [
        ("gone", "roll/pull", "base", "4+", None),
        ("gone", "army/otters", "rows.otter-flagship.points", "25", None),
        ("gone", "army/otters", "rows.otter-skiff.points", "45", None),
    ]


def test_a_figure_of_a_scan_that_is_not_sure_has_not_gone(edition: Edition) -> None:
    expected = [("roll/pull", "base"), ("army/otters", "rows.*.points")]
    doubted = [("army/otters", "rows.otter-skiff.points"), ("roll/pull", "base")]
    assert told(edition, [], expected, doubted=doubted) == [
        ("gone", "army/otters", "rows.otter-flagship.points", "25", None)
    ]


def test_an_entry_that_has_gone_is_told_once(edition: Edition) -> None:
    expected = [("ability/beacon", "name"), ("ability/beacon", "figures.range")]
    assert told(edition, [], expected) == [("gone", "ability/beacon", "name", "Beacon", None)]


def test_a_new_entry_is_told_with_its_figures(edition: Edition) -> None:
    seen = [Seen("ability/eyes", "name", "Eyes"), Seen("ability/eyes", "figures.length", "7 cm")]
    assert told(edition, seen) == [
        ("new", "ability/eyes", "name", None, "Eyes"),
        ("new", "ability/eyes", "figures.length", None, "7 cm"),
    ]


def test_another_heading_is_told_only_where_it_has_changed(edition: Edition) -> None:
    seen = [Seen("ability/towing", "name", "Tow Line")]
    assert told(edition, seen) == []
    assert told(edition, seen, renamed=["ability/towing"]) == [
        ("differs", "ability/towing", "name", "Towing", "Tow Line")
    ]


def test_an_effect_that_names_a_figure_is_compared_as_that_figure(edition: Edition) -> None:
    seen = [Seen("roll/pull", "effects.current.add", "+2")]
    assert told(edition, seen) == []


def test_readings_agree_with_the_database_they_were_made_for(run: Callable, lanterns: Path) -> None:
    result = run("--project", lanterns, "reconcile", lanterns / "lantern-booklet.txt")
    said, account = result.out.splitlines()
    assert (said, result.err, result.status) == ("Lanterns and Tides: no difference", "", 0)
    assert account.startswith("Lanterns and Tides: ")

"""Headlines tell several changes as one, in the words of the newer edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.database import Record
from kensei_docs.database.yaml_files import Tree
from kensei_docs.problems import Unusable
from kensei_docs.versions.changes import Change, End, Headline, headlines
from tests.versions.editions import DATABASE, edition

OLD = edition("old", {"rule/near": {"figures": {"reach": "1 cm"}}, "rule/cover": {"figures": {"far": "1 cm"}}})
NEW = edition("new", {"rule/near": {"figures": {"reach": "3 cm"}}, "rule/cover": {"figures": {"far": "3 cm"}}})
NEAR = {
    "since": "old",
    "often": 5,
    "much": 4,
    "name": "Distances",
    "figures": {"reach": "rule/near:figures.reach"},
    "rules": {"before": "It reached %(reach)s.", "now": "It reaches %(reach)s."},
    "tells": ["rule/near", "rule/cover:figures"],
}


def change(path: str, record: str, backwards: bool = False) -> Change:
    ends = [End((one.records[record],), path, "1") for one in (OLD, NEW)]
    return Change("changed", *(reversed(ends) if backwards else ends), "same")  # type: ignore[misc]


REACH, FAR, TEXT = (
    change("figures.reach", "rule/near"),
    change("figures.far", "rule/cover"),
    change("text", "rule/cover"),
)


def told(changes: list[Change], **entries: Mapping[str, Any]) -> list[Headline]:
    tree = Tree(Path("new.yaml"))
    records = {f"headline/{slug}": Record("headline", slug, "new", dict(data), tree) for slug, data in entries.items()}
    editions = {"old": OLD, "new": replace(NEW, headlines=records)}
    return headlines(replace(DATABASE, editions=editions), changes)


def said(side: tuple[str, Record]) -> str:
    path, record = side
    return str(record.get(path)) % record.get("figures")


def test_a_headline_tells_the_changes_of_records_and_of_facts_that_it_names() -> None:
    [one] = told([REACH, FAR, TEXT], near=NEAR)
    assert one.changes == (REACH, FAR)
    assert one.weight == 20


def test_each_text_has_the_figures_of_its_own_edition_in_either_direction() -> None:
    [one] = told([REACH], near=NEAR)
    assert (said(one.was), said(one.now)) == ("It reached 1 cm.", "It reaches 3 cm.")
    [back] = told([change("figures.reach", "rule/near", backwards=True)], near=NEAR)
    assert (said(back.was), said(back.now)) == ("It reaches 3 cm.", "It reached 1 cm.")


def test_a_change_belongs_to_the_heaviest_headline_alone() -> None:
    lighter = {**NEAR, "often": 1, "tells": ["rule/near", "rule/cover"]}
    heavy, light = told([REACH, FAR, TEXT], light=lighter, near=NEAR)
    assert (heavy.changes, light.changes) == ((REACH, FAR), (TEXT,))


def test_a_headline_leads_to_the_first_record_that_it_names_and_that_changed() -> None:
    assert subject(told([FAR, REACH], near=NEAR)) == "rule/near"
    assert subject(told([FAR], near=NEAR)) == "rule/cover"
    # One record became two: the change that is filed under the very record goes before the other.
    record = NEW.records["rule/cover"]
    parted = replace(REACH, b=End((record,), "text", "1"))
    assert subject(told([parted, REACH], near=NEAR)) == "rule/near"
    assert subject(told([parted], near=NEAR)) == "rule/cover"


def subject(headlines: list[Headline]) -> str:
    [one] = headlines
    assert one.subject is not None
    return one.subject.id


def test_a_headline_without_a_change_is_left_out() -> None:
    assert told([TEXT], near=NEAR) == []
    assert told([REACH], near={**NEAR, "since": "older"}) == []
    assert told([], near=NEAR) == []


@pytest.mark.parametrize(
    ("field", "value", "name"),
    [
        ("tells", ["rule/near", "rule/neer"], "rule/neer"),
        ("figures", {"reach": "rule/near:figures.each"}, "rule/near:figures.each"),
    ],
)
def test_a_headline_that_names_what_is_not_there_is_refused(field: str, value: object, name: str) -> None:
    with pytest.raises(Unusable, match=f"headline/near names '{name}'"):
        told([REACH], near={**NEAR, field: value})


def test_check_finds_a_headline_of_what_is_not_there(run: Callable, project_of: Callable) -> None:
    rule = "near:\n  name: Near\n  figures: {reach: %s}\n"
    entry = "distances:\n  since: old\n  often: 5\n  much: 4\n  name: Distances\n  tells: [rule/nearly]\n"
    words = "  rules: {before: It reached far., now: It reaches farther.}\n"
    edition = "id: %s\nname: Boats\ngame: Boats\nlanguage: en\nunits: cm\n"
    folder = project_of(
        {
            **{f"data/editions/{name}/edition.yaml": edition % name for name in ("old", "new")},
            **{f"data/editions/{name}/rules.yaml": rule % far for name, far in (("old", "1 cm"), ("new", "3 cm"))},
            "data/editions/new/headlines.yaml": entry + words,
            "data/lineage/old--new.yaml": "same: [rule/near]\n",
        }
    )
    found = run("--project", folder, "check", "--select", "settings")
    assert found.status == 1
    assert "headline/distances names 'rule/nearly', which isn't there" in found.out

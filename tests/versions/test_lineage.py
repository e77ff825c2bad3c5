"""A lineage is a person's work: what is wrong in it is said with its line, and nothing guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions import Change, diff, open_version
from kensei_docs.versions.lineage import load_lineage
from kensei_docs.versions.matching import unmapped
from tests.conftest import ROOT
from tests.versions.editions import mirrored


def faults(folder: Path) -> list[str]:
    project = Project.open(folder)
    database, _ = load(project, ["old", "new"])
    with pytest.raises(Unusable) as caught:
        load_lineage(project, database, "old", "new")
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


def test_an_id_that_is_not_there_is_named_with_its_line(boats: Callable[[str], Path]) -> None:
    assert faults(boats("renamed:\n  - rule/boat: rule/punts\n")) == [
        "data/lineage/old--new.yaml:2:5: old has no record 'rule/boat'; did you mean "
        "'rule/boats'?; mend the id, or take it out  [lineage]"
    ]


def test_a_fact_that_is_not_there_is_named(boats: Callable[[str], Path]) -> None:
    assert faults(boats("dropped:\n  - rule/boats:crews\n")) == [
        "data/lineage/old--new.yaml:2:5: rule/boats of old has nothing at 'crews'; did you mean "
        "'crew'?; mend the path  [lineage]"
    ]


def test_a_record_has_one_edge(boats: Callable[[str], Path]) -> None:
    assert faults(boats("dropped:\n  - rule/raft\nrenamed:\n  - rule/raft: rule/punts\n")) == [
        "data/lineage/old--new.yaml:4:5: 'rule/raft' of old has an edge already, in line 2; keep one  [lineage]"
    ]


@pytest.mark.parametrize(
    ("whole", "relation", "pair"),
    [
        ("rule/boats", "dropped", "rule/boats:crew: rule/punts:crew"),
        ("rule/raft", "dropped", "rule/raft:name: rule/punts:name"),
        ("rule/punts", "new", "rule/boats:crew: rule/punts:crew"),
    ],
)
def test_a_record_of_which_a_part_is_paired_is_not_new_or_dropped_as_a_whole(
    boats: Callable[[str], Path], whole: str, relation: str, pair: str
) -> None:
    assert faults(boats(f"{relation}:\n  - {whole}\nreplaced:\n  - {pair}\n")) == [
        f"data/lineage/old--new.yaml:2:5: '{whole}' is {relation} as a whole here, and line 4 pairs a part of it; "
        "take it out here: what has no pair is reported of itself  [lineage]"
    ]


def test_what_no_part_is_paired_with_is_reported_of_itself(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("replaced:\n  - rule/boats:crew: rule/punts:crew\nsame:\n  - rule/raft\n"))
    changes = diff(project, open_version(project, "old"), open_version(project, "new"))
    assert [(change.change, change.path) for change in changes] == [("changed", "crew")]


def test_an_unknown_section_is_named(boats: Callable[[str], Path]) -> None:
    assert faults(boats("renames:\n  - rule/boats: rule/punts\n")) == [
        "data/lineage/old--new.yaml:1:1: 'renames' is not a section of a lineage; did you mean "
        "'renamed'?; known are same, renamed, replaced, split, merged, new, dropped, "
        "out-of-scope, no-rules  [lineage]"
    ]


def test_a_lineage_is_read_from_either_end(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("renamed:\n  - rule/boats: rule/punts\ndropped:\n  - rule\n"))
    old, new = open_version(project, "old"), open_version(project, "new")
    assert [(change.change, change.a.ids, change.b.ids) for change in diff(project, new, old)] == [
        ("renamed", "rule/punts", "rule/boats"),
        ("changed", "rule/punts", "rule/boats"),
        ("added", None, "rule/raft"),
    ]


def test_what_is_out_of_scope_has_no_direction(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("out-of-scope:\n  - rule\n"))
    old, new = open_version(project, "old"), open_version(project, "new")
    for there in (diff(project, old, new), diff(project, new, old)):
        assert {change.change for change in there} == {"out-of-scope"} and len(there) == 3


def test_what_is_no_rule_is_not_compared(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("no-rules:\n  - rule/boats\n  - rule/raft\nnew:\n  - rule/punts\n"))
    database, _ = load(project, ["old", "new"])
    old, new = open_version(project, "old"), open_version(project, "new")
    assert [(change.change, change.a.ids, change.b.ids) for change in diff(project, old, new)] == [
        ("added", None, "rule/punts")
    ]
    assert [change.change for change in diff(project, new, old)] == ["removed"]
    # A person has said what they are: they wait for no edge.
    found = load_lineage(project, database, "old", "new")
    assert unmapped(database.editions["old"], database.editions["new"], found) == ([], [])


def test_a_whole_kind_may_be_no_rules(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("no-rules:\n  - rule\n"))
    assert diff(project, open_version(project, "old"), open_version(project, "new")) == []


def test_two_editions_without_a_lineage_are_not_compared(boats: Callable[[str], Path]) -> None:
    folder = boats("same: []\n")
    (folder / "data/lineage/old--new.yaml").unlink()
    project = Project.open(folder)
    with pytest.raises(Unusable, match="'kensei-docs lineage suggest old new' drafts one"):
        diff(project, open_version(project, "old"), open_version(project, "new"))


FORM = "should be an id, or one id and what became of it ('a: b'); mend it"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("same: [rule]\n", [FORM]),
        ("dropped: [{rule/boats: rule/punts}]\n", [FORM]),
        ("renamed: [{rule/boats: rule/punts, rule/raft: rule/punts}]\n", [FORM]),
        ("renamed: [{rule/boats: [{rule/punts: rule/rafts}]}]\n", [FORM]),
        ("renamed: [[rule/boats]]\n", [FORM]),
        ("renamed: [{}]\n", [FORM]),
        ("new: [{rule/boats: rule/punts}]\n", [FORM]),
        ("out-of-scope: [{rule/boats: rule/punts}]\n", [FORM]),
        ("renamed: {rule/boats: rule/punts}\n", ["should be a list; mend it"]),
        ("situation: [charging]\n", ["should be a mapping; mend it"]),
        ("new: [rule/boats]\n", ["new has no record 'rule/boats'"]),
        ("no-rules: [boat]\n", ["old has no record 'boat'; mend the id, or take it out"]),
        ("out-of-scope: [boat]\n", ["old has no record 'boat'; mend the id, or take it out"]),
        (
            "out-of-scope: [rule/rafts]\n",
            ["old has no record 'rule/rafts'; did you mean 'rule/raft'?; mend the id, or"],
        ),
        # A record or fact that is the same may be that of one edition only: the other has it within another rule.
        ("same: [rule/raft]\n", []),
        ("same: ['rule/boats:crew']\n", []),
        ("same: [{'rule/boats:crew': 'rule/punts:crew'}]\n", []),
        ("dropped: ['rule/boats:crew', 'rule/boats:crew']\n", ["'rule/boats:crew' of old has an edge already"]),
        ("dropped: [rule]\nnew: [rule]\n", []),
        ("merged: [{rule/punts: [rule/boats, rule/raft]}]\n", []),
        ("split: [{rule/punts: [rule/boats, rule/raft]}]\n", ["old has no record 'rule/punts'", "new has", "new has"]),
        ("situation: {self.laden: true}\n", []),
        ("weights: {rule/boats: 2, 'rule/punts:crew': 1.5}\n", []),
        ("weights: {rule/boats: heavy}\n", ["the weight of 'rule/boats' is 'heavy'; write a number"]),
        ("weights: {rule/boat: 2}\n", ["old has no record 'rule/boat'; did you mean 'rule/boats'?"]),
    ],
)
def test_an_entry_has_the_form_of_its_section(boats: Callable[[str], Path], text: str, said: list[str]) -> None:
    folder = boats(text)
    found = faults(folder) if said else []
    assert [message in one for message, one in zip(said, found, strict=True)] == [True] * len(said)
    if not said:
        project = Project.open(folder)
        database, _ = load(project, ["old", "new"])
        assert load_lineage(project, database, "old", "new") is not None


def test_a_merger_is_a_split_from_the_other_end(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("merged: [{rule/punts: [rule/boats, rule/raft]}]\nsituation: {self.laden: true}\n"))
    database, _ = load(project, ["old", "new"])
    there, back = (load_lineage(project, database, *ends) for ends in (("old", "new"), ("new", "old")))
    assert there and back
    [merged], [split] = there.edges, back.edges
    assert (merged.relation, merged.a, merged.b) == ("merged", ("rule/boats", "rule/raft"), ("rule/punts",))
    assert (split.relation, split.a, split.b) == ("split", ("rule/punts",), ("rule/boats", "rule/raft"))
    assert there.situation == back.situation == {"self.laden": True}


@pytest.fixture(scope="module")
def kensei() -> tuple[Project, Database]:
    project = Project.open(ROOT)
    return project, load(project, ["kensei-2e", "kensei-lr-2020"])[0]


def test_every_record_of_both_kensei_editions_has_its_edge(kensei: tuple[Project, Database]) -> None:
    project, database = kensei
    both = [database.editions[name] for name in ("kensei-2e", "kensei-lr-2020")]
    line = load_lineage(project, database, "kensei-2e", "kensei-lr-2020")
    assert unmapped(both[0], both[1], line) == ([], [])


def test_the_kensei_editions_mirror_each_other(shipped_diff: Callable[..., list[Change]]) -> None:
    old, new = "kensei-2e", "kensei-lr-2020"
    there = sorted(str(change.as_json("")) for change in shipped_diff(old, new, True))
    back = sorted(str(mirrored(change).as_json("")) for change in shipped_diff(new, old, True))
    assert len(there) > 400 and there == back
    assert shipped_diff(old, old, True) == [] == shipped_diff(new, new, True)


def test_every_change_between_the_kensei_editions_can_be_looked_up(shipped_diff: Callable[..., list[Change]]) -> None:
    found = shipped_diff("kensei-2e", "kensei-lr-2020")
    bare = [
        f"{change.record.id} {change.path}"
        for change in found
        if not any(c.lines for c in (*change.a.citations, *change.b.citations))
    ]
    assert bare == []

"""A lineage is a person's work: what is wrong in it is said with its line, and nothing guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions import diff, resolve
from kensei_docs.versions.lineage import load_lineage, suggest, unmapped
from tests.conftest import ROOT

EDITION = "id: {0}\nname: {0}\ngame: Boats\nlanguage: en\nunits: cm\n"
VOCABULARY = "kinds: {rules: rule}\nhooks: {}\natoms: {}\n"


@pytest.fixture
def boats(project_of: Callable[[dict[str, str]], Path]) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        return project_of(
            {
                "data/vocabulary.yaml": VOCABULARY,
                "data/glossary.yaml": "punt: {en: punt}\n",
                "data/editions/old/edition.yaml": EDITION.format("old"),
                "data/editions/old/rules.yaml": "boats: {name: Boats, crew: 2}\nraft: {name: Raft}\n",
                "data/editions/new/edition.yaml": EDITION.format("new"),
                "data/editions/new/rules.yaml": "punts: {name: Punts, crew: 3}\n",
                "data/lineage/old--new.yaml": text,
            }
        )

    return write


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


def test_an_unknown_section_is_named(boats: Callable[[str], Path]) -> None:
    assert faults(boats("renames:\n  - rule/boats: rule/punts\n")) == [
        "data/lineage/old--new.yaml:1:1: 'renames' is no section of a lineage; did you mean "
        "'renamed'?; known are same, renamed, replaced, split, merged, new, dropped, "
        "out-of-scope  [lineage]"
    ]


def test_a_lineage_is_read_from_either_end(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("renamed:\n  - rule/boats: rule/punts\ndropped:\n  - rule\n"))
    old, new = resolve(project, "old"), resolve(project, "new")
    assert [(change.change, change.a.ids, change.b.ids) for change in diff(project, new, old)] == [
        ("renamed", "rule/punts", "rule/boats"),
        ("changed", "rule/punts", "rule/boats"),
        ("added", None, "rule/raft"),
    ]


def test_what_is_out_of_scope_has_no_direction(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("out-of-scope:\n  - rule\n"))
    old, new = resolve(project, "old"), resolve(project, "new")
    for there in (diff(project, old, new), diff(project, new, old)):
        assert {change.change for change in there} == {"out-of-scope"} and len(there) == 3


def test_two_editions_without_a_lineage_are_not_compared(boats: Callable[[str], Path]) -> None:
    folder = boats("same: []\n")
    (folder / "data/lineage/old--new.yaml").unlink()
    project = Project.open(folder)
    with pytest.raises(Unusable, match="'kensei-docs lineage suggest old new' drafts one"):
        diff(project, resolve(project, "old"), resolve(project, "new"))


def test_suggestions_are_likely_and_say_why(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("same: []\n"))
    database, _ = load(project, ["old", "new"])
    old, new = database.editions["old"], database.editions["new"]
    left = unmapped(old, new, load_lineage(project, database, "old", "new"))
    assert [[record.id for record in side] for side in left] == [["rule/boats", "rule/raft"], ["rule/punts"]]
    assert list(suggest(*left, database.glossary)) == []
    file = project.layers[0] / "data/editions/new/rules.yaml"
    file.write_text("punts: {name: Punts, crew: 2}\n", encoding="utf-8")
    found = list(suggest(left[0], load(project, ["new"])[0].editions["new"].records.values(), database.glossary))
    assert [(one.a.id, one.b.id, one.reasons) for one in found] == [("rule/boats", "rule/punts", ("kind", "figures"))]


@pytest.fixture(scope="module")
def kensei() -> tuple[Project, Database]:
    project = Project.open(ROOT)
    return project, load(project, ["kensei-2e", "kensei-lr-2020"])[0]


def test_every_record_of_both_kensei_editions_has_its_edge(kensei: tuple[Project, Database]) -> None:
    project, database = kensei
    both = [database.editions[name] for name in ("kensei-2e", "kensei-lr-2020")]
    line = load_lineage(project, database, "kensei-2e", "kensei-lr-2020")
    assert unmapped(both[0], both[1], line) == ([], [])


def test_the_kensei_editions_mirror_each_other(kensei: tuple[Project, Database]) -> None:
    project, _ = kensei
    old, new = resolve(project, "kensei-2e"), resolve(project, "kensei-lr-2020")
    there = sorted(str(change.as_json("")) for change in diff(project, old, new, True))
    back = sorted(str(change.mirrored().as_json("")) for change in diff(project, new, old, True))
    assert len(there) > 500 and there == back
    assert diff(project, old, old, True) == [] == diff(project, new, new, True)


def test_every_change_between_the_kensei_editions_can_be_looked_up(kensei: tuple[Project, Database]) -> None:
    project, _ = kensei
    found = diff(project, resolve(project, "kensei-2e"), resolve(project, "kensei-lr-2020"))
    bare = [
        f"{change.record.id} {change.path}"
        for change in found
        if change.record.kind != "example" and not any(c.lines for c in (*change.a.citations, *change.b.citations))
    ]
    assert bare == []

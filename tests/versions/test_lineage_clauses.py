"""Clauses of a lineage are printed in place of two whole texts, with the citations that they name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.project import Project, shipped
from kensei_docs.versions import Change, diff, open_version
from kensei_docs.versions.lineage import load_lineage

EDITION = "id: {0}\nname: {0}\ngame: Boats\nlanguage: en\nunits: cm\ndocuments: [{0}-book]\n"
LINEAGE = (
    "replaced: [rule/towing, rule/mooring]\n"
    "merged:\n  - rule/towing:text: ['rule/towing:text', 'rule/ropes:text']\n"
    "clauses:\n"
    "  rule/towing:text:\n"
    "    a: Any boat tows.\n    b: Boats of %(crew)s {man|men} or more tow.\n    cites: {a: [rule/ropes]}\n"
    "  rule/ropes:text: {a: A rope holds for ever.}\n"
)
FILES = {
    "data/vocabulary.yaml": "kinds: {rules: rule}\nhooks: {}\natoms: {}\n",
    "data/glossary.yaml": "punt: {en: punt, es: batea}\n",
    "data/editions/old/edition.yaml": EDITION.format("old"),
    "data/editions/old/rules.yaml": (
        "towing: {name: Towing, text: Tow., from: [{document: old-book, lines: [1, 1]}]}\n"
        "ropes: {name: Ropes, text: Tie., from: [{document: old-book, lines: [5, 6]}]}\n"
        "mooring: {name: Mooring, text: Moor here., rank: 1}\n"
    ),
    "data/editions/new/edition.yaml": EDITION.format("new"),
    "data/editions/new/rules.yaml": (
        "towing: {name: Towing, figures: {crew: 3}, text: 'Tow with %(crew)s {man|men}.',"
        " from: [{document: new-book, lines: [2, 2]}]}\n"
        "mooring: {name: Mooring, text: Moor there., rank: 2}\n"
    ),
    "data/lineage/old--new.yaml": LINEAGE,
}
SPANISH = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: es\\n"\n\n'
    'msgctxt "old--new/rule/towing:text.a"\nmsgid "Any boat tows."\nmsgstr "Remolca cualquier barca."\n'
)


@pytest.fixture
def words(run: Callable, project_of: Callable[[dict[str, str]], Path]) -> Callable[..., list[tuple[str | None, ...]]]:
    """Write the files, over them others, and return the words of each change between two editions of them."""

    def clauses(a: str, b: str, *options: str, **files: str) -> list[tuple[str | None, ...]]:
        over = {f"data/{name.replace('__', '/')}.yaml": text for name, text in files.items()}
        folder = project_of(FILES | {"data/locale/es/old--new.po": SPANISH} | over)
        found = json.loads(run("--project", folder, "diff", a, b, "--format", "json", *options).out)
        return [(change["name"], change["words"]["a"], change["words"]["b"]) for change in found]

    return clauses


def test_a_clause_is_printed_in_place_of_the_texts_of_the_records(words: Callable) -> None:
    assert words("old", "new") == [
        ("Towing", "Any boat tows.", "Boats of 3 men or more tow."),
        ("Towing", "A rope holds for ever.", None),
        ("Mooring", "1", "2"),
        ("Mooring", "Moor here.", "Moor there."),
    ]


@pytest.mark.parametrize("fact", ["rule/cords:text", "rule/yarns:text", "rule/mooring:rules.rest"])
def test_of_two_clauses_that_of_the_fact_which_the_other_edition_lacks_is_printed(words: Callable, fact: str) -> None:
    """Whichever name stands first in the alphabet, and whether the other edition has the record or not."""
    record, _, path = fact.partition(":")
    rules = FILES["data/editions/old/rules.yaml"].replace("ropes", record.partition("/")[2])
    if path != "text":
        rules = FILES["data/editions/old/rules.yaml"].replace(
            "text: Moor here.", "rules: {rest: Tie.}, from: [{document: old-book, lines: [8, 8]}]"
        )
    files = {
        "lineage__old--new": LINEAGE.replace("rule/ropes:text", fact).replace("rule/ropes", record),
        "editions__old__rules": rules,
    }
    for ends in (("old", "new"), ("new", "old")):
        said = [(before, after) for _, before, after in words(*ends, **files)]
        assert ("A rope holds for ever.", None)[:: 1 if ends[0] == "old" else -1] in said


def test_the_other_way_round_the_sides_change_places(words: Callable) -> None:
    assert words("new", "old")[:2] == [
        ("Towing", "Boats of 3 men or more tow.", "Any boat tows."),
        ("Ropes", None, "A rope holds for ever."),
    ]


def test_it_is_translated_in_a_catalogue_of_the_lineage(words: Callable) -> None:
    assert words("old", "new", "-l", "es")[0][1] == "Remolca cualquier barca."


def test_a_catalogue_is_kept_for_what_it_tells(run: Callable, project_of: Callable[[dict[str, str]], Path]) -> None:
    folder = project_of(FILES | {"data/locale/es/old--new.po": SPANISH})
    run("--project", folder, "catalogue", "update")
    written = (folder / "data/locale/es/old--new.po").read_text(encoding="utf-8")
    assert "old--new/rule/ropes:text.a" in written
    assert "Remolca cualquier barca." in written


def test_the_places_that_hold_it_are_given(project_of: Callable[[dict[str, str]], Path]) -> None:
    project = Project.open(project_of(FILES))
    changes = diff(project, open_version(project, "old"), open_version(project, "new"))
    first = next(change for change in changes if change.record.id == "rule/towing")
    assert [end.citations[0].lines for end in (first.a, first.b)] == [(5, 6), (2, 2)]


def test_lines_of_a_document_can_be_given(project_of: Callable[[dict[str, str]], Path]) -> None:
    lines = "cites: {a: [old-book 7-9, old-book 1], b: [new-book 3, 'rule/towing:figures.crew']}"
    lineage = LINEAGE.replace("cites: {a: [rule/ropes]}", lines)
    rules = FILES["data/editions/new/rules.yaml"].replace(
        "lines: [2, 2]}]",
        "lines: [2, 2], covers: [text]}, {document: new-book, lines: [4, 5], covers: [figures.crew]}]",
    )
    files = {"data/lineage/old--new.yaml": lineage, "data/editions/new/rules.yaml": rules}
    project = Project.open(project_of(FILES | files))
    changes = diff(project, open_version(project, "old"), open_version(project, "new"))
    first = next(change for change in changes if change.record.id == "rule/towing")
    assert [[place.lines for place in end.citations] for end in (first.a, first.b)] == [
        [(7, 9), (1, 1)],
        [(3, 3), (4, 5)],
    ]


def test_places_are_given_without_words_too(words: Callable, project_of: Callable[[dict[str, str]], Path]) -> None:
    lineage = LINEAGE + "  rule/mooring:rank: {cites: {a: [old-book 8]}}\n"
    assert ("Mooring", "1", "2") in words("old", "new", **{"lineage__old--new": lineage})
    project = Project.open(project_of(FILES | {"data/lineage/old--new.yaml": lineage}))
    changes = diff(project, open_version(project, "old"), open_version(project, "new"))
    rank = next(change for change in changes if change.a.path == "rank")
    assert [place.lines for place in rank.a.citations] == [(8, 8)]


def test_a_fact_that_is_no_rule_is_not_reported(words: Callable) -> None:
    without = LINEAGE + "no-rules: ['rule/mooring:rank']\n"
    assert ("Mooring", "1", "2") not in words("old", "new", **{"lineage__old--new": without})


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("rule/rafts: {a: Float.}", "old has no record 'rule/rafts'"),
        ("rule/ropes:txet: {a: Float.}", "rule/ropes of old has nothing at 'txet'; did you mean 'text'?"),
        ("rule/towing:figures.crw: {a: Float.}", "rule/towing of old has nothing at 'figures.crw'"),
        ("rule/towing: {a: Tow., cites: {a: [rule/rafts]}}", "cites 'rule/rafts': old has no such record"),
        ("rule/towing: {a: Tow., cites: {a: [new-book 3]}}", "cites 'new-book 3': old has no such record"),
        ("rule/towing: {a: Tow., cites: {a: [old-book 0-7]}}", "cites 'old-book 0-7': old has no such record"),
        ("rule/towing: {a: Tow., cites: {a: [old-book 9-7]}}", "cites 'old-book 9-7': old has no such record"),
        ("rule/towing: {c: Tow.}", "'c'"),
    ],
)
def test_a_clause_of_nothing_is_a_fault(
    run: Callable, project_of: Callable[[dict[str, str]], Path], entry: str, said: str
) -> None:
    folder = project_of(FILES | {"data/lineage/old--new.yaml": f"replaced: [rule/towing]\nclauses:\n  {entry}\n"})
    result = run("--project", folder, "diff", "old", "new")
    assert result.status == 2
    assert "data/lineage/old--new.yaml:3:" in result.err
    assert said in result.err


def test_every_clause_that_is_wrong_is_told(run: Callable, project_of: Callable[[dict[str, str]], Path]) -> None:
    clauses = (
        "clauses:\n  rule/towing: {c: Tow.}\n  rule/ropes: {d: Tie.}\n  rule/mooring: {cites: {a: [rule/rafts]}}\n"
    )
    folder = project_of(FILES | {"data/lineage/old--new.yaml": f"replaced: [rule/towing]\n{clauses}"})
    said = run("--project", folder, "diff", "old", "new").err
    assert [f"data/lineage/old--new.yaml:{line}:" in said for line in (3, 4, 5)] == [True] * 3


def test_a_clause_of_a_record_of_the_other_edition_names_that_one(
    run: Callable, project_of: Callable[[dict[str, str]], Path]
) -> None:
    new = FILES["data/editions/new/rules.yaml"] + "punts: {name: Punts, text: Push.}\n"
    lineage = "new: [rule/punts]\nclauses: {'rule/punts:txet': {b: Float.}}\n"
    folder = project_of(FILES | {"data/editions/new/rules.yaml": new, "data/lineage/old--new.yaml": lineage})
    said = run("--project", folder, "diff", "old", "new").err
    assert "data/lineage/old--new.yaml:2:" in said
    assert "rule/punts of new has nothing at 'txet'; did you mean 'text'?" in said


def test_every_clause_of_the_shipped_lineages_is_printed(shipped_diff: Callable[..., list[Change]]) -> None:
    folder = shipped()
    project = Project((folder,), folder / "build")
    database, _ = load(project)
    for name in project.named_files("data", "lineage"):
        a, _, b = name.partition("--")
        lineage = load_lineage(project, database, a, b)
        assert lineage is not None
        changes = shipped_diff(a, b)
        reported = {end.clause for change in changes for end in (change.a, change.b)}
        clauses = {clause for entry in lineage.clauses.values() for clause, _ in entry}
        assert clauses - reported == set()

"""The checks on the database that ships with the tool."""

from __future__ import annotations

import pytest

from kensei_docs.check.project_files import check_project
from kensei_docs.check.run import check_database
from kensei_docs.database import Database, load
from kensei_docs.project import Project, shipped


@pytest.fixture(scope="module")
def database() -> Database:
    folder = shipped()
    return load(Project((folder,), folder / "build"))[0]


@pytest.fixture(scope="module")
def printed() -> Database:
    """The books as they were printed, without any erratum."""
    folder = shipped()
    return load(Project((folder,), folder / "build").as_printed())[0]


def test_the_sample_armies_that_dont_add_up_are_found_and_no_others(database: Database, printed: Database) -> None:
    assert list(check_database(database, ["total-equals-rows"])) == []
    totals = {
        finding.record: finding.message
        for finding in check_database(printed, ["total-equals-rows"])
        if finding.edition == "kensei-2e"
    }
    assert set(totals) == {"army/buke", "army/otokodate"}
    assert "'total' says 200, but its 5 rows" in totals["army/buke"]
    assert "come to 155" in totals["army/buke"] and "come to 75" in totals["army/otokodate"]


def test_what_the_vocabulary_declares_for_the_checks_is_there(database: Database) -> None:
    assert [
        str(finding) for finding in check_database(database) if finding.place.file.endswith("vocabulary.yaml")
    ] == []


@pytest.mark.parametrize("state", ["database", "printed"])
def test_every_contradiction_of_the_books_has_its_ruling(state: str, request: pytest.FixtureRequest) -> None:
    assert [
        str(finding)
        for finding in check_database(request.getfixturevalue(state))
        if not finding.ruling and finding.severity != "note"
    ] == []


def test_what_contradicts_each_other_is_named_with_both_its_places(database: Database, printed: Database) -> None:
    assert not any(
        finding.record == "order/strengthen" for finding in check_database(database, ["one-parameter-one-value"])
    )
    (strengthen,) = (
        finding
        for finding in check_database(printed, ["one-parameter-one-value"])
        if finding.record == "order/strengthen"
    )
    assert "gives +1 " in strengthen.message and "gives +1D6 " in strengthen.message
    assert {citation.lines for citation in strengthen.citations} == {(3139, 3139), (3421, 3421)}
    assert strengthen.ruling == "strengthen"


def test_every_sentence_of_the_books_is_told_or_declared_to_be_no_rule() -> None:
    folder = shipped()
    found = check_project(Project((folder,), folder / "build"), (), ["sentences-are-covered", "ticks-hold"])
    assert [str(problem) for problem in found if problem.severity != "note"] == []

"""A problem says what, where and what to do, in one line."""

from pathlib import Path

import pytest

from kensei_docs.problems import Place, Problem, by_place, closest


def test_a_problem_reads_as_one_line() -> None:
    problem = Problem(Place("a.yaml", 3, 9), "archers costs 0 points; give a cost or null", "costs-are-positive")
    assert str(problem) == ("a.yaml:3:9: archers costs 0 points; give a cost or null  [costs-are-positive]")


def test_a_file_of_the_working_directory_is_named_without_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(Place(str(tmp_path / "data" / "a.yaml"), 2)) == "data/a.yaml:2"


def test_problems_are_listed_as_the_files_are_read() -> None:
    late, early, other = (Problem(Place(f, n), "x; y", "c") for f, n in (("a", 10), ("a", 9), ("b", 1)))
    assert by_place([other, late, early]) == [early, late, other]


def test_a_near_word_is_offered_and_a_far_one_is_not() -> None:
    assert closest("abilty", ["ability", "weapon"]) == "; did you mean 'ability'?"
    assert closest("zebra", ["ability", "weapon"]) == ""

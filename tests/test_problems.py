"""A problem says what, where and what to do, in one line."""

from pathlib import Path

import pytest

from kensei_docs.problems import Place, Problem, by_place, closest, unknown


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


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    [problem] = unknown("data/editions", "edition", "reeds-1", ["lake", "reeds-1e"]).problems
    assert str(problem) == (
        "data/editions: there is no edition 'reeds-1'; did you mean 'reeds-1e'?; known are lake, reeds-1e  [edition]"
    )
    [problem] = unknown("templates", "kind of document", "zebra", iter(()), "kind").problems
    assert str(problem) == "templates: there is no kind of document 'zebra'; known are none  [kind]"


SLIPS = [
    ("minatures", "miniatures"),
    ("wepons", "weapons"),
    ("klan", "clan"),
    ("our", "hour"),
    ("nmae", "name"),
    ("sceond", "second"),
    ("tyde", "tide"),
    ("raison", "reason"),
    ("movment", "movement"),
    ("honor", "honour"),
    ("katanna", "katana"),
    ("Ashigaru with Tepo", "Ashigaru with Teppo"),
    ("unitcards", "unit-cards"),
    ("letr", "letter"),
    ("samuria", "samurai"),
    ("inititive", "initiative"),
    ("redd", "red"),
    ("trnslate", "translate"),
    ("profle", "profile"),
]
OTHER_WORDS = [
    ("total", "nota"),
    ("quantity", "unit"),
    ("count", "unit"),
    ("cost", "combat"),
    ("wavy", "navy"),
    ("player", "leader"),
    ("tengu", "strength"),
    ("missing", "sling"),
]


@pytest.mark.parametrize(("word", "name"), SLIPS)
def test_a_slip_of_the_hand_has_a_hint(word: str, name: str) -> None:
    assert closest(word, [name, "banner", "formation"]) == f"; did you mean '{name}'?"


@pytest.mark.parametrize(("word", "name"), OTHER_WORDS)
def test_another_word_with_letters_in_common_has_none(word: str, name: str) -> None:
    assert closest(word, [name]) == ""

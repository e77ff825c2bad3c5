"""words-of-a-column-are-spelled-alike"""

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.check.project_files import check_project
from kensei_docs.project import Project, shipped

CHECK = "words-of-a-column-are-spelled-alike"
EDITION = "id: shore\nname: Shore\ngame: Shore\nlanguage: en\nunits: cm\n"


@pytest.fixture
def told(tmp_path: Path) -> Callable[..., list[str]]:
    """A function that writes a game of two lists and returns what the check says."""

    def check(fogs: str, clans: str = "", edition: str = "") -> list[str]:
        folder = tmp_path / "data/editions/shore"
        folder.mkdir(parents=True)
        (folder / "edition.yaml").write_text(EDITION + edition, encoding="utf-8")
        (tmp_path / "data/vocabulary.yaml").write_text("kinds: {fogs: fog, clans: own-clan}\n", encoding="utf-8")
        (folder / "fogs.csv").write_text(fogs, encoding="utf-8")
        if clans:
            (folder / "clans.csv").write_text(clans, encoding="utf-8")
        found = check_project(Project((tmp_path, shipped()), folder / "build"), ("shore",), [CHECK])
        return [f"{problem.place.line}: {problem.message.partition(';')[0]}" for problem in found]

    return check


def test_a_word_with_a_slip_beside_others_is_told(told: Callable[..., list[str]]) -> None:
    assert told("Name,Text,Role\nHaar,A.,Leader\nFret,B.,Leader\nSmog,C.,Leadr\nMurk,D.,Scout\n") == [
        "4: fog/smog: 'Leadr' is almost 'Leader', which others have"
    ]


def test_a_word_with_a_slip_in_the_name_of_a_record_is_told(told: Callable[..., list[str]]) -> None:
    fogs = "Name,Text,Clan\nHaar,A.,Foxs\nFret,B.,Owls\n"
    assert told(fogs, "Name,Text\nFoxes,Red.\nOwls,Grey.\n") == [
        "2: fog/haar: 'Foxs' is almost 'Foxes', which others have"
    ]


def test_words_of_a_list_are_looked_at_one_by_one(told: Callable[..., list[str]]) -> None:
    assert told("Name,Text,Traits\nHaar,A.,swift; cold\nFret,B.,swift; wet\nSmog,C.,swif; cold\n") == [
        "4: fog/smog: 'swif' is almost 'swift', which others have"
    ]


@pytest.mark.parametrize(
    ("words", "edition"),
    [
        (("Bear", "Bear", "Boar"), ""),
        (("Scout", "Scout", "Leader"), ""),
        (("Leader", "Leadr", "Scout"), ""),
        (("Leader", "Leader", "Leadr"), "alike: [Leadr]\n"),
        (("Left hand", "Left hand", "Right hand"), ""),
    ],
)
def test_words_that_may_both_be_meant_are_right(
    told: Callable[..., list[str]], words: tuple[str, str, str], edition: str
) -> None:
    rows = "".join(f"Fog {letter},Mist {letter}.,{word}\n" for letter, word in zip("ABC", words, strict=True))
    assert told(f"Name,Text,Role\n{rows}", edition=edition) == []

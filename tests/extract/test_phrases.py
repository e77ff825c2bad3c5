"""Phrases are found by their letters, whatever breaks, digits and capitals stand between."""

import pytest

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.slugs import slug_of

from .conftest import source_of


def document(text: str) -> Document:
    """A document of the lines of a text."""
    return Document(source_of(), [ReadLine(line, None, None, None, 0, False) for line in text.split("\n")])


@pytest.mark.parametrize("phrase", ["the keeper lights", "The Keeper Lights", "keeper\nlights 7"])
def test_a_phrase_is_found_over_a_line_end_and_in_any_case(phrase: str) -> None:
    text = "When night falls, the keeper\nlights 3 lamps."
    found = document(text).find(phrase)
    assert found is not None
    assert text[found[0] : found[1]].split()[-1] == "lights"


def test_spaced_capitals_are_the_same_phrase() -> None:
    text = "T HE L AMPS\nEvery keeper"
    assert document(text).find("The lamps") == (0, 11)


def test_whole_words_go_before_a_part_of_one() -> None:
    text = "Rowlock and row"
    assert document(text).find("row") == (12, 15)
    assert document("Rowlock").find("row") == (0, 3)


def test_a_phrase_is_looked_for_only_where_it_should_be() -> None:
    text = "lamp oil, lamp glass, lamp wick"
    lamps = document(text)
    assert lamps.find("lamp", 4) == (10, 14)
    assert lamps.find("lamp", 11, 20) is None
    assert lamps.find("", 0) is None


@pytest.mark.parametrize(
    ("heading", "record"),
    [
        ("Deep Anchor", "deep-anchor"),
        ("Keeper's Luck", "keepers-luck"),
        ("Gale‐Rider", "gale-rider"),
        ("Hatred of.", "hatred-of"),
        ("Élite Única", "elite-unica"),
    ],
)
def test_a_heading_gives_the_id_of_its_record(heading: str, record: str) -> None:
    assert slug_of(heading) == record

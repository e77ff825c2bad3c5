"""Names on a command line: lists with commas, the word for all, and what is refused."""

import click
import pytest

from kensei_docs.cli._opening import names_among
from kensei_docs.problems import Unusable

PAPERS = ("a4", "letter", "a3")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["a4"], ("a4",)),
        (["A3, letter", "a3"], ("a3", "letter")),
        (["all"], ("a4", "letter")),
        (["a3,all"], ("a3", "a4", "letter")),
    ],
)
def test_names_are_taken_in_order_and_each_once(words: list[str], names: tuple[str, ...]) -> None:
    assert names_among("paper", words, PAPERS, ("a4", "letter")) == names


@pytest.mark.parametrize("words", [["a5"], ["a4,"], ["all"]])
def test_an_unknown_name_is_refused_and_all_where_it_means_nothing(words: list[str]) -> None:
    program = click.Context(click.Command("kensei-docs"), info_name="kensei-docs")
    with (
        click.Context(click.Command("build"), parent=program, info_name="build"),
        pytest.raises(Unusable, match=r"^build: there is no paper .*; known are a4, letter, a3"),
    ):
        names_among("paper", words, PAPERS)

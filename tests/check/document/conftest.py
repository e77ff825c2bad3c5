"""A rulebook of an invented game in a few lines, and what one check of a document says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from kensei_docs.check import proofread as text_checks
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptLine
from kensei_docs.project import Project, shipped

SETTINGS = text_checks.read_settings(Project((shipped(),), shipped() / "build"))
# What the word list of a test knows beside the words of the rulebook's own that begin small: common words.
DICTIONARY = {"en": dict.fromkeys(["introduction", "order", "maker", "travel", "wheel"], 10**7), "es": dict[str, int]()}


def lines_of(text: str, paged: bool) -> list[ManuscriptLine]:
    """Return the lines of a text: an empty one ends a paragraph, ``#`` begins a heading."""
    lines, block = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            words = line.removeprefix("#").strip()
            lines.append(
                ManuscriptLine(words, None if paged else number, number if paged else None, block, line.startswith("#"))
            )
        else:
            block += 1
    return lines


@pytest.fixture
def proofread() -> Callable[..., list[str]]:
    """Return what a check prints of a text, without the names of the file and of the check.

    ``names`` are those of its edition, ``rows`` the lines that are rows of a table. What the text writes in small
    letters more than once is a known word.
    """

    def find(
        check: str,
        text: str,
        language: str = "en",
        names: tuple[str, ...] = (),
        units: str = "",
        paged: bool = False,
        rows: tuple[int, ...] = (),
    ) -> list[str]:
        small = {word for word in WORD.findall(text) if word.islower() and text.split().count(word) > 1}
        lines = [replace(line, row=line.number in rows) for line in lines_of(text, paged)]
        manuscript = Manuscript(
            "mill", "mill.txt", language, units, lines, small, DICTIONARY[language], names, (), SETTINGS[language]
        )
        return [
            str(finding).removeprefix("mill.txt:").rpartition("  [")[0]
            for finding in text_checks.check_manuscript(manuscript, [check])
        ]

    return find

"""A rulebook of an invented game in a few lines, and what one check of a document says of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.check import proofread as text_checks
from kensei_docs.check.manuscript import WORD, KnownTerm, Manuscript, ManuscriptLine
from kensei_docs.project import Project, shipped

SETTINGS = text_checks.read_settings(Project((shipped(),), shipped() / "build"))
# What the word list of a test knows beside the words of the rulebook's own that begin small.
DICTIONARY = {"en": {"introduction", "order", "maker"}, "es": set[str]()}


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

    ``terms`` are names with the kinds they are of, ``foreign`` words of another language. What
    the text writes in small letters more than once is in the dictionary.
    """

    def find(
        check: str,
        text: str,
        language: str = "en",
        terms: tuple[tuple[str, str], ...] = (),
        units: str = "",
        foreign: tuple[str, ...] = (),
        paged: bool = False,
    ) -> list[str]:
        small = {word for word in WORD.findall(text) if word.islower()} - set(foreign)
        other = "es" if language == "en" else "en"
        manuscript = Manuscript(
            "mill",
            "mill.txt",
            language,
            units,
            lines_of(text, paged),
            DICTIONARY[language] | {word for word in small if text.split().count(word) > 1},
            language == "en",
            {other: frozenset(foreign)},
            tuple(KnownTerm(name, kind) for name, kind in terms),
            SETTINGS[language],
            {"aperos de molienda": "mill tools"},
        )
        return [
            str(finding).removeprefix("mill.txt:").rpartition("  [")[0]
            for finding in text_checks.check_manuscript(manuscript, [check])
        ]

    return find

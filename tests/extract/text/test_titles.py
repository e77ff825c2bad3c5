"""Titles in small capitals with a space after the large initial."""

from __future__ import annotations

import pytest

from kensei_docs.extract.text.titles import joined_capitals
from kensei_docs.languages import Lexicon, language


@pytest.mark.parametrize(
    ("read", "joined"),
    [
        ("O RDER R OLLS", "ORDER ROLLS"),
        ("A BOUT", "ABOUT"),
        ("The O RDER roll is made by A GM.", "The ORDER roll is made by A GM."),
    ],
)
def test_a_large_initial_is_joined_but_no_word_of_one_letter_in_a_sentence(read: str, joined: str) -> None:
    english = language("en")
    lexicon = Lexicon(english.dictionary, frozenset(), english.function_words, frozenset(english.numbers))
    assert joined_capitals(read, lexicon) == joined

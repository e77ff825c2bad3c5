"""Pairs of letters that a text layer lost are told by how seldom the text has them."""

from kensei_docs.extract.text.characters import lost_pairs
from kensei_docs.languages import language

ENGLISH = language("en").dictionary
assert ENGLISH
WHOLE = " ".join(sorted(ENGLISH.counts, key=lambda word: -ENGLISH.counts[word])[:3000])


def test_a_pair_that_hardly_stands_in_a_long_text_was_lost() -> None:
    assert "ti" in lost_pairs(WHOLE.replace("ti", " "), ENGLISH)
    assert set(lost_pairs(WHOLE.replace("ff", " ").replace("fi", " "), ENGLISH)) >= {"ff", "fi"}


def test_a_whole_text_a_short_one_and_one_without_a_word_list_lost_nothing() -> None:
    assert lost_pairs(WHOLE, ENGLISH) == ()
    assert lost_pairs("The mill grinds the corn.", ENGLISH) == ()
    assert lost_pairs(WHOLE.replace("ti", " "), None) == ()

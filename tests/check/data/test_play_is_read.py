"""play-is-read"""

from __future__ import annotations

from collections.abc import Callable

import pytest

VOCABULARY = """\
quantities: {self.wit: {}}
columns: {wit: {words: [wit]}}
matchup: {ways: {bargain: {kind: tea}}}
"""
PLAY = """\
play:
  base: {haggle.roll: self.wit}
  stacking: {all: add, load: max}
  rolls: {haggle: {record: rule/haggling, die: 'rule/haggling:figures.die'}}
  assumes: {self.laden: false}
  profile: {wit: self.wit}
  takes: {self.wit: tea-left}
  arms: {bargain: {only: {self.laden: true}}}
  follows: [{where: self.season, equals: spring, then: {self.laden: true}}]
  words: [{words: [heavy], means: {self.laden: true, says.size: large}}]
  computes: {tea-left: given.tea - sold, sold: if self.laden then given.sold else none}
  odds:
    bargain:
      each: [{throws: {luck: {die: '1D6'}}, computes: {price: given.luck}}]
      shows: {price: null}
"""


@pytest.fixture
def found(findings_of: Callable[..., list[str]]) -> Callable[[str, str], list[str]]:
    """Return what the check finds where some words of the section are others."""

    def find(words: str = "", others: str = "") -> list[str]:
        assert words in PLAY
        findings = findings_of("play-is-read", vocabulary=VOCABULARY, edition=PLAY.replace(words, others))
        return [one.partition(": ")[2].removesuffix("  [play-is-read]") for one in findings]

    return find


def test_what_the_engine_asks_for_is_right(found: Callable[..., list[str]]) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("words", "others", "message"),
    [
        (
            "haggle.roll: self.wit",
            "hagle.roll: self.wit",
            "'hagle.roll' is not a known hook of vocabulary.yaml; did you mean",
        ),
        ("load: max", "lode: max", "'lode' is not a known hook"),
        ("rolls: {haggle:", "rolls: {hagle:", "'hagle' is not a known kind of roll"),
        ("assumes: {self.laden", "assumes: {self.lade", "'self.lade' is not a known condition of vocabulary.yaml"),
        ("profile: {wit", "profile: {wits", "'wits' is not a known column"),
        ("takes: {self.wit:", "takes: {self.wits:", "'self.wits' is not a known quantity"),
        ("arms: {bargain", "arms: {barter", "'barter' is not a known way to attack"),
        ("only: {self.laden", "only: {self.lade", "'self.lade' is not a condition; did you mean 'self.laden'?"),
        ("then: {self.laden", "then: {self.lade", "'self.lade' is not a condition"),
        ("means: {self.laden", "means: {self.lade", "'self.lade' is not a condition"),
        ("self.wit: tea-left", "self.wit: sold", "nothing reads the computation 'tea-left'"),
        ("price: given.luck", "price: none", "nothing reads 'luck', and it isn't shown"),
        ("shows: {price: null}", "shows: {prize: null}", "no link computes 'prize'; did you mean 'price'?"),
    ],
)
def test_what_nothing_asks_for_is_found(found: Callable[..., list[str]], words: str, others: str, message: str) -> None:
    assert any(one.startswith(message) for one in found(words, others))

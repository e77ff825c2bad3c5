"""added-dice-are-thrown"""

from __future__ import annotations

from collections.abc import Callable

import pytest

VOCABULARY = "matchup: {ways: {bargain: {kind: tea}}}\n"
TEAS = "green: {name: Green, effects: {more: {hook: haggle.pool, add: +1D6}, better: {hook: haggle.roll, add: +1}}}\n"
PLAY = """\
play:
  computes: {cups-left: given.cups, all-dice: cups-left + value(haggle.pool)}
  odds:
    bargain:
      each: [{throws: {cups: {die: '1D6'}}}, {throws: {price: {roll: haggle, dice: DICE}}}]
      shows: {price: null}
"""


@pytest.mark.parametrize("dice", ["given.cups + value(haggle.pool)", "all-dice", "given.cups + dice(haggle)"])
def test_dice_that_are_asked_for_are_thrown(findings_of: Callable[..., list[str]], dice: str) -> None:
    assert found(findings_of, dice) == []


def test_a_throw_without_dice_of_its_own_has_those_of_its_roll(findings_of: Callable[..., list[str]]) -> None:
    edition = PLAY.replace(", dice: DICE", "")
    assert findings_of("added-dice-are-thrown", vocabulary=VOCABULARY, edition=edition, teas=TEAS) == []


@pytest.mark.parametrize("dice", ["given.cups", "cups-left"])
def test_dice_that_a_record_adds_and_nothing_throws_are_told(findings_of: Callable[..., list[str]], dice: str) -> None:
    [told] = found(findings_of, dice)
    assert "throws 'haggle' without the dice of 'haggle.pool', which tea/green changes" in told
    assert "add value(haggle.pool) to its dice" in told


def found(findings_of: Callable[..., list[str]], dice: str) -> list[str]:
    edition = PLAY.replace("DICE", dice)
    return findings_of("added-dice-are-thrown", vocabulary=VOCABULARY, edition=edition, teas=TEAS)

"""turn-is-told"""

import pytest

VOCABULARY = "told: {turn: [rule]}\n"
RULES = """
morning: {name: Morning}
haggling: {name: Haggling}
"""
TURN = """
day:
  form: phases
  name: The day
  steps: {begin: {of: [rule/morning]}, trade: {of: [rule/haggling]}}
"""


@pytest.fixture
def found(findings_of):
    """Return what the check finds in a turn with some words in place of others."""

    def find(words="", others="", turn=True):
        files = {"turn": TURN.replace(words, others)} if turn else {}
        findings = findings_of("turn-is-told", vocabulary=VOCABULARY, rules=RULES, **files)
        return [one.partition(": ")[2].removesuffix("  [turn-is-told]") for one in findings]

    return find


def test_a_turn_that_tells_every_rule_is_whole(found):
    assert found() == []


def test_a_step_that_names_nothing_is_found(found):
    assert found("rule/haggling", "rule/hagling") == [
        "turn/day: names 'rule/hagling', which isn't there; did you mean 'rule/haggling'?; mend the id",
        "rule/haggling: is a rule of the turn that stands in no step of turn.yaml; name it under 'of' of a step, or "
        "under 'apart' with the reason",
    ]


def test_a_rule_that_stands_apart_with_its_reason_is_told(found):
    apart = "trade: {of: [rule/morning]}}\nrest:\n  form: apart\n  apart: {rule/haggling: Everybody knows it.}"
    assert found("trade: {of: [rule/haggling]}}", apart) == []


def test_an_edition_without_a_turn_is_not_looked_at(found):
    assert found(turn=False) == []


def test_a_figure_that_names_nothing_is_found(found):
    assert found("name: The day", "name: The day\n  figures: {far: 'rule/morning:figures.far'}") == [
        "turn/day: rule/morning has no 'figures.far'"
    ]


def test_a_step_that_points_to_no_part_of_the_turn_is_found(found):
    assert found("{of: [rule/morning]}", "{of: [rule/morning], more: [turn/dya]}") == [
        "turn/day: names 'turn/dya', which is no part of the turn; did you mean 'turn/day'?; mend it"
    ]

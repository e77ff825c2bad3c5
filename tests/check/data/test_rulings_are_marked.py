"""rulings-are-marked"""

from collections.abc import Callable

STATEMENT = """\
    size-of-hand:
      compare: value
      about: the cards in a hand
      says: {rules: 4, summary: 6}
"""
RULING = """\
    size-of-hand:
      settles: [{check: one-parameter-one-value, record: statement/size-of-hand}]
      question: How many cards?
      decision: Four.
      reason: The rules say so.
      by: referee
      date: 2026-11-22
"""
RULES = "    hand: {name: Hand, text: Four cards.}\n"


def test_a_decision_about_a_statement_names_its_rules(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("rulings-are-marked", statements=STATEMENT, rulings=RULING, rules=RULES) == [
        "data/editions/tea-road/rulings.yaml:4:13: ruling/size-of-hand: the decision is printed at no rule; name those "
        "that it changes under 'applies'  [rulings-are-marked]"
    ]
    marked = RULING + "      applies: [rule/hand]\n"
    assert findings_of("rulings-are-marked", statements=STATEMENT, rulings=marked, rules=RULES) == []
    assert findings_of("rulings-are-marked", rulings=RULING.replace("statement/size-of-", "rule/"), rules=RULES) == []


def test_a_decision_applies_to_rules_that_are_there(findings_of: Callable[..., list[str]]) -> None:
    marked = RULING + "      applies: [rule/hands]\n"
    assert findings_of("rulings-are-marked", statements=STATEMENT, rulings=marked, rules=RULES) == [
        "data/editions/tea-road/rulings.yaml:8:13: ruling/size-of-hand: applies to 'rule/hands', which isn't there; "
        "did you mean 'rule/hand'?; mend the id  [rulings-are-marked]"
    ]

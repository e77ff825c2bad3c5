"""Rulings: which findings they settle, and which of them have lost theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import indent

from tests.check.conftest import PARAMETER

RULES = """\
    hand: {name: Hand, cards: 4}
    summary: {name: Summary, cards: {}}
    """
RULING = """\
cards-in-hand:
  settles:
    - {check: one-parameter-one-value, record: rule/summary, fact: cards}
  figures: {cards: 4}
  question: How many cards?
  decision: "%(cards)s cards."
  reason: The summary is older.
  by: referee
  date: 2026-11-22
"""
WORDS = "one-parameter-one-value"


def test_a_finding_that_is_ruled_names_its_ruling(ruled: Callable[..., list[tuple]]) -> None:
    assert ruled(RULING, RULES.replace("{}", "5")) == [(WORDS, "rule/summary", "cards-in-hand")]


def test_a_finding_without_a_ruling_stands(ruled: Callable[..., list[tuple]]) -> None:
    other = RULING.replace("fact: cards", "fact: cost")
    assert (WORDS, "rule/summary", None) in ruled(other, RULES.replace("{}", "5"))


def test_a_ruling_whose_finding_has_gone(findings_of: Callable[..., list[str]]) -> None:
    rulings = indent(RULING, "    ")
    assert findings_of(None, declared=PARAMETER, rules=RULES.replace("{}", "4"), rulings=rulings) == [
        "data/editions/tea-road/rulings.yaml:3:7: ruling/cards-in-hand: one-parameter-one-value "
        "finds nothing about rule/summary 'cards' any more; take the ruling away, or mend what it "
        "names  [ruling-without-finding]"
    ]


def test_a_ruling_on_a_check_that_there_isnt(findings_of: Callable[..., list[str]]) -> None:
    rulings = indent(RULING.replace(WORDS, "one-parameter"), "    ")
    assert findings_of(
        "ruling-without-finding", declared=PARAMETER, rules=RULES.replace("{}", "4"), rulings=rulings
    ) == [
        "data/editions/tea-road/rulings.yaml:3:7: ruling/cards-in-hand: 'one-parameter' is not a "
        "check; 'kensei-docs check --list' names them all  [ruling-without-finding]"
    ]


def test_a_check_that_didnt_run_takes_no_finding_away(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "ruling-without-finding", declared=PARAMETER, rules=RULES.replace("{}", "5"), rulings=indent(RULING, "    ")
        )
        == []
    )


def test_a_ruling_that_an_erratum_carries_out_settles_nothing_while_that_is_in_force(
    project_of: Callable[..., Path], findings_of: Callable[..., list[str]]
) -> None:
    rulings = indent(RULING.replace("  figures", "  erratum: 2026-03-01-hand\n  figures"), "    ")
    rules = RULES.replace("{}", "5")
    assert findings_of("ruling-without-finding", declared=PARAMETER, rules=rules, rulings=rulings) == []
    project_of(
        {
            "data/errata/tea-road/2026-03-01-hand.yaml": """\
name: The summary
reason: It is older.
source: the author
changes:
  cards: {record: rule/summary, fact: cards, from: "5", to: "4"}
"""
        }
    )
    assert findings_of(None, declared=PARAMETER, rules=rules, rulings=rulings) == []


def test_two_rulings_on_one_finding(findings_of: Callable[..., list[str]]) -> None:
    rulings = indent(RULING + RULING.replace("cards-in-hand:", "hand-of-cards:"), "    ")
    assert findings_of(None, declared=PARAMETER, rules=RULES.replace("{}", "5"), rulings=rulings)[1:] == [
        "data/editions/tea-road/rulings.yaml:12:7: ruling/hand-of-cards: settles the finding of "
        "one-parameter-one-value about rule/summary, as ruling/cards-in-hand does; keep one "
        "of them  [one-ruling-a-finding]"
    ]

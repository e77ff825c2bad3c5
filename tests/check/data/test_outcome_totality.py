"""outcome-totality"""

from collections.abc import Callable

OUTCOMES = """\
outcomes:
  weather: {hook: weather.score, die: 'rule/weather:figures.die', results: 'rule/skies:skies'}
"""
WEATHER = """\
weather:
  name: Weather
  figures: {die: 1D6}
  modifiers:
    pass: {name: In the pass, hook: weather.score, add: -2}
    night: {name: By night, hook: weather.score, add: -1}
    spring: {name: In spring, hook: weather.score, add: +1}
skies:
  name: Skies
  skies:
    storm: {name: Storm, %s}
    rain: {name: Rain, least: 0, most: 3}
    sun: {name: Sun, least: 4, most: %s}
"""


def test_scores_that_fall_off_both_ends(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("outcome-totality", OUTCOMES, rules=WEATHER % ("least: -1, most: -1", "6")) == [
        "data/editions/tea-road/rules.yaml:11:12: rule/skies: a score of -2 can be rolled, but the "
        "lowest result, 'storm', begins at -1; open its lower end or add a row  [outcome-totality]",
        "data/editions/tea-road/rules.yaml:13:10: rule/skies: a score of 7 can be rolled, but the "
        "highest result, 'sun', ends at 6; open its upper end or add a row  [outcome-totality]",
    ]


def test_an_open_end_catches_every_score(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("outcome-totality", OUTCOMES, rules=WEATHER % ("most: -1", "7")) == []


FIRST = """\
    first-to-trade:
      compare: cases
      about: who trades first
      cases: [highest-roll, draw]
      says: {rules: [highest-roll], summary: {}}
    """


def test_a_case_without_an_outcome(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("outcome-totality", statements=FIRST.replace("{}", "[]")) == [
        "data/editions/tea-road/statements.yaml:5:17: statement/first-to-trade: who trades first: "
        "nothing says what happens in the case of 'draw': 'rules' provides for 'highest-roll'; "
        "settle it  [outcome-totality]"
    ]


def test_a_case_that_another_place_provides_for(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("outcome-totality", statements=FIRST.replace("{}", "[draw]")) == []

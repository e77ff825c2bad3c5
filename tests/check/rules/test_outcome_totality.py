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
    assert findings_of("outcome-totality", OUTCOMES, rules=WEATHER % ("least: -1, most: -1", "6")
                       ) == [
        "data/editions/tea-road/rules.yaml:11:12: rule/skies: a score of -2 can be rolled, but the "
        "lowest result, 'storm', begins at -1; open its lower end or add a row  [outcome-totality]",
        "data/editions/tea-road/rules.yaml:13:10: rule/skies: a score of 7 can be rolled, but the "
        "highest result, 'sun', ends at 6; open its upper end or add a row  [outcome-totality]"]


def test_an_open_end_catches_every_score(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("outcome-totality", OUTCOMES, rules=WEATHER % ("most: -1", "7")) == []

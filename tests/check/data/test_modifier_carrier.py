"""modifier-carrier"""

from collections.abc import Callable

RULES = """\
rain:
  name: Rain
  effects:
    haggling: {hook: %s, restates: rule/weather}
weather:
  name: Weather
  modifiers:
    rain: {name: Rain, hook: haggle.difficulty, add: +1}
"""


def test_one_effect_in_two_forms(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("modifier-carrier", rules=RULES % "haggle.roll, add: -1") == [
        "data/editions/tea-road/rules.yaml:4:40: rule/rain: 'effects.haggling.add' changes the "
        "result by -1, and rule/weather 'modifiers.rain.add' the difficulty by +1; state it in "
        "one form  [modifier-carrier]"
    ]


def test_one_form_twice_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("modifier-carrier", rules=RULES % "haggle.difficulty, add: +1") == []

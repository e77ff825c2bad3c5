"""unreachable-target"""

from collections.abc import Callable

TARGETS = """\
    targets:
      haggling:
        target: 'rule/haggling:figures.price'
        passes: at-least
        die: 'rule/haggling:figures.die'
        hooks: [haggle.roll]
    """
HAGGLING = "haggling: {name: Haggling, figures: {price: 5+, die: 1D6, lucky: 6}}\n"
TEAS = """\
    stale: {name: Stale, effects: {price: {hook: haggle.roll, add: -1, when: {self.laden: true}}}}
    sour: {name: Sour, effects: {price: {hook: haggle.roll, add: -1, when: {self.laden: {}}}}}
    """


def test_a_number_beyond_every_face(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("unreachable-target", declared=TARGETS, rules=HAGGLING, teas=TEAS.replace("{}", "true")) == [
        "data/editions/tea-road/rules.yaml:1:45: rule/haggling: 'figures.price' is 5+, which "
        "tea/stale -1, tea/sour -1 make together 7 or more: no roll comes to that; say what "
        "happens then  [unreachable-target]"
    ]


def test_two_modifiers_that_cant_meet(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("unreachable-target", declared=TARGETS, rules=HAGGLING, teas=TEAS.replace("{}", "false")) == []


def test_a_natural_roll_that_always_succeeds(findings_of: Callable[..., list[str]]) -> None:
    always = TARGETS.replace("hooks:", "succeeds: 'rule/haggling:figures.lucky'\n        hooks:")
    assert findings_of("unreachable-target", declared=always, rules=HAGGLING, teas=TEAS.replace("{}", "true")) == []


def test_less_than_the_lowest_face(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of(
        "unreachable-target",
        declared="""\
        targets:
          temper: {target: 'rule/temper:figures.*', passes: at-most, die: 'rule/temper:die',
                   hooks: [temper.roll]}
        """,
        rules="""\
        temper: {name: Temper, die: 1D6, figures: {mule: 1, man: 2}}
        rain: {name: Rain, effects: {rain: {hook: temper.roll, add: -1}}}
        """,
    )
    assert len(found) == 1 and "'figures.mule' is 1, which rule/rain -1 makes 0 or less" in found[0]

"""one-parameter-one-value"""

from collections.abc import Callable

HAND = "parameters: {size-of-hand: ['rule/hand:figures.cards', 'rule/summary:{}']}\n"


def test_two_values_for_one_parameter(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "one-parameter-one-value",
        declared=HAND.replace("{}", "figures.hand"),
        rules="""\
        hand:
          name: Hand
          figures: {cards: 4}
          from: [{document: road-book, lines: [7, 8]}]
        summary:
          name: Summary
          figures: {hand: 5}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:7:19: rule/summary: 'figures.hand' gives 5 for the size "
        "of hand, where rule/hand 'figures.cards' gives 4 (road-book, lines 7-8); mend one of "
        "them  [one-parameter-one-value]"
    ]


def test_two_spellings_of_one_value_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "one-parameter-one-value",
            declared=HAND.replace("{}", "figures.hand"),
            rules="""\
        hand: {name: Hand, figures: {cards: 10cm}}
        summary: {name: Summary, figures: {hand: 10 cm}}
        """,
        )
        == []
    )


def test_a_parameter_that_names_no_fact(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "one-parameter-one-value",
        declared=HAND.replace("{}", "figures.hands"),
        rules="""\
        hand: {name: Hand, figures: {cards: 4}}
        summary: {name: Summary, figures: {hand: 4}}
        """,
    ) == [
        "data/editions/tea-road/vocabulary.yaml:1:56: 'size-of-hand': rule/summary has no 'figures.hands'; did you "
        "mean 'figures.hand'?; mend the path  [one-parameter-one-value]"
    ]


def test_an_effect_that_doesnt_say_what_it_restates(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "one-parameter-one-value",
        rules="""\
        rain:
          name: Rain
          effects:
            haggling: {hook: haggle.roll, add: -2, restates: rule/weather}
        weather:
          name: Weather
          modifiers:
            rain: {name: Rain, hook: haggle.difficulty, add: +1}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:4:40: rule/rain: 'effects.haggling.add' is -2, but "
        "rule/weather, which it restates, has no modifier that comes to the same; mend one of "
        "them  [one-parameter-one-value]"
    ]


def test_off_the_result_and_on_the_difficulty_come_to_the_same(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "one-parameter-one-value",
            rules="""\
        rain:
          name: Rain
          effects:
            haggling: {hook: haggle.roll, add: -1, restates: rule/weather}
        weather:
          name: Weather
          modifiers:
            rain: {name: Rain, hook: haggle.difficulty, add: +1}
        """,
        )
        == []
    )


def test_two_amounts_in_the_same_circumstances(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "one-parameter-one-value",
        teas="""\
        green:
          name: Green
          effects:
            bold: {hook: haggle.roll, add: +1, when: {self.laden: true}}
            bolder: {hook: haggle.roll, add: +2, when: {self.laden: true}}
            light: {hook: haggle.roll, add: +3, when: {self.laden: false}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:5:38: tea/green: 'effects.bolder.add' gives +2 to "
        "haggle.roll where 'effects.bold.add' gives +1 in the same circumstances; keep one, or say "
        "how they differ  [one-parameter-one-value]"
    ]

"""rules-are-labelled"""

from collections.abc import Callable


def test_a_rule_that_its_key_alone_labels(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "rules-are-labelled",
        rules="""\
        weather:
          name: Weather
          rules:
            dry: No rain falls.
            late-rain: It rains in the evening.
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:4:10: rule/weather: the rule 'dry' doesn't say 'dry', and its key "
        "isn't printed; say it, or begin with a label: 'Dry: …'  [rules-are-labelled]",
        "data/editions/tea-road/rules.yaml:5:16: rule/weather: the rule 'late-rain' doesn't say 'late', and its key "
        "isn't printed; say it, or begin with a label: 'Late rain: …'  [rules-are-labelled]",
    ]


def test_a_label_a_word_of_the_sentence_and_the_letters_of_a_table_say_it(
    findings_of: Callable[..., list[str]],
) -> None:
    assert (
        findings_of(
            "rules-are-labelled",
            rules="""\
        weather:
          name: Rainy weather
          rules:
            dry: 'Dry: no rain falls.'
            flooding: When a river floods, the caravan waits.
            rain: The caravan waits.
        """,
            tables="""\
        toll: {name: Toll, columns: {small: Small}, rows: {mule: {name: Mule, small: F}}, rules: {F: Nothing to pay}}
        """,
        )
        == []
    )

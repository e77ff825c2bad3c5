"""known-fields"""

from collections.abc import Callable

FIELDS = """\
    fields:
      any: [name, text, effects]
      effect: [passes-over]
      tea: [leaves, price]
    """


def test_a_field_that_nobody_reads(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("known-fields", FIELDS, teas="green: {name: Green, prize: 4}\n") == [
        "data/editions/tea-road/teas.yaml:1:29: tea/green: 'prize' is no field of the kind tea; "
        "did you mean 'price'?; mend the name, or declare it under 'fields' in vocabulary.yaml  "
        "[known-fields]"
    ]


def test_known_fields_and_a_kind_that_isnt_declared(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "known-fields", FIELDS, teas="green: {name: Green, price: 4}\n", wares="silk: {name: Silk, colour: red}\n"
        )
        == []
    )


def test_an_effect_with_a_key_that_says_nothing(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of(
        "known-fields",
        FIELDS,
        teas="""\
        green: {name: Green, effects: {cheap: {hook: haggle.roll, add: +1, wen: {}}}}
        mild: {name: Mild, effects: {cheap: {hook: haggle.roll, add: +1, when: {}}}}
        """,
    )
    assert len(found) == 1
    assert "'wen' is nothing that an effect can do or have; did you mean 'when'?" in found[0]

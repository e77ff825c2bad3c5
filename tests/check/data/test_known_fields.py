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
        "data/editions/tea-road/teas.yaml:1:29: tea/green: 'prize' is not a field of the kind tea; "
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


WITHIN = """\
    fields: {any: [name, rows, columns, leaves]}
    within:
      any: {columns: '*', rows.*: [name, <columns>], leaves.*: ['', weight]}
      vocabulary: {fields: '*', within: '**', kinds: '*', rolls: '**', hooks: '**', atoms: '**', wares: [silk]}
    """


def test_a_key_inside_of_a_field(findings_of: Callable[..., list[str]]) -> None:
    fields = WITHIN.replace("fields: {any:", "fields: {tea: [], any:")
    good = "{name: Green, columns: {hot: Hot}, rows: {first: {name: One, hot: 3}}, leaves: {a: 1, b: {weight: 2}}}"
    assert findings_of("known-fields", fields, teas=f"green: {good}\n") == []
    found = findings_of(
        "known-fields",
        fields,
        teas="green: {name: Green, rows: {first: {hot: 3}, second: 4}, leaves: {b: {wight: 2}}}\n",
    )
    assert [one.partition("tea/green: ")[2] for one in found] == [
        "'hot' is nothing that 'rows.first' can have; known are name; mend the name or take it out  [known-fields]",
        "'rows.second' is '4', where a mapping belongs; mend it or take it out  [known-fields]",
        "'wight' is nothing that 'leaves.b' can have; did you mean 'weight'?; mend the name or take it out  "
        "[known-fields]",
    ]


def test_a_key_of_a_vocabulary(findings_of: Callable[..., list[str]]) -> None:
    fields = WITHIN.replace("fields: {any:", "fields: {tea: [], any:")
    (found,) = findings_of("known-fields", f"{fields}wares: {{silck: 1}}\n")
    assert "'silck' is nothing that 'wares' can have; did you mean 'silk'?" in found

"""undefined-term"""

from collections.abc import Callable

DEFINITIONS = "definitions: {leaf: ['tea:leaves']}\n"
TEAS = """\
green:
  name: Green
  leaves: [oolong]
  effects:
    cheap: {hook: haggle.roll, add: +1, when: {self.leaf: {not: %s}}}
"""


def test_a_term_that_no_record_gives_a_meaning(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("undefined-term", DEFINITIONS, teas=TEAS % "nettle") == [
        "data/editions/tea-road/teas.yaml:5:59: tea/green: the condition names the leaf 'nettle', "
        "which no 'tea leaves' defines; define it or mend the condition  [undefined-term]"
    ]


def test_a_term_that_a_record_lists_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("undefined-term", DEFINITIONS, teas=TEAS % "oolong") == []


def test_an_edition_without_such_records_isnt_held_to_it(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "undefined-term",
            DEFINITIONS,
            rules="""\
        rain:
          name: Rain
          effects: {wet: {hook: haggle.roll, add: -1, when: {self.leaf: nettle}}}
        """,
        )
        == []
    )

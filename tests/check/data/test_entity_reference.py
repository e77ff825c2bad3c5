"""entity-reference"""

from collections.abc import Callable

REFERENCES = """\
references:
  blends: [tea]
  leaves: [leaf]
  suits: [self.season]
  restates: record
  ignore: [atom, kind, record]
"""
TEAS = """\
green: {name: Green, leaves: [oolong], suits: spring}
house:
  name: House blend
  blends: [%s]
  effects:
    cheap: {hook: haggle.roll, ignore: %s, when: {self.season: %s}}
"""


def test_names_that_nothing_bears(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("entity-reference", REFERENCES, teas=TEAS % ("gren", "self.loaded", "sprin")) == [
        "data/editions/tea-road/teas.yaml:4:11: tea/house: 'gren' is not a known tea of tea-road; did you "
        "mean 'green'?; add it or mend the name  [entity-reference]",
        "data/editions/tea-road/teas.yaml:6:40: tea/house: 'self.loaded' is not a known condition or kind "
        "of record or record of tea-road; did you mean 'self.laden'?; add it or mend the name  "
        "[entity-reference]",
        "data/editions/tea-road/teas.yaml:6:73: tea/house: 'sprin' is not a value of 'self.season'; "
        "did you mean 'spring'?; known are spring, autumn  [entity-reference]",
    ]


def test_names_of_records_terms_kinds_and_values_are_right(findings_of: Callable[..., list[str]]) -> None:
    for ignored in ("self.laden", "caravan", "tea/green"):
        assert (
            findings_of("entity-reference", REFERENCES, teas=TEAS % ("green", ignored, "{not: [spring, autumn]}")) == []
        )


def test_what_a_condition_is_compared_with(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "entity-reference",
        teas="""\
        green:
          name: Green
          figures: {range: 10 cm}
          effects:
            near: {hook: haggle.roll, add: +1, when: {distance: {at-most: $range}}}
            far: {hook: haggle.roll, add: -1, when: {distance: {at-least: Far}}}
            laden: {hook: haggle.roll, add: -1, when: {self.laden: often}}
            blended: {hook: haggle.roll, add: +2, when: {self.blend: [green, whit]}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:6:56: tea/green: 'Far' is not a figure; 'distance' is "
        "compared with one  [entity-reference]",
        "data/editions/tea-road/teas.yaml:7:60: tea/green: 'often' is neither true nor false, as "
        "'self.laden' wants  [entity-reference]",
        "data/editions/tea-road/teas.yaml:8:62: tea/green: 'whit' is not a known tea of tea-road; add it "
        "or mend the name  [entity-reference]",
    ]


def test_figures_and_sentences_under_such_a_name_are_left_alone(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "entity-reference",
            REFERENCES,
            teas="""\
        green:
          name: Green
          figures: {blends: 2}
          rules: {blends: 'It mixes with %(blends)s others.'}
        """,
        )
        == []
    )


ALIAS = """\
references: {blends: [tea-grade]}
brings: {tea-grade: {kinds: [tea], alias: [grade]}}
"""


def test_a_record_is_named_by_what_a_field_of_it_says(findings_of: Callable[..., list[str]]) -> None:
    teas = "green: {name: Green, grade: 1}\nhouse: {name: House blend, grade: 2, blends: [green, '1', '3']}\n"
    assert findings_of("entity-reference", ALIAS, teas=teas) == [
        "data/editions/tea-road/teas.yaml:2:46: tea/house: '3' is not a known tea grade of tea-road; add it or "
        "mend the name  [entity-reference]"
    ]

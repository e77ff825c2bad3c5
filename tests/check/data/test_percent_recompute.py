"""percent-recompute"""

from collections.abc import Callable

TITHE = """\
percents:
  tithe: {record: rule/tithe, share: figures.tithe, base: examples.<one>.load,
          value: examples.<one>.tithe}
"""
TABLE = """\
percents:
  table: {record: rule/tithe, share: rows.<row>.share, base: loads.<load>,
          value: rows.<row>.<load>}
"""


def test_an_example_that_is_reckoned_wrong(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "percent-recompute",
        declared=TITHE,
        rules="""\
        tithe:
          name: Tithe
          figures: {tithe: 25 %}
          examples:
            mule: {load: 200, tithe: 40}
            camel: {load: 400, tithe: 100}
          from:
            - {document: road-book, lines: [12, 12], covers: [figures]}
            - {document: road-book, lines: [20, 21], covers: [examples]}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:5:30: rule/tithe: 'examples.mule.tithe' is 40, but "
        "25 % of 200 ('figures.tithe' of 'examples.mule.load') is 50 (road-book, lines 12, "
        "20-21); correct the one that differs from the document  [percent-recompute]"
    ]


def test_each_row_of_a_table_is_held_against_each_of_its_columns(findings_of: Callable[..., list[str]]) -> None:
    said = findings_of(
        "percent-recompute",
        declared=TABLE,
        rules="""\
        tithe:
          name: Tithe
          loads: {mule: 200, camel: 300}
          rows:
            half: {share: 1/2, mule: 100, camel: 150}
            third: {share: 33.5 %, mule: 67, camel: 100}
        """,
    )
    assert [line.split("; ")[0].split(": ", 1)[1] for line in said] == [
        "rule/tithe: 'rows.third.camel' is 100, but 33.5 % of 300 ('rows.third.share' of 'loads.camel') is 100.5"
    ]


def test_what_is_reckoned_right_or_not_at_all(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "percent-recompute",
            declared=TITHE,
            rules="""\
        tithe:
          name: Tithe
          figures: {tithe: 33 %}
          examples:
            mule: {load: 200, tithe: 66}
            camel: {load: 400, tithe: null}
        """,
        )
        == []
    )


def test_a_declaration_of_what_is_not_there(findings_of: Callable[..., list[str]]) -> None:
    [said] = findings_of("percent-recompute", declared=TITHE, rules="tithes: {name: Tithe}\n")
    assert said.startswith("data/editions/tea-road/vocabulary.yaml:")
    assert said.endswith(
        "'rule/tithe' is not a record of tea-road; did you mean 'rule/tithes'?; mend the name  [percent-recompute]"
    )

"""band-coverage"""

from collections.abc import Callable

import pytest


def caravans(second: str) -> str:
    return f"""\
        loads:
          name: Loads
          guards:
            light: {{most: 399, cards: 4}}
            heavy: {{{second}, cards: 5}}
        """


def test_a_gap_between_two_bands(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("band-coverage", caravans=caravans("least: 450")) == [
        "data/editions/tea-road/caravans.yaml:5:12: caravan/loads: nothing covers what lies "
        "between: 'light' ends at 399 and 'heavy' begins at 450; let one begin where the other "
        "ends  [band-coverage]"
    ]


def test_two_bands_that_overlap(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("band-coverage", caravans=caravans("least: 399")) == [
        "data/editions/tea-road/caravans.yaml:5:12: caravan/loads: two bands overlap: 'light' ends "
        "at 399 and 'heavy' begins at 399; let one begin where the other ends  [band-coverage]"
    ]


def test_whole_numbers_that_follow_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("band-coverage", caravans=caravans("least: 400")) == []


def test_records_that_divide_a_distance(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "band-coverage",
        stretches="""\
        near: {name: Near, most: 20 cm, includes: {most: false}}
        far: {name: Far, least: 20 cm, most: 40 cm}
        beyond: {name: Beyond, least: 50 cm}
        """,
    ) == [
        "data/editions/tea-road/stretches.yaml:3:9: stretch/beyond: nothing covers what lies "
        "between: 'far' ends at 40 and 'beyond' begins at 50; let one begin where the other ends  "
        "[band-coverage]"
    ]


@pytest.mark.parametrize(
    ("last", "missing"),
    [
        ("5-6", []),
        ("5+", []),
        (
            "6",
            [
                "data/editions/tea-road/tables.yaml:6:27: table/weather: nothing covers what lies between: "
                "'sun' ends at 4 and 'fog' begins at 6; let one begin where the other ends  "
                "[band-coverage]"
            ],
        ),
    ],
)
def test_faces_of_a_die(findings_of: Callable[..., list[str]], last: str, missing: list[str]) -> None:
    assert (
        findings_of(
            "band-coverage",
            tables=f"""\
        weather:
          name: Weather
          rows:
            rain: {{name: Rain, die: 1-2}}
            sun: {{name: Sun, die: 3-4}}
            fog: {{name: Fog, die: {last}}}
        """,
        )
        == missing
    )


def test_a_row_for_the_rest_leaves_no_gap(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "band-coverage",
            tables="""\
        temper:
          name: Temper
          rows:
            calm: {name: Calm, least: 1}
            cross: {name: Cross, score: -2}
            other: {name: Anything else}
        """,
        )
        == []
    )


def test_limits_beside_another_field_are_no_bands(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "band-coverage",
            caravans="""\
        loads:
          name: Loads
          figures: {least: 200, most: 1000}
          summary: {guards: 4}
        """,
        )
        == []
    )


def test_a_number_missing_from_a_series(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "band-coverage",
        "series: {guests: {kind: rule, members: bonus.*.guests}}\n",
        rules="""\
        bonus-tea:
          name: Bonus tea
          bonus:
            three: {guests: 3, cups: +1}
            five: {guests: 5, cups: +3}
        """,
    ) == [
        "data/editions/tea-road/rules.yaml:5:20: rule/bonus-tea: the series goes from 3 "
        "('bonus.three.guests') to 5, without 4; add what is missing  [band-coverage]"
    ]


def test_a_series_over_all_records(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "band-coverage",
        "series: {grades: {kind: tea, members: grade}}\n",
        teas="""\
        green: {name: Green, grade: 0}
        black: {name: Black, grade: 2}
        white: {name: White, grade: 1}
        yellow: {name: Yellow, grade: 2}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:4:31: tea/yellow: the series has 2 a second time, after "
        "tea/black; number one of them anew  [band-coverage]"
    ]


def test_answers_of_worked_examples_are_no_bands(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "band-coverage",
            rules="""\
        example: {name: Example, expect: {few: 2-4, many: 4-6, rule: 4-8}}
        """,
        )
        == []
    )


DOMAIN = """\
    domains: {hands: {bands: 'rule/hands:bands', least: 'rule/caravan:smallest'}}
    """
HANDS = """\
    caravan: {name: Caravan, smallest: {}}
    hands: {name: Hands, bands: {few: {least: 3, most: 5, tea: 1}, many: {least: 6, tea: 2}}}
    """


def test_bands_that_begin_too_high(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("band-coverage", declared=DOMAIN, rules=HANDS.replace("{}", "2")) == [
        "data/editions/tea-road/rules.yaml:2:35: rule/hands: 'few' begins at 3, but rule/caravan "
        "'smallest' goes to 2; say what holds there  [band-coverage]"
    ]


def test_bands_that_begin_where_they_should(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("band-coverage", declared=DOMAIN, rules=HANDS.replace("{}", "3")) == []

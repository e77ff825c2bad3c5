"""total-equals-rows"""

from collections.abc import Callable

import pytest

LOAD = "sums: {load: {kind: caravan, total: total, rows: rows.*.load}}\n"
ANIMALS = "sums: {animals: {kind: caravan, total: figures.animals, rows: rows.*}}\n"


def test_a_total_that_its_rows_dont_come_to(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "total-equals-rows",
        LOAD,
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {load: 25}
            camels: {load: 30}
          total: 70
          from:
            - {document: road-book, lines: [12, 15], covers: [rows]}
            - {document: road-book, lines: [16, 16], covers: [total]}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:6:10: caravan/northern: 'total' says 70, but its 2 "
        "rows ('rows.*.load') come to 55 (road-book, lines 12-16); correct "
        "the one that differs from the document  [total-equals-rows]"
    ]


def test_a_zero_that_was_lost_is_pointed_at(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "total-equals-rows",
        LOAD,
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {load: 25}
            camels: {load: 5}
          total: 75
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:6:10: caravan/northern: 'total' says 75, but its 2 "
        "rows ('rows.*.load') come to 30, and would agree with 50 for 5 in 'rows.camels.load'; "
        "correct the one that differs from the document  [total-equals-rows]"
    ]


def test_a_count_of_what_is_listed(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "total-equals-rows",
        ANIMALS,
        caravans="""\
        northern:
          name: Northern caravan
          figures: {animals: 3}
          rows:
            mule: {load: 25}
            camel: {load: 30}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:3:22: caravan/northern: 'figures.animals' says 3, "
        "but 2 are listed under 'rows.*'; correct the one that differs from the document  "
        "[total-equals-rows]"
    ]


@pytest.mark.parametrize("load", ["30", "null"])
def test_rows_that_come_to_it_or_cant_be_added_are_right(findings_of: Callable[..., list[str]], load: str) -> None:
    assert (
        findings_of(
            "total-equals-rows",
            LOAD,
            caravans=f"""\
        northern:
          name: Northern caravan
          rows:
            mules: {{load: 25}}
            camels: {{load: {load}}}
          total: 55
        """,
        )
        == []
    )


def test_a_declaration_that_lacks_a_part_is_a_finding(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("total-equals-rows", "sums: {load: {kind: caravan, total: total}}\n") == [
        "data/vocabulary.yaml:17:14: sums: 'rows' is missing; add it  [total-equals-rows]"
    ]

"""formula-vs-table"""

from collections.abc import Callable

import pytest

GUARDS = """\
tabulated:
  guards: {times: 'rule/guards:figures.guards', per: 'rule/guards:figures.animals',
           table: 'table/guards:rows', at: animals, value: guards}
"""
BANDS = GUARDS.replace("value: guards}", "value: guards, bands: 'rule/guards:bands'}")


def caravan(*guards: int) -> dict[str, str]:
    rows = "".join(f"    row-{i}: {{animals: {10 * i + 5}, guards: {many}}}\n" for i, many in enumerate(guards, 1))
    return {
        "rules": "guards: {name: Guards, figures: {guards: 2, animals: 10}, bands: {first: {least: 6, most: 15}}}\n",
        "tables": f"guards:\n  name: Guards\n  rows:\n{rows}  from: [{{document: road-book, lines: [30, 33]}}]\n",
    }


def test_a_table_that_the_formula_doesnt_come_to(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("formula-vs-table", declared=GUARDS, **caravan(2, 4, 5)) == [
        "data/editions/tea-road/tables.yaml:6:34: table/guards: 'guards' is 5 at 35, where the "
        "formula comes to 6 or 8 (road-book, lines 30-33); rule/guards has 2 for every 10; mend "
        "one of them  [formula-vs-table]"
    ]


@pytest.mark.parametrize("guards", [(2, 4, 6), (4, 6, 8)])
def test_a_table_that_is_rounded_down_or_up_throughout(
    findings_of: Callable[..., list[str]], guards: tuple[int, ...]
) -> None:
    assert findings_of("formula-vs-table", declared=GUARDS, **caravan(*guards)) == []


def test_one_that_is_rounded_now_up_and_now_down(findings_of: Callable[..., list[str]]) -> None:
    [said] = findings_of("formula-vs-table", declared=GUARDS, **caravan(2, 6, 6))
    assert "'guards' is 6 at 25, where the formula comes to 4 or 6" in said


def test_the_lower_end_of_a_band_has_what_the_upper_has(findings_of: Callable[..., list[str]]) -> None:
    [said] = findings_of("formula-vs-table", declared=BANDS, **caravan(4, 6, 8))
    assert "rules.yaml:1:" in said
    assert "'guards' is 4 at 6, where the formula comes to 0 or 2" in said


def test_a_declaration_of_what_is_not_there(findings_of: Callable[..., list[str]]) -> None:
    files = caravan(2) | {"rules": "guard: {name: Guards}\n"}
    said = findings_of("formula-vs-table", declared=GUARDS, **files)[0]
    assert said.startswith("data/editions/tea-road/vocabulary.yaml:")
    assert said.endswith(
        "'rule/guards' is not a record of tea-road; did you mean 'rule/guard'?; mend the path  [formula-vs-table]"
    )

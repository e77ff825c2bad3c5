"""abbreviation-register"""

from collections.abc import Callable

TABLE = """\
spills:
  name: Spills
  columns: {little: Little, much: Much}
  rows:
    cup: {name: Cup, little: none, much: %s}
  rules:
    B: Broken
    C: Cold
"""


def test_a_letter_without_a_meaning_and_one_without_a_cell(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("abbreviation-register", tables=TABLE % "B/S") == [
        "data/editions/tea-road/tables.yaml:5:42: table/spills: 'S' in 'rows.cup.much' is "
        "explained nowhere; explain it under 'rules' or mend the cell  [abbreviation-register]",
        "data/editions/tea-road/tables.yaml:8:8: table/spills: 'C' is explained but stands in no "
        "cell; mend the cells or take it away  [abbreviation-register]",
    ]


def test_letters_that_are_all_explained_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("abbreviation-register", tables=TABLE % "C/B") == []

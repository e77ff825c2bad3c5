"""announced-but-absent"""

from collections.abc import Callable


def test_a_column_without_a_cell(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "announced-but-absent",
        tables="""\
        reach:
          name: Reach
          columns: {near: Near, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm}
            pole: {name: Pole, near: 5 cm, fur: 9 cm, far: 9 cm}
        """,
    ) == [
        "data/editions/tea-road/tables.yaml:5:11: table/reach: row 'rope' has no cell for 'far'; "
        "add it, as null where the document has none  [announced-but-absent]",
        "data/editions/tea-road/tables.yaml:6:41: table/reach: row 'pole' has a cell 'fur', which "
        "is not a column; did you mean 'far'?; name the column or mend the cell  "
        "[announced-but-absent]",
    ]


def test_a_blank_that_the_document_has_is_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "announced-but-absent",
            tables="""\
        reach:
          name: Reach
          columns: {near: Near, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm, far: null}
        """,
        )
        == []
    )


def test_a_row_that_lacks_what_the_others_have(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "announced-but-absent",
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {animals: 10, fee: 50}
            goats: {animals: 5}
            camels: {animals: 5, fee: 30, note: Fed twice.}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:5:12: caravan/northern: row 'goats' has no 'fee', "
        "which most rows have; add it, as null where the document has none  "
        "[announced-but-absent]"
    ]


def test_a_list_that_is_empty(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("announced-but-absent", teas="green: {name: Green, leaves: []}\n") == [
        "data/editions/tea-road/teas.yaml:1:30: tea/green: 'leaves' is announced but empty; fill "
        "it or take it away  [announced-but-absent]"
    ]

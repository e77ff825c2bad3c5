"""units-of-measure"""

from collections.abc import Callable


def test_a_length_in_another_system(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "units-of-measure",
        teas="""\
        green: {name: Green, figures: {sight: 50 in, cup: 8 mm, table: 1 cm}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:1:39: tea/green: 'figures.sight' is 50 in, but tea-road "
        "measures in centimetres; see which unit is meant  [units-of-measure]"
    ]


def test_a_length_that_lost_its_unit(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "units-of-measure",
        tables="""\
        reach:
          name: Reach
          columns: {near: Near, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm, far: 9}
            staff: {name: Staff, near: 4 cm, far: none}
            guests: {name: Guests, near: 2, far: 3}
        """,
    ) == [
        "data/editions/tea-road/tables.yaml:5:41: table/reach: 'rows.rope.far' is 9 in a row of "
        "lengths; write 9 cm  [units-of-measure]"
    ]


def test_a_distance_that_is_changed_by_a_bare_figure(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "units-of-measure",
        teas="""\
        green:
          name: Green
          figures: {further: +2D6}
          effects:
            quick: {hook: trot.move, add: $further}
            quicker: {hook: trot.move, add: +2D6 cm}
            slow: {hook: trot.move, divide: 2}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:3:22: tea/green: +2D6 changes the distance trot.move "
        "without a unit; see whether +2D6 cm is meant  [units-of-measure]"
    ]


def test_an_attribute_that_is_declared_as_a_length(findings_of: Callable[..., list[str]]) -> None:
    teas = "green: {name: Green, effects: {quick: {hook: load, add: +2}}}\n"
    assert findings_of("units-of-measure", teas=teas) == []
    assert findings_of("units-of-measure", "lengths: {attributes: [load]}\n", teas=teas) == [
        "data/editions/tea-road/teas.yaml:1:57: tea/green: +2 changes the distance load without a unit; see whether "
        "+2 cm is meant  [units-of-measure]"
    ]

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
        "measures in centimetres; see which unit is meant, here or under 'units' in "
        "data/editions/tea-road/edition.yaml  [units-of-measure]"
    ]


def test_lengths_that_are_all_in_another_system_are_one_finding_about_the_edition(
    findings_of: Callable[..., list[str]],
) -> None:
    [told] = findings_of(
        "units-of-measure", teas="green: {name: Green, figures: {sight: 5 in, leap: 3 in}}\nred: {name: Red}\n"
    )
    assert told.startswith("data/editions/tea-road/edition.yaml:")
    assert told.endswith("every length is in inches, and 'units' is cm; write 'units: in'  [units-of-measure]")


def test_a_length_that_lost_its_unit(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "units-of-measure",
        tables="""\
        reach:
          name: Reach
          columns: {near: Near, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm, far: 9}
            staff: {name: Staff, near: 4 cm, far: 8 cm}
            guests: {name: Guests, near: 2, far: 3}
        """,
    ) == [
        "data/editions/tea-road/tables.yaml:5:41: table/reach: 'rows.rope.far' is 9 in a row of "
        "lengths; write 9 cm  [units-of-measure]"
    ]


def test_a_table_may_mix_lengths_and_counts(findings_of: Callable[..., list[str]]) -> None:
    weapons = """\
        gear:
          name: Gear
          columns: {reach: Reach, shots: Shots, far: Far}
          rows:
            net: {name: Net, reach: 4 cm, shots: 2, far: none}
            claw: {name: Claw, reach: 2-4 cm, shots: 1, far: none}
        """
    assert findings_of("units-of-measure", tables=weapons) == []
    lost = weapons.replace("far: none}", "far: 9 cm}", 1)
    assert findings_of("units-of-measure", tables=lost) == [
        "data/editions/tea-road/tables.yaml:5:42: table/gear: 'rows.net.shots' is 2 in a row of "
        "lengths; write 2 cm  [units-of-measure]"
    ]


def test_feet_and_hexes_are_systems_of_their_own(findings_of: Callable[..., list[str]]) -> None:
    teas = "green: {name: Green, figures: {table: 6 ft, cup: 8 mm, walk: 3 hex}}\n"
    assert [line.split("; ")[0].split(": ", 2)[2] for line in findings_of("units-of-measure", teas=teas)] == [
        "'figures.table' is 6 ft, but tea-road measures in centimetres",
        "'figures.walk' is 3 hex, but tea-road measures in centimetres",
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

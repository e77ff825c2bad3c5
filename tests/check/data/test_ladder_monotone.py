"""ladder-monotone"""

from collections.abc import Callable

REACH = "ladders: {reach: {kind: table, columns: [near, middle, far]}}\n"


def test_a_step_that_goes_down(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "ladder-monotone",
        caravans="""\
        guards:
          name: Guards
          loads:
            light: {most: 19, guards: 2}
            middling: {least: 20, most: 49, guards: 5}
            heavy: {least: 50, guards: 4}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:6:32: caravan/guards: 'loads.heavy.guards' is 4 "
        "after 5 in 'loads.middling.guards', where the steps rise; mend the figure that is out of "
        "step  [ladder-monotone]"
    ]


def test_a_row_of_lengths_out_of_order(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "ladder-monotone",
        REACH,
        tables="""\
        reach:
          name: Reach
          columns: {near: Near, middle: Middle, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm, middle: 12 cm, far: 9 cm}
        """,
    ) == [
        "data/editions/tea-road/tables.yaml:5:56: table/reach: 'rows.rope.far' is 9 cm after 12 cm "
        "in 'rows.rope.middle', where the steps rise; mend the figure that is out of step  "
        "[ladder-monotone]"
    ]


def test_steps_that_go_one_way_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "ladder-monotone",
            REACH,
            tables="""\
        reach:
          name: Reach
          columns: {near: Near, middle: Middle, far: Far}
          rows:
            rope: {name: Rope, near: 4 cm, middle: none, far: 9 cm}
        seats:
          name: Seats
          columns: {guest: Guest, host: Host, cook: Cook}
          rows:
            floor: {name: Floor, guest: 4 cm, host: 12 cm, cook: 9 cm}
        """,
            caravans="""\
        guards:
          name: Guards
          loads:
            light: {most: 19, price: 3}
            heavy: {least: 20, price: 2}
        """,
        )
        == []
    )


TIERS = "tiers: {masters: {kind: ware, cost: wages, benefits: [figures.mules]}}\n"


def test_a_dearer_step_that_gives_no_more(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "ladder-monotone",
        TIERS,
        wares="""\
        guide: {name: Guide, wages: 5, figures: {mules: +1}}
        master: {name: Master, wages: 10, figures: {mules: +1}}
        lord: {name: Lord, wages: 20, figures: {mules: +2}}
        """,
    ) == [
        "data/editions/tea-road/wares.yaml:2:52: ware/master: 'figures.mules' is +1 for 10, no "
        "better than the +1 of ware/guide for 5; see whether that is meant  [ladder-monotone]"
    ]

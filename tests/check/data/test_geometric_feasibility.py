"""geometric-feasibility"""

from collections.abc import Callable

GROUNDS = """\
    grounds: {depth: 'rule/table:figures.depth', side: 'rule/table:figures.tent'}
    """
TABLE = "table: {name: Table, figures: {depth: 60 cm, tent: 5 cm}}\n"
CAMP = """\
    camp:
      name: Camp
      figures: {tents: 5, apart: 30 cm, side: {}}
      deployments:
        night:
          areas: {camp: {at: centre, width: $side, depth: $side}}
          pieces: {tents: {in: camp, count: $tents, spacing: $apart}}
    """
STRIPS = """\
    ambush:
      name: Ambush
      figures: {strip: 20 cm, gap: {}, between: 50 cm}
      deployments:
        day:
          zones: {one: {at: top}, road: {at: middle, depth: $strip}, two: {at: bottom}}
          gaps:
            above: {between: [one, road], distance: $gap}
            below: {between: [road, two], distance: $gap}
            whole: {between: [one, two], distance: $between}
    """


def test_more_than_the_ground_can_hold(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=CAMP.replace("{}", "20 cm")
    ) == [
        "data/editions/tea-road/scenarios.yaml:7:23: scenario/camp: 5 pieces, 30 apart, need more "
        "ground than 20 by 20 has; mend one of them  [geometric-feasibility]"
    ]


def test_pieces_for_which_no_arrangement_turns_up(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of("geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=CAMP.replace("{}", "42 cm"))
    assert "no way turns up to set 5 pieces, 30 apart, in 42 by 42, even where" in found[0]


def test_room_enough(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of("geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=CAMP.replace("{}", "80 cm")) == []
    )


def test_strips_that_dont_come_to_the_gap_they_lie_in(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=STRIPS.replace("{}", "25 cm")
    ) == [
        "data/editions/tea-road/scenarios.yaml:10:16: scenario/ambush: 'above', 'road' and 'below' "
        "come to 70, but lie in 'whole' of 50; mend one of them  [geometric-feasibility]"
    ]
    assert (
        findings_of("geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=STRIPS.replace("{}", "15 cm"))
        == []
    )


def test_a_circle_with_room_for_a_ring(findings_of: Callable[..., list[str]]) -> None:
    circle = CAMP.replace("{}", "40 cm").replace("width: $side, depth: $side", "radius: $side")
    assert findings_of("geometric-feasibility", declared=GROUNDS, rules=TABLE, scenarios=circle) == []

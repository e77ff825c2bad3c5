"""scenario-closure"""

from collections.abc import Callable

THINGS = """\
    scenario-things:
      scenario: scenario
      mission: mission
      role: role
      played-in: {main: own, secondary: any}
      created: {camp: [scenario/raid, 'scenario/siege:night']}
      scored: {camp: [mission/plunder]}
    """
SCENARIOS = """\
    raid: {name: Raid}
    siege: {name: Siege, deployments: {night: {name: Night}, day: {name: Day}}}
    """


def mission(role: str) -> str:
    return f"plunder: {{name: Plunder, scenario: raid, role: {role}, text: Plunder the camps.}}\n"


def test_a_mission_that_can_meet_a_scenario_without(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("scenario-closure", declared=THINGS, scenarios=SCENARIOS, missions=mission("secondary")) == [
        "data/editions/tea-road/missions.yaml:1:65: mission/plunder: scores a camp, which this "
        "scenario lacks: scenario/siege (day); say what counts there  [scenario-closure]"
    ]


def test_a_mission_of_its_own_scenario(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("scenario-closure", declared=THINGS, scenarios=SCENARIOS, missions=mission("main")) == []

"""sample-list-legality"""

from collections.abc import Callable

import pytest

SAMPLES = "samples: {caravans: {kind: caravan}}\n"
MUSTERS = """\
musters:
  profiles: [ware]
  implies: [{of: {miniatures: {at-least: 20}}, then: {laden: true}}]
"""
RULES = """\
guards:
  name: Guards of a caravan
  figures: {share: 25 %, most: 10}
  limits:
    least: {counts: points, of: {class: guard}, at-least: $share}
    size: {name: Size of a group, each: troop, counts: miniatures, of: {laden: true},
           at-most: $most}
  from: [{document: road-book, lines: [40, 41]}]
"""


def caravan(guards: int, others: str = "{class: driver}") -> str:
    return f"""\
northern:
  name: Northern caravan
  limit: 200
  rows:
    guards: {{name: Guards, miniatures: 5, points: {guards}, troop: {{class: guard}}}}
    others: {{name: Drivers, miniatures: 5, points: 25, troop: {others}}}
  from: [{{document: road-book, lines: [50, 55]}}]
"""


def test_a_sample_that_breaks_a_limit(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("sample-list-legality", SAMPLES, declared=MUSTERS, rules=RULES, caravans=caravan(30)) == [
        "data/editions/tea-road/caravans.yaml:5:51: caravan/northern: breaks rule/guards:least, "
        "'Guards of a caravan': has 30 points (road-book, lines 50-55), where the limit is at "
        "least 50 (road-book, lines 40-41); mend the list or the limit  [sample-list-legality]"
    ]


@pytest.mark.parametrize(("guards", "others"), [(50, "{class: driver}"), (30, "{}")])
def test_a_sample_that_keeps_it_or_of_which_nobody_can_tell(
    findings_of: Callable[..., list[str]], guards: int, others: str
) -> None:
    assert (
        findings_of("sample-list-legality", SAMPLES, declared=MUSTERS, rules=RULES, caravans=caravan(guards, others))
        == []
    )


def test_a_group_is_named_where_the_limit_holds_for_each(findings_of: Callable[..., list[str]]) -> None:
    [said] = findings_of(
        "sample-list-legality",
        SAMPLES,
        declared=MUSTERS,
        rules=RULES,
        caravans=caravan(50).replace("Drivers, miniatures: 5", "Drivers, miniatures: 20"),
    )
    assert "'Size of a group': has 20 miniatures of Drivers" in said
    assert "where the limit is at most 10" in said


def test_a_limit_that_is_declared_wrongly(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "sample-list-legality",
        SAMPLES,
        declared=MUSTERS,
        caravans=caravan(50),
        rules=RULES.replace("at-least: $share", "at-leats: $share"),
    ) == [
        "data/editions/tea-road/rules.yaml:5:59: 'at-leats' is not known here; did you mean "
        "'at-least'?; rename it or take it out  [sample-list-legality]"
    ]

"""band-boundary"""

from collections.abc import Callable

import pytest


def stretches(near: str, far: str) -> str:
    return f"""\
        near: {{name: Near, most: 20 cm, includes: {{most: {near}}}}}
        far: {{name: Far, least: 20 cm, includes: {{least: {far}}}}}
        """


@pytest.mark.parametrize(("both", "owns"), [("true", "both own"), ("false", "neither owns")])
def test_a_point_with_two_owners_or_none(findings_of: Callable[..., list[str]], both: str, owns: str) -> None:
    assert findings_of("band-boundary", stretches=stretches(both, both)) == [
        "data/editions/tea-road/stretches.yaml:2:6: stretch/far: 'near' and 'far' meet at 20, "
        f"which {owns}; say with 'includes' whose it is  [band-boundary]"
    ]


@pytest.mark.parametrize(("near", "far"), [("true", "false"), ("false", "true")])
def test_a_point_with_one_owner_is_right(findings_of: Callable[..., list[str]], near: str, far: str) -> None:
    assert findings_of("band-boundary", stretches=stretches(near, far)) == []


def test_counts_that_meet_share_no_point_and_overlap(findings_of: Callable[..., list[str]]) -> None:
    counted = stretches("true", "true").replace(" cm", "")
    assert findings_of("band-boundary", stretches=counted) == []
    assert [
        finding.partition(": ")[2].partition(":")[0] for finding in findings_of("band-coverage", stretches=counted)
    ] == ["stretch/far"]

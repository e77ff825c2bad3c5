"""Each limit of the shipped editions: one army that breaks it, and a near miss that doesn't."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.army import Army
from kensei_docs.army.limits import Result, judge
from kensei_docs.army.troops import Muster, Troop, troop_of
from kensei_docs.database import Database

HERO = "{name: Hero, class: hero, miniatures: 1, points: 20, weapons: katana, troop type: infantry}"


def rows(*extra: str) -> str:
    return "rows:\n" + "".join(f"  - {row}\n" for row in (HERO, *extra))


def unit(name: str = "Spears", points: int = 50, **fields: object) -> str:
    traits = {
        "miniatures": 5,
        "class": "warrior",
        "troop type": "infantry",
        "weapons": "yari",
        **{key.replace("_", " "): value for key, value in fields.items()},
    }
    return (
        "{" + f"name: {name}, points: {points}, " + ", ".join(f"{key}: {value}" for key, value in traits.items()) + "}"
    )


@pytest.fixture
def result_of(army_of: Callable[..., Army]) -> Callable[..., Result]:
    """Return how an army of those rows stands to a limit."""

    def result(limit: str, *extra: str, size: int = 200, clan: str = "sohei") -> Result:
        army = army_of(f"edition: kensei-2e\nclan: {clan}\nsize: {size}\n" + rows(*extra))
        return next(result for result in judge(army) if result.limit.id == limit)

    return result


SPEARS = unit()
TWO = [unit("First"), unit("Second")]
# Limit, rows that break it, rows that just don't, and what is particular to the army.
LIMITS: list[tuple[str, list[str], list[str], dict[str, object]]] = [
    ("building/cost:most", [unit(points=181)], [unit(points=180)], {}),
    ("limit/leaders:number", [HERO, HERO], [HERO], {}),
    ("limit/leaders:number", [], [HERO], {"size": 300}),
    ("limit/unit-size:least", [unit(miniatures=2)], [unit(miniatures=3)], {}),
    ("limit/unit-size:infantry", [unit(miniatures=16)], [unit(miniatures=15)], {}),
    (
        "limit/unit-size:skirmishers",
        [unit(troop_type="skirmishers", miniatures=6)],
        [unit(troop_type="skirmishers")],
        {},
    ),
    (
        "limit/unit-size:others",
        [unit(troop_type="mounted", miniatures=11)],
        [unit(troop_type="mounted", miniatures=10)],
        {},
    ),
    ("limit/profiles:most", [SPEARS] * 3, [SPEARS] * 2, {"size": 300}),
    ("limit/units:number", [SPEARS], TWO, {}),
    ("limit/units:number", [unit(name) for name in "ABCDE"], [unit(name) for name in "ABCD"], {}),
    ("limit/elite-units:most", [unit(**{"class": "elite"})] * 2, [unit(**{"class": "elite"})], {}),
    ("limit/elite-units:most", [unit(**{"class": "elite"})] * 3, [unit(**{"class": "elite"})] * 2, {"size": 600}),
    (
        "limit/peasants:villagers",
        [unit(**{"class": "peasant"}, points=10)],
        [unit(**{"class": "peasant"}, points=10, miniatures=4)],
        {},
    ),
    (
        "limit/hata-jurushi:most",
        [
            SPEARS,
            unit("Flag", troop_type="standard-bearer", miniatures=1),
            unit("Banner", troop_type="portaestandartes", miniatures=1),
        ],
        [SPEARS, unit("Flag", troop_type="standard-bearer", miniatures=1)],
        {},
    ),
    (
        "limit/onmyouji:most",
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=2)],
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1)],
        {},
    ),
    (
        "limit/onmyouji:shikigami",
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1)],
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1), unit("Shikigami guardians", miniatures=2)],
        {},
    ),
    (
        "limit/komuso:most",
        [unit("Komuso", **{"class": "komuso"}, miniatures=2)],
        [unit("Komuso", **{"class": "komuso"}, miniatures=1)],
        {},
    ),
    (
        "limit/spiritual-troops:chosen",
        [unit("Komuso", **{"class": "komuso"}, miniatures=1), unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1)],
        [unit("Komuso", **{"class": "komuso"}, miniatures=1)],
        {},
    ),
    ("limit/hand-to-hand-infantry:least", [unit(points=49)], [unit(points=50)], {}),
    ("limit/ranged-weapons:most", [unit(points=101, weapons="bow")], [unit(points=100, weapons="bow")], {}),
    ("limit/ranged-weapons:firearms", [unit(points=51, weapons="teppo")], [unit(points=50, weapons="teppo")], {}),
    ("limit/cavalry:most", [unit(points=81, troop_type="mounted")], [unit(points=80, troop_type="mounted")], {}),
    (
        "limit/skirmishers:most",
        [unit(points=71, troop_type="skirmishers")],
        [unit(points=70, troop_type="skirmishers")],
        {},
    ),
    (
        "limit/percent-table:creatures",
        [unit(points=101, troop_type="mythological-creatures")],
        [unit(points=100, troop_type="mythological-creatures")],
        {},
    ),
    (
        "limit/otokodate-firearms:firearms",
        [unit(points=81, weapons="teppo")],
        [unit(points=80, weapons="teppo")],
        {"clan": "otokodate"},
    ),
    (
        "limit/kuroi-te-common-troops:none",
        [unit(living="yes")],
        [unit(living="no"), HERO.replace("{", "{living: no, ")],
        {"clan": "kuroi-te"},
    ),
    (
        "limit/kuroi-te-warriors:least",
        [unit(points=49)],
        [unit(points=50, **{"class": "inferior-creature"})],
        {"clan": "kuroi-te"},
    ),
    (
        "limit/kuroi-te-spiritual-troops:onmyouji",
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1, realm="earthly")],
        [unit("Onmyouji", **{"class": "onmyouji"}, miniatures=1, realm="death")],
        {"clan": "kuroi-te"},
    ),
    (
        "limit/kuroi-te-spiritual-troops:komuso",
        [unit("Komuso", **{"class": "komuso"}, miniatures=1)],
        [SPEARS],
        {"clan": "kuroi-te"},
    ),
    (
        "limit/hattori-common-troops:none",
        [unit(availability="common")],
        [unit(availability="rare"), HERO.replace("{", "{availability: unique, ")],
        {"clan": "hattori"},
    ),
    (
        "limit/hattori-warriors:least",
        [unit(points=49, weapons="bow")],
        [unit(points=50, weapons="bow")],
        {"clan": "hattori"},
    ),
    (
        "limit/hattori-skirmishers:most",
        [unit(points=101, troop_type="skirmishers")],
        [unit(points=100, troop_type="skirmishers")],
        {"clan": "hattori"},
    ),
]


@pytest.mark.parametrize(
    ("limit", "breaking", "near", "army"), LIMITS, ids=[f"{limit}-{i}" for i, (limit, *_) in enumerate(LIMITS)]
)
def test_a_limit_is_broken_and_by_a_near_miss_kept(
    result_of: Callable[..., Result], limit: str, breaking: list[str], near: list[str], army: dict[str, object]
) -> None:
    assert result_of(limit, *breaking, **army).status == "broken"
    kept = result_of(limit, *near, **army)
    if "common-troops" in limit:
        # The hero of every army here says nothing of himself; the others do.
        assert kept.status == "unknown" and kept.have.low == 0
    else:
        assert kept.status == "met"


@pytest.mark.parametrize(
    ("limit", "least", "most"),
    [
        ("limit/hand-to-hand-infantry:least", 150, None),
        ("limit/ranged-weapons:most", None, 300),
        ("limit/ranged-weapons:firearms", None, 150),
        ("limit/cavalry:most", None, 240),
        ("limit/skirmishers:most", None, 210),
        ("limit/percent-table:creatures", None, 300),
    ],
)
def test_the_limits_of_a_pitched_battle(
    result_of: Callable[..., Result], limit: str, least: int | None, most: int | None
) -> None:
    result = result_of(limit, SPEARS, size=600)
    assert (result.at_least and result.at_least.low, result.at_most and result.at_most.low) == (least, most)


@pytest.mark.parametrize(("size", "most"), [(599, 1), (600, 2)])
def test_elite_profiles_by_the_size_of_the_battle(result_of: Callable[..., Result], size: int, most: int) -> None:
    result = result_of("limit/elite-units:most", unit(**{"class": "elite"}), size=size)
    assert result.at_most and result.at_most.low == most


def test_a_leader_counts_towards_no_limit_by_type_of_troop(result_of: Callable[..., Result]) -> None:
    rider = HERO.replace("infantry", "mounted").replace("points: 20", "points: 190")
    assert result_of("limit/cavalry:most", rider).have.high == 0


def test_who_breaks_a_limit_for_each_unit_is_named(result_of: Callable[..., Result]) -> None:
    result = result_of(
        "limit/unit-size:infantry", unit("Many", miniatures=16), unit("Few", miniatures=3), unit("Crowd", miniatures=20)
    )
    assert (result.subject, result.have.low) == ("Many, Crowd", 20)


def test_what_would_have_to_be_known_is_named(result_of: Callable[..., Result]) -> None:
    result = result_of("limit/cavalry:most", "{name: Strangers, miniatures: 5, points: 90}")
    assert result.status == "unknown"
    assert result.missing == {"Strangers": ("troop-type",)}


def test_what_matters_to_no_limit_need_not_be_known(result_of: Callable[..., Result]) -> None:
    assert result_of("limit/cavalry:most", "{name: Strangers, miniatures: 5, points: 80}").status == "met"


def test_points_that_nobody_gives_leave_a_limit_open(result_of: Callable[..., Result]) -> None:
    result = result_of("building/cost:most", "{name: Strangers, miniatures: 5}")
    assert (result.status, result.missing) == ("unknown", {"Strangers": ("points",)})


CLASSES, TYPES = ["warrior", "elite", "peasant"], ["infantry", "mounted", "skirmishers"]
WEAPONS = ["spear", "bow", "teppo"]
TROOPS = st.lists(
    st.tuples(
        st.integers(1, 12),
        st.integers(5, 90),
        st.sampled_from(CLASSES),
        st.sampled_from(TYPES),
        st.sampled_from(WEAPONS),
        st.sets(st.sampled_from(["class", "troop-type", "weapons"])),
    ),
    min_size=1,
    max_size=5,
)


def test_to_know_more_never_turns_a_verdict_round(database: Database) -> None:
    edition = database.editions["kensei-2e"]

    # Within the test, for nobody wants to read the database where it fails.
    @given(TROOPS)
    @settings(max_examples=30, deadline=None)
    def holds(rows: list[tuple[int, int, str, str, str, set[str]]]) -> None:
        armies = []
        for hiding in (True, False):
            troops = []
            for i, (many, points, class_, kind, weapon, hidden) in enumerate(rows):
                stated = {"class": class_, "troop-type": kind, "weapons": [weapon]}
                known = {key: value for key, value in stated.items() if not (hiding and key in hidden)}
                row = Troop(f"Troop {i}", many, points, {}, f"rows.{i}", stated=known)
                troops.append(troop_of(edition, row))
            armies.append(Muster(edition, edition.records["clan/sohei"], 200, tuple(troops)))
        for unsure, sure in zip(*map(judge, armies), strict=True):
            assert unsure.status in (sure.status, "unknown"), unsure.limit.id

    holds()

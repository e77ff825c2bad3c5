"""A limit that is broken says what is too many or missing, and offers what mends it; what is assumed is told."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.army import Army, ArmyReader, as_json, judge
from kensei_docs.army.advice import Remedy, remedies, sentences
from kensei_docs.army.limits import Result
from kensei_docs.army.roster import verdict_in_words
from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database
from kensei_docs.project import Project, shipped

HERO = {
    "name": "Abbot",
    "class": "Hero",
    "miniatures": 1,
    "points": 20,
    "troop type": "infantry",
    "weapons": "Naginata",
}
SPEARS = {
    "name": "Spears",
    "class": "warrior",
    "miniatures": 10,
    "points": 50,
    "troop type": "infantry",
    "weapons": "Yari",
}
HEAD = {"edition": "kensei-2e", "clan": "Sohei", "size": 200, "commander level": "Taisho"}


@pytest.fixture(scope="module")
def reader(database: Database) -> ArmyReader:
    return ArmyReader(database)


@pytest.fixture(scope="module")
def speakers(database: Database) -> dict[str, Translator]:
    folder = shipped()
    project = Project((folder,), folder / "build")
    return {language: Translator(project, database, language) for language in ("en", "es")}


def listed(*rows: dict[str, Any], **head: object) -> dict[str, Any]:
    return {**HEAD, **head, "rows": [HERO, *rows]}


def after(data: dict[str, Any], remedy: Remedy) -> dict[str, Any]:
    """Return a list with a remedy applied as a page applies it: by the JSON alone."""
    rows = deepcopy(data["rows"])
    for change in remedy.as_json()["changes"]:
        if "add" in change:
            rows.append({"profile": change["add"], "miniatures": change["miniatures"]})
            continue
        row = int(change["row"].removeprefix("rows."))
        if change.get("remove"):
            rows[row] = None
        else:
            assert change["miniatures"] - change["change"] == rows[row]["miniatures"]
            rows[row]["miniatures"] = change["miniatures"]
            if "points" in rows[row]:
                rows[row]["points"] = change["points"]
    return {**data, "rows": list(filter(None, rows))}


def result_of(army: Army, limit: str) -> Result:
    return next(result for result in judge(army) if result.limit.id == limit)


@pytest.mark.parametrize(
    ("rows", "limit", "english", "spanish"),
    [
        (
            [{**SPEARS, "miniatures": 16}],
            "limit/unit-size:infantry",
            "Spears: it has 16 miniatures, with 15 at most: 1 is too many",
            "Spears: tiene 16 miniaturas, máximo 15: sobra 1",
        ),
        (
            [{**SPEARS, "miniatures": 2}],
            "limit/unit-size:least",
            "Spears: it has 2 miniatures, with 3 at least: 1 is missing",
            "Spears: tiene 2 miniaturas, mínimo 3: falta 1",
        ),
        (
            [{**SPEARS, "points": 27.5}],
            "limit/hand-to-hand-infantry:least",
            "it has 27.5 points, with 50 at least: 22.5 are missing",
            "tiene 27,5 puntos, mínimo 50: faltan 22,5",
        ),
        (
            [SPEARS, {**SPEARS, "name": "Lord", "class": "elite", "miniatures": 1, "general": True}],
            "leader/army-general:hero",
            "none is allowed, and it has 1 troop",
            "no se permite ninguno, y tiene 1 tropa",
        ),
        ([SPEARS, {**SPEARS, "name": "Nobody", "troop type": None}], "limit/cavalry:most", "", ""),
    ],
)
def test_a_broken_limit_in_words(
    rows: list[dict[str, Any]],
    limit: str,
    english: str,
    spanish: str,
    reader: ArmyReader,
    speakers: dict[str, Translator],
) -> None:
    said = sentences(result_of(reader.read(listed(*rows)), limit))
    assert ["; ".join(map(each.report, said)) for each in speakers.values()] == [english, spanish]


def test_a_profile_has_its_name_in_the_readers_language(reader: ArmyReader, speakers: dict[str, Translator]) -> None:
    army = reader.read(listed({"profile": "Spear ashigaru", "miniatures": 16, "points": 80}))
    said = sentences(result_of(army, "limit/unit-size:infantry"))
    assert speakers["es"].report(said[0]).startswith("Ashigaru con Yari: tiene 16")


def test_an_unknown_limit_asks_for_what_it_waits_for(reader: ArmyReader, speakers: dict[str, Translator]) -> None:
    army = reader.read(listed(SPEARS, {**SPEARS, "name": "Riders", "points": 90, "troop type": None}))
    found = as_json(army, judge(army), lambda record, field: {}, speakers)
    limit = next(one for one in found["limits"] if one["limit"] == "limit/cavalry:most")
    assert (limit["status"], limit["asks"]) == (
        "unknown",
        [{"row": "rows.2", "troop": "Riders", "fields": ["troop-type"]}],
    )
    assert limit["says"] == {"en": "Riders: type of troop?", "es": "Riders: ¿tipo de tropa?"}


@pytest.mark.parametrize(
    ("rows", "limit", "wanted"),
    [
        ([{**SPEARS, "miniatures": 16, "points": 80}], "limit/unit-size:infantry", ("rows.1", 15, -1, 75)),
        ([{**SPEARS, "miniatures": 2, "points": 10}, SPEARS], "limit/unit-size:least", ("rows.1", 3, 1, 15)),
        ([{**SPEARS, "miniatures": 6, "points": 30}], "limit/hand-to-hand-infantry:least", ("rows.1", 10, 4, 50)),
    ],
)
def test_the_smallest_change_is_offered_first(
    rows: list[dict[str, Any]], limit: str, wanted: tuple[str, int, int, float], reader: ArmyReader
) -> None:
    army = reader.read(listed(*rows))
    change = remedies(army, result_of(army, limit), judge(army))[0].changes[0]
    assert (change.row, change.miniatures, change.by, change.points) == wanted


def test_several_troops_that_break_a_limit_are_mended_together(reader: ArmyReader) -> None:
    few = [{**SPEARS, "name": name, "miniatures": 2, "points": 10} for name in ("First", "Second")]
    data = listed(SPEARS, *few)
    army = reader.read(data)
    offered = remedies(army, result_of(army, "limit/unit-size:least"), judge(army))
    assert [[change.row for change in one.changes] for one in offered] == [["rows.2", "rows.3"]]
    assert result_of(reader.read(after(data, offered[0])), "limit/unit-size:least").status == "met"


def test_what_an_army_lacks_can_be_added(reader: ArmyReader, speakers: dict[str, Translator]) -> None:
    """The troops are those of its clan, in a number that keeps the limits on each."""
    catalogue = troops_of(reader.database.editions["kensei-2e"])
    data = listed({"profile": "onmyouji", "miniatures": 1, "points": 20}, {**SPEARS, "miniatures": 6, "points": 30})
    army = reader.read(data, None, True)
    offered = {
        limit: [
            speakers["en"].report(one.words[0])
            for one in remedies(army, result_of(army, limit), judge(army), catalogue)
        ]
        for limit in ("limit/onmyouji:shikigami", "limit/units:number", "limit/hand-to-hand-infantry:least")
    }
    assert offered == {
        "limit/onmyouji:shikigami": ["add 2 Shikigami guardians"],
        "limit/units:number": ["add 3 Ashigaru with Yari", "add 3 Monks with Naginata", "add 3 Ikame with Bo"],
        "limit/hand-to-hand-infantry:least": [
            "make it 10 Spears",
            "add 4 Ashigaru with Yari",
            "add 4 Monks with Naginata",
        ],
    }
    for limit in offered:
        remedy = remedies(army, result_of(army, limit), judge(army), catalogue)[-1]
        assert result_of(reader.read(after(data, remedy), None, True), limit).status == "met"


def test_a_limit_that_lacks_all_says_what_it_needs(reader: ArmyReader, speakers: dict[str, Translator]) -> None:
    said = sentences(
        result_of(reader.read(listed({"profile": "onmyouji", "miniatures": 1})), "limit/onmyouji:shikigami")
    )
    assert [each.report(said[0]) for each in speakers.values()] == [
        "it needs 2 miniatures, and has none",
        "necesita al menos 2 miniaturas, y no hay",
    ]


def test_nothing_is_counselled_of_a_row_that_nothing_is_known_of(reader: ArmyReader) -> None:
    """Its name could not be read: that it is too many is no reason to take it out."""
    army = reader.read(listed(SPEARS, {"name": "Herons", "miniatures": 3, "points": 400}))
    cost = result_of(army, "building/cost:most")
    assert (cost.status, remedies(army, cost, judge(army))) == ("broken", [])


def test_a_report_says_what_is_near_its_end_and_what_is_asked_row_by_row(
    reader: ArmyReader, speakers: dict[str, Translator]
) -> None:
    army = reader.read(
        listed({**SPEARS, "miniatures": 12}, {**SPEARS, "name": "Riders", "points": None, "troop type": None})
    )
    found = as_json(army, judge(army), lambda record, field: {}, speakers)
    limits = {one["limit"]: one for one in found["limits"]}
    largest = limits["limit/unit-size:infantry"]
    assert (largest["grade"], largest["amount"]["es"], largest["bar"]["most"]) == (2, "12 / 15", 1)
    assert limits["limit/hata-jurushi:most"]["grade"] == 3, "none, of one that may be"
    assert limits["limit/leaders:number"]["amount"]["en"] == "1 / 1–2"
    assert found["summary"]["status"] == "unknown"
    assert found["summary"]["cost"]["es"] == "≥ 80", "a price is missing"
    assert found["summary"]["verdict"]["es"] == "Falta por indicar: 5"
    assert [(one["row"], one["fields"], one["words"]["es"]) for one in found["asks"]] == [
        ("rows.2", ["points", "troop-type"], "Riders: ¿puntos o tipo de tropa?")
    ]


def test_nothing_is_offered_that_breaks_another_limit(reader: ArmyReader) -> None:
    """Ten points of infantry are missing, and the army costs all that it may."""
    guns = {**SPEARS, "name": "Guns", "weapons": "Teppo", "points": 130, "class": "elite"}
    army = reader.read(listed({**SPEARS, "points": 40}, guns))
    short = result_of(army, "limit/hand-to-hand-infantry:least")
    assert short.status == "broken"
    assert remedies(army, short, judge(army)) == []


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Reeds", "Gulls", "Carps", "Cranes"]),
            "class": st.sampled_from(["hero", "elite", "warrior", "peasant"]),
            "miniatures": st.integers(1, 18),
            "points": st.integers(5, 120),
            "troop type": st.sampled_from(["infantry", "mounted", "skirmishers", None]),
            "weapons": st.sampled_from(["Yari", "Teppo", "Yumi", None]),
        }
    ),
    min_size=1,
    max_size=5,
)


@given(rows=ROWS, size=st.sampled_from([100, 200, 350]), assuming=st.booleans())
def test_a_remedy_mends_its_limit_and_makes_no_other_worse(
    rows: list[dict[str, Any]], size: int, assuming: bool, reader: ArmyReader
) -> None:
    data = {**HEAD, "size": size, "rows": rows}
    army = reader.read(data, None, assuming)
    results = judge(army)
    for result in results:
        for remedy in remedies(army, result, results):
            mended = after(data, remedy)
            if not mended["rows"]:
                continue
            now = {one.limit.id: one.status for one in judge(reader.read(mended, None, assuming))}
            assert now[result.limit.id] == "met"
            order = ["broken", "unknown", "met"]
            assert all(order.index(now[one.limit.id]) >= order.index(one.status) for one in results)


def test_what_is_assumed_is_told(reader: ArmyReader, speakers: dict[str, Translator]) -> None:
    data = listed({**SPEARS, "troop type": None}, {"profile": "Onna-Bushi", "miniatures": 5}, clan="Kuge")
    strict, lenient = reader.read(data), reader.read(data, None, True)
    assert [one.field for troop in strict.troops for one in troop.assumptions] == ["class"]
    found = as_json(lenient, judge(lenient), lambda record, field: {}, speakers)
    assert [(one["row"], one["field"], one["value"], one["because"]) for one in found["assumptions"]] == [
        ("rows.1", "troop-type", "infantry", "usual"),
        ("rows.2", "class", "warrior", "by-ruling"),
        ("rows.2", "troop-type", "infantry", "usual"),
    ]
    assert found["legal"] is True
    assert found["verdict"] == {
        "en": "The army keeps every limit, with 3 assumptions.",
        "es": "El ejército cumple todos los límites, con 3 supuestos.",
    }
    assert found["assumptions"][1]["words"]["es"] == "Onna-Bushi: clase Guerrero (G), por una aclaración."
    assert speakers["en"].report(verdict_in_words(strict, judge(strict))).endswith("with 1 assumption")


def test_what_a_row_states_is_no_assumption(reader: ArmyReader) -> None:
    row = {"profile": "Onna-Bushi", "miniatures": 5, "class": "warrior", "troop type": "infantry"}
    assert not [one for troop in reader.read(listed(row, clan="Kuge"), None, True).troops for one in troop.assumptions]


def test_the_command_says_all_this(run: Callable, tmp_path: Any) -> None:
    file = tmp_path / "army.yaml"
    rows = "rows:\n  - {name: Spears, class: warrior, miniatures: 16, points: 80, weapons: yari}\n"
    file.write_text(f"edition: kensei-2e\nsize: 200\nclan: Buke\n{rows}", encoding="utf-8")
    told = run("army", "check", file, "--assume", "-l", "es")
    assert "  Spears: tiene 16 miniaturas, máximo 15: sobra 1." in told.out
    assert "  se arregla así: pon 15 Spears" in told.out
    assert "Spears: tipo de tropa Infantería, como es habitual." in told.out
    assert told.out.rstrip().endswith("El ejército incumple límites, con 1 supuesto.")

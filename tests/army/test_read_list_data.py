"""An army comes as data, too, as a page sends it: what is wrong has the path of its part as its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kensei_docs.army import Army, ArmyReader, as_json, judge, read_army
from kensei_docs.database import Database
from kensei_docs.problems import Unusable

REEDS: dict[str, Any] = {
    "name": "Wind of the reeds",
    "edition": "kensei-2e",
    "clan": "Sohei",
    "size": 200,
    "commander level": "Taisho",
    "rows": [
        {"name": "Abbot", "class": "Hero", "miniatures": 1, "points": 20, "weapons": "Naginata", "general": True},
        {"profile": "Spear ashigaru", "miniatures": 10, "points": 50.0, "weapons": ["Yari", "katana"], "note": None},
        {"name": "Archers", "class": "W", "troop type": "Infantry", "miniatures": 5, "points": 50, "weapons": "Yumi"},
    ],
}


def with_row(**fields: object) -> dict[str, Any]:
    return {**REEDS, "rows": [*REEDS["rows"][:2], {"name": "Archers", "miniatures": 5, **fields}]}


def said_of(data: Any, database: Database) -> list[str]:
    with pytest.raises(Unusable) as refused:
        read_army(data, database)
    return str(refused.value).splitlines()


def report(army: Army) -> dict[str, Any]:
    """Return what is told of an army, without the places of its rows and remarks."""
    found = as_json(army, judge(army), lambda record, field: {"en": str(record.get(field))})
    for row in found["rows"]:
        del row["file"], row["line"], row["column"]
    found["remarks"] = [remark.message for remark in army.remarks]
    return found


def test_data_and_a_file_of_them_are_one_army(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "reeds.yaml"
    YAML().dump(REEDS, file)
    assert report(read_army(REEDS, database)) == report(read_army(file, database))


def test_data_that_were_json_are_the_same(database: Database) -> None:
    assert report(read_army(json.loads(json.dumps(REEDS)), database)) == report(read_army(REEDS, database))


def test_a_row_has_its_path_as_its_place(database: Database) -> None:
    army = read_army({"filas" if key == "rows" else key: part for key, part in REEDS.items()}, database)
    assert [str(troop.place) for troop in army.troops] == ["filas.0", "filas.1", "filas.2"]


@pytest.mark.parametrize(
    ("fields", "place", "said"),
    [
        ({"points": "1,000"}, "rows.2.points", "can mean 1000 or 1"),
        ({"clas": "Hero"}, "rows.2.clas", "did you mean 'class'?"),
        ({"weapons": ["Yumi", "Yarri"]}, "rows.2.weapons", "did you mean 'yari'?"),
        ({"miniatures": 2.5}, "rows.2.miniatures", "2.5"),
        ({"points": float("nan")}, "rows.2.points", "nan"),
        ({"points": -3}, "rows.2.points", "0 or more"),
        ({"note": {"a": 1}}, "rows.2.note", "should be one value"),
        ({"name": "Arch\x07ers"}, "rows.2.name", "control character"),
        ({"points": object()}, "rows.2.points", "which no data have"),
    ],
)
def test_what_is_wrong_has_its_path(fields: dict[str, object], place: str, said: str, database: Database) -> None:
    lines = said_of(with_row(**fields), database)
    assert any(line.startswith(f"{place}: ") and said in line for line in lines), lines


def test_all_that_is_wrong_is_said_at_once(database: Database) -> None:
    lines = said_of({**with_row(clas="Hero"), "size": -1}, database)
    assert [line.partition(":")[0] for line in lines] == ["rows.2.clas", "size"]


@pytest.mark.parametrize("data", [{}, {"edition": "kensei-2e"}, [], "reeds", 3, None])
def test_data_of_no_army_are_refused_as_a_whole(data: Any, database: Database) -> None:
    assert all(line.startswith("army: ") for line in said_of(data, database))


def test_data_within_data_without_end_are_refused(database: Database) -> None:
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    assert "in one another" in said_of({**REEDS, "note": deep}, database)[0]
    assert "write less" in said_of({**REEDS, "rows": [{"name": "x"}] * 600_000}, database)[0]


def test_a_number_keeps_its_one_meaning(database: Database) -> None:
    """``1.125`` in a file may mean a thousand; a number in data is a number."""
    assert read_army(with_row(points=1.125), database).troops[2].points == 1.125
    assert read_army(with_row(points=2000), database).troops[2].points == 2000


def test_a_reader_reads_one_army_after_the_other(database: Database, army_of: Callable[..., Army]) -> None:
    reader = ArmyReader(database)
    first, second = reader.read(REEDS), reader.read(with_row(points=7))
    assert [army.troops[2].points for army in (first, second)] == [50, 7]
    assert report(reader.read(REEDS)) == report(read_army(REEDS, database))

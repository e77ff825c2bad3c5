"""Lists as people write them in a chat: every troop is found by its name, however it is written, or those are named
that it may be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kensei_docs.army.import_list import MAY_BE, import_army
from kensei_docs.army.near_names import NearNames
from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.army.troops import declared_musters
from kensei_docs.catalogues import Translator, translator_for
from kensei_docs.database import Database, Edition, Record
from kensei_docs.problems import Problem
from kensei_docs.project import Project, shipped
from kensei_docs.slugs import without_accents

SPANISH = """\
Lista 200 pts buke
1x taisho buke (general) 20
5 samurais con dai katana 50
10x samurai yari 50 ptos
4 arqueros samurai yumi - 60
onmyoji 20
2 shikigamis
3 ashigarus yarii 15
"""
ENGLISH = """\
**Buke list**, 200 points
1 Buke taisho (general, daimyo) [20]
Dai katana samurais x5 = 50
10 x samurai (yari) 50p
4 samurai yumi archers - 60 pts
Onmyoji 20
2 shikigami
3 ashigarus 15
"""
READ = [
    ("buke.rows.taisho-buke", "1", "20"),
    ("buke.rows.samurai-dai-katana", "5", "50"),
    ("buke.rows.samurai-yari", "10", "50"),
    ("buke.rows.yumi-samurai", "4", "60"),
    ("onmyouji", "1", "20"),
    ("shikigami", "2", None),
    ("buke.rows.yari-ashigaru", "3", "15"),
]
Import = Callable[[str], tuple[dict[str, Any], list[Problem]]]


@pytest.fixture(scope="module")
def edition(database: Database) -> Edition:
    return database.editions["kensei-2e"]


@pytest.fixture(scope="module")
def spoken(database: Database) -> list[Translator]:
    project = Project((shipped(),), shipped() / "build")
    return [translator_for(project, database, code) for code in ("en", "es")]


@pytest.fixture
def imported(tmp_path: Path, database: Database, spoken: list[Translator]) -> Import:
    def read(text: str) -> tuple[dict[str, Any], list[Problem]]:
        file = tmp_path / "list.txt"
        file.write_text(text, encoding="utf-8")

        def names(record: Record) -> list[str]:
            return [one.name(record) for one in spoken]

        return import_army(file, database, {"edition": "kensei-2e"}, names)

    return read


@pytest.mark.parametrize("text", [SPANISH, ENGLISH])
def test_a_list_of_a_chat_comes_in_as_it_was_typed(imported: Import, text: str) -> None:
    data, problems = imported(text)
    assert [(row.get("profile"), row["miniatures"], row.get("points")) for row in data["rows"]] == READ
    assert data["rows"][0]["general"] == "yes"
    assert (data["clan"], data["size"]) == ("buke", "200")
    assert {problem.severity for problem in problems} == {"note"}, "nothing is left over"
    told = "\n".join(problem.message for problem in problems)
    assert "'onmyoji' is read as Onmyouji" in told.replace("Onmyoji", "onmyoji")
    assert "20' is read as 20 points" in told, "each guess is a line"
    if text is ENGLISH:
        assert data["commander-level"] == "daimyo", "a level in brackets is the army's"


@pytest.mark.parametrize("write", [str, str.upper, without_accents, "{}s".format])
@pytest.mark.parametrize("price", ["", " 50", " 50 ptos", " - 60", " (50)"])
def test_each_troop_is_found_by_each_of_its_names(
    imported: Import, spoken: list[Translator], edition: Edition, write: Callable[[str], str], price: str
) -> None:
    troops = [one.profile for one in troops_of(edition)]
    named = [(profile, one.name(profile)) for profile in troops for one in spoken]

    # The first word alone has the plural.
    parts = [name.partition(" ") for _, name in named]
    is_plural = write("x") == "xs"
    written = [
        write(first) + space + rest if is_plural else write(first + space + rest) for first, space, rest in parts
    ]
    lines = [f"5 {name}{price}" for name in written]
    data, _ = imported("Reeds\n200 pts\n" + "\n".join(lines) + "\n")
    assert len(data["rows"]) == len(named)
    for (profile, name), row in zip(named, data["rows"], strict=True):
        meant = next((one for one in troops if one.slug == row.get("profile")), None)
        alike = {one.slug for one in troops if one.name == profile.name}
        assert (meant and meant.name == profile.name) or alike & set(row.get(MAY_BE, ())), (name, row)
        assert row["miniatures"] == "5"
        assert (row.get("points") is not None) == bool(price)


@pytest.mark.parametrize("sample", ["kuge", "buke", "sohei", "otokodate", "kuroi-te"])
def test_the_sample_lists_come_in_as_they_are_written(
    imported: Import, spoken: list[Translator], edition: Edition, sample: str
) -> None:
    record = edition.records[f"army/{sample}"]
    level = declared_musters(edition).level
    rows = record.get("rows")
    lines = [f"{row['miniatures']} {row['name']} {row['points']}" for row in rows.values()]
    data, problems = imported(f"{record.name} {record.figure('limit')}\n" + "\n".join(lines))
    troops = [key for key, row in rows.items() if level not in row.get("troop", {})]
    assert [row["profile"] for row in data["rows"]] == [f"{sample}.rows.{key}" for key in troops]
    assert (data["clan"], data["size"]) == (sample, "200")
    levels = [row["troop"][level] for row in rows.values() if level in row.get("troop", {})]
    assert [data[level]] == levels if levels else level not in data
    assert {problem.severity for problem in problems} <= {"note"}


def test_what_may_be_one_of_several_has_them_named(imported: Import) -> None:
    data, problems = imported("Reeds\nBuke, 200 pts\n5 samurais, 25 pts\n")
    [row] = data["rows"]
    assert (row["name"], row["miniatures"], row["points"]) == ("samurais", "5", "25")
    assert row[MAY_BE] == ["buke.rows.samurai-yari", "buke.rows.samurai-dai-katana", "buke.rows.yumi-samurai"]
    [error] = [problem.message for problem in problems if problem.severity == "error"]
    assert error == (
        "'samurais' may be Samurai with Yari, Samurai with Dai-Katana or Samurai with Yumi; choose what is meant"
    )


def test_what_else_is_said_of_a_troop_tells_those_apart_that_its_name_fits(imported: Import) -> None:
    assert imported("Reeds\nBuke, 200 pts\n5 samurais (yumi)\n")[0]["rows"][0]["profile"] == "buke.rows.yumi-samurai"


def test_a_number_alone_is_how_many_where_the_price_is_another(imported: Import) -> None:
    data, _ = imported("Reeds\nBuke, 200 pts\nSamurai yari 10\nTaisho buke 20\n")
    assert [(row["miniatures"], row.get("points")) for row in data["rows"]] == [("10", None), ("1", "20")]


@pytest.mark.parametrize("name", ["jetpack", "Old heron", "herons of spring", ""])
def test_what_is_no_troop_is_none(edition: Edition, name: str) -> None:
    found = NearNames(edition).find(name, None)
    assert (found.profile, list(found.others)) == (None, [])

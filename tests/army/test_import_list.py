"""Lists that others keep become army files: what they say is kept, and what nothing reads is told with its place."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from kensei_docs.army import import_list, read_army
from kensei_docs.army.address import as_yaml
from kensei_docs.army.import_list import import_army
from kensei_docs.database import Database
from kensei_docs.problems import Unusable

Imported = tuple[dict[str, Any], list[str]]
Import = Callable[..., Imported]


@pytest.fixture
def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Database) -> Import:
    """Import a list from its content, as a file of that name; the problems are returned as they are printed."""
    spanish = {"unit/spear-ashigaru": "Ashigaru con lanza"}

    def read(content: str | bytes, name: str = "list.txt", **overrides: str) -> Imported:
        monkeypatch.chdir(tmp_path)
        data = dedent(content).encode() if isinstance(content, str) else content
        Path(name).write_bytes(data)
        given = {"edition": "kensei-2e", **overrides}
        found, problems = import_army(
            Path(name), database, given, lambda record: filter(None, [spanish.get(record.id)])
        )
        return found, [str(problem) for problem in problems]

    return read


def refused(imported: Import, content: str | bytes, name: str) -> str:
    with pytest.raises(Unusable) as fault:
        imported(content, name)
    [problem] = fault.value.problems
    return str(problem)


CHAT = """\
    Wind of the reeds (Sohei, 200 pts)
    Commander level: Taisho

    10 Spear ashigaru – 50 pts (yari)
    """


def test_a_text_of_a_chat(imported: Import) -> None:
    data, problems = imported(CHAT)
    assert problems == []
    assert data == {
        "name": "Wind of the reeds",
        "edition": "kensei-2e",
        "commander-level": "taisho",
        "clan": "sohei",
        "size": "200",
        "rows": [{"profile": "spear-ashigaru", "miniatures": "10", "points": "50", "weapons": ["spear"]}],
    }


@pytest.mark.parametrize(
    "line",
    [
        "10 Spear ashigaru - 50 pts: yari; naginata",
        "10x Spear ashigaru [50 pts]: yari, naginata",
        "• 10 × Spear Ashigaru (50 points) – yari and naginata",
        "- Spear ashigaru x10, 50 pts (yari) (naginata)",
        "* 10 Ashigaru con lanza (50 puntos): yari y naginata",
        "10 spear ashigaru = 50pts\n    • 10x Yari\n    • 10x Naginata",
        "10 SPEAR ASHIGARU [50]: Yari / Naginata",
    ],
)
def test_the_ways_in_which_people_write_a_troop(imported: Import, line: str) -> None:
    data, problems = imported(f"name: Reeds\nsize: 200\n{line}\n")
    assert problems == []
    row = {"profile": "spear-ashigaru", "miniatures": "10", "points": "50", "weapons": ["spear", "naginata"]}
    assert data["rows"] == [row]


def test_heads_in_both_languages(imported: Import) -> None:
    data, problems = imported(
        "Cañas\nClan: Sohei\nTamaño: 400 puntos\nNivel de comandante: Maestre de campo\n5 Ashigaru con lanza\n"
    )
    assert problems == []
    del data["rows"]
    assert data == {
        "name": "Cañas",
        "edition": "kensei-2e",
        "clan": "sohei",
        "size": "400",
        "commander-level": "taisho",
    }


def test_what_is_said_of_a_troop_besides_its_weapons(imported: Import) -> None:
    data, problems = imported("size: 200\n1 Spear ashigaru (class H, general, attack 3, movement 12 cm, Agile, rare)\n")
    assert problems == []
    [row] = data["rows"]
    assert {key: row[key] for key in ("class", "general", "attack", "movement", "abilities", "availability")} == {
        "class": "hero",
        "general": "yes",
        "attack": "3",
        "movement": "12 cm",
        "abilities": ["agile"],
        "availability": "rare",
    }


def test_a_heading_says_of_what_sort_troops_without_a_profile_are(imported: Import) -> None:
    data, problems = imported(
        """\
        size: 200
        == Heroes ==
        1 Old heron, 20 pts
        5 Spear ashigaru, 25 pts

        Friends of the pond:
        2 Frogs, 5 pts
        """
    )
    assert [row.get("class") for row in data["rows"]] == ["hero", None, None]
    headings = [line for line in problems if "heading" in line]
    assert headings == [
        "list.txt:6: 'Friends of the pond' is taken for a heading, and says nothing of the troops below it  [import]"
    ]


def test_what_nothing_reads_is_told_with_its_line_and_kept(imported: Import) -> None:
    data, problems = imported(CHAT + "    3 Herons of spring – 30 pts: katanna, boomerang\n    Painted in June\n")
    assert data["rows"][1] == {
        "name": "Herons of spring",
        "miniatures": "3",
        "points": "30",
        "_unread": ["katanna", "boomerang"],
    }
    assert data["_unread"] == ["Painted in June"]
    told = sorted(line.partition(";")[0] for line in problems)
    assert told == [
        "list.txt:5: 'boomerang' is nothing that a troop has here",
        "list.txt:5: 'katanna' is nothing that a troop has here",
        "list.txt:5: no troop is called 'Herons of spring'",
        "list.txt:6: 'Painted in June' is not read",
    ]
    assert any("did you mean 'katana'?" in line for line in problems)


def test_a_total_is_held_against_the_troops(imported: Import) -> None:
    assert "left out" in imported(CHAT + "    Total: 50 pts\n")[1][0]
    problems = imported(CHAT + "    Total: 60 pts\n")[1]
    assert "list.txt:5: the total is 60, the rows above come to 50; see which is right  [import]" in problems


def test_a_list_without_a_size_says_so(imported: Import) -> None:
    assert any("--size" in line for line in imported("5 Spear ashigaru\n")[1])
    data, problems = imported("5 Spear ashigaru\n", size="300")
    assert (data["size"], problems) == ("300", [])


def test_the_edition_is_the_one_that_knows_the_troops(imported: Import) -> None:
    data, problems = imported("size: 200\n5 Spear ashigaru\n", edition="")
    assert data["edition"] == "kensei-2e"
    assert "is read as a list of kensei-2e" in problems[0]
    assert "none knows its troops" in refused(lambda *one: imported(*one, edition=""), "5 Frogs\n", "list.txt")
    assert "did you mean 'kensei-2e'?" in refused(lambda *one: imported(*one, edition="kensei2e"), CHAT, "list.txt")


ROSTER = """\
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <roster id="a" name="Reeds of the east" gameSystemName="Kensei, second edition" xmlns="http://pond.example/roster">
      <costs><cost name="pts" value="70.0"/><cost name="Ki" value="4"/></costs>
      <costLimits><costLimit name="pts" value="200.0"/></costLimits>
      <forces>
        <force name="Army" catalogueName="Kensei - Sohei">
          <selections>
            <selection name="Commander level" number="1" type="upgrade">
              <selections><selection name="Taisho" number="1" type="upgrade"/></selections>
            </selection>
            <selection name="Spear ashigaru" number="1" type="unit">
              <selections>
                <selection name="Spear ashigaru" number="9" type="model">
                  <selections>
                    <selection name="Yari" number="9" type="upgrade"><costs><cost name="pts" value="9"/></costs>
                    </selection>
                  </selections>
                  <costs><cost name="pts" value="36.0"/><cost name="Ki" value="4"/></costs>
                </selection>
                <selection name="Spear ashigaru with drum" number="1" type="model">
                  <costs><cost name="pts" value="5.0"/></costs>
                </selection>
                <selection name="Jetpack" number="1" type="upgrade"/>
              </selections>
              <categories><category name="Infantry" primary="true"/><category name="Battleline"/></categories>
            </selection>
            <selection name="Old heron" customName="Grey" number="1" type="model">
              <selections><selection name="Naginata" number="1" type="upgrade"/></selections>
              <costs><cost name="pts" value="20.0"/></costs>
              <categories><category name="Hero" primary="true"/></categories>
            </selection>
          </selections>
        </force>
      </forces>
    </roster>
    """
READ = {
    "name": "Reeds of the east",
    "edition": "kensei-2e",
    "size": "200",
    "clan": "sohei",
    "commander-level": "taisho",
    "rows": [
        {"profile": "spear-ashigaru", "miniatures": "10", "points": "50", "weapons": ["spear"], "_unread": ["Jetpack"]},
        {"name": "Grey", "miniatures": "1", "points": "20", "class": "hero", "weapons": ["naginata"]},
    ],
}
PATHS = ["'Army › Spear ashigaru › Jetpack' is nothing", "no troop is called 'Army › Old heron'"]


def test_a_roster_of_battlescribe(imported: Import) -> None:
    data, problems = imported(ROSTER, "list.ros")
    assert data == READ
    assert [re.split(" that|;", line)[0] for line in problems] == [
        f"list.ros:{line}: {told}" for line, told in zip((23, 27), PATHS, strict=True)
    ]


def test_a_packed_roster(imported: Import, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "made.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("list.ros", dedent(ROSTER))
    assert imported((tmp_path / "made.zip").read_bytes(), "list.rosz")[0] == READ


def test_the_json_of_new_recruit(imported: Import) -> None:
    data, problems = imported(json.dumps({"roster": as_json(ROSTER)}), "list.json")
    assert data == READ
    assert [re.split(" that|;", line)[0] for line in problems] == [f"list.json: {told}" for told in PATHS]


def as_json(roster: str) -> dict[str, Any]:
    """A roster in XML as other programs write it in JSON."""
    from lxml import etree

    def node(element: Any) -> dict[str, Any]:
        numbers = {key: float(text) if key == "value" else text for key, text in element.attrib.items()}
        inner = {etree.QName(one).localname: [node(each) for each in one] for one in element}
        return {**numbers, **({"number": int(numbers["number"])} if "number" in numbers else {}), **inner}

    return node(etree.fromstring(dedent(roster).encode()))


def test_what_is_imported_is_an_army_file(imported: Import, database: Database) -> None:
    data, _ = imported(ROSTER, "list.ros")
    Path("army.yaml").write_text(as_yaml(data), encoding="utf-8")
    army = read_army(Path("army.yaml"), database)
    assert [(troop.name, troop.miniatures, troop.points) for troop in army.troops] == [
        ("Spear ashigaru", 10, 50),
        ("Grey", 1, 20),
    ]


def test_a_roster_is_not_taken_for_an_army_file(imported: Import, database: Database) -> None:
    imported(ROSTER, "list.ros")
    with pytest.raises(Unusable, match=r"army import list\.ros"):
        read_army(Path("list.ros"), database)


BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><roster name="&b;"><forces/></roster>'


@pytest.mark.parametrize(
    ("content", "name", "why"),
    [
        (b"\xff\xfe1 x", "list.txt", "is not UTF-8 text"),
        ("Only a name\n", "list.txt", "has no troops"),
        (BOMB, "list.ros", "declares a document type"),
        ('<!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>', "list.ros", "declares a document type"),
        ("<roster><forces>", "list.ros", "is not the XML of a roster"),
        ("<army/>", "list.ros", "is not the XML of a roster"),
        (
            "<roster>" + "<selections><selection>" * 60 + "</selection></selections>" * 60 + "</roster>",
            "list.ros",
            "levels",
        ),
        ("{", "list.json", "is not the JSON of a roster"),
        ("[1]", "list.json", "is not the JSON of a roster"),
        ('{"roster": {"forces": 3}}', "list.json", "is not the JSON of a roster"),
        ("[" * 100_000, "list.json", "is not the JSON of a roster"),
        (b"PK\x03\x04 no", "list.rosz", "is not a packed roster"),
    ],
)
def test_what_is_no_list_is_refused(imported: Import, content: str | bytes, name: str, why: str) -> None:
    told = refused(imported, content, name)
    assert told.startswith(name) and why in told


def test_selections_within_selections_end_somewhere(imported: Import) -> None:
    selection: dict[str, Any] = {"name": "Frog", "type": "unit"}
    for _ in range(200):
        selection = {"name": "Frog", "selections": [selection]}
    deep = json.dumps({"roster": {"forces": [{"selections": [selection]}]}})
    assert "more levels" in refused(imported, deep, "list.json")


def test_a_small_file_that_unpacks_to_a_large_one_is_not_unpacked(
    imported: Import, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_list, "_MOST_BYTES", 1_000_000)
    with zipfile.ZipFile(tmp_path / "made.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("list.ros", b" " * 2_000_000)
    content = (tmp_path / "made.zip").read_bytes()
    assert len(content) < 10_000
    assert "is larger than" in refused(imported, content, "list.rosz")


@pytest.mark.parametrize("names", [[], ["a.ros", "b.ros"], ["a.txt"]])
def test_an_archive_has_one_roster(imported: Import, tmp_path: Path, names: list[str]) -> None:
    with zipfile.ZipFile(tmp_path / "made.zip", "w") as packed:
        for name in names:
            packed.writestr(name, "x")
    assert "has no roster in it, or several" in refused(imported, (tmp_path / "made.zip").read_bytes(), "list.rosz")


def test_the_command_writes_the_file_and_tells_what_it_could_not_read(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("reeds.txt").write_text(dedent(CHAT), encoding="utf-8")
    result = run("army", "import", "reeds.txt", "-o", "reeds.yaml")
    assert result.status == 0, result.err
    assert Path("reeds.yaml").read_text(encoding="utf-8") == dedent("""\
        name: Wind of the reeds
        edition: kensei-2e
        commander-level: taisho
        clan: sohei
        size: 200
        rows:
          - {profile: spear-ashigaru, miniatures: 10, points: 50, weapons: [spear]}
        """)
    assert "Wind of the reeds" in run("army", "check", "reeds.yaml").out
    Path("reeds.txt").write_text(dedent(CHAT) + "3 Frogs, 30 pts\n", encoding="utf-8")
    spanish = run("army", "import", "reeds.txt", "-l", "es")
    assert spanish.status == 1
    assert "{name: Frogs, miniatures: 3, points: 30}" in spanish.out
    assert "reeds.txt:5: ninguna tropa se llama «Frogs»" in spanish.err

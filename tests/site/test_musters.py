"""What the page of armies knows before the engine is up, and what it asks of lists in other forms."""

from __future__ import annotations

import csv
import json
import zipfile
from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest

from kensei_docs.catalogues import translator_for
from kensei_docs.database import load
from kensei_docs.documents.markup.looks import Look
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project, shipped
from kensei_docs.site.musters import drawings_of, muster_data, parts_of_pack
from kensei_docs.site.questions import Engine
from kensei_docs.site.snapshot import write_snapshot

LANGUAGES = ("en", "es")


def workbook(table: list[list[str]]) -> bytes:
    """A table as another program's XLSX, with numbers as numbers."""
    from openpyxl import Workbook

    book, out = Workbook(), BytesIO()
    for row in table:
        book.active.append([float(text) if text.isdecimal() else text for text in row])
    book.save(out)
    return out.getvalue()


def opendocument(table: list[list[str]]) -> bytes:
    """A table as an ODS, with the empty cells and rows that a program writes behind it."""
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in row)
        + '<table:table-cell table:number-columns-repeated="1016"/></table:table-row>'
        for row in table
    )
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr(
            "content.xml",
            '<office xmlns:table="t" xmlns:text="x"><table:table>'
            f'{rows}<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
            "</table:table></office>",
        )
    return out.getvalue()


LIST = {
    "edition": "kensei-2e",
    "name": "Reeds",
    "clan": "sohei",
    "size": "200",
    "rows": [{"_id": "a", "profile": "sohei.rows.monk-teppo", "miniatures": "5"}],
}


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    return Project((shipped(),), tmp_path_factory.mktemp("build"))


@pytest.fixture(scope="module")
def database(project):
    return load(project, ["kensei-2e"])[0]


@pytest.fixture(scope="module")
def known(project, database) -> dict[str, Any]:
    edition = database.editions["kensei-2e"]
    spoken = {code: translator_for(project, database, code) for code in LANGUAGES}
    look = Look(project, load_products(project)[0]["reference"], edition, Options().theme, [])
    return muster_data(database, edition, spoken, look)


@pytest.fixture(scope="module")
def engine(project, database) -> Engine:
    return Engine(write_snapshot(project, database, LANGUAGES))


def field(known, name):
    return next(one for one in known["fields"] if one["name"] == name)


def ids(field):
    return [value["id"] for value in field["values"]]


def test_what_an_army_chooses_among_has_names_rules_and_looks(known):
    sohei = next(one for one in known["faction"]["values"] if one["id"] == "sohei")
    assert (known["faction"]["name"], sohei["rule"]) == ("clan", "clan/sohei")
    assert sohei["crest"].startswith("<svg")
    assert "--ground" in sohei["look"]
    assert [(one["id"], one["cost"]) for one in known["level"]["values"]] == [
        ("hatamoto", 0),
        ("taisho", 10),
        ("daimyo", 20),
    ]
    assert known["level"]["values"][1]["label"]["es"] == "Taisho · 10 puntos"
    assert (known["size"]["values"][0]["id"], known["size"]["values"][0]["name"]["es"]) == ("200", "Vanguardia 200")


def test_a_field_of_a_row_has_the_values_that_something_asks_for(known):
    assert "infantry" in ids(field(known, "troop-type"))
    assert not {"types", "war-machines"} & set(ids(field(known, "troop-type"))), "no page of the book, no word alone"
    assert field(known, "class")["values"][0] == {
        "id": "hero",
        "name": {"en": "Hero", "es": "Héroe"},
        "rule": "class/hero",
    }
    naginata = next(one for one in field(known, "weapons")["values"] if one["id"] == "naginata")
    assert naginata["rule"].startswith("weapon/"), "a weapon leads to the rule of its type"
    assert naginata["rule"].partition("/")[2] not in ids(field(known, "weapons"))
    assert field(known, "general")["label"] == {"en": "General", "es": "General"}
    assert "copies" not in {one["name"] for one in known["fields"]}


def test_sample_armies_are_lists_that_the_engine_reads(known, engine):
    assert len(known["samples"]) == 5
    for sample in known["samples"]:
        asked = {"ask": "check", "list": {**sample["list"], "name": "x", "edition": "kensei-2e"}, "assume": True}
        answer = engine.answer(asked)
        assert "answer" in answer, answer
        assert all(row["points"] for row in answer["answer"]["rows"])


def test_troops_have_drawings_and_packs_have_parts(project, database):
    edition = database.editions["kensei-2e"]
    products = list(load_products(project)[0].values())
    spoken = {"es": translator_for(project, database, "es")}
    drawn = drawings_of(project, edition, spoken["es"], products)
    assert drawn["army/sohei.rows.monk-teppo"].startswith("<svg")
    assert drawn["army/sohei.rows.monk-teppo"] != drawn["army/kuge.rows.yari-ashigaru"]
    parts = parts_of_pack(spoken, edition, products)
    assert parts[0] == {
        "name": "unit-cards",
        "titles": {"es": "Cartas de unidad"},
        "of": ["unit", "spirit", "creature", "army"],
        "troops": True,
        "whole": False,
        "links": {},
    }
    assert {one["name"] for one in parts if one["whole"]} >= {"quick-reference", "roster"}


def test_a_list_that_is_being_made_may_have_no_rows_yet(engine):
    answer = engine.answer({"ask": "check", "list": {**LIST, "rows": []}})["answer"]
    assert answer["cost"] == 0
    assert "broken" in {limit["status"] for limit in answer["limits"]}


@pytest.mark.parametrize("form", ["yaml", "csv", "text"])
def test_what_is_written_is_read_again(engine, form):
    wrote = engine.answer({"ask": "write", "list": LIST, "language": "es"})["answer"][form]
    question: dict[str, Any] = {"ask": "import", "edition": "kensei-2e", "text": wrote}
    if form == "csv":
        question |= {"name": "reeds.csv", "content": b64encode(wrote.encode()).decode()}
    read = engine.answer(question)["answer"]
    assert read["problems"] == []
    (row,) = read["list"]["rows"]
    assert (row["profile"], row["miniatures"]) == ("sohei.rows.monk-teppo", "5")


def test_a_file_that_can_not_be_read_is_refused_with_its_line_and_no_folder(engine):
    answer = engine.answer({"ask": "import", "edition": "kensei-2e", "text": "name: x\nrows:\n  - {profile: Foo}"})
    assert all("/" not in one["place"] for one in answer["problems"])
    for name in ("a.xlsx", "a.ods"):
        broken = {"ask": "import", "edition": "kensei-2e", "name": name, "content": b64encode(b"no workbook").decode()}
        assert [one["words"]["en"] for one in engine.answer(broken)["problems"]] == [
            "can't be read; save it anew, or as CSV"
        ]


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_a_workbook_is_read_as_its_csv_is(engine, form):
    wrote = engine.answer({"ask": "write", "list": LIST, "language": "es"})["answer"]["csv"]
    table = list(csv.reader(wrote.splitlines()[1:]))
    content = workbook(table) if form == "xlsx" else opendocument(table)
    question = {
        "ask": "import",
        "edition": "kensei-2e",
        "name": f"reeds.{form}",
        "content": b64encode(content).decode(),
    }
    read = engine.answer(question)["answer"]
    assert read["problems"] == []
    assert (read["list"]["name"], read["list"]["clan"], read["list"]["size"]) == ("Reeds", "sohei", "200")
    assert read["list"]["rows"] == [{"profile": "sohei.rows.monk-teppo", "miniatures": "5"}]


def test_a_plain_sheet_is_of_the_edition_of_its_page_unless_it_says_another(engine):
    table = [["Clan", "Sohei"], ["Size", "200"], ["Profile", "Miniatures"], ["Monks with Teppo", "5"]]

    def ask(rows):
        content = list(workbook(rows))
        return engine.answer({"ask": "import", "edition": "kensei-2e", "name": "a.xlsx", "content": content})

    assert ask(table)["answer"]["list"]["rows"] == [{"profile": "sohei.rows.monk-teppo", "miniatures": "5"}]
    assert "heron-2" in str(ask([["Edition", "heron-2"], *table])["problems"])


def test_a_roster_of_another_program_is_read_without_other_packages(engine):
    roster = (
        '<roster name="Reeds"><forces><force name="Army"><selections><selection name="Monks with Teppo" type="unit" '
        'number="1"><selections><selection name="Monk" type="model" number="5"/></selections><costs><cost name="pts" '
        'value="75"/></costs></selection></selections></force></forces></roster>'
    )
    question = {
        "ask": "import",
        "edition": "kensei-2e",
        "name": "a.ros",
        "content": b64encode(roster.encode()).decode(),
    }
    assert engine.answer(question)["answer"]["list"]["rows"][0]["miniatures"] == "5"


def test_a_list_names_a_troop_by_an_id_of_former_times(project, tmp_path):
    (tmp_path / "data/editions/kensei-2e").mkdir(parents=True)
    (tmp_path / "data/editions/kensei-2e/units.yaml").write_text(
        "reed-guard:\n  name: Reed guard\n  was: old-guard\n  points: '7'\n  class: warrior\n", encoding="utf-8"
    )
    own = Project((tmp_path, shipped()), tmp_path / "build")
    database = load(own, ["kensei-2e"])[0]
    engine = Engine(write_snapshot(own, database, LANGUAGES))
    listed = {**LIST, "rows": [{"profile": "old-guard", "miniatures": "5"}]}
    (row,) = engine.answer({"ask": "check", "list": listed})["answer"]["rows"]
    assert (row["profile"], row["points"]) == ("unit/reed-guard", 35)
    edition = database.editions["kensei-2e"]
    look = Look(own, load_products(own)[0]["reference"], edition, Options().theme, [])
    data = muster_data(database, edition, {"en": translator_for(own, database, "en")}, look)
    assert data["was"]["old-guard"] == "reed-guard"
    assert data["was"]["buke.rows.yari-ashigaru"] == "kuge.rows.yari-ashigaru", "one troop of several armies"


def test_all_of_it_is_json(known):
    assert json.loads(json.dumps(known)) == known

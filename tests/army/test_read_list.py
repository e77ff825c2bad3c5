"""An army is read from YAML or a spreadsheet, in English or Spanish; every bad cell is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from kensei_docs.army import Army, read_army
from kensei_docs.army.troops import cost_of_army
from kensei_docs.database import Database
from kensei_docs.problems import Unusable

REEDS = """\
    name: Wind of the reeds
    edition: kensei-2e
    clan: Sohei
    size: 200
    commander level: Taisho
    rows:
      - {name: Sohei Hero, class: Hero, miniatures: 1, points: 20, weapons: Naginata}
      - {profile: Spear ashigaru, miniatures: 10, points: 50, weapons: [Yari, katana]}
    """
CANAS = """\
    Nombre;Cañas
    Edición;kensei-2e
    Clan;Sohei
    Tamaño de la batalla;Vanguard
    Nivel de comandante;Taisho
    NOMBRE;Miniaturas;puntos;Clase;Tipo de tropa;Armas;Lider;Ataque
    Héroe;1;20;Héroe (H);Infantería;Naginata;Sí;4
    Lanceros;10;50;G;Infantería;"Yari, katana";no;2
    """


def said(read: Callable[[], object]) -> list[str]:
    with pytest.raises(Unusable) as refused:
        read()
    return str(refused.value).splitlines()


def test_an_army_in_yaml(army_of: Callable[..., Army]) -> None:
    army = army_of(REEDS)
    assert (army.name, army.faction and army.faction.id, army.size) == ("Wind of the reeds", "clan/sohei", 200)
    assert army.level and army.level.id == "commander-level/taisho"
    assert cost_of_army(army) == 80
    assert army.battle and army.battle.name == "Vanguard"
    hero, spears = army.troops
    assert (hero.get("class"), hero.names("weapons")) == ("hero", ["naginata"])
    assert spears.profile and spears.profile.id == "unit/spear-ashigaru"
    assert (spears.name, spears.get("class"), spears.names("weapons")) == (
        "Spear ashigaru",
        "warrior",
        ["spear", "katana"],
    )


def test_rows_may_go_by_their_names(army_of: Callable[..., Army]) -> None:
    army = army_of("{edition: kensei-2e, size: 200, tropas: {Archers: {miniatures: 5, points: 9}}}")
    assert [(entry.name, entry.points) for entry in army.troops] == [("Archers", 9)]


def test_a_spreadsheet_in_spanish(army_of: Callable[..., Army]) -> None:
    army = army_of(CANAS, "ejercito.csv")
    assert (army.name, army.size, cost_of_army(army)) == ("Cañas", 200, 80)
    hero, spears = army.troops
    assert (hero.stated["leader"], spears.stated["leader"]) == (True, False)
    assert (spears.get("class"), spears.get("profile.attack"), spears.names("weapons")) == (
        "warrior",
        "2",
        ["spear", "katana"],
    )


def test_a_workbook_says_what_the_csv_says(tmp_path: Path, army_of: Callable[..., Army], database: Database) -> None:
    csv = army_of(CANAS, "ejercito.csv")
    book = Workbook()
    for line in CANAS.splitlines():
        book.active.append([int(cell) if cell.isdigit() else cell.strip('"') for cell in line.strip().split(";")])
    book.save(tmp_path / "ejercito.xlsx")
    army = read_army(tmp_path / "ejercito.xlsx", database)
    assert [(e.name, e.miniatures, e.points, e.stated) for e in army.troops] == [
        (e.name, e.miniatures, e.points, e.stated) for e in csv.troops
    ]


def test_every_bad_cell_is_named_by_row_and_column(army_of: Callable[..., Army]) -> None:
    assert said(
        lambda: army_of(
            """\
        Edition,kensei-2e
        Size,small potatoes
        Name,Miniatures,Points,Class,Wepons
        Archers,few,9,Warior,bow
        Spears,0,,W,bow
        """,
            "list.csv",
        )
    ) == [
        "list.csv, row 3, column E: 'Wepons' is not a known column; did you mean 'weapons'?; "
        "rename it, or begin its name with '_' if it is your own  [spreadsheet]",
        "list.csv, row 2, column B: 'small potatoes' is not a size of battle; write its points, or "
        "one of Vanguard, Battle, Pitched Battle  [army]",
        "list.csv, row 4, column B: 'few' is not a number of 0 or more; write one  [army]",
        "list.csv, row 4, column D: 'Warior' is not a known class; did you mean 'warrior'?; "
        "mend the name, or add it to your data  [army]",
        "list.csv, row 5, column B: Spears can't have 0 miniatures; write a whole number from 1 on  [army]",
    ]


def test_every_bad_part_of_a_yaml_file_has_its_line(army_of: Callable[..., Army]) -> None:
    assert said(
        lambda: army_of("""\
        edition: kensei-2e
        size: 200
        klan: sohei
        rows:
          - {name: Archers, miniatures: [1, 2]}
          - {profile: Spear ashigura, miniatures: 3}
          - Spears
        """)
    ) == [
        "army.yaml:3:7: 'klan' is not known here; did you mean 'clan'?; rename it, or begin its "
        "name with '_' if it is your own  [army]",
        "army.yaml:5:33: 'miniatures' should be one value; mend it  [army]",
        "army.yaml:7:5: should be a mapping: name, miniatures, points …  [army]",
        "army.yaml:5:5: Archers has no number of miniatures; write one  [army]",
        "army.yaml:6:15: 'Spear ashigura' is not a profile of kensei-2e; did you mean 'Spear "
        "ashigaru'?; mend the name, or add the profile to your data  [army]",
    ]


@pytest.mark.parametrize(
    ("text", "said_"),
    [
        ("{size: 200, rows: [{name: A, miniatures: 1}]}", "doesn't say for which edition it is"),
        ("{edition: kensei-3e, size: 200}", "'kensei-3e' is not an edition; did you mean 'kensei-2e'?"),
        ("{edition: kensei-2e, rows: [{name: A, miniatures: 1}]}", "doesn't say for how many points"),
        ("{edition: kensei-2e, size: 200}", "lists no troops; write a row for each"),
        ("- a\n- b\n", "should be a mapping: name, edition, size, rows"),
        ("{edition: [", "is not YAML"),
    ],
)
def test_what_an_army_must_say(army_of: Callable[..., Army], text: str, said_: str) -> None:
    assert said_ in said(lambda: army_of(text))[0]


@pytest.mark.parametrize("ending", ["tsv", "fods", "XLS"])
def test_a_spreadsheet_that_is_not_read_is_refused_with_the_way_out(
    tmp_path: Path, database: Database, ending: str
) -> None:
    file = tmp_path / f"army.{ending}"
    file.write_text("name\tclass\nSpears\tW\n", encoding="utf-8")
    assert said(lambda: read_army(file, database)) == [
        f"{file}: is not read; save it as .csv, .xlsx, .ods, or write it in YAML  [army]"
    ]


def test_what_the_command_says_goes_before_the_file(army_of: Callable[..., Army], database: Database) -> None:
    army_of(REEDS)
    army = read_army(Path("army.yaml"), database, {"size": "400", "clan": "Buke"})
    assert (army.size, army.faction and army.faction.slug) == (400, "buke")


def test_a_level_that_gives_money_back_is_refused(
    army_of: Callable[..., Army], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    level = database.editions["kensei-2e"].records["commander-level/taisho"]
    monkeypatch.setitem(level.data, "cost", "-8")
    [line] = said(lambda: army_of(REEDS))
    assert line.endswith("Taisho costs -8 in the data; write a number of 0 or more there  [army]")


def test_a_row_that_differs_from_its_profile_counts_and_is_told(army_of: Callable[..., Army]) -> None:
    army = army_of(REEDS.replace("points: 50, weapons", "points: 50, class: Elite, weapons"))
    assert army.troops[1].get("class") == "elite"
    assert [str(remark) for remark in army.remarks] == [
        "army.yaml:8:66: Spear ashigaru has elite for 'class', where unit/spear-ashigaru has "
        "warrior; the army's word counts  [army]",
        "army.yaml:8:82: Spear ashigaru has spear, katana for 'weapons', where unit/spear-ashigaru has spear; the "
        "army's word counts  [army]",
    ]


@pytest.mark.parametrize(
    ("before", "after", "both"),
    [
        ("points: 20", "points: 1,000", "1000 or 1"),
        ("points: 20", "points: 1.050", "1050 or 1.05"),
        ("size: 200", "size: 1,000", "1000 or 1"),
        ("miniatures: 10", "miniatures: 1.000", "1000 or 1"),
    ],
)
def test_a_number_that_means_two_things_is_refused_with_both(
    army_of: Callable[..., Army], before: str, after: str, both: str
) -> None:
    [line] = said(lambda: army_of(REEDS.replace(before, after.replace(": ", ': "') + '"')))
    assert f"can mean {both}; write one of them" in line


@pytest.mark.parametrize("written", ["1 000", "1'000", "1000", "'1\u00a0000'", "1000.0", "1.000,0"])
def test_a_sure_number_is_read_however_its_thousands_are_parted(army_of: Callable[..., Army], written: str) -> None:
    assert army_of(REEDS.replace("size: 200", f"size: {written}")).size == 1000


@pytest.mark.parametrize("label", ["Total", "Totals", "Sum", "Suma", "Totales", "Total points", "Puntos totales:"])
def test_a_row_of_totals_is_no_troop(army_of: Callable[..., Army], label: str) -> None:
    in_yaml = army_of(REEDS.rstrip() + f"\n      - {{name: '{label}', miniatures: 11, points: 70}}\n")
    in_csv = army_of(CANAS.rstrip() + f"\n    {label};11;70;;;;;\n", "ejercito.csv")
    for army in (in_yaml, in_csv):
        assert len(army.troops) == 2 and cost_of_army(army) == 80
        [remark] = [each for each in army.remarks if "total" in each.message]
        assert remark.message == f"'{label}' is taken for the total of the rows above, and left out"


def test_a_total_that_the_rows_do_not_come_to_is_said(army_of: Callable[..., Army]) -> None:
    army = army_of(CANAS.rstrip() + "\n    Total;11;90;;;;;\n", "ejercito.csv")
    assert "the total is 90, the rows above come to 70; see which is right" in [each.message for each in army.remarks]


def test_a_total_may_hold_the_cost_of_the_level_or_not_and_a_wrong_one_is_said(army_of: Callable[..., Army]) -> None:
    for total, is_right in ((70, True), (80, True), (999, False)):
        army = army_of(REEDS.rstrip() + f"\n      - {{name: Total, miniatures: 11, points: {total}}}\n")
        wrong = [each.message for each in army.remarks if "the total is" in each.message]
        expected = f"the total is {total}, the rows above come to 70; see which is right"
        assert wrong == ([] if is_right else [expected])


def test_columns_and_keys_that_begin_with_a_stroke_are_the_users_own(army_of: Callable[..., Army]) -> None:
    in_yaml = army_of(REEDS.replace("points: 20", "points: 20, _points: 999, _Class: Peasant"))
    in_csv = army_of(CANAS.replace("Ataque", "_Puntos").replace("    Clan;", "    _Tamaño;900\n    Clan;"), "a.csv")
    for army in (in_yaml, in_csv):
        assert cost_of_army(army) == 80 and army.troops[0].get("class") == "hero"
    assert in_csv.size == 200


def test_what_is_said_a_second_time_is_refused(army_of: Callable[..., Army]) -> None:
    assert said(lambda: army_of(CANAS.replace("    Clan;", "    Size;900\n    Clan;", 1), "a.csv")) == [
        "a.csv, row 5, column A: 'Tamaño de la batalla' says 'size' a second time; keep one  [army]"
    ]
    assert said(lambda: army_of(REEDS.replace("size: 200", "size: 200\n    tamaño: 900"))) == [
        "army.yaml:5:9: 'tamaño' says 'size' a second time; keep one  [army]"
    ]


def test_a_cell_beside_the_value_of_a_field_is_named(army_of: Callable[..., Army]) -> None:
    army = army_of(CANAS.replace("Sohei", "Sohei;Buke", 1), "a.csv")
    assert "'Buke' is not read: 'Clan' has one value" in [remark.message for remark in army.remarks]


IMPOSSIBLE = [
    ("wounds: 1.5", "'1.5' can't be: figures of wounds go from 1 to 4 in kensei-2e; mend it"),
    ("movement: -10 cm", "'-10 cm' can't be: figures of movement go from 10 cm to 15 cm in kensei-2e; mend it"),
    ("movement: 10 in", "'10 in' can't be: figures of movement go from 10 cm to 15 cm in kensei-2e; mend it"),
    ("attack: 4+", "'4+' can't be: figures of attack go from 0 to 6 in kensei-2e; mend it"),
    ("honour: 2D6", "'2D6' can't be: figures of honour go from 2 to 5 in kensei-2e; mend it"),
]


@pytest.mark.parametrize(("cell", "message"), IMPOSSIBLE)
def test_an_attribute_that_no_troop_of_the_edition_can_have_is_refused_with_its_cell(
    army_of: Callable[..., Army], cell: str, message: str
) -> None:
    [line] = said(lambda: army_of(REEDS.replace("points: 20,", f"points: 20, {cell},")))
    column = REEDS.splitlines()[6].index("weapons") + 1 - len("    ") + len(cell.partition(":")[0]) + 2
    assert line == f"army.yaml:7:{column}: {message}  [army]"


@pytest.mark.parametrize(("cell", "shown"), [("wounds: 0", "0"), ("honour: 99", "99"), ("movement: 90 cm", "90 cm")])
def test_an_attribute_far_from_all_that_the_edition_has_is_a_warning(
    army_of: Callable[..., Army], cell: str, shown: str
) -> None:
    remarks = army_of(REEDS.replace("points: 20,", f"points: 20, {cell},")).remarks
    [remark] = [remark for remark in remarks if remark.severity == "warning"]
    assert remark.message.startswith(f"'{shown}' is far from all that kensei-2e has: ")


@pytest.mark.parametrize("cells", ["wounds: 3, attack: 4, honour: 5, movement: 15", "initiative: +2, attack: 7"])
def test_an_attribute_near_those_of_others_is_none(army_of: Callable[..., Army], cells: str) -> None:
    remarks = army_of(REEDS.replace("points: 20,", f"points: 20, {cells},")).remarks
    assert {remark.severity for remark in remarks} <= {"note"}


@pytest.mark.parametrize("weapons", ["'Yari (5), katana'", "[Yari, katana (5)]", "'Yari (5; katana 5)'"])
def test_a_number_beside_a_weapon_is_refused(army_of: Callable[..., Army], weapons: str) -> None:
    lines = said(lambda: army_of(REEDS.replace("[Yari, katana]", weapons)))
    assert all(
        "has a number that nothing reads; leave it out" in line or "not a known weapon" in line for line in lines
    )


def test_a_row_above_the_troops_that_is_no_field_of_an_army_is_named_with_the_known_ones(
    army_of: Callable[..., Army],
) -> None:
    head = "Nombre;Cañas\nPlayer;Ann\nAttack;4\n"
    text = "\n".join(line.strip() for line in CANAS.splitlines()).replace("Nombre;Cañas\n", head)
    known = "known are name, edition, clan, size, commander-level, commander-orders"
    for line, field in zip(said(lambda: army_of(text, "a.csv")), ("Player", "attack"), strict=True):
        assert f"'{field}' is no field of an army; {known}; begin its name with '_' if it is your own" in line

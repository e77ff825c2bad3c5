"""Army lists as players write them, in both languages: legal ones, and each made illegal in one way.

Every verdict was worked out by hand from the army-building pages of the two editions.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.army import Army
from kensei_docs.army.limits import judge
from kensei_docs.army.roster import verdict
from kensei_docs.army.troops import Muster
from kensei_docs.database import Database
from kensei_docs.database.spreadsheets import Cells, Columns

# What a legal list says, and by edit: what is written instead, and the one limit that this breaks, with its lines.
Edits = list[tuple[str, str, str, set[int]]]

VANGUARD = """\
name: Temple guard
edition: kensei-2e
clan: Sohei
size: Vanguard
commander level: Taisho
rows:
  - {name: Abbot, class: Hero, rank: Leader, miniatures: 1, points: 20, type: infantry, weapons: Naginata}
  - {name: Monks, class: Warrior, miniatures: 10, points: 60, type: infantry, weapons: Naginata}
  - {name: Spearmen, class: Warrior, miniatures: 10, points: 50, type: infantry, weapons: Yari}
  - {name: Archers, class: Warrior, miniatures: 6, points: 40, type: infantry, weapons: "Yumi, Katana"}
  - {name: Flag, class: Warrior, miniatures: 1, points: 10, type: Hata-Jurushi, weapons: Naginata}
"""
VANGUARD_EDITS: Edits = [
    ("points: 60", "points: 71", "building/cost:most", {5800}),
    (
        "name: Flag, class: Warrior, miniatures: 1",
        "name: Flag, class: Warrior, miniatures: 4",
        "limit/hata-jurushi:most",
        {5943},
    ),
    ("miniatures: 6, points: 40", "miniatures: 2, points: 40", "limit/unit-size:least", {5920}),
    ("miniatures: 10, points: 60", "miniatures: 16, points: 60", "limit/unit-size:infantry", {5921}),
    ("class: Hero, rank: Leader", "class: Elite, rank: Leader", "limit/leaders:general", {5914}),
    ("Naginata}\n  - {name: Spear", "Teppo}\n  - {name: Spear", "limit/ranged-weapons:firearms", {5966}),
]
BATTLE = """\
nombre: Jinetes del norte
edición: kensei-2e
clan: Buke
tamaño: 400
nivel: Daimyo
filas:
  - {nombre: Amo, clase: H, general: sí, disponibilidad: única, miniaturas: 1, puntos: 40, tipo: montado, armas: Yari}
  - nombre: Maestro de espada
    clase: Élite
    rango: Líder de ejército
    disponibilidad: legendaria
    miniaturas: 1
    puntos: 25
    tipo: infantería
    armas: Katana
  - {nombre: Jinetes, clase: Guerrero, miniaturas: 8, puntos: 110, tipo: caballería, armas: Yari}
  - {nombre: Samuráis, clase: Élite, miniaturas: 6, puntos: 39, tipo: infantería, armas: Katana}
  - {nombre: Lanceros, clase: Guerrero, miniaturas: 15, puntos: 100, tipo: infantería, armas: Yari}
  - {nombre: Ninjas, clase: Guerrero, miniaturas: 5, puntos: 15, tipo: hostigador, armas: "Shuriken, Katana"}
"""
BATTLE_EDITS: Edits = [
    ("puntos: 110", "puntos: 161", "limit/cavalry:most", {5971}),
    ("puntos: 100, tipo", "puntos: 99, tipo", "limit/hand-to-hand-infantry:least", {5898}),
    (
        "miniaturas: 5, puntos: 15, tipo: hostigador",
        "miniaturas: 6, puntos: 15, tipo: hostigador",
        "limit/unit-size:skirmishers",
        {5921},
    ),
    ("miniaturas: 8, puntos: 110", "miniaturas: 11, puntos: 110", "limit/unit-size:others", {5922}),
    ("general: sí, ", "", "", set()),
    (
        "disponibilidad: legendaria\n    miniaturas: 1",
        "disponibilidad: legendaria\n    miniaturas: 2",
        "characteristic/availability:once",
        {1355},
    ),
    (
        "general: sí, disponibilidad: única, miniaturas: 1, puntos: 40, tipo: montado, armas: Yari}\n"
        "  - nombre: Maestro de espada\n    clase: Élite",
        "disponibilidad: única, miniaturas: 1, puntos: 40, tipo: montado, armas: Yari}\n"
        "  - nombre: Maestro de espada\n    general: sí\n    clase: Élite",
        "leader/army-general:hero",
        {1742},
    ),
    (
        "clase: Élite\n    rango: Líder de ejército",
        "clase: Héroe\n    general: sí",
        "leader/army-general:generals",
        {1742},
    ),
    (
        "  - {nombre: Samuráis, clase: Élite, miniaturas: 6, puntos: 39, tipo: infantería, armas: Katana}\n",
        "  - {nombre: Samuráis, clase: Élite, miniaturas: 3, puntos: 20, tipo: infantería, armas: Katana}\n" * 2,
        "limit/elite-units:most",
        {5932},
    ),
]
PITCHED = """\
Name;Cloud banner;;;;;;
Edition;kensei-2e;;;;;;
Clan;Otokodate;;;;;;
Size;600;;;;;;
Name;Class;Troop type;Miniatures;Points;Weapons;Leader;Availability
Captain;H;Infantry;1;30;Katana;yes;unique
Matron;H;Infantry;1;30;Naginata;yes;unique
Bosun;E;Infantry;1;25;Katana;yes;
Spears;W;Infantry;12;80;Yari;no;common
Clubs;W;Infantry;12;75;Kanabo-tetsubo;no;common
Guns;W;Infantry;10;120;Teppo;no;common
More guns;W;Infantry;8;110;Teppo;no;common
Ronin;E;Infantry;5;60;Katana;no;
Villagers;P;Infantry;8;20;Farm tools;no;common
"""
PITCHED_EDITS: Edits = [
    ("Guns;W;Infantry;10;120", "Guns;W;Infantry;10;131", "limit/otokodate-firearms:firearms", {5990}),
    ("Villagers;P;Infantry;8;20", "Villagers;P;Infantry;9;20", "limit/peasants:villagers", {5938}),
    ("Matron;H", "Captain;H", "characteristic/availability:once", {1355}),
    ("Bosun;E;Infantry;1;25;Katana;yes;\n", "", "limit/leaders:number", {5912}),
    ("Villagers;P;Infantry;8;20;Farm tools;no;common\n", "", "limit/units:number", set()),
    ("More guns;W;Infantry;8;110;Teppo", "Spears;W;Infantry;8;50;Yari", "", set()),
    (
        "Guns;W;Infantry;10;120;Teppo;no;common\nMore guns;W;Infantry;8;110;Teppo",
        "Spears;W;Infantry;8;50;Yari;no;common\nSpears;W;Infantry;8;50;Yari",
        "limit/profiles:most",
        {5923},
    ),
]
DEAD = """\
name: The black hand
edition: kensei-2e
clan: Kuroi-te
size: 200
rows:
  - {name: Lord, class: hero, title: Undead, miniatures: 1, points: 30, type: infantry, weapons: katana, living: no}
  - {name: Bones, class: warrior, title: Undead, miniatures: 10, points: 40, type: infantry, weapons: yari}
  - {name: Imps, class: inferior creature, miniatures: 5, points: 40, type: creature, weapons: tanto, realm: infernal}
  - {name: Caller, class: onmyouji, miniatures: 1, points: 20, realm: infernal}
  - {name: Shikigami guardians, miniatures: 2, points: 6}
"""
DEAD_EDITS: Edits = [
    (
        "class: warrior, title: Undead, miniatures: 10",
        "class: warrior, living: yes, miniatures: 10",
        "limit/kuroi-te-common-troops:none",
        {5995},
    ),
    (
        "class: onmyouji, miniatures: 1, points: 20, realm: infernal",
        "class: onmyouji, miniatures: 1, points: 20, realm: death",
        "spirit/ways-of-the-onmyodo:realms",
        {4917},
    ),
    ("points: 40, type: creature", "points: 101, type: creature", "limit/percent-table:creatures", set()),
    ("Shikigami guardians, miniatures: 2", "Shikigami guardians, miniatures: 1", "limit/onmyouji:shikigami", {5949}),
]
SHADOWS = """\
nombre,Sombras de Hattori,,,,,,
edición,kensei-2e,,,,,,
clan,Hattori,,,,,,
tamaño,200,,,,,,
nombre,clase,tipo de tropa,miniaturas,puntos,armas,líder,disponibilidad
Jefa,Héroe,Infantería,1,30,Katana,sí,única
Sombras,Guerrero,Hostigadores,5,50,Shuriken,no,rara
Segundas sombras,Guerrero,Hostigadores,5,50,Katana,no,rara
Arqueros,Guerrero,Infantería,6,50,Yumi,no,rara
"""
SHADOWS_EDITS: Edits = [
    (
        "Segundas sombras,Guerrero,Hostigadores,5,50",
        "Segundas sombras,Guerrero,Hostigadores,5,51",
        "limit/hattori-skirmishers:most",
        {6010},
    ),
    (
        "Arqueros,Guerrero,Infantería,6,50,Yumi,no,rara",
        "Arqueros,Guerrero,Infantería,6,50,Yumi,no,común",
        "limit/hattori-common-troops:none",
        {6005},
    ),
    ("Arqueros,Guerrero,Infantería,6,50", "Arqueros,Guerrero,Infantería,6,49", "limit/hattori-warriors:least", {6008}),
]
LIVING = """\
nombre: Guardia del puente
edición: kensei-lr-2020
facción: Buke
tamaño: 250
nivel: 1
filas:
  - {nombre: Señor del puente, clase: Héroe, general: sí, miniaturas: 1, puntos: 40, tipo: infantería}
  - {nombre: Capitana, clase: Élite, rango: Líder, miniaturas: 1, puntos: 25, tipo: infantería}
  - {nombre: Lanceros, clase: Guerrero, miniaturas: 12, puntos: 80, tipo: infantería, armas: Yari}
  - {nombre: Arqueros, clase: Guerrero, miniaturas: 6, puntos: 60, tipo: infantería, armas: Yumi}
  - {nombre: Peregrino, clase: Komuso, miniaturas: 1, puntos: 20}
"""
LIVING_EDITS: Edits = [
    ("tamaño: 250", "tamaño: 1001", "battle-size/range:size", {1112}),
    ("tamaño: 250\nnivel: 1", "tamaño: 250\nnivel: Comandante de nivel 2", "", set()),
    ("puntos: 40", "puntos: 56", "building/cost:most", {1114}),
    ("nivel: 1\n", "nivel: 0\n", "", set()),
    ("miniaturas: 12, puntos: 80", "miniaturas: 2, puntos: 80", "limit/unit-size:least", {387}),
    (
        "clase: Élite, rango: Líder, miniaturas: 1",
        "clase: Élite, rango: Líder, miniaturas: 2",
        "characteristic/availability:once",
        {336},
    ),
    ("clase: Héroe, general: sí", "clase: Élite, rango: Líder", "leader/army-general:heroes", {428}),
    (
        "  - {nombre: Peregrino, clase: Komuso, miniaturas: 1, puntos: 20}\n",
        "  - {nombre: Peregrino, clase: Komuso, miniaturas: 1, puntos: 10}\n"
        "  - {nombre: Hechicera, clase: Onmyouji, miniaturas: 1, puntos: 10}\n",
        "limit/spiritual-troops:chosen",
        {1138},
    ),
    (
        "  - {nombre: Peregrino, clase: Komuso, miniaturas: 1, puntos: 20}\n",
        "  - {nombre: Sabia del trueno, clase: Onmyouji, miniaturas: 1, puntos: 10}\n"
        "  - {nombre: Zahorí, clase: Onmyouji, miniaturas: 1, puntos: 10}\n",
        "limit/spiritual-troops:chosen",
        {1138},
    ),
]
SMALLEST = """\
name: Bridge raiders
edition: kensei-lr-2020
size: 200
commander level: level 2
rows:
  - {name: Raider queen, class: H, availability: legendary, miniatures: 1, points: 50, type: cavalry, weapons: katana}
  - {name: Raiders, class: W, miniatures: 3, points: 60, type: infantry, weapons: katana}
  - {name: Riders, class: W, miniatures: 5, points: 60, type: cavalry, weapons: spear}
"""
SMALLEST_EDITS: Edits = [
    ("size: 200", "size: 199", "battle-size/range:size", {1112}),
    ("miniatures: 5, points: 60", "miniatures: 5, points: 71", "building/cost:most", {1114}),
    ("legendary, miniatures: 1", "legendary, miniatures: 2", "characteristic/availability:once", {336}),
    ("Raiders, class: W, miniatures: 3", "Raiders, class: W, miniatures: 2", "limit/unit-size:least", {387}),
]
LISTS: dict[str, tuple[str, str, Edits]] = {
    "vanguard": ("army.yaml", VANGUARD, VANGUARD_EDITS),
    "battle": ("army.yaml", BATTLE, BATTLE_EDITS),
    "pitched": ("army.csv", PITCHED, PITCHED_EDITS),
    "dead": ("army.yaml", DEAD, DEAD_EDITS),
    "shadows": ("army.csv", SHADOWS, SHADOWS_EDITS),
    "living": ("army.yaml", LIVING, LIVING_EDITS),
    "smallest": ("army.yaml", SMALLEST, SMALLEST_EDITS),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_legal_list_is_legal(army_of: Callable[..., Army], name: str) -> None:
    file, text, _ = LISTS[name]
    results = judge(army_of(text, file))
    assert [(result.limit.id, result.missing) for result in results if result.status != "met"] == []
    assert verdict(results) is True


EDITED = [(name, number) for name, (_, _, edits) in LISTS.items() for number in range(len(edits))]


@pytest.mark.parametrize(("name", "number"), EDITED)
def test_one_change_breaks_one_limit(army_of: Callable[..., Army], name: str, number: int) -> None:
    file, text, edits = LISTS[name]
    before, after, limit, lines = edits[number]
    assert before in text
    results = judge(army_of(text.replace(before, after, 1), file))
    broken = {result.limit.id: result for result in results if result.status == "broken"}
    assert list(broken) == ([limit] if limit else [])
    assert [result.limit.id for result in results if result.status == "unknown"] == []
    if limit:
        cited = {line for one in broken[limit].citations for line in range(one.lines[0], one.lines[1] + 1)}  # type: ignore[index]
        assert cited and lines <= cited


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020"])
def test_every_limit_cites_lines(database: Database, edition: str) -> None:
    found = database.editions[edition]
    factions = [None, *found.records_of("clan")]
    judgements = [result for faction in factions for result in judge(Muster(found, faction, 400, ()))]
    assert judgements
    assert [result.limit.id for result in judgements if not any(one.lines for one in result.citations)] == []


@pytest.mark.parametrize(
    ("column", "words", "value"),
    [
        ("troop type", ["cavalry", "Caballería", "tropas montadas"], "mounted"),
        ("class", ["warriors", "Guerreros", "G"], "warrior"),
        ("availability", ["legendaria", "Legendary"], "legendary"),
        ("rank", ["Líder del ejército", "leader"], "army-leader"),
        ("realm", ["de la muerte", "death"], "death"),
        ("weapons", ["arco", "Yumi", "longbow"], "bow"),
    ],
)
def test_words_of_players_are_understood(database: Database, column: str, words: list[str], value: str) -> None:
    cells, found = Cells(database, database.editions["kensei-2e"]), Columns(database, "troop").find(column)
    assert found
    for word in words:
        assert cells.read(found, word) in (value, [value])


def test_broken_limits_are_told_with_their_lines(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "army.yaml"
    file.write_text(LIVING.replace("tamaño: 250", "tamaño: 1001"), encoding="utf-8")
    result = run("army", "check", file, "-l", "es")
    assert "Incumplido: Tamaño de la batalla (kensei-living-rules-2020 1112)" in result.out
    assert result.status == 1
    unknown = run("army", "check", file, "--level", "3")
    assert "'3' is not a known commander level" in unknown.err

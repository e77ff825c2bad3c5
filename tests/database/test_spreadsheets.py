"""Users add units and orders of their own to a shipped edition: in YAML, CSV or XLSX."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from kensei_docs.database import Edition, load
from kensei_docs.project import Project, shipped
from kensei_docs.slugs import folded, slug_of

HEAD = "Nombre;Clase;Tipo de tropa;Puntos;Trato;Armas;Habilidades;Movimiento;Ataque;Descripción\n"
LAKE = "Lanceros del lago;Guerrero;Infantería;5;Ashigaru;Yari, Katana;Agile;10;2;Cargan hasta 15 cm con +1D6 (50 %).\n"
Loaded = Callable[[dict[str, str]], tuple[Edition, list[str]]]


def project_in(folder: Path) -> Project:
    """Return a user's project that knows what is shipped as it was read last: that is quick."""
    return Project((folder.resolve(), shipped()), shipped() / "build")


@pytest.fixture
def loaded(project_of: Callable[[dict[str, str]], Path], monkeypatch: pytest.MonkeyPatch) -> Loaded:
    """Load the shipped edition with a user's files over it; return it, and what is wrong."""

    def read(files: dict[str, str]) -> tuple[Edition, list[str]]:
        folder = project_of({f"data/editions/kensei-2e/{name}": text for name, text in files.items()})
        monkeypatch.chdir(folder)
        database, problems = load(project_in(folder), ["kensei-2e"])
        ours = [
            str(problem).removeprefix("data/editions/kensei-2e/")
            for problem in problems
            if str(folder) in problem.place.file
        ]
        return database.editions["kensei-2e"], ours

    return read


def test_a_spreadsheet_adds_its_records_to_the_edition(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": HEAD + LAKE})
    assert problems == []
    assert edition.records["unit/lanceros-del-lago"].data == {
        "name": "Lanceros del lago",
        "class": "warrior",
        "troop-type": "infantry",
        "points": "5",
        "title": ["ashigaru"],
        "weapons": ["spear", "katana"],
        "abilities": ["agile"],
        "profile": {"movement": "10 cm", "attack": "2"},
        "figures": {"text-1": "15 cm", "text-2": "+1D6", "text-3": "50 %"},
        "text": "Cargan hasta %(text-1)s con %(text-2)s (%(text-3)s).",
    }
    assert "unit/spear-ashigaru" in edition.records
    assert str(edition.records["unit/lanceros-del-lago"].place("profile.attack")).endswith("units.csv, row 2, column I")


def test_a_workbook_and_yaml_do_the_same(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Units"
    book.active.append(["Name", "Class", "Points"])
    book.active.append(["Lake spears", "W", 5])
    file = tmp_path / "data/editions/kensei-2e/units.xlsx"
    file.parent.mkdir(parents=True)
    book.save(file)
    edition, problems = loaded({"commander-orders.yaml": "rally: {name: Rally, figures: {cost: 2}}\n"})
    assert problems == []
    assert edition.records["unit/lake-spears"].get("class") == "warrior"
    assert str(edition.records["unit/lake-spears"].place("class")).endswith("units.xlsx, sheet Units, row 2, column B")
    assert edition.records["commander-order/rally"].figure("figures.cost") == "2"


def test_a_record_of_the_same_id_takes_the_place_of_the_shipped_one(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": "Id,Name,Points\nspear-ashigaru,Spearmen,4\n"})
    assert problems == []
    assert edition.records["unit/spear-ashigaru"].name == "Spearmen"
    assert edition.records["unit/spear-ashigaru"].figure("points") == "4"


def test_what_a_user_adds_was_read_where_he_wrote_it(loaded: Loaded) -> None:
    edition, _ = loaded({"units.csv": HEAD + LAKE})
    fact = next(fact for fact in edition.records["unit/lanceros-del-lago"].facts if fact.path == "points")
    assert [citation.document for citation in fact.citations] == ["units.csv"]


FAULTS = [
    (HEAD + LAKE.replace(";5;", ";five;"), "row 2, column D: 'five' is not a number of 0 or more; write one"),
    (
        HEAD + LAKE.replace("Guerrero", "Guerero"),
        "row 2, column B: 'Guerero' is not a known class; did you mean 'guerrero'?; mend the "
        "name, or add it to your data",
    ),
    (
        HEAD.replace("Armas", "Arnas") + LAKE,
        "row 1, column F: 'Arnas' is not a known column; did you mean 'armas'?; rename it, or "
        "begin its name with '_' if it is your own",
    ),
    (HEAD + LAKE + LAKE, "row 3: 'lanceros-del-lago' stands in row 2 already; give one of them another name, or an id"),
    (HEAD + LAKE.replace("Lanceros del lago", ""), "row 2: has no name; write one"),
    (HEAD.replace("Clase", "Nombre") + LAKE, "row 1, column B: 'Nombre' is a second column of 'name'; keep one"),
    (HEAD + LAKE.strip() + ";more\n", "row 2, column K: 'more' stands in a column without a head; give it one"),
    (HEAD + LAKE.replace(";10;", ";far;"), "row 2, column H: 'far' is not a distance; write one, with its unit"),
    (HEAD + LAKE.replace(";2;", ";two;"), "row 2, column I: 'two' is not a figure; write one, such as 3, +1D6 or 50 %"),
]


@pytest.mark.parametrize(("text", "said"), FAULTS, ids=range(len(FAULTS)))
def test_a_wrong_cell_is_named_by_row_and_column(loaded: Loaded, text: str, said: str) -> None:
    _, problems = loaded({"units.csv": text})
    assert problems == [f"units.csv, {said}  [spreadsheet]"]


def test_a_column_of_ones_own_is_passed_over(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": "Name,_Painted\nLake spears,yes\n"})
    assert problems == []
    assert edition.records["unit/lake-spears"].data == {"name": "Lake spears"}


def test_a_folder_with_an_edition_of_its_own_takes_the_place_of_the_shipped(loaded: Loaded) -> None:
    edition, _ = loaded(
        {
            "edition.yaml": "{id: kensei-2e, name: Mine, game: Mine, language: en, units: cm}\n",
            "units.csv": "Name\nLake spears\n",
        }
    )
    assert list(edition.records) == ["unit/lake-spears"]


def test_what_is_no_spreadsheet_is_one_problem(loaded: Loaded) -> None:
    _, problems = loaded({"units.xlsx": "Name\n"})
    assert problems == [
        "units.xlsx: is not an XLSX spreadsheet (File is not a zip file); save it anew as .xlsx, "
        "or as .csv  [spreadsheet]"
    ]


def test_the_commands_see_what_a_user_adds(run: Callable, loaded: Loaded) -> None:
    loaded({"units.csv": HEAD + LAKE.replace("Agile", "Agilo")})
    result = run("check", "kensei-2e", "--select", "spreadsheet")
    assert "row 2, column G" in result.out or "row 2, column G" in result.err


def test_the_words_of_a_list_stand_in_every_language(loaded: Loaded) -> None:
    from kensei_docs.catalogues import Translator

    edition, _ = loaded({"units.csv": HEAD + LAKE})
    project = project_in(Path.cwd())
    database, _ = load(project, ["kensei-2e"])
    spanish = Translator(project, database, "es")
    record = edition.records["unit/lanceros-del-lago"]
    assert spanish.name(record) == "Lanceros del lago"
    assert spanish.text(record) == "Cargan hasta 15\u00a0cm con +1D6 (50\u00a0%)."
    assert spanish.problems == []


@pytest.mark.parametrize(
    ("text", "plain", "slug"),
    [
        ("Líder  de Ejército", "lider de ejercito", "lider-de-ejercito"),
        ("Ikkō-ikki (foot)", "ikko ikki foot", "ikko-ikki-foot"),
        ("Hero’s charge", "hero s charge", "heros-charge"),
        ("¿?", "", ""),
    ],
)
def test_names_are_compared_and_made_ids(text: str, plain: str, slug: str) -> None:
    assert (folded(text), slug_of(text)) == (plain, slug)

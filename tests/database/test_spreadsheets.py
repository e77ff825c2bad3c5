"""Users add units and orders of their own to a shipped edition: in YAML, CSV or XLSX."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from kensei_docs.catalogues import Translator
from kensei_docs.check.data.records import orphan_definition
from kensei_docs.check.run import check_words
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


def test_a_name_in_a_cell_is_what_the_cell_says(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": HEAD + LAKE.replace("Lanceros del lago", "50% de lanceros")})
    assert (problems, edition.records["unit/50-de-lanceros"].name) == ([], "50% de lanceros")


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
    (
        HEAD + LAKE.replace(";5;", f";{'9' * 20};"),
        f"row 2, column D: '{'9' * 20}' is too large a number; write one of fewer digits",
    ),
    (HEAD + LAKE.replace(";5;", ";five;"), "row 2, column D: 'five' is not a number of 0 or more; write one"),
    (
        HEAD + LAKE.replace("Guerrero", "Guerero"),
        "row 2, column B: 'Guerero' is not a known class; did you mean 'guerrero'?; mend the "
        "name, or add it to your data",
    ),
    (
        HEAD.replace("Armas", "Arnas") + LAKE,
        "row 1, column F: 'Arnas' is not a known column; did you mean 'armas'?; rename it, declare "
        "it under 'columns' in data/vocabulary.yaml, or begin its name with '_' if it is your own",
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


@pytest.mark.parametrize("cell", ["1,050", "1.050"])
def test_a_number_in_a_cell_that_means_two_things_is_refused_with_both(loaded: Loaded, cell: str) -> None:
    _, problems = loaded({"units.csv": HEAD + LAKE.replace(";5;", f";{cell};")})
    assert problems == [f"units.csv, row 2, column D: '{cell}' can mean 1050 or 1.05; write one of them  [spreadsheet]"]


def test_so_is_one_in_the_words_of_a_cell(loaded: Loaded) -> None:
    _, problems = loaded({"units.csv": HEAD + LAKE.replace("15 cm", "1,250 points")})
    assert problems == ["units.csv, row 2, column J: '1,250' can mean 1250 or 1.25; write one of them  [spreadsheet]"]


def test_sure_numbers_in_the_words_of_a_cell_are_one_figure_each(loaded: Loaded) -> None:
    text = "Costs 2,000,000 or 1'500 points, 2,5 cm, on 3, 4, ½ of 1d6+1, 2D6 - 1."
    edition, problems = loaded({"units.csv": HEAD + LAKE.replace("Cargan hasta 15 cm con +1D6 (50 %).", text)})
    record = edition.records["unit/lanceros-del-lago"]
    assert problems == []
    assert list(record.get("figures").values()) == ["2,000,000", "1'500", "2,5 cm", "3", "4", "½", "1d6+1", "2D6", "1"]
    assert record.figure("figures.text-2") == "1'500"


IN_WORDS = [
    ("Hits on 4-6, at 4–6 cm.", "Hits on 4–6, at 4–6\u00a0cm."),
    ("Goes 10 cm-12 cm, or 2,5-3 cm.", "Goes 10\u00a0cm-12\u00a0cm, or 2.5–3\u00a0cm."),
    ("Founded 2024-05-01, or 1/5/2024, or 05.01.2024.", "Founded 2024-05-01, or 1/5/2024, or 05.01.2024."),
    ("The war of 1914-18 began at 09:05.", "The war of 1914-18 began at 09:05."),
    ("A T-34/85, a B2 at D4, agent 007, the 2nd of v1.2.3.", "A T-34/85, a B2 at D4, agent 007, the 2nd of v1.2.3."),
    ("A 4-player game, odds of 3:1, 10x10, turn–2.", "A 4-player game, odds of 3:1, 10x10, turn–2."),
    ("Gets –2, ‐2, －2, −2 or (-2).", "Gets −2, −2, −2, −2 or (−2)."),
    ("Gets ＋2, +D6 or +1/+2.", "Gets +2, +1D6 or +1/+2."),
    ("Rolls 1d6-1, 2D6 + 1, 2D6+1D6 or 1D6/2D6.", "Rolls 1d6−1, 2D6 + 1, 2D6+1D6 or 1D6/2D6."),
    ("Costs 50%-75 % of 100％.", "Costs 50\u00a0%-75\u00a0% of 100\u00a0%."),
    ("Stats 3/4/5, on 4+/5+, 1½ cm or 1 1/2 cm.", "Stats 3/4/5, on 4+/5+, 1.5\u00a0cm or 1.5\u00a0cm."),
    ("Costs .5 of 1.5, or 2,3,4.", "Costs .5 of 1.5, or 2,3,4."),
    ("Takes 3 in total, ２．５ cm.", "Takes 3 in total, 2.5\u00a0cm."),
    ("Costs 1\u202f250 or 10 000 points.", "Costs 1250 or 10000 points."),
]


@pytest.mark.parametrize(("text", "printed"), IN_WORDS)
def test_the_words_of_a_cell_print_what_they_say(tmp_path: Path, text: str, printed: str) -> None:
    edition, problems = own_game(tmp_path, f'Name,Text\nAnna,"{text}"\n')
    assert problems == []
    project = project_in(tmp_path)
    database, _ = load(project, ["moor"])
    assert Translator(project, database, "en").text(edition.records["fighter/anna"]) == printed


def test_an_abbreviation_in_capitals_has_no_plural(tmp_path: Path) -> None:
    own_game(tmp_path, "Name,Text\nAnna,Heals 2 HP damage of 3 AP.\n")
    project = project_in(tmp_path)
    assert list(check_words(project, load(project, ["moor"])[0])) == []


def test_what_is_no_figure_in_a_cell_is_words_to_the_check_too(tmp_path: Path) -> None:
    own_game(tmp_path, "Name,Text\nAnna,Founded 2024-05-01. Model T-34 on 4-6.\n")
    project = project_in(tmp_path)
    database, _ = load(project, ["moor"])
    assert list(check_words(project, database)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 250 points", "'1 250' can mean 1250, or 1 and 250; write 1250, or a word between the two"),
        ("-2 125 cm", "'-2 125 cm' can mean -2125 cm, or -2 and 125 cm; write -2125 cm, or a word between the two"),
        ("6-4 cm", "'6-4 cm' begins above its end; write 4-6 cm"),
    ],
)
def test_what_may_be_two_figures_in_the_words_of_a_cell_is_refused(tmp_path: Path, text: str, said: str) -> None:
    _, problems = own_game(tmp_path, f"Name,Text\nAnna,Takes {text}.\n")
    assert len(problems) == 1 and problems[0].startswith(said)


def test_a_word_that_is_a_unit_too_is_one_where_it_is_sure(tmp_path: Path) -> None:
    rows = 'Anna,"Goes 5 in, or 6 in and 7 in."\nBert,Has 2 in the end or 3 in 4.\nCora,Takes 3 in total.\n'
    edition, problems = own_game(tmp_path, f"Name,Text\n{rows}", units="in")
    figures = [list(edition.records[f"fighter/{name}"].get("figures").values()) for name in ("anna", "bert")]
    assert figures == [["5 in", "6 in", "7 in"], ["2", "3", "4"]]
    assert problems == ["'3 in' can be a length or a number before a word; write 3\u2033, or another word than 'in'"]


def test_a_space_parts_thousands_where_the_language_has_it_so(tmp_path: Path) -> None:
    edition, problems = own_game(tmp_path, "Name,Text\nAnna,Prend 1 250 points.\n", written_in="fr")
    assert (edition.records["fighter/anna"].figure("figures.text-1"), problems) == ("1 250", [])


def test_a_number_of_a_workbook_is_sure_whatever_its_decimals(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["Name", "Points", "Movement", "Attack"])
    book.active.append(["Lake spears", 1050, 2.125, 0.375])
    book.save(tmp_path / "units.xlsx")
    edition, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems == []
    record = edition.records["unit/lake-spears"]
    assert (record.get("points"), record.get("profile.movement")) == ("1050", "2.1250 cm")
    assert record.figure("profile.attack") == "0.375"


def test_a_price_below_zero_is_refused_in_yaml_and_in_an_erratum_as_it_is_in_a_cell(loaded: Loaded) -> None:
    erratum = """
name: Cheaper
reason: They are paid to come.
source: The author, by letter.
changes: {price: {record: unit/reed-bows, fact: points, from: 7, to: -3}}
"""
    units = "lake-spears: {name: Lake spears, points: -8}\nreed-bows: {name: Reed bows, points: 7}\n"
    units += "fen-guns: {name: Fen guns, points: +1/2}\n"
    _, problems = loaded({"units.yaml": units, "../../errata/kensei-2e/2026-01-01-cheaper.yaml": erratum})
    assert problems == [
        "units.yaml:1:42: unit/lake-spears: 'points' is -8; write a number of 0 or more  [data]",
        "units.yaml:3:36: unit/fen-guns: 'points' is +1/2; write a number of 0 or more  [data]",
        "units.yaml:2:38: unit/reed-bows: 'points' is -3 since the erratum 2026-01-01-cheaper; write a number of 0 or "
        "more  [data]",
    ]


OTHER_TOTALS = ["Suma y sigue", "Gran total", "Totale", "Coste total", "Total (pts)", "Grand total"]


@pytest.mark.parametrize(
    "label", ["Total", "TOTAL:", "Totals", "Sum", "Total points", "Suma", "Totales", "Suma de puntos", *OTHER_TOTALS]
)
def test_a_row_of_totals_is_no_record(loaded: Loaded, label: str) -> None:
    edition, problems = loaded({"units.csv": f"Name,Points\nLake spears,5\nReed bows,7\n{label},12\n"})
    assert [record.slug for record in edition.records_of("unit") if record.tree.file.suffix == ".csv"] == [
        "lake-spears",
        "reed-bows",
    ]
    assert problems == [
        f"units.csv, row 4: '{label}' is taken for the total of the rows above, and left out  [spreadsheet]"
    ]


def test_a_total_that_is_wrong_is_said(loaded: Loaded) -> None:
    _, problems = loaded({"units.csv": "Name,Points\nLake spears,5\nReed bows,7\nTotal,21\n"})
    assert problems[1] == (
        "units.csv, row 4, column B: the total is 21, the rows above come to 12; see which is right  [spreadsheet]"
    )


def test_a_name_that_only_has_the_word_is_a_record(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": "Name,Points\nTotal Fury,5\n"})
    assert "unit/total-fury" in edition.records and problems == []


@pytest.mark.parametrize(
    ("label", "number", "is_average"),
    [("Average", "6", True), ("Media", "6", True), ("Mean points", "6.5", True), ("Media", "12", False)],
)
def test_a_row_of_averages_is_no_record_and_not_in_the_total(
    loaded: Loaded, label: str, number: str, is_average: bool
) -> None:
    rows = f"Lake spears,5\nReed bows,7\n{label},{number}\nTotal,12\n"
    edition, problems = loaded({"units.csv": f"Name,Points\n{rows}"})
    assert (f"unit/{slug_of(label)}" not in edition.records) is is_average
    said = "units.csv, row 4: '{}' is taken for the average of the rows above, and left out  [spreadsheet]"
    assert (problems[0] == said.format(label), len(problems)) == (is_average, 2)


def test_a_title_above_the_heads_is_told_once_and_the_rows_are_read(loaded: Loaded) -> None:
    edition, problems = loaded({"units.csv": "My units,,\n,,\nName,Points\nLake spears,5\nReed bows,-7\n"})
    assert "unit/lake-spears" in edition.records
    assert problems == [
        "units.csv, row 1: the heads of the columns stand in row 3; delete the rows above it  [spreadsheet]",
        "units.csv, row 5, column B: '-7' is not a number of 0 or more; write one  [spreadsheet]",
    ]


def test_a_column_without_a_head_is_told_once(loaded: Loaded) -> None:
    _, problems = loaded({"units.csv": "Name,Points,\nLake spears,5,a\nReed bows,7,b\n"})
    assert problems == ["units.csv, row 2, column C: 'a' stands in a column without a head; give it one  [spreadsheet]"]


@pytest.mark.parametrize("head", ["_Points", "_Class", "_Note", "_points", "_Movement"])
def test_a_column_whose_head_begins_with_a_stroke_is_the_users_own(loaded: Loaded, head: str) -> None:
    edition, problems = loaded({"units.csv": f"Name,Points,{head}\nLake spears,5,999\n"})
    assert problems == []
    assert edition.records["unit/lake-spears"].data == {"name": "Lake spears", "points": "5"}


def load_with(loaded: Loaded, book: Path) -> tuple[Edition, list[str]]:
    """Load the shipped edition with a workbook over it."""
    loaded({"empty.txt": ""})
    folder = Path.cwd() / "data" / "editions" / "kensei-2e"
    (folder / book.name).write_bytes(book.read_bytes())
    database, problems = load(project_in(Path.cwd()), ["kensei-2e"])
    ours = [str(problem).removeprefix("data/editions/kensei-2e/") for problem in problems]
    return database.editions["kensei-2e"], [problem for problem in ours if problem.startswith(book.name)]


def test_merged_cells_of_one_column_have_the_same_value_each(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    for row in (["Name", "Class"], ["Lake spears", "Warrior"], ["Reed bows", None]):
        book.active.append(row)
    book.active.merge_cells("B2:B3")
    book.save(tmp_path / "units.xlsx")
    edition, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems == []
    assert [edition.records[f"unit/{name}"].get("class") for name in ("lake-spears", "reed-bows")] == ["warrior"] * 2


@pytest.mark.parametrize("area", ["B2:B3", "B2:C2"])
def test_merged_cells_that_may_mean_two_things_are_named(loaded: Loaded, tmp_path: Path, area: str) -> None:
    book = Workbook()
    for row in (["Name", "Points", "Class"], ["Lake spears", 12, None], ["Reed bows", 4, "Warrior"]):
        book.active.append(row)
    book.active.merge_cells(area)
    book.save(tmp_path / "units.xlsx")
    _, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems[0] == (
        f"units.xlsx, sheet Sheet, row 2, column B: is merged ({area}); "
        "unmerge the cells, and fill in each  [spreadsheet]"
    )


def test_a_head_that_is_merged_with_the_first_row_is_no_name(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    for row in (["Name", "Points"], ["Lake spears", 12], ["Reed bows", 4]):
        book.active.append(row)
    book.active.merge_cells("A1:A2")
    book.save(tmp_path / "units.xlsx")
    _, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems[0] == (
        "units.xlsx, sheet Sheet, row 2, column A: is merged (A1:A2); "
        "unmerge the cells, and fill in each  [spreadsheet]"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Units.csv", "'Units' should be written in small letters; rename it to 'units.csv'"),
        ("units (1).csv", "is another file of 'units'; put its records into one file, 'units.csv', and delete it"),
        ("units copy.csv", "is another file of 'units'; put its records into one file, 'units.csv', and delete it"),
    ],
)
def test_a_copy_of_a_file_or_a_name_with_capitals_is_no_new_kind(loaded: Loaded, name: str, message: str) -> None:
    _, problems = loaded({name: "Name,Points\nLake spears,5\n"})
    assert len(problems) == 1 and message in problems[0]


def test_a_workbook_of_several_sheets_says_which_are_read(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Foot"
    book.active.append(["Name"])
    book.create_sheet("Horse").append(["Name"])
    book.create_sheet("_Notes").append(["later"])
    book.save(tmp_path / "units.xlsx")
    _, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems == [
        "units.xlsx: its sheets are read as one list: Foot, Horse; left out are: _Notes; hide a sheet, or begin its "
        "name with '_', to leave it out  [spreadsheet]"
    ]


def test_a_sheet_with_the_name_of_other_records_is_refused(loaded: Loaded, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Weapons"
    book.active.append(["Name"])
    book.save(tmp_path / "units.xlsx")
    _, problems = load_with(loaded, tmp_path / "units.xlsx")
    assert problems == [
        "units.xlsx, sheet Weapons: the sheet bears the name of 'weapons', but this file holds records of the kind "
        "'unit'; save it as a file of its own, or rename it  [spreadsheet]"
    ]


def test_a_column_more_changes_no_name_of_a_figure_in_words(loaded: Loaded) -> None:
    plain, _ = loaded({"abilities.csv": "Name,Text,Reminder\nWade,Wades 5 cm on 4+.,4+ wades.\n"})
    with_cost, _ = loaded({"abilities.csv": "Name,Text,Reminder,Movement\nWade,Wades 5 cm on 4+.,4+ wades.,3\n"})
    for edition in (plain, with_cost):
        record = edition.records["ability/wade"]
        assert record.get("text") == "Wades %(text-1)s on %(text-2)s."
        assert record.get("reminder") == "%(reminder-1)s wades."


ROLE = "role: {words: [role]}"
FACTION = "band: {words: [faction], takes: name, of: [clan]}"


def own_game(
    folder: Path, sheet: str, columns: str = ROLE, written_in: str = "en", units: str = "cm"
) -> tuple[Edition, list[str]]:
    """Return a game of one's own with a sheet of fighters, and what is wrong with the sheet."""
    languages = f"language: {written_in}, written-in: {written_in}"
    for name, text in {
        "edition.yaml": f"{{id: moor, name: Moor, game: Moor, {languages}, units: {units}}}\n",
        "fighters.csv": sheet,
        "../../vocabulary.yaml": f"kinds: {{fighters: fighter}}\ncolumns: {{{columns}}}\n",
    }.items():
        file = folder / "data" / "editions" / "moor" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    database, problems = load(project_in(folder), ["moor"])
    return database.editions["moor"], [each.message for each in problems if "fighters.csv" in each.place.file]


def test_a_word_of_another_game_is_a_column_of_ones_own(tmp_path: Path) -> None:
    edition, problems = own_game(tmp_path, "Name,Faction,Role\nAnna,Caravan,line\nBert,Guild,line\n")
    assert problems == []
    assert edition.records["fighter/anna"].data == {"name": "Anna", "faction": "Caravan", "role": "line"}


def test_it_is_one_where_its_cells_say_so(tmp_path: Path) -> None:
    edition, problems = own_game(tmp_path, "Name,Class\nAnna,Warrior\n")
    assert (list(edition.records["fighter/anna"].data), problems) == (["name", "class"], [])


def test_a_declared_column_takes_names_that_no_game_of_the_tool_knows(tmp_path: Path) -> None:
    edition, problems = own_game(tmp_path, "Name,Faction\nAnna,Caravan\n", FACTION)
    assert (edition.records["fighter/anna"].get("band"), problems) == ("caravan", [])


def test_a_placeholder_in_a_cell_is_refused_in_its_cell(loaded: Loaded) -> None:
    _, problems = loaded(
        {"abilities.csv": "Name,Text\nWade,Wades %(depth)s.\n50 % off,Half of %(all|words)s.\nAll,100 %.\n"}
    )
    assert problems == [
        "abilities.csv, row 2, column B: '%(depth)s' stands for nothing in a cell; write the figure itself, which the "
        "tool finds in the words  [spreadsheet]",
        "abilities.csv, row 3, column B: '%(all|words)s' stands for nothing in a cell; write the figure itself, which "
        "the tool finds in the words  [spreadsheet]",
    ]


@pytest.mark.parametrize("words", ["%(depth)d", "%(depth)5s", "%(depth) s", "%()s"])
def test_what_was_meant_to_be_a_placeholder_is_refused_in_its_cell(loaded: Loaded, words: str) -> None:
    _, problems = loaded({"abilities.csv": f"Name,Text\nWade,Wades {words}.\nAll,100 %(at most) or 5 %(deep).\n"})
    [told] = problems
    assert f"abilities.csv, row 2, column B: '{words}' stands for nothing in a cell; write the figure" in told


def test_a_game_of_ones_own_may_have_points_below_zero(tmp_path: Path) -> None:
    own_game(tmp_path, "Name\nAnna\n")
    file = tmp_path / "data" / "editions" / "moor" / "fighters.yaml"
    file.write_text("eel: {name: Eel, points: -1, miniatures: 5-10}\n")
    assert load(project_in(tmp_path), ["moor"])[1] == []


def test_a_figure_of_a_cell_is_told_as_the_cell_has_it(tmp_path: Path) -> None:
    own_game(tmp_path, "Name,Text\nAnna,Takes 1/2 of the loot.\nBert,Moves 3 boats.\n")
    project = project_in(tmp_path)
    database, _ = load(project, ["moor"])
    assert [problem.message for problem in check_words(project, database)] == [
        "'moor/fighter/anna.text' in en has 1/2, which is 1/2; write 'half'"
    ]


def test_a_figure_for_which_a_column_is_declared_is_there_for_the_cards(tmp_path: Path) -> None:
    own_game(tmp_path, "Name,Text,Rise\nAnna,Runs.,3\n", "rise: {words: [rise], takes: figure, at: figures.rise}")
    database, problems = load(project_in(tmp_path), ["moor"])
    assert not problems
    assert list(orphan_definition(database)) == []


def test_a_column_that_is_no_figure_excuses_no_figure_of_its_name(tmp_path: Path) -> None:
    own_game(tmp_path, "Name\nAnna\n", ROLE)
    file = tmp_path / "data" / "editions" / "moor" / "fighters.yaml"
    file.write_text("eel: {name: Eel, text: Bites., figures: {role: 3}}\n")
    database, _ = load(project_in(tmp_path), ["moor"])
    assert [finding.record for finding in orphan_definition(database)] == ["fighter/eel"]

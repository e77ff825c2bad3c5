"""A game of one's own in one workbook: a sheet a kind, and columns that say by their cells what they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from kensei_docs.catalogues import Translator
from kensei_docs.check.checked_project import CheckedProject
from kensei_docs.check.data.records import entity_reference, known_fields, orphan_definition
from kensei_docs.check.project_files import colours_have_their_sign
from kensei_docs.check.run import check_words
from kensei_docs.database import load
from kensei_docs.database.record_sheets import kind_named
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.problems import Problem, by_place
from kensei_docs.project import Project, shipped

Rows = Sequence[Sequence[object]]
KINDS = "{fighters: fighter, events: event, factions: faction}"
FACTIONS: Rows = [["Name"], ["Caravan"], ["Dunes"]]


class Game:
    """A game of one's own, loaded; ``told`` is what is wrong, without the name of its folder."""

    def __init__(self, folder: Path) -> None:
        self.project = Project((folder.resolve(), shipped()), shipped() / "build")
        self.database, problems = load(self.project, ["salt"])
        self.edition = self.database.editions["salt"]
        place = f"{folder / 'data/editions/salt'}/"
        self.told = [str(problem).replace(place, "") for problem in problems if problem.severity != "note"]
        self.notes = [str(problem).replace(place, "") for problem in problems if problem.severity == "note"]
        self.sheets = [str(note).replace(place, "").removesuffix("  [sheets]") for note in self.edition.sheets]

    def data(self, record: str) -> dict[str, object]:
        return self.edition.records[record].data


@pytest.fixture
def game(tmp_path: Path) -> Callable[..., Game]:
    """Make a game of some files; a text is a file's, rows by sheet are a workbook's."""

    def make(vocabulary: str = f"kinds: {KINDS}\n", units: str = "in", **files: str | Mapping[str, Rows]) -> Game:
        folder = tmp_path / "data" / "editions" / "salt"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "edition.yaml").write_text(f"{{id: salt, name: Salt, game: Salt, language: en, units: {units}}}\n")
        (tmp_path / "data" / "vocabulary.yaml").write_text(vocabulary)
        for name, content in files.items():
            stem, _, suffix = name.rpartition("_")
            file = folder / f"{stem}.{suffix}"
            if isinstance(content, str):
                file.write_text(content)
                continue
            book = Workbook()
            book.remove(book.active)
            for title, rows in content.items():
                sheet = book.create_sheet(title)
                for row in rows:
                    sheet.append(row)
            book.save(file)
        return Game(tmp_path)

    return make


FIGHTERS: Rows = [
    ["Name", "Faction", "Move", "HP", "Attack", "Flies", "Traits", "Role", "Flavour", "Copies", "_Mine"],
    ["Ash", "Caravan", '4"', 3, "1D6", "no", "brave; lost", "line", "She never looks back.", 2, "x"],
    ["Oke", "Dunes", '5"', "-", "2D6", "yes", "old", "heavy", "He pays 2 coins.", 1, ""],
]


def test_a_workbook_of_any_name_has_a_sheet_a_kind(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": FIGHTERS, "evento": [["Name"]], "Factions": FACTIONS, "Event": [["Name"]]})
    assert made.told == [
        "game.xlsx, sheet evento: the sheet 'evento' is not a kind of record; did you mean 'event'?; write "
        "'kinds: {evento: evento}' in data/vocabulary.yaml to make it one, or begin its name with '_' to leave "
        "it out  [spreadsheet]"
    ]
    assert sorted(made.edition.records) == ["faction/caravan", "faction/dunes", "fighter/ash", "fighter/oke"]


def test_columns_are_what_their_cells_hold(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": FIGHTERS, "Factions": FACTIONS})
    assert (made.told, made.notes) == ([], [])
    assert made.data("fighter/ash") == {
        "name": "Ash",
        "faction": "caravan",
        "figures": {"move": "4 in", "hp": "3", "attack": "1D6"},
        "flies": False,
        "traits": ["brave", "lost"],
        "role": "line",
        "rules": {"flavour": "She never looks back."},
        "copies": "2",
    }
    assert made.data("fighter/oke")["figures"] == {"move": "5 in", "attack": "2D6", "flavour-1": "2"}
    assert made.data("fighter/oke")["traits"] == ["old"]


def test_a_line_a_sheet_says_what_was_taken_for_what(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": FIGHTERS, "Factions": FACTIONS})
    assert made.sheets == [
        "game.xlsx, sheet Fighters: has 2 records of the kind fighter; names of faction: Faction (faction); lengths: "
        "Move (figures.move); numbers: HP (figures.hp); dice: Attack (figures.attack); yes or no: Flies (flies); "
        "lists: Traits (traits); words: Role (role); sentences: Flavour (rules.flavour)",
        "game.xlsx, sheet Factions: has 2 records of the kind faction",
    ]


def test_checks_know_such_columns(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": FIGHTERS, "Factions": FACTIONS})
    found = [one for check in (known_fields, orphan_definition, entity_reference) for one in check(made.database)]
    assert [one.message for one in found] == []
    assert [problem.message for problem in check_words(made.project, made.database)] == []


def test_figures_and_fields_are_called_by_their_heads(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": FIGHTERS, "Factions": FACTIONS})
    translator = Translator(made.project, made.database, "en")
    assert [translator.term(name) for name in ("hp", "flavour", "attack")] == ["HP", "Flavour", "attack"]
    assert translator.problems == []


def test_the_glossary_of_the_project_goes_before_a_head(game: Callable[..., Game], tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "glossary.yaml").write_text("hp: {en: Health, es: Salud}\n")
    made = game(fighters_csv="Name,HP\nAsh,3\n")
    assert [Translator(made.project, made.database, code).term("hp") for code in ("en", "es")] == ["Health", "Salud"]


def test_a_word_of_the_tools_games_is_no_label_of_another_game(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Spear\nAsh,3\n")
    # Of the tool's games, the term "spear" is called Yari.
    assert Translator(made.project, made.database, "en").term("spear") == "Spear"


def test_a_name_of_no_record_is_told_in_its_cell(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Faction\nAsh,Caravn\nOke,dunes\n", factions_csv="Name\nCaravan\nDunes\n")
    assert made.told == [
        "fighters.csv, row 2, column B: 'Caravn' is not a known faction; did you mean 'Caravan'?; mend the name, or "
        "add a record of it  [spreadsheet]"
    ]
    assert made.data("fighter/oke")["faction"] == "dunes"


def test_records_are_named_by_their_names_whatever_their_ids_and_the_order_of_files(game: Callable[..., Game]) -> None:
    made = game(
        events_csv='Name,Factions\nFlood,"Red Caravan, Dunes"\nFog,Dunes\n',
        factions_csv="Id,Name\nrc,Red Caravan\nd,Dunes\n",
    )
    assert made.told == []
    assert [made.data(f"event/{name}")["factions"] for name in ("flood", "fog")] == [["rc", "d"], ["d"]]


def test_a_declared_column_of_names_is_held_to_all_records_too(game: Callable[..., Game]) -> None:
    vocabulary = f"kinds: {KINDS}\ncolumns: {{side: {{words: [side], takes: name, of: [faction]}}}}\n"
    made = game(
        vocabulary, events_csv="Name,Side\nFlood,Red Caravan\nFog,Dnes\n", factions_csv="Id,Name\nrc,Red Caravan\n"
    )
    assert made.told == [
        "events.csv, row 3, column B: 'Dnes' is not a known faction; mend the name, or add a record of it  "
        "[spreadsheet]"
    ]
    assert made.data("event/flood")["side"] == "rc"


def test_a_head_that_is_almost_a_known_one_is_no_new_column(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Texxt,Poinst,Fame,Tile\nAsh,Runs.,3,4,5\n")
    assert [told.partition("; ")[0] for told in made.told] == [
        "fighters.csv, row 1, column B: 'Texxt' is almost 'text'",
        "fighters.csv, row 1, column C: 'Poinst' is almost 'points'",
    ]
    assert made.data("fighter/ash")["figures"] == {"fame": "4", "tile": "5"}


def test_a_cell_at_odds_with_its_column_is_told(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Armour\nA,3\nB,4\nC,heavy\nD,2\nE,5\n")
    assert made.told == [
        "fighters.csv, row 4, column B: 'Armour' has figures in other rows, and 'heavy' here; write a figure, or empty "
        "the cell; if the column is one of words, declare it under 'columns' in data/vocabulary.yaml: 'armour: {words: "
        "[Armour]}'  [spreadsheet]"
    ]
    assert made.data("fighter/d")["figures"] == {"armour": "2"}


def test_a_word_behind_all_numbers_of_a_column_is_its_unit(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Time,Toll\nA,40 min,1 coin\nB,5 min,2 coins\nC,-,12 coins\n")
    assert (made.told, made.data("fighter/a")["figures"]) == ([], {"time": "40", "toll": "1"})
    assert made.sheets[0].endswith("numbers in min: Time (figures.time); numbers in coins: Toll (figures.toll)")
    translator = Translator(made.project, made.database, "en")
    assert [translator.term(name) for name in ("time", "toll")] == ["Time (min)", "Toll (coins)"]


def test_a_head_that_says_the_unit_is_not_called_twice_after_it(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Time (min)\nA,40 min\nB,5 min\n")
    assert made.database.labels["time-min"] == {"en": "Time (min)"}


def test_a_cell_without_the_unit_of_its_column_is_told(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Time\nA,40 min\nB,5 min\nC,20 min\nD,an hour\n")
    assert made.told[0].startswith(
        "fighters.csv, row 5, column B: 'Time' has figures with 'min' in other rows, and 'an hour' here; write one with"
    )
    assert "time" not in made.data("fighter/d").get("figures", {})


@pytest.mark.parametrize("cells", [["40 min"], ["40 min", "3 coins"], ["4th", "5th"], ["2 wolves", "a bear"]])
def test_words_behind_numbers_are_words_where_they_are_no_unit_of_the_column(
    game: Callable[..., Game], cells: list[str]
) -> None:
    made = game(
        fighters_csv="Name,What\n" + "".join(f"{name},{cell}\n" for name, cell in zip("ABC", cells, strict=False))
    )
    assert (made.told, made.data("fighter/a")["what"]) == ([], cells[0])


def test_a_head_over_several_columns_is_told_once(tmp_path: Path, game: Callable[..., Game]) -> None:
    rows: Rows = [["Name", "Stats", None], ["", "Move", "HP"], ["Ash", 3, 4]]
    game(game_xlsx={"Fighters": rows})
    file = tmp_path / "data/editions/salt/game.xlsx"
    book = load_workbook(file)
    book["Fighters"].merge_cells("B1:C1")
    book.save(file)
    told = Game(tmp_path).told
    assert [line for line in told if "Stats" in line] == [
        "game.xlsx, sheet Fighters, row 1, column B: 'Stats' is one head over several columns (B1:C1); write a head "
        "for each column into one row, and delete the row above it  [spreadsheet]"
    ]


@pytest.mark.parametrize("head", ["Steps", "Effects", "Borrows", "Status"])
def test_words_under_a_word_of_the_format_are_a_rule(game: Callable[..., Game], head: str) -> None:
    made = game(fighters_csv=f"Name,{head}\nAsh,now\nOke,later\n")
    assert made.told == []
    [(name, words)] = made.data("fighter/ash")["rules"].items()  # type: ignore[union-attr]
    assert (words, Translator(made.project, made.database, "en").term(name)) == ("now", head)


def test_words_at_which_the_tool_looks_for_effects_are_words(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,When,From\nAsh,now,2\n")
    assert made.told == []
    assert made.data("fighter/ash") == {"name": "Ash", "when-text": "now", "figures": {"from-text": "2"}}
    assert Translator(made.project, made.database, "en").term("when-text") == "When"


def test_fields_that_are_declared_still_hold(game: Callable[..., Game]) -> None:
    made = game(f"kinds: {KINDS}\nfields: {{fighter: [role]}}\n", fighters_csv="Name,Role,Rank,HP\nAsh,line,third,3\n")
    assert made.told == [
        "fighters.csv, row 1, column C: 'Rank' is not among the fields of fighter; add 'rank' to them under 'fields' "
        "in data/vocabulary.yaml, or begin the head with '_' to leave it out  [spreadsheet]"
    ]
    assert made.data("fighter/ash") == {"name": "Ash", "role": "line", "figures": {"hp": "3"}}


def test_two_heads_of_one_field_are_told(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,HP,H.P.,hp\nAsh,3,x y,4\n")
    assert [told for told in made.told if "rename one" in told] == [
        "fighters.csv, row 1, column D: 'hp' is 'figures.hp' in the records, as 'HP' is; rename one  [spreadsheet]"
    ]


def test_a_head_that_stands_twice_is_told_whatever_its_columns_hold(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Heat,Heat\nAsh,2,brave; poor\n")
    [told] = made.told
    assert told.startswith("fighters.csv, row 1, column C: 'Heat' is 'heat' in the records, as 'Heat' is; rename one")


@pytest.mark.parametrize("head", ["Fighter", "Fighters", "fighter"])
def test_the_kinds_own_name_is_the_head_of_the_names(game: Callable[..., Game], head: str) -> None:
    made = game(fighters_csv=f"{head},HP\nAsh,3\n")
    assert (made.told, made.edition.records["fighter/ash"].name) == ([], "Ash")


def test_a_title_above_the_heads_is_told(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="All my fighters,,\n,,\nName,HP,Role\nAsh,3,line\n")
    assert made.told == [
        "fighters.csv, row 1: the heads of the columns stand in row 3; delete the rows above it  [spreadsheet]"
    ]
    assert made.data("fighter/ash")["figures"] == {"hp": "3"}


def test_a_head_that_names_no_field_is_told(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,#,侍\nAsh,1,x y\n")
    assert [told.partition(": ")[2].partition(" [")[0] for told in made.told] == [
        "'#' has no letter from a to z or digit to name a field; rename it, or begin it with '_' ",
        "'侍' has no letter from a to z or digit to name a field; rename it, or begin it with '_' ",
    ]


@pytest.mark.parametrize(("sheet", "kind"), [("Turn", "own-turn"), ("Rulings", "own-ruling"), ("Moods", "mood")])
def test_what_an_unknown_sheet_proposes_works(game: Callable[..., Game], sheet: str, kind: str) -> None:
    sheets = {sheet: [["Name", "Text"], ["First", "Draw."]]}
    [told] = game(game_xlsx=sheets).told
    line = f"kinds: {{{sheet.lower()}: {kind}}}"
    assert f"write '{line}' in data/vocabulary.yaml to make it one" in told
    made = game(f"{line}\n", game_xlsx=sheets)
    assert (made.told, list(made.edition.records)) == ([], [f"{kind}/first"])


def test_a_sheet_without_names_is_one_problem(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="HP,Role\n3,line\n4,line\n")
    assert made.told == [
        "fighters.csv, row 1, column A: no column has the names of the records; call one of 'HP', 'Role' 'Name'  "
        "[spreadsheet]"
    ]


def test_records_of_a_sheet_with_another_name_are_not_those_of_the_file(game: Callable[..., Game]) -> None:
    made = game("kinds: {fighters: fighter}\n", fighters_xlsx={"Foot": FIGHTERS, "Storms": [["Name"], ["Sandstorm"]]})
    assert len(made.told) == 1
    assert made.told[0].startswith("fighters.xlsx, sheet Storms: the sheet 'Storms' is not a kind of record; ")
    assert "give it the heads of the fighter sheet" in made.told[0]
    assert list(made.edition.records) == ["fighter/ash", "fighter/oke"]


def test_more_sheets_of_the_same_heads_are_more_of_the_records(game: Callable[..., Game]) -> None:
    made = game(fighters_xlsx={"Foot": [["Name", "HP"], ["Ash", 3]], "Horse": [["HP", "Name"], [5, "Oke"]]})
    assert made.told == [] and "its sheets are read as one list: Foot, Horse" in made.notes[0]
    assert list(made.edition.records) == ["fighter/ash", "fighter/oke"]


def test_a_sheet_of_another_kind_in_a_file_of_a_kind_has_its_own(game: Callable[..., Game]) -> None:
    made = game(fighters_xlsx={"Fighters": [["Name"], ["Ash"]], "Events": [["Name"], ["Sandstorm"]]})
    assert (made.told, sorted(made.edition.records)) == ([], ["event/sandstorm", "fighter/ash"])


def test_records_of_one_name_in_sheets_of_two_kinds_are_two(game: Callable[..., Game]) -> None:
    made = game(game_xlsx={"Fighters": [["Name"], ["Dune"]], "Events": [["Name"], ["Dune"]]})
    assert (made.told, sorted(made.edition.records)) == ([], ["event/dune", "fighter/dune"])


def test_lengths_may_be_in_cells_of_a_kind_of_the_tool_too(game: Callable[..., Game]) -> None:
    made = game(units_csv="Name,Points,Leap,Motto\nAsh,5,3 in,run\n")
    assert made.told == []
    assert made.data("unit/ash") == {"name": "Ash", "points": "5", "figures": {"leap": "3 in"}, "motto": "run"}
    assert list(known_fields(made.database)) == []


def test_figures_that_count_need_no_forms_in_a_cell(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Text\nAsh,Each side pays 5 points.\nOke,Heals 2 wounds.\n")
    assert [problem.message for problem in check_words(made.project, made.database)] == []


@pytest.mark.parametrize(
    ("sheet", "code", "kind"),
    [
        *(("tides", "en", "tide"), ("abilities", "en", "ability"), ("boxes", "en", "box"), ("horses", "en", "horse")),
        *(
            ("salt-houses", "en", "salt-house"),
            ("fauna", "en", "fauna"),
            ("crew", "en", "crew"),
            ("gear", "en", "gear"),
        ),
        *(("mareas", "es", "marea"), ("luces", "es", "luz"), ("acciones", "es", "accion")),
    ],
)
def test_the_kind_of_a_sheet_is_the_singular_of_its_name_in_the_language_of_the_game(
    sheet: str, code: str, kind: str
) -> None:
    assert kind_named(sheet, code) == kind


def test_editions_of_the_tool_take_no_columns_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "data" / "editions" / "kensei-2e" / "units.csv"
    file.parent.mkdir(parents=True)
    file.write_text("Name,Motto\nAsh,run\n")
    _, problems = load(Project((tmp_path.resolve(), shipped()), shipped() / "build"), ["kensei-2e"])
    assert [problem.message.partition(";")[0] for problem in problems if problem.place.file == str(file)] == [
        "'Motto' is not a known column"
    ]


def test_a_word_among_answers_is_told_with_its_cell(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Flies\nAsh,yes\nOke,no\nElm,yeah\nFir,no\n")
    assert made.told[0].startswith(
        "fighters.csv, row 4, column B: 'Flies' has yes or no in other rows, and 'yeah' here; write"
    )
    assert made.data("fighter/oke")["flies"] is False


@pytest.mark.parametrize("head", ["Art", "Picture", "Image", "Imagen"])
def test_a_column_of_pictures_is_art_whatever_it_is_called(game: Callable[..., Game], head: str) -> None:
    made = game(fighters_csv=f"Name,{head}\nAsh,ash.png\n")
    assert (made.told, made.data("fighter/ash")["art"]) == ([], "ash.png")


def test_a_copy_of_a_workbook_is_told_in_one_line_with_both_files(game: Callable[..., Game]) -> None:
    """A program saves it beside the first one; hundreds of lines about ids would hide that."""
    rows: Rows = [["Name", "HP"], ["Ash", 3], ["Oke", 4]]
    made = game(game_xlsx={"Fighters": rows, "Events": [["Name"], ["Gale"], ["Fog"]]}, zcopy_xlsx={"Fighters": rows})
    assert made.told == [
        "zcopy.xlsx: holds the same records as game.xlsx, 'fighter/ash' and 1 more; delete one of the two files  [data]"
    ]


def test_one_record_in_two_files_is_told_at_the_record(game: Callable[..., Game]) -> None:
    rows: Rows = [["Name", "HP"], ["Ash", 3], ["Oke", 4]]
    made = game(game_xlsx={"Fighters": rows}, more_xlsx={"Fighters": [*rows[:2], ["Ink", 1], ["Elm", 2]]})
    assert made.told == [
        "more.xlsx, sheet Fighters, row 2: 'fighter/ash' stands in game.xlsx already; give it another id  [data]"
    ]


def test_a_column_of_colours_is_told_as_one(game: Callable[..., Game]) -> None:
    made = game(factions_csv="Name,Colour,Rim\nCaravan,#a65a10,#123\nDunes,36485a,405060\n")
    assert made.told == []
    assert made.sheets == ["factions.csv: has 2 records of the kind faction; colours: Colour (colour), Rim (rim)"]
    found = list(colours_have_their_sign(CheckedProject(made.project, made.database)))
    assert [(one.place.within, one.message.partition(";")[2]) for one in found] == [
        ("row 3, column B", " did you mean '#36485a'?; a colour begins with '#'"),
        ("row 3, column C", " did you mean '#405060'?; a colour begins with '#'"),
    ]


def test_a_word_or_a_number_is_no_colour(game: Callable[..., Game]) -> None:
    made = game(factions_csv="Name,Motto,Founded\nCaravan,facade,123456\nDunes,decade,365810\n")
    assert made.sheets == [
        "factions.csv: has 2 records of the kind faction; words: Motto (motto); numbers: Founded (figures.founded)"
    ]
    assert list(colours_have_their_sign(CheckedProject(made.project, made.database))) == []


def test_a_row_that_was_copied_with_its_id_is_told_at_the_id(game: Callable[..., Game]) -> None:
    made = game(fighters_csv="Name,Id,HP\nAsh,ash,3\nOke,ash,4\n")
    assert made.told == [
        "fighters.csv, row 3, column B: 'ash' stands in row 2 already; give one of the two records another id  "
        "[spreadsheet]"
    ]


def test_what_is_wrong_is_told_sheet_by_sheet() -> None:
    places = [("Tiles", 2), ("Flyers", 3), ("Tiles", 1), ("Flyers", 2)]
    problems = [Problem(CellPlace("bees.xlsx", row, sheet=sheet), "is odd", "odd") for sheet, row in places]
    assert [one.place.within for one in by_place(problems)] == [
        "sheet Flyers, row 2",
        "sheet Flyers, row 3",
        "sheet Tiles, row 1",
        "sheet Tiles, row 2",
    ]

"""What comes of another fault is left out; each slip of a small game of our own is one finding, and its way out mends.

The slips are made in copies of the guide's example game.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from kensei_docs.check.consequences import without_consequences
from kensei_docs.check.project_files import check_project, pages
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project
from tests.conftest import run_command

EXAMPLE = Path(__file__).parents[2] / "docs" / "example-game"
Said = Callable[..., list[str]]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLE, tmp_path / "game", ignore=shutil.ignore_patterns("build"))
    monkeypatch.chdir(tmp_path / "game")
    return tmp_path / "game"


@pytest.fixture
def said(game: Path) -> Said:
    def find(*names: str) -> list[str]:
        try:
            found = list(check_project(Project.open(game), (), names or list(pages())))
        except Unusable as refused:
            found = list(refused.problems)
        return [str(one).replace(f"{game}/", "") for one in found if one.severity != "note"]

    return find


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


WORDS = ("translations", "printed-kinds-exist", "files-have-their-names")


def test_a_kind_that_the_vocabulary_calls_otherwise_is_told_there_alone(game: Path, said: Said) -> None:
    change(game / "data/vocabulary.yaml", "crew: crew", "crew: crews")
    (told,) = said(*WORDS)
    assert told.startswith("data/vocabulary.yaml:3:34: 'crew' has records of the kind 'crews', and 'each' names 'crew'")
    assert "write 'crew: crew'" in told
    change(game / "data/vocabulary.yaml", "crew: crews", "crew: crew")
    assert said(*WORDS) == []


def test_a_section_of_the_vocabulary_with_a_wrong_name_is_the_only_finding(game: Path, said: Said) -> None:
    change(game / "data/vocabulary.yaml", "kinds:", "kind:")
    assert said() == [
        "data/vocabulary.yaml:3:7: 'kind' is no section of a vocabulary; did you mean 'kinds'?; mend the name  [data]"
    ]


def test_a_field_that_the_vocabulary_spells_otherwise_than_all_records_is_told_there_once(
    game: Path, said: Said
) -> None:
    change(game / "data/vocabulary.yaml", "colour", "color")
    assert said("known-fields") == [
        "data/vocabulary.yaml:5:16: 'fields' has 'color', which no chit has, and 4 have 'colour'; write 'colour' here  "
        "[known-fields]"
    ]


def test_a_catalogue_under_another_name_is_one_finding_with_the_name_to_give(game: Path, said: Said) -> None:
    folder = game / "data/locale/es"
    (folder / "low-water.po").rename(folder / "es.po")
    assert said(*WORDS) == [
        "data/locale/es/es.po: is the catalogue of no edition; rename it 'low-water.po', whose messages it has  "
        "[files-have-their-names]"
    ]


def test_a_picture_in_the_place_of_an_icon_is_told_once_however_many_texts_show_it(game: Path, said: Said) -> None:
    icon = game / "templates/_shared/icons/silver.svg"
    icon.with_suffix(".png").write_bytes(b"no drawing")
    icon.unlink()
    assert said("icons-are-drawings", "markup-of-words", "icons-exist", "templates-can-be-filled-in") == [
        "templates/_shared/icons/silver.png: is not read: for an icon, draw 'silver.svg', as a drawing program saves it"
        "  [icons-are-drawings]"
    ]


@pytest.mark.parametrize(
    ("colour", "hint"), [("#6b3f2", ""), ("gren", "; did you mean 'green'?")], ids=["five digits", "a misspelt word"]
)
def test_what_is_no_colour_in_a_column_of_colours_is_told_at_its_cell_alone(
    game: Path, said: Said, colour: str, hint: str
) -> None:
    file = game / "data/editions/low-water/low-water.xlsx"
    book = load_workbook(file)
    book["Factions"]["C2"] = colour
    book.save(file)
    assert said("spreadsheet", "translations", "templates-can-be-filled-in", "asked-paths-exist") == [
        f"data/editions/low-water/low-water.xlsx, sheet Factions, row 2, column C: 'Colour' has colours in other rows, "
        f"and '{colour}' here{hint}; a colour is '#' with 3 or 6 digits behind it, such as #1f3a68  [spreadsheet]"
    ]


def test_a_sign_that_a_typeface_lacks_is_told_at_the_cell_of_the_figure_that_has_it(game: Path) -> None:
    """The text that has the figure in it stands in another column."""
    file = game / "data/editions/low-water/low-water.xlsx"
    book = load_workbook(file)
    book["Gear"]["C2"].value, book["Gear"]["C2"].number_format = 0.5, "0%"
    book.save(file)
    for _ in range(2):
        told = run_command("build", "gear-cards", "--language", "en", "--paper", "a4").err
        assert "low-water.xlsx, sheet Gear, row 2, column C: '%' (U+0025) is not in 'Tidewrack Caps'" in told


def test_braces_in_a_cell_are_told_with_what_a_cell_takes(game: Path, said: Said) -> None:
    file = game / "data/editions/low-water/low-water.xlsx"
    book = load_workbook(file)
    head = next(cell.column_letter for cell in book["Crew"][1] if cell.value == "Text")
    book["Crew"][f"{head}2"] = "{T}: draw 2 cards."
    book.save(file)
    (told,) = said("forms-agree-with-one-figure")
    assert "'low-water/crew/old-rake.text' has '{T}', which stands for nothing in a cell; write (T) for words" in told
    book["Crew"][f"{head}2"] = "(T): draw 2 cards."
    book.save(file)
    assert said("forms-agree-with-one-figure") == []


def test_a_field_of_another_game_is_one_finding_with_the_fields_that_there_are(game: Path, said: Said) -> None:
    change(game / "templates/crew-cards/back-art.html.j2", '"faction"', '"clan"')
    (told,) = said("asked-paths-exist", "templates-can-be-filled-in")
    assert "asks for 'clan', which no record of crew has; its fields are" in told
    assert "faction" in told


def test_a_word_in_the_place_of_a_record_is_told_with_what_is_taken(game: Path, said: Said) -> None:
    file = game / "templates/crew-cards/face.html.j2"
    file.write_text(file.read_text() + '{{ text("water") }}')
    (told,) = said("templates-can-be-filled-in")
    assert "text() takes a record, and is given something else; write it with one in its brackets" in told


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("bleed: 3", "bleed: 0,3", "'bleed': '0,3' is not a number; write 0.3"),
        ("bleed: 3", "bleed: some", "'bleed': 'some' is not a number; write one such as 3"),
        ("size: 17", "size: 17pt", "'fit.name.size': '17pt' is not a number; write 17"),
    ],
)
def test_a_number_that_is_none_is_told_with_the_one_to_write(
    game: Path, said: Said, old: str, new: str, fault: str
) -> None:
    change(game / "templates/crew-cards/kind.yaml", old, new)
    (told,) = said("settings")
    assert fault in told


def test_a_key_that_is_misspelt_is_not_missing_besides(game: Path, said: Said) -> None:
    change(game / "data/editions/low-water/edition.yaml", "language: en", "languge: en")
    (told,) = said()
    assert "'languge' is not known here; did you mean 'language'?" in told


def test_a_style_sheet_of_the_network_is_told_in_words_with_the_folder_of_typefaces(game: Path, said: Said) -> None:
    file = game / "templates/crew-cards/face.css"
    file.write_text('@import url("https://letters.example/css2?family=Reed");\n' + file.read_text())
    (told,) = said("styles-can-be-printed")
    assert "nothing is fetched from the network; take the @import out, and put the files of the typeface into" in told


def test_a_picture_of_a_look_is_meant_by_its_ending(game: Path, said: Said) -> None:
    change(game / "data/editions/low-water/edition.yaml", "emblem.svg", "emblem.sgv")
    (told,) = said("pictures-exist")
    assert "there is no picture 'emblem.sgv'; did you mean 'emblem.svg'?" in told


def at(column: int | None, message: str, check: str) -> Problem:
    return Problem(Place("face.html.j2", 3, column), message, check)


def test_what_is_met_on_the_page_is_left_out_beside_a_fault_of_its_line() -> None:
    cause = at(7, "'ounces' is no unit here", "units-of-measure")
    met = [at(None, "'oz' is not in 'Reed Sans'", "glyphs"), at(None, "it runs over", "overlap")]
    assert without_consequences([*met, cause]) == [cause]
    assert without_consequences(met) == met


def test_a_fault_of_another_cell_of_the_row_is_told_beside_it() -> None:
    cause, other = at(7, "'ounces' is no unit here", "units-of-measure"), at(9, "there is no picture", "pictures")
    assert without_consequences([cause, other]) == [cause, other]


def test_what_the_layout_of_a_kind_meets_is_left_out_beside_a_fault_of_its_style_sheet() -> None:
    met = [
        Problem(Place("game.xlsx"), "frog-cards-a4 in en, 'wade.front': its text runs 4.0 mm over", "overflow"),
        Problem(Place("face.html.j2", 2), "frog-cards-a4-low-ink in es, on 3 faces: 'Wade' can't be seen", "unseen"),
    ]
    others = [
        Problem(Place("game.xlsx"), "tide-cards-a4 in en, 'ebb.front': its text runs 4.0 mm over", "overflow"),
        Problem(Place("game.xlsx"), "there is no picture 'frog.png'", "pictures"),
    ]
    slip = Problem(Place("templates/frog-cards/face.css", 12, 1), "no template has 'text'", "styled-elements-exist")
    shared = Problem(
        Place("templates/_shared/styles/card.css", 3, 1), "no template has 'text'", "styled-elements-exist"
    )
    assert without_consequences([*met, *others, slip]) == [*others, slip]
    assert without_consequences([*met, *others, shared]) == [others[1], shared]
    hint = replace(slip, severity="warning")
    assert without_consequences([*met, *others, hint]) == [*met, *others, hint]

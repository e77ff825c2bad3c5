"""A game that a designer keeps in a spreadsheet becomes a project with one command."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import polib
import pypdfium2
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.workbook.defined_name import DefinedName
from PIL import Image

from kensei_docs.documents.layout.legibility import type_size_of
from kensei_docs.documents.layout.painted_page import PaintedPage
from kensei_docs.documents.markup import templates

SHEETS: dict[str, Sequence[Sequence[object]]] = {
    "Fighters": [
        ["Name", "Faction", "Move", "HP", "Traits", "Flies", "Text", "Flavour", "Copies", "_Notes"],
        ["Ashigaru", "Caravan", '4"', 3, "brave; poor", "no", "Each side pays 5 points.", "She waits.", 2, "x"],
        ["Guard", "Dunes", '5"', "-", "old", "yes", "Heals 2 HP.", "A king.", 1, None],
    ],
    "Factions": [["Name", "Colour"], ["Caravan", "Red"], ["Dunes", "Yellow"]],
    "Units": [["Name", "Points"], ["Camels", 5]],
    "_Ideas": [["later"]],
}


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    book = Workbook()
    book.remove(book.active)
    for title, rows in SHEETS.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "My game.xlsx")
    return tmp_path / "My game.xlsx"


def words_of(pdf: Path) -> str:
    return " ".join(
        " ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(pdf)
    ).replace("\N{NO-BREAK SPACE}", " ")


def test_a_workbook_is_checked_and_printed_at_once(
    run: Callable, tmp_path: Path, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = run("init", tmp_path / "salt", "--name", "Salt", "--from", workbook)
    assert (begun.status, begun.err) == (0, "")
    assert "Lengths are measured in inches ('units' in edition.yaml, as in the cells)." in begun.out
    assert "my-game.xlsx: leaves out what is hidden, a chart, or begins with '_': _Ideas" in begun.out
    assert "sheet Fighters: has 2 records of the kind fighter; names of faction: Faction (faction); " in begun.out
    monkeypatch.chdir(tmp_path / "salt")
    assert Path("data/editions/salt/my-game.xlsx").read_bytes() == workbook.read_bytes()
    assert run("check").out.startswith("No findings.\n")
    made = run("build", "fighter-cards", "own-unit-cards", "-l", "en", "--paper", "a4")
    assert (made.status, made.err) == (0, "")
    fighters = words_of(Path("build/salt/en/fighter-cards-a4.pdf"))
    assert (
        fighters.count("Ashigaru Caravan · brave, poor Move 4″ HP 3 Each side pays 5 points. Flavour: She waits.") == 2
    )
    assert fighters.count("Guard Dunes · old · Flies Move 5″ Heals 2 HP. Flavour: A king.") == 1
    assert "Camels Points 5" in words_of(Path("build/salt/en/own-unit-cards-a4.pdf"))


def test_a_column_of_pictures_stops_no_print(run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "storms.csv"
    file.write_text("Name,Art,HP\nSand,sand.png,3\n")
    assert run("init", tmp_path / "game", "--from", file).status == 0
    monkeypatch.chdir(tmp_path / "game")
    Path("art").mkdir()
    Image.new("RGB", (900, 600), "#c0a060").save("art/sand.png")
    made = run("build", "storm-cards", "-l", "en", "--paper", "a4")
    assert (made.status, made.err) == (0, "")
    assert "HP 3" in words_of(Path("build/game/en/storm-cards-a4.pdf"))


def test_a_drafted_deck_shows_pictures_that_came_later_and_the_colour_of_its_faction(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Workbook()
    book.remove(book.active)
    for title, rows in {
        "Factions": [
            ["Id", "Name", "Colour", "Motto"],
            ["hive", "The Hive", "#1050a0", "All for one."],
            ["nest", "The Nest", "#107020", "One for all."],
        ],
        "Flyers": [
            ["Name", "Faction", "Cost", "Art"],
            ["Amber", "The Hive", 5, "amber"],
            ["Ember", "The Nest", 4, None],
        ],
    }.items():
        for row in rows:
            (book[title] if title in book.sheetnames else book.create_sheet(title)).append(row)
    book.save(tmp_path / "oak.xlsx")
    assert run("init", tmp_path / "oak", "--from", tmp_path / "oak.xlsx").status == 0
    monkeypatch.chdir(tmp_path / "oak")
    Path("art").mkdir()
    Image.new("RGB", (600, 900), "#c0a060").save("art/amber.png")
    made = run("build", "flyer-cards", "faction-cards", "-l", "en", "--paper", "a4")
    assert (made.status, made.err) == (0, "")
    for kind in ("flyer", "faction"):
        with pypdfium2.PdfDocument(f"build/oak/en/{kind}-cards-a4.pdf") as document:
            colours = {colour for _, colour in document[0].render(scale=2).to_pil().convert("RGB").getcolors(1 << 20)}
        assert {(0x10, 0x50, 0xA0), (0x10, 0x70, 0x20)} < colours
        assert ((0xC0, 0xA0, 0x60) in colours) == (kind == "flyer")
    run("build", "flyer-cards", "-l", "en", "--paper", "a4", "--theme", "low-ink")
    with pypdfium2.PdfDocument("build/oak/en/flyer-cards-a4-low-ink.pdf") as document:
        colours = {colour for _, colour in document[0].render(scale=2).to_pil().convert("RGB").getcolors(1 << 20)}
    assert (0x10, 0x50, 0xA0) not in colours


def test_a_sheet_of_names_that_other_cards_show_has_no_deck_which_is_said(
    run: Callable, tmp_path: Path, workbook: Path
) -> None:
    book = load_workbook(workbook)
    for row, colour in enumerate(("#c03020", "#d0b030"), 2):
        book["Factions"].cell(row, 2).value = colour
    book.save(workbook)
    begun = run("init", tmp_path / "salt", "--from", workbook)
    said = "Sheet Factions: has only names and colours, which other cards show; no cards are drafted for it."
    assert (begun.status, begun.out.count(said)) == (0, 1)
    decks = sorted(path.name for path in (tmp_path / "salt/templates").glob("*-cards"))
    assert decks == ["fighter-cards", "own-unit-cards"]


def test_names_that_nothing_else_names_have_a_deck(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "storms.csv"
    file.write_text("Name,Colour\nSand,#a65a10\nSea,#36485a\n")
    assert run("init", tmp_path / "game", "--from", file).status == 0
    assert (tmp_path / "game/templates/storm-cards").is_dir()


def test_a_quick_reference_has_a_dash_for_a_figure_that_one_of_them_lacks_and_leaves_out_bare_names(
    run: Callable, tmp_path: Path, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", tmp_path / "salt", "--from", workbook)
    monkeypatch.chdir(tmp_path / "salt")
    assert run("build", "quick-reference", "-l", "en", "--paper", "a4").status == 0
    words = words_of(Path("build/salt/en/quick-reference-a4.pdf"))
    assert re.search(r"Move HP Ashigaru\. Each side pays 5 points\. .*4″ 3 Guard\. .*5″ –", words), words
    assert "Factions" not in words


def test_a_colour_in_a_cell_is_no_word_for_players(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "storms.csv"
    file.write_text("Name,Colour,Mood\nSand,#a65a10,Dry\nSea,#36485a,Wet\n")
    assert run("init", tmp_path / "game", "--from", file).status == 0
    monkeypatch.chdir(tmp_path / "game")
    face = Path("templates/storm-cards/face.html.j2").read_text()
    assert '"mood"' in face
    assert run("build", "storm-cards", "-l", "en", "--paper", "a4").status == 0
    printed = words_of(Path("build/game/en/storm-cards-a4.pdf"))
    assert ("Dry" in printed, "#" in printed) == (True, False)


def test_a_colour_in_a_cell_that_can_not_be_printed_is_told_with_its_cell(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "storms.csv"
    file.write_text("Name,Colour,Rim\nSand,redd,#112233\nSea,teal,bright greeen\n")
    assert run("init", tmp_path / "game", "--from", file).status == 0
    monkeypatch.chdir(tmp_path / "game")
    Path("templates/storm-cards/art.html.j2").write_text(
        '<div class="rim" style="--mine: {{ record.get("rim") }}"></div>\n'
        '<div style="background: {{ record.get("colour") }}; height: 9mm"></div>\n'
        '<svg viewBox="0 0 9 9" style="width: 9mm">'
        '<rect width="9" height="9" fill="{{ record.get("colour") }}"/></svg>\n'
    )
    with Path("templates/storm-cards/face.css").open("a") as sheet:
        sheet.write(".rim { background-color: var(--mine); color: bleu }\n")
    made = run("build", "storm-cards", "-l", "en", "--paper", "a4")
    assert [line.partition(";")[0].removeprefix("data/editions/game/") for line in made.err.splitlines()] == [
        "storms.csv, row 2, column B: 'background: redd' is no value that 'background' can have",
        "storms.csv, row 2, column B: 'fill': 'redd' is no colour",
        "storms.csv, row 3, column C: 'background-color: bright greeen' is no value that 'background-color' can have",
        "templates/storm-cards/face.css:15:39: 'color: bleu' is no value that 'color' can have",
    ]
    assert run("build", "storm-cards", "-l", "en", "--paper", "a4").err == made.err


def test_its_cells_are_what_the_commands_know(run: Callable, tmp_path: Path, workbook: Path) -> None:
    run("init", tmp_path / "salt", "--from", workbook)
    shown = run("--project", tmp_path / "salt", "show", "fighter/ashigaru", "-e", "salt").out
    lines = [line.split() for line in shown.splitlines()]
    assert ["figures.hp", "3"] in lines and ["faction", "caravan"] in lines


def test_a_list_in_another_language_keeps_its_words(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "luchadores.csv"
    file.write_text("Nombre;Vida;Texto;Movimiento\nMarta;3;Corre 2,5 cm.;10 cm\n", encoding="utf-8")
    begun = run("init", tmp_path / "sal", "--from", file, "--language", "es")
    assert (begun.status, begun.err) == (0, "")
    project = tmp_path / "sal"
    assert (project / "data/editions/sal/luchadores.csv").is_file()
    assert "kinds: {luchadores: luchador}" in (project / "data/vocabulary.yaml").read_text()
    assert "vida: {es: Vida}" in (project / "data/glossary.yaml").read_text()
    assert "Esbozado a partir de luchadores.csv" in (project / "README.md").read_text()
    assert run("--project", project, "check", "sal").out.startswith("No findings.\n")


def test_a_sheet_that_a_program_named_is_called_as_the_file(run: Callable, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Hoja1"
    book.active.append(["Name", "HP"])
    book.active.append(["Ash", 3])
    book.save(tmp_path / "Sea storms.xlsx")
    assert run("init", tmp_path / "game", "--from", tmp_path / "Sea storms.xlsx").status == 0
    assert "kinds: {sea-storms: sea-storm}" in (tmp_path / "game/data/vocabulary.yaml").read_text()
    assert run("--project", tmp_path / "game", "check", "game").status == 0


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        ({"Sea_Beasts": "Cards!$B$3:$C$4", "Boats": "Cards!$E$3:$F$4"}, "{sea-beasts: sea-beast, boats: boat}"),
        ({"Boats": "Cards!$E$3:$F$4"}, "{boats: boat}"),
        ({"Table1": "Cards!$E$3:$F$4", "Crew": "Cards!$F$4:$F$4"}, "{cards: card}"),
    ],
)
def test_named_ranges_of_a_sheet_are_kinds(run: Callable, tmp_path: Path, names: dict[str, str], kinds: str) -> None:
    book = Workbook()
    sheet = book.active
    sheet.title = "Cards"
    sheet["A1"] = "Ask Mara about the tolls"
    for corner, rows in (("B3", [["Name", "Bite"], ["Kraken", 9]]), ("E3", [["Name", "Crew"], ["Punt", 2]])):
        for down, row in enumerate(rows):
            for across, value in enumerate(row):
                sheet.cell(sheet[corner].row + down, sheet[corner].column + across, value)
    for name, area in names.items():
        book.defined_names[name] = DefinedName(name, attr_text=area)
    book.save(tmp_path / "cards.xlsx")
    run("init", tmp_path / "salt", "--from", tmp_path / "cards.xlsx")
    assert (tmp_path / "salt/data/vocabulary.yaml").read_text().splitlines()[-1] == f"kinds: {kinds}"
    if len(names) == 2 and "Boats" in names:
        title = (tmp_path / "salt/templates/sea-beast-cards/kind.yaml").read_text().splitlines()[2]
        assert title == "title: Sea Beasts"
        assert run("--project", tmp_path / "salt", "check").out.startswith("No findings.\n")


def test_what_is_wrong_in_the_cells_is_told_and_the_project_written(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "storms.csv"
    file.write_text("Name,Texxt\nAsh,Blows.\n")
    begun = run("init", tmp_path / "game", "--from", file)
    assert begun.status == 1
    assert "data/editions/game/storms.csv, row 1, column B: 'Texxt' is almost 'text'; rename it" in begun.err
    assert (tmp_path / "game/templates/storm-cards/face.html.j2").is_file()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("cards.txt", "Name\nAsh\n", "is no spreadsheet that can be read; save it as .csv, .xlsx or .ods"),
        ("cards.csv", "Name\n", "has no sheet with a row of heads and a row below it; write a row for each card"),
        ("cards.xlsx", "Name\n", "is not an XLSX spreadsheet"),
    ],
)
def test_what_no_game_can_be_made_of_is_refused(
    run: Callable, tmp_path: Path, name: str, content: str, said: str
) -> None:
    (tmp_path / name).write_text(content)
    begun = run("init", tmp_path / "game", "--from", tmp_path / name)
    assert (begun.status, said in begun.err, (tmp_path / "game").exists()) == (2, True, False)


@pytest.mark.parametrize(("units", "words"), [("in", "inches"), ("cm", "centimetres"), ("hex", "hexes")])
def test_the_unit_of_lengths_is_asked_for_and_told(run: Callable, tmp_path: Path, units: str, words: str) -> None:
    begun = run("init", tmp_path / "game", "--units", units)
    assert f"Lengths are measured in {words} ('units' in edition.yaml).\n" in begun.out
    assert f"units: {units}\n" in (tmp_path / "game/data/editions/game/edition.yaml").read_text()
    assert run("--project", tmp_path / "game", "check", "game").out.startswith("No findings.\n")


def test_a_project_over_an_edition_is_made_of_no_spreadsheet(run: Callable, tmp_path: Path, workbook: Path) -> None:
    begun = run("init", tmp_path / "mine", "--over", "kensei-2e", "--from", workbook)
    assert (begun.status, "--over begins no game: --from and --units don't go with it." in begun.err) == (2, True)


def test_words_of_a_column_are_printed_in_another_language_as_the_glossary_has_them(
    run: Callable, tmp_path: Path, workbook: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a word there, what is printed in the game's own language is told, cell by cell."""
    run("init", tmp_path / "salt", "--name", "Salt", "--from", workbook)
    monkeypatch.chdir(tmp_path / "salt")
    Path("data/locale/es").mkdir(parents=True)
    run("catalogue", "update")
    for catalogue, message, translation in (("templates", "Fighters", "Luchadores"), ("salt", "Guard", "Guardia")):
        words = polib.pofile(f"data/locale/es/{catalogue}.po")
        words.find(message).msgstr = translation
        words.save()
    build = ("build", "fighter-cards", "-l", "es", "--paper", "a4")
    missing = (
        "data/editions/salt/my-game.xlsx, sheet Fighters, row 2, column E: 'brave' has no word in es; write "
        "'brave: {es: …}' in data/glossary.yaml  [translations]"
    )
    assert missing in run(*build).err.splitlines()
    with Path("data/glossary.yaml").open("a", encoding="utf-8") as glossary:
        glossary.write("brave: {en: brave, es: valiente}\n")
    made = run(*build)
    untranslated = "sheet Fighters, row 2, column A: 'salt/fighter/ashigaru.name' has no translation into es; add it to"
    assert untranslated in made.err
    assert "'brave' has no word" not in made.err and "'poor' has no word in es" in made.err
    assert "valiente, poor" in words_of(Path("build/salt/es/fighter-cards-a4.pdf"))


@pytest.mark.parametrize("letters", ["fffff", "bbbbb", "d0b8d"])
def test_the_box_of_a_game_has_its_name_and_room_for_how_it_is_made(
    run: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, letters: str
) -> None:
    class Digest:
        def hexdigest(self) -> str:
            return (letters * 13)[:64]

    file = tmp_path / "storms.csv"
    file.write_text("Name,HP\nSand,3\nSea,4\n")
    assert run("init", tmp_path / "game", "--name", "The Tall Wave", "--from", file).status == 0
    monkeypatch.chdir(tmp_path / "game")
    kind = Path("templates/storm-cards/kind.yaml")
    Path("templates/storm-cards/back.html.j2").write_text("<p></p>")
    for face in ("poker", "44x51"):
        kind.write_text(re.sub("(?m)^face: .*$", f"face: {face}", kind.read_text()))
        Path("build/the-tall-wave/en/tuck-box-a4.pdf").unlink(missing_ok=True)
        # The revision of a box are the first letters of this digest.
        with monkeypatch.context() as patched:
            patched.setattr(templates, "hashlib", SimpleNamespace(sha256=lambda _: Digest()))
            made = run("build", "tuck-box", "-l", "en", "--paper", "a4")
        assert (made.status, made.err) == (0, "")
        with pypdfium2.PdfDocument("build/the-tall-wave/en/tuck-box-a4.pdf") as document:
            page = PaintedPage(document[0])
            sizes = {page.words(text): type_size_of(text) for text in page.texts}
        assert any(letters in text for text in sizes)
        large = max(size for text, size in sizes.items() if text and text in "The Tall Wave")
        assert large > max(size for text, size in sizes.items() if text == "Storms")

"""The guide to pictures, followed word by word in a new project, from the file to the print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import ROOT, run_command
from tests.documents.drawn_pictures import disc, photograph, put
from tests.documents.markup.test_icon_sets import MARSH

GUIDE = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)[^\n]*\n(.*?)```", GUIDE, re.S)
KIND = """title: Bird cards
each: bird
face: poker
bleed: 3
fit: {name: {size: 14, floor: 8}, text: {size: 10, floor: 7}}
"""


def block(language: str, beginning: str) -> str:
    """A block of the guide, by its language and what it begins with."""
    return next(text for of, text in BLOCKS if of == language and text.startswith(beginning))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new project with the files of the guide."""
    folder = tmp_path_factory.mktemp("guide") / "shore"
    assert run_command("init", folder).status == 0
    files = {
        "data/editions/shore/birds.yaml": block("yaml", "# data/editions/YOURS/birds.yaml"),
        "templates/bird-cards/face.html.j2": block("html", "{# templates/bird-cards/face.html.j2"),
        "templates/bird-cards/art.html.j2": block("html", "{# templates/bird-cards/art.html.j2"),
        "templates/bird-cards/face.css": block("css", "/* templates/bird-cards/face.css") + block("css", ".ground"),
        "templates/bird-cards/kind.yaml": KIND,
        "templates/bird-cards/back.html.j2": "<p class='text'>{{ edition_name(edition.id) }}</p>",
    }
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    vocabulary = folder / "data/vocabulary.yaml"
    text = vocabulary.read_text(encoding="utf-8").replace("tides: tide", "tides: tide\n  birds: bird")
    vocabulary.write_text(f"{text}\n{block('yaml', 'pictures:')}", encoding="utf-8")
    put(folder, "gull.png", photograph(900, 1200))
    put(folder, "birds/tern.jpg", photograph(400, 300))
    return folder


def build(folder: Path, *words: str):
    return run_command("--project", folder, "build", "bird-cards", "-l", "en", *words)


def test_the_files_of_the_guide_print_a_card_with_its_picture(game: Path) -> None:
    assert "No findings" in run_command("--project", game, "check", "shore", "--select", "pictures-exist").out
    for _ in range(2):
        result = build(game, "--paper", "a4")
        assert (result.status, result.err) == (0, "")
    result = build(game, "--paper", "a4", "--dpi", "600")
    assert (result.status, (game / "build/shore/en/bird-cards-a4-600dpi.pdf").is_file()) == (0, True)


def test_a_picture_goes_to_a_service_in_its_pixels(game: Path) -> None:
    result = build(game, "--target", "thegamecrafter")
    assert (result.status, result.err) == (0, "")
    (front,) = (game / "build/shore/en/thegamecrafter/bird-cards").glob("front-*.png")
    with Image.open(front) as picture:
        # A photograph to the edge has many colours there, too.
        assert picture.size == (825, 1125) and len(picture.crop((0, 0, 825, 40)).getcolors(40_000)) > 1_000


def test_a_field_that_the_guide_declares_is_looked_at(game: Path) -> None:
    birds = game / "data/editions/shore/birds.yaml"
    as_it_was = birds.read_text(encoding="utf-8")
    birds.write_text(as_it_was + "  egg: gul.png\n", encoding="utf-8")
    try:
        result = run_command("--project", game, "check", "shore", "--select", "pictures-exist")
    finally:
        birds.write_text(as_it_was, encoding="utf-8")
    assert result.status == 1
    assert "there is no picture 'gul.png'; did you mean 'gull.png'?; mend the name, or put the picture" in result.out


def test_a_column_of_a_spreadsheet_names_a_picture_and_its_cell_is_told(game: Path) -> None:
    sheet = game / "data/editions/shore/abilities.csv"
    sheet.write_text("Name,Imagen,Text\nDive,gull.png,Down.\nSoar,gul.png,Up.\n", encoding="utf-8")
    yaml = sheet.with_suffix(".yaml")
    kept = yaml.rename(yaml.with_suffix(".kept"))
    try:
        result = run_command("--project", game, "check", "shore", "--select", "pictures-exist")
    finally:
        sheet.unlink()
        kept.rename(yaml)
    said = " ".join(result.out.split())
    assert "row 3, column B error there is no picture 'gul.png'; did you mean 'gull.png'?" in said


def test_an_icon_of_a_set_is_printed_as_the_guide_says(game: Path) -> None:
    put(game, "marsh/icons.json", json.dumps(MARSH))
    put(game, "disc.webp", disc(400), lossless=True)
    face = game / "templates/bird-cards/face.html.j2"
    as_it_was = face.read_text(encoding="utf-8")
    called = (
        block("html", '{{ icon("game-icons').replace("game-icons:big-wave", "marsh:wide").replace("big-wave", "square")
    )
    face.write_text(f'{as_it_was}<figure style="width: 9mm">{called}</figure>', encoding="utf-8")
    try:
        result = build(game, "--paper", "a4")
    finally:
        face.write_text(as_it_was, encoding="utf-8")
    assert (result.status, result.err) == (0, "")

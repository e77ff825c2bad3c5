"""Sprite sheets and the saved object of a deck for the table on the screen."""

import json
import shutil

import pytest
from PIL import Image

from kensei_docs.documents.products.product import Size
from kensei_docs.documents.targets.deck import Card, CardSide, Target
from kensei_docs.documents.targets.makers import load_makers, tabletop
from kensei_docs.documents.targets.makers.tabletop import sprite_sheets

TTS = Target(name="tts", makes="tabletop", formats=["tts"], dpi=300, grid="10x7", widest=4096)


@pytest.fixture(scope="module")
def table(printed, made):
    """The deck for the table in Spanish: its folder and its object; only to be read."""
    found = made(printed, "tts", "command-deck", languages=("es",), base="https://example.org/a b")
    assert (found.problems, found.refused) == ([], [])
    folder = printed.project.output / "herons" / "es" / "tts" / "command-deck"
    return folder, json.loads((folder / "command-deck.json").read_text(encoding="utf-8"))


def cards(count, backs=1):
    return [
        Card(i, f"card-{i}", f"Card {i}", 1, CardSide(f"{i}.front", None), CardSide(f"{i % backs}.back", None))
        for i in range(count)
    ]


def test_a_target_of_before_may_name_its_maker_as_it_was_called():
    assert load_makers()["sprites"] is tabletop


def test_the_object_is_a_deck_of_every_copy_with_the_names_in_its_language(table):
    _, saved = table
    [deck] = saved["ObjectStates"]
    assert (deck["Name"], deck["Nickname"]) == ("DeckCustom", "Garzas: [Command deck]")
    assert deck["DeckIDs"] == [100] * 7 + [101] * 8 + [102] * 6 + [103] * 3
    contained = deck["ContainedObjects"]
    assert [card["CardID"] for card in contained] == deck["DeckIDs"]
    assert contained[0]["Nickname"] == "[Deck of reeds]: 0"
    assert contained[-1]["Nickname"] == "[Deck of reeds]: 3"
    assert len({card["GUID"] for card in contained}) == 24


def test_each_card_knows_its_sheet(table):
    folder, saved = table
    [deck] = saved["ObjectStates"]
    sheet = deck["CustomDeck"]["1"]
    assert sheet["FaceURL"] == "https://example.org/a%20b/command-deck-1.png"
    assert sheet["BackURL"] == "https://example.org/a%20b/command-deck-back.png"
    assert (sheet["UniqueBack"], sheet["BackIsHidden"], sheet["Type"]) == (False, True, 0)
    assert all(card["CustomDeck"] == {"1": sheet} for card in deck["ContainedObjects"])
    with Image.open(folder / "command-deck-1.png") as picture:
        width, height = picture.width / sheet["NumWidth"], picture.height / sheet["NumHeight"]
        assert (width, height) == (int(width), int(height))
        assert width / height == pytest.approx(63 / 88, abs=0.002)


def test_the_last_place_of_a_sheet_shows_the_back(table):
    folder, saved = table
    sheet = saved["ObjectStates"][0]["CustomDeck"]["1"]
    with Image.open(folder / "command-deck-1.png") as picture, Image.open(folder / "command-deck-back.png") as back:
        width, height = back.size
        assert (picture.width, picture.height) == (width * sheet["NumWidth"], height * sheet["NumHeight"])
        last = picture.crop((picture.width - width, picture.height - height, picture.width, picture.height))
        assert last.tobytes() == back.tobytes()
        assert (picture.mode, back.mode) == ("RGB", "RGB")


@pytest.mark.parametrize("size", [Size(63, 88), Size(70, 120), Size(120, 70), Size(70, 70)])
@pytest.mark.parametrize("count", [1, 3, 4, 20, 69, 70, 200])
def test_sheets_keep_to_their_limits_and_leave_a_place_for_the_hidden_card(count, size):
    sheets = sprite_sheets(cards(count), size, TTS)
    assert len(sheets) == -(-count // 69)
    assert [card for sheet in sheets for card in sheet.cards] == cards(count)
    for sheet in sheets:
        assert len(sheet.cards) < sheet.columns * sheet.rows
        assert 2 <= sheet.columns <= 10
        assert 2 <= sheet.rows <= 7
        assert max(sheet.pixels) <= 4096
        assert sheet.cell[0] / sheet.cell[1] == pytest.approx(size.width / size.height, rel=0.01)


@pytest.mark.parametrize(
    ("count", "size", "columns", "rows", "cell"),
    [
        # One cell is for the hidden card; no grid is smaller than two by two.
        (1, Size(63, 88), 2, 2, (744, 1039)),
        (3, Size(63, 88), 2, 2, (744, 1039)),
        # Five columns of 744 pixels have room in 4096, four rows of 1039 have not.
        (4, Size(63, 88), 2, 3, (744, 1039)),
        (8, Size(63, 88), 3, 3, (744, 1039)),
        (14, Size(63, 88), 5, 3, (744, 1039)),
        (15, Size(63, 88), 4, 4, (733, 1024)),
        (69, Size(63, 88), 10, 7, (409, 572)),
        (5, Size(120, 70), 2, 3, (1417, 827)),
    ],
)
def test_a_sheet_has_the_grid_with_the_largest_pictures_and_then_the_fewest_cells(count, size, columns, rows, cell):
    [sheet] = sprite_sheets(cards(count), size, TTS)
    assert (sheet.columns, sheet.rows, sheet.cell) == (columns, rows, cell)


def test_a_cell_is_found_along_the_rows():
    [sheet] = sprite_sheets(cards(4), Size(63, 88), TTS)
    assert [sheet.corner(cell) for cell in range(sheet.columns * sheet.rows)] == [
        (column * 744, row * 1039) for row in range(3) for column in range(2)
    ]


def test_cards_with_a_back_each_have_a_sheet_of_backs(herons, made, riddles):
    riddles(herons)
    found = made(herons, "tts", "riddles")
    names = [one.path.name for one in found.outputs]
    assert names == ["riddles-1.png", "riddles-1-backs.png", "riddles.json"]
    saved = json.loads(found.outputs[-1].path.read_text())
    deck = saved["ObjectStates"][0]["CustomDeck"]["1"]
    # Without an address, the files are named as they are.
    assert (deck["BackURL"], deck["UniqueBack"]) == ("riddles-1-backs.png", True)
    with Image.open(found.outputs[0].path) as fronts, Image.open(found.outputs[1].path) as backs:
        assert fronts.size == backs.size
        assert backs.getpixel((3, 3)) == (0, 0x50, 0xA0)


def test_a_deck_of_one_card_is_a_card(herons, made):
    herons.write(
        "data/editions/herons/abilities.yaml",
        """
        wade: {name: Wade, text: Into the water.}
        """,
    )
    found = made(herons, "tts", "ability-cards")
    [card] = json.loads(found.outputs[-1].path.read_text())["ObjectStates"]
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("CardCustom", 100, "Wade")


def test_only_what_changed_is_made_again(herons, made):
    made(herons, "tts", "ability-cards")
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    again = made(herons, "tts", "ability-cards").outputs
    assert [one.path.name for one in again if one.fresh] == ["ability-cards-1.png"]


def test_a_deck_without_backs_is_refused_by_whatever_target_makes_it(herons, made, riddles):
    riddles(herons)
    herons.edit("templates/riddles/kind.yaml", "backs: long-edge", "backs: none")
    shared = herons.folder / "templates" / "_shared"
    own = shared.resolve()
    shared.unlink()
    shutil.copytree(own, shared)
    table = (own / "targets" / "tts.yaml").read_text(encoding="utf-8").replace("needs-back: true\n", "")
    (shared / "targets" / "my-table.yaml").write_text(table, encoding="utf-8")
    found = made(herons, "my-table", "riddles", base="https://example.org/")
    (problem,) = found.refused
    assert (
        problem.message == "riddles has no backs, and my-table needs one for hidden cards; add back.html.j2 and 'backs'"
    )


def test_a_template_of_ones_own_that_gives_no_json_is_refused_with_its_file(herons, made):
    shared = herons.folder / "templates/_shared"
    copied = shutil.copytree(shared.resolve(), herons.folder / "copied")
    shared.unlink()
    copied.rename(shared)
    (shared / "saved-object.json.j2").write_text('{"SaveName": }')
    [fault] = made(herons, "tts", "command-deck").refused
    assert fault.place.file.endswith("_shared/saved-object.json.j2")
    assert fault.message.startswith("gives no JSON: Expecting value")

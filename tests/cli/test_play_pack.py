"""What an army needs on the table, printed as one PDF or as several: the faces on the sheets are counted in them."""

from collections import Counter
from pathlib import Path
from textwrap import dedent

import pikepdf
import pypdfium2
import pytest

from tests.conftest import run_command

ARMY = """
    name: Wind of the Reeds
    edition: kensei-2e
    clan: Sohei
    size: 200
    commander level: Taisho
    rows:
      - {name: Hero of the temple, class: Hero, miniatures: 1, points: 20, weapons: Naginata,
         abilities: Leader}
      - {profile: reed-cutters, miniatures: 12, points: 60}
    """
UNITS = """
    reed-cutters:
      name: Reed cutters
      class: warrior
      troop-type: infantry
      weapons: [spear]
      abilities: [agile]
      profile: {movement: 10 cm, attack: 1, wounds: 1}
      status: formal
    """


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A player's project, with a unit of his own and his army."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in (("data/editions/kensei-2e/units.yaml", UNITS), ("reeds.yaml", ARMY)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")
    return folder


def placed(file: Path, beginning: str = "/Face") -> Counter[str]:
    """How often each face stands on the sheets of a PDF."""
    found: Counter[str] = Counter()
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            for instruction in pikepdf.parse_content_stream(page):
                if str(instruction.operator) == "Do":
                    name = str(instruction.operands[0])
                    if name.startswith(beginning):
                        found[name.removeprefix(f"{beginning}-")] += 1
    return found


def words(file: Path, number: int = 1) -> str:
    """The words on a page, by its number from 1."""
    document = pypdfium2.PdfDocument(file)
    text = " ".join(document[number - 1].get_textpage().get_text_range().split())
    document.close()
    return text


def parts(file: Path) -> dict[str, int]:
    """The page on which each part of a PDF begins, from 1, by its title in the outline."""
    with pikepdf.open(file) as pdf, pdf.open_outline() as outline:
        pages = [page.obj.objgen for page in pdf.pages]
        return {item.title: pages.index(item.destination[0].objgen) + 1 for item in outline.root}


IN_ORDER = [
    "Contents and cutting list",
    "Unit cards",
    "Order cards",
    "Equipment cards",
    "Ability cards",
    "Clan action cards",
    "Command deck",
    "Markers",
    "Rulers and templates",
    "Turn and victory tracks",
    "Quick reference",
    "Army roster",
]


@pytest.fixture(scope="module")
def pack(own):
    """The army's pack, in English on A4."""
    result = run_command("--project", own, "army", "pack", own / "reeds.yaml", "--out", own / "one")
    assert result.status == 0, result.err
    [file] = (own / "one").iterdir()
    return file


def test_a_pack_is_one_file_named_after_the_army_in_the_order_in_which_one_cuts(pack):
    assert pack.name == "wind-of-the-reeds-en-a4.pdf"
    assert list(parts(pack)) == IN_ORDER


def test_its_cover_says_what_is_on_which_pages_and_how_it_is_printed_and_cut(pack):
    cover, begins = words(pack), parts(pack)
    assert "Wind of the Reeds Sohei · Commander level of a Taisho · Kensei, second edition" in cover
    for title, number in list(begins.items())[1:]:
        assert any(f"{number}{more} {title}" in cover for more in ("", *(f"–{n}" for n in range(number, 60)))), title
    for told in (
        "In the order in which you cut",
        "2 cards, 70 × 120 mm",
        "25 mm across",
        "turned over at the long edge",
    ):
        assert told in cover
    assert "Reed cutters 60" in cover and "12" in cover
    assert "phone" not in cover


def test_it_has_the_army_on_its_cards_and_its_roster(pack):
    begins = parts(pack)
    assert "12 Miniatures 60 Points Reed cutters" in words(pack, begins["Unit cards"])
    assert "Reed cutters" in words(pack, begins["Army roster"])
    placed_in_pack = placed(pack)
    assert placed_in_pack["command-deck.value-0.front"] == 7
    assert placed_in_pack["unit-cards.wind-of-the-reeds-2-reed-cutters.front"] == 1


def test_what_is_printed_already_is_not_printed_again(run, own, pack):
    again = run("--project", own, "army", "pack", own / "reeds.yaml", "--out", own / "one")
    assert again.status == 0
    assert "0 documents written, 1 unchanged" in again.out


def test_a_scenario_brings_its_page_its_cards_and_its_markers(run, own):
    asked = ("--project", own, "army", "pack", own / "reeds.yaml", "--list")
    plain, played = run(*asked).out, run(*asked, "--scenario", "3").out
    added = set(played.splitlines()) - set(plain.splitlines())
    assert {line.partition("[")[2].partition("]")[0] for line in added} == {
        "scenario/break-the-front",
        "mission/break-the-front",
        "mission/elite-infiltration",
        "marker/nobori",
    }
    assert "  6 × " in next(line for line in added if "marker/nobori" in line)
    assert run(*asked, "--scenario", "Romper el frente").out == played


def test_an_unknown_scenario_is_refused_with_the_one_that_is_meant(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--scenario", "break-the-frnt")
    assert result.status == 2
    assert "there is no scenario 'break-the-frnt' in kensei-2e; did you mean 'break-the-front'?" in result.err
    assert "3 break-the-front" in result.err


def test_kinds_are_left_out_and_an_unknown_one_is_refused(run, own):
    kinds = [
        "order-cards",
        "command-deck",
        "templates",
        "tracks",
        "quick-reference",
        "roster",
        "markers",
        "ability-cards",
    ]
    without = [word for kind in kinds for word in ("--without", kind)]
    result = run("--project", own, "army", "pack", own / "reeds.yaml", *without, "--out", own / "few")
    assert result.status == 0, result.err
    [file] = (own / "few").iterdir()
    assert list(parts(file)) == ["Contents and cutting list", "Unit cards", "Equipment cards", "Clan action cards"]
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--without", "order-card")
    assert result.status == 2
    assert "did you mean 'order-cards'?" in result.err


def test_an_address_puts_a_code_of_the_list_on_the_cover(run, own):
    kinds = ("order-cards", "command-deck", "templates", "tracks", "quick-reference", "roster", "markers")
    without = [word for kind in kinds for word in ("--without", kind)]
    asked = ("--project", own, "army", "pack", own / "reeds.yaml", *without, "--out", own / "code")
    assert run(*asked, "--base-url", "https://example.org/kensei").status == 0
    [file] = (own / "code").iterdir()
    assert "This list on a phone" in words(file)
    assert run(*asked, "--base-url", "example.org").status == 2
    assert run(*asked, "--separate", "--base-url", "https://example.org/kensei").status == 2


def test_separate_documents_hold_what_the_army_needs_as_often_as_it_does(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--separate", "--out", own / "pack")
    assert result.status == 0, result.err
    folder = own / "pack" / "kensei-2e" / "en"
    assert sorted(file.name for file in folder.iterdir()) == [
        f"{kind}-a4.pdf"
        for kind in (
            "ability-cards",
            "clan-actions",
            "command-deck",
            "markers",
            "order-cards",
            "quick-reference",
            "roster",
            "templates",
            "tracks",
            "unit-cards",
            "weapon-cards",
        )
    ]
    assert {"agile.front": 1, "leader.front": 1}.items() <= placed(folder / "ability-cards-a4.pdf").items()
    deck = placed(folder / "command-deck-a4.pdf")
    assert [deck[f"value-{value}.front"] for value in range(4)] == [7, 8, 6, 3]
    # One marker of being used for each of the two troops, two of being stunned.
    markers = placed(folder / "markers-a4.pdf")
    used = sum(many for slot, many in markers.items() if slot.startswith("used-unit") and ".front" in slot)
    assert (used, markers["stunned-unit.front"]) == (2, 4)
    assert "fire.front" not in markers
    troops = placed(folder / "unit-cards-a4.pdf")
    hero, cutters = "wind-of-the-reeds-1-hero-of-the-temple.front", "wind-of-the-reeds-2-reed-cutters.front"
    assert (troops[hero], troops[cutters]) == (1, 1)
    said = words(folder / "unit-cards-a4.pdf")
    assert "1 Miniature 20 Points Hero of the temple Sohei · Hero (H) Naginata" in said
    assert "12 Miniatures 60 Points Reed cutters Sohei · Warrior (W) · Infantry Yari" in said
    assert "Defeated, or 50 % or more lost to one shot: Honour Roll" in said
    roster = words(folder / "roster-a4.pdf")
    for told in ("Wind of the Reeds", "Hero of the temple", "Reed cutters", "Naginata", "Agile"):
        assert told in roster
    assert "the reference has them" in result.out
    # What is printed already is not printed again.
    again = run("--project", own, "army", "pack", own / "reeds.yaml", "--separate", "--out", own / "pack")
    assert "0 documents written, 11 unchanged" in again.out


def test_a_list_is_only_a_list(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--list", "--out", own / "nothing")
    assert "[unit/reed-cutters]" in result.out
    assert not (own / "nothing").exists()


def test_an_unknown_paper_is_refused(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--paper", "b5")
    assert result.status == 2
    assert result.err.startswith("army pack: there is no paper 'b5'")

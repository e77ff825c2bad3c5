"""What an army needs on the table, printed: the faces on the sheets are counted in the PDFs."""

from collections import Counter
from pathlib import Path
from textwrap import dedent

import pikepdf
import pypdfium2
import pytest

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


def words(file: Path) -> str:
    document = pypdfium2.PdfDocument(file)
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    return text


def test_a_pack_holds_what_the_army_needs_as_often_as_it_does_and_is_printed_once(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--out", own / "pack")
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
            "roster",
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
    again = run("--project", own, "army", "pack", own / "reeds.yaml", "--out", own / "pack")
    assert "0 documents written, 8 unchanged" in again.out


def test_a_list_is_only_a_list(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--list", "--out", own / "nothing")
    assert "[unit/reed-cutters]" in result.out
    assert not (own / "nothing").exists()


def test_an_unknown_paper_is_refused(run, own):
    result = run("--project", own, "army", "pack", own / "reeds.yaml", "--paper", "b5")
    assert result.status == 2
    assert result.err.startswith("army pack: there is no paper 'b5'")

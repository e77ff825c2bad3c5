"""A reprint holds what comes out otherwise than it did, and nothing else."""

from __future__ import annotations

import re

import pikepdf
import pytest

from kensei_docs.documents.products.product import load_products
from kensei_docs.documents.reprint.changed_cards import Pages, earlier_state
from kensei_docs.documents.reprint.report import summary
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from tests.conftest import ROOT
from tests.documents.reprint.printed_cards import faces
from tests.documents.reprint.reprints import again, commit, erratum

POINT = 72 / 25.4
# How many markers of used units are printed, each with its number.
COPIES = load_products(Project((ROOT,), ROOT / "build"))[0]["markers"].copies
USED = COPIES["used-unit"]
MUCH = """
    name: Much at once
    reason: It was time.
    source: the heronry
    changes:
      loss: {record: ability/patience, fact: figures.loss, from: "-1", to: "-2"}
      depth: {record: ability/wade, fact: figures.depth, from: 2.5 cm, to: 3 cm}
      more: {record: command-deck/deck, fact: cards.value-3.copies, from: "3", to: "5"}
      fewer: {record: command-deck/deck, fact: cards.value-1.copies, from: "8", to: "6"}
      value: {record: command-deck/deck, fact: cards.value-2.value, from: "2", to: "4"}
    add:
      ability/glide: {name: Glide, text: It lands without a sound.}
    withdraw: [ability/silence]
    """


@pytest.mark.parametrize("kind", ["ability-cards", "command-deck"])
def test_the_deck_that_replacing_gives_is_byte_for_byte_that_of_a_full_build(herons, kind):
    herons.print(kind)
    old, old_copies = faces(herons.pdf(kind))
    erratum(herons, MUCH)
    done = again(herons, "2026-02-01", kind)
    new, new_copies = faces(done.outputs[0].path, kind)
    herons.print(kind)
    full, full_copies = faces(herons.pdf(kind))
    [part] = done.reports[0].kinds
    # Throw away what the sheet says, by its stamps; put in what was printed.
    kept = {slot: digest for slot, digest in old.items() if full_copies[slot] and slot not in new} | new
    assert kept == full
    assert {slot for slot in full if full[slot] != old.get(slot)} <= new.keys()
    before, printed, after = [
        sum(n for slot, n in copies.items() if slot.endswith(".front"))
        for copies in (old_copies, new_copies, full_copies)
    ]
    assert after == before - done.reports[0].discards + printed
    assert printed == sum(card.prints for card in part.all)


def test_one_changed_figure_reprints_one_card_in_each_language(herons):
    herons.print("ability-cards", "command-deck", languages=("en", "es"))
    erratum(herons)
    done = again(herons, "longer-wait", "ability-cards", "command-deck", languages=("en", "es"))
    assert herons.reasons == ["ability-cards patience.front: its data changed"] * 2
    assert [line for line in summary(done.reports) if not line.startswith("  ")] == [
        "Herons, en, since longer-wait: 1 to print, 1 to discard, 6 stay as they are",
        "Garzas, es, since longer-wait: 1 to print, 1 to discard, 6 stay as they are",
    ]
    assert [output.path.relative_to(herons.project.output).as_posix() for output in done.outputs] == [
        f"herons/{language}/since-longer-wait/{name}-a4.pdf"
        for language in ("en", "es")
        for name in ("ability-cards", "changes")
    ]


def test_cards_of_one_size_share_a_sheet_whatever_kind_they_are(herons):
    erratum(herons, MUCH)
    done = again(herons, "2026-02-01", "ability-cards", "command-deck")
    cards, changes = done.outputs
    # Wade, Patience, Glide; two more of one card, and six of another: nine on a sheet.
    assert (cards.path.name, cards.pieces, cards.pages) == ("cards-poker-a4.pdf", 11, 4)
    assert changes.path.name == "changes-a4.pdf"


def test_cards_are_changed_new_gone_or_stay_with_the_copies_to_print_and_to_discard(herons):
    erratum(herons, MUCH)
    done = again(herons, "2026-02-01", "ability-cards", "command-deck", "markers")
    abilities, deck, markers = done.reports[0].kinds

    def of(cards):
        return [(card.name, card.prints, card.discards) for card in cards]

    assert of(abilities.changed) == [("Wade", 1, 1), ("Patience", 1, 1)]
    assert of(abilities.added) == [("Glide", 1, 0)]
    assert of(abilities.gone) == [("Silence", 0, 1)]
    assert abilities.same == ()
    # A card of which there are more is printed as often as it is lacking; one of which there are
    # fewer is discarded as often as it is over. Neither is new or withdrawn.
    assert of(deck.changed) == [("Deck of reeds 4", 6, 6)]
    assert (deck.added, deck.gone) == ((), ())
    assert of(deck.counted) == [("Deck of reeds 3", 2, 0), ("Deck of reeds 1", 0, 2)]
    assert [card.copies for card in deck.counted] == [(3, 5), (8, 6)]
    assert [card.causes for card in deck.counted] == [("Much at once (2026-03-01): It was time.",)] * 2
    assert sorted(deck.same) == ["Deck of reeds 0", "Deck of reeds 1", "Deck of reeds 3"]
    assert markers.changed == ()
    assert markers.same == ("Reeds on fire", *(f"Has flown {number}" for number in range(1, USED + 1)))
    assert [card.old_stamp != card.stamp for card in abilities.changed] == [True, True]


def test_cards_stand_on_the_sheets_in_the_order_of_their_kinds_and_copies_together(herons):
    erratum(herons, MUCH)
    done = again(herons, "2026-02-01", "ability-cards", "command-deck")
    with pikepdf.open(done.outputs[0].path) as pdf:
        fronts = [list(_names(page)) for page in list(pdf.pages)[::2]]
    abilities, deck = "ability-cards.", "command-deck."
    assert fronts == [
        [f"{abilities}{slug}.front" for slug in ("wade", "patience", "glide")] + [f"{deck}value-2.front"] * 6,
        [f"{deck}value-3.front"] * 2,
    ]


def _names(page):
    """Yield the names of the faces on a page, row by row from the upper left."""
    from tests.documents.conftest import _placed

    found = []
    for name in page.Resources.XObject:
        slot = name.removeprefix("/Face-")
        found += [(-round(top), round(left), slot) for left, _, _, top in _placed(page, name) if slot != name]
    return (slot for _, _, slot in sorted(found))


def test_a_card_that_only_has_another_id_is_not_printed_again(herons):
    herons.print("ability-cards")
    commit(herons.folder)
    herons.edit("data/editions/herons/abilities.yaml", "silence:", "stillness:")
    done = again(herons, "HEAD", "ability-cards")
    assert (done.outputs, done.reports) == ([], [])


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
def test_bars_stand_beside_the_cards_and_backs_behind_them(herons, backs):
    herons.print("ability-cards")
    erratum(herons)
    done = again(herons, "2026-02-01", "ability-cards", backs=backs)
    with pikepdf.open(done.outputs[0].path) as pdf:
        front = pdf.pages[0]
        assert len(pdf.pages) == (1 if backs == "gutterfold" else 2)
        width = float(front.MediaBox[2])
        places = [[tuple(map(float, i.operands)) for i in group] for group in _rectangles(front)]
    [bars] = places
    from tests.documents.conftest import _placed

    with pikepdf.open(done.outputs[0].path) as pdf:
        on_front = list(_placed(pdf.pages[0], "/Face"))
        back = on_front[1] if backs == "gutterfold" else next(_placed(pdf.pages[1], "/Face"))
    left, below, right, above = on_front[0]
    assert back[0] == pytest.approx(width / POINT - right, abs=0.01)
    for x, y, wide, high in bars:
        assert (x + wide) / POINT < left and x / POINT > left - 2
        assert below < y / POINT and (y + high) / POINT < above
        assert high / POINT < 10


def _rectangles(page):
    """Yield the rectangles of each run of operators that fills and strokes."""
    found = [i for i in pikepdf.parse_content_stream(page) if str(i.operator) == "re"]
    ends = [i for i in pikepdf.parse_content_stream(page) if str(i.operator) == "B"]
    yield found[-len(ends) :]


def test_a_style_that_prints_the_same_reprints_nothing(herons):
    herons.print("ability-cards")
    commit(herons.folder)
    css = herons.folder / "templates/ability-cards/face.css"
    css.write_text(css.read_text(encoding="utf-8") + "\n/* said more clearly */\n", encoding="utf-8")
    done = again(herons, "HEAD", "ability-cards")
    assert (done.outputs, done.reports, done.problems) == ([], [], [])
    css.write_text(css.read_text(encoding="utf-8") + ".stamp { margin-left: 1mm }\n", encoding="utf-8")
    done = again(herons, "HEAD", "ability-cards")
    assert done.reports[0].prints == 3


def test_a_revision_in_git_says_what_it_changed(herons):
    herons.print("ability-cards")
    commit(herons.folder)
    herons.edit("data/editions/herons/abilities.yaml", "loss: -1", "loss: -2")
    commit(herons.folder, "Patience costs more")
    done = again(herons, "HEAD~1", "ability-cards")
    [part] = done.reports[0].kinds
    assert [card.name for card in part.changed] == ["Patience"]
    assert [(line.label, line.old, line.new) for line in part.changed[0].lines] == [
        ("Those who wait lose ____ turn", "\u22121", "\u22122")
    ]
    assert part.changed[0].causes[0].endswith(": Patience costs more")


def test_two_errata_of_one_day_are_told_apart(herons):
    erratum(herons, name="2026-03-01-a")
    herons.write(
        "data/errata/herons/2026-03-01-b.yaml",
        """
        name: Deeper
        reason: It rained.
        source: the heronry
        changes:
          depth: {record: ability/wade, fact: figures.depth, from: 2.5 cm, to: 3 cm}
        """,
    )
    changed = [
        [card.name for card in again(herons, name, "ability-cards").reports[0].kinds[0].changed]
        for name in ("2026-03-01-b", "2026-03-01-a", "2026-02-01")
    ]
    assert changed == [["Wade"], ["Wade", "Patience"], ["Wade", "Patience"]]
    causes = [card.causes for card in again(herons, "2026-02-01", "ability-cards").reports[0].kinds[0].changed]
    assert causes == [("Deeper (2026-03-01): It rained.",), ("A longer wait (2026-03-01): Nobody waited long enough.",)]


def test_pages_are_reprinted_with_bars_in_their_margin(herons):
    herons.print("quick-reference")
    herons.edit("data/editions/herons/rolls.yaml", "base: 4+", "base: 5+")
    herons.write(
        "data/errata/herons/2026-03-01-rolls.yaml",
        """
        name: Harder throws
        reason: The frogs have grown.
        source: the heronry
        changes: {base: {record: roll/catch, fact: base, from: 5+, to: 6+}}
        """,
    )
    done = again(herons, "rolls", "quick-reference")
    assert [output.path.name for output in done.outputs] == ["quick-reference-a4.pdf", "changes-a4.pdf"]
    with pikepdf.open(done.outputs[0].path) as pdf:
        [bars] = _rectangles(pdf.pages[0])
        assert all(float(bar.operands[0]) / POINT < 11 for bar in bars)
    [card] = done.reports[0].kinds[0].changed
    assert card.causes == ("Harder throws (2026-03-01): The frogs have grown.",)
    # Pages are counted from 1.
    assert card.loose == Pages((1,), (1,))


def test_what_is_no_state_is_refused_with_the_nearest(herons):
    erratum(herons)
    with pytest.raises(Unusable) as fault:
        earlier_state(herons.project, "2026-03-01-longer-weight")
    said = str(fault.value)
    assert said.startswith(
        "--since: '2026-03-01-longer-weight' is neither a day nor an erratum nor a "
        "revision of the project in git; did you mean '2026-03-01-longer-wait'?"
    )
    assert "is not a git checkout, so no revision can be looked up" in said


def test_a_reprint_of_fewer_things_leaves_no_sheet_of_an_earlier_one(herons):
    erratum(herons, MUCH)
    again(herons, "2026-02-01", "ability-cards", "command-deck")
    done = again(herons, "2026-02-01", "ability-cards")
    folder = done.outputs[0].path.parent
    assert sorted(file.name for file in folder.iterdir()) == ["ability-cards-a4.pdf", "changes-a4.pdf"]
    assert [output.fresh for output in again(herons, "2026-02-01", "ability-cards").outputs] == [False, False]


def test_the_command_reprints_from_a_users_own_folder(project_of, run):
    folder = project_of(
        {
            "data/errata/kensei-2e/2026-12-01-louder.yaml": """\
name: A louder leader
reason: Orders carry farther over open ground.
source: our table
changes:
  range: {record: ability/leader, fact: figures.range, from: 10 cm, to: 12 cm}
"""
        }
    )
    # An erratum is in force from its day on.
    day = ("--project", folder, "--as-of", "2026-12-31")
    asked = (*day, "build", "ability-cards", "-e", "kensei-2e", "--paper", "a4", "--since")
    done = run(*asked, "louder")
    assert "1 to print, 1 to discard" in done.out
    assert "~ Cartas de habilidad: Líder" in done.out
    assert "Alcance: 10 cm → 12 cm" in done.out.replace("\u00a0", " ")
    assert sorted(file.relative_to(folder / "build").as_posix() for file in (folder / "build").glob("*/*/*/*.pdf")) == [
        f"kensei-2e/{language}/since-louder/{name}-a4.pdf"
        for language in ("en", "es")
        for name in ("ability-cards", "changes")
    ]
    nothing = run(*asked, "2026-12-02")
    assert (nothing.status, nothing.out) == (0, "nothing to reprint: every face comes out as it did since 2026-12-02\n")
    unknown = run(*asked, "lowder")
    assert unknown.status == 2
    assert "did you mean" in unknown.err


def test_a_card_shows_facts_of_other_records_and_names_only_the_errata_that_changed_it(project_of, run):
    folder = project_of(
        {
            "data/errata/kensei-2e/2026-12-01-an-example.yaml": """\
name: An example
reason: It was counted wrongly.
source: our table
changes:
  flank: {record: example/charging-a-flank, fact: printed.dice, from: "12", to: "13"}
""",
            "data/errata/kensei-2e/2026-12-01-stronger.yaml": """\
name: Stronger heroes
reason: They were too weak.
source: our table
changes:
  attack: {record: characteristic/attributes, fact: rows.attack.hero, from: "4", to: "5"}
""",
        }
    )
    day = ("--project", folder, "--as-of", "2026-12-31")
    kinds = ("unit-cards", "blank-cards")
    asked = (*day, "build", *kinds, "-e", "kensei-2e", "-l", "en", "--paper", "a4", "--since")
    done = run(*asked, "2026-11-30")
    lines = [line for line in done.out.splitlines() if line.startswith("  ~")]
    # The figure is on the cards of heroes. The Wounds beside it, which are as they were, are not quoted, and neither is
    # the erratum about an example.
    assert len(lines) == 8
    assert not [line for line in lines if "Warrior" in line]
    assert all(line.endswith(": 4 \u2192 5") for line in lines)
    [sheet] = folder.glob("build/kensei-2e/en/*/changes-a4.pdf")
    import pypdfium2

    with pypdfium2.PdfDocument(sheet) as pdf:
        words = " ".join(pdf[0].get_textpage().get_text_range().split())
        pictures = [o for page in pdf for o in page.get_objects() if o.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
    assert "They were too weak." in words
    assert "It was counted wrongly." not in words
    # The card in the hand: its name, its clan, its stamp, its picture.
    assert re.search(r"Discard 1 \u00d7 Kuge Hero with Naginata Kuge [0-9a-f]{5}", words)
    assert len(pictures) == 8


def test_a_card_that_is_renamed_is_discarded_by_its_old_name(herons):
    erratum(
        herons,
        """
        name: Paddling
        reason: It is called so.
        source: the heronry
        changes: {name: {record: ability/wade, fact: name, from: Wade, to: Paddle}}
        """,
        "2026-03-01-paddling",
    )
    [card] = again(herons, "paddling", "ability-cards").reports[0].kinds[0].changed
    assert (card.name, card.old_name) == ("Paddle", "Wade")
    assert card.thumbnail.startswith("data:image/png;base64,")


def test_a_fact_that_the_card_does_not_show_reprints_and_explains_nothing(herons):
    herons.edit("data/editions/herons/command-deck.yaml", "figures: {size: 24}", "figures: {size: 24, hush: 1}")
    erratum(
        herons,
        """
        name: Hush
        reason: Nobody knew.
        source: the heronry
        changes:
          hush: {record: command-deck/deck, fact: figures.hush, from: "1", to: "2"}
          value: {record: command-deck/deck, fact: cards.value-2.value, from: "2", to: "4"}
        """,
        "2026-03-01-hush",
    )
    [card] = again(herons, "hush", "command-deck").reports[0].kinds[0].changed
    assert [(line.label, line.old, line.new) for line in card.lines] == [("Value", "2", "4")]


def test_tokens_are_added_and_taken_away_by_number(herons):
    herons.print("markers")
    commit(herons.folder)
    herons.edit("templates/markers/kind.yaml", f"used-unit: {USED}", f"used-unit: {USED - 3}")
    herons.edit("templates/markers/kind.yaml", "  default: 4", "  default: 6")
    herons.edit("templates/markers/kind.yaml", f"  fire: {COPIES['fire']}", f"  fire: {COPIES['fire'] + 2}")
    herons.edit("data/editions/herons/markers.yaml", "fire:", "dew: {name: Dew, icon: fire}\nfire:")
    herons.translate({})
    done = again(herons, "HEAD", "markers")
    [markers] = done.reports[0].kinds
    assert [(card.name, card.prints, card.discards, card.copies) for card in markers.all] == [
        # Each player has half of the numbers, so that half of them are other ones now.
        *((f"Has flown {number}", 1, 1, (1, 1)) for number in range((USED - 3) // 2 + 1, USED - 2)),
        ("Dew", 6, 0, (0, 6)),
        *((f"Has flown {number}", 0, 1, (1, 0)) for number in range(USED - 2, USED + 1)),
        ("Reeds on fire", 2, 0, (COPIES["fire"], COPIES["fire"] + 2)),
    ]
    # What replacing gives is what a full build prints.
    _, printed = faces(done.outputs[0].path, "markers")
    herons.print("markers")
    _, full = faces(herons.pdf("markers"))
    assert {slot: many for slot, many in full.items() if slot.startswith("used-unit-") and slot.endswith(".front")} == {
        f"used-unit-{number}.front": 1 for number in range(1, USED - 2)
    }
    # A marker without a back of its own has the same face on both sides.
    assert full["fire.front"] == 2 * COPIES["fire"] + printed["fire.front"]
    assert full["dew.front"] == printed["dew.front"] == 2 * 6


def test_a_stamp_alone_reprints_nothing(herons):
    herons.print("ability-cards")
    commit(herons.folder)
    face = "templates/ability-cards/face.html.j2"
    herons.edit(face, '<p class="stamp" data-may-shorten>', '<p class="stamp" data-may-shorten>2e.4 · ')
    done = again(herons, "HEAD", "ability-cards")
    assert (done.outputs, herons.reasons) == ([], [])


def test_of_a_sheet_of_errata_the_new_ones_are_named_and_no_words_lined_up(mended):
    [report] = again(mended, "2026-03-05", "errata-sheet").reports
    [card] = report.kinds[0].changed
    assert [(one.change, one.label, one.old, one.new) for one in card.lines] == [
        ("added", "Stilts for silence", None, "new")
    ]

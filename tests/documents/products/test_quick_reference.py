"""The quick reference: a turn can be played from it. Questions that come up in one stand in the folder ``turn``."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from ruamel.yaml import YAML

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.database.records import turn_of
from kensei_docs.documents.cache import face_set
from kensei_docs.documents.layout import workers
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, require_theme, spec_of
from kensei_docs.documents.products.product import Fitting, load_products, rows_of
from kensei_docs.project import Project, shipped

EDITIONS = ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish")
# The smallest type on the sheet (points), and a page's height that nothing has to stand on (a share).
LEAST, WHITE = 7, 0.2
# The bands of shooting, of equal length.
BANDS = ("under 20 cm", "under 40 cm", "up to 60 cm")


class Sheets:
    """The shipped quick references, laid out in the smallest type that they may have, or as they are printed."""

    def __init__(self) -> None:
        self.project = Project((shipped(),), shipped() / "build")
        self.database, _ = load(self.project)
        self.kind = load_products(self.project)[0]["quick-reference"]
        self.markup: dict[tuple[str, str, str], str] = {}
        self._done: dict[tuple[str, str, str, bool, str], tuple[pypdfium2.PdfDocument, list[str]]] = {}

    def page(self, edition, language, layout="", fitted=False, paper="a4"):
        """Return the PDF of an edition's sheet, and what is wrong with it."""
        wanted = (edition, language, layout, fitted, paper)
        if wanted not in self._done:
            options = Options(layout=layout or None, theme=require_theme(self.project, "colour"))
            kind = self.kind
            if not fitted:
                kind = kind.model_copy(update={"fit": {"page": Fitting(LEAST, LEAST)}})
            voice = Translator(self.project, self.database, language)
            templates = Templates(self.project, spec_of(kind, options, language, paper), voice)
            own = self.database.editions[edition]
            sides = tuple(templates.fill(row) for row in rows_of(kind, own)[0])
            self.markup[edition, language, layout] = "".join(one.html for one in templates.fragments.values())
            faces = face_set(self.project, templates, own, sides)
            pack = workers.lay_out([replace(faces.markup(faces.slots[0]))], faces.style)
            faults = [*map(str, templates.problems), *(defect.message for defect in pack.faces[0].defects)]
            self._done[wanted] = pypdfium2.PdfDocument(pack.pdf), faults
        return self._done[wanted]

    def words(self, edition, language, layout=""):
        """Return the text of all pages without white space."""
        return "".join(
            pressed(page.get_textpage().get_text_range()) for page in self.page(edition, language, layout)[0]
        )

    def message(self, edition, language, place):
        """Return what the data say, in a language and with the figures (``order/run.reminder``)."""
        record, _, field = place.partition(".")
        own = self.database.editions[edition]
        known = {**own.records, **own.rulings, **{part.id: part for part in turn_of(own)}}
        found = Translator(self.project, self.database, language).text(known[record], field)
        assert found, place
        return found


def pressed(text: str) -> str:
    """Return a text without white space and hyphens; a hyphen that keeps a word on its line is read as U+FFFE."""
    return "".join(text.replace("'", "’").replace("\ufffe", "").replace("-", "").split())


def questions(edition: str) -> dict[str, list[str]]:
    file = Path(__file__).parent / "turn" / f"{edition}.yaml"
    found: dict[str, list[str]] = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def sheets():
    return Sheets()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_twenty_questions_of_a_turn_are_answered_on_the_sheet(sheets, edition, language):
    printed = sheets.words(edition, language)
    asked = questions(edition)
    assert len(asked) >= 20
    unanswered = {
        question: [place for place in places if pressed(sheets.message(edition, language, place)) not in printed]
        for question, places in asked.items()
    }
    assert {question: places for question, places in unanswered.items() if places} == {}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_it_takes_two_pages_and_nothing_runs_over(sheets, edition, language):
    pages, faults = sheets.page(edition, language)
    assert (len(pages) <= 2, faults) == (True, [])


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_type_is_smaller_than_seven_points(sheets, edition):
    for page in sheets.page(edition, "en")[0]:
        text = page.get_textpage()
        sizes = {
            round(pypdfium2.raw.FPDFText_GetFontSize(text, i) * scale_of(text, i), 1)
            for i in range(text.count_chars())
            if text.get_text_range(i, 1).strip()
        }
        assert min(sizes) >= LEAST


def scale_of(text, index: int) -> float:
    matrix = pypdfium2.raw.FS_MATRIX()
    pypdfium2.raw.FPDFText_GetMatrix(text, index, matrix)
    return float(abs(matrix.d))


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_columns_of_every_page_are_filled(sheets, edition):
    pages, _ = sheets.page(edition, "en", fitted=True)
    assert len(pages) == 2
    for number, page in enumerate(pages):
        # A laid-out page is four times as high as the paper, so that what runs over is seen.
        width, height = page.get_size()
        room = height / 4
        text = page.get_textpage()
        boxes = [text.get_charbox(i) for i in range(text.count_chars()) if text.get_text_range(i, 1).strip()]
        for left, right in ((0, width / 2), (width / 2, width)):
            depth = max(height - box[1] for box in boxes if left <= box[0] < right)
            # The last page may end higher.
            assert depth > room * (1 - WHITE if number == 0 else 0.5), (edition, number)


def test_a_folded_sheet_has_the_same_words_on_pages_of_half_the_size(sheets):
    flat, folded = (sheets.page("samurai-skirmish", "en", layout)[0] for layout in ("", "folded"))
    assert folded[0].get_size()[0] < 0.7 * flat[0].get_size()[0]
    assert len(folded) <= 4
    printed = sheets.words("samurai-skirmish", "en", "folded")
    for places in questions("samurai-skirmish").values():
        for place in places:
            assert pressed(sheets.message("samurai-skirmish", "en", place)) in printed


# Letter is the smaller paper.
@pytest.mark.parametrize(("language", "paper"), [("en", "a4"), ("es", "letter")])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_stands_on_one_page(sheets, edition, language, paper):
    pages, faults = sheets.page(edition, language, "one-page", paper=paper)
    assert (len(pages), faults) == (1, [])


def test_one_page_names_what_it_leaves_to_the_other_sheet(sheets):
    words = sheets.words("kensei-2e", "en", "one-page")
    left = words.partition("Onthesheetoftwopages:")[2]
    # A part of which nothing is told by its own name, once; of others, each record by its own.
    for name in ("Spiritual", "Sight, ground, wounds and fear", "Unused troop that flees"):
        assert left.count(pressed(name)) == 1
    for place in ("order/absorb-ki", "visibility/cover", "retreat/unused-troops"):
        assert pressed(sheets.message("kensei-2e", "en", f"{place}.reminder")) not in words


def test_what_the_turn_tells_is_not_listed_again(sheets):
    printed = sheets.words("kensei-2e", "en")
    assert printed.count(pressed(sheets.message("kensei-2e", "en", "roll/combat.modifiers.reaction.name"))) == 1


@pytest.mark.parametrize(
    ("edition", "language", "said"),
    [
        ("kensei-2e", "en", "on foot 10 cm, mounted 15 cm."),
        ("kensei-2e", "es", "a pie 10 cm, a caballo 15 cm."),
        ("kensei-lr-2020", "en", "on foot 10 cm, mounted 15 cm; colossal 15 cm, mounted 20 cm"),
        ("kensei-lr-2020", "es", "a pie 10 cm, a caballo 15 cm; criaturas colosales 15 cm, montadas 20 cm"),
    ],
)
@pytest.mark.parametrize("layout", ["", "one-page"])
def test_the_order_to_move_says_how_far(sheets, edition, language, said, layout):
    move = pressed(sheets.message(edition, language, "order/move.reminder"))
    assert f"{move}{pressed({'en': 'Movement:', 'es': 'Movimiento:'}[language] + said)}" in sheets.words(
        edition, language, layout
    )


def test_a_figure_of_the_turn_is_read_from_the_record_that_has_it(sheets):
    own = sheets.database.editions["kensei-2e"]
    [orders] = [part for part in turn_of(own) if part.slug == "orders"]
    assert orders.get("figures.mounted") == own.records["characteristic/attributes"].figure("rows.mounted.warrior")


@pytest.mark.parametrize(
    ("language", "row"), [("en", "Warrior 10 cm 15 cm 2 2 1 3 1"), ("es", "Criatura Mayor 10 cm 15 cm 5 4 2 4 3")]
)
def test_the_attributes_of_the_classes_stand_in_a_table(sheets, language, row):
    assert pressed(row) in sheets.words("kensei-lr-2020", language)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Combat 3 · Shooting 5+ · Strength 3 · Defence 3 · Attacks 1 · Wounds 1 · Courage 3"),
        ("es", "Combate 3 · Disparo 5+ · Fuerza 3 · Defensa 3 · Ataques 1 · Heridas 1 · Valor 3"),
    ],
)
def test_figures_of_ordinary_characters_stand_in_a_line(sheets, language, line):
    assert pressed(line) in sheets.words("heroic-2002", language)


def test_an_order_and_its_rule_of_the_same_name_stand_in_one_row(sheets):
    own = sheets.message("kensei-2e", "en", "reaction/hold-and-shoot.reminder")
    rule = sheets.message("kensei-2e", "en", "rule/hold-and-shoot.reminder")
    assert pressed(own + rule) in sheets.words("kensei-2e", "en")


def test_the_rule_of_what_orders_cost_is_no_order_to_be_paid(sheets):
    before, _, _ = sheets.words("kensei-lr-2020", "en").partition("Usingorders.")
    assert not before.endswith("1")


@pytest.mark.parametrize(
    ("edition", "names"),
    [
        ("kensei-lr-2020", ["Combat after a charge", "Strengthened Charge"]),
        ("kensei-2e", ["Challenge to a Duel", "Duel accepted", "Duel refused"]),
    ],
)
def test_what_belongs_to_an_order_stands_in_its_column(sheets, edition, names):
    page = sheets.page(edition, "en", fitted=True)[0][0]
    text = page.get_textpage()
    lefts = [text.get_charbox(text.search(f"{name}.", match_case=True).get_next()[0])[0] for name in names]
    assert len({left < page.get_size()[0] / 2 for left in lefts}) == 1


def test_what_a_token_says_itself_is_not_listed(sheets):
    assert "Strategyspent" not in sheets.words("heroic-2002", "en")


def test_icons_have_the_accent_of_the_edition(sheets):
    sheets.page("kensei-lr-2020", "en")
    markup = sheets.markup["kensei-lr-2020", "en", ""]
    accent = sheets.database.editions["kensei-lr-2020"].look["palette"]["accent"]
    assert "#c23b22" not in markup
    assert accent in markup


def test_ranges_are_bands_as_wide_as_they_reach(sheets):
    texts = [page.get_textpage() for page in sheets.page("kensei-2e", "en")[0]]
    text = next(one for one in texts if one.search(BANDS[0]).get_next())
    # Each figure stands at the far end of its band.
    ends = [text.get_charbox(text.search(words).get_next()[0] + len(words) - 1)[2] for words in BANDS]
    assert ends[1] - ends[0] == pytest.approx(ends[2] - ends[1], abs=0.5)


def test_a_test_is_a_fork_with_an_arrow_to_each_thing_that_can_follow(sheets):
    sheets.page("kensei-2e", "en")
    markup = sheets.markup["kensei-2e", "en", ""]
    assert len(re.findall('<td class="arm">', markup)) == 3


def test_rules_of_one_record_can_be_what_follows_on_a_test(sheets):
    sheets.page("kensei-lr-2020", "en")
    arms = sheets.markup["kensei-lr-2020", "en", ""].split('<td class="arm">')[1:]
    assert [re.search("<b>(.*?)</b>", arm)[1] for arm in arms] == ["Falling back:", "Retreat:"]


@pytest.mark.parametrize(("way", "dice", "results"), [("Combat Roll", 10, 6), ("Shoot Roll", 6, 4)])
def test_what_adds_dice_and_what_is_added_to_each_die_are_two_stages(sheets, way, dice, results):
    sheets.page("kensei-lr-2020", "en")
    markup = sheets.markup["kensei-lr-2020", "en", ""]
    table = next(one for one in markup.split('<table class="stages">') if f">{way}<" in one.replace("\n", ""))
    cells = table.partition("<tr><td>")[2].partition("Damage Roll")[0]
    figures = re.findall(r'<tr><th class="(?:less)?">(.*?)</th>', cells)
    assert ["D" in figure for figure in figures] == [True] * dice + [False] * results


def test_a_condition_that_two_modifiers_share_stands_once(sheets):
    words = sheets.words("kensei-2e", "en")
    assert words.count("startingoutsidetheenemycontrolarea") == 1
    assert "Charge,mounted(both:startingoutside" in words


def test_figures_that_harm_the_roller_are_marked_as_such(sheets):
    sheets.page("kensei-2e", "en")
    markup = re.sub(r"\s*\n\s*", "", sheets.markup["kensei-2e", "en", ""])
    for figure, words, harm in [
        ("+1", "Enemy in armour", True),
        ("−2", "Attack on the rearguard", False),
        ("−1D6", "Out of cohesion", True),
        ("+1D6", "Strengthened", False),
    ]:
        row = re.search(rf'<th class="(less)?">{re.escape(figure)}</th><td>{words}', markup)
        assert row and bool(row[1]) == harm


def test_a_group_of_orders_has_the_seal_of_their_cards(sheets):
    sheets.page("kensei-2e", "en")
    markup = sheets.markup["kensei-2e", "en", ""]
    headings = re.findall('<h3>(?:<i class="(seal[^"]*)">.*?</i>)?([^<]+)<', markup, re.S)
    sealed = {name: seal for seal, name in headings}
    assert {sealed[name] for name in ("Movement", "Combat", "Static")} == {"seal"}
    assert sealed["Reaction orders"] == "seal reaction"


def test_a_ruling_on_a_record_that_is_told_by_its_cases_is_marked_at_their_title(sheets):
    assert "Aftereachenemyorder§" in sheets.words("kensei-2e", "en")


def test_the_fight_stands_on_one_page(sheets):
    # Both ways to attack under one heading, none of them on the page before.
    pages = [pressed(page.get_textpage().get_text_range()) for page in sheets.page("heroic-2002", "en", fitted=True)[0]]
    assert ["Everybodyinbasecontact" in page and "Adashmeansthatnowoundispossible" in page for page in pages] == [
        True,
        False,
    ]
    for edition in ("kensei-2e", "kensei-lr-2020"):
        pages = [pressed(page.get_textpage().get_text_range()) for page in sheets.page(edition, "en", fitted=True)[0]]
        assert [("CombatRoll" in page and "ShootRoll" in page) for page in pages] == [False, True], edition


def test_the_running_head_names_the_part_that_goes_on_and_the_next_one(sheets):
    second = sheets.page("kensei-2e", "en", fitted=True)[0][1].get_textpage().get_text_range()
    assert pressed(second).startswith("Kensei,secondeditionTheattack·Afterthefight·")


def test_cells_of_a_table_are_as_dark_as_what_they_do(sheets):
    sheets.page("samurai-skirmish", "en")
    markup = sheets.markup["samurai-skirmish", "en", ""]
    for level, cell in ((1, "PB"), (2, "W"), (3, "D"), (4, "D/W")):
        assert f'<td class=" shade-{level}">{cell}</td>' in markup


def test_distances_are_bars_that_end_as_far_as_they_reach(sheets):
    sheets.page("samurai-skirmish", "en")
    bars = sheets.markup["samurai-skirmish", "en", ""].partition('<table class="lengths">')[2].partition("</table>")[0]
    bows, pistols = (bars.partition(f"<th>{name}</th>")[2].partition("</tr>")[0] for name in ("Bows", "Pistols"))
    # The longest reach of all is 80 inches; a pistol has no medium range.
    assert re.findall(r'part-(\d)" style="left: ([\d.]+)%; width: ([\d.]+)%', bows) == [
        ("1", "0.0", "10.0"),
        ("2", "10.0", "20.0"),
        ("3", "30.0", "30.0"),
        ("4", "60.0", "15.0"),
    ]
    assert re.findall(r'part-(\d)"', pistols) == ["1", "3", "4"]
    assert "no medium" in pistols and "no medium" not in bows
    assert re.findall(r"<b[^>]*>(.*?)</b></span>", bars.partition("</tr>")[0]) == ["−1", "0", "+1", "+2"]


def test_what_is_added_to_a_roll_by_other_records_stands_with_it_and_not_among_its_rules(sheets):
    words = sheets.words("heroic-2002", "en")
    assert "−2Arquebus§−2Shootingfromhorseback§aftermorethanhalf" in words
    assert "−1Attackingadefendedwall,barricadeorthelike" in words
    assert pressed(sheets.message("heroic-2002", "en", "roll/close-combat.rules.barricade")) not in words


def test_a_weapon_without_levels_stands_below_those_with_levels(sheets):
    words = sheets.words("heroic-2002", "en")
    assert "AnybodyLevel1Level2Level3Level4Bow24″" in words
    assert "LongSword+1Strength.+1Strength,+1toeachcombatdie.+2Strength,+1toeachcombatdie." in words
    assert words.index("MasteryofHorsemanship") < words.index("ShortBow16″.Strength3.")


def test_what_a_figure_is_added_to_stands_beside_it(sheets):
    sheets.page("kensei-2e", "en")
    html = sheets.markup["kensei-2e", "en", ""]
    assert html.count("Added to the difficulty:") == 4, "two tables of impacts, two of damage"
    assert "to each die; with D: dice of the Combat Roll" in html.partition("Melee weapons")[2][:120]

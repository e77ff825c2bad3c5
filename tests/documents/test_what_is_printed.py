"""What stands in the data reaches the page: conditions with their modifiers, labels with their rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped


class Press:
    """The shipped rules, with conditions to change, and the words of their faces."""

    def __init__(self):
        self.project = Project((shipped(),), shipped() / "build")
        self.database, _ = load(self.project)
        self.kinds, _ = load_products(self.project)

    def effect(self, edition, record, path):
        return self.database.editions[edition].records[record].get(path)

    def words(self, kind, edition, language="en", slug=None):
        """Return the text of a kind's faces, or of one of them, in one line."""
        faces = self.faces(kind, edition, language, slug)
        return " ".join(" ".join(one.words.split()) for one in faces).replace("\u00a0", " ")

    def faces(self, kind, edition, language="en", slug=None):
        document = self.kinds[kind]
        voice = Translator(self.project, self.database, language)
        templates = Templates(self.project, spec_of(document), voice)
        rows, _ = rows_of(document, self.database.editions[edition])
        for row in rows:
            if slug in (None, row.slug):
                templates.fill(row)
        return list(templates.fragments.values())


@pytest.fixture
def press():
    return Press()


CHARGE = "starting outside the enemy control area and in formation, never for skirmishers"
OTHER = "for skirmishers, starting outside the enemy control area, and in formation"


@pytest.mark.parametrize(("kind", "slug"), [("quick-reference", None), ("reference", None), ("order-cards", "charge")])
def test_a_modifier_is_printed_with_what_its_name_leaves_unsaid(press, kind, slug):
    before = press.words(kind, "kensei-2e", slug=slug)
    assert CHARGE in before and OTHER not in before
    press.effect("kensei-2e", "roll/combat", "modifiers.charge-on-foot.when")["self.skirmisher"] = True
    assert OTHER in press.words(kind, "kensei-2e", slug=slug)


def test_the_same_is_read_in_spanish(press):
    said = "Carga, a pie +2D6 Carga, montada (ambas: nunca para hostigadores)"
    assert said in press.words("quick-reference", "kensei-lr-2020", "es")
    del press.effect("kensei-lr-2020", "roll/combat", "modifiers.charge-on-foot.when")["self.skirmisher"]
    changed = press.words("quick-reference", "kensei-lr-2020", "es")
    assert said not in changed and "Carga, montada (nunca para hostigadores)" in changed


def test_weapon_cards_say_when_a_weapon_counts(press):
    before = press.words("weapon-cards", "kensei-2e", slug="polearms")
    assert "when charging, except against weapons of type 1 or 2" in before
    press.effect("kensei-2e", "weapon/polearms", "effects.charging.when")["self.mounted"] = True
    assert "when charging and when mounted, except against weapons of type 1 or 2" in press.words(
        "weapon-cards", "kensei-2e", slug="polearms"
    )


def test_the_reference_tells_an_effect_once_in_the_words_of_its_rule_or_by_itself(press):
    [page] = press.faces("reference", "kensei-2e")
    records = press.database.editions["kensei-2e"].records
    told = {
        record.slug
        for record in records.values()
        if f'id="{record.kind}--{record.slug}"' in page.html and record.get("effects")
    }
    assert {"fury", "polearms"} <= told
    words = " ".join(page.words.split()).replace("\u00a0", " ")
    assert "+1D6 Combat Roll when charging, except against weapons of type 1 or 2" in words
    assert page.html.count('class="effects"') == sum(
        not record.get("text") and not record.get("rules")
        for record in records.values()
        if record.slug in told and record.get("effects")
    )


def test_a_figure_at_a_glance_stands_with_its_whole_condition_or_not_at_all(press):
    for record in press.database.editions["kensei-2e"].records_of("ability"):
        for effect in (record.get("effects") or {}).values():
            if effect.get("when"):
                effect["when"] |= {"opponent.retreat-blocked": True, "opponent.side": "rear"}
    rows, _ = rows_of(press.kinds["ability-cards"], press.database.editions["kensei-2e"])
    glances = [press.words("ability-cards", "kensei-2e", slug=row.slug) for row in rows[:12] if row.record]
    assert not any("against enemies whose retreat is blocked" in words for words in glances)


@pytest.mark.parametrize("slug", ["fear", "leader", "exorcism"])
def test_the_figures_of_an_ability_stand_below_its_words_all_of_them_or_none(press, slug):
    [face] = press.faces("ability-cards", "kensei-2e", slug=slug)[:1]
    assert 'class="glance' not in face.html


@pytest.mark.parametrize(
    ("slug", "phrase"),
    [
        ("fast", "+1D6 cm Every move"),
        ("stone-skin", "Every Damage Roll (the enemy’s)"),
        ("accelerate", "Movement Running"),
    ],
)
def test_what_a_figure_changes_is_one_phrase(press, slug, phrase):
    assert phrase in press.words("ability-cards", "kensei-2e", slug=slug)


def test_an_order_says_how_many_dice_strengthening_it_adds(press):
    assert "Strengthened Combat: +1D6." in press.words("order-cards", "kensei-lr-2020", slug="combat")


@pytest.mark.parametrize(("language", "labels"), [("en", "Total Partial None"), ("es", "Total Parcial Nula")])
def test_the_label_of_a_rule_is_bold(press, language, labels):
    [page] = press.faces("reference", "kensei-2e", language)
    assert [label for label in labels.split() if f"<b>{label}:</b>" not in page.html] == []


def without_rulings(press, edition):
    press.database.editions[edition] = replace(press.database.editions[edition], rulings={})


@pytest.mark.parametrize(
    ("kind", "slug", "mark"),
    [
        ("reference", None, "Ruling: What share of the army points may cavalry cost? Up to 40 % ."),
        ("reference", None, "Ruling: What does Accurate do? It adds +1 to the Damage Roll of a shot"),
        # On a card a ruling is its answer alone, in the card's words.
        ("ability-cards", "revered", "Ruling: Treat the Honour of those troops as higher by as much"),
        ("ability-cards", "poisoned-weapons", "Ruling: It lasts until the battle ends"),
        ("order-cards", "hold-and-shoot", "Ruling: It loses no die for being a reaction."),
        # There is no room for the words.
        ("quick-reference", None, "Combat Roll §"),
    ],
)
def test_a_ruling_stands_with_the_rule_that_it_changes(press, kind, slug, mark):
    words = press.words(kind, "kensei-2e", slug=slug)
    assert " ".join(mark.split()) in words
    without_rulings(press, "kensei-2e")
    assert mark not in press.words(kind, "kensei-2e", slug=slug)


def test_the_reference_decides_what_the_living_rules_deny(press):
    corrected = "must move so as to restore the formation."
    ruling = "Ruling: May a unit out of formation move back into it?"
    words = press.words("reference", "kensei-lr-2020")
    # The ruling also stands with the order to move: it is told there, and the rule as corrected sends to it.
    assert f"{ruling} It must" in words
    assert f"{corrected} {ruling} →" in words


@pytest.mark.parametrize(
    ("edition", "language", "table"),
    [
        ("kensei-2e", "en", "Value 0 7 cards"),
        ("kensei-lr-2020", "es", "Valor 3 3 cartas"),
        ("kensei-2e", "en", "3 players · +1 card 5 players · +3 cards"),
        ("kensei-2e", "es", "Bajo · 1 orden 4–5 Medio · 2 órdenes"),
    ],
)
def test_what_is_counted_stands_behind_its_number(press, edition, language, table):
    assert table in press.words("reference", edition, language)


def test_an_erratum_without_a_ruling_is_marked_by_its_day(press):
    mark = "Errata 2026-11-22"
    assert mark not in press.words("order-cards", "kensei-2e", "es", slug="strengthen")
    without_rulings(press, "kensei-2e")
    assert mark in press.words("order-cards", "kensei-2e", "es", slug="strengthen")


def test_the_decisions_of_an_edition_are_all_printed_at_their_rules(press):
    for edition in press.database.editions.values():
        marked = {ruling.id for record in edition.records.values() for ruling in edition.rulings_on(record)}
        assert marked == set(edition.rulings)


@pytest.mark.parametrize(
    ("kind", "edition", "language", "slug", "remark"),
    [
        (
            "quick-reference",
            "samurai-skirmish",
            "en",
            None,
            "Note: Of letters with a stroke between them, each is for one figure of the group.",
        ),
        ("ability-cards", "kensei-2e", "es", "bells-of-death", "Nota: También afecta a las unidades propias."),
    ],
)
def test_a_remark_that_changes_play_is_printed(press, kind, edition, language, slug, remark):
    assert remark in press.words(kind, edition, language, slug)


def test_a_bar_of_distances_is_printed_where_the_dice_differ_and_else_the_reach(press):
    bar = 'class="bands"'
    [with_dice] = press.faces("weapon-cards", "kensei-2e", slug="long-ranged")[:1]
    [without] = press.faces("weapon-cards", "kensei-lr-2020", slug="long-ranged")[:1]
    assert (bar in with_dice.html, bar in without.html) == (True, False)
    assert 'class="reached"' in without.html
    assert "Long-ranged weapons 60 cm" in " ".join(without.words.split())


def test_the_scene_of_a_scenario_stands_on_cards_with_few_words(press):
    scenes = {
        one.slot: one.html.count('class="scene"')
        for one in press.faces("scenario-cards", "kensei-2e", "es")
        if one.slot.endswith(".front")
    }
    assert sorted(scenes.values())[0] == 0
    few = [slot for slot, found in scenes.items() if found]
    assert len(few) >= 1


@pytest.mark.parametrize(
    ("slug", "strengthened"),
    [("reaction-combat.combat", "Combat"), ("opportunity-charge", "Charge"), ("hold-and-shoot", "Shoot")],
)
def test_a_reaction_that_can_be_strengthened_says_so(press, slug, strengthened):
    assert f"Strengthened {strengthened}." in press.words("order-cards", "kensei-lr-2020", slug=slug)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_cards_of_a_scenario_say_all_that_its_sheet_does_and_none_repeats_another(press, language):
    cards = press.faces("scenario-cards", "kensei-2e", language)
    backs = [one.html for one in cards if one.slot.endswith(".back")]
    assert len(backs) == len(set(backs)) == 10
    words = [" ".join(one.words.split()) for one in cards]
    for number, secondary in (("2", "rearguard"), ("6", "Casualty control")) if language == "en" else ():
        of_it = " ".join(said for said in words if said.startswith(number))
        assert (
            secondary in of_it
            and "First to deploy: the winner of the Strategy Roll" in of_it
            and "at the end of turn 5" in of_it
        )
    ends = "at the end of turn" if language == "en" else "al final del turno"
    assert sum(ends in said for said in words) == 6


def test_no_two_strategies_of_an_element_have_the_same_large_drawing(press):
    drawings = [
        one.html.partition('<figure class="cut"')[2].partition("</figure>")[0].partition("<svg")[2]
        for one in press.faces("strategy-cards", "heroic-2002")
        if one.slot.startswith(("water-", "fire-")) and one.slot.endswith(".front")
    ]
    assert len(drawings) > 20
    assert len(set(drawings)) == len(drawings)

"""Worked examples on a page: each figure with its reason, and the answer in the last line."""

from __future__ import annotations

from functools import cache

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.markup.worked_examples import Line, WorkedExample, worked_examples
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped

EDITIONS = ("kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish")


@cache
def told(edition: str, language: str, least: int = 3, *, placed: bool = True) -> dict[str, WorkedExample]:
    """Return the worked examples of a sheet, or all as if none had a place on it."""
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project)
    for record in database.editions[edition].records_of("example"):
        if not placed:
            record.data.pop("on-sheet", None)
    translator = Translator(project, database, language)
    return {
        one.record.slug: one for one in worked_examples(database.editions[edition], translator, least) if one.answers
    }


def test_each_figure_stands_with_its_reason_and_what_it_leads_to():
    [lead] = told("samurai-skirmish", "en")["volley-at-long-range"].answers
    assert lead == (
        Line("given", "6", "shooters' die"),
        Line("changed", "2 × −1", "Each shooter fewer than 6", "4", (1,)),
        Line("changed", "+2", "Firing a volley", "6", (1,)),
        Line("given", "2", "target's die"),
        Line("changed", "+1", "Long range", "3", (1,)),
        Line("reckoned", "3", "6 − 3", "3", terms=("6", "−", "3")),
        Line("result", "3", "lead of the shot"),
        Line("given", "light armour", "armour"),
        Line("read", "W", "Hits from shooting: Light armour\u00a0· Lead +3", "", (1,)),
        Line("result", "W", "hit", means="Wounded"),
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_is_the_last_line_and_the_same_ones_are_told_in_both_languages(edition):
    english, spanish = told(edition, "en"), told(edition, "es")
    assert english and list(english) == list(spanish)
    for one in english.values():
        assert all("result" in [line.sort for line in lines] for lines in one.answers)
        assert all(line.figure for lines in one.answers for line in lines if not one.record.get("told"))


def test_an_answer_of_fewer_figures_is_left_out():
    assert len(told("samurai-skirmish", "en", 5)) < len(told("samurai-skirmish", "en", 3))


def test_a_figure_that_an_earlier_rule_has_counted_is_not_called_one_that_does_not_count():
    passed = [
        line
        for one in told("kensei-2e", "en").values()
        for lines in one.answers
        for line in lines
        if line.sort == "passed-over"
    ]
    assert any(line.again for line in passed)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_example_says_in_sentences_who_does_what_to_whom(edition, language):
    for one in told(edition, language).values():
        assert one.situation
        assert all(words[:1].isupper() or words[:1] in "¿¡" for words in one.situation)
        assert all(words[-1] in ".?" for words in one.situation)


def test_the_text_of_an_example_stands_before_its_figures():
    story, figures = told("kensei-2e", "es")["hindered-shot"].situation
    assert "Teppo" in story and "Unidad Parapetada" in story
    assert figures.replace("\N{NO-BREAK SPACE}", " ") == (
        "Ataque a distancia 3, ataque a distancia del líder 4, con 5 miniaturas que ven al objetivo, a 50 cm."
    )


def test_an_example_without_a_text_says_its_conditions_and_none_that_do_not_hold():
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project)
    del database.editions["kensei-2e"].records["example/charging-a-flank"].data["text"]
    translator = Translator(project, database, "en")
    [charge] = [
        one
        for one in worked_examples(database.editions["kensei-2e"], translator, 3)
        if one.record.slug == "charging-a-flank"
    ]
    conditions, figures = charge.situation
    assert conditions.startswith("With the unit leader in direct combat, in closed formation")
    assert conditions.endswith("and against the flank.")
    assert "on foot" not in conditions and "several" not in conditions
    assert figures.startswith("Attack 2D6, leader's attack +4D6, ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_answer_has_a_name_and_what_is_nothing_is_not_given(edition):
    for one in told(edition, "en").values():
        for lines in one.answers:
            assert all(line.about for line in lines)
            assert not [line for line in lines if line.sort == "given" and line.figure in ("0", "no", "none")]


def test_a_roll_is_answered_with_its_dice_and_its_name_stands_once():
    charge, _ = told("kensei-2e", "en")["charging-a-flank"].answers
    assert charge[0].about == "Attack attribute of the troop"
    assert charge[-1] == Line("result", "12D6", "Combat Roll", asks="dice")
    shot = told("kensei-2e", "en")["hindered-shot"].answers[1]
    assert shot[-1] == Line("result", "8+", "Shoot Roll", only="6", asks="needed")


@pytest.mark.parametrize(
    ("edition", "example", "needed"),
    [("kensei-2e", "charging-a-flank", "3+"), ("kensei-lr-2020", "fugitives-fight", "6+")],
)
def test_what_each_die_must_show_is_told_with_the_dice_even_if_one_figure_changes_it(edition, example, needed):
    _, difficulty = told(edition, "en", placed=False)[example].answers
    assert [line.figure for line in (difficulty[0], difficulty[-1])] == ["4+", needed]
    assert difficulty[-2].after == needed


def test_a_pool_without_dice_is_told_with_the_rule_that_gives_it_one():
    [pool] = told("kensei-2e", "en", placed=False)["emptied-pool"].answers
    assert [line.after for line in pool[-3:]] == ["−1D6", "1D6", ""]
    assert (pool[-2].figure, pool[-2].about) == ("= 1D6", "Success Roll")
    assert pool[-1].figure == "1D6"


def test_effects_of_one_record_are_told_apart_by_their_conditions():
    [charge] = told("kensei-2e", "en")["lancers-charge"].answers
    assert [line.about for line in charge if "Polearms" in line.about] == [
        "Polearms: against mounted enemies",
        "Polearms: when charging, except against weapons of type 1 or 2",
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_example_that_reads_several_cells_of_a_list_is_left_out(edition):
    for one in told(edition, "en", 2).values():
        for lines in one.answers:
            assert not [line for line in lines if "…" in line.about]
    assert "hand-of-cards" not in told("kensei-lr-2020", "en", 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_the_case_stands_in_the_situation_and_is_no_line(edition):
    for one in told(edition, "es", 2).values():
        assert not [line for lines in one.answers for line in lines if line.sort == "given" and line.figure == "sí"]


def test_modifiers_go_on_from_the_die_that_was_thrown_to_the_result():
    [check] = told("samurai-skirmish", "en")["good-morale"].answers
    assert [line.figure for line in check[:1]] + [line.after for line in check[1:-2]] == ["1", "0", "1", "2", "4", "6"]
    assert [line.figure for line in check[-2:]] == ["6", "Steady"]


def test_modifiers_of_each_die_are_told_as_what_it_must_show():
    archers = told("kensei-lr-2020", "en")["sheltered-archers"]
    base, *changes, result = archers.answers[1]
    assert (base.figure, result.figure) == ("4+", "7+")
    assert [(line.figure, line.after) for line in changes] == [("−1", "5+"), ("−1", "6+"), ("−1", "7+")]
    assert archers.turns_round and not told("kensei-2e", "en")["charging-a-flank"].turns_round


def test_what_is_added_up_and_compared_stands_between_what_is_given_and_the_answer():
    passed, failed = told("heroic-2002", "en", 2, placed=False)["courage-of-a-frightened-band"].answers
    assert [line.about for line in passed if line.sort == "reckoned"] == ["6 + 4", "10 ≥ 10"]
    assert [line.about for line in failed if line.sort == "reckoned"] == ["6 + 3", "9 < 10"]
    [losses] = told("heroic-2002", "es", 2, placed=False)["ashigaru-losses"].answers
    assert [line.terms for line in losses if line.sort == "reckoned"] == [
        ("5", "×", "½"),
        ("2", "≤", "2½"),
        ("2", "<", "3"),
    ]


def test_a_cell_of_a_table_is_told_with_its_row_and_its_column():
    [wound] = told("heroic-2002", "en", 2)["long-sword-against-armour"].answers
    assert [line.about for line in wound if line.sort == "read"][-1] == (
        "Wound Table: Strength of the attacker 5\u00a0· Defence of the target 5"
    )


def test_records_of_one_name_are_told_apart_by_what_they_are():
    [wound] = told("heroic-2002", "en", 2)["long-sword-against-armour"].answers
    assert [line.about for line in wound if "Long Sword" in line.about] == [
        "Long Sword (weapon)",
        "Long Sword (strategy)",
    ]


def test_a_die_that_must_reach_a_figure_is_told_as_what_it_must_show():
    [shot] = told("heroic-2002", "en", 2)["arquebus-shot"].answers
    assert [(line.figure, line.after) for line in shot[1:-1]] == [("+1", "4+"), ("−2", "6+")]
    assert (shot[-1].figure, shot[-1].asks) == ("6+", "needed")


def test_an_example_is_told_in_sentences_each_with_what_it_gives_and_the_pages_of_it():
    [wounds] = told("kensei-lr-2020", "en")["from-impacts-to-casualties"].answers
    assert [(line.sort, line.figure) for line in wounds] == [
        ("told", "2"),
        ("told", "2"),
        ("told", "1"),
        ("told", "3"),
        ("result", "1"),
        ("told", "1"),
    ]
    assert wounds[-2].about == "Casualties, one for every 2 wounds" and wounds[-2].pages == (17,)
    [half] = told("kensei-lr-2020", "es")["archers-who-hold"].answers
    assert half[0].figure == "2½"


def test_a_sentence_that_says_whether_something_is_so_has_no_figure_beside_it():
    passed, failed = told("heroic-2002", "en")["courage-and-fright"].answers
    assert (passed[-1].sort, passed[-1].figure) == (failed[-1].sort, failed[-1].figure) == ("result", "")


def test_the_sheet_has_the_examples_with_a_place_in_order_of_their_places():
    placed = told("heroic-2002", "en")
    assert [int(one.record.get("on-sheet.place")) for one in placed.values()] == list(range(1, len(placed) + 1))


def test_what_a_troop_adds_is_told_as_its_own_dice_and_how_often_a_die_counts():
    charge, _ = told("kensei-lr-2020", "en")["riders-charge"].answers
    assert [line.figure for line in charge[:2]] == ["+3D6", "4 × 1D6"]


def test_what_is_answered_with_yes_or_no_is_asked_as_a_question():
    [losses] = told("heroic-2002", "en", 2, placed=False)["ashigaru-losses"].answers
    assert (losses[-1].about, losses[-1].figure, losses[-1].asks) == ("must the group test", "yes", "whether")


@pytest.mark.parametrize(
    ("edition", "example"), [("kensei-2e", "hindered-shot"), ("kensei-lr-2020", "sheltered-archers")]
)
def test_what_no_die_can_show_says_which_natural_result_succeeds(edition, example):
    [dice, needed] = told(edition, "en")[example].answers
    assert (dice[-1].only, needed[-1].only) == (None, "6")


@pytest.mark.parametrize(
    ("edition", "language", "words"),
    [
        ("kensei-2e", "en", ["only a natural 6 will do"]),
        ("kensei-2e", "es", ["solo vale un 6 natural"]),
        ("kensei-lr-2020", "en", ["only a natural 6 will do"]),
    ],
)
def test_the_page_says_in_words_what_a_figure_out_of_reach_means(edition, language, words):
    project = Project((shipped(),), shipped() / "build")
    database, _ = load(project)
    kind = load_products(project)[0]["examples"]
    templates = Templates(project, spec_of(kind), Translator(project, database, language))
    templates.fill(rows_of(kind, database.editions[edition])[0][0])
    [page] = templates.fragments.values()
    said = page.html.replace("\u00a0", " ")
    assert [one for one in words if one not in said] == []

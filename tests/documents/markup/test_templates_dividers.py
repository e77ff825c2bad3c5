"""Dividers for the decks of a box, and the tracks beside the table."""

import itertools
import re

import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.imposition import fit
from kensei_docs.documents.markup.templates import Templates, decks_of
from kensei_docs.documents.products.options import Theme, spec_of
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}

PROJECT = Project((shipped(),), shipped() / "build")
DATABASE, _ = load(PROJECT)
KINDS, _ = load_products(PROJECT)


def front(kind: str, edition: str, language: str = "en") -> str:
    """The front of the only face of a kind."""
    translator = Translator(PROJECT, DATABASE, language)
    templates = Templates(PROJECT, spec_of(KINDS[kind]), translator)
    (row,) = rows_of(KINDS[kind], DATABASE.editions[edition])[0]
    return templates.fragments[templates.fill(row).front].html


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020", "heroic-2002"])
def test_every_deck_of_cards_has_a_divider_with_its_count(edition):
    found = decks_of(PROJECT, DATABASE.editions[edition], Translator(PROJECT, DATABASE, "en"), Theme(), [])
    decks = [deck for deck in found if not deck.round]
    html = front("dividers", edition)
    large = [group for deck in decks for group in deck.groups if deck.kind == "strategy-cards"]
    assert html.count('class="divider"') == len(decks) + len(large) > 0
    assert len(large) == (3 if edition == "heroic-2002" else 0)
    for element, count in large:
        assert f'<p class="name-of">{element}</p>\n<p class="count">Strategy cards · {count} ' in html.replace(
            "\u00a0", " "
        )
    for deck in decks:
        assert f'<p class="name-of">{deck.title}</p>\n<p class="count">{deck.count} ' in html.replace("\u00a0", " ")


@pytest.mark.parametrize(("edition", "blank"), [("kensei-2e", 0), ("kensei-lr-2020", 1), ("heroic-2002", 2)])
def test_what_decks_leave_free_of_the_last_sheet_has_blank_dividers(edition, blank):
    html = front("dividers", edition)
    assert html.count('class="divider blank"') == blank
    assert html.count('class="divider') % KINDS["dividers"].measures["on-a-sheet"] == 0


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020", "heroic-2002"])
def test_tabs_of_dividers_of_a_size_are_spread_evenly_so_that_none_hides_another(edition):
    places: dict[str, list[float]] = {}
    for divider in front("dividers", edition).split('class="divider"')[1:]:
        size = re.search(r"width: [\d.]+mm; height: [\d.]+mm", divider)
        left = re.search(r'class="tab-name"[^>]*left: ([\d.]+)mm', divider)
        assert size
        assert left
        places.setdefault(size[0], []).append(float(left[1]))
    most = KINDS["dividers"].measures["tabs"]
    for lefts in places.values():
        distinct = list(dict.fromkeys(lefts))
        assert len(lefts) > most or len(distinct) == len(lefts)
        assert [lefts.count(place) for place in distinct][:-1] == [-(-len(lefts) // len(distinct))] * (
            len(distinct) - 1
        )
        gaps = {round(after - before, 2) for before, after in itertools.pairwise(sorted(distinct))}
        assert len(gaps) <= 1


def test_cards_of_several_clans_have_the_fields_of_all_of_them():
    found = decks_of(PROJECT, DATABASE.editions["kensei-2e"], Translator(PROJECT, DATABASE, "en"), Theme(), [])
    looks = {deck.kind: len(deck.looks) for deck in found}
    clans = DATABASE.editions["kensei-2e"].records_of("clan")
    assert looks["clan-actions"] == len(clans)
    assert looks["unit-cards"] == 0, "some of its cards are of no clan, and have the field of the deck"


def test_cards_that_are_printed_only_when_asked_for_are_in_no_box():
    on_request = {name for name, kind in KINDS.items() if kind.on_request}
    for edition in DATABASE.editions.values():
        decks = decks_of(PROJECT, edition, Translator(PROJECT, DATABASE, "en"), Theme(), [])
        assert not on_request & {deck.kind for deck in decks}


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020"])
def test_a_track_has_the_turns_of_a_battle_with_an_arrow_to_each_next_one(edition):
    html = front("tracks", edition)
    last = DATABASE.editions[edition].records["phase/end-of-battle"].figure("figures.last")
    assert html.count('<div class="turn') - html.count('<div class="turns') == int(last)
    assert html.count('<div class="cell') == KINDS["tracks"].measures["points"]
    assert html.count('<i class="on"') == int(last) - 1


@pytest.mark.parametrize(("language", "begins"), [("en", "The battle ends"), ("es", "La batalla acaba")])
@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020"])
def test_a_track_says_in_a_sentence_when_the_battle_ends(edition, language, begins):
    words = (
        front("tracks", edition, language).partition('data-field="ends"')[2].partition("<p>")[2].partition("</p>")[0]
    )
    assert words.startswith(begins)
    assert words.endswith(".")


def test_two_tracks_stand_on_a_sheet_of_either_paper():
    kind = KINDS["tracks"]
    for paper in ("a4", "letter"):
        grid = fit(
            PAPERS[paper], spec_of(kind, paper=paper).face, kind.margin, kind.gap, kind.least_gap, kind.grid, True
        )
        assert grid.columns * grid.rows == kind.copies == 2


def test_an_edition_that_does_not_say_when_a_battle_ends_has_no_track():
    assert rows_of(KINDS["tracks"], DATABASE.editions["heroic-2002"])[0] == []


def test_fields_side_by_side_on_a_box_meet_across_its_folds():
    seams = []
    for panel in front("tuck-box", "kensei-2e").split('class="panel" style="left: ')[1:]:
        left = float(panel.partition("mm")[0])
        fields = re.findall(r'"position: absolute; top: 0; left: ([\d.]+)mm"', panel)
        seams.append([round(left + float(field), 3) for field in fields[1:]])
    # The fields of six clans, on the panels in the order in which they are drawn.
    _front, back, bottom, lid = [seam for seam in seams if len(seam) == 5]
    assert back == bottom == lid

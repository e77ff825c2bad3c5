"""Tables as a page shows them: columns of figures and of words, names with numbers, headings above."""

from __future__ import annotations

import pytest

from kensei_docs.database import load_shared
from kensei_docs.drafting.detected_settings import patterns_of
from kensei_docs.drafting.draft import Draft
from kensei_docs.drafting.outline import outline_of
from kensei_docs.drafting.project_files import described, draft_document, draft_files
from kensei_docs.drafting.tables import tables_of
from kensei_docs.extract.document import Document
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.extract.reading.grids import Grid
from kensei_docs.project import Project
from tests.drafting.page import page

BARGES = """\
# Barges

Barge      Build     Move  Front  Cannon       Points
B-12       Light      14"      9  Old bronze       90
B-12/4     Light      14"     10  9lb             115
Panda IV   Very slow   8"      -  Long 9lb        100
# Tolls
Nobody pays 2 coins.
"""
TOLLS = """\
# Tolls

Cargo                  Change
Salt                       +1
Less than 6" of rope       -2
Wet wool                   +3
"""
BREAKS = """\
# Breaks

1D6   What breaks
1-2   The oars: all move 6" less
3-4   The rudder
5-6   Nothing, for 2 turns
"""


def drafted(document: Document) -> tuple[Draft, ReadingResult]:
    return draft_document(document, load_shared(Project.open())[0].vocabulary)


def only_table(document: Document) -> Grid:
    (table,) = tables_of(document)
    return table


def test_columns_are_told_by_the_space_between_them() -> None:
    table = only_table(page(BARGES))
    assert table.heads == ("Barge", "Build", "Move", "Front", "Cannon", "Points")
    assert (table.names, table.data, table.worded) == (0, [2, 3, 5], [1, 4])
    assert [table.name_of(row) for row in table.rows] == ["B-12", "B-12/4", "Panda IV"]
    assert [[cell and cell.value for cell in table.values[i]] for i in table.data] == [
        ["14 in", "14 in", "8 in"],
        ["9", "10", "none"],
        ["90", "115", "100"],
    ]


def test_a_table_of_words_and_figures_is_drafted_row_by_row_and_read_again() -> None:
    draft, read = drafted(page(BARGES))
    assert {name: record.figures for name, record in draft.records.items() if record.kind == "barge"} == {
        "barge/b-12": {"move": "14 in", "front": "9", "points": "90"},
        "barge/b-12-4": {"move": "14 in", "front": "10", "points": "115"},
        "barge/panda-iv": {"move": "8 in", "front": "none", "points": "100"},
    }
    first, second = (draft.records[name] for name in ("barge/b-12", "barge/b-12-4"))
    assert (first.text, first.prose_columns, first.is_complete) == ("Build: Light. Cannon: Old bronze.", "", True)
    assert (second.text, second.prose_columns, second.is_complete) == ("Build: Light.", "Cannon", False)
    assert sum(one.record.startswith("barge/") for one in read.observations) == 9
    assert not read.problems


def test_a_number_in_a_name_is_no_figure_of_the_rules() -> None:
    _, read = drafted(page(BARGES))
    assert [one.value for one in read.wording.loose] == ["9", "9"]


def test_figures_in_the_labels_of_a_list_are_figures_of_its_record() -> None:
    draft, read = drafted(page(TOLLS))
    tolls = draft.records["table/tolls"]
    assert tolls.columns == {"change": "Change"}
    assert tolls.rows["less-than-6-in-of-rope"] == ("Less than %(rope)s of rope", {"change": "-2"})
    assert tolls.figures == {"rope": "6 in"}
    assert not read.wording.loose


def test_a_figure_that_changes_in_a_label_leaves_its_row() -> None:
    before, _ = drafted(page(TOLLS))
    document = page(TOLLS.replace('6"', '8"'))
    read = read_figures(document, described(document.source, before))
    found = {one.fact: one.value for one in read.observations if one.record == "table/tolls"}
    assert found == {
        "figures.rope": "8 in",
        "rows.salt.change": "+1",
        "rows.less-than-6-in-of-rope.change": "-2",
        "rows.wet-wool.change": "+3",
    }


def test_what_a_die_brings_about_is_a_record_for_each_result() -> None:
    draft, read = drafted(page(BREAKS))
    assert [section.name for section in outline_of(page(BREAKS)) if section.name] == ["Breaks"]
    made = {record.name: (record.figures, record.is_complete) for record in draft.records.values()}
    assert made == {
        "The oars": ({"1d6": "1-2", "move": "6 in"}, False),
        "The rudder": ({"1d6": "3-4"}, True),
        "1D6 5-6": ({"1d6": "5-6", "turns": "2"}, False),
    }
    assert [figure.value for figure in read.wording.loose] == ["1D6"]


@pytest.mark.parametrize(
    ("spoken", "most", "least"),
    [("en", "2 or less", "9 or more"), ("en", "2 or lower", "9+"), ("es", "2 o menos", "9+")],
)
def test_the_first_and_the_last_result_of_a_die_may_be_open(spoken: str, most: str, least: str) -> None:
    rows = ((most, "Grazed"), ("3-8", "Holed: 2 hits"), (least, "Sunk"))
    table = "".join(f"{roll:12}{result}\n" for roll, result in rows)
    draft, read = drafted(page(f"# Ramming\n\nRoll        Result\n{table}", spoken))
    assert [record.figures["roll"] for record in draft.records.values()] == ["2-", "3-8", "9+"]
    assert not read.wording.loose


def test_what_a_figure_counts_in_the_label_of_a_row_has_both_forms() -> None:
    draft, _ = drafted(
        page("# Aim\n\nCase            Aim\nBehind 2 posts  -1\nNear 3 oars     +1\nAt anchor       +2\n")
    )
    names = [name for name, _ in draft.records["table/aim"].rows.values()]
    assert names == ["Behind %(posts)s {post|posts}", "Near %(oars)s {oar|oars}", "At anchor"]


def test_rows_that_a_number_names_are_one_table_with_the_words_beside_their_figures() -> None:
    drawing = "# Ease\n\n"
    drawing += (
        "Aim  Ease  1D6  1D8\n1    Easy  100   90\n2    Easy   83   88\n3    Hard   67   75\n4    Hard   +x   50\n"
    )
    draft, read = drafted(page(drawing))
    assert list(draft.records) == ["table/ease"]
    assert [(name, list(cells.values())) for name, cells in draft.records["table/ease"].rows.values()] == [
        ("Aim 1: Easy", ["100", "90"]),
        ("Aim 2: Easy", ["83", "88"]),
        ("Aim 3: Hard", ["67", "75"]),
        ("Aim 4: Hard, +x", [None, "50"]),
    ]
    assert not read.unresolved


def test_words_where_other_rows_have_a_figure_name_what_their_row_says() -> None:
    drawing = (
        "# Rites\n\nCost     Rite\n1        A creek with 3 reeds\n3        A night of rowing\n5        A lantern\n"
        "x        A gift to the tide\nOld mud  Roll 1D6 on the table of gifts\n"
    )
    draft, _ = drafted(page(drawing))
    record = draft.records["rite/old-mud"]
    assert (record.name, list(record.figures.values()), record.prose_columns) == ("Old mud", ["1D6"], "Rite")


def test_worked_examples_are_no_rules() -> None:
    text = (
        "# Rowing\n\nA boat moves 6 in over calm water.\n\n"
        "Example. A boat with 3 oars and 2 rowers moves 4 in against the wind.\n\n"
        "It may go 2 in farther where the captain likes it.\n"
    )
    document = page(text)
    patterns = patterns_of(document)
    document.source = document.source.model_copy(update={"no_rules": patterns})
    draft, read = drafted(document)
    assert list(draft.records) == ["rule/rowing"]
    assert list(draft.records["rule/rowing"].figures.values()) == ["6 in", "2 in"]
    assert read.wording.apart == 3 and not read.wording.loose
    document = page("# Rowing\n\nA boat moves 6 in.\n\nExample. A boat with 3 oars is hit and rolls 1D6 for hits.\n")
    document.source = document.source.model_copy(update={"no_rules": patterns_of(document)})
    assert drafted(document)[1].wording.apart == 2
    for head in ("Example of play", "Example No. 1", "Worked example 2"):
        headed = page(f"# Rowing\n\nA boat moves 6 in.\n\n# {head}\n\nIt has 3 oars.\n\n# Wind\n\nIt blows 2 in.\n")
        assert list(drafted(headed)[0].records) == ["rule/rowing", "rule/wind"]


@pytest.mark.parametrize("apart", ["# Heavy ones", ""])
def test_rows_below_the_name_of_a_group_have_the_columns_of_the_table(apart: str) -> None:
    drawing = BARGES.replace("Panda IV", f'{apart}\nPanda V    Slow        6"     12  None             130\nPanda IV')
    assert {table.heads[1:] for table in tables_of(page(drawing))} == {("Build", "Move", "Front", "Cannon", "Points")}


def test_what_the_cells_say_stands_in_the_record_and_what_is_long_is_left_to_a_person() -> None:
    document = page(BARGES)
    draft, _ = drafted(document)
    source = document.source
    written = draft_files(Project.open(), draft, source, "Tide", (), {})[f"data/editions/{source.edition}/barges.yaml"]
    assert "\n  text: 'Build: Light. Cannon: Old bronze.'\n" in written
    assert "\n  todo: 'write a text that says what stands under Cannon in the table, in your own words'\n" in written


def test_the_parts_of_a_table_whose_head_stands_again_are_one() -> None:
    again = "*Cargo                  Change*\nTar                        -4\nTea                        +5\n"
    table = only_table(page(TOLLS + again))
    assert [table.name_of(row) for row in table.rows][-3:] == ["Wet wool", "Tar", "Tea"]
    _, read = drafted(page(TOLLS + again))
    assert not read.wording.loose


def test_a_head_whose_words_stand_elsewhere_is_no_heading() -> None:
    drawing = BARGES.replace("Points", "Poin-").replace("# Tolls", "\n# Tolls")
    document = page(drawing.replace("Barge      Build", "*Barge      Build").replace("Poin-", "Poin-*"))
    assert [section.name for section in outline_of(document) if section.name] == ["Barges", "Tolls"]


def test_a_head_of_two_lines_gives_each_column_both_its_words() -> None:
    drawing = """\
# Barges

*Barge      Front    Side     Crew*
*           armour   armour       *
Heron         9        7       12
Skiff         4        -        2
"""
    (table,) = tables_of(page(drawing))
    assert table.heads == ("Barge", "Front armour", "Side armour", "Crew")
    draft, read = drafted(page(drawing))
    assert draft.records["barge/skiff"].figures == {"front-armour": "4", "side-armour": "none", "crew": "2"}
    assert not read.wording.loose and not read.problems


CREWS = """\
# Crews

Crew       Move   Aim   Cost   Notes
Smugglers
Captain      6"    3+     30   Orders
Boatman      5"    5+     14
Wardens
Dragoon      6"    4+     20   Adds +1 to aim
Captain      8"    3+     22   Sees everybody who stands up to 9" away
# Tolls
Nobody pays.
"""


def test_rows_say_the_name_of_their_group_and_those_of_one_name_stay_apart() -> None:
    draft, read = drafted(page(CREWS))
    assert {name: (one.figures, one.text) for name, one in draft.records.items() if one.kind == "crew"} == {
        "crew/captain": ({"move": "6 in", "aim": "3+", "cost": "30"}, "Smugglers. Notes: Orders."),
        "crew/boatman": ({"move": "5 in", "aim": "5+", "cost": "14"}, "Smugglers."),
        "crew/dragoon": (
            {"move": "6 in", "aim": "4+", "cost": "20", "aim-adds": "+1"},
            "Wardens. Notes: Adds %(aim-adds)s to aim.",
        ),
        "crew/captain-2": ({"move": "8 in", "aim": "3+", "cost": "22", "away": "9 in"}, "Wardens."),
    }
    assert not read.problems and not read.wording.loose


def test_groups_without_rows_of_one_name_are_one_table() -> None:
    table = only_table(page(CREWS.replace("Captain      8", "Old hand     8")))
    assert [(row.group, table.name_of(row)) for row in table.rows] == [
        ("Smugglers", "Captain"),
        ("Smugglers", "Boatman"),
        ("Wardens", "Dragoon"),
        ("Wardens", "Old hand"),
    ]


def test_a_long_cell_is_left_to_a_person_who_finds_its_figures_in_the_record() -> None:
    draft, read = drafted(page(CREWS))
    captain = draft.records["crew/captain-2"]
    assert (captain.prose_columns, captain.is_complete, captain.figures["away"]) == ("Notes", False, "9 in")
    assert ("crew/captain-2", "figures.away") in {(one.record, one.fact) for one in read.observations}


@pytest.mark.parametrize("heading", ["\n# Wardens", "\n\nWardens"])
def test_rows_below_a_heading_are_no_group_of_the_table_above(heading: str) -> None:
    tables = tables_of(page(CREWS.replace("Wardens", heading)))
    assert [[row.group for row in table.rows] for table in tables] == [["Smugglers"] * 2, [""] * 2]


def test_another_table_below_one_heading_is_called_by_the_heading_of_its_labels() -> None:
    gear = "\nGear        Cost\nBoiler         9\nRake           3\nLadder         7\n"
    stacked = gear + "\nSail   Area   Cost\nJib       2      4\nLug       5      8\n"
    draft, read = drafted(page(TOLLS + stacked))
    assert list(draft.records) == ["table/tolls", "table/gear", "sail/jib", "sail/lug"]
    assert not read.problems and not read.wording.loose


PROFILES = """\
# Boats

Every boat has values.

*Heron*
*Oars   Hull   Wind*
 4      2"     +1
It carries 3 fishers.

*Barge*
*Oars   Hull   Wind*
 6      7"     -2
It carries 9 fishers, and 1 oar.
"""


def test_a_single_row_of_figures_below_a_heading_are_figures_of_what_the_heading_names() -> None:
    draft, read = drafted(page(PROFILES))
    assert {name: record.figures for name, record in draft.records.items()} == {
        "boat/heron": {"oars": "4", "hull": "2 in", "wind": "+1", "fishers": "3"},
        "boat/barge": {"oars": "6", "hull": "7 in", "wind": "-2", "fishers": "9", "oar": "1"},
    }
    assert [draft.records["boat/heron"].labels[name] for name in ("oars", "wind")] == ["Oars", "Wind"]
    assert not read.wording.loose and not read.problems


def test_a_single_row_may_begin_with_its_name() -> None:
    text = '# Heron\n\n*Boat    Oars   Hull   Wind*\nHeron   4      2"     +1\nIt is fast.\n'
    (record,) = drafted(page(text))[0].records.values()
    assert (record.name, record.figures) == ("Heron", {"oars": "4", "hull": "2 in", "wind": "+1"})


SPEEDS = """\
# Skiffs

*Skiff  Speed        Body*
       Move   Run   Hull  Crew
Heron   6"     9"     12     4
Otter   8"    12"      9     3
"""
LINES = """\
# Boarding

The winner gets 1 coin from the bank.
What must I roll?

Side    Punt   Gig
Punt    4 5 6  5 6
Gig     3 4 5  4 5
"""


def test_a_heading_over_several_columns_is_that_of_each() -> None:
    assert only_table(page(SPEEDS)).heads == ("Skiff", "Speed Move", "Speed Run", "Body Hull", "Body Crew")


def test_a_question_above_a_table_names_it() -> None:
    draft, _ = drafted(page(LINES))
    assert [one.name for one in draft.records.values()] == ["Boarding", "What must I roll?"]


def test_a_one_with_a_two_in_a_column_of_whole_numbers_is_doubtful() -> None:
    rows = "# Boats\n\nBoat    Hands  Share\nPunt    1      1/2\nGig     1/2    1/4\nTug     2      3/4\n"
    _, read = drafted(page(rows))
    assert [(one.record, one.fact, one.doubt) for one in read.observations if one.doubt] == [
        ("boat/gig", "figures.hands", "can mean 1/2 as a part, or 1 and 2")
    ]


SKIFFS = """\
# Skiffs

Skiff     Move             Crew   Hindrance
Heron       4   3 (5 in a race)   -
Teal        5                 6   -1MV, -1SA
Coot        ∞                 2   -2MV
Rail        6             2/D6    -
# Tolls
Nobody pays 2 coins.
"""


def test_no_figure_of_a_cell_and_no_sign_in_place_of_one_is_lost() -> None:
    made, found = drafted(page(SKIFFS))
    skiffs = {key.partition("/")[2]: record for key, record in made.records.items() if record.kind == "skiff"}
    assert {name: record.figures for name, record in skiffs.items()} == {
        "heron": {"move": "4", "crew": "3", "hindrance": "none", "race": "5"},
        "teal": {"move": "5", "crew": "6", "hindrance": "-1", "sa": "-1"},
        "coot": {"crew": "2", "hindrance": "-2"},
        "rail": {"move": "6", "crew": "2", "hindrance": "none", "crew-2": "1D6"},
    }
    assert skiffs["coot"].text == "Move: ∞."
    assert (skiffs["teal"].prose_columns, skiffs["coot"].prose_columns) == ("Hindrance", "")
    assert not found.unresolved and not found.problems


def files_of(document: Document) -> dict[str, str]:
    vocabulary = load_shared(Project.open())[0].vocabulary
    return draft_files(Project.open(), drafted(document)[0], document.source, "Tide", {}, vocabulary.section("drafted"))


def test_a_column_of_prices_is_called_with_their_coin() -> None:
    draft, _ = drafted(page("# Gifts\n\n*Gift   Cost  Weight*\nReeds  2 SH  4\nSalt   5 SH  4\n"))
    gift = draft.records["gift/salt"]
    assert (gift.figures, gift.labels) == (
        {"cost-sh": "5", "weight": "4"},
        {"cost-sh": "Cost (SH)", "weight": "Weight"},
    )


def test_what_rows_and_columns_are_is_kept() -> None:
    draft, read = drafted(
        page(
            "# Boarding\n\n*Boards  Boarded  Skiff  Barge  Punt*\nBoards   Skiff    4-6    5-6    6\n"
            "Boards   Barge    3-6    4-6    5\nBoards   Punt     2-6    4-6    5\n"
        )
    )
    table = draft.records["table/boarding"]
    assert table.axes == {"down": "Boards", "across": "Boarded"} and not read.problems
    assert list(table.columns.values()) == ["Skiff", "Barge", "Punt"]


def test_dice_are_written_as_the_document_has_them() -> None:
    def rules(text: str) -> str:
        return files_of(page(f"# Nets\n\n{text}\n"))["data/editions/tide/rules.yaml"]

    assert "throws: 2d6" in rules("A net throws 2d6 and d8, or 12d4 later.")
    assert "d8" in rules("A net throws 2d6 and d8, or d4 later.") and "1d8" not in rules("A net throws d8, and 2d6.")
    assert "1D8" in rules("A net throws D8, and 2D6.")


def test_the_name_of_a_row_in_a_column_of_figures_is_not_said_again() -> None:
    rows = (
        "1            By a calm pond with 3 reeds.",
        "3            Over a fire of reeds.",
        "5            At dusk, and with 2 eels.",
        "9            In the wet reeds at noon.",
        "Rare reed    Whoever looks for it rows a day.",
    )
    draft, _ = drafted(page("\n".join(("# Rites", "", "*Cost         Form*", *rows, ""))))
    rare = draft.records["rite/rare-reed"]
    assert (rare.name, rare.text, rare.figures, rare.prose_columns) == ("Rare reed", "", {}, "Form")

"""Lists in blocks: names here, their numbers before or after them."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as some

READINGS = """
- lists: army
  from: These fleets fill
  to: The end
  records: {herons: Heron Flagship, otters: Otter Flagship}
  columns: [boats, points]
  total: total
"""
PAGE = """These fleets fill an evening.
BOATS

POINTS

Herons

Heron Flagship
Reed Skiff
Mud Barge

1
4
2

20
40
30

90

1
3

25
45

70

FLEET
Otter Flagship
Level: Keeper

The end"""
READ = {
    "army/herons rows.heron-flagship.boats": "1",
    "army/herons rows.reed-skiff.boats": "4",
    "army/herons rows.mud-barge.boats": "2",
    "army/herons rows.heron-flagship.points": "20",
    "army/herons rows.reed-skiff.points": "40",
    "army/herons rows.mud-barge.points": "30",
    "army/herons total": "90",
    "army/otters rows.otter-flagship.boats": "1",
    "army/otters rows.level-keeper.boats": "3",
    "army/otters rows.otter-flagship.points": "25",
    "army/otters rows.level-keeper.points": "45",
    "army/otters total": "70",
}


def test_numbers_belong_to_the_lists_in_order(read: Callable, facts: Callable) -> None:
    found = read(PAGE, READINGS)
    assert facts(found) == READ
    assert not found.problems and not found.unresolved


def test_where_a_page_cuts_a_block_makes_no_difference(read: Callable, facts: Callable) -> None:
    assert facts(read(PAGE.replace("40\n30", "40\n\n30"), READINGS)) == READ
    assert facts(read(PAGE.replace("90\n\n1", "90\n1"), READINGS)) == READ


@given(some.sampled_from(sorted(READ)), some.integers(1, 400).map(str))
def test_a_changed_number_changes_its_fact_alone(read: Callable, facts: Callable, fact: str, number: str) -> None:
    page = PAGE.splitlines()
    [line] = [o.lines[0] for o in read(PAGE, READINGS).observations if f"{o.record} {o.fact}" == fact]
    page[line - 1] = number
    assert facts(read("\n".join(page), READINGS)) == READ | {fact: number}


def test_a_new_row_shows_as_that_row(read: Callable, facts: Callable) -> None:
    page = PAGE.replace("Mud Barge", "Mud Barge\nPilot Raft").replace("4\n2", "4\n2\n6").replace("40\n30", "40\n30\n12")
    assert facts(read(page, READINGS)) == READ | {
        "army/herons rows.pilot-raft.boats": "6",
        "army/herons rows.pilot-raft.points": "12",
    }


def test_the_first_row_may_go_where_the_clan_has_its_heading(read: Callable, facts: Callable) -> None:
    page = PAGE.replace("Heron Flagship\n", "").replace("1\n4\n2", "4\n2").replace("20\n40", "40")
    assert facts(read(page, READINGS)) == {f: v for f, v in READ.items() if "heron-flagship" not in f}


def test_a_number_that_is_missing_upsets_its_own_column_only(read: Callable, facts: Callable) -> None:
    found = read(PAGE.replace("40\n30", "40"), READINGS)
    assert facts(found) == {
        f: v for f, v in READ.items() if not (f.startswith("army/herons rows") and f.endswith("points"))
    }
    assert [p.message for p in found.problems] == [
        "2 numbers for the 3 names of army/herons (points); they were not read"
    ]
    assert ("army/herons", "rows.*.points") not in found.expected


def test_columns_whose_numbers_stand_in_one_line_are_not_guessed_at(read: Callable, facts: Callable) -> None:
    """No number is missing, but their order is not the one of the page: the last lines of two columns are joined."""
    found = read(PAGE.replace("40\n30\n\n90\n\n1\n3", "40\n\n90\n\n1\n30 3"), READINGS)
    assert facts(found).items() <= READ.items()
    assert {(o.record, o.fact) for o in found.observations} >= {("army/herons", "rows.mud-barge.boats")}
    assert [p.message for p in found.problems] == [
        "2 numbers for the 3 names of army/herons (points); they were not read",
        "two numbers of army/otters (boats) in one line; they were not read",
    ]


def test_a_list_that_is_missing_is_named(read: Callable) -> None:
    found = read(PAGE.replace("Otter Flagship\nLevel: Keeper\n", ""), READINGS)
    assert next(p.message for p in found.problems) == (
        "'Otter Flagship', with which the list of 'otters' begins, is not in the document"
    )


IN_ROWS = """These fleets fill an evening.
BOATS POINTS
Herons
Heron Flagship 1 20
Reed Skiff 4 40
Mud Barge 2 30
FLEET TOTAL 90

Otter Flagship 1 25
Level:
Keeper 3 45
FLEET TOTAL 70

Keeper
Level: Reed
The end"""


def test_lists_that_come_row_by_row_give_the_same(read: Callable, facts: Callable) -> None:
    found = read(IN_ROWS, READINGS)
    assert facts(found) == READ
    assert not found.problems and not found.unresolved


def test_a_row_without_a_number_upsets_its_own_list_only(read: Callable, facts: Callable) -> None:
    found = read(IN_ROWS.replace("Mud Barge 2 30", "Mud Barge 2"), READINGS)
    assert {fact: value for fact, value in facts(found).items() if "otters" in fact} == {
        fact: value for fact, value in READ.items() if "otters" in fact
    }

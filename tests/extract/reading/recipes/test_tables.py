"""Tables: rows and cells, in one line or cell by cell."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as some

READINGS = """
- table: lamps
  from: Lamps of the marsh
  to: Lamps never burn
  columns: {near: Near, middle: "+1", far: Far off}
  rows: {oil: Oil lamp, fire: Signal fire, jar: Firefly jar}
  fact: "table/lamps:rows.{row}.{column}"
"""
ROWS = {
    "oil": ("Oil lamp", ["10 cm", "D/W", "----"]),
    "fire": ("Signal fire", ["30 cm", "W", "4+"]),
    "jar": ("Firefly jar", ["2,5 cm", "--", "PB"]),
}
VALUES = {"oil": ["10 cm", "D/W", "none"], "fire": ["30 cm", "W", "4+"], "jar": ["2.5 cm", "none", "PB"]}
READ = {
    f"table/lamps rows.{row}.{column}": value
    for row, values in VALUES.items()
    for column, value in zip(["near", "middle", "far"], values, strict=True)
}


def page(rows: list[tuple[str, list[str]]], gap: str = " ", head: str = "Near +1 Far off") -> str:
    lines = [gap.join([label, *cells]) for label, cells in rows]
    return "\n".join(["Lamps of the marsh", f"Lamp {head}", *lines, "Lamps never burn out."])


@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"])
def test_a_row_may_come_as_one_line_or_cell_by_cell(read: Callable, facts: Callable, gap: str) -> None:
    assert facts(read(page(list(ROWS.values()), gap), READINGS)) == READ


@given(some.permutations(sorted(ROWS)))
def test_rows_may_come_in_another_order(read: Callable, facts: Callable, order: list[str]) -> None:
    assert facts(read(page([ROWS[row] for row in order]), READINGS)) == READ


@given(some.sampled_from(sorted(ROWS)), some.integers(0, 2), some.sampled_from(["70 cm", "--", "W", "6+", "D/D"]))
def test_a_changed_cell_changes_its_fact_alone(
    read: Callable, facts: Callable, row: str, cell: int, put_in: str
) -> None:
    label, cells = ROWS[row]
    changed = dict(ROWS, **{row: (label, [*cells[:cell], put_in, *cells[cell + 1 :]])})
    found = facts(read(page(list(changed.values())), READINGS))
    fact = f"table/lamps rows.{row}.{['near', 'middle', 'far'][cell]}"
    assert found == READ | {fact: "none" if put_in == "--" else put_in}


def test_a_new_row_shows_as_that_row(read: Callable, facts: Callable) -> None:
    rows = [ROWS["oil"], ("Moon mirror", ["7 cm", "W", "D"]), ROWS["fire"], ROWS["jar"]]
    assert facts(read(page(rows), READINGS)) == READ | {
        "table/lamps rows.moon-mirror.near": "7 cm",
        "table/lamps rows.moon-mirror.middle": "W",
        "table/lamps rows.moon-mirror.far": "D",
    }


MOVED = "\n".join([" | ".join(["Lamp", "Near", "+1", "Far off"]), *(" | ".join([a, *b]) for a, b in ROWS.values())])
TEXT = "Lamps of the marsh\nare three.\nLamps never burn out."


@pytest.mark.parametrize("text", [f"{MOVED}\n{TEXT}", f"{TEXT}\nMoths fly.\n{MOVED}", f"Moth | 3\n{MOVED}\n{TEXT}"])
def test_a_table_that_is_set_away_from_its_text_is_read(read: Callable, facts: Callable, text: str) -> None:
    assert facts(read(text, READINGS)) == READ


@pytest.mark.parametrize("label", ["Oil lamp", "Bell"])
def test_the_rows_of_another_table_directly_below_one_that_is_set_away_are_not_its_rows(
    read: Callable, facts: Callable, label: str
) -> None:
    """They may have its labels, and as many cells."""
    other = f"Drum | 2 | 3 | 4\n{label} | 20 cm | 30 cm | 40 cm\nGong | 1 | 2 | 3"
    assert facts(read(f"{TEXT}\nMoths fly.\n{MOVED}\n{other}", READINGS)) == READ


@pytest.mark.parametrize(
    "text",
    [f"{MOVED}\n{TEXT}\n{MOVED}", f"{MOVED.replace('Near', 'Dim')}\n{TEXT}", f"{MOVED.splitlines()[0]}\n{TEXT}"],
    ids=["two of them", "another head", "no rows"],
)
def test_another_table_is_not_read_for_one_that_is_gone(read: Callable, facts: Callable, text: str) -> None:
    assert facts(read(text, READINGS)) == {}


def test_a_table_in_its_place_is_read_there_though_another_one_has_its_head(read: Callable, facts: Callable) -> None:
    other = MOVED.replace("5", "9")
    assert other != MOVED
    assert facts(read(f"{other}\n{page(ROWS.values())}", READINGS)) == READ


def test_a_row_that_has_gone_is_still_looked_for(read: Callable, facts: Callable) -> None:
    found = read(page([ROWS["oil"], ROWS["jar"]]), READINGS)
    assert facts(found) == {f: v for f, v in READ.items() if ".fire." not in f}
    assert ("table/lamps", "rows.fire.near") in found.expected


def test_a_row_with_a_cell_too_few_is_not_guessed_at(read: Callable, facts: Callable) -> None:
    label, cells = ROWS["fire"]
    found = read(page([ROWS["oil"], (label, cells[1:]), ROWS["jar"]]), READINGS)
    assert facts(found) == {f: v for f, v in READ.items() if ".fire." not in f}
    assert ("table/lamps", "rows.fire.near") not in found.expected
    [problem] = found.problems
    assert problem.message == "the row 'Signal fire' has 2 cells for 3 columns; it was not read"
    assert [(u.value, u.reason) for u in found.unresolved if u.value == "4+"] == [
        ("4+", "the row 'Signal fire' has 2 cells for 3 columns")
    ]


def test_a_heading_that_is_a_figure_may_change(read: Callable, facts: Callable) -> None:
    assert facts(read(page(list(ROWS.values()), head="Near +4 Far off"), READINGS)) == READ


NUMBERED = """
- table: tides
  from: Tide and moon
  to: These are
  columns: {one: "1", two: "2", three: "3"}
  rows: {low: "1", middle: "2", high: "3"}
  fact: "table/tides:rows.{row}.{column}"
  heading: "table/tides:figures.moon_{column}"
  label: "table/tides:figures.tide_{row}"
"""
TIDES = ["1 4 5 -", "2 3 4 -", "3 - 3 6"]
TIDE = {
    f"table/tides {fact}": value
    for fact, value in {
        "figures.moon_one": "1",
        "figures.moon_two": "2",
        "figures.moon_three": "3",
        "figures.tide_low": "1",
        "rows.low.one": "4",
        "rows.low.two": "5",
        "rows.low.three": "none",
        "figures.tide_middle": "2",
        "rows.middle.one": "3",
        "rows.middle.two": "4",
        "rows.middle.three": "none",
        "figures.tide_high": "3",
        "rows.high.one": "none",
        "rows.high.two": "3",
        "rows.high.three": "6",
    }.items()
}


def tides(rows: list[str], head: str = "1 2 3") -> str:
    return "\n".join(["Tide and moon", head, *rows, "These are all."])


@pytest.mark.parametrize("gap", [" ", "\n"])
def test_rows_may_be_labelled_with_figures(read: Callable, facts: Callable, gap: str) -> None:
    assert facts(read(tides([row.replace(" ", gap) for row in TIDES]), NUMBERED)) == TIDE


def test_a_label_or_a_heading_that_is_a_figure_may_change(read: Callable, facts: Callable) -> None:
    found = facts(read(tides(["1 4 5 -", "7 3 4 -", "3 - 3 6"], head="1 5 3"), NUMBERED))
    assert found == TIDE | {"table/tides figures.tide_middle": "7", "table/tides figures.moon_two": "5"}


@given(some.integers(0, 2))
def test_a_numbered_row_that_has_gone_leaves_the_others(read: Callable, facts: Callable, gone: int) -> None:
    rows = [row for at, row in enumerate(TIDES) if at != gone]
    name = ["low", "middle", "high"][gone]
    assert facts(read(tides(rows), NUMBERED)) == {fact: value for fact, value in TIDE.items() if name not in fact}


def test_a_numbered_row_that_is_new_is_a_row_of_its_own(read: Callable, facts: Callable) -> None:
    found = facts(read(tides([*TIDES, "4 2 2 2"]), NUMBERED))
    assert found == TIDE | {
        "table/tides figures.tide_4": "4",
        "table/tides rows.4.one": "2",
        "table/tides rows.4.two": "2",
        "table/tides rows.4.three": "2",
    }


def test_a_numbered_row_with_a_cell_too_few_is_not_guessed_at(read: Callable, facts: Callable) -> None:
    found = read(tides(["1 4 5 -", "2 3 4", "3 - 3 6"]), NUMBERED)
    assert facts(found) == {fact: value for fact, value in TIDE.items() if "middle" not in fact}
    assert [p.message for p in found.problems] == ["the row '2' has 2 cells for 3 columns; it was not read"]


def test_a_numbered_table_is_known_by_all_its_headings(read: Callable, facts: Callable) -> None:
    found = read(tides(TIDES, head="1 2 of"), NUMBERED)
    assert facts(found) == {"table/tides figures.moon_one": "1", "table/tides figures.moon_two": "2"}
    assert not found.expected
    assert [p.message for p in found.problems] == ["the table has no heading '3'; table/tides was not read here"]


def test_a_row_that_is_skipped_is_no_fact_and_its_cells_belong_to_nothing(read: Callable, facts: Callable) -> None:
    readings = READINGS.replace(", jar: Firefly jar}", "}\n  skip: [Firefly jar]")
    found = read(page(list(ROWS.values())), readings)
    assert facts(found) == {fact: value for fact, value in READ.items() if ".jar." not in fact}
    assert not found.problems and "2.5 cm" in {one.value for one in found.unresolved}


def test_the_number_of_the_next_heading_is_no_cell(read: Callable, facts: Callable) -> None:
    lines = page(list(ROWS.values())).replace("\nLamps never", "\n4. Lamps never")
    assert facts(read(lines, READINGS)) == READ


NIGHTS = """
- table: dark
  from: Moon Lanterns
  to: The dark is deep
  columns: {one: "1", two: "2"}
  rows: {one: "1", two: "2"}
  fact: "table/dark:rows.{row}.{column}"
"""
DARK = "Moon | Lanterns\n1 2\n1 4 5\n2 3 -"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"The dark is deep.\n{DARK}\nMoths fly.", {"one.one": "4", "one.two": "5", "two.one": "3", "two.two": "none"}),
        (f"The dark is deep.\n{DARK.replace('2 3 -', 'Moths 3 -')}\nMoths fly.", {}),
        (f"{DARK}\nMoths fly.", {}),
    ],
    ids=["in a PDF", "without a row", "the words that end it are gone"],
)
def test_a_table_in_a_pdf_may_stand_behind_the_words_that_end_it(
    read: Callable, facts: Callable, text: str, found: dict[str, str]
) -> None:
    """Its rows end it. Those of figures may be lines of text."""
    read_facts = {f: v for f, v in facts(read(text, NIGHTS, page=1)).items() if f.startswith("table/dark")}
    assert read_facts == {f"table/dark rows.{fact}": value for fact, value in found.items()}

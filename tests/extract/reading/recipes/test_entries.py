"""Headed entries: known in any order, new ones told from lines that are merely short."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as some

READINGS = """
- entries: ability
  from: Crew skills
  to: The end
  read:
    beacon:
      figures.range: within <length>
      figures.bonus: add <modifier>
    deep-anchor:
    gale-rider:
      figures.bonus: adds <length> when sailing
    steady-hands:
      figures.dice: reroll <dice>
    towing:
      heading: Tow Line
      figures.range: within <length>
"""
BEACON = """Beacon
Boats within 10 cm of the beacon add +1 to
their signal roll and may follow the Gale
Rider as far as they like, or the
beacon."""
ANCHOR = """Deep Anchor
This boat is never moved by the current."""
RIDER = """Gale Rider
Adds +2D6 cm when sailing before the wind."""
HANDS = """Steady Hands
The crew can reroll 1D6 of its Pull or Tow
Roll"""
TOWING = """Tow Line
Every friendly boat within 5 cm is towed."""
ENTRIES = [BEACON, ANCHOR, RIDER, HANDS, TOWING]
NEW = """Night Eyes
Boats within 30 cm are seen on 4+, or on
5+ in rain, and have +2."""
READ = {
    "ability/beacon name": "Beacon",
    "ability/beacon figures.range": "10 cm",
    "ability/beacon figures.bonus": "+1",
    "ability/deep-anchor name": "Deep Anchor",
    "ability/gale-rider name": "Gale Rider",
    "ability/gale-rider figures.bonus": "+2D6 cm",
    "ability/steady-hands name": "Steady Hands",
    "ability/steady-hands figures.dice": "1D6",
    "ability/towing name": "Tow Line",
    "ability/towing figures.range": "5 cm",
}
FOUND_NEW = {
    "ability/night-eyes name": "Night Eyes",
    "ability/night-eyes figures.length": "30 cm",
    "ability/night-eyes figures.target": "4+",
    "ability/night-eyes figures.target-2": "5+",
    "ability/night-eyes figures.modifier": "+2",
}


def page(entries: list[str]) -> str:
    return "\n".join(["APPENDIX: CREW SKILLS", *entries, "The end"])


@given(some.permutations(ENTRIES))
def test_entries_are_known_in_whatever_order_they_come(read: Callable, facts: Callable, entries: list[str]) -> None:
    assert facts(read(page(entries), READINGS)) == READ


@given(some.integers(0, len(ENTRIES)))
def test_a_new_entry_is_a_record_of_its_own(read: Callable, facts: Callable, at: int) -> None:
    assert facts(read(page([*ENTRIES[:at], NEW, *ENTRIES[at:]]), READINGS)) == READ | FOUND_NEW


@pytest.mark.parametrize("form", ["1. {}", "2.1 {}", "“{}”", "¡{}!"])
def test_a_known_heading_may_begin_with_a_number_or_a_sign(read: Callable, facts: Callable, form: str) -> None:
    heading = form.format("Beacon")
    text = page([BEACON.replace("Beacon", heading, 1), ANCHOR])
    readings = READINGS.replace("beacon:\n", f"beacon:\n      heading: '{heading}'\n")
    found = facts(read(text, readings, headings=(heading,)))
    assert found["ability/beacon name"] == heading
    assert found["ability/beacon figures.range"] == "10 cm"


def test_a_passage_without_a_heading_has_no_entries(read: Callable, facts: Callable) -> None:
    assert facts(read(page(["they row by 10 cm, and", "by 5 cm in rain."]), READINGS)) == {}


@given(some.sampled_from(ENTRIES))
def test_an_entry_that_has_gone_leaves_the_others(read: Callable, facts: Callable, gone: str) -> None:
    found = read(page([entry for entry in ENTRIES if entry != gone]), READINGS)
    name = {BEACON: "beacon", ANCHOR: "deep-anchor", RIDER: "gale-rider", HANDS: "steady-hands", TOWING: "towing"}[gone]
    assert facts(found) == {fact: value for fact, value in READ.items() if not fact.startswith(f"ability/{name} ")}
    assert (f"ability/{name}", "name") in found.expected
    assert [fact for record, fact in found.expected if record == f"ability/{name}"] == ["name"]


def test_a_heading_may_be_set_as_one_without_a_full_line(read: Callable, facts: Callable) -> None:
    after = "Long Oars\n+1 to the pull of every crew that has them."
    found = read(page([HANDS, after, *ENTRIES]), READINGS, headings=("Long Oars",))
    assert facts(found)["ability/long-oars name"] == "Long Oars"


def test_where_the_known_headings_stand_out_a_plain_line_is_none(read: Callable, facts: Callable) -> None:
    heads = tuple(entry.splitlines()[0] for entry in ENTRIES)
    text = page([*ENTRIES[:2], NEW, *ENTRIES[2:]])
    for headings in ((), (*heads, "Night Eyes")):
        assert facts(read(text, READINGS, headings=headings)) == READ | FOUND_NEW
    assert facts(read(text, READINGS, headings=heads)) == READ


@pytest.mark.parametrize(("heading", "entry"), [("Storm Rider", RIDER), ("Deep Anchors", ANCHOR)])
def test_an_entry_under_a_new_heading_is_the_same_record(
    read: Callable, facts: Callable, heading: str, entry: str
) -> None:
    old = entry.splitlines()[0]
    renamed = [e.replace(old, heading) if e == entry else e for e in ENTRIES]
    found = read(page(renamed), READINGS)
    record = "ability/gale-rider" if entry == RIDER else "ability/deep-anchor"
    assert facts(found) == READ | {f"{record} name": heading}
    assert found.renamed == {record}


def test_another_entry_in_the_place_of_one_that_has_gone_is_new(read: Callable, facts: Callable) -> None:
    found = read(page([NEW if entry == ANCHOR else entry for entry in ENTRIES]), READINGS)
    assert facts(found) == {f: v for f, v in READ.items() if "deep-anchor" not in f} | FOUND_NEW
    assert not found.renamed


def test_the_figures_of_an_entry_stand_in_its_own_lines(read: Callable) -> None:
    found = read(page(ENTRIES), READINGS)
    lines = {f"{o.record} {o.fact}": o.lines for o in found.observations}
    assert lines["ability/beacon name"] == (2, 2)
    assert lines["ability/beacon figures.range"] == (3, 3)
    assert lines["ability/steady-hands figures.dice"] == (12, 12)


def test_a_heading_that_is_skipped_is_no_record_and_one_may_lend_its_figures_to_another(
    read: Callable, facts: Callable
) -> None:
    readings = READINGS.replace("    steady-hands:\n", "    steady-hands:\n      record: ability/beacon\n")
    readings = readings.replace("    deep-anchor:\n", "").replace("  read:", "  skip: [Deep Anchor]\n  read:")
    found = read(page(ENTRIES), readings)
    others = {fact: value for fact, value in READ.items() if "deep-anchor" not in fact and "steady-hands" not in fact}
    assert facts(found) == others | {"ability/beacon figures.dice": "1D6"}
    assert not found.problems and not [record for record, _ in found.expected if record == "ability/steady-hands"]

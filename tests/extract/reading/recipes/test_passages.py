"""A passage: figures in running text between two phrases."""

from collections.abc import Callable

READINGS = """
- passage: roll/pull
  from: Every crew rolls
  to: A fleet may
  read: {dice: "crew rolls <dice>", base: "succeeds on <target>"}
- passage: roll/fleet
  from: "+2 if the fleet"
  read: {bonus: "<modifier> if the fleet"}
"""
PAGE = """Two keepers share 9 lamps.
Every crew
rolls 2D6. The pull succeeds on 4+.
A fleet may field 3 boats.
+2
if the fleet is full."""


def test_only_the_passage_is_read(read: Callable, facts: Callable) -> None:
    assert facts(read(PAGE, READINGS)) == {"roll/pull dice": "2D6", "roll/pull base": "4+", "roll/fleet bonus": "+2"}


def test_an_observation_stands_in_the_line_of_its_figure(read: Callable) -> None:
    assert [o.lines for o in read(PAGE, READINGS).observations] == [(3, 3), (3, 3), (5, 5)]


def test_a_phrase_that_is_missing_is_named_and_the_other_readings_go_on(read: Callable, facts: Callable) -> None:
    found = read(PAGE.replace("Every crew", "Each crew"), READINGS)
    [problem] = found.problems
    assert str(problem).endswith(
        "all.yaml:3:9: 'Every crew rolls' is not in the document; so roll/pull was not read here  [reading]"
    )
    assert facts(found) == {"roll/fleet bonus": "+2"}
    assert ("roll/pull", "dice") not in found.expected


def test_a_passage_begins_after_the_phrases_that_it_follows(read: Callable, facts: Callable) -> None:
    text = "The tide turns at 3.\nThe river: the tide turns at 5.\nThe tide turns at 7."
    readings = "- {passage: rule/tide, after: The river, from: The tide, to: The tide, read: {hour: 'at <count>'}}"
    assert facts(read(text, readings)) == {"rule/tide hour": "5"}
    moved = readings.replace("from: The tide", "from: The tides")
    assert "is not in the document" in str(read(text, moved).problems[0])
    late = readings.replace("to: The tide", "to: The river")
    assert "stands only before the phrases that it should follow" in str(read(text, late).problems[0])


def test_a_cue_without_a_slot_is_a_problem_at_its_line(read: Callable) -> None:
    found = read(PAGE, "- passage: roll/pull\n  from: Every crew\n  read:\n    dice: crew rolls")
    assert [str(p).rpartition("all.yaml")[2] for p in found.problems] == [
        ":4:11: 'crew rolls' is not a cue; write a few words and one slot, such as within <length>  [reading]"
    ]


def test_an_entry_of_no_known_shape_is_a_problem_at_its_line(read: Callable) -> None:
    found = read(PAGE, "- scroll: roll/pull\n- 7\n")
    assert [str(p).rpartition("all.yaml")[2] for p in found.problems] == [
        ":1:3: a reading begins with one of correction, entries, lists, passage, profiles, table; "
        "name which  [reading]",
        ":2:3: a reading should be a mapping  [reading]",
    ]


def test_a_figure_that_no_cue_takes_is_not_lost(read: Callable) -> None:
    found = read(PAGE, READINGS, headings=("Two keepers share 9 lamps.",))
    assert [(u.value, u.lines, u.reason) for u in found.unresolved] == [
        ("9", (1, 1), "no reading covers this passage, below 'Two keepers share 9 lamps.'"),
        ("3", (4, 4), "no reading covers this passage, below 'Two keepers share 9 lamps.'"),
    ]
    wider = READINGS.replace("to: A fleet may", "to: if the fleet")
    assert ("3", "the reading of roll/pull takes no such figure") in [
        (u.value, u.reason) for u in read(PAGE, wider).unresolved
    ]

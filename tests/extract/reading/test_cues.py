"""Cues: which figure of a passage belongs to which fact, also after the passage has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.extract.reading.cues import Expected, Surroundings, akin, align, parse_cue
from kensei_docs.extract.reading.figures_in_text import occurrences

CUES = {
    "dice": "crew rolls <dice>",
    "song": "sings <dice>",
    "current": "current adds <modifier>",
    "seam": "suffer <modifier> for each",
    "base": "succeeds on <target>",
    "drift": "drifts <length>",
}
PASSAGE = (
    "Every crew rolls {dice} to pull. The crew that sings adds {song}, and one rowing with "
    "the current adds {current}. Leaking hulls suffer {seam} for each open seam. The pull "
    "succeeds on {base}; whoever falls short drifts {drift} downstream."
)
PRINTED = {"dice": "2D6", "song": "+1D6", "current": "+2", "seam": "-1", "base": "4+", "drift": "5 cm"}


def read(text: str, cues: dict[str, str] = CUES) -> dict[str, str]:
    """Return the value of each fact that was found."""
    expected = []
    for fact, words in cues.items():
        cue = parse_cue(words)
        assert cue is not None
        expected.append(Expected(fact, cue))
    pairs = align(text, occurrences(text, "cm", "en"), expected, "cm", "en")
    return {expected[i].fact: occurrence.value for i, occurrence in pairs.items()}


def test_every_figure_goes_to_the_fact_whose_words_surround_it() -> None:
    assert read(PASSAGE.format(**PRINTED)) == PRINTED


OTHERS = {
    "dice": some.integers(1, 9).map(lambda n: f"{n}D6"),
    "song": some.integers(1, 9).map(lambda n: f"+{n}D6"),
    "current": some.integers(1, 9).map(lambda n: f"+{n}"),
    "seam": some.integers(1, 9).map(lambda n: f"-{n}"),
    "base": some.integers(2, 9).map(lambda n: f"{n}+"),
    "drift": some.integers(1, 90).map(lambda n: f"{n} cm"),
}


@given(some.fixed_dictionaries(OTHERS))
def test_figures_may_change_and_keep_their_facts(changed: dict[str, str]) -> None:
    assert read(PASSAGE.format(**changed)) == changed


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("On a 1 or more it goes out.", {"out": "1"}),
        ("On a one (or more) it goes out.", {"out": "1"}),
        ("On a 1 or 2 it goes out.", {}),
        ("On a 1 it goes out, on 2 or more it burns.", {"out": "2"}),
    ],
)
def test_a_number_or_more_is_no_other_number(written: str, found: dict[str, str]) -> None:
    assert read(written, {"out": "on a <count> or more"}) == found


def test_a_share_or_more_is_found_as_a_number_or_more_is() -> None:
    cues = {"losses": "loses <share> or more", "near": "<length> or more"}
    text = "A crew that loses 50% or more drifts. Keep 3 cm or more away."
    assert read(text, cues) == {"losses": "50 %", "near": "3 cm"}


def test_new_kinds_of_figures_have_their_slots() -> None:
    cues = {"reach": "bows shoot <length-range>", "save": "saves <profile>", "roll": "rolls <dice>"}
    text = "Bows shoot 2 to 4 cm. The crew saves 4+/5+/6+ and rolls 2D6+1."
    assert read(text, cues) == {"reach": "2-4 cm", "save": "4+/5+/6+", "roll": "2D6+1"}


@given(some.sampled_from(sorted(PRINTED)))
def test_a_figure_that_has_gone_takes_no_other_fact_with_it(gone: str) -> None:
    rest = {fact: value for fact, value in PRINTED.items() if fact != gone}
    assert read(PASSAGE.format(**PRINTED | {gone: "some"})) == rest


@given(
    some.sampled_from(["+3", "7+", "1D6", "14 cm", "9", "50 %"]),
    some.sampled_from(["Every crew", "The crew", "Leaking hulls", "The pull"]),
)
def test_a_figure_put_in_between_leaves_the_facts_alone(put_in: str, before: str) -> None:
    text = PASSAGE.format(**PRINTED).replace(before, f"Storms count {put_in} as well. {before}")
    assert read(text) == PRINTED


@given(some.randoms())
def test_line_ends_change_nothing(chance: object) -> None:
    words = PASSAGE.format(**PRINTED).split(" ")
    text = "".join(w + chance.choice(" \n") for w in words)  # type: ignore[attr-defined]
    assert read(text) == PRINTED


def test_a_figure_of_another_kind_is_taken_where_all_the_words_fit() -> None:
    assert read(PASSAGE.format(**PRINTED | {"current": "+1D6"}))["current"] == "+1D6"


@pytest.mark.parametrize(
    ("written", "wanted", "one"),
    [
        ("rolls", "roll", True),
        ("dividing", "divide", True),
        ("hattamoto", "hatamoto", True),
        ("harbour", "harbeur", True),
        ("roll", "role", False),
        ("oar", "oars", False),
        ("lantern", "lattern", True),
        ("moored", "mooring", False),
        ("current", "currency", True),
        ("friend", "fright", False),
        ("", "lamp", False),
        ("rowing", "row", False),  # three letters say too little
        ("roll", "rolling", True),
        ("roll", "rollings", False),
        ("troll", "rolls", False),
        ("boat", "boar", False),
        ("rower", "rowed", True),
        ("river", "riber", False),
        ("anchor", "anxhor", True),
        ("anchor", "anxhur", False),
        ("anchor", "anchhor", True),
        ("remember", "rememember", False),  # two letters too many
        ("harbour", "barbour", False),  # another first letter
    ],
)
def test_a_word_is_known_by_another_ending_or_with_a_slip(written: str, wanted: str, one: bool) -> None:
    assert akin(written, wanted) is one and akin(wanted, written) is one


def test_words_may_have_another_ending() -> None:
    assert read("The crews roll 3D6 today.", {"dice": "crew rolls <dice>"}) == {"dice": "3D6"}


def test_a_cue_of_the_slot_alone_takes_the_next_figure_of_its_kind() -> None:
    assert read(
        "On 1-2 it is 4, on 3-5 it is 6.", {"low": "<range>", "few": "<count>", "high": "<range>", "many": "<count>"}
    ) == {"low": "1-2", "few": "4", "high": "3-5", "many": "6"}


def test_a_length_without_its_unit_takes_the_document_s() -> None:
    cues = {"foot": "racing <length>", "moored": "or <length> if moored"}
    assert read("When racing +2D6 cm or +3D6 if moored.", cues) == {"foot": "+2D6 cm", "moored": "+3D6 cm"}


@pytest.mark.parametrize("no_cue", ["within 10 cm", "<length> or <count>", "<yards> apart", ""])
def test_what_is_no_cue_is_refused(no_cue: str) -> None:
    assert parse_cue(no_cue) is None


@pytest.mark.parametrize(
    ("text", "cue", "evidence"),
    [
        ("The crew rolls 2D6.", "crew rolls <dice>", 1),
        ("It rolls 2D6.", "crew rolls <dice>", 1 / 2),
        ("It pulls 2D6.", "crew rolls <dice>", 0),
        ("2D6 for each crew", "<dice> for each", 1),
        ("2D6 for a crew", "<dice> for each", 1 / 2),
        ("A crew 2D6 each", "crew <dice> each", 1),
        ("A crew 2D6 all", "crew <dice> each", 1 / 2),
        ("2D6", "<dice>", 1 / 2),
        # A word more in between costs little, each further one a twelfth.
        ("The crew rolls the 2D6.", "rolls <dice>", 0.97),
        ("The crew rolls all the 2D6.", "rolls <dice>", 0.97 - 1 / 12),
        ("The crew then rolls 2D6.", "crew rolls <dice>", (1 + 0.97) / 2),
        ("2D6 now for each", "<dice> for each", 0.97),
        ("He rolls crew 2D6.", "crew rolls <dice>", (1 + 0.97) / 2),
        # A word counts less behind the end of a sentence, and behind another figure.
        ("The crew rolls. Then 2D6.", "rolls <dice>", 0.97 * 0.6),
        ("The crew rolls 3 2D6.", "rolls <dice>", 0.7),
        # A range is one figure, not three.
        ("The crew rolls 3-5 2D6.", "rolls <dice>", 0.7),
        ("The crew rolls 3. Then 2D6.", "rolls <dice>", 0.97 * 0.6 * 0.7),
        ("2D6. All crews", "<dice> crews", 0.97 * 0.6),
        ("2D6 4+ crews", "<dice> crews", 0.7),
        # The nearest of several counts, if no barrier makes it worse.
        ("It rolls and rolls 2D6.", "rolls <dice>", 1),
        ("It rolls 2D6. All roll 4+", "rolls <dice>", 1),
    ],
)
def test_how_well_the_words_around_a_figure_fit(text: str, cue: str, evidence: float) -> None:
    found = occurrences(text, "cm", "en")
    [dice] = [one for one in found if one.value == "2D6"]
    wanted = parse_cue(cue)
    assert wanted is not None
    assert Surroundings(text, found, ()).evidence(wanted, dice) == pytest.approx(evidence)


@pytest.mark.parametrize("text", ["loses 50% of", "loses 50%of", "loses50% of"])
def test_a_word_counts_that_stands_close_to_its_figure(text: str) -> None:
    assert read(f"A crew that {text} its oars drifts.", {"losses": "that loses <share> of its"}) == {"losses": "50 %"}
    found = occurrences(text, "cm", "en")
    wanted = parse_cue("loses <share> of")
    assert wanted is not None
    assert Surroundings(text, found, ()).evidence(wanted, found[0]) == 1


def test_a_word_of_one_letter_counts_close_to_its_figure_too() -> None:
    wanted = parse_cue("a <share> o")
    assert wanted is not None
    for text in ("a 50% o", "a50%o"):
        assert (
            Surroundings(text, occurrences(text, "cm", "es"), ()).evidence(wanted, occurrences(text, "cm", "es")[0])
            == 1
        )


@pytest.mark.parametrize(("between", "evidence"), [(0, 1), (1, 0.97), (12, 0.97 - 11 / 12), (13, 0), (20, 0)])
def test_a_word_counts_up_to_twelve_words_away(between: int, evidence: float) -> None:
    away = "by " * between
    for text, cue in (
        (f"crews {away}2D6", "crews <dice>"),
        (f"2D6 {away}crews", "<dice> crews"),
        # Wherever the figure stands.
        (f"Now 2D6 {away}crews", "<dice> crews"),
        (f"Here and now 2D6 {away}crews", "<dice> crews"),
    ):
        found = occurrences(text, "cm", "en")
        wanted = parse_cue(cue)
        assert wanted is not None
        assert Surroundings(text, found, ()).evidence(wanted, found[0]) == pytest.approx(evidence)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Each boat carries 4.", {"load": "4"}),
        ("A laden boat has 4.", {"load": "4"}),
        ("Each of them has 4.", {}),
        ("Now it is 4.", {}),
    ],
)
def test_a_figure_with_too_few_of_its_words_is_nobodys(text: str, found: dict[str, str]) -> None:
    assert read(text, {"load": "each laden boat carries <count>"}) == found


@pytest.mark.parametrize(
    ("text", "facts", "found"),
    [
        ("It sings +2 and drifts 5 cm.", ["song", "drift"], {"song": "+2", "drift": "5 cm"}),
        ("It drifts 5 cm and sings +2.", ["drift", "song"], {"song": "+2", "drift": "5 cm"}),
        # Not before the fact in front of it, nor behind the next.
        ("It drifts 5 cm and sings +2.", ["song", "drift"], {"drift": "5 cm"}),
        ("It sings +2 and drifts 5 cm.", ["drift", "song"], {"drift": "5 cm"}),
        # Not with a part of its words, nor a kind that is never put in its place.
        ("It sang +2 and drifts 5 cm.", ["song", "drift"], {"drift": "5 cm"}),
        ("It sings 4+ and drifts 5 cm.", ["song", "drift"], {"drift": "5 cm"}),
        ("It sings two and drifts 5 cm.", ["song", "drift"], {"drift": "5 cm"}),
    ],
)
def test_a_figure_of_another_kind_stands_where_the_fact_has_its_place(
    text: str, facts: list[str], found: dict[str, str]
) -> None:
    assert read(text, {fact: CUES[fact] for fact in facts}) == found


def test_of_two_figures_the_one_whose_words_fit_better_is_taken() -> None:
    cues = {"crew": "crew rolls <dice>"}
    assert read("The pilot rolls 2D6, the crew rolls 3D6.", cues) == {"crew": "3D6"}
    assert read("The crew rolls 3D6, the pilot rolls 2D6.", cues) == {"crew": "3D6"}
    # Of two that fit as well, the first.
    assert read("The crew rolls 3D6. The crew rolls 2D6.", cues) == {"crew": "3D6"}


def test_a_figure_with_all_its_words_is_not_passed_on_so_that_every_fact_has_one() -> None:
    cues = {"drift": "drifts <length>", "tow": "each boat tows <length>"}
    text = "It drifts swiftly all the way down the stream behind 4 boats but drifts 5 cm."
    assert read(text, cues) == {"drift": "5 cm"}


def test_a_length_with_its_unit_is_preferred_to_one_without() -> None:
    assert read("It drifts 4 or drifts 5 cm.", {"drift": "drifts <length>"}) == {"drift": "5 cm"}
    assert read("It drifts all the way 5.", {"drift": "drifts <length>"}) == {"drift": "5 cm"}
    assert read("It drifts four or drifts 5.", {"drift": "drifts <length>"}) == {"drift": "5 cm"}


ROWS = {
    "crew": "each oar in <dice> the water | <dice> For each oar",
    "rank": "no hull in <dice> the rear | <dice> If the fleet",
}


@pytest.mark.parametrize(
    "set_as",
    [
        "+1D6 For each oar of the boat in the water. +2D6 If the fleet rows in ranks, and no hull in the rear leaks.",
        "For each oar of the boat in +1D6 the water. If the fleet rows in ranks, and no hull in +2D6 the rear leaks.",
    ],
)
def test_a_figure_is_known_wherever_a_setting_puts_it_in_its_row(set_as: str) -> None:
    assert read(set_as, ROWS) == {"crew": "+1D6", "rank": "+2D6"}


def test_the_words_of_one_cue_are_of_one_slot() -> None:
    assert parse_cue("within <length> of | <dice> of") is None

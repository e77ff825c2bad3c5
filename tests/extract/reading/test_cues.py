"""Cues: which figure of a passage belongs to which fact, also after the passage has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.extract.reading.cues import Expected, akin, align, parse_cue
from kensei_docs.extract.reading.figures import occurrences

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
    pairs = align(text, occurrences(text, "cm", "en"), expected, "cm")
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

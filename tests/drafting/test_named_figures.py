"""The figures of a passage: names of them, and the words around each."""

from __future__ import annotations

import pytest

from kensei_docs.drafting.named_figures import DraftedFigure, counted_nouns, excluded_words, figures_in
from kensei_docs.extract.reading.figures_in_text import occurrences
from kensei_docs.languages import language


def drafted(text: str, spoken: str = "en") -> list[DraftedFigure]:
    known = language(spoken)
    found = occurrences(text, "in", spoken)
    return figures_in(text, found, known, excluded_words(known), "Rowing", counted=counted_nouns(text, found))


@pytest.mark.parametrize(
    ("spoken", "text", "named"),
    [
        ("en", "Boats move 6 in and carry 3 barrels.", {"move": "6 in", "barrels": "3"}),
        ("en", "Roll 2D6+1; the oarsman adds +2 to the result.", {"roll": "2D6+1", "result": "+2"}),
        ("en", "It loses half of its cargo, twice in a game.", {"cargo": "1/2", "game": "2"}),
        ("en", "One boat, both sides.", {}),  # articles and the like count nothing
        ("en", "A boat rows 2 in, or rows 4 in.", {"rows": "2 in", "rowing": "4 in"}),
        ("en", "Look 6 in.", {"look-value": "6 in"}),  # a record's own 'look' is not a figure
        ("en", "6", {"rowing": "6"}),  # by its heading
        ("en", "Within 6 in of the dark pier, up to 3 lamps burn.", {"within": "6 in", "lamps": "3"}),
        ("en", "On a roll of 6 at dusk it sinks.", {"roll": "6"}),
        ("en", "Cost 12, Oars 4, Hull 2, Crew 1", {"cost": "12", "oars": "4", "hull": "2", "crew": "1"}),
        ("en", "Cost: 12  Oars: 4  Dark hull: 2", {"cost": "12", "oars": "4", "dark-hull": "2"}),
        ("en", "M4 A2 W1", {"m": "4", "a": "2", "w": "1"}),
        ("en", "2-5: Adrift\n6+: Sunk", {"adrift": "2-5", "sunk": "6+"}),
        ("en", "It rams with AP(2).", {"ap": "2"}),
        ("en", "Pay 3 coins, or one coin at night.", {"coins": "3", "coin": "1"}),  # what is counted elsewhere counts
        ("en", "Carry two (2) nets.", {"nets": "2"}),
        ("en", "Two captains race; the first has 12 victory points.", {"captains": "2", "victory-points": "12"}),
        ("es", "Dos barcas corren, y hay 3 cartas rojas.", {"barcas": "2", "cartas-rojas": "3"}),
        ("de", "Zwei Spieler führen ihre Boote mit 3 roten Karten.", {"spieler": "2", "roten-karten": "3"}),
        ("en", "A glyph has an EW of 5, 3 RS and 12 HP.", {"ew": "5", "rs": "3", "hp": "12"}),  # its own letters
        ("en", "It has a BE of 5, an EW of 4.", {"be": "5", "ew": "4"}),  # a word of the language is no code
        ("en", "IT MAY BE 5 OR 4.", {"rowing": "5", "rowing-2": "4"}),
        ("es", "La barca vira dos veces y deriva 3 pulgadas.", {"veces": "2", "deriva": "3 in"}),
    ],
)
def test_a_figure_is_called_by_a_word_beside_it(spoken: str, text: str, named: dict[str, str]) -> None:
    assert {one.name: one.value for one in drafted(text, spoken)} == named


def test_figures_that_nothing_tells_apart_are_numbered() -> None:
    assert [one.name for one in drafted("4 4 4")] == ["rowing", "rowing-2", "rowing-3"]


def test_a_cue_has_the_words_of_its_own_sentence_up_to_the_next_figure() -> None:
    first, second = drafted("Night falls. On 4+ the keeper sees boats within 12 in of the pier. Then it rains.")
    assert [first.cue(width) for width in (1, 4)] == ["On <target> the", "On <target> the keeper sees boats"]
    assert second.cue(4) == "keeper sees boats within <length> of the pier"

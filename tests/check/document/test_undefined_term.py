"""undefined-term"""

from collections.abc import Callable


def test_a_term_that_stands_nowhere_else(proofread: Callable[..., list[str]]) -> None:
    text = "# MILL ROLL\n\nMake a Mill Roll.\n\nAfter that make a Harvest Roll."
    assert proofread("undefined-term", text) == [
        "5: 'Harvest Roll' is explained nowhere; define it, or use the term that is meant"
    ]
    spanish = "# TIRADA DE MOLINO\n\nHaz una Tirada de Molino.\n\nLuego haz una Tirada de Brasa."
    assert proofread("undefined-term", spanish, "es") == [
        "5: 'Tirada de Brasa' is explained nowhere; define it, or use the term that is meant"
    ]


def test_terms_of_headings_names_and_plain_words_are_known(proofread: Callable[..., list[str]]) -> None:
    for text in (
        "# HARVEST\n\nAfter that make a Harvest Roll.",
        "After that make a harvest roll.",
        "Stone Mill\nRoll 1D6 for it.",
        "The harvest, harvest and harvest, as a Harvest Roll says.",
    ):
        assert proofread("undefined-term", text) == []
    text = "After that make a Harvest Roll."
    assert proofread("undefined-term", text, terms=(("Harvest", "ability"),)) == []

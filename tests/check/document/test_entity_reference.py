"""entity-reference"""

from collections.abc import Callable

TERMS = (
    ("Steady Shot", "ability"),
    ("Swift", "ability"),
    ("Lava lash", "ability"),
    ("Permanent abilities (PA)", "ability-kind"),
    ("Hold and Shoot", "order"),
    ("Strengthen", "order"),
    ("Action Orders", "order-group"),
    ("Miller", "clan"),
)


def test_names_that_no_register_has(proofread: Callable[..., list[str]]) -> None:
    text = (
        "He has Steedy Shot (PA), Lava Whip and more. You may use a Strength Order, or the\n"
        "reaction order Hold on and shoot."
    )
    assert proofread("entity-reference", text, terms=TERMS) == [
        "1: 'Steedy Shot' is not a known ability; did you mean 'Steady Shot'?",
        "1: 'Lava Whip' is not a known ability; did you mean 'Lava lash'?",
        "1: 'Strength' is not a known order; did you mean 'Strengthen'?",
        "2: 'Hold' is not a known order; did you mean 'Hold and Shoot'?",
    ]


def test_names_that_are_there_and_words_that_are_none(proofread: Callable[..., list[str]]) -> None:
    text = (
        "All have Swift (PA). The Strengthen order is an Action Order.\nNo order may follow. "
        "The Miller abilities are few. Make an Order Roll for the Hold and Shoot order."
    )
    assert proofread("entity-reference", text, terms=TERMS) == []


def test_a_document_of_no_known_game_has_no_register(proofread: Callable[..., list[str]]) -> None:
    assert proofread("entity-reference", "Use a Strength Order.") == []

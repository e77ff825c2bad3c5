"""bounds-are-translated"""

from collections.abc import Callable

import pytest

from kensei_docs.check.messages import stated_bounds

BEFORE = "Las barcas a %(range)s o menos del barquero"


@pytest.mark.parametrize(
    "words",
    [
        BEFORE,
        "Las barcas, hasta a %(range)s del barquero,",  # no bound that the language knows
        "Las barcas, como máximo a una distancia de %(range)s del barquero,",
    ],
)
def test_the_same_bound_or_none(said: Callable[..., list[str]], words: str) -> None:
    assert said("bounds-are-translated", BEFORE, words) == []


def test_another_bound(said: Callable[..., list[str]]) -> None:
    assert said("bounds-are-translated", BEFORE, "Las barcas a menos de %(range)s del barquero") == [
        "data/locale/es/reeds-1e.po:15: 'reeds-1e/ability/ferryman.text' in es says 'menos de %(range)s' where the "
        "message says 'within %(range)s'; let both say whether the figure itself is in bounds  [bounds-are-translated]"
    ]


def test_a_denied_bound_is_not_compared(said: Callable[..., list[str]]) -> None:
    assert said("bounds-are-translated", BEFORE, "Las barcas que no están a menos de %(range)s del barquero") == []


def test_or_less_of_one_figure_is_no_less_than_of_the_next() -> None:
    words = "Cada una está a %(far)s o menos de %(others)s compañeras, por lo menos."
    assert [(one.figure, one.bound) for one in stated_bounds(words, "es")] == [("far", "at-most")]
    forms = "Lay %(stake)s {card|cards} or more, fewer than %(most)s."
    assert [(one.figure, one.bound) for one in stated_bounds(forms, "en")] == [("stake", "at-least"), ("most", "below")]

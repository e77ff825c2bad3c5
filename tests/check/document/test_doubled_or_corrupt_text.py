"""doubled-or-corrupt-text"""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Put the the flour on the scale.", "'the' stands twice in a row; once is enough"),
        ("It grinds as long as as long as the wind blows.", "'as long as' stands twice in a row; once is enough"),
        ("Give to he the miller his sack.", "'he the' can't both stand; one of them is left over"),
        ("Look at the page on the next page.", None),
        ("See the mill of the following mill.", None),
        ("Take 2 two sacks.", "'2 two' gives the number twice; keep the figure or the word"),
        ("Rest by the pond..", "a full stop stands twice in 'pond..'; mend it"),
        ("Well done!.", "two signs end one sentence in 'done!.'; mend it"),
        ("The pond , and the mill.", "a space stands before the sign in 'pond ,'; mend it"),
        ("The wind falls.Then it rises.", "there is no space after the sign in 'falls.Then'; mend it"),
        ("The wind falls. then it rises.", "a sentence begins small in 'falls. then'; mend it"),
        ("A mill\ufffder grinds.", "a sign is broken in 'mill\ufffder'; mend it"),
        ("A mill€r grinds.", "a sign is broken in 'mill€r'; mend it"),
        ("NInjas grind.", "capitals and small letters are mixed in 'NInjas'; mend it"),
        ("Miller10 / 15 grinds.", "cells have run together in 'Miller10'; set them apart"),
        ("2D6If the wind blows.", "cells have run together in '2D6If'; set them apart"),
        ("Grind (three sacks at once.", "the bracket before 'three sacks' never closes; mend the pair"),
        ("Grind three) sacks at once.", "a bracket closes that was never opened; mend the pair"),
        ("An introducction.", "'introducction' has a letter too many; did you mean 'introduction'?"),
        ("He makers the flour.", None),
        ("A maner of flour.", "'maner' is in no word list; the nearest word is 'maker'"),
    ],
)
def test_a_slip_is_told(proofread: Callable[..., list[str]], text: str, said: str | None) -> None:
    assert proofread("doubled-or-corrupt-text", text) == ([f"1: {said}"] if said else [])


@pytest.mark.parametrize(
    "text",
    [
        "The miller knew that that was flour.",
        "Wait… Then grind etc. as usual, e.g. at dawn.",
        "Write to www.mill.org/grind and to mill@wind.org.",
        "They fight hand to hand. It is like hand to hand. So it is, hand to hand.",
        "“Ooooh” says the miller.",
        "#Mill\nMill the flour.",
        "1) Grind. (2) Rest.",
        "On a 6 the wind rises; add +1D6, 10 cm and 2 sacks.",
    ],
)
def test_what_is_set_well_is_left_alone(proofread: Callable[..., list[str]], text: str) -> None:
    assert proofread("doubled-or-corrupt-text", text) == []


def test_a_doubled_word_is_told_over_the_end_of_a_line(proofread: Callable[..., list[str]]) -> None:
    assert proofread("doubled-or-corrupt-text", "The flour will be\nbe sold.", paged=True) == [
        " page 1: 'be' stands twice in a row; once is enough"
    ]


def test_one_paragraph_without_a_stop_among_many_has_broken_off(proofread: Callable[..., list[str]]) -> None:
    whole = "The wind turns the sails and the sails turn the stone that grinds the flour fine."
    broken = "The wind turns the sails and the sails turn the stone that grinds the"
    assert proofread("doubled-or-corrupt-text", "\n\n".join([whole] * 20 + [broken])) == [
        "41: the paragraph ends in 'that grinds the' without a full stop; end it, or print what it goes on with"
    ]
    assert proofread("doubled-or-corrupt-text", "\n\n".join([whole] * 2 + [broken])) == []


def test_two_spanish_articles_in_a_row(proofread: Callable[..., list[str]]) -> None:
    text = "Mira en el la mesa de la derecha. La suma de las de las mesas."
    assert proofread("doubled-or-corrupt-text", text, "es") == ["1: 'el la' can't both stand; one of them is left over"]


def test_a_doubled_article_of_one_letter(proofread: Callable[..., list[str]]) -> None:
    assert proofread("doubled-or-corrupt-text", "The mill has a a wheel and columns b b.") == [
        "1: 'a' stands twice in a row; once is enough"
    ]

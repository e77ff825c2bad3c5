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
        ("Take 2 two sacks.", "'2 two' gives the number twice; keep the figure or the word"),
        ("Rest by the pond..", "a full stop stands twice in 'pond..'; mend it"),
        ("Well done!.", "two signs end one sentence in 'done!.'; mend it"),
        ("The pond , and the mill.", "a space stands before the sign in 'pond ,'; mend it"),
        ("The wind falls.Then it rises.", "there is no space after the sign in 'falls.Then'; mend it"),
        ("The wind falls. then it rises.", "a sentence begins small in 'falls. then'; mend it"),
        ("A mill\ufffder grinds.", "a sign is broken in 'mill\ufffder'; mend it"),
        ("A mill€r grinds.", "a sign is broken in 'mill€r'; mend it"),
        ("NInjas grind.", "capitals and small letters are mixed in 'NInjas'; mend it"),
        ("An introducction.", "'introducction' has a letter too many; did you mean 'introduction'?"),
        ("He makers the flour.", None),
        ("A maner of flour.", "'maner' is in no word list; did you mean 'maker'?"),
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


def test_spaces_of_a_pdf_are_not_the_authors(proofread: Callable[..., list[str]]) -> None:
    text = "The pond , and the mill.Then it rises. then it falls."
    assert len(proofread("doubled-or-corrupt-text", text)) == 3
    assert proofread("doubled-or-corrupt-text", text, paged=True) == []


@pytest.mark.parametrize("word", ["traveling", "travelling", "pretravel", "travels", "Ordér", "wheelers"])
def test_other_spellings_and_forms_of_a_word_are_right(proofread: Callable[..., list[str]], word: str) -> None:
    assert proofread("doubled-or-corrupt-text", f"A {word} of flour.") == []


def test_two_spanish_articles_in_a_row(proofread: Callable[..., list[str]]) -> None:
    text = "Mira en el la mesa de la derecha. La suma de las de las mesas."
    assert proofread("doubled-or-corrupt-text", text, "es") == ["1: 'el la' can't both stand; one of them is left over"]


def test_a_doubled_article_of_one_letter(proofread: Callable[..., list[str]]) -> None:
    assert proofread("doubled-or-corrupt-text", "The mill has a a wheel and columns b b.") == [
        "1: 'a' stands twice in a row; once is enough"
    ]

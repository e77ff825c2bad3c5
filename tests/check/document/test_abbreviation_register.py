"""abbreviation-register"""

from collections.abc import Callable

BOOK = "An army costs army points (abbreviated AP). Permanent abilities (PA) are always on.\n"


def test_what_nobody_explains(proofread: Callable[..., list[str]]) -> None:
    assert proofread("abbreviation-register", BOOK + "It gets +2 to its QR.\nA QR counts.") == [
        "2: 'QR' (also line 3) is explained nowhere; explain it where it stands first"
    ]


def test_small_letters_after_a_number(proofread: Callable[..., list[str]]) -> None:
    assert proofread("abbreviation-register", BOOK + "Up to 200 ap, or 300 pe of them.") == [
        "2: 'pe' is explained nowhere; explain it where it stands first"
    ]


def test_one_in_the_sense_of_another(proofread: Callable[..., list[str]]) -> None:
    assert proofread("abbreviation-register", BOOK + "It has two AP abilities.") == [
        "2: 'AP abilities' uses 'AP' in the sense of 'PA'; write 'PA'"
    ]


def test_what_is_explained_or_known_to_all_is_right(proofread: Callable[..., list[str]]) -> None:
    text = (
        "It has two PA abilities and costs 20 AP. Print the PDF. NB: within 10 cm, not\n"
        "2 in a row. The unit (BB) faces BB. (QR = Quick roll) Make a QR.\n#TO BE OR NOT"
    )
    assert proofread("abbreviation-register", BOOK + text) == []

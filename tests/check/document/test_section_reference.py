"""section-reference"""

from collections.abc import Callable

BOOK = """\
#WEAPONS AND ARMOUR
Millers carry staves.

#GRINDING
Grind. {}"""


def test_a_section_of_another_name(proofread: Callable[..., list[str]]) -> None:
    assert proofread("section-reference", BOOK.format("See the Armor and Weapons section.")) == [
        "5: no heading is called 'Armor and Weapons'; did you mean 'WEAPONS AND ARMOUR' (line 1)?"
    ]


def test_a_section_that_is_nowhere(proofread: Callable[..., list[str]]) -> None:
    assert proofread("section-reference", BOOK.format("Read the Thunderstorms chapter.")) == [
        "5: no heading is called 'Thunderstorms'; name one, or add it"
    ]


def test_a_table_of_another_name(proofread: Callable[..., list[str]]) -> None:
    text = "#WIND DIFFICULTY TABLE\nCalm 1\n\nUse the storm difficulty table. Set the table."
    assert proofread("section-reference", text) == [
        "4: no heading is called 'storm difficulty table'; did you mean 'WIND DIFFICULTY TABLE' (line 1)?"
    ]


def test_capitals_articles_and_plurals_make_no_difference(proofread: Callable[..., list[str]]) -> None:
    for sentence in (
        "See the weapons and armours section.",
        "It stands in the section on Grinding.",
        "Read the weapons and armour rules chapter, and the following section.",
        "The weapons and armour and grinding sections help.",
        "Put it on the edge of the table.",
    ):
        assert proofread("section-reference", BOOK.format(sentence)) == []


def test_a_spanish_section(proofread: Callable[..., list[str]]) -> None:
    text = "Molienda del grano\n\nComo se explica en la sección Molienda del gramo, se muele."
    assert proofread("section-reference", text, "es") == [
        "3: no heading is called 'Molienda del gramo'; did you mean 'Molienda del grano' (line 1)?"
    ]


def test_a_page_beyond_the_last(proofread: Callable[..., list[str]]) -> None:
    assert proofread("section-reference", "The mill turns (see p. 9).", paged=True) == [
        " page 1: 'p. 9' is beyond the last page, 1; name the page that is meant"
    ]
    assert proofread("section-reference", "The mill turns (see p. 1).", paged=True) == []
    assert proofread("section-reference", "El molino gira (página 9).", "es", paged=True) != []

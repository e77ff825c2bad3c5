"""total-equals-rows"""

from collections.abc import Callable

NAMED = "Mills are divided into {} types, by what turns them:\nWind: It turns sails.\nWater: It turns a wheel.\n"


def test_more_are_announced_than_listed(proofread: Callable[..., list[str]]) -> None:
    assert proofread("total-equals-rows", NAMED.format("three")) == [
        "1: 'three types' are announced and 2 follow; mend the number or the list"
    ]
    text = "There are two steps:\n1. Fill.\n2. Grind.\n3. Sell."
    assert proofread("total-equals-rows", text) == [
        "1: 'two steps' are announced and 3 follow; mend the number or the list"
    ]


def test_as_many_as_are_announced_and_no_list_are_right(proofread: Callable[..., list[str]]) -> None:
    for text in (
        NAMED.format("two"),
        "There are two steps:\n• Fill.\n• Grind.\n\n1. Rest.",
        "There are two types of mill: wind and water.",
        "It has three kinds of sails.",
    ):
        assert proofread("total-equals-rows", text) == []


def test_a_spanish_list(proofread: Callable[..., list[str]]) -> None:
    assert proofread("total-equals-rows", "Hay tres tipos de molino:\n• De viento.\n• De agua.", "es") == [
        "1: 'tres tipos' are announced and 2 follow; mend the number or the list"
    ]


def test_a_list_in_the_sentence_itself(proofread: Callable[..., list[str]]) -> None:
    assert proofread("total-equals-rows", "There are four kinds of mill: water, wind and hand mills.") == [
        "1: 'four kinds' are announced and 3 follow; mend the number or the list"
    ]
    assert proofread("total-equals-rows", "There are three kinds of mill: water, wind, and hand.") == []
    assert proofread("total-equals-rows", "Hay tres clases de molino: de agua, de viento y de mano.", "es") == []
    # More than names is not a list to be counted.
    assert (
        proofread(
            "total-equals-rows", "There are two kinds of mill: those that grind flour, which all know, and the others."
        )
        == []
    )


def test_what_a_text_counts_in_other_ways(proofread: Callable[..., list[str]]) -> None:
    told = "1: '{}' are announced and {} follow; mend the number or the list"
    for text, language, said, listed in (
        ("There are three kinds of mill, wind and water mills.", "en", "three kinds", 2),
        ("It helps in three ways. Firstly, it turns. Secondly, it grinds.", "en", "three ways", 2),
        ("There are 3 types of mill:\n\n• Wind.\n• Water.", "en", "3 types", 2),
        ("It has four parts:\n\nPart Of What\nSails of linen\nStones of granite\nDoor of oak", "en", "four parts", 3),
        ("Hay tres tipos: los de viento, altos; los de agua.", "es", "tres tipos", 2),
        ("Ayuda de tres formas. Primero, gira. Segundo, muele.", "es", "tres formas", 2),
    ):
        assert proofread("total-equals-rows", text, language) == [told.format(said, listed)]
    for text in (
        'It says "three kinds of mill: wind and water." twice.',
        "There are two kinds of mill, wind and water mills.",
    ):
        assert proofread("total-equals-rows", text) == []


COLUMN = "Total\n\n20\n30\n40\n\n{}"


def test_parts_and_their_total(proofread: Callable[..., list[str]]) -> None:
    assert proofread("total-equals-rows", COLUMN.format(95)) == [
        "7: '95' is not what 20 + 30 + 40 come to, 90; mend a part or the total"
    ]
    assert proofread("total-equals-rows", COLUMN.format(90)) == []
    assert proofread("total-equals-rows", "Wheat 20\nRye 15\nTotal 30") == [
        "3: 'Total 30' is not what 20 + 15 come to, 35; mend a part or the total"
    ]
    pack = "A pack of 12 stones:\n• 6 stones of oak.\n• 4 stones of elm.\n• {} stones of ash."
    assert proofread("total-equals-rows", pack.format(3)) == [
        "1: '12 stones' is not what 6 + 4 + 3 come to, 13; mend a part or the total"
    ]
    assert proofread("total-equals-rows", pack.format(2)) == []

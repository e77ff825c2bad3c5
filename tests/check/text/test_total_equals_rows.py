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
    # More than names is no list to be counted.
    assert (
        proofread(
            "total-equals-rows", "There are two kinds of mill: those that grind flour, which all know, and the others."
        )
        == []
    )

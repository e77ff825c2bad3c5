"""term-alias"""

from collections.abc import Callable


def test_a_name_a_letter_off(proofread: Callable[..., list[str]]) -> None:
    text = "The Ashigori stand.\n" + "The Ashigaru run.\n" * 3
    assert proofread("term-alias", text) == [
        "1: 'Ashigori' looks like a variant of 'Ashigaru', which stands 3 times; keep to one"
    ]


def test_two_spellings_of_a_word(proofread: Callable[..., list[str]]) -> None:
    text = "His honour, my honour, an honour, a man of honor.\nMore honor."
    assert proofread("term-alias", text) == [
        "1: 'honor' (also line 2) and 'honour' both stand, 2 and 3 times; keep to one spelling"
    ]
    assert proofread("term-alias", "We organised it. They organize it. We organised.") == [
        "1: 'organize' and 'organised' both stand, 1 and 2 times; keep to one spelling"
    ]


def test_a_term_with_another_ending_word_or_order(proofread: Callable[..., list[str]]) -> None:
    text = (
        "Make a Shoot Roll. That Shoot Roll counts.\nMake a Shooting Roll.\n"
        "Take the Unit in Retreat marker, the Unit in Retreat marker,\n"
        "then the Retreat Unit marker and a Retreat Unit maker."
    )
    assert proofread("term-alias", text) == [
        "2: 'Shooting Roll' looks like a variant of 'Shoot Roll', which stands 2 times; keep to one",
        "4: 'Retreat Unit marker' looks like a variant of 'Unit in Retreat marker', which stands 2 times; keep to one",
    ]


def test_other_things_with_like_names_are_right(proofread: Callable[..., list[str]]) -> None:
    text = (
        "Make a Shoot Roll, a Shoot Roll or a Damage Roll.\nUse a Shoot order. The shooter "
        "rolls dice.\nThe millers and the miller mill at the mill. The mills mill."
    )
    assert proofread("term-alias", text) == []


def test_without_a_dictionary_only_slips_of_the_keys_are_told(proofread: Callable[..., list[str]]) -> None:
    text = "La sección primera, la sección segunda y la sección tercera.\nLa seccción y la succión."
    assert proofread("term-alias", text, "es") == [
        "2: 'seccción' looks like a variant of 'sección', which stands 3 times; keep to one"
    ]


def test_one_spelling_throughout_is_right_whichever_it_is(proofread: Callable[..., list[str]]) -> None:
    for text in ("An honour, a colour, and armour.", "An honor, a color, and armor. Colored armor."):
        assert proofread("term-alias", text, names=("Closed order", "Armour")) == []

"""announced-but-absent"""

from collections.abc import Callable


def test_a_table_without_a_figure(proofread: Callable[..., list[str]]) -> None:
    text = "The sails turn as the following table says.\nCalm\nBreeze\nStorm"
    assert proofread("announced-but-absent", text) == [
        "1: 'the following table' is promised, but no line with figures follows; print the table"
    ]


def test_heads_of_columns_without_rows(proofread: Callable[..., list[str]]) -> None:
    text = "\n".join(["#MILL SAILS", "#EAST"] * 3)
    assert proofread("announced-but-absent", text) == [
        f"{line}: the table under 'MILL SAILS' has no rows; print them or strike its head" for line in (1, 3, 5)
    ]


def test_a_last_heading_without_text(proofread: Callable[..., list[str]]) -> None:
    assert proofread("announced-but-absent", "The wind blows.\n\nIndex") == [
        "3: nothing stands under 'Index'; fill the section or strike its heading"
    ]


def test_what_is_announced_and_there_is_right(proofread: Callable[..., list[str]]) -> None:
    text = (
        "The sails turn as the following table says.\n#WIND SAILS\nCalm 1\nStorm 4\n"
        "#WIND SAILS\nBreeze 2\n#WIND SAILS\nGale 3\n\nThe wind blows."
    )
    assert proofread("announced-but-absent", text) == []

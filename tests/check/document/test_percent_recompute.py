"""percent-recompute"""

from collections.abc import Callable

COLUMNS = "SHARES\n\n200\n\n400\n\nFlour\n\n25%\n\n50\n\n{}\n\nBran\n\n40%\n\n80\n\n160\n\nHusks\n\n50%\n\n100\n\n200"


def test_a_share_beside_its_base(proofread: Callable[..., list[str]]) -> None:
    text = "At most 40% of the flour is rye (for 200 sacks: 80 sacks. For 400 sacks: {} sacks)."
    assert proofread("percent-recompute", text.format(150)) == ["1: 40 % of 400 is 160, not 150; mend one of them"]
    assert proofread("percent-recompute", text.format(160)) == []
    assert proofread("percent-recompute", "In all, 25% of 200 sacks is 60.") == [
        "1: 25 % of 200 is 50, not 60; mend one of them"
    ]
    spanish = "Como mucho un 40% es centeno (para 200 sacos: 70 sacos)."
    assert proofread("percent-recompute", spanish, "es") == ["1: 40 % of 200 is 80, not 70; mend one of them"]


def test_a_table_of_shares(proofread: Callable[..., list[str]]) -> None:
    assert proofread("percent-recompute", COLUMNS.format(110)) == ["13: 25 % of 400 is 100, not 110; mend one of them"]
    assert proofread("percent-recompute", COLUMNS.format(100)) == []
    assert proofread("percent-recompute", COLUMNS.format(100).replace("40%", "45%")) == [
        "17: 80, 160 are 40 % of what the other rows share, not 45 %; mend it"
    ]
    assert proofread("percent-recompute", COLUMNS.format(100).replace("400", "450")) == [
        "5: '450' stands over shares of 400; mend the head"
    ]

"""percent-recompute"""

from collections.abc import Callable


def test_a_share_beside_its_base(proofread: Callable[..., list[str]]) -> None:
    text = "At most 40% of the flour is rye (for 200 sacks: 80 sacks. For 400 sacks: {} sacks)."
    assert proofread("percent-recompute", text.format(150)) == ["1: 40 % of 400 is 160, not 150; mend one of them"]
    assert proofread("percent-recompute", text.format(160)) == []
    assert proofread("percent-recompute", "In all, 25% of 200 sacks is 60.") == [
        "1: 25 % of 200 is 50, not 60; mend one of them"
    ]
    spanish = "Como mucho un 40% es centeno (para 200 sacos: 70 sacos)."
    assert proofread("percent-recompute", spanish, "es") == ["1: 40 % of 200 is 80, not 70; mend one of them"]

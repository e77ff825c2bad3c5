"""total-equals-rows"""

from collections.abc import Callable


def test_a_total_that_its_column_does_not_come_to(proofread: Callable[..., list[str]]) -> None:
    text = "Total\n\n20\n25\n45\n\n{}"
    assert proofread("total-equals-rows", text.format(100)) == [
        "7: '100' is not what 20 + 25 + 45 come to, 90; mend a part or the total"
    ]
    assert proofread("total-equals-rows", text.format(90)) == []


def test_a_number_below_a_column_is_a_total_if_it_is_called_one_or_others_are(
    proofread: Callable[..., list[str]],
) -> None:
    wrong, right = "20\n25\n45\n\n100", "10\n20\n30\n\n60"
    assert proofread("total-equals-rows", wrong) == []
    assert len(proofread("total-equals-rows", f"{right}\n\nMills\n\n{wrong}")) == 1

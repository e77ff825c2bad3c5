"""unit-price-consistent"""

from collections.abc import Callable

PRICES = "prices: {c: {kind: caravan, rows: rows.*, points: fee, miniatures: animals}}\n"


def test_a_price_that_another_list_doesnt_ask(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "unit-price-consistent",
        PRICES,
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {name: Mules, animals: 10, fee: 50}
        southern:
          name: Southern caravan
          rows:
            pack: {name: Mules, animals: 10, fee: 10}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:8:43: caravan/southern: 'rows.pack' asks 10 for 10 "
        "miniatures, 1 each, where caravan/northern 'rows.mules' asks 50 for 10 miniatures, "
        "5 each; give one profile one price  [unit-price-consistent]"
    ]


def test_a_price_that_is_not_whole(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "unit-price-consistent",
        PRICES,
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {name: Mules, animals: 5, fee: 12}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:4:43: caravan/northern: 'rows.mules' asks 12 for 5 "
        "miniatures, which is 2.4 each; mend the points or the number of miniatures  "
        "[unit-price-consistent]"
    ]


def test_a_price_far_out_of_its_list(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "unit-price-consistent",
        PRICES,
        caravans="""\
        northern:
          name: Northern caravan
          rows:
            mules: {name: Mules, animals: 10, fee: 50}
            goats: {name: Goats, animals: 5, fee: 30}
            camels: {name: Camels, animals: 5, fee: 300}
        """,
    ) == [
        "data/editions/tea-road/caravans.yaml:6:45: caravan/northern: 'rows.camels' asks 300 for 5 "
        "miniatures, 60 each, in a list whose groups cost 6 each (the median); look for "
        "a missing or an extra digit  [unit-price-consistent]"
    ]


def test_one_price_in_two_sizes_and_a_dear_leader_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "unit-price-consistent",
            PRICES,
            caravans="""\
        northern:
          name: Northern caravan
          rows:
            guide: {name: Guide, animals: 1, fee: 80}
            mules: {name: Mules, animals: 10, fee: 50}
            goats: {name: Goats, animals: 5, fee: 25}
            camels: {name: Camels, animals: 5, fee: 30}
        southern:
          name: Southern caravan
          rows:
            mules: {name: Mules, animals: 9, fee: 45}
        """,
        )
        == []
    )

"""term-alias"""

from collections.abc import Callable


def test_two_names_that_a_reader_takes_for_one(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "term-alias",
        wares="""\
        cup: {name: Porcelain Cup}
        cups: {name: Porcelain Cups}
        bowl: {name: cup porcelain}
        pot: {name: Tea Pot, aliases: [Kettle]}
        kettle: {name: Kettle}
        """,
    ) == [
        "data/editions/tea-road/wares.yaml:2:14: ware/cups: 'Porcelain Cups' differs by a letter "
        "or two from ware/cup, 'Porcelain Cup'; give each its own name, or one of them as an "
        "alias; if both are meant, write 'alike: [Porcelain Cups]' into edition.yaml  [term-alias]",
        "data/editions/tea-road/wares.yaml:3:14: ware/bowl: 'cup porcelain' is also the name of "
        "ware/cup, 'Porcelain Cup'; give each its own name, or one of them as an alias  "
        "[term-alias]",
        "data/editions/tea-road/wares.yaml:3:14: ware/bowl: 'cup porcelain' differs by a letter or "
        "two from ware/cups, 'Porcelain Cups'; give each its own name, or one of them as an "
        "alias; if both are meant, write 'alike: [cup porcelain]' into edition.yaml  [term-alias]",
        "data/editions/tea-road/wares.yaml:4:31: ware/pot: the alias 'Kettle' belongs to "
        "ware/kettle, 'Kettle', already; keep it with one of them  [term-alias]",
    ]


def test_a_longer_name_and_one_of_another_kind_are_right(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of(
            "term-alias",
            wares="""\
        cup: {name: Porcelain Cup}
        painted-cup: {name: Painted Porcelain Cup}
        oolong: {name: Oolong, aliases: [dragon leaf]}
        small-chest: {name: 4-pound chest}
        large-chest: {name: 8-pound chest}
        """,
            teas="oolong: {name: Oolong, aliases: [dragon leaf]}\n",
        )
        == []
    )


def test_many_records_of_one_name_are_told_once_each(findings_of: Callable[..., list[str]]) -> None:
    wares = "".join(f"cup-{number}: {{name: Cup}}\n" for number in range(9))
    found = findings_of("term-alias", wares=wares)
    assert len(found) == 8 and all("is also the name of ware/cup-0" in line for line in found)

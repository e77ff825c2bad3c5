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


def test_names_that_are_meant_to_be_alike_are_no_finding_once_the_edition_says_so(
    findings_of: Callable[..., list[str]],
) -> None:
    wares = "ember: {name: Queen Ember}\namber: {name: Queen Amber}\n"
    (told,) = findings_of("term-alias", wares=wares)
    assert "if both are meant, write 'alike: [Queen Amber]' into edition.yaml" in told
    assert findings_of("term-alias", edition="alike: [Queen Amber]\n", wares=wares) == []
    # A name twice is never meant, and a name of nothing is a slip.
    twice = findings_of("term-alias", edition="alike: [Queen Ember]\n", wares=wares.replace("Amber", "Ember"))
    assert [line for line in twice if "is also the name of" in line] == twice != []
    (slip, near) = findings_of("term-alias", edition="alike: [Queen Ambr]\n", wares=wares)[::-1]
    assert "edition.yaml" in slip and "no record has the name 'Queen Ambr'; did you mean 'Queen Amber'?" in slip
    assert "differs by a letter or two" in near

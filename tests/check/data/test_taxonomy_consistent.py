"""taxonomy-consistent"""

from collections.abc import Callable

SEASONS = """\
    seasons:
      compare: list
      about: the seasons of the harvest
      says: {rules: [spring, autumn], summary: {}}
    """
GRADES = """\
    grades:
      compare: list
      about: the teas from the dearest down
      says: {rules: {falling: 'tea/*:figures.price', list: [{}]}}
    """
TEAS = """\
    gold: {name: Gold, figures: {price: 9}}
    green: {name: Green, figures: {price: 4}}
    """


def test_a_number_that_the_list_doesnt_come_to(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("taxonomy-consistent", statements=SEASONS.replace("{}", "3")) == [
        "data/editions/tea-road/statements.yaml:4:44: statement/seasons: the seasons of the "
        "harvest: 3 by 'summary', but 'rules' has 2, 'spring' and 'autumn'; settle which holds  "
        "[taxonomy-consistent]"
    ]


def test_a_member_that_the_other_list_lacks(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of("taxonomy-consistent", statements=SEASONS.replace("{}", "[autumn, winter]"))
    assert "'summary' has 'winter', 'rules' has 'spring', and not the other" in found[0]


def test_the_same_members_in_another_order(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("taxonomy-consistent", statements=SEASONS.replace("{}", "[autumn, spring]")) == []


def test_a_list_that_isnt_in_the_order_it_announces(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("taxonomy-consistent", teas=TEAS, statements=GRADES.replace("{}", "green, gold")) == [
        "data/editions/tea-road/statements.yaml:4:17: statement/grades: the teas from the dearest "
        "down: 'gold' (9) comes after 'green' (4) in 'rules', which is falling; mend the order  "
        "[taxonomy-consistent]"
    ]
    assert findings_of("taxonomy-consistent", teas=TEAS, statements=GRADES.replace("{}", "gold, green")) == []


def test_a_key_that_a_list_cannot_have(findings_of: Callable[..., list[str]]) -> None:
    statements = GRADES.replace("{}", "gold, green").replace("falling:", "faling: x, falling:")
    assert findings_of("taxonomy-consistent", statements=statements, teas=TEAS) == [
        "data/editions/tea-road/statements.yaml:4:17: statement/grades: the teas from the dearest down: 'faling' is "
        "nothing that a list can have; did you mean 'falling'?; mend it or take it out  [taxonomy-consistent]"
    ]

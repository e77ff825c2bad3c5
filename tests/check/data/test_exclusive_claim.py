"""exclusive-claim"""

from collections.abc import Callable

WAYS = """\
    ways-to-town:
      compare: only
      about: how a caravan reaches the town
      claims: [rules]
      says: {rules: [road], summary: [road, {}]}
      exceptions: [balloon]
    """
PRICE = """\
    price:
      compare: only
      about: what tea costs
      claims: [rules]
      says: {rules: [4]}
      values: ['tea/*:figures.price']
    """


def test_a_way_that_the_claim_shuts_out(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("exclusive-claim", statements=WAYS.replace("{}", "ferry")) == [
        "data/editions/tea-road/statements.yaml:5:34: statement/ways-to-town: how a caravan "
        "reaches the town: 'ferry' by 'summary', where 'rules' has only 'road'; settle which "
        "holds  [exclusive-claim]"
    ]


def test_an_exception_is_let_pass(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("exclusive-claim", statements=WAYS.replace("{}", "balloon")) == []


def test_a_fact_with_another_value(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of(
        "exclusive-claim",
        statements=PRICE,
        teas="""\
        green: {name: Green, figures: {price: 4}}
        black: {name: Black, figures: {price: 5}}
        """,
    ) == [
        "data/editions/tea-road/teas.yaml:2:39: tea/black: what tea costs: 'figures.price' is 5, "
        "where 'rules' of statement/price has only '4'; settle which holds  [exclusive-claim]"
    ]

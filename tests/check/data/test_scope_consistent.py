"""scope-consistent"""

from collections.abc import Callable

import pytest

BREWERS = """\
    steady-brewers:
      compare: scope
      about: who brews without a roll
      says:
        rules: {self.laden: false, self.season: spring}
        summary: {}
    """


def test_a_condition_that_one_place_leaves_out(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("scope-consistent", statements=BREWERS.replace("{}", "{self.laden: false}")) == [
        "data/editions/tea-road/statements.yaml:6:14: statement/steady-brewers: who brews without "
        "a roll: 'rules' asks for self.season: spring, 'summary' doesn't; settle which holds  "
        "[scope-consistent]"
    ]


def test_the_same_conditions_in_another_order(findings_of: Callable[..., list[str]]) -> None:
    assert (
        findings_of("scope-consistent", statements=BREWERS.replace("{}", "{self.season: spring, self.laden: false}"))
        == []
    )


def test_a_condition_that_is_not_known(findings_of: Callable[..., list[str]]) -> None:
    found = findings_of("scope-consistent", statements=BREWERS.replace("{}", "{self.season: spring, self.lade: false}"))
    assert "'self.lade' is not a condition of the vocabulary; did you mean 'self.laden'?" in found[0]


@pytest.mark.parametrize("compare", ["value", "comparator", "steps", "scope", "only", "list", "cases"])
def test_a_statement_of_no_place_says_nothing(findings_of: Callable[..., list[str]], compare: str) -> None:
    statement = f"brewing: {{compare: {compare}, about: how tea is brewed, says: {{}}}}\n"
    assert findings_of(None, statements=statement) == []

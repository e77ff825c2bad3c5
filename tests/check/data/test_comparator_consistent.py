"""comparator-consistent"""

from collections.abc import Callable

BREWING = """\
    brewing-succeeds:
      compare: comparator
      about: when a brew succeeds
      says: {rules: at-most, summary: {}}
      from:
        - {document: road-book, lines: [7, 8], covers: [says.rules]}
        - {document: road-book, lines: [40, 40], covers: [says.summary]}
    """


def test_two_comparisons_for_one_roll(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("comparator-consistent", statements=BREWING.replace("{}", "below")) == [
        "data/editions/tea-road/statements.yaml:4:35: statement/brewing-succeeds: when a brew "
        "succeeds: less than the number by 'summary' (road-book, line 40), but the number or less "
        "by 'rules' (road-book, lines 7-8); settle which holds  [comparator-consistent]"
    ]


def test_one_comparison_in_both_places(findings_of: Callable[..., list[str]]) -> None:
    assert findings_of("comparator-consistent", statements=BREWING.replace("{}", "at-most")) == []


def test_a_word_that_is_no_comparison(findings_of: Callable[..., list[str]]) -> None:
    assert (
        "'at-mots' is not a comparison; did you mean 'at-most'?"
        in findings_of("comparator-consistent", statements=BREWING.replace("{}", "at-mots"))[0]
    )

"""worked-example-replay: what an example expects, what the book prints, what the rules give."""

from collections.abc import Callable

import pytest

VOCABULARY = """\
kinds: {rules: rule, examples: example}
quantities: {self.bales: {}}
whose: {self: [self]}
"""
PLAY = "play: {always: [rule]}\n"
RULES = """\
mule:
  name: Mule
  effects:
    back: {hook: load, add: +2, per: self.bales}
  from: [{document: road-book, lines: [7, 8], covers: [effects]}]
"""
EXAMPLE = """\
loading:
  name: Loading a mule
  given: {self: {bales: 3}}
  expect: {load: 6}
  asks: {load: load}
  from:
    - {document: road-book, lines: [20, 20], covers: [expect, printed]}
"""
FILE = "data/editions/tea-road/examples.yaml"


def replay(findings_of: Callable[..., list[str]], example: str) -> list[str]:
    # One mapping of kinds: the invented game's own, and that of the examples.
    return findings_of(
        "worked-example-replay",
        VOCABULARY.replace("kinds: {rules: rule, examples: example}\n", ""),
        edition=PLAY,
        rules=RULES,
        examples=example,
    )


def test_an_answer_that_the_rules_dont_give(findings_of: Callable[..., list[str]]) -> None:
    assert replay(findings_of, EXAMPLE.replace("load: 6", "load: 7")) == [
        f"{FILE}:4:18: example/loading: 'expect.load' says 7 (road-book, line 20), but the rules "
        "give 6 by 'rule/mule' (road-book, lines 7-8); mend the example or what it rests on  "
        "[worked-example-replay]"
    ]


def test_an_answer_that_the_book_prints_otherwise(findings_of: Callable[..., list[str]]) -> None:
    assert replay(findings_of, EXAMPLE.replace("  asks", "  printed: {load: 5}\n  asks")) == [
        f"{FILE}:5:19: example/loading: the book answers 5 (road-book, line 20), its rules give 6 "
        "by 'rule/mule' (road-book, lines 7-8); rule which of them holds  "
        "[worked-example-replay]"
    ]


def test_an_answer_that_nothing_computes(findings_of: Callable[..., list[str]]) -> None:
    assert replay(findings_of, EXAMPLE.replace("load: 6", "load: 6, days: 2")) == [
        f"{FILE}:4:27: example/loading: 'expect.days' is computed by nothing; add it to 'asks'  [worked-example-replay]"
    ]


@pytest.mark.parametrize(
    "example",
    [
        EXAMPLE,
        EXAMPLE.replace("  asks: {load: load}\n", "  status: prose\n"),
        EXAMPLE.replace("  asks", "  printed: {load: '+6'}\n  asks"),
    ],
)
def test_an_answer_that_comes_out_or_is_told_in_prose_is_right(
    findings_of: Callable[..., list[str]], example: str
) -> None:
    assert replay(findings_of, example) == []

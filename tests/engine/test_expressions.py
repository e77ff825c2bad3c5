"""Expressions: their schema, and the page that lists the operators."""

import re
import runpy
from collections.abc import Callable
from inspect import getdoc

import pytest
from ruamel.yaml import YAML

from kensei_docs.engine.expressions.schema import Names, expression_problems, operators
from kensei_docs.problems import Unusable
from tests.conftest import ROOT

load = YAML(typ="safe").load
NAMES = Names({"twice"}, {"row", "nerve"})


def test_the_page_lists_what_the_operators_say_themselves() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "list_operators.py"))["page"]()
    written = (ROOT / "docs" / "expressions.md").read_text(encoding="utf-8")
    assert written == page, "write it again: python tools/list_operators.py"


@pytest.mark.parametrize("name", sorted(operators()))
def test_every_operator_has_an_example_that_its_schema_takes(name: str) -> None:
    doc = getdoc(operators()[name].function) or ""
    examples = [one for one in re.findall(r"``(.+?)``", doc) if one.startswith(f"{name}:")]
    assert examples, f"the docstring of {name} shows no example"
    assert [fault for one in examples for fault in expression_problems(load(one), NAMES)] == []


@pytest.mark.parametrize(
    ("expression", "fault"),
    [
        ("add: [none, {ad: [none]}]", ".add.1.ad: 'ad' is not an operator; did you mean 'add'?"),
        ("add: none", ".add: 'add' takes a list of 1 or more operands (terms)"),
        ("add: []", ".add: 'add' takes a list of 1 or more operands (terms)"),
        ("choose: [none, none]", ".choose: 'choose' takes a list of 3 operands (condition, then, otherwise)"),
        ("divide: [none]", ".divide: 'divide' takes a list of 2 to 3 operands (dividend, divisor, rounding)"),
        ("without: [none]", ".without: 'without' takes a list of 2 operands (values, taken)"),
        ("without: [none, none, none]", ".without: 'without' takes a list of 2 operands (values, taken)"),
        ("divide: [none, none, sideways]", ".divide.2: 'sideways': input should be 'up', 'down', 'exact' or 'left'"),
        ("ranked: {of: none, highest: 1st}", ".ranked.highest: '1st': input should be 'first' or 'last'"),
        ("passed: [row]", ".passed: 'passed' takes a mapping of roll, die, against"),
        ("passed: {roll: row}", ".passed: 'passed' lacks its operand 'die'"),
        ("passed: {roll: row, dye: none}", ".passed: 'dye' is not an operand of 'passed'; did you mean 'die'?"),
        ("dice: rows", ".dice: 'rows' is not a roll; did you mean 'row'?"),
        ("field: [order, none, 3]", ".field.2: '3': input should be a valid string"),
        (
            "count: {of: none, where: [more]}",
            ".count.where: should be a list of 2: at-least | at-most | more | less | equal | unequal | within, "
            "an expression",
        ),
        ("which: {roll: row, dice: none, does: leap}", ".which.does: 'leap': input should be a valid list"),
        ("joined: [none, {a: thrice}]", ".joined.1.a: nothing computes 'thrice'; did you mean 'twice'?"),
        (
            "{dice: row, faces: row}",
            ".faces: 'faces' stands beside an operator; an expression is one operator with its operands",
        ),
        ("3.5", ": '3.5' is not an expression; write a name, a list, or one operator with its operands"),
    ],
)
def test_what_is_no_expression_is_told_where_it_stands(expression: str, fault: str) -> None:
    assert [f"{path}: {message}" for path, message in expression_problems(load(expression), NAMES)] == [fault]


@pytest.mark.parametrize(
    "expression",
    [
        "twice",
        "\"'word'\"",
        "given.x?",
        "roll/row:base",
        "[none, true]",
        "{divide: [none, none]}",
        "{value: drift}",
        "{value: {of: drift, part: charm/gull}}",
        "{count: {which: {roll: row, dice: none, does: [leap]}}}",
    ],
)
def test_what_may_stand_in_two_forms_is_taken_in_both(expression: str) -> None:
    assert list(expression_problems(load(expression), NAMES)) == []


def test_a_wrong_operand_is_told_when_the_edition_is_opened(ferry: Callable) -> None:
    with pytest.raises(Unusable) as refused:
        ferry(("multiply: [given.loads,", "divide: [given.loads, none, sideways,"))
    assert str(refused.value) == (
        "data/editions/ferry/edition.yaml:21:30: 'divide' takes a list of 2 to 3 operands "
        "(dividend, divisor, rounding); mend it  [data]"
    )

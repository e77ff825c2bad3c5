"""Expressions: read, refused with the place and the name that is meant, written again, and computed."""

import re
import runpy
from collections.abc import Callable
from fractions import Fraction
from inspect import getdoc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.database import load
from kensei_docs.engine import Game
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value, situation_of
from kensei_docs.engine.expressions.schema import expression_faults, operators
from kensei_docs.engine.expressions.syntax import CONSTANTS, Call, Fact, Name, Node, Unreadable, Word, names_in, parse
from kensei_docs.migrate import as_tree
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from tests.conftest import ROOT
from tests.engine.conftest import BOATS, CHARMS, EDITION, PLAY, ROLLS, ROPES, VOCABULARY

CREWS = {"red": {"rows": True, "size": "4"}, "blue": {}}
GIVEN = {"loads": "3", "dice": ["5", "2", "6"], "name": "gull", "crews": CREWS}
FIGURE = "'2' is a figure of a rule; it stands in a record, and is named here by record:path, as 'roll/combat:base'"
OLD = (
    "an expression is one text, and this is a mapping, as earlier versions wrote it; 'kensei-docs migrate' rewrites it"
)


def game_of(folder: Path) -> Game:
    """Return the game of the ferry, in a folder."""
    files = {"edition": EDITION + PLAY, "rolls": ROLLS, "boats": BOATS, "charms": CHARMS, "ropes": ROPES}
    (folder / "data" / "editions" / "ferry").mkdir(parents=True)
    for name, text in files.items():
        (folder / "data" / "editions" / "ferry" / f"{name}.yaml").write_text(text)
    (folder / "data" / "vocabulary.yaml").write_text(VOCABULARY)
    return Game(load(Project((folder,), folder / "build"))[0], "ferry")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_of(tmp_path_factory.mktemp("ferry"))


def faults(game: Game, expression: Any) -> list[str]:
    found = expression_faults(expression, game.names, "x", game.edition)
    return [f"{fault.path}:{len(fault.before or '') + 1}: {fault.message}" for fault in found]


def value(game: Game, expression: Any, **situation: Any) -> str:
    return format_value(Evaluation(game, GIVEN, situation_of(game, situation)).evaluate(expression))


def test_the_page_lists_what_the_operators_say_themselves() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "list_operators.py"))["page"]()
    written = (ROOT / "docs" / "expressions.md").read_text(encoding="utf-8")
    assert written == page, "write it again: python tools/list_operators.py"


def _operators_in(node: Node) -> set[str]:
    return (
        {node.operator, *(name for part in node.parts for name in _operators_in(part))}
        if isinstance(node, Call)
        else set()
    )


@pytest.mark.parametrize("name", sorted(operators()))
def test_every_operator_has_an_example_that_can_be_read(name: str) -> None:
    doc = getdoc(operators()[name].function) or ""
    examples = [parse(one) for one in re.findall(r"``(.+?)``", doc) if re.search(r"[\s(\[]", one) and "{" not in one]
    assert any(name in _operators_in(example) for example in examples), f"the docstring of {name} shows no example"


@pytest.mark.parametrize(
    ("expression", "fault"),
    [
        ("none + ad(none)", "x:8: 'ad' is not a function; mend it"),
        ("none + flor(none)", "x:8: 'flor' is not a function; did you mean 'floor'?; mend it"),
        ("min()", "x:1: 'min' takes 1 or more operands (of); mend it"),
        ("floor(none, none)", "x:1: 'floor' takes 1 operand (of); mend it"),
        ("without(none)", "x:1: 'without' takes 2 operands (members, taken); mend it"),
        ("passed(row)", "x:1: 'passed' lacks its operand 'die='; mend it"),
        ("passed(row, dye=none)", "x:17: 'dye=' is not an operand of 'passed'; did you mean 'die'?; mend it"),
        ("dice(rows)", "x:6: 'rows' is not a roll; did you mean 'row'?; mend it"),
        ("rerolled-by(row.rol)", "x:13: 'row.rol' is not a hook; did you mean 'row.roll'?; mend it"),
        ("find(none, in=ropes, by=x, take=y)", "x:15: 'ropes' is not a kind of record; did you mean 'rope'?; mend it"),
        ("stated(self.leden)", "x:8: 'self.leden' is not a condition; did you mean 'self.laden'?; mend it"),
        ("ranked(given.x, highest=frist)", "x:25: 'frist' is not first or last; did you mean 'first'?; mend it"),
        ("which(row, dice=none, does=none + it)", "x:28: 'none + it' can't be computed here; write a name; mend it"),
        ("lookup(given.x, row=none, column=none)", "x:8: 'given.x' is not a record; mend it"),
        ("given.loads * twise", "x:15: nothing computes 'twise'; did you mean 'twice'?; mend it"),
        ("none + theirs", "x:8: 'theirs' is a function without its operands; a word stands in quotes; mend it"),
        ("min(none; none)", "x:9: ';' is no sign of an expression; write ','; mend it"),
        ("given.loads * wibble", "x:15: nothing computes 'wibble'; a word stands in quotes; mend it"),
        ("given.loads * it", "x:15: 'it' stands for a member of a list, behind 'where' and in 'each' alone; mend it"),
        ("roll/rwo:base", "x:1: 'roll/rwo' is not a record of ferry; did you mean 'roll/row'?; mend it"),
        ("none - roll/row:bass", "x:8: roll/row has no 'bass'; did you mean 'base'?; mend it"),
        (
            "loads/each",
            "x:1: 'loads/each' is a record; a fact of it is loads/each:path, and a division has spaces around its "
            "sign; mend it",
        ),
        ("given.loads + 2", f"x:15: {FIGURE}; mend it"),
        ("self.boat is jonk", "x:14: 'jonk' is not a known boat of ferry; did you mean 'junk'?; mend it"),
        ("self.boat in [junk, ruft]", "x:21: 'ruft' is not a known boat of ferry; did you mean 'raft'?; mend it"),
        ("given.x = none", "x:9: '=' is no sign of an expression; write 'is'; mend it"),
        ("given.x =< none", "x:9: '=' is no sign of an expression; write '<='; mend it"),
        ("given.x <> none", "x:10: '<>' is no sign of an expression; write 'is not'; mend it"),
        ("given.x -none", "x:9: a minus has a space on both sides; without them '-' is a part of a name; mend it"),
        ("given.x/ none", "x:8: a division has a space on both sides; without them '/' is a part of a name; mend it"),
        ("floor(given.x", "x:14: the expression breaks off; ')' is missing; mend it"),
        ("if given.x than none else none", "x:12: 'than' can't stand here; did you mean 'then'?; mend it"),
        ("iff given.x then none else none", "x:5: 'given.x' can't stand behind 'iff'; did you mean 'if'?; mend it"),
        ("given.x, given.y", "x:8: a comma can't stand here; write 'and' for both, 'or' for one; mend it"),
        ("if is then none else none", "x:4: 'is' can't stand here; mend it"),
        ("none + 0", "x:8: '0' is written 'none' here; mend it"),
        ("if given.x then none", "x:21: the expression breaks off; 'else' is missing; mend it"),
        ("given.x is 'gull", "x:12: the word that begins here has no closing quote; mend it"),
        ("", "x:1: the expression breaks off here; mend it"),
        ({"by": "charm/eel:x", "is": "none"}, "x.by:1: charm/eel has no 'x'; mend it"),
        ({"by": "charm/gull", "is": "none + nine"}, "x.is:8: nothing computes 'nine'; did you mean 'none'?; mend it"),
        ({"by": "charm/gull"}, "x:1: a rule and what it computes are {by: record, is: expression}; mend it"),
        ({"add": ["none", "none"]}, f"x:1: {OLD}"),
    ],
)  # fmt: skip
def test_what_is_no_expression_is_told_where_it_stands(game: Game, expression: Any, fault: str) -> None:
    assert faults(game, expression) == [fault]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("twice: given.loads * rol", 1, 26),
        ("twice: 'given.loads * rol'", 1, 27),
        ('twice: "given.loads * rol"', 1, 27),
        ("twice: >-\n      given.loads\n\n      * (none +\n      rol)", 5, 7),
        ("twice: given.loads\n      * rol", 2, 9),
        ("twice: {by: charm/gull, is: given.loads * rol}", 1, 47),
        ("twice:\n      by: charm/gull\n      is: given.loads\n        * rol", 4, 11),
        ("twice: rol", 1, 12),
        ("twice: 'rol'", 1, 13),
        ("twice: >-\n      rol\n      * given.loads", 2, 7),
        ("twice:\n      rol * given.loads", 2, 7),
        ("twice: {by: charm/gull, is: rol}", 1, 33),
    ],
)
def test_a_fault_has_its_line_and_column_however_the_text_is_folded(
    ferry: Callable, text: str, line: int, column: int
) -> None:
    with pytest.raises(Unusable) as refused:
        ferry(('computes: {twice: "given.loads * roll/row:figures.drift"}', f"computes:\n    {text}"))
    place = f"data/editions/ferry/edition.yaml:{21 + line}:{column}"
    assert str(refused.value) == f"{place}: nothing computes 'rol'; a word stands in quotes; mend it  [data]"


def test_what_is_missing_at_the_end_has_its_place_there(ferry: Callable) -> None:
    text = "computes:\n    twice: >-\n      min(given.loads\n"
    with pytest.raises(Unusable, match=r"edition.yaml:23:22: the expression breaks off; '\)' is missing"):
        ferry(('computes: {twice: "given.loads * roll/row:figures.drift"}', text))


def test_a_fault_in_computing_has_its_place_too(ferry: Callable) -> None:
    game = ferry(("given.loads * roll/row:figures.drift", "given.loads * roll/row:outcomes.<given.name>.does"))
    with pytest.raises(Unusable, match=r"edition.yaml:21:36: roll/row has no 'outcomes.gull.does'"):
        value(game, "twice")


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("given.loads * roll/row:figures.drift", "6"),
        ("given.loads + given.loads - given.loads - given.loads", "0"),
        ("given.loads - (given.loads - given.loads)", "3"),
        ("given.loads * given.loads / given.loads", "3"),
        ("roll/row:figures.many mod given.loads", "1"),
        ("floor(roll/row:figures.many / given.loads)", "1"),
        ("ceiling(roll/row:figures.many / given.loads)", "2"),
        ("round(roll/row:figures.many / given.loads)", "1"),
        ("min(given.dice) + max(given.loads, twice)", "8"),
        ("sum(given.dice)", "13"),
        ("sumproduct(given.dice, given.dice)", "65"),
        ("count(given.dice where it >= given.loads)", "2"),
        ("each(given.dice where it > given.loads, it + given.loads)", "8, 9"),
        ("names(given.crews, having=rows)", "red"),
        ("count(given.crews where it.size? is roll/row:figures.many)", "1"),
        ("first(without(sequence(given.loads), [roll/row:figures.crab]))", "2"),
        ("ranked(mapping(given.crews, red=given.loads, blue=none), highest=first)", "red, blue"),
        ("any(given.dice where it is given.loads) or all([true, given.loads > none])", "true"),
        ("if given.late? then given.late else 'soon'", "soon"),
        ("given.late otherwise none", "0"),
        ("(roll/row:figures.<given.name> otherwise given.late) otherwise 'x'", "x"),
        ("charm/<given.name>:figures.reach", "5 cm"),
        ("roll/row:outcomes.*.does", "nothing, leap, nothing, length"),
        ("find('hemp', in=rope, by=soaked, take=name)", "Hemp"),
        ("find('silk', in=rope, by=soaked, take=name) otherwise unknown", "None"),
        ("given.loads in roll/nerve:outcomes.calm.result", "true"),
        ("given.name in ['gull', 'eel'] and given.name not in ['eel']", "true"),
        ("given.name is 'gull' and given.loads is not none and not given.late?", "true"),
        ("reached(given.loads)", "3+"),
        ("by(charm/fog, none)", "0"),
        ({"by": "charm/fog", "is": "twice"}, "6"),
        ("theirs(drift)", "2 cm"),
        (True, "true"),
    ],
)  # fmt: skip
def test_what_an_expression_comes_to(game: Game, expression: Any, result: str) -> None:
    assert faults(game, expression) == []
    assert value(game, expression) == result


@pytest.mark.parametrize(
    ("expression", "results"),
    [
        ("self.laden", ["true", "false"]),
        ("not self.laden", ["false", "true"]),
        ("self.boat is junk", ["true", "false"]),
        ("self.boat is not junk", ["false", "true"]),
        ("self.boat in [junk, 'sampan'] and not self.racing", ["true", "false"]),
        ("self.boat not in [junk]", ["false", "true"]),
        ("distance < roll/row:figures.many", ["true", "false"]),
        ("if distance is unknown then none else distance", ["3 cm", "0"]),
        ("stated(rope.kind, self.boat)", ["junk", "None"]),
        ("drift", ["6 cm", "2 cm"]),
    ],
)
def test_conditions_are_asked_for_by_their_names(game: Game, expression: str, results: list[str]) -> None:
    laden = {"self.laden": True, "self.boat": "junk", "distance": "3 cm"}
    assert faults(game, expression) == []
    assert [value(game, expression, **laden), value(game, expression)] == results


def test_what_is_assumed_for_conditions_is_told_as_for_the_when_of_an_effect(game: Game) -> None:
    run = Evaluation(game, {}, Situation({"self.boat": ["raft"]}))
    assert run.evaluate("self.laden and self.boat is junk") is False
    assert run.trace.assumed == {}
    assert run.evaluate("self.laden and self.boat is raft") is False
    assert run.trace.assumed == {"self.laden": "false"}


def test_what_is_not_given_is_told_with_what_is(game: Game) -> None:
    with pytest.raises(Unusable, match=r"'given.load' is not given; did you mean 'loads'\?; mend it"):
        value(game, "given.load")


def test_a_computation_comes_before_a_hook_of_its_name(ferry: Callable) -> None:
    game = ferry(('computes: {twice:', "computes: {drift: given.loads, twice:"))  # fmt: skip
    assert [value(game, one) for one in ("drift", "value(drift)", "value(drift, part=charm/gull)")] == [
        "3",
        "2 cm",
        "0",
    ]


def test_an_expression_is_told_with_its_values(game: Game) -> None:
    run = Evaluation(game, GIVEN, situation_of(game, {}))
    expression = "if given.loads > none then floor(twice / given.loads) - drift else none"
    run.evaluate(expression)
    assert run.explained(expression).forms == [expression, "floor(6 / 3) - 2 cm"]
    [result] = [step for step in run.trace.steps if step.act == "result"]
    assert result.as_json()["expression"] == "given.loads * roll/row:figures.drift = 3 * 2 cm"


NAMES = st.sampled_from(["twice", "given.x?", "it.y", "row.pool", "self.boat", *CONSTANTS]).map(Name)
FACTS = st.sampled_from(["roll/row:figures.drift", "order/<given.x>:cost", "deck/deck:cards.*.copies", "roll/row"])
WORDS = st.text("abc -é", max_size=5).map(Word)


def _calls(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    pair = st.tuples(parts, parts)
    named = st.dictionaries(st.sampled_from(["in", "take", "die-2"]), parts, max_size=2).map(
        lambda one: tuple(one.items())
    )
    return st.one_of(
        st.builds(Call, st.sampled_from(["+", "-", "*", "and", "or"]), several),
        st.builds(Call, st.sampled_from(["/", "mod", ">=", "<", "is", "is not", "in", "not in"]), pair),
        st.builds(Call, st.sampled_from(["where", "otherwise"]), pair),
        st.builds(Call, st.just("if"), st.tuples(parts, parts, parts)),
        st.builds(Call, st.just("not"), st.tuples(parts)),
        st.builds(Call, st.just("[]"), st.lists(parts, max_size=2).map(tuple)),
        st.builds(Call, st.sampled_from(["floor", "rerolled-by"]), st.lists(parts, max_size=2).map(tuple), named),
    )


@given(st.recursive(NAMES | FACTS.map(Fact) | WORDS, _calls, max_leaves=12))
def test_the_text_of_a_tree_is_read_as_the_same_tree(tree: Node) -> None:
    again = parse(tree.text)
    assert again == tree
    assert again.text == tree.text
    assert set(names_in(tree.text)) == set(names_in(tree))


@given(st.text("abcg.-/: '+*()[]<>=?,12 \n", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tree = parse(text)
    except Unreadable as refused:
        assert 0 <= refused.at <= len(text)
    else:
        assert parse(tree.text) == tree


NUMBERS = {"a": 3, "b": 7, "c": 0, "d": 12}


def _old(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(parts, min_size=2, max_size=3)
    compared = st.tuples(
        parts, st.sampled_from(["at-least", "at-most", "more", "less", "equal", "unequal"]), parts
    ).map(list)
    return st.one_of(
        *(
            several.map(lambda one, name=name: {name: one})
            for name in ("add", "subtract", "multiply", "smallest", "largest")
        ),
        st.tuples(compared, parts, parts).map(lambda one: {"choose": [{"compare": one[0]}, one[1], one[2]]}),
        st.tuples(st.lists(compared, min_size=2, max_size=3), st.sampled_from(["every", "some"]), parts, parts).map(
            lambda one: {"choose": [{one[1]: [{"compare": each} for each in one[0]]}, one[2], one[3]]}
        ),
        st.tuples(parts, st.sampled_from(["up", "down", "left", "exact"])).map(
            lambda one: {"divide": [one[0], "given.b", one[1]]}
        ),
        st.tuples(parts, st.sampled_from(["up", "down"])).map(lambda one: {"rounded": list(one)}),
    )


def _as_before(old: Any) -> Any:
    """The value of an expression as earlier versions computed it."""
    if isinstance(old, str):
        return Fraction(NUMBERS[old.removeprefix("given.")])
    [(name, operands)] = old.items()
    if name == "compare":
        a, b = _as_before(operands[0]), _as_before(operands[2])
        how = {"at-least": a >= b, "at-most": a <= b, "more": a > b, "less": a < b, "equal": a == b, "unequal": a != b}
        return how[operands[1]]
    values = [_as_before(one) if isinstance(one, dict) or one.startswith("given.") else one for one in operands]
    match name:
        case "add":
            return sum(values)
        case "subtract":
            return values[0] - sum(values[1:])
        case "multiply":
            product = Fraction(1)
            for one in values:
                product *= one
            return product
        case "smallest" | "largest":
            return min(values) if name == "smallest" else max(values)
        case "choose":
            return values[1] if values[0] else values[2]
        case "every" | "some":
            return all(values) if name == "every" else any(values)
        case "divide":
            quotient = values[0] / values[1]
            rounded = {"up": -(-quotient // 1), "down": quotient // 1, "exact": quotient, "left": values[0] % values[1]}
            return rounded[values[2]]
    return -(-values[0] // 1) if values[1] == "up" else values[0] // 1


@given(st.recursive(st.sampled_from([f"given.{name}" for name in NUMBERS]), _old, max_leaves=8))
def test_an_old_expression_has_the_value_that_it_had(game: Game, old: Any) -> None:
    text = as_tree(old, game.names).text
    run = Evaluation(game, {name: str(number) for name, number in NUMBERS.items()}, Situation({}))
    assert run.amount(text).count == _as_before(old)

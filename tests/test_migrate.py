"""Old expressions become text: every form that there was, with comments, line ends and all else kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kensei_docs.engine import Game
from kensei_docs.migrate import NotMigrated, as_tree, rewritten_file
from tests.engine.test_expressions import game_of

load = YAML(typ="safe").load


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game_of(tmp_path_factory.mktemp("ferry"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("add: [given.die]", "sum(given.die)"),
        ("subtract: [none, {add: [given.a, given.b]}]", "none - (given.a + given.b)"),
        ("add: [given.a, {choose: [given.b, none, true]}]", "given.a + (if given.b then none else true)"),
        ("divide: [given.a, given.b]", "round(given.a / given.b)"),
        ("every: [given.a, {some: [given.b, given.c]}]", "given.a and (given.b or given.c)"),
        ("every: given.checks", "all(given.checks)"),
        ("holds: {self.laden: false, self.boat: [junk, raft]}", "not self.laden and self.boat in [junk, raft]"),
        ("holds: {self.boat: {not: [junk]}}", "self.boat not in [junk]"),
        ("holds: {self.boat: sampan}", "self.boat is 'sampan'"),
        ("value: drift", "drift"),
        ("value: twice", "value(twice)"),
        ("stated: [distance]", "distance"),
        ("stated: [self.laden]", "stated(self.laden)"),
        ("stated: [rope.kind, self.boat]", "stated(rope.kind, self.boat)"),
        ("field: [charm, given.charm, figures.reach]", "charm/<given.charm>:figures.reach"),
        ('choose: [given.a, {choose: [given.b, none, null]}, "given.x?"]',
         "if given.a then (if given.b then none else unknown) else given.x?"),
        ("ranked: {of: {a: given.x, b: {c: none}}}", "ranked(mapping(a=given.x, b=mapping(c=none)))"),
    ],
)  # fmt: skip
def test_an_operator_becomes_a_sign_or_a_function(game: Game, old: str, new: str) -> None:
    assert as_tree(load(old), game.names).text == new


@pytest.mark.parametrize(
    ("old", "reason"),
    [
        ("ad: [none, none]", "'ad' is no operator that earlier versions had, or has other operands than it took"),
        ("add: none", "'add' is no operator that earlier versions had, or has other operands than it took"),
        (
            "holds: {self.crew-size: {at-least: 3}}",
            "'self.crew-size' is compared with a figure; name a fact that has it (record:path)",
        ),
        ("field: [charm, {first: given.charms}, name]", "stands in a fact; compute it under a name, and write that in"),
        ("add: [none, 'a b']", "'a b': 'b' can't stand here"),
    ],
)
def test_what_only_a_person_can_rewrite_is_said(game: Game, old: str, reason: str) -> None:
    with pytest.raises(NotMigrated) as refused:
        as_tree(load(old), game.names)
    assert reason in str(refused.value)


EXAMPLES = """\
# Of the spring
race:
  name: A race   # the first
  asks:
    "both": # said twice
      # and for all
      add:
        - given.loads  # of both
        - given.sold

    # The end
    rest: {with: {x: {a: {first: given.dice}}, y: twice}, do: {rule: [charm/fog, [given.x, given.loads]]}}
    long:
      choose:
        - {every: [given.the-long-name-of-a-value, given.a-rather-long-name-of-a-value, given.a-third-of-them]}
        - 'roll/row:figures.drift'
        - {rule: [charm/fog, none]}
    right: given.loads
"""
REWRITTEN = """\
# Of the spring
race:
  name: A race   # the first
  asks:
    # said twice
    # and for all
    # of both
    "both": given.loads + given.sold

    # The end
    rest: {with: {x: {a: first(given.dice)}, y: twice}, do: {by: charm/fog, is: "[given.x, given.loads]"}}
    long: >-
      if given.the-long-name-of-a-value and given.a-rather-long-name-of-a-value and given.a-third-of-them
      then roll/row:figures.drift
      else by(charm/fog, none)
    right: given.loads
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_all_else_of_a_file_stays(game: Game, tmp_path: Path, line_end: str) -> None:
    file = tmp_path / "examples.yaml"
    file.write_bytes(EXAMPLES.replace("\n", line_end).encode())
    found = rewritten_file(file, game.names)
    assert found is not None
    assert found.after == REWRITTEN.replace("\n", line_end)
    assert (found.count, found.left) == (4, ())
    file.write_bytes(found.after.encode())
    assert rewritten_file(file, game.names) is None


def test_what_stays_for_a_person_is_named_with_its_place(
    reeds: Path, run: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    [edition] = (reeds / "data" / "editions").iterdir()
    file = edition / "edition.yaml"
    play = "play:\n  computes:\n    a: {add: [none, none]}\n    b: {ad: none}\n"
    file.write_text(file.read_text() + play)
    monkeypatch.chdir(reeds)
    done = run("migrate")
    assert done.status == 1
    assert done.out == f"data/editions/{edition.name}/edition.yaml: 1 expression rewritten\n"
    assert (
        "'ad' is no operator that earlier versions had, or has other operands than it took; rewrite it by hand"
        in done.err
    )
    assert file.read_text().endswith("computes:\n    a: none + none\n    b: {ad: none}\n")


@pytest.mark.parametrize("name", ["abilities.yaml", "edition.yaml"])
def test_a_file_that_cannot_be_read_is_told_and_not_passed_over(
    reeds: Path, run: Callable, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    [edition] = (reeds / "data" / "editions").iterdir()
    broken = (edition / name).read_text() + "more: {a: b\n"
    (edition / name).write_text(broken)
    monkeypatch.chdir(reeds)
    done = run("migrate")
    assert done.status == (1 if name == "abilities.yaml" else 2)
    assert f"{name}:" in done.err and "is not YAML" in done.err
    assert "Nothing to rewrite" not in done.out and (edition / name).read_text() == broken

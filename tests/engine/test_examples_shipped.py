"""The worked examples of the editions that ship: they replay, and rest on what they reach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kensei_docs.database import Database, load
from kensei_docs.engine import Game
from kensei_docs.engine.effects import effects_of
from kensei_docs.engine.examples import KIND, Answer, Replay, compute, examples_of, replay, same_answer
from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.engine.game import roll_of
from kensei_docs.engine.play_schema import declared_matchup
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped


@pytest.fixture(scope="module")
def games(shipped_data: Database) -> dict[str, Game]:
    return {edition: Game(shipped_data, edition) for edition in shipped_data.editions}


@pytest.fixture(scope="module")
def replays(shipped_data: Database, games: dict[str, Game]) -> list[Replay]:
    return [
        replay(games[edition], record)
        for edition in shipped_data.editions
        for record in examples_of(shipped_data, edition)
    ]


def test_none_of_them_fails(replays: list[Replay]) -> None:
    assert [
        (one.record.id, one.faults, [answer.path for answer in one.answers if not answer.agrees])
        for one in replays
        if one.verdict == "failed"
    ] == []


def test_where_the_book_contradicts_its_rules_both_answers_are_kept() -> None:
    folder = shipped()
    database, _ = load(Project((folder,), folder / "build").as_printed(), ["kensei-2e"])
    game = Game(database, "kensei-2e")
    as_printed = [replay(game, record) for record in examples_of(database, "kensei-2e")]
    assert {
        (one.record.slug, answer.printed, str(answer.computed))
        for one in as_printed
        for answer in one.answers
        if answer.printed is not None
    } >= {("charging-a-flank", "11", "12"), ("cavalry-charge", "16 cm", "18 cm")}


def test_what_says_nothing_is_told_why(replays: list[Replay]) -> None:
    assert [one.record.id for one in replays if one.verdict == "prose" and not one.record.get("note")] == []


def test_without_an_effect_that_it_rests_on_an_example_fails(replays: list[Replay], games: dict[str, Game]) -> None:
    kept = []
    for one in replays:
        for effect in sorted(one.reached):
            game = games[one.record.edition].without(effect)
            if not any(_is_other(game, one, answer) for answer in one.answers if effect in answer.reached):
                kept.append((one.record.id, effect))
    assert kept == []


def _is_other(game: Game, one: Replay, answer: Answer) -> bool:
    """Whether an answer comes out otherwise now, or not at all."""
    try:
        value, _ = compute(game, one.record, one.record.get("asks")[answer.path])
    except Unusable:
        return True
    return not same_answer(answer.expected, value)


def test_every_computation_that_is_declared_is_used(replays: list[Replay], games: dict[str, Game]) -> None:
    """By an example, by a condition that is inferred, or where odds are reckoned."""
    for edition, game in games.items():
        used = {
            step.figure
            for one in replays
            if one.record.edition == edition
            for answer in one.answers
            for step in answer.trace.steps
            if step.act == "result"
        }
        named = {*re.findall(r"[a-z-]+", str((list(game.play.computes.values()), game.play.infers, game.play.odds)))}
        # The report on odds asks for it by the name that the vocabulary gives.
        named.add(declared_matchup(game.database).reach)
        assert [name for name in game.play.computes if name not in used | named] == [], edition


def test_a_teppo_wounds_an_armoured_samurai_as_the_rules_say(games: dict[str, Game]) -> None:
    game = games["kensei-2e"]
    now = situation_of(game, {"weapon.kind": "teppo", "opponent.armour": "samurai-armour"})
    roll = roll_of(game, "shoot-damage", now)
    assert roll.needed == 3
    assert [step.act for step in roll.result.steps] == ["restated"]


def test_what_a_document_leaves_out_is_not_made_up(games: dict[str, Game]) -> None:
    game = games["kensei-lr-2020"]
    with pytest.raises(Unusable, match="roll/damage: the document leaves the 'base' of this roll"):
        roll_of(game, "damage", situation_of(game, {}))
    assert roll_of(game, "damage", situation_of(game, {"self.wounding": 4})).needed == 4


def test_a_computation_can_be_asked_for_by_name(games: dict[str, Game]) -> None:
    game = games["kensei-lr-2020"]
    here = Evaluation(game, {"points": "500"}, situation_of(game, {}))
    assert str(here.evaluate("hand")) == "6"


def test_no_effect_is_left_that_an_example_could_reach(replays: list[Replay], shipped_data: Database) -> None:
    """Those that a table restates are told as such, and count there; what adds nothing leaves no step."""
    reached = {(one.record.edition, *effect) for one in replays for effect in one.reached}
    missed = [
        effect.path
        for record in shipped_data.records
        for effect in effects_of(record)
        if (record.edition, record.id, effect.path) not in reached
        and not record.get(f"{effect.path}.restates")
        and record.get(f"{effect.path}.add") != "+0"
    ]
    assert len(missed) <= 3


def test_the_guide_counts_what_is_formal(shipped_data: Database) -> None:
    """The page on the engine has a table of the statuses: it agrees with the data."""
    page = (Path(__file__).parents[2] / "docs" / "how-the-engine-computes.md").read_text(encoding="utf-8")
    told = {
        row[0]: [int(number) for number in row[1:]]
        for row in re.findall(r"\| ([\w-]+) \| (\d+) \| (\d+) \| (\d+) \|", page)
    }
    counted = {edition: [0, 0, 0] for edition in shipped_data.editions}
    for record in shipped_data.records:
        if record.kind != KIND and (status := record.get("status")):
            counted[record.edition][["formal", "partial", "prose"].index(status)] += 1
    assert told == counted

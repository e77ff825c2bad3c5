"""What words lead to: no error about shipped data, nothing that is silently ignored; a refusal names its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kensei_docs.cli._odds_report import OddsReport
from kensei_docs.cli._terminal import Workspace
from kensei_docs.engine.game import Game
from kensei_docs.engine.matchup import ENDS, Matchup, split_sides
from kensei_docs.engine.odds import Odds
from kensei_docs.engine.sides import EditionWords, LocalTexts, Side
from kensei_docs.problems import Unusable
from tests.conftest import EVERY

EDITIONS = ["kensei-2e", "kensei-lr-2020", "heroic-2002", "samurai-skirmish"]
WORK = Workspace()
DATABASE = WORK.database()
LANGUAGES = WORK.translators(DATABASE)


@pytest.fixture(scope="module")
def readers() -> dict[str, EditionWords]:
    texts = LocalTexts(
        lambda record: [one.name(record) for one in LANGUAGES.values()],
        lambda when: [one.phrase(when) for one in LANGUAGES.values()],
    )
    games = {name: Game(DATABASE, name) for name in EDITIONS}
    return {name: EditionWords(game, texts) for name, game in games.items()}


@pytest.fixture(scope="module")
def ask(readers: dict[str, EditionWords]) -> Callable[..., tuple[Matchup, Odds]]:
    def answer(edition: str, words: str, attack: str | None = None) -> tuple[Matchup, Odds]:
        reader = readers[edition]
        spoken = dict(zip(ENDS, split_sides(words), strict=True))

        def read(end: str, unsaid: Any = ()) -> Side:
            return reader.read(spoken[end], end, unsaid)

        matchup = Matchup(reader.game, reader.declared, *map(read, ENDS), read)
        return matchup, matchup.odds(attack or matchup.usual_attack)

    return answer


def idle(matchup: Matchup, odds: Odds) -> list[tuple[str, str]]:
    return [(end, one.text) for end, one in matchup.idle(odds)]


def all_words(edition: str) -> list[str]:
    """Every term of the glossary, and every phrase of a condition, in all languages."""
    terms = [
        word
        for name, entry in DATABASE.glossary.items()
        for word in (name, *(one for key, one in entry.items() if key != "part" and isinstance(one, str)))
    ]
    phrases = [
        one.phrase({name: value})
        for name, atom in DATABASE.vocabulary.atoms.items()
        for value in ([True, False] if atom["values"] == "boolean" else atom["values"])
        if isinstance(atom["values"], list) or atom["values"] == "boolean"
        for one in LANGUAGES.values()
    ]
    declared = [word for entry in DATABASE.vocabulary.section("matchup")["words"] for word in entry["words"]]
    return [word for word in dict.fromkeys([*terms, *phrases, *declared]) if not {*",;"} & {*word} and "%" not in word]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_words_lead_to_an_error_about_the_data(edition: str, readers: dict[str, EditionWords]) -> None:
    reader = readers[edition]
    wrong = []
    plain = reader.read("2", ENDS[1])
    seen = set()
    for word in all_words(edition)[::EVERY]:
        try:
            side = reader.read(f"2 {word}", ENDS[0])
            if (told := str((side.given, side.weapons, side.way))) in seen:
                continue
            seen.add(told)
            matchup = Matchup(reader.game, reader.declared, side, plain)
            for attack in reader.declared.ways:
                for distance in (None, "20"):
                    now, _ = matchup.views(attack, distance)
                    reader.game.value("combat.pool", now)
        except Unusable as fault:
            wrong += [(word, str(one)) for one in fault.problems if one.place.file not in ENDS]
    assert wrong == []


@pytest.mark.parametrize(
    ("edition", "words", "told"),
    [
        ("kensei-2e", "5 skirmishers charging vs 5 warriors", [("attacker", "charging")]),
        (
            "kensei-2e",
            "5 warriors, run vs 5 warriors, closed formation",
            [("attacker", "run"), ("defender", "closed formation")],
        ),
        ("kensei-2e", "5 warriors, reload vs 5 warriors", [("attacker", "reload")]),
        ("kensei-2e", "5 guerreros, reagrupar contra 5 guerreros", [("attacker", "reagrupar")]),
        ("kensei-2e", "5 warriors charging, on foot vs 5 warriors, in reaction", []),
        ("kensei-2e", "5 warriors, shelter vs 5 warriors", []),
        ("kensei-2e", "5 warriors, on foot vs 5 warriors, in cohesion", []),
        ("kensei-lr-2020", "5 guerreros, parapetar contra 5 guerreros", []),
        ("kensei-lr-2020", "5 guerreros, recargar contra 5 guerreros", [("attacker", "recargar")]),
        ("kensei-lr-2020", "5 warriors, flank vs 5 warriors, flank", []),
        ("heroic-2002", "2 attacks 1, slow vs 2 attacks 1", [("attacker", "slow")]),
        ("heroic-2002", "2 attacks 1 vs 2 attacks 1, retreat blocked", []),
        ("kensei-2e", "1 hero katana, leader-wounds 20 vs 5 warriors", [("attacker", "leader-wounds 20")]),
        (
            "kensei-2e",
            "5 warriors, attack 2, 11 cm vs 5 warriors, movement 10 cm",
            [("attacker", "11 cm"), ("defender", "movement 10 cm")],
        ),
        (
            "kensei-2e",
            "5 warriors, with leader, 6 in contact, leader-attack 4 vs 5 warriors, attack 3, honour 4, wounds 2",
            [],
        ),
        (
            "samurai-skirmish",
            "3 katana, attacks 99 vs 2 katana, combat 1",
            [("attacker", "attacks 99"), ("defender", "combat 1")],
        ),
    ],
)
def test_what_changes_nothing_is_told(
    ask: Callable[..., tuple[Matchup, Odds]], edition: str, words: str, told: list[tuple[str, str]]
) -> None:
    matchup, odds = ask(edition, words, "melee")
    assert idle(matchup, odds) == told
    for language, head in (("en", "Changes nothing here"), ("es", "Aquí no cambia nada")):
        lines = OddsReport(matchup, odds, LANGUAGES[language]).remarks()
        assert len([line for line in lines if line.startswith(head)]) == len({end for end, _ in told})
    assert [(one["side"], one["words"]) for one in matchup.as_json(odds)["idle"]] == told


@pytest.mark.parametrize("edition", ["kensei-2e", "kensei-lr-2020"])
def test_every_order_changes_something_or_is_told(edition: str, ask: Callable[..., tuple[Matchup, Odds]]) -> None:
    base = ask(edition, "2 warriors vs 2 warriors", "melee")[1]
    silent = []
    for record in DATABASE.editions[edition].records_of("order"):
        matchup, odds = ask(edition, f"2 warriors, {record.slug} vs 2 warriors", "melee")
        if matchup.attacker.way:
            # The order is the way to attack, which was given otherwise.
            continue
        changes = (odds.chances, odds.left_out) != (base.chances, base.left_out)
        if changes == bool(matchup.attacker.phrases and idle(matchup, odds)):
            silent.append(record.slug)
    assert silent == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("6 warriors yumi, hold and shoot vs 8 warriors charging", "attacker.*Hold and Shoot .*not firearm"),
        ("8 warriors charging vs 6 warriors yumi, hold and shoot", "defender.*Hold and Shoot .*not firearm"),
        ("5 warriors, mounted, shelter vs 5 warriors", "Shelter .*mounted"),
        ("5 skirmishers, shelter vs 5 warriors", "Shelter .*skirmisher"),
    ],
)
def test_what_a_rule_does_not_allow_is_refused_with_its_place(
    ask: Callable[..., tuple[Matchup, Odds]], words: str, message: str
) -> None:
    with pytest.raises(Unusable, match=message) as raised:
        ask("kensei-2e", words)
    assert "kensei-rulebook-2e:3" in str(raised.value)


@pytest.mark.parametrize(
    ("edition", "words", "reach"),
    [
        ("kensei-2e", "6 warriors teppo, shooting 2 vs 10 warriors at 65 cm", "60 cm"),
        ("kensei-2e", "6 warriors teppo, shooting 2 vs 10 warriors at 60 cm", None),
        ("kensei-lr-2020", "5 guerreros shuriken contra 5 guerreros a 21 cm", "20 cm"),
        ("heroic-2002", "5 bow vs 5 at 25 inches", "24 in"),
        ("samurai-skirmish", "6 bow vs 6 armoured at 61 in", "60 in"),
        ("samurai-skirmish", "6 bow vs 6 armoured in cover at 55 in", "48 in"),
        ("samurai-skirmish", "6 bow vs 6 armoured in cover at extreme range", "48 in"),
    ],
)
def test_what_is_out_of_reach_is_told_with_the_reach(
    ask: Callable[..., tuple[Matchup, Odds]], edition: str, words: str, reach: str | None
) -> None:
    matchup, odds = ask(edition, words, "shooting")
    assert odds.distance and odds.distance.reach == reach
    for language, head in (("en", "Out of reach: the weapon reaches"), ("es", "Fuera de alcance: el arma alcanza")):
        lines = OddsReport(matchup, odds, LANGUAGES[language]).remarks()
        written = LANGUAGES[language].figure(reach) if reach else None
        assert [line for line in lines if line.startswith(head)] == ([f"{head} {written}"] if reach else [])


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_result_and_throw_has_a_name_in_both_languages(edition: str, readers: dict[str, EditionWords]) -> None:
    game = readers[edition].game
    names = {
        name
        for chances in game.play.odds.values()
        for link in (*chances.each, *chances.steps)
        for key, throw in link.throws.items()
        for name in (key, *throw.counts)
    }
    names |= {name for chances in game.play.odds.values() for name in chances.shows} | set(game.play.odds)
    names |= {
        name for chances in game.play.odds.values() for one in (*chances.each, *chances.steps) for name in one.computes
    }
    without = [name for name in names if not {"en", "es"} <= set(DATABASE.glossary.get(f"odds-{name}") or ())]
    assert sorted(without) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_condition_of_a_report_has_words_in_both_languages(
    edition: str, readers: dict[str, EditionWords]
) -> None:
    known = {"self." + name.partition(".")[2] for name in readers[edition].game.play.takes}
    english, spanish = (OddsReport.__new__(OddsReport) for _ in range(2))
    matchup = Matchup(readers[edition].game, readers[edition].declared, Side(), Side())
    english.__init__(matchup, Odds("melee"), LANGUAGES["en"])  # type: ignore[misc]
    spanish.__init__(matchup, Odds("melee"), LANGUAGES["es"])  # type: ignore[misc]
    same = [name for name in known if english.word(name.partition(".")[2]) == spanish.word(name.partition(".")[2])]
    assert same == []

"""``kensei-docs odds``: what a player at the table reads."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import pytest

from tests.conftest import ROOT

SIDES = ("10 samurai katana, attack 2, charging", "vs", "8 ashigaru yari, samurai-armour, honour 3")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_a_table_bars_and_the_chance_to_hold(run: Callable) -> None:
    result = run("odds", *SIDES, "-e", "kensei-2e")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "Odds: hand to hand combat – Kensei, second edition"
    assert [line.split()[:3] for line in lines if line.startswith("Impacts ")] == [
        ["Impacts", "6.5", ">"],
        ["Impacts", "5", "99.9"],
    ]
    assert "The defender holds: 69.5\N{NO-BREAK SPACE}%" in lines
    assert "  4 ################################## 25.3\N{NO-BREAK SPACE}%" in lines
    assert any(line.startswith("Taken (defender): class warrior, attack 2, ") for line in lines)
    assert "Not wholly formal: Casualties removal" in lines


def test_it_speaks_spanish_and_explains_every_number(run: Callable) -> None:
    result = run("odds", *SIDES, "-e", "kensei-2e", "-l", "es", "--explain")
    assert "El defensor aguanta: 69,5\N{NO-BREAK SPACE}%" in result.out
    assert "Atacante: impactos" in result.out
    assert "    +1D6  Tirada de Combate: Carga, a pie  → 13D6  (kensei-rulebook-2e " in result.out


def test_words_of_either_language_need_no_quotes(run: Callable) -> None:
    one, two = (
        json.loads(run("odds", *words, "--format", "json", "-e", "kensei-2e").out)
        for words in (
            ["10", "katana,", "ataque", "2", "contra", "8", "honor", "3"],
            ["10", "katana,", "attack", "2", "vs", "8", "honour", "3"],
        )
    )
    assert one == two


def test_a_script_gets_exact_fractions(run: Callable) -> None:
    told = json.loads(run("odds", *SIDES, "-e", "kensei-2e", "--format", "json").out)
    chances = {(one["side"], one["name"]): one for one in told["chances"]}
    impacts = chances["attacker", "impacts"]
    assert impacts["expected"] == {"exact": "13/2", "number": 6.5}
    assert sum(Fraction(one["exact"]) for one in impacts["values"]) == 1
    assert impacts["values"][0]["at-least"]["exact"] == "1"
    assert chances["outcome", "ending"]["expected"] is None
    [damage, _] = [one for one in told["traces"] if one["name"] == "damage"]
    assert {"roll/damage", "weapon/katanas"} <= {step["record"] for step in damage["steps"]}


def test_a_picture_with_text_as_text(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    result = run("odds", *SIDES, "-e", "kensei-2e", "--format", "svg", "-l", "es", "--out", file)
    assert (result.out, result.status) == ("", 0)
    picture = ElementTree.parse(file).getroot()
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert words[0] == "Probabilidades: combate cuerpo a cuerpo – Kensei, segunda edición"
    assert "Bajas (atacante)" in words
    assert "El defensor aguanta: 69,5\N{NO-BREAK SPACE}%" in words
    assert picture.get("{http://www.w3.org/XML/1998/namespace}lang") == "es"


def test_both_sides_are_told_what_becomes_of_them(run: Callable) -> None:
    lines = run("odds", *SIDES, "-e", "kensei-2e").out.replace("\N{NO-BREAK SPACE}", " ").splitlines()
    at = lines.index("Who wins    Wins   Draws   Loses")
    assert lines[at + 1 : at + 3] == ["Attacker  59.4 %  17.2 %  23.4 %", "Defender  23.4 %  17.2 %  59.4 %"]
    assert "The defender passes an Honour Roll (where it is made): 50 %" in lines
    assert "The attacker holds: 88.3 %" in lines


def test_wounds_of_leaders(run: Callable) -> None:
    said = "8 katana, attack 2, unit-leader direct, leader-attack 4{}"
    exposed = run("odds", said.format(""), "vs", said.format(""), "-e", "kensei-2e").out
    assert exposed.count("Wounds of the leader, given all criticals") == 2
    aimed = run("odds", said.format(", criticals-at-leader 3"), "vs", said.format(""), "-e", "kensei-2e").out
    assert "The enemy leader falls (attacker): " in aimed
    assert "The enemy leader falls (defender): " not in aimed
    # In the other edition nobody chooses: each critical is the leader's.
    more = ", wounds 1, honour 3, wounding 4, leader-wounds 3"
    found = run("odds", said.format(more), "vs", said.format(more), "-e", "kensei-lr-2020", "-l", "es").out
    assert "Cae el líder enemigo (defensor): " in found


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_chart_beside_the_words(run: Callable, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"odds.{suffix}"
    result = run("odds", *SIDES, "-e", "kensei-2e", "--chart", file)
    assert "Who wins" in result.out
    assert result.err.startswith("wrote ")
    assert file.read_bytes()[:4] == {"svg": b"<svg", "png": b"\x89PNG"}[suffix]


def test_a_chart_of_another_kind_is_refused(run: Callable, tmp_path: Path) -> None:
    result = run("odds", *SIDES, "-e", "kensei-2e", "--chart", tmp_path / "odds.gif")
    assert result.status == 2
    assert "a chart is a file of .svg or .png; name one" in result.err


def test_forty_against_forty_fits_in_300_megabytes() -> None:
    """Results that are listed one by one, instead of counted, would take more."""
    words = ["40 samurai katana, attack 2, charging", "vs", "40 ashigaru yari, honour 3", "-e", "kensei-2e"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-m", "kensei_docs", "odds", *words, "--out", os.devnull]
    # A process inherits the peak of the one that it was forked from, which is large where tests run: a small one asks.
    asks = "import resource as r, subprocess as s, sys; s.run(sys.argv[1:], check=True)"
    asks += "; print(r.getrusage(r.RUSAGE_CHILDREN).ru_maxrss)"
    told = subprocess.run([sys.executable, "-c", asks, *arguments], env=environment, check=True, capture_output=True)
    assert int(told.stdout) < 300 * 1024


def test_rows_of_armies_fight(run: Callable, tmp_path: Path) -> None:
    file = tmp_path / "wind.yaml"
    file.write_text(
        "name: Wind\nedition: kensei-2e\nclan: Sohei\nsize: 200\nrows:\n"
        "  - {name: Monks, class: warrior, miniatures: 8, points: 40, "
        "weapons: Naginata, attack: 3, honour: 4}\n"
        "  - {name: Yari Ashigaru, class: warrior, miniatures: 10, points: 50, "
        "weapons: Yari, attack: 2}\n",
        encoding="utf-8",
    )
    told = json.loads(
        run("odds", "--army", file, "--against", file, "Monks, charging", "vs", "yari ashigaru", "--format", "json").out
    )
    assert told["edition"] == "kensei-2e"
    assert told["sides"]["attacker"]["miniatures"] == 8
    assert told["sides"]["attacker"]["given"]["self.attack"] == ["3"]
    wrong = run("odds", "--army", file, "Monk", "vs", "8 ashigaru")
    assert wrong.status == 2
    assert "has no row 'Monk'; did you mean 'Monks'?" in wrong.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("10 katanna", "vs", "8 ashigaru"),
            "attacker:1:4: 'katanna' is not a word of kensei-2e; did "
            "you mean 'katana'?; mend it, or leave it out  [odds]\n",
        ),
        (("10 katana",), 'odds: say who attacks whom, with \'vs\' between them: "spearmen" vs "archers"  [odds]\n'),
        (
            ("10 katana", "vs", "8 7 ashigaru"),
            "defender:1:3: '7' belongs to nothing; write the miniatures first, other numbers after their names"
            "  [odds]\n",
        ),
        (
            ("0 katana", "vs", "8 ashigaru"),
            "attacker:1:1: '0' can't be: a side has from 1 to 999 miniatures; mend it  [odds]\n",
        ),
    ],
)
def test_what_it_does_not_understand(run: Callable, words: tuple[str, ...], said: str) -> None:
    result = run("odds", *words, "-e", "kensei-2e")
    assert (result.err, result.out, result.status) == (said, "", 2)


def test_what_a_document_leaves_out_is_said(run: Callable) -> None:
    result = run("odds", "8 ashigaru, attack 2", "vs", "8 ashigaru, honour 3", "-e", "kensei-lr-2020")
    assert (
        "Can't be told without what it takes to wound ('wounding') (attacker): criticals, wounds without criticals, "
        in result.out
    )
    assert "the defender holds" in result.out
    assert result.status == 0


@pytest.mark.parametrize(
    "sides",
    [
        ("5 samurai katana, wounds 0", "5 samurai katana"),
        ("5 samurai katana", "5 samurai katana, 0 wounds"),
        ("5 samurai katana, wounds 0", "5 samurai katana, wounds 0"),
    ],
)
def test_a_number_with_which_nothing_can_be_computed_is_refused_by_the_words_for_it(
    run: Callable, sides: tuple[str, str]
) -> None:
    result = run("odds", sides[0], "vs", sides[1], "-e", "kensei-2e")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert re.search(r"(attack|defend)er:1:\d+: .(wounds 0|0 wounds). can.t be: ", result.err)
    assert "divide" not in result.err


@pytest.mark.parametrize(
    ("edition", "words", "named"),
    [
        ("kensei-2e", "5 katana, shooting 2", "katana"),
        ("kensei-2e", "5 samurai with naginata, shooting 2", "naginata"),
        ("kensei-lr-2020", "5 naginata, shooting 2", "naginata"),
        ("samurai-skirmish", "3 katana", "katana"),
    ],
)
def test_nobody_shoots_with_a_weapon_for_hand_to_hand(run: Callable, edition: str, words: str, named: str) -> None:
    result = run("odds", words, "vs", "8 yari", "-e", edition, "--shooting")
    message = (
        f"attacker:1:1: {named} can't be used for shooting; name a weapon that can, or another way to attack  [odds]"
    )
    assert (result.status, result.err.splitlines()) == (2, [message])


@pytest.mark.parametrize("words", ["5 yumi, katana, shooting 2", "5 samurai, shooting 2", "5 warriors"])
def test_who_has_a_bow_too_or_of_whom_no_weapon_is_said_shoots(run: Callable, words: str) -> None:
    assert run("odds", words, "vs", "8 yari", "-e", "kensei-2e", "--shooting").status == 0


def test_too_many_dice_are_refused_in_words(run: Callable) -> None:
    result = run("odds", "500 ashigaru, attack 2", "vs", "8 ashigaru", "-e", "kensei-2e")
    assert "502 dice are too many; 120 is the most of one throw" in result.out
    assert result.status == 0


def test_the_ways_to_attack_and_the_columns_of_an_army_are_options_that_the_data_name(
    run: Callable, project_of: Callable[[dict[str, str]], Path]
) -> None:
    vocabulary = """
    matchup: {ways: {ramming: {kind: boat, help: The boats ram.}, boarding: {kind: weapon}}}
    columns: {harbour: {words: [harbour], takes: name, of: [harbour], option: port}}
    """
    folder = project_of({"data/vocabulary.yaml": dedent(vocabulary)})
    assert "--melee" in run("odds", "--help").out and "--clan CLAN" in run("army", "check", "--help").out
    told = run("--project", folder, "odds", "--help").out
    assert "--ramming " in told and "The boats ram." in told and "The attack is boarding." in told
    assert "--port PORT" in run("--project", folder, "army", "pack", "--help").out


CANNOT_BE = {
    "attack 2.5": "'attack 2.5' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack -2": "'attack \N{MINUS SIGN}2' can't be: a whole number from 0 to 999 belongs there; mend it",
    "ataque 2,5": "'5' belongs to nothing; write the miniatures first, other numbers after their names",
    "honour 2.5": "'honour 2.5' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack 99999": "'attack 99999' can't be: a whole number from 0 to 999 belongs there; mend it",
    "2.5 ranks": "'2.5 ranks' can't be: a whole number from 0 to 999 belongs there; mend it",
    "30 in contact": "'30 in contact' can't be: the side has 10 miniatures; mend one of the two",
    "50 ranks": "'50 ranks' can't be: the side has 10 miniatures; mend one of the two",
    "12 en contacto": "'12 en contacto' can't be: the side has 10 miniatures; mend one of the two",
    "attack 2, attack 3": "'attack 3' contradicts 'attack 2'; leave one of them out",
    "attack 2, ataque 3": "'ataque 3' contradicts 'attack 2'; leave one of them out",
    "charging, not charging": "'not charging' contradicts 'charging'; leave one of them out",
    "closed, open formation": "'open formation' contradicts 'closed'; leave one of them out",
    "hero, elite": "'elite' contradicts 'hero'; leave one of them out",
    "attack ½": "'attack ½' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack 1/2": "'attack 1/2' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack 1e3": "'attack 1e3' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack \N{EN DASH}2": "'attack \N{EN DASH}2' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack two": "'attack two' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack 50 %": "'attack 50 %' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack, hero": "'attack' can't be: a whole number from 0 to 999 belongs there; mend it",
    "attack 1,000": "'1,000' can mean 1000 or 1; write one of them",
    "10cm, 20 cm": "'20 cm' contradicts '10cm'; leave one of them out",
}


@pytest.mark.parametrize(("said", "message"), CANNOT_BE.items())
def test_what_cannot_be_is_one_line_that_blames_the_words(run, said, message):
    done = run("odds", "-e", "kensei-2e", *f"10 samurai katana, {said} vs 8 ashigaru yari".split())
    [line] = done.err.splitlines()
    assert (done.status, done.out) == (2, "")
    assert line.startswith("attacker:1:") and message in line


@pytest.mark.parametrize(
    "said", ["attack 2, attack 2", "charging, charging", "10 in contact", "attack 2D6", "honour +3", "attack 0"]
)
def test_what_is_said_twice_alike_or_can_be_is_no_fault(run, said):
    assert run("odds", "-e", "kensei-2e", f"10 samurai katana, {said}", "vs", "8 ashigaru yari").status == 0


NUMBERS = {
    "1,000": "'1,000' can mean 1000 or 1; write one of them",
    "100,000,000": "'100,000,000' can't be: a side has from 1 to 999 miniatures; mend it",
    "10,5": "'10,5' can't be: a side has from 1 to 999 miniatures; mend it",
    "100000000": "'100000000' can't be: a side has from 1 to 999 miniatures; mend it",
    "0": "'0' can't be: a side has from 1 to 999 miniatures; mend it",
}


@pytest.mark.parametrize(("number", "message"), NUMBERS.items())
def test_a_number_of_miniatures_that_cannot_be_is_refused_with_the_limit(run, number, message):
    done = run("odds", "-e", "kensei-2e", f"{number} samurai katana", "vs", "8 ashigaru yari")
    assert (done.status, done.out, done.err) == (2, "", f"attacker:1:1: {message}  [odds]\n")


ACROSS = {
    ("10 katana, against mounted", "8 yari, on foot"): "attacker:1:12: 'against mounted' contradicts 'on foot'",
    ("10 katana, on foot", "8 yari, contra caballería"): "defender:1:9: 'contra caballería' contradicts 'on foot'",
    ("10 yumi, 20cm", "8 yari, 30 cm"): "defender:1:9: '30 cm' contradicts '20cm'",
    ("10 yumi, 20cm, long range", "8 yari"): "attacker:1:16: 'long range' contradicts '20cm'",
    ("10 yumi, out of reach", "8 yari, 5 cm"): "attacker:1:10: 'out of reach' contradicts '5 cm'",
    ("10 katana, charging", "8 yari, not charged"): "attacker:1:12: 'charging' contradicts 'not charged'",
    ("10 katana, against a single miniature", "8 yari"): "'against a single miniature' contradicts what the other side",
}


@pytest.mark.parametrize(("sides", "message"), ACROSS.items())
def test_a_contradiction_across_the_two_sides_is_one_line(run, sides, message):
    done = run("odds", "-e", "kensei-2e", sides[0], "vs", sides[1])
    [line] = done.err.splitlines()
    assert (done.status, done.out) == (2, "") and message in line


def test_the_distance_of_the_option_and_that_of_the_words_are_one(run):
    words = ("odds", "-e", "kensei-2e", "10 yumi", "vs", "8 yari, 20 cm", "--shooting", "--distance")
    assert run(*words, "20").status == 0
    refused = run(*words, "30cm")
    assert (refused.status, refused.err) == (
        2,
        "defender:1:9: '20 cm' contradicts '30cm'; leave one of them out  [odds]\n",
    )


NO_DISTANCE = {
    "-5cm": "'\N{MINUS SIGN}5cm' is not a distance; write one, with its unit",
    "5-10 cm": "'5-10 cm' is not a distance; write one, with its unit",
    "1.000 cm": "'1.000 cm' can mean 1000 cm or 1 cm; write one of them",
}


@pytest.mark.parametrize(("distance", "message"), NO_DISTANCE.items())
def test_a_distance_that_can_be_none_or_two_is_refused(run, distance, message):
    done = run("odds", "-e", "kensei-2e", "10 yumi", "vs", "8 yari", "--shooting", "--distance", distance)
    assert (done.status, done.out, done.err) == (2, "", f"odds: {message}  [odds]\n")


SAME = [
    ("10 katana, against mounted", "8 yari, cavalry"),
    ("10 katana", "8 yari, 10 cm"),
    ("10 yumi, 20cm, mid range", "8 yari"),
    ("10 katana, charging", "8 yari, charged, charging"),
]


@pytest.mark.parametrize("sides", SAME)
def test_sides_that_say_the_same_of_each_other_are_no_fault(run, sides):
    assert run("odds", "-e", "kensei-2e", sides[0], "vs", sides[1]).status == 0


WORN = {
    "light-armour, heavy-armour": "attacker:1:24: 'heavy-armour' contradicts 'light-armour'; leave one of them out",
    "heavy armour, medium armour": "attacker:1:24: 'medium armour' contradicts 'heavy armour'; leave one of them out",
}


@pytest.mark.parametrize(("said", "message"), WORN.items())
def test_of_what_is_worn_a_side_has_one(run, said, message):
    done = run("odds", "-e", "heroic-2002", f"4 spear, {said}", "vs", "4 spear")
    assert (done.status, done.out, done.err) == (2, "", f"{message}  [odds]\n")


def test_what_guards_a_creature_is_worn_besides(run):
    words = "4 samurai katana, samurai armour, protection aura"
    assert run("odds", "-e", "kensei-2e", words, "vs", "8 ashigaru yari").status == 0


def test_words_may_say_what_a_row_of_an_army_wears_and_a_row_has_one(run, tmp_path):
    file = tmp_path / "a.yaml"
    head = "name: Wind\nedition: kensei-2e\nclan: Sohei\nsize: 200\nrows:\n"
    row = "- {name: Monks, class: warrior, miniatures: 8, points: 40, weapons: Naginata, honour: 4, armour: [%s]}\n"
    for worn, words, said in (
        ("samurai-armour", "Monks, cavalry armour", ""),
        (
            "samurai-armour, cavalry-armour",
            "Monks",
            "attacker:1:1: 'cavalry armour' contradicts 'samurai armour'; leave",
        ),
    ):
        file.write_text(head + row % worn, encoding="utf-8")
        done = run("odds", "--army", file, *words.split(), "vs", "8", "ashigaru", "yari")
        assert (done.status, said in done.err) == (2 if said else 0, True), done.err

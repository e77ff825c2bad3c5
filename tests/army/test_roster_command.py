"""``kensei-docs army``: what a player reads, in both languages, and what programs read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

ARMY = dedent("""\
    name: Wind of the reeds
    edition: kensei-2e
    clan: Sohei
    size: 200
    commander level: Taisho
    rows:
      - {name: Sohei Hero, class: Hero, miniatures: 1, points: 20, weapons: Naginata}
      - {profile: Spear ashigaru, miniatures: 10, points: 60, weapons: Yari}
      - {name: Archers, miniatures: 5, points: 110, class: W, troop type: Infantería, weapons: Yumi}
    """)


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "reeds.yaml"
    file.write_text(ARMY, encoding="utf-8")
    return Path("reeds.yaml")


def line(text: str, start: str) -> str:
    return " ".join(next(part for part in text.splitlines() if part.startswith(start)).split())


def test_every_limit_is_told_with_the_figures_compared(run: Callable, army: Path) -> None:
    result = run("army", "check", army)
    assert result.status == 1
    assert line(result.out, "Cost of the army") == "Cost of the army 200 / 200"
    assert line(result.out, "Troops with ranged") == ("Troops with ranged weapons broken 110 (55 %) 100 (50 %)")
    assert line(result.out, "Number of units") == "Number of units met 2 2 4"
    assert result.out.endswith("The army breaks limits.\n")


def test_and_in_spanish(run: Callable, army: Path) -> None:
    result = run("army", "check", army, "-l", "es")
    assert line(result.out, "Tropas con armas de disparo") == (
        "Tropas con armas de disparo incumplido 110 (55 %) 100 (50 %)"
    )
    assert "El ejército incumple límites." in result.out
    assert "Heroes" not in result.out


def test_an_army_that_keeps_its_limits(run: Callable, army: Path) -> None:
    army.write_text(ARMY.replace("points: 110", "points: 100"), encoding="utf-8")
    result = run("army", "check", army)
    assert (result.status, result.out.splitlines()[-1]) == (0, "The army keeps every limit.")


def test_what_is_not_stated_is_named_and_breaks_nothing(run: Callable, army: Path) -> None:
    army.write_text(ARMY.replace("points: 110, class: W, troop type: Infantería,", "points: 100,"), encoding="utf-8")
    result = run("army", "check", army)
    assert result.status == 0
    assert "Archers: type of troop" in " ".join(result.out.split())
    assert "The army breaks no limit; some can't be judged." in result.out


def test_the_report_for_programs(run: Callable, army: Path) -> None:
    result = run("army", "check", army, "--format", "json")
    report = json.loads(result.out)
    assert (report["cost"], report["legal"], report["battle"]) == (200, False, "battle-size/small")
    [ranged] = [one for one in report["limits"] if one["limit"] == "limit/ranged-weapons:most"]
    assert ranged["name"]["es"] == "Tropas con armas de disparo"
    assert (ranged["status"], ranged["have"], ranged["at-least"], ranged["at-most"]) == (
        "broken",
        [110, 110],
        None,
        [100, 100],
    )
    assert ranged["percent"]["have"] == [55, 55]
    assert ranged["troops"] == ["Archers"]
    assert ranged["from"][0]["document"] == "kensei-rulebook-2e"
    assert ranged["trace"][0]["record"] == "limit/ranged-weapons"
    assert report["rows"][1] == {
        "name": "Spear ashigaru",
        "row": "rows.1",
        "profile": "unit/spear-ashigaru",
        "miniatures": 10,
        "points": 60,
        "file": "reeds.yaml",
        "line": 8,
        "column": 5,
    }


def test_where_a_limits_figures_were_read(run: Callable, army: Path) -> None:
    out = run("army", "check", army, "--explain").out
    assert "50\u00a0% → 50 %" in out and "kensei-rulebook-2e 5965-5965" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none.yaml"], "none.yaml"),
        (["reeds.yaml", "-l", "tlh"], "there is no language 'tlh'"),
        (["reeds.yaml", "--clan", "Sohe"], "'Sohe' is not a known clan; did you mean 'sohei'?"),
    ],
)
def test_what_cant_be_used_is_refused(run: Callable, army: Path, words: list[str], said: str) -> None:
    result = run("army", "check", *words)
    assert result.status == 2 and said in result.err and not result.out


def test_the_pack(run: Callable, army: Path) -> None:
    result = run("army", "pack", army, "--list")
    assert result.status == 0
    assert "  1 × Polearms  [weapon/polearms]  (Spear ashigaru)" in result.out.splitlines()
    items = json.loads(run("army", "pack", army, "--format", "json").out)["items"]
    assert {
        "record": "marker/used-unit",
        "path": None,
        "copies": 3,
        "for": ["Sohei Hero", "Spear ashigaru", "Archers"],
    } in items

"""A card for each troop of an army: filled in, and whole however much a troop carries and can do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from kensei_docs.army import Army, contents, read_army
from kensei_docs.army.roster import roster, troop_cards
from kensei_docs.catalogues import PSEUDO, translator_for
from kensei_docs.cli.play import choice_of
from kensei_docs.database import Database, Record, load
from kensei_docs.documents.cache import face_set
from kensei_docs.documents.layout import workers
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, require_theme, spec_of
from kensei_docs.documents.products.product import Row, load_products, rows_of
from kensei_docs.project import Project, shipped

EDITION = "kensei-2e"
PROJECT = Project((shipped(),), shipped() / "build")
MOST_MINIATURES = 20


@cache
def database() -> Database:
    return load(PROJECT)[0]


def records(kind: str) -> list[Record]:
    return database().editions[EDITION].records_of(kind)


def army_file(rows: list[dict], name: str, **more: object) -> dict:
    return {"name": name, "edition": EDITION, "clan": "buke", "size": 200, **more, "rows": rows}


def example_army() -> dict:
    """The army file of the guide."""
    guide = (shipped() / "docs" / "armies.md").read_text(encoding="utf-8")
    return dict(YAML(typ="safe").load(re.findall(r"```yaml reeds.yaml\n(.*?)```", guide, re.S)[0]))


def sample_army(record: Record) -> dict:
    """A sample army of the book, as its player writes it down."""
    rows = []
    for row in record.get("rows").values():
        troop = row.get("troop") or {}
        if "commander-level" not in troop:
            profile = troop.get("profile", "").partition("/")[2]
            given = {key: value for key, value in troop.items() if key != "profile"}
            rows.append(
                {key: row[key] for key in ("name", "miniatures", "points")}
                | given
                | ({"profile": profile} if profile else {})
            )
    return army_file(rows, record.name, clan=record.get("clan"))


def armies() -> dict[str, dict]:
    return {"example": example_army()} | {record.slug: sample_army(record) for record in records("army")}


def longest_rows(language: str) -> list[dict]:
    """Troops that carry and can do as much as there is to say of anybody."""
    translator = translator_for(PROJECT, database(), language)

    def most_said(kind: str, many: int) -> list[str]:
        def letters(record: Record) -> int:
            rules = (translator.text(record, f"rules.{key}") for key in record.get("rules") or {})
            return len(translator.text(record)) + sum(map(len, rules)) + 40 * len(record.get("effects") or {})

        found = sorted(records(kind), key=letters, reverse=True)[:many]
        # A type of weapons is named by one of them.
        return [str((record.get("weapons") or [record.slug])[0]) for record in found]

    weapons = [*most_said("weapon", 2), *most_said("ranged-weapon", 1)]
    long, armour, titles = most_said("ability", 6), most_said("armour", 2), most_said("title", 2)
    usual = {"class": "Hero", "troop type": "mounted", "miniatures": 1, "points": 60}
    return [
        {"name": "As reported", **usual, "weapons": "Katana, Yari, Yumi", "abilities": "Leader, Adaptable, Fury"},
        {"name": "All of it", **usual, "weapons": weapons, "abilities": long[:3], "armour": armour, "title": titles},
        {"name": "Longest ability", **usual, "abilities": long[:1], "weapons": ["Katana"]},
        {"name": "Can do much", **usual, "abilities": long},
        {"name": "Many", **usual, "miniatures": MOST_MINIATURES, "weapons": weapons, "abilities": long[3:]},
        {"name": "Titles", **usual, "miniatures": MOST_MINIATURES, "title": titles, "weapons": weapons[:1]},
    ]


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, dict[str, str]]]:
    """Print the cards of armies: by army the words of each troop's card by its name. Laid out, no text runs over."""

    def read(name: str, file: dict) -> Army:
        monkeypatch.chdir(tmp_path)
        with Path(f"{name}.yaml").open("w", encoding="utf-8") as out:
            YAML().dump(file, out)
        return read_army(Path(f"{name}.yaml"), database())

    def cards(
        files: dict[str, dict], language: str, theme: str = "colour", laid_out: bool = True
    ) -> dict[str, dict[str, str]]:
        options = Options(theme=require_theme(PROJECT, theme))
        kind = load_products(PROJECT)[0]["unit-cards"]
        translator = translator_for(PROJECT, database(), language)
        templates = Templates(PROJECT, spec_of(kind, options, language), translator)
        own = database().editions[EDITION]
        sides = {
            (name, entry.name): templates.fill(Row(f"{name}-{number}", own, record, item, 1))
            for name, army in [(name, read(name, file)) for name, file in files.items()]
            for number, (entry, (record, item)) in enumerate(
                zip(army.troops, troop_cards(army, translator), strict=True)
            )
        }
        assert [str(problem) for problem in templates.problems] == []
        if laid_out:
            faces = face_set(PROJECT, templates, own, tuple(sides.values()))
            pack = workers.lay_out([faces.markup(side.front) for side in sides.values()], faces.style)
            assert {face.slot: face.defects for face in pack.faces if face.defects} == {}
        found: dict[str, dict[str, str]] = {}
        for (army, troop), side in sides.items():
            found.setdefault(army, {})[troop] = " ".join(templates.fragments[side.front].words.split())
        return found

    return cards


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_troop_of_the_example_and_of_the_sample_armies_has_its_card(printed, language):
    points, one, more = (
        ("Points", "Miniature", "Miniatures") if language == "en" else ("Puntos", "Miniatura", "Miniaturas")
    )
    cards = printed(armies(), language, laid_out=language == "es")
    assert len(cards) == 6
    for name, file in armies().items():
        assert list(cards[name]) == [row.get("name", row.get("profile")) for row in file["rows"]]
        for row, words in zip(file["rows"], cards[name].values(), strict=True):
            assert f"{row['points']} {points}" in words
            assert f"{row['miniatures']} {one if str(row['miniatures']) == '1' else more} " in words


@pytest.mark.parametrize(("language", "theme"), [("es", "colour"), (PSEUDO, "large-print")])
def test_a_card_has_room_for_whatever_a_troop_carries_and_can_do(printed, language, theme):
    army = army_file(longest_rows(language), "Long cards")
    assert len(printed({"long": army}, language, theme)["long"]) == len(army["rows"])


def test_what_has_no_room_is_named_and_stands_on_its_own_card(printed):
    rows = longest_rows("en")
    words = printed({"long": army_file(rows, "Long cards")}, "en", laid_out=False)["long"]["All of it"]
    named = words.partition("More, on their own cards")[2]
    assert named
    translator = translator_for(PROJECT, database(), "en")
    for ability in rows[1]["abilities"]:
        assert translator.name(database().editions[EDITION].records[f"ability/{ability}"]) in words, ability
    for weapon in rows[1]["weapons"]:
        assert translator.term(weapon).lower() in words.lower(), weapon


def cards_without_layout():
    """The templates of unit cards, and the rows of the edition by their slugs."""
    kind = load_products(PROJECT)[0]["unit-cards"]
    translator, theme = translator_for(PROJECT, database(), "en"), require_theme(PROJECT, "colour")
    rows = rows_of(kind, database().editions[EDITION])[0]
    return Templates(PROJECT, spec_of(kind, Options(theme=theme)), translator), {row.slug: row for row in rows}


def picture(templates, row):
    return templates.markup(row)[0].partition('class="stage"')[2].partition("</figure>")[0]


def test_a_row_of_a_sample_army_has_the_picture_that_it_names():
    templates, rows = cards_without_layout()
    row = rows["jikininki"]
    assert picture(templates, row) != picture(templates, replace(row, item={**row.item, "look": {}}))


@pytest.mark.parametrize(
    ("troop", "drawing"),
    [
        ("ikame-bo", "sohei-bo"),
        ("samurai-yari", "samurai-yari"),
        ("hero-kuge-naginata", "taisho-naginata"),
        ("ashigaru-sling", "ashigaru-sling"),
        ("monk-teppo", "sohei-teppo"),
        ("yumi-samurai", "archer"),
        ("ashigaru-teppo", "arquebusier"),
        ("warrior-monk-cavalry", "mounted-sohei"),
    ],
)
def test_the_picture_of_a_troop_carries_the_weapon_that_the_troop_has(troop, drawing):
    templates, rows = cards_without_layout()
    drawn = (shipped() / "templates" / "_shared" / "art" / f"{drawing}.svg").read_text(encoding="utf-8")
    outlines = re.findall(r' d="([^"]+)"', drawn)
    shown = picture(templates, rows[troop])
    assert outlines
    assert [outline for outline in outlines if outline not in shown] == []


def test_a_weapon_that_the_picture_does_not_carry_has_a_disc():
    templates, rows = cards_without_layout()
    ninja = rows["ninja-shinobigatana"]
    armed = [
        replace(ninja, item={**ninja.item, "troop": {**ninja.item["troop"], "weapons": [weapon]}})
        for weapon in ("katana", "bo")
    ]
    discs = [templates.markup(row)[0].partition('class="panel"')[0].count('class="medal"') for row in armed]
    assert discs == [1, 2], "beside that of the clan"


def test_what_is_wrong_with_the_card_of_a_row_has_the_place_of_the_row(tmp_path: Path) -> None:
    file = tmp_path / "list.yaml"
    with file.open("w", encoding="utf-8") as out:
        YAML().dump(army_file([{"profile": "Ashigaru with Yari", "miniatures": 10}], "Mine"), out)
    army = read_army(file, database())
    translator = translator_for(PROJECT, database(), "en")
    choice = choice_of(contents(army), translator)
    edition = database().editions[EDITION]
    kinds = load_products(PROJECT)[0]
    [card] = choice.choose(kinds["unit-cards"], edition, [], translator)
    [form] = choice.choose(kinds["roster"], edition, [], translator)
    assert (card.place("text").file, card.place("text").line) == (str(file), army.troops[0].place.line)
    assert form.place("troops").file == str(file)


def riders_and_generals() -> dict:
    """Troops of one's own whose looks come from how they move, whom they lead and what they carry."""
    usual = {"miniatures": 1, "points": 20}
    rows = [
        {"name": "A rider", **usual, "class": "Elite", "troop type": "Cavalry", "weapons": "Yari"},
        {"name": "A general", **usual, "class": "Hero", "leader": True, "general": True, "weapons": "Naginata"},
        {"name": "A swordsman", **usual, "class": "Warrior", "weapons": "Katana, Yumi"},
        {"name": "A bowman", **usual, "class": "Warrior", "title": "Ashigaru", "weapons": "Yumi"},
    ]
    return army_file(rows, "Riders and generals")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_roster_shows_and_says_of_each_troop_what_its_card_does(tmp_path, monkeypatch, language):
    monkeypatch.chdir(tmp_path)
    own, theme = database().editions[EDITION], require_theme(PROJECT, "colour")
    translator = translator_for(PROJECT, database(), language)
    card_kind, roster_kind = (load_products(PROJECT)[0][name] for name in ("unit-cards", "roster"))
    cards = Templates(PROJECT, spec_of(card_kind, Options(theme=theme)), translator)
    rosters = Templates(PROJECT, spec_of(roster_kind, Options(theme=theme)), translator)
    seen = set()
    for file in [*armies().values(), riders_and_generals()]:
        with Path("army.yaml").open("w", encoding="utf-8") as out:
            YAML().dump(file, out)
        army = read_army(Path("army.yaml"), database())
        page = rosters.markup(Row("roster", own, None, roster(army, translator), 1))[0]
        on_roster = page.split('<div class="row')[1:]
        for n, (record, item) in enumerate(troop_cards(army, translator)):
            card = cards.markup(Row(str(n), own, record, item, 1))[0]
            assert outlines(part(on_roster[n], 'class="picture"', "<figure")) == outlines(
                part(card, 'class="stage"', "<figure")
            ), item["name"]
            said = [words for words in re.split(" · ", words_of(part(card, 'class="sub"', ends="</p>"))) if words]
            told = words_of(part(on_roster[n], "<small", ends="</small>")).split(" · ")
            clan = translator.name(army.faction) if army.faction else ""
            assert [words for words in said if words != clan] == told[: len(said) - (clan in said)], item["name"]
            gear = words_of(part(on_roster[n], 'data-field="troops"', ends="</p>")).casefold()
            worn = [words_of(arm).casefold() for arm in re.findall(r'<p class="arm-name">(.*?)</p>', card, re.S)]
            assert [arm for arm in worn if not any(word in arm for word in gear.split(", "))] == [], item["name"]
            seen |= {outlines(part(card, 'class="stage"', "<figure"))}
    assert len(seen) > 10


def part(markup: str, *begins: str, ends: str = "</figure>") -> str:
    for begin in begins:
        markup = markup.partition(begin)[2]
    return markup.partition(">")[2].partition(ends)[0]


def outlines(drawing: str) -> frozenset[str]:
    return frozenset(re.findall(r' d="([^"]+)"', drawing))


def words_of(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", markup).replace("&nbsp;", " ").replace("\N{NO-BREAK SPACE}", " ").split())

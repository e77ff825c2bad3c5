"""The look of an edition: which colour, pattern, crest and drawing a card has in each theme; where an icon is found."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from kensei_docs.check.checked_project import CheckedProject
from kensei_docs.check.project_files import pictures_exist
from kensei_docs.database import load
from kensei_docs.documents.markup.looks import Icons, Look
from kensei_docs.documents.products.options import palette_of, require_theme
from kensei_docs.documents.products.product import Product, load_products
from kensei_docs.project import Project, shipped


@pytest.fixture
def clans(herons):
    """The game of Herons with two clans, whose abilities have the clan's look."""
    herons.edit("data/vocabulary.yaml", "abilities: ability", "abilities: ability\n  clans: clan")
    herons.write(
        "data/editions/herons/clans.yaml",
        """
        grey: {name: Grey, look: {colour: "#334455", pattern: kikko, crest: buke}}
        """,
    )
    herons.edit("data/editions/herons/abilities.yaml", "name: Wade", "name: Wade\n  clan: grey")
    herons.edit("data/editions/herons/abilities.yaml", "name: Silence", "name: Silence\n  look: {art: yurei}")
    herons.edit(
        "data/editions/herons/edition.yaml",
        "documents: []",
        'documents: []\nlook:\n  palette: {accent: "#224466"}\n  crest: torii\n  kinds: {ability: {art: pine}}',
    )
    return herons


def look_of(game, theme="colour"):
    database, problems = load(game.project)
    assert problems == []
    kind = load_products(game.project)[0]["ability-cards"].model_copy(
        update={"look": {"colour": "accent", "pattern": "asanoha", "by": "clan"}}
    )
    edition, problems = database.editions["herons"], []
    return Look(game.project, kind, edition, require_theme(game.project, theme), problems), edition, problems


def test_a_card_has_its_own_look_then_its_clans_then_its_kinds_then_the_decks(clans):
    look, edition, _ = look_of(clans)
    found = {slug: look.of(edition.records[f"ability/{slug}"]) for slug in ("wade", "patience", "silence")}
    assert {slug: (one.colour, one.pattern, one.crest, one.art) for slug, one in found.items()} == {
        "wade": ("#334455", "kikko", "buke", "pine"),
        "patience": ("#224466", "asanoha", "torii", "pine"),
        "silence": ("#224466", "asanoha", "torii", "yurei"),
    }


def test_a_theme_goes_before_the_colours_of_the_edition_and_clan(clans):
    look, edition, _ = look_of(clans, "black-and-white")
    wade = look.of(edition.records["ability/wade"])
    drawn = f"{look.field(wade, 40, 30)}{look.art('katana')}{look.crest('buke', look.text_colour(wade))}"
    assert set(re.findall("#[0-9a-f]{6}", drawn)) == {"#ffffff", "#8c8c8c", "#000000", "#7d7d7d"}
    # The pattern still tells the clan.
    assert str(look.field(wade, 40, 30)) != str(look.field(look.of(None), 40, 30))


def test_a_drawing_takes_the_colours_of_the_edition(clans):
    look, _, problems = look_of(clans)
    assert set(re.findall("#[0-9a-f]{6}", look.art("katana"))) == {"#201c1a", "#224466", "#faf5ea"}
    assert set(re.findall("#[0-9a-f]{6}", look.art("katana", "#123456"))) == {"#201c1a", "#123456", "#faf5ea"}
    assert problems == []


def test_a_drawing_can_leave_its_sun_to_the_scene_that_it_stands_in(clans):
    look, _, _ = look_of(clans)
    with_sun, without = look.art("torii", "", True), look.art("torii", "", True, sun=False)
    assert (with_sun.count("<circle"), without.count("<circle")) == (2, 0)
    assert look.art("samurai", sun=False) == look.art("samurai")


def test_a_picture_that_is_not_there_is_told_with_its_place(clans):
    clans.edit("data/editions/herons/abilities.yaml", "{art: yurei}", "{art: yurai}")
    clans.edit("data/editions/herons/edition.yaml", "crest: torii", "crest: toriii")
    checked = CheckedProject(clans.project, load(clans.project)[0])
    found = [(p.place.file.rpartition("/")[2], p.place.line, p.message) for p in pictures_exist(checked)]
    assert found == [
        (
            "edition.yaml",
            9,
            "there is no drawing 'toriii'; did you mean 'torii'?; "
            "mend the name, or draw it as templates/_shared/crests/toriii.svg",
        ),
        (
            "abilities.yaml",
            13,
            "there is no drawing 'yurai'; did you mean 'yurei'?; "
            "mend the name, or draw it as templates/_shared/art/yurai.svg",
        ),
    ]
    look, edition, problems = look_of(clans)
    assert "no-icon" in look.art(look.of(edition.records["ability/silence"]).art)
    places = [(problem.place.file.rpartition("/")[2], problem.place.line, problem.check) for problem in problems]
    assert places == [("abilities.yaml", 13, "pictures")]


def test_a_colour_that_is_none_is_told_at_the_look_that_says_it(clans):
    clans.edit("data/editions/herons/abilities.yaml", "{art: yurei}", "{art: yurei, colour: sceond}")
    message = "'sceond' is no colour; did you mean 'second'?; mend it, or add it to the palette"
    look, edition, problems = look_of(clans)
    assert look.of(edition.records["ability/silence"]).colour == look.colour("ink")
    found = [*problems, *pictures_exist(CheckedProject(clans.project, load(clans.project)[0]))]
    assert [(p.place.file.rpartition("/")[2], p.place.line, p.message) for p in found] == 2 * [
        ("abilities.yaml", 13, message)
    ]


def test_any_colour_may_stand_for_a_role_and_is_written_in_digits(clans):
    look, _, problems = look_of(clans)
    given = ("second", "red", "rgb(1 2 3)", "#123", "none", "currentColor", "rgb(1 2 3 / 50%)", "")
    digits = ("#1f3a68", "#ff0000", "#010203", "#123", "none", "currentColor", "rgb(1 2 3 / 50%)", "")
    assert tuple(map(look.colour, given)) == digits
    assert 'fill="#1f3a68"' in look.art("katana", "second")
    assert problems == []
    look.art("katana", "sceond")
    look.crest("buke", "sceond")
    assert {problem.message.partition(";")[0] for problem in problems} == {"'sceond' is no colour"}


@pytest.mark.parametrize("theme", ["colour", "black-and-white", "low-ink", "large-print"])
def test_every_theme_knows_every_colour(theme):
    project = Project.open()
    known = palette_of(project, None, require_theme(project, "colour"))
    assert set(known) <= set(palette_of(project, None, require_theme(project, theme)))


def test_all_drawings_are_made_of_the_three_colours_and_nothing_that_runs(clans):
    look, _, _ = look_of(clans)
    for part in ("art", "crest"):
        for name in look.names(part):
            text = look._files[part][name].read_text()
            assert set(re.findall("#[0-9a-f]{3,6}", text)) <= {"#201c1a", "#b3321f", "#faf5ea"}, name
            assert len(text) < 12_000, name
            assert not re.search(r"<(script|image|text|use|filter|style|linearGradient)|opacity|href", text), name


def test_what_stands_large_on_a_card_is_a_figure_and_what_it_changes_a_hook_a_record_or_words():
    database, _ = load(Project((shipped(),), shipped() / "build"))
    seen = 0
    for edition in database.editions.values():
        for record in edition.records.values():
            for named, of in record.get("look.large", {}).items():
                owner, _, path = named.rpartition(":")
                assert (edition.records[owner] if owner else record).figure(path if owner else f"figures.{path}"), (
                    record.id
                )
                changed = [of] if isinstance(of, str) else of
                known = {*edition.records, *database.vocabulary.hooks, *(path for path, _ in record.messages)}
                assert known.issuperset(changed), record.id
                seen += 1
    assert seen > 10


@pytest.fixture
def folder(tmp_path):
    """A project with icons that are shared, and others of a kind's own."""
    for file, svg in {
        "_shared/icons/heron.svg": '<?xml version="1.0"?>\n<!-- ours -->\n<svg id="shared"/>\n',
        "_shared/icons/reed.svg": '<svg fill="#0a0" stroke="#fff"/>',
        "_shared/icons/reed.es.svg": '<svg id="caña"/>',
        "cards/icons/heron.svg": '<svg id="own"/>',
    }.items():
        path = tmp_path / "templates" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg)
    return tmp_path


def icons(folder, kind, language, problems, **icons):
    settings = {"name": kind, "title": "Cards", "each": "ability", "face": "poker", "icons": icons.get("hooks", {})}
    made = Product.model_validate({**settings, "folder": folder / "templates" / kind})
    return Icons(Project((folder,), folder / "build"), made, language, problems)


def test_the_nearest_icon_is_taken(folder):
    assert icons(folder, "cards", "en", []).icon("heron") == '<svg id="own"/>'
    assert icons(folder, "tokens", "en", []).icon("heron") == '<svg id="shared"/>'
    assert icons(folder, "cards", "es", []).icon("reed") == '<svg id="caña"/>'
    assert icons(folder, "cards", "en", []).icon("reed") == '<svg fill="#0a0" stroke="#fff"/>'


def test_a_tint_takes_the_place_of_all_colours_but_white(folder):
    assert icons(folder, "cards", "en", []).icon("reed", "#123") == '<svg fill="#123" stroke="#fff"/>'
    reed = folder / "templates/_shared/icons/reed.svg"
    reed.write_text("<svg viewBox='0 0 9 9' fill='none' stroke='currentColor'><g fill='url(#g)' stroke=\"Red\"/></svg>")
    assert icons(folder, "cards", "en", []).icon("reed", "#123") == (
        "<svg viewBox='0 0 9 9' fill='none' stroke=\"#123\"><g fill='url(#g)' stroke=\"#123\"/></svg>"
    )


SHAPE = '<path d="M0 0h9v9z"/>'


@pytest.mark.parametrize(
    ("frame", "body", "coloured"),
    [
        ("", SHAPE, f'<svg fill="#123" viewBox="0 0 9 9">{SHAPE}</svg>'),
        (
            "",
            '<path d="M0 0h9v9z" style="fill:#000000;fill-opacity:1;stroke: White"/>',
            '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z" style="fill:#123;fill-opacity:1;stroke: White"/></svg>',
        ),
        (
            " fill='none' style='stroke:black'",
            SHAPE,
            f"<svg viewBox=\"0 0 9 9\" fill='none' style='stroke:#123'>{SHAPE}</svg>",
        ),
        (
            ' fill="none"',
            f"<style>.a{{fill:#000}}.b{{fill:#fff}}</style>{SHAPE}",
            f'<svg viewBox="0 0 9 9" fill="none"><style>.a{{fill:#123}}.b{{fill:#fff}}</style>{SHAPE}</svg>',
        ),
        (
            "",
            f'<mask id="m" maskUnits="userSpaceOnUse">{SHAPE}</mask>{SHAPE}',
            f'<svg fill="#123" viewBox="0 0 9 9"><mask fill="#000" id="m" maskUnits="userSpaceOnUse">{SHAPE}</mask>'
            f"{SHAPE}</svg>",
        ),
    ],
    ids=["no colour", "style", "stroke", "style sheet", "mask"],
)
def test_a_tint_colours_an_icon_however_a_program_wrote_its_colours(folder, frame, body, coloured):
    drawn = f'<svg viewBox="0 0 9 9"{frame}>{body}</svg>'
    (folder / "templates/_shared/icons/reed.svg").write_text(drawn)
    problems = []
    assert icons(folder, "cards", "en", problems).icon("reed", "#123") == coloured
    assert problems == []
    assert icons(folder, "cards", "en", []).icon("reed") == drawn


@pytest.mark.parametrize(
    "shape", ['<path fill="#fff" d="M0 0h9v9z"/>', '<linearGradient id="g"/><path fill="url(#g)" d="M0 0h9v9z"/>']
)
def test_an_icon_that_keeps_its_colours_is_told_where_another_is_asked_for(folder, shape):
    drawn = f'<svg viewBox="0 0 9 9">{shape}</svg>'
    (folder / "templates/_shared/icons/reed.svg").write_text(drawn)
    problems = []
    found = icons(folder, "cards", "en", problems)
    assert [found.icon("reed", "#123"), found.icon("reed", "#123"), found.icon("reed", "#FFF")] == [drawn] * 3
    assert [problem.message for problem in problems] == [
        "the icon 'reed' can't be printed in '#123': it is white, or painted with gradients or a picture; draw it in "
        "one colour that is not white, or leave the colour out"
    ]
    assert found.icon("reed") == drawn


def test_an_icon_that_is_not_there_is_told_once_with_one_that_was_meant(folder):
    problems = []
    found = icons(folder, "cards", "en", problems)
    assert [found.icon("hern"), found.icon("hern")] == ['<span class="no-icon">?</span>'] * 2
    [problem] = problems
    assert problem.message == (
        "there is no icon 'hern'; did you mean 'heron'?; mend the name, or draw it as templates/cards/icons/hern.svg, "
        "or for all kinds as templates/_shared/icons/hern.svg"
    )


@pytest.mark.parametrize(
    ("effects", "name"),
    [
        ([{"hook": "combat.pool"}], "swords"),
        ([{"hook": "combat.damage"}], "blood"),
        ([{"hook": "combat.pool", "whose": "opponent"}], "shield"),
        ([{"hook": "move"}, {"hook": "combat.pool"}], "swords"),
        ([{"hook": "move"}], "star"),
        ([None], "star"),
        ([], "star"),
    ],
)
def test_an_effect_has_the_icon_of_the_longest_beginning_of_its_hook(folder, effects, name):
    hooks = {"combat": "swords", "combat.damage": "blood", "opponent combat": "shield", "other": "star"}
    record = SimpleNamespace(get=lambda path: dict(enumerate(effects)))
    assert icons(folder, "cards", "en", [], hooks=hooks).name_for_effects(record) == name

"""Sets of icons: each icon by its name, as the set draws it; who made a set; and what is said of a name or file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pypdfium2
import pytest

from kensei_docs.check.checked_project import CheckedProject
from kensei_docs.check.printed_files import templates_can_be_filled_in
from kensei_docs.check.project_files import icons_exist
from kensei_docs.database import load
from kensei_docs.documents.layout.renderer import renderer
from kensei_docs.documents.markup.icon_sets import icon_sets, used_sets
from kensei_docs.documents.markup.looks import Icons
from kensei_docs.project import Project
from tests.documents.drawn_pictures import put

# A square in the upper left quarter of the icon.
CORNER = '<path fill="currentColor" d="M0 0h10v10H0z"/>'
MARSH = {
    "prefix": "marsh",
    "info": {
        "name": "Marsh Icons",
        "author": {"name": "Ada Reed", "url": "https://marsh.example/icons/"},
        "license": {"title": "CC BY 3.0"},
    },
    "width": 20,
    "height": 20,
    "icons": {
        "corner": {"body": CORNER},
        "wide": {"body": '<path fill="#c8281e" d="M0 0h40v20H0z"/>', "width": 40},
        "moved": {"body": '<path d="M100 100h10v10h-10z"/>', "left": 100, "top": 100},
        "turned": {"body": CORNER, "rotate": 1},
        "flipped": {"body": CORNER, "hFlip": True},
        "high": {"body": '<path d="M0 0h40v20H0z"/>', "width": 40, "rotate": 1},
        "broken": {"body": "<path d='M0 0h9v9z'"},
        "empty": {},
    },
    "aliases": {
        "square": {"parent": "corner"},
        "below": {"parent": "corner", "vFlip": True},
        "close": {"parent": "corner", "width": 10, "height": 10},
        "twice": {"parent": "flipped", "hFlip": True},
        "opposite": {"parent": "flipped", "vFlip": True},
        "back": {"parent": "turned", "rotate": 3},
        "loop": {"parent": "loop"},
        "gone": {"parent": "nobody"},
    },
}
FROGS = {"prefix": "frogs", "icons": {"frog": {"body": CORNER}, "corner": {"body": CORNER}}}


@pytest.fixture
def marsh(tmp_path):
    """A project with two sets of icons, and an icon of its own."""
    put(tmp_path, "marsh/icons.json", json.dumps(MARSH))
    put(tmp_path, "frogs.json", json.dumps(FROGS))
    own = tmp_path / "templates/cards/icons/heron.svg"
    own.parent.mkdir(parents=True)
    own.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="9" height="9"/></svg>')
    return tmp_path


def icons_of(folder: Path):
    problems: list = []
    kind = SimpleNamespace(name="cards", folder=folder / "templates/cards", icons={})
    return Icons(Project((folder,), folder / "build"), kind, "en", problems), problems


def filled(svg: str) -> str:
    """Which quarters of an icon are black: upper left, upper right, lower left, lower right."""
    engine = renderer()
    style = engine.style_sheet("@page { size: 40px; margin: 0 } body { margin: 0 } svg { display: block; width: 40px }")
    with pypdfium2.PdfDocument(engine.lay_out(svg, style).write_pdf()) as pdf:
        picture = pdf[0].render(scale=96 / 72).to_pil().convert("L")
    return "".join(str(int(picture.getpixel(at) < 128)) for at in ((10, 10), (30, 10), (10, 30), (30, 30)))


@pytest.mark.parametrize(
    ("name", "quarters"),
    [
        ("corner", "1000"),
        ("square", "1000"),
        ("moved", "1000"),
        ("turned", "0100"),
        ("flipped", "0100"),
        ("below", "0010"),
        ("opposite", "0001"),
        ("twice", "1000"),
        ("close", "1111"),
        ("high", "1111"),
        ("back", "1000"),
    ],
)
def test_an_icon_is_drawn_as_its_set_turns_and_flips_it(marsh, name, quarters):
    icons, problems = icons_of(marsh)
    assert filled(str(icons.icon(f"marsh:{name}"))) == quarters
    assert problems == []


def test_an_icon_has_the_colour_that_it_is_given_or_is_black(marsh):
    icons, _ = icons_of(marsh)
    assert 'fill="#000"' in icons.icon("marsh:corner") and 'fill="#b3321f"' in icons.icon("marsh:corner", "#b3321f")
    assert "currentColor" not in icons.icon("marsh:corner")
    assert 'viewBox="0 0 40 20"' in icons.icon("wide") and 'fill="#c8281e"' in icons.icon("wide")


def test_the_name_of_a_set_may_be_left_out_where_one_alone_has_the_icon_and_a_drawn_one_goes_before(marsh):
    icons, problems = icons_of(marsh)
    assert filled(str(icons.icon("frog"))) == "1000" and list(icons.used) == ["frogs"]
    put(marsh, "frogs.json", json.dumps({**FROGS, "icons": {"heron": {"body": CORNER}}}))
    assert "rect" in icons_of(marsh)[0].icon("heron")
    assert problems == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("corner", "several sets have an icon 'corner'; write 'frogs:corner' or 'marsh:corner'"),
        ("marsh:squar", "the set 'marsh' has no icon 'squar'; did you mean 'square'?; mend the name, or draw it"),
        ("mash:square", "there is no set of icons 'mash'; did you mean 'marsh'?; mend the name, or put its JSON file"),
        ("hern", "there is no icon 'hern'; did you mean 'heron'?; mend the name, or draw it as templates/cards/icons/"),
        ("oposite", "there is no icon 'oposite'; did you mean 'opposite'?; mend the name, or draw it as"),
        ("marsh:loop", "has no lines for the icon 'loop'; take it out"),
        ("marsh:gone", "has no lines for the icon 'gone'"),
        ("marsh:empty", "has no lines for the icon 'empty'"),
        ("marsh:broken", "the icon 'broken': is not XML"),
    ],
)
def test_an_icon_that_can_not_be_printed_is_a_question_mark_and_says_why(marsh, name, message):
    icons, problems = icons_of(marsh)
    assert "no-icon" in icons.icon(name)
    assert [problem.message[: len(message)] for problem in problems] == [message]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '{"prefix": "x",\n "icons"',
            "more.json:2:9: is no JSON that can be read (Expecting ':' delimiter); get the set",
        ),
        (b"\xff\xfe\x00", "more.json: can't be read (UnicodeDecodeError); get the set of icons anew"),
        ("[" * 100_000, "more.json: can't be read (RecursionError); get the set of icons anew"),
    ],
)
def test_a_set_that_can_not_be_read_is_told_and_the_others_are(marsh, content, message):
    put(marsh, "more.json", content)
    sets, problems = icon_sets(Project((marsh,), marsh / "build"))
    assert list(sets) == ["frogs", "marsh"]
    assert [str(problem).rpartition("art/")[2][: len(message)] for problem in problems] == [message]


@pytest.mark.parametrize("content", ["{}", "[]", '{"icons": {}}', '{"prefix": 3, "icons": {}}', "3"])
def test_another_file_of_a_package_is_no_set(marsh, content):
    put(marsh, "marsh/package.json", content)
    sets, problems = icon_sets(Project((marsh,), marsh / "build"))
    assert (list(sets), problems) == (["frogs", "marsh"], [])


def test_a_set_says_who_made_it_in_its_own_file_or_in_the_one_beside_it(marsh):
    sets, _ = icon_sets(Project((marsh,), marsh / "build"))
    credit = "Marsh Icons (Ada Reed, CC BY 3.0, marsh.example/icons)"
    assert (sets["marsh"].credit, sets["frogs"].credit) == (credit, "frogs")
    assert (sets["marsh"].asks_for_credit, sets["frogs"].asks_for_credit) == (True, True)
    put(marsh, "marsh/icons.json", json.dumps({key: value for key, value in MARSH.items() if key != "info"}))
    put(marsh, "marsh/info.json", json.dumps({**MARSH["info"], "license": {"title": "CC0 1.0"}}))
    sets, _ = icon_sets(Project((marsh,), marsh / "build"))
    assert (sets["marsh"].credit, sets["marsh"].asks_for_credit) == (credit.replace("CC BY 3.0", "CC0 1.0"), False)


FACE, TEXT = "templates/frogs/face.html.j2", "text: Nobody hears it come."


@pytest.mark.parametrize(
    ("face", "record", "used"),
    [
        ("", "", []),
        ('{{ icon("frogs:frog") }}', "", ["frogs"]),
        ('{{ icon("wide") }}', "", ["marsh"]),
        ('{{ icon("corner") }}', "", []),
        ('{{ icon("fire") }}', "", []),
        ("", "text: See {icon:frog}.", ["frogs"]),
        ("{{ icon(record.get('sign')) }}", "sign: frogs:corner", ["frogs"]),
        ("{{ icon(record.get('sign')) }}", "sign: wide", ["marsh"]),
        ("", "sign: wide", []),
    ],
)
def test_a_set_is_used_where_a_template_or_a_record_names_one_of_its_icons(herons, face, record, used):
    put(herons.folder, "marsh.json", json.dumps(MARSH))
    put(herons.folder, "frogs.json", json.dumps(FROGS))
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write(FACE, face)
    if record:
        herons.edit("data/editions/herons/abilities.yaml", TEXT, record)
    database, _ = load(herons.project)
    found = used_sets(herons.project, database.editions["herons"], ["fire"])
    assert [one.prefix for one in found] == used


def test_check_finds_an_icon_that_a_template_names_and_nobody_has_and_a_broken_set(herons):
    put(herons.folder, "marsh.json", json.dumps(MARSH))
    put(herons.folder, "more.json", "{")
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", "")
    herons.write(FACE, '{{ icon("marsh:square") }}{{ icon("fire") }}\n{{ icon("squar") }}{{ icon(record.slug) }}')
    found = list(icons_exist(CheckedProject(herons.project, load(herons.project)[0])))
    assert [(problem.place.line, problem.message[:55]) for problem in found] == [
        (2, "there is no icon 'squar'; did you mean 'square'?; mend "),
        (1, "is no JSON that can be read (Expecting property name en"),
    ]


def test_check_finds_pictures_and_icons_whose_names_a_template_puts_together(herons):
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.css", "")
    herons.write("templates/_shared/icons/white.svg", '<svg viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9z"/></svg>')
    herons.write(
        FACE,
        '{{ picture("back-" ~ record.slug) }}\n{{ icon("of-" ~ record.slug) }}\n{{ picture("literal.png") }}'
        '{{ icon("plain") }}\n{{ icon("white", "#123456") }}',
    )
    database = load(herons.project)[0]
    slug = next(record.slug for record in database.editions["herons"].records_of("ability"))
    found = list(templates_can_be_filled_in(CheckedProject(herons.project, database)))
    told = {
        (one.place.line, one.message.partition(";")[0])
        for one in found
        if slug in one.message or "white" in one.message
    }
    assert told == {
        (1, f"there is no picture 'back-{slug}'"),
        (2, f"there is no icon 'of-{slug}'"),
        (4, "the icon 'white' can't be printed in '#123456': it is white, or painted with gradients or a picture"),
    }
    assert not any("literal" in one.message or "'plain'" in one.message for one in found)

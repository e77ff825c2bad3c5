"""Themes: the same words in other clothes."""

import re

import pikepdf
import pypdfium2
import pytest

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.cache import face_set
from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.painted_page import PaintedPage
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import (
    Options,
    Theme,
    Type,
    common_look,
    load_themes,
    palette_of,
    require_theme,
    spec_of,
)
from kensei_docs.documents.products.product import POINT, Fitting, load_products, rows_of
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped

THEMES = ("black-and-white", "colour", "large-print", "low-ink")
_COLOUR = re.compile(r"(?:([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)|(?<![\d.] )([\d.]+) [gG])(?= |\n|$)")


def colours(herons, kind, theme):
    """Every colour that is set on the first page and in its faces."""
    found = set()
    with pikepdf.open(herons.pdf(kind, paper=f"a4-{theme}" if theme != "colour" else "a4")) as pdf:
        for form in pdf.pages[0].Resources.XObject.values():
            for red, green, blue, grey in _COLOUR.findall(form.read_bytes().decode("latin-1")):
                found.add((red, green, blue) if red else (grey, grey, grey))
    return {tuple(round(float(v), 2) for v in colour) for colour in found}


# The ground of harm on markers, where a theme has no red.
HARM = (0.77, 0.77, 0.77)


def test_the_themes_there_are(herons):
    themes, problems = load_themes(herons.project)
    assert (tuple(themes), problems) == (THEMES, [])


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("theme", THEMES[:1] + THEMES[2:])
def test_a_theme_changes_no_word(herons, theme, language):
    herons.print("ability-cards", languages=[language])
    assert herons.print("ability-cards", languages=[language], theme=require_theme(herons.project, theme)) == []
    before = herons.text("ability-cards", language=language)
    after = herons.text("ability-cards", language=language, paper=f"a4-{theme}")
    assert after.split(" · ")[-2:] == before.split(" · ")[-2:]
    assert set(before.split()) - set(after.split()) <= {"A4"}


def test_black_and_white_has_no_colour_and_grey_in_drawings_and_rules_between_rows_alone(herons):
    theme = require_theme(herons.project, "black-and-white")
    kinds = ("ability-cards", "markers", "command-deck", "quick-reference")
    assert herons.print(*kinds, theme=theme) == []
    for kind in kinds:
        found = colours(herons, kind, "black-and-white")
        assert all(red == green == blue for red, green, blue in found)
        assert kind in ("ability-cards", "command-deck", "quick-reference") or found <= {(0, 0, 0), (1, 1, 1), HARM}
    herons.print("ability-cards")
    assert (0.7, 0.2, 0.12) in colours(herons, "ability-cards", "colour")


def test_large_print_is_larger_on_larger_cards_and_on_more_pages(herons):
    theme = require_theme(herons.project, "large-print")
    assert herons.print("ability-cards", "quick-reference", theme=theme) == []
    left, below, right, above = herons.boxes("ability-cards", paper="a4-large-print")[0]
    assert (right - left, above - below) == pytest.approx((94.5, 132), abs=0.01)


def test_the_look_of_a_project_goes_before_that_of_the_tool_part_by_part(tmp_path):
    tool = Project((shipped(),), None)
    file = tmp_path / "templates/_shared/look.yaml"
    file.parent.mkdir(parents=True)
    file.write_text('palette: {accent: "#0050a0"}\ncrest: torii\n', encoding="utf-8")
    own = Project((tmp_path, shipped()), None)
    assert palette_of(own, None, Theme()) == {**palette_of(tool, None, Theme()), "accent": "#0050a0"}
    assert (common_look(own)["crest"], common_look(own)["art"]) == ("torii", common_look(tool)["art"])


def test_a_theme_is_a_file_and_nothing_else(herons):
    home = herons.folder / "templates/_shared"
    shared = home.resolve()
    home.unlink()
    home.mkdir()
    for part in shared.iterdir():
        if part.name != "themes":
            (home / part.name).symlink_to(part)
    herons.write("templates/_shared/themes/night.yaml", 'about: blue\ncolours: {"#b3321f": "#00f"}\n')
    herons.print("ability-cards", theme=require_theme(herons.project, "night"))
    assert (0, 0, 1) in colours(herons, "ability-cards", "night")
    herons.write("templates/_shared/themes/day.yaml", "enlarge: 0.5\n")
    with pytest.raises(Unusable, match=r"day.yaml:1:10: 'enlarge': input should be greater"):
        require_theme(herons.project, "day")
    with pytest.raises(Unusable, match="there is no theme 'nihgt'; did you mean 'night'"):
        require_theme(herons.project, "nihgt")


def test_a_changed_theme_says_so(herons):
    theme = require_theme(herons.project, "low-ink")
    herons.print("markers", theme=theme)
    herons.print("markers", theme=theme.model_copy(update={"css": "p { margin: 0 }"}))
    assert herons.reasons[0] == "markers-low-ink fire.front: the theme changed"


def test_type_is_enlarged_but_never_below_the_floor_and_only_where_it_flows():
    theme = Theme(type=Type(times=1.5, floor=12), css="p { color: #000 }")
    css = "h1 { font-size: 10pt; margin: 4pt } .x2pt { width: 3mm }"
    assert (
        theme.style(css, flows=True) == "h1 { font-size: 15pt; margin: 12pt } .x2pt { width: 3mm }\np { color: #000 }"
    )
    assert theme.style(css, flows=False).startswith(css)
    assert [Theme(type=Type(times=times, floor=floor)).larger for times, floor in ((1, 0), (2, 0), (1, 9))] == [
        False,
        True,
        True,
    ]


def test_the_fields_of_a_page_are_enlarged_and_keep_their_floor_where_it_does_not_go_on():
    theme = Theme(type=Type(times=1.25, floor=8))
    fit = {"rules": Fitting(size=10, floor=7, step=0.2)}
    assert theme.fitting(fit, flows=True) == {"rules": Fitting(size=12.5, floor=7, step=0.2)}
    assert theme.fitting({"page": fit["rules"]}, flows=True) == {"page": Fitting(size=12.5, floor=8.75, step=0.2)}
    assert theme.fitting(fit, flows=False) == {"rules": Fitting(size=12.5, floor=7, step=0.2)}
    sheet = load_products(Project((shipped(),), shipped() / "build"))[0]["scenarios"]
    printed = spec_of(sheet, Options(theme=theme)).product
    assert {name: one.size for name, one in printed.fit.items()} == {
        name: one.size * 1.25 for name, one in sheet.fit.items()
    }


def test_a_colour_of_a_designer_stays_as_light_as_it_is_and_dark_ones_become_ink():
    theme = Theme(ink="#444")
    pale = "p { background: #fdebc8; color: #7a1f1f; border: 1px solid #f5c6c6 } i { color: #fefefe; fill: #cfcfcf }"
    assert theme.markup(pale) == (
        "p { background: #ededed; color: #444; border: 1px solid #d1d1d1 } i { color: #fefefe; fill: #cfcfcf }"
    )


def test_colours_are_replaced_one_by_one_and_all_other_dark_ones_become_ink():
    theme = Theme(colours={"#a00": "#111"}, ink="#000")
    svg = '<path fill="#A00" stroke="#0b0"/><path fill="#fff" stroke="#ffffff"/>#abc'
    assert theme.markup(svg) == '<path fill="#111" stroke="#000"/><path fill="#fff" stroke="#ffffff"/>#abc'
    assert Theme(colours={"#a00": "#111"}).markup('fill="#0b0"') == 'fill="#0b0"'
    assert Theme().markup(svg) == svg


@pytest.mark.parametrize(
    ("kind", "edition", "of"),
    [("unit-cards", "kensei-2e", '<p class="cell"'), ("character-cards", "heroic-2002", '<p class="cell')],
)
def test_a_box_to_fill_in_has_a_border_where_its_ground_is_white(kind, edition, of, tmp_path):
    project = Project((shipped(),), tmp_path / "build")
    database, _ = load(project)
    theme = require_theme(project, "low-ink")
    one = load_products(project)[0][kind]
    templates = Templates(project, spec_of(one, Options(theme=theme)), Translator(project, database, "en"))
    filled = [templates.fill(row) for row in rows_of(one, database.editions[edition])[0] if row.copies]
    boxes = [side for side in filled if of in templates.fragments[side.front].html][:1]
    faces = face_set(project, templates, database.editions[edition], tuple(boxes))
    (front,) = [side.front for side in boxes]
    pack = workers.lay_out([faces.markup(front)], faces.style)
    with pypdfium2.PdfDocument(pack.pdf) as pdf:
        (page,) = pdf
        borders = [one for one in PaintedPage(page).others if one.is_rule and is_cell(one.bounds)]
        assert len(borders) == templates.fragments[front].html.count(of)


def is_cell(bounds):
    """Whether a rectangle in points is as large as a box for one figure."""
    return 8 < (bounds.right - bounds.left) * POINT < 14 and 5 < (bounds.top - bounds.bottom) * POINT < 9

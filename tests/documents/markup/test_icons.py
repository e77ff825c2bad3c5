"""Where an icon is found: in the kind's folder before the shared one, in one language before all."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.markup.icons import Icons
from kensei_docs.project import Project


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
    made = Kind.model_validate({**settings, "folder": folder / "templates" / kind})
    return Icons(Project((folder,), folder / "build"), made, language, problems)


def test_the_nearest_icon_is_taken(folder):
    assert icons(folder, "cards", "en", []).icon("heron") == '<svg id="own"/>'
    assert icons(folder, "tokens", "en", []).icon("heron") == '<svg id="shared"/>'
    assert icons(folder, "cards", "es", []).icon("reed") == '<svg id="caña"/>'
    assert icons(folder, "cards", "en", []).icon("reed") == '<svg fill="#0a0" stroke="#fff"/>'


def test_a_tint_takes_the_place_of_all_colours_but_white(folder):
    assert icons(folder, "cards", "en", []).icon("reed", "#123") == '<svg fill="#123" stroke="#fff"/>'


def test_an_icon_that_is_not_there_is_told_once_with_one_that_was_meant(folder):
    problems = []
    found = icons(folder, "cards", "en", problems)
    assert [found.icon("hern"), found.icon("hern")] == ['<span class="no-icon">?</span>'] * 2
    [problem] = problems
    assert (
        problem.message == "there is no icon 'hern'; did you mean 'heron'?; draw it as templates/_shared/icons/hern.svg"
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

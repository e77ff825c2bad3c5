"""The differences of two versions have weights, reasons, and the news of errata."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kensei_docs.database import Edition
from kensei_docs.database.model import Erratum
from kensei_docs.database.schema import ErratumSchema
from kensei_docs.database.yaml_files import Tree
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions.compare import diff
from kensei_docs.versions.revisions import Version
from tests.versions.editions import DATABASE, edition, said

PROJECT = Project((Path(),), Path("build"))


def version(*editions: Edition) -> Version:
    return Version("then", PROJECT, replace(DATABASE, editions={one.id: one for one in editions}))


def test_of_an_edition_that_one_version_has_not_every_record_was_added_or_removed() -> None:
    rivers, lakes = edition("rivers", {"rule/row": {"cost": "1"}}), edition("lakes", {"rule/tow": {}})
    both, one = version(rivers, lakes), version(rivers)
    assert said(diff(PROJECT, one, both)) == ["added - rule/tow : None -> Tow"]
    assert said(diff(PROJECT, both, one)) == ["removed rule/tow - : Tow -> None"]
    assert diff(PROJECT, both, both) == []


@pytest.mark.parametrize(
    ("before", "after"), [("+1", "＋1"), ("+1", "➕1"), ("2.5 cm", "5/2 cm"), ("2.5 cm", "２.５ cm"), ("-1", "－1")]
)
def test_another_spelling_of_a_figure_is_no_change(before: str, after: str) -> None:
    one, two = (version(edition("rivers", {"rule/row": {"cost": cost}})) for cost in (before, after))
    assert diff(PROJECT, one, two) == []


@pytest.mark.parametrize(("old", "new"), [("one", "two"), ("two", "one")])
def test_two_editions_without_a_lineage_are_refused_with_how_to_begin_one(tmp_path: Path, old: str, new: str) -> None:
    project = Project((tmp_path,), tmp_path / "build")
    a, b = (Version(name, project, replace(DATABASE, editions={name: edition(name, {})}), name) for name in (old, new))
    with pytest.raises(Unusable) as refused:
        diff(project, a, b)
    assert str(refused.value) == (
        f"data/lineage/{old}--{new}.yaml: is missing, and records of two editions are never matched by their looks; "
        f"'kensei-docs lineage suggest {old} {new}' drafts one to review  [lineage]"
    )


def test_a_change_has_the_weight_of_what_changed() -> None:
    """A figure weighs more than another field, and wording nothing."""
    old, new = ({"rule/row": {"cost": cost, "who": who, "text": text}} for cost, who, text in ("1ab", "2cd"))
    found = diff(PROJECT, version(edition("one", old)), version(edition("one", new)), with_wording=True)
    weights = {change.path: change.weight for change in found}
    assert weights["cost"] > weights["who"] > weights["text"] == 0


def erratum(day: str, record: str, fact: str) -> Erratum:
    change = {"record": record, "fact": fact, "from": "Hide.", "to": "Stand."}
    data = {"name": "News", "reason": "A slip.", "source": "The author.", "changes": {"it": change}}
    content = ErratumSchema.model_validate(data)
    return Erratum("erratum", f"{day}-news", "one", data, Tree(Path("news.yaml")), content=content, layer=0)


@pytest.mark.parametrize(("then", "now", "told"), [(0, 1, True), (1, 0, True), (1, 1, False), (0, 0, False)])
def test_a_new_text_is_told_where_an_erratum_of_one_version_alone_changes_it(then: int, now: int, told: bool) -> None:
    """What the erratum of both versions changed is only worded otherwise."""
    a, b = (edition("one", {"rule/cover": {"text": text}}) for text in ("Hide.", "Stand."))
    for side, has in ((a, then), (b, now)):
        side.errata = {"2026-03-01-news": erratum("2026-03-01", "rule/cover", "text")} if has else {}
    found = ["changed rule/cover rule/cover text: Hide. -> Stand."] if told else []
    assert said(diff(PROJECT, version(a), version(b))) == found

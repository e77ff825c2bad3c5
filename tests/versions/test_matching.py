"""Records are matched by their edges or ids; what only looks alike is suggested, with the reasons."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.project import Project
from kensei_docs.versions.lineage import load_lineage
from kensei_docs.versions.matching import as_yaml, match_records, suggest, unmapped
from tests.versions.editions import edition


def test_suggestions_are_likely_and_say_why(boats: Callable[[str], Path]) -> None:
    project = Project.open(boats("same: []\n"))
    database, _ = load(project, ["old", "new"])
    old, new = database.editions["old"], database.editions["new"]
    left = unmapped(old, new, load_lineage(project, database, "old", "new"))
    assert [[record.id for record in side] for side in left] == [["rule/boats", "rule/raft"], ["rule/punts"]]
    assert list(suggest(*left, database.glossary)) == []
    file = project.layers[0] / "data/editions/new/rules.yaml"
    file.write_text("punts: {name: Punts, crew: 2}\n", encoding="utf-8")
    found = list(suggest(left[0], load(project, ["new"])[0].editions["new"].records.values(), database.glossary))
    assert [(one.a.id, one.b.id, one.reasons) for one in found] == [("rule/boats", "rule/punts", ("kind", "figures"))]


def reasons(a: tuple[str, dict], b: tuple[str, dict], *terms: str) -> list[tuple[str, ...]]:
    """Why two records are suggested as one, if they are."""
    sides = [edition("one", {identity: data}).records.values() for identity, data in (a, b)]
    return [found.reasons for found in suggest(*sides, {term: {} for term in terms})]


@pytest.mark.parametrize(
    ("a", "b", "found"),
    [
        (("rule/punt", {}), ("rule/punt", {}), [("kind", "id", "name", "terms punt")]),
        (("rule/punt", {}), ("boat/punt", {"name": "Other"}), [("id", "terms punt")]),
        # A name in other capitals is the same name; alone, it is enough.
        (("rule/long", {"name": "Pole"}), ("boat/tall", {"name": "pole"}), [("name",)]),
        # A common term is too little, but not beside the kind.
        (("rule/old-punt", {}), ("boat/big-punt", {}), []),
        (("rule/old-punt", {}), ("rule/big-punt", {}), [("kind", "terms punt")]),
        # A term is a whole word.
        (("rule/punter", {}), ("rule/punts", {}), []),
        (("rule/x", {}), ("rule/y", {}), []),
        # Half of all figures is enough beside the kind, a third is not.
        (("rule/x", {"crew": "2", "cost": "3"}), ("rule/y", {"crew": "2", "cost": "3"}), [("kind", "figures")]),
        (("rule/x", {"crew": "2"}), ("rule/y", {"crew": "2", "cost": "3"}), [("kind", "figures")]),
        (("rule/x", {"crew": "2", "cost": "3"}), ("rule/y", {"crew": "2", "cost": "4"}), []),
        (("rule/x", {"crew": "2"}), ("rule/y", {"cost": "2"}), []),
        (("rule/x", {"crew": "2"}), ("boat/y", {"crew": "2"}), [("figures",)]),
        (("boat/x", {"crew": "2"}), ("rule/y", {"crew": "2"}), [("figures",)]),
    ],
)
def test_what_makes_a_suggestion_likely(a: tuple[str, dict], b: tuple[str, dict], found: list[tuple[str, ...]]) -> None:
    assert reasons(a, b, "punt") == found


def test_the_likeliest_of_several_is_suggested() -> None:
    others = edition("two", {"rule/x": {"crew": "2"}, "rule/punt": {}, "boat/punt": {}}).records.values()
    mine = edition("one", {"rule/punt": {"crew": "2"}}).records.values()
    assert [found.b.id for found in suggest(mine, others, {})] == ["rule/punt"]
    assert list(suggest(mine, [], {})) == []


LIKELY = {
    "the same id and name": ("rule/punt", {"name": "Punt", "crew": "9"}),
    "the same kind, name and figures": ("rule/barge", {"name": "Punt", "crew": "2"}),
    "the same id": ("boat/punt", {"name": "Barge", "crew": "9"}),
    "the same kind and figures": ("rule/raft", {"name": "Barge", "crew": "2"}),
    "the same name alone": ("boat/barge", {"name": "Punt", "crew": "9"}),
}


@pytest.mark.parametrize(("better", "worse"), list(itertools.pairwise(LIKELY)))
def test_which_of_two_is_the_likelier(better: str, worse: str) -> None:
    """Whichever stands first."""
    mine = edition("one", {"rule/punt": {"crew": "2"}}).records.values()
    for names in ((better, worse), (worse, better)):
        others = edition("two", dict(LIKELY[name] for name in names)).records.values()
        assert [found.b.id for found in suggest(mine, others, {})] == [LIKELY[better][0]]


def test_a_name_is_likelier_than_a_term() -> None:
    mine = edition("one", {"rule/old-punt": {"name": "Barge"}}).records.values()
    term, name = ("rule/new-punt", {"name": "Raft"}), ("rule/boat", {"name": "Barge"})
    for pair in ((term, name), (name, term)):
        found = suggest(mine, edition("two", dict(pair)).records.values(), {"punt": {}})
        assert [one.b.id for one in found] == ["rule/boat"]


def test_suggestions_are_written_as_a_lineage_with_what_has_none() -> None:
    old = edition("old", {"rule/punt": {}, "rule/row": {"name": "Oars"}, "rule/raft": {}}).records
    new = edition("new", {"rule/punt": {}, "rule/a-stroke": {"name": "Oars"}, "boat/sail": {}}).records
    found = suggest(old.values(), new.values(), {})
    assert as_yaml(found, old.values(), new.values()) == (
        "# Suggestions: look each up in both documents before you keep it.\n"
        "\nsame:\n  - rule/punt  # kind, id, name\n"
        "\nrenamed:\n  - rule/row: rule/a-stroke  # kind, name\n"
        "\ndropped:\n  - rule/raft\n"
        "\nnew:\n  - boat/sail\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"rule/punt": {}}, {"rule/punt": {}}, [("same", "rule/punt", "rule/punt")]),
        ({"rule/punt": {}}, {"rule/raft": {}}, [("dropped", "rule/punt", ""), ("new", "", "rule/raft")]),
        # A former id is of the same kind, unless it says of which.
        ({"rule/punt": {}}, {"rule/raft": {"was": "punt"}}, [("renamed", "rule/punt", "rule/raft")]),
        ({"rule/punt": {}}, {"boat/raft": {"was": ["x", "rule/punt"]}}, [("renamed", "rule/punt", "boat/raft")]),
        ({"rule/punt": {}}, {"boat/raft": {"was": "punt"}}, [("dropped", "rule/punt", ""), ("new", "", "boat/raft")]),
        # In either direction of time.
        ({"rule/raft": {"was": "punt"}}, {"rule/punt": {}}, [("renamed", "rule/raft", "rule/punt")]),
        # A record has one counterpart: that of its own id, else the first.
        (
            {"rule/punt": {}},
            {"rule/raft": {"was": "punt"}, "rule/punt": {}},
            [("same", "rule/punt", "rule/punt"), ("new", "", "rule/raft")],
        ),
        (
            {"rule/punt": {}},
            {"rule/raft": {"was": "punt"}, "rule/barge": {"was": "punt"}},
            [("renamed", "rule/punt", "rule/raft"), ("new", "", "rule/barge")],
        ),
        (
            {"rule/punt": {}, "rule/raft": {}},
            {"rule/barge": {"was": ["punt", "raft"]}},
            [("renamed", "rule/punt", "rule/barge"), ("dropped", "rule/raft", "")],
        ),
    ],
)
def test_records_of_one_history_are_matched_by_their_ids(
    old: dict, new: dict, found: list[tuple[str, str, str]]
) -> None:
    matches = match_records(edition("old", old), edition("new", new), None)
    assert [(one.relation, *(",".join(r.id for r in side) for side in (one.a, one.b))) for one in matches] == found

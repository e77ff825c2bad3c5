"""Two editions with the lineage that a test writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from kensei_docs.project import Project
from kensei_docs.versions import Change, diff, open_version
from tests.conftest import ROOT

EDITION = "id: {0}\nname: {0}\ngame: Boats\nlanguage: en\nunits: cm\n"
VOCABULARY = "kinds: {rules: rule}\nhooks: {}\natoms: {}\n"


@pytest.fixture(scope="session")
def shipped_diff() -> Callable[..., list[Change]]:
    """Return the changes between two shipped editions, by their ids; any two are compared once in a session."""
    project = Project.open(ROOT)
    version = cache(lambda name: open_version(project, name))
    return cache(lambda a, b, with_wording=False: diff(project, version(a), version(b), with_wording))


@pytest.fixture
def boats(project_of: Callable[[dict[str, str]], Path]) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        return project_of(
            {
                "data/vocabulary.yaml": VOCABULARY,
                "data/glossary.yaml": "punt: {en: punt}\n",
                "data/editions/old/edition.yaml": EDITION.format("old"),
                "data/editions/old/rules.yaml": "boats: {name: Boats, crew: 2}\nraft: {name: Raft}\n",
                "data/editions/new/edition.yaml": EDITION.format("new"),
                "data/editions/new/rules.yaml": "punts: {name: Punts, crew: 3}\n",
                "data/lineage/old--new.yaml": text,
            }
        )

    return write

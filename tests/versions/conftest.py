"""Two editions with the lineage that a test writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

EDITION = "id: {0}\nname: {0}\ngame: Boats\nlanguage: en\nunits: cm\n"
VOCABULARY = "kinds: {rules: rule}\nhooks: {}\natoms: {}\n"


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

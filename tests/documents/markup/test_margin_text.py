"""How far a printed page is corrected, as its margin says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kensei_docs.database import load
from kensei_docs.documents.markup.margin_text import errata_level


@pytest.mark.parametrize(
    ("errata", "level"),
    [
        ([], None),
        (["2024-02-01-reeds"], "2024-02-01"),
        (["2024-02-01-reeds", "2025-11-30-frogs", "2025-03-09-wind"], "2025-11-30"),
        (["undated"], None),
    ],
)
def test_the_level_is_the_day_of_the_latest_erratum(herons, errata, level):
    edition = load(herons.project)[0].editions["herons"]
    assert errata_level(replace(edition, errata=errata)) == level

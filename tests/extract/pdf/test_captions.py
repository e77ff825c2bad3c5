"""A caption below its table is read above it; a heading below a table stays where it is."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import lines_of, prose, table_of

BODY = "Plain", 10.0
ROWS = [["Kite", "Climb", "Cost"], ["Sled", "4+", "12"], ["Box", "5+", "9"]]


@pytest.mark.parametrize("columns", [1, 2])
def test_captions_below_tables_are_read_above_them(read_as: ReadAs, columns: int) -> None:
    more = "caption { caption-side: bottom; font-size: 0.9em }"
    tables = [table_of(ROWS).replace("<table>", f"<table><caption>Kites of {of}</caption>") for of in ("silk", "wood")]
    found = lines_of(read_as(prose() + tables[0] + prose() + tables[1] + prose(), columns=columns, more=more))
    for caption in ("Kites of silk", "Kites of wood"):
        at = found.index(caption)
        assert found[at + 1 : at + 4] == [" ".join(row) for row in ROWS]

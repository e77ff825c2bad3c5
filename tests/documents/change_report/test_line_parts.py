"""The parts of a change as a report prints them."""

from __future__ import annotations

from kensei_docs.database import Citation
from kensei_docs.documents.change_report import format_places


def test_lines_inside_of_others_are_named_once() -> None:
    citations = [Citation("book", lines) for lines in ((42, 42), (195, 195), (44, 46), (42, 47), (42, 47))]
    assert format_places([*citations, Citation("map", None, 3)]) == "book 195, 42-47; map p. 3"

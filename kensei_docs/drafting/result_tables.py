"""Tables of the results of a die roll: each result becomes a record."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kensei_docs.drafting.draft import Proposal
from kensei_docs.drafting.named_figures import LONG_CUE, SHORT_CUE, DraftedFigure, key_of
from kensei_docs.drafting.outline import Section
from kensei_docs.drafting.tables import DraftedRow, Table
from kensei_docs.slugs import slug_of

if TYPE_CHECKING:
    from kensei_docs.drafting.proposed_records import Drafter

# The words before the first point or colon are the name of a result, up to this number.
_NAME = re.compile(r"([^\W\d_][^.:!?\d]*)(?:[.:!?]\s+(?=\S)|[.!]?$)")
_MAX_NAME_WORDS = 5


def add_results(drafter: Drafter, section: Section, table: Table) -> bool:
    """Add a record for each row of a table of results; return False, and add nothing, if that can't be done.

    A row whose words are a name alone is complete; else a person writes its text.
    """
    if len(table.columns or table.worded) != 1 or table.rows[0].cells or not all(row.spans[0][0] for row in table.rows):
        return False
    starts = [row.spans[0][0] for row in table.rows]
    ends = [*starts[1:], drafter.next_word(table.end)]
    # The figure of a row is before its words: its reading begins with the words of the row above.
    above = [drafter.next_word(table.start), *starts[:-1]]
    marks_of_rolls = [drafter.marks.between(start, end) for start, end in zip(above, ends, strict=True)]
    marks_of_words = [drafter.marks.between(start, end) for start, end in zip(starts, ends, strict=True)]
    if not all((*marks_of_rolls, *marks_of_words)):
        return False
    key = key_of(table.label if slug_of(table.label) else section.name)
    # Capitals that head a table are taken for its cells, such as abbreviations in a list: without a figure, it is none.
    if not all(drafter.figures_of(_name_of(row)[0], row.start, row.spans[0][1], taken=[key]) for row in table.rows):
        return False
    # In a section with another table, that one has the kind of the section.
    stem, kind = drafter.kinds.below(table.columns[0] if section.tables and table.columns else section.name)
    label = table.label if slug_of(table.label) else section.name
    for row, before, inside in zip(table.rows, marks_of_rolls, marks_of_words, strict=True):
        record, figures = _record(drafter, kind, row, label)
        path = f"figures.{next(iter(record.figures))}"
        width = LONG_CUE if (record.id, path) in drafter.facts_with_long_cues else SHORT_CUE
        roll = {"passage": record.id, **(before or {}), "read": {path: figures[0].cue(width)}}
        drafter.add_reading(stem, section, roll, 1, 1)
        if cues := drafter.cues_of(record, figures[1:]):
            drafter.add_reading(stem, section, {"passage": record.id, **(inside or {}), "read": cues}, 0, len(cues))
    return True


def _record(drafter: Drafter, kind: str, row: DraftedRow, label: str) -> tuple[Proposal, list[DraftedFigure]]:
    """Add the record of a row; return it with its figures, of which the first is the one that is rolled."""
    name, is_complete = _name_of(row)
    key = key_of(label)
    figures = drafter.figures_of(name, row.start, row.spans[0][1], taken=[key])
    record = drafter.add_record(Proposal(kind, slug_of(name) or key, name, is_complete=is_complete))
    for number, figure in enumerate(figures):
        record.figures[figure.name if number else key] = figure.value
        record.labels[figure.name if number else key] = figure.label if number else label
    return record, figures


def _name_of(row: DraftedRow) -> tuple[str, bool]:
    """Return the name of a row's result, and whether its words are that name alone."""
    words = row.words[0]
    match = _NAME.match(words)
    if match is None or len(match[1].split()) > _MAX_NAME_WORDS:
        return row.label, False
    return match[1].strip(), match.end() == len(words)

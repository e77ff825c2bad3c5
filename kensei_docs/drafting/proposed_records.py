"""Proposes records and their readings from the outline of a document: which part becomes a record, of which kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

from kensei_docs.database.model import Vocabulary
from kensei_docs.drafting.detected_settings import examples_of
from kensei_docs.drafting.draft import Draft, KindsOfDraft, Proposal, ReadSection
from kensei_docs.drafting.named_figures import (
    LONG_CUE,
    SHORT_CUE,
    DraftedFigure,
    Prices,
    excluded_words,
    figures_in,
    is_separate,
    key_of,
    message_of,
    numbered,
)
from kensei_docs.drafting.outline import Section, title_of
from kensei_docs.drafting.passage_marks import Marks
from kensei_docs.drafting.result_tables import add_results
from kensei_docs.drafting.table_rows import single_row_tables_of
from kensei_docs.drafting.tables import DraftedRow, Table, columns_by_key, labels_of, lines_inside
from kensei_docs.extract.document import Document
from kensei_docs.extract.reading.observations import Observer
from kensei_docs.languages import language
from kensei_docs.problems import Unusable
from kensei_docs.processes import LimitedPattern
from kensei_docs.slugs import slug_of

# The sections below a heading are a list of entries if there are at least _MIN_ENTRIES of them and their median length
# is at most _MAX_ENTRY_WORDS.
_MIN_ENTRIES, _MAX_ENTRY_WORDS = 2, 70
# A cell of words is kept as text up to this number of words.
_MAX_TEXT_WORDS = 4
_WORD = re.compile(r"[^\W\d_]+")
_COUNTS = ("count", "range", "share", "fraction")  # slots of cues whose figures count something
_EMPTY_CELL = re.compile(r"[-\u2010-\u2014\u2212]*")  # a cell without content: empty, or a dash


class Drafter:
    """Proposes records and readings for a document.

    ``sections`` is the outline of the document. The section ``drafted`` of the ``vocabulary`` has the files of texts
    and tables, and the name of a price. ``facts_with_long_cues`` are (``kind/slug``, path) of figures whose cues need
    more words, ``failing`` has the error of each section, by its start, that could not be read as it was drafted.
    """

    def __init__(
        self,
        document: Document,
        sections: Sequence[Section],
        vocabulary: Vocabulary,
        facts_with_long_cues: frozenset[tuple[str, str]] = frozenset(),
        failing: Mapping[int, str] | None = None,
    ) -> None:
        self._failing = failing or {}
        drafted = vocabulary.section("drafted")
        self._document = document
        self._sections = sections
        self._text_file = str(drafted.get("text"))
        self._table_file = str(drafted.get("table"))
        self._prices = Prices(str(drafted.get("price")))
        self.facts_with_long_cues = facts_with_long_cues
        self._language = language(document.source.language)
        self._excluded_words = excluded_words(self._language)
        self._observer = Observer(document, document.source)
        self.marks = Marks(document, sections)
        tables = [table for root in sections for section in root.walk() for table in (*section.tables, *section.rolls)]
        self._lines_of_rolls = {
            line for table in tables if table.rolls for line in _with_next(lines_inside(document, table))
        }
        inside = {line for table in tables for line in lines_inside(document, table)}
        self._single_rows = single_row_tables_of(document, inside)
        self._row_labels = {row.label for table in tables for row in table.rows}
        # The spans of text without rules: examples, and what the source declares to be none, such as list numbers.
        self._apart = examples_of(document) + [
            found.span()
            for shape in document.source.no_rules
            for found in LimitedPattern(shape, re.M).finditer(document.text)
        ]
        self._draft = Draft()
        words = {slug_of(word) for word in _WORD.findall(document.text)}
        self.kinds = KindsOfDraft(self._draft, vocabulary, document.source.edition, self._language, words)

    def run(self) -> Draft:
        """Return the draft; to be called once."""
        for root in self._sections:
            self._add_section(root)
        return self._draft

    def _add_section(self, section: Section) -> None:
        """Add the records of a section and of those below it; a fault of the program costs the section alone."""
        before = self._draft.copied()
        try:
            if section.start in self._failing:
                raise RuntimeError(self._failing[section.start])
            children = self._add_own(section)
        except Unusable:
            raise
        except Exception as error:
            vars(self._draft).update(vars(before))
            self._draft.sections_failed.append((section, str(error) or type(error).__name__))
            children = section.children
        for child in children:
            self._add_section(child)

    def _add_own(self, section: Section) -> Sequence[Section]:
        """Add the records of a section; return the sections below it that have records of their own."""
        for table in section.tables:
            self._add_table(section, table)
        tables = [*section.tables, *(table for table in section.rolls if add_results(self, section, table))]
        if self.figures_of(section.name, section.body, section.end, tables) and slug_of(section.name):
            self._add_text(section, self.kinds.of_file(self._text_file), self._text_file, tables)
        if not self._is_list(section):
            return section.children
        if self.kinds.is_name_of_list(section.name):
            self._add_entries(section)
        else:
            # The sections below a heading in the singular, such as Movement, are parts of one rule.
            for child in section.children:
                self._add_text(child, self.kinds.of_file(self._text_file), self._text_file)
        return ()

    def _is_list(self, section: Section) -> bool:
        """Return whether the sections below a heading are short, and have no sections or tables of their own."""
        lengths = [len(self._document.text[child.body : child.end].split()) for child in section.children]
        plain = all(slug_of(child.name) and not child.children and not child.tables for child in section.children)
        if not slug_of(section.name) or not plain or len(lengths) < _MIN_ENTRIES:
            return False
        return 0 < median(lengths) <= _MAX_ENTRY_WORDS

    def add_record(self, proposal: Proposal) -> Proposal:
        """Add a record; if its id is taken, its slug gets a number (``-2``)."""
        proposal.slug = numbered(proposal.id, self._draft.records).partition("/")[2]
        self._draft.records[proposal.id] = proposal
        return proposal

    def add_reading(self, stem: str, section: Section, entry: dict[str, Any], records: int, figures: int) -> None:
        self._draft.readings.setdefault(stem, []).append(entry)
        self._draft.sections_read.append(ReadSection(section.start, stem, records, figures))

    def _marks_of(self, section: Section, start: int, end: int) -> dict[str, Any] | None:
        """Return the phrases at the ends of a passage; None, and the section is unread, if there are none."""
        marks = self.marks.between(start, end)
        if marks is None:
            self._draft.sections_unread.append(section)
        return marks

    def _add_table(self, section: Section, table: Table) -> None:
        """Add a table: as one record if it has one column of figures, else each row as a record."""
        title = title_of(section, table)
        columns = columns_by_key(table)
        marks = self._marks_of(section, table.start, self.next_word(table.end))
        rows = {slug_of(row.label): row for row in table.rows if slug_of(row.label)}
        if marks is None:
            return
        if len(rows) < len(table.rows):
            self._draft.sections_unread.append(section)
            return
        text_columns = [key for i, key in enumerate(columns) if i in table.worded]
        figure_columns = {key: name for key, name in columns.items() if key not in text_columns}
        entry: dict[str, Any] = {"table": slug_of(title), **marks}
        entry["columns"] = self._columns_to_read(title, table, columns, next(iter(figure_columns)), rows)
        if text_columns:
            entry["words"] = text_columns
        if len(figure_columns) == 1:
            self._add_table_record(section, title, figure_columns, rows, entry, marks)
        else:
            self._add_row_records(section, title, columns, text_columns, rows, entry)

    def _columns_to_read(
        self, title: str, table: Table, columns: Mapping[str, str], first_column: str, rows: Mapping[str, DraftedRow]
    ) -> dict[str, str]:
        """Return the headings of columns for a reading, by key.

        They are ``column-1`` and so on if a reading would not find the headings: because the text has them in another
        order than the page, so that an earlier run read no row, or because they are not above the first row.
        """
        headings = {key: name for key, name in columns.items() if name}
        numbered = {key: f"column-{i}" for i, key in enumerate(columns, 1)}
        unread = {(record.partition("/")[2], fact) for record, fact in self.facts_with_long_cues}
        no_row_was_read = all(
            {(key, f"figures.{first_column}"), (slug_of(title), f"rows.{key}.{first_column}")} & unread for key in rows
        )
        if no_row_was_read:
            return numbered
        # The headings are looked for from the heading of the first column on.
        head = " ".join(self._document.text[table.start : table.rows[0].start].split())
        if not any(heading.split()[0] in head for heading in headings.values()):
            return numbered
        return headings

    def _add_row_records(
        self,
        section: Section,
        title: str,
        columns: Mapping[str, str],
        text_columns: Sequence[str],
        rows: Mapping[str, DraftedRow],
        entry: dict[str, Any],
    ) -> None:
        """Add each row of a table as a record, and ``entry`` as the reading of the table."""
        stem, kind = self.kinds.below(title)
        figure_columns = {key: name for key, name in columns.items() if key not in text_columns}
        entry["rows"] = {}
        for row in rows.values():
            values = dict(zip(figure_columns, (cell.value for cell in row.cells), strict=True))
            record = Proposal(kind, slug_of(row.label), row.label, values, labels_of(figure_columns), is_complete=True)
            record.text = f"{message_of(row.group)}." if row.group else ""
            self.add_record(record)
            entry["rows"][record.slug] = row.label
            cues: dict[str, str] = {}
            for key, words, span in zip(text_columns, row.words, row.spans, strict=False):
                cues |= self._add_text_cell(record, columns[key], words, span)
            if cues and (place := self.marks.between(row.start, self.next_word(row.end))):
                self.add_reading(stem, section, {"passage": record.id, **place, "read": cues}, 0, len(cues))
        entry["fact"] = f"{kind}/{{row}}:figures.{{column}}"
        self.add_reading(stem, section, entry, len(rows), len(rows) * len(figure_columns))

    def _add_text_cell(self, record: Proposal, heading: str, words: str, span: tuple[int, int]) -> dict[str, str]:
        """Add the figures of a cell of words to a record, and the words if they are short; return the cues."""
        if _EMPTY_CELL.fullmatch(words):
            return {}
        text = self._document.text
        start, end = span
        figures = [
            figure
            for figure in self.figures_of(heading or record.name, start, end, taken=record.figures)
            if is_separate(text, start + figure.start, start + figure.end)
        ]
        figures = record.add_figures(figures)
        # The text around the cell may have the sign that a cell begins with elsewhere.
        message = message_of(text[start:end], figures) if figures else message_of(words)
        # A counted noun needs a singular and a plural, which a person has to write.
        counts = any(figure.slot in _COUNTS for figure in figures)
        is_kept = words in self._row_labels or (_is_name(message, words) and not counts)
        if is_kept and heading and not any(map(str.isdigit, heading)):
            record.text = f"{record.text} {message_of(heading)}: {message}.".lstrip()
        else:
            record.add_prose_column(heading or words)
        return self.cues_of(record, figures)

    def _add_table_record(
        self,
        section: Section,
        title: str,
        columns: Mapping[str, str],
        rows: Mapping[str, DraftedRow],
        entry: dict[str, Any],
        marks: Mapping[str, Any],
    ) -> None:
        """Add a table with one column of figures as one record; a figure in the label of a row gets its own name."""
        kind = self.kinds.of_file(self._table_file)
        record = self.add_record(Proposal(kind, slug_of(title), title, columns=labels_of(columns)))
        cues: dict[str, str] = {}
        for key, row in rows.items():
            end = row.start + len(row.label)
            is_in_text = self._document.text[row.start : end] == row.label
            figures = record.add_figures(self.figures_of(row.label, row.start, end) if is_in_text else ())
            cues |= {f"figures.{figure.name}": figure.cue(LONG_CUE) for figure in figures}
            values = dict(zip(columns, (cell.value for cell in row.cells), strict=True))
            record.rows[key] = (message_of(row.label, figures), values)
        record.count_in_rows(self._document.source.language)
        entry["rows"] = {key: row.label for key, row in rows.items()}
        entry["fact"] = f"{record.id}:rows.{{row}}.{{column}}"
        self.add_reading(self._table_file, section, entry, 1, len(rows))
        if cues:
            reading_of_labels = {"passage": record.id, **marks, "read": cues}
            self.add_reading(self._table_file, section, reading_of_labels, 0, len(cues))

    def next_word(self, offset: int) -> int:
        """Return the offset of the first word after an offset, or the end of the text."""
        word = _WORD.search(self._document.text, offset)
        return word.start() if word else len(self._document.text)

    def figures_of(
        self, title: str, start: int, end: int, tables: Sequence[Table] = (), taken: Iterable[str] = ()
    ) -> list[DraftedFigure]:
        """Return the figures of ``start:end`` outside ``tables`` that are rules, with offsets from ``start``."""
        text = self._document.text[start:end]
        occurrences = [
            replace(occurrence, start=occurrence.start - start, end=occurrence.end - start)
            for occurrence in self._observer.between(start, end)
            if not any(table.start <= occurrence.start < table.end for table in tables)
            and not any(begin <= occurrence.start < stop for begin, stop in self._apart)
        ]
        lines = range(self._document.line_at(start) + 1, self._document.line_at(max(start, end - 1)) + 1)
        parts = [self._document.starts[line] - start for line in lines if self._begins_part(line)]
        # The figures of a single row have the names of its columns; no other figure of the passage has these names.
        columns = {
            cell.start - start: name
            for row in self._single_rows
            for name, cell in zip(row.columns, row.cells, strict=True)
            if start <= cell.start < end
        }
        taken = [*taken, *map(key_of, columns.values())]
        figures = figures_in(text, occurrences, self._language, self._excluded_words, title, parts, taken)
        if not columns:
            return figures
        own = [figure for figure in figures if figure.start not in columns]
        used = {figure.name for figure in own}
        named = []
        for figure in figures:
            label = columns.get(figure.start, figure.label)
            # The numbers of names count the figures of the row, too.
            name = key_of(label) if figure.start in columns or key_of(label) not in used else figure.name
            used.add(name)
            named.append(replace(figure, name=name, label=label))
        return named

    def _begins_part(self, line: int) -> bool:
        """Return whether a paragraph, or a row of the results of a die roll, begins with a line."""
        lines = self._document.lines
        return line in self._lines_of_rolls or lines[line].block != lines[line - 1].block

    def cues_of(self, record: Proposal, figures: Sequence[DraftedFigure]) -> dict[str, str]:
        """Return the cues of figures by path."""
        named = {f"figures.{figure.name}": figure for figure in figures}
        long = {path for path in named if (record.id, path) in self.facts_with_long_cues}
        return {path: figure.cue(LONG_CUE if path in long else SHORT_CUE) for path, figure in named.items()}

    def _add_text(self, section: Section, kind: str, stem: str, tables: Sequence[Table] = ()) -> None:
        """Add the text below a heading, outside of ``tables``, as a record."""
        marks = self._marks_of(section, section.start, section.end)
        if marks is None:
            return
        # A run-in heading is a part of the first sentence.
        start = section.start if section.run_in else section.body
        figures = self.figures_of(section.name, start, section.end, tables or section.tables)
        if section.run_in:
            text = self._document.text[section.body : section.end]
            figures = self._prices.named(kind, text, section.body - section.start, figures, self._excluded_words)
        record = self.add_record(_text_proposal(kind, section.name, figures))
        entry: dict[str, Any] = {"passage": record.id, **marks}
        if figures:
            entry["read"] = self.cues_of(record, figures)
        self.add_reading(stem, section, entry, 1, len(figures))

    def _is_passage(self, section: Section) -> bool:
        """Return whether a section is read as a passage: by its heading alone, its end would not be found."""
        has_row = any(section.start <= row.cells[0].start < section.end for row in self._single_rows)
        first, last = (self._document.line_at(at) for at in (section.start, max(section.start, section.body - 2)))
        return section.run_in or has_row or first < last

    def _add_entries(self, section: Section) -> None:
        """Add the sections below a heading as records of one kind."""
        if any(map(self._is_passage, section.children)):
            stem, kind = self.kinds.below(section.name)
            for child in section.children:
                self._add_text(child, kind, stem)
            return
        marks = self._marks_of(section, section.start, section.last)
        if marks is None:
            return
        stem, kind = self.kinds.below(section.name)
        cues_by_record: dict[str, dict[str, str]] = {}
        count = 0
        for child in section.children:
            figures = self.figures_of(child.name, child.body, child.end)
            record = self.add_record(_text_proposal(kind, child.name, figures))
            heading = {} if slug_of(child.name) == record.slug else {"heading": child.name}
            cues_by_record[record.slug] = {**heading, **self.cues_of(record, figures)}
            count += len(figures)
        entry = {"entries": kind, **marks, "read": cues_by_record}
        self.add_reading(stem, section, entry, len(cues_by_record), count)


def _with_next(lines: range) -> range:
    return range(lines.start, lines.stop + 1)


def _is_name(message: str, words: str) -> bool:
    """Return whether the words of a cell are a name, which a draft keeps, and not a sentence.

    ``message`` are the words with placeholders for figures.
    """
    return 0 < len(words.split()) <= _MAX_TEXT_WORDS and not any(map(str.isdigit, message)) and words[-1] not in ".!?"


def _text_proposal(kind: str, name: str, figures: Sequence[DraftedFigure]) -> Proposal:
    return Proposal(kind, slug_of(name), name, {f.name: f.value for f in figures}, {f.name: f.label for f in figures})

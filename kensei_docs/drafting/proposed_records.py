"""Proposes records and their readings from the outline of a document: which part becomes a record, of which kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, Literal

from kensei_docs.database.model import Vocabulary
from kensei_docs.drafting.detected_settings import left_out_of, plain_title
from kensei_docs.drafting.draft import Draft, KindsOfDraft, Proposal, ReadSection
from kensei_docs.drafting.named_figures import (
    LONG_CUE,
    SHORT_CUE,
    DraftedFigure,
    Prices,
    counted_nouns,
    excluded_words,
    figures_in,
    is_separate,
    key_of,
    message_of,
    numbered,
)
from kensei_docs.drafting.outline import Section, title_of
from kensei_docs.drafting.passage_marks import Marks
from kensei_docs.drafting.tables import axes_of, columns_of, heading_of, shape_of, unit_of
from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading.grids import Grid, Row, figure_of, keys_of
from kensei_docs.extract.reading.no_rules import no_rules_in
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
Part = Literal["words", "code", "rest"]  # what a cell is, or a part of one: the rest stands behind a figure
_DICE = re.compile(r"(?<!\w)\d*d\d+", re.I)
_VARIABLE = re.compile(r"\s?\([A-Z]\)")
_WORD, _UNIT = re.compile(r"[^\W\d_]+"), re.compile(r"[^\W\d_]*")
_COUNTS = ("count", "range", "share", "fraction")  # slots of cues whose figures count something
_SENTENCE = re.compile(r"(?:[^\W\d_]\S*\s+){4}[^.!?]*[.!?]")  # a few words and their end
_EMPTY_CELL = re.compile(r"[-\u2010-\u2014\u2212]*")  # a cell without content: empty, or a dash


class Drafter:
    """Proposes records and readings for a document.

    ``sections`` is the outline of the document. The section ``drafted`` of the ``vocabulary`` has the files of texts
    and tables, and the name of a price. ``facts_with_long_cues`` are (``kind/slug``, path) of figures whose cues need
    more words, ``failing`` has the error of each section, by its start, that could not be read as it was drafted.
    With ``whole``, sections without figures are rules too.
    """

    def __init__(
        self,
        document: Document,
        sections: Sequence[Section],
        vocabulary: Vocabulary,
        facts_with_long_cues: frozenset[tuple[str, str]] = frozenset(),
        failing: Mapping[int, str] | None = None,
        whole: bool = False,
    ) -> None:
        self._whole = whole
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
        self._counted = counted_nouns(document.text, self._observer.occurrences)
        self.marks = Marks(document, sections)
        # The spans of text without rules: contents, examples, dates, and what the source declares to be none.
        self._apart = left_out_of(document) + [
            (part.start, part.end) for part in no_rules_in(document.text, document.source.language)
        ]
        self._apart += [
            found.span()
            for shape in document.source.no_rules
            for found in LimitedPattern(shape, re.M).finditer(document.text)
        ]
        dice = [found[0] for found in _DICE.finditer(document.text)]
        small = [one for one in dice if "d" in one]
        self._draft = Draft(small_dice=2 * len(small) > len(dice) and not any(one[:2] == "1d" for one in small))
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
            if shape_of(table, section.name) in ("records", "table"):
                self._add_table(section, table)
        tables = section.tables
        profiles = any(shape_of(table, section.name) in ("profile", "pairs") for table in tables)
        told = profiles or self.figures_of(section.name, section.body, section.end, tables) or self._says(section)
        if slug_of(section.name) and told:
            self._add_text(section, self.kinds.of_file(self._text_file), self._text_file)
        # The name of the game is no name of a list, although it may be in the plural, as in "Rules of Kites".
        game = letters_of(self._document.source.title)
        names = section.name, plain_title(section.name, self._language)
        if not self._is_list(section) or game in map(letters_of, names):
            return section.children
        title = self.kinds.title_of_list(section.name)
        if self.kinds.is_name_of_list(title):
            self._add_entries(section, title)
        else:
            # The sections below a heading in the singular, such as Movement, are parts of one rule.
            for child in section.children:
                self._add_text(child, self.kinds.of_file(self._text_file), self._text_file)
                for below in child.children:
                    self._add_section(below)
        return ()

    def _says(self, section: Section) -> bool:
        """Return whether a section has sentences, or rows of words, outside its tables that are to be kept and are no
        notices, contents or examples."""
        if not self._whole:
            return False
        document = self._document
        text = list(document.text[section.body : section.end])
        apart = [(table.start, table.end) for table in section.tables] + self._apart
        for start, end in apart:
            first, last = (max(0, at - section.body) for at in (start, end))
            text[first:last] = " " * len(text[first:last])
        left = "".join(text)
        first = document.line_at(section.body)
        rows = any(
            sum(map(bool, line.cells)) > 1 and any(map(str.isalpha, words))
            for line, words in zip(document.lines[first:], left.split("\n"), strict=False)
        )
        return rows or bool(_SENTENCE.search(left))

    def _is_list(self, section: Section) -> bool:
        """Return whether the sections below a heading are short, and have no sections or tables of their own."""
        lengths = [len(self._document.text[child.body : child.end].split()) for child in section.children]
        plain = all(
            slug_of(child.name)
            and all(below.run_in for below in child.children)
            and all(shape_of(table, child.name) == "profile" for table in child.tables)
            for child in section.children
        )
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

    def _add_table(self, section: Section, table: Grid) -> None:
        """Add a table: as one record, or each row as a record."""
        title = title_of(section, table)
        columns = columns_of(table, table.data)
        names = [table.name_of(row) for row in table.rows]
        entry: dict[str, Any] = {"table": slug_of(title) or "table"}
        entry["columns"] = {key: heading_of(table, i) for key, i in columns.items()}
        if shape_of(table) == "table":
            self._add_table_record(
                section, title, table, columns, dict(zip(keys_of(names), table.rows, strict=True)), entry
            )
        else:
            self._add_row_records(section, title, table, columns, entry)

    def _add_row_records(
        self, section: Section, title: str, table: Grid, columns: Mapping[str, int], entry: dict[str, Any]
    ) -> None:
        """Add each row of a table as a record, and ``entry`` as the reading of the table."""
        stem, kind = self.kinds.below(title)
        labels = labels_of(table, columns)
        rows: dict[str, str] = {}
        cues: dict[str, dict[str, str]] = {}
        count = 0
        for key, row in zip(keys_of([table.name_of(row) for row in table.rows]), table.rows, strict=True):
            values = {name: cell.value for name, i in columns.items() if (cell := table.figure(row, i))}
            name = table.name_of(row)
            record = Proposal(kind, key, name, values, {name: labels[name] for name in values}, is_complete=True)
            group = table.group_of(row)
            record.text = f"{message_of(group)}." if group else ""
            self.add_record(record)
            rows[record.slug] = name
            cells: list[tuple[str, tuple[int, int], Part]] = [
                (table.heads[i], row.cells[i], "code" if i in table.coded else "words") for i in table.worded
            ]
            for i in columns.values():
                # Words in place of a figure, and what has another one behind a figure and its unit: -1 MV, -1 SA.
                cell, (start, end) = table.figure(row, i), row.cells[i]
                if cell is None:
                    cells.append((table.heads[i], (start, end), "words"))
                elif any(map(str.isdigit, self._document.text[cell.end : end])):
                    unit = _UNIT.match(self._document.text, cell.end)
                    cells.append((table.heads[i], (unit.end() if unit else cell.end, end), "rest"))
            if table.names is not None and table.name_span(row)[1] < row.cells[table.names][1]:
                # The name is the beginning of what the cell says.
                cells.insert(
                    0, (table.heads[table.names], (table.name_span(row)[1], row.cells[table.names][1]), "words")
                )
            for heading, span, part in cells:
                own = self._add_text_cell(record, heading, span, part)
                cues.setdefault(record.slug, {}).update(own)
                count += len(own)
            count += len(values)
        entry["rows"] = rows
        entry["fact"] = f"{kind}/{{row}}:figures.{{column}}"
        if cues := {key: own for key, own in cues.items() if own}:
            entry["read"] = cues
        self.add_reading(stem, section, entry, len(rows), count)

    def _add_text_cell(self, record: Proposal, heading: str, span: tuple[int, int], part: Part) -> dict[str, str]:
        """Add the figures of a cell of words to a record, and the words if they are short; return the cues.

        A code has no figures; those of the ``rest`` of a cell behind its figure may touch letters, as units do.
        """
        text = self._document.text
        start, end = span
        words = " ".join(text[start:end].split())
        in_sentence = len(words.split()) > _MAX_TEXT_WORDS
        if _EMPTY_CELL.fullmatch(words) or words == record.name:
            return {}
        figures = [
            figure
            for figure in self.figures_of(heading or record.name, start, end, taken=record.figures)
            if part == "rest"
            or (part == "words" and is_separate(text, start + figure.start, start + figure.end, in_sentence))
        ]
        figures = record.add_figures(figures)
        message = message_of(text[start:end], figures) if figures else message_of(words)
        # A counted noun needs a singular and a plural, which a person has to write.
        counts = any(figure.slot in _COUNTS for figure in figures)
        is_kept = _is_name(message, words) and not counts and part != "rest"
        if is_kept and heading and not any(map(str.isdigit, heading)):
            record.text = f"{record.text} {message_of(heading)}: {message}.".lstrip()
        else:
            record.add_prose_column(heading or words)
        return self.cues_of(record, figures)

    def _add_table_record(
        self,
        section: Section,
        title: str,
        table: Grid,
        columns: Mapping[str, int],
        rows: Mapping[str, Row],
        entry: dict[str, Any],
    ) -> None:
        """Add a table as one record of rows and columns; a figure in the label of a row gets its own name."""
        kind = self.kinds.of_file(self._table_file)
        proposal = Proposal(kind, slug_of(title), title, columns=labels_of(table, columns), axes=axes_of(table))
        record = self.add_record(proposal)
        cues: dict[str, dict[str, str]] = {}
        count = 0
        for key, row in rows.items():
            start, end = table.name_span(row)
            label = table.name_of(row)
            whole = self._document.text[start:end] == label
            figures = record.add_figures(self.figures_of(label, start, end) if whole else ())
            if figures:
                cues[key] = self.cues_of(record, figures)
            values = {name: cell.value for name, i in columns.items() if (cell := table.figure(row, i))}
            # The words beside the figures of a row, and those in place of one, such as +x.
            beside = [
                i
                for i in range(len(table.heads))
                if i in table.worded or (i in table.data and not table.figure(row, i))
            ]
            said = ", ".join(words for i in beside if not _EMPTY_CELL.fullmatch(words := table.words(row.cells[i])))
            name = f"{message_of(label, figures)}: {message_of(said)}" if said else message_of(label, figures)
            record.rows[key] = (name, {column: values.get(column) for column in columns})
            count += len(values) + len(figures)
        record.count_in_rows(self._document.source.language)
        entry["rows"] = {key: table.name_of(row) for key, row in rows.items()}
        entry["fact"] = f"{record.id}:rows.{{row}}.{{column}}"
        if cues:
            entry["read"] = cues
        self.add_reading(self._table_file, section, entry, 1, count)

    def _add_profiles(self, section: Section, record: Proposal, stem: str) -> None:
        """Add the figures of the tables of a section that are figures of its record: a single row, or pairs."""
        for table in section.tables:
            shape = shape_of(table, section.name)
            if shape not in ("profile", "pairs"):
                continue
            entry: dict[str, Any] = {"table": record.slug, **(self.marks.between(section.start, section.end) or {})}
            row = table.rows[0]
            named = (
                {table.heads[i]: row.cells[i] for i in table.data}
                if shape == "profile"
                else {table.name_of(row): row.cells[table.data[0]] for row in table.rows}
            )
            keys: dict[str, str] = {}
            for label, span in named.items():
                if cell := figure_of(self._observer, span):
                    key = numbered(key_of(label), record.figures)
                    record.figures[key], record.labels[key] = cell.value, label
                    keys[key] = label
            if shape == "profile":
                entry["columns"] = keys
                if table.names is not None:
                    entry["rows"] = {record.slug: table.name_of(row)}
                entry["fact"] = f"{record.id}:figures.{{column}}"
            else:
                entry["columns"] = {"figure": heading_of(table, table.data[0])}
                entry |= {"rows": keys, "fact": f"{record.id}:figures.{{row}}"}
            self.add_reading(stem, section, entry, 0, len(keys))

    def figures_of(
        self, title: str, start: int, end: int, tables: Sequence[Grid] = (), taken: Iterable[str] = ()
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
        return figures_in(text, occurrences, self._language, self._excluded_words, title, parts, taken, self._counted)

    def _begins_part(self, line: int) -> bool:
        """Return whether a paragraph, or a row of a table, begins with a line."""
        lines = self._document.lines
        return bool(lines[line].cells) or lines[line].block != lines[line - 1].block

    def cues_of(self, record: Proposal, figures: Sequence[DraftedFigure]) -> dict[str, str]:
        """Return the cues of figures by path."""
        named = {f"figures.{figure.name}": figure for figure in figures}
        long = {path for path in named if (record.id, path) in self.facts_with_long_cues}
        return {path: figure.cue(LONG_CUE if path in long else SHORT_CUE) for path, figure in named.items()}

    def _add_text(self, section: Section, kind: str, stem: str) -> None:
        """Add the text below a heading, outside of its tables, as a record, with the figures of its profile."""
        # What a name stands for in the text may follow it: Deadly(X).
        variable = _VARIABLE.match(self._document.text, section.body) if section.run_in else None
        name = f"{section.name}{variable[0] if variable else ''}"
        record = self.add_record(Proposal(kind, slug_of(section.name), name))
        self._add_profiles(section, record, stem)
        marks = self._marks_of(section, section.start, section.end)
        if marks is None:
            if not record.figures:
                del self._draft.records[record.id]
            return
        # A run-in heading is a part of the first sentence.
        start = section.start if section.run_in else section.body
        figures = self.figures_of(section.name, start, section.end, section.tables, record.figures)
        if section.run_in:
            text = self._document.text[section.body : section.end]
            figures = self._prices.named(kind, text, section.body - section.start, figures, self._excluded_words)
        figures = record.add_figures(figures)
        # The heading of a group alone says all that there is.
        record.is_complete = not self._document.text[section.body : section.end].strip()
        entry: dict[str, Any] = {"passage": record.id, **marks}
        if figures:
            entry["read"] = self.cues_of(record, figures)
        self.add_reading(stem, section, entry, 1, len(figures))

    def _is_passage(self, section: Section) -> bool:
        """Return whether a section is read as a passage: by its heading alone, its end would not be found."""
        first, last = (self._document.line_at(at) for at in (section.start, max(section.start, section.body - 2)))
        return section.run_in or bool(section.tables or section.children) or first < last

    def _add_entries(self, section: Section, title: str) -> None:
        """Add the sections below a heading as records of one kind, which are called ``title`` together."""
        if any(map(self._is_passage, section.children)):
            stem, kind = self.kinds.below(title)
            for child in section.children:
                self._add_text(child, kind, stem)
                for below in child.children:
                    self._add_text(below, kind, stem)
            return
        marks = self._marks_of(section, section.start, section.last)
        if marks is None:
            return
        stem, kind = self.kinds.below(title)
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


def labels_of(table: Grid, columns: Mapping[str, int]) -> dict[str, str]:
    """Return the printed names of columns by key: their headings, with their unit, or names made of the keys."""
    units = {key: f" ({unit})" if (unit := unit_of(table, i)) else "" for key, i in columns.items()}
    names = {key: table.heads[i] or key.replace("-", " ").capitalize() for key, i in columns.items()}
    return {key: f"{name}{units[key] if table.heads[columns[key]] else ''}" for key, name in names.items()}


def _is_name(message: str, words: str) -> bool:
    """Return whether the words of a cell are a name, which a draft keeps, and not a sentence.

    ``message`` are the words with placeholders for figures.
    """
    return 0 < len(words.split()) <= _MAX_TEXT_WORDS and not any(map(str.isdigit, message)) and words[-1] not in ".!?"


def _text_proposal(kind: str, name: str, figures: Sequence[DraftedFigure]) -> Proposal:
    return Proposal(kind, slug_of(name), name, {f.name: f.value for f in figures}, {f.name: f.label for f in figures})

"""An edition as a book: chapters of records, their values and entries in words, and an index of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.database import Edition, Record
from kensei_docs.database.vocabulary import FACT_NAMES, FORMAT_KEYS
from kensei_docs.database.yaml_reading import MESSAGES
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.markup.chapters_and_index import (
    Chapter,
    TermLinks,
    UnnamedTerms,
    by_first_letter,
    chapters_of,
    is_short,
    single_label,
    without_effects,
)
from kensei_docs.documents.markup.template_environment import BLANK_MARKUP, ForTemplates, typeset
from kensei_docs.figures import parse
from kensei_docs.languages import language, singulars

# The least number of short records in a row that are printed as a table.
_FEWEST = 3
# A figure that is more than a number.
_MEASURE = re.compile(r'<b class="figure">(?=[^<]*[^\d\s<])')
_LINK = re.compile(r'<a href="#([^"]+)">.*?</a>')


def anchor_of(record: Record) -> str:
    """Return the id of a record's first element, in the reference and on its page for the screen."""
    return record.id.replace("/", "--")


class Book(ForTemplates):
    """The chapters, values and index of an edition for templates, in one language.

    The chapters are the kinds of record in ``document.applies``. If records of several kinds have the same slug,
    ``document.looks`` has, by field, the kind of the records that a field names.
    """

    def __init__(self, edition: Edition, document: Kind, translator: Translator) -> None:
        self._edition = edition
        self._translator = translator
        self._kind_by_field = document.looks
        self.chapters = chapters_of(edition, document.applies, translator.name)
        self._chapter_records = [record for chapter in self.chapters for record in chapter.records]

    def namesake(self, chapter: Chapter) -> Record | None:
        """Return the part of the turn or the record whose name a chapter has; None if it has that of a kind."""
        return self._edition.turn.get(chapter.called) or self._edition.records.get(chapter.called)

    @cached_property
    def _records(self) -> dict[str, Record]:
        """The records of all chapters by their ids, and by their slugs (the first record with each slug)."""
        records: dict[str, Record] = {}
        for record in self._chapter_records:
            records.setdefault(record.slug, record)
            records[record.id] = record
        return records

    def anchor(self, record: Record) -> str:
        """Return the id of a record's first element."""
        return anchor_of(record)

    def _link(self, record: Record) -> Markup:
        return Markup('<a href="#{}">{}</a>').format(self.anchor(record), self._translator.name(record))

    def for_screen(self, record: Record, html: Markup) -> Markup:
        """Return the markup of a record with links from the names of other records to these.

        Figures that are more than a number, such as dice and distances, get the class ``k``.
        """
        return self._terms.link(record, Markup(_MEASURE.sub('<b class="figure k">', str(html))))

    @cached_property
    def _terms(self) -> TermLinks:
        return TermLinks(self._chapter_records, self._translator)

    def index(self, titles: Sequence[str] = ()) -> list[tuple[str, list[tuple[str, list[str]]]]]:
        """Return the index by first letter: (letter, [(name, anchors)]).

        It has the names of all records, a name that several records share once with the anchors of all; the ``titles``
        of the chapters, in order; the terms that records have in the fields ``looks["indexed"]``, with these records;
        and the terms of the glossary's parts ``looks["terms"]`` that are not the name of a record. A name with an
        article is sorted by the word after it, and printed with the article at its end.
        """
        anchors = {title: [chapter.anchor] for title, chapter in zip(titles, self.chapters, strict=False)}
        for record in self._chapter_records:
            if "name" in record.data:
                anchors.setdefault(self._translator.name(record), []).append(self.anchor(record))
        for record in self._chapter_records:
            for term in self._printed_terms(record):
                places = anchors.setdefault(term, [])
                if self.anchor(record) not in places:
                    places.append(self.anchor(record))
        for term, records in self._unnamed_terms.besides(list(anchors)):
            anchors[term] = [self.anchor(record) for record in records]
        index = by_first_letter(anchors, language(self._translator.language).index_articles)
        return [(letter, [(typeset(name), places) for name, places in entries]) for letter, entries in index]

    @cached_property
    def _unnamed_terms(self) -> UnnamedTerms:
        parts, titled = (self._kind_by_field.get(field, "").split() for field in ("terms", "titled"))
        return UnnamedTerms(self._chapter_records, self._translator, parts, titled)

    def _printed_terms(self, record: Record) -> Iterator[str]:
        """Yield the terms in the fields of the index as they are printed with a record, with a capital."""
        for field in self._kind_by_field.get("indexed", "").split():
            values = record.get(field) or []
            for value in values if not self._repeats(record, values) else []:
                if self._translator.knows(str(value)):
                    term = self.describe(value, field).striptags()
                    yield term[:1].upper() + term[1:]

    def grouped(self, records: Sequence[Record], labels: Mapping[str, str]) -> list[list[Record]]:
        """Return the records in order, each in a list of its own, and those of one table together in one list.

        A table has neighbouring records that are a single value each, of the same field; types whose effects the
        document leaves out; or several short records (see ``short``). Records that are printed under the heading of
        another one of the same name are left out.
        """
        namesakes = {other.id for others in self._namesakes.values() for other in others}

        def table_of(record: Record) -> tuple[str, str]:
            sort = "type" if self.without_effects(record) else self.single_label(record, labels)
            return sort, record.kind if not sort and self.short(record, labels) else ""

        groups: list[list[Record]] = []
        for (sort, short), run in groupby((record for record in records if record.id not in namesakes), key=table_of):
            together = list(run)
            is_table = sort or (short and len(together) >= _FEWEST)
            groups += [together] if is_table else [[record] for record in together]
        return groups

    def short(self, record: Record, labels: Mapping[str, str]) -> bool:
        """Return whether a record is a row of a table with others of its kind.

        It is of a kind in ``looks["short"]``, has few words, and no ruling, or a field of ``looks["ruled"]``.
        """
        fields = self._kind_by_field.get("ruled", "").split()
        kinds = self._kind_by_field.get("short", "").split()
        return (
            record.kind in kinds
            and record.id not in self._namesakes
            and (not self._ruled(record) or not record.data.keys().isdisjoint(fields))
            and is_short(record, labels)
        )

    def namesakes(self, record: Record) -> list[Record]:
        """Return the other records of the chapter with the same name, which stand under the heading of this one."""
        return self._namesakes.get(record.id, [])

    @cached_property
    def _namesakes(self) -> dict[str, list[Record]]:
        """The other records of its chapter with the same name, by the id of the first of them."""
        others: dict[str, list[Record]] = {}
        for chapter in self.chapters:
            first: dict[str, Record] = {}
            for record in (one for one in chapter.records if "name" in one.data):
                if (before := first.setdefault(self._translator.name(record), record)) is not record:
                    others.setdefault(before.id, []).append(record)
        return others

    def _ruled(self, record: Record) -> bool:
        return bool(list(self._edition.rulings_on(record)))

    def without_effects(self, record: Record) -> bool:
        """Return whether a record is a type of several things whose effects the document leaves out."""
        return without_effects(record) and not self._ruled(record)

    def single_label(self, record: Record, labels: Mapping[str, str]) -> str:
        """Return the only field of a record that says no more than its name and one value; empty for any other."""
        label = single_label(record, labels)
        is_known = self._translator.database.vocabulary.is_known_field(record.kind, label)
        return label if is_known and not self._ruled(record) else ""

    def paged(self, links: Markup) -> Markup:
        """Return links to records, each with the number of the page on which its record stands."""
        return Markup(_LINK.sub(r"\g<0>&nbsp;<b><!--page of \1--></b>", str(links)))

    def facts(
        self, record: Record, labels: Mapping[str, str], words: Mapping[str, Mapping[str, str]]
    ) -> list[tuple[str, Markup]]:
        """Return (label, value in words) for the single values of a record whose field has a label.

        ``labels`` are by field. ``words`` are the words for values that are neither records nor terms, by field and
        value. Values that the document leaves out are not included, nor lists that only repeat the record's name.
        """
        facts = []
        for key, value in record.data.items():
            label = self._label(record.kind, key, labels)
            if label and value is not None and not isinstance(value, dict) and not self._repeats(record, value):
                said = words.get(key, {}).get(str(value)) if label == labels.get(key) else None
                facts.append((label, escape(said) if said else self._describe_value(record, key, value)))
        return facts

    def _label(self, kind: str, key: str, labels: Mapping[str, str]) -> str:
        """Return the label of a field; of one that only a project has, the project's. Empty for no label."""
        vocabulary = self._translator.database.vocabulary
        if vocabulary.is_known_field(kind, key):
            return labels.get(key, "")
        has_label = key in labels or key in vocabulary.own_section(FACT_NAMES)
        return FactNames(self._translator.database, self._translator).own_label(kind, key) if has_label else ""

    def _repeats(self, record: Record, value: Any) -> bool:
        """Return whether a value is a list of one member that has the name of its record."""
        if not isinstance(value, list) or "name" not in record.data:
            return False
        name = self._translator.name(record).casefold()
        return [self.describe(member).striptags().casefold() for member in value] == [name]

    def groups(self, record: Record, left_out: Sequence[str]) -> list[str]:
        """Return the fields of a record that contain entries by key, without those in ``left_out``."""
        return [
            key
            for key, value in record.data.items()
            if isinstance(value, dict) and key not in FORMAT_KEYS and key not in left_out
        ]

    def describe(self, value: Any, key: str = "") -> Markup:
        """Return a value in words: the name of a record with a link to it, a term, or a figure.

        None, for a value that the document leaves out, is a blank to fill in. ``key`` is the field of the value, from
        which the kind of a record may follow.
        """
        if value is None:
            return BLANK_MARKUP
        text = str(value)
        kinds = [
            self._kind_by_field.get(key, ""),
            # A field with the name of a kind, in the singular or plural, names records of that kind.
            *(kind for kind in self._edition.kinds if kind in (key, *singulars(key))),
        ]
        records = (self._records.get(f"{kind}/{text}") for kind in kinds)
        # A value can also name a part of a record: "record.part" or "record:path".
        record = next(filter(None, records), None) or self._records.get(text.partition(":")[0].partition(".")[0])
        if record:
            return self._link(record)
        if self._translator.knows(text):
            return escape(self._translator.term(text))
        if parse(text) or any(sign.isdigit() for sign in text):
            return escape(self._translator.figure(text))
        return escape(text.replace("-", " "))

    def outcome(self, value: str | None) -> Markup:
        """Return a cell of a table, such as ``D/W``: a figure, or a blank."""
        return escape(self._translator.figure(value)) if value else BLANK_MARKUP

    def cell(self, record: Record, path: str) -> Markup:
        """Return the cell of a table at a path: its figure, one that another edition gives, with a star, or a blank."""
        borrowed = record.borrowed(path)
        return self.outcome(borrowed) + "*" if borrowed else self.outcome(record.figure(path))

    def knows(self, value: Any) -> bool:
        """Return whether a value is the id or slug of a record, or a term."""
        return str(value) in self._records or self._translator.knows(str(value))

    def entry_name(self, record: Record, path: str) -> str:
        """Return the name of an entry, or else of the record or term that its key names; empty without one."""
        name = self._translator.text(record, f"{path}.name")
        if name:
            return name
        key = path.rpartition(".")[2]
        other = self._records.get(key)
        if other:
            return self._translator.name(other)
        return self._translator.term(key) if self._translator.knows(key) else ""

    def bearers(self, record: Record) -> Markup:
        """Return links to the records that name this one in the field of its kind, as units name their class."""
        return Markup(", ").join(self._link(other) for other in self._bearers.get((record.kind, record.slug), ()))

    @cached_property
    def _bearers(self) -> dict[tuple[str, str], list[Record]]:
        """The records by (field, single value in it)."""
        bearers: dict[tuple[str, str], list[Record]] = {}
        for record in self._chapter_records:
            for key, value in record.data.items():
                if isinstance(value, str):
                    bearers.setdefault((key, value), []).append(record)
        return bearers

    def rulings(self, record: Record) -> list[tuple[Record, Record]]:
        """Return the rulings on a record, each with the record below which the book prints its full text.

        That is the first record of the book that the ruling is on. A record whose own text says the same
        (``unmarked``) has no such ruling, unless no other record of the book can have it.
        """
        return [
            (ruling, self._homes[ruling.id])
            for ruling in self._edition.rulings_on(record)
            if ruling.id in self._homes
            and (record.id not in (ruling.get("unmarked") or ()) or record is self._homes[ruling.id])
        ]

    def home(self, ruling: Record) -> Record | None:
        """Return the record below which the book prints a ruling in full; None if the chapter of rulings does."""
        return self._homes.get(ruling.id)

    @property
    def rulings_with_records(self) -> set[str]:
        """The ids of the rulings whose full text the book prints below another record."""
        return set(self._homes)

    @cached_property
    def _homes(self) -> dict[str, Record]:
        """The record below which the full text of each ruling is printed, by the id of the ruling."""
        homes: dict[str, Record] = {}
        unmarked: dict[str, Record] = {}
        for record in self._chapter_records:
            for ruling in self._edition.rulings_on(record):
                without = record.id in (ruling.get("unmarked") or ())
                (unmarked if without else homes).setdefault(ruling.id, record)
        return unmarked | homes

    def place(self, record: Record, *others: Record) -> str:
        """Return where a record stands in its documents, as a text: the pages if they are known, else the lines.

        ``others`` are printed under the heading of the record; their places are included.
        """
        places = []
        for document, pages, lines in self.sources(record, *others):
            spot = f"p. {pages}" if pages else lines
            name = f"{document} " if len(self._edition.documents) > 1 else ""
            places.append(f"{name}{spot}".strip())
        return "; ".join(filter(None, places))

    def sources(self, *records: Record) -> list[tuple[str, str, str]]:
        """Return (document, pages, lines) for each document that records cite; empty texts if they are unknown."""
        sources = []
        cited = sorted((one for record in records for one in record.citations), key=lambda c: c.document)
        for document, group in groupby(cited, key=lambda c: c.document):
            citations = list(group)
            pages = [(c.page, c.page) for c in citations if c.page]
            lines = [c.lines for c in citations if c.lines]
            sources.append((document, _format_spans(pages), _format_spans(lines)))
        return sources

    def _describe_value(self, record: Record, key: str, value: Any) -> Markup:
        if isinstance(value, list):
            # Each member begins with a capital; a link, which begins with markup, is unchanged.
            described = (self.describe(member, key) for member in value)
            members = list(dict.fromkeys(member[:1].upper() + member[1:] for member in described))
            # Where a name itself has a comma, a comma would not tell the members apart.
            between = "; " if any("," in member for member in members) else ", "
            return Markup(between).join(members)
        if isinstance(value, str) and ("$" in value or "%(" in value):
            return escape(
                self._translator.figure(
                    next((fact.value for fact in record.facts if fact.path == key and fact.value), record.figure(key))
                )
            )
        return self.describe(value, key)

    def entries(self, record: Record, path: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield (path, value in words, values in words by field) for the entries of a part of a record.

        An entry that is a mapping has only values by field, any other only a value. Messages and deeper mappings are
        left out.
        """
        for key, entry in (record.get(path) or {}).items():
            entry_path = f"{path}.{key}"
            if not isinstance(entry, dict):
                yield entry_path, self._describe_list(entry), {}
                continue
            values = {
                name: self._describe_list(value if isinstance(value, list) else record.figure(f"{entry_path}.{name}"))
                for name, value in entry.items()
                if name not in FORMAT_KEYS | MESSAGES and not isinstance(value, dict | bool)
            }
            yield entry_path, "", values

    def _describe_list(self, value: Any) -> Markup:
        """Return a value, or the members of a list, in words."""
        return Markup(", ").join(self.describe(member) for member in (value if isinstance(value, list) else [value]))


def _format_spans(spans: Sequence[tuple[int, int]]) -> str:
    """Return spans of numbers as text, sorted and merged where they touch or overlap: ``22–23, 54``."""
    runs: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if runs and first <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], max(runs[-1][1], last))
        else:
            runs.append((first, last))
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in runs)

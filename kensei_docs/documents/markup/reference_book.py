"""An edition as a book: chapters of records, their values and entries in words, an index of names, links of terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.database import Edition, Record
from kensei_docs.database.model import FACT_NAMES, FORMAT_KEYS
from kensei_docs.database.yaml_files import MESSAGES
from kensei_docs.documents.markup.environment import BLANK_MARKUP, ForTemplates
from kensei_docs.documents.markup.prose import ProsePage, placed
from kensei_docs.documents.markup.typography import typeset
from kensei_docs.documents.products.product import Product
from kensei_docs.figures import parse
from kensei_docs.languages import language, plural_stem, singulars
from kensei_docs.slugs import without_accents

# A document has records in alphabetical order if there are at least _MIN_SORTED of them, and at most one in
# _RECORDS_A_SLIP is out of order, by a mistake of the document.
_MIN_SORTED, _RECORDS_A_SLIP = 8, 20
# The largest number of letters in a text that is printed as a row of a table; longer ones are hard to read there.
_MAX_ROW_LETTERS = 300
# Fields that may be in a record that is printed as a row, although the row has no column for them.
_NOT_IN_ROW = frozenset({"name", "text", "reminder", "figures", "number", "compulsory"})
Entries = list[tuple[str, list[str]]]
# The last steps of fields that a book doesn't print with their record: short forms, and the words of rulings.
_NOT_IN_TEXT = frozenset({"reminder", "question", "decision", "reason"})
# If more records than this have a result with the name of a term, none of them explains the term.
_MAX_EXPLAINING = 2
_TAG = re.compile(r"(<[^>]*>)")
# Elements in which no terms are linked: links, headings, bold names, and drawings.
_CLOSED = ("a", "h4", "b", "svg", "th")
# A shorter name is not linked, because it is probably an ordinary word.
_MIN_NAME_LENGTH = 4
_DIGITS = 6  # of the numbers in the sort key of a name
# The characters before the first word of a sentence: any character that is not used inside a sentence.
_SENTENCE = re.compile(r"(?:^|[^\w\s,;()–-]\s*)$")


@dataclass(frozen=True)
class Chapter:
    """The records of one kind, or of several.

    For several, ``called`` is the part of the turn, the record or the kind whose name the chapter has, and ``kind`` the
    one whose chapter it looks like.
    """

    kind: str
    records: tuple[Record, ...]
    called: str = ""

    @property
    def anchor(self) -> str:
        """The id of the chapter's heading."""
        return f"chapter-{(self.called or self.kind).replace('/', '--')}"


def chapters_of(edition: Edition, kinds: Sequence[str], name: Callable[[Record], str]) -> tuple[Chapter, ...]:
    """Return the chapters of a book: those in ``chapters`` of the edition's look, then one for each other kind.

    A record or kind that a chapter of several kinds names is not printed again in the chapter of its kind. ``name`` is
    as in ``in_order``.
    """
    plan = edition.look.get("chapters", ())
    named = {entry for chapter in plan if isinstance(chapter, Mapping) for entry in chapter["tells"]}

    def records_of(entry: str) -> Iterable[Record]:
        """Return the record with an id, or the records of a kind that no chapter names one by one."""
        if "/" in entry:
            return filter(None, [edition.records.get(entry)])
        of_kind = (record for record in edition.records_of(entry) if record.id not in named and says_more(record))
        return in_order(list(of_kind), name)

    chapters: list[Chapter] = []
    for chapter in (*plan, *(kind for kind in kinds if kind not in plan)):
        if isinstance(chapter, Mapping):
            records = tuple(record for entry in chapter["tells"] for record in records_of(entry))
            chapters.append(Chapter(chapter["like"], records, chapter["called"]))
        elif chapter in kinds and chapter not in named and (records := tuple(records_of(chapter))):
            chapters.append(Chapter(chapter, records))
    return tuple(chapters)


def in_order(records: list[Record], name: Callable[[Record], str]) -> list[Record]:
    """Return the records of a kind in the order of the document or, if that is alphabetical, sorted by ``name``.

    ``name`` returns the name of a record in the language of the reader.
    """
    keys = [sort_key(record.name, ()) for record in records]
    falls = sum(key > after for key, after in pairwise(keys))
    if len(records) < _MIN_SORTED or falls * _RECORDS_A_SLIP > len(records):
        return records
    return sorted(records, key=lambda record: sort_key(name(record), ()))


def says_more(record: Record) -> bool:
    """Return whether a record has something to print besides its name: it may only have values that are left out.

    The list of what a type comprises is printed even if its effects are left out.
    """
    return bool(
        None not in record.data.values()
        or without_effects(record)
        or any(path != "name" for path, _ in record.messages)
        or any(isinstance(value, dict) for key, value in record.data.items() if key not in FORMAT_KEYS)
    )


def without_effects(record: Record) -> bool:
    """Return whether a record is a type of several things whose effects the document leaves out."""
    return (
        "effects" in record.data
        and record.get("effects") is None
        and "type" in record.data
        and any(isinstance(value, list) for key, value in record.data.items() if key not in FORMAT_KEYS)
    )


def by_first_letter(anchors: Mapping[str, list[str]], articles: Collection[str]) -> list[tuple[str, Entries]]:
    """Return names with the anchors of their records as an index: (letter, [(name, anchors)]).

    A name with an article is sorted by the word after it, and printed with the article at its end.
    """
    entries = sorted((sort_key(name, articles), name, places) for name, places in anchors.items())
    return [
        (letter, [(_article_last(name, articles), places) for _, name, places in group])
        for letter, group in groupby(
            entries, key=lambda entry: next((sign.upper() for sign in entry[0] if sign.isalnum()), "#")
        )
    ]


def sort_key(name: str, articles: Collection[str]) -> str:
    """Return the sort key of a name in an index: without accents and capitals, from its first letter or digit on,
    without an article in front, and with its numbers by their size."""
    plain = re.sub(r"^\W+", "", without_accents(name))
    plain = re.sub(r"\d+", lambda number: number[0].zfill(_DIGITS), plain)
    first, _, rest = plain.partition(" ")
    return rest if rest and first in articles else plain


def _article_last(name: str, articles: Collection[str]) -> str:
    """Return a name as an index has it: ``The general's example`` as ``General's example, the``."""
    first, _, rest = name.partition(" ")
    return f"{rest[:1].upper()}{rest[1:]}, {first.lower()}" if rest and first.casefold() in articles else name


def terms_besides(
    names: Collection[str],
    records: Sequence[Record],
    translator: Translator,
    parts: Collection[str],
    titled: Collection[str],
) -> Iterator[tuple[str, list[Record]]]:
    """Yield each term of some parts of the glossary that is not among the ``names`` of an index, with its records.

    These are the records with a result, or a text, that begins with the term; ``titled`` are the fields whose texts are
    names of results, or begin with the name of what they explain (``Presence (PR). ...``). For a term of several words
    without such records, it is one record whose text has the term: preferably one with a word of the term in its name,
    then the one that has the term most often. The records are found by their English words, and are the same in every
    language, without those whose text does not have the term in this language.
    """
    texts = [_Text.of(record) for record in records]
    titles = [
        (record, [_stems(title) for field, text in _text_fields(record) if (title := _title(field, text, titled))])
        for record in records
    ]
    known = {_stems(_without_abbreviation(name)) for name in names}
    for term_id, entry in translator.database.glossary.items():
        term = translator.term(term_id)
        own, written = _stems(_without_abbreviation(term)), entry.get(MESSAGE_LANGUAGE, "")
        if entry.get("part") not in parts or not written or not term[:1].isalpha() or own in known:
            continue
        explaining = [record for record, of_record in titles if _stems(written) in of_record]
        if not 0 < len(explaining) <= _MAX_EXPLAINING:
            explaining = _having(written, texts)
        explaining = [
            record
            for record in explaining
            if _count(
                _stems(term), _stems("\n".join(translator.text(record, field) for field, _ in _text_fields(record)))
            )
        ]
        if explaining:
            known.add(own)
            yield term[:1].upper() + term[1:], explaining


class _Text(NamedTuple):
    """The words of a record's texts, and their stems, as ``_count`` takes them."""

    record: Record
    words: tuple[str, ...]
    stems: tuple[str, ...]
    stems_of_name: frozenset[str]

    @classmethod
    def of(cls, record: Record) -> _Text:
        words = _words("\n".join(text for _, text in _text_fields(record)))
        return cls(record, words, tuple(map(plural_stem, words)), frozenset(_stems(record.name)))


def _having(written: str, texts: Iterable[_Text]) -> list[Record]:
    """Return the record that explains a term of several words in its text, none for a term of one word."""
    term, stems = _words(written), _stems(written)
    best: tuple[tuple[bool, int], list[Record]] = ((False, 0), [])
    for text in texts if len(term) > 1 else ():
        # The term itself counts for more than its plural.
        times = _count(stems, text.stems) + _count(term, text.words)
        # The last word of a term only says what sort of thing it is: a roll, points.
        weight = not text.stems_of_name.isdisjoint(stems[:-1]), times
        if times and weight > best[0]:
            best = weight, [text.record]
    return best[1]


def _text_fields(record: Record) -> list[tuple[str, str]]:
    """Return the messages that are printed below the name of a record: (field, text)."""
    return [
        (field, text)
        for field, text in record.messages
        if field != "name" and field.rpartition(".")[2] not in _NOT_IN_TEXT
    ]


def _title(field: str, text: str, titled: Collection[str]) -> str:
    """Return the name of a result or of what a text explains, empty for a field that is not ``titled``."""
    group, _, last = field.partition(".")
    if group not in titled:
        return ""
    return text if last.endswith("name") else text.partition(". ")[0]


def _without_abbreviation(name: str) -> str:
    return name.partition(" (")[0]


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", without_accents(text)))


def _stems(text: str) -> tuple[str, ...]:
    return tuple(map(plural_stem, _words(text)))


def _count(part: Sequence[str], whole: Sequence[str]) -> int:
    """Return how many times a sequence of words occurs in a text."""
    return f" {' '.join(whole)} ".count(f" {' '.join(part)} ")


class TermLinks:
    """The names of records in one language, and the records that they link to."""

    def __init__(self, records: Iterable[Record], translator: Translator) -> None:
        self._by_name: dict[str, list[Record]] = {}
        for record in records:
            name = translator.name(record) if record.data.get("name") else ""
            if len(name) >= _MIN_NAME_LENGTH and name[:1].isalpha():
                self._by_name.setdefault(_folded(name), []).append(record)
        names = sorted(self._by_name, key=lambda name: (-len(name), name))
        # In capitals or not, with spaces of either kind.
        either = "|".join(re.escape(name).replace(r"\ ", "[ \u00a0]") for name in names)
        self._pattern = re.compile(rf"(?<![\w-])(?i:{either})(?![\w-])" if names else r"(?!)")

    def link(self, record: Record, html: Markup) -> Markup:
        """Return the markup of a record with the first mention of each other record as a link with the class ``term``.

        A name of several words is found in capitals or not; a name of one word only with a capital, and not at the
        beginning of a sentence, where every word has a capital.
        """
        seen = {record.id}
        closed: list[str] = []
        parts = _TAG.split(str(html))

        def linked(match: re.Match[str]) -> str:
            words, before = match[0], match.string[: match.start()]
            is_first = _SENTENCE.search(before) and (before.strip() or begins)
            # The words are of markup already: "&" is "&amp;" in them.
            records = self._by_name[_folded(Markup(words))]
            is_name = " " in words or (words[0].isupper() and not is_first)
            if not is_name or any(other.id in seen for other in records):
                return words
            # A record of the same kind is preferred.
            target = next((other for other in records if other.kind == record.kind), records[0])
            seen.add(target.id)
            return f'<a class="term" href="#{escape(anchor_of(target))}">{words}</a>'

        for place, part in enumerate(parts):
            if place % 2:
                name = part.strip("</>").split()[0] if part.strip("</>") else ""
                if name in _CLOSED and not part.endswith("/>"):
                    closed = closed[:-1] if part.startswith("</") else [*closed, name]
            elif part.strip() and not closed:
                begins = place == 0 or not parts[place - 2].strip() or not parts[place - 1].startswith(("<b", "</b"))
                parts[place] = self._pattern.sub(linked, part)
        return Markup("".join(parts))


def _folded(name: str) -> str:
    """Return a name without capitals, as the markup of a text has it."""
    return str(escape(name.replace("'", "’"))).casefold().replace("\u00a0", " ")


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

    def __init__(
        self, edition: Edition, document: Product, translator: Translator, pages: Sequence[ProsePage] = ()
    ) -> None:
        self._edition = edition
        self._pages = pages
        self._translator = translator
        self._kind_by_field = document.looks
        self.chapters = chapters_of(edition, document.applies, translator.name)
        self._chapter_records = [record for chapter in self.chapters for record in chapter.records]

    def namesake(self, chapter: Chapter) -> Record | None:
        """Return the part of the turn or the record whose name a chapter has; None if it has that of a kind."""
        return self._edition.turn.get(chapter.called) or self._edition.records.get(chapter.called)

    def parts(self, chapters: Sequence[Chapter]) -> list[Chapter | ProsePage]:
        """Return chapters in order, with the pages of prose among them, which have ``blocks``."""
        return placed(self._pages, chapters)

    def page(self, name: str) -> ProsePage | None:
        """Return the page of prose with a name; None if it isn't in this language."""
        return next((page for page in self._pages if page.name == name), None)

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
        of the chapters, in order, and those of the pages of prose; the terms that records have in the fields
        ``looks["indexed"]``, with these records; and the terms of the glossary's parts ``looks["terms"]`` that are not
        the name of a record. A name with an article is sorted by the word after it, and printed with the article at
        its end.
        """
        anchors = {title: [chapter.anchor] for title, chapter in zip(titles, self.chapters, strict=False)}
        for page in self._pages:
            anchors.setdefault(page.title, []).append(page.anchor)
        for record in self._chapter_records:
            if "name" in record.data:
                anchors.setdefault(self._translator.name(record), []).append(self.anchor(record))
        for record in self._chapter_records:
            for term in self._printed_terms(record):
                places = anchors.setdefault(term, [])
                if self.anchor(record) not in places:
                    places.append(self.anchor(record))
        for term, records in self._unnamed_terms(list(anchors)):
            anchors[term] = [self.anchor(record) for record in records]
        index = by_first_letter(anchors, language(self._translator.language).index_articles)
        code = self._translator.language
        return [(letter, [(typeset(name, code), places) for name, places in entries]) for letter, entries in index]

    def _unnamed_terms(self, names: Collection[str]) -> Iterator[tuple[str, list[Record]]]:
        parts, titled = (self._kind_by_field.get(field, "").split() for field in ("terms", "titled"))
        return terms_besides(names, self._chapter_records, self._translator, parts, titled)

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

        It is of a kind in ``looks["short"]``, is no more than a name, a short text and single values with a label, and
        has no ruling, or a field of ``looks["ruled"]``.
        """
        kinds, ruled = (self._kind_by_field.get(field, "").split() for field in ("short", "ruled"))
        fields = [key for key in record.data if key not in FORMAT_KEYS | _NOT_IN_ROW]
        return (
            record.kind in kinds
            and record.id not in self._namesakes
            and (not self._ruled(record) or not record.data.keys().isdisjoint(ruled))
            and "name" in record.data
            and len(str(record.get("text") or "")) <= _MAX_ROW_LETTERS
            and all(key in labels and not isinstance(record.get(key), dict) for key in fields)
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
        fields = [key for key in record.data if key not in FORMAT_KEYS and key != "name"]
        if len(fields) != 1 or fields[0] not in labels or not isinstance(record.get(fields[0]), int | str):
            return ""
        is_known = self._translator.database.vocabulary.is_known_field(record.kind, fields[0])
        return fields[0] if is_known and not self._ruled(record) else ""

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
        if name := self._translator.text(record, f"{path}.name"):
            return name
        key = path.rpartition(".")[2]
        if other := self._records.get(key):
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
        several = len(self._edition.documents) > 1
        places = (
            f"{document if several else ''} {f'p. {pages}' if pages else lines}".strip()
            for document, pages, lines in self.sources(record, *others)
        )
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
            described = (self._describe_value(record, key, member) for member in value)
            members = list(dict.fromkeys(member[:1].upper() + member[1:] for member in described))
            # Where a name itself has a comma, a comma would not tell the members apart.
            between = "; " if any("," in member for member in members) else ", "
            return Markup(between).join(members)
        if isinstance(value, str) and ("$" in value or "%(" in value):
            facts = (fact.value for fact in record.facts if fact.path == key and fact.value)
            return escape(self._translator.figure(next(facts, record.figure(key))))
        words = self.describe(value, key)
        if isinstance(value, str) and words == escape(value) and self._translator.is_own_term(key):
            return escape(self._translator.own_words(record, key, value))
        return words

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

"""The chapters and the index of a book: order, tables of short records, names by the alphabet, and links of terms."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.database import Edition, Record
from kensei_docs.database.vocabulary import FORMAT_KEYS
from kensei_docs.languages import plural_stem
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


def is_short(record: Record, labels: Collection[str]) -> bool:
    """Return whether a record is no more than a name, a short text and single values with a label."""
    fields = [key for key in record.data if key not in FORMAT_KEYS | _NOT_IN_ROW]
    return (
        "name" in record.data
        and len(str(record.get("text") or "")) <= _MAX_ROW_LETTERS
        and all(key in labels and not isinstance(record.get(key), dict) for key in fields)
    )


def single_label(record: Record, labels: Mapping[str, str]) -> str:
    """Return the only field of a record that says no more than its name and one value; empty for any other."""
    fields = [key for key in record.data if key not in FORMAT_KEYS and key != "name"]
    alone = len(fields) == 1 and fields[0] in labels and isinstance(record.get(fields[0]), int | str)
    return fields[0] if alone else ""


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
    """Return the sort key of a name in an index: without accents and capitals, from its first letter or digit on, and
    without an article in front."""
    plain = re.sub(r"^\W+", "", without_accents(name))
    first, _, rest = plain.partition(" ")
    return rest if rest and first in articles else plain


def _article_last(name: str, articles: Collection[str]) -> str:
    """Return a name as an index has it: ``The general's example`` as ``General's example, the``."""
    first, _, rest = name.partition(" ")
    return f"{rest[:1].upper()}{rest[1:]}, {first.lower()}" if rest and first.casefold() in articles else name


class UnnamedTerms:
    """The terms of a book that none of its records is named after.

    ``parts`` are the parts of the glossary with these terms. ``titled`` are the fields whose texts are names of
    results, or begin with the name of what they explain (``Presence (PR). ...``).
    """

    def __init__(
        self, records: Sequence[Record], translator: Translator, parts: Collection[str], titled: Collection[str]
    ) -> None:
        self._translator = translator
        self._parts = parts
        self._texts = [(record, _words("\n".join(text for _, text in _text_fields(record)))) for record in records]
        self._titles = [
            (record, [_stems(title) for field, text in _text_fields(record) if (title := _title(field, text, titled))])
            for record in records
        ]

    def besides(self, names: Collection[str]) -> Iterator[tuple[str, list[Record]]]:
        """Yield each term that is not among the ``names`` of an index, with the records that explain it.

        These are the records with a result, or a text, that begins with the term. For a term of several words without
        such records, it is one record whose text has the term: preferably one with a word of the term in its name, then
        the one that has the term most often. The records are found by their English words, and are the same in every
        language, without those whose text does not have the term in this language.
        """
        known = {_stems(_without_abbreviation(name)) for name in names}
        for term_id, entry in self._translator.database.glossary.items():
            term = self._translator.term(term_id)
            own, written = _stems(_without_abbreviation(term)), entry.get(MESSAGE_LANGUAGE, "")
            if entry.get("part") not in self._parts or not written or not term[:1].isalpha() or own in known:
                continue
            explaining = [record for record, titles in self._titles if _stems(written) in titles]
            if not 0 < len(explaining) <= _MAX_EXPLAINING:
                explaining = self._having(_words(written))
            explaining = [record for record in explaining if _count(_stems(term), _stems(self._text_of(record)))]
            if explaining:
                known.add(own)
                yield term[:1].upper() + term[1:], explaining

    def _having(self, term: Sequence[str]) -> list[Record]:
        """Return the record that explains a term of several words in its text, none for a term of one word."""
        if len(term) < 2:
            return []
        stems = tuple(map(plural_stem, term))

        def often(words: Sequence[str]) -> int:
            # The term itself counts for more than its plural.
            return _count(stems, tuple(map(plural_stem, words))) + _count(term, words)

        counted = [(record, often(words)) for record, words in self._texts]
        having = [(record, times) for record, times in counted if times]

        def weight(entry: tuple[Record, int]) -> tuple[bool, int]:
            record, times = entry
            # The last word of a term only says what sort of thing it is: a roll, points.
            return not set(stems[:-1]).isdisjoint(_stems(record.name)), times

        return [max(having, key=weight)[0]] if having else []

    def _text_of(self, record: Record) -> str:
        return "\n".join(self._translator.text(record, field) for field, _ in _text_fields(record))


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

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self._by_name, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_written, names))})(?![\w-])") if names else re.compile(r"(?!)")

    def link(self, record: Record, html: Markup) -> Markup:
        """Return the markup of a record with the first mention of each other record as a link with the class ``term``.

        A name of several words is found in capitals or not; a name of one word only with a capital, and not at the
        beginning of a sentence, where every word has a capital.
        """
        seen = {record.id}
        closed: list[str] = []
        parts = _TAG.split(str(html))
        for place, part in enumerate(parts):
            if place % 2:
                name = part.strip("</>").split()[0] if part.strip("</>") else ""
                if name in _CLOSED and not part.endswith("/>"):
                    closed = closed[:-1] if part.startswith("</") else [*closed, name]
            elif part.strip() and not closed:
                begins = place == 0 or not parts[place - 2].strip() or not parts[place - 1].startswith(("<b", "</b"))
                parts[place] = self._linked(record, part, seen, begins)
        return Markup("".join(parts))

    def _linked(self, record: Record, text: str, seen: set[str], begins: bool) -> str:
        def link(match: re.Match[str]) -> str:
            words = match[0]
            before = text[: match.start()]
            single = " " not in words
            if single and (not words[0].isupper() or (_SENTENCE.search(before) and (before.strip() or begins))):
                return words
            # The words are of markup already: "&" is "&amp;" in them.
            records = self._by_name[_folded(Markup(words))]
            # A record of the same kind is preferred.
            target = next((other for other in records if other.kind == record.kind), records[0])
            if any(other.id in seen for other in records):
                return words
            seen.add(target.id)
            return f'<a class="term" href="#{escape(target.id.replace("/", "--"))}">{words}</a>'

        return self._pattern.sub(link, text)


def _folded(name: str) -> str:
    """Return a name without capitals, as the markup of a text has it."""
    return str(escape(name.replace("'", "’"))).casefold().replace("\u00a0", " ")


def _written(name: str) -> str:
    """Return a pattern for a name, in capitals or not, with spaces of either kind."""
    pattern = re.escape(name).replace(r"\ ", "[ \u00a0]")
    return f"(?i:{pattern})"

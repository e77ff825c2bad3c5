"""Index entries for terms of the glossary that no record has as its name, such as "fumble", and what explains them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.database import Record
from kensei_docs.languages import plural_stem
from kensei_docs.slugs import without_accents

# The last names of fields that a book doesn't print with their record: short forms, and the words of rulings.
_NOT_IN_TEXT = frozenset({"reminder", "question", "decision", "reason"})
# If more records than that have a result with a term's name, none of them explains the term.
_MOST = 2


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
        """Yield each term that is none of the ``names`` of an index, with the records that explain it.

        These are the records that have a result or an explanation of that name. For a term of several words without
        such a record, it is the record whose text has the term, preferably one that shares a word with it in its name,
        then the one that has the term most often. They are the same records in every language, but without those whose
        text does not have the term in this language.
        """
        known = {_stems(_without_abbreviation(name)) for name in names}
        for term_id, entry in self._translator.database.glossary.items():
            term = self._translator.term(term_id)
            own, written = _stems(_without_abbreviation(term)), entry.get(MESSAGE_LANGUAGE, "")
            if entry.get("part") not in self._parts or not written or not term[:1].isalpha() or own in known:
                continue
            explaining = [record for record, titles in self._titles if _stems(written) in titles]
            if not 0 < len(explaining) <= _MOST:
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
            # The last word only says of what sort a thing is: a roll, points.
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
    """Return how many times words stand in a text, one behind the other."""
    return f" {' '.join(whole)} ".count(f" {' '.join(part)} ")

"""Terms of the rules in the index of a book: what the glossary has and no heading says, and where it is told."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.database import Record

# What a book doesn't print with a rule, or prints in another place: short forms, and the words of rulings.
_ELSEWHERE = frozenset({"reminder", "question", "decision", "reason"})
# How many letters a word may have besides those that it shares with another, as a plural has: misión, misiones.
_ENDING = 2
# A name that more records have inside is explained by none of them.
_MOST = 2


class TermsTold:
    """The records of a book, by the terms that they tell.

    ``parts`` are those of the glossary whose terms are looked for, and ``titled`` the fields with names of results, or
    with texts that begin with the name of what they explain.
    """

    def __init__(
        self, records: Sequence[Record], translator: Translator, parts: Collection[str], titled: Collection[str]
    ) -> None:
        self._translator = translator
        self._parts = parts
        self._texts = [(record, _plain("\n".join(text for _, text in _printed(record)))) for record in records]
        self._titles = [
            (record, [_words(title) for field, text in _printed(record) if (title := _title(field, text, titled))])
            for record in records
        ]

    def besides(self, names: Collection[str]) -> Iterator[tuple[str, list[Record]]]:
        """Yield each term that is none of the ``names`` of an index, with its records.

        These are the records that have a result or an explanation of that name, else, for a term of several words, the
        record that tells it: one whose name shares a word with it, one that mentions it oftener, the earlier one. The
        same records tell it in every language, but a term that the text of a language doesn't have is left out.
        """
        known = [_words(_bare(name)) for name in names]
        for term_id, entry in self._translator.database.glossary.items():
            term = self._translator.term(term_id)
            words, written = _words(term), _words(entry.get(MESSAGE_LANGUAGE, ""))
            if entry.get("part") not in self._parts or not written or not term[:1].isalpha():
                continue
            if any(_same(_words(_bare(term)), name) for name in known):
                continue
            told = [record for record, titles in self._titles if any(_same(written, title) for title in titles)]
            if not 0 < len(told) <= _MOST:
                told = self._telling(written) if len(written) > 1 else []
            told = [record for record in told if _pattern(words).search(self._translated(record))]
            if told:
                known.append(_words(_bare(term)))
                yield term[:1].upper() + term[1:], told

    def _telling(self, written: Sequence[str]) -> list[Record]:
        pattern = _pattern(written)
        # The term itself counts for more than its plural.
        exactly = re.compile(rf"\b{' '.join(written)}\b")
        found = [(record, len(pattern.findall(text)) + len(exactly.findall(text))) for record, text in self._texts]
        telling = [(record, often) for record, often in found if often]

        def weight(entry: tuple[Record, int]) -> tuple[bool, int]:
            record, often = entry
            # The last word says of what sort a thing is: a roll, points.
            return any(_alike(word, other) for word in written[:-1] for other in _words(record.name)), often

        return [max(telling, key=weight)[0]] if telling else []

    def _translated(self, record: Record) -> str:
        return _plain("\n".join(self._translator.text(record, field) for field, _ in _printed(record)))


def _printed(record: Record) -> list[tuple[str, str]]:
    """Return the messages that are printed below the name of a record: (field, text)."""
    return [
        (field, text)
        for field, text in record.messages
        if field != "name" and field.rpartition(".")[2] not in _ELSEWHERE
    ]


def _title(field: str, text: str, titled: Collection[str]) -> str:
    """Return the name of a result, or that with which a text begins (``Presence (PR). ...``); empty for another."""
    group, _, last = field.partition(".")
    if group not in titled:
        return ""
    return text if last.endswith("name") else text.partition(". ")[0]


def _bare(name: str) -> str:
    return name.partition(" (")[0]


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(r"\b" + r"\W+".join(rf"{re.escape(word)}\w{{0,{_ENDING}}}" for word in words) + r"\b")


def _plain(words: str) -> str:
    """Return words without accents and capitals."""
    letters = unicodedata.normalize("NFD", words.replace("\u00a0", " ").casefold())
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", _plain(name))


def _same(words: Sequence[str], others: Sequence[str]) -> bool:
    return len(words) == len(others) and all(map(_alike, words, others))


def _alike(word: str, other: str) -> bool:
    if len(word) > len(other):
        word, other = other, word
    shared = next((i for i, sign in enumerate(word) if sign != other[i]), len(word))
    return word == other or shared >= max(len(other) - _ENDING, _ENDING)

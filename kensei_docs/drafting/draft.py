"""The draft of a document: proposed records, their kinds, and the reading profile that reads their figures.

A kind is one that the tool knows, or a new one that is named after a heading. Names of files are in the plural, like
headings; names of kinds are in the singular.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kensei_docs.catalogues.number_words import with_forms, with_one_counted
from kensei_docs.database import Record
from kensei_docs.database.model import Vocabulary
from kensei_docs.database.yaml_files import parse, scalar
from kensei_docs.drafting.named_figures import DraftedFigure, numbered
from kensei_docs.drafting.outline import Section
from kensei_docs.languages import Language, noun_forms
from kensei_docs.slugs import slug_of

# The first word of a heading, or the part of it before an apostrophe: an article, perhaps.
_ARTICLE = re.compile(r"([^\W\d_]+)(?:\s+|['\u2019])")
_MAX_RARITY = 50  # if the likeliest singular is rarer than the word by more than this factor, the word is a singular


@dataclass
class Proposal:
    """A proposed record: its kind, slug and name, and its figures by name; with ``columns`` it is a table of ``rows``.

    ``labels`` are the printed names of its figures, by their names. ``text`` is the text of the record: names beside
    its figures. ``is_complete``: the figures and the text are all that the document says of the record.
    ``prose_columns`` are the headings of the columns whose sentences nobody has rewritten, separated by commas.
    ``axes`` say what its rows (``down``) and its columns (``across``) are.
    ``rows`` are (name, values by column) by key; a value is None where the cell has no figure.
    """

    kind: str
    slug: str
    name: str
    figures: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    is_complete: bool = False
    text: str = ""
    prose_columns: str = ""
    columns: dict[str, str] = field(default_factory=dict)
    axes: dict[str, str] = field(default_factory=dict)
    rows: dict[str, tuple[str, dict[str, str | None]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the record, ``kind/slug``."""
        return f"{self.kind}/{self.slug}"

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the value of each figure."""
        yield from ((f"figures.{name}", value) for name, value in self.figures.items())
        for row, (_, cells) in self.rows.items():
            yield from ((f"rows.{row}.{column}", value) for column, value in cells.items() if value is not None)

    def remove_figure(self, fact: str) -> None:
        """Remove a figure by its path (``figures.NAME``); a text that contains it is left for a person to write."""
        group, _, name = fact.partition(".")
        if group == "figures":
            self.figures.pop(name, None)
            if f"%({name})s" in self.text:
                self.add_prose_column(self.text)
                self.text = ""

    def add_figures(self, figures: Iterable[DraftedFigure]) -> list[DraftedFigure]:
        """Add figures; return them with the names that they have here: a name that another figure has gets a number."""
        added = []
        for figure in figures:
            name = numbered(figure.name, self.figures)
            self.figures[name] = figure.value
            self.labels[name] = figure.label
            added.append(replace(figure, name=name))
        return added

    def count_in_rows(self, language: str) -> None:
        """Give the names of rows both forms of a noun that a figure counts: ``%(sides)s {side|sides}``."""
        record = Record(self.kind, self.slug, "", {"figures": self.figures}, parse(Path(), b"")[0])
        for key, (name, cells) in self.rows.items():
            self.rows[key] = with_one_counted(with_forms(name, record, language), record, language), cells

    def add_prose_column(self, heading: str) -> None:
        """Add the heading of a column that a person has to rewrite; the record is not complete then."""
        self.prose_columns = ", ".join(filter(None, (self.prose_columns, heading)))
        self.is_complete = False


@dataclass(frozen=True)
class ReadSection:
    """A reading that was proposed for a section: the section's offset, the file of the profile, and what it reads."""

    start: int
    stem: str
    records: int
    figures: int


@dataclass
class Draft:
    """The records and readings that are proposed for a document.

    ``kind_by_file`` has the kind of the records of each file (without .yaml), ``new_kinds`` those kinds that the tool
    doesn't have, ``titles`` the heading of the document after which a new kind is named, by kind. ``readings`` has the
    entries of the reading profile by file. ``sections_read`` has an entry for each reading; ``sections_unread`` are the
    sections with a part that can't be read: no phrase marks its place, or two rows have the same label.
    ``sections_failed`` are (section, error): the program has a fault that shows here, and makes nothing of the section.
    ``small_dice``: the document writes dice as ``d6`` and ``2d6``.
    """

    kind_by_file: dict[str, str] = field(default_factory=dict)
    new_kinds: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    records: dict[str, Proposal] = field(default_factory=dict)
    readings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    sections_read: list[ReadSection] = field(default_factory=list)
    sections_unread: list[Section] = field(default_factory=list)
    sections_failed: list[tuple[Section, str]] = field(default_factory=list)
    small_dice: bool = False

    def copied(self) -> Draft:
        """Return a draft with copies of the collections of this one, to go back to where a section fails."""
        return Draft(
            dict(self.kind_by_file),
            dict(self.new_kinds),
            dict(self.titles),
            dict(self.records),
            {stem: list(entries) for stem, entries in self.readings.items()},
            list(self.sections_read),
            list(self.sections_unread),
            list(self.sections_failed),
            self.small_dice,
        )


class KindsOfDraft:
    """Chooses the kinds of the records of a draft, and notes them in it.

    ``edition`` is the id of the edition that is drafted, ``words`` are the words of the document as slugs. The section
    ``drafted`` of the vocabulary lists the known kinds that a draft uses.
    """

    def __init__(
        self, draft: Draft, vocabulary: Vocabulary, edition: str, spoken: Language, words: Collection[str]
    ) -> None:
        self._draft = draft
        self._known: Mapping[str, str] = vocabulary.kinds
        self._shared: Sequence[str] = vocabulary.section("drafted").get("kinds") or ()
        self._edition = edition
        self._spoken = spoken
        self._words = words

    def is_name_of_list(self, title: str) -> bool:
        """Return whether a heading names a list: it is in the plural, or the name of a known kind."""
        stem = self._stem_of(title)
        known = any(stem in pair and pair[1] in self._shared for pair in self._known.items())
        return known or singular_of(stem, self._spoken, self._words) != stem

    def title_of_list(self, heading: str) -> str:
        """Return what the records below a heading are called: *Skills*, also below *What does each skill do?*."""
        each = re.search(rf"(?<!\w)(?:{'|'.join(self._spoken.each) or '(?!)'})\s+([^\W\d_]+)", heading, re.IGNORECASE)
        forms = noun_forms(each[1], self._spoken) if each and heading.rstrip().endswith("?") else None
        return forms[1].capitalize() if forms else heading

    def below(self, title: str) -> tuple[str, str]:
        """Return (file, kind) for the records below a heading: a known kind, or a new one named after the heading."""
        stem = self._stem_of(title)
        kind = singular_of(stem, self._spoken, self._words)
        for known_file, known_kind in self._known.items():
            if stem in (known_file, known_kind) and known_kind in self._shared:
                self._draft.kind_by_file[known_file] = known_kind
                return known_file, known_kind
        # A kind that the tool reads otherwise keeps its name, and the new one is named after the edition. A kind with
        # the name of the edition would be taken for a section of the vocabulary for that edition. What is no text in
        # YAML, such as "null", can't be written as it is.
        taken = stem in self._known or kind in self._known.values() or self._edition in (stem, kind)
        if taken or scalar(kind) != kind or scalar(stem) != stem:
            stem = f"{self._edition}-{stem}"
            kind = f"{self._edition}-{kind}"
        self._draft.kind_by_file[stem] = kind
        self._draft.new_kinds[stem] = kind
        self._draft.titles.setdefault(kind, title)
        return stem, kind

    def _stem_of(self, title: str) -> str:
        """Return the slug of a heading without the article that it begins with: "armes" of "Les armes"."""
        article = _ARTICLE.match(title)
        plain = title[article.end() :] if article and article[1].casefold() in self._spoken.index_articles else title
        return slug_of(plain) or slug_of(title)

    def of_file(self, stem: str) -> str:
        """Return the kind of the records of a file that the tool knows."""
        self._draft.kind_by_file[stem] = self._known[stem]
        return self._known[stem]


def kind_of(name: str, spoken: Language) -> tuple[str, str]:
    """Return (name of the file without .yaml, kind) for a name in the plural or the singular.

    Both are empty if the name has no Latin letter and no digit.
    """
    stem = slug_of(name)
    kind = singular_of(stem, spoken)
    return (_plural_of(stem, spoken), kind) if stem and kind == stem else (stem, kind)


def singular_of(stem: str, spoken: Language, own: Collection[str] = ()) -> str:
    """Return the singular of the name of a file; a word that the document has (``own``) is preferred."""

    def singular(word: str) -> str:
        candidates = [
            slug_of(word.removesuffix(plural_ending) + singular_ending)
            for plural_ending, singular_ending in _endings(spoken)
            if word.endswith(plural_ending)
        ]
        in_document = next((candidate for candidate in candidates if candidate in own), "")
        if own and not in_document and spoken.plurals_need_singular:
            sure = tuple(slug_of(plural) for plural, _ in spoken.sure_plurals)
            return candidates[0] if word.endswith(sure) else word
        return in_document or _likeliest_singular(word, candidates, spoken)

    return _with_head(stem, spoken, singular)


def _plural_of(kind: str, spoken: Language) -> str:
    """Return the plural of a kind, as the name of its file; a kind that is a plural already is returned as it is."""

    def plural(word: str) -> str:
        endings = [(plural_ending, slug_of(singular_ending)) for plural_ending, singular_ending in _endings(spoken)]
        endings.sort(key=lambda pair: -len(pair[1]))
        candidates = [
            word.removesuffix(singular_ending) + plural_ending
            for plural_ending, singular_ending in endings
            if word.endswith(singular_ending)
        ]
        best = max(candidates, key=lambda candidate: _count(candidate, spoken), default=word)
        # A word with the ending of a plural, such as "species", keeps it if the other form is no known word.
        return word if not _count(best, spoken) and word.endswith(spoken.plurals[0][0]) else best

    return _with_head(kind, spoken, plural) if spoken.plurals else kind


def _with_head(name: str, spoken: Language, change: Callable[[str], str]) -> str:
    """Return a name with its main noun changed: the first word or the last, by the language."""
    if spoken.head_first:
        word, between, rest = name.partition("-")
        return f"{change(word)}{between}{rest}"
    start, between, word = name.rpartition("-")
    return f"{start}{between}{change(word)}"


def _likeliest_singular(word: str, candidates: Sequence[str], spoken: Language) -> str:
    """Return the most frequent of the candidates; the word itself if they are very rare, such as "species"."""
    best = max(candidates, key=lambda candidate: _count(candidate, spoken), default=word)
    return word if _count(best, spoken) * _MAX_RARITY < _count(word, spoken) else best


def _endings(spoken: Language) -> tuple[tuple[str, str], ...]:
    return (*spoken.sure_plurals, *spoken.plurals)


def _count(word: str, spoken: Language) -> int:
    """Return how often a language's word list counts a word; 0 without a list."""
    return spoken.dictionary.counts.get(word, 0) if spoken.dictionary else 0

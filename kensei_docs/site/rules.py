"""The rules of an edition as a site shows them one by one: by chapter, in each language, and what finds them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.documents.markup.environment import foreign_scripts
from kensei_docs.documents.markup.reference_book import Book, anchor_of
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import Options, spec_of
from kensei_docs.documents.products.product import Product, rows_of
from kensei_docs.problems import Problem, closest
from kensei_docs.project import Project

# The kind of document whose templates say how a record reads, and the template with all records.
KIND = "reference"
RECORDS = "records.html.j2"
CHECK = "site"
# The comments in what the template gives, before each of its parts.
_PART = re.compile(r"<!--(labels|chapter|page|record|content|source)(?: (.*?))?-->")
_LINK = re.compile(r'href="#([^"]+)"')
_TAG = re.compile(r"<[^>]*>")
# In what a rule says: a paragraph of prose, the ends of its sentences, its effects, an item of these, a fact.
_PROSE = re.compile(r'<p(?: class="rule")?>(.*?)</p>', re.DOTALL)
_SENTENCES = re.compile(r"(?<=[.!?…])\s+(?![a-z])")
# A line of so many letters says something; a shorter one needs the sentence behind it.
_ENOUGH = 50
_EFFECTS = re.compile(r'<ul class="effects">(.*?)</ul>', re.DOTALL)
_ITEMS = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_FACTS = re.compile(r"<span>(<i>.*?)</span>", re.DOTALL)
# A field is a filter if at least so many records have it, and on average so many of them each value.
_FEWEST, _SHARE = 8, 3
# The kind that the address of a page of prose has in place of that of a record.
PROSE = "page"
# The filter by the part of the turn in which a rule is used.
TURN = "turn"


class Said(NamedTuple):
    """What a rule says in one language: its title and content as markup, and (document, place) of its sources."""

    title: str
    html: str
    sources: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The title in plain words, as markup has them."""
        return " ".join(_TAG.sub("", self.title).split())

    @property
    def words(self) -> str:
        """The content in plain words, as markup has them."""
        return " ".join(_TAG.sub(" ", self.html).split())

    @property
    def gist(self) -> str:
        """What it says in one line of plain words: its first sentences, else its effects, else its facts.

        A fact that lists others, such as the weapons of a type, says little of one of them.
        """
        effects = _EFFECTS.search(self.html)
        prose = next(filter(None, map(_plain, _PROSE.findall(self.html))), "")
        if effects and not prose:
            return " · ".join(map(_plain, _ITEMS.findall(effects[1])))
        if not prose:
            facts = list(map(_plain, _FACTS.findall(self.html)))
            return " · ".join([text for text in facts if "," not in text] or facts)
        line, *more = _SENTENCES.split(prose)
        for sentence in more:
            if len(line) >= _ENOUGH:
                break
            line += f" {sentence}"
        return line


def _plain(markup: str) -> str:
    return " ".join(unescape(_TAG.sub("", markup)).split())


class Chapter(NamedTuple):
    """A chapter: the kind of record after which it is called, and its title as markup by language."""

    kind: str
    titles: dict[str, str]


@dataclass
class Rule:
    """A record, or a page of prose: its address, the place of its chapter, and what it says by language.

    ``also`` are the words that players use for it, by language, ``values`` what filters know of it.
    """

    id: str
    chapter: int
    said: dict[str, Said] = field(default_factory=dict)
    also: Mapping[str, Sequence[str]] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)


class Filter(NamedTuple):
    """A field that many records have: its label, and the names of its values, each by language."""

    key: str
    labels: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]]


@dataclass
class Rules:
    """The rules of an edition in order, their chapters and filters, and the problems of their templates."""

    chapters: list[Chapter]
    rules: list[Rule]
    filters: list[Filter]
    problems: list[Problem]


def rules_of(
    project: Project,
    database: Database,
    product: Product,
    edition: Edition,
    translators: Mapping[str, Translator],
    turn: Mapping[str, str],
) -> Rules:
    """Return the rules of an edition in the languages of some translators, the first of which has the order.

    ``turn`` is the label of the filter by parts of the turn, by language. Raises Unusable for an invalid template.
    """
    chapters: list[Chapter] = []
    rules: dict[str, Rule] = {}
    labels: dict[str, Mapping[str, str]] = {}
    problems: list[Problem] = []
    row = rows_of(product, edition)[0][0]
    for language, translator in translators.items():
        templates = Templates(project, spec_of(product, Options(), language, "a4"), translator)
        html = templates.on_screen(RECORDS, row)
        problems += [*templates.problems, *foreign_scripts(html, product.folder / RECORDS)]
        titles, read, labels[language] = _read(html, edition)
        if not chapters:
            chapters = [Chapter(kind, {}) for kind, _ in titles]
        for chapter, (_, title) in zip(chapters, titles, strict=True):
            chapter.titles[language] = title
        for address, (place, said) in read.items():
            rules.setdefault(address, Rule(address, place)).said[language] = said
    for rule in rules.values():
        if record := edition.records.get(rule.id):
            also, faults = _also(record, translators)
            rule.also, problems = also, [*problems, *faults]
    books = {language: Book(edition, product, translator) for language, translator in translators.items()}
    filters = [*_turn(edition, rules, translators, turn), *_filters(edition, rules, books, labels)]
    return Rules(chapters, list(rules.values()), filters, list(dict.fromkeys(problems)))


def _read(html: str, edition: Edition) -> tuple[list[tuple[str, str]], dict[str, tuple[int, Said]], Mapping[str, str]]:
    """Return what the template gives: (kind, title) of each chapter; (chapter, what it says) of each rule; labels."""
    addresses = {anchor_of(record): record.id for record in edition.records.values()}
    chapters: list[tuple[str, str]] = []
    rules: dict[str, tuple[int, Said]] = {}
    labels: Mapping[str, str] = {}
    last = ""
    parts = _PART.split(html)[1:]
    for sort, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        text = text.strip()
        if sort == "labels":
            labels = json.loads(text)
        elif sort == "chapter":
            chapters.append((name, text))
        elif sort == "content":
            linked = _LINK.sub(lambda link: f'href="#{addresses.get(link[1], link[1])}"', text)
            # A rule has a heading of the second rank there, and on paper one of the third.
            headed = re.sub(r"<(/?)h4\b", r"<\1h3", linked)
            rules[last] = (rules[last][0], rules[last][1]._replace(html=re.sub(r"\s*\n\s*", "\n", headed)))
        elif sort == "source":
            said = rules[last][1]
            rules[last] = (rules[last][0], said._replace(sources=(*said.sources, (name, _TAG.sub("", text).strip()))))
        else:
            last = name if sort == "record" else f"{PROSE}/{name}"
            rules[last] = (len(chapters) - 1, Said(text, "", ()))
    return chapters, rules, labels


def _also(record: Record, languages: Mapping[str, object]) -> tuple[dict[str, list[str]], list[Problem]]:
    """Return the words that players use for a record, by language, and the problems of what is written there."""
    written = record.get("also")
    if written is None:
        return {}, []
    if not isinstance(written, dict):
        message = "'also' has words by language; write also: {en: [los, sight]}"
        return {}, [Problem(record.place("also"), message, CHECK, edition=record.edition, record=record.id)]
    found: dict[str, list[str]] = {}
    problems = []
    for language, words in written.items():
        listed = words if isinstance(words, list) else [words]
        if not re.fullmatch(r"[a-z]{2,3}(_[A-Za-z]+)?", str(language)):
            message = (
                f"'{language}' is no language{closest(str(language), languages)}; write also: {{en: [los, sight]}}"
            )
            problems.append(
                Problem(record.place(f"also.{language}"), message, CHECK, edition=record.edition, record=record.id)
            )
        elif language in languages:
            found[language] = [str(word) for word in listed if isinstance(word, str | int)]
    return found, problems


def _turn(
    edition: Edition, rules: Mapping[str, Rule], translators: Mapping[str, Translator], labels: Mapping[str, str]
) -> Iterator[Filter]:
    """Yield the filter by the parts of the turn that tell a rule, if the edition has a turn of several parts."""
    names: dict[str, Mapping[str, str]] = {}
    for part in edition.turn.values():
        steps = part.get("steps") or {}
        told = [one for step in steps.values() if isinstance(step, dict) for one in step.get("of") or ()]
        for address in dict.fromkeys(told):
            if address in rules:
                rules[address].values.setdefault(TURN, []).append(part.id)
                names[part.id] = {language: translator.name(part) for language, translator in translators.items()}
    if len(names) > 1:
        yield Filter(TURN, labels, names)


def _filters(
    edition: Edition, rules: Mapping[str, Rule], books: Mapping[str, Book], labels: Mapping[str, Mapping[str, str]]
) -> Iterator[Filter]:
    """Yield a filter for each field with a label whose values many records share."""
    first = next(iter(labels.values()))
    for key in first:
        having: dict[str, list[str]] = {}
        for rule in rules.values():
            record = edition.records.get(rule.id)
            value = record.get(key) if record else None
            values = value if isinstance(value, list) else [] if value is None or isinstance(value, dict) else [value]
            if found := [str(one) for one in values if not isinstance(one, bool) and not str(one).startswith("$")]:
                having[rule.id] = found
        counts = Counter(one for found in having.values() for one in found)
        if len(having) < _FEWEST or len(counts) < 2 or sum(counts.values()) < _SHARE * len(counts):
            continue
        for address in (f"{key}/{value}" for value in counts):
            if address in rules:
                having[address] = [address.partition("/")[2]]
        for address, found in having.items():
            rules[address].values[key] = found
        named = {
            value: {language: _named(book, value, key) for language, book in books.items()} for value in sorted(counts)
        }
        yield Filter(key, {language: labels[language][key] for language in books}, named)


def _named(book: Book, value: str, key: str) -> str:
    """Return a value in words, with a capital."""
    words = book.describe(value, key).striptags()
    return words[:1].upper() + words[1:]

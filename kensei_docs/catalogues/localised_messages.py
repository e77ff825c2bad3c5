"""Every message in every language with its place and the spelling of the terms in it, for the checks of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import shorten

from kensei_docs.catalogues.catalogue_files import catalogue_file, read_po_file
from kensei_docs.catalogues.messages import REPORTS, VOCABULARY, Message, collect, languages
from kensei_docs.catalogues.numbers_and_nouns import number_in_words
from kensei_docs.catalogues.plural_forms import ONE_FORM, PluralForms, Translation
from kensei_docs.catalogues.po_faults import plural_forms_of
from kensei_docs.catalogues.po_lines import PoEntry
from kensei_docs.database import Database, Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER, renumbered, with_names
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Place, Problem
from kensei_docs.project import CATALOGUES, EDITIONS, Project


@dataclass(frozen=True)
class LocalisedMessage:
    """A message in one language, or one of its plural forms there; ``words`` is empty if there is no translation.

    ``stale``: the translation is of an earlier text of the message. ``record`` is the record that the message belongs
    to, None for messages of the vocabulary and the templates. ``form`` is the number of the plural form, from 0;
    ``for_one``: it is the form for exactly one thing. ``terms`` has the glossary's spelling of terms in this language;
    ``inserts_terms``: its placeholders stand for terms of the game, not for figures. ``flags`` are those of the entry.
    """

    language: str
    message: Message
    words: str
    stale: bool
    place: Place
    catalogue: Path
    record: Record | None = None
    form: int = 0
    for_one: bool = False
    terms: TermSpelling | None = None
    inserts_terms: bool = False
    flags: tuple[str, ...] = ()

    @property
    def is_of_rules(self) -> bool:
        """Whether it is printed; messages of commands are not, and have figures of their own, such as examples."""
        return self.message.domain != REPORTS

    def problem(self, message: str) -> Problem:
        """Return a problem of this message; in words of a cell, a figure is what stands in the cell."""
        if isinstance(self.message.place, CellPlace):
            message = PLACEHOLDER.sub(self._as_in_the_cell, message)
        context = self.message.context
        text = shorten(self.message.text, 50, placeholder="…")
        name = f"'{context}'" if self.message.has_own_context else f"{context}: '{text}'"
        return Problem(
            self.place,
            f"{name} {message}",
            "",
            edition=self.record.edition if self.record else None,
            record=self.record.id if self.record else None,
            citations=self.record.citations if self.record else (),
        )

    def _as_in_the_cell(self, placeholder: re.Match[str]) -> str:
        value = self.record.get(f"figures.{placeholder['name']}") if self.record else None
        if not isinstance(value, str):
            return placeholder.group()
        way = placeholder["way"]
        return f"'{number_in_words(value, self.message.language, way)}'" if way else value


def localised_messages(project: Project, database: Database) -> Iterator[LocalisedMessage]:
    """Yield every message as it is written, then as each other language has it."""
    messages = list(collect(project, database))
    records_with_messages = [
        *database.records,
        *(ruling for edition in database.editions.values() for ruling in edition.rulings.values()),
    ]
    records = {record.context(field): record for record in records_with_messages for field, _ in record.messages}
    codes = {*languages(project), *(message.language for message in messages)}
    terms = {code: TermSpelling(database.glossary.values(), code) for code in codes}
    atoms = database.vocabulary.atoms
    inserting = {f"when.{name}" for name, atom in atoms.items() if atom.get("values") not in (None, "figure")}
    for message in messages:
        language = message.language
        file = catalogue_file(project, language, message.domain)
        record = records.get(message.context)
        localised = LocalisedMessage(
            language, message, message.text, False, message.place, file, record, terms=terms[language]
        )
        yield replace(localised, for_one=bool(message.plural))
        if message.plural:
            yield replace(localised, words=message.plural, form=1)
    for language in languages(project):
        own = is_wanted(project, language)
        translated = [m for m in messages if m.language != language and (own or not project.holds(m.place.file))]
        # A project isn't asked to translate the tool's own messages into a language that the tool doesn't ship.
        is_shipped = project.layers[-1].joinpath(*CATALOGUES, language).is_dir()
        for localised in _messages_in(project, language, translated, records):
            if not localised.words and not is_shipped and not project.holds(localised.message.place.file):
                continue
            named = localised.message.context.removeprefix(f"{VOCABULARY}/").rpartition(".")[0]
            yield replace(localised, terms=terms[language], inserts_terms=named in inserting)


def is_wanted(project: Project, language: str) -> bool:
    """Return whether a project's own words are to be translated into a language.

    A user's own game is translated into the languages of its catalogues; additions to a shipped edition into all.
    """
    own_folder = project.layers[0]
    complete = [own_folder.joinpath(*EDITIONS, name, "edition.yaml").is_file() for name in project.own_editions]
    return (
        len(project.layers) == 1
        or own_folder.joinpath(*CATALOGUES, language).is_dir()
        or not complete
        or not all(complete)
    )


def _messages_in(
    project: Project, language: str, messages: list[Message], records: dict[str, Record]
) -> Iterator[LocalisedMessage]:
    for domain in dict.fromkeys(message.domain for message in messages):
        file, by_message = catalogue_file(project, language, domain), _catalogue_entries(project, language, domain)
        for message in (m for m in messages if m.domain == domain):
            exact = by_message.get((message.context, message.text, message.plural))
            # A translation of another text in the same context is stale.
            older = by_message.get((message.context, "", "")) if message.has_own_context else None
            entry, place, forms = exact or older or (None, message.place, ONE_FORM)
            strings = entry.translation if entry and entry.is_translated else ("",)
            if older and exact is None and entry:
                field, before = message.context.rpartition(".")[2], entry.text
                if names := renumbered(field, before, (message.text, message.plural)):
                    exact, strings = older, tuple(with_names(string, names) for string in strings)
            stale = bool(entry and entry.is_translated and (exact is None or entry.fuzzy))
            where = place if entry and entry.is_translated else message.place
            translation = Translation(strings, message.plural, forms)
            for form, words in enumerate(strings):
                for_one = len(strings) > 1 and words == translation.of_exactly_one
                record, flags = records.get(message.context), entry.flags if entry else ()
                yield LocalisedMessage(language, message, words, stale, where, file, record, form, for_one, flags=flags)


def _catalogue_entries(
    project: Project, language: str, domain: str
) -> dict[tuple[str, str, str], tuple[PoEntry, Place, PluralForms]]:
    """Return the entries of all layers by context and message, and the last of each context under ``""``.

    Each has its place, and the plural forms of its file.
    """
    by_message: dict[tuple[str, str, str], tuple[PoEntry, Place, PluralForms]] = {}
    for file in project.files(*CATALOGUES, language, f"{domain}.po"):
        po_file = read_po_file(file, language)
        forms = plural_forms_of(po_file, language)
        for entry in po_file.messages:
            placed = entry, Place(str(file), entry.line_of("msgid")), forms
            by_message[entry.context, *entry.text] = by_message[entry.context, "", ""] = placed
    return by_message


# The text before the first word of a sentence, or of a part in brackets or quotation marks.
_BEGINNING = re.compile(r"(?:^|[.:?!…])\W*$|[^\w\s,;/-]$")


class TermSpelling:
    """The spelling of the glossary's terms of several words in one language."""

    def __init__(self, glossary: Iterable[Mapping[str, str]], language: str) -> None:
        grammar = language_of(language)
        # A term with an abbreviation in brackets is a label; one that begins with a function word may be common words.
        written = (entry.get(language) for entry in glossary)
        spellings = dict.fromkeys(term for term in written if isinstance(term, str))
        self._spellings = {spelling.lower() for spelling in spellings}
        words = ((term, term.split()) for term in spellings if "(" not in term)
        self._terms = {
            " ".join(term).lower(): spelling
            for spelling, term in words
            if len(term) > 1 and term[0].lower() not in grammar.function_words
        }
        endings = "|".join(sorted({ending for ending, _ in grammar.plurals}, key=len, reverse=True))
        self._plural = rf"(?:{endings})?" if endings else ""
        longest = sorted(self._terms, key=len, reverse=True)
        self._any = [
            (term.split()[0], term.split()[-1], re.compile(self._pattern(term), re.I), self._terms[term])
            for term in longest
        ]

    def _pattern(self, term: str) -> str:
        """Return the regular expression of a term, each of its words in the singular or plural."""
        words = r"\s+".join(re.escape(word) + self._plural for word in term.split())
        return rf"(?<![\w-])(?:{words})(?![\w-])"

    def has(self, words: str) -> bool:
        """Return whether a text is a term of the glossary in this language."""
        return words.lower() in self._spellings

    def misspelled(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield (words of a message, the glossary's spelling) for each term with other capitals."""
        taken_spans: list[range] = []
        lowered = words.lower()
        for first, last, pattern, term in self._any:
            # Most terms are not in a message, and this comparison is ten times as fast as the pattern.
            if first not in lowered or last not in lowered:
                continue
            for match in pattern.finditer(words):
                # These words belong to a longer term: "movement" in "charge movement".
                if any(match.start() in span for span in taken_spans):
                    continue
                taken_spans.append(range(match.start(), match.end()))
                if match.group() != words and not _capitals_fit(
                    match.group().split(), term.split(), bool(_BEGINNING.search(words[: match.start()]))
                ):
                    yield match.group(), term


def _capitals_fit(words: Sequence[str], term: Sequence[str], starts_sentence: bool) -> bool:
    """Return whether words have the capitals of a term; the first may have another at the beginning of a sentence.

    A name with one capital ("Retar a duelo") is written small inside a sentence where it is not a name.
    """
    if any(word[:1] != other[:1] for word, other in zip(words[1:], term[1:], strict=True)):
        return False
    if words[0][:1] == term[0][:1]:
        return True
    capitals_inside = any(word[:1].isupper() for word in term[1:])
    return starts_sentence if term[0][:1].islower() else not capitals_inside

"""The translator: messages in one language, with their figures filled in; and one for tests of layouts.

The latter makes words longer, with accents: so it shows where space is short, and which words are not translated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import Any, Protocol
from unicodedata import normalize

from kensei_docs.catalogues.icon_names import IconNames
from kensei_docs.catalogues.messages import (
    MESSAGE_LANGUAGE,
    REPORTS,
    TEMPLATES,
    VOCABULARY,
    in_message_language,
    template_messages,
    written_kinds,
)
from kensei_docs.catalogues.number_words import filled_in, number_in_words
from kensei_docs.catalogues.po import Catalogue, Translation, lacks_in_cell, overridden_in, stale_in
from kensei_docs.catalogues.translation_faults import faults_of_forms, message_faults, printed_faults, without_invisible
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import TRACE_NAMES
from kensei_docs.database.own_columns import is_colour, lacks_sign_of_colour
from kensei_docs.database.placeholders import PLACEHOLDER, Forms, figure_of_cell, forms_of, renumbered, with_names
from kensei_docs.database.word_markup import marked, name_of_icon, plain
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.figures import localise, parse
from kensei_docs.languages import language as language_of
from kensei_docs.problems import AllOf, Number, OneOf, Place, Problem, Said, Severity, Unusable, closest
from kensei_docs.project import CATALOGUES, DATA, EDITIONS, Project
from kensei_docs.slugs import slug_of

# Printed in place of a figure that the document leaves out: a blank to fill in by pen.
BLANK = "____"
# What a term that there is none of lacks, with a hint at the one that was meant.
NO_TERM = "which is no term of the glossary{}; add it to data/glossary.yaml"


class Texts(Protocol):
    """What a translator reads beside the database."""

    @property
    def kinds(self) -> Mapping[str, str]:
        """The languages that kinds of document are written in, where that is not the language of messages."""

    @property
    def own_glossary(self) -> Tree:
        """The glossary of the project itself."""

    @property
    def own_editions(self) -> Collection[str]:
        """The editions of the project itself."""

    @property
    def has_templates(self) -> bool:
        """Whether the tool has a catalogue of its templates in this language."""

    @property
    def icons(self) -> IconNames | None:
        """The icons that words can have; None where they aren't known."""

    def catalogue(self, domain: str) -> Catalogue:
        """Return the catalogue of a domain."""

    def place_in_templates(self, kind: str, message: str) -> Place:
        """Return where the templates of a kind of document have a message, their folder where that isn't known."""


class ProjectTexts:
    """The texts of a project in one language, read from its files as they are asked for."""

    def __init__(self, project: Project, database: Database, language: str) -> None:
        self._project, self._language = project, language
        self.catalogue: Callable[[str], Catalogue] = cache(partial(Catalogue.of, project, language, database=database))
        # Over the project may lie the translations of an earlier day, which have no glossary and no editions.
        self._layers = project.layers[:-1] or project.layers

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        return written_kinds(self._project)

    @cached_property
    def own_glossary(self) -> Tree:
        files = [layer / DATA / "glossary.yaml" for layer in self._layers]
        return read_cached(next((file for file in files if file.is_file()), files[0]), self._project.parsed)[0]

    @cached_property
    def own_editions(self) -> Collection[str]:
        files = (file for layer in self._layers for file in layer.joinpath(*EDITIONS).glob("*/edition.yaml"))
        return {file.parent.name for file in files}

    @cached_property
    def icons(self) -> IconNames | None:
        return IconNames(self._project)

    @cached_property
    def has_templates(self) -> bool:
        return self._project.layers[-1].joinpath(*CATALOGUES, self._language, f"{TEMPLATES}.po").is_file()

    def place_in_templates(self, kind: str, message: str) -> Place:
        folder = self._project.named_folders(TEMPLATES).get(kind)
        # A template of the folder that can't be read stops this search; printing it reports why.
        with suppress(Unusable):
            for text, place in template_messages(folder, self._project.parsed) if folder else ():
                if text == message:
                    return place
        return Place(f"{TEMPLATES}/{kind}")


class Translator:
    """Messages of a ``database`` in one language; one without a translation is returned as it is written, and is
    among the ``problems``.

    They are plain words, without the markup that they are written with; ``with_marks`` gives a translator that keeps
    it.
    """

    def __init__(self, source: Project | Texts, database: Database, language: str) -> None:
        self.language = language
        self.problems: list[Problem] = []
        self.texts: Texts = ProjectTexts(source, database, language) if isinstance(source, Project) else source
        self.database = database
        self._seen: dict[tuple[str, str, Forms], Translation] = {}
        self._keeps_marks = False

    def with_marks(self) -> Translator:
        """Return this translator with the markup of words as marks (see ``word_markup``), for a page.

        Both have the same ``problems``.
        """
        other = copy(self)
        other._keeps_marks = True
        return other

    def label_of_icon(self, name: str) -> str:
        """Return what an icon is called where none is drawn: the glossary's term of this name, else its name."""
        return self.term(name) if self.knows(name) else name_of_icon(name)

    def _in_words(self, message: str) -> str:
        """Return a message without its markup, or with marks in place of it."""
        return marked(message) if self._keeps_marks else plain(message, self.label_of_icon)

    def name(self, record: Record) -> str:
        """Return a record's name, with its figures if it has any."""
        return self.text(record, "name", message=str(record.get("name") or record.name))

    def edition(self, edition_id: str) -> str:
        """Return an edition's name."""
        edition = self.database.editions[edition_id]
        return self._of_edition(edition, "name", edition.name)

    def about(self, edition_id: str) -> str:
        """Return what an edition says that its game is, empty where it says nothing."""
        edition = self.database.editions[edition_id]
        return self._of_edition(edition, "about", edition.about) if edition.about else ""

    def reason(self, edition_id: str, name: str) -> str:
        """Return the reason, by its name, why an edition's documents leave something out."""
        edition = self.database.editions[edition_id]
        return self._of_edition(edition, f"scope.elsewhere.{name}.because", edition.scope.reasons[name].because)

    def _of_edition(self, edition: Edition, field: str, message: str) -> str:
        where = partial(edition.tree.place, field)
        return self._translated(edition.id, f"{edition.id}/edition.{field}", message, where)

    def text(
        self, record: Record, field: str = "text", figure: Callable[[str], str] = str, message: str | None = None
    ) -> str:
        """Return one of a record's messages with its figures as this language writes them.

        ``figure`` is applied to each figure, for example to mark it up; ``message`` is used in place of the record's
        own. Returns an empty string if the record has no such message.
        """
        return self.fill(record, self.message(record, field, message), figure)

    def message(self, record: Record, field: str, message: str | None = None) -> str:
        """Return one of a record's messages with the places of its figures, ``%(name)s``."""
        source = record.get(field) if message is None else message
        if not isinstance(source, str):
            return ""
        where = partial(record.place, field)
        # Text that is copied from a document has no markup: its stars mark notes.
        is_copy = record.copied is not None and field in ("text", "reminder")
        return self._translated(record.edition, record.context(field), source, where, _figures_of(record), is_copy)

    def clause(self, domain: str, context: str, message: str, record: Record) -> str:
        """Return a clause of a lineage with the figures of a record; ``domain`` is its catalogue."""
        where = partial(Place, f"data/lineage/{domain}.yaml")
        words = self._translated(domain, context, message, where, _figures_of(record))
        # A clause may name a value of the record itself, too, such as how far a band of distance reaches.
        return filled_in(words, lambda name, way: self._said(record.get(f"figures.{name}", record.get(name)), way))

    def fill(self, record: Record, message: str, figure: Callable[[str], str] = str) -> str:
        """Return a message with the figures of a record in their places."""
        return filled_in(message, lambda name, way: self._said(record.get(f"figures.{name}"), way, figure))

    def figure(self, value: str | None) -> str:
        """Return a figure as this language writes it; None is a blank to fill in.

        The letters of an outcome such as ``D/W`` are those that the glossary has for this language.
        """
        if value is None:
            return BLANK
        figure = parse(value)
        if figure and figure.kind == "outcome" and figure.text != "none":
            terms = ((letter, f"outcome-{letter.lower()}") for letter in figure.text.split("/"))
            return "/".join(self.term(term) if self.knows(term) else letter for letter, term in terms)
        return localise(value, self.language)

    def knows(self, term_id: str) -> bool:
        """Return whether the glossary has a term."""
        return term_id in self.database.glossary or term_id in self.database.labels

    def term(self, term_id: str, asking: Callable[[], Place | None] = lambda: None) -> str:
        """Return a term of the glossary; one that a project's own glossary lacks in this language is a problem.

        The place of one that is no term is that of what is ``asking`` for it, if that is known.
        """
        entry = self.database.labels.get(term_id) or self.database.glossary.get(term_id) or {}
        names = [word for key, word in entry.items() if key != "part"]
        if not entry and (place := asking()):
            hint = closest(term_id, self.database.glossary)
            self._add_problem(place, f"prints '{term_id}', {NO_TERM.format(hint)}")
        elif not entry or (not entry.get(self.language) and term_id in (self.texts.own_glossary.value or {})):
            message = f"has no term '{term_id}' in {self.language}; add it"
            self._add_problem(self.texts.own_glossary.place(term_id), message)
        word = entry.get(self.language) or entry.get(MESSAGE_LANGUAGE) or next(iter(names), term_id.replace("-", " "))
        return self._in_words(word)

    def own_words(self, record: Record, field: str, words: str) -> str:
        """Return words in a field of a project's own: of the term with their name in its glossary, else as written.

        In another language than that of its data, words without a term are a problem; a colour, ``#7a4a12``, has none.
        """
        term = slug_of(words)
        if term in (self.texts.own_glossary.value or {}):
            return self.term(term)
        is_known = self.database.vocabulary.is_known_field(record.kind, field)
        written_in = self.database.editions[record.edition].written_in
        if (
            term
            and not is_known
            and not is_colour(words)
            and not lacks_sign_of_colour(words)
            and self.language != written_in
            and self._is_translated(record.edition)
        ):
            message = f"'{words}' has no word in {self.language}; write '{term}: {{{self.language}: …}}' in"
            self._add_problem(record.place(field), f"{message} data/glossary.yaml", context=record.context(field))
        return self._in_words(words)

    def _is_translated(self, domain: str) -> bool:
        """Return whether an edition is the project's own, and somebody has begun to translate it into this language."""
        return domain in self.texts.own_editions and bool(self.texts.catalogue(domain).translations)

    def is_own_term(self, term_id: str) -> bool:
        """Return whether the project's glossary has a term, or a column of a spreadsheet has its name."""
        return term_id in self.database.labels or term_id in (self.texts.own_glossary.value or {})

    def template(self, kind: str, message: str, figures: Mapping[str, object] | None = None) -> str:
        """Return a message of a kind of document, as its templates write it, with the ``figures`` that it names."""
        given = {name: str(figure) for name, figure in (figures or {}).items()}
        where = partial(self.texts.place_in_templates, kind, message)
        words = self._translated(TEMPLATES, kind, message, where, given.get)
        return filled_in(words, lambda name, way: self._said(given[name], way)) if given else words

    def report(self, message: str) -> str:
        """Return a message of a problem, with its values as this language writes them.

        A message that wasn't made by ``say`` stays as it is.
        """
        if not isinstance(message, Said):
            return message
        words = self._translated(REPORTS, REPORTS, message.message, lambda: Place("kensei_docs"))
        return filled_in(
            words,
            lambda name, way: self._said(str(message.values[name]), way) if way else self._value(message.values[name]),
        )

    def problem(self, problem: Problem) -> Problem:
        """Return a problem in this language: its message, and its place if that is a side of a matchup."""
        term = f"odds-{problem.place.file}"
        place = replace(problem.place, file=self.term(term)) if self.knows(term) else problem.place
        return replace(problem, place=place, message=self.report(problem.message))

    def _value(self, value: object) -> str:
        from babel.lists import format_list

        if isinstance(value, Record):
            return self.name(value)
        if isinstance(value, AllOf):
            return self.phrase(value)
        if isinstance(value, Number):
            return self.figure(str(value))
        if isinstance(value, OneOf):
            words = [self.name_meant(name) for name in value]
            return format_list(words, style="or", locale=self.language)
        return self.report(value if isinstance(value, str) else str(value))

    def name_meant(self, name: str) -> str:
        """Return what a field, a kind or another id of the vocabulary is called, by the glossary or in words."""
        if self.knows(name):
            return self.term(name).lower()
        # The end of a file's name, ``.svg``, is no quantity.
        is_quantity = name in self.database.vocabulary.section(TRACE_NAMES)
        return self.quantity(name) if is_quantity else name.replace("-", " ")

    def hook(self, hook: str) -> str:
        """Return the name of a hook (of the roll or value that an effect changes)."""
        entry = self.database.vocabulary.hooks.get(hook) or {}
        return self._vocabulary_phrase(f"hooks.{hook}", f"hook.{hook}", "name", entry.get("name"))

    def phrase(self, when: Mapping[str, Any] | None, record: Record | None = None) -> str:
        """Return a condition in words: a whole phrase an atom, joined as the language lists.

        ``record`` gives the figures that the condition names as ``$range``.
        """
        from babel.lists import format_list

        excepting = language_of(self.language).exceptions
        phrases = [self._phrase_of_atom(atom, value, record) for atom, value in (when or {}).items()]
        exceptions = [phrase for phrase in phrases if phrase.partition(" ")[0] in excepting]
        rest = [phrase for phrase in phrases if phrase not in exceptions]
        # Exceptions come last: "when charging, except against weapons of type 1".
        return ", ".join(format_list(part, locale=self.language) for part in (rest, exceptions) if part)

    def condition(self, record: Record, path: str) -> str:
        """Return in words what a modifier's name (its ``says``) does not say of its condition; without a name, all."""
        named_atoms = record.get(f"{path}.says") or {}
        when = record.get(f"{path}.when") or {}
        return self.phrase(
            {atom: value for atom, value in when.items() if atom not in named_atoms or named_atoms[atom] != value},
            record,
        )

    def quantity(self, name: str) -> str:
        """Return the printed name of a quantity such as ``self.attack``; without one, its id with spaces for signs."""
        names = self.database.vocabulary.section(TRACE_NAMES)
        return ", ".join(
            self.entry(TRACE_NAMES, part) if part in names else localise(part, self.language).replace("-", " ")
            for part in _parts_of_quantity(name)
        )

    def knows_quantity(self, name: str) -> bool:
        """Return whether the vocabulary has words for a quantity."""
        return all(part in self.database.vocabulary.section(TRACE_NAMES) for part in _parts_of_quantity(name))

    def entry(self, section: str, name: str) -> str:
        """Return an entry of one of the vocabulary's sections of names."""
        vocabulary = self.database.vocabulary
        where = partial(vocabulary.place, f"{section}.{name}")
        return self._translated(
            VOCABULARY, vocabulary.context(section, name), str(vocabulary.section(section)[name]), where
        )

    def _phrase_of_atom(self, atom: str, value: Any, record: Record | None) -> str:
        """Return one condition in words; values with phrases of their own are joined by *or*."""
        from babel.lists import format_list

        vocabulary = self.database.vocabulary
        forms, listed = vocabulary.phrase_forms(atom, value)
        counted = str(listed[0]) if len(listed) == 1 else ""
        if counted.startswith("$") and record is not None:
            counted = record.figure(f"figures.{counted[1:]}") or ""
        texts = (vocabulary.atoms.get(atom) or {}).get("phrase") or {}
        phrases = [
            self._vocabulary_phrase(f"atoms.{atom}", f"when.{atom}", form, texts.get(form), counted) for form in forms
        ]
        # Values that have a phrase of their own are joined by "or": one of a list has to hold.
        phrase = format_list(phrases, style="or", locale=self.language)

        def said(_: str, way: str) -> str:
            values = [self._phrase_of_value(member, record, way) for member in listed]
            return format_list(values, style="or", locale=self.language)

        return filled_in(phrase, said)

    def _phrase_of_value(self, value: Any, record: Record | None, way: str) -> str:
        text = str(value)
        if text.startswith("$") and record is not None:
            return self._said(record.figure(f"figures.{text[1:]}"), way)
        # The name in the edition's records takes precedence over the glossary's term.
        records = self.database.editions[record.edition].records.values() if record else ()
        for other in records:
            if other.slug == text:
                return self.name(other)
        if text in self.database.glossary:
            return self.term(text)
        return self._said(text, way) if way else localise(text, self.language)

    def _vocabulary_phrase(self, path: str, context: str, form: str, message: object, counted: str = "") -> str:
        """Return the message that the hook or the condition at a path of the vocabulary has for a ``form``.

        Without one, its name, and a problem. ``counted`` is the figure that the message's forms agree with.
        """
        place = self.database.vocabulary.place
        if not isinstance(message, str):
            name = path.partition(".")[2]
            self._add_problem(place(path), f"'{name}' has no phrase for '{form}'; add one")
            return f"{name} {form}"
        context = f"vocabulary/{context}.{form}"
        return self._translated(VOCABULARY, context, message, partial(place, ""), lambda _: counted)

    def _said(self, value: object, way: str, figure: Callable[[str], str] = str) -> str:
        """Return a value as a message asks for it: as a figure, or in words; what is no figure has one form."""
        text = value if isinstance(value, str) else None
        if text is not None and way and parse(text):
            return number_in_words(text, self.language, way)
        return figure(self.figure(text))

    def _translated(
        self,
        domain: str,
        context: str,
        message: str,
        where: Callable[[], Place],
        figure: Callable[[str], str | None] = lambda _: None,
        is_verbatim: bool = False,
    ) -> str:
        """Return a message in this language; ``figure`` gives the figure that its forms agree with.

        What ``is_verbatim`` has no markup, and neither have the messages of commands.
        """
        forms = forms_of(message)
        counted = parse(figure(forms.counted) or "") if forms.counted else None
        words = self._translation(domain, context, forms, where).of(counted.whole if counted else None)
        return words if is_verbatim or domain == REPORTS else self._in_words(words)

    def _translation(self, domain: str, context: str, forms: Forms, where: Callable[[], Place]) -> Translation:
        """Return the translation of a message; one that is missing or has other placeholders is a problem, and the
        message."""
        message = in_message_language(forms)
        if self.language == self._written_in(domain, context):
            if (domain, context, forms) not in self._seen:
                self._seen[domain, context, forms] = message
                of_record = domain in self.database.editions
                for fault in message_faults(forms, context.endswith(".name"), of_record, self.texts.icons):
                    name = _named(domain, context, forms)
                    self._add_problem(where(), f"{name} {fault.message}", fault.check, fault.severity, context)
            return message
        words = self.texts.catalogue(domain).translations.get((context, forms.one)) or self._renumbered(
            domain, context, forms
        )
        # A message that had one form on another day has the translation for several things.
        if words and words.many and not forms.many:
            words = Translation((words.of(None),))
        if words and words.many == forms.many:
            return self._sound(domain, context, forms, words, where)
        if domain == TEMPLATES and not words and not self.texts.has_templates:
            self._add_problem(
                Place("/".join((*CATALOGUES, self.language, f"{domain}.po"))),
                f"some words of the tool's own templates are not in {self.language} yet, and stand in the language of "
                "the tool; translate those that you see, as docs/add-a-language.md says",
                severity="warning",
            )
            return message
        place = where()
        if not words and isinstance(place, CellPlace) and not self._is_translated(domain):
            # A spreadsheet's texts are its owner's; untranslated, they are printed as they are in every language.
            return message
        file = f"data/locale/{self.language}/{domain}.po"
        # Messages of templates share their context, the kind.
        texts = (forms.one,) if domain == TEMPLATES else (forms.one, "")
        is_stale = any((context, text) in self.texts.catalogue(domain).stale for text in texts)
        missing = f"has no translation into {self.language}; add it to {file}"
        lack = stale_in(self.language, file) if is_stale else missing
        edition = self.database.editions.get(domain)
        if edition and not is_stale and (cell := edition.untranslated.get(self.language, {}).get(context)):
            place, lack = cell, lacks_in_cell(self.language)
        self._add_problem(place, f"{_named(domain, context, forms)} {lack}", context=context)
        return message

    def _sound(
        self, domain: str, context: str, forms: Forms, words: Translation, where: Callable[[], Place]
    ) -> Translation:
        """Return a translation, or its message if it can't be printed; what is wrong with it is a problem, once."""
        if (domain, context, forms) not in self._seen:
            faults = list(faults_of_forms(forms, words))
            name = _named(domain, context, forms)
            for fault in faults or printed_faults(forms, words, self.texts.icons):
                place = self.texts.catalogue(domain).place_of(context, forms.one) or where()
                said = f"{name} in {self.language} {fault.message}"
                self._add_problem(place, said, fault.check, fault.severity, context)
            if other := self.texts.catalogue(domain).overridden.get((context, forms.one)):
                cell = self.texts.catalogue(domain).place_of(context, forms.one) or where()
                self._add_problem(other, f"{name} {overridden_in(self.language, cell)}", context=context)
            # The untranslated message is better than a rule without its figure.
            sound = in_message_language(forms) if faults else without_invisible(forms, words)
            self._seen[domain, context, forms] = sound
        return self._seen[domain, context, forms]

    def place_in_catalogue(self, text: str) -> Place | None:
        """Return the place of a translation, of those that were asked for, with a text that its message has not."""
        for (domain, context, forms), words in self._seen.items():
            if text not in forms.one and any(text in each for each in words.strings):
                return self.texts.catalogue(domain).place_of(context, forms.one)
        return None

    def _renumbered(self, domain: str, context: str, forms: Forms) -> Translation | None:
        """Return the translation of a message whose figures of cells had other numbers in an earlier version."""
        field = context.rpartition(".")[2]
        if figure_of_cell(field, 1) not in forms.one:
            return None
        for (of_context, text), words in self.texts.catalogue(domain).translations.items():
            if of_context == context and (names := renumbered(field, (text, words.many), (forms.one, forms.many))):
                return words._replace(strings=tuple(with_names(each, names) for each in words.strings), many=forms.many)
        return None

    def _written_in(self, domain: str, context: str) -> str:
        """Return the language that a message is written in: an edition's or a kind's own, or that of all others."""
        if domain == TEMPLATES:
            return self.texts.kinds.get(context, MESSAGE_LANGUAGE)
        edition = self.database.editions.get(domain)
        return edition.written_in if edition else MESSAGE_LANGUAGE

    def _add_problem(
        self, place: Place, message: str, check: str = "translations", severity: Severity = "error", context: str = ""
    ) -> None:
        # The context of a record's message is EDITION/KIND/SLUG.FIELD.
        edition, _, rest = context.partition("/")
        owner = self.database.editions.get(edition)
        record = owner.records.get(rest.partition(".")[0]) if owner else None
        named = (edition, record.id) if record else (None, None)
        problem = Problem(place, message, check, severity, *named)
        if problem not in self.problems:
            self.problems.append(problem)


def _figures_of(record: Record) -> Callable[[str], str | None]:
    return lambda name: record.figure(f"figures.{name}")


def _parts_of_quantity(name: str) -> list[str]:
    parts = name.split(".")
    return [part for part in parts[1 if parts[0] in ("self", "each") else 0 :] if part]


def _named(domain: str, context: str, forms: Forms) -> str:
    return f"'{forms.one}' of '{context}'" if domain == TEMPLATES else f"'{context}'"


# The pseudo language: English with accents, two fifths longer, for testing templates. It shows whether a layout has
# room for longer words, and which words don't come from a catalogue: those without accents. A long message is three
# tenths longer: the longer a text, the less its translations grow (W3C, "Text size in translation").
PSEUDO = "pseudo"
# The letters that are added to a message, as a share of its letters; and the same for a long message.
_EXTRA_LETTERS = 0.4
_EXTRA_LETTERS_OF_LONG = 0.3
# A message of more letters is long.
_LONG_FROM = 70
# A message of a single word with this number of letters or more, such as the label of a figure, gets a soft hyphen, as
# translators write one into a long word: a narrow column may divide it there.
_HYPHEN_FROM = 11
_HYPHEN = "\u00ad"
_PLACEHOLDER_OR_WORD = re.compile(rf"{PLACEHOLDER.pattern}|(?P<icon>\{{\s*icon\s*:[^{{}}]*\}})|[^ %{{]+|\{{")
_ACCENTS = str.maketrans(
    {c: normalize("NFC", c + accent) for few, accent in (("aeiouAEIOU", "\u0301"), ("nN", "\u0303")) for c in few}
)


# The end of the msgctxt of a game's name, which is hardly longer in another language; it stands on every card.
_NAME_OF_EDITION = "/edition.name"


class _PseudoTranslator(Translator):
    """A translator into the pseudo language; figures and lists are English."""

    def term(self, term_id: str, asking: Callable[[], Place | None] = lambda: None) -> str:
        return lengthen(super().term(term_id, asking))

    def _translation(self, domain: str, context: str, forms: Forms, where: Callable[[], Place]) -> Translation:
        message = in_message_language(forms)
        longer = _accented if context.endswith(_NAME_OF_EDITION) else lengthen
        return message._replace(strings=tuple(map(longer, message.strings)))


def translator_for(project: Project, database: Database, language: str) -> Translator:
    """Return the translator into a language, or into ``PSEUDO``."""
    if language == PSEUDO:
        return _PseudoTranslator(project, database, MESSAGE_LANGUAGE)
    return Translator(project, database, language)


def _accented(message: str) -> str:
    return message.translate(_ACCENTS)


def lengthen(message: str) -> str:
    """Return a message with accents and two fifths more letters (a long one with three tenths more).

    Placeholders are not changed.
    """
    share = _EXTRA_LETTERS_OF_LONG if len(PLACEHOLDER.sub("", message)) > _LONG_FROM else _EXTRA_LETTERS
    # The number of letters still to add. It begins nearly at 1, so that the total is rounded up to at least the share.
    owed = 0.999

    def longer(match: re.Match[str]) -> str:
        """Return a word with a share of its own letters repeated."""
        nonlocal owed
        word = match.group()
        if word[0] == "%" or match["icon"]:
            return word
        letters = "".join(letter for letter in word if letter.isalpha())
        # The space after a word counts as a letter: it takes room on the line too.
        owed += (len(letters) + 1) * share if letters else 0
        repeated = min(int(owed), len(letters))
        owed -= repeated
        last = max((i for i, letter in enumerate(word) if letter.isalpha()), default=-1) + 1
        hyphen = _HYPHEN if word == message and len(letters) + repeated >= _HYPHEN_FROM else ""
        return (word[:last] + hyphen + letters[:repeated].lower() + word[last:]).translate(_ACCENTS)

    return _PLACEHOLDER_OR_WORD.sub(longer, message)

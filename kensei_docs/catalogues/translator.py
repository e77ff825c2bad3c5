"""The translator: messages in one language, with their figures filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kensei_docs.catalogues.files import Words, read_translations
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE, TEMPLATES, VOCABULARY
from kensei_docs.database import Database, Record
from kensei_docs.database.model import PLACEHOLDER, TRACE_NAMES
from kensei_docs.database.tables.spreadsheet import CellPlace
from kensei_docs.figures import localise
from kensei_docs.problems import Place, Problem
from kensei_docs.project import Project

# What stands where the document gives no figure: a blank to fill in by pen.
BLANK = "____"


class Translator:
    """Messages of a database in one language; what is missing is kept in ``problems``.

    Where a translation is missing, the English message is returned, so that a page can be printed for a look.
    """

    def __init__(self, project: Project, database: Database, language: str) -> None:
        self.language = language
        self.problems: list[Problem] = []
        self._project = project
        self._database = database
        self._strings: dict[str, Words] = {}

    def name(self, record: Record) -> str:
        """Return a record's name."""
        return self._translated(record.edition, record.context("name"), record.name, lambda: record.place("name"))

    def edition(self, edition_id: str) -> str:
        """Return an edition's name."""
        edition = self._database.editions[edition_id]
        return self._translated(
            edition_id, f"{edition_id}/edition.name", edition.name, lambda: edition.tree.place("name")
        )

    def text(self, record: Record, field: str = "text", figure: Callable[[str], str] = str) -> str:
        """Return one of a record's messages with its figures as this language writes them.

        ``figure`` is applied to each figure, for example to mark it up. Returns an empty string if the
        record has no such message.
        """
        message = record.get(field)
        if not isinstance(message, str):
            return ""
        words = self._translated(record.edition, record.context(field), message, lambda: record.place(field))
        return PLACEHOLDER.sub(lambda found: self._fill_figure(record, found, figure), words)

    def figure(self, value: str | None) -> str:
        """Return a figure as this language writes it; None is a blank to fill in."""
        return BLANK if value is None else localise(value, self.language)

    def knows(self, term_id: str) -> bool:
        """Return whether the glossary has a term."""
        return term_id in self._database.glossary

    def term(self, term_id: str) -> str:
        """Return a term of the glossary."""
        entry = self._database.glossary.get(term_id)
        word = entry and (entry.get(self.language) or entry.get(MESSAGE_LANGUAGE))
        if not word:
            self._add_problem(Place("data/glossary.yaml"), f"has no term '{term_id}' in {self.language}; add it")
            return term_id.replace("-", " ")
        return word

    def template(self, kind: str, message: str) -> str:
        """Return a message of a kind of document, as its templates write it."""
        return self._translated(TEMPLATES, kind, message, lambda: Place(f"templates/{kind}"))

    def hook(self, hook: str) -> str:
        """Return the name of a hook (of the roll or value that an effect changes)."""
        return self._vocabulary_phrase("hook", self._database.vocabulary.hooks, hook, "name", "name")

    def phrase(self, when: Mapping[str, Any] | None, record: Record | None = None) -> str:
        """Return a condition in words: a whole phrase an atom, joined as the language lists.

        ``record`` gives the figures that the condition names as ``$range``.
        """
        from babel.lists import format_list

        phrases = [self._phrase_of_atom(atom, value, record) for atom, value in (when or {}).items()]
        return format_list(phrases, locale=self.language) if phrases else ""

    def quantity(self, name: str) -> str:
        """Return the printed name of a quantity, an input or a computation, such as ``self.attack``.

        A name that the vocabulary doesn't have is returned with spaces in place of its signs.
        """
        names = self._database.vocabulary.section(TRACE_NAMES)
        parts = name.split(".")
        own = [part for part in parts[1 if parts[0] in ("self", "each") else 0 :] if part]
        return ", ".join(
            self._translated(
                VOCABULARY,
                f"vocabulary/trace-name.{part}",
                str(names[part]),
                partial(self._database.vocabulary.place, f"{TRACE_NAMES}.{part}"),
            )
            if part in names
            else localise(part, self.language).replace("-", " ")
            for part in own
        )

    def _phrase_of_atom(self, atom: str, value: Any, record: Record | None) -> str:
        from babel.lists import format_list

        entry = self._database.vocabulary.atoms.get(atom) or {}
        phrases = entry.get("phrase") or {}
        form, values = "is", value
        if isinstance(value, dict) and value:
            form, values = next(iter(value.items()))
        listed = values if isinstance(values, list) else [values]
        # Values that have a phrase of their own are joined by "or": one of a list has to hold.
        prefix = "not-" if form == "not" else ""
        own = [f"{prefix}{str(one).lower()}" for one in listed]
        if all(one in phrases for one in own):
            return format_list(
                [self._vocabulary_phrase("when", self._database.vocabulary.atoms, atom, "phrase", one) for one in own],
                style="or",
                locale=self.language,
            )
        words = format_list([self._phrase_of_value(one, record) for one in listed], style="or", locale=self.language)
        phrase = self._vocabulary_phrase("when", self._database.vocabulary.atoms, atom, "phrase", form)
        return phrase.replace("%(values)s", words).replace("%(figure)s", words)

    def _phrase_of_value(self, value: Any, record: Record | None) -> str:
        text = str(value)
        if text.startswith("$") and record is not None:
            return self.figure(record.figure(f"figures.{text[1:]}"))
        # The name in the edition's records takes precedence over the glossary's term.
        own = self._database.editions[record.edition].records.values() if record else ()
        for other in own:
            if other.slug == text:
                return self.name(other)
        return self.term(text) if text in self._database.glossary else localise(text, self.language)

    def _vocabulary_phrase(self, group: str, entries: Mapping[str, Any], name: str, key: str, form: str) -> str:
        entry = entries.get(name) or {}
        message = entry.get(key) if key == "name" else (entry.get(key) or {}).get(form)
        if not isinstance(message, str):
            path = {"hook": "hooks", "when": "atoms"}[group]
            self._add_problem(
                self._database.vocabulary.place(f"{path}.{name}"), f"'{name}' has no phrase for '{form}'; add one"
            )
            return f"{name} {form}"
        return self._translated(
            VOCABULARY, f"vocabulary/{group}.{name}.{form}", message, lambda: self._database.vocabulary.place("")
        )

    def _fill_figure(self, record: Record, found: Any, figure: Callable[[str], str]) -> str:
        if found["name"] is None:
            return "%"
        value = record.get(f"figures.{found['name']}")
        return figure(self.figure(value if isinstance(value, str) else None))

    def _translated(self, domain: str, context: str, message: str, where: Callable[[], Place]) -> str:
        if self.language == MESSAGE_LANGUAGE:
            return message
        if domain not in self._strings:
            self._strings[domain] = {
                key: words
                for file in self._project.files("data", "locale", self.language, f"{domain}.po")
                for key, words in read_translations(file, self.language, self._project.parsed).items()
            }
        words = self._strings[domain].get((context, message))
        if words and _placeholders(words) == _placeholders(message):
            return words
        place = where()
        what = f"'{message}' of '{context}'" if domain == TEMPLATES else f"'{context}'"
        if not words and isinstance(place, CellPlace):
            # A spreadsheet's texts are its owner's; untranslated, they are printed as they are in every language.
            return message
        if not words:
            self._add_problem(
                place,
                f"{what} has no translation into {self.language}; add it to data/locale/{self.language}/{domain}.po",
            )
            return message
        # The English message is better than a rule without its figure.
        self._add_problem(
            place,
            f"{what} has other placeholders in {self.language}; mend it in data/locale/{self.language}/{domain}.po",
            "placeholders",
        )
        return message

    def _add_problem(self, place: Place, message: str, check: str = "translations") -> None:
        problem = Problem(place, message, check)
        if problem not in self.problems:
            self.problems.append(problem)


def _placeholders(text: str) -> set[str]:
    return {found["name"] or found.group() for found in PLACEHOLDER.finditer(text)} - {"%%"}

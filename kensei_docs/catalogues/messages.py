"""Collecting every message that can be printed, by catalogue, with its context and place.

A catalogue (gettext domain) holds one edition's messages, the vocabulary's, or the templates'.
The context of a message is its record and field, and for a template the kind of document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from kensei_docs.database import Database, Edition
from kensei_docs.database.errata import read_erratum
from kensei_docs.database.yamlfile import read
from kensei_docs.discover import files_of
from kensei_docs.languages import is_language
from kensei_docs.problems import Place, unusable
from kensei_docs.project import Project

# The language that messages are written in; all others are translations.
MESSAGE_LANGUAGE = "en"
TEMPLATES, VOCABULARY = "templates", "vocabulary"
# The former name of the templates' catalogue.
_FORMER = "sheets"


@dataclass(frozen=True)
class Message:
    """One message: the catalogue it belongs to, its msgctxt, its words and where they stand."""

    domain: str
    context: str
    text: str
    place: Place

    @property
    def has_own_context(self) -> bool:
        """Whether the context is a record's field, which has one message; a template's context covers many."""
        return "/" in self.context


def languages(project: Project) -> list[str]:
    """Return the languages that can be printed: one a folder of ``data/locale``.

    Raises Unusable for a folder that is named after none, and where a catalogue has its former name.
    """
    folders = project.named_folders("data", "locale")
    for name, folder in folders.items():
        if not is_language(name):
            raise unusable(
                folder, f"'{name}' is no language that is known; name the folder by its code, such as fr", "catalogue"
            )
        former = project.file("data", "locale", name, f"{_FORMER}.po")
        if former and _FORMER not in project.named_folders("data", "editions"):
            raise unusable(
                former, f"has a former name, under which it is not read; rename it {TEMPLATES}.po", "catalogue"
            )
    return list(folders)


def collect(project: Project, database: Database) -> Iterator[Message]:
    """Yield every message of the project, in the order in which its files hold them."""
    for edition in database.editions.values():
        place = edition.tree.place("name")
        yield Message(edition.id, f"{edition.id}/edition.name", edition.name, place)
        for record in (*edition.records.values(), *edition.rulings.values(), *edition.errata.values()):
            for field, text in record.messages:
                yield Message(edition.id, record.context(field), text, record.place(field))
        yield from _messages_before_errata(edition)
    for context, text, place in database.vocabulary.messages:
        yield Message(VOCABULARY, context, text, place)
    for kind, folder in _template_folders(project):
        for text, place in _template_messages(folder):
            yield Message(TEMPLATES, kind, text, place)


def _messages_before_errata(edition: Edition) -> Iterator[Message]:
    """Yield the texts of messages before errata changed them: ``--as-of`` an earlier day prints those."""
    for erratum in edition.errata.values():
        for key, change in read_erratum(erratum).changes.items():
            record = edition.records.get(change.record)
            if record and change.before and change.fact in dict(record.messages):
                yield Message(
                    edition.id, record.context(change.fact), change.before, erratum.place(f"changes.{key}.from")
                )


def _template_folders(project: Project) -> Iterator[tuple[str, Path]]:
    for shared in project.folders("templates", "_shared"):
        yield "_shared", shared
    yield from project.named_folders("templates").items()


def _template_messages(folder: Path) -> Iterator[tuple[str, Place]]:
    from jinja2 import TemplateSyntaxError
    from jinja2.ext import babel_extract

    seen: set[str] = set()
    if (folder / "kind.yaml").is_file():
        tree, _ = read(folder / "kind.yaml")
        title = tree.value.get("title") if isinstance(tree.value, dict) else None
        if isinstance(title, str):
            seen.add(title)
            yield title, tree.place("title")
    for file in files_of(folder, ".j2"):
        try:
            # Without "silent", a template that is broken would have no messages, and an update
            # would take their translations away.
            found = list(babel_extract(BytesIO(file.read_bytes()), ["_"], [], {"encoding": "utf-8", "silent": "false"}))
        except TemplateSyntaxError as fault:
            raise unusable(file, f"is no template: {fault.message}; mend the line", "templates", fault.lineno) from None
        except UnicodeDecodeError:
            raise unusable(file, "is not UTF-8 text; save it in that encoding", "templates") from None
        for line, _, text, _ in found:
            if isinstance(text, str) and text not in seen:
                seen.add(text)
                yield text, Place(str(file), line)

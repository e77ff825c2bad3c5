"""Every message that can be printed, by catalogue, with its context and place; and each as every language has it.

A catalogue (gettext domain) holds one edition's messages, the vocabulary's, one lineage's (named as its file), the
templates', or the reports': the messages of commands to a player. The context of a message is its record and field, and
for a template the kind of document. The checks of words look at each message in each language, with its place there
and the spelling of the terms in it.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from io import BytesIO
from pathlib import Path
from textwrap import shorten
from typing import Any

import kensei_docs
from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.catalogues.icon_names import IconNames
from kensei_docs.catalogues.number_words import number_in_words
from kensei_docs.catalogues.po import (
    MESSAGE_FORMS,
    ONE_FORM,
    Catalogue,
    PluralForms,
    PoEntry,
    Translation,
    catalogue_file,
)
from kensei_docs.catalogues.template_syntax import said_of_syntax
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import messages_of
from kensei_docs.database.placeholders import PLACEHOLDER, Forms, forms_of, renumbered, with_names
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.database.yaml_files import read, read_cached
from kensei_docs.discover import files_of, folders_of
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.languages import is_language
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Place, Problem, say, unusable
from kensei_docs.project import CATALOGUES, EDITIONS, LINEAGES, SHARED_TEMPLATES, Project

# The language of all messages that don't belong to an edition or kind of document that declares another language.
MESSAGE_LANGUAGE = "en"
TEMPLATES, VOCABULARY, REPORTS = "templates", "vocabulary", "reports"
# The former name of the templates' catalogue.
_FORMER_TEMPLATES = "sheets"
# The settings of a kind of document, its title among them.
_KIND_FILE = "kind.yaml"


@dataclass(frozen=True)
class Message:
    """One message: the catalogue it belongs to, its msgctxt, its words and their place.

    ``former``: the contexts that it had while its record had other names. ``language`` is the language of ``text``.
    """

    domain: str
    context: str
    text: str
    place: Place
    plural: str = ""  # the form for several things, if the message has two forms; ``text`` is that for one thing
    counted: str = ""  # the figure that chooses between the forms
    former: tuple[str, ...] = ()
    language: str = MESSAGE_LANGUAGE

    @property
    def forms(self) -> Forms:
        """The words with the figure that chooses between them."""
        return Forms(self.text, self.plural, self.counted)

    @property
    def has_own_context(self) -> bool:
        """Whether the context is a record's field, which has one message; a template's context covers many."""
        return "/" in self.context

    @property
    def is_name(self) -> bool:
        """Whether it is the name of something: an edition, a record, a row or column, or a kind of document."""
        field = self.context.rpartition("/")[2]
        if self.domain == TEMPLATES:
            return Path(self.place.file).name == _KIND_FILE
        return self.domain != VOCABULARY and (field.endswith(".name") or ".columns." in field)


def languages(project: Project) -> list[str]:
    """Return the languages that can be printed: those with a folder in ``data/locale``.

    Raises Unusable for a folder that is named after none, and where a catalogue has its former name.
    """
    folders = project.named_folders(*CATALOGUES)
    for name, folder in folders.items():
        if not is_language(name):
            message = f"'{name}' is not a known language; name the folder by its code, such as fr"
            raise unusable(folder, message, "catalogue")
        former = project.file(*CATALOGUES, name, f"{_FORMER_TEMPLATES}.po")
        if former and _FORMER_TEMPLATES not in project.named_folders(*EDITIONS):
            message = f"has a former name, under which it is not read; rename it {TEMPLATES}.po"
            raise unusable(former, message, "catalogue")
    return list(folders)


def written_kinds(project: Project) -> dict[str, str]:
    """Return, by kind of document, the language of its messages, if its ``kind.yaml`` declares one."""
    written: dict[str, str] = {}
    # The shipped kinds are written in one language.
    own_templates = project.layers[0] / TEMPLATES
    for folder in folders_of(own_templates) if len(project.layers) > 1 else ():
        if (folder / _KIND_FILE).is_file():
            tree, _ = read_cached(folder / _KIND_FILE, project.parsed)
            given = tree.value.get("language") if isinstance(tree.value, dict) else None
            if isinstance(given, str):
                written[folder.name] = given
    return written


def written_languages(project: Project) -> list[str]:
    """Return the languages that the editions of the topmost layer are written in."""
    files = (project.layers[0].joinpath(*EDITIONS, name, "edition.yaml") for name in project.own_editions)
    trees = [read_cached(file, project.parsed)[0].value for file in files if file.is_file()]
    codes = (tree.get("written-in") if isinstance(tree, dict) else None for tree in trees)
    return list(dict.fromkeys(code if isinstance(code, str) else MESSAGE_LANGUAGE for code in codes))


def collect(project: Project, database: Database) -> Iterator[Message]:
    """Yield every message of the project, in the order in which its files hold them."""
    for edition in database.editions.values():
        yield from (replace(message, language=edition.written_in) for message in _messages_of_edition(edition))
    for context, text, place in database.vocabulary.messages:
        yield _message(VOCABULARY, context, text, place)
    yield from _messages_of_lineages(project)
    shared = [("_shared", folder) for folder in project.folders(*SHARED_TEMPLATES)]
    written = written_kinds(project)
    for kind, folder in (*shared, *project.named_folders(TEMPLATES).items()):
        for text, place in template_messages(folder, project.parsed):
            yield replace(_message(TEMPLATES, kind, text, place), language=written.get(kind, MESSAGE_LANGUAGE))
    # The catalogues of this package come with it: a user's own project has none of its messages.
    for text, place in _messages_of_code() if project.holds(kensei_docs.__file__) else ():
        yield _message(REPORTS, REPORTS, text, place)


def _messages_of_edition(edition: Edition) -> Iterator[Message]:
    place = edition.tree.place("name")
    yield Message(edition.id, f"{edition.id}/edition.name", edition.name, place)
    if edition.about:
        yield Message(edition.id, f"{edition.id}/edition.about", edition.about, edition.tree.place("about"))
    for name, left_out in edition.scope.reasons.items():
        field = f"scope.elsewhere.{name}.because"
        yield Message(edition.id, f"{edition.id}/edition.{field}", left_out.because, edition.tree.place(field))
    errata = (*edition.errata.values(), *edition.errata_to_come.values())
    apart = (*edition.turn.values(), *edition.rulings.values(), *edition.headlines.values())
    for record in (*edition.records.values(), *apart, *errata):
        # The words of a rulebook's author stand in the owner's own copy alone, and are translated nowhere.
        for field, text in (one for one in record.messages if not (record.copied and one[0] == "text")):
            # What is empty is a fault of the record, not of its translations.
            if not text.strip():
                continue
            former = tuple(f"{edition.id}/{name}.{field}" for name in record.former_ids)
            yield _message(edition.id, record.context(field), text, _place_of(edition, record, field), former)
    yield from _messages_of_other_days(edition)


def _place_of(edition: Edition, record: Record, field: str) -> Place:
    """Return the place of a message: in the record, or in the erratum that gave the record these words.

    The erratum may belong to a project over that of the record.
    """
    given = (name for path, name in record.errata.items() if path and f"{field}.".startswith(f"{path}."))
    erratum = next((edition.errata[name] for name in given if name in edition.errata), None)
    return erratum.place("changes") if erratum else record.place(field)


def _messages_of_code() -> list[tuple[str, Place]]:
    """Return the messages of commands to a player: the first argument of every call of ``say``.

    They are sorted by their text: code that moves to another module does not move them in the catalogues.
    """
    places: dict[str, Place] = {}
    for file in sorted(Path(kensei_docs.__file__).parent.rglob("*.py")):
        code = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(code)) if "say(" in code else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == say.__name__:
                text = ast.literal_eval(node.args[0]) if node.args and isinstance(node.args[0], ast.Constant) else None
                if isinstance(text, str):
                    places.setdefault(text, Place(str(file), node.lineno))
    return sorted(places.items())


def _message(domain: str, context: str, text: str, place: Place, former: tuple[str, ...] = ()) -> Message:
    forms = forms_of(text)
    return Message(domain, context, forms.one, place, forms.many, forms.counted, former)


def _messages_of_other_days(edition: Edition) -> Iterator[Message]:
    """Yield the messages of another day: those that errata removed or will add. ``--as-of`` prints them."""
    for record in edition.withdrawn.values():
        # A record that was added again has its present messages.
        for field, text in record.messages if record.id not in edition.records else ():
            yield _message(edition.id, record.context(field), text, record.place(field))
    for errata, side in ((edition.errata, "from"), (edition.errata_to_come, "to")):
        for erratum in errata.values():
            entry = erratum.content
            for key, change in entry.changes.items():
                place = erratum.place(f"changes.{key}.{side}")
                changed = edition.records.get(change.record)
                value = change.before if side == "from" else change.after
                if changed and isinstance(value, str) and change.fact in dict(changed.messages):
                    yield _message(edition.id, changed.context(change.fact), value, place)
                elif changed and isinstance(value, dict):
                    for field, text in messages_of(value):
                        yield _message(edition.id, changed.context(f"{change.fact}.{field}"), text, place)
            for record_id, data in entry.add.items() if side == "to" else ():
                for field, text in messages_of(data):
                    place = erratum.place(f"add.{record_id}.{field}")
                    yield _message(edition.id, f"{edition.id}/{record_id}.{field}", text, place)


def _messages_of_lineages(project: Project) -> Iterator[Message]:
    """Yield the ``clauses`` of lineages: short statements of a rule that only one of two editions has."""
    for domain, file in project.named_files(*LINEAGES).items():
        tree, _ = read(file)
        clauses = tree.value.get("clauses") if isinstance(tree.value, dict) else None
        for name, sides in clauses.items() if isinstance(clauses, dict) else ():
            for side in ("a", "b"):
                text = sides.get(side) if isinstance(sides, dict) else None
                if isinstance(text, str):
                    yield _message(domain, f"{domain}/{name}.{side}", text, tree.place(f"clauses.{name}.{side}"))


def template_messages(folder: Path, cache: Path | None) -> Iterator[tuple[str, Place]]:
    """Yield each message of the templates in a folder, with its line; raises Unusable for one that is no template."""
    from jinja2 import TemplateSyntaxError

    seen: set[str] = set()
    if (folder / _KIND_FILE).is_file():
        tree, _ = read(folder / _KIND_FILE)
        settings = tree.value if isinstance(tree.value, dict) else {}
        titles = settings.get("titles")
        more = {f"titles.{kind}": title for kind, title in titles.items()} if isinstance(titles, dict) else {}
        for key, value in {**{key: settings.get(key) for key in ("title", "otherwise", "left-out")}, **more}.items():
            if isinstance(value, str):
                seen.add(value)
                yield value, tree.place(key)
    for file in files_of(folder, ".j2"):
        try:
            texts = _texts_of_template(file, cache)
        except TemplateSyntaxError as error:
            source = file.read_text(encoding="utf-8")
            said, line = said_of_syntax(error.message or "", source, error.lineno)
            raise unusable(file, f"is not a template: {said}", "templates", line) from None
        except UnicodeDecodeError:
            raise unusable(file, "is not UTF-8 text; save it in that encoding", "templates") from None
        for line, text in texts:
            if text not in seen:
                seen.add(text)
                yield text, Place(str(file), line)


def _texts_of_template(file: Path, cache: Path | None) -> Sequence[tuple[int, str]]:
    """Return (line, message) for each message of a template, from its entry in ``cache`` if the file has not changed.

    Parsing the templates takes most of the time of checking a small project.
    Raises ``TemplateSyntaxError`` if it is no template, and ``UnicodeDecodeError`` if it is not UTF-8.
    """
    content = file.read_bytes()
    digest = digest_of(digest_of_code(__file__), content)
    entry = cache and entry_of(digest, cache)
    if entry and (parts := read_entry(entry, digest)):
        return [(line, text) for line, text in json.loads(parts[0])]
    messages = _extracted(content)
    if entry:
        write_entry(entry, digest, json.dumps(messages).encode())
    return messages


# A process can open several projects, whose shipped templates are the same.
@lru_cache(maxsize=1024)
def _extracted(content: bytes) -> tuple[tuple[int, str], ...]:
    """Return each message of a template with its line; raises as ``_texts_of_template`` does."""
    from jinja2.ext import babel_extract

    # Without "silent", a template that is broken would have no messages, and an update would take their translations
    # away.
    extracted = babel_extract(BytesIO(content), ["_"], [], {"encoding": "utf-8", "silent": "false"})
    # Figures are given behind the message: _("%(count)s {card|cards}", count=…).
    texts = ((line, words[0] if isinstance(words, tuple) else words) for line, _, words, _ in extracted)
    return tuple((line, text) for line, text in texts if isinstance(text, str))


def in_message_language(forms: Forms) -> Translation:
    """Return a message in the language that it is written in."""
    return Translation((forms.one, forms.many), forms.many, MESSAGE_FORMS) if forms.many else Translation((forms.one,))


@dataclass(frozen=True)
class LocalisedMessage:
    """A message in one language, or one of its plural forms there; ``words`` is empty if there is no translation.

    ``stale``: the translation is of an earlier text of the message. ``record`` is the record that the message belongs
    to, None for messages of the vocabulary and the templates. ``form`` is the number of the plural form, from 0;
    ``for_one``: it is the form for exactly one thing. ``terms`` has the glossary's spelling of terms in this language;
    ``inserts_terms``: its placeholders stand for terms of the game, not for figures. ``flags`` are those of the entry.
    ``icons`` are the icons that it can have. ``empty_cell`` is the cell of a spreadsheet that is for its translation.
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
    icons: IconNames | None = None
    empty_cell: Place | None = None

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
    rulings = (ruling for edition in database.editions.values() for ruling in edition.rulings.values())
    records = {
        record.context(field): record for record in (*database.records, *rulings) for field, _ in record.messages
    }
    codes = {*languages(project), *(message.language for message in messages)}
    terms = {code: TermSpelling(database.glossary.values(), code) for code in codes}
    atoms = database.vocabulary.atoms
    inserting = {f"when.{name}" for name, atom in atoms.items() if atom.get("values") not in (None, "figure")}
    file_of = cache(partial(catalogue_file, project))
    icons = IconNames(project)

    def as_written(message: Message, language: str) -> LocalisedMessage:
        file, record = file_of(language, message.domain), records.get(message.context)
        return LocalisedMessage(
            language, message, message.text, False, message.place, file, record, terms=terms[language], icons=icons
        )

    for message in messages:
        localised = as_written(message, message.language)
        yield replace(localised, for_one=bool(message.plural))
        if message.plural:
            yield replace(localised, words=message.plural, form=1)
    for language in languages(project):
        in_cells = any(
            language in edition.translations or language in edition.untranslated
            for edition in database.editions.values()
        )
        takes_own = in_cells or is_wanted(project, language)
        # A project isn't asked to translate the tool's own messages into a language that the tool doesn't ship.
        is_shipped = project.layers[-1].joinpath(*CATALOGUES, language).is_dir()
        catalogue_of = cache(partial(_entries_by_message, project, database, language))
        for message in messages:
            is_own = project.holds(message.place.file)
            if message.language == language or (is_own and not takes_own):
                continue
            named = message.context.removeprefix(f"{VOCABULARY}/").rpartition(".")[0]
            edition = database.editions.get(message.domain)
            cell = edition.untranslated.get(language, {}).get(message.context) if edition else None
            localised = replace(as_written(message, language), inserts_terms=named in inserting, empty_cell=cell)
            for translated in _translated(localised, catalogue_of(message.domain)):
                if translated.words or is_shipped or is_own:
                    yield translated


def is_wanted(project: Project, language: str) -> bool:
    """Return whether a project's own words are to be translated into a language.

    A user's own game is translated into the languages of its catalogues; additions to a shipped edition into all.
    """
    own_folder = project.layers[0]
    complete = [own_folder.joinpath(*EDITIONS, name, "edition.yaml").is_file() for name in project.own_editions]
    has_catalogues = own_folder.joinpath(*CATALOGUES, language).is_dir()
    return len(project.layers) == 1 or has_catalogues or not complete or not all(complete)


_Entries = dict[tuple[str, str, str], tuple[PoEntry, Place, PluralForms]]


def _entries_by_message(project: Project, database: Database, language: str, domain: str) -> _Entries:
    """Return the entries of a catalogue by context and message, and the last of each context without a text."""
    by_message: _Entries = {}
    for placed in Catalogue.of(project, language, domain, database).entries:
        context, text = placed[0].context, placed[0].text
        by_message[context, *text] = by_message[context, "", ""] = placed
    return by_message


def _translated(localised: LocalisedMessage, entries: _Entries) -> Iterator[LocalisedMessage]:
    """Yield a message with the words that its catalogue has for it, form by form; without words, as it is missing."""
    message = localised.message
    exact = entries.get((message.context, message.text, message.plural))
    # A translation of another text in the same context is stale.
    older = entries.get((message.context, "", "")) if message.has_own_context else None
    entry, place, forms = exact or older or (None, message.place, ONE_FORM)
    if entry is None or not entry.is_translated:
        yield replace(localised, words="", flags=entry.flags if entry else ())
        return
    strings, stale = entry.translation, exact is None or entry.fuzzy
    field = message.context.rpartition(".")[2]
    if exact is None and (names := renumbered(field, entry.text, (message.text, message.plural))):
        strings, stale = tuple(with_names(string, names) for string in strings), entry.fuzzy
    one = Translation(strings, message.plural, forms).of_exactly_one
    for form, words in enumerate(strings):
        for_one = len(strings) > 1 and words == one
        changes: dict[str, Any] = {"stale": stale, "place": place, "form": form, "for_one": for_one}
        yield replace(localised, words=words, flags=entry.flags, **changes)


# The text before the first word of a sentence, or of a part in brackets or quotation marks.
_BEGINNING = re.compile(r"(?:^|[.:?!…])\W*$|[^\w\s,;/-]$")


class TermSpelling:
    """The spelling of the glossary's terms of several words in one language."""

    def __init__(self, glossary: Iterable[Mapping[str, str]], language: str) -> None:
        grammar = language_of(language)
        written = (entry.get(language) for entry in glossary)
        spellings = dict.fromkeys(term for term in written if isinstance(term, str))
        self._spellings = {spelling.lower() for spelling in spellings}
        # A term with an abbreviation in brackets is a label; one that begins with a function word may be common words.
        several = {
            term.lower(): term
            for term in spellings
            if "(" not in term and " " in term and term.split()[0].lower() not in grammar.function_words
        }
        endings = "|".join(sorted({ending for ending, _ in grammar.plurals}, key=len, reverse=True))
        # Each word of a term may be in the singular or plural.
        plural = rf"(?:{endings})?" if endings else ""
        # A part of a longer term is not looked for: "movement" in "charge movement".
        self._terms = [
            (
                term,
                sorted(term.lower().split(), key=len),
                r"\s+".join(re.escape(word) + plural for word in term.split()),
            )
            for term in sorted(several.values(), key=len, reverse=True)
        ]

    def has(self, words: str) -> bool:
        """Return whether a text is a term of the glossary in this language."""
        return words.lower() in self._spellings

    def misspelled(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield (words of a message, the glossary's spelling) for each term with other capitals."""
        lowered = words.lower()
        # To look for the few terms whose words the text has takes a tenth of the time of looking for all.
        terms = [
            (term, pattern)
            for term, parts, pattern in self._terms
            if parts[-1] in lowered and all(part in lowered for part in parts)
        ]
        if not terms:
            return
        any_term = "|".join(f"({pattern})" for _, pattern in terms)
        for match in _whole_words(any_term).finditer(words):
            term = terms[(match.lastindex or 1) - 1][0]
            starts_sentence = bool(_BEGINNING.search(words[: match.start()]))
            if match.group() != words and not _capitals_fit(match.group().split(), term.split(), starts_sentence):
                yield match.group(), term


@cache
def _whole_words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)


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

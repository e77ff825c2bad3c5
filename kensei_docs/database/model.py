"""The database as objects: editions of games, their records with their facts, and the vocabulary of all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

import pydantic.dataclasses
from pydantic import ConfigDict

from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.schema import ErratumSchema, Model, ScopeSchema, validate
from kensei_docs.database.word_markup import plain
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES, Tree
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Place, Problem, Unusable

# Keys that say how a record is kept, printed, computed with or checked. What stands under them is no fact.
FORMAT_KEYS = frozenset(
    {
        # how it is kept
        "status",  # how much of a rule is formal
        "note",  # a remark for editors
        "from",  # the citations
        "was",  # the former ids
        "todo",  # what is still to be written
        "also",  # by language, what players call it besides, for the search of a page
        # printed
        "icon",  # the picture of a marker
        "look",  # colours and pictures
        "ruled",  # what a ruling gives a troop whose document leaves it out, printed with a mark
        "on-sheet",  # the place of a worked example on the sheet of examples, and the answers that it shows
        "told",  # the steps of a worked example, in sentences
        "borrows",  # the edition whose figures are printed, with a mark, where the record has none
        # computed with
        "hook",  # the value that an effect changes
        "when",  # the conditions
        "whose",  # the side that has the effect
        "named",  # whether it counts only where a player names it
        "per",  # the quantity that multiplies it
        "of",  # the quantity that the engine uses for X
        "restates",  # the record that states the same effect
        "replaces",  # the rule that is ignored in favour of it
        "says",  # the conditions that a name already states
        "does",  # what the engine computes from it
        # checked
        "includes",  # which ends of a band belong to it
        "limits",  # what is counted of an army
        "troop",  # the troop that a row of a sample army is
        "asks",  # the values that a worked example computes
        "supposes",  # the conditions that a worked example assumes
        "should",  # the answers of the rules where the document's are wrong
    }
)

# Sections of the vocabulary with names for print: of quantities in traces; of facts, values, cells and systems.
TRACE_NAMES = "trace-names"
FACT_NAMES, VALUE_NAMES, CELL_NAMES, SYSTEM_NAMES = "fact-names", "value-names", "cell-names", "system-names"


@dataclass
class Sections:
    """The named sections of a ``vocabulary.yaml``, of every layer that has the file, the topmost last."""

    trees: list[Tree] = field(default_factory=list)
    # The place of a section that no layer has yet.
    file: str = "data/vocabulary.yaml"

    def place(self, path: str) -> Place:
        """Return the place of an entry (``hooks.order.roll``) in the topmost file that has it."""
        for tree in reversed(self.trees):
            if path in tree.spots:
                return tree.place(path)
        return self.trees[-1].place() if self.trees else Place(self.file)

    def section(self, name: str) -> dict[str, Any]:
        """Return the entries of a section, a higher layer's over a lower's; empty where no layer has it."""
        merged: dict[str, Any] = {}
        for tree in self.trees:
            entries = tree.value.get(name)
            merged.update(entries if isinstance(entries, dict) else {})
        return merged

    def declared(self, name: str, model: type[Model]) -> Model:
        """Return a section as a model, with the model's defaults if no layer has the section.

        Raises Unusable if it is invalid.
        """
        tree = next((tree for tree in reversed(self.trees) if name in tree.spots), None)
        if tree is None:
            return model()
        section, problems = validate(model, tree, name, self.section(name))
        if section is None:
            raise Unusable(*problems)
        return section


@dataclass
class Vocabulary(Sections):
    """The closed lists of every edition: kinds of record by file, hooks, and the atoms of conditions."""

    @cached_property
    def kinds(self) -> dict[str, str]:
        """The kinds of record by the names of their files."""
        return self.section("kinds")

    @cached_property
    def hooks(self) -> dict[str, Any]:
        """The values that effects change, by name."""
        return self.section("hooks")

    @cached_property
    def atoms(self) -> dict[str, Any]:
        """The conditions that rules may have, by name."""
        return self.section("atoms")

    def phrase_forms(self, atom: str, value: Any) -> tuple[list[str], list[Any]]:
        """Return (keys of an atom's phrases that say that it has a value, values to put into the phrase).

        A value with a phrase of its own is the key of that phrase, into which nothing is put. Several keys are
        alternatives.
        """
        entry = self.atoms.get(atom)
        phrases = (entry.get("phrase") if isinstance(entry, dict) else None) or {}
        form, values = next(iter(value.items())) if isinstance(value, dict) and value else ("is", value)
        listed = values if isinstance(values, list) else [values]
        own_forms = [f"{'not-' if form == 'not' else ''}{str(member).lower()}" for member in listed]
        return (own_forms, []) if all(member in phrases for member in own_forms) else ([form], listed)

    def is_known_field(self, kind: str, field: str) -> bool:
        """Return whether the tool itself declares a field of a kind of record, or one of any kind.

        The labels that the tool has for its own fields are not those of a project's, which may mean anything by a word.
        """
        fields = self.trees[0].value.get("fields") if self.trees else None
        if not isinstance(fields, dict) or field in FORMAT_KEYS | MESSAGES:
            return True
        return any(field in (fields.get(name) or ()) for name in (kind, "any"))

    def is_own_kind(self, kind: str) -> bool:
        """Return whether a project declares a kind of record, and not the tool."""
        kinds = self.trees[0].value.get("kinds") if self.trees else None
        return not isinstance(kinds, dict) or kind not in kinds.values()

    def own_section(self, name: str) -> dict[str, Any]:
        """Return the entries of a section that layers above the tool's have."""
        return Sections(self.trees[1:]).section(name)

    @property
    def messages(self) -> Iterator[tuple[str, str, Place]]:
        """Every message of the vocabulary: (msgctxt, text, place)."""
        for name, hook in self.hooks.items():
            if isinstance(hook, dict) and isinstance(hook.get("name"), str):
                yield f"vocabulary/hook.{name}.name", hook["name"], self.place(f"hooks.{name}.name")
        for name, atom in self.atoms.items():
            phrases = atom.get("phrase") if isinstance(atom, dict) else None
            for value, text in phrases.items() if isinstance(phrases, dict) else ():
                if isinstance(text, str):
                    yield f"vocabulary/when.{name}.{value}", text, self.place(f"atoms.{name}.phrase")
        for section in (TRACE_NAMES, FACT_NAMES, VALUE_NAMES, CELL_NAMES, SYSTEM_NAMES):
            for name, text in self.section(section).items():
                # A key whose name is null is left out in print.
                if text is not None:
                    yield self.context(section, name), str(text), self.place(f"{section}.{name}")

    @staticmethod
    def context(section: str, name: str) -> str:
        """Return the msgctxt of an entry of a section of names."""
        return f"vocabulary/{section.removesuffix('s')}.{name}"


@pydantic.dataclasses.dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Citation:
    """Where figures were read, an entry of ``from``: a document, 1-based lines or a page, a digest of the words there.

    ``covers`` lists the facts (or groups of facts) that were read there; empty means all.
    """

    document: str
    lines: tuple[int, int] | None = None
    page: int | None = None
    digest: str | None = None
    covers: tuple[str, ...] = ()

    def is_for(self, path: str) -> bool:
        """Return whether the fact at ``path`` was read here."""
        return not self.covers or any(f"{path}.".startswith(f"{covered}.") for covered in self.covers)

    def as_json(self) -> dict[str, Any]:
        """Return the citation as the commands print it."""
        return {
            "document": self.document,
            "page": self.page,
            "lines": list(self.lines) if self.lines else None,
            "digest": self.digest,
        }


@dataclass(frozen=True)
class Fact:
    """One value of a record: its dotted path and its text, None if the document leaves it out."""

    path: str
    value: str | None
    when: dict[str, Any] | None
    citations: tuple[Citation, ...]

    @property
    def figure(self) -> Figure | None:
        return parse(self.value) if self.value is not None else None


@dataclass
class Record:
    """One thing of the rules, such as ``weapon/polearms``, with the data of its file."""

    kind: str
    slug: str
    edition: str
    data: dict[str, Any]
    tree: Tree
    citations: tuple[Citation, ...] = ()
    # The paths that errata changed, with the erratum's name; the path "" where it added the whole record.
    errata: dict[str, str] = field(default_factory=dict)
    # The record of another edition from which print takes the figures that this one leaves out (``borrows``).
    lender: Record | None = field(default=None, repr=False, compare=False)
    # The file of a person's own copy from which the text is, in the words of the document's author.
    copied: Tree | None = field(default=None, repr=False, compare=False)

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.slug}"

    @property
    def name(self) -> str:
        """The name in the language of the edition's messages, in plain words, as it is where it has no figures."""
        return plain(str(self.data.get("name") or self.slug.replace("-", " ").capitalize()).replace("%%", "%"))

    @property
    def former_ids(self) -> tuple[str, ...]:
        """The ids that the record had before (``was``)."""
        was = self.data.get("was")
        names = [name for name in (was if isinstance(was, list) else [was]) if isinstance(name, str)]
        return tuple(name if "/" in name else f"{self.kind}/{name}" for name in names)

    def get(self, path: str, default: Any = None) -> Any:
        """Return the part at a dotted path (``figures.range``), or the default."""
        # Most keys have no dot: keys with one, such as those of conditions, are only tried if the plain path leads
        # nowhere.
        for steps in (path.split("."), self.steps) if "." in path else ([path],):
            part: Any = self.data
            for step in steps if isinstance(steps, list) else steps(path):
                if not isinstance(part, dict) or step not in part:
                    break
                part = part[step]
            else:
                return part
        return default

    def has(self, path: str) -> bool:
        """Return whether there is something at a dotted path, null included; the record itself is at the empty path."""
        absent = object()
        return not path or self.get(path, absent) is not absent

    def steps(self, path: str) -> list[str]:
        """Return the keys along a dotted path; a key may have dots itself: ``effects.charge.when.self.charging``."""
        part: Any = self.data
        steps: list[str] = []
        rest = path
        while rest:
            ends = [i for i, letter in enumerate(rest) if letter == "."] + [len(rest)]
            keys = [rest[:end] for end in ends if isinstance(part, dict) and rest[:end] in part]
            # An unknown key ends at the next dot; after ``when`` the whole rest is one key, the name of a condition.
            step = keys[0] if keys else rest if steps[-1:] == ["when"] else rest[: ends[0]]
            part = part[step] if keys else None
            steps.append(step)
            rest = rest[len(step) + 1 :]
        return steps

    def figure(self, path: str) -> str | None:
        """Return the figure at a path, following ``$name`` to the record's figures."""
        value = self.get(path)
        if isinstance(value, str) and value.startswith("$"):
            value = self.get(f"figures.{value[1:]}")
        return value if isinstance(value, str) else None

    def borrowed(self, path: str) -> str | None:
        """Return the figure at a path from the lender, where the record itself has none."""
        return self.lender.figure(path) if self.lender and self.figure(path) is None else None

    def condition(self, when: Mapping[str, Any] | None) -> str | None:
        """Return a condition (``when``) as one line: ``self.charging: true; opponent.weapon-type: not 1, 2``.

        A figure that it names (``$range``) is replaced by its value. None if there is no condition.
        """
        parts = (f"{atom}: {self.one_line(value)}" for atom, value in (when or {}).items())
        return "; ".join(parts) or None

    def one_line(self, value: Any) -> str:
        """Return a value on one line: members of a list with commas, a comparison as ``not 1, 2``, ``true``."""
        if isinstance(value, Mapping):
            return " ".join(f"{key} {self.one_line(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return ", ".join(map(self.one_line, value))
        if isinstance(value, bool):
            return "true" if value else "false"
        return self.figure(f"figures.{value[1:]}") or value if str(value).startswith("$") else str(value)

    def _filled(self, formula: str, path: str) -> tuple[str, list[str]]:
        """Return the formula at a path with its figures filled in, and the paths of those figures."""
        group, _, key = path.rpartition(".")
        named: list[str] = []

        def fill(placeholder: re.Match[str]) -> str:
            if placeholder["name"] is None:
                return "%"
            neighbour = f"{group}.{placeholder['name']}" if key == "formula" and group else ""
            has_neighbour = bool(neighbour) and self.get(neighbour) is not None
            named.append(neighbour if has_neighbour else f"figures.{placeholder['name']}")
            return str(self.figure(named[-1]))

        return PLACEHOLDER.sub(fill, formula), named

    def fact_as_json(self, fact: Fact) -> dict[str, Any]:
        """Return one of the record's facts as the commands print it.

        ``value`` is None where the document leaves the figure out; ``when`` is the condition in one line, or None.
        """
        return {
            "fact": fact.path,
            "value": fact.value,
            "unit": fact.figure.unit if fact.figure else "",
            "when": self.condition(fact.when),
            "from": [citation.as_json() for citation in fact.citations],
        }

    def place(self, path: str = "", before: str | None = None) -> Place:
        """Return the place of a part in the record's file; with the text ``before`` it, of a character in a text."""
        if path in ("text", "reminder") and self.copied:
            return self.copied.place(f"{self.id}.text", before)
        return self.tree.place(f"{self.slug}.{path}" if path else self.slug, before)

    def context(self, field: str) -> str:
        """Return the msgctxt of one of the record's messages."""
        return f"{self.edition}/{self.kind}/{self.slug}.{field}"

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact of the record, in the order of the file.

        A formula has its figures filled in (those beside it, else the record's), with their citations. Figures
        of an example without citations are assumptions, not facts.
        """
        facts = []
        supposed = "figures" if "asks" in self.data and not self.citations else ""
        data = {key: part for key, part in self.data.items() if key != supposed}
        for path, value, when in _facts(data, "", None):
            parts = [path]
            if value is not None and "%(" in value:
                value, named = self._filled(value, path)
                parts += named
            facts.append(
                Fact(path, value, when, tuple(c for c in self.citations if any(c.is_for(part) for part in parts)))
            )
        return tuple(facts)

    @cached_property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """Every message of the record: (field, text)."""
        return tuple(messages_of(self.data))


def _facts(part: Any, path: str, when: Any) -> Iterator[tuple[str, str | None, Any]]:
    if isinstance(part, dict):
        when = part.get("when", when)
        for key, inner in part.items():
            if key in FORMAT_KEYS or key in MESSAGE_GROUPS or (key in MESSAGES and isinstance(inner, str | None)):
                continue
            yield from _facts(inner, f"{path}.{key}" if path else key, when)
    elif isinstance(part, list):
        yield path, ", ".join(map(str, part)), when
    elif isinstance(part, bool):
        yield path, "true" if part else "false", when
    elif part is None or not str(part).startswith("$"):
        yield path, part, when


# Format keys under which messages stand.
_WITH_MESSAGES = ("limits", "told")


def messages_of(data: dict[str, Any], path: str = "", group: bool = False) -> Iterator[tuple[str, str]]:
    """Yield every message of a record's data, or of the part of it at a path: (field, text).

    In a ``group`` every text is a message.
    """
    for key, inner in data.items():
        inner_path = f"{path}.{key}" if path else key
        if isinstance(inner, str) and (group or key in MESSAGES):
            yield inner_path, inner
        elif isinstance(inner, dict) and (key in _WITH_MESSAGES or key not in FORMAT_KEYS):
            yield from messages_of(inner, inner_path, key in MESSAGE_GROUPS)


def _is_named(entries: Iterable[str], record: Record, path: str) -> bool:
    """Return whether an entry (``ability``, ``weapon/oar``, ``weapon:effects``) names a record, or a fact of it."""
    return any(
        name in (record.kind, record.id) and (not group or f"{path}.".startswith(f"{group}."))
        for name, _, group in (entry.partition(":") for entry in entries)
    )


ERRATUM_KIND = "erratum"
_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass
class Erratum(Record):
    """An erratum as a record, with its validated ``content``; its slug is the name of its file."""

    content: ErratumSchema = field(kw_only=True)
    layer: int = field(kw_only=True)  # of the project; 0: its own, the topmost

    @property
    def day(self) -> date:
        """The day from which it is in force."""
        return day_in_name(self.slug) or date.min

    @property
    def order(self) -> tuple[date, int]:
        """Errata with a lower value are applied earlier: by day, then lower layers first."""
        return self.day, -self.layer

    @cached_property
    def messages(self) -> tuple[tuple[str, str], ...]:
        """Every message of the erratum itself: those of a record that it adds are messages of that record."""
        return tuple(messages_of({key: part for key, part in self.data.items() if key != "add"}))


def day_in_name(name: str) -> date | None:
    """Return the day from which an erratum is in force, the date in its name; None if the name has none."""
    match = _NAME.fullmatch(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


@dataclass(frozen=True)
class CellTranslation:
    """The ``words`` of a cell that translate the ``message`` of the cell beside it, and their place.

    Both have placeholders for the figures of the record.
    """

    message: str
    words: str
    place: Place


@dataclass
class Edition:
    """One version of one game; its messages are in the language ``written_in``, its documents in ``language``."""

    id: str
    name: str
    game: str
    language: str
    units: str
    documents: tuple[str, ...]
    tree: Tree
    vocabulary: Sections = field(default_factory=Sections)  # what it declares for the engine, the checks and armies
    scope: ScopeSchema = field(default_factory=ScopeSchema)  # what its documents leave out
    records: dict[str, Record] = field(default_factory=dict)
    rulings: dict[str, Record] = field(default_factory=dict)
    statements: dict[str, Record] = field(default_factory=dict)
    # The phases of its turn, each with the records that describe it.
    turn: dict[str, Record] = field(default_factory=dict)
    headlines: dict[str, Record] = field(default_factory=dict)  # summaries of its changes since another one
    errata: dict[str, Erratum] = field(default_factory=dict)  # those in force, the oldest first
    errata_to_come: dict[str, Erratum] = field(default_factory=dict)  # those of later days
    withdrawn: dict[str, Record] = field(default_factory=dict)  # the records that they withdrew
    base_version: str = "1"  # the short version name of the printed documents, before any erratum
    look: dict[str, Any] = field(default_factory=dict)  # its colours and pictures in print
    written_in: str = "en"
    about: str = ""  # what the game is, in a sentence or two
    alike: tuple[str, ...] = ()  # names of records that are meant to be nearly the names of others
    # What each sheet of its spreadsheets was taken for, a note each.
    sheets: list[Problem] = field(default_factory=list)
    # The translations that stand in its spreadsheets, by language and msgctxt.
    translations: dict[str, dict[str, CellTranslation]] = field(default_factory=dict)
    # The empty cells beside texts that have a column for their translation, by language and msgctxt.
    untranslated: dict[str, dict[str, Place]] = field(default_factory=dict)

    @property
    def in_authors_words(self) -> list[Record]:
        """The records whose text is the author's, in a person's own copy."""
        return [record for record in self.records.values() if record.copied]

    @property
    def is_draft(self) -> bool:
        """Whether something in it is still to be written."""
        return any("todo" in record.data for record in self.records.values())

    def records_of(self, *kinds: str) -> list[Record]:
        """Return the records, rulings or errata of some kinds, one kind after the other, in the order of their file."""
        printable = self._printable
        return [record for kind in kinds for record in printable if record.kind == kind]

    def has(self, name: str) -> bool:
        """Return whether there is a record of an id, or something in it at the path of a name ``kind/slug:path``."""
        record_id, _, path = name.partition(":")
        return record_id in self.records and self.records[record_id].has(path)

    def rulings_on(self, record: Record) -> list[Record]:
        """Return the rulings to mark at a record: those that apply to it, or settle a finding about it."""
        return self._rulings_by_record.get(record.id, [])

    @cached_property
    def _rulings_by_record(self) -> dict[str, list[Record]]:
        by_record: dict[str, list[Record]] = {}
        for ruling in self.rulings.values():
            for name in self.ruled_by(ruling):
                by_record.setdefault(name, []).append(ruling)
        return by_record

    @staticmethod
    def ruled_by(ruling: Record) -> list[str]:
        """Return the ids of the records that a ruling is marked at."""
        of_findings = [finding["record"] for finding in ruling.get("settles", ())]
        return list(dict.fromkeys(ruling.get("applies") or of_findings))

    def errata_on(self, record: Record) -> list[Erratum]:
        """Return the errata in force that changed a record, except those that carry out one of its rulings."""
        settled = {ruling.get("erratum") for ruling in self.rulings_on(record)}
        return [self.errata[name] for name in dict.fromkeys(record.errata.values()) if name not in settled]

    def leaves_out(self, record: Record, path: str = "") -> bool:
        """Return whether its documents leave a record, or a fact of it, to other pages."""
        return _is_named(self.scope.entries, record, path)

    def reason_for(self, record: Record, path: str = "") -> str | None:
        """Return the name of the reason why a record, or a fact of it, is left out; None where none is given."""
        reasons = self.scope.reasons.items()
        return next((name for name, part in reasons if _is_named(part.leaves, record, path)), None)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of record that this edition has, rulings and errata among them."""
        return tuple(dict.fromkeys(record.kind for record in self._printable))

    @property
    def _printable(self) -> tuple[Record, ...]:
        return (*self.records.values(), *self.rulings.values(), *self.errata.values())


@dataclass
class Database:
    """All editions, the vocabulary and the glossary (term id: {en, es, ja, part}).

    ``labels`` are the heads of columns that nothing declares, by the name of the figure or field, and the language that
    they are in; the glossary has none of them, unless it means something else by the word.
    """

    vocabulary: Vocabulary
    glossary: dict[str, dict[str, str]] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    editions: dict[str, Edition] = field(default_factory=dict)

    @property
    def records(self) -> Iterator[Record]:
        """Every record of every edition."""
        for edition in self.editions.values():
            yield from edition.records.values()

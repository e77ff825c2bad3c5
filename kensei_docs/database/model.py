"""What the database holds: editions of games, their records, and the facts in those."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kensei_docs.database.yamlfile import Tree
from kensei_docs.figures import Figure, parse
from kensei_docs.problems import Place

# A placeholder of a figure in a message or formula, ``%(name)s``. Also matches ``%%``, and a lone ``%`` (a fault).
PLACEHOLDER = re.compile(r"%\((?P<name>[^)]*)\)s|%%|%")
# Keys whose string is a message to the reader, wherever they stand in a record.
MESSAGES = frozenset({"name", "text", "reminder", "question", "decision", "reason"})
# Keys that hold a mapping of messages.
MESSAGE_GROUPS = frozenset({"rules", "columns"})
# Keys that say how a record is stored or applied; they are no facts of the rulebook.
NOT_FACTS = frozenset(
    {"status", "note", "from", "was", "hook", "when", "whose", "icon", "stack", "per", "of", "restates", "replaces"}
    | {"includes", "does", "named", "asks", "supposes", "should", "limits", "troop"}
)
# Those of NOT_FACTS that contain messages.
WITH_MESSAGES = frozenset({"limits"})
# The section of the vocabulary with the names that traces print for quantities, inputs and answers.
TRACE_NAMES = "trace-names"


@dataclass(frozen=True)
class Citation:
    """Where figures were read: a document, 1-based lines or a page, a digest of the words there.

    ``covers`` lists the facts (or groups of facts) that were read there; empty means all.
    """

    document: str
    lines: tuple[int, int] | None = None
    page: int | None = None
    digest: str | None = None
    covers: tuple[str, ...] = ()

    def is_for(self, path: str) -> bool:
        """Return whether the fact at ``path`` was read here."""
        return not self.covers or any(path == c or path.startswith(c + ".") for c in self.covers)

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
    """One thing of the rules, such as ``weapon/polearms``, as it stands in its file."""

    kind: str
    slug: str
    edition: str
    data: dict[str, Any]
    tree: Tree
    citations: tuple[Citation, ...] = ()
    # The paths that errata changed, with the erratum's name; the path "" where it added the whole record.
    errata: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.kind}/{self.slug}"

    @property
    def name(self) -> str:
        """The name in the language of the messages, English."""
        return str(self.data.get("name") or self.slug.replace("-", " ").capitalize())

    def get(self, path: str, default: Any = None) -> Any:
        """Return the part at a dotted path (``figures.range``), or the default."""
        part: Any = self.data
        for step in path.split("."):
            if not isinstance(part, dict) or step not in part:
                return default
            part = part[step]
        return part

    def figure(self, path: str) -> str | None:
        """Return the figure at a path, following ``$name`` to the record's figures."""
        value = self.get(path)
        if isinstance(value, str) and value.startswith("$"):
            value = self.get(f"figures.{value[1:]}")
        return value if isinstance(value, str) else None

    def condition(self, when: Mapping[str, Any] | None) -> str | None:
        """Return a condition (``when``) as one line: ``self.charging: true; opponent.weapon-type: not 1, 2``.

        A figure that it names (``$range``) is replaced by its value. None if there is no condition.
        """
        return (
            "; ".join(f"{atom}: {self._format_condition_value(value)}" for atom, value in when.items())
            if when
            else None
        )

    def _format_condition_value(self, value: Any) -> str:
        if isinstance(value, Mapping):
            return " ".join(f"{key} {self._format_condition_value(inner)}" for key, inner in value.items())
        if isinstance(value, list):
            return ", ".join(map(self._format_condition_value, value))
        if isinstance(value, bool):
            return "true" if value else "false"
        return self.figure(f"figures.{value[1:]}") or value if str(value).startswith("$") else str(value)

    def _filled(self, formula: str, path: str) -> tuple[str, list[str]]:
        """Return the formula at a path with its figures filled in, and the paths of those figures."""
        group, _, key = path.rpartition(".")
        named: list[str] = []

        def fill(found: re.Match[str]) -> str:
            if found["name"] is None:
                return "%"
            beside = f"{group}.{found['name']}" if key == "formula" and group else ""
            named.append(beside if beside and self.get(beside) is not None else f"figures.{found['name']}")
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

    def place(self, path: str = "") -> Place:
        """Return where a part stands in the record's file."""
        return self.tree.place(f"{self.slug}.{path}" if path else self.slug)

    def context(self, field: str) -> str:
        """Return the msgctxt of one of the record's messages."""
        return f"{self.edition}/{self.kind}/{self.slug}.{field}"

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact of the record, in the order of the file.

        A formula has its figures filled in (those beside it, else the record's ``figures``) and their
        citations.
        """
        facts = []
        for path, value, when in _facts(self.data, "", None):
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


def messages_of(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every message of a record's data: (field, text)."""
    return _messages(data, "", False)


def _facts(part: Any, path: str, when: Any) -> Iterator[tuple[str, str | None, Any]]:
    if isinstance(part, dict):
        when = part.get("when", when)
        for key, inner in part.items():
            if key in NOT_FACTS or key in MESSAGE_GROUPS or (key in MESSAGES and _is_text(inner)):
                continue
            yield from _facts(inner, f"{path}.{key}" if path else key, when)
    elif isinstance(part, list):
        yield path, ", ".join(map(str, part)), when
    elif isinstance(part, bool):
        yield path, "true" if part else "false", when
    elif part is None or not str(part).startswith("$"):
        yield path, part, when


def _messages(part: Any, path: str, group: bool) -> Iterator[tuple[str, str]]:
    if isinstance(part, dict):
        for key, inner in part.items():
            here = f"{path}.{key}" if path else key
            if isinstance(inner, str) and (group or key in MESSAGES):
                yield here, inner
            elif isinstance(inner, dict) and key not in NOT_FACTS - WITH_MESSAGES:
                yield from _messages(inner, here, key in MESSAGE_GROUPS)


def _is_text(part: Any) -> bool:
    return isinstance(part, str) or part is None


@dataclass
class Sections:
    """The named sections of a ``vocabulary.yaml``, of every layer that has the file, the topmost last."""

    trees: list[Tree] = field(default_factory=list)
    # The place of a section that no layer has yet.
    file: str = "data/vocabulary.yaml"

    def place(self, path: str) -> Place:
        """Return where an entry stands (``hooks.order.roll``), in the topmost file that has it."""
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


@dataclass
class Vocabulary(Sections):
    """The closed lists of every edition: kinds of record by file, hooks, and the atoms of conditions."""

    kinds: dict[str, str] = field(default_factory=dict)
    hooks: dict[str, Any] = field(default_factory=dict)
    atoms: dict[str, Any] = field(default_factory=dict)

    @property
    def lists(self) -> dict[str, dict[str, Any]]:
        """The lists by the name that they have in the file."""
        return {"kinds": self.kinds, "hooks": self.hooks, "atoms": self.atoms}

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
        for name, text in self.section(TRACE_NAMES).items():
            yield f"vocabulary/trace-name.{name}", str(text), self.place(f"{TRACE_NAMES}.{name}")


@dataclass
class Edition:
    """One version of one game; its messages are English, its documents in ``language``."""

    id: str
    name: str
    game: str
    language: str
    units: str
    documents: tuple[str, ...]
    tree: Tree
    # The sections that this edition declares for the engine, the checks and armies.
    vocabulary: Sections = field(default_factory=Sections)
    # What its documents leave to other pages: kinds, ids, or facts of these (``weapon:effects``).
    elsewhere: tuple[str, ...] = ()
    records: dict[str, Record] = field(default_factory=dict)
    rulings: dict[str, Record] = field(default_factory=dict)
    statements: dict[str, Record] = field(default_factory=dict)
    # The errata in force, the oldest first.
    errata: dict[str, Record] = field(default_factory=dict)

    def records_of(self, kind: str) -> list[Record]:
        """Return the records, or rulings, of one kind, in the order of their file."""
        return [record for record in (*self.records.values(), *self.rulings.values()) if record.kind == kind]

    def leaves_out(self, record: Record, path: str = "") -> bool:
        """Return whether its documents leave a record, or a fact of it, to other pages."""
        for entry in self.elsewhere:
            name, _, group = entry.partition(":")
            if name in (record.kind, record.id) and (not group or path == group or path.startswith(f"{group}.")):
                return True
        return False

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of record that this edition has, rulings among them."""
        return tuple(dict.fromkeys(record.kind for record in (*self.records.values(), *self.rulings.values())))


@dataclass
class Database:
    """All editions, the vocabulary and the glossary (term id: {en, es, ja, part})."""

    vocabulary: Vocabulary
    glossary: dict[str, dict[str, str]] = field(default_factory=dict)
    editions: dict[str, Edition] = field(default_factory=dict)

    @property
    def records(self) -> Iterator[Record]:
        """Every record of every edition."""
        for edition in self.editions.values():
            yield from edition.records.values()

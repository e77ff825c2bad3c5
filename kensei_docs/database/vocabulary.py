"""The vocabulary: the sections of ``vocabulary.yaml``, of all editions together or of one edition.

Beside it, the keys with a fixed meaning in records of every game, at any depth: messages, and what is no fact of a
rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.database.yaml_files import MESSAGES, Tree
from kensei_docs.problems import Place

_OF_RECORDS = {
    "status": "how much of a rule is formal",
    "note": "a remark for editors",
    "from": "the citations",
    "was": "the former ids",
    "todo": "what is still to be written",
}
_OF_PRINTING = {
    "icon": "the picture of a marker",
    "look": "colours and pictures",
    "ruled": "what a ruling gives a troop whose document leaves it out, printed with a mark",
    "on-sheet": "the place of a worked example on the sheet of examples, and the answers that it shows",
    "told": "the steps of a worked example, in sentences",
    "borrows": "the edition whose figures are printed, with a mark, where the record has none",
}
_OF_EFFECTS = {
    "hook": "the value that an effect changes",
    "when": "the conditions",
    "whose": "the side that has the effect",
    "named": "whether it counts only where a player names it",
    "per": "the quantity that multiplies it",
    "of": "the quantity that the engine uses for X",
    "restates": "the record that states the same effect",
    "replaces": "the rule that is ignored in favour of it",
    "says": "the conditions that a name already states",
    "does": "what the engine computes from it",
}
_OF_CHECKS = {
    "includes": "which ends of a band belong to it",
    "limits": "what is counted of an army",
    "troop": "the troop that a row of a sample army is",
    "asks": "the values that a worked example computes",
    "supposes": "the conditions that a worked example assumes",
    "should": "the answers of the rules where the document's are wrong",
}
# Keys that say how a record is kept, printed, computed with or checked. What stands under them is no fact.
FORMAT_KEYS = frozenset({*_OF_RECORDS, *_OF_PRINTING, *_OF_EFFECTS, *_OF_CHECKS})

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

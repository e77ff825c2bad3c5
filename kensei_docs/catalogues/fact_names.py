"""Names of facts and their values for readers: ``rows.attack.hero`` is "Attack of a hero".

A name is made of words that are printed anyway: the names of the parts around the fact, the headings of its table, the
roll that an effect changes and when, or the sentence around the figure. The vocabulary's section ``fact-names``
has words for keys that nothing printed names (none for a key that says nothing), ``value-names`` for values, and
``cell-names`` phrases that join the name of a row with a column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kensei_docs.catalogues.translator import BLANK, Translator
from kensei_docs.database import Database, Record
from kensei_docs.database.model import CELL_NAMES, FACT_NAMES, VALUE_NAMES
from kensei_docs.database.paths import mappings_in, read_atom, read_condition
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.records import SLUG
from kensei_docs.database.yaml_files import MESSAGE_GROUPS, MESSAGES
from kensei_docs.figures import localise, parse

# The ends of the part of a sentence that is quoted, and the most words of it that are quoted on each side of the
# figure.
_CLAUSE = re.compile(r"(?<=[.;:!?])\s+|\s*[()\n]\s*")
_WORDS_BESIDE_FIGURE = 6
_ELLIPSIS = "\u2026"
_FIGURES, _ROWS, _WHEN, _HOOK = "figures", "rows", "when", "hook"
# Groups that every record may have; the names of their members are enough.
_GROUPS = frozenset({_FIGURES, _ROWS, "effects", "modifiers"})


class FactNames:
    """Names of facts in a translator's language; ``wordless`` collects the keys and values that have none."""

    def __init__(self, database: Database, translator: Translator) -> None:
        self.wordless: set[str] = set()
        self._database, self._translator = database, translator
        self._by_slug: dict[str, dict[str, Record]] = {}
        vocabulary = database.vocabulary
        self._words = {group: vocabulary.section(group) for group in (FACT_NAMES, VALUE_NAMES, CELL_NAMES)}

    def name(self, record: Record, path: str, unnamed_keys: Collection[str] = ()) -> str:
        """Return the name of the fact, message or part at a path, without the name of its record.

        An empty path is the record itself, which gives its name. Keys in ``unnamed_keys`` have none.
        """
        steps = record.steps(path)
        names: list[str] = []
        for i, step in enumerate(steps):
            at = ".".join(steps[: i + 1])
            part = record.get(at)
            if isinstance(record.get(f"{at}.name"), str):
                names = [self._translator.text(record, f"{at}.name")]
            elif isinstance(record.get(f"columns.{step}"), str) and i:
                names = [self._cell(names, step, self._translator.text(record, f"columns.{step}"))]
            elif isinstance(part, Mapping) and isinstance(part.get(_HOOK), str):
                names.append(self._effect(record, part))
            elif steps[0] == _ROWS and i == 1 and isinstance(part, Mapping):
                names.append(self._row(record, part))
            elif steps[0] == _FIGURES and i == 1:
                names.append(self._figure(record, step))
            elif i and (steps[i - 1] == _WHEN or steps[i - 1] in MESSAGE_GROUPS):
                # The name of the group is enough: the value says which condition or rule it is.
                continue
            elif step not in _GROUPS and step not in unnamed_keys:
                names.append(self._key(record, steps, i))
        label = ", ".join(filter(None, names)) or self._translator.name(record)
        return label[:1].upper() + label[1:]

    def value(self, record: Record, path: str, value: Any) -> str:
        """Return the value of a fact or a part as this language writes it; a blank is one to fill in by pen.

        ``value`` is spelled as in the data, or as facts give it: lists with commas, conditions in one line.
        """
        if value is None:
            return BLANK
        steps, part = record.steps(path), record.get(path)
        if len(steps) > 1 and steps[-2] == _WHEN:
            atom = read_atom(value) if isinstance(value, str) else value
            return self._translator.phrase({steps[-1]: atom}, record)
        if steps[-1] == _WHEN and isinstance(value, str):
            value = read_condition(value)
        if isinstance(part, Mapping) and value in (record.condition(part), record.condition(part.get(_WHEN))):
            return self._translator.phrase(part if steps[-1] == _WHEN else part[_WHEN], record)
        if isinstance(value, Mapping):
            is_condition = steps[-1] == _WHEN
            return self._translator.phrase(value, record) if is_condition else self._part(record, path, value)
        words = value if isinstance(value, str) else record.one_line(value)
        if steps[-1] == _HOOK:
            return self._translator.hook(words)
        if steps[-1] in MESSAGES or (len(steps) > 1 and steps[-2] in MESSAGE_GROUPS):
            return self._translator.text(record, path, message=words)
        mark, _, bare = words.partition(" ")
        if bare and mark in ("<", ">", "\u2264", "\u2265"):
            return f"{mark} {localise(bare, self._translator.language)}"
        if parse(words):
            return localise(words, self._translator.language)
        return ", ".join(self.word(record, word, path) for word in words.split(", "))

    def word(self, record: Record, word: str, path: str = "") -> str:
        """Return the printed name of a word in the data: of a slug, a term, or a value such as ``true``."""
        if path and isinstance(record.get(f"{path}.{word}.name"), str):
            return self._translator.text(record, f"{path}.{word}.name")
        if word.startswith("$"):
            return self._translator.figure(record.figure(f"figures.{word[1:]}"))
        if parse(word):
            return localise(word, self._translator.language)
        other, _, inner = word.partition(":")
        records = self._database.editions[record.edition].records if record.edition in self._database.editions else {}
        if other in records:
            whose = self._translator.name(records[other])
            return f"{whose}: {self.name(records[other], inner)}" if inner else whose
        key = f"{path.rpartition('.')[2]}.{word}"
        words = (
            self._entry(VALUE_NAMES, key)
            or self._entry(VALUE_NAMES, word)
            or self._named(record, word)
            or self._quantity(word)
        )
        # A word that is no id, such as a formula or a name, is written for readers.
        return words or (self._without_words(word) if SLUG.fullmatch(word) else word)

    def change(self, record: Record, path: str, before: Any, after: Any) -> str:
        """Return a change in a line: ``Attack of a hero: 4 → 5``, ``Abilities: + Fear``.

        A part, a member of a list or an atom of a condition is added (before it is None) or taken away.
        """
        group = path.rpartition(".")[0]
        steps = record.steps(path)
        is_member = isinstance(record.get(group), list)
        is_atom = len(steps) > 1 and steps[-2] == _WHEN
        at = group if is_member else path
        if is_atom:
            at = ".".join(steps[:-1])
        if isinstance(before or after, Mapping) and steps[-1] != _WHEN:
            # A removed part has no path any more: the name is in its value.
            at = ".".join(step for step in steps[:-1] if step not in _GROUPS)
        elif not (is_member or is_atom) or None not in (before, after):
            values = self.value(record, path, before), self.value(record, path, after)
            if values[0] == values[1]:
                # Only the message changed, or two things have one name in this language.
                values = str(before), str(after)
            return f"{self.name(record, at)}: {values[0]} → {values[1]}"
        sign, value = ("+", after) if before is None else ("\u2212", before)
        words = self.value(record, path, value)
        return f"{self.name(record, at)}: {sign} {words}" if at else f"{sign} {words}"

    def _key(self, record: Record, steps: Sequence[str], i: int) -> str:
        """Return the words for the key ``steps[i]`` of a path.

        The vocabulary may have words for the key with its kind of record, with some of the keys before it
        (``profile.movement``), or alone. Otherwise it is the name of the thing that the key names, or the key itself.
        """
        words = self._words[FACT_NAMES]
        if not self._database.vocabulary.is_known_field(record.kind, steps[0]):
            return self.own_label(record.kind, steps[i])
        for key in (f"{record.kind}.{steps[i]}", *(".".join(steps[start : i + 1]) for start in range(i + 1))):
            if key in words:
                return self._entry(FACT_NAMES, key)
        if isinstance(record.get(".".join([*steps[:i], _HOOK])), str):
            # The operation of an effect needs no name: its figure shows it.
            return ""
        at = ".".join(steps[: i + 1])
        if label := self._named(record, steps[i]) or self._first_value(record, at):
            return label
        return self._quantity(steps[i]) or self._without_words(steps[i])

    def own_label(self, kind: str, field: str) -> str:
        """Return what a field of a project's own is called: as its vocabulary says, else by its own word.

        The tool's words count where they are the word itself: they have translations.
        """
        own, words = self._database.vocabulary.own_section(FACT_NAMES), self._words[FACT_NAMES]
        key = next((key for key in (f"{kind}.{field}", field) if key in own), "")
        if not key and self._translator.is_own_term(field):
            return self._translator.term(field)
        plain = field.replace("-", " ").replace("_", " ")
        if key or str(words.get(field)).lower() == plain.lower():
            return self._entry(FACT_NAMES, key or field)
        return plain[:1].upper() + plain[1:]

    def _first_value(self, record: Record, path: str) -> str:
        """Return the first value of a part without a name, with its key ("Level 2"); empty if it has no value."""
        part = record.get(path)
        if not isinstance(part, Mapping):
            return ""
        key = next((key for key, value in part.items() if value and not isinstance(value, Mapping)), None)
        if key is None:
            return ""
        steps = [*record.steps(path), key]
        return f"{self._key(record, steps, len(steps) - 1)} {self.value(record, f'{path}.{key}', part[key])}"

    def _entry(self, section: str, key: str) -> str:
        """Return an entry of a section of the vocabulary, empty where there is none or it is null."""
        words = self._words[section].get(key)
        return self._translator.entry(section, key) if isinstance(words, str) else ""

    def _named(self, record: Record, word: str) -> str:
        """Return the name of the term, record or part of this record that a word names; empty if it names none."""
        entry = self._database.glossary.get(word) or {}
        if entry.get(self._translator.language) or word in self._database.labels:
            return self._translator.term(word)
        if record.edition not in self._by_slug:
            edition = self._database.editions.get(record.edition)
            # Of records of two kinds with the same slug, the first in the order of the files is taken.
            self._by_slug[record.edition] = {
                other.slug: other for other in reversed(list(edition.records.values() if edition else ()))
            }
        if (other := self._by_slug[record.edition].get(word)) is not None:
            return self._translator.name(other)
        named = (path for path, part in mappings_in(record.data) if isinstance(part.get("name"), str))
        path = next((path for path in named if f".{path}".endswith(f".{word}")), None)
        return self._translator.text(record, f"{path}.name") if path else self._entry(VALUE_NAMES, word)

    def _quantity(self, word: str) -> str:
        """Return the words for a quantity or a condition that examples name; empty where there are none."""
        if self._translator.knows_quantity(word):
            return self._translator.quantity(word)
        atom = self._database.vocabulary.atoms.get(word)
        phrases = atom.get("phrase") if isinstance(atom, Mapping) else None
        if not isinstance(phrases, Mapping):
            return ""
        form = next(key for key in ("is", "true", *phrases) if key in phrases)
        return self._translator.phrase({word: {form: BLANK} if form == "is" else form})

    def _without_words(self, word: str) -> str:
        """Return a key or value as it is in the data, with spaces for its signs, and add it to ``wordless``."""
        self.wordless.add(word)
        return localise(word, self._translator.language).replace("-", " ").replace("_", " ").replace(".", " ")

    def _cell(self, names: Sequence[str], column: str, heading: str) -> str:
        """Return the name of a cell: the ``names`` of its row joined with the heading of its column."""
        row = ", ".join(filter(None, names))
        if not any(letter.isalpha() for letter in row + heading):
            # If both are figures, "row" and "column" say which is which.
            words = (self._entry(FACT_NAMES, text) for text in ("row", "column"))
            return ", ".join(f"{word} {text}" for word, text in zip(words, (row, heading), strict=True))
        phrase = self._entry(CELL_NAMES, column) if row else ""
        return phrase.replace("%(row)s", row) if phrase else ", ".join(filter(None, (row, heading)))

    def _row(self, record: Record, row: Mapping[str, Any]) -> str:
        """Return the name of a row without one: its first column with the value there."""
        first = next((key for key in record.get("columns") or {} if not isinstance(row.get(key), Mapping | None)), None)
        if first is None:
            return ""
        heading = self._translator.text(record, f"columns.{first}")
        return f"{heading} {localise(str(row[first]), self._translator.language)}"

    def _effect(self, record: Record, effect: Mapping[str, Any]) -> str:
        """Return the name of an effect: of its hook, and its condition in words."""
        when = effect.get(_WHEN)
        condition = self._translator.phrase(when, record) if isinstance(when, Mapping) else ""
        return ", ".join(filter(None, (self._translator.hook(effect[_HOOK]), condition)))

    def _figure(self, record: Record, key: str) -> str:
        """Return the name of a figure: from the vocabulary, from its sentence, or from the roll that it changes."""
        at = f"{_FIGURES}.{key}"
        words = self._entry(FACT_NAMES, f"{record.kind}.{at}") or self._entry(FACT_NAMES, at)
        if words:
            return words
        fields = [field for field, message in record.messages if re.search(rf"%\({re.escape(key)}[)|]", message)]
        for field in fields:
            if clause := self._clause(record, field, key):
                return clause
        changed = [part for _, part in mappings_in(record.data) if _HOOK in part and f"${key}" in part.values()]
        if changed:
            return self._effect(record, changed[0])
        words = self._entry(FACT_NAMES, key) or self._named(record, key) or self._quantity(key)
        # A figure that is a heading by itself is called a column.
        return words or (self._entry(FACT_NAMES, "columns") if fields else "") or self._without_words(key)

    def _clause(self, record: Record, field: str, key: str) -> str:
        """Return the part of a sentence around a figure, with a blank for the figure; empty without other words."""
        marker = "\0"
        message = PLACEHOLDER.sub(
            lambda placeholder: marker if placeholder["name"] == key else placeholder.group(),
            self._translator.message(record, field),
        )
        clause = next((part for part in _CLAUSE.split(self._translator.fill(record, message)) if marker in part), "")
        if not any(letter.isalpha() for letter in clause):
            return ""
        before, _, after = clause.partition(marker)
        first, last = before.split(" "), after.replace(marker, BLANK).split(" ")
        if len(first) > _WORDS_BESIDE_FIGURE + 1:
            first = [_ELLIPSIS, *first[-_WORDS_BESIDE_FIGURE - 1 :]]
        if len(last) > _WORDS_BESIDE_FIGURE + 1:
            last = [*last[: _WORDS_BESIDE_FIGURE + 1], _ELLIPSIS]
        quotation = f"{' '.join(first)}{BLANK}{' '.join(last)}".strip(" .;:,")
        return quotation[:1].upper() + quotation[1:]

    def _part(self, record: Record, path: str, part: Mapping[str, Any]) -> str:
        """Return a whole part in words: its own name or message, else its values with their names."""
        if isinstance(part.get("name"), str):
            return self._translator.text(record, f"{path}.name", message=part["name"])
        return "; ".join(
            f"{self._key(record, [*record.steps(path), key], len(record.steps(path)))}: "
            f"{self.value(record, f'{path}.{key}', inner)}"
            for key, inner in part.items()
        )

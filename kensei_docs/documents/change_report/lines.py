"""Changes in words: the old and the new value, in the terms of the printed rules, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.translator import Translator
from kensei_docs.database import Database, Record
from kensei_docs.documents.change_report.line_parts import (
    QUOTED,
    Line,
    counted,
    differing_members,
    format_places,
    is_text,
    lowered,
    named_path,
    quoted,
)
from kensei_docs.engine.effects import OPERATIONS, easing, effects_of
from kensei_docs.figures import localise, parse
from kensei_docs.versions.changes import Change, End
from kensei_docs.versions.headlines_and_weights import Headline

# Characters of a rule's text that are quoted if the whole rule is new or gone.
_QUOTED_WHOLE = 620
# The factor by which a quotation may be longer in a translation than in the language of the messages.
_TRANSLATION_FACTOR = 1.4
_WHEN = "when"
# The kinds of changes of a whole record that only one version has.
_WHOLE_RECORD_CHANGES = ("added", "removed", "out-of-scope")


class ChangeLines:
    """Writes changes in a translator's language.

    ``words`` are the messages of the template ``change-words.txt.j2`` by key: ``before``, ``now``, ``sentence-now``,
    ``now-only`` and so on.
    """

    def __init__(self, database: Database, translator: Translator, words: Mapping[str, str]) -> None:
        self.fact_names = FactNames(database, translator)
        self._database = database
        self._translator = translator
        self._language = translator.language
        self._words = words
        self._sides = (words["before"], words["now"])

    def line(self, change: Change) -> Line:
        """Return the line of a change."""
        places = "; ".join(filter(None, map(format_places, (change.a.citations, change.b.citations))))
        impact = self._impact(change)
        if change.a.clause or change.b.clause:
            line = self._line_of_clauses(change, places, impact)
        elif change.matter == "record" and change.change in _WHOLE_RECORD_CHANGES:
            line = Line(change.change, "", None, None, "", places, self.says(change.record), impact)
        elif change.series:
            of = self._translator.quantity(change.series.of)
            at = ", ".join(change.series.at)
            old, new = (", ".join(values) for values in (change.series.a, change.series.b))
            label = self._translator.quantity(change.series.value)
            line = Line(change.change, label[:1].upper() + label[1:], old, new, f"({of}: {at})", places)
        else:
            line = self._line_of_values(change, places, impact)
        return replace(line, sentence=self._sentence(change, line), sides=self._sides)

    def headline(self, headline: Headline) -> Line:
        """Return the line of a headline, with the places of all its changes."""
        old, new = (self._translator.text(record, path) for path, record in (headline.was, headline.now))
        ends = ([change.a for change in headline.changes], [change.b for change in headline.changes])
        places = [format_places([citation for end in side for citation in end.citations]) for side in ends]
        # The texts have the names of the editions, because the first edition may be the newer one.
        sides = (self._translator.edition(headline.editions[0]), self._translator.edition(headline.editions[1]))
        known = {"what": self._translator.name(headline.record), "old": old, "new": new}
        sentence = self._words["sentence-text"] % {**known, "was": sides[0], "now": sides[1]}
        where = "; ".join(filter(None, places))
        return Line("changed", "", old, new, "", where, sentence=sentence, is_headline=True, is_text=True, sides=sides)

    def _line_of_clauses(self, change: Change, places: str, impact: str) -> Line:
        """Return the line of a change for which the lineage has clauses."""
        a, b = change.a, change.b
        old, new = (self._clause(end, change.record) for end in (a, b))
        if change.matter == "record" and not (old and new):
            return Line(change.change, "", None, None, "", places, old or new or "", impact)
        kind = "changed" if old and new else "added" if new else "removed"
        return Line(kind, "", old, new, "", places, "", impact, is_text=True)

    def _clause(self, end: End, whose: Record) -> str | None:
        if end.clause is None:
            return None
        return self._translator.clause(end.clause.domain, end.clause.context, end.clause.text, end.record or whose)

    def says(self, record: Record) -> str:
        """Return a rule in one line: the beginning of its text or, without a text, the values of its fields."""
        messages = dict(record.messages)
        texts = [
            field for field in messages if field == "text" or field.startswith("rules.") or field.endswith(".text")
        ]
        if texts:
            return quoted(" ".join(self._with_label(record, field) for field in texts), self._most(_QUOTED_WHOLE))
        facts = [fact for fact in record.facts if fact.value and not fact.path.startswith("effects.")]
        values = (f"{self._name(record, fact.path)}: {self._value(record, fact.path, fact.value)}" for fact in facts)
        return quoted("; ".join(values), self._most(_QUOTED_WHOLE))

    def _with_label(self, record: Record, field: str) -> str:
        """Return a text after the name of its part, if the part has one: ``A tie: roll again.``"""
        group = field.rpartition(".")[0]
        name = f"{group}.name"
        text = self._translator.text(record, field)
        return f"{self._translator.text(record, name)}: {text}" if group and name in dict(record.messages) else text

    def _line_of_values(self, change: Change, places: str, impact: str) -> Line:
        """Return the line of a change of a value."""
        a = change.a
        b = change.b
        old = self._describe(a)
        new = self._describe(b)
        kind: str = change.change
        end = b if b.path or not a.path else a
        if change.relation == "merged" and a.value is not None and end.path.rpartition(".")[2] in OPERATIONS:
            # Several effects were merged: the new one applies in more cases than the old one of this change.
            end = a
        label = self._name(end.record or change.record, named_path(end))
        note = ""
        is_words = is_text(a) or is_text(b)
        if end.path.rpartition(".")[2] == _WHEN and a.value and b.value:
            is_words = True
            kind = "changed"
            old, new = self._differing_conditions(a, b)
            # A condition that only one side has does not replace a value.
            new = new if old else self._words["now-only"] % {"condition": new}
            if old and not new:
                new = self._words["no-longer-only"] % {"condition": old}
                old = None
            label = self._name(end.record, end.path.rpartition(".")[0])
            if value := self._effect_of(a, b):
                label = f"{label} ({value})"
        elif (members := differing_members(a, b)) is not None:
            old, new = (self._members(end, names) for end, names in zip((a, b), members, strict=True))
            kind = kind if old and new else "added" if new else "removed"
        elif self._moved(a, b):
            # The figure is in another field now, or in a text: both fields are named.
            old = self._with_name(a, old)
            new = self._with_name(b, new)
            label = ""
        elif old and new and is_text(a) and is_text(b):
            # If the text was one of another record, the name of that record is added.
            names = [self._translator.name(end.record) for end in (a, b) if end.record]
            is_other = names[0] != names[-1] and change.a.ids != change.b.ids
            old = f"{names[0]}: {old}" if is_other else old
        else:
            note, condition = self._note(change)
            old = f"{old} {condition}" if old and condition else old
            if change.relation == "replaced" and a.value is not None and b.value is not None:
                # Another rule replaces the old one: the old name explains the old value.
                old_label = self._name(a.record, named_path(a))
                names_of_rules = {"old": old_label, "new": lowered(label)}
                is_other = bool(old_label) and old_label != label
                label = self._words["renamed-label"] % names_of_rules if is_other else label
        # A value that a ruling decided, and no document has, gets a note.
        old, new = (
            f"{value} ({self._words['by-ruling']})" if value and self._is_ruled(end) else value
            for end, value in ((a, old), (b, new))
        )
        if new is None and b.record and b.path and b.record.get(b.path, "") is None:
            new = self._words["unstated"]
        if old is None and a.record and a.path and a.record.get(a.path, "") is None:
            old = self._words["unstated"]
        return Line(kind, self._label(end, label), old, new, note, places, "", impact, is_text=is_words)

    def _effect_of(self, *ends: End) -> str:
        """Return the value to which a condition belongs, such as the figure that an effect adds; empty without one.

        The side that changes the roll itself is preferred: a minus makes the roll harder, but lowers a difficulty. If
        both sides change a difficulty, its name is added to the value.
        """
        end = min(reversed(ends), key=lambda side: bool(self.hook_of_difficulty(side)))
        group = end.path.rpartition(".")[0]
        record = end.record
        path = next((f"{group}.{key}" for key in OPERATIONS if record and record.get(f"{group}.{key}") is not None), "")
        value = self._value(record, path, str(record.get(path))) if record and path else ""
        return ", ".join(filter(None, (value, self.hook_of_difficulty(end)))) if value else ""

    def _note(self, change: Change) -> tuple[str, str]:
        """Return (note, condition of a removed value), both in brackets or empty.

        The note has the conditions that are not in the name of the value. If the value changes a difficulty, in which a
        plus is no help, it has the name of the difficulty, and whether the roll is easier now. The condition of a
        removed value is separate because it belongs only to the old side.
        """
        ends = [end for end in (change.a, change.b) if end.value is not None]
        conditions = list(dict.fromkeys(self._condition(end) for end in ends if end.when))
        if change.relation in ("split", "merged"):
            # The condition was split or merged together with the rule; the part has its own one.
            conditions = conditions[-1:] if change.relation == "split" else conditions[:1]
        hooks = list(dict.fromkeys(filter(None, map(self.hook_of_difficulty, ends))))
        eased = sum(sign * self._easing(end) for sign, end in ((-1, change.a), (1, change.b))) if hooks else 0
        easier = [self._words["easier" if eased > 0 else "harder"]] if eased else []
        parts = [", ".join([" → ".join(hooks), *easier] if hooks else []), " → ".join(filter(None, conditions))]
        removed = f"({parts.pop()})" if change.b.value is None and change.change == "removed" and parts[1] else ""
        return f"({'; '.join(filter(None, parts))})" if any(parts) else "", removed

    def hook_of_difficulty(self, end: End) -> str:
        """Return the name of the difficulty that a value changes; empty if it changes none."""
        group = end.path.rpartition(".")[0]
        hook = end.record.get(f"{group}.hook") if end.record and group else None
        entry = self._database.vocabulary.hooks.get(hook) if isinstance(hook, str) else None
        return self._translator.hook(str(hook)) if entry and entry.get("changes") == "difficulty" else ""

    def _easing(self, end: End) -> float:
        """Return the amount by which a side of a change makes a roll easier; 0 without an effect on a roll."""
        group = end.path.rpartition(".")[0]
        effects = (effect for effect in effects_of(end.record) if effect.path == group) if end.record else ()
        eased = next((easing(self._database, effect) for effect in effects), None) if end.value is not None else None
        return eased[1] if eased else 0

    def _is_ruled(self, end: End) -> bool:
        """Return whether a value was set by the erratum of a ruling, so that no document has it."""
        record = end.record
        if record is None or end.value is None:
            return False
        rulings = self._database.editions[record.edition].rulings_on(record)
        errata = {ruling.get("erratum") for ruling in rulings}
        return any(name in errata for path, name in record.errata.items() if f"{end.path}.".startswith(f"{path}."))

    def _label(self, end: End, label: str) -> str:
        """Return the label of a line; the text of a rule needs none."""
        steps = end.path.split(".")
        is_named = steps[0] != "rules" and steps[-1] != "name" and end.path != "text"
        return label if is_named and label != (end.record and self._translator.name(end.record)) else ""

    def _with_name(self, end: End, value: str | None) -> str | None:
        """Return a value with the name of its fact; the text of a rule needs none."""
        label = self._label(end, self._name(end.record, end.path))
        return f"{label}: {value}" if label else value

    def _name(self, record: Record | None, path: str) -> str:
        return self.fact_names.name(record, path) if record and path else ""

    def _value(self, record: Record, path: str, value: str | None) -> str:
        message = record.get(path)
        return self.fact_names.value(record, path, message if path in dict(record.messages) else value)

    def _describe(self, end: End) -> str | None:
        """Return the value of one side of a change in words; None if it has no value."""
        record = end.record
        if record is None or end.value is None:
            return None
        if not end.path:
            return ", ".join(self._translator.name(named) for named in end.records)
        if end.path.rpartition(".")[2] == _WHEN:
            return self._condition(end)
        parts = record.get(end.path)
        names = end.value.split(", ")
        if isinstance(parts, Mapping) and parts.keys() >= set(names):
            # The order of steps.
            return self._members(end, names)
        several = counted(end.value)
        if isinstance(parts, Mapping) and not several:
            facts = [fact for fact in record.facts if fact.path.startswith(f"{end.path}.") and fact.value]
            return "; ".join(
                f"{self._name(record, fact.path)}: {localise(fact.value or '', self._language)}" for fact in facts
            )
        if several:
            number, names = several
            return f"{number}: {self._members(end, names)}"
        return self._value(record, end.path, end.value)

    def _condition(self, end: End) -> str:
        """Return the condition of one side of a change in words."""
        record = end.record
        step = end.path
        while record is not None and step:
            group = step.removesuffix(f".{_WHEN}")
            if isinstance(record.get(f"{group}.{_WHEN}"), dict):
                return self._translator.condition(record, group)
            step = step.rpartition(".")[0]
        return end.when or end.value or ""

    def _differing_conditions(self, a: End, b: End) -> tuple[str | None, str | None]:
        """Return the conditions that one side has and the other doesn't, in words."""
        ours, theirs = (end.record.get(end.path) if end.record else None for end in (a, b))
        if not (isinstance(ours, dict) and isinstance(theirs, dict)):
            return self._describe(a), self._describe(b)
        old = {atom: value for atom, value in ours.items() if theirs.get(atom) != value}
        new = {atom: value for atom, value in theirs.items() if ours.get(atom) != value}
        phrase = self._translator.phrase
        return phrase(old, a.record) if old else None, phrase(new, b.record) if new else None

    def _members(self, end: End, names: Sequence[str]) -> str | None:
        if end.record is None or not names:
            return None
        return ", ".join(self.fact_names.word(end.record, name, end.path) for name in names)

    def _moved(self, a: End, b: End) -> bool:
        """Return whether a figure, except one of an effect, has another heading now, or is in a text."""
        if not (a.record and b.record and a.path and b.path) or a.path == b.path or a.value is None or b.value is None:
            return False
        keys = [end.path.rpartition(".")[2] for end in (a, b)]
        if set(keys) & OPERATIONS.keys() or not any(parse(end.value or "") for end in (a, b)):
            return False
        return self._name(a.record, a.path) != self._name(b.record, b.path)

    def _impact(self, change: Change) -> str:
        """Return the consequence of a change in words; empty without one.

        A consequence without a number of dice is left out, because its expected successes explain nothing.
        """
        numbers = change.consequence
        if numbers is None or numbers.dice is None:
            return ""
        expected = self._words["expected"] % {"dice": numbers.dice}
        parts = [f"{expected}: {self._number(numbers.a)} → {self._number(numbers.b)}"]
        if numbers.result and numbers.result_a is not None and numbers.result_b is not None:
            result = self._translator.quantity(numbers.result)
            parts.append(f"{result}: {self._number(numbers.result_a)} → {self._number(numbers.result_b)}")
        return "; ".join(parts)

    def _most(self, characters: int) -> int:
        """Return the largest number of quoted characters: more in a translation, whose words may be longer."""
        return characters if self._language == MESSAGE_LANGUAGE else int(characters * _TRANSLATION_FACTOR)

    def _number(self, value: float) -> str:
        return localise(f"{value:g}", self._language)

    def _sentence(self, change: Change, line: Line) -> str:
        """Return a change as a sentence, with the name of its record."""
        name = self._translator.name(change.record)
        what = f"{name}, {lowered(line.label)}" if line.label and line.label != name else name
        parts = {"old": line.old or "", "new": line.new or "", "says": line.says}
        known = {"what": what, **{name: quoted(words, self._most(QUOTED)) for name, words in parts.items()}}
        known["note"] = f" {line.note}" if line.note else ""
        known["was"], known["now"] = self._sides
        form = "now" if line.old and line.new else "only-new" if line.new else "only-old"
        is_whole = change.change in _WHOLE_RECORD_CHANGES and change.matter == "record"
        if is_whole and line.old is None and line.new is None:
            form = "whole-new" if change.change == "added" else "whole-gone"
        elif form == "now" and line.is_long:
            form = "text"
        return (self._words[f"sentence-{form}"] % known).strip()

"""A report of the changes between two versions, in words: the most important ones, then all by system of the rules.

A change is a line: the old and the new value in the terms of the printed rules, in one language, with the places in the
documents. The report is printed on paper, or is a page for the screen: a single file, with a switch between languages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader

from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.translator import BLANK, Translator
from kensei_docs.database import Citation, Database, Record
from kensei_docs.database.model import SYSTEM_NAMES
from kensei_docs.documents.markup.environment import SHARED, Sandbox, digest_for_policy, with_policy
from kensei_docs.engine.amounts import OPERATIONS
from kensei_docs.engine.effects import easing, effects_of
from kensei_docs.figures import localise, parse
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Unusable
from kensei_docs.project import SHARED_TEMPLATES, Project
from kensei_docs.versions.changes import SYSTEMS, Change, End, Headline, SurveySchema, first, headlines

# A value with more characters is a text.
VALUE_LENGTH = 60
# Characters of a rule's text that are quoted in a line.
QUOTED = 240
# The space after a sentence.
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[^\s\d])")
_INCLUDES = "includes"
# The number of steps in the path of a part of a record (``steps.move``), whose text is below it (``steps.move.text``).
_DEPTH_OF_PART = 2


@dataclass(frozen=True)
class Line:
    """One change: the label of the field, its old and new value, a note, and the places in the documents.

    ``says`` is the text of a rule if the whole rule is new or gone. ``impact`` are the results that the engine computes
    before and after. ``is_text``: the values are texts, even if they are short.
    """

    change: str
    label: str
    old: str | None
    new: str | None
    note: str
    places: str
    says: str = ""
    impact: str = ""
    is_text: bool = False

    @property
    def is_long(self) -> bool:
        """Whether the old or new value is a text."""
        return self.is_text or max(len(self.old or ""), len(self.new or "")) > VALUE_LENGTH


@dataclass(frozen=True)
class First:
    """One of the most important changes, or a headline of several: a line, with the name and id of its record.

    ``sentence`` is the whole change in a sentence. ``brief`` are the old and the new value, each on one line and empty
    if a side has no value; ``sides`` are the names of the two: before and now, or the names of the editions.
    """

    name: str
    id: str
    line: Line
    sentence: str
    brief: tuple[str, str]
    sides: tuple[str, str]


def joined(lines: Iterable[Line]) -> list[Line]:
    """Return lines; several lines become one if one text became several, or several texts became one."""
    kept: list[Line] = []
    for line in lines:
        for i, other in enumerate(kept):
            sides = ((other.old, line.old), (other.new, line.new))
            is_same = (line.change, line.label, line.note) == (other.change, other.label, other.note)
            shares_text = any(ours == theirs and len(ours or "") > VALUE_LENGTH for theirs, ours in sides)
            if is_same and line.old and line.new and shares_text:
                old, new = (
                    theirs if theirs == ours else " ".join(filter(None, (theirs, ours))) for theirs, ours in sides
                )
                places = "; ".join(dict.fromkeys([*other.places.split("; "), *line.places.split("; ")]))
                kept[i] = replace(other, old=old, new=new, places=places)
                break
        else:
            kept.append(line)
    return kept


def quoted(words: str, most: int = QUOTED) -> str:
    """Return the first sentences of a text, up to ``most`` characters; the first sentence is never cut."""
    sentences = _SENTENCE.split(words)
    quotation = sentences[0]
    for sentence in sentences[1:]:
        if len(quotation) + len(sentence) >= most:
            return f"{quotation} …"
        quotation += f" {sentence}"
    return quotation


def lowered(label: str) -> str:
    """Return a label for the middle of a sentence: its first letter small, unless a capital or a figure follows."""
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def counted(value: str) -> tuple[str, list[str]] | None:
    """Return the number and the names of a value such as ``2: move, fight``; None for any other."""
    number, counted, names = value.partition(": ")
    return (number, names.split(", ")) if counted and number.isdigit() else None


def is_text(end: End) -> bool:
    """Return whether one side of a change is the text of a rule, or of a part of one."""
    return end.record is not None and end.path in dict(end.record.messages)


def named_path(end: End) -> str:
    """Return the path of the part that gives a change line its label.

    A line about whether a band includes its end is named after the end, a line about the text of a step after the step.
    """
    steps = end.path.split(".")
    if steps[-2:-1] == [_INCLUDES]:
        return ".".join([*steps[:-2], steps[-1]])
    return ".".join(steps[:-1]) if len(steps) > _DEPTH_OF_PART and steps[-1] == "text" else end.path


def differing_members(a: End, b: End) -> tuple[list[str], list[str]] | None:
    """Return the members that only one of two lists has, of each list; None if they are no lists, or are equal.

    If only one value is a list, the other is treated as a list with one member.
    """
    values = [end.record.get(end.path) if end.record and end.path else None for end in (a, b)]
    has_list = any(isinstance(value, list) for value in values)
    if not has_list or not all(isinstance(value, list | str) for value in values):
        return None
    ours, theirs = (list(map(str, value if isinstance(value, list) else [value])) for value in values)
    gone = [member for member in ours if member not in theirs]
    new = [member for member in theirs if member not in ours]
    return (gone, new) if gone or new else None


def format_places(citations: Sequence[Citation]) -> str:
    """Return the places of citations as a text: each document with its lines or else pages.

    Lines within other cited lines are left out.
    """
    spots: dict[str, dict[str, None]] = {}
    spans = {(citation.document, *citation.lines) for citation in citations if citation.lines}
    for document, page, lines in ((citation.document, citation.page, citation.lines) for citation in citations):
        of_document = spots.setdefault(document, {})
        if lines:
            first, last = lines
            wider = (span for span in spans if span[0] == document and span[1] <= first and last <= span[2])
            if all(span == (document, first, last) for span in wider):
                of_document["-".join(dict.fromkeys(map(str, lines)))] = None
        elif page:
            of_document[f"p. {page}"] = None
    return "; ".join(f"{document} {', '.join(places)}".strip() for document, places in spots.items())


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

    def line(self, change: Change) -> Line:
        """Return the line of a change."""
        places = "; ".join(filter(None, map(format_places, (change.a.citations, change.b.citations))))
        impact = self._impact(change)
        if change.a.clause or change.b.clause:
            return self._line_of_clauses(change, places, impact)
        if change.matter == "record" and change.change in _WHOLE_RECORD_CHANGES:
            return Line(change.change, "", None, None, "", places, self._rule_in_a_line(change.record), impact)
        if change.series:
            of = self._translator.quantity(change.series.of)
            at = ", ".join(change.series.at)
            old, new = (", ".join(values) for values in (change.series.a, change.series.b))
            label = self._translator.quantity(change.series.value)
            return Line(change.change, label[:1].upper() + label[1:], old, new, f"({of}: {at})", places)
        return self._line_of_values(change, places, impact)

    def headline(self, headline: Headline) -> First:
        """Return the entry of a headline, with the places of all its changes."""
        old, new = (self._translator.text(record, path) for path, record in (headline.was, headline.now))
        ends = ([change.a for change in headline.changes], [change.b for change in headline.changes])
        places = [format_places([citation for end in side for citation in end.citations]) for side in ends]
        # The texts have the names of the editions, because the first edition may be the newer one.
        sides = (self._translator.edition(headline.editions[0]), self._translator.edition(headline.editions[1]))
        name = self._translator.name(headline.record)
        known = {"what": name, "old": old, "new": new, "was": sides[0], "now": sides[1]}
        line = Line("changed", "", old, new, "", "; ".join(filter(None, places)), is_text=True)
        linked = (headline.subject or headline.record).id
        return First(name, linked, line, self._words["sentence-text"] % known, (old, new), sides)

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

    def _rule_in_a_line(self, record: Record) -> str:
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

    def first(self, change: Change) -> First:
        """Return a change as one of the most important: with a sentence, and its values in brief."""
        line = self.line(change)
        name = self._translator.name(change.record)
        old, new = line.old, line.new
        form = "now" if old and new else "only-new" if new else "only-old"
        if change.change in _WHOLE_RECORD_CHANGES and change.matter == "record" and old is None and new is None:
            form = "whole-new" if change.change == "added" else "whole-gone"
        elif form == "now" and line.is_long:
            form = "text"
        sides = (self._words["before"], self._words["now"])
        parts = {"old": old or "", "new": new or "", "says": line.says}
        known = {part: quoted(words, self._most(QUOTED)) for part, words in parts.items()}
        known |= {
            "what": f"{name}, {lowered(line.label)}" if line.label and line.label != name else name,
            "note": f" {line.note}" if line.note else "",
            "was": sides[0],
            "now": sides[1],
        }
        if line.says:
            brief = (quoted(line.says), "") if line.change == "removed" else ("", quoted(line.says))
        else:
            brief = (quoted(old or ""), quoted(new or ""))
        return First(name, change.record.id, line, (self._words[f"sentence-{form}"] % known).strip(), brief, sides)


# The template with the words of reports, and the templates and style sheets of a report on paper, as a text and on the
# screen.
WORDS = "change-words.txt.j2"
_PAPER = "change-report.html.j2"
_PAPER_STYLES = ("theme.css", "change-report.css")
_TEXTS = {"text": "change-report.txt.j2", "md": "change-report.md.j2"}
_SCREEN = "change-page.html.j2"
_SCREEN_STYLE = "change-page.css"
_SCRIPTS = ("screen.js", "change-page.js")
# The largest number of facts that are named for a record, of which a document leaves out some.
_MAX_FACTS = 3
# The largest number of characters of a line with the words of a record that a document leaves out.
_MAX_CHARACTERS = 320
_MOVES = ("renamed", "moved")
# The sections without changes of the rules.
_NO_RULES = ("moves", "unmapped", "wording", "elsewhere")
# The section of the kinds that belong to no system of the rules.
_OTHER = "by-system"
# The order of the kinds of changes in the totals.
_ORDER = ("changed", "added", "removed", "renamed", "moved", "out-of-scope")

# The pictures of a card before and after, as data URLs; None without a picture.
Pictures = tuple[str | None, str | None]


@dataclass(frozen=True)
class Entry:
    """The changes of one record, in the order of the changes.

    ``edition`` is the id of its edition, ``before`` (edition, id) of the old record. ``touched``: a change touches the
    reader's army.
    """

    name: str
    id: str
    lines: tuple[Line, ...]
    edition: str = ""
    before: tuple[str, str] | None = None
    touched: bool = False
    # The rulings on the old and the new record: each a question with its answer and the name of the edition.
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """The changed records of one kind, or records that an edition leaves out.

    ``left_out`` are (kind, records) of the latter, a record being (name, words).
    """

    title: str
    entries: tuple[Entry, ...] = ()
    left_out: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def lines_left_out(self) -> list[tuple[str, list[str]]]:
        """The records that are left out as (kind, lines): name and words, up to ``_MAX_CHARACTERS`` of these."""
        return [
            (kind, [f"{name}: {quoted(words, _MAX_CHARACTERS)}" if words else name for name, words in records])
            for kind, records in self.left_out
        ]


@dataclass(frozen=True)
class Section:
    """A section of the report; ``key`` is the name of a system of the rules, or of a section without rules."""

    title: str
    groups: tuple[Group, ...]
    key: str = ""

    @property
    def lines(self) -> list[Line]:
        """All lines of the section."""
        return [line for group in self.groups for entry in group.entries for line in entry.lines]

    @property
    def is_system(self) -> bool:
        """Whether it has changes of the rules."""
        return self.key not in _NO_RULES


@dataclass(frozen=True)
class ChangeReport:
    """The report: the titles of the two versions, one line of totals, the most important changes, and the sections.

    ``counts`` are the numbers of changes by kind of change.
    """

    a: str
    b: str
    totals: str
    sections: tuple[Section, ...] = field(default=())
    first: tuple[First, ...] = field(default=())
    counts: Mapping[str, int] = field(default_factory=dict)


class ChangeReporter:
    """Writes reports of changes in a translator's language, with the words of the template ``WORDS``."""

    def __init__(self, project: Project, database: Database, translator: Translator) -> None:
        self._translator = translator
        loader = FileSystemLoader(project.folders(*SHARED_TEMPLATES))
        self._environment = Sandbox(loader=loader, autoescape=True)
        self._environment.globals["_"] = lambda words: translator.template(SHARED, words)
        words: Any = self._environment.get_template(WORDS).module
        self.words: dict[str, str] = words.words
        self._kinds: dict[str, str] = words.kinds
        self._lines = ChangeLines(database, translator, self.words)
        self.fact_names = self._lines.fact_names
        systems = database.vocabulary.section(SYSTEMS)
        self._systems = {kind: name for name, kinds in systems.items() for kind in kinds}
        self._order = [*systems, _OTHER]
        self._project = project
        self._database = database
        self._survey = SurveySchema.of(database.vocabulary)

    def report(
        self, a: str, b: str, changes: Sequence[Change], several: bool = False, touched: Collection[int] | None = None
    ) -> ChangeReport:
        """Return the report of the changes from version ``a`` to ``b``.

        ``several``: the versions are states of several editions, and the titles of groups name the edition. ``touched``
        are the indices of the changes that touch an army.
        """
        touching = {id(changes[i]) for i in touched} if touched is not None else set()
        real = [change for change in changes if change.matter != "words"]
        rules = [c for c in real if c.relation != "unmapped" and c.change not in (*_MOVES, "out-of-scope")]
        parts: dict[str, list[Change]] = {name: [] for name in self._order}
        for change in rules:
            parts[self._systems.get(change.record.kind, _OTHER)].append(change)
        parts["moves"] = [c for c in real if c.relation != "unmapped" and c.change in _MOVES]
        parts["unmapped"] = [c for c in changes if c.relation == "unmapped" and c.change != "out-of-scope"]
        parts["wording"] = [c for c in changes if c.matter == "words"]
        listed = {change.record.id for change in real}
        sections = [
            Section(self._title(name), self._groups(part, several, touching, listed), name)
            for name, part in parts.items()
            if part
        ]
        outside = [c for c in changes if c.change == "out-of-scope"]
        if outside:
            sections.append(Section(self.words["elsewhere"], self._left_out(outside), "elsewhere"))
        # Lines are counted, not changes: a line may sum up several changes.
        lines = (line for section in sections if section.key != "wording" for line in section.lines)
        counts = Counter(line.change for line in lines) + Counter(str(change.change) for change in outside)
        # A short report needs no summary.
        is_long = len(rules) > self._survey.lines
        heaviest = first(rules, self._survey, headlines(self._database, rules)) if is_long else ()
        firsts = tuple(
            self._lines.headline(one) if isinstance(one, Headline) else self._lines.first(one) for one in heaviest
        )
        return ChangeReport(a, b, self._totals(counts), tuple(sections), firsts, counts)

    def line(self, change: Change) -> Line:
        """Return the line of one change."""
        return self._lines.line(change)

    def name(self, record: Record) -> str:
        """Return the name of a record in the report's language."""
        return self._translator.name(record)

    def line_as_json(self, change: Change) -> dict[str, Any]:
        """Return the line of one change as the commands print it: ``change``, the kind of its line, and its ``words``.

        In ``words``, ``label`` is the name of the changed fact, ``a`` and ``b`` are the words or value in the two
        editions (None for an edition without it), and ``note`` is a remark.
        """
        line = self.line(change)
        a, b = (line.says if end.record and line.says else None for end in (change.a, change.b))
        words = {"label": line.label, "a": line.old or a, "b": line.new or b, "note": line.note}
        return {"change": line.change, "words": words}

    def as_html(self, report: ChangeReport) -> str:
        """Return a report as HTML to be laid out on paper, with the style sheet ``style``."""
        page = self._environment.get_template(_PAPER)
        return page.render(report=report, words=self.words, language=self._translator.language)

    def as_text(self, report: ChangeReport, form: str, style: Callable[..., str]) -> str:
        """Return a report as a text for the terminal (``text``), in colours by ``style``, or in Markdown (``md``)."""
        self._environment.filters["style"] = style
        return self._environment.get_template(_TEXTS[form]).render(report=report, words=self.words)

    def edition(self, edition_id: str) -> str:
        """Return the name of an edition in the report's language."""
        return self._translator.edition(edition_id)

    def style(self) -> str:
        """Return the style sheet of a report on paper."""
        return _text_of(self._project, *_PAPER_STYLES)

    def _title(self, name: str) -> str:
        return self.words[name] if name in (*_NO_RULES, _OTHER) else self._translator.entry(SYSTEM_NAMES, name)

    def _totals(self, counts: Mapping[str, int]) -> str:
        words = {
            kind: self.words[f"one-{kind}"].lower() if counts.get(kind) == 1 else self.words[kind] for kind in _ORDER
        }
        totals = [f"{counts[kind]} {words[kind]}" for kind in _ORDER if counts.get(kind)]
        return ", ".join(totals) or self.words["nothing"]

    def _kind(self, kind: str) -> str:
        return self._kinds.get(kind) or kind.replace("-", " ").capitalize()

    def _groups(
        self, changes: Sequence[Change], several: bool, touching: Collection[int], listed: Collection[str]
    ) -> tuple[Group, ...]:
        """Return changes by kind of record.

        ``touching`` are the ``id()`` of the changes that touch an army, ``listed`` the ids of all records with an entry
        in the report.
        """
        groups = []
        for (edition, kind), of_kind in groupby(
            changes, key=lambda change: (change.record.edition if several else "", change.record.kind)
        ):
            title = f"{self._translator.edition(edition)}: " if edition else ""
            by_record: dict[str, list[Change]] = {}
            for change in of_kind:
                by_record.setdefault(change.record.id, []).append(change)
            entries = tuple(self._entry(of_record, touching, listed) for of_record in by_record.values())
            groups.append(Group(title + self._kind(kind), entries))
        return tuple(groups)

    def _entry(self, changes: Sequence[Change], touching: Collection[int], listed: Collection[str]) -> Entry:
        record = changes[0].record
        old = next((change.a.record for change in changes if change.a.record), None)
        return Entry(
            self._translator.name(record),
            record.id,
            tuple(joined(map(self._lines.line, changes))),
            record.edition,
            (old.edition, old.id) if old else None,
            any(id(change) in touching for change in changes),
            self._rulings(
                record.id, (end.record for change in changes for end in (change.a, change.b) if end.record), listed
            ),
        )

    def _rulings(self, entry: str, records: Iterable[Record], listed: Collection[str]) -> tuple[str, ...]:
        """Return the rulings on the records of an entry: each a question with its answer and the name of its edition.

        A ruling on several records is printed at the first of these that is listed.
        """
        text = self._translator.text
        rulings = []
        for record in records:
            edition = self._database.editions[record.edition]
            for ruling in edition.rulings_on(record):
                if next((id for id in edition.ruled_by(ruling) if id in listed), entry) == entry:
                    name = self._translator.edition(ruling.edition)
                    rulings.append(f"{text(ruling, 'question')} {text(ruling, 'decision')} ({name})")
        return tuple(dict.fromkeys(rulings))

    def _left_out(self, changes: Sequence[Change]) -> tuple[Group, ...]:
        """Return the changes that are out of scope, grouped by the reason, with the names of the records by kind."""
        by_reason: dict[tuple[str, str] | None, list[Change]] = {}
        for change in changes:
            by_reason.setdefault(change.reason, []).append(change)
        groups = []
        for reason, of_reason in by_reason.items():
            kinds = []
            for kind, of_kind in groupby(of_reason, key=lambda change: change.record.kind):
                records = tuple(dict.fromkeys(self._names_left_out(list(of_kind))))
                kinds.append((f"{self._kind(kind)} ({len(records)})", records))
            title = self._translator.reason(*reason) if reason else self.words["no-reason"]
            groups.append(Group(title, left_out=tuple(kinds)))
        return tuple(groups)

    def _names_left_out(self, changes: Sequence[Change]) -> Iterator[tuple[str, str]]:
        """Yield (name, words) of each record that is left out, or has facts that are left out.

        In the second case, these facts are in brackets after the name.
        """
        by_record: dict[str, list[Change]] = {}
        for change in changes:
            by_record.setdefault(change.record.id, []).append(change)
        for of_record in by_record.values():
            facts: list[str] = []
            words: list[str] = []
            for change in of_record:
                end = change.a if change.a.value is not None else change.b
                line = self._lines.line(change)
                value = line.says or (line.old if end is change.a else line.new) or ""
                if not end.path or is_text(end):
                    words.append(value)
                elif end.record:
                    name = self.fact_names.name(end.record, end.path)
                    # A figure whose name is a sentence with a blank is not understandable here.
                    hook = self._lines.hook_of_difficulty(end)
                    value = f"{value} ({hook})" if hook else value
                    facts += [] if BLANK in name else [f"{name}: {value}" if len(value) <= VALUE_LENGTH else name]
            facts = list(dict.fromkeys(facts))
            more = " …" if len(facts) > _MAX_FACTS else ""
            name = self._translator.name(of_record[0].a.record or of_record[0].record)
            in_brackets = f" [{'; '.join(facts[:_MAX_FACTS])}{more}]" if facts else ""
            yield name + in_brackets, " ".join(words)


@dataclass(frozen=True)
class PageLanguage:
    """A report in one language, with the other words of the page.

    ``links`` are the addresses of the references in this language, ``titles`` the names of the editions, both by
    edition.
    """

    language: str
    report: ChangeReport
    words: Mapping[str, str]
    links: Mapping[str, str]
    titles: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of the language in the language itself."""
        return language_of(self.language).own_name


def change_page(
    project: Project, pages: Sequence[PageLanguage], pictures: Mapping[str, Pictures], army: str = ""
) -> str:
    """Return the HTML page of a report in several languages; the first one is shown first.

    ``pictures`` of cards are by the ids of records. With the name of an ``army``, the page shows the changes that touch
    it, and the others on demand. Raises Unusable for a template with a script that is not the tool's own.
    """
    environment = Sandbox(loader=FileSystemLoader(project.folders(*SHARED_TEMPLATES)), autoescape=True)
    script = _text_of(project, *_SCRIPTS)
    template = environment.get_template(_SCREEN)
    html = template.render(
        pages=pages,
        style=_text_of(project, _SCREEN_STYLE),
        script=script,
        script_digest=digest_for_policy(script),
        pictures=pictures,
        army=army,
    )
    page, problems = with_policy(html, Path(template.filename or _SCREEN))
    if problems:
        raise Unusable(*problems)
    return page


def _text_of(project: Project, *names: str) -> str:
    """Return the text of shared files, one after the other; a missing one is left out."""
    files = [project.file(*SHARED_TEMPLATES, name) for name in names]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file)

"""The pages show everything in the data: the conditions of modifiers, the labels of rules, rulings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.data.references import strings_in
from kensei_docs.check.finding import Finding, finding_at, listed, where
from kensei_docs.database import Database, Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.database.record_parts import below, mapping_at, mappings_in
from kensei_docs.figures import parse
from kensei_docs.problems import check, closest

# A sentence contains a word if it has this many of its first letters, with any ending.
_LETTERS_OF_WORD = 4
# The cells of a table are written with this many letters at most.
_MAX_LABEL_LETTERS = 2


@check("error", of_print=True)
def conditions_are_printed(database: Database) -> Iterator[Finding]:
    """Every condition of a modifier is printed: in its name, or as a phrase behind it.

    ``says`` is the part of ``when`` that a modifier's name says itself. All other atoms are printed behind the name,
    in the words that ``vocabulary.yaml`` has for them under ``phrase``; an effect without a name has no ``says``. A
    figure that a name says stands in it as ``%(name)s``. So a changed condition either changes the print or is found
    here. That each phrase is translated is the promise of ``translations``.

        steep: {name: Laden, hook: haggle.roll, add: +1, when: {self.laden: true, self.season: spring},
                says: {self.laden: true}}

    Where a record (or one of its levels) has a text, the text is printed in place of its effects. It then says each
    condition itself: a figure as ``%(name)s``, a named thing by its name, anything else by its phrase or by one of the
    ``words`` that ``vocabulary.yaml`` has for it:

        self.laden: {values: boolean, phrase: {true: when laden}, words: {true: [carries, heavy]}}

    Wrong: a ``says`` with ``self.laden: false`` here; a condition on an atom, or a value, that has no phrase; a text
    without a word of being laden. Right: a ``says`` that repeats a part of ``when``, and a phrase for each atom of the
    rest; "a porter who carries tea".
    """
    for record in database.records:
        for path, part in mappings_in(record):
            when = part.get("when")
            if isinstance(when, dict) and "hook" in part:
                says = part.get("says") or {}
                yield from _misnamed(record, path, part, when, says)
                yield from _unprinted(database, record, path, {a: v for a, v in when.items() if a not in says})
                yield from _unsaid_by_text(database, record, path, when)
            elif "hook" in part and "says" in part:
                message = "there is no 'when' that the name could say a part of; take 'says' out"
                yield finding_at(record, below(path, "says"), message)


@check("warning")
def rules_are_labelled(database: Database) -> Iterator[Finding]:
    """A rule says what its key says: the key is not printed.

    Each word of a key under ``rules`` stands in the rule or in its record's name, at least by its first letters. The
    letters that the cells of a table are written with are printed beside what they mean, and need no more.

    Wrong: ``rules: {dry: No rain falls.}``. Right: ``rules: {dry: 'Dry: no rain falls.'}``.
    """
    for record in database.records:
        for key, words in mapping_at(record, "rules").items():
            printed = f"{words} {record.name}".casefold()
            unsaid = [word for word in key.split("-") if word[:_LETTERS_OF_WORD].casefold() not in printed]
            if unsaid and not (record.get("columns") and len(key) <= _MAX_LABEL_LETTERS):
                message = (
                    f"the rule '{key}' doesn't say {listed(unsaid)}, and its key isn't printed; say it, or begin with "
                    f"a label: '{key.replace('-', ' ').capitalize()}: …'"
                )
                yield finding_at(record, f"rules.{key}", message)


@check("error", of_print=True)
def rulings_are_marked(database: Database) -> Iterator[Finding]:
    """A ruling is printed with a rule that it changes.

    That is the record of the finding that it settles or, where that is a statement or where the decision belongs to
    other rules, the records under ``applies``.

    Wrong: a ruling that settles a finding about a statement and ``applies`` to nothing, or to a record that isn't
    there. Right: ``applies: [rule/hand]``.
    """
    for edition in database.editions.values():
        for ruling in edition.rulings.values():
            for number, record in enumerate(ruling.get("applies") or ()):
                if record not in edition.records:
                    message = f"applies to '{record}', which isn't there{closest(record, edition.records)}; mend the id"
                    yield finding_at(ruling, f"applies.{number}", message)
            settled = [finding["record"] for finding in ruling.get("settles", ())]
            if not ruling.get("applies") and not any(record in edition.records for record in settled):
                message = "the decision is printed at no rule; name those that it changes under 'applies'"
                yield finding_at(ruling, "decision", message)


def _misnamed(
    record: Record, path: str, part: dict[str, Any], when: dict[str, Any], says: dict[str, Any]
) -> Iterator[Finding]:
    """Yield a finding for each condition that ``says`` claims the name of an effect to say, and that it can't say."""
    name = str(part.get("name") or "")
    named = {placeholder["name"] for placeholder in PLACEHOLDER.finditer(name)}
    for atom, value in says.items():
        inner_path = below(path, f"says.{atom}")
        written = record.condition({atom: value})
        if not name:
            yield finding_at(record, inner_path, f"says '{written}' without a name that could; take it out of 'says'")
        elif atom not in when or when[atom] != value:
            actual = f"is '{record.condition({atom: when[atom]})}'" if atom in when else f"has no '{atom}'"
            message = (
                f"'{name}' says '{written}', and its condition {actual}{where(record, below(path, 'add'))}; mend the "
                "name in every language, and 'says' with it"
            )
            yield finding_at(record, inner_path, message, beside=[(record, below(path, "when"))])
        figures = {text[1:] for text in strings_in(value, keys=False) if text.startswith("$")}
        for figure in sorted(figures - named if name else ()):
            message = (
                f"'{name}' says a figure that isn't in it; write %({figure})s there, or take '{atom}' out of 'says'"
            )
            yield finding_at(record, inner_path, message)


def _unprinted(database: Database, record: Record, path: str, unsaid: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition that the name doesn't say (``unsaid``) and no phrase says."""
    for atom, value in unsaid.items():
        phrases = (database.vocabulary.atoms.get(atom) or {}).get("phrase") or {}
        for form in database.vocabulary.phrase_forms(atom, value)[0]:
            if form not in phrases:
                message = (
                    f"the condition '{record.condition({atom: value})}' is printed nowhere{where(record, path)}; add a "
                    f"phrase '{form}' to the atom '{atom}' in vocabulary.yaml, or have the name say it, and 'says'"
                )
                yield finding_at(record, below(path, f"when.{atom}"), message)


def _unsaid_by_text(database: Database, record: Record, path: str, when: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition of an effect that the text printed in its place doesn't say."""
    owner, effects, _ = f".{path}".rpartition(".effects.")
    part = record.get(owner.strip(".")) if owner else record.data
    if not effects or not isinstance(part, dict) or "text" not in part:
        return
    prose = " ".join(map(str, (record.name, part["text"], *(part.get("rules") or {}).values())))
    for atom, value in when.items():
        if not _says(database, record, _folded(prose), atom, value):
            inner_path = below(path, f"when.{atom}")
            message = (
                f"the condition '{record.condition({atom: value})}' isn't in the text, which is printed in place of "
                f"the effect{where(record, inner_path)}; say it there, or add the word that says it to 'words' of the "
                f"atom '{atom}' in vocabulary.yaml"
            )
            yield finding_at(record, inner_path, message)


def _says(database: Database, record: Record, prose: str, atom: str, value: Any) -> bool:
    """Return whether a text says a condition: by its phrase, by one of its words, or by all figures and names in it."""
    entry = database.vocabulary.atoms.get(atom) or {}
    words = entry.get("words") or {}
    forms, listed = database.vocabulary.phrase_forms(atom, value)
    for form in forms:
        spoken = [*(words.get(form) or ()), *([] if listed else [str((entry.get("phrase") or {}).get(form, ""))])]
        is_said = any(_stands_in(prose, word) for word in spoken if word)
        if not is_said and not (
            listed and all(_value_stands_in(database, record, prose, listed_value, words) for listed_value in listed)
        ):
            return False
    return True


def _value_stands_in(database: Database, record: Record, prose: str, value: Any, words: dict[str, list[str]]) -> bool:
    """Return whether a text names a value of a condition: as a figure, by its word or name, or by one of ``words``."""
    named = str(value)
    if named.startswith("$"):
        return f"%({named[1:]})s" in prose
    if parse(named) is not None and not named.isdecimal():
        return _stands_in(prose, named)
    records = database.editions[record.edition].records.values()
    term = str((database.glossary.get(named) or {}).get(database.editions[record.edition].written_in) or "").partition(
        " ("
    )[0]
    names = [other.name for other in records if named in (other.slug, str(other.get("type")))]
    spoken = (named.replace("-", " "), term, *names, *(words.get(named) or ()))
    return any(_stands_in(prose, name) for name in spoken if name)


def _stands_in(prose: str, words: str) -> bool:
    return _folded(words) in prose


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())

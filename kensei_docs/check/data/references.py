"""Every name that a record uses exists, and everything that it defines is used and printed.

What is printed are figures, the conditions of modifiers, the labels of rules, and rulings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.check.finding import Finding, finding_at, listed, mapping, names, own_columns, where
from kensei_docs.database import Database, Record
from kensei_docs.database.paths import below, mapping_at, mappings_in
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.yaml_files import MESSAGE_GROUPS
from kensei_docs.engine.effects import effects_of, resolve
from kensei_docs.figures import parse
from kensei_docs.problems import check, closest

_COMPARISONS = ("not", "at-least", "at-most")
# Parts of a record that hold figures and words by names of their own.
_NO_REFERENCES = frozenset({"figures"}) | MESSAGE_GROUPS
_PLAIN_WORDS = {"atom": "condition", "kind": "kind of record"}


@check("error", of_print=True)
def entity_reference(database: Database) -> Iterator[Finding]:
    """Everything that a record names exists: the titles, markers, weapons and records it points to.

    ``vocabulary.yaml`` declares which fields name what, in addition to the ``values`` of each condition:

        references:
          blends: [tea]                     # slugs of records of this kind
          harvest: [season]                 # terms of this part of the glossary
          restates: [record]                # ids of records, kind/slug
          grower: [self.class]              # the values that this condition lists
          ignore: [atom, kind, record]      # conditions, kinds or ids

    A column of a project's own vocabulary that ``takes: name`` says so itself, by its ``of``; any name will do if
    nothing is of that kind.

    A key under ``brings`` that has an ``alias`` can be named as well: it stands for the slugs of its kinds, and for
    what those records have in the fields of the alias. Values that have their own phrase in the vocabulary need no
    declaration. The finding suggests the nearest name.

    Wrong: ``blends: [gren-leaf]``; ``when: {self.season: springtime}``. Right: ``blends: [green-leaf]`` where the
    edition has a record of that slug.
    """
    references = {field: names(registers) for field, registers in database.vocabulary.section("references").items()}
    # A cell is read before all records are known, so a column says nothing of the names that it takes.
    columns = {
        str(entry.get("at") or name).rpartition(".")[2]: names(entry.get("of"))
        for name, entry in own_columns(database)
        if entry.get("takes") in ("name", "names") and not entry.get("values")
    }
    for record in database.records:
        known = {field: of for field, of in columns.items() if any(_register(database, record, one) for one in of)}
        yield from _unknown(database, record, record.data, "", known | references)


def _unknown(
    database: Database, record: Record, part: Any, path: str, references: dict[str, list[str]]
) -> Iterator[Finding]:
    """Yield a finding for each name in a part of a record that nothing bears; ``references`` say what it names."""
    for key, inner in mapping(part).items():
        inner_path = below(path, key)
        if key == "when" and isinstance(inner, dict):
            for atom, value in inner.items():
                yield from _unknown_values(database, record, f"{inner_path}.{atom}", atom, value)
        elif key in references and key not in _NO_REFERENCES and not isinstance(inner, dict):
            for name in inner if isinstance(inner, list) else [inner]:
                if isinstance(name, str):
                    yield from _unless_known(database, record, inner_path, name, references[key])
        elif key not in _NO_REFERENCES:
            yield from _unknown(database, record, inner, inner_path, references)


def _unknown_values(database: Database, record: Record, path: str, atom: str, value: Any) -> Iterator[Finding]:
    """Yield a finding for each value of a condition that its atom can't have."""
    entry = mapping(database.vocabulary.atoms.get(atom))
    domain = entry.get("values")
    known = names(domain) if isinstance(domain, list) else []
    value = resolve(record, value)
    if isinstance(value, dict):
        value = next((value[form] for form in _COMPARISONS if form in value), None)
    for member in value if isinstance(value, list) else [value]:
        name = str(member).lower() if isinstance(member, bool) else member
        if not isinstance(name, str) or name in mapping(entry.get("phrase")):
            continue
        if domain == "figure":
            if parse(name) is None:
                yield finding_at(record, path, f"'{name}' is not a figure; '{atom}' is compared with one")
        elif domain == "boolean":
            yield finding_at(record, path, f"'{name}' is neither true nor false, as '{atom}' wants")
        elif known and name not in known:
            fault = f"'{name}' is not a value of '{atom}'{closest(name, known)}"
            yield finding_at(record, path, f"{fault}; known are {', '.join(known)}")
        elif isinstance(domain, str):
            yield from _unless_known(database, record, path, name, [domain])


def _unless_known(database: Database, record: Record, path: str, name: str, registers: list[str]) -> Iterator[Finding]:
    known = [entry for register in registers for entry in _register(database, record, register)]
    if name not in known:
        kinds = " or ".join(_PLAIN_WORDS.get(register, register.replace("-", " ")) for register in registers)
        fault = f"'{name}' is not a known {kinds} of {record.edition}{where(record, path)}{closest(name, known)}"
        yield finding_at(record, path, f"{fault}; add it or mend the name")


def _register(database: Database, record: Record, register: str) -> list[str]:
    """Return the names that a reference may have: of records, of kinds, of conditions or their values, or of terms."""
    edition = database.editions[record.edition]
    if register == "record":
        return list(edition.records)
    if register == "kind":
        return list(database.vocabulary.kinds.values())
    if register == "atom":
        return list(database.vocabulary.atoms)
    if register in database.vocabulary.atoms:
        domain = database.vocabulary.atoms[register].get("values")
        return names(domain) if isinstance(domain, list) else []
    brings = database.vocabulary.section("brings").get(register)
    if isinstance(brings, dict) and "alias" in brings:
        records = edition.records_of(*names(brings.get("kinds")))
        aliases = [entry.get(field) for entry in records for field in names(brings["alias"])]
        return [entry.slug for entry in records] + [name for alias in aliases for name in names(alias)]
    terms = [term for term, entry in database.glossary.items() if entry.get("part") == register]
    return [entry.slug for entry in edition.records_of(register)] + terms


@check("warning")
def orphan_definition(database: Database) -> Iterator[Finding]:
    """A figure that a record defines is used: its text names it, or one of its effects does.

    Records whose only message is their name are printed figure by figure, and so use all of them. A figure that cards
    print by itself, such as the cost of an order, is named in ``vocabulary.yaml``, below ``within``:

        within:
          order:
            figures: ['*', cost]

    Those of a kind for which ``fields`` declares ``figures`` by name list all that the text leaves out. What a column
    of a project's own spreadsheet gives (``at: figures.rise``) is there for its cards.

    Wrong: ``figures: {brew: 4, steep: 2}`` and a text with ``%(brew)s`` alone. Right: the same where an effect adds
    ``$steep``.
    """
    paths = [str(entry.get("at")).partition(".") for _, entry in own_columns(database)]
    of_columns = {name for group, _, name in paths if group == "figures"}
    for record in database.records:
        within = database.vocabulary.section("within").get(record.kind) or {}
        listed = "figures" in names(database.vocabulary.section("fields").get(record.kind))
        if listed or all(field == "name" for field, _ in record.messages):
            continue
        used = {*of_columns, *names(within.get("figures")), *_figures_named(record.data)}
        for name in (name for name in mapping_at(record, "figures") if name not in used):
            path = f"figures.{name}"
            fault = f"the figure '{name}' is read by no text and no effect of the record{where(record, path)}"
            declared = f"list it in vocabulary.yaml (within: {{{record.kind}: {{figures: ['*', {name}]}}}})"
            message = f"{fault}; name it there, {declared} if its card prints it, or take it away"
            yield finding_at(record, path, message)


def _figures_named(part: Any) -> Iterator[str]:
    """Yield the figures that messages, formulas, effects and conditions of a part name."""
    for text in strings_in(part, keys=False):
        yield from (place["name"] for place in PLACEHOLDER.finditer(text))
        if text.startswith("$"):
            yield text[1:]


def strings_in(part: Any, keys: bool = True) -> Iterator[str]:
    """Yield all strings in a part of data at any depth, with the keys of mappings or without them."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        yield from map(str, part if keys and isinstance(part, dict) else ())
        for inner in part.values() if isinstance(part, dict) else part:
            yield from strings_in(inner, keys)


@check("error")
def undefined_term(database: Database) -> Iterator[Finding]:
    """A term that a condition relies on is defined by some record of its edition.

    The glossary translates terms, but only a record says what they mean in play. ``vocabulary.yaml`` declares which
    records do, by the name that the ``values`` of a condition give their register:

        definitions:
          leaf: ['tea:leaves', 'blend:leaves']      # kind:field

    An edition that has none of those kinds defines its terms elsewhere and is not checked.

    Wrong: a modifier ``when: {tea.leaf: nettle}``, where no tea and no blend lists nettle. Right: the same with a leaf
    that one of them lists.
    """
    for register, declared in database.vocabulary.section("definitions").items():
        fields = names(declared)
        places = " or ".join(f"'{field.replace(':', ' ')}'" for field in fields)
        atoms = {atom for atom, entry in database.vocabulary.atoms.items() if mapping(entry).get("values") == register}
        for edition in database.editions.values():
            defined = {
                term
                for kind, _, path in (field.partition(":") for field in fields)
                for record in edition.records_of(kind)
                for term in names(record.get(path))
            }
            for effect in (e for record in edition.records.values() for e in effects_of(record)) if defined else ():
                named = [
                    (atom, term)
                    for atom, value in effect.when.items()
                    if atom in atoms
                    for term in names(value.get("not") if isinstance(value, dict) else value)
                ]
                for atom, term in named:
                    if term not in defined and term in database.glossary:
                        fault = f"the condition names the {register} '{term}'{where(effect.record, effect.path)}"
                        message = f"{fault}, which no {places} defines{closest(term, defined)}; "
                        yield finding_at(
                            effect.record,
                            f"{effect.path}.when.{atom}",
                            f"{message}define it or mend the condition",
                            beside=[(effect.record, effect.path)],
                        )


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
        for path, part in mappings_in(record.data):
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
                label = f"say it, or begin with a label: '{key.replace('-', ' ').capitalize()}: …'"
                fault = f"the rule '{key}' doesn't say {listed(unsaid)}, and its key isn't printed"
                yield finding_at(record, f"rules.{key}", f"{fault}; {label}")


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
            continue
        if atom not in when or when[atom] != value:
            actual = f"is '{record.condition({atom: when[atom]})}'" if atom in when else f"has no '{atom}'"
            fault = f"'{name}' says '{written}', and its condition {actual}{where(record, below(path, 'add'))}"
            message = f"{fault}; mend the name in every language, and 'says' with it"
            yield finding_at(record, inner_path, message, beside=[(record, below(path, "when"))])
        figures = {text[1:] for text in strings_in(value, keys=False) if text.startswith("$")}
        for figure in sorted(figures - named):
            remedy = f"write %({figure})s there, or take '{atom}' out of 'says'"
            yield finding_at(record, inner_path, f"'{name}' says a figure that isn't in it; {remedy}")


def _unprinted(database: Database, record: Record, path: str, unsaid: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition that the name doesn't say (``unsaid``) and no phrase says."""
    for atom, value in unsaid.items():
        phrases = (database.vocabulary.atoms.get(atom) or {}).get("phrase") or {}
        for form in database.vocabulary.phrase_forms(atom, value)[0]:
            if form not in phrases:
                fault = f"the condition '{record.condition({atom: value})}' is printed nowhere{where(record, path)}"
                phrase = f"add a phrase '{form}' to the atom '{atom}' in vocabulary.yaml"
                message = f"{fault}; {phrase}, or have the name say it, and 'says'"
                yield finding_at(record, below(path, f"when.{atom}"), message)


def _unsaid_by_text(database: Database, record: Record, path: str, when: dict[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each condition of an effect that the text printed in its place doesn't say."""
    owner, effects, _ = f".{path}".rpartition(".effects.")
    part = record.get(owner.strip(".")) if owner else record.data
    if not effects or not isinstance(part, dict) or "text" not in part:
        return
    prose = " ".join(map(str, (record.name, part["text"], *(part.get("rules") or {}).values())))
    text = _Text(database, record, _folded(prose))
    for atom, value in when.items():
        if not text.says(atom, value):
            inner_path = below(path, f"when.{atom}")
            printed = f"which is printed in place of the effect{where(record, inner_path)}"
            fault = f"the condition '{record.condition({atom: value})}' isn't in the text, {printed}"
            remedy = f"say it there, or add the word that says it to 'words' of the atom '{atom}' in vocabulary.yaml"
            yield finding_at(record, inner_path, f"{fault}; {remedy}")


@dataclass(frozen=True)
class _Text:
    """The words of a record (``prose``, folded) that are printed in place of its effects."""

    database: Database
    record: Record
    prose: str

    def says(self, atom: str, value: Any) -> bool:
        """Return whether it says a condition: by its phrase, by one of its words, or by all figures and names in it."""
        entry = self.database.vocabulary.atoms.get(atom) or {}
        words, phrases = entry.get("words") or {}, entry.get("phrase") or {}
        forms, listed = self.database.vocabulary.phrase_forms(atom, value)
        return all(
            self._has([*(words.get(form) or ()), *([] if listed else [str(phrases.get(form, ""))])])
            or (listed and all(self._names(one, words) for one in listed))
            for form in forms
        )

    def _names(self, value: Any, words: dict[str, list[str]]) -> bool:
        """Return whether it names a value: as a figure, by its word or name, or by one of ``words``."""
        named = str(value)
        if named.startswith("$"):
            return f"%({named[1:]})s" in self.prose
        if parse(named) is not None and not named.isdecimal():
            return self._has([named])
        edition = self.database.editions[self.record.edition]
        term = str(mapping(self.database.glossary.get(named)).get(edition.written_in) or "").partition(" (")[0]
        names_of = [r.name for r in edition.records.values() if named in (r.slug, str(r.get("type")))]
        return self._has([named.replace("-", " "), term, *names_of, *(words.get(named) or ())])

    def _has(self, words: list[str]) -> bool:
        return any(_folded(word) in self.prose for word in words if word)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())

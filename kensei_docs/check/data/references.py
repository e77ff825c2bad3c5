"""Every name that a record uses exists, and every figure that it defines is used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names, own_columns
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.database.record_parts import below, mapping_at
from kensei_docs.database.yaml_reading import MESSAGE_GROUPS
from kensei_docs.engine.effects import Effect, effects_of, resolve
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
    columns = _columns_of_names(database)
    for record in database.records:
        known = {field: of for field, of in columns.items() if any(_register(database, record, one) for one in of)}
        yield from _unknown(database, record, record.data, "", {**known, **references})


def _columns_of_names(database: Database) -> dict[str, list[str]]:
    """Return what the columns of a project of one's own name, by field: a cell is read before all records are known."""
    columns: dict[str, list[str]] = {}
    for name, entry in own_columns(database):
        if entry.get("takes") in ("name", "names") and not entry.get("values"):
            columns[str(entry.get("at") or name).rpartition(".")[2]] = names(entry.get("of"))
    return columns


def _unknown(
    database: Database, record: Record, part: Any, path: str, references: dict[str, list[str]]
) -> Iterator[Finding]:
    """Yield a finding for each name in a part of a record that nothing bears; ``references`` say what it names."""
    if not isinstance(part, dict):
        return
    for key, inner in part.items():
        inner_path = below(path, key)
        if key == "when" and isinstance(inner, dict):
            for atom, value in inner.items():
                yield from _unknown_value(database, record, f"{inner_path}.{atom}", atom, value)
        elif key in references and key not in _NO_REFERENCES and not isinstance(inner, dict):
            for name in inner if isinstance(inner, list) else [inner]:
                if isinstance(name, str):
                    yield from _unless_known(database, record, inner_path, name, references[key])
        elif key not in _NO_REFERENCES:
            yield from _unknown(database, record, inner, inner_path, references)


def _unknown_value(database: Database, record: Record, path: str, atom: str, value: Any) -> Iterator[Finding]:
    entry = database.vocabulary.atoms.get(atom)
    if not isinstance(entry, dict):
        return
    domain, phrases = entry.get("values"), entry.get("phrase")
    words = list(phrases) if isinstance(phrases, dict) else []
    value = resolve(record, value)
    if isinstance(value, dict):
        value = next((value[form] for form in _COMPARISONS if form in value), None)
    for member in value if isinstance(value, list) else [value]:
        name = str(member).lower() if isinstance(member, bool) else member
        if not isinstance(name, str) or name in words:
            continue
        if domain == "figure":
            if parse(name) is None:
                yield finding_at(record, path, f"'{name}' is not a figure; '{atom}' is compared with one")
        elif domain == "boolean":
            yield finding_at(record, path, f"'{name}' is neither true nor false, as '{atom}' wants")
        elif isinstance(domain, list):
            if name not in [str(allowed) for allowed in domain]:
                message = (
                    f"'{name}' is not a value of '{atom}'{closest(name, map(str, domain))}; known are "
                    f"{', '.join(map(str, domain))}"
                )
                yield finding_at(record, path, message)
        elif isinstance(domain, str):
            yield from _unless_known(database, record, path, name, [domain])


def _unless_known(database: Database, record: Record, path: str, name: str, registers: list[str]) -> Iterator[Finding]:
    names = [entry for register in registers for entry in _register(database, record, register)]
    if name not in names:
        kinds = " or ".join(_PLAIN_WORDS.get(register, register.replace("-", " ")) for register in registers)
        message = (
            f"'{name}' is not a known {kinds} of {record.edition}{where(record, path)}{closest(name, names)}; "
            "add it or mend the name"
        )
        yield finding_at(record, path, message)


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
        listed = database.vocabulary.atoms[register].get("values")
        return [str(value) for value in listed] if isinstance(listed, list) else []
    brings = database.vocabulary.section("brings").get(register)
    if isinstance(brings, dict) and "alias" in brings:
        records = [entry for kind in names(brings.get("kinds")) for entry in edition.records_of(kind)]
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
    for edition in database.editions.values():
        for kind in edition.kinds:
            within = database.vocabulary.section("within").get(kind) or {}
            listed = "figures" in names(database.vocabulary.section("fields").get(kind))
            for record in edition.records_of(kind) if not listed else ():
                yield from _orphans(record, of_columns | set(names(within.get("figures"))))


def _orphans(record: Record, fields: set[str]) -> Iterator[Finding]:
    """Yield a finding for each figure of a record that no text, no effect and none of ``fields`` reads."""
    if all(field == "name" for field, _ in record.messages):
        return
    used = fields | set(_figures_named(record.data))
    for name in mapping_at(record, "figures"):
        if name not in used:
            path = f"figures.{name}"
            message = (
                f"the figure '{name}' is read by no text and no effect of the record{where(record, path)}; name it "
                f"there, list it in vocabulary.yaml (within: {{{record.kind}: {{figures: ['*', {name}]}}}}) "
                "if its card prints it, or take it away"
            )
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
        entries = database.vocabulary.atoms.items()
        atoms = {atom for atom, entry in entries if isinstance(entry, dict) and entry.get("values") == register}
        for edition in database.editions.values():
            defined = _defined(edition, fields)
            records = edition.records.values() if defined else ()
            for effect in (effect for record in records for effect in effects_of(record)):
                named = {
                    atom: names(value.get("not") if isinstance(value, dict) else value)
                    for atom, value in effect.when.items()
                    if atom in atoms
                }
                for atom, term in ((atom, term) for atom, terms in named.items() for term in terms):
                    if term not in defined and term in database.glossary:
                        yield _undefined(effect, atom, term, register, defined, fields)


def _undefined(effect: Effect, atom: str, term: str, register: str, defined: set[str], fields: list[str]) -> Finding:
    path = f"{effect.path}.when.{atom}"
    places = " or ".join(f"'{field.replace(':', ' ')}'" for field in fields)
    message = (
        f"the condition names the {register} '{term}'{where(effect.record, effect.path)}, which no {places} "
        f"defines{closest(term, defined)}; define it or mend the condition"
    )
    return finding_at(effect.record, path, message, beside=[(effect.record, effect.path)])


def _defined(edition: Edition, fields: list[str]) -> set[str]:
    terms: set[str] = set()
    for field in fields:
        kind, _, path = field.partition(":")
        for record in edition.records_of(kind):
            terms.update(names(record.get(path)))
    return terms

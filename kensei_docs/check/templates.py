"""Checks of the kinds of document of a project and of their templates, against the records that they print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.database import Database, Record, load
from kensei_docs.database.yaml_reading import read_cached
from kensei_docs.documents.kinds.kind import MANIFEST, NOTHING, Kind, load_kinds
from kensei_docs.documents.kinds.rows_and_copies import rows_of
from kensei_docs.documents.markup.svg_files import problems_in_templates
from kensei_docs.problems import Place, Problem, check, closest
from kensei_docs.project import EDITIONS, SHARED_TEMPLATES, Project


@dataclass(frozen=True)
class CheckedProject:
    """A project, and the database of those of its editions that are checked; ``alone``: of no others.

    ``folders`` are those of the kinds of document that are checked; None: all.
    """

    project: Project
    database: Database
    alone: bool = False
    folders: tuple[Path, ...] | None = None

    @cached_property
    def whole_database(self) -> Database:
        """The database of all editions of the project itself, for what they share, such as templates."""
        if self.alone:
            return self.database
        missing = set(self.project.own_editions) - self.database.editions.keys()
        return load(self.project, self.project.own_editions)[0] if missing else self.database

    def holds(self, folder: Path) -> bool:
        """Return whether a folder is the project's own: not a link to one that is checked elsewhere."""
        return self.project.holds(folder) and folder.resolve().is_relative_to(self.project.layers[0].resolve())

    @cached_property
    def kinds(self) -> list[Kind]:
        """The checked kinds of document of the project itself."""
        return [
            kind
            for kind in load_kinds(self.project)[0].values()
            if self.holds(kind.folder) and (self.folders is None or kind.folder in self.folders)
        ]


# The beginning of a call with a literal path. To find it is a hundred times as fast as to parse the template.
_CALL = re.compile(r"""(?:\b(record)\.(?:get|figure)|\.figure)\(\s*["']([^"']*)["']""")
# A field of a template whose name is written out.
_FIELD = re.compile(r"""\bdata-field=["']([\w-]+)["']""")
# The variable of templates with the record of a face.
_RECORD = "record"
# The value of ``each`` for a kind that prints an edition as a whole: its templates read records of all kinds.
_EDITION = "edition"


@check("error", of_print=True)
def asked_paths_exist(checked: CheckedProject) -> Iterator[Problem]:
    """A path that a template asks a record for is one that some record has, of the kinds that it prints.

    Otherwise its place on the card stays empty: the template, or the data, was renamed. What ``vocabulary.yaml``
    declares for one of the kinds by name may still be missing. Templates of which the editions print nothing are not
    looked at.

    Wrong: ``record.figure("price")`` for a figure, whose path is ``figures.price``; ``record.get("prize")`` where all
    teas have a ``price``. Right: a path that one tea has; ``record.get(path)``.
    """
    project, database = checked.project, checked.whole_database
    fields = database.vocabulary.section("fields")
    within = database.vocabulary.section("within")
    editions = database.editions.values()
    everything = [record for edition in editions for record in (*edition.records.values(), *edition.rulings.values())]
    for kind in checked.kinds:
        names = {name for name, _, _ in kind.sources()}
        printing = {edition.id for edition in editions if kind.applies_to(edition)}
        printed = [
            record
            for record in everything
            if record.edition in printing and (record.kind in names or _EDITION in names)
        ]
        declared = {field for name in names for field in fields.get(name) or ()}
        declared |= {
            f"{path}.{key}" for name in names for path, keys in (within.get(name) or {}).items() for key in keys
        }
        if printed:
            yield from _missing(kind.folder, printed, everything, declared)
    for folder in project.folders(*SHARED_TEMPLATES)[:1]:
        if everything and checked.holds(folder):
            yield from _missing(folder, everything, everything, set())


def _missing(folder: Path, printed: list[Record], everything: list[Record], declared: set[str]) -> Iterator[Problem]:
    """Yield a problem for each path in the templates of a folder that no record has and the vocabulary lacks.

    ``printed`` are the records that the folder's kind prints, ``declared`` the paths that the vocabulary has for them.
    """
    absent = object()
    own = folder.resolve()
    for file in sorted(file for file in folder.glob("*.j2") if file.resolve().is_relative_to(own)):
        # What is not UTF-8 is reported where the template's messages are read.
        text = file.read_text(encoding="utf-8", errors="replace")
        known = (
            path in declared
            or any(record.get(path, absent) is not absent for record in (printed if own else everything))
            for own, path in _CALL.findall(text)
        )
        if all(known):
            continue
        for line, path, of_face in _asked(text):
            records = printed if of_face else everything
            if path not in declared and all(record.get(path, absent) is absent for record in records):
                kinds = ", ".join(dict.fromkeys(record.kind for record in records)) if of_face else "any kind"
                paths = {fact.path for record in records for fact in record.facts}
                hint = _nearest(path, {*declared, *paths, *(key for record in records for key in record.data)})
                message = f"asks for '{path}', which no record of {kinds} has{hint}; mend the path"
                column = text.splitlines()[line - 1].find(path) + 1
                yield Problem(Place(str(file), line, column or None), message, "")


def _nearest(path: str, known: set[str]) -> str:
    """Return the hint at the path that was meant: one that ends so, or the most similar one, whole or in its end."""
    by_end = {one.rpartition(".")[2]: one for one in sorted(known)}
    if path in by_end:
        return f"; did you mean '{by_end[path]}'?"
    near = closest(path, sorted(known))
    if near or "." in path:
        return near
    return next((f"; did you mean '{by_end[end]}'?" for end in by_end if closest(path, [end])), "")


def _asked(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield (line, path, whether it is a path of the face's record) for each literal path in a template."""
    try:
        tree = Environment().parse(text)
    except TemplateSyntaxError:
        # 'build' reports it.
        return
    for call in tree.find_all(nodes.Call):
        method = call.node
        path = call.args[0] if call.args else None
        if isinstance(method, nodes.Getattr) and isinstance(path, nodes.Const) and isinstance(path.value, str):
            of_face = isinstance(method.node, nodes.Name) and method.node.name == _RECORD
            if method.attr == "figure" or (method.attr == "get" and of_face):
                yield path.lineno, path.value, of_face


_NO_TERM = "which is no term of the glossary{}; add it to data/glossary.yaml"
_TERM = re.compile(r"""\bterm\(\s*["']([^"']*)["']\s*\)""")
# A loop over the figures of a record that prints the term of each; it may leave those out that a text names.
_FIGURES = re.compile(r"""\bfor (\w+), \w+ in \(?record\.get\(["']figures["']\)(.*?)\bterm\(\s*\1\b""", re.S)


@check("error")
def printed_terms_are_in_the_glossary(checked: CheckedProject) -> Iterator[Problem]:
    """A term that a template prints is in ``data/glossary.yaml``: it may be written out, or be the name of a figure.

    Otherwise its name in the data is printed, in every language.

    Wrong: ``term("tide-hight")``; a card with all figures of its record, one of them ``rise``, of which the glossary
    has nothing. Right: ``rise: {en: Rise, es: Subida}`` in the glossary.
    """
    database = checked.whole_database
    for kind in checked.kinds:
        names = {name for name, _, _ in kind.sources()}
        for file in sorted(kind.folder.glob("*.j2")):
            text = file.read_text(encoding="utf-8", errors="replace")
            for call in _TERM.finditer(text):
                if call[1] not in database.glossary:
                    line = text.count("\n", 0, call.start()) + 1
                    hint = closest(call[1], database.glossary)
                    yield Problem(Place(str(file), line), f"prints '{call[1]}', {_NO_TERM.format(hint)}", "")
            loop = _FIGURES.search(text)
            for record in database.records if loop else ():
                if record.kind in names and kind.applies_to(database.editions[record.edition]):
                    yield from _unknown_figures(record, database, loop is not None and "%(" in loop[2])


def _unknown_figures(record: Record, database: Database, unnamed: bool) -> Iterator[Problem]:
    """Yield a problem for each figure of a record that the glossary lacks; ``unnamed``: of those that no text names."""
    texts = " ".join(message for _, message in record.messages) if unnamed else ""
    for name in record.get("figures") or {}:
        if name not in database.glossary and not re.search(rf"%\({re.escape(name)}[)|]", texts):
            message = f"{record.id}: its card prints '{name}', {_NO_TERM.format('')}"
            place = record.place(f"figures.{name}")
            yield Problem(place, message, "", edition=record.edition, record=record.id)


@check("error", of_print=True)
def printed_kinds_exist(checked: CheckedProject) -> Iterator[Problem]:
    """The kinds of record, the records and the fields that a ``kind.yaml`` names are ones that some edition has.

    Otherwise nothing of it is ever printed, or not as often, in silence. An edition may well have no records of a kind,
    and a kind that a vocabulary lists may have none at all.

    Wrong: ``each: tae``; ``each: tea/sencah``; ``copies: {sencah: 3}``; ``only: {tea: prize}``. Right: ``each: tea``,
    where ``kinds`` in vocabulary.yaml has ``teas: tea``; ``each: tea/sencha``; ``only: {tea: price}``.
    """
    project = checked.project
    found = list(_unknown_names(checked, checked.whole_database))
    if found and not checked.alone:
        # A copy of a shipped kind names what shipped editions have.
        everywhere = tuple(project.named_folders(*EDITIONS))
        if set(everywhere) - checked.whole_database.editions.keys():
            found = list(_unknown_names(checked, load(project, everywhere)[0]))
    yield from found


def _unknown_names(checked: CheckedProject, database: Database) -> Iterator[Problem]:
    """Yield a problem for each name in the settings of the checked kinds that is nothing in a database."""
    editions = database.editions.values()
    records: dict[str, list[Record]] = {}
    for edition in editions:
        for record in (*edition.records.values(), *edition.rulings.values()):
            records.setdefault(record.kind, []).append(record)
    known = {*database.vocabulary.kinds.values(), _EDITION, NOTHING, *(name for one in editions for name in one.kinds)}
    for kind in checked.kinds:
        tree, _ = read_cached(kind.folder / MANIFEST, checked.project.parsed)
        for path, message in (
            *_unknown_kinds(kind, known),
            *_unknown_records(kind, records),
            *_unknown_fields(kind, records, database),
            *_unknown_copies(kind, records, list(database.editions)),
        ):
            yield Problem(tree.place(path), message, "")


def _unknown_kinds(kind: Kind, known: set[str]) -> Iterator[tuple[str, str]]:
    """Yield (path in kind.yaml, message) for each name of a kind of record that is none."""
    by_kind: dict[str, Iterable[str]] = {"titles": kind.titles, "only": kind.only, "stated": kind.stated}
    by_kind |= {"unstated": kind.unstated, "together": kind.together}
    named = [(f"each.{number}", name) for number, (name, _, _) in enumerate(kind.sources())]
    named += [(f"applies.{number}", name) for number, name in enumerate(kind.applies)]
    named += [(f"{setting}.{name}", name) for setting, names in by_kind.items() for name in names]
    named += [(f"forms.{form}.{n}", name) for form, names in kind.forms.items() for n, name in enumerate(names)]
    for path, name in named:
        if name not in known:
            message = f"'{path.partition('.')[0]}' names '{name}', which is no kind of record"
            message += f"{closest(name, sorted(known))}; "
            yield path, message + "mend the name, or list it under 'kinds' in vocabulary.yaml"


def _unknown_records(kind: Kind, records: dict[str, list[Record]]) -> Iterator[tuple[str, str]]:
    """Yield (path in kind.yaml, message) for each single record in ``each`` that no edition has."""
    for number, (name, slug, _) in enumerate(kind.sources()):
        slugs = {record.slug for record in records.get(name, ())}
        if slug and slug not in slugs:
            near = closest(f"{name}/{slug}", [f"{name}/{one}" for one in sorted(slugs)])
            yield (
                f"each.{number}",
                f"'each' names '{name}/{slug}', which is no record of any edition{near}; mend the name",
            )


def _unknown_fields(kind: Kind, records: dict[str, list[Record]], database: Database) -> Iterator[tuple[str, str]]:
    """Yield (path in kind.yaml, message) for each field that no record of its kind has, nor the vocabulary."""
    absent = object()
    fields = database.vocabulary.section("fields")
    # What a column of a spreadsheet writes may still be missing.
    columns = database.vocabulary.section("columns").values()
    written = {str(column.get("at")) for column in columns if isinstance(column, dict)}
    shared = {name: one.without for name, one in kind.together.items()}
    by_kind = {"only": kind.only, "stated": kind.stated, "unstated": kind.unstated, "together": shared}
    named = [(f"{key}.{name}", [name], path) for key, paths in by_kind.items() for name, path in paths.items()]
    if kind.owner:
        named.append(("owner", [name for name, _, _ in kind.sources()], kind.owner))
    for place, names, path in named:
        printed = [record for name in names for record in records.get(name, ())]
        if not printed or path in written or any(path in (fields.get(name) or ()) for name in names):
            continue
        if all(record.get(path, absent) is absent for record in printed):
            known = {fact.path for record in printed for fact in record.facts}
            known |= {key for record in printed for key in record.data}
            setting, kinds = place.partition(".")[0], " or ".join(names)
            yield (
                place,
                f"'{setting}' names '{path}', which no record of {kinds} has{_nearest(path, known)}; mend the path",
            )


def _unknown_copies(kind: Kind, records: dict[str, list[Record]], editions: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (path in kind.yaml, message) for each key of ``copies`` that is no face of the kind in any edition."""
    if not isinstance(kind.copies, dict):
        return
    faces = {"default", *kind.forms}
    for name, _, path in kind.sources():
        for record in records.get(name, ()):
            parts = record.get(path) if path else None
            faces |= set(parts) if isinstance(parts, dict) else {record.slug}
    for key in kind.copies:
        edition, _, slug = key.rpartition("/")
        if edition and edition not in editions:
            near = closest(edition, editions)
            yield f"copies.{key}", f"'copies' names '{edition}', which is no edition{near}; mend the name"
        elif slug not in faces:
            near = closest(slug, sorted(faces))
            yield f"copies.{key}", f"'copies' names '{slug}', which no edition has to print here{near}; mend the name"


@check("error", of_print=True)
def drawings_in_templates_are_printed(checked: CheckedProject) -> Iterator[Problem]:
    """A drawing that is written into a template has elements, attributes and colours that can be printed.

    Otherwise it is printed without them, in silence. What the template fills in is not looked at.

    Wrong: ``<svg><rect fill="redd"/><circel/></svg>``. Right: ``<svg><rect fill="red"/></svg>``.
    """
    shared = [file for folder in checked.project.folders(*SHARED_TEMPLATES) for file in sorted(folder.glob("*.j2"))]
    found: dict[Problem, None] = {}
    for kind in checked.kinds:
        found |= dict.fromkeys(problems_in_templates([*sorted(kind.folder.glob("*.j2")), *shared]))
    yield from (problem for problem in found if checked.project.holds(problem.place.file))


@check("note")
def fitted_fields_stand_in_templates(checked: CheckedProject) -> Iterator[Problem]:
    """A field under ``fit`` in a ``kind.yaml`` is one that a template of the kind has.

    Otherwise its sizes fit nothing: the field was renamed, or taken out.

    Wrong: ``fit: {txet: {size: 9, floor: 7}}``, where the templates have ``data-field="text"``. Right: ``text`` there.
    """
    shared = [file for folder in checked.project.folders(*SHARED_TEMPLATES) for file in folder.glob("*.j2")]
    for kind in checked.kinds:
        texts = [file.read_text(encoding="utf-8", errors="replace") for file in (*kind.folder.glob("*.j2"), *shared)]
        tree, _ = read_cached(kind.folder / MANIFEST, checked.project.parsed)
        fields = sorted({field for text in texts for field in _FIELD.findall(text)})
        for name in kind.fit:
            # A template may well build the name of a field, or have a macro write it.
            if not any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for text in texts):
                message = f"'fit' has sizes for '{name}', which no template has as data-field{closest(name, fields)}; "
                yield Problem(tree.place(f"fit.{name}"), message + "mend the name, or take it out", "")


@check("error")
def copies_are_counted(checked: CheckedProject) -> Iterator[Problem]:
    """The field of a record that says how many copies of its card are printed has a number of 0 or more.

    The card is printed once otherwise.

    Wrong: ``copies: three``, where ``copies`` in kind.yaml is ``copies``. Right: ``copies: 3``.
    """
    for kind in checked.kinds:
        for edition in checked.database.editions.values():
            if kind.applies_to(edition) and not kind.is_general:
                yield from rows_of(kind, edition)[1]

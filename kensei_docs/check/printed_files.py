"""Checks of what a project prints with: its templates, style sheets, typefaces and kinds of document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.catalogues import translator_for
from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.translator import NO_TERM
from kensei_docs.check.checked_project import CheckedProject, collected, records_of, text_of
from kensei_docs.check.finding import names as names_of
from kensei_docs.database import Database, Edition, Record, load
from kensei_docs.database.model import FORMAT_KEYS, Vocabulary
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.documents.layout.written_styles import classes_without_dot, faults_of_styles, misspelt_classes
from kensei_docs.documents.markup.art_folder import picture_fields
from kensei_docs.documents.markup.asked_paths import CALL, declared_paths, nearest_path
from kensei_docs.documents.markup.asked_paths import CHECK as ASKED
from kensei_docs.documents.markup.environment import TEMPLATES_CHECK
from kensei_docs.documents.markup.font_families import PARTS, families_of
from kensei_docs.documents.markup.svg import CHECK as PICTURES
from kensei_docs.documents.markup.svg import problems_in_templates
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import SETTINGS as LOOK
from kensei_docs.documents.products.options import Theme, load_themes, palette_of, spec_of
from kensei_docs.documents.products.papers import load_papers
from kensei_docs.documents.products.product import (
    MANIFEST,
    NOTHING,
    Product,
    face_size,
    load_products,
    read_style_sheet,
    rows_of,
)
from kensei_docs.problems import Place, Problem, Unusable, check, closest, short_path
from kensei_docs.project import CATALOGUES, EDITIONS, PAGES, SHARED_TEMPLATES, Project, shipped
from kensei_docs.slugs import likeliest

_Node = TypeVar("_Node", bound=nodes.Node)

# The fields of a record that a message lists at most.
_MOST_FIELDS = 8
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
    everything = checked.records
    for product in checked.products:
        names = {name for name, _, _ in product.sources()}
        printing = {edition.id for edition in database.editions.values() if product.applies_to(edition)}
        of_editions = [record for record in everything if record.edition in printing]
        printed = [record for record in of_editions if record.kind in names or _EDITION in names]
        if printed:
            yield from _missing(product.folder, printed, everything, declared_paths(database.vocabulary, names))
    for folder in project.folders(*SHARED_TEMPLATES)[:1]:
        if everything and checked.holds(folder):
            yield from _missing(folder, everything, everything, set())


def _missing(folder: Path, printed: list[Record], everything: list[Record], declared: set[str]) -> Iterator[Problem]:
    """Yield a problem for each path in the templates of a folder that no record has and the vocabulary lacks.

    ``printed`` are the records that the folder's kind prints, ``declared`` the paths that the vocabulary has for them.
    """

    def is_missing(path: str, of_face: object) -> bool:
        return path not in declared and not any(record.has(path) for record in (printed if of_face else everything))

    own = folder.resolve()
    for file in sorted(file for file in folder.glob("*.j2") if file.resolve().is_relative_to(own)):
        text = text_of(file)
        if not any(is_missing(path, of_face) for of_face, path in CALL.findall(text)):
            continue
        for line, path, of_face in _asked(text):
            if is_missing(path, of_face):
                records = printed if of_face else everything
                kinds = ", ".join(dict.fromkeys(record.kind for record in records)) if of_face else "any kind"
                hint = nearest_path(path, records, declared)
                if not hint and of_face and "." not in path:
                    # A field of another game, or of one that was copied: none is near.
                    there = dict.fromkeys(field for record in records for field in record.data)
                    some = ", ".join(islice((field for field in there if field not in FORMAT_KEYS), _MOST_FIELDS))
                    hint = f"; its fields are {some}" if some else ""
                message = f"asks for '{path}', which no record of {kinds} has{hint}"
                column = text.splitlines()[line - 1].find(path) + 1
                yield Problem(Place(str(file), line, column or None), f"{message}; mend the path", "")


def _asked(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield (line, path, whether it is a path of the face's record) for each literal path in a template."""
    for call in _found(text, nodes.Call):
        method = call.node
        path = call.args[0] if call.args else None
        if isinstance(method, nodes.Getattr) and isinstance(path, nodes.Const) and isinstance(path.value, str):
            of_face = isinstance(method.node, nodes.Name) and method.node.name == _RECORD
            if method.attr == "figure" or (method.attr == "get" and of_face):
                yield path.lineno, path.value, of_face


def _found(text: str, kind: type[_Node]) -> Iterator[_Node]:
    """Yield the nodes of a kind in a template; none where it can't be read, which 'build' reports."""
    with suppress(TemplateSyntaxError):
        yield from Environment().parse(text).find_all(kind)


_COMPARED = re.compile(r"""[!=]=|\bin\b""")
_EQUAL = ("eq", "ne", "in", "notin")


@check("error", of_print=True)
def compared_words_exist(checked: CheckedProject) -> Iterator[Problem]:
    """A word that a template compares with a field of its record is not nearly one that a record has there.

    Otherwise what stands behind it is printed on no card. A word like none may be of a record to come.

    Wrong: ``{% if record.get("role") == "Forman" %}`` where the role of three is *Foreman*. Right: ``"Foreman"``.
    """
    for product in checked.products:
        names = {name for name, _, _ in product.sources()}
        printed = [record for record in checked.records if record.kind in names]
        for file in sorted(product.folder.glob("*.j2")) if printed else ():
            text = text_of(file)
            for line, path, word, is_part in _compared(text) if _COMPARED.search(text) else ():
                held = dict.fromkeys(value for record in printed for value in names_of(record.get(path)))
                is_held = word in held or (is_part and any(word in value for value in held))
                if not is_held and (near := closest(word, held)):
                    message = f"compares '{path}' with '{word}', which no record has there{near}; mend the word"
                    yield Problem(Place(str(file), line), message, "")


def _compared(text: str) -> Iterator[tuple[int, str, str, bool]]:
    """Yield (line, path, word, whether it may be a part of the field) for each word that a template compares with a
    field of the face's record, as equal to it or in it. Numbers are no words.
    """
    for compare in _found(text, nodes.Compare):
        if all(one.op in _EQUAL for one in compare.ops):
            sides = [compare.expr, *(one.expr for one in compare.ops)]
            words = [one.value for side in sides for one in _constants(side) if isinstance(one.value, str)]
            for at, path in ((at, path) for at, side in enumerate(sides) for path in _paths_asked(side)):
                is_part = at > 0 and compare.ops[at - 1].op in ("in", "notin")
                yield from ((compare.lineno, path, word, is_part) for word in words if any(map(str.isalpha, word)))


def _paths_asked(side: nodes.Expr) -> Iterator[str]:
    match side:
        case nodes.Call(node=nodes.Getattr(node=nodes.Name(name=name), attr="get"), args=[nodes.Const(value=path)]):
            if name == _RECORD:
                yield str(path)


def _constants(side: nodes.Expr) -> Iterator[nodes.Const]:
    some = side.items if isinstance(side, nodes.List | nodes.Tuple) else [side]
    yield from (one for one in some if isinstance(one, nodes.Const))


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
    for product in checked.products:
        names = {name for name, _, _ in product.sources()}
        for file in sorted(product.folder.glob("*.j2")):
            text = text_of(file)
            for call in _TERM.finditer(text):
                if call[1] not in database.glossary:
                    line = text.count("\n", 0, call.start()) + 1
                    hint = closest(call[1], database.glossary)
                    yield Problem(Place(str(file), line), f"prints '{call[1]}', {NO_TERM.format(hint)}", "")
            if loop := _FIGURES.search(text):
                for record in database.records:
                    if record.kind in names and product.applies_to(database.editions[record.edition]):
                        yield from _unknown_figures(record, database, unnamed="%(" in loop[2])


def _unknown_figures(record: Record, database: Database, unnamed: bool) -> Iterator[Problem]:
    """Yield a problem for each figure of a record that the glossary lacks; ``unnamed``: of those that no text names."""
    texts = " ".join(message for _, message in record.messages) if unnamed else ""
    for name in record.get("figures") or {}:
        if (
            name not in database.glossary
            and name not in database.labels
            and not re.search(rf"%\({re.escape(name)}[)|]", texts)
        ):
            message = f"{record.id}: its card prints '{name}', {NO_TERM.format('')}"
            yield Problem(record.place(f"figures.{name}"), message, "", edition=record.edition, record=record.id)


@check("error")
def templates_can_be_filled_in(checked: CheckedProject) -> Iterator[Problem]:
    """The templates of a project print all of their records: their tags, names, filters, macros and files are there,
    and so are the pictures and icons whose names they put together.

    They are filled in as for print, in the language of the edition. Those that come with the tool are printed by its
    own tests.

    Wrong: ``{{ txet(record) }}``; ``{{ name(record)|uper }}``; ``{% include "wrods.html.j2" %}``; ``<b>`` without
    ``</b>``; ``{{ record.nmae }}``. Right: ``{{ text(record) }}``.
    """
    project, database = checked.project, checked.database
    for edition in database.editions.values():
        translator = translator_for(project, database, edition.written_in)
        for product in (one for one in checked.products if not one.folder.is_relative_to(shipped())):
            if not product.applies_to(edition):
                continue
            templates = Templates(project, spec_of(product, language=edition.written_in), translator)
            refused: dict[Place, Problem] = {}
            for row in rows_of(product, edition)[0]:
                for problem in collected(templates.markup, row):
                    # What is wrong in one line is so for all records.
                    refused.setdefault(problem.place, problem)
            told = [problem for problem in templates.problems if problem.check in (TEMPLATES_CHECK, ASKED)]
            # A name that is written out is told by 'icons-exist' or 'pictures-exist'.
            drawn = (problem for problem in templates.problems if problem.check in (PICTURES, "icons"))
            told += [one for one in drawn if one.place.file.endswith(".j2") and not _has_the_name(one)]
            # Other checks report the rest: a term that a template writes out, by 'printed-terms-are-in-the-glossary',
            # and a message, by the checks of words.
            terms = (one for one in translator.problems if one.check == "translations")
            told += [one for one in terms if one.place.file.endswith(".j2") and not _is_written_out(one)]
            yield from (replace(problem, check="") for problem in dict.fromkeys((*refused.values(), *told)))


def _is_written_out(problem: Problem) -> bool:
    """Return whether a template has the term that a problem is about, and does not put it together."""
    return any(f"'{term}'" in problem.message for term in _TERM.findall(text_of(Path(problem.place.file))))


def _has_the_name(problem: Problem) -> bool:
    """Return whether the line of a template writes out the name of a picture or icon that a problem is about."""
    lines = text_of(Path(problem.place.file)).splitlines()
    line = lines[problem.place.line - 1] if problem.place.line and problem.place.line <= len(lines) else ""
    return any(f"{sign}{name}{sign}" in line for name in re.findall("'([^']+)'", problem.message) for sign in "\"'")


# What the templates of a book call that has pages of prose among its chapters.
_BOOK = ".parts("


@check("error")
def pages_can_be_printed(checked: CheckedProject) -> Iterator[Problem]:
    """A page of prose says what it is, and its pictures, links and icons are there.

    A page of ``pages/`` is printed in the book of an edition, in each of its languages.

    Wrong: ``titel: The river``; ``![](gulls.sgv)``; ``[Leader](ability/leadr)``; ``{icon:slver}``. Right: ``title: The
    river``, ``{icon:silver}``.
    """
    project, told = checked.project, dict[Problem, None]()
    if not any(map(project.holds, project.named_files(PAGES, suffix=".md").values())):
        return
    books = [
        product
        for product in load_products(project)[0].values()
        if any(_BOOK in text_of(file) for file in product.folder.glob("*.j2"))
    ]
    for edition in checked.database.editions.values():
        for product in (one for one in books if one.applies_to(edition)):
            for language in _printed_languages(project, edition):
                translator = translator_for(project, checked.database, language)
                templates = Templates(project, spec_of(product, language=language), translator)
                told |= dict.fromkeys(replace(one, check="") for one in templates.faults_of_pages(edition))
    yield from told


def _printed_languages(project: Project, edition: Edition) -> list[str]:
    """Return the languages that an edition is printed in: its own, and those that it has a catalogue of."""
    others = (one for one in languages(project) if project.file(*CATALOGUES, one, f"{edition.id}.po"))
    return list(dict.fromkeys([edition.written_in, *others]))


@check("warning")
def words_of_columns_are_translated(checked: CheckedProject) -> Iterator[Problem]:
    """A word in a column of one's own is a term of ``data/glossary.yaml`` in each language that the edition is in.

    Otherwise it is printed as it stands in the column. What names a record has the name of that; a colour has none.

    Wrong: ``Foreman`` in a column *Role*, of an edition with a Spanish catalogue, and nothing in the glossary. Right:
    ``foreman: {en: Foreman, es: Capataz}`` there.
    """
    project, database = checked.project, checked.database
    for edition in database.editions.values():
        slugs = {record.slug for record in edition.records.values()}
        for language in _printed_languages(project, edition)[1:]:
            translator = translator_for(project, database, language)
            for record in edition.records.values():
                pictured = picture_fields(database.vocabulary, record.kind)
                own = (one for one in record.data if one not in pictured and translator.is_own_term(one))
                for field, value in ((field, record.data[field]) for field in own):
                    for word in value if isinstance(value, list) else [value]:
                        if isinstance(word, str) and word not in slugs and translator.figure(word) == word:
                            translator.own_words(record, field, word)
            yield from (replace(problem, check="", edition=edition.id) for problem in translator.problems)


@check("error")
def styles_can_be_printed(checked: CheckedProject) -> Iterator[Problem]:
    """A style sheet has rules, selectors, properties and values that can be printed, and names variables and typefaces
    that there are.

    Otherwise that much of it is left out. A print says it too, and what depends on the faces.

    Wrong: ``colr: red``; ``color: redd``; ``var(--vermillion)``; ``@fontface``; ``font-family: Cinzle``; a ``}`` too
    few. Right: ``color: var(--vermilion)``.
    """
    project = checked.project
    themes = load_themes(project)[0].values()
    editions = checked.whole_database.editions.values()
    palettes = [palette_of(project, edition, Theme()) for edition in (None, *editions)]
    known = {*chain(*palettes), *chain(*(theme.palette for theme in themes))}
    told: dict[Problem, None] = {}
    for product in (one for one in checked.products if not one.folder.is_relative_to(shipped())):
        try:
            sheet = read_style_sheet(project, product, Theme().name)
        except Unusable as fault:
            told |= dict.fromkeys(replace(problem, check="") for problem in fault.problems)
            continue
        told |= dict.fromkeys(faults_of_styles(project, sheet, product, known))
    yield from told


@check("warning", of_print=True)
def classes_are_styled(checked: CheckedProject) -> Iterator[Problem]:
    """A class in a template of a kind is one of its style sheets, where these have one of almost that name that no
    template has.

    Otherwise one of the two is misspelt, and the element stands anywhere.

    Wrong: ``class="titel"``, where ``face.css`` has ``.title`` and no template has ``title``. Right: ``class="title"``;
    a class without a style.
    """
    project = checked.project
    shared = [file for folder in project.folders(*SHARED_TEMPLATES) for file in sorted(folder.glob("*.j2"))]
    for product in (one for one in checked.products if not one.folder.is_relative_to(shipped())):
        with suppress(Unusable):
            sheet = read_style_sheet(project, product, Theme().name)
            yield from misspelt_classes(product, sheet, shared)


@check("error", of_print=True)
def styled_elements_exist(checked: CheckedProject) -> Iterator[Problem]:
    """An element in the style sheet of a kind is one of its templates, where these have a class of that name.

    Otherwise the dot of the class is missing, and nothing has the style.

    Wrong: ``text { left: 5mm }`` where a template has ``class="text"``. Right: ``.text``; ``h1``; ``table.text``.
    """
    project = checked.project
    shared = [file for folder in project.folders(*SHARED_TEMPLATES) for file in sorted(folder.glob("*.j2"))]
    for product in (one for one in checked.products if not one.folder.is_relative_to(shipped())):
        with suppress(Unusable):
            yield from classes_without_dot(product, read_style_sheet(project, product, Theme().name), shared)


@check("error", of_print=True)
def fonts_can_be_printed(checked: CheckedProject) -> Iterator[Problem]:
    """A file of ``fonts/`` is a typeface that can be read and embedded, and the only one of its family and style.

    Wrong: a file that was cut short; a collection (``.ttc``); a typeface whose maker forbids to embed it; the regular
    Cinzel as ``Cinzel-Regular.ttf`` and as ``Cinzel.otf``. Right: one TTF, OTF, WOFF or WOFF2 a style.
    """
    yield from (replace(problem, check="") for problem in families_of(checked.project).problems)


@check("error", of_print=True)
def chosen_families_exist(checked: CheckedProject) -> Iterator[Problem]:
    """The families of type that ``look.yaml`` and themes put in place of the shipped ones are there.

    Wrong: ``families: {heads: Cinzle}`` where ``fonts/`` has Cinzel. Right: ``families: {heads: Cinzel}``.
    """
    project = checked.project
    own = families_of(project)
    files = [*project.files(*SHARED_TEMPLATES, LOOK), *project.named_files(*SHARED_TEMPLATES, "themes").values()]
    for file in filter(project.holds, files):
        tree, _ = read_cached(file, project.parsed)
        chosen = tree.value.get("families") if isinstance(tree.value, dict) else None
        for part, family in chosen.items() if isinstance(chosen, dict) else ():
            if part not in PARTS:
                near = closest(str(part), PARTS)
                message = f"'{part}' is no part with a family of its own{near}; write {' or '.join(PARTS)}"
                yield Problem(tree.place(f"families.{part}"), message, "")
            elif family and not own.known({part: str(family)}):
                near = closest(str(family), own.names)
                message = f"there is no family '{family}'{near}; put its files into fonts/, or mend the name"
                yield Problem(tree.place(f"families.{part}"), message, "")


@check("error", of_print=True)
def printed_kinds_exist(checked: CheckedProject) -> Iterator[Problem]:
    """The kinds of record, the records and the fields that a ``kind.yaml`` names are ones that some edition has.

    Otherwise nothing of it is ever printed, or not as often, in silence. An edition may well have no records of a kind,
    and a kind that a vocabulary lists may have none at all.

    Wrong: ``each: tae``; ``each: tea/sencah``; ``copies: {sencah: 3}``; ``only: {tea: prize}``. Right: ``each: tea``,
    where ``kinds`` in vocabulary.yaml has ``teas: tea``; ``each: tea/sencha``; ``only: {tea: price}``.
    """
    project = checked.project
    unknown = list(_unknown_names(checked, checked.whole_database))
    everywhere = tuple(project.named_folders(*EDITIONS))
    if unknown and not checked.alone and set(everywhere) - checked.whole_database.editions.keys():
        # A copy of a shipped kind names what shipped editions have.
        unknown = list(_unknown_names(checked, load(project, everywhere)[0]))
    yield from unknown


def _unknown_names(checked: CheckedProject, database: Database) -> Iterator[Problem]:
    """Yield a problem for each name in the settings of the checked kinds that is nothing in a database."""
    records: dict[str, list[Record]] = {}
    for record in records_of(database):
        records.setdefault(record.kind, []).append(record)
    vocabulary, editions = database.vocabulary, list(database.editions)
    kinds = {*vocabulary.kinds.values(), _EDITION, NOTHING}
    kinds |= {kind for edition in database.editions.values() for kind in edition.kinds}
    for name, kind in vocabulary.own_section("kinds").items():
        # The sheet or file is called as the kind is in all that asks for it.
        asking = [one for one in checked.products if any(asked == name for asked, _, _ in one.sources())]
        if asking and name not in kinds:
            message = (
                f"'{name}' has records of the kind '{kind}', and 'each' names '{name}' in "
                f"{short_path(str(asking[0].folder / MANIFEST))}; write '{name}: {name}'"
            )
            kinds.add(name)
            yield Problem(vocabulary.place(f"kinds.{name}"), message, "")
    for product in checked.products:
        tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
        for path, name, fault, remedy in (
            *_unknown_kinds(product, kinds),
            *_unknown_records(product, records),
            *_unknown_fields(product, records, vocabulary),
            *_unknown_copies(product, records, editions),
        ):
            message = f"'{path.partition('.')[0]}' names '{name}', {fault}; {remedy}"
            yield Problem(tree.place(path), message, "")


# In a kind.yaml: the path of a name, the name, what is wrong with it, and what to do.
_Unknown = tuple[str, str, str, str]


def _unknown_kinds(product: Product, known: set[str]) -> Iterator[_Unknown]:
    """Yield each name of a kind of record that is none."""
    by_kind: dict[str, Iterable[str]] = {"titles": product.titles, "only": product.only, "stated": product.stated}
    by_kind |= {"unstated": product.unstated, "together": product.together}
    named = [(f"each.{number}", name) for number, (name, _, _) in enumerate(product.sources())]
    named += [(f"applies.{number}", name) for number, name in enumerate(product.applies)]
    named += [(f"{setting}.{name}", name) for setting, names in by_kind.items() for name in names]
    named += [(f"forms.{form}.{n}", name) for form, names in product.forms.items() for n, name in enumerate(names)]
    for path, name in named:
        if name not in known:
            fault = f"which is no kind of record{closest(name, sorted(known))}"
            yield path, name, fault, "mend the name, or list it under 'kinds' in vocabulary.yaml"


def _unknown_records(product: Product, records: dict[str, list[Record]]) -> Iterator[_Unknown]:
    """Yield each single record in ``each`` that no edition has."""
    for number, (kind, slug, _) in enumerate(product.sources()):
        ids = sorted({record.id for record in records.get(kind, ())})
        if slug and (name := f"{kind}/{slug}") not in ids:
            yield f"each.{number}", name, f"which is no record of any edition{closest(name, ids)}", "mend the name"


def _unknown_fields(product: Product, records: dict[str, list[Record]], vocabulary: Vocabulary) -> Iterator[_Unknown]:
    """Yield each field that no record of its kind has, nor the vocabulary."""
    fields = vocabulary.section("fields")
    # What a column of a spreadsheet writes may still be missing.
    written = {str(column.get("at")) for column in vocabulary.section("columns").values() if isinstance(column, dict)}
    shared = {name: one.without for name, one in product.together.items()}
    by_kind = {"only": product.only, "stated": product.stated, "unstated": product.unstated, "together": shared}
    named = [(f"{key}.{name}", [name], path) for key, paths in by_kind.items() for name, path in paths.items()]
    if product.owner:
        named.append(("owner", [name for name, _, _ in product.sources()], product.owner))
    for place, kinds, path in named:
        printed = [record for kind in kinds for record in records.get(kind, ())]
        is_declared = path in written or any(path in (fields.get(kind) or ()) for kind in kinds)
        if printed and not is_declared and not any(record.has(path) for record in printed):
            fault = f"which no record of {' or '.join(kinds)} has{nearest_path(path, printed)}"
            yield place, path, fault, "mend the path"


def _unknown_copies(product: Product, records: dict[str, list[Record]], editions: list[str]) -> Iterator[_Unknown]:
    """Yield each name in ``numbered`` and in a key of ``copies`` that is no edition, or no face of the kind in any."""
    faces = {"default", *product.forms}
    for kind, _, path in product.sources():
        for record in records.get(kind, ()):
            parts = record.get(path) if path else None
            faces |= set(parts) if isinstance(parts, dict) else {record.slug}
    for key in product.copies if isinstance(product.copies, dict) else ():
        edition, _, slug = key.rpartition("/")
        if edition and edition not in editions:
            fault = f"which is no edition{closest(edition, editions)}"
            yield f"copies.{key}", edition, fault, "mend the name"
        elif slug not in faces:
            fault = f"which no edition has to print here{closest(slug, sorted(faces))}"
            yield f"copies.{key}", slug, fault, "mend the name"
    for number, slug in enumerate(product.numbered):
        if slug not in faces:
            fault = f"which no edition has to print here{closest(slug, sorted(faces))}"
            yield f"numbered.{number}", slug, fault, "mend the name"


@check("error")
def shapes_can_be_cut(checked: CheckedProject) -> Iterator[Problem]:
    """A face has the ``shape`` that ``kind.yaml`` says: a hexagon is regular, a drawing is there, as one closed path.

    Wrong: ``shape: hexagon`` and ``face: 63x88``; ``shape: outlines/sheild.svg``. Right: ``face: 43.3x50``; the name of
    a drawing of the kind's folder or of ``templates/_shared``.
    """
    for product in checked.products:
        tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
        for problem in collected(_cut, product):
            whole = problem.place == Place(str(product.folder / MANIFEST))
            yield replace(problem, place=tree.place("shape") if whole else problem.place, check="")


def _cut(product: Product) -> None:
    _ = spec_of(product, language=product.language).piece


@check("warning")
def faces_fit_on_a_paper(checked: CheckedProject) -> Iterator[Problem]:
    """A face is no larger than the largest paper: of those that everyone can buy, or of the project's ``papers.yaml``.

    Otherwise it can be printed by a service alone.

    Wrong: ``face: 630x880``, in millimetres. Right: ``face: 63x88``; ``mat: 700x1000`` in ``papers.yaml``.
    """
    papers = load_papers(checked.project)[0].values()
    largest = max(papers, key=lambda paper: paper.size.width * paper.size.height)
    for product in (one for one in checked.products if not one.is_page):
        face = face_size(product.face)
        assert face is not None, "only a page has no size of its own"
        if not any(
            face.width <= way.width and face.height <= way.height
            for paper in papers
            for way in (paper.size, paper.size.turned())
        ):
            tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
            fault = f"a face of {face} mm is larger than the largest paper, {largest.name} ({largest.size} mm)"
            yield Problem(tree.place("face"), f"{fault}; mend it, or add a paper to papers.yaml", "")


@check("error", of_print=True)
def drawings_in_templates_are_printed(checked: CheckedProject) -> Iterator[Problem]:
    """A drawing that is written into a template has elements, attributes and colours that can be printed.

    Otherwise it is printed without them, in silence. What the template fills in is not looked at.

    Wrong: ``<svg><rect fill="redd"/><circel/></svg>``. Right: ``<svg><rect fill="red"/></svg>``.
    """
    shared = [file for folder in checked.project.folders(*SHARED_TEMPLATES) for file in sorted(folder.glob("*.j2"))]
    found: dict[Problem, None] = {}
    for product in checked.products:
        found |= dict.fromkeys(problems_in_templates([*sorted(product.folder.glob("*.j2")), *shared]))
    yield from (problem for problem in found if checked.project.holds(problem.place.file))


@check("note")
def fitted_fields_stand_in_templates(checked: CheckedProject) -> Iterator[Problem]:
    """A field under ``fit`` in a ``kind.yaml`` is one that a template of the kind has.

    Otherwise its sizes fit nothing: the field was renamed, or taken out.

    Wrong: ``fit: {txet: {size: 9, floor: 7}}``, where the templates have ``data-field="text"``. Right: ``text`` there.
    """
    shared = [file for folder in checked.project.folders(*SHARED_TEMPLATES) for file in folder.glob("*.j2")]
    for product in checked.products:
        texts = [text_of(file) for file in (*product.folder.glob("*.j2"), *shared)]
        tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
        fields = sorted({field for text in texts for field in _FIELD.findall(text)})
        for name in product.fit:
            # A template may well build the name of a field, or have a macro write it.
            if not any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for text in texts):
                message = f"'fit' has sizes for '{name}', which no template has as data-field{closest(name, fields)}; "
                yield Problem(tree.place(f"fit.{name}"), message + "mend the name, or take it out", "")


@check("error", of_print=True)
def fields_are_named_as_in_fit(checked: CheckedProject) -> Iterator[Problem]:
    """A ``data-field`` is no misspelling of one that ``fit`` in ``kind.yaml`` has sizes for, nor the other way about.

    Otherwise a text that is long runs over, since its type becomes no smaller. A field without sizes keeps its size.

    Wrong: ``data-field="txet"``, where ``fit`` has ``text`` and no template has that. Right: ``data-field="text"``.
    """
    for product in checked.products:
        texts = {file: text_of(file) for file in sorted(product.folder.glob("*.j2"))}
        written = [(file, field) for file, text in texts.items() for field in _FIELD.finditer(text)]
        unused = product.fit.keys() - {field[1] for _, field in written}
        names = {name for name, _, _ in product.sources()}
        records = [record for record in checked.records if record.kind in names] if unused else []
        for file, field in written if unused else ():
            meant = None if field[1] in product.fit else likeliest(field[1], sorted(unused))
            if meant and any(record.has(field[1]) for record in records):
                # The field of a record is spelt rightly here.
                tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
                message = f"'fit' has sizes for '{meant}', and the data-field is '{field[1]}'; mend the name"
                yield Problem(tree.place(f"fit.{meant}"), message, "")
            elif meant:
                before = texts[file][: field.start(1)]
                place = Place(str(file), before.count("\n") + 1, len(before) - before.rfind("\n"))
                message = f"'fit' has no sizes for the data-field '{field[1]}'; did you mean '{meant}'?; mend the name"
                yield Problem(place, message, "")

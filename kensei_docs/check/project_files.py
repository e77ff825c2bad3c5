"""All that a project can be checked for, and the checks of its other files: templates, settings, pictures, drafts.

Only this module of ``check`` imports later stages, whose readers say what is wrong with a file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from kensei_docs.army.battle import declared_battle
from kensei_docs.army.limits import limits_of
from kensei_docs.army.pack import SECTION as PACKS
from kensei_docs.army.pack import declared_pack
from kensei_docs.army.troops import declared_musters
from kensei_docs.catalogues import translator_for
from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.po import Catalogue, overridden_in
from kensei_docs.catalogues.translator import NO_TERM
from kensei_docs.check import data, messages, proofread, run
from kensei_docs.check.finding import ruling_of
from kensei_docs.check.proofread import read_settings
from kensei_docs.check.run import check_database, check_words, checks_of, found
from kensei_docs.database import Database, Edition, Record, load
from kensei_docs.database.errata import CHECK as ERRATA
from kensei_docs.database.model import Vocabulary
from kensei_docs.database.placeholders import forms_of
from kensei_docs.database.record_sheets import SHEETS, ListTree
from kensei_docs.database.spreadsheets import Columns
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.discover import files_of
from kensei_docs.documents.layout.written_styles import faults_of_styles, misspelt_classes
from kensei_docs.documents.markup.art_folder import Pictures, names_in, picture_fields
from kensei_docs.documents.markup.asked_paths import CALL, declared_paths, nearest_path
from kensei_docs.documents.markup.asked_paths import CHECK as ASKED
from kensei_docs.documents.markup.environment import TEMPLATES_CHECK
from kensei_docs.documents.markup.font_families import PARTS, families_of
from kensei_docs.documents.markup.looks import (
    FOLDERS,
    Icons,
    WrittenLook,
    is_of_art,
    looks_of,
    missing_picture,
    pictures,
)
from kensei_docs.documents.markup.svg import fault_of_colour, problems_in_templates
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import SETTINGS as LOOK
from kensei_docs.documents.products.options import (
    Theme,
    load_themes,
    palette_of,
    printer_names,
    require_printer,
    spec_of,
)
from kensei_docs.documents.products.product import MANIFEST, NOTHING, Product, load_products, read_style_sheet, rows_of
from kensei_docs.documents.targets.target import load_targets
from kensei_docs.engine import Game
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.engine.play_schema import declared_matchup
from kensei_docs.extract.reading import readings_of
from kensei_docs.problems import Check, Place, Problem, Unusable, by_place, check, closest
from kensei_docs.project import (
    CATALOGUES,
    COVERAGE,
    EDITIONS,
    LINEAGES,
    PAGES,
    SHARED_TEMPLATES,
    SOURCES,
    TEMPLATES,
    WORDING,
    Project,
    shipped,
)
from kensei_docs.pull import addresses_of
from kensei_docs.reconcile.wording import Recorded, SentenceCoverage, key_of, place_of, recorded_at, ticks_at
from kensei_docs.sources import REVIEW_FILE, accepted_digests, digest_of_record, load_source, source_ids
from kensei_docs.versions.changes import SurveySchema, SystemsSchema, declared_headlines
from kensei_docs.versions.lineage import load_lineage


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

    @cached_property
    def records(self) -> list[Record]:
        """The records and rulings of all editions of the project itself."""
        return records_of(self.whole_database)

    def holds(self, folder: Path) -> bool:
        """Return whether a folder is the project's own: not a link to one that is checked elsewhere."""
        return self.project.holds(folder) and folder.resolve().is_relative_to(self.project.layers[0].resolve())

    @cached_property
    def products(self) -> list[Product]:
        """The checked kinds of document of the project itself."""
        return [
            product
            for product in load_products(self.project)[0].values()
            if self.holds(product.folder) and (self.folders is None or product.folder in self.folders)
        ]


def records_of(database: Database) -> list[Record]:
    """Return the records and rulings of all editions."""
    editions = database.editions.values()
    return [record for edition in editions for record in (*edition.records.values(), *edition.rulings.values())]


def text_of(file: Path) -> str:
    """Return the text of a template; what is not UTF-8 is reported where its messages are read."""
    return file.read_text(encoding="utf-8", errors="replace")


# What loading the database reports, by the name under which it does; the loader itself checks it.
_PROMISES_OF_LOADING: Mapping[str, str] = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is known.",
    "sheets": "Each sheet of records says what it was taken for.\n\nThat is the kind of its records, and what each "
    "column holds that nothing declares: figures, words, lists, yes or no, names of records, or sentences.",
    "errata": "`from` of an erratum equals the value that is there now.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and $figures.",
}


def pages() -> dict[str, str]:
    """Return the manual's page of every check, by name; one of the database and of documents has both pages."""
    every_page = {
        name: f"{promise}\n\nSeverity: {'note' if name == SHEETS else 'error'}."
        for name, promise in _PROMISES_OF_LOADING.items()
    }
    for checks in (_checks_of_files(), *map(checks_of, (messages, data, run))):
        every_page |= {name: one.page for name, one in checks.items()}
    for name, page in proofread.pages().items():
        every_page[name] = f"{every_page[name]}\n\n{page}" if name in every_page else page
    return dict(sorted(every_page.items()))


def check_project(
    project: Project, editions: tuple[str, ...], names: Collection[str], with_errata_to_come: bool = True
) -> Iterator[Problem]:
    """Yield what the checks ``names`` find in some editions (by default in the project's own), and in loading them.

    ``with_errata_to_come``: errata of later days have to fit the rules of their day. Raises Unusable where there is no
    edition, and at last, after what the other checks find, where a catalogue or a template can't be read.
    """
    editions = editions or project.own_editions
    database, problems = load(project, editions)
    if not database.editions:
        raise Unusable(*problems)
    if with_errata_to_come:
        later = load(replace(project, as_of=None), editions)[1]
        problems += [problem for problem in later if problem.check == ERRATA and problem not in problems]
    fault = next((problem for problem in by_place(problems) if problem.severity == "error"), None)
    checked = CheckedProject(project, database)
    of_files = (found(one, checked, fault) for name, one in _checks_of_files().items() if name in names)
    refused: dict[Problem, None] = {}
    for some in (
        problems,
        (note for edition in database.editions.values() for note in edition.sheets if project.holds(note.place.file)),
        check_database(database, names, fault),
        check_words(project, database, names, fault),
        chain.from_iterable(of_files),
    ):
        try:
            for problem in some:
                is_refused = any(problem.place == one.place for one in refused)
                if problem.check in names and not is_refused and (not editions or problem.edition in (None, *editions)):
                    yield problem
        except Unusable as unreadable:
            refused |= dict.fromkeys(unreadable.problems)
    if refused:
        raise Unusable(*refused)


def check_printed(
    project: Project, database: Database, records: Collection[str], folders: Iterable[Path]
) -> Iterator[Problem]:
    """Yield what makes a print wrong: the findings of checks ``of_print`` that no ruling settles.

    ``records`` are the kinds of record that are printed (none: all), ``folders`` those of the kinds of document. The
    editions of ``database`` are printed; the others of the project are read only where a template asks for what these
    lack.
    """
    of_data = [name for name, check in checks_of(data).items() if check.of_print]
    for problem in check_database(database, of_data):
        kind = (problem.record or "").partition("/")[0]
        if not ruling_of(problem) and (not records or not kind or kind in records):
            yield problem
    of_products = tuple(folders)
    alone, whole = (CheckedProject(project, database, alone, of_products) for alone in (True, False))
    for one in _checks_of_files().values():
        if one.of_print and any(one(alone)):
            yield from one(whole)


def _checks_of_files() -> dict[str, Check[Problem]]:
    return checks_of(sys.modules[__name__])


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
                message = f"asks for '{path}', which no record of {kinds} has{nearest_path(path, records, declared)}"
                column = text.splitlines()[line - 1].find(path) + 1
                yield Problem(Place(str(file), line, column or None), f"{message}; mend the path", "")


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
    """The templates of a project print all of their records: their tags, names, filters, macros and files are there.

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
                for problem in _collected(templates.markup, row):
                    # What is wrong in one line is so for all records.
                    refused.setdefault(problem.place, problem)
            told = [problem for problem in templates.problems if problem.check in (TEMPLATES_CHECK, ASKED)]
            # A term that is written out is told by 'printed-terms-are-in-the-glossary'.
            told += [one for one in translator.problems if one.place.file.endswith(".j2") and not _is_written_out(one)]
            yield from (replace(problem, check="") for problem in dict.fromkeys((*refused.values(), *told)))


def _is_written_out(problem: Problem) -> bool:
    """Return whether a template has the term that a problem is about, and does not put it together."""
    return any(f"'{term}'" in problem.message for term in _TERM.findall(text_of(Path(problem.place.file))))


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
    """Yield each name in a key of ``copies`` that is no edition, or no face of the kind in any edition."""
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


@check("error")
def shapes_can_be_cut(checked: CheckedProject) -> Iterator[Problem]:
    """A face has the ``shape`` that ``kind.yaml`` says: a hexagon is regular, a drawing is there, as one closed path.

    Wrong: ``shape: hexagon`` and ``face: 63x88``; ``shape: outlines/sheild.svg``. Right: ``face: 43.3x50``; the name of
    a drawing of the kind's folder or of ``templates/_shared``.
    """
    for product in checked.products:
        tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
        for problem in _collected(_cut, product):
            whole = problem.place == Place(str(product.folder / MANIFEST))
            yield replace(problem, place=tree.place("shape") if whole else problem.place, check="")


def _cut(product: Product) -> None:
    _ = spec_of(product, language=product.language).piece


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
    """A ``data-field`` is no misspelling of one that ``fit`` in ``kind.yaml`` has sizes for.

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
            hint = "" if field[1] in product.fit else closest(field[1], sorted(unused))
            # The field of a record is spelt rightly here: it is 'fit' that misspells it.
            if hint and not any(record.has(field[1]) for record in records):
                before = texts[file][: field.start(1)]
                place = Place(str(file), before.count("\n") + 1, len(before) - before.rfind("\n"))
                yield Problem(place, f"'fit' has no sizes for the data-field '{field[1]}'{hint}; mend the name", "")


@check("error")
def copies_are_counted(checked: CheckedProject) -> Iterator[Problem]:
    """The field of a record that says how many copies of its card are printed has a number of 0 or more.

    The card is printed once otherwise.

    Wrong: ``copies: three``, where ``copies`` in kind.yaml is ``copies``. Right: ``copies: 3``.
    """
    for product in checked.products:
        for edition in checked.database.editions.values():
            if product.applies_to(edition) and not product.is_general:
                yield from rows_of(product, edition)[1]


@check("error")
def settings(checked: CheckedProject) -> Iterator[Problem]:
    """What stands beside the records has the shape that its reader knows.

    These are kinds of document, themes, targets, printers, sources with their readings, recorded and ticked sentences,
    lineages, proofreading, and what armies and odds read of vocabularies.

    Wrong: a key that nobody reads, such as 'colour' for 'colours' in a theme.
    """
    yield from dict.fromkeys(_problems_of_settings(checked.project, checked.database))


def _problems_of_settings(project: Project, database: Database) -> Iterator[Problem]:
    for read in (load_products, load_themes, load_targets):
        yield from read(project)[1]
    for name in printer_names(project):
        yield from _collected(require_printer, project, name)
    yield from _collected(read_settings, project)
    yield from addresses_of(project)[1]
    for source_id in source_ids(project):
        yield from _collected(_read_profile, project, source_id)
    for file in project.named_files(*WORDING, suffix=".csv").values():
        yield from _collected(recorded_at, file)
    for file in project.named_files(*COVERAGE, suffix=".csv").values():
        yield from _collected(ticks_at, file)
    for name in project.named_files(*LINEAGES):
        a, _, b = name.partition("--")
        if {a, b} <= database.editions.keys():
            yield from _collected(_read_lineage, project, database, a, b)
    for section in (SurveySchema, SystemsSchema):
        yield from _collected(section.of, database.vocabulary)
    yield from _collected(declared_matchup, database)
    yield from _collected(Columns, database, "")
    for edition in database.editions.values():
        yield from _collected(declared_pack, edition) if edition.vocabulary.section(PACKS) else ()
        yield from _collected(declared_battle, edition)
        yield from _collected(limits_of, edition, None)
        kinds = [declared_musters(edition).faction] if not list(_collected(declared_musters, edition)) else []
        for record in (record for kind in kinds for record in edition.records_of(kind)):
            yield from _collected(limits_of, edition, record.slug)


def _read_profile(project: Project, source_id: str) -> None:
    problems: list[Problem] = []
    list(readings_of(load_source(project, source_id), problems))
    if problems:
        raise Unusable(*problems)


def _read_lineage(project: Project, database: Database, a: str, b: str) -> None:
    declared_headlines(database.editions[a], database.editions[b])
    lineage = load_lineage(project, database, a, b)
    if lineage:
        place = Place(str(project.file(*LINEAGES, f"{a}--{b}.yaml")))
        situation_of(Game(database, a), lineage.situation, place)


def _collected(read: Callable[..., object], *arguments: object) -> Iterator[Problem]:
    """Yield the problems for which reading something fails."""
    try:
        read(*arguments)
    except Unusable as unusable:
        yield from unusable.problems


@check("warning")
def renamed_records_keep_their_ids(checked: CheckedProject) -> Iterator[Problem]:
    """A record that was called otherwise says so: its id is made of its name, and its translations go by that.

    A catalogue has texts of a record that is not there any more, and another record has the same texts and none in the
    catalogue: it was renamed. Its former id belongs under ``was``, in a spreadsheet into a column *Was*; or a column
    *Id* keeps the id whatever the name becomes.

    Wrong: *Guard* renamed to *Sentry* in a spreadsheet without a column *Id*. Right: the same with ``guard`` in *Was*.
    """
    for edition in checked.database.editions.values():
        # In YAML a record is written under its id, whatever its name is.
        listed = [record for record in edition.records.values() if isinstance(record.tree, ListTree)]
        former = {name for record in listed for name in record.former_ids}
        found: dict[str, str] = {}
        for language in languages(checked.project) if listed else ():
            texts: dict[str, set[tuple[str, str]]] = {}
            translated: set[str] = set()
            for entry, _, _ in Catalogue.of(checked.project, language, edition.id, checked.database).entries:
                name, _, field = entry.context.removeprefix(f"{edition.id}/").partition(".")
                texts.setdefault(name, set()).add((field, entry.text[0]))
                translated |= {name} if entry.is_translated else set()
            gone = translated - edition.records.keys() - former
            for record in (one for one in listed if gone and one.id not in texts):
                messages = {(field, forms_of(text).one) for field, text in record.messages if field != "name"}
                was = (name for name in sorted(gone) if name.startswith(f"{record.kind}/") and messages & texts[name])
                if name := next(was, ""):
                    found.setdefault(record.id, name)
        for record_id, name in found.items():
            record, slug = edition.records[record_id], name.partition("/")[2]
            message = (
                f"{record_id} has the texts that {name} had, whose translations are lost to it; write '{slug}' into a "
                f"column 'Was' if it was renamed, or into a column 'Id'"
            )
            yield Problem(record.place("name"), message, "", edition=edition.id, record=record_id)


@check("error")
def translations_stand_in_one_place(checked: CheckedProject) -> Iterator[Problem]:
    """A text is not translated in one way in a spreadsheet and in another in a catalogue.

    The cell is printed. ``catalogue update`` takes what stands in cells out of the catalogues, and keeps it as
    obsolete.

    Wrong: *Paga 2.* in a column *Text (es)*, and *Entrega 2.* in ``data/locale/es``. Right: one of them.
    """
    for edition in checked.database.editions.values():
        for language, cells in edition.translations.items():
            catalogue = Catalogue.of(checked.project, language, edition.id, checked.database)
            for (context, _), place in catalogue.overridden.items():
                message = f"'{context}' {overridden_in(language, cells[context].place)}"
                yield Problem(place, message, "", edition=edition.id)


@check("error")
def pictures_exist(checked: CheckedProject) -> Iterator[Problem]:
    """Every picture that a record, a template or a style sheet names is in the folder ``art``, and can be read; every
    drawing, crest, pattern and colour that a ``look`` names exists.

    The fields of records that name pictures are listed under ``pictures`` in vocabulary.yaml. A look stands in a
    record, in ``edition.yaml`` or in ``kind.yaml``; drawings stand in ``templates/_shared/art``, crests in ``crests``,
    patterns in ``patterns``, colours in a palette. A ``scene`` is a list of drawings.

    Wrong: ``art: grey-heorn.png``; ``look: {art: katanna}``; ``look: {colour: sceond}``. Right: ``art:
    grey-heron.png``; ``look: {art: katana}``, or a drawing ``katanna.svg``; ``look: {colour: second}``, or
    ``"#1f3a68"``.
    """
    project, database = checked.project, checked.whole_database
    yield from _faults_of_pictures(checked)
    art = Pictures(project, "", [])
    known = {part: pictures(project, folder) for part, folder in FOLDERS.items()}
    usual = palette_of(project, None, Theme())

    def faults_in(written: WrittenLook, palette: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for part, pictures_known in known.items():
            for name in written.names(part):
                if part in ("art", "beside") and is_of_art(name):
                    yield from ((part, said) for said in art.faults([name]))
                elif name not in pictures_known:
                    yield part, missing_picture(part, name, pictures_known)
        for name in written.names("colour"):
            if fault := fault_of_colour(name, palette):
                yield "colour", f"{fault}; mend it, or add it to the palette"

    editions = database.editions.values()
    palettes = {edition.id: palette_of(project, edition, Theme()) for edition in editions}
    # A kind of document may name a colour that one of the editions has.
    colours = {name: colour for palette in (*palettes.values(), usual) for name, colour in palette.items()}
    for product in load_products(project)[0].values():
        for written in looks_of(project, product, None):
            for part, message in faults_in(written, colours):
                yield Problem(written.place(part), f"'look.{part}': {message}", "")
    for edition in editions:
        for written in looks_of(project, None, edition):
            record = written.owner.id if isinstance(written.owner, Record) else None
            for part, message in faults_in(written, palettes[edition.id]):
                yield Problem(written.place(part), message, "", edition=edition.id, record=record)


@check("error", of_print=True)
def looks_are_of_something(checked: CheckedProject) -> Iterator[Problem]:
    """The names under ``kinds`` and ``decks`` in the ``look`` of an edition are kinds of record and of document.

    Otherwise nothing has that look.

    Wrong: ``look: {kinds: {tid: {art: die}}}``; ``look: {decks: {tide-crads: {colour: accent}}}``. Right: ``tide``;
    ``tide-cards``.
    """
    products = load_products(checked.project)[0]
    for edition in checked.database.editions.values():
        kinds = {*checked.database.vocabulary.kinds.values(), *edition.kinds}
        for group, known, remedy in (
            ("kinds", kinds, "list it under 'kinds' in vocabulary.yaml"),
            ("decks", products.keys(), "add a folder of that name to templates/"),
        ):
            for name in edition.look.get(group) or {}:
                if name not in known:
                    message = f"'look.{group}' names '{name}', which there is not{closest(name, sorted(known))}"
                    place = edition.tree.place(f"look.{group}.{name}")
                    yield Problem(place, f"{message}; mend the name, or {remedy}", "", edition=edition.id)


def _faults_of_pictures(checked: CheckedProject) -> Iterator[Problem]:
    """Yield a problem for each picture that a record, a template or a style sheet names, and that can't be printed."""
    project, vocabulary = checked.project, checked.whole_database.vocabulary
    told: list[Problem] = []
    art = Pictures(project, "", told)
    for record in checked.records:
        for field in picture_fields(vocabulary, record.kind):
            value = record.get(field)
            names = [str(name) for name in (value if isinstance(value, list) else [value]) if name]
            for said in art.faults(names):
                yield Problem(record.place(field), said, "", edition=record.edition, record=record.id)
    for file in _own_files(checked, (".j2", ".css")):
        text = text_of(file)
        for name, index in names_in(text):
            for said in art.faults([name]):
                column = index - text.rfind("\n", 0, index)
                yield Problem(Place(str(file), text.count("\n", 0, index) + 1, column), said, "")
    yield from told


def _own_files(checked: CheckedProject, endings: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of the checked kinds of document, and of ``templates/_shared``, that are the project's own."""
    shared = (folder for folder in checked.project.folders(*SHARED_TEMPLATES) if checked.holds(folder))
    for folder in (*(product.folder for product in checked.products), *shared):
        for file in (file for ending in endings for file in files_of(folder, ending)):
            if checked.holds(file):
                yield file


# A call of a template for an icon by a name that it writes out.
_ICON = re.compile(r"""\bicon\(\s*["']([^"'{]+)["']\s*[,)]""")


@check("error")
def icons_exist(checked: CheckedProject) -> Iterator[Problem]:
    """Every icon that a template or a ``kind.yaml`` names is drawn, or is in a set of icons in the folder ``art``.

    An icon is ``icons/NAME.svg`` of the kind or of ``templates/_shared``; that of a set may have the name of the set
    before its own.

    Wrong: ``icon("wnad")``; ``icon("game-icons:big-wvae")``. Right: ``icon("wand")``; ``icon("game-icons:big-wave")``.
    """
    for product in checked.products:
        told: list[Problem] = []
        icons = Icons(checked.project, product, "", told)
        tree, _ = read_cached(product.folder / MANIFEST, checked.project.parsed)
        for hook, name in product.icons.items():
            if not icons.knows(name):
                yield Problem(tree.place(f"icons.{hook}"), icons.missing(name), "")
        for file in files_of(product.folder, ".j2"):
            text = text_of(file)
            for call in _ICON.finditer(text):
                if not icons.knows(call[1]):
                    place = Place(str(file), text.count("\n", 0, call.start()) + 1)
                    yield Problem(place, icons.missing(call[1]), "")
        yield from told


@check("warning")
def colours_are_used(checked: CheckedProject) -> Iterator[Problem]:
    """Every colour in the ``palette`` of an edition is one of the tool's, or a template or a look names it.

    Otherwise the print has the usual colour in its place: the name is misspelt.

    Wrong: ``palette: {accnt: "#1f3a68"}``. Right: ``palette: {accent: "#1f3a68"}``; ``palette: {moss: "#5a6b3c"}``
    where a style sheet has ``var(--moss)``.
    """
    project = checked.project
    themes = load_themes(project)[0].values()
    known = {*palette_of(project, None, Theme()), *chain(*(theme.palette for theme in themes))}
    editions = checked.database.editions.values()
    own = [(edition, name) for edition in editions for name in edition.look.get("palette") or {} if name not in known]
    files = (file for folder in project.folders(TEMPLATES) for file in folder.rglob("*") if file.is_file())
    words = " ".join(map(text_of, files)) if own else ""
    for edition, name in own:
        looks = [look.names("colour") for look in looks_of(project, None, edition)]
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) and name not in chain(*looks):
            message = f"nothing uses the colour '{name}'{closest(name, sorted(known))}; mend the name, or take it out"
            yield Problem(edition.tree.place(f"look.palette.{name}"), message, "", edition=edition.id)


@check("warning")
def nothing_is_left_to_do(checked: CheckedProject) -> Iterator[Problem]:
    """Every record of a draft was looked at; the page in the manual is that of the check of this name in ``data``."""
    project = checked.project
    folders, editions = project.named_folders(SOURCES), checked.database.editions.values()
    for edition, name in ((edition, name) for edition in editions for name in source_ids(project)):
        if name not in edition.documents:
            continue
        try:
            source = load_source(project, name)
            known = accepted_digests(folders[name])
        except Unusable:
            # Other checks report what is wrong with the files.
            continue
        # A source without ``review.yaml`` was not drafted, or does not need a review.
        if source.edition != edition.id or known is None:
            continue
        drafted = [record for record in edition.records.values() if any(c.document == name for c in record.citations)]
        left = sum(known.get(record.id) != digest_of_record(record) for record in drafted)
        if left:
            fault = f"{left} of {len(drafted)} records that were read from {source.title} are still to be looked at"
            message = f"{fault}; go on with 'kensei-docs source review' and the rulebook"
            yield Problem(Place(str(folders[name] / REVIEW_FILE)), message, "", edition=edition.id)


@check("warning")
def sentences_are_covered(checked: CheckedProject) -> Iterator[Problem]:
    """Every sentence of running text is recorded under a record that says it too, or is declared to be no rule.

    ``data/coverage/<source>.csv`` has what was ticked off with 'kensei-docs source coverage', by the digest of the
    sentence and the record that it is recorded under. Of a document without such a file, nothing is expected. Sentences
    that have a record, and that nobody has read beside it, are counted in a note.

    Wrong: a sentence that stands under no record and is not declared to be ``flavour``, ``example`` or the like; a tick
    that names a record that is gone. Right: a sentence under no record that a ruling tells.
    """
    for ledger, ticks_file, wording_file in _ledgers(checked):
        edition = ledger.edition.id
        rows = {key: row for row, key in enumerate(ledger.ticks, 2)}
        for key, message in ledger.faults():
            yield Problem(Place(str(ticks_file), rows[key]), f"{key[0]}: {message}", "", edition=edition)
        states = [(row, sentence, ledger.state(sentence)) for row, sentence in ledger.prose]
        for number, sentence, _ in (one for one in states if one[2] == "nowhere"):
            fault = f"{place_of(sentence)}: no record tells the sentence {sentence.digest}"
            remedy = "tell it, or declare it to be no rule, with 'kensei-docs source coverage' and the document"
            yield Problem(Place(str(wording_file), number + 2), f"{fault}; {remedy}", "", edition=edition)
        if left := sum(state == "left" for *_, state in states):
            fault = f"{left} of {len(states)} sentences were not read beside the record that they stand under"
            message = f"{fault}; go on with 'kensei-docs source coverage --left' and the document"
            yield Problem(Place(str(ticks_file)), message, "", "note", edition=edition)


# More sentences than this of one record are counted; 'source coverage' prints them all.
_MOST_PLACES = 3


@check("warning")
def ticks_hold(checked: CheckedProject) -> Iterator[Problem]:
    """The words of a record are those that its sentences were ticked off beside.

    A changed text may leave out what it told before. Figures and punctuation don't count.

    Wrong: 'within %(range)s' where 'within %(range)s and in sight' stood when the sentence was ticked off. Right: the
    same words with another figure.
    """
    for ledger, ticks_file, _ in _ledgers(checked):
        rows = {key: row for row, key in enumerate(ledger.ticks, 2)}
        changed: dict[tuple[str, ...], list[Recorded]] = {}
        for _, sentence in ledger.prose:
            if ledger.state(sentence) == "changed":
                changed.setdefault(ledger.ticks[key_of(sentence)].told, []).append(sentence)
        for told, sentences in changed.items():
            places = [place_of(sentence) for sentence in sentences[:_MOST_PLACES]]
            more = len(sentences) - len(places)
            message = (
                f"the words of {' and '.join(told)} changed since {', '.join(places)} "
                f"{f'and {more} more ' if more else ''}of the document were ticked off; read these again with "
                "'kensei-docs source coverage --left' and the document"
            )
            place = Place(str(ticks_file), rows[key_of(sentences[0])])
            yield Problem(place, message, "", edition=ledger.edition.id, record=told[0])


def _ledgers(checked: CheckedProject) -> Iterator[tuple[SentenceCoverage, Path, Path]]:
    """Yield the sentences with their ticks, the file of the ticks and that of the recorded sentences, for each document
    whose sentences are ticked off in the project itself."""
    project = checked.project
    files = {name: file for name, file in project.named_files(*COVERAGE, suffix=".csv").items() if project.holds(file)}
    if not files:
        return
    # Sentences are compared with the rules as they were printed, without errata.
    printed = load(project.as_printed(), list(checked.database.editions))[0]
    for name, file in files.items():
        wording = project.file(*WORDING, f"{name}.csv")
        edition = next((one for one in printed.editions.values() if name in one.documents), None)
        try:
            recorded, ticks = recorded_at(wording), ticks_at(file)
        except Unusable:
            # 'settings' reports it.
            continue
        if wording and edition and recorded is not None and ticks is not None:
            yield SentenceCoverage(recorded, ticks, edition), file, wording

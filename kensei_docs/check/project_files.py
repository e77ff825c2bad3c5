"""All that a project can be checked for, and the checks of its other files: templates, settings, pictures, drafts.

With ``printed_files``, only this module of ``check`` imports later stages, whose readers say what is wrong with a file.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path

from kensei_docs.army.battle import declared_battle
from kensei_docs.army.limits import limits_of
from kensei_docs.army.pack import SECTION as PACKS
from kensei_docs.army.pack import declared_pack
from kensei_docs.army.troops import declared_musters
from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.po import Catalogue, overridden_in
from kensei_docs.check import data, messages, printed_files, proofread, run
from kensei_docs.check.checked_project import CheckedProject, collected, own_files, text_of
from kensei_docs.check.consequences import without_consequences
from kensei_docs.check.finding import ruling_of
from kensei_docs.check.misnamed_files import misnamed_files
from kensei_docs.check.proofread import read_settings
from kensei_docs.check.run import check_database, check_words, checks_of, found
from kensei_docs.database import Database, Record, load
from kensei_docs.database.errata import CHECK as ERRATA
from kensei_docs.database.own_columns import is_colour, lacks_sign_of_colour
from kensei_docs.database.placeholders import forms_of
from kensei_docs.database.record_sheets import ListTree
from kensei_docs.database.spreadsheets import Columns
from kensei_docs.database.worksheets import SHEETS
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.discover import files_inside, files_of
from kensei_docs.documents.markup.art_folder import Pictures, names_in, picture_fields
from kensei_docs.documents.markup.asked_paths import nearest_path
from kensei_docs.documents.markup.looks import (
    FOLDERS,
    ICONS,
    Icons,
    WrittenLook,
    is_of_art,
    looks_of,
    missing_picture,
    pictures,
)
from kensei_docs.documents.markup.pictures import ENDINGS
from kensei_docs.documents.markup.svg import fault_of_colour, read_svg
from kensei_docs.documents.products.options import SETTINGS as LOOK
from kensei_docs.documents.products.options import Theme, load_themes, palette_of, printer_names, require_printer
from kensei_docs.documents.products.product import MANIFEST, STYLES, THEME, THEMES, load_products, rows_of
from kensei_docs.documents.targets.target import load_targets
from kensei_docs.engine import Game
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.engine.play_schema import declared_matchup
from kensei_docs.extract.reading import readings_of
from kensei_docs.problems import Check, Place, Problem, Unusable, by_place, check, closest
from kensei_docs.project import COVERAGE, LINEAGES, SHARED_TEMPLATES, SOURCES, TEMPLATES, WORDING, Project
from kensei_docs.pull import addresses_of
from kensei_docs.reconcile.wording import Recorded, SentenceCoverage, key_of, place_of, recorded_at, ticks_at
from kensei_docs.sources import REVIEW_FILE, accepted_digests, digest_of_record, load_source, source_ids
from kensei_docs.versions.changes import SurveySchema, SystemsSchema, declared_headlines
from kensei_docs.versions.lineage import load_lineage

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


_FILLED_IN = printed_files.templates_can_be_filled_in.name
# What these find may come of a record that can't be read whole, which is told where it stands.
_OF_RECORDS = (_FILLED_IN, printed_files.asked_paths_exist.name, "copies-are-counted")
# The checks that tell a name in braces where it stands.
_OF_BRACES = (messages.forms_agree_with_one_figure.name, messages.markup_of_words.name)


def check_project(
    project: Project, editions: tuple[str, ...], names: Collection[str], with_errata_to_come: bool = True
) -> Iterator[Problem]:
    """Yield what the checks ``names`` find in some editions (by default in the project's own), and in loading them.

    What comes of another fault is left out.

    ``with_errata_to_come``: errata of later days have to fit the rules of their day. Raises Unusable where there is no
    edition, and at last, after what the other checks find, where a catalogue or a template can't be read.
    """
    problems: list[Problem] = []
    try:
        problems.extend(_found_in(project, editions, names, with_errata_to_come))
    finally:
        yield from without_consequences(problems)


def _found_in(
    project: Project, editions: tuple[str, ...], names: Collection[str], with_errata_to_come: bool
) -> Iterator[Problem]:
    """Yield what ``check_project`` does, with all consequences; raises as it does."""
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
    # Several readers may say the same of one place: what is told once is enough.
    told: set[tuple[Place, str]] = set()
    # What a template prints of words that have a fault is told at the words.
    words_at_fault: set[Place] = set()
    for some in (
        problems,
        (note for edition in database.editions.values() for note in edition.sheets if project.holds(note.place.file)),
        check_database(database, names, fault),
        check_words(project, database, names, fault),
        chain.from_iterable(of_files),
    ):
        try:
            for problem in some:
                is_told = (problem.place, problem.message) in told or any(problem.place == one.place for one in refused)
                is_told |= fault is not None and problem.check in _OF_RECORDS
                is_told |= problem.check == _FILLED_IN and problem.place in words_at_fault
                if problem.check in names and not is_told and (not editions or problem.edition in (None, *editions)):
                    told.add((problem.place, problem.message))
                    if problem.check in _OF_BRACES:
                        words_at_fault.add(problem.place)
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
    return checks_of(printed_files) | checks_of(sys.modules[__name__])


# What the condition of a vocabulary can be, besides a list of its values and a kind of record.
_OF_ATOMS = ("boolean", "figure")


@check("error")
def values_of_conditions_exist(checked: CheckedProject) -> Iterator[Problem]:
    """The ``values`` of a condition in vocabulary.yaml are ``boolean``, ``figure``, a kind of record, or a list.

    Otherwise any value is taken for one of them.

    Wrong: ``values: bool``. Right: ``values: boolean``; ``values: weapon``; ``values: [slow, fast]``.
    """
    vocabulary, editions = checked.database.vocabulary, checked.database.editions.values()
    kinds = {*vocabulary.kinds.values(), *chain(*(edition.kinds for edition in editions))}
    known = [*_OF_ATOMS, *sorted({*kinds, *vocabulary.section("brings")})]
    for name, atom in vocabulary.atoms.items():
        values = atom.get("values") if isinstance(atom, dict) else None
        place = vocabulary.place(f"atoms.{name}.values")
        if isinstance(values, str) and values not in known and checked.project.holds(place.file):
            remedy = "write boolean, figure, a kind of record, or the list of its values, such as [slow, fast]"
            yield Problem(place, f"'{values}' is nothing that a condition can be{closest(values, known)}; {remedy}", "")


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


@check("error", of_print=True)
def files_have_their_names(checked: CheckedProject) -> Iterator[Problem]:
    """No file or folder of a project has almost the name of one that is read, and is missing.

    Otherwise nothing reads it, in silence. What stands beside the file of the right name is the author's own.

    Wrong: a folder ``Art`` or ``font``; ``papers.yml``; ``data/glosary.yaml``. Right: ``art``; ``fonts``;
    ``papers.yaml``; ``data/glossary.yaml``.
    """
    of_templates = (*FOLDERS.values(), ICONS, STYLES, THEMES, THEME, LOOK)
    yield from misnamed_files(checked.project, dict.fromkeys(of_templates))


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
        yield from collected(require_printer, project, name)
    yield from collected(read_settings, project)
    yield from addresses_of(project)[1]
    for source_id in source_ids(project):
        yield from collected(_read_profile, project, source_id)
    for file in project.named_files(*WORDING, suffix=".csv").values():
        yield from collected(recorded_at, file)
    for file in project.named_files(*COVERAGE, suffix=".csv").values():
        yield from collected(ticks_at, file)
    for name in project.named_files(*LINEAGES):
        a, _, b = name.partition("--")
        if {a, b} <= database.editions.keys():
            yield from collected(_read_lineage, project, database, a, b)
    for section in (SurveySchema, SystemsSchema):
        yield from collected(section.of, database.vocabulary)
    yield from collected(declared_matchup, database)
    yield from collected(Columns, database, "")
    for edition in database.editions.values():
        yield from collected(declared_pack, edition) if edition.vocabulary.section(PACKS) else ()
        yield from collected(declared_battle, edition)
        yield from collected(limits_of, edition, None)
        kinds = [declared_musters(edition).faction] if not list(collected(declared_musters, edition)) else []
        for record in (record for kind in kinds for record in edition.records_of(kind)):
            yield from collected(limits_of, edition, record.slug)


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
                    yield part, missing_picture(part, name, pictures_known, art.names)
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
def picture_fields_exist(checked: CheckedProject) -> Iterator[Problem]:
    """A field under ``pictures`` in vocabulary.yaml is one that some record of its kind has.

    Otherwise nothing looks for the pictures that the records name. A kind without records may have any.

    Wrong: ``pictures: {gull: [atr]}``, where the gulls have ``art``. Right: ``pictures: {gull: [art]}``.
    """
    vocabulary = checked.whole_database.vocabulary
    for kind, fields in vocabulary.own_section("pictures").items():
        of_kind = [record for record in checked.records if kind in ("any", record.kind)]
        place = vocabulary.place(f"pictures.{kind}")
        if not of_kind or not checked.project.holds(place.file):
            continue
        for field in fields or ():
            # A field that is meant for pictures to come is like no other.
            near = "" if any(record.has(field) for record in of_kind) else nearest_path(field, of_kind)
            if near:
                message = f"'pictures' names '{field}', which no record of {kind} has{near}; mend the name"
                yield Problem(place, message, "")


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
    for file in own_files(checked, (".j2", ".css")):
        text = text_of(file)
        for name, index in names_in(text):
            for said in art.faults([name]):
                column = index - text.rfind("\n", 0, index)
                yield Problem(Place(str(file), text.count("\n", 0, index) + 1, column), said, "")
    yield from told


@check("warning")
def colours_have_their_sign(checked: CheckedProject) -> Iterator[Problem]:
    """A colour in a field of one's own begins with ``#``, as style sheets have it.

    Without it, a template that paints with it paints nothing. A text of six digits and letters from a to f counts as a
    colour; where other records have a colour in that field, so does one of three, of four or of eight, or of digits
    alone.

    Wrong: ``colour: a65a10``. Right: ``colour: "#a65a10"``.
    """
    fields = [
        (record, name, value)
        for record in checked.records
        for name, value in record.data.items()
        if isinstance(value, str) and not checked.whole_database.vocabulary.is_known_field(record.kind, name)
    ]
    of_colours = {(record.edition, record.kind, name) for record, name, value in fields if is_colour(value)}
    for record, name, value in fields:
        if lacks_sign_of_colour(value, (record.edition, record.kind, name) in of_colours):
            message = f"'{name}' is '{value}'; did you mean '#{value}'?; a colour begins with '#'"
            yield Problem(record.place(name), message, "", edition=record.edition, record=record.id)


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


@check("error")
def drawings_can_be_read(checked: CheckedProject) -> Iterator[Problem]:
    """Every icon, drawing, crest and pattern of a project's templates is SVG that can be printed.

    They lie in ``templates/_shared`` and in the folders ``icons`` of kinds of document.

    Wrong: a file that was cut short; ``<rect fill="redd"/>``. Right: the file as a drawing program saves it.
    """
    shared = (folder for folder in checked.project.folders(*SHARED_TEMPLATES) if checked.holds(folder))
    folders = [folder / name for folder in shared for name in dict.fromkeys((ICONS, *FOLDERS.values()))]
    folders += [product.folder / ICONS for product in checked.products]
    for file in (file for folder in folders for file in files_of(folder, ".svg") if checked.holds(file)):
        yield from read_svg(file).problems


@check("error", of_print=True)
def icons_are_drawings(checked: CheckedProject) -> Iterator[Problem]:
    """An icon is a drawing: no picture of another sort lies in its place.

    It takes the colour and the size of the words around it, which dots can't.

    Wrong: ``icons/coin.png`` without an ``icons/coin.svg``. Right: ``icons/coin.svg``.
    """
    shared = (folder for folder in checked.project.folders(*SHARED_TEMPLATES) if checked.holds(folder))
    for folder in (*shared, *(product.folder for product in checked.products)):
        for file in files_inside(folder / ICONS):
            is_picture = file.suffix.lower() in ENDINGS and file.suffix.lower() != ".svg"
            if is_picture and not file.with_suffix(".svg").exists():
                message = f"is not read: for an icon, draw '{file.stem}.svg', as a drawing program saves it"
                yield Problem(Place(str(file)), message, "")


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

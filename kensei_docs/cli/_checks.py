"""All checks of a project: of what is loaded, of records, translations, templates, settings and drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kensei_docs import check
from kensei_docs.army.limits import limits_of
from kensei_docs.army.model import declared_musters
from kensei_docs.army.pack import SECTION as PACKS
from kensei_docs.army.pack import declared_pack
from kensei_docs.catalogues import findings
from kensei_docs.check import proofread
from kensei_docs.check.proofread import read_settings
from kensei_docs.cli._opening import require_editions
from kensei_docs.database import Database, load
from kensei_docs.database.errata import CHECK as ERRATA
from kensei_docs.database.tables.columns import Columns
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.printers import printer_names, require_printer
from kensei_docs.documents.kinds.themes import load_themes
from kensei_docs.documents.markup import asked_paths, picture_checks
from kensei_docs.documents.targets.target import load_targets
from kensei_docs.engine import Game
from kensei_docs.engine.matchup_words import declared_matchup
from kensei_docs.extract.reading import entries_of
from kensei_docs.problems import Check, Place, Problem, Unusable, checks_in
from kensei_docs.project import LINEAGES, Project, ProjectOptions
from kensei_docs.review.accepted import CHECK as UNREVIEWED
from kensei_docs.review.accepted import unreviewed_records
from kensei_docs.sources import load_source, source_ids
from kensei_docs.versions.headlines import declared_headlines
from kensei_docs.versions.lineage import load_lineage
from kensei_docs.versions.weights import declared_survey, declared_systems

SETTINGS = "settings"
# The pages of problems that the loader reports, for --explain: these have no module of their own.
_LOADING = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is known.",
    SETTINGS: "What stands beside the records has the shape that its reader knows: kinds of document, themes, targets, "
    "printers, sources with their readings, lineages, proofreading, and what armies and odds read of vocabularies.\n\n"
    "Wrong: a key that nobody reads, such as 'colour' for 'colours' in a theme.",
    "errata": "`from` of an erratum equals the value that is there now.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and $figures.",
    "placeholders": "A message names figures of its own record, and writes a % twice.",
}

# The checks of what templates name.
_OF_PRINTS: Mapping[str, Check[Problem]] = checks_in([asked_paths, picture_checks])


def pages_of_checks() -> dict[str, str]:
    """Return every check's page; one of the database and of documents has both."""
    loading = {name: f"{page}\n\nSeverity: error." for name, page in _LOADING.items()}
    prints = {name: check.page for name, check in _OF_PRINTS.items()}
    pages = {**loading, **check.pages(), **findings.pages(), **prints}
    for name, page in proofread.pages().items():
        pages[name] = f"{pages[name]}\n\n{page}" if name in pages else page
    return dict(sorted(pages.items()))


def run_checks(where: ProjectOptions, editions: tuple[str, ...], names: list[str]) -> Iterator[Problem]:
    """Yield the problems of loading and the findings of checks for some editions; raises Unusable without editions."""
    project = Project.open(where)
    require_editions(project, editions)
    editions = editions or project.own_editions
    database, problems = load(project, editions)
    if not database.editions:
        raise Unusable(*problems)
    if where is None or where.as_of is None:
        # Errata of days to come have to fit the rules of their day.
        later = load(replace(project, as_of=None), editions)[1]
        problems += [problem for problem in later if problem.check == ERRATA and problem not in problems]
    settings = (replace(problem, check=SETTINGS) for problem in _problems_of_settings(project, database))
    others = (*check.run(database, names), *findings.findings(project, database, names))
    of_prints = _of_prints(project, database, [check for name, check in _OF_PRINTS.items() if name in names])
    drafts = (record for edition in database.editions.values() for record in unreviewed_records(project, edition))
    unreviewed = drafts if UNREVIEWED in names else ()
    of_settings = dict.fromkeys(settings) if SETTINGS in names else ()
    for problem in (*problems, *others, *of_prints, *unreviewed, *of_settings):
        if problem.check in names and (not editions or problem.edition in (None, *editions)):
            yield problem


def _of_prints(project: Project, database: Database, checks: Sequence[Check[Problem]]) -> Iterator[Problem]:
    """Yield the problems of templates, of all editions: templates are shared by the editions of a project."""
    unread = set(project.own_editions) - database.editions.keys()
    whole = load(project, project.own_editions)[0] if unread and checks else database
    for print_check in checks:
        yield from print_check(project, whole)


def _problems_of_settings(project: Project, database: Database) -> Iterator[Problem]:
    """Yield the problems of the files of a project that no check of the database reads."""
    for read in (load_kinds, load_themes, load_targets):
        yield from read(project)[1]
    for name in printer_names(project):
        yield from _collected(require_printer, project, name)
    yield from _collected(read_settings, project)
    for source_id in source_ids(project):
        yield from _collected(_read_profile, project, source_id)
    for name in project.named_files(*LINEAGES):
        a, _, b = name.partition("--")
        if {a, b} <= database.editions.keys():
            yield from _collected(_read_lineage, project, database, a, b)
    for declared in (declared_survey, declared_systems):
        yield from _collected(declared, database.vocabulary)
    yield from _collected(declared_matchup, database)
    yield from _collected(Columns, database, "")
    for edition in database.editions.values():
        yield from _collected(declared_pack, edition) if edition.vocabulary.section(PACKS) else ()
        yield from _collected(limits_of, edition, None)
        kinds = [declared_musters(edition).faction] if not list(_collected(declared_musters, edition)) else []
        for record in (record for kind in kinds for record in edition.records_of(kind)):
            yield from _collected(limits_of, edition, record.slug)


def _read_profile(project: Project, source_id: str) -> None:
    problems: list[Problem] = []
    list(entries_of(load_source(project, source_id, project.parsed), problems))
    if problems:
        raise Unusable(*problems)


def _read_lineage(project: Project, database: Database, a: str, b: str) -> None:
    declared_headlines(database.editions[a], database.editions[b])
    lineage = load_lineage(project, database, a, b)
    if lineage:
        place = Place(str(project.file(*LINEAGES, f"{a}--{b}.yaml")))
        Game(database, a).situation(lineage.situation, place)


def _collected(read: Callable[..., object], *arguments: object) -> Iterator[Problem]:
    """Yield the problems for which reading something fails."""
    try:
        read(*arguments)
    except Unusable as unusable:
        yield from unusable.problems

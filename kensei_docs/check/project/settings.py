"""The check of settings: whatever a project declares beside its records can be read by what it is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kensei_docs.army.limits import limits_of
from kensei_docs.army.pack_contents import SECTION as PACKS
from kensei_docs.army.pack_contents import declared_pack
from kensei_docs.army.troops import declared_musters
from kensei_docs.check.project import CheckedProject
from kensei_docs.check.proofread import read_settings
from kensei_docs.database import Database
from kensei_docs.database.spreadsheets.columns_and_cells import Columns
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.printers import printer_names, require_printer
from kensei_docs.documents.kinds.themes import load_themes
from kensei_docs.documents.targets.target import load_targets
from kensei_docs.engine import Game
from kensei_docs.engine.matchup_words import declared_matchup
from kensei_docs.extract.reading import entries_of
from kensei_docs.problems import Place, Problem, Unusable, check
from kensei_docs.project import LINEAGES, Project
from kensei_docs.sources import load_source, source_ids
from kensei_docs.versions.change_weights import declared_survey, declared_systems
from kensei_docs.versions.headlines import declared_headlines
from kensei_docs.versions.lineage import load_lineage


@check("error")
def settings(checked: CheckedProject) -> Iterator[Problem]:
    """What stands beside the records has the shape that its reader knows.

    These are kinds of document, themes, targets, printers, sources with their readings, lineages, proofreading, and
    what armies and odds read of vocabularies.

    Wrong: a key that nobody reads, such as 'colour' for 'colours' in a theme.
    """
    yield from dict.fromkeys(_problems_of_settings(checked.project, checked.database))


def _problems_of_settings(project: Project, database: Database) -> Iterator[Problem]:
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

"""Checks of the other files of a project: settings, templates, pictures and drafts, each with the stage that reads it.

Only this module of ``check`` imports later stages, whose readers say what is wrong with a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from kensei_docs.army.limits import limits_of
from kensei_docs.army.pack_contents import SECTION as PACKS
from kensei_docs.army.pack_contents import declared_pack
from kensei_docs.army.troops import declared_musters
from kensei_docs.check.proofread import read_settings
from kensei_docs.check.templates import CheckedProject
from kensei_docs.database import Database, Record, load
from kensei_docs.database.columns_and_cells import Columns
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.options_and_printers import printer_names, require_printer
from kensei_docs.documents.kinds.themes import Theme, load_themes, palette_of
from kensei_docs.documents.markup.look_and_icons import FOLDERS, missing_picture, pictures
from kensei_docs.documents.markup.svg_files import fault_of_colour
from kensei_docs.documents.markup.written_looks import WrittenLook, looks_of
from kensei_docs.documents.targets.target import load_targets
from kensei_docs.engine import Game
from kensei_docs.engine.play_schema import declared_matchup
from kensei_docs.extract.reading import readings_of
from kensei_docs.problems import Place, Problem, Unusable, check, closest
from kensei_docs.project import COVERAGE, LINEAGES, SOURCES, TEMPLATES, WORDING, Project
from kensei_docs.reconcile.recorded_wording import Recorded, recorded_at
from kensei_docs.reconcile.sentence_coverage import SentenceCoverage, key_of, place_of, ticks_at
from kensei_docs.sources import REVIEW_FILE, accepted_digests, digest_of_record, load_source, source_ids
from kensei_docs.versions.headlines_and_weights import declared_headlines, declared_survey, declared_systems
from kensei_docs.versions.lineage import load_lineage


@check("error")
def settings(checked: CheckedProject) -> Iterator[Problem]:
    """What stands beside the records has the shape that its reader knows.

    These are kinds of document, themes, targets, printers, sources with their readings, recorded and ticked sentences,
    lineages, proofreading, and what armies and odds read of vocabularies.

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
    for file in project.named_files(*WORDING, suffix=".csv").values():
        yield from _collected(recorded_at, file)
    for file in project.named_files(*COVERAGE, suffix=".csv").values():
        yield from _collected(ticks_at, file)
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
    list(readings_of(load_source(project, source_id, project.parsed), problems))
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


@check("error")
def pictures_exist(checked: CheckedProject) -> Iterator[Problem]:
    """Every drawing, crest, pattern and colour that a ``look`` names exists.

    A look stands in a record, in ``edition.yaml`` or in ``kind.yaml``; drawings stand in ``templates/_shared/art``,
    crests in ``crests``, patterns in ``patterns``, colours in a palette. A ``scene`` is a list of drawings.

    Wrong: ``look: {art: katanna}``; ``look: {colour: sceond}``. Right: ``look: {art: katana}``, or a drawing
    ``katanna.svg``; ``look: {colour: second}``, or ``"#1f3a68"``.
    """
    project, database = checked.project, checked.whole_database
    known = {part: pictures(project, folder) for part, folder in FOLDERS.items()}
    usual = palette_of(project, None, Theme())

    def faults_in(written: WrittenLook, palette: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for part, pictures_known in known.items():
            for name in written.names(part):
                if name not in pictures_known:
                    yield part, missing_picture(part, name, pictures_known)
        for name in written.names("colour"):
            if fault := fault_of_colour(name, palette):
                yield "colour", f"{fault}; mend it, or add it to the palette"

    editions = database.editions.values()
    palettes = {edition.id: palette_of(project, edition, Theme()) for edition in editions}
    # A kind of document may name a colour that one of the editions has.
    colours = {name: colour for palette in (*palettes.values(), usual) for name, colour in palette.items()}
    for kind in load_kinds(project)[0].values():
        for written in looks_of(project, kind, None):
            for part, message in faults_in(written, colours):
                yield Problem(written.place(part), f"'look.{part}': {message}", "")
    for edition in editions:
        for written in looks_of(project, None, edition):
            record = written.owner.id if isinstance(written.owner, Record) else None
            for part, message in faults_in(written, palettes[edition.id]):
                yield Problem(written.place(part), message, "", edition=edition.id, record=record)


@check("warning")
def colours_are_used(checked: CheckedProject) -> Iterator[Problem]:
    """Every colour in the ``palette`` of an edition is one of the tool's, or a template or a look names it.

    Otherwise the print has the usual colour in its place: the name is misspelt.

    Wrong: ``palette: {accnt: "#1f3a68"}``. Right: ``palette: {accent: "#1f3a68"}``; ``palette: {moss: "#5a6b3c"}``
    where a style sheet has ``var(--moss)``.
    """
    project = checked.project
    known = {
        *palette_of(project, None, Theme()),
        *chain(*(theme.palette for theme in load_themes(project)[0].values())),
    }
    own = [
        (edition, name)
        for edition in checked.database.editions.values()
        for name in edition.look.get("palette") or {}
        if name not in known
    ]
    files = (file for folder in project.folders(TEMPLATES) for file in folder.rglob("*") if file.is_file())
    words = " ".join(file.read_text(encoding="utf-8", errors="replace") for file in files) if own else ""
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
            source = load_source(project, name, project.parsed)
            known = accepted_digests(folders[name])
        except Unusable:
            # Other checks report what is wrong with the files.
            continue
        # A source without ``review.yaml`` was not drafted, or does not need a review.
        if source.edition != edition.id or known is None:
            continue
        drafted = [
            record
            for record in edition.records.values()
            if any(citation.document == name for citation in record.citations)
        ]
        left = sum(known.get(record.id) != digest_of_record(record) for record in drafted)
        if left:
            message = (
                f"{left} of {len(drafted)} records that were read from {source.title} are still to be looked at; go on "
                "with 'kensei-docs source review' and the rulebook"
            )
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
    for file, wording, ledger in _ledgers(checked):
        edition = ledger.edition.id
        rows = {key: row for row, key in enumerate(ledger.ticks, 2)}
        for key, message in ledger.faults():
            yield Problem(Place(str(file), rows[key]), f"{key[0]}: {message}", "", edition=edition)
        left = 0
        for number, sentence in ledger.prose:
            state = ledger.state(sentence)
            left += state == "left"
            if state == "nowhere":
                message = (
                    f"{place_of(sentence)}: no record tells the sentence {sentence.digest}; tell it, or declare it to "
                    "be no rule, with 'kensei-docs source coverage' and the document"
                )
                yield Problem(Place(str(wording), number + 2), message, "", edition=edition)
        if left:
            message = (
                f"{left} of {len(ledger.prose)} sentences were not read beside the record that they stand under; go on "
                "with 'kensei-docs source coverage --left' and the document"
            )
            yield Problem(Place(str(file)), message, "", "note", edition=edition)


# More sentences than this of one record are counted; 'source coverage' prints them all.
_MOST_PLACES = 3


@check("warning")
def ticks_hold(checked: CheckedProject) -> Iterator[Problem]:
    """The words of a record are those that its sentences were ticked off beside.

    A changed text may leave out what it told before. Figures and punctuation don't count.

    Wrong: 'within %(range)s' where 'within %(range)s and in sight' stood when the sentence was ticked off. Right: the
    same words with another figure.
    """
    for file, _, ledger in _ledgers(checked):
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
            place = Place(str(file), rows[key_of(sentences[0])])
            yield Problem(place, message, "", edition=ledger.edition.id, record=told[0])


def _ledgers(checked: CheckedProject) -> Iterator[tuple[Path, Path, SentenceCoverage]]:
    """Yield the file of the ticks, the file of the recorded sentences and both together, for each document whose
    sentences are ticked off in the project itself."""
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
            yield file, wording, SentenceCoverage(recorded, ticks, edition)

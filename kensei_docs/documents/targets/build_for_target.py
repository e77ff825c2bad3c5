"""Building for a target: makes the target's files of an order; unchanged files are not made again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kensei_docs.catalogues import translator_for
from kensei_docs.database import Database
from kensei_docs.documents.build import (
    Order,
    Plan,
    Printed,
    Watcher,
    defects_of,
    lay_out,
    older,
    plan,
    refusing_unwritable,
    subject_of,
    write_pages,
)
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.output_cache import Manifest, Output, Subject, Written
from kensei_docs.documents.face_problems import problems_of
from kensei_docs.documents.kinds.kind import SCREEN, Kind
from kensei_docs.documents.sheets.imposition import DocumentFaces
from kensei_docs.documents.targets.deck_for_target import Deck, DeckFile
from kensei_docs.documents.targets.makers import Maker, load_makers
from kensei_docs.documents.targets.target import CHECK, Cut, Target, cut_for
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# Cards for a target are on no paper, but a plan needs one: every face fits on the largest.
ANY_PAPER = "a3"
# In this format, the page for the screen of a kind, if it has one, replaces its cards.
HTML = "html"


def build_for_target(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool, watcher: Watcher
) -> Printed:
    """Make an order's files for a target.

    ``by_name``: the user named the kinds; a kind that the target doesn't take is then refused, and otherwise left out.
    ``base_url`` is the address of the folder in which pictures will be published. Raises Unusable if nothing can be
    made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    return make_files(project, order.out, target, list(files_of(decks, target, planned)), planned, watcher)


def files_of(decks: Sequence[Deck], target: Target, planned: Plan) -> Iterator[tuple[Deck, list[DeckFile]]]:
    """Yield each deck with its files; the problems of decks whose files can't be made are added to ``planned``."""
    maker = load_makers()[target.makes]
    for deck in decks:
        try:
            yield deck, maker.files(deck)
        except Unusable as fault:
            planned.refused += fault.problems
            planned.failed.add(_subject_of(deck))


def make_files(
    project: Project,
    out: Path,
    target: Target,
    wanted: Sequence[tuple[Deck, list[DeckFile]]],
    planned: Plan,
    watcher: Watcher,
) -> Printed:
    """Make the files of decks that are not up to date, and the plan's HTML pages.

    Other files that an earlier run made in the folders of the decks are deleted. Raises Unusable if the folder ``out``
    can't be written to.
    """
    maker = load_makers()[target.makes]
    manifest = Manifest(project.cache)
    all_files = [file for _, files in wanted for file in files]
    current = {file.path: entry for file in all_files if (entry := manifest.current(file.path, file.key))}
    lacking = [
        (deck, missing) for deck, files in wanted if (missing := [file for file in files if file.path not in current])
    ]
    try:
        with refusing_unwritable(out):
            out.mkdir(parents=True, exist_ok=True)
            caches = lay_out([deck.document for deck, _ in lacking], project.cache, watcher)
            for deck, missing in lacking:
                for file, written in _write(maker, deck, missing, caches[deck.document.faces.folder], manifest):
                    current[file.path] = written
                    watcher.written(file.path, file.pages)
            for deck, _ in wanted:
                manifest.forget_all_but(deck.folder, current.keys())
            outputs = list(write_pages(planned, manifest))
            manifest.save()
    except Unusable as fault:
        folders = dict.fromkeys(deck.folder for deck, _ in lacking)
        raise Unusable(*fault.problems, *(older(folder) for folder in folders if folder.is_dir())) from fault
    fresh = {file.path for _, missing in lacking for file in missing}
    for deck, files in wanted:
        for file in files:
            written = current[file.path]
            outputs.append(Output(file.path, file.path in fresh, written.faces, written.pages))
            planned.problems += problems_of(deck.document, written.defects)
        planned.problems += deck.translator.problems
    return Printed(
        outputs, list(dict.fromkeys(planned.problems)), planned.refused, planned.failed, sorted(planned.uncopied)
    )


def decks_of(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool
) -> tuple[list[Deck], Plan]:
    """Return the decks to make for an order, and a plan with their problems and HTML pages, but without documents."""
    result = Plan()
    cuts: dict[Cut, list[Kind]] = {}
    left_out: list[str] = []
    for kind in order.kinds:
        if HTML in target.formats and kind.has(SCREEN):
            _add(result, plan(project, database, replace(order, kinds=[kind], papers=(ANY_PAPER,))))
            continue
        try:
            cuts.setdefault(cut_for(target, kind, order.options), []).append(kind)
        except Unusable as fault:
            if by_name:
                result.refused += fault.problems
            else:
                left_out.append(kind.name)
    if left_out:
        result.problems.append(
            Problem(
                Place("build"),
                f"left out, for target {target.name} doesn't take them: {', '.join(left_out)}; name one to be told why",
                CHECK,
                "note",
            )
        )
    translators = {language: translator_for(project, database, language) for language in order.languages}
    decks = []
    for cut, kinds in cuts.items():
        # The cut determines the printed bleed; the art is drawn with the bleed of its kind.
        options = replace(order.options, bleed=None, size=cut.face)
        planned = plan(project, database, replace(order, kinds=kinds, papers=(ANY_PAPER,), options=options))
        for document in planned.documents:
            faces = document.faces
            theme = faces.suffix.removeprefix(f"-{options.size}")
            size = f"-{order.options.size}" if order.options.size else ""
            path = document.path.parent / target.name / f"{faces.kind.name}{size}{theme}.out"
            renamed = replace(document, path=path)
            decks.append(Deck(project, translators[faces.language], renamed, target, cut, base_url))
        _add(result, replace(planned, pages={}))
    return decks, result


def _add(result: Plan, planned: Plan) -> None:
    """Add the pages and problems of a plan to another plan."""
    result.pages |= planned.pages
    result.problems += planned.problems
    result.refused += planned.refused
    result.failed |= planned.failed
    result.subjects |= planned.subjects
    result.uncopied |= planned.uncopied


def _write(
    maker: Maker, deck: Deck, wanted: Sequence[DeckFile], cache: FaceCache, manifest: Manifest
) -> Iterator[tuple[DeckFile, Written]]:
    """Make and write the wanted files of a deck; yield each with its entry in the manifest."""
    for made in maker.make(deck, wanted, DocumentFaces(deck.document, cache)):
        file = made.file
        slots = dict.fromkeys(slot for side in file.sides for slot in side.slots)
        defects = [*defects_of(deck.document.faces, cache, slots), *made.defects]
        faces = len({side.face for side in file.sides})
        of = _subject_of(deck)
        yield file, manifest.write(file.path, file.key, [made.data], faces, file.pages, defects, of, save=False)


def _subject_of(deck: Deck) -> Subject:
    shown = deck.document.faces
    return subject_of(shown.kind, shown.edition, shown.language)

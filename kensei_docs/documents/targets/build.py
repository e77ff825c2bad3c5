"""Building for a target: an order is made into the target's files; unchanged files are not made again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kensei_docs.catalogues import translator_for
from kensei_docs.database import Database
from kensei_docs.documents.build import (
    Printed,
    Watcher,
    defects_of,
    lay_out,
    problems_of,
    refusing_unwritable,
    write_pages,
)
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.outputs import MANIFEST, Manifest, Output, Written
from kensei_docs.documents.kinds.kind import SCREEN, Kind
from kensei_docs.documents.plan import Order, Plan, plan
from kensei_docs.documents.sheets.imposition import LaidOutFaces
from kensei_docs.documents.targets.deck import Deck, DeckFile
from kensei_docs.documents.targets.makers import Maker, load_makers
from kensei_docs.documents.targets.target import CHECK, Cut, Target, cut_for
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# Cards for a target stand on no paper, but a plan needs one: the largest, which has room for every face.
_PAPER = "a3"
# In this format, a kind's own page for the screen, if it has one, replaces its cards.
HTML = "html"


def build_for_target(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool, watcher: Watcher
) -> Printed:
    """Make an order's files for a target.

    ``by_name`` says that the kinds were asked for by name: a kind that the target doesn't take is then refused,
    else left out. ``base_url`` is the address below which pictures will stand. Raises Unusable if
    nothing can be made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    return make_files(project, order.out, target, list(files_of(decks, target, planned)), planned, watcher)


def files_of(decks: Sequence[Deck], target: Target, planned: Plan) -> Iterator[tuple[Deck, list[DeckFile]]]:
    """Yield each deck with its files; add to ``planned`` why the files of others can't be made."""
    maker = load_makers()[target.makes]
    for deck in decks:
        try:
            yield deck, maker.files(deck)
        except Unusable as fault:
            planned.refused += fault.problems


def make_files(
    project: Project,
    out: Path,
    target: Target,
    wanted: Sequence[tuple[Deck, list[DeckFile]]],
    planned: Plan,
    watcher: Watcher,
) -> Printed:
    """Make files of decks that are not up to date, and the plan's HTML pages; delete others that an earlier run made
    in the decks' folders. Raises Unusable if the folder ``out`` can't be written to."""
    maker = load_makers()[target.makes]
    manifest = Manifest(project.cache / MANIFEST)
    current = {file.path: manifest.current(file.path, file.key) for _, some in wanted for file in some}
    lacking = [
        (deck, missing) for deck, some in wanted if (missing := [file for file in some if current[file.path] is None])
    ]
    with refusing_unwritable(out):
        out.mkdir(parents=True, exist_ok=True)
        caches = lay_out([deck.document for deck, _ in lacking], project.cache, watcher, planned.problems)
        for deck, missing in lacking:
            for file, written in _write(maker, deck, missing, caches[deck.document.faces.folder], manifest):
                current[file.path] = written
                watcher.written(file.path, file.pages)
        for deck, _ in wanted:
            manifest.forget_all_but(deck.folder, current.keys())
        outputs = list(write_pages(planned.pages, manifest))
        manifest.save()
    fresh = {file.path for _, missing in lacking for file in missing}
    for deck, some in wanted:
        for file in some:
            kept = current[file.path]
            assert kept is not None  # written just now, or there before
            outputs.append(Output(file.path, file.path in fresh, kept.faces, kept.pages))
            planned.problems += problems_of(deck.document, kept.defects)
        planned.problems += deck.translator.problems
    return Printed(outputs, list(dict.fromkeys(planned.problems)), planned.refused)


def decks_of(
    project: Project, database: Database, order: Order, target: Target, base_url: str, by_name: bool
) -> tuple[list[Deck], Plan]:
    """Return the decks to make for an order, and a plan with their problems and HTML pages, but without documents."""
    found = Plan()
    cuts: dict[Cut, list[Kind]] = {}
    left_out: list[str] = []
    for kind in order.kinds:
        if HTML in target.formats and kind.has(SCREEN):
            _add(found, plan(project, database, replace(order, kinds=[kind], papers=(_PAPER,))))
            continue
        try:
            cuts.setdefault(cut_for(target, kind, order.options), []).append(kind)
        except Unusable as fault:
            if by_name:
                found.refused += fault.problems
            else:
                left_out.append(kind.name)
    if left_out:
        found.problems.append(
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
        # The cut decides the bleed that is printed; the art is drawn with the kind's own bleed.
        options = replace(order.options, bleed=None, size=cut.face)
        planned = plan(project, database, replace(order, kinds=kinds, papers=(_PAPER,), options=options))
        for document in planned.documents:
            faces = document.faces
            theme = faces.suffix.removeprefix(f"-{options.size}")
            size = f"-{order.options.size}" if order.options.size else ""
            path = document.path.parent / target.name / f"{faces.kind.name}{size}{theme}.out"
            renamed = replace(document, path=path)
            decks.append(Deck(project, translators[faces.language], renamed, target, cut, base_url))
        _add(found, replace(planned, pages={}))
    return decks, found


def _add(found: Plan, planned: Plan) -> None:
    """Add a plan's pages, problems and refusals to another plan."""
    found.pages |= planned.pages
    found.problems += planned.problems
    found.refused += planned.refused


def _write(
    maker: Maker, deck: Deck, wanted: Sequence[DeckFile], cache: FaceCache, manifest: Manifest
) -> Iterator[tuple[DeckFile, Written]]:
    """Make the wanted files of a deck, and yield each as it was written."""
    for made in maker.make(deck, wanted, LaidOutFaces(deck.document, cache)):
        file = made.file
        slots = dict.fromkeys(slot for side in file.sides for slot in side.slots)
        defects = [*defects_of(deck.document.faces, cache, slots), *made.defects]
        faces = len({side.face for side in file.sides})
        yield file, manifest.write(file.path, file.key, [made.data], faces, file.pages, defects, save=False)

"""A reprint for a service or a virtual table: the pictures that changed, and the updated lists."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kensei_docs.database import Database
from kensei_docs.documents.build import Printed, Watcher, refusing_unwritable, write_pages
from kensei_docs.documents.cache.output_cache import MANIFEST, Manifest
from kensei_docs.documents.plan import Order, Plan
from kensei_docs.documents.reprint.build_reprint import compare_with, order_before
from kensei_docs.documents.reprint.changed_cards import LAYERS, Comparison, Pair, matched
from kensei_docs.documents.reprint.earlier_state import EarlierState
from kensei_docs.documents.targets.build_for_target import decks_of, files_of, make_files
from kensei_docs.documents.targets.deck_for_target import Deck, DeckFile
from kensei_docs.documents.targets.target import Target
from kensei_docs.project import Project

# The list of the changes, beside the files of a deck.
CHANGES = "changes.csv"
_HEADINGS = ("change", "card", "copies before", "copies", "file before", "file")


def reprint_for_target(
    project: Project,
    database: Database,
    before: EarlierState,
    order: Order,
    target: Target,
    base_url: str,
    by_name: bool,
    watcher: Watcher,
) -> Printed:
    """Make the files of an order for a target that differ from the earlier state.

    Each deck that changed gets the list of its cards and a list of the changes; nothing is written for other decks.
    ``by_name`` and ``base_url`` are as for ``build_for_target``. Raises Unusable if nothing can be made.
    """
    decks, planned = decks_of(project, database, order, target, base_url, by_name)
    earlier, faults = order_before(before, order)
    then, _ = decks_of(before.project, before.database, earlier, target, base_url, by_name)
    planned.refused += faults
    planned.pages.clear()
    with refusing_unwritable(order.out):
        comparisons, _, _ = compare_with(
            project, [deck.document for deck in then], [deck.document for deck in decks], watcher, planned.problems
        )
    old = {deck.document.path: deck for deck in then}
    wanted: list[tuple[Deck, list[DeckFile]]] = []
    lists: dict[Path, str] = {}
    folders = [_in_folder(deck, before.slug) for deck in decks]
    differs = {one.document.path: one for one in comparisons if one.differs}
    for deck, moved in zip(decks, folders, strict=True):
        comparison = differs.get(deck.document.path)
        if comparison is None:
            continue
        files, listed = _changed_files(moved, old.get(deck.document.path), comparison, target, planned)
        wanted.append((moved, files))
        lists[moved.folder / CHANGES] = listed
    printed = make_files(project, order.out, target, wanted, planned, watcher)
    manifest = Manifest(project.cache / MANIFEST)
    with refusing_unwritable(order.out):
        for moved in folders:
            if not any(moved is deck for deck, _ in wanted):
                manifest.forget_all_but(moved.folder, ())
        outputs = list(write_pages(lists, manifest))
        manifest.save()
    return replace(printed, outputs=[*printed.outputs, *outputs])


def _in_folder(deck: Deck, slug: str) -> Deck:
    """Return a deck with its files in the folder of a reprint: LANGUAGE/since-…/TARGET."""
    path = deck.document.path
    path = path.parents[1] / slug / path.parent.name / path.name
    return replace(deck, document=replace(deck.document, path=path))


def _changed_files(
    deck: Deck, then: Deck | None, comparison: Comparison, target: Target, planned: Plan
) -> tuple[list[DeckFile], str]:
    """Return the files of a deck to make, and the content of the list of changes."""

    def planned_files(state: Deck, keys: Mapping[str, str] | None, plan: Plan) -> list[DeckFile]:
        return [file for _, files in files_of([replace(state, keys=keys)], target, plan) for file in files]

    files = planned_files(deck, None, planned)
    keys = [file.key for file in planned_files(deck, _keys(deck, then, comparison), Plan())]
    before = planned_files(then, then.document.faces.contents, Plan()) if then else []
    known = {file.key: file.path.name for file in before if file.sides}
    made = [file for file, key in zip(files, keys, strict=True) if not file.sides or key not in known]
    names = [(known[key], file.path.name) for file, key in zip(files, keys, strict=True) if key in known]
    renamed = [(old, new) for old, new in names if old != new]
    return made, _render_changes(comparison, _fronts(before), _fronts(files), renamed)


def _keys(deck: Deck, then: Deck | None, comparison: Comparison) -> dict[str, str]:
    """Return keys of the faces of a deck by slot; a face that looks the same has the key of the old face."""
    keys = dict(deck.document.faces.contents)
    if then:
        old = then.document.faces
        changed = {one.pair.sides.row.slug for one in comparison.changed if one.what == "changed"}
        for pair in matched(old, deck.document.faces):
            if pair.old and pair.new and pair.new.row.slug not in changed:
                slots = [(getattr(pair.old, layer), getattr(pair.new, layer)) for layer in LAYERS]
                keys |= {new: old.contents[was] for was, new in slots if was and new}
    return keys


def _fronts(files: Sequence[DeckFile]) -> dict[str, str]:
    """Return the file names of the pictures with one face, by the slot of the face."""
    return {file.sides[0].face: file.path.name for file in files if len(file.sides) == 1}


def _render_changes(
    comparison: Comparison, before: Mapping[str, str], now: Mapping[str, str], renamed: Sequence[tuple[str, str]]
) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(_HEADINGS)
    table.writerows(_rows(comparison, before, now))
    listed = {(row[-2], row[-1]) for row in _rows(comparison, before, now)}
    table.writerows(("renamed", "", "", "", *names) for names in renamed if names not in listed)
    return out.getvalue()


def _rows(
    comparison: Comparison, before: Mapping[str, str], now: Mapping[str, str]
) -> Iterator[tuple[str, str, int, int, str, str]]:
    """Yield a row for each card that changed, is new, is withdrawn, or has another number of copies.

    A row is (change, name, copies before, copies, file before, file).
    """
    pairs: list[tuple[str, Pair]] = [(one.what, one.pair) for one in comparison.changed]
    pairs += [("fewer" if pair.new else "withdrawn", pair) for pair in comparison.gone]
    for what, pair in pairs:
        old = before.get(pair.old.front, "") if pair.old else ""
        new = now.get(pair.new.front, "") if pair.new else ""
        yield what, pair.sides.title, *pair.copies, old, new

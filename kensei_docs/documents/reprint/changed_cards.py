"""Finds the cards to reprint: cards whose printed faces differ from an earlier state, not those whose files do.

The earlier state is that of a day, before an erratum, or of a revision in git. Cards with the same cache keys are the
same; of the others, the old and the new laid-out pages are compared, which gives the change bars and changed words too.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Literal

from kensei_docs.catalogues.messages import REPORTS
from kensei_docs.catalogues.update import catalogue_as_printed
from kensei_docs.database import Database, load
from kensei_docs.documents.build import Order
from kensei_docs.documents.cache import FaceCache, FaceSet
from kensei_docs.documents.imposition import PrintedDocument, signature
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf import ChangeBar, Face, digest_of_form
from kensei_docs.documents.products.product import Columns, Size, load_products
from kensei_docs.documents.sheets import Word, words_on
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, closest, unusable
from kensei_docs.project import DATA, EDITIONS, ERRATA, Project, today
from kensei_docs.versions.revisions import (
    checked_out,
    commit_of,
    commit_without,
    differing_files,
    last_commit_of,
    load_valid,
    why_no_revision,
)

_LOCALE = "data/locale"


@dataclass(frozen=True)
class EarlierState:
    """An earlier state; ``label`` is its name, ``revision`` its commit if it is a revision in git.

    For a day or an erratum, ``wordings`` is the commit of its translations; None if they are the present ones.
    ``problems`` say what has changed since a day that is not counted by day.
    """

    label: str
    project: Project
    database: Database
    revision: str | None = None
    wordings: str | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def slug(self) -> str:
        """The label as a part of a file name."""
        return "since-" + "".join(c if c.isalnum() or c in "-._" else "-" for c in self.label)


def earlier_state(project: Project, name: str, editions: tuple[str, ...] = ()) -> EarlierState:
    """Return the state with a name: a day (``2026-11-01``), an erratum, or a revision in git.

    The state of a day has its errata, the state of an erratum the rules just before it, the state of a revision its
    data and templates. The first two have the translations of that time too, if the project is kept in git. Raises
    Unusable if the name is none of these or a day to come, or if the data of the state have errors.
    """
    then = _project_before(project, name, editions)
    commit: str | None = None
    wordings: str | None = None
    problems: tuple[Problem, ...] = ()
    if then is not None:
        problems = tuple(_uncounted(project, then, editions))
        then, wordings = _with_translations(then, _commit_before(project, then, editions), editions)
    else:
        commit = commit_of(project, name)
        if commit is None:
            errata = _errata_names(project, editions)
            near = closest(name, [*errata, *map(_without_day, errata)])
            latest = f" ({', '.join(errata[-3:])})" if errata else ""
            raise unusable(
                "--since",
                f"'{name}' is neither a day nor an erratum nor a revision of the project in git{near}; write a day "
                f"such as 2026-11-01, or the name of an erratum{latest}{why_no_revision(project)}",
                "since",
            )
        then = replace(project, layers=(checked_out(project, commit), *project.layers[1:]))
    known = then.named_folders(*EDITIONS)
    database = load_valid(then, [edition for edition in editions if edition in known])
    return EarlierState(name, then, database, commit, wordings, problems)


def _project_before(project: Project, name: str, editions: tuple[str, ...]) -> Project | None:
    """Return the project on a day, or before an erratum; None if the name is neither."""
    with suppress(ValueError):
        day = date.fromisoformat(name)
        if day > (now := project.as_of or today()):
            raise unusable("--since", f"{name} is a day to come; write one up to {now}", "since")
        return replace(project, as_of=day)
    # An erratum may be named with its edition, and without its day.
    short = name.rpartition("/")[2]
    errata = [erratum for erratum in _errata_names(project, editions) if short in (erratum, _without_day(erratum))]
    if len(errata) > 1:
        raise unusable(
            "--since", f"there are several errata '{name}': {', '.join(errata)}; write one of these", "since"
        )
    return replace(project, before=errata[0]) if errata else None


def _errata_names(project: Project, editions: tuple[str, ...]) -> list[str]:
    names = editions or tuple(project.named_folders(*EDITIONS))
    return sorted({erratum for edition in names for erratum in project.named_files(*ERRATA, edition)})


def _without_day(erratum: str) -> str:
    """Return an erratum's name without its day."""
    return erratum.split("-", 3)[-1]


def _commit_before(project: Project, then: Project, editions: tuple[str, ...]) -> str | None:
    """Return the last commit of a state's day, or the commit before its erratum was added; None without one."""
    if then.before is None:
        return last_commit_of(project, then.as_of) if then.as_of else None
    for edition in editions or project.named_folders(*EDITIONS):
        file = project.named_files(*ERRATA, edition).get(then.before)
        if file and project.holds(file):
            return commit_without(project, file)
    return None


def _uncounted(project: Project, then: Project, editions: tuple[str, ...]) -> Iterator[Problem]:
    """Yield an error where the data have changed in git since the day of a state, but for errata: these alone have a
    day."""
    commit = last_commit_of(project, then.as_of) if then.before is None and then.as_of else None
    if commit is None:
        return
    of_editions = ["/".join((*EDITIONS, edition, "")) for edition in editions or project.named_folders(*EDITIONS)]
    printed = tuple(f"{DATA}/{name}" for name in ("vocabulary.yaml", "glossary.yaml"))
    changed = [file for file in differing_files(project, commit, DATA) if file.startswith((*of_editions, *printed))]
    if changed:
        files = changed[0] if len(changed) == 1 else f"{changed[0]} and {len(changed) - 1} more"
        message = f"by day, errata alone are counted, but {files} changed since {then.as_of} without one"
        yield Problem(Place("--since"), f"{message}; to print that too, write --since {commit[:10]}", "since")


def _with_translations(project: Project, commit: str | None, editions: Sequence[str]) -> tuple[Project, str | None]:
    """Return the project with the translations of a commit over its own, and the commit; None if they are the same.

    A message without a translation at that time was printed untranslated. A message that did not exist then, because
    its text was changed since without an erratum, keeps the present translation.
    """
    if commit is None or not (changed := differing_files(project, commit, _LOCALE)):
        return project, None
    root = checked_out(project, commit)
    then = replace(project, layers=(root, *project.layers[1:]))
    known = then.named_folders(*EDITIONS)
    database, _ = load(then, [edition for edition in editions if edition in known])
    folder = root.with_name(f"{commit}-translations")
    for name in map(Path, changed):
        if name.suffix == ".po" and name.stem != REPORTS:
            write_whole(folder / name, catalogue_as_printed(then, database, name.parent.name, name.stem))
    return replace(project, layers=(folder, *project.layers)), commit


def order_before(before: EarlierState, order: Order) -> tuple[Order, list[Problem]]:
    """Return the same order for the earlier state, and the problems of that state's kinds."""
    products, faults = load_products(before.project)
    asked = {product.name for product in order.products}
    editions = before.database.editions
    return replace(
        order,
        products=[product for name, product in products.items() if name in asked],
        editions=[editions[edition.id] for edition in order.editions if edition.id in editions],
    ), faults


# Replaces the stamp of a card, which is another on every changed card.
_STAMP = "\ue003"
# Millimetres by which a bar is longer than the letters beside it, above and below.
_EXTENSION_MM = 0.6
# Two bars with a smaller gap than this are joined.
_MIN_GAP_MM = 1.6
# Words quoted before and after the changed words.
_QUOTED_WORDS = 3


@dataclass(frozen=True)
class Hunk:
    """The old and the new words of one place, with a few unchanged words around them."""

    old: str
    new: str


def words_of(faces: FaceSet, cache: FaceCache, slot: str, numbers: Collection[int]) -> dict[int, list[Word]]:
    """Return the words of some pages (the first is 1) of a laid-out face, by page; unknown pages are left out.

    A constant replaces the face's stamp.
    """
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    assert entry is not None, "the caller has laid it out"
    stamp = faces.fragments[slot].stamp[:5]
    with pypdfium2.PdfDocument(io.BytesIO(cache.pack(entry.pack).pdf)) as pdf:
        return {
            number: [word._replace(text=_STAMP) if word.text == stamp else word for word in words_on(pdf[page])]
            for number, page in enumerate(entry.pages, 1)
            if number in numbers
        }


def differences(
    old: Sequence[Word], new: Sequence[Word], size: Size, columns: Sequence[float], flows: bool = False
) -> tuple[list[ChangeBar], list[Hunk]]:
    """Return the change bars of a page and the words that differ; ``columns`` are the left edges of its columns in mm.

    If no word differs, a drawing does: the bar is then as long as the face. If text ``flows`` from page to page,
    ``old`` are the words of several pages: the words before and after those of the new page are still on other pages.
    If no word differs then, unchanged text came from another page, and there is no bar.
    """
    a = [word.text for word in old]
    b = [word.text for word in new]
    marks: list[ChangeBar] = []
    hunks: list[Hunk] = []
    for operation, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if flows and (i == 0 or j == len(a)):
            if operation == "delete":
                continue
            i = j if i == 0 else i
            j = i
        if operation == "equal" or (_STAMP in (*a[i:j], *b[k:m]) and j - i <= 1 and m - k <= 1):
            continue
        # If words are gone, the word before the gap is marked.
        marked = new[k:m] or new[max(0, k - 1) : k] or new[:1]
        marks += [
            ChangeBar(max((x for x in columns if x <= word.left + 1), default=0.0), word.top, word.bottom)
            for word in marked
        ]
        hunks.append(Hunk(_quotation(a, i, j), _quotation(b, k, m)))
    if not marks and not flows:
        marks = [ChangeBar(columns[0] if columns else 0.0, 0.0, size.height)]
    return _join_close(marks, size), hunks


def _join_close(marks: list[ChangeBar], size: Size) -> list[ChangeBar]:
    """Return bars, extended a little and joined if they are close to each other."""
    joined: list[ChangeBar] = []
    for mark in sorted(set(marks), key=lambda mark: (mark.left, mark.top)):
        top = max(0.0, mark.top - _EXTENSION_MM)
        bottom = min(size.height, mark.bottom + _EXTENSION_MM)
        last = joined[-1] if joined else None
        if last and last.left == mark.left and top - last.bottom < _MIN_GAP_MM:
            joined[-1] = ChangeBar(last.left, last.top, max(last.bottom, bottom))
        elif bottom > top:
            joined.append(ChangeBar(mark.left, top, bottom))
    return joined


def _quotation(words: list[str], start: int, end: int) -> str:
    """Return the words from ``start`` to ``end`` with a few words around them, and dots for the others."""
    first = max(0, start - _QUOTED_WORDS)
    last = min(len(words), end + _QUOTED_WORDS)
    quoted = [word for word in words[first:last] if word != _STAMP]
    return " ".join([*(["…"] if first else []), *quoted, *(["…"] if last < len(words) else [])])


# The suffix of the cache folder with the old faces, beside the folder with the new ones.
BEFORE = "-before"

# The caches of faces by their folders.
Caches = Mapping[Path, FaceCache]

# The faces of a card, as ``Sides`` names them.
LAYERS = ("front", "art", "back", "back_art")
# The part of a cache key for the words of a face; the other parts are for its look.
_WORDS = "words"


@dataclass(frozen=True)
class Pair:
    """A card (or page, or marker) in the old and the new state; one of the two may be missing."""

    old: Sides | None
    new: Sides | None

    @property
    def sides(self) -> Sides:
        """The new card, or the old one if it is gone."""
        sides = self.new or self.old
        assert sides is not None, "a pair has an old card or a new one"
        return sides

    @property
    def copies(self) -> tuple[int, int]:
        """The old and the new number of copies."""
        return (self.old.row.copies if self.old else 0, self.new.row.copies if self.new else 0)


@dataclass(frozen=True)
class Pages:
    """The numbers (from 1) of pages of a face, or sheets of a booklet, to print and to take out."""

    printed: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()

    @property
    def replaced(self) -> str:
        """The numbers to take out and to print again, as a text: ``3–5, 8``."""
        return ranges({*self.printed} & {*self.withdrawn})

    @property
    def added(self) -> str:
        """The numbers only to print, as a text."""
        return ranges({*self.printed} - {*self.withdrawn})

    @property
    def removed(self) -> str:
        """The numbers only to take out, as a text."""
        return ranges({*self.withdrawn} - {*self.printed})


def ranges(numbers: Collection[int]) -> str:
    """Return numbers as a text, in their order and with neighbours joined: ``3–5, 8``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def _differing(old: Sequence[object], new: Sequence[object], differ: Callable[[Any, Any], bool]) -> Pages:
    """Return the pages or sheets that differ, and those that only one state has."""
    printed = tuple(n for n, one in enumerate(new, 1) if n > len(old) or differ(old[n - 1], one))
    return Pages(printed, tuple(n for n in range(1, len(old) + 1) if n in printed or n > len(new)))


@dataclass(frozen=True)
class ChangedCard:
    """A card to print or to take out: it differs in print, is new or withdrawn, or has more or fewer copies.

    ``copies`` is the number of copies to print, and ``pages`` are the pages of its front. ``fronts`` are the change
    bars of its front by page, ``backs`` those of its back; ``hunks`` the words that differ.
    """

    what: Literal["changed", "new", "more", "fewer", "withdrawn"]
    pair: Pair
    copies: int = 0
    pages: Pages = Pages()
    fronts: Mapping[int, Sequence[ChangeBar]] = field(default_factory=dict)
    backs: Sequence[ChangeBar] = ()
    hunks: tuple[Hunk, ...] = ()

    @property
    def discards(self) -> int:
        """The number of old copies to take out."""
        before, after = self.pair.copies
        return before if self.what == "changed" else max(0, before - after)


@dataclass(frozen=True)
class Comparison:
    """The changes of a document.

    ``document`` is the new one (the old one if it is gone), ``then`` the old one. ``cards`` are those to print, then
    those only to take out; ``same`` those that can be kept. ``sheets`` are those of a booklet, which are replaced
    whole.
    """

    document: PrintedDocument
    then: PrintedDocument | None
    cards: tuple[ChangedCard, ...]
    same: tuple[Sides, ...]
    sheets: Pages | None = None


@dataclass(frozen=True)
class Candidates:
    """The cards of one document that may differ, found by their cache keys, without laying them out.

    ``now`` and ``then`` are the new and the old document with only these cards; ``same`` are the other cards.
    """

    now: PrintedDocument | None
    then: PrintedDocument | None
    pairs: tuple[Pair, ...]
    same: tuple[Pair, ...]

    @property
    def document(self) -> PrintedDocument:
        """The new document, or the old one if it is gone."""
        document = self.now or self.then
        assert document is not None, "one of the two plans has it"
        return document


def candidates(old: Sequence[PrintedDocument], new: Sequence[PrintedDocument]) -> list[Candidates]:
    """Return the cards that may differ, for each document of two plans; documents are matched by their paths."""
    before = {document.path: document for document in old}
    matched_documents = [_candidates_of(before.pop(document.path, None), document) for document in new]
    return [*matched_documents, *(_candidates_of(document, None) for document in before.values())]


def compare(found: Sequence[Candidates], then: Caches, now: Caches) -> list[Comparison]:
    """Return the changes of each document; the caches ``then`` and ``now`` have the faces of the candidates.

    Documents with the same faces, on several papers or as a booklet, are compared once.
    """
    by_faces: dict[tuple[Path | None, Path | None], Comparison] = {}
    comparisons = []
    for each in found:
        sets = (each.then.faces.folder if each.then else None, each.now.faces.folder if each.now else None)
        if sets not in by_faces:
            by_faces[sets] = _compare_faces(each, then, now)
        sheets = _compare_sheets(each, then, now) if each.document.booklet else None
        comparisons.append(replace(by_faces[sets], document=each.document, sheets=sheets))
    return comparisons


def _compare_faces(found: Candidates, then: Caches, now: Caches) -> Comparison:
    """Return what changed of some candidates."""
    printed: list[ChangedCard] = []
    taken_out: list[ChangedCard] = []
    same: list[Sides] = []
    for pair in found.pairs:
        before, after = pair.copies
        card = _changed_card(found, pair, then, now)
        if card:
            printed.append(card)
        elif after > before:
            assert found.now is not None, "it has the card"
            faces = found.now.faces
            many = len(_pages_of((faces, now[faces.folder]), pair.sides.front))
            pages = Pages(tuple(range(1, many + 1)))
            printed.append(ChangedCard("more" if before else "new", pair, after - before, pages))
        elif before > after:
            taken_out.append(ChangedCard("fewer" if pair.new else "withdrawn", pair))
        if pair.new and before and not card:
            same.append(pair.new)
    same += (pair.sides for pair in found.same)
    return Comparison(found.document, found.then, (*printed, *taken_out), tuple(same))


def _compare_sheets(found: Candidates, then: Caches, now: Caches) -> Pages:
    """Return the sheets of a booklet to replace: those with a difference on one of their four pages."""
    if not found.pairs:
        # Nothing of it differs, so nothing was laid out.
        return Pages()
    old, new = _folded_sheets(found.then, then), _folded_sheets(found.now, now)
    return _differing(old, new, lambda was, now: any(map(_differ, was, now)))


def _folded_sheets(document: PrintedDocument | None, caches: Caches) -> list[tuple[_Page | None, ...]]:
    """Return the pages of each sheet of a booklet, two on its front and two on its back; None is a blank page."""
    if document is None:
        return []
    state = (document.faces, caches[document.faces.folder])
    pages = [page for side in document.faces.sides for page in _pages_of(state, side.front)]
    sides = [tuple(pages[page] if page < len(pages) else None for page in side) for side in signature(len(pages))]
    return [(*front, *back) for front, back in zip(sides[::2], sides[1::2], strict=True)]


def matched(old: FaceSet | None, new: FaceSet | None) -> list[Pair]:
    """Return the cards of two states of a face set, matched by slug or, if they have another id, by their faces."""
    before = {side.row.slug: side for side in (old.sides if old else ())}
    pairs = [Pair(before.pop(side.row.slug, None), side) for side in (new.sides if new else ())]
    if old and new and before:
        faces = {_cache_keys(old, side): slug for slug, side in before.items()}
        for number, pair in enumerate(pairs):
            if pair.old is None and pair.new and (slug := faces.pop(_cache_keys(new, pair.new), None)):
                pairs[number] = replace(pair, old=before.pop(slug))
    return [*pairs, *(Pair(side, None) for side in before.values())]


def _candidates_of(old: PrintedDocument | None, new: PrintedDocument | None) -> Candidates:
    """Return the cards of a document that may have changed, by their cache keys and numbers of copies."""
    then = old and old.only(old.faces.sides, BEFORE)
    sets = (then.faces if then else None, new.faces if new else None)
    pairs = matched(*sets)
    # The faces of a card that is new or gone have no keys in one of the two.
    maybe = tuple(
        pair
        for pair in pairs
        if _cache_keys(sets[0], pair.old) != _cache_keys(sets[1], pair.new) or pair.copies[0] != pair.copies[1]
    )
    # A sheet of a booklet may have pages of any of its faces.
    is_booklet = any(state and state.faces.product.booklet for state in (old, new))
    laid_out = pairs if maybe and is_booklet else maybe
    return Candidates(
        new and new.only(filter(None, (pair.new for pair in laid_out))),
        then and then.only(filter(None, (pair.old for pair in laid_out))),
        maybe,
        tuple(pair for pair in pairs if pair not in maybe),
    )


def _cache_keys(faces: FaceSet | None, side: Sides | None) -> tuple[str | None, ...]:
    """Return the cache keys of a card's faces without their stamps; none without a card."""
    slots = [getattr(side, layer) for layer in LAYERS] if side else []
    return tuple(faces.contents[slot] if slot and faces else None for slot in slots)


def _changed_card(found: Candidates, pair: Pair, then: Caches, now: Caches) -> ChangedCard | None:
    """Return the changes of a card that both states have; None if it looks the same, or only one state has it."""
    if not (pair.old and found.then and pair.new and found.now):
        return None
    before = found.then.faces
    faces = found.now.faces
    old_cache = then[before.folder]
    cache = now[faces.folder]
    pages = _pages_that_differ(pair.old, pair.new, (before, old_cache), (faces, cache))
    if pages == Pages():
        return None
    fronts: dict[int, Sequence[ChangeBar]] = {}
    backs: Sequence[ChangeBar] = ()
    hunks: list[Hunk] = []
    if before.contents[pair.old.front] != faces.contents[pair.new.front]:
        size = faces.size(pair.new.front)
        flow = faces.product.flow
        columns = _column_starts(flow, size)
        # Text that flows may have been on the page before or after.
        around = 1 if flow else 0
        beside = {page + n for page in pages.printed for n in (-around, 0, around)}
        old_words = words_of(before, old_cache, pair.old.front, beside)
        new_words = words_of(faces, cache, pair.new.front, pages.printed)
        for number in pages.printed:
            old_page = [word for n in range(number - around, number + around + 1) for word in old_words.get(n, ())]
            fronts[number], words = differences(old_page, new_words[number], size, columns, bool(flow))
            hunks += words
    if pair.new.back and pair.old.back and before.contents[pair.old.back] != faces.contents[pair.new.back]:
        old_back = words_of(before, old_cache, pair.old.back, (1,))[1]
        new_back = words_of(faces, cache, pair.new.back, (1,))[1]
        backs, words = differences(old_back, new_back, faces.size(pair.new.back), (0.0,))
        hunks += words
    return ChangedCard("changed", pair, pair.new.row.copies, pages, fronts, backs, tuple(dict.fromkeys(hunks)))


def _column_starts(flow: Columns | None, size: Size) -> tuple[float, ...]:
    """Return the left edge of each column of a page, in millimetres."""
    if flow is None:
        return (0.0,)
    return tuple(number * (flow.width(size) + flow.gap) for number in range(flow.count))


def _pages_that_differ(
    old_card: Sides, new_card: Sides, old: tuple[FaceSet, FaceCache], new: tuple[FaceSet, FaceCache]
) -> Pages:
    """Return the pages of a card's front that differ in print; all, if the back or the art differs."""
    (before, after), *others = (
        (_pages_of(old, getattr(old_card, layer)), _pages_of(new, getattr(new_card, layer))) for layer in LAYERS
    )
    whole = any(len(was) != len(now) or any(map(_differ, was, now)) for was, now in others)
    return _differing(before, after, lambda was, now: whole or _differ(was, now))


@dataclass(frozen=True)
class _Page:
    """A laid-out page of a face, with the digest of its content and its look (parts of a cache key)."""

    face: Face
    content: str
    look: tuple[tuple[str, str], ...]


def _pages_of(state: tuple[FaceSet, FaceCache], slot: str | None) -> list[_Page]:
    """Return the pages of a face; none without a slot."""
    faces, cache = state
    entry = cache.entry(slot, faces.keys[slot]) if slot else None
    if slot is None or entry is None:
        return []
    look = tuple(sorted((part, digest) for part, digest in entry.key.parts.items() if part != _WORDS))
    return [
        _Page(Face(slot, "", faces.size(slot), cache, entry.pack, page), content, look)
        for page, content in zip(entry.pages, entry.contents, strict=True)
    ]


def _differ(old: _Page | None, new: _Page | None) -> bool:
    """Return whether two pages differ in print (None is blank); page numbers, running heads and stamps are ignored."""
    if old is None or new is None:
        return old is not new
    if (old.content, old.look) == (new.content, new.look):
        return False
    return digest_of_form(old.face) != digest_of_form(new.face)

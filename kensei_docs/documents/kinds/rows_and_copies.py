"""Rows: each record of an edition, or part of a record, that gets a face, with the number of its copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import MANIFEST, NOTHING, Kind
from kensei_docs.problems import Place, Problem, short_path

CHECK = "copies"
# The copies of one record, and the faces of one document, at most: a slip of the hand writes more.
MAX_COPIES = 1000
MAX_FACES = 20_000

# The slug of a face that several records share begins with this.
TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Row:
    """The content of one face: a record or a part of one; without a record, a whole edition or a form.

    ``item`` is the mapping of the part (the data of the record if it is the whole record), ``path`` its path in the
    record. ``number`` is the number of the copy, if the copies of the record are numbered; else 0. ``written`` is the
    place of what is filled in, a row of an army list for instance.
    """

    slug: str
    edition: Edition
    record: Record | None
    item: Mapping[str, Any]
    copies: int
    path: str = ""
    number: int = 0
    written: Place | None = None

    def place(self, field: str = "") -> Place:
        """Return the place of the row, or of one of its fields, in the data."""
        if self.written is not None:
            return self.written
        if self.record is None:
            return self.edition.tree.place()
        return self.record.place(".".join(filter(None, (self.path, field))))


@dataclass(frozen=True)
class Filling:
    """The content of one form: the values for its template, the record that it is about and where it is written down,
    if any."""

    slug: str
    item: Mapping[str, Any]
    record: Record | None = None
    written: Place | None = None


@dataclass(frozen=True)
class Choice:
    """A selection of faces to print instead of all faces of a kind, with the number of copies of each.

    The keys of ``copies`` are (id of the record, path of the part; empty for the whole record). ``filled`` has, by the
    name in ``filled`` of a ``kind.yaml``, a function that returns the contents of the forms in a language; the slugs of
    the filled-in faces begin with ``name``.
    """

    name: str
    copies: Mapping[tuple[str, str], int]
    filled: Mapping[str, Callable[[Translator], Sequence[Filling]]] = field(default_factory=dict)

    def choose(self, kind: Kind, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the chosen rows of a kind, each with its number of copies: filled-in forms first."""
        fill = self.filled.get(kind.filled or "")
        for filling in fill(translator) if fill else ():
            slug = "-".join(filter(None, (self.name, filling.slug)))
            yield Row(slug, edition, filling.record, filling.item, 1, written=filling.written)
        for row in rows:
            copies = self.copies.get((row.record.id, row.path), 0) if row.record else 0
            if row.number:
                # Copies are numbered from 1; further copies repeat the last number.
                same = (other for other in rows if other.record is row.record and other.path == row.path)
                last = not any(other.number > row.number for other in same)
                copies = max(0, copies - row.number + 1) if last else int(copies >= row.number)
            if copies:
                yield replace(row, copies=copies)

    def missing_from(self, rows: Sequence[Row]) -> set[tuple[str, str]]:
        """Return the keys of ``copies`` without a row."""
        return set(self.copies) - {(row.record.id, row.path) for row in rows if row.record}


def rows_of(kind: Kind, edition: Edition) -> tuple[list[Row], list[Problem]]:
    """Return the rows of a kind for an edition, in the order of the data, and the problems of the data.

    The number of copies is ``kind.copies``: a number, a number by slug (``default`` for the others; ``EDITION/SLUG``
    in one edition alone), or the path of a field of the record with the number.
    """
    problems: list[Problem] = []
    rows: dict[str, Row] = {}
    for source, slug, path in kind.sources():
        if source in ("edition", NOTHING):
            return [Row(edition.id, edition, None, {}, 1)], problems
        shared = kind.together.get(source)
        together: list[Record] = []
        for record in edition.records_of(source):
            if (slug and record.slug != slug) or not kind.shows(record):
                continue
            # A field that is null, not missing: the document does not state its value.
            if shared and record.get(shared.without, shared) is None:
                together.append(record)
                continue
            for key, item in _parts_of(record, path, problems):
                known = rows.get(key)
                if kind.once and known and known.record and known.record.kind != source:
                    continue
                full = f"{path}.{key}" if path else ""
                row = Row(key, edition, record, item, 1, full)
                # If an earlier face has the slug, the id of the record is put before it.
                name = f"{record.id}.{key}".replace("/", "-") if known else key
                copies = _count_copies(kind, row, problems)
                if key in kind.numbered:
                    numbers = range(1, copies + 1)
                    rows |= {f"{name}-{n}": replace(row, slug=f"{name}-{n}", number=n) for n in numbers}
                    continue
                rows[name] = row if (name, copies) == (key, 1) else replace(row, slug=name, copies=copies)
        faces = -(-len(together) // shared.most) if shared else 0
        for face in range(faces):
            # The records are divided evenly among the faces.
            first = len(together) * face // faces
            last = len(together) * (face + 1) // faces
            name = f"{TOGETHER}-{source}-{face + 1}"
            rows[name] = Row(name, edition, None, {"records": together[first:last]}, 1)
    for form, needs in kind.forms.items():
        if any(needed in edition.kinds for needed in needs):
            row = Row(form, edition, None, {}, 1)
            rows[form] = replace(row, copies=_count_copies(kind, row, problems))
    if (total := sum(row.copies for row in rows.values())) > MAX_FACES:
        message = f"{total} faces are asked for in one document, and at most {MAX_FACES} are printed; one of each is"
        problems.append(Problem(Place(str(kind.folder / MANIFEST)), message, CHECK, edition=edition.id))
        return [replace(row, copies=min(row.copies, 1)) for row in rows.values()], problems
    return list(rows.values()), problems


def _parts_of(record: Record, path: str | None, problems: list[Problem]) -> list[tuple[str, Mapping[str, Any]]]:
    """Return (key, mapping) of the parts of a record at a path; the record itself, by its slug, without a path."""
    if path is None:
        return [(record.slug, record.data)]
    part = record.get(path)
    if not isinstance(part, dict) or not all(isinstance(item, dict) for item in part.values()):
        message = f"'{record.id}' has no mapping of mappings at '{path}' to print from; add it"
        problems.append(Problem(record.place(path), message, CHECK, record=record.id, edition=record.edition))
        return []
    return list(part.items())


def _count_copies(kind: Kind, row: Row, problems: list[Problem]) -> int:
    """Return the number of copies of a row; 1, and a problem, if the data give no number or too large a one."""
    copies = _copies_asked(kind, row, problems)
    if copies <= MAX_COPIES:
        return copies
    field = isinstance(kind.copies, str)
    place = row.place(str(kind.copies)) if field else Place(str(kind.folder / MANIFEST))
    what = f"'{kind.copies}' is" if field else "'copies' are"
    message = f"{what} {copies} for '{row.slug}', and at most {MAX_COPIES} are printed; write fewer; one is printed"
    problems.append(Problem(place, message, CHECK, edition=row.edition.id))
    return 1


def _copies_asked(kind: Kind, row: Row, problems: list[Problem]) -> int:
    """Return the number of copies that the data ask for; 1, and a problem, if the field of the record has no number."""
    wanted = kind.copies
    if isinstance(wanted, int):
        return wanted
    if isinstance(wanted, dict):
        of_slug = wanted.get(row.slug, wanted.get("default", 1))
        return wanted.get(f"{row.edition.id}/{row.slug}", of_slug)
    part: Any = row.item
    for step in wanted.split("."):
        part = part.get(step) if isinstance(part, dict) else None
    # Python reads no number of some thousand digits.
    if isinstance(part, str) and part.isdecimal() and len(part) < 10:
        return int(part)
    assert row.record is not None, "only the row of a record has a field with its copies"
    if part is None:
        message = (
            f"'{wanted}' gives no number of copies to print; add it, or write another field or a number under 'copies' "
            f"in {short_path(str(kind.folder / MANIFEST))}; one is printed"
        )
    else:
        message = f"'{wanted}' is '{part}', which is no number of copies; write one, such as 3; one is printed"
    problems.append(Problem(row.place(wanted), message, CHECK, edition=row.edition.id, record=row.record.id))
    return 1

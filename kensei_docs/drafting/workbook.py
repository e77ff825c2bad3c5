"""A project drafted from a designer's spreadsheet: a kind a sheet, a deck of cards a kind, the heads as labels.

The file itself is copied and stays what the designer works in. It is read as the project will read it, so what it says
of the columns is what ``check`` says later.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from kensei_docs.database import Database, Edition, load, load_shared
from kensei_docs.database.own_columns import COLOURS
from kensei_docs.database.record_sheets import ListTree, Sheet, cells_at_edge, kind_named, ranges_with_heads
from kensei_docs.database.worksheets import SUFFIXES, NamedRange, Workbook, Worksheet, read_workbook
from kensei_docs.database.yaml_files import scalar
from kensei_docs.drafting.project_files import yaml_of
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, unusable
from kensei_docs.project import EDITIONS, GIT_IGNORE, Project, new_edition_id, template_files
from kensei_docs.slugs import folded, slug_of

COMMAND = "init"
# A name that a program gives a sheet: a word and a number.
_UNNAMED = re.compile(r"[^\W\d]*\s?\d+")
_DEFAULT_UNITS = "cm"
# Fields that name a picture, and those that a card doesn't print.
_PICTURES, _UNPRINTED = ("art", "picture", "image"), ("icon", "was", "todo", "back")


@dataclass
class GameDraft:
    """The files of a project by path, what was said of the sheets, and what is wrong in them.

    ``units`` are those of the lengths in its cells; ``has_lengths``: there are any. ``without_deck`` has the titles of
    the sheets of which no cards are drafted.
    """

    edition: str
    units: str
    has_lengths: bool
    files: dict[str, str | bytes] = field(default_factory=dict)
    sheets: list[Problem] = field(default_factory=list)
    without_deck: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def draft_workbook(project: Project, file: Path, title: str, language: str, units: str | None) -> GameDraft:
    """Return the draft of a project for the game in a spreadsheet.

    ``units`` is the unit of lengths; None: that of the lengths in the cells. Raises Unusable where the file can't be
    read, or no kind of record can be made of it.
    """
    if file.suffix not in SUFFIXES:
        message = f"is no spreadsheet that can be read; save it as {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise unusable(file, message, COMMAND)
    edition_id = new_edition_id(project, title, COMMAND)
    kinds = dict(_kinds(project, file, language))
    if not kinds:
        raise unusable(file, "has no sheet with a row of heads and a row below it; write a row for each card", COMMAND)
    stem = slug_of(file.stem) or "game"
    if stem in load_shared(project)[0].vocabulary.kinds and stem not in kinds:
        # Under this name its sheets would have records of one of the tool's kinds.
        stem = f"{edition_id}-{stem}"
    name = f"{stem}{file.suffix}"
    if file.suffix == ".csv":
        name = f"{next(iter(kinds))}.csv"
    with tempfile.TemporaryDirectory() as folder:
        draft = _drafted(project, Path(folder), file, name, kinds, edition_id, title, language, units)
    return draft


def _kinds(project: Project, file: Path, language: str) -> Iterator[tuple[str, str]]:
    """Yield the name of a file of records and the kind of these, for each table of a spreadsheet: a sheet, or the named
    ranges of one that holds more than one table."""
    taken: set[str] = set()
    database = load_shared(project)[0]
    of_tool = {*database.vocabulary.kinds.values()}
    book = read_workbook(file)
    for sheet in book.sheets:
        is_unnamed = sheet.name is None or (len(book.sheets) == 1 and _UNNAMED.fullmatch(sheet.name))
        named = _ranges_of(sheet, book, database)
        is_whole = not (named and (is_unnamed or len(named) > 1 or sheet.without(named).rows))
        names = [file.stem if is_unnamed else str(sheet.name)] if is_whole else [one.name for one in named]
        for stem in map(slug_of, names):
            if len(sheet.rows) > 1 and stem and stem not in taken:
                taken.add(stem)
                kind = kind_named(stem, language)
                # The tool has cards, columns and checks for its own kinds, which are made for its games.
                yield stem, f"own-{kind}" if kind in of_tool else kind


def _ranges_of(sheet: Worksheet, book: Workbook, database: Database) -> list[NamedRange]:
    """Return the ranges of a sheet that are whole tables, in their order."""
    names = {folded(one.name): slug_of(one.name) for one in book.ranges if not _UNNAMED.fullmatch(one.name)}
    found: list[NamedRange] = []
    for _, one in ranges_with_heads(book, names, database):
        is_part = any(other.meets(one) for other in found) or cells_at_edge(book, one)
        if one.sheet == sheet.name and not is_part:
            found.append(one)
    return sorted(found, key=lambda one: one.first)


def _drafted(
    project: Project,
    folder: Path,
    file: Path,
    name: str,
    kinds: Mapping[str, str],
    edition_id: str,
    title: str,
    language: str,
    units: str | None,
) -> GameDraft:
    """Return the draft, read in a folder that is thrown away."""
    data = f"{'/'.join(EDITIONS)}/{edition_id}"

    def files_in(unit: str) -> dict[str, str | bytes]:
        marks = {
            "__ID__": edition_id,
            "__LANGUAGE__": language,
            "__TITLE__": title,
            "__NAME__": scalar(title),
            "__FILE__": file.name,
            "__UNITS__": unit,
        }
        vocabulary = "# The sheets (or files of the edition's folder, without .csv), and the kind of their records.\n"
        return {
            **dict(template_files(project, "workbook", language, marks)),
            **dict(template_files(project, f"words/{language}", language, marks)),
            "data/vocabulary.yaml": vocabulary + yaml_of({"kinds": dict(kinds)}),
            f"{data}/{name}": file.read_bytes(),
            **dict([GIT_IGNORE]),
        }

    drafted = Project((folder, *project.layers[-1:]), folder / "build")
    files = files_in(units or _DEFAULT_UNITS)
    for path, content in files.items():
        write_whole(folder / path, content)
    database, problems = load(drafted, [edition_id])
    edition = database.editions[edition_id]
    lengths = Counter(
        fact.figure.unit
        for record in edition.records.values()
        for fact in record.facts
        if fact.figure and fact.figure.unit in ("cm", "mm", "in", "ft", "hex")
    )
    found = units or next(iter(dict(lengths.most_common(1))), _DEFAULT_UNITS)
    if found != (units or _DEFAULT_UNITS):
        files = files_in(found)
        for path, content in files.items():
            write_whole(folder / path, content)
        database, problems = load(drafted, [edition_id])
        edition = database.editions[edition_id]
    draft = GameDraft(edition_id, found, bool(lengths), files, problems=[_moved(one, folder) for one in problems])
    draft.sheets = [_moved(note, folder) for note in edition.sheets]
    if labels := database.labels:
        comment = "# What the columns are called in print, in each language.\n"
        files["data/glossary.yaml"] = comment + "".join(yaml_of({key: labels[key]}) for key in sorted(labels))
    titles = {kind: _title_of(file, stem) for stem, kind in kinds.items()}
    sheets_by_kind = _sheets_by_kind(edition)
    for kind in sheets_by_kind:
        deck = _deck(project, kind, titles[kind], sheets_by_kind, edition, language)
        files |= deck
        if not deck:
            draft.without_deck.append(titles[kind])
    return draft


def _moved(problem: Problem, folder: Path) -> Problem:
    """Return a problem with its place in the project that is written."""
    place: Place = replace(problem.place, file=problem.place.file.removeprefix(f"{folder}/"))
    return replace(problem, place=place)


def _title_of(file: Path, stem: str) -> str:
    book = read_workbook(file)
    names = (*(sheet.name for sheet in book.sheets if sheet.name), *(one.name.replace("_", " ") for one in book.ranges))
    named = (name for name in names if slug_of(name) == stem)
    return next(named, stem.replace("-", " ").capitalize())


def _sheets_by_kind(edition: Edition) -> dict[str, list[Sheet]]:
    trees = {id(record.tree): record.tree for record in edition.records.values()}
    return {tree.kind: tree.sheets for tree in trees.values() if isinstance(tree, ListTree)}


def _deck(
    project: Project, kind: str, title: str, sheets_by_kind: Mapping[str, list[Sheet]], edition: Edition, language: str
) -> dict[str, str]:
    """Return the files of the cards of a kind: each column stands on them, by what it holds.

    The field behind the name has the colour of the record, or of what it belongs to, such as its faction. A
    kind with only names and colours, which other cards show, has no files.
    """
    sheets = sheets_by_kind[kind]
    records = edition.records_of(kind)
    has_text = any(record.get("text") for record in records)
    words: list[str] = []
    figures: list[str] = []
    sentences: list[str] = [_if("text", "<p>{{ text(record) }}</p>")] if has_text else []
    # Whether its pictures are there already or not: a cell names one.
    named = (path for path in _PICTURES if any(record.get(path) for record in records))
    picture = next((f'{{{{ picture(record.get("{path}")) }}}}\n' for path in named), "")
    colour = next((f'record.get("{path}")' for path in _colours(sheets)), "")
    for taken in (taken for sheet in sheets for taken in sheet.found):
        column, path = taken.column, taken.column.at
        got = f'record.get("{path}")'
        if column.takes == "figure":
            figures.append(column.name)
        elif column.of and any(isinstance(record.get(path), list) for record in records):
            added = _word(f"named(edition, one, {json.dumps(column.of)})")
            words.append(f"{{% for one in {got} or [] %}}{added}{{% endfor %}}")
        elif column.of:
            words.append(_if(path, _word(f"named(edition, {got}, {json.dumps(column.of)})")))
            for group in column.of if not colour else ():
                of_group = f'(edition.records.get("{group}/" ~ {got}) or record)'
                colour = next((f'{of_group}.get("{own}")' for own in _colours(sheets_by_kind.get(group, ()))), "")
        elif path.startswith("rules."):
            # A card with one text needs no heading for it.
            label = f'<b>{{{{ first_capital(term("{column.name}")) }}}}:</b> ' if sentences else ""
            sentences.append(_if(path, f'<p>{label}{{{{ rule(record, "{column.name}") }}}}</p>'))
        elif column.takes == "boolean":
            words.append(_if(path, _word(f'first_capital(term("{column.name}"))')))
        elif column.takes == "list":
            words.append(_if(path, _word(f'own_words(record, "{path}")')))
        elif column.is_printed:
            sentences.append(_if(path, f'<p>{{{{ text(record, "{path}") }}}}</p>'))
        elif path not in (*_PICTURES, *_UNPRINTED) and taken.held.sort != COLOURS:
            words.append(_if(path, _word(f'own_words(record, "{path}")')))
    has_copies = any(record.has("copies") for record in records)
    is_shown = any(
        kind in taken.column.of for others in sheets_by_kind.values() for sheet in others for taken in sheet.found
    )
    if is_shown and not (words or figures or sentences or picture or has_copies):
        return {}
    marks = {
        "__KIND__": kind,
        "__NAME__": scalar(title),
        "__LANGUAGE__": language,
        "__WORDS__": "".join(f"{line}\n" for line in words),
        "__PICTURE__": picture,
        "__COLOUR__": f', {{"look": {{"colour": {colour}}}}} if {colour} else none' if colour else "",
        "__FIGURES__": json.dumps(figures),
        "__SENTENCES__": "".join(f"{line}\n" for line in sentences),
        "__COPIES__": "copies: copies\n" if has_copies else "",
    }
    return dict(template_files(project, "deck", language, marks))


def _colours(sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield the paths of the columns of some sheets that hold a colour."""
    for taken in (taken for sheet in sheets for taken in sheet.found):
        if taken.held.sort == COLOURS:
            yield taken.column.at


def _if(path: str, markup: str) -> str:
    return f'{{% if record.get("{path}") %}}{markup}{{% endif %}}'


def _word(expression: str) -> str:
    return f"{{% set _ = words.add({expression}) %}}"

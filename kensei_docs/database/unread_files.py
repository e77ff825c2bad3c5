"""Files in the data of a project that nothing reads, though their names say that something should.

A spreadsheet in another format, a name that ends in ``.CSV`` or ``.yml``, a file one folder too high, or a folder with
the name of a file is left out of every print: each is named, with the way out.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path

from kensei_docs.database.worksheets import SUFFIXES
from kensei_docs.discover import files_inside, folders_of
from kensei_docs.problems import Place, Problem, Severity, closest
from kensei_docs.project import (
    CATALOGUES,
    COVERAGE,
    DATA,
    EDITIONS,
    ERRATA,
    LINEAGES,
    PROOFREADING,
    READ_FOLDERS,
    STARTERS,
    WORDING,
    Project,
)

CHECK = "data"
_YAML, _PO = ".yaml", ".po"
_OF_EDITIONS = (_YAML, *SUFFIXES)
# Other spellings of the endings that are read, and the spreadsheets that are not.
_SPELLINGS = {".yml": _YAML}
SPREADSHEETS = {".xls", ".xlsm", ".xlsb", ".xltx", ".ods", ".fods", ".ots", ".numbers", ".tsv", ".tab"}
# A folder with such a name stands where a file is looked for; a program may also save a document as a folder.
_ENDINGS = {*_OF_EDITIONS, *_SPELLINGS, *SPREADSHEETS, _PO, ".css", ".j2", ".html", ".svg", ".js", ".txt"}
# The files that the folder ``data`` itself has.
_SHARED = {"vocabulary", "glossary"}
# The folders of a project, as parts of a path.
_FOLDERS = (
    *((name,) for name in READ_FOLDERS),
    *(EDITIONS, ERRATA, CATALOGUES, LINEAGES, WORDING, COVERAGE, PROOFREADING, STARTERS),
)


def unread_files(project: Project, kinds: Collection[str], only: Collection[str] = ()) -> Iterator[Problem]:
    """Yield a problem for each file in the topmost layer's data that is not read.

    ``kinds`` are the names that files of records may have, ``only`` the editions that are looked at; none: all.
    """
    top = project.layers[0]
    for edition in folders_of(top.joinpath(*EDITIONS)):
        if not only or edition.name in only:
            yield from _unread_in(edition, _OF_EDITIONS, {*kinds, "edition", "vocabulary"})
            for folder in folders_of(edition):
                if any(
                    file.suffix.lower() in {*_OF_EDITIONS, *_SPELLINGS, *SPREADSHEETS} for file in files_inside(folder)
                ):
                    message = f"files in it are not read; move them to {edition.name}, or begin its name with '_'"
                    yield Problem(Place(str(folder)), message, CHECK, "warning")
    for parts, stems in (((DATA,), _SHARED), (EDITIONS, set())):
        folder = top.joinpath(*parts)
        yield from _unread_in(folder, (_YAML,), stems)
        for file in _files(folder):
            if file.suffix in _OF_EDITIONS and file.stem in kinds and not stems & {file.stem}:
                yield Problem(Place(str(file)), "is not read here; move it to data/editions/EDITION", CHECK)
    for parts, suffix in ((ERRATA, _YAML), (LINEAGES, _YAML), (CATALOGUES, _PO)):
        for folder in (top.joinpath(*parts), *folders_of(top.joinpath(*parts))):
            yield from _unread_in(folder, (suffix,), set())
    yield from _folders_like_files(top)
    yield from _files_like_folders(top)


def _files_like_folders(top: Path) -> Iterator[Problem]:
    """Yield a problem for each file that stands where a project has a folder, and for each folder in ``data`` whose
    name is a slip of one that is read."""
    inner = [folder for parts in (EDITIONS, ERRATA, CATALOGUES) for folder in _files(top.joinpath(*parts))]
    for path in (*(top.joinpath(*parts) for parts in _FOLDERS), *(file for file in inner if file.name.islower())):
        if path.is_file() and not path.suffix:
            message = "is a file, but stands where a folder is read: nothing in it is; put a folder in its place"
            yield Problem(Place(str(path)), message, CHECK, "warning")
    known = [parts[-1] for parts in _FOLDERS if len(parts) > 1]
    for folder in folders_of(top / DATA):
        if folder.name not in known and (hint := closest(folder.name, known)):
            yield Problem(Place(str(folder)), f"is not read{hint}; rename it", CHECK, "warning")


def _folders_like_files(top: Path) -> Iterator[Problem]:
    """Yield a problem for each folder whose name ends like that of a file, in the folders of a project."""
    for above, folders, _ in (step for name in READ_FOLDERS for step in os.walk(top / name)):
        for name in sorted(folders):
            if Path(name).suffix.lower() in _ENDINGS:
                message = "is a folder, but its name is that of a file: nothing in it is read; put a file in its place"
                yield Problem(Place(str(Path(above, name))), message, CHECK)


def _unread_in(folder: Path, read: tuple[str, ...], stems: set[str]) -> Iterator[Problem]:
    """Yield a problem for each file with an ending that is another spelling of one of ``read``, for each spreadsheet in
    another format, and for each file of any other format with one of ``stems`` as its name."""
    files = _files(folder)
    names = {file.stem.casefold() for file in files if file.suffix in read}
    sheets = {file.stem.casefold() for file in files if file.suffix in SUFFIXES}
    for file in files:
        stem, plain = file.stem.casefold(), file.suffix.lower()
        plain = _SPELLINGS.get(plain, plain)
        if file.suffix in read:
            continue
        if plain in read:
            message = f"is not read: its name should end in '{plain}'; rename it"
        elif plain in SPREADSHEETS and SUFFIXES[0] in read:
            message = f"is not read; save it as {' or '.join(SUFFIXES)}"
        elif plain == ".txt" and Path(stem).suffix in read:
            # An editor adds its own ending, and a desktop hides it.
            message = f"is not read: its name should end in '{Path(stem).suffix}'; rename it"
            stem = Path(stem).stem
        elif stem in stems and plain != ".md" and not (plain == ".txt" and stem in names):
            message = f"is not read; only {', '.join(read)} are: save it so, or begin its name with '_'"
        else:
            continue
        # A workbook beside the file that was saved from it is somebody's original.
        severity: Severity = "warning" if stem in names else "error"
        if stem in sheets and plain in {*SPREADSHEETS, *SUFFIXES}:
            severity = "note"
        yield Problem(Place(str(file)), message, CHECK, severity)


def _files(folder: Path) -> list[Path]:
    """Return the files of a folder, sorted, but those that a program or a person hides (``.name``, ``~$name``)."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith((".", "~$", "_")))

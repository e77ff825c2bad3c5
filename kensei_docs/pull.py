"""Spreadsheets that are kept elsewhere, such as a published Google Sheet: fetched when asked, compared, written when
asked.

``pull.yaml`` of a project has the address of each file. Nothing else in the tool fetches anything: a build reads the
files. What is fetched is a table or refused, a local file that was changed since the last pull is kept aside, and
``pull.lock`` says what was written last.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException
from itertools import chain, count
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from kensei_docs.database import load_shared
from kensei_docs.database.spreadsheets import Columns
from kensei_docs.database.worksheets import SUFFIXES, SheetRow, Worksheet, read_workbook
from kensei_docs.database.yaml_files import read
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem, Unusable, closest, unusable
from kensei_docs.project import EDITIONS, Project, today
from kensei_docs.slugs import slug_of

ADDRESSES, LOCK = "pull.yaml", "pull.lock"
CHECK = "pull"
# Bytes of a file, seconds until a server answers, and seconds for the whole of it.
_MOST_BYTES, _PATIENCE, _MOST_SECONDS = 20_000_000, 20, 60
_CHUNK = 65_536
_LOCAL = ("localhost", "127.0.0.1", "::1")
_PUBLISH = "publish the table as CSV and write that address (in Google Sheets: File, Share, Publish to web)"
# The columns by which a row is known again, in this order; else it is by the first.
_KEYS = ("id", "name")


@dataclass(frozen=True)
class Pulled:
    """A file as its address has it: its new ``content``, what differs from the local file in ``changes``, a line each.

    ``is_new``: there is no local file; ``is_edited``: it was changed since the last pull.
    """

    file: str
    address: str
    content: bytes
    changes: tuple[str, ...]
    is_new: bool
    is_edited: bool

    @property
    def differs(self) -> bool:
        return self.is_new or bool(self.changes)


def addresses_of(project: Project) -> tuple[dict[str, str], list[Problem]]:
    """Return the address of each file that a project pulls, and what is wrong with them; none without ``pull.yaml``."""
    file = project.layers[0] / ADDRESSES
    if not file.is_file():
        return {}, []
    tree, problems = read(file)
    if tree.value is not None and not isinstance(tree.value, dict):
        problems.append(Problem(tree.place(), "should hold the address of each file, as 'FILE: https://…'", CHECK))
    addresses: dict[str, str] = {}
    for name, address in tree.value.items() if isinstance(tree.value, dict) else ():
        fault = _fault_of_file(name) or _fault_of_address(address)
        if fault:
            key = tree.keys.get(name)
            problems.append(Problem(Place(str(file), *((key.line, key.column) if key else ())), fault, CHECK))
        else:
            addresses[name] = address
    return addresses, problems


def _fault_of_file(name: str) -> str:
    """Return why a file can't be pulled, empty where it can."""
    path = PurePosixPath(name)
    if path.suffix not in SUFFIXES:
        return f"'{name}' is no spreadsheet; its name should end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
    folder = PurePosixPath(*EDITIONS)
    if path.is_absolute() or ".." in path.parts or path.parent.parent != folder or path.name.startswith("."):
        return f"'{name}' is not a file of an edition; write {folder}/EDITION/{path.name}"
    return ""


def _fault_of_address(address: object) -> str:
    """Return why an address is not fetched, empty where it is."""
    if not isinstance(address, str):
        return "should be an address that begins with https://"
    try:
        parts = urlsplit(address)
        host, has_login = parts.hostname or "", bool(parts.username or parts.password)
    except ValueError:
        return f"'{address}' is no address; write one that begins with https://"
    if has_login:
        return "the address has a name or a password in it, which is not sent; take it out"
    if host and (parts.scheme == "https" or (parts.scheme == "http" and host in _LOCAL)):
        return ""
    return f"'{address}' is not fetched; write an address that begins with https://"


def pull(project: Project, names: Collection[str] = ()) -> Iterator[Pulled | Problem]:
    """Yield each file of ``names`` (none: all) as its address has it, or why it can't be had.

    Raises Unusable for a name that ``pull.yaml`` doesn't have, and without any address.
    """
    addresses, problems = addresses_of(project)
    place = project.layers[0] / ADDRESSES
    if problems:
        raise Unusable(*problems)
    if not addresses:
        message = f"says no address; write 'data/editions/EDITION/FILE.csv: https://…' into {ADDRESSES}"
        raise unusable(place, message, CHECK)
    for name in names:
        if name not in addresses:
            raise unusable(place, f"has no address of '{name}'{closest(name, addresses)}; write it there", CHECK)
    lock = _lock(project)
    for name, address in addresses.items():
        if not names or name in names:
            try:
                yield _pulled(project, name, address, lock.get(name, ""))
            except Unusable as fault:
                yield from fault.problems


def _lock(project: Project) -> dict[str, str]:
    file = project.layers[0] / LOCK
    try:
        lock = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    except ValueError:
        lock = {}
    return lock if isinstance(lock, dict) else {}


def _pulled(project: Project, name: str, address: str, last: str) -> Pulled:
    file = project.layers[0] / name
    content = _fetched(name, address)
    after = _sheets_of(name, content)
    if not file.is_file():
        rows = sum(max(0, len(sheet.rows) - 1) for sheet in after)
        return Pulled(name, address, content, (f"new, with {rows} row{'' if rows == 1 else 's'}",), True, False)
    local = file.read_bytes()
    is_edited = digest_of(local) != last
    if local == content:
        return Pulled(name, address, content, (), False, False)
    try:
        before = read_workbook(file).sheets
    except Unusable:
        before = ()
    columns = Columns(load_shared(project)[0], "")
    changes = tuple(changes_between(before, after, columns)) or ("the same cells, written otherwise",)
    return Pulled(name, address, content, changes, False, is_edited)


def _fetched(name: str, address: str) -> bytes:
    """Return what an address has; raises Unusable where it has no table, or too large a one."""
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class Followed(HTTPRedirectHandler):
        """Follows an address to another that may be fetched, too."""

        def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: str) -> Any:
            if fault := _fault_of_address(newurl):
                raise unusable(name, f"its address leads on to another: {fault}", CHECK)
            return super().redirect_request(req, fp, code, msg, headers, newurl)

    begun = monotonic()
    parts: list[bytes] = []
    try:
        request = Request(address, headers={"User-Agent": "kensei-docs", "Accept": "text/csv, */*"})
        with build_opener(Followed).open(request, timeout=_PATIENCE) as answer:
            while part := answer.read(_CHUNK):
                parts.append(part)
                if sum(map(len, parts)) > _MOST_BYTES:
                    raise unusable(name, f"has more than {_MOST_BYTES // 1_000_000} MB; keep less in it", CHECK)
                if monotonic() - begun > _MOST_SECONDS:
                    raise unusable(name, f"took more than {_MOST_SECONDS} seconds to fetch; try again", CHECK)
    except HTTPError as error:
        said = "is not there, or not for everyone" if error.code in (401, 403, 404, 410) else "can't be had now"
        raise unusable(name, f"{address} {said} (status {error.code}); {_PUBLISH}", CHECK) from None
    except (URLError, HTTPException, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise unusable(
            name, f"{address} can't be reached ({reason}); see the address, and the network", CHECK
        ) from None
    return b"".join(parts)


def _sheets_of(name: str, content: bytes) -> Sequence[Worksheet]:
    """Return the sheets of what was fetched; raises Unusable where it is no table."""
    start = content.lstrip(b"\xef\xbb\xbf \t\r\n")[:100].lower()
    if start.startswith((b"<!doctype", b"<html", b"<?xml", b"<head")):
        raise unusable(name, f"its address has a page and no table, perhaps one to log in; {_PUBLISH}", CHECK)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / PurePosixPath(name).name
        file.write_bytes(content)
        try:
            sheets = read_workbook(file).sheets
        except Unusable as fault:
            raise Unusable(*(Problem(Place(name), one.message, CHECK) for one in fault.problems)) from None
    if not any(len(sheet.rows) > 1 for sheet in sheets):
        raise unusable(name, f"its address has no rows below a head; {_PUBLISH}", CHECK)
    return sheets


def changes_between(before: Sequence[Worksheet], after: Sequence[Worksheet], known: Columns) -> Iterator[str]:
    """Yield what differs between two states of a spreadsheet, a line a row, column or cell: ``Guard: HP 4 → 5``."""
    old, new = ({sheet.name or "": sheet for sheet in sheets} for sheets in (before, after))
    for name in (*new, *(name for name in old if name not in new)):
        within = f"{name}: " if name and len({*old, *new}) > 1 else ""
        if name not in new:
            yield f"− the sheet {name}"
            continue
        rows, columns, key_column = _rows_of(new[name], known)
        old_rows, old_columns, _ = _rows_of(old[name], known) if name in old else ({}, [], "")
        yield from (f"{within}+ the column {head}" for head in columns if old_rows and head not in old_columns)
        yield from (f"{within}− the column {head}" for head in old_columns if head not in columns)
        has_ids = _name_of(key_column, known) == _KEYS[0]
        gone = {key: row for key, row in old_rows.items() if key not in rows}
        for key, row in rows.items():
            if key not in old_rows:
                former = next((other for other, cells in gone.items() if _same_besides_key(cells, row)), None)
                if former is not None and not has_ids:
                    del gone[former]
                    yield (
                        f"{within}{former} is called {key}, and its id changes with it; write '{slug_of(former)}' into "
                        "a column 'Id' to keep it, or into a column 'Was'"
                    )
                else:
                    yield f"{within}+ {key}"
                continue
            for head in columns:
                one, other = old_rows[key].get(head, ""), row.get(head, "")
                if one != other and head in old_columns:
                    yield f"{within}{key}: {head} {one or '(empty)'} → {other or '(empty)'}"
        yield from (f"{within}− {key}" for key in gone)


def _name_of(head: str, known: Columns) -> str:
    column = known.find(head)
    return column.name if column else ""


def _rows_of(sheet: Worksheet, known: Columns) -> tuple[dict[str, dict[str, str]], list[str], str]:
    """Return the cells of each row by its name and by head, the heads, and the head of the names."""
    if not sheet.rows:
        return {}, [], ""
    heads = [cell.text for cell in sheet.rows[0].cells]
    key = next((head for name in _KEYS for head in heads if _name_of(head, known) == name), heads[0])
    rows: dict[str, dict[str, str]] = {}
    for row in sheet.rows[1:]:
        cells = _cells_of(row, heads)
        named = cells.get(key) or row.place.within
        others = (f"{named} ({i})" for i in count(2))
        rows[next(name for name in chain([named], others) if name not in rows)] = cells
    return rows, [head for head in heads if head], key


def _cells_of(row: SheetRow, heads: Sequence[str]) -> dict[str, str]:
    return {head: cell.text for head, cell in zip(heads, row.cells, strict=False) if head}


def _same_besides_key(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two rows differ in one cell alone, and have others."""
    differing = [head for head in {*one, *other} if one.get(head, "") != other.get(head, "")]
    return len(differing) == 1 and len({*filter(None, one.values())}) > 1


def write_pulled(project: Project, pulled: Pulled) -> Path | None:
    """Write a file that was pulled; return the file in which local edits are kept, or None if there were none."""
    top = project.layers[0]
    file = top / pulled.file
    kept = None
    if pulled.is_edited and file.is_file():
        stem = f"{file.name}.kept-{today()}"
        names = (stem, *(f"{stem}-{i}" for i in range(2, 1000)))
        kept = next(file.with_name(name) for name in names if not file.with_name(name).exists())
        write_whole(kept, file.read_bytes())
    write_whole(file, pulled.content)
    lock = {**_lock(project), pulled.file: digest_of(pulled.content)}
    write_whole(top / LOCK, json.dumps(dict(sorted(lock.items())), indent=1) + "\n")
    return kept

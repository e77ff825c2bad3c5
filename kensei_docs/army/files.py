"""What an army's file says, by column: YAML, or a spreadsheet with a head row.

A spreadsheet may say above its head, one line each, what the army is: a word such as ``Clan`` in
the first column, its value in the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kensei_docs.database import Database
from kensei_docs.database.tables.columns import Column, Columns
from kensei_docs.database.tables.records import body_of
from kensei_docs.database.tables.spreadsheet import read as read_sheets
from kensei_docs.database.yamlfile import Tree
from kensei_docs.database.yamlfile import read as read_yaml
from kensei_docs.problems import Place, Problem, Unusable, unusable

CHECK = "army"
# What is said of one thing: by column, the words (or a list of them) and where they stand.
Said = dict[Column, tuple[Any, Place]]


def from_sheets(file: Path, database: Database, problems: list[Problem]) -> tuple[Said, list[tuple[Place, Said]]]:
    """Return what a spreadsheet says of the army, and of each troop; raises Unusable."""
    sheets, faults = read_sheets(file)
    problems += faults
    of_army, of_troop = Columns(database, "army"), Columns(database, "troop")
    head: Said = {}
    rows: list[tuple[Place, Said]] = []
    for sheet in sheets:
        start = 0
        for row in sheet.rows:
            filled = [cell for cell in row.cells if cell.text]
            column = of_army.find(filled[0].text)
            if sum(of_troop.find(cell.text) is not None for cell in filled) > 1 or not column:
                break
            if len(filled) > 1:
                head[column] = filled[1].text, filled[1].place
            start += 1
        for filled_row in body_of(sheet, of_troop, problems, start):
            rows.append((filled_row.place, {column: (cell.text, cell.place) for column, cell in filled_row.cells}))
    return head, rows


def from_yaml(file: Path, database: Database, problems: list[Problem]) -> tuple[Said, list[tuple[Place, Said]]]:
    """Return what a YAML file says of the army, and of each troop; raises Unusable."""
    tree, faults = read_yaml(file)
    if faults:
        raise Unusable(*faults)
    if not isinstance(tree.value, dict):
        raise unusable(file, "should be a mapping: name, edition, clan, size, rows", CHECK)
    head = dict(_said(tree, "", tree.value, Columns(database, "army"), problems))
    listed = next((column for column in head if column.name == "rows"), None)
    if listed is None:
        return head, []
    value, place = head.pop(listed)
    path = next(key for key, entry in tree.value.items() if entry is value)
    parts = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    columns = Columns(database, "troop")
    rows: list[tuple[Place, Said]] = []
    for key, entry in parts:
        where = tree.place(f"{path}.{key}")
        if isinstance(entry, dict):
            said = dict(_said(tree, f"{path}.{key}", entry, columns, problems))
            if isinstance(value, dict) and not any(c.name in ("name", "profile") for c in said):
                said[columns.known["name"]] = str(key), where
            rows.append((where, said))
        else:
            problems.append(Problem(where, "should be a mapping: name, miniatures, points …", CHECK))
    if not parts:
        problems.append(Problem(place, "should list the troops, a mapping each", CHECK))
    return head, rows


def _said(
    tree: Tree, path: str, part: Mapping[str, Any], columns: Columns, problems: list[Problem]
) -> Iterator[tuple[Column, tuple[Any, Place]]]:
    for key, value in part.items():
        place = tree.place(f"{path}.{key}" if path else key)
        column = columns.find(key)
        if column is None and not key.startswith("_"):
            problems.append(Problem(place, f"'{key}' is not known here{columns.suggestion(key)}", CHECK))
        elif column and value is not None:
            words = str(value).lower() if isinstance(value, bool) else value
            parts = words if isinstance(words, list) and column.takes == "names" else [words]
            if column.name == "rows" or all(isinstance(one, str) for one in parts):
                yield column, (words, place)
            else:
                problems.append(Problem(place, f"'{key}' should be one value; mend it", CHECK))

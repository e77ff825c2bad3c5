"""The check of pictures: every drawing, crest and pattern that a ``look`` names has a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.check.project import CheckedProject
from kensei_docs.database import Edition
from kensei_docs.database.paths import below
from kensei_docs.documents.kinds.kind import MANIFEST, load_kinds
from kensei_docs.documents.markup.look import FOLDERS, missing_picture, pictures
from kensei_docs.problems import Place, Problem, check


@check("error")
def pictures_exist(checked: CheckedProject) -> Iterator[Problem]:
    """Every drawing, crest and pattern that a ``look`` names exists.

    A look stands in a record, in ``edition.yaml`` or in ``kind.yaml``; drawings stand in ``templates/_shared/art``,
    crests in ``crests``, patterns in ``patterns``. A ``scene`` is a list of drawings.

    Wrong: ``look: {art: katanna}``. Right: ``look: {art: katana}``; or a drawing ``katanna.svg``.
    """
    project, database = checked.project, checked.whole_database
    known = {part: pictures(project, folder) for part, folder in FOLDERS.items()}

    def missing_in(look: Any) -> Iterator[tuple[str, str]]:
        for part in FOLDERS if isinstance(look, dict) else ():
            name = look.get(part)
            if name and name not in known[part]:
                yield part, missing_picture(part, str(name), known[part])
        for name in (look.get("scene") or ()) if isinstance(look, dict) else ():
            if name not in known["art"]:
                yield "scene", missing_picture("art", str(name), known["art"])

    for kind in load_kinds(project)[0].values():
        for part, message in missing_in(kind.look):
            yield Problem(Place(str(kind.folder / MANIFEST)), f"'look.{part}': {message}", "")
    for edition in database.editions.values():
        looks = {"look": edition.look}
        for group in ("kinds", "decks"):
            looks |= {f"look.{group}.{name}": look for name, look in _looks_of(edition, group)}
        for path, look in looks.items():
            for part, message in missing_in(look):
                yield Problem(edition.tree.place(f"{path}.{part}"), message, "", edition=edition.id)
        for record in edition.records.values():
            for path, look in _looks_in(record.data, ""):
                for part, message in missing_in(look):
                    yield Problem(record.place(f"{path}.{part}"), message, "", edition=edition.id, record=record.id)


def _looks_in(data: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Yield (path, look) for each ``look`` in a record, at any depth."""
    for key, value in data.items():
        inner = below(path, key)
        if key == "look":
            yield inner, value
        elif isinstance(value, dict):
            yield from _looks_in(value, inner)


def _looks_of(edition: Edition, group: str) -> list[tuple[str, Any]]:
    """Return the name and the look of each entry of a group of an edition's look, such as ``decks``."""
    return list((edition.look.get(group) or {}).items())

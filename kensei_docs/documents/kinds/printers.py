"""Profiles of printers, measured by their owners: margins, the edge of duplex flipping, the offset of backs.

The project's ``printers.yaml`` has profiles by name; ``printers/<name>.yaml`` has one profile.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, NonNegativeFloat

from kensei_docs.database.schema import read_as
from kensei_docs.database.yaml_reading import Tree, read_cached
from kensei_docs.documents.kinds.paper_and_face_sizes import PAPERS, SAFE_MARGIN, Flip
from kensei_docs.problems import Problem, Unusable, closest, unusable
from kensei_docs.project import Project

PRINTERS = "printers.yaml"
CHECK = "printer"

# No printer has a larger offset: a larger number is a typing error.
_MAX_OFFSET_MM = 10.0


def _check_paper(text: object) -> object:
    if isinstance(text, str) and text.lower() not in PAPERS:
        raise ValueError(f"'{text}' is not a paper{closest(text.lower(), PAPERS)}; known are {', '.join(PAPERS)}")
    return text.lower() if isinstance(text, str) else text


class Offset(BaseModel):
    """The distances to move the back side of a sheet: millimetres to the right and upwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    x: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0
    y: Annotated[float, Field(ge=-_MAX_OFFSET_MM, le=_MAX_OFFSET_MM)] = 0


class Printer(BaseModel):
    """The profile of a printer; lengths in millimetres. Its ``paper`` is the default to print on."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default="", exclude=True)
    margin: NonNegativeFloat = SAFE_MARGIN
    flip: Flip | None = None
    offset: Offset = Offset()
    gutter: NonNegativeFloat = 4
    paper: Annotated[str | None, BeforeValidator(_check_paper)] = None


def require_printer(project: Project, name: str | None) -> Printer:
    """Return the printer with a name; the default profile for None.

    Raises Unusable for an unknown name, and for an invalid profile.
    """
    if name is None:
        return Printer()
    places = _find_profiles(project)
    if name not in places:
        known = f"; known are {', '.join(places)}" if places else ""
        raise unusable(
            PRINTERS, f"there is no printer '{name}'{closest(name, places)}{known}; describe it there", CHECK
        )
    tree, path = places[name]
    printer, faults = read_as(Printer, tree, CHECK, path, name=name)
    if printer is None:
        raise Unusable(*faults)
    return printer


def printer_names(project: Project) -> list[str]:
    """Return the names of the printers that the project knows."""
    return list(_find_profiles(project))


def _find_profiles(project: Project) -> dict[str, tuple[Tree, str]]:
    """Return (tree of the file, path of the profile in it) by the name of the printer.

    Raises Unusable for a file that can't be read.
    """
    profiles: dict[str, tuple[Tree, str]] = {}
    for file in project.printer_files():
        tree, faults = read_cached(file, project.parsed)
        if faults:
            raise Unusable(*faults)
        if file.name != PRINTERS:
            profiles[file.stem] = (tree, "")
        elif isinstance(tree.value, dict):
            profiles.update({name: (tree, name) for name in tree.value})
        else:
            message = "holds no printer; give each a name, and its margin, flip, offset or paper below that"
            raise Unusable(Problem(tree.place(), message, CHECK))
    return dict(sorted(profiles.items()))

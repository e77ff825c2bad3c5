"""Printers, as their owners measured them: margins, the edge they flip at, how far backs land off.

``printers.yaml`` of the project holds one a name, or ``printers/<name>.yaml`` holds one.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, NonNegativeFloat

from kensei_docs.database.compiled import read_compiled
from kensei_docs.database.yamlfile import Tree
from kensei_docs.documents.cache.orders import PRINTERS, printer_files
from kensei_docs.documents.kinds.manifests import read_as
from kensei_docs.documents.kinds.paper import PAPERS, SAFE_MARGIN, Flip
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project

CHECK = "printer"

# No printer is off by more; whoever writes more has written something else.
_FURTHEST = 10.0


def _paper(text: object) -> object:
    if isinstance(text, str) and text.lower() not in PAPERS:
        raise ValueError(f"'{text}' is no paper{closest(text.lower(), PAPERS)}; known are {', '.join(PAPERS)}")
    return text.lower() if isinstance(text, str) else text


class Offset(BaseModel):
    """How far to move the back of a sheet, in millimetres to the right and upwards."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    x: Annotated[float, Field(ge=-_FURTHEST, le=_FURTHEST)] = 0
    y: Annotated[float, Field(ge=-_FURTHEST, le=_FURTHEST)] = 0


class Printer(BaseModel):
    """What is to be known of a printer; lengths in millimetres."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(default="", exclude=True)
    margin: NonNegativeFloat = SAFE_MARGIN
    flip: Flip | None = None
    offset: Offset = Offset()
    gutter: NonNegativeFloat = 4
    paper: Annotated[str | None, BeforeValidator(_paper)] = None


def require_printer(project: Project, name: str | None) -> Printer:
    """Return the printer of that name, or one that is like any other for None.

    Raises Unusable for one that isn't there or that is described wrongly.
    """
    if name is None:
        return Printer()
    places = _places(project)
    if name not in places:
        known = f"; known are {', '.join(places)}" if places else ""
        raise Unusable(
            Problem(
                Place(PRINTERS), f"there is no printer '{name}'{closest(name, places)}{known}; describe it there", CHECK
            )
        )
    tree, path = places[name]
    printer, faults = read_as(Printer, tree, "printer", CHECK, path, name=name)
    if printer is None:
        raise Unusable(*faults)
    return printer


def printer_names(project: Project) -> list[str]:
    """Return the names of the printers that the project knows."""
    return list(_places(project))


def _places(project: Project) -> dict[str, tuple[Tree, str]]:
    """Return the file of each printer and where in it it stands; raises Unusable."""
    found: dict[str, tuple[Tree, str]] = {}
    for file in printer_files(project):
        tree, faults = read_compiled(file, project.parsed)
        if faults:
            raise Unusable(*faults)
        if file.name != PRINTERS:
            found[file.stem] = tree, ""
        elif isinstance(tree.value, dict):
            found.update({name: (tree, name) for name in tree.value})
        else:
            raise Unusable(
                Problem(
                    tree.place(),
                    "holds no printer; give each a name, and its margin, flip, offset or paper below that",
                    CHECK,
                )
            )
    return dict(sorted(found.items()))

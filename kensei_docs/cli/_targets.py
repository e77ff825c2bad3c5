"""Which target the words of the command line mean, and which words it has no use for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kensei_docs.documents.targets.deliver import Delivery
from kensei_docs.documents.targets.target import SHEETS, require_target
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

# What only sheets of paper have.
_OF_SHEETS = {
    "papers": "--paper",
    "printer": "--printer",
    "gap": "--gap",
    "grid": "--grid",
    "cut_lines": "--cut-lines",
    "since": "--since",
}


def delivery_of(
    project: Project, target: str | None, form: str | None, named: bool, base: str | None, given: Mapping[str, Any]
) -> Delivery | None:
    """Return what is to be made for which target; None for sheets of paper at home.

    ``given`` are the other options by their names. Raises Unusable for a target that isn't
    there, and for an option that means nothing to it.
    """
    wanted = require_target(project, target, form)
    useless = [] if wanted.makes == SHEETS else [option for name, option in _OF_SHEETS.items() if given.get(name)]
    if given.get("bleed") is not None and wanted.makes not in (SHEETS, "pages"):
        useless.append("--bleed")
    if base is not None and wanted.makes != "sprites":
        useless.append("--base-url")
    if useless:
        raise Unusable(
            Problem(
                Place("build"), f"target {wanted.name} has no use for {' and '.join(useless)}; leave that out", "target"
            )
        )
    return None if wanted.makes == SHEETS else Delivery(wanted, named, base or "")

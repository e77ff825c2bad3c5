"""Drafts of rulings: a decision on a finding, added to the project's rulings of an edition."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kensei_docs.database import Edition, load
from kensei_docs.database.schema import SLUG
from kensei_docs.files import write_whole
from kensei_docs.problems import Unusable, unusable
from kensei_docs.project import EDITIONS, Project

CHECK = "rulings"
_FILE = "rulings.yaml"


def draft_ruling(slug: str, fields: Mapping[str, Any]) -> str:
    """Return the text of one entry of ``rulings.yaml``; fields without a value are left out."""
    from ruamel.yaml import YAML

    out = io.StringIO()
    writer = YAML()
    writer.width = 120
    writer.indent(mapping=2, sequence=4, offset=2)
    writer.dump({slug: {key: value for key, value in fields.items() if value}}, out)
    return out.getvalue()


def write_ruling(project: Project, edition: Edition, slug: str, text: str) -> Path:
    """Add an entry at the end of the project's ``rulings.yaml`` of an edition, and return the file.

    The rest of the file is not changed. Raises Unusable, and writes nothing, if ``slug`` is taken or is not an id, or
    if the entry is not a valid ruling.
    """
    file = project.layers[0].joinpath(*EDITIONS, edition.id, _FILE)
    if not SLUG.fullmatch(slug):
        raise unusable("ruling new", f"'{slug}' is not an id: write small letters, digits and hyphens", CHECK)
    if f"ruling/{slug}" in edition.rulings:
        raise unusable("ruling new", f"there is a ruling '{slug}' already; choose another id", CHECK)
    old = file.read_bytes() if file.is_file() else b""
    separator = "" if not old or re.search(rb"\n\s*\n\Z", old) else "\n" if old.endswith(b"\n") else "\n\n"
    write_whole(file, old.decode("utf-8") + separator + text)
    problems = [problem for problem in load(project, [edition.id])[1] if problem.place.file == str(file)]
    if any(problem.severity == "error" for problem in problems):
        if old:
            file.write_bytes(old)
        else:
            file.unlink()
        raise Unusable(*problems)
    return file

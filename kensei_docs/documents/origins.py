"""What faces are made from: style sheets, templates, data; and the machinery that makes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from kensei_docs.discover import files_of
from kensei_docs.documents.kinds import STYLE, Kind
from kensei_docs.documents.markup import SHARED
from kensei_docs.documents.rows import Row
from kensei_docs.files import digest_of
from kensei_docs.problems import unusable
from kensei_docs.project import Project

THEME = "theme.css"


def style_sheets(project: Project, kind: Kind) -> tuple[str, str]:
    """Return the style that all kinds share, and the kind's own.

    Raises Unusable for a style sheet that can't be read.
    """
    shared = [folder / THEME for folder in reversed(project.folders("templates", SHARED))]
    return "\n".join(_text(file) for file in shared if file.is_file()), _text(kind.folder / STYLE)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        line = file.read_bytes()[:fault.start].count(b"\n") + 1
        raise unusable(file, "is not UTF-8 text; save it in that encoding", "style",
                       line) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file",
                       "style") from fault


def origins_of(kind: Kind, row: Row, templates: str) -> dict[str, str]:
    """Return the digests of what the words of a row's faces are made from.

    ``templates`` is that of the kind's templates, the same for all rows.
    """
    record = row.record
    data = ([record.data] if record
            else [one.data for one in row.edition.records.values()] if not kind.is_general else [])
    return {"data": digest_of(json.dumps(data, sort_keys=True, default=str)),
            "template": templates}


def templates_of(project: Project, kind: Kind) -> str:
    """Return the digest of the templates that a kind's faces may be made with."""
    folders = (kind.folder, *project.folders("templates", SHARED))
    return digest_of(*(file.read_bytes() for folder in folders for file in files_of(folder, ".j2")))


@cache
def machinery() -> str:
    """Return the digest of this package: another way of laying out or placing is another result."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parent.rglob("*.py"))))

"""What faces are made from: style sheets, templates, data; and the machinery that makes them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from kensei_docs.discover import files_of
from kensei_docs.documents.kinds.kind import MANIFEST, STYLE, Kind
from kensei_docs.documents.kinds.rows import Row
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.files import digest_of
from kensei_docs.problems import closest, unusable
from kensei_docs.project import Project

# The style sheet that all kinds have, and the folder of those that kinds name under `styles`.
THEME, STYLES = "theme.css", "styles"


def style_sheets(project: Project, kind: Kind) -> tuple[str, str]:
    """Return the style that all kinds share, and the kind's own, after those that it names.

    Raises Unusable for a style sheet that isn't there or can't be read.
    """
    shared = [folder / THEME for folder in reversed(project.folders("templates", SHARED))]
    known = project.named_files("templates", SHARED, STYLES, suffix=".css")
    for name in kind.styles:
        if name not in known:
            raise unusable(
                kind.folder / MANIFEST,
                f"'styles' names '{name}', which is no style "
                f"sheet of {SHARED}/{STYLES}{closest(name, known)}; mend the name, or "
                "add the file",
                "style",
            )
    own = [*(known[name] for name in kind.styles), kind.folder / STYLE]
    return ("\n".join(_text(file) for file in shared if file.is_file()), "\n".join(_text(file) for file in own))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        line = file.read_bytes()[: fault.start].count(b"\n") + 1
        raise unusable(file, "is not UTF-8 text; save it in that encoding", "style", line) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file", "style") from fault


def origins_of(kind: Kind, row: Row, templates: str) -> dict[str, str]:
    """Return the digests of what the words of a row's faces are made from.

    ``templates`` is that of the kind's templates, the same for all rows.
    """
    record = row.record
    data = (
        [record.data] if record else [one.data for one in row.edition.records.values()] if not kind.is_general else []
    )
    return {"data": digest_of(json.dumps(data, sort_keys=True, default=str)), "template": templates}


def templates_of(project: Project, kind: Kind) -> str:
    """Return the digest of the templates that a kind's faces may be made with."""
    folders = (kind.folder, *project.folders("templates", SHARED))
    return digest_of(*(file.read_bytes() for folder in folders for file in files_of(folder, ".j2")))


@cache
def machinery() -> str:
    """Return the digest of this package: another way of laying out or placing is another result."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py"))))

"""Icons: SVG drawings of a kind of document, or shared, some of them with one a language."""

from __future__ import annotations

import re
from pathlib import Path

from kensei_docs.discover import files_of
from kensei_docs.project import Project

_PROLOGUE = re.compile(r"<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>", re.S)


class Icons:
    """The icons that a kind's templates can name; ``suit-clubs.es`` goes before ``suit-clubs``."""

    def __init__(self, project: Project, kind_folder: Path, language: str) -> None:
        folders = [*reversed(project.folders("templates", "_shared", "icons")), kind_folder / "icons"]
        self._files = {file.stem: file for folder in folders for file in files_of(folder, ".svg")}
        self._language = language
        self._read: dict[str, str] = {}

    @property
    def names(self) -> list[str]:
        """Every icon's name, without those of one language only."""
        return [name for name in self._files if "." not in name]

    def svg(self, name: str) -> str | None:
        """Return an icon as SVG to stand in a page, or None where there is none of that name."""
        if name not in self._read:
            file = self._files.get(f"{name}.{self._language}") or self._files.get(name)
            if file is None:
                return None
            self._read[name] = _PROLOGUE.sub("", file.read_text(encoding="utf-8")).strip()
        return self._read[name]

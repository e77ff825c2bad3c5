"""Icons: SVG drawings in the folder ``icons`` of a kind or in the shared one, some of them for one language."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from kensei_docs.database import Record
from kensei_docs.discover import files_of
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.markup.template_functions import SHARED
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import SHARED_TEMPLATES, Project

FOLDER = "icons"

_PROLOGUE = re.compile(r"<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>", re.S)
# Any colour but white.
_COLOUR = re.compile(r'(fill|stroke)="#(?!fff")[0-9a-f]+"')


class Icons:
    """The icons that the templates of a kind can use, in one language.

    An icon of the kind replaces the shared one of the same name, and in Spanish, ``suit-clubs.es.svg`` replaces
    ``suit-clubs.svg``. Unknown icons are added to ``problems``.
    """

    def __init__(self, project: Project, kind: Kind, language: str, problems: list[Problem]) -> None:
        folders = [*reversed(project.folders(*SHARED_TEMPLATES, FOLDER)), kind.folder / FOLDER]
        self._files = {file.stem: file for folder in folders for file in files_of(folder, ".svg")}
        self._kind = kind
        self._language = language
        self._problems = problems

    def icon(self, name: str, tint: str = "") -> Markup:
        """Return an icon as SVG; with a ``tint``, all its colours except white are replaced by it.

        An unknown icon is a question mark and a problem.
        """
        file = self._files.get(f"{name}.{self._language}") or self._files.get(name)
        if file is None:
            names = [known for known in self._files if "." not in known]
            problem = Problem(
                Place(str(self._kind.folder)),
                f"there is no icon '{name}'{closest(name, names)}; draw it as templates/{SHARED}/{FOLDER}/{name}.svg",
                "icons",
            )
            if problem not in self._problems:
                self._problems.append(problem)
            return Markup('<span class="no-icon">?</span>')
        svg = _PROLOGUE.sub("", file.read_text(encoding="utf-8")).strip()
        return Markup(_COLOUR.sub(f'\\g<1>="{escape(tint)}"', svg) if tint else svg)

    def name_for_effects(self, record: Record) -> str:
        """Return the name of the icon for the first effect of a record that has one in ``kind.icons``.

        The keys of ``kind.icons`` are beginnings of hooks, with or without ``self`` or another ``whose`` before them;
        the longest key that fits is used.
        """
        icons = self._kind.icons
        for effect in (record.get("effects") or {}).values():
            if not isinstance(effect, dict):
                continue
            hook = str(effect.get("hook", ""))
            for target in (f"{effect.get('whose', 'self')} {hook}", hook):
                for beginning in sorted(icons, key=len, reverse=True):
                    if target.startswith(beginning):
                        return icons[beginning]
        return icons.get("other", "other")

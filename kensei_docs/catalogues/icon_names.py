"""The names of the icons that words of a project can have: drawings of its templates, and icon sets of its art."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from kensei_docs.discover import files_inside, files_of
from kensei_docs.problems import closest, say
from kensei_docs.project import SHARED_TEMPLATES, TEMPLATES, Project
from kensei_docs.slugs import likeliest

_ICONS = "icons"
_ART = "art"


class IconNames:
    """The icons of a project; they are looked for only when words name one."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __contains__(self, name: object) -> bool:
        return name in self._drawn or name in self._of_sets

    def near(self, name: str) -> str:
        """Return a hint at the icon with the nearest name, empty without one."""
        return closest(name, self._drawn) or closest(name, self._of_sets)

    def meant_by(self, braces: str, figures: Iterable[str]) -> str:
        """Return a hint at the icon that words in braces name, as ``{coin}`` does, empty without one.

        A figure with a name like theirs is meant before an icon whose name is only near.
        """
        name = braces.strip("{} ")
        meant: str | None = name
        if name not in self:
            of_figure = likeliest(name, figures)
            meant = None if of_figure else likeliest(name, self._drawn) or likeliest(name, self._of_sets)
        return say("; did you mean '%(name)s'?", name=f"{{icon:{meant}}}") if meant else ""

    @cached_property
    def _drawn(self) -> frozenset[str]:
        """The names of drawings, of any kind of document; that of a language, ``name.es``, is ``name``."""
        project = self._project
        folders = (*project.folders(*SHARED_TEMPLATES), *project.named_folders(TEMPLATES).values())
        return frozenset(
            file.stem.partition(".")[0] for folder in folders for file in files_of(folder / _ICONS, ".svg")
        )

    @cached_property
    def _of_sets(self) -> frozenset[str]:
        """The names in icon sets (Iconify JSON) of ``art`` and its folders, with and without the prefix of the set."""
        names: set[str] = set()
        for folder in self._project.folders(_ART):
            for file in (one for one in files_inside(folder) if one.suffix == ".json"):
                # A file that can't be read as an icon set gives no names here; printing one of its icons reports why.
                with suppress(OSError, ValueError, AttributeError, TypeError):
                    of_set = json.loads(file.read_bytes())
                    own = [*(of_set.get("icons") or {}), *(of_set.get("aliases") or {})]
                    names |= {*own, *(f"{of_set['prefix']}:{name}" for name in own if "prefix" in of_set)}
        return frozenset(names)

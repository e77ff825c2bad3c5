"""The page that the faces stand on, and what there is to choose from, in the view's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from jinja2 import Environment, TemplateError

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages
from kensei_docs.database import Database
from kensei_docs.database.model import Vocabulary
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.paper import FACES
from kensei_docs.documents.kinds.themes import load_themes
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.pseudo import PSEUDO
from kensei_docs.figures import localise
from kensei_docs.languages import language
from kensei_docs.preview.spread import Spread, View
from kensei_docs.problems import unusable
from kensei_docs.project import Project

# In templates/_shared, where the words of all pages are.
PAGE, FACE, STATE = "preview.html.j2", "preview-face.html.j2", "preview-state.html.j2"
ASSETS = {"preview.css": "text/css", "preview.js": "text/javascript"}


class Page:
    """Writes the preview's page, and parts of it, as HTML."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def whole(self, view: View, spread: Spread) -> str:
        """Return the page of a view; raises Unusable where its template has a fault."""
        environment, spoken = self._environment(view)
        translator = Translator(self._project, Database(Vocabulary(), {}), spoken)
        choices = self._choices(view, translator)
        return self._rendered(
            environment,
            PAGE,
            view=asdict(view),
            choices=choices,
            language=spoken,
            **self._parts(environment, spoken, spread),
        )

    def news(self, view: View, spread: Spread) -> dict[str, Any]:
        """Return what changes on the page as the browser asks for it; raises Unusable.

        ``faces`` are in order, each with a stamp that tells whether it changed.
        """
        environment, spoken = self._environment(view)
        return {"version": spread.version, **self._parts(environment, spoken, spread)}

    def asset(self, name: str) -> bytes | None:
        """Return the style sheet or the script of the page."""
        file = self._project.file("templates", SHARED, name) if name in ASSETS else None
        return file.read_bytes() if file else None

    def _environment(self, view: View) -> tuple[Environment, str]:
        """Return the templates and the language that they speak."""
        spoken = view.language if view.language in languages(self._project) else MESSAGE_LANGUAGE
        translator = Translator(self._project, Database(Vocabulary(), {}), spoken)
        return environment(self._project, translator, SHARED), spoken

    def _parts(self, environment: Environment, spoken: str, spread: Spread) -> dict[str, Any]:
        faces = [
            {"slot": face.slot, "stamp": face.stamp, "html": self._rendered(environment, FACE, face=face)}
            for face in spread.faces.values()
        ]
        took = None if spread.took is None else localise(f"{spread.took:.2f}", spoken)
        state = self._rendered(environment, STATE, spread=spread, took=took)
        return {"faces": faces, "state": state}

    def _choices(self, view: View, translator: Translator) -> Mapping[str, dict[str, str]]:
        """Return what can be chosen, by the name of the field: each value with its label."""
        kinds, _ = load_kinds(self._project)
        themes, _ = load_themes(self._project)
        spoken = dict.fromkeys([MESSAGE_LANGUAGE, *languages(self._project), PSEUDO])
        choices = {
            "kind": {name: translator.sheet(name, kind.title) for name, kind in kinds.items()},
            "edition": {name: name for name in self._project.named_folders("data", "editions")},
            "language": {name: language(name).own_name for name in spoken},
            "theme": {name: name for name in themes},
            "size": {"": "—", **{name: f"{name} ({size} mm)" for name, size in FACES.items()}},
        }
        for name, chosen in asdict(view).items():
            # What is asked for and isn't there is told about by the bench.
            choices[name].setdefault(chosen, chosen)
        return choices

    def _rendered(self, environment: Environment, name: str, **values: Any) -> str:
        try:
            return environment.get_template(name).render(**values)
        except TemplateError as fault:
            raise unusable(
                name,
                f"this template of templates/{SHARED} can't be shown: {fault}; mend it",
                "templates",
                getattr(fault, "lineno", None),
            ) from fault

"""Pages that are served: templates of templates/_shared filled in, in the reader's language, and their assets."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, TemplateError

from kensei_docs.catalogues import MESSAGE_LANGUAGE, Translator, languages
from kensei_docs.database import Database
from kensei_docs.database.vocabulary import Vocabulary
from kensei_docs.documents.markup.self_contained_pages import embedded
from kensei_docs.documents.markup.template_functions import SHARED, environment
from kensei_docs.problems import say, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project

# Of an asset, by the ending of its name.
_MEDIA = {"css": "text/css", "js": "text/javascript"}


class Pages:
    """The pages of a server; ``assets`` are the names of the style sheets and scripts that they load."""

    def __init__(self, project: Project, assets: tuple[str, ...]) -> None:
        self._project, self._assets = project, assets

    def environment(self, language: str) -> tuple[Environment, Translator]:
        """Return the templates and the translator of their words, neither of them of an edition."""
        spoken = language if language in languages(self._project) else MESSAGE_LANGUAGE
        translator = Translator(self._project, Database(Vocabulary(), {}), spoken)
        return environment(self._project, translator, SHARED), translator

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return the media type and the content of an asset, a style sheet with its typefaces; None for other names."""
        file = self._project.file(*SHARED_TEMPLATES, name) if name in self._assets else None
        if not file:
            return None
        text, kind = file.read_text(encoding="utf-8"), _MEDIA[file.suffix[1:]]
        content = embedded(text, self._project.cache) if kind == "text/css" else text
        return f"{kind}; charset=utf-8", content.encode()


def render(environment: Environment, name: str, **values: Any) -> str:
    """Return a template filled in; raises Unusable where it has a fault."""
    try:
        return environment.get_template(name).render(**values)
    except TemplateError as fault:
        raise unusable(
            name,
            say("this template can't be shown: %(fault)s; mend it", fault=fault),
            "templates",
            getattr(fault, "lineno", None),
        ) from fault

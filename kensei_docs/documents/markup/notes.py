"""The line in a sheet's margin: what this is, which sheet of how many, of which data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jinja2 import TemplateNotFound, TemplateSyntaxError

from kensei_docs.catalogues import Translator
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.errata_level import errata_level
from kensei_docs.documents.markup.pseudo import PSEUDO
from kensei_docs.languages import language as language_of
from kensei_docs.problems import unusable
from kensei_docs.project import Project

if TYPE_CHECKING:
    from kensei_docs.documents.cache.face_set import FaceSet

FOOTER = "footer.txt.j2"


class Notes:
    """Writes the lines of one language; raises Unusable where their template has a fault."""

    def __init__(self, project: Project, translator: Translator, language: str) -> None:
        try:
            self._template = environment(project, translator, SHARED).get_template(FOOTER)
        except TemplateSyntaxError as fault:
            raise unusable(
                fault.filename or FOOTER, f"is no template: {fault.message}; mend the line", "templates", fault.lineno
            ) from fault
        except TemplateNotFound as fault:
            raise unusable(FOOTER, f"is missing; add it to templates/{SHARED}", "templates") from fault
        self._translator = translator
        self._language = PSEUDO if language == PSEUDO else language_of(translator.language).own_name

    def line(
        self, faces: FaceSet, paper: str, number: int, many: int, side: str, others: Sequence[FaceSet] = ()
    ) -> str:
        """Return the line for one side (``front``, ``back`` or none) of a sheet; ``others`` are
        sets that have faces on it, too."""
        kind, sets = faces.kind, (faces, *others)
        return " ".join(
            self._template.render(
                edition=None if kind.is_general else faces.edition,
                number=number,
                many=many,
                side=side,
                paper=paper,
                language_name=self._language,
                title=", ".join(self._translator.template(one.kind.name, one.kind.title) for one in sets),
                revision=" + ".join(one.revision for one in sets),
                errata=errata_level(faces.edition),
            ).split()
        )

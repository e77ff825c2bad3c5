"""The line of text in a sheet's margin: the document, the number of the sheet, the state of the data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jinja2 import TemplateNotFound, TemplateSyntaxError

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition
from kensei_docs.database.errata import dated
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.pseudo import PSEUDO
from kensei_docs.languages import language as language_of
from kensei_docs.problems import unusable
from kensei_docs.project import Project

# The shared template of the line.
FOOTER = "footer.txt.j2"


class Faces(Protocol):
    """A set of faces on a sheet; ``revision`` is a short digest of their words and figures."""

    @property
    def kind(self) -> Kind: ...
    @property
    def edition(self) -> Edition: ...
    @property
    def revision(self) -> str: ...


class MarginText:
    """The margin lines of one language; raises Unusable for a missing or faulty template."""

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

    def line(self, faces: Faces, paper: str, number: int, many: int, side: str, others: Sequence[Faces] = ()) -> str:
        """Return the line for sheet ``number`` of ``many``; ``side`` is ``front``, ``back`` or empty.

        ``others`` are further sets with faces on the same sheet.
        """
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


def errata_level(edition: Edition) -> str | None:
    """Return the date of the latest erratum in force in an edition, None if there is none."""
    days = [day for name in edition.errata if (day := dated(name))]
    return max(days).isoformat() if days else None

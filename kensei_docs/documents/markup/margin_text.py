"""The line of text in the margin of a sheet: the document, the number of the sheet, the version of the edition."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import TemplateNotFound, TemplateSyntaxError

from kensei_docs.catalogues import PSEUDO, Translator
from kensei_docs.database import Edition
from kensei_docs.database.edition_version import issues_of, version_of
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.markup.template_environment import SHARED, environment
from kensei_docs.languages import language as language_of
from kensei_docs.problems import unusable
from kensei_docs.project import Project

# The shared template of the line.
FOOTER = "footer.txt.j2"


class MarginText:
    """The margin lines of one language; raises Unusable for a missing or invalid template."""

    def __init__(self, project: Project, translator: Translator, language: str) -> None:
        try:
            self._template = environment(project, translator, SHARED).get_template(FOOTER)
        except TemplateSyntaxError as fault:
            message = f"is not a template: {fault.message}; mend the line"
            raise unusable(fault.filename or FOOTER, message, "templates", fault.lineno) from fault
        except TemplateNotFound as fault:
            raise unusable(FOOTER, f"is missing; add it to templates/{SHARED}", "templates") from fault
        self._translator = translator
        # (version, day of the latest erratum) by edition.
        self._versions: dict[str, tuple[str, str | None]] = {}
        self._language = PSEUDO if language == PSEUDO else language_of(translator.language).own_name

    def line(
        self,
        kinds: Sequence[Kind],
        edition: Edition,
        revision: str,
        paper: str,
        number: int,
        many: int,
        side: str,
        tight: bool = False,
    ) -> str:
        """Return the line for sheet ``number`` of ``many``; ``side`` is ``front``, ``back`` or empty.

        ``kinds`` are the kinds with faces on the sheet, ``revision`` is a short digest of these faces. For a ``tight``
        sheet, the line asks for exact cuts.
        """
        # Every document of an edition needs this several times, and counting the errata takes long.
        if edition.id not in self._versions:
            latest = next((issue.day.isoformat() for issue in issues_of(edition)), None)
            self._versions[edition.id] = (version_of(edition), latest)
        version, errata = self._versions[edition.id]
        return " ".join(
            self._template.render(
                edition=None if kinds[0].is_general else edition,
                kinds=kinds,
                number=number,
                many=many,
                side=side,
                tight=tight,
                paper=paper,
                language_name=self._language,
                title=", ".join(self._translator.template(kind.name, kind.title_in(edition)) for kind in kinds),
                revision=revision,
                version=version,
                errata=errata,
            ).split()
        )

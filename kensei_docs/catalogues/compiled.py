"""Catalogues as other tools read them: compiled (.mo), the same bytes for the same words."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.pofile import entries
from kensei_docs.catalogues.wording import words_of
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import Project


class _Plain(Catalog):
    """A catalogue whose header says nothing of when and with what it was made."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [("Content-Type", "text/plain; charset=utf-8"), ("Language", self.locale_identifier or "")]


def compiled(project: Project) -> Iterator[tuple[str, str, bytes, int]]:
    """Yield language, domain, bytes and number of translations of each of a project's catalogues.

    What a user's own catalogue says goes before the shipped one; what is stale is left out.
    Raises Unusable, of all catalogues that can't be read, before the first is yielded.
    """
    found: list[tuple[str, str, _Plain]] = []
    faults: list[Problem] = []
    for language in languages(project):
        for domain in project.named_files("data", "locale", language, suffix=".po"):
            words: dict[tuple[str, str], str] = {}
            for file in project.files("data", "locale", language, f"{domain}.po"):
                try:
                    words.update(words_of(file, language, project.parsed))
                except Unusable as fault:
                    faults += fault.problems
            catalogue = _Plain(locale=language, fuzzy=False)
            for (context, message), translation in words.items():
                catalogue.add(message, translation, context=context)
            found.append((language, domain, catalogue))
    if faults:
        raise Unusable(*faults)
    for language, domain, catalogue in found:
        out = BytesIO()
        write_mo(out, catalogue)
        yield language, domain, out.getvalue(), len(entries(catalogue))

"""Every fact of the database as one flat object, with its record's name in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kensei_docs.catalogues.messages import languages
from kensei_docs.catalogues.translator import Translator
from kensei_docs.database import Database
from kensei_docs.project import Project


def list_facts(project: Project, database: Database, editions: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the facts of the editions in the order of their files.

    Each is ``{edition, record, kind, name: {language: name}, fact, value, unit, when, from}``;
    ``value`` is null where the document leaves the figure out, ``when`` is the condition in
    the vocabulary's own words or null.
    """
    translators = {language: Translator(project, database, language) for language in languages(project)}
    for edition in editions:
        for record in database.editions[edition].records.values():
            names = {language: translator.name(record) for language, translator in translators.items()}
            for fact in record.facts:
                figure = fact.figure
                yield {
                    "edition": edition,
                    "record": record.id,
                    "kind": record.kind,
                    "name": names,
                    "fact": fact.path,
                    "value": fact.value,
                    "unit": figure.unit if figure else "",
                    "when": record.condition(fact.when),
                    "from": [citation.as_json() for citation in fact.citations],
                }

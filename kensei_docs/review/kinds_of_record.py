"""The kinds that a person can choose for a drafted record, and how a new kind is added to a project."""

from __future__ import annotations

from pathlib import Path

from kensei_docs.database import Database, Edition
from kensei_docs.database.yaml_writing import YamlText
from kensei_docs.drafting.draft import kind_of
from kensei_docs.drafting.project_files import PRINTED, cards_of
from kensei_docs.languages import language
from kensei_docs.problems import say
from kensei_docs.project import DATA, Project
from kensei_docs.review import refused
from kensei_docs.slugs import slug_of

VOCABULARY = Path(DATA, "vocabulary.yaml")


def kinds_of(project: Project, database: Database, edition: Edition) -> list[str]:
    """Return the kinds of an edition's records, of the project and of every draft, sorted; those of tables left out."""
    vocabulary = database.vocabulary
    records = edition.records.values()
    drafted = vocabulary.section("drafted")
    shared = [*(drafted.get("kinds") or ()), vocabulary.kinds.get(str(drafted.get("text")), "")]
    own = (YamlText(project.layers[0] / VOCABULARY).get("kinds") or {}).values()
    tables = {record.kind for record in records if "rows" in record.data}
    return sorted({*(record.kind for record in records), *shared, *own} - {"", *tables})


def kind_named(name: str, project: Project, database: Database, edition: Edition) -> tuple[str, str]:
    """Return (file without .yaml, kind) for the name of a kind: an existing kind, or a new one.

    A shipped kind that drafts don't use has fields that the tool interprets: the project gets a kind of its own
    instead, with the id of the edition before the name. Raises Unusable if the name has no letter or digit.
    """
    known = database.vocabulary.kinds
    stem, kind = kind_of(name, language(edition.language))
    if not kind or not name.isprintable():
        known_kinds = ", ".join(kinds_of(project, database, edition))
        message = say(
            "'%(kind)s' can't be a kind of record: write a name of letters or digits, for a new kind with cards of its "
            "own, or one of these: %(known)s",
            kind=name,
            known=known_kinds,
        )
        raise refused(message)
    wanted = {slug_of(name), stem, kind}
    stem, kind = next((pair for pair in known.items() if wanted & {*pair}), (stem, kind))
    if stem in known and kind not in kinds_of(project, database, edition):
        own = (f"{edition.id}-{stem}", f"{edition.id}-{kind}")
        return next((pair for pair in known.items() if own[1] == pair[1]), own)
    return stem, kind


def add_to_vocabulary(vocabulary: YamlText, stem: str, kind: str) -> None:
    """Add a kind of record with its file, and the fields that its cards print, to a project's vocabulary."""
    for section, key, value in (("kinds", stem, kind), ("fields", kind, PRINTED)):
        if vocabulary.get(section):
            vocabulary.add(key, value, section)
        else:
            vocabulary.add(section, {key: value})


def cards_of_kind(project: Project, kind: str, title: str, written_in: str) -> dict[Path, str]:
    """Return the texts of the template files of a new kind's cards, except of files that exist.

    ``written_in`` is the language of the ``title``.
    """
    files = {project.layers[0] / name: text for name, text in cards_of(project, kind, title, written_in).items()}
    return {file: text for file, text in files.items() if not file.exists()}

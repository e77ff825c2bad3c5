"""The kinds that a person can choose for a drafted record, and how a new kind joins a project."""

from __future__ import annotations

from pathlib import Path

from kensei_docs.database import Database, Edition
from kensei_docs.database.edit import YamlText
from kensei_docs.drafting.files import PRINTED, cards_of
from kensei_docs.drafting.kind_names import kind_of
from kensei_docs.languages import language
from kensei_docs.problems import say
from kensei_docs.project import DATA, Project
from kensei_docs.review.refusals import refused
from kensei_docs.slugs import slug_of

VOCABULARY = Path(DATA, "vocabulary.yaml")


def kinds_of(project: Project, database: Database, edition: Edition) -> list[str]:
    """Return the kinds of the edition but tables, those that its project has named, and those that any draft uses."""
    vocabulary, records = database.vocabulary, edition.records.values()
    drafted = vocabulary.section("drafted")
    shared = [*(drafted.get("kinds") or ()), vocabulary.kinds.get(str(drafted.get("text")), "")]
    own = (YamlText(project.layers[0] / VOCABULARY).get("kinds") or {}).values()
    tables = {record.kind for record in records if "rows" in record.data}
    return sorted({*(record.kind for record in records), *shared, *own} - {"", *tables})


def kind_named(name: str, project: Project, database: Database, edition: Edition) -> tuple[str, str]:
    """Return the file (without .yaml) and the kind that a name is for: one that there is, or else a new one.

    A kind that the tool reads in ways of its own is not changed: the game has one of its own, with its id before the
    name, as a draft has. Raises Unusable where no kind can have the name.
    """
    known = database.vocabulary.kinds
    stem, kind = kind_of(name, language(edition.language))
    if not kind or not name.isprintable():
        known_kinds = ", ".join(kinds_of(project, database, edition))
        said = say(
            "'%(kind)s' can't be a kind of record: write a name of letters or digits, for a new kind with cards of its "
            "own, or one of these: %(known)s",
            kind=name,
            known=known_kinds,
        )
        raise refused(said)
    wanted = {slug_of(name), stem, kind}
    found = next((pair for pair in known.items() if wanted & {*pair}), (stem, kind))
    if found[0] in known and found[1] not in kinds_of(project, database, edition):
        own = f"{edition.id}-{found[0]}", f"{edition.id}-{found[1]}"
        return next((pair for pair in known.items() if own[1] == pair[1]), own)
    return found


def add_to_vocabulary(vocabulary: YamlText, stem: str, kind: str) -> None:
    """Add a kind of record with its file, and what its cards print, to a project's vocabulary."""
    for section, key, value in (("kinds", stem, kind), ("fields", kind, PRINTED)):
        if vocabulary.get(section):
            vocabulary.add(key, value, section)
        else:
            vocabulary.add(section, {key: value})


def cards_of_kind(project: Project, kind: str, title: str, spoken: str) -> dict[Path, str]:
    """Return the text of each file of the cards of a new kind but those that are there; ``spoken`` is the language."""
    files = {project.layers[0] / name: text for name, text in cards_of(project, kind, title, spoken).items()}
    return {file: text for file, text in files.items() if not file.exists()}

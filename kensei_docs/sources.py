"""Sources: the documents that rules are read from, one folder of ``sources/`` each.

A source is read from its folder, and found by a file that is a copy of it. The accepted records of a draft stand in
``sources/<id>/review.yaml`` with a digest for each: a record whose name or figures have changed since has another
digest, and has to be reviewed again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field

from kensei_docs.database import Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yaml_files import Tree, flow, read, read_cached, scalar
from kensei_docs.discover import files_of
from kensei_docs.figures import Unit
from kensei_docs.files import digest_of
from kensei_docs.languages import Pattern
from kensei_docs.problems import Problem, Unusable, say, unknown, unusable
from kensei_docs.processes import PlacedPattern
from kensei_docs.project import SOURCES, Project

# Values that a person read by hand; the other readings are in the folder ``reading``.
CORRECTIONS = "corrections.yaml"
REVIEW_FILE = "review.yaml"
_HEAD = "# Records of the draft that were looked at, with a digest of the name and the figures that they had.\n"
# The keys that the digest covers: what was read from the document. Texts and effects are written by a person.
_DIGESTED_KEYS = ("name", "figures", "columns", "rows")


def _split_words(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Words = Annotated[list[str], BeforeValidator(_split_words)]
Patterns = Annotated[list[Pattern], BeforeValidator(_split_words)]


class Source(Schema):
    """A document that rules are read from.

    - ``names``: the document's own names, which no word list has.
    - ``furniture``: regular expressions of whole lines that stand on every page.
    - ``page-breaks``: regular expressions of the text with which a page of a text file begins.
    - ``no-rules``: regular expressions of text whose figures are no rules, such as the numbers in a picture.
    - ``lost-ligatures``: the pairs of letters that its text layer lost, such as *ti*.
    - ``digests``: the SHA-256 digests of known copies, by form (``text``, ``pdf``).
    - ``reading``: the parsed files of its reading profile, and ``trees`` the same with places, by the stem of the file.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, arbitrary_types_allowed=True)

    id: str
    title: str
    edition: str
    language: str
    units: Unit
    where: str = ""
    lost_ligatures: Words = Field(default_factory=list, alias="lost-ligatures")
    page_breaks: Patterns = Field(default_factory=list, alias="page-breaks")
    names: Words = Field(default_factory=list)
    furniture: Patterns = Field(default_factory=list)
    no_rules: Patterns = Field(default_factory=list, alias="no-rules")
    digests: dict[str, str] = Field(default_factory=dict)
    reading: dict[str, Any] = Field(default_factory=dict, exclude=True)
    trees: dict[str, Tree] = Field(default_factory=dict, exclude=True)


def source_ids(project: Project) -> list[str]:
    """Return the ids of all known sources, sorted."""
    return list(project.named_folders(SOURCES))


def load_source(project: Project, source_id: str) -> Source:
    """Return a source with its reading profile; raises Unusable with all faults of its files."""
    folders = project.named_folders(SOURCES)
    if source_id not in folders:
        raise unknown("sources", "source", source_id, folders)
    folder = folders[source_id]
    tree, problems = read_cached(folder / "source.yaml", project.parsed)
    source = None
    if not problems:
        source, problems = validate(Source, tree, "", tree.value)
    if source and source.id != source_id:
        problems.append(
            Problem(tree.place("id"), f"the id is '{source.id}' but the folder '{source_id}'; let them agree", "source")
        )
    reading, trees = {}, {}
    corrections = [folder / CORRECTIONS] if (folder / CORRECTIONS).is_file() else []
    for file in [*files_of(folder / "reading", ".yaml"), *corrections]:
        part, faults = read_cached(file, project.parsed)
        problems += faults
        if part.value is not None:
            reading[file.stem], trees[file.stem] = part.value, part
    if source is None or problems:
        raise Unusable(*problems)
    patterns = {
        name: [
            PlacedPattern.at(tree.place(f"{name.replace('_', '-')}.{i}"), text)
            for i, text in enumerate(getattr(source, name))
        ]
        for name in ("furniture", "no_rules", "page_breaks")
    }
    return source.model_copy(update={"reading": reading, "trees": trees, **patterns})


def identify(project: Project, document: Path) -> Source:
    """Return the source that a document is a copy of: by its content, else by its file's name.

    Raises Unusable if neither is known.
    """
    ids = source_ids(project)
    if document.is_file():
        digest = hashlib.sha256(document.read_bytes()).hexdigest()
        for source_id in ids:
            source = load_source(project, source_id)
            if digest in source.digests.values():
                return source
    named = [source_id for source_id in ids if document.name.startswith(source_id)]
    if not named:
        raise unusable(
            document, f"is not a known document here; say which it is with --source ({', '.join(ids)})", "source"
        )
    return load_source(project, max(named, key=len))


def digest_of_record(record: Record) -> str:
    """Return 16 hexadecimal digits for those values of a record that were read from the document."""
    return digest_of(json.dumps({key: record.data.get(key) for key in _DIGESTED_KEYS}))[:16]


def accepted_digests(folder: Path) -> dict[str, str] | None:
    """Return the digest of each accepted record of a source, by id; None if its folder has no file of them.

    Raises Unusable if the file can't be read, or has another shape.
    """
    file = folder / REVIEW_FILE
    if not file.is_file():
        return None
    tree, problems = read(file)
    if problems:
        raise Unusable(*problems)
    digests = (tree.value or {}).get("accepted") if isinstance(tree.value or {}, dict) else None
    if not isinstance(digests, dict) or not all(isinstance(digest, str) for digest in digests.values()):
        raise unusable(
            file, say("is not as 'source review' writes it; delete it, and look through the draft anew"), "review"
        )
    return digests


def review_file(digests: Mapping[str, str]) -> str:
    """Return the text of ``review.yaml`` for the digests of accepted records, by id."""
    lines = "".join(f"  {scalar(name)}: {flow(digest)}\n" for name, digest in sorted(digests.items()))
    return f"{_HEAD}accepted:{chr(10) + lines if lines else f' {{}}{chr(10)}'}"

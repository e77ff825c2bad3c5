"""The words of a rulebook's author, in a person's own copy of a draft: ``own-copy/<edition>.yaml`` of the project.

They stand in for texts that nobody has written in words of one's own yet, and git leaves the folder out. A record's own
``text`` comes first. Nothing that is published may have them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.database.model import Edition
from kensei_docs.database.yaml_files import read_cached
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import OWN_COPY, Project

WORDS, DOCUMENT = "words", "document"  # whose words a text has
_CHECK = "data"


def lay_over(project: Project, edition: Edition) -> Iterator[Problem]:
    """Give the records of an edition without a text that of the own copy; yield what is wrong with its file."""
    file = project.layers[0] / OWN_COPY / f"{edition.id}.yaml"
    if not file.is_file():
        return
    tree, problems = read_cached(file, project.parsed)
    yield from problems
    entries = tree.value if isinstance(tree.value, dict) else {}
    if tree.value is not None and not isinstance(tree.value, dict):
        yield Problem(tree.place(), "should hold texts by the ids of records; mend it, or delete it", _CHECK)
    for name, entry in entries.items():
        place = tree.place(str(name))
        if not isinstance(entry, dict) or not isinstance(entry.get("text"), str) or entry.get(WORDS) != DOCUMENT:
            yield Problem(place, f"'{name}' should have a text, and '{WORDS}: {DOCUMENT}'; mend or delete it", _CHECK)
            continue
        record = edition.records.get(str(name))
        if record is None:
            hint = closest(str(name), edition.records)
            yield Problem(place, f"'{name}' is no record{hint}; rename the entry, or delete it", _CHECK, "warning")
        elif "text" not in record.data:
            record.data = {**record.data, "text": entry["text"]}
            record.copied = tree


def refusal(edition: Edition, what: str) -> Problem | None:
    """Return why an edition can't be published as ``what``: it has an author's words; None if it has none."""
    found = edition.in_authors_words
    if not found:
        return None
    count = f"{len(found)} of {len(edition.records)} texts are the rulebook's own words, such as that of {found[0].id}"
    remedy = "write them in words of your own ('kensei-docs source review'), or say --own-use and pass it on to nobody"
    return Problem(Place(str(found[0].place("text").file)), f"{count}: {what} would publish them; {remedy}", "own-copy")

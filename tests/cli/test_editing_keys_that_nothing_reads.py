"""A key that nothing reads is a finding, in whatever mapping of whatever YAML file of a project it stands."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, SequenceNode

from kensei_docs.check.project_files import check_project, pages
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import Project, shipped
from tests.conftest import EVERY

FOLDERS = ("data", "sources", "templates")
NONSENSE = "nonsense-key"
# The mappings in which names are free, by file and path: what a key names there is the record's, the document's or the
# player's own. A fault of their values is another matter.
FREE = {
    "data/editions/*": ["*.figures", "*.rules", "*.columns", "*.formulas", "*.suits", "*.examples", "*.used-with"],
    # The places that a statement compares.
    "data/editions/*/statements.yaml": ["*.says"],
    # What an example of status `prose` expects is computed by nothing.
    "data/editions/kensei-lr-2020/basic-examples.yaml": ["joined-scenery.expect"],
    "data/editions/kensei-2e/turn-examples.yaml": ["two-armies.given", "two-armies.given.units"],
    "data/vocabulary.yaml": [
        "kinds",
        "references",
        "definitions",
        "shapes",
        "answers",
        "trace-names",
        "whose",
        "counterparts",
        "atoms.*.phrase",
        "stands-for.*",
        "within.*",
        "columns.*.values",
    ],
    "data/editions/*/vocabulary.yaml": ["parameters"],
    # The kinds of any game that a document may have.
    "data/proofreading/*": ["heads"],
    # What the database lacks of this is reported by 'reconcile'.
    "sources/*/reading/*": ["*.read", "*.read.*", "*.rows", "*.columns", "*.records"],
    "sources/*/corrections.yaml": ["*.read"],
    "sources/*/source.yaml": ["digests"],
    "templates/*/kind.yaml": ["only", "copies", "fit", "icons", "looks", "figures", "measures"],
    "templates/_shared/themes/*": ["colours"],
    "templates/_shared/targets/*": ["sizes"],
}


def mappings_in(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[MappingNode, tuple[str, ...]]]:
    if isinstance(node, MappingNode):
        yield node, path
        for key, value in node.value:
            yield from mappings_in(value, (*path, str(key.value)))
    elif isinstance(node, SequenceNode):
        for i, value in enumerate(node.value):
            yield from mappings_in(value, (*path, str(i)))


def planted(text: str, node: MappingNode) -> str:
    """Return a file's text with the nonsense key as the first of a mapping."""
    if not node.value:
        at = node.start_mark.index + 1
        return f"{text[:at]}{NONSENSE}: x{text[at:]}"
    first = node.value[0][0].start_mark
    more = ", " if node.flow_style else f"\n{' ' * first.column}"
    return f"{text[: first.index]}{NONSENSE}: x{more}{text[first.index :]}"


def is_free(file: str, path: str) -> bool:
    return any(fnmatch(file, names) and any(fnmatch(path, one) for one in paths) for names, paths in FREE.items())


def findings(project: Project) -> list[Problem]:
    try:
        return list(check_project(project, (), list(pages())))
    except Unusable as unusable:
        return list(unusable.problems)


SEED, ROUNDS = 9, 1


def test_a_nonsense_key_is_found_or_its_place_is_free(tmp_path: Path) -> None:
    """Each round puts one such key into each of some files, into a random mapping of each."""
    for folder in FOLDERS:
        shutil.copytree(shipped() / folder, tmp_path / folder)
    project = Project((tmp_path,), tmp_path / "build")
    files = [file for folder in FOLDERS for file in sorted((tmp_path / folder).rglob("*.yaml"))]
    files = [file for file in files if not {"starters", "specimen"} & set(file.parts)]
    # Faults of these keep others from being looked for: each is in a round of its own.
    alone = [file for file in files if file.name in ("edition.yaml", "vocabulary.yaml", "glossary.yaml", "source.yaml")]
    chosen = random.Random(SEED)
    rounds = [chosen.sample(sorted(set(files) - set(alone)), 105 // EVERY) for _ in range(ROUNDS)]
    silent: set[str] = set()
    for together in [*rounds, *([file] for file in chosen.sample(alone, min(ROUNDS * 3 // EVERY, len(alone))))]:
        texts, places = {}, {}
        for file in together:
            texts[file] = file.read_text(encoding="utf-8")
            name = str(file.relative_to(tmp_path))
            node = YAML(typ="safe").compose(texts[file])
            parts = [(part, ".".join(path)) for part, path in mappings_in(node) if not is_free(name, ".".join(path))]
            if parts:
                part, path = chosen.choice(parts)
                text = planted(texts[file], part)
                file.write_text(text, encoding="utf-8")
                places[str(file), text[: text.index(NONSENSE)].count("\n") + 1] = f"{name}: {path}"
        found = {(one.place.file, one.place.line) for one in findings(project)}
        silent |= {place for at, place in places.items() if at not in found}
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
    assert "\n".join(sorted(silent)) == ""

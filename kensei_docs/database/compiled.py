"""YAML files as they were read last: parsing is most of the work of loading a database.

A file's entry is kept with the digest of its content and is used for that content alone, so it
can't be stale; an entry that is missing, broken or of another version is read anew.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from kensei_docs.database.yamlfile import Spot, Tree, read
from kensei_docs.files import write_whole
from kensei_docs.problems import Problem

# The form of an entry; another number makes all older ones invalid.
_FORM = "1"


def read_compiled(file: Path, folder: Path | None) -> tuple[Tree, list[Problem]]:
    """Read a YAML file, from its entry in ``folder`` where that fits; see ``yamlfile.read``.

    A file with problems is never kept, and a folder that can't be written to is left alone.
    """
    if folder is None:
        return read(file)
    try:
        digest = hashlib.sha256(_FORM.encode() + file.read_bytes()).hexdigest()
    except OSError:
        return read(file)
    entry = folder / f"{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:24]}.json"
    tree = _kept(entry, file, digest)
    if tree is not None:
        return tree, []
    tree, problems = read(file)
    if not problems:
        with suppress(OSError):
            write_whole(entry, json.dumps({
                "digest": digest, "value": tree.value,
                "spots": tree.spots, "keys": tree.keys}))
    return tree, problems


def _kept(entry: Path, file: Path, digest: str) -> Tree | None:
    try:
        kept = json.loads(entry.read_bytes())
        if kept["digest"] != digest:
            return None
        return Tree(file, kept["value"],
                    {path: Spot._make(numbers) for path, numbers in kept["spots"].items()},
                    {path: Spot._make(numbers) for path, numbers in kept["keys"].items()})
    except (OSError, ValueError, TypeError, LookupError, AttributeError):
        return None

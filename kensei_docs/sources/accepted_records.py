"""The accepted records of a draft: ``sources/<id>/review.yaml``, with a digest for each.

A record whose name or figures have changed since has another digest, and has to be reviewed again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from kensei_docs.database import Record
from kensei_docs.database.yaml_reading import read
from kensei_docs.database.yaml_writing import flow, scalar
from kensei_docs.files import digest_of
from kensei_docs.problems import Unusable, say, unusable

FILE = "review.yaml"
_HEAD = "# Records of the draft that were looked at, with a digest of the name and the figures that they had.\n"
# The keys that the digest covers: what was read from the document. Texts and effects are written by a person.
_DIGESTED_KEYS = ("name", "figures", "columns", "rows")


def digest_of_record(record: Record) -> str:
    """Return 16 hexadecimal digits for those values of a record that were read from the document."""
    return digest_of(json.dumps({key: record.data.get(key) for key in _DIGESTED_KEYS}))[:16]


def accepted_digests(folder: Path) -> dict[str, str] | None:
    """Return the digest of each accepted record of a source, by id; None if its folder has no file of them.

    Raises Unusable if the file can't be read, or has another shape.
    """
    file = folder / FILE
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

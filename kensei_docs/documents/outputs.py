"""What was written where, from what: an output that would come out the same isn't written again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from kensei_docs.documents.faces import Finding
from kensei_docs.documents.files import write_whole


@dataclass(frozen=True)
class Written:
    """An output as it was written: the digest of what it was made from, and of its bytes."""

    key: str
    digest: str
    faces: int
    sheets: int
    findings: tuple[tuple[str, Finding], ...]


class Manifest:
    """The outputs that were written, by path; a manifest that can't be read is an empty one."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outputs: dict[str, Written] = {}
        try:
            for path, entry in json.loads(file.read_bytes()).items():
                findings = tuple((slot, Finding(**finding)) for slot, finding in entry["findings"])
                self._outputs[path] = Written(**{**entry, "findings": findings})
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            self._outputs = {}

    def current(self, path: Path, key: str) -> Written | None:
        """Return what was written at a path, if it is still there whole and made from the same."""
        written = self._outputs.get(str(path.resolve()))
        if written is None or written.key != key:
            return None
        try:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        except OSError:
            return None
        return written if digest == written.digest else None

    def write(self, path: Path, key: str, data: bytes, faces: int, sheets: int,
              findings: Sequence[tuple[str, Finding]]) -> Written:
        """Write an output whole or not at all, and remember it; raises OSError."""
        write_whole(path, data)
        written = Written(key, hashlib.sha256(data).hexdigest(), faces, sheets, tuple(findings))
        self._outputs[str(path.resolve())] = written
        entries = {path: asdict(entry) for path, entry in sorted(self._outputs.items())}
        write_whole(self._file, json.dumps(entries, ensure_ascii=False).encode())
        return written

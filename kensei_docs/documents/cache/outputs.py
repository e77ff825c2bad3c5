"""What was written where, from what: an output that would come out the same isn't written again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kensei_docs.documents.layout.defects import Finding
from kensei_docs.files import write_whole

# The manifest, in the folder of what can be made again.
MANIFEST = "outputs.json"

# Orders to remember: a user has few habits.
_ORDERS = 32


@dataclass(frozen=True)
class Written:
    """An output as it was written: the digest of what it was made from, and of its bytes."""

    key: str
    digest: str
    faces: int
    sheets: int
    findings: tuple[tuple[str, Finding], ...]


@dataclass(frozen=True)
class Output:
    """One finished document: its path, whether it had to be written, and what it holds."""

    path: Path
    fresh: bool
    faces: int
    sheets: int


class Manifest:
    """The outputs that were written, by path, and the orders that were carried out whole.

    A manifest that can't be read is an empty one.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outputs: dict[str, Written] = {}
        self._orders: dict[str, dict[str, str]] = {}
        try:
            kept = json.loads(file.read_bytes())
            self._outputs = {path: _written(entry) for path, entry in kept["outputs"].items()}
            self._orders = {
                order: {str(path): str(key) for path, key in keys.items()} for order, keys in kept["orders"].items()
            }
        except (OSError, ValueError, TypeError, LookupError, AttributeError):
            self._outputs, self._orders = {}, {}

    def current(self, path: Path, key: str) -> Written | None:
        """Return what was written at a path, if it is still there whole and made from the same."""
        written = self._outputs.get(str(path.resolve()))
        if written is None or written.key != key:
            return None
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return None
        return written if digest == written.digest else None

    def write(
        self,
        path: Path,
        key: str,
        data: Iterable[bytes],
        faces: int,
        sheets: int,
        findings: Sequence[tuple[str, Finding]],
    ) -> Written:
        """Write an output whole or not at all, and remember it; raises OSError."""
        written = self.add(path, key, data, faces, sheets, findings)
        self.save()
        return written

    def add(
        self,
        path: Path,
        key: str,
        data: Iterable[bytes],
        faces: int,
        sheets: int,
        findings: Sequence[tuple[str, Finding]],
    ) -> Written:
        """Write one of many outputs, to be remembered with ``save``; raises OSError."""
        digest = hashlib.sha256()

        def pieces() -> Iterator[bytes]:
            for piece in data:
                digest.update(piece)
                yield piece

        write_whole(path, pieces())
        written = Written(key, digest.hexdigest(), faces, sheets, tuple(findings))
        self._outputs[str(path.resolve())] = written
        return written

    def forget_all_but(self, folder: Path, kept: Collection[Path]) -> None:
        """Take away what was written into a folder before and isn't wanted any more."""
        names = {str(path.resolve()) for path in kept}
        inside = str(folder.resolve())
        for name in [name for name in self._outputs if str(Path(name).parent) == inside]:
            if name not in names:
                Path(name).unlink(missing_ok=True)
                del self._outputs[name]

    def recall(self, order: str) -> list[tuple[Path, Written]] | None:
        """Return the outputs of an order (the digest of it and of all it reads), if all is as it
        was when it was carried out, with nothing to find fault with."""
        found = []
        for name, key in self._orders.get(order, {}).items():
            written = self.current(Path(name), key)
            if written is None:
                return None
            found.append((Path(name), written))
        return found or None

    def remember(self, order: str, paths: Sequence[Path]) -> None:
        """Keep an order that was carried out with nothing to find fault with."""
        names = [str(path.resolve()) for path in paths]
        orders = {**self._orders, order: {name: self._outputs[name].key for name in names}}
        self._orders = dict(list(orders.items())[-_ORDERS:])
        self.save()

    def save(self) -> None:
        """Write the manifest; raises OSError."""
        outputs = {path: asdict(entry) for path, entry in sorted(self._outputs.items())}
        kept = {"outputs": outputs, "orders": self._orders}
        write_whole(self._file, json.dumps(kept, ensure_ascii=False).encode())


def _written(entry: dict[str, Any]) -> Written:
    findings = tuple((slot, Finding(*finding)) for slot, finding in entry["findings"])
    return Written(**{**entry, "findings": findings})

"""What is kept of a file that was parsed: a line for each of its parts, read as they are needed.

A line begins with the digest of the part's text, which says whether it is still of use, and with a
digest of the rest of itself, which says whether it is still whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from kensei_docs.files import write_whole

# How many characters of a digest are kept.
_DIGEST = 32
# Values that are read at a time: what their keys are called is in memory once for all of them.
_AT_A_TIME = 100

# Where the values in a part of a file stand, and where their keys do, from where that begins.
Where = Sequence[Mapping[str, Sequence[int]]]


def digest_of_part(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]


def line_of(digest: str, value: Any, where: Where) -> str:
    """Return the line of a part."""
    rest = f"{json.dumps(value)}\t{json.dumps(where)}"
    return f"{digest} {digest_of_part(rest)} {rest}\n"


class Entry:
    """The lines that are kept of one file, in a file of their own."""

    def __init__(self, folder: Path, file: Path) -> None:
        name = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:24]
        self._file = folder / f"{name}.jsonl"

    def lines(self) -> Iterator[str]:
        """Yield the lines, as far as they can be read."""
        with suppress(OSError, UnicodeDecodeError), self._file.open(encoding="utf-8", newline="\n") as lines:
            yield from lines

    def values(self, wanted: set[str]) -> dict[str, Any]:
        """Return the values of parts by their digests, as far as they are kept."""
        found: dict[str, Any] = {}
        waiting: dict[str, str] = {}

        def read_waiting() -> None:
            values = json.loads(f"[{','.join(waiting.values())}]")
            found.update(zip(waiting, values, strict=True))
            waiting.clear()

        for digest, value, _ in _sound(self.lines()):
            if digest in wanted:
                waiting[digest] = value
                if len(waiting) == _AT_A_TIME:
                    read_waiting()
        read_waiting()
        return found

    def write(self, kept: set[str], fresh: Iterable[str]) -> None:
        """Write the lines of the parts whose digests are ``kept``, and others; raises OSError."""
        still = (line for line in self.lines() if line.partition(" ")[0] in kept)
        write_whole(self._file, (line.encode() for line in chain(still, fresh)))


def places_in(lines: Iterable[str], wanted: Mapping[str, str]) -> dict[str, Where]:
    """Return where everything stands in the parts that are ``wanted``: keys by their digests."""
    return {wanted[digest]: json.loads(where) for digest, _, where in _sound(lines) if digest in wanted}


def _sound(lines: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield what stands in lines that are as they were written: digest, value, places."""
    for line in lines:
        digest, _, checked = line.removesuffix("\n").partition(" ")
        check, _, rest = checked.partition(" ")
        if check == digest_of_part(rest):
            value, _, where = rest.partition("\t")
            yield digest, value, where

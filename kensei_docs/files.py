"""Writing files whole or not at all, and digests of what is in them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path


def write_whole(path: Path, data: bytes | str | Iterator[bytes]) -> None:
    """Write a file beside its place, then rename it there; raises OSError and leaves no trace.

    Text is written as UTF-8, pieces as they come. A file that was there keeps its permissions.
    """
    # Not imported to read what is there: it takes as long as that.
    import tempfile

    content = [data.encode("utf-8")] if isinstance(data, str) else ([data] if isinstance(data, bytes) else data)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as out:
                out.writelines(content)
            Path(beside).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as fault:
        # Of the file that was to be written: nobody knows the one beside it.
        raise OSError(fault.errno, fault.strerror, str(path)) from None


def digest_of(*parts: str | bytes) -> str:
    """Return the digest of some texts or bytes, in that order."""
    found = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        found.update(len(data).to_bytes(8, "big") + data)
    return found.hexdigest()

"""Writes files whole or not at all; digests of contents."""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path

# The name of a temporary file beside the one that is written, with the number of its process.
_TEMPORARY = re.compile(r"\..+\.(\d{1,10})-\w{8}")


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a temporary file beside ``path`` and rename it; raises OSError, and then leaves no file behind.

    Text is written as UTF-8 (what is no character, such as a byte of a file's name, as its escape). A file that was
    there keeps its permissions; a device or a pipe (``/dev/null``, ``/dev/stdout``) is written to, and not replaced by
    a file.
    """
    # Imported only to write: the import takes as long as reading an entry of a cache.
    import tempfile

    content = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    if is_pipe_or_device(path):
        path.write_bytes(content)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _sweep(path.parent)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(content)
            Path(beside).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            Path(beside).replace(path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        # The error names the file that was asked for, not the temporary one beside it.
        raise OSError(error.errno, error.strerror, str(path)) from None


def is_pipe_or_device(path: Path) -> bool:
    """Return whether a path is there, and is neither a file nor a folder: to read it may never end."""
    return path.exists() and not path.is_file() and not path.is_dir()


@cache
def _sweep(folder: Path) -> None:
    """Delete the temporary files of processes that were killed while they wrote into a folder, once a process."""
    for file in os.scandir(folder):
        if (named := _TEMPORARY.fullmatch(file.name)) and not _is_running(int(named[1])):
            Path(file.path).unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        # It is another user's.
        return True
    return True


def digest_of(*parts: str | bytes) -> str:
    """Return the digest of some texts or bytes, in that order; a text may be a path with bytes that are not UTF-8."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@cache
def digest_of_code(file: str) -> str:
    """Return the digest of a module, given as its ``__file__``: what other code has cached is not used."""
    return digest_of(Path(file).read_bytes())

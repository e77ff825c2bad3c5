"""A fault of the tool itself: one line for the terminal, which names a file with what is needed to mend it.

The file may be sent to anybody. It has the types of the exceptions and the lines of code that they passed, the version
and the command; never the message of an exception, which may quote a document, nor the name of the user's home.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb

from kensei_docs import __version__

# EX_SOFTWARE of sysexits.h.
EXIT_STATUS = 70
_PACKAGE = Path(__file__).resolve().parent
# The calls of an exception that are written, from the innermost: endless recursion has thousands.
_MAX_CALLS = 40
# A call in the traceback of a worker process, which arrives as text.
_CALL_AS_TEXT = re.compile(r'^ +File "(?P<file>.+)", line (?P<line>\d+), in (?P<function>.+)$', re.M)


def report_of(fault: BaseException) -> str:
    """Write the report of an exception into the folder for temporary files; return the line to print.

    If no file can be written, the line says so.
    """
    own = [call for call in _calls(fault) if Path(call[0]).is_relative_to(_PACKAGE)]
    where = f" at {Path(own[-1][0]).relative_to(_PACKAGE.parent).as_posix()}:{own[-1][1]}" if own else ""
    what = f"kensei-docs: a fault of the program ({type(fault).__name__}{where})"
    try:
        handle, file = tempfile.mkstemp(prefix="kensei-docs-fault-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as out:
            out.writelines(f"{line}\n" for line in _lines(fault))
    except OSError as refused:
        return (
            f"{what}; a report of it can't be written ({refused.strerror}): report this line, and the command  [fault]"
        )
    return f"{what}; send the file {file} to those who mend it: it has no words of your documents  [fault]"


def _lines(fault: BaseException) -> Iterator[str]:
    yield f"kensei-docs {__version__}, Python {platform.python_version()}, {platform.platform()}"
    yield f"command: {' '.join(map(_without_home, ['kensei-docs', *sys.argv[1:]]))}"
    one: BaseException | None = fault
    seen: set[int] = set()
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        calls = _calls(one)
        yield ""
        yield f"{type(one).__module__}.{type(one).__qualname__}, raised by the last of these calls:"
        if len(calls) > _MAX_CALLS:
            yield f"  … {len(calls) - _MAX_CALLS} calls"
        yield from (f"  {_without_home(file)}:{line} {function}" for file, line, function in calls[-_MAX_CALLS:])
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _calls(fault: BaseException) -> list[tuple[str, int, str]]:
    """Return (file, line, function) of each call that an exception passed, the innermost last."""
    calls = [(frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in walk_tb(fault.__traceback__)]
    if fault.__cause__ is not None and type(fault.__cause__).__name__ == "_RemoteTraceback":
        found = _CALL_AS_TEXT.finditer(str(fault.__cause__))
        calls += [(call["file"], int(call["line"]), call["function"]) for call in found]
    return calls


def _without_home(text: str) -> str:
    home = os.environ.get("HOME", "")
    return text.replace(home, "~") if len(home) > 1 else text

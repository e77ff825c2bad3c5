"""The scripts of a site as they are published: without what only who reads their source needs.

esbuild, a program that comes with the runtime, gives names within a script one letter and drops what says nothing; it
is the same version, and so the same bytes, on every system that it is fetched for. A site without the runtime has
neither it nor the pages that are large: there, comments and indentation are taken off.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from kensei_docs.problems import Place, Problem, Unusable, say

CHECK = "site"
_OPTIONS = ("--minify", "--charset=utf8", "--legal-comments=none", "--log-level=error", "--tsconfig-raw={}")
# What makes the scripts of the library shorter still: only what a page uses of it travels, and what it alone calls by a
# name with two lines before it has a letter for a name.
LIBRARY = ("--format=iife", "--tree-shaking=true", "--mangle-props=^__[a-z]?$")
# In a template of htm, what its reader sees and htm drops: a line that begins with an element or a value (space about a
# break of lines is no text), the name of a tag that ends, quotes about one word, a space before the end of a tag.
# Scripts that have such a template have nothing else that looks so: code has spaces about its `=`.
_TEMPLATE = "html`"
_DROPPED = (
    (re.compile(r"\n(?=<|\$\{)"), ""),
    (re.compile(r"</(?:\w+|/)>"), "</>"),
    (re.compile(r'(?<=[\w}"]\s)([\w-]+)="([\w.#-]+)"(?=[ >])'), r"\1=\2"),
    (re.compile(r"(?<=\S) />"), "/>"),
)


def shortened(
    scripts: Mapping[str, str], minifier: bytes | None = None, options: tuple[str, ...] = ()
) -> dict[str, bytes]:
    """Return scripts by name, given by their source, as they are published; ``minifier`` is the program esbuild, and
    ``options`` are more of its own.

    Raises Unusable where the program doesn't run here, or finds a fault in a script.
    """
    plain = {name: _plain(source) for name, source in scripts.items()}
    if minifier is None:
        return {name: source.encode() for name, source in plain.items()}
    return dict(_minified(minifier, tuple((name, _tight(source)) for name, source in plain.items()), options))


def _plain(source: str) -> str:
    """Return a script without the comments that have a line of their own, and without indentation."""
    lines = (line.strip() for line in source.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def _tight(source: str) -> str:
    """Return a script with the templates of htm without what htm drops."""
    for pattern, instead in _DROPPED if _TEMPLATE in source else ():
        source = pattern.sub(instead, source)
    return source


@cache
def _minified(
    minifier: bytes, scripts: tuple[tuple[str, str], ...], options: tuple[str, ...]
) -> tuple[tuple[str, bytes], ...]:
    with TemporaryDirectory(prefix="kensei-") as made:
        folder = Path(made)
        program = folder / ("esbuild.exe" if sys.platform == "win32" else "esbuild")
        program.write_bytes(minifier)
        program.chmod(0o700)
        for name, source in scripts:
            (folder / name).write_text(source, encoding="utf-8", newline="\n")
        command = [str(program), *_OPTIONS, *options, "--outdir=out", *(name for name, _ in scripts)]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as fault:
            reason = str(getattr(fault, "stderr", "") or fault).strip()
            message = say("makes no script short here: %(reason)s", reason=reason)
            raise Unusable(Problem(Place("esbuild"), message, CHECK)) from fault
        return tuple((name, (folder / "out" / name).read_bytes()) for name, _ in scripts)

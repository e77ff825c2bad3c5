"""The modules of the engine as bytecode, which a browser need not compile: the engine is up in half the time.

Bytecode is of one version of Python. That of the browser compiles it here, run by Node, which comes with the npm that
fetches the runtime; on a machine without it the modules travel as sources, and mean the same.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from kensei_docs.caches import shared_folder
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem, Unusable, say

CHECK = "site"
_NODE = "node"
_PROGRAM = Path(__file__).with_name("bytecode.mjs")


def has_compiler() -> bool:
    """Return whether this machine has the program that runs the browser's Python."""
    return shutil.which(_NODE) is not None


def compiled(modules: Mapping[str, bytes], runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the modules ``NAME.py`` as ``NAME.pyc``, and what is no module as it is.

    ``runtime`` has the files of Python for the browser by name. As they are on a machine that has_compiler() says no
    of. Raises Unusable where the program fails.
    """
    sources = {name: content for name, content in modules.items() if name.endswith(".py")}
    if not sources or not has_compiler():
        return dict(modules)
    parts = (part for files in (runtime, sources) for name in sorted(files) for part in (name, files[name]))
    kept = shared_folder("bytecode") / f"{digest_of(_PROGRAM.read_bytes(), *parts)}.zip"
    made: dict[str, bytes] = {}
    with suppress(OSError, zipfile.BadZipFile, KeyError):
        made = _unpacked(kept.read_bytes())
    if made.keys() != sources.keys():
        packed = _compile(sources, runtime)
        made = _unpacked(packed)
        write_whole(kept, packed)
    return {f"{name}c" if name in made else name: made.get(name, content) for name, content in modules.items()}


def _unpacked(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        return {name: files.read(name) for name in files.namelist()}


def _compile(sources: Mapping[str, bytes], runtime: Mapping[str, bytes]) -> bytes:
    with TemporaryDirectory(prefix="kensei-") as made:
        folder = Path(made)
        for name, content in (*runtime.items(), (_PROGRAM.name, _PROGRAM.read_bytes())):
            (folder / name).write_bytes(content)
        with zipfile.ZipFile(folder / "modules.zip", "w") as packed:
            for name, content in sources.items():
                packed.writestr(name, content)
        command = [str(shutil.which(_NODE)), _PROGRAM.name, "modules.zip", "out.zip"]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as fault:
            reason = str(getattr(fault, "stderr", "") or fault).strip()[-500:]
            message = say("compiles nothing for the browser here: %(reason)s", reason=reason)
            raise Unusable(Problem(Place(_NODE), message, CHECK)) from fault
        return (folder / "out.zip").read_bytes()

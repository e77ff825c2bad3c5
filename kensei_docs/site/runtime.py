"""The engine as a folder of a static site: Python for the browser, what answers questions, and a snapshot.

``runtime.json`` names the files of the runtime, of the library that keeps the state of pages, and of the program that
makes scripts short (one for each system), with the digest of each, and what fetches them; nothing is fetched here: a
folder is given that has them. What travels besides are the
modules that ``questions`` reaches by its imports, and the packages that these need, without what only other programs
ask for.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import pickle
import platform
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import kensei_docs
from kensei_docs.database import Database
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem, Unusable, say, unusable
from kensei_docs.project import Project
from kensei_docs.site.bytecode import compiled
from kensei_docs.site.scripts import LIBRARY, shortened
from kensei_docs.site.snapshot import write_snapshot

CHECK = "site"
_PACKAGE = Path(kensei_docs.__file__).parent
_HERE = Path(__file__).parent
# The module that the browser runs.
_FIRST = "kensei_docs.site.questions"
# What is found by looking through a folder, and not by an import.
_WHOLE_FOLDERS = ("engine/expressions", "languages")
# The files of the folder, beside those of the runtime.
WORKER, PACKED, SNAPSHOT, CONTENTS = "engine.js", "engine.bin", "snapshot.bin", "engine.json"
_LOCK, _STDLIB = "pyodide-lock.json", "python_stdlib.zip"
# The day that all files in a package have, so that the same ones make the same package.
_DAY = (2020, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class EngineFolder:
    """What was written: the size of each file by name, in bytes, and the digest of all of them together."""

    sizes: Mapping[str, int]
    digest: str


@cache
def _declared() -> Any:
    return json.loads((_HERE / "runtime.json").read_text(encoding="utf-8"))


def _files() -> list[Any]:
    """Return what is declared of the files that this system needs."""
    # Both names of each processor: systems differ.
    processor = {"amd64": "x64", "x86_64": "x64", "arm64": "arm64", "aarch64": "arm64"}.get(platform.machine().lower())
    here = f"{sys.platform}-{processor}"
    return [file for file in _declared()["files"] if file.get("system", here) == here]


def commands() -> list[str]:
    """Return the commands that fetch the files of the runtime into the working directory."""
    return [_command(by) for by in _declared()["commands"]]


def _command(by: str) -> str:
    """Return the command that fetches all files which a package manager has."""
    asked = (file["asks"] for file in _files() if file["by"] == by)
    return " ".join((_declared()["commands"][by], *asked))


def runtime_problems(folder: Path) -> Iterator[Problem]:
    """Yield a problem for each file of the runtime that a folder lacks, or has in another version."""
    for file in _files():
        path = folder / file["name"]
        if not path.is_file():
            message = say("is not there; fetch it with: %(command)s", command=_command(file["by"]))
            yield Problem(Place(str(path)), message, CHECK)
        elif hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
            message = say(
                "is not the file that this version was tested with; fetch it with: %(command)s",
                command=_command(file["by"]),
            )
            yield Problem(Place(str(path)), message, CHECK)
        elif (package := file.get("version-of")) and f"-{_version_of(package)}-" not in file["name"]:
            message = say(
                "is of another version than %(package)s %(version)s, which is installed; install that of the file",
                package=package,
                version=_version_of(package),
            )
            yield Problem(Place(str(path)), message, CHECK)


def engine_files(project: Project, database: Database, languages: Iterable[str], runtime: Path) -> dict[str, bytes]:
    """Return the files of the engine of a database by name, from the files of the runtime in a folder.

    Raises Unusable where the runtime isn't what it should be.
    """
    if problems := list(runtime_problems(runtime)):
        raise Unusable(*problems)
    spoken = tuple(languages)
    files = {
        **_files_with_modules(runtime, spoken),
        SNAPSHOT: write_snapshot(project, database, spoken),
        **shortened({WORKER: (_HERE / WORKER).read_text(encoding="utf-8")}, minifier(runtime)),
    }
    digest = digest_of(*(part for name in sorted(files) for part in (name, files[name])))
    files[CONTENTS] = json.dumps({"digest": digest, "files": sorted(files)}, indent=1).encode()
    return files


def write_engine(
    project: Project, database: Database, languages: Iterable[str], runtime: Path, out: Path
) -> EngineFolder:
    """Write the engine of a database into a folder, from the files of the runtime in another.

    Raises Unusable where the runtime isn't what it should be.
    """
    files = engine_files(project, database, languages, runtime)
    for name, content in files.items():
        write_whole(out / name, content)
    digest = str(json.loads(files[CONTENTS])["digest"])
    return EngineFolder({name: len(content) for name, content in files.items()}, digest)


def library_files(runtime: Path) -> dict[str, bytes]:
    """Return the scripts of the library that keeps the state of pages, and its licences, by address in a site.

    Raises Unusable where the runtime isn't what it should be.
    """
    if problems := list(runtime_problems(runtime)):
        raise Unusable(*problems)
    found: dict[str, bytes] = {}
    scripts: dict[str, str] = {}
    for file in _files():
        if "holds" in file and file["name"] != _pyodide()["name"]:
            held = _held(runtime, file)
            scripts |= {name: _script_of(name, held.pop(name), file) for name in [*held] if name.endswith(".js")}
            found |= held
    return found | shortened(scripts, minifier(runtime), LIBRARY)


def _script_of(name: str, module: bytes, file: Any) -> str:
    """Return a module of the library as a script that gives pages what they use of it, under its name: a page of a
    folder can load no module."""
    source, given = module.decode(), f"globalThis.{name.removesuffix('.js')}="
    if "used" not in file:
        return source.replace("export default ", given)
    before, _, exported = source.rpartition("export{")
    pairs = [one.split(" as ") for one in exported.partition("}")[0].split(",")]
    names = {name: within for within, name in pairs}
    return f"{before}{given}{{{','.join(f'{one}:{names[one]}' for one in file['used'])}}};\n"


@cache
def minifier(runtime: Path) -> bytes | None:
    """Return the program that makes scripts short on this system, of a runtime that has no problems; None where there
    is none for it."""
    for file in _files():
        if "program" in file:
            return _held(runtime, {**file, "holds": {file["program"]: "program"}})["program"]
    return None


def own_modules() -> list[Path]:
    """Return the modules of this package that run in the browser: those that ``questions`` reaches by imports."""
    left, found = [_FIRST], set[Path]()
    for folder in _WHOLE_FOLDERS:
        left += [f"kensei_docs.{folder.replace('/', '.')}.{file.stem}" for file in (_PACKAGE / folder).glob("*.py")]
    while left:
        path = _PACKAGE.joinpath(*left.pop().split(".")[1:])
        files = [path / "__init__.py" if path.is_dir() else path.with_suffix(".py")]
        # The packages around a module are imported with it.
        files += [above / "__init__.py" for above in files[0].parents if above.is_relative_to(_PACKAGE)]
        for file in (file for file in files if file.is_file() and file not in found):
            found.add(file)
            left += _imports_of(file)
    return sorted(found)


def _imports_of(file: Path) -> Iterator[str]:
    """Yield the modules of this package that a module imports, and what may be one."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "kensei_docs":
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "kensei_docs")


@cache
def _files_with_modules(runtime: Path, languages: tuple[str, ...]) -> dict[str, bytes]:
    """Return the files of Python for the browser, and the archive of all modules that travel.

    They are the same for each edition of a site.
    """
    found, library = _files_of_runtime(runtime)
    wheel = next(runtime / file["name"] for file in _declared()["files"] if "version-of" in file)
    modules = {**_files_of_packages(languages), **dict(_unpacked(wheel)), **_own_files()}
    # One run of the compiler has all.
    both = {"library": library, "modules": modules}
    sources = {f"{part}/{name}": content for part, files in both.items() for name, content in files.items()}
    made: dict[str, dict[str, bytes]] = {part: {} for part in both}
    for path, content in compiled(sources, {**found, _STDLIB: _packed(library)}).items():
        part, _, name = path.partition("/")
        made[part][name] = content
    whole = _packed(made["modules"], zipfile.ZIP_STORED)
    return {**found, _STDLIB: _packed(made["library"]), PACKED: gzip.compress(whole, 9, mtime=0)}


def _own_files() -> dict[str, bytes]:
    data = [
        file for folder in _WHOLE_FOLDERS for file in (_PACKAGE / folder).iterdir() if file.suffix in (".lark", ".yaml")
    ]
    found = {file.relative_to(_PACKAGE.parent).as_posix(): file.read_bytes() for file in (*own_modules(), *data)}
    # The words of languages come with the snapshot: their files only say that there are such.
    return {name: b"" if name.endswith(".yaml") else content for name, content in found.items()}


def _files_of_packages(languages: Iterable[str]) -> dict[str, bytes]:
    """Return the files of the packages that travel, as they are installed."""
    from importlib.metadata import files

    spoken = [code.partition("_")[0] for code in languages]
    kept = [*_declared()["kept"]]
    kept += [name for code in spoken for name in (f"babel/locale-data/{code}.dat", f"num2words/lang_{code.upper()}.py")]
    kept += ["babel/locale-data/en.dat", "num2words/lang_EN.py"]
    found: dict[str, bytes] = {}
    for package, left_out in _declared()["packages"].items():
        for file in files(package) or ():
            name = file.as_posix()
            is_licence = ".dist-info/" in name and re.search(r"licen[cs]e|copying", name, re.IGNORECASE)
            is_code = name.endswith((".py", ".dat")) and not name.startswith("..") and ".dist-info/" not in name
            if is_licence or name in kept or (is_code and not any(fnmatch(name, one) for one in left_out)):
                content = Path(str(file.locate())).read_bytes()
                found[name] = _slim(name, content) if name.endswith(".dat") else content
    found |= {"num2words/__init__.py": _words_of_numbers(found.get("num2words/__init__.py", b""), found)}
    return found


def _slim(name: str, content: bytes) -> bytes:
    """Return data of a locale, which Babel pickles, without the parts that nothing here asks for."""
    # Reading them is what Babel itself does with its own files.
    parts = pickle.loads(content)
    for pattern, left_out in _declared()["left-out-of-locales"].items():
        for part in left_out if fnmatch(name, pattern) else ():
            if part in parts:
                parts[part] = {}
    return pickle.dumps(parts, 4)


def _words_of_numbers(text: bytes, found: Mapping[str, bytes]) -> bytes:
    """Return the module that imports the words of all languages, with those alone that travel."""
    lines = []
    for line in text.decode().splitlines(keepends=True):
        module = re.search(r"\blang_\w+", line)
        if module is None or f"num2words/{module[0]}.py" in found:
            lines.append(line)
    return "".join(lines).encode()


def _unpacked(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if not name.endswith((".pyi", "py.typed", "/")) and "/sboms/" not in name:
                yield name, packed.read(name)


def _pyodide() -> Any:
    return _declared()["files"][0]


def _held(runtime: Path, file: Any) -> dict[str, bytes]:
    """Return what is taken of an archive of npm, by the names that it has in a site."""
    found: dict[str, bytes] = {}
    with tarfile.open(runtime / file["name"]) as packed:
        for name, here in file["holds"].items():
            member = packed.extractfile(f"package/{name}")
            if member is None:
                raise unusable(runtime / file["name"], say("has no '%(name)s'; fetch it anew", name=name), CHECK)
            found[here] = member.read()
    return found


def _files_of_runtime(runtime: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of Python for the browser, and its library by module, without what nothing here imports."""
    found = _held(runtime, _pyodide())
    # It lists packages that could be fetched: none are.
    lock = json.loads(found[_LOCK])
    found[_LOCK] = json.dumps({**lock, "packages": {}}).encode()
    with zipfile.ZipFile(io.BytesIO(found.pop(_STDLIB))) as library:
        left_out = _declared()["left-out-of-stdlib"]
        names = [name for name in library.namelist() if not any(fnmatch(name, one) for one in left_out)]
        return found, {name: library.read(name) for name in names if not name.endswith("/")}


def _packed(files: Mapping[str, bytes], way: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", way, compresslevel=9) as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type, entry.external_attr = way, 0o644 << 16
            packed.writestr(entry, files[name], compresslevel=9)
    return made.getvalue()


def _version_of(package: str) -> str:
    from importlib.metadata import version

    return version(package)

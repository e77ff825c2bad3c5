"""A bundle: all prints of an edition in some languages, with its change log, feed, licences and checksums.

It is a folder named after edition and version, such as ``kensei-2e-2e.3``. Everything is first printed into the
project's cache; only without errors, it is copied into a temporary folder, which is then renamed.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database
from kensei_docs.database.edition_version import version_of
from kensei_docs.documents.build import Watcher, refusing_unwritable, run
from kensei_docs.documents.plan import Order
from kensei_docs.documents.release.notices import Notices
from kensei_docs.documents.release.release_settings import read_settings
from kensei_docs.documents.targets.build_for_target import build_for_target
from kensei_docs.documents.targets.target import require_target
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project, shipped

CHECK = "release"
# The file with checksums and the folder with licences in a bundle.
CHECKSUMS = "SHA256SUMS"
LICENCES = "licences"
# The folder of the cache for the prints of a release.
STAGE = "release"
# The targets besides sheets of paper: pages for the screen, and decks for a virtual table.
_TARGETS = ("html", "tts")
# The patterns of the licence files in the folder of a layer.
_LICENCE_FILES = ("LICENSE*", "LICENCE*", "COPYING*", "docs/licences.md")


@dataclass(frozen=True)
class Bundle:
    """A finished bundle: its folder, the paths of its files within it, their total size in bytes, and whether this run
    wrote it (``fresh``)."""

    folder: Path
    files: tuple[str, ...]
    size: int
    fresh: bool


# The files of a bundle by their paths within it: a file to copy, or the content of a file.
_Files = dict[str, Path | bytes]


def release(
    project: Project, database: Database, order: Order, watcher: Watcher, overwrite: bool = False
) -> tuple[list[Bundle], list[Problem]]:
    """Make the bundles of an order's editions in the folder ``order.out``; return them and the warnings of the prints.

    Either all of them are written or none. Raises Unusable if something can't be printed or has errors, or if there is
    a bundle of the same name with other contents, and ``overwrite`` is false.
    """
    problems: list[Problem] = []
    contents: dict[str, _Files] = {}
    for edition in order.editions:
        name = f"{edition.id}-{version_of(edition)}"
        contents[name] = _files_of(project, database, replace(order, editions=[edition]), name, watcher, problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise Unusable(*dict.fromkeys(errors))
    with refusing_unwritable(order.out):
        order.out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".release-", dir=order.out) as beside:
            made = {name: _write(Path(beside) / name, files) for name, files in contents.items()}
            fresh = {name for name, folder in made.items() if _digests(folder) != _digests(order.out / name)}
            others = [order.out / name for name in made if name in fresh and (order.out / name).exists()]
            if others and not overwrite:
                raise Unusable(*map(_refused, others))
            for name in fresh:
                if (order.out / name).exists():
                    (order.out / name).replace(Path(beside) / f"{name}.old")
                made[name].replace(order.out / name)
    bundles = [
        Bundle(folder := order.out / name, files := tuple(_digests(folder)), _size(folder, files), name in fresh)
        for name in contents
    ]
    return bundles, [problem for problem in dict.fromkeys(problems) if problem.severity == "warning"]


def _refused(folder: Path) -> Problem:
    message = (
        "was released with other contents; a version is released once: put an erratum in force for a new one, or say "
        "--overwrite where nobody has this one yet"
    )
    return Problem(Place(str(folder)), message, CHECK)


def _files_of(
    project: Project, database: Database, order: Order, name: str, watcher: Watcher, problems: list[Problem]
) -> _Files:
    """Print the files of a bundle of one edition into the cache and return them; their problems are added to
    ``problems``."""
    [edition] = order.editions
    settings = read_settings(project)
    order = replace(order, out=project.cache / STAGE)
    printed = [run(project, database, order, watcher)]
    targets = [require_target(project, target, None) for target in _TARGETS]
    for target, language, kind in product(targets, order.languages, order.kinds):
        # Each deck of pictures is in another folder, so each has another address.
        order_of_deck = replace(order, languages=[language], kinds=[kind])
        base = f"{settings.base}{name}/{language}/{target.name}/{kind.name}" if settings.base else ""
        printed.append(build_for_target(project, database, order_of_deck, target, base, False, watcher))
    problems += [problem for prints in printed for problem in (*prints.refused, *prints.problems)]
    home = order.out / edition.id
    files: _Files = {
        output.path.relative_to(home).as_posix(): output.path for prints in printed for output in prints.outputs
    }
    if not files:
        problems.append(Problem(edition.tree.place(), f"there is nothing to print of {edition.id}", CHECK))
    for language in order.languages:
        translator = Translator(project, database, language)
        notices = Notices(project, edition, translator, settings, name)
        files |= {f"{language}/{file}": text.encode() for file, text in notices.files().items()}
        problems += translator.problems
    return {**files, **_licences(project)}


def _licences(project: Project) -> _Files:
    """Return the licence files of all layers of a project."""
    return {
        f"{LICENCES}/{'kensei-docs/' if layer == shipped() else ''}{file.name}": file
        for layer in project.layers
        for pattern in _LICENCE_FILES
        for file in sorted(layer.glob(pattern))
        if file.is_file()
    }


def _write(folder: Path, files: _Files) -> Path:
    """Write the files of a bundle and their checksums into a new folder, and return it; raises OSError."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            shutil.copyfile(content, file)
        else:
            file.write_bytes(content)
    lines = [f"{digest}  {path}\n" for path, digest in _digests(folder).items()]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")
    return folder


def _digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 digest of each file in a folder by its path, sorted; raises OSError."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _size(folder: Path, files: Iterable[str]) -> int:
    return sum((folder / file).stat().st_size for file in files)

"""The one place that knows folder names: a checkout, the installed copy, a user's own project, old or new.

A project is a stack of layers. What the tool ships lies at the bottom; a user's own folder, if
he works in one, lies over it: its files add to those of the layers below, or replace them. The files of a new project
are those of ``data/starters``, with its name, id and language filled in, written at once.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from kensei_docs.caches import cache_folder, shared_folder
from kensei_docs.discover import NOT_UTF8, additions, files_of, folders_of, strays_in
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, Unusable, by_place, unusable
from kensei_docs.slugs import slug_of

_PACKAGE = Path(__file__).resolve().parent
# Folders of a layer.
DATA, SOURCES, TEMPLATES = "data", "sources", "templates"
ART = "art"  # pictures, and sets of icons
FONTS = "fonts"  # typefaces
_MARKS = (DATA, SOURCES, TEMPLATES)
_OUTPUT = "build"
PAGES = "pages"  # the folder of pages of prose
OWN_COPY = "own-copy"  # the folder of texts in the words of a rulebook's author, which git leaves out
READ_FOLDERS = (*_MARKS, ART, FONTS, "printers", PAGES, OWN_COPY)  # the folders that are read, and may be written to
# What else is read or written in a project's folder.
BESIDE = ("printers.yaml", "papers.yaml", "pull.yaml", "pull.lock", "schemas")
# What a new project tells git to leave out: all that can be made again.
GIT_IGNORE = (".gitignore", f"/{_OUTPUT}/\n")
# The patterns of the licence files in the folder of a layer.
LICENCE_FILES = ("LICENSE*", "LICENCE*", "COPYING*", "docs/licences.md")
# The folders in it that have a name of their own here, as parts of a path.
EDITIONS = (DATA, "editions")
ERRATA = (DATA, "errata")
CATALOGUES = (DATA, "locale")
LINEAGES = (DATA, "lineage")
WORDING = (DATA, "wording")
COVERAGE = (DATA, "coverage")
PROOFREADING = (DATA, "proofreading")
STARTERS = (DATA, "starters")
SHARED_TEMPLATES = (TEMPLATES, "_shared")
# What earlier versions kept in ``build/.cache``.
_OLD_CACHE = {"data", "faces", "fontconfig", "outputs.json", "pages", "release", "revisions", "typefaces"}


def shipped() -> Path:
    """Return the folder of the data that comes with the tool: the checkout's or the package's."""
    inside = _PACKAGE / "shipped"
    return inside if inside.is_dir() else _PACKAGE.parent


def today() -> date:
    """Return the day whose rules count: today, or that of ``SOURCE_DATE_EPOCH``, in seconds, for a repeatable build.

    Raises Unusable if that is no such number, or of a day after the year 9999.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        return date.today()
    try:
        # Python reads no number of some thousand digits.
        return datetime.fromtimestamp(int(epoch if epoch.isdecimal() else "-"), UTC).date()
    except (ValueError, OverflowError, OSError):
        message = "gives no day: it is a number of whole seconds since 1970, up to 253402300799; mend or unset it"
        raise unusable("SOURCE_DATE_EPOCH", message, "project") from None


def refuse_strays(folder: Path, *below: Path) -> None:
    """Raise Unusable if something in a project's folder is a link out of it, a link without end, or no file,
    or has a name that is no text.

    A link may lead into the templates of the layers ``below``.
    """
    of_licence = (file for pattern in LICENCE_FILES for file in folder.glob(pattern))
    tops = [*(folder / name for name in (*READ_FOLDERS, *BESIDE, _OUTPUT)), *of_licence]
    allowed = [folder, *(layer / TEMPLATES for layer in below)]
    strays = []
    for path, said, remedy in strays_in(tops, allowed):
        if path.is_relative_to(folder / _OUTPUT):
            if said == NOT_UTF8:
                continue  # nothing there is read
            remedy = "remove it; what is printed may go into any folder that you name with --out"
        strays.append(Problem(Place(str(path)), f"{said}; {remedy}", "links"))
    if strays:
        raise Unusable(*by_place(strays))


@dataclass(frozen=True)
class Project:
    """Layers of folders, the topmost first, and the folder that output is written to.

    Errata of a later day than ``as_of`` are not in force. With ``before``, the erratum of that name is not in force
    either, nor are those after it in its own layer and in the layers above. None: all are in force.
    """

    layers: tuple[Path, ...]
    output: Path
    as_of: date | None = None
    before: str | None = None

    @classmethod
    def open(cls, folder: str | Path | None = None) -> Project:
        """Open the project in a folder, by default the working directory's, with the errata in force today.

        Raises Unusable if the named folder does not exist, or is not a folder, or something in it leads out of it.
        """
        below = shipped()
        if folder is None:
            here = Path.cwd()
            own_folder = here if any((here / mark).is_dir() for mark in _MARKS) else None
        else:
            own_folder = Path(folder)
            if not own_folder.is_dir():
                raise unusable(own_folder, "is not a folder; name the folder of your project", "project")
        if own_folder is None or own_folder.resolve() == below:
            return cls((below,), (own_folder or Path.cwd()) / _OUTPUT, today())
        own_folder = own_folder.resolve()
        refuse_strays(own_folder, below)
        return cls((own_folder, below), own_folder / _OUTPUT, today())

    def as_printed(self) -> Project:
        """Return the project with no erratum in force: as its documents were printed."""
        return replace(self, as_of=date.min)

    @property
    def own_editions(self) -> tuple[str, ...]:
        """The ids of the editions in the topmost layer, which commands take by default."""
        folder = self.layers[0].joinpath(*EDITIONS)
        return tuple(inner.name for inner in folders_of(folder))

    @property
    def cache(self) -> Path:
        """The folder of the caches, which lies outside of the project."""
        return cache_folder(self.layers[0])

    @property
    def parsed(self) -> Path:
        """The folder with the cache of parsed YAML files, catalogues and templates."""
        return self.shared("data")

    def shared(self, name: str) -> Path:
        """Return the folder ``name`` of the cache that all projects share, which never lies in this one."""
        # The folder of the project's own caches is opened first: that sends all caches elsewhere, where they would lie
        # in the project.
        cache_folder(self.layers[0])
        return shared_folder(name)

    def remove_old_cache(self) -> Path | None:
        """Delete the cache that an earlier version kept in the project, and return its folder; None if there is none.

        It is never read. A folder with anything else in it is left alone.
        """
        folder = self.output / ".cache"
        if not self.is_open or folder.is_symlink() or self.output.is_symlink() or not folder.is_dir():
            return None
        if not {inner.name for inner in folder.iterdir()} <= _OLD_CACHE:
            return None
        # Imported only here: most projects have none.
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
        return folder

    @property
    def is_open(self) -> bool:
        """Whether the command works in a project; elsewhere it writes nothing but the output asked for."""
        return self.output.parent in self.layers

    def folders(self, *parts: str) -> list[Path]:
        """Return the folders ``parts`` of every layer that has them, the topmost first."""
        return [folder for folder in self._paths(parts) if folder.is_dir()]

    def _paths(self, parts: tuple[str, ...]) -> list[Path]:
        """Return the path ``parts`` in every layer, the topmost first; templates and catalogues of installed packages
        come last, and replace none of ours."""
        installed = additions() if parts[:1] == (TEMPLATES,) or parts[:2] == CATALOGUES else ()
        return [top.joinpath(*parts) for top in (*self.layers, *(addition.folder for addition in installed))]

    def file(self, *parts: str) -> Path | None:
        """Return the topmost file of that name, or None."""
        return next((path for path in self._paths(parts) if path.is_file()), None)

    def files(self, *parts: str) -> list[Path]:
        """Return every layer's file of that name, the topmost last, so that it overrides the others."""
        return [path for path in reversed(self._paths(parts)) if path.is_file()]

    def holds(self, file: str | Path) -> bool:
        """Return whether a file lies in the topmost layer: the one that may be written to."""
        return Path(file).is_relative_to(self.layers[0])

    def printer_files(self) -> list[Path]:
        """Return the files that describe printers, the topmost layer's last, so that it overrides the others.

        A user without a project of his own may have them beside his output folder.
        """
        candidates = (file for f in self._desks for file in (f / "printers.yaml", *files_of(f / "printers", ".yaml")))
        return [file for file in candidates if file.is_file()]

    def paper_files(self) -> list[Path]:
        """Return the files that describe papers of one's own, where those of printers are, in the same order."""
        return [file for folder in self._desks if (file := folder / "papers.yaml").is_file()]

    @property
    def _desks(self) -> list[Path]:
        """The folders that may describe what stands on a user's desk."""
        return list(dict.fromkeys([*reversed(self.layers), self.output.parent]))

    def named_folders(self, *parts: str) -> dict[str, Path]:
        """Return the folders inside ``parts`` by name; of two with one name, the topmost layer's."""
        folders: dict[str, Path] = {}
        for folder in reversed(self.folders(*parts)):
            folders.update({inner.name: inner for inner in folders_of(folder)})
        return dict(sorted(folders.items()))

    def named_files(self, *parts: str, suffix: str = ".yaml") -> dict[str, Path]:
        """Return the files inside ``parts`` by stem; of two with one stem, the topmost layer's."""
        files: dict[str, Path] = {}
        for folder in reversed(self.folders(*parts)):
            files.update({file.stem: file for file in files_of(folder, suffix)})
        return dict(sorted(files.items()))


# Names of other catalogues, and words that are no texts in YAML: no id of an edition.
_RESERVED_IDS = frozenset(
    {"templates", "vocabulary", "reports", "sheets", "null", "true", "false", "yes", "no", "on", "off"}
)


def starter_files(
    project: Project, title: str, language: str, edition: str | None, units: str = "cm"
) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of a new project, in a language as far as there is one.

    ``title`` is the name of the game, ``units`` the unit of its lengths; with an ``edition``, the project is over that.
    Raises Unusable where no id can be made of the title, or it is an edition's already.
    """
    slug = edition or new_edition_id(project, title, "init", ", or add to that with --over")
    # A string of JSON is one of YAML and of a catalogue as well.
    name = json.dumps(title, ensure_ascii=False)
    replacements = {
        "__ID__": slug,
        "__LANGUAGE__": language,
        "__TITLE__": title,
        "__UNITS__": units,
        "__NAME__": name,
        "__NAME_IN_QUOTES__": name[1:-1],
    }
    yield from template_files(project, "over" if edition else "game", language, replacements)
    yield GIT_IGNORE


def new_edition_id(project: Project, title: str, command: str, instead: str = "") -> str:
    """Return the id of a new edition of a name; raises Unusable where none can be made of it, or it is taken.

    ``command`` is the command that was called, ``instead`` an advice that the message ends with.
    """
    slug = slug_of(title)
    if slug in _RESERVED_IDS:
        slug = f"{slug}-game"
    if not slug or not title.isprintable():
        message = f"no id can be made of the name '{title}'; give one with letters from a to z, with --name"
        raise unusable(command, message, command)
    if slug in project.named_folders(*EDITIONS):
        raise unusable(command, f"there is an edition '{slug}' already; choose another --name{instead}", command)
    return slug


def template_files(
    project: Project, starter: str, language: str, replacements: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of a folder of ``data/starters``.

    ``replacements`` maps placeholders, such as ``__ID__``, to the text that takes their place in both.
    """
    marks = re.compile("|".join(map(re.escape, replacements)) or "(?!)")

    def filled(text: str) -> str:
        return marks.sub(lambda mark: replacements[mark.group()], text)

    endings_of_others = tuple(f".{code}" for code in project.named_folders(*CATALOGUES))
    for folder in project.folders(*STARTERS, starter)[:1]:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            if file.stem.endswith(endings_of_others):
                continue
            # A file in the requested language takes precedence over the English one.
            translated = file.with_name(f"{file.stem}.{language}{file.suffix}")
            text = (translated if translated.is_file() else file).read_text(encoding="utf-8")
            path = file.relative_to(folder).as_posix()
            yield filled(path), filled(text)


def write_project(into: Path, files: Mapping[str, str | bytes]) -> None:
    """Write a project into a temporary folder beside ``into``, and rename that: nothing is left half written."""
    # Imported only to write: a command that prints need not load them.
    import shutil
    import tempfile

    into.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=into.parent, prefix=f".{into.name}."))
    try:
        for name, content in files.items():
            write_whole(temporary / name, content)
        temporary.chmod(0o755)
        if into.exists():
            into.rmdir()
        temporary.rename(into)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise

"""The files of a new project: those of data/starters, with its name, id and language filled in, written at once."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from kensei_docs.files import write_whole
from kensei_docs.problems import unusable
from kensei_docs.project import CATALOGUES, EDITIONS, STARTERS, Project
from kensei_docs.slugs import slug_of


def starter_files(project: Project, title: str, language: str, edition: str | None) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of a new project, in a language as far as there is one.

    ``title`` is the name of the game; with an ``edition``, the project is over that. Raises Unusable where no id can be
    made of the title, or it is an edition's already.
    """
    slug = edition or new_edition_id(project, title, "init", ", or add to that with --over")
    # A string of JSON is one of YAML and of a catalogue as well.
    replacements = {
        "__ID__": slug,
        "__LANGUAGE__": language,
        "__TITLE__": title,
        "__NAME__": json.dumps(title, ensure_ascii=False),
    }
    yield from template_files(project, "over" if edition else "game", language, replacements)


def new_edition_id(project: Project, title: str, command: str, instead: str = "") -> str:
    """Return the id of a new edition of a name; raises Unusable where none can be made of it, or it is taken.

    ``command`` is the command that was called, ``instead`` an advice that the message ends with.
    """
    slug = slug_of(title)
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
    endings_of_others = tuple(f".{code}" for code in project.named_folders(*CATALOGUES))
    for folder in project.folders(*STARTERS, starter)[:1]:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            if file.stem.endswith(endings_of_others):
                continue
            # A file in the requested language takes precedence over the English one.
            translated = file.with_name(f"{file.stem}.{language}{file.suffix}")
            text = (translated if translated.is_file() else file).read_text(encoding="utf-8")
            path = file.relative_to(folder).as_posix()
            for placeholder, value in replacements.items():
                path, text = path.replace(placeholder, value), text.replace(placeholder, value)
            yield path, text


def write_project(into: Path, files: Mapping[str, str]) -> None:
    """Write the project beside its place, then move it there: it is whole, or it isn't."""
    into.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=into.parent, prefix=f".{into.name}."))
    try:
        for name, text in files.items():
            write_whole(temporary / name, text)
        temporary.chmod(0o755)
        if into.exists():
            into.rmdir()
        temporary.rename(into)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise

"""Begin a project of your own: a game of yours, or units and errata for a shipped edition."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from kensei_docs.cli._opening import require_editions, require_language
from kensei_docs.database.tables.columns import slug_of
from kensei_docs.files import write_whole
from kensei_docs.problems import short_path, unusable
from kensei_docs.project import Project, Where


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option("--name", metavar="NAME", help="The name of the game; by default the folder's.")
@click.option(
    "--language",
    metavar="LANGUAGE",
    default="en",
    show_default=True,
    help="The language that its rules are kept in: en or es.",
)
@click.option(
    "--over", "edition", metavar="EDITION", help="Begin no game, but your own units and errata for this edition."
)
@click.pass_obj
def command(where: Where, folder: str, name: str | None, language: str, edition: str | None) -> None:
    """Begin a project in DIR, a new or an empty folder.

    It holds a few records that show every idea, how to print them, and a README that says what to
    do next. It can be checked and printed at once.
    """
    # The folder itself is no project yet, so what there is comes with the tool.
    project = Project.open(where)
    require_language(project, language)
    into = Path(folder).absolute()
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise unusable(folder, "is there already, and not an empty folder; name another", "init")
    if edition:
        require_editions(project, (edition,))
    title = " ".join((name or edition or into.name).split())
    files = dict(_files(project, title, language, edition))
    _write(into, files)
    for file in files:
        click.echo(f"wrote {short_path(str(into / file))}")
    click.echo(f"{short_path(str(into / 'README.md'))} says what to do next")


def _files(project: Project, title: str, language: str, edition: str | None) -> Iterator[tuple[str, str]]:
    """Yield each file of the new project: its path and what is in it; raises Unusable."""
    known = project.named_folders("data", "editions")
    slug = edition or slug_of(title)
    if not slug or not title.isprintable():
        raise unusable(
            "init", f"no id can be made of the name '{title}'; give one with letters from a to z, with --name", "init"
        )
    if slug in known and not edition:
        raise unusable(
            "init", f"there is an edition '{slug}' already; choose another --name, or add to that with --over", "init"
        )
    # A string of JSON is one of YAML and of a catalogue as well.
    marks = {
        "__ID__": slug,
        "__LANGUAGE__": language,
        "__TITLE__": title,
        "__NAME__": json.dumps(title, ensure_ascii=False),
    }
    others = tuple(f".{one}" for one in project.named_folders("data", "locale"))
    for folder in project.folders("data", "starters", "over" if edition else "game")[:1]:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            if file.stem.endswith(others):
                continue
            # What there is in the language asked for goes before the English.
            translated = file.with_name(f"{file.stem}.{language}{file.suffix}")
            text = (translated if translated.is_file() else file).read_text(encoding="utf-8")
            path = file.relative_to(folder).as_posix()
            for mark, value in marks.items():
                path, text = path.replace(mark, value), text.replace(mark, value)
            yield path, text


def _write(into: Path, files: dict[str, str]) -> None:
    """Write the project beside its place, then move it there: it is whole, or it isn't."""
    into.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=into.parent, prefix=f".{into.name}."))
    try:
        for name, text in files.items():
            write_whole(beside / name, text)
        beside.chmod(0o755)
        if into.exists():
            into.rmdir()
        beside.rename(into)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise

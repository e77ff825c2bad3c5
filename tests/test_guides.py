"""What the guides tell a reader to type is a command, with options that it has; and it does what they say.

A block of a guide without a language, or of ``console``, holds commands. One whose first line names a file after its
language (``yaml data/vocabulary.yaml``) is that file. Beside the folder in which a guide begins lie the workbook,
pictures, typefaces and icons of the example game.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from kensei_docs.cli import program
from tests.conftest import Result

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLE = ROOT / "docs" / "example-game"
_BLOCK = re.compile(r"^( *)```(\S*)[ ]?([^\n]*)\n(.*?)^\1```", re.M | re.S)


class Step(NamedTuple):
    """A command of a guide in words, or a file to write with its text; ``place`` is the guide's line."""

    place: str
    command: list[str]
    file: str = ""
    text: str = ""


def steps_of(page: Path) -> Iterator[Step]:
    """Yield the commands and files of a guide in their order."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        indent, language, file, content = block.groups()
        content = re.sub(rf"^{indent}", "", content, flags=re.M)
        first = text.count("\n", 0, block.start()) + 1
        if file:
            yield Step(f"{page.name}:{first}", [], file, content)
        elif language in ("", "console"):
            for number, line in enumerate(content.splitlines(), first + 1):
                # What it is for stands behind a wider space, or is a comment.
                line = re.split(r"  +|\s#", line.strip())[0]
                if line.startswith(("kensei-docs ", "cd ", "cp -r ", "mkdir -p ")):
                    yield Step(f"{page.name}:{number}", shlex.split(line))


def commands() -> list[Step]:
    return [step for page in PAGES for step in steps_of(page) if step.command[:1] == ["kensei-docs"]]


@pytest.mark.parametrize("step", commands(), ids=lambda step: f"{step.place} {' '.join(step.command[1:3])}")
def test_a_command_of_a_guide_is_there_with_its_options(step: Step) -> None:
    known: click.Command = program
    words = step.command[1:]
    options = {name for one in program.params for name in one.opts}
    while words and isinstance(known, click.Group):
        word = words.pop(0)
        if word.startswith("-"):
            assert word in options, f"{step.place}: there is no option {word}"
            # Those of the program itself have a value each.
            words.pop(0)
            continue
        command = known.get_command(click.Context(known), word)
        assert command is not None, f"{step.place}: there is no command {word}"
        known = command
    # Commands have the options of the program that stand anywhere.
    options |= {name for one in known.params for name in (*one.opts, *one.secondary_opts)}
    for word in words:
        if word.startswith("-") and word != "--":
            assert word.partition("=")[0] in options, f"{step.place}: {known.name} has no option {word}"


# The guides that a reader follows word by word, from an empty folder.
FOLLOWED = ("start-your-own-game.md",)
# What a test can't wait for: it serves until it is ended.
SERVES = "preview"
# Its exit status says that there is something left to do.
TELLS_WHAT_IS_LEFT = ["catalogue", "status"]


@pytest.mark.parametrize("page", FOLLOWED)
def test_a_guide_can_be_followed_word_by_word(
    page: str, tmp_path: Path, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(EXAMPLE / "data" / "editions" / "low-water" / "low-water.xlsx", tmp_path)
    for given, folder in (("art", "art"), ("fonts", "fonts"), ("templates/_shared/icons", "icons")):
        shutil.copytree(EXAMPLE / given, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    for step in steps_of(ROOT / "docs" / page):
        match step.command:
            case []:
                file = Path.cwd() / step.file
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(step.text, encoding="utf-8")
            case ["cd", folder]:
                os.chdir(folder)
            case ["mkdir", "-p", folder]:
                Path(folder).mkdir(parents=True, exist_ok=True)
            case ["cp", "-r", source, target]:
                shutil.copytree(source, target)
            case ["kensei-docs", command, *_] if command != SERVES:
                said = run(*step.command[1:])
                least = 1 if step.command[1:3] == TELLS_WHAT_IS_LEFT else 0
                assert said.status <= least, f"{step.place}: {' '.join(step.command)}\n{said.out}{said.err}"

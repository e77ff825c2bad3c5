"""The terminal: what the data of another person can't do to it; names on a command line, and what is refused."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from kensei_docs.cli import program
from kensei_docs.cli._terminal import Guarded, names_among
from kensei_docs.problems import Unusable

# Sets the title of a terminal, clears it, overwrites a line, moves up and deletes; ESC alone, and its C1 forms.
ESCAPES = ["\x1b]0;pwned\x07", "\x1b[2J", "x\ry", "\x1b[1A\x1b[2K", "\x1b", "\x9d0;pwned\x9c", "\x08", "\x7f", "\0"]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("stream", [io.StringIO, Screen])
def test_control_characters_are_shown_not_obeyed(escape: str, stream: type[io.StringIO]) -> None:
    out = stream()
    Guarded(out).writelines([f"a {escape} b\n", "c\td\r\n"])
    shown = out.getvalue()
    assert shown.endswith(" b\nc\td\r\n") and len(shown) == len(f"a {escape} b\nc\td\r\n")
    assert not any(
        ord(sign) < 32 or 127 <= ord(sign) < 160
        for sign in shown.replace("\r\n", "").replace("\t", "").replace("\n", "")
    )


def test_colours_reach_a_terminal_and_nothing_else() -> None:
    for stream, seen in ((Screen(), "\x1b[1mname\x1b[0m"), (io.StringIO(), "␛[1mname␛[0m")):
        Guarded(stream).write("\x1b[1mname\x1b[0m")
        assert stream.getvalue() == seen


def test_bytes_of_a_name_that_are_no_text_are_shown() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    Guarded(out).write(f"{os.fsdecode(bytes([255]))}a \ud800\n")
    out.seek(0)
    assert out.read() == "\\xffa \ufffd\n"


@pytest.mark.parametrize(
    "words", [["list"], ["list", "tool"], ["show", "tool/rake"], ["facts"], ["facts", "--format", "csv"], ["check"]]
)
def test_no_command_prints_an_escape_of_the_data(run: Callable, reeds: Path, words: list[str]) -> None:
    file = reeds / "data" / "editions" / "reeds-1e" / "tools.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text + '\nrake:\n  name: "Rake \\e]0;pwned\\a"\n  note: "\\e[8mhidden"\n', encoding="utf-8")
    edition = reeds / "data" / "editions" / "reeds-1e" / "edition.yaml"
    edition.write_text(edition.read_text(encoding="utf-8").replace("name: ", 'name: "\\e[2J" #', 1), encoding="utf-8")
    result = run("--project", reeds, *words)
    assert "\x1b" not in result.out + result.err and "\a" not in result.out + result.err


PIPE = "is a pipe or a device, and is not opened; name a file  [file]\n"
# Commands that read a file; its name is added at the end.
READING = {
    "army check -e reeds-1e": ["", ".csv", ".xlsx", ".yaml"],
    "army pack -e reeds-1e": [".yaml"],
    "odds 3 3 --army": [".yaml"],
    "odds 3 3 --against": [".csv"],
    "source new": [".pdf"],
    "source review": [".txt"],
    "source coverage": [".txt"],
    "extract": [".txt"],
    "reconcile": [".pdf"],
    "check --document": [".txt"],
    "errata apply -e reeds-1e": [".yaml"],
    "errata new x -e reeds-1e --name x --document": [".txt"],
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with a name")
@pytest.mark.parametrize(("command", "ending"), [(one, ending) for one, ends in READING.items() for ending in ends])
def test_a_pipe_and_a_device_are_no_file_and_are_not_opened(
    run: Callable, reeds: Path, tmp_path: Path, command: str, ending: str
) -> None:
    pipe, device = tmp_path / f"pipe{ending}", tmp_path / f"device{ending}"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for file in (pipe, device):
        assert run("--project", reeds, *command.split(), file) == ("", f"{file}: {PIPE}", 2)


def test_every_file_that_a_command_reads_is_judged_before_it_is_opened() -> None:
    """A path that is none of ``FileToRead`` is written to, or is a folder."""

    def parameters(command: click.Command, name: str) -> Iterator[tuple[str, click.Parameter]]:
        if isinstance(command, click.Group):
            with click.Context(command) as context:
                for inner in command.list_commands(context):
                    yield from parameters(command.get_command(context, inner), f"{name} {inner}")
        else:
            yield from ((f"{name} {one.name}".strip(), one) for one in command.params)

    other = {name for name, one in parameters(program, "") if type(one.type) is click.Path and one.type.file_okay}
    assert {name.rpartition(" ")[2] for name in other} <= {"out", "chart", "folder"}, other


PAPERS = ("a4", "letter", "a3")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["a4"], ("a4",)),
        (["A3, letter", "a3"], ("a3", "letter")),
        (["all"], ("a4", "letter")),
        (["a3,all"], ("a3", "a4", "letter")),
    ],
)
def test_names_are_taken_in_order_and_each_once(words: list[str], names: tuple[str, ...]) -> None:
    assert names_among("paper", words, PAPERS, ("a4", "letter")) == names


@pytest.mark.parametrize("words", [["a5"], ["a4,"], ["all"]])
def test_an_unknown_name_is_refused_and_all_where_it_means_nothing(words: list[str]) -> None:
    program = click.Context(click.Command("kensei-docs"), info_name="kensei-docs")
    with (
        click.Context(click.Command("build"), parent=program, info_name="build"),
        pytest.raises(Unusable, match=r"^build: there is no paper .*; known are a4, letter, a3"),
    ):
        names_among("paper", words, PAPERS)

"""The terminal: what the data of another person can't do to it."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.cli._terminal import Guarded

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

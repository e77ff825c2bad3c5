"""A file is written whole or not at all; what is not a file is not replaced by one."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kensei_docs.files import write_whole


def test_a_file_that_was_there_keeps_its_permissions_and_gets_the_new_text(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o600)
    write_whole(file, "ní")
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == ("ní", 0o600)


def test_an_interrupted_write_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    file = tmp_path / "cards.txt"
    file.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new")
    assert (file.read_bytes(), list(tmp_path.iterdir())) == (b"old", [file])


def test_what_a_killed_process_left_is_deleted_by_the_next_that_writes_there(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    kept = [".cards.txt", f".cards.txt.{os.getpid()}-abcd_123", f"cards.txt.{ended.pid}-abcd_123", ".notes.12-abc"]
    for name in (*kept, f".cards.txt.{ended.pid}-abcd_123", f".a.b.{ended.pid}-12345678"):
        (tmp_path / name).write_text("half", encoding="utf-8")
    write_whole(tmp_path / "other.txt", "all")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([*kept, "other.txt"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, "all of it")
    reader.join()
    assert read == [b"all of it"] and pipe.is_fifo()

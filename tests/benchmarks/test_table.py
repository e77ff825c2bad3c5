"""The benchmark runs, and prints a table. What the table says is for its reader."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "benchmarks", *words], cwd=ROOT, capture_output=True, text=True)


def test_a_tiny_run_prints_its_rows_as_a_table(tmp_path: Path) -> None:
    done = run("growth", "--cards", "2", "--runs", "1", "--out", str(tmp_path / "table.md"))
    assert done.returncode == 0, done.stderr
    assert "| time per card at 2 cards | at 2 | 1.000 |" in done.stdout
    assert (tmp_path / "table.md").read_text(encoding="utf-8") in done.stdout


def test_the_preview_is_measured_within_its_process() -> None:
    done = run("preview", "--cards", "6", "--runs", "1")
    assert done.returncode == 0, done.stderr
    assert re.search(r"one of 6 cards changed, in the preview .* \d\.\d{3} s at best", done.stdout)


@pytest.mark.parametrize("words", [["dekc"]])
def test_a_part_that_is_not_known_is_answered_with_those_that_are(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert "known are deck, growth, peers, preview, reading, stages, start, tokens" in done.stderr

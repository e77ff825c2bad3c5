"""What ``make bench`` times within one process: tokens as the toolkit prints them, and laid out copy by copy."""

from __future__ import annotations

from pathlib import Path

from benchmarks.parts.tokens import time_both
from benchmarks.plain_html import plain
from benchmarks.specimen import COPIES, FACES, TOKENS, make


def test_both_ways_print_the_tokens(tmp_path: Path) -> None:
    project = tmp_path / "tokens"
    make(project, 1)
    page = Path(plain(project, TOKENS, FACES * COPIES).words[2])
    assert len(time_both(project, page, 1)) == 1
    assert (project / "warm-plain.pdf").stat().st_size > 0

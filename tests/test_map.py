"""The map of the packages is up to date: it is drawn from the imports, and none leads in a circle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_map_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "tools/draw_map.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)

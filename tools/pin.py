"""Pin every package that the tool and its tests need, with the digests of its files: requirements*.txt.

    python tools/pin.py [--upgrade]

The versions that are pinned already stay, where they are within pyproject.toml's bounds; with ``--upgrade`` each is the
newest. It runs ``uv``, which ``make pins`` installs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNNING = """# Every package that running the tool needs, at the version it was tested with, and its files' digests.
# pyproject.toml names the ones we ask for and docs/dependencies.md says why; the rest is theirs.
# `make pins` writes this.
"""
# By the extra in pyproject.toml, what it is for.
EXTRAS = {
    "dev": "What testing and linting need besides requirements.txt.",
    "ocr": "What text recognition in scans needs besides requirements.txt: pip install -r requirements-ocr.txt",
    "mutants": "What `make mutants` needs besides the other requirements.",
}
COMPILE = (
    *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "pyproject.toml"),
)


def pin(file: Path, head: str, upgrade: list[str], *options: str) -> list[str]:
    """Write a file of pinned packages, and return their names."""
    subprocess.run([*COMPILE, *upgrade, *options, "--output-file", file.name], cwd=ROOT, check=True)
    pinned = file.read_text(encoding="utf-8")
    file.write_text(head + pinned, encoding="utf-8")
    return re.findall(r"^([\w.-]+)==", pinned, re.M)


def main() -> None:
    """Write all four files."""
    upgrade = [option for option in sys.argv[1:] if option == "--upgrade"]
    names = pin(ROOT / "requirements.txt", RUNNING, upgrade)
    done = [option for name in names for option in ("--no-emit-package", name)]
    for extra, what in EXTRAS.items():
        head = f"# {what}\n"
        pin(
            ROOT / f"requirements-{extra}.txt",
            head,
            upgrade,
            "--extra",
            extra,
            "--constraint",
            "requirements.txt",
            *done,
        )


if __name__ == "__main__":
    main()

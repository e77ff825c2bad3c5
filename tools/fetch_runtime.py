"""Fetch Python for the browser, and what a site is made with, into a folder, and check the digest of each file.

``kensei_docs/site/runtime.json`` names them.

usage: tools/fetch_runtime.py FOLDER

What is there already, and whole, is not fetched again. ``npm`` and ``pip`` fetch; a digest that differs is an error.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from kensei_docs.site.runtime import commands, runtime_problems


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    if list(runtime_problems(folder)):
        for command in commands():
            words = shlex.split(command)
            words = [sys.executable, "-m", *words] if words[0] == "pip" else words
            print(command, file=sys.stderr)
            subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    problems = list(runtime_problems(folder))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

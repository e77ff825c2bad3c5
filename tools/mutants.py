"""Break the core of the package in small ways, one at a time, and see whether a test fails.

    make mutants                    a sample of every area of tools/mutants.toml, on all cores
    make mutants AREAS="dice grid" EACH=40 SEED=7

cosmic-ray makes the mutants; this draws a seeded sample of them, runs the area's tests on each in a copy
of the checkout until one fails, and prints those that no test noticed, and the score. A mutant whose tests come to no
end counts as noticed, and is counted apart: on a busy machine it may be one whose tests are only slow. Not counted are
mutants that change nothing: those of annotations, caches and the like (see `essence`), and those that
tools/equivalent_mutants.toml lists with the reason. Exit status 1 where an area's tests fail unmutated, or
where the score is below 90 %.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Literal

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parents[1]
GOAL = 0.9
LIMIT = 300  # seconds that the tests of an area may take
LEFT_OUT = {".git", ".venv", "build", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", "__pycache__"}
# Of an area's tests: they pass, one fails, or they come to no end.
Outcome = Literal["passed", "failed", "endless"]


@dataclass(frozen=True)
class Area:
    """A part of the core: its modules and their tests."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed."""

    area: Area
    module: str
    code: str

    def change(self) -> list[str]:
        """Return the lines that differ from the module as it is, as a diff writes them."""
        lines = difflib.unified_diff(source_of(self.module).splitlines(), self.code.splitlines(), lineterm="", n=0)
        return list(lines)[2:]

    @property
    def is_equivalent(self) -> bool:
        """Whether it changes the code, but not what the code does."""
        if essence(self.code) in ("", essence(source_of(self.module))):
            return True
        lines = self.change()
        was, now = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
        return (self.module, was, " ".join(now.split())) in equivalents()


def areas() -> list[Area]:
    """Return the areas of tools/mutants.toml."""
    written = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))
    return [Area(name, tuple(area["modules"]), tuple(area["tests"])) for name, area in sorted(written.items())]


@cache
def source_of(module: str) -> str:
    """Return the text of a module as it is."""
    return (ROOT / module).read_text(encoding="utf-8")


@cache
def equivalents() -> set[tuple[str, str, str]]:
    """Return the mutants of tools/equivalent_mutants.toml: module, line, and the line mutated."""
    written = tomllib.loads((ROOT / "tools" / "equivalent_mutants.toml").read_text(encoding="utf-8"))
    return {
        (module, one["line"], " ".join(mutated.split()))
        for module, listed in written.items()
        for one in listed
        for mutated in one["mutated"]
    }


def mutants_of(area: Area, seed: int) -> Iterator[Mutant]:
    """Yield every mutant of an area's modules that is not equivalent, in the order of the seed."""
    places = []
    for module in area.modules:
        tree = get_ast(source_of(module))
        for name in sorted(operator_names()):
            # Short strings and small numbers are one object each: `is` in place of `==` changes nothing.
            if get_operator(name).arguments() or name.endswith(("_Is", "_IsNot")):
                continue
            found = sum(1 for node in ast_nodes(tree) for _ in get_operator(name)().mutation_positions(node))
            places += [(module, name, occurrence) for occurrence in range(found)]
    random.Random(f"{seed} {area.name}").shuffle(places)
    for module, name, occurrence in places:
        code = mutate_code(source_of(module), get_operator(name)(), occurrence)
        if code is not None and not (mutant := Mutant(area, module, code)).is_equivalent:
            yield mutant


@lru_cache(maxsize=64)
def essence(code: str) -> str:
    """Return what code does, normalised: without annotations, docstrings, caches, immutability and assertions.

    Returns "" if it can't be parsed.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.decorator_list = [one for one in node.decorator_list if "lru_cache" not in ast.unparse(one)]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
        elif isinstance(node, ast.Assert) or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            node.test = ast.Constant(None)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dataclass":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in ("frozen", "slots")]
    return ast.dump(tree)


def run_tests(folder: Path, area: Area) -> Outcome:
    """Run an area's tests in a copy of the checkout until one fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *area.tests]
    # Within one tick of the clock, Python would run the bytecode of the previous version of the file.
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "endless"
    return "failed" if done.returncode else "passed"


def try_out(mutant: Mutant, folder: Path) -> Outcome:
    """Run an area's tests with a mutant in place of its module."""
    file = folder / mutant.module
    was = file.read_text(encoding="utf-8")
    try:
        file.write_text(mutant.code, encoding="utf-8")
        return run_tests(folder, mutant.area)
    finally:
        file.write_text(was, encoding="utf-8")


def main() -> int:
    """Do what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", help="names of tools/mutants.toml; all by default")
    parser.add_argument("--each", type=int, default=12, help="mutants of an area, at most [12]")
    parser.add_argument("--seed", type=int, default=1, help="of the sample [1]")
    asked = parser.parse_args()
    chosen = [area for area in areas() if area.name in asked.areas or not asked.areas]
    sample: list[Mutant] = []
    for area in chosen:
        sample += islice(mutants_of(area, asked.seed), asked.each)
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as temporary:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(cores):
            copy = Path(temporary, str(number))
            shutil.copytree(ROOT, copy, ignore=lambda _, names: LEFT_OUT & set(names))
            (copy / "build").mkdir()
            folders.put(copy)

        def tried(mutant: Mutant) -> tuple[Mutant, Outcome]:
            folder = folders.get()
            try:
                return mutant, try_out(mutant, folder)
            finally:
                folders.put(folder)

        for area in chosen:
            if run_tests(Path(temporary, "0"), area) != "passed":
                print(f"the tests of '{area.name}' fail without a mutant: {' '.join(area.tests)}", file=sys.stderr)
                return 1
        outcomes: Counter[tuple[str, Outcome]] = Counter()
        with ThreadPoolExecutor(cores) as pool:
            for mutant, outcome in pool.map(tried, sample):
                outcomes[mutant.area.name, outcome] += 1
                if outcome == "passed":
                    print(f"not noticed: {mutant.module}", *mutant.change(), sep="\n    ", flush=True)
    for area in chosen:
        alive, noticed, endless = (outcomes[area.name, outcome] for outcome in ("passed", "failed", "endless"))
        apart = f", {endless} of them by tests without an end" if endless else ""
        print(f"{area.name:<14} {noticed + endless:>4} of {alive + noticed + endless} noticed{apart}")
    score = 1 - sum(outcomes[area.name, "passed"] for area in chosen) / max(1, len(sample))
    print(f"{'all':<14} {score:>6.1%} of {len(sample)}")
    return 0 if score >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())

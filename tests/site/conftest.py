"""A site of the game of herons: its folder, built once, and a server that shows it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from kensei_docs.database import load
from kensei_docs.documents.build import Order, Unwatched
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project, shipped
from kensei_docs.site.build import Site, Wish, build
from kensei_docs.site.runtime import runtime_problems
from kensei_docs.site.server import SiteServer
from tests.documents.conftest import ERRATA, ROOT, SPANISH, Press, game_of_herons

# The folder with Python for the browser.
RUNTIME = Path(os.environ.get("KENSEI_RUNTIME") or ROOT / "build" / "runtime")
needs_runtime = pytest.mark.skipif(
    bool(list(runtime_problems(RUNTIME))), reason=f"{RUNTIME} has no Python for the browser: make runtime"
)
KINDS = ("reference", "ability-cards", "command-deck", "markers")
_WORDS = {**SPANISH, "ability/silence.name": "Sigilo", "ability/silence.text": "Nadie la oye llegar a la laguna."}


def game_with_rules(folder: Path) -> Press:
    """Write the game with a book of rules, words that players use, and errata."""
    press = game_of_herons(folder)
    (press.folder / "templates" / "reference").symlink_to(ROOT / "templates" / "reference")
    press.edit(
        "data/editions/herons/abilities.yaml",
        "  name: Wade\n",
        "  name: Wade\n  also: {en: [puddle, lof], es: [charco]}\n",
    )
    press.edit(
        "data/editions/herons/abilities.yaml",
        "Nobody hears it come.",
        "Nobody hears it come. Whoever can Wade may Catch a frog; see Standing on one leg.",
    )
    for name, text in list(ERRATA.items())[:2]:
        press.write(f"data/errata/herons/{name}.yaml", text)
    press.translate(_WORDS)
    return press


def make_site(
    press: Press,
    folder: Path,
    languages: tuple[str, ...] = ("en", "es"),
    kinds: tuple[str, ...] = KINDS,
    **wish: object,
) -> Site:
    """Build the site of the game."""
    database, _ = load(press.project)
    products = load_products(press.project)[0]
    order = Order([products[kind] for kind in kinds], list(database.editions.values()), languages, (), folder)
    return build(press.project, database, order, Wish(folder, **wish), press)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site of the game in both languages; only to be read."""
    folder = tmp_path_factory.mktemp("site")
    press = game_with_rules(folder / "herons")
    return make_site(press, folder / "site", base="https://example.org/herons/")


@pytest.fixture(scope="session")
def served() -> Callable[[Press | Path], AbstractContextManager[SiteServer]]:
    """A function that serves a folder for as long as its block runs."""

    @contextmanager
    def serve(folder: Path) -> Iterator[SiteServer]:
        with SiteServer(Project.open(), folder, 0) as server:
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            try:
                yield server
            finally:
                server.shutdown()
                thread.join()

    return serve  # type: ignore[return-value]


@pytest.fixture(scope="session")
def shipped_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the shipped edition that has armies, with the engine and without pictures of cards."""
    folder = tmp_path_factory.mktemp("shipped")
    project = Project((shipped(),), folder / "build")
    database, _ = load(project, ["kensei-2e"])
    products = list(load_products(project)[0].values())
    order = Order(products, list(database.editions.values()), ("en", "es"), (), folder / "site")
    build(project, database, order, Wish(folder / "site", cards=False, runtime=RUNTIME), Unwatched())
    return folder / "site"


@pytest.fixture(scope="session")
def table_site(shipped_site: Path) -> Site:
    """That site, for tests that are marked ``needs_runtime``; only to be read."""
    return Site(shipped_site)

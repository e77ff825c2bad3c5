"""Reprinting the game of herons since an earlier state: of a day, before an erratum, or of a commit."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from kensei_docs.database import load
from kensei_docs.documents.build import Order
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.product import load_products, require_products
from kensei_docs.documents.reprint.build import Reprinted, build_reprint
from kensei_docs.documents.reprint.changed_cards import earlier_state

LONGER_WAIT = """
    name: A longer wait
    reason: Nobody waited long enough.
    source: the heronry
    changes:
      loss: {record: ability/patience, fact: figures.loss, from: "-1", to: "-2"}
    """


def again(herons, name: str, *kinds: str, languages=("en",), **asked) -> Reprinted:
    """Reprint kinds of document since a state; note which faces were laid out."""
    database, problems = load(herons.project)
    assert problems == []
    wanted, _ = require_products(*load_products(herons.project), kinds)
    herons.reasons = []
    order = Order(
        wanted, list(database.editions.values()), list(languages), ["a4"], herons.project.output, Options(**asked)
    )
    return build_reprint(herons.project, database, earlier_state(herons.project, name), order, herons)


def erratum(herons, text: str = LONGER_WAIT, name: str = "2026-03-01-longer-wait") -> None:
    herons.write(f"data/errata/herons/{name}.yaml", text)
    herons.translate({"ability/patience.name": "Paciencia", "edition.name": "Garzas"})


def commit(folder: Path, said: str = "as it was", day: str = "2026-01-15") -> None:
    """Commit the whole folder of a game, on a day."""
    who = ["-c", "user.name=x", "-c", "user.email=x@y"]
    for kind in (folder / "templates").iterdir():
        if kind.is_symlink():
            shipped = kind.resolve()
            kind.unlink()
            shutil.copytree(shipped, kind)
    if not (folder / ".git").exists():
        subprocess.run(["git", "-C", folder, "init", "-q"], check=True)
    (folder / ".gitignore").write_text("build\n", encoding="utf-8")
    subprocess.run(["git", "-C", folder, "add", "-A"], check=True)
    dates = {f"GIT_{one}_DATE": f"{day}T12:00:00" for one in ("AUTHOR", "COMMITTER")}
    subprocess.run(["git", "-C", folder, *who, "commit", "-qm", said], check=True, env=os.environ | dates)

"""What is printed in a PDF, read back: its faces, and its cards as they lie on the sheets."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path

import pikepdf

from kensei_docs.documents.pdf import unmark
from tests.documents.conftest import POINT, _placed


def faces(file: Path, kind: str = "") -> tuple[dict[str, str], Counter[str]]:
    """Return the digest of every face in a PDF by its name, and how often it is placed."""
    digests, placed = {}, Counter()
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            for name, form in page.Resources.XObject.items():
                slot = _slot(name, kind)
                boxes = repr([float(x) for x in [*form.BBox, *form.Matrix]])
                content = unmark(form.read_bytes())
                digests[slot] = hashlib.sha256(content + boxes.encode()).hexdigest()
                placed[slot] += page.Contents.read_bytes().count(f"{name} Do".encode())
    return digests, placed


def _slot(name: str, kind: str) -> str:
    """Return the name of a face from that of its form, without the kind that sheets of several put before it."""
    return re.sub(rf"^/(Face|Bleed)-({re.escape(kind)}[.])?", "", name)


def cards(file: Path, kind: str = "") -> dict[str, str]:
    """Return the digest of every card in a PDF by the name of its front: front, back, and the art beneath each.

    Cards share art and backs, and the first of them gives those its name: whoever holds a card sees no name. Sheets are
    turned over their long edge.
    """
    digests, _ = faces(file, kind)
    found = {}
    with pikepdf.open(file) as pdf:
        pages = [
            [(_slot(name, kind), box) for name in page.Resources.XObject for box in _placed(page, name)]
            for page in pdf.pages
        ]
        widths = [float(page.MediaBox[2]) / POINT for page in pdf.pages]
    for number, placed in enumerate(pages):
        behind = pages[number + 1] if number + 1 < len(pages) else []
        for slot, (left, below, right, above) in placed:
            if slot.endswith(".front"):
                x, y = (left + right) / 2, (below + above) / 2
                layers = [name for name, box in placed if _is_at(box, x, y)]
                layers += [n for n, box in behind if "back" in n and _is_at(box, widths[number] - x, y)]
                found[slot] = " ".join(sorted(digests[layer] for layer in layers))
    return found


def _is_at(box: tuple[float, float, float, float], x: float, y: float) -> bool:
    left, below, right, above = box
    return left < x < right and below < y < above

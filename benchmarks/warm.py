"""Tokens within one process that is warm: the faces laid out and placed, and every copy laid out.

usage: warm.py PROJECT KIND PAGE.html RUNS

Prints the seconds of each run of both, as JSON: [[ours, directly], ...].
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    from benchmarks.sheets import planned
    from kensei_docs.documents.cache.face_cache import FaceCache
    from kensei_docs.documents.layout.renderer import renderer
    from kensei_docs.documents.layout.workers import batches, lay_out_batches
    from kensei_docs.documents.pdf.metadata import About
    from kensei_docs.documents.sheets.collate import collate
    from kensei_docs.documents.sheets.impose import impose

    folder, kind, page, runs = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), int(sys.argv[4])
    project, document = planned(folder, kind)
    faces, kept = document.faces, project.cache / "warm"
    renderer(project.cache)
    from weasyprint import HTML

    def ours() -> None:
        """Lay the faces out, keep them, and place them."""
        shutil.rmtree(kept, ignore_errors=True)
        cache = FaceCache(kept)
        work = list(batches(faces.folder, faces.style, [faces.markup(slot) for slot in faces.slots]))
        for _, pack in lay_out_batches(work, project.cache):
            cache.add(pack, faces.cache_key)
        cache.save(faces.keys)
        about = About(document.title, document.edition_name, "en", document.flip)
        sheets = collate(document, cache)
        (folder / "warm.pdf").write_bytes(b"".join(impose(sheets, about, project.cache)))

    def directly() -> None:
        """Lay out every copy."""
        HTML(filename=str(page)).write_pdf(folder / "warm-plain.pdf")

    seconds = []
    for run in range(runs + 1):
        pair = []
        for task in (ours, directly):
            start = time.perf_counter()
            task()
            pair.append(time.perf_counter() - start)
        # The first time, both get warm.
        if run:
            seconds.append(pair)
    print(json.dumps(seconds))

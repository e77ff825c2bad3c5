"""Pictures of finished documents: each side of each sheet as a PNG."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from kensei_docs.files import write_whole

# Dots per inch: type of six points is legible, and the picture of a sheet takes less than a megabyte.
RESOLUTION = 150
_POINTS = 72


def draw(document: Path) -> Iterator[Path]:
    """Draw each page of a PDF beside it (``markers-a4-1.png``) and yield the pictures' paths.

    A picture that is newer than the document is kept; pictures of pages that it no longer has are deleted.
    Raises OSError.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(document) as pdf:
        pages = len(pdf)
        for number in range(pages):
            picture = document.with_name(f"{document.stem}-{number + 1}.png")
            if not _is_newer(picture, document):
                drawn = BytesIO()
                pdf[number].render(scale=RESOLUTION / _POINTS).to_pil().save(drawn, "png", dpi=(RESOLUTION, RESOLUTION))
                write_whole(picture, drawn.getvalue())
            yield picture
    beyond = pages + 1
    while (left := document.with_name(f"{document.stem}-{beyond}.png")).is_file():
        left.unlink()
        beyond += 1


def _is_newer(picture: Path, document: Path) -> bool:
    return picture.is_file() and picture.stat().st_mtime_ns >= document.stat().st_mtime_ns

"""What a PDF says of itself: title, language, how to print it, and its structure for readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs import __version__
from kensei_docs.documents.grid import Flip
from kensei_docs.documents.structure import elements

AUTHOR = "Kensei Docs"


@dataclass(frozen=True)
class About:
    """Title, subject, language and the edge to flip at when printing both sides."""

    title: str
    subject: str
    language: str
    flip: Flip | None


@dataclass(frozen=True)
class Content:
    """One face on a page: its title, and either the piece of the page that it is, or its form
    with what that holds (see ``structure.py``)."""

    title: str
    form: Any = None
    structure: Sequence[Any] = ()
    piece: int = 0


def tag(pdf: pikepdf.Pdf, pages: Sequence[Sequence[Content]]) -> None:
    """Give the PDF its structure: a part a page, in it its faces in reading order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    parts: list[Any] = []
    parents: list[Any] = []
    for contents, pdf_page in zip(pages, pdf.pages, strict=True):
        page = pdf_page.obj
        part = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Part, P=document, Pg=page))
        faces, pieces = [], []
        for content in contents:
            face = pdf.make_indirect(Dictionary(
                Type=Name.StructElem, S=Name.Sect if content.structure else Name.P, P=part,
                Pg=page, T=pikepdf.String(content.title), K=content.piece))
            faces.append(face)
            if not content.structure:
                pieces.append(face)
                continue
            owners: dict[int, Any] = {}
            face.K = elements(pdf, content.structure, face, page, content.form, owners)
            content.form.StructParents = len(parents)
            parents.append(Array([owners.get(i) for i in range(max(owners) + 1)]))
        if pieces:
            page.StructParents = len(parents)
            parents.append(Array(pieces))
        part.K = Array(faces)
        parts.append(part)
    document.K, root.K = Array(parts), Array([document])
    root.ParentTree = pdf.make_indirect(Dictionary(
        Nums=Array([part for numbered in enumerate(parents) for part in numbered])))
    root.ParentTreeNextKey = len(parents)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


def describe(pdf: pikepdf.Pdf, about: About) -> None:
    """Give the PDF its language, its metadata, and how it is to be shown and printed."""
    pdf.Root.Lang = pikepdf.String(about.language)
    # A sheet that a viewer shrinks to the printer's margins is a sheet of the wrong size.
    preferences = Dictionary(DisplayDocTitle=True, PrintScaling=Name("/None"))
    if about.flip:
        preferences.Duplex = Name("/DuplexFlipLongEdge" if about.flip == "long-edge"
                                  else "/DuplexFlipShortEdge")
    pdf.Root.ViewerPreferences = preferences
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = about.title
        metadata["dc:creator"] = [AUTHOR]
        metadata["dc:description"] = about.subject
        metadata["dc:language"] = [about.language]
        metadata["pdf:Producer"] = f"{AUTHOR} {__version__}"

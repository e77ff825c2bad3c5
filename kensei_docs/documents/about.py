"""What a PDF says of itself: title, language, how to print it, and its structure for readers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs import __version__
from kensei_docs.documents.grid import Flip

AUTHOR = "Kensei Docs"


@dataclass(frozen=True)
class About:
    """Title, subject, language and the edge to flip at when printing both sides."""

    title: str
    subject: str
    language: str
    flip: Flip | None


def tag(pdf: pikepdf.Pdf, elements: list[list[Any]]) -> None:
    """Give the PDF its structure: a part a sheet, a paragraph a face, in reading order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    parts, parents = [], []
    for number, on_page in enumerate(elements):
        page = pdf.pages[number].obj
        part = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Part, P=document, Pg=page))
        faces = []
        for element in on_page:
            element.P, element.Pg = part, page
            faces.append(pdf.make_indirect(element))
        part.K = Array(faces)
        parts.append(part)
        parents += [number, Array(faces)]
    document.K, root.K = Array(parts), Array([document])
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(parents)))
    root.ParentTreeNextKey = len(elements)
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



"""What a PDF says of itself: title, language, how to print it, and its structure for readers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from kensei_docs import __version__
from kensei_docs.documents.grid import Flip
from kensei_docs.documents.objects import Pdf, ref, refs, string
from kensei_docs.documents.structure import elements

AUTHOR = "Kensei Docs"

_METADATA = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{author} {version}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""


@dataclass(frozen=True)
class About:
    """Title, subject, language and the edge to flip at when printing both sides."""

    title: str
    subject: str
    language: str
    flip: Flip | None


@dataclass(frozen=True)
class Content:
    """One face on a page: its title, and either the ``piece`` of the page that it is, or its
    ``form`` with what that holds (see ``structure.py``).

    Where a form has a structure, ``key`` is the number under which that is found.
    """

    title: str
    piece: int = 0
    form: int = 0
    structure: Sequence[Any] = ()
    key: int = 0


def tag(pdf: Pdf, pages: Sequence[Sequence[Content]]) -> None:
    """Give the PDF its structure: a part a page, in it its faces in reading order.

    The pieces of a page are found under the page's own number.
    """
    root, document = pdf.add(), pdf.add()
    parts: list[int] = []
    parents: dict[int, str] = {}
    for number, (contents, page) in enumerate(zip(pages, pdf.pages, strict=True)):
        part = pdf.add()
        faces, pieces = [], []
        for content in contents:
            face = pdf.add()
            faces.append(face)
            own = ref(face)
            if content.structure:
                owners: dict[int, str] = {}
                place = f"/Pg {ref(page)}/Stm {ref(content.form)}"
                kids = elements(pdf, content.structure, own, place, owners)
                found = [owners.get(i, "null") for i in range(max(owners) + 1)]
                parents[content.key] = f"[{' '.join(found)}]"
            else:
                kids = f" {content.piece}"
                pieces.append(face)
            pdf.put(face, f"<</Type/StructElem/S/{'Sect' if content.structure else 'P'}"
                    f"/P {ref(part)}/Pg {ref(page)}/T {string(content.title)}/K{kids}>>")
        if pieces:
            parents[number] = refs(pieces)
        pdf.put(part, f"<</Type/StructElem/S/Part/P {ref(document)}/Pg {ref(page)}"
                f"/K{refs(faces)}>>")
        parts.append(part)
    pdf.put(document, f"<</Type/StructElem/S/Document/P {ref(root)}/K{refs(parts)}>>")
    numbers = " ".join(f"{key} {found}" for key, found in sorted(parents.items()))
    tree = pdf.add(f"<</Nums[{numbers}]>>")
    pdf.put(root, f"<</Type/StructTreeRoot/K[{ref(document)}]/ParentTree {ref(tree)}"
            f"/ParentTreeNextKey {max(parents, default=-1) + 1}>>")
    pdf.catalog["StructTreeRoot"] = ref(root)
    pdf.catalog["MarkInfo"] = "<</Marked true>>"


def describe(pdf: Pdf, about: About) -> None:
    """Give the PDF its language, its metadata, and how it is to be shown and printed."""
    pdf.catalog["Lang"] = string(about.language)
    # A sheet that a viewer shrinks to the printer's margins is a sheet of the wrong size.
    duplex = f"/Duplex/DuplexFlip{'Long' if about.flip == 'long-edge' else 'Short'}Edge"
    pdf.catalog["ViewerPreferences"] = (
        f"<</DisplayDocTitle true/PrintScaling/None{duplex if about.flip else ''}>>")
    pdf.info.update({"Title": string(about.title), "Author": string(AUTHOR),
                     "Subject": string(about.subject),
                     "Producer": string(f"{AUTHOR} {__version__}")})
    pdf.catalog["Metadata"] = ref(pdf.ready_stream("/Type/Metadata/Subtype/XML", _METADATA.format(
        title=escape(about.title), author=AUTHOR, subject=escape(about.subject),
        language=escape(about.language), version=__version__).encode()))

"""A PDF's structure, for those who can't see it: a part a page, and in that its faces in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.documents.pdf.laid import NO_STRUCTURE, Structure
from kensei_docs.documents.pdf.objects import Pdf, ref, refs, string
from kensei_docs.documents.pdf.structure import placed


@dataclass(frozen=True)
class Content:
    """One face on a page: its title, and either the ``piece`` of the page that it is, or its
    ``form`` with what that holds.

    Where a form has a structure, ``key`` is the number under which that is found.
    """

    title: str
    piece: int = 0
    form: int = 0
    structure: Structure = NO_STRUCTURE
    key: int = 0


class Tags:
    """The structure of a PDF, told page by page."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._root, self._document = pdf.reserve(), pdf.reserve()
        self._parts: list[int] = []
        self._parents: dict[int, int] = {}

    def page(self, number: int, contents: Sequence[Content]) -> None:
        """Tell what stands on a page; its own pieces are found under its number."""
        pdf, page = self._pdf, self._pdf.pages[number]
        part = pdf.reserve()
        faces, pieces = [], []
        for content in contents:
            face = pdf.reserve()
            faces.append(face)
            if content.structure.text:
                kids = self._elements(content, ref(face), page)
            else:
                kids = f" {content.piece}"
                pieces.append(face)
            pdf.put(
                face,
                f"<</Type/StructElem/S/{'Sect' if content.structure.text else 'P'}"
                f"/P {ref(part)}/Pg {ref(page)}/T {string(content.title)}/K{kids}>>",
            )
        if pieces:
            self._parents[number] = pdf.add(refs(pieces))
        pdf.put(part, f"<</Type/StructElem/S/Part/P {ref(self._document)}/Pg {ref(page)}/K{refs(faces)}>>")
        self._parts.append(part)

    def _elements(self, content: Content, holder: str, page: int) -> str:
        """Tell the elements of a form, and return the kids of the element that holds them."""
        pdf, structure = self._pdf, content.structure
        numbers = pdf.reserve_all(structure.many)
        *texts, kids, owners = placed(structure, numbers, holder, f"/Pg {ref(page)}/Stm {ref(content.form)}")
        pdf.put_all(numbers, texts)
        self._parents[content.key] = pdf.add(owners)
        return kids

    def finish(self) -> None:
        """Tell what holds the pages, and that the PDF has a structure."""
        pdf, parents = self._pdf, self._parents
        pdf.put(self._document, f"<</Type/StructElem/S/Document/P {ref(self._root)}/K{refs(self._parts)}>>")
        numbers = " ".join(f"{key} {ref(found)}" for key, found in sorted(parents.items()))
        tree = pdf.add(f"<</Nums[{numbers}]>>")
        pdf.put(
            self._root,
            f"<</Type/StructTreeRoot/K[{ref(self._document)}]/ParentTree "
            f"{ref(tree)}/ParentTreeNextKey {max(parents, default=-1) + 1}>>",
        )
        pdf.catalog["StructTreeRoot"] = ref(self._root)
        pdf.catalog["MarkInfo"] = "<</Marked true>>"

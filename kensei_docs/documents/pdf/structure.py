"""What a PDF's pages are made of, for those who can't see them: headings, paragraphs, tables.

The renderer writes the structure of a pack; a face keeps its page's as plain lists, and takes it
into every document that it is placed in. A node is ``[tag, kids, attributes]``; a kid is another
node, or the number of a marked piece of the page's content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from kensei_docs.documents.pdf.laid import NO_STRUCTURE, Structure
from kensei_docs.documents.pdf.objects import ref, string

if TYPE_CHECKING:
    import pikepdf

# Boxes that mean nothing by themselves, and those that hold paragraphs but no bare words.
_MEANINGLESS = ("NonStruct", "Span", "Art", "Part", "Document")
_HOLDERS = ("Div", "Sect")
# A cell that is empty is a cell.
_CELLS = ("TD", "TH", "TR")

# What a text of elements names besides those: the one that holds all, and a piece's page and form.
HOLDER, PLACE = -1, -2

_MARKED = re.compile(rb"/\w+\n<</MCID (\d+)>>\nBDC")


def structures_of(pack: pikepdf.Pdf) -> list[list[Any]]:
    """Return the nodes of each page of a pack that the renderer has written."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
    found: list[list[Any]] = [[] for _ in pack.pages]
    (document,) = pack.Root.StructTreeRoot.K
    for element in document.K:
        found[numbers[element.Pg.objgen]] += _nodes(element)
    return [_paragraphs(nodes) for nodes in found]


def _nodes(element: Any) -> list[Any]:
    tag = str(element.S)[1:]
    kids: list[Any] = []
    for kid in element.get("/K", []):
        if not isinstance(kid, int) and str(kid.get("/Type")) == "/OBJR":
            continue  # a link's place on the page of the pack
        kids += [int(kid)] if isinstance(kid, int) else _nodes(kid)
    if tag == "Figure" and "/Alt" not in element:
        return []  # a picture without words is there for the eye only
    if tag in _MEANINGLESS:
        return kids
    if tag in _HOLDERS:
        kids = _paragraphs(kids)
    if tag == "Div" or not (kids or tag in _CELLS):
        return kids
    return [[tag, kids, _attributes(element, tag, kids)]]


def _attributes(element: Any, tag: str, kids: list[Any]) -> dict[str, Any]:
    if tag == "Figure":
        return {"alt": str(element.Alt)}
    if tag == "TR":
        # A row of nothing but heads stands over columns, a single head at the side of its row.
        over = all(kid[0] == "TH" or not kid[1] for kid in kids)
        for kid in kids:
            if kid[0] == "TH":
                kid[2]["scope"] = "Column" if over else "Row"
    if tag in ("TD", "TH"):
        table = element.get("/A", {})
        return {
            key: int(table[f"/{name}"])
            for key, name in (("columns", "ColSpan"), ("rows", "RowSpan"))
            if f"/{name}" in table
        }
    return {}


def _paragraphs(kids: list[Any]) -> list[Any]:
    """Return nodes with bare words between them made paragraphs."""
    found: list[Any] = []
    for bare, some in groupby(kids, key=lambda kid: isinstance(kid, int)):
        together = list(some)
        found += [["P", together, {}]] if bare else together
    return found


def pieces_of(nodes: Sequence[Any]) -> Iterator[int]:
    """Yield the numbers of the pieces of content that nodes hold."""
    for node in nodes:
        if isinstance(node, int):
            yield node
        else:
            yield from pieces_of(node[1])


def marked(content: bytes, kept: set[int]) -> bytes:
    """Return a page's content with the pieces that are kept marked, and the others for the eye."""
    return _MARKED.sub(lambda found: found.group() if int(found[1]) in kept else b"/Artifact\nBMC", content)


def unmarked(content: bytes) -> bytes:
    """Return a page's content with no piece marked: it is one piece of the page it is placed on."""
    return _MARKED.sub(b"/Span\nBMC", content).replace(b"/Artifact\nBMC", b"/Span\nBMC")


def told(nodes: Sequence[Any]) -> Structure:
    """Return nodes as they are written wherever their form is placed."""
    lines: list[str] = []
    named: list[list[int]] = []
    owners: dict[int, int] = {}

    def kids_of(some: Sequence[Any], parent: int) -> tuple[str, list[int]]:
        kids, names = [], []
        for node in some:
            if isinstance(node, int):
                kids.append(f"<</Type/MCR%s/MCID {node}>>")
                names.append(PLACE)
                owners[node] = parent
                continue
            tag, inner, attributes = node
            own = len(lines)
            lines.append("")
            named.append([])
            below, names_below = kids_of(inner, own)
            said = _told(attributes).replace("%", "%%") if attributes else ""
            lines[own] = f"<</Type/StructElem/S/{tag}/P %s{said}/K{below}>>"
            named[own] = [parent, *names_below]
            kids.append("%s")
            names.append(own)
        return f"[{' '.join(kids)}]", names

    kids, names = kids_of(nodes, HOLDER)
    if not owners:
        return NO_STRUCTURE
    found = [owners.get(i) for i in range(max(owners) + 1)]
    owned = " ".join("null" if owner is None else "%s" for owner in found)
    return Structure(
        len(lines),
        "\n".join([*lines, kids, f"[{owned}]"]),
        [*chain(*named, names), *(owner for owner in found if owner is not None)],
    )


def placed(structure: Structure, numbers: Sequence[int], holder: str, place: str) -> list[str]:
    """Return the texts of the elements with these numbers, then the kids of their ``holder`` (a
    reference), and the owners of the pieces. ``place`` is what a piece says of its page and form.
    """
    named = [*map(ref, numbers), place, holder]
    return (structure.text % tuple([named[name] for name in structure.names])).split("\n")


def _told(attributes: dict[str, Any]) -> str:
    table = "".join(
        f"/{name} {value}"
        for name, value in (
            ("ColSpan", attributes.get("columns")),
            ("RowSpan", attributes.get("rows")),
            ("Scope", f"/{attributes['scope']}" if "scope" in attributes else None),
        )
        if value is not None
    )
    return (f"/Alt {string(attributes['alt'])}" if "alt" in attributes else "") + (
        f"/A<</O/Table{table}>>" if table else ""
    )

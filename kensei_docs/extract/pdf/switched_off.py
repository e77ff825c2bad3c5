"""Layers that a PDF switches off: what is on them is taken out before the pages are read, as PDFium reads it all."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pikepdf

# The operators that show text or paint: what draws a path without painting it, and sets how to paint, stays.
_SHOWN = {"Tj", "TJ", "'", '"', "Do", "sh", "INLINE IMAGE"}
_PAINTED = {"f", "F", "f*", "S", "s", "B", "B*", "b", "b*"}
_DEEPEST = 8  # forms inside one another

Off = set[tuple[int, int]]


def without_switched_off(content: bytes) -> bytes:
    """Return a PDF without what its layers that are switched off show; the same bytes where none is.

    Raises pikepdf.PdfError if it can't be read.
    """
    with pikepdf.open(io.BytesIO(content)) as pdf:
        layers = pdf.Root.get("/OCProperties")
        if not isinstance(layers, pikepdf.Dictionary):
            return content
        off, known = _groups_off(layers), set[tuple[int, int]]()
        found = [_clear(pdf, page.obj, off, known, 0) for page in pdf.pages]
        if not any(found):
            return content
        written = io.BytesIO()
        pdf.save(written)
        return written.getvalue()


def _groups_off(layers: Any) -> Off:
    """Return the groups that are off when the file is opened."""
    usual = layers.get("/D", {})
    listed = {group.objgen for group in layers.get("/OCGs", [])}
    off = listed if usual.get("/BaseState") == "/OFF" else set()
    off = off - {group.objgen for group in usual.get("/ON", [])}
    return off | {group.objgen for group in usual.get("/OFF", [])}


def _is_off(group: Any, off: Off) -> bool:
    """Return whether a group, or what a rule says of several of them, is not shown."""
    if not isinstance(group, pikepdf.Dictionary):
        return False
    if group.get("/Type") != "/OCMD":
        return group.objgen in off
    members: Any = group.get("/OCGs", pikepdf.Array())
    states = [one.objgen not in off for one in (members if isinstance(members, pikepdf.Array) else [members])]
    rule = str(group.get("/P", "/AnyOn"))
    shown = {"/AllOn": all(states), "/AnyOn": any(states), "/AnyOff": not all(states), "/AllOff": not any(states)}
    return bool(states) and not shown.get(rule, True)


def _clear(pdf: pikepdf.Pdf, holder: Any, off: Off, known: set[tuple[int, int]], depth: int) -> bool:
    """Take what is switched off out of a page or a form, and of its forms; return whether there was any."""
    resources = holder.get("/Resources", {})
    properties = resources.get("/Properties", {})
    hidden = {name for name, group in properties.items() if _is_off(group, off)}
    if hidden:
        kept = pikepdf.unparse_content_stream(list(_kept(pikepdf.parse_content_stream(holder), hidden)))
        if isinstance(holder, pikepdf.Stream):
            holder.write(kept)
        else:
            holder.Contents = pdf.make_stream(kept)
    found = bool(hidden)
    for form in resources.get("/XObject", {}).values():
        if form.objgen in known or depth > _DEEPEST:
            continue
        known.add(form.objgen)
        if _is_off(form.get("/OC"), off):
            form.Subtype = pikepdf.Name.Form
            form.BBox = pikepdf.Array([0, 0, 0, 0])
            form.write(b"")
            found = True
        elif form.get("/Subtype") == "/Form":
            found = _clear(pdf, form, off, known, depth + 1) or found
    return found


def _kept(instructions: Iterable[Any], hidden: set[str]) -> Iterator[Any]:
    """Yield the instructions of a content, without those that show something in a part of a ``hidden`` group."""
    open_parts: list[bool] = []
    for one in instructions:
        operator = str(one.operator)
        if operator in ("BDC", "BMC"):
            name = str(one.operands[1]) if operator == "BDC" and str(one.operands[0]) == "/OC" else ""
            open_parts.append(name in hidden)
        elif operator == "EMC" and open_parts:
            open_parts.pop()
        if any(open_parts) and operator in _PAINTED:
            yield pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
        elif not (any(open_parts) and operator in _SHOWN):
            yield one

"""The parts of a DOCX or ODT file: XML in a ZIP archive."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from lxml import etree

from kensei_docs.extract.document import unreadable

MAX_BYTES = 100_000_000  # of one part, unpacked: a rulebook's text is a hundredth of that


def names_in(path: Path, content: bytes) -> set[str]:
    """Return the names of the parts of an archive; raises Unusable if it is damaged."""
    try:
        with ZipFile(io.BytesIO(content)) as parts:
            return set(parts.namelist())
    except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise unreadable(path, f"is damaged ({_why(error)}); save it again, or fetch the whole file") from None


def part_of(path: Path, content: bytes, name: str) -> bytes:
    """Return one part of an archive, empty if it is not there; raises Unusable if it is damaged or too large."""
    try:
        with ZipFile(io.BytesIO(content)) as parts:
            if name not in parts.namelist():
                return b""
            if parts.getinfo(name).file_size > MAX_BYTES:
                most = MAX_BYTES // 1_000_000
                raise unreadable(path, f"unpacks to more than {most} MB; save it anew, without what is no text")
            return parts.read(name)
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        if "password" in str(error) or "encrypted" in str(error):
            raise unreadable(path, "is encrypted; save a copy of it without a password") from None
        raise unreadable(path, f"is damaged ({_why(error)}); save it again, or fetch the whole file") from None


def xml_of(path: Path, content: bytes, name: str) -> Any:
    """Return the root of a part that is XML; None if it is not there. Raises Unusable if it is damaged."""
    part = part_of(path, content, name)
    return parsed(path, part, name) if part else None


def parsed(path: Path, part: bytes, name: str) -> Any:
    """Return the root of an XML text; ``name`` is what it is called if it is damaged: then raises Unusable."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(part, parser)
    except etree.XMLSyntaxError as error:
        raise unreadable(path, f"is damaged ({name}: {_why(error)}); save it again, or fetch the whole file") from None
    if root.getroottree().docinfo.internalDTD is not None:
        # Its entities may unpack to any size, and no program for texts writes any.
        raise unreadable(path, f"has a DTD in {name}, as no program for texts writes it; save it again")
    return root


def name_of(element: Any) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def value_of(element: Any, name: str) -> str:
    """Return the value of an attribute, whatever its namespace; empty without one."""
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def _why(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")[:80] or type(error).__name__

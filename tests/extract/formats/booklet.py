"""One booklet written in every format that is read: headings, paragraphs with bold words, items and tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{full}:1.0"'
    for name, full in [
        *(("office", "office"), ("text", "text"), ("table", "table"), ("style", "style")),
        *(("fo", "xsl-fo-compatible"), ("draw", "drawing")),
    ]
)


class Part(NamedTuple):
    """A heading (with a level), an item (with a mark, ``*`` or ``1.``), a paragraph, or the rows of a table."""

    text: str = ""
    lead: str = ""
    level: int = 0
    mark: str = ""
    rows: Sequence[Sequence[str]] = ()


def write(parts: Sequence[Part], path: Path) -> Path:
    """Write a booklet in the format that the path's ending names."""
    WRITERS[path.suffix](parts, path)
    return path


def _markdown(parts: Sequence[Part], path: Path) -> None:
    blocks = []
    for part in parts:
        if part.rows:
            head, *rows = part.rows
            lines = [head, ["---"] * len(head), *rows]
            blocks.append("\n".join(f"| {' | '.join(line)} |" for line in lines))
        else:
            lead = f"**{part.lead}** " if part.lead else ""
            mark = "#" * part.level or part.mark
            blocks.append(f"{mark} {lead}{part.text}".strip())
    path.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")


def _html(parts: Sequence[Part], path: Path) -> None:
    blocks = ["<!DOCTYPE html><html><head><title>-</title></head><body>"]
    for part in parts:
        lead = f"<b>{escape(part.lead)}</b> " if part.lead else ""
        text = lead + escape(part.text)
        if part.rows:
            rows = [
                "".join(f"<{'td' if i else 'th'}>{escape(cell)}</{'td' if i else 'th'}>" for cell in row)
                for i, row in enumerate(part.rows)
            ]
            blocks.append("<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>")
        elif part.mark:
            kind = "ul" if part.mark == "*" else "ol"
            start = "" if part.mark == "*" else f' start="{part.mark[:-1]}"'
            blocks.append(f"<{kind}{start}><li>{text}</li></{kind}>")
        else:
            name = f"h{part.level}" if part.level else "p"
            blocks.append(f"<{name}>{text}</{name}>")
    path.write_text("\n".join([*blocks, "</body></html>"]), encoding="utf-8")


def word_run(text: str, bold: bool = False, more: str = "") -> str:
    """A run of a DOCX file; ``more`` are other properties of it."""
    return f'<w:r><w:rPr>{"<w:b/>" if bold else ""}{more}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def word_paragraph(content: str, properties: str = "") -> str:
    """A paragraph of a DOCX file."""
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def write_docx(path: Path, body: str, **parts: str) -> Path:
    """Write a DOCX file with headings as styles 1 to 6 and two lists: 1 has bullets, 2 numbers."""
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="H{i}"><w:name w:val="heading {i}"/></w:style>' for i in range(1, 7)
    )
    levels = [("bullet", "\uf0b7"), ("decimal", "%1.")]
    numbering = "".join(
        f'<w:abstractNum w:abstractNumId="{i}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{shape}"/></w:lvl></w:abstractNum>'
        for i, (kind, shape) in enumerate(levels)
    ) + "".join(f'<w:num w:numId="{i + 1}"><w:abstractNumId w:val="{i}"/></w:num>' for i in range(2))
    with ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        archive.writestr("word/styles.xml", f"<w:styles {W}>{styles}</w:styles>")
        for name, content in {"numbering": numbering, **parts}.items():
            archive.writestr(f"word/{name}.xml", f"<w:{name} {W}>{content}</w:{name}>")
    return path


def _docx(parts: Sequence[Part], path: Path) -> None:
    body = ""
    for part in parts:
        if part.rows:
            body += "<w:tbl>"
            for i, row in enumerate(part.rows):
                cells = "".join(f"<w:tc>{word_paragraph(word_run(cell, bold=not i))}</w:tc>" for cell in row)
                body += f"<w:tr>{cells}</w:tr>"
            body += "</w:tbl>"
            continue
        properties = f'<w:pStyle w:val="H{part.level}"/>' if part.level else ""
        if part.mark:
            number = 1 if part.mark == "*" else 2
            properties = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{number}"/></w:numPr>'
        body += word_paragraph((word_run(part.lead + " ", True) if part.lead else "") + word_run(part.text), properties)
    write_docx(path, body)


def write_odt(path: Path, body: str) -> Path:
    """Write an ODT file with the style of text ``B``, which is bold, and the lists ``dots`` and ``numbers``."""
    styles = (
        '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="S" style:family="text"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style>'
        '<text:list-style style:name="dots"><text:list-level-style-bullet text:level="1"/></text:list-style>'
        '<text:list-style style:name="numbers"><text:list-level-style-number text:level="1" style:num-format="1" '
        'style:num-suffix="."/></text:list-style>'
    )
    content = (
        f"<office:document-content {ODF}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    with ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
    return path


def _odt(parts: Sequence[Part], path: Path) -> None:
    body = ""
    for part in parts:
        if part.rows:
            body += "<table:table>"
            for i, row in enumerate(part.rows):
                cells = [
                    escape(cell) if i else f'<text:span text:style-name="B">{escape(cell)}</text:span>' for cell in row
                ]
                inside = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells)
                body += f"<table:table-row>{inside}</table:table-row>"
            body += "</table:table>"
            continue
        lead = f'<text:span text:style-name="B">{escape(part.lead)} </text:span>' if part.lead else ""
        text = lead + escape(part.text)
        if part.level:
            body += f'<text:h text:outline-level="{part.level}">{text}</text:h>'
        elif part.mark:
            style = "dots" if part.mark == "*" else "numbers"
            goes_on = "" if part.mark in ("*", "1.") else ' text:continue-numbering="true"'
            item = f"<text:list-item><text:p>{text}</text:p></text:list-item>"
            body += f'<text:list text:style-name="{style}"{goes_on}>{item}</text:list>'
        else:
            body += f"<text:p>{text}</text:p>"
    write_odt(path, body)


WRITERS = {".md": _markdown, ".html": _html, ".docx": _docx, ".odt": _odt}

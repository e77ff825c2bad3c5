"""What is wrong with a PO file by itself, whatever its messages are: what gettext refuses, a header of another file.

``msgfmt -c`` finds the same, and need not be installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kensei_docs.catalogues.plural_forms import PluralForms
from kensei_docs.catalogues.po_lines import PoEntry, PoFile, parts_of_line, unescaped

_COMMENT = re.compile(r"#(?!~(?!\|))")
_CHARSET = re.compile(r"charset\s*=\s*([^\s;]+)", re.I)


class PoFault(NamedTuple):
    """One fault with its line, from 1; ``stops``: what the file says is not known, so that nothing can use it."""

    line: int
    message: str
    stops: bool = True


def plural_forms_of(po_file: PoFile, language: str) -> PluralForms:
    """Return the plural forms that a file's header declares, or those of the language.

    Raises ValueError with what is wrong with the declaration.
    """
    declared = _field(po_file.header, "Plural-Forms")
    return PluralForms.of_language(language) if declared is None else PluralForms.declared(declared)


def faults_of(po_file: PoFile, language: str) -> Iterator[PoFault]:
    """Yield what is wrong with a file, which stands in the folder of a language."""
    if po_file.has_mark:
        message = "begins with a byte order mark, which gettext does not read; save it as UTF-8 without one, or run"
        yield PoFault(1, f"{message} 'kensei-docs catalogue update'", False)
    yield from faults_of_entries(po_file.entries)
    yield from _faults_of_header(po_file, language)
    try:
        forms = plural_forms_of(po_file, language)
    except ValueError as error:
        message = f"its Plural-Forms {error}; write those of the language, as 'kensei-docs catalogue update' does"
        yield PoFault(_line_in_header(po_file.header, "Plural-Forms"), f"{message} in a catalogue without them")
        return
    for entry in po_file.messages:
        for keyword, text in entry.strings.items():
            if keyword.startswith("msgstr") and text and not text.strip():
                message = "has a translation of blanks; translate it, or leave it empty"
                yield PoFault(entry.line_of(keyword), message, False)
        count = len(entry.translation)
        if entry.text[1] and "msgstr" not in entry.strings and (wrong := forms.fault_of(count)):
            yield PoFault(entry.line_of("msgid_plural"), wrong, False)


def faults_of_entries(entries: Iterable[PoEntry]) -> Iterator[PoFault]:
    """Yield where entries are not written as gettext reads them, and messages that stand twice.

    A fault of an obsolete entry doesn't stop a file: nothing is printed from it.
    """
    seen: dict[tuple[str, str], PoEntry] = {}
    for entry in entries:
        written = list(_faults_of_lines(entry))
        yield from written
        if written or not entry.strings:
            continue
        first = seen.setdefault((entry.context, entry.text[0]), entry)
        if first is entry:
            continue
        message = f"has the message of line {first.message_line} a second time"
        if entry.obsolete or first.obsolete:
            hint = "run 'kensei-docs catalogue update', which keeps both"
            yield PoFault(entry.message_line, f"{message}, for an obsolete entry counts too; {hint}", False)
        else:
            yield PoFault(entry.message_line, f"{message}; keep the better one")


def _faults_of_lines(entry: PoEntry) -> Iterator[PoFault]:
    stops = not entry.obsolete
    last = ""
    begun = False
    marked = {line.startswith("#~") for line in entry.lines if line.strip() and not _COMMENT.match(line.lstrip())}
    for number, line in enumerate(entry.lines, entry.line):
        if not line.strip():
            continue
        if _COMMENT.match(line.lstrip()):
            if begun:
                # Other programs put comments before the message, and read past this one.
                message = "has a comment between a message and its translation; move it before the message"
                yield PoFault(number, message, False)
            continue
        begun = True
        keyword, strings = parts_of_line(line)
        if strings is None:
            message = "has a string that doesn't begin and end with a quotation mark; mend the line"
            if not keyword and not line.lstrip().startswith('"'):
                message = "is not a catalogue: the line has no keyword, such as msgid or msgstr; mend that line"
            yield PoFault(number, message, stops)
            return
        if keyword and not _may_follow(keyword, last):
            yield PoFault(number, f"is not a catalogue: {keyword} {_misplaced(last)}; mend that line", stops)
            return
        if not keyword and not last:
            yield PoFault(number, "is not a catalogue: a string without a keyword; mend that line", stops)
            return
        last = keyword or last
        for string in strings:
            try:
                unescaped(string)
            except ValueError as error:
                yield PoFault(number, f"has a string with a backslash that means nothing: {error}", stops)
    if begun and not last.startswith("msgstr"):
        yield PoFault(entry.message_line, "is not a catalogue: a message without msgstr; mend that line", stops)
    elif len(marked) > 1:
        yield PoFault(entry.message_line, "is obsolete (#~) in some of its lines only; mark all of them or none")


# What each keyword may stand after; a plural's strings are numbered from 0.
_AFTER = {"msgctxt": ("",), "msgid": ("", "msgctxt"), "msgid_plural": ("msgid",), "msgstr": ("msgid",)}


def _may_follow(keyword: str, last: str) -> bool:
    number = re.fullmatch(r"msgstr\[(\d+)\]", keyword)
    if number is None:
        return last in _AFTER[keyword]
    before = int(number[1]) - 1
    return last == ("msgid_plural" if before < 0 else f"msgstr[{before}]")


def _misplaced(last: str) -> str:
    return f"stands after {last}" if last else "stands before any msgid"


def _faults_of_header(po_file: PoFile, language: str) -> Iterator[PoFault]:
    header = po_file.header
    declared = _field(header, "Language")
    if declared and declared != language:
        message = f"its header says 'Language: {declared}', and it stands in the folder of '{language}'"
        line = _line_in_header(header, "Language")
        yield PoFault(line, f"{message}; mend the header, or move the file", False)
    if _field(header, "Plural-Forms") is None and any(entry.text[1] for entry in po_file.messages):
        message = "its header has no Plural-Forms, and some messages have a plural; run 'kensei-docs catalogue update'"
        yield PoFault(header.message_line if header else 1, message, False)
    charset = _CHARSET.search(_field(header, "Content-Type") or "")
    if charset and charset[1].lower().replace("-", "") not in ("utf8", "usascii", "ascii"):
        message = f"its header says 'charset={charset[1]}', and it is UTF-8; write charset=UTF-8"
        yield PoFault(_line_in_header(header, "Content-Type"), message, False)


def _field(header: PoEntry | None, name: str) -> str | None:
    """Return the value of a field of the header; None without the field."""
    for line in "".join(header.translation).split("\n") if header else ():
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name.lower():
            return value.strip()
    return None


def _line_in_header(header: PoEntry | None, name: str) -> int:
    if header is None:
        return 1
    lines = (number for number, line in enumerate(header.lines, header.line) if f'"{name}:'.lower() in line.lower())
    return next(lines, header.message_line)

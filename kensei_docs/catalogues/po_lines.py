"""A PO file kept line by line, so that an update changes only the entries that it edits.

Whoever wrote the file (Poedit, Weblate, msgmerge, an editor), its line endings, wrapping, comments and header stay; a
byte order mark, which gettext refuses, goes. An entry is changed by its lines; Babel writes the strings in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from kensei_docs.database.placeholders_and_plurals import with_names

_BOM = "\ufeff"
_LINE_WIDTH = 100
_OBSOLETE = re.compile(r"^#~ ?")
# The flag of an earlier version. To gettext it means that a translation has the very placeholders of its message; but
# it may ask for a figure as a word, ``%(share|words)s``, where the message does not.
_FORMER_FLAG = re.compile(r"\bpython-format\b")
# What tells one obsolete entry from another of the same message: gettext allows a message once in a file.
_COPY_NUMBER = re.compile(r"#\d+$")
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*(?![\w\[])(.*)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\([0-7]{1,3}|x[0-9A-Fa-f]+|.)")
_ESCAPED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "\\": "\\"}


@dataclass(frozen=True)
class PoEntry:
    """One entry: its lines without their ends, from the comments and empty lines before it on.

    The header is the entry whose msgid is empty; an entry without a keyword is comments at the end of the file.
    """

    lines: tuple[str, ...]
    line: int = 0  # the 1-based number of the first line; 0 for an entry that is new

    @property
    def obsolete(self) -> bool:
        """Whether the entry is kept for a message that no longer exists (``#~``)."""
        return any(line.startswith("#~") for line in self.lines)

    @cached_property
    def strings(self) -> Mapping[str, str]:
        """The strings by keyword: msgctxt, msgid, msgid_plural, msgstr, msgstr[0] …"""
        return _strings(_OBSOLETE.sub("", line) for line in self.lines)

    @property
    def context(self) -> str:
        """The msgctxt, empty without one."""
        return self.strings.get("msgctxt", "")

    @property
    def text(self) -> tuple[str, str]:
        """The message: its msgid and its msgid_plural, which is empty where it has one form."""
        return self.strings.get("msgid", ""), self.strings.get("msgid_plural", "")

    @property
    def message_line(self) -> int:
        """The number, from 1, of the line with which the message begins, after the comments."""
        before = (i for i, line in enumerate(self.lines) if line.strip() and (line[0] != "#" or line[:2] == "#~"))
        return self.line + next(before, 0)

    def line_of(self, keyword: str) -> int:
        """The number, from 1, of the first line of a keyword; of the message where the entry has no such keyword."""
        bare = (_OBSOLETE.sub("", line.strip()) for line in self.lines)
        found = (i for i, line in enumerate(bare) if (match := _KEYWORD.match(line)) and match[1] == keyword)
        return next((self.line + i for i in found), self.message_line)

    @property
    def is_header(self) -> bool:
        """Whether it is the header: the active entry with an empty msgid."""
        return bool(self.strings) and not self.text[0] and not self.context and not self.obsolete

    @property
    def translation(self) -> tuple[str, ...]:
        """The translation: one string, or one a plural form."""
        return tuple(text for keyword, text in self.strings.items() if keyword.startswith("msgstr"))

    @property
    def is_translated(self) -> bool:
        """Whether each of its strings has more than blanks."""
        return bool(self.translation) and all(text.strip() for text in self.translation)

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags (``#,``), such as ``fuzzy``."""
        return tuple(
            flag.strip() for line in self.lines if line.startswith("#,") for flag in line[2:].split(",") if flag.strip()
        )

    @property
    def fuzzy(self) -> bool:
        """Whether the translation is stale: it was made for another message."""
        return "fuzzy" in self.flags

    @property
    def remarks(self) -> tuple[str, ...]:
        """The lines of translators' comments."""
        return tuple(line for line in self.lines if line.startswith("#") and line[1:2] not in ("~", ",", ":", ".", "|"))

    def with_remarks(self, remarks: Iterable[str]) -> PoEntry:
        """Return the entry with more translators' comments before its own lines."""
        new = [line for line in remarks if line not in self.remarks]
        gap = next((number for number, line in enumerate(self.lines) if line.strip()), 0)
        return replace(self, lines=(*self.lines[:gap], *new, *self.lines[gap:]))

    def says_as_much_as(self, other: PoEntry) -> bool:
        """Return whether another entry has nothing that this one has not: no other text, comment or flag."""
        same = (self.text, self.translation) == (other.text, other.translation)
        said = {line for line in self.lines if line.startswith("#") and line[1:2] != "~"}
        return same and said >= {line for line in other.lines if line.startswith("#") and line[1:2] != "~"}

    def retired(self) -> PoEntry:
        """Return the entry as an obsolete one."""
        return replace(self, lines=tuple(_retired(line) for line in self.lines))

    @property
    def former_context(self) -> str:
        """The msgctxt that the entry had before it became obsolete: without the number of a copy."""
        return _COPY_NUMBER.sub("", self.context) if self.obsolete else self.context

    def copied(self, number: int) -> PoEntry:
        """Return an obsolete entry under a numbered context, so that another one can have its own."""
        return self.restored().moved(f"{self.former_context}#{number}").retired()

    def tidied(self) -> PoEntry:
        """Return the entry as gettext accepts it: without the flag of an earlier version, and with comments first.

        An obsolete message with a plural has numbered strings, even if another program wrote a single one.
        """
        written = [line for each in self.lines for line in _tidied_flags(each)]
        first = next((number for number, line in enumerate(written) if _is_of_message(line)), len(written))
        within = [line for line in written[first:] if line.strip() and not _is_of_message(line)]
        body = [line for line in written[first:] if line not in within]
        if self.obsolete:
            body = [_retired(line) for line in body]
            if self.text[1] and "msgstr" in self.strings:
                body = [re.sub(r"^(#~\s*)msgstr(?=\s)", r"\1msgstr[0]", line) for line in body]
        head = [_retired(line) if self.obsolete else line for line in _tidied_previous([*written[:first], *within])]
        lines = (*head, *body)
        return replace(self, lines=lines) if lines != self.lines else self

    def restored(self) -> PoEntry:
        """Return the entry without the marks of an obsolete one."""
        return replace(self, lines=tuple(_restored(line) for line in self.lines))

    def moved(self, context: str) -> PoEntry:
        """Return the entry, which is not obsolete, under another context."""
        head = [line for line in self.lines if not line.strip() or line.startswith("#")]
        parts = [part for part in _parts(_body(self.lines)) if _keyword_of(part) != "msgctxt"]
        body = [_line_of("msgctxt", context), *(line for part in parts for line in part)]
        return replace(self, lines=(*head, *body))

    def changed(self, context: str, text: tuple[str, str], forms: int) -> PoEntry:
        """Return a fuzzy entry for another message, with this entry's comments, flags and translation.

        ``forms`` is the number of plural forms. The message that was translated is kept as the previous one (``#|``).
        """
        # Where one form of several is left, it is one that has words.
        words = self.translation if text[1] else tuple(filter(str.strip, self.translation))
        new = PoEntry.made(context, text, words, forms)
        head = [line for line in self.lines if not line.strip() or line.startswith("#")]
        head = [line for line in head if line[1:2] not in ("|", ",", "~")]
        flags = dict.fromkeys(("fuzzy", *self.flags))
        previous = [line for line in self.lines if line.startswith("#|")]
        if not (self.fuzzy and previous):
            former = _parts(_body(self.lines))
            unsaid = ("msgstr", "msgctxt") if context == self.context else ("msgstr",)
            said = [part for part in former if not _keyword_of(part).startswith(unsaid)]
            previous = [f"#| {line.strip()}" for part in said for line in part]
        return PoEntry((*head, f"#, {', '.join(flags)}", *previous, *_body(new.lines)))

    def renumbered(self, text: tuple[str, str], names: dict[str, str], forms: int) -> PoEntry:
        """Return the entry for a message whose figures have other ``names``, with the same in its translation."""
        new = PoEntry.made(self.context, text, tuple(with_names(each, names) for each in self.translation), forms)
        head = [line for line in self.lines if not line or (line.startswith("#") and line[1:2] != "~")]
        return replace(self, lines=(*head, *_body(new.lines)))

    @classmethod
    def made(cls, context: str, text: tuple[str, str], translation: tuple[str, ...], forms: int) -> PoEntry:
        """Return a new entry; a plural message gets ``forms`` strings, and missing ones repeat the first."""
        from babel.messages.pofile import normalize

        strings = [*translation, *[translation[0] if translation else ""] * forms][: forms if text[1] else 1]
        keywords = [f"msgstr[{number}]" for number in range(forms)] if text[1] else ["msgstr"]
        parts = [
            ("msgctxt", context),
            ("msgid", text[0]),
            ("msgid_plural", text[1]),
            *zip(keywords, strings, strict=True),
        ]
        lines = [
            line
            for keyword, string in parts
            if string or keyword not in ("msgctxt", "msgid_plural")
            for line in f"{keyword} {normalize(string, width=_LINE_WIDTH)}".split("\n")
        ]
        return cls(("", *lines))


@dataclass
class PoFile:
    """The entries of a file in their order, and how its lines end."""

    entries: list[PoEntry] = field(default_factory=list)
    newline: str = "\n"
    has_mark: bool = False  # whether it begins with a byte order mark, which is not written again

    @classmethod
    def parsed(cls, text: str) -> PoFile:
        """Return the entries of a text; text that is no PO file is split too: ``po_faults`` reports it."""
        has_mark, text = text.startswith(_BOM), text.removeprefix(_BOM)
        newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
        entries: list[PoEntry] = []
        lines: list[str] = []
        first, translated = 1, False
        for number, line in enumerate(text.split("\n"), 1):
            # A "\r" that is not a part of the file's line ending belongs to its line.
            line = line.removesuffix("\r") if newline == "\r\n" else line
            bare = _OBSOLETE.sub("", line.strip())
            if translated and not bare.startswith(('"', "msgstr")):
                entries.append(PoEntry(tuple(lines), first))
                lines, first, translated = [], number, False
            translated = translated or bare.startswith("msgstr")
            lines.append(line)
        return cls([*entries, PoEntry(tuple(lines), first)], newline, has_mark)

    @property
    def header(self) -> PoEntry | None:
        """The header, where there is one."""
        return next((entry for entry in self.entries if entry.is_header), None)

    @property
    def messages(self) -> list[PoEntry]:
        """The entries that are printed: without the header, obsolete ones, and comments at the end."""
        return [entry for entry in self.entries if entry.strings and not entry.is_header and not entry.obsolete]

    def written(self) -> str:
        """Return the text of the file; for a file that was only parsed, the same bytes."""
        lines = [line for entry in self.entries for line in entry.lines]
        return self.newline.join(lines)


def parts_of_line(line: str) -> tuple[str, list[str] | None]:
    """Return the keyword of a line that is no comment, empty without one, and the strings in it as they are written.

    None instead of strings where the line has anything else.
    """
    bare = _OBSOLETE.sub("", line.strip()).strip()
    match = _KEYWORD.match(bare)
    rest = match[2] if match else bare
    strings = _QUOTED.findall(rest)
    whole = not _QUOTED.sub("", rest).strip()
    return match[1] if match else "", strings if whole else None


def unescaped(text: str) -> str:
    """Return a string of a PO file, what stands between its quotation marks, with its escapes resolved.

    ``msgcat -E`` writes each byte of a letter as an octal escape. Raises ValueError for an escape that gettext has not,
    and for bytes that are no letter in UTF-8.
    """
    if "\\" not in text:
        return text
    written = bytearray()
    end = 0
    for match in _ESCAPE.finditer(text):
        written += text[end : match.start()].encode()
        end = match.end()
        escape = match[1]
        if escape[0] in "01234567" or (escape[0] == "x" and len(escape) > 1):
            written.append((int(escape[1:], 16) if escape[0] == "x" else int(escape, 8)) & 0xFF)
        elif escape in _ESCAPED:
            written += _ESCAPED[escape].encode()
        else:
            raise ValueError(f"'\\{escape}' is no escape; write \\\\ for a backslash")
    try:
        return (written + text[end:].encode()).decode()
    except UnicodeDecodeError:
        raise ValueError("its escapes are no letters in UTF-8; write the letters themselves") from None


def _retired(line: str) -> str:
    if line.startswith("#|"):
        return f"#~{line[1:]}"
    return f"#~ {line}" if line.strip() and not line.startswith("#") else line


def _restored(line: str) -> str:
    return f"#{line[2:]}" if line.startswith("#~|") else _OBSOLETE.sub("", line)


def _strings(lines: Iterable[str]) -> dict[str, str]:
    quoted: dict[str, list[str]] = {}
    keyword = ""
    for line in map(str.strip, lines):
        if match := _KEYWORD.match(line):
            keyword = match[1]
            quoted[keyword] = [match[2]]
        elif line.startswith('"') and keyword:
            quoted[keyword].append(line)
    return {keyword: _joined(parts) for keyword, parts in quoted.items()}


def _joined(parts: Iterable[str]) -> str:
    """Return the text of a string's lines; what no program could have written stays as it is, and is reported."""
    text = "".join(inside for part in parts for inside in _QUOTED.findall(part))
    try:
        return unescaped(text)
    except ValueError:
        return text


def _body(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _parts(lines: Iterable[str]) -> list[list[str]]:
    """Return the lines of each keyword of an entry: the keyword's own, and those that continue its string."""
    parts: list[list[str]] = []
    for line in lines:
        if line.lstrip().startswith('"') and parts:
            parts[-1].append(line)
        else:
            parts.append([line])
    return parts


def _keyword_of(part: list[str]) -> str:
    match = _KEYWORD.match(part[0].lstrip())
    return match[1] if match else ""


def _is_of_message(line: str) -> bool:
    """Whether a line has a part of the message or its translation; an empty one or a comment has none."""
    return bool(line.strip()) and (not line.startswith("#") or (line.startswith("#~") and line[2:3] != "|"))


def _tidied_previous(lines: Iterable[str]) -> list[str]:
    """Return lines before a message, without a previous string that earlier versions left without its keyword."""
    kept: list[str] = []
    begun = False
    for line in lines:
        previous = re.match(r"#~?\|\s*(.)", line)
        begun = begun or bool(previous and previous[1] != '"')
        if not previous or begun:
            kept.append(line)
    return kept


def _tidied_flags(line: str) -> list[str]:
    if not line.startswith("#,") or not _FORMER_FLAG.search(line):
        return [line]
    flags = [flag.strip() for flag in line[2:].split(",") if flag.strip() not in ("", "python-format")]
    return [f"#, {', '.join(flags)}"] if flags else []


def _line_of(keyword: str, text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'{keyword} "{escaped}"'

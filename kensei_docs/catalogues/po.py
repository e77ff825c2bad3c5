"""Catalogues: PO files with their plural forms, what is wrong with one by itself, and the translations in them.

Catalogues of one language may count differently: a user's own, one that another program wrote, the shipped one.

A file is kept line by line, so that an update changes only the entries that it edits. Whoever wrote the file (Poedit,
Weblate, msgmerge, an editor), its line endings, wrapping, comments and header stay, which Babel and polib write anew; a
byte order mark, which gettext refuses, goes. An entry is changed by its lines; Babel writes the strings in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from kensei_docs.database import Database
from kensei_docs.database.model import CellTranslation
from kensei_docs.database.placeholders import forms_of, with_names
from kensei_docs.database.yaml_files import line_ends_of
from kensei_docs.problems import Place, Problem, Unusable, unusable
from kensei_docs.project import CATALOGUES, Project

# The forms that a language may have: Arabic has 6. And the digits of their number that are looked at.
_MOST_FORMS = 10
_DIGITS = 12
_DECLARED = re.compile(r"\s*nplurals\s*=\s*([1-9]\d*)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*$")
# The numbers of things for which rules are tried: those of msgfmt, and larger ones, for some languages count millions.
_TRIED = (*range(1001), *(10**power + more for power in (4, 5, 6, 7) for more in range(3)))


class PluralForms(NamedTuple):
    """The number of forms, and the expression of n, such as ``n != 1``, that gives the index of the form."""

    number: int
    rule: str

    @classmethod
    def declared(cls, text: str) -> PluralForms:
        """Return the forms that a ``Plural-Forms`` field declares; raises ValueError with what is wrong with it."""
        match = _DECLARED.match(text)
        if match is None:
            raise ValueError("needs 'nplurals=NUMBER; plural=EXPRESSION;'")
        number = int(match[1][:_DIGITS])
        if number > _MOST_FORMS:
            raise ValueError(f"has {match[1][:_DIGITS]} forms, and no language has more than {_MOST_FORMS}")
        try:
            above = [index for index in cls(number, match[2]).tried if index >= number]
        except (ValueError, ArithmeticError, RecursionError) as error:
            raise ValueError(f"has no rule that can be computed ({error})") from None
        if above:
            raise ValueError(f"gives form {above[0]}, and has the forms 0 to {number - 1}")
        return cls(number, match[2])

    @classmethod
    def of_language(cls, language: str) -> PluralForms:
        """Return the forms of a language as Unicode has them."""
        from babel.messages.catalog import Catalog

        catalogue = Catalog(locale=language)
        return cls(catalogue.num_plurals, catalogue.plural_expr)

    def of(self, number: int) -> int:
        """Return the index of the form for a number of things."""
        return _computed(self.rule)(number)

    def fault_of(self, count: int) -> str:
        """Return what is said of a translation of ``count`` strings; nothing if there is one for each form."""
        if count == self.number:
            return ""
        message = f"has {count} forms of the translation (msgstr[0] …), and its header declares {self.number}"
        what_to_do = "add those that are missing" if count < self.number else "take away what is too many"
        return f"{message}; {what_to_do}, or mend Plural-Forms"

    @property
    def tried(self) -> tuple[int, ...]:
        """The indices of the forms for the numbers that stand for all."""
        return _indices(self.rule)

    @property
    def of_others(self) -> int:
        """The index of the form for what is no number of things, such as 1D6: the last, unless that is the form of one
        thing."""
        last = self.number - 1
        return last if self.of(1) != last else Counter(self.tried).most_common(1)[0][0]

    def tells_apart(self, other: PluralForms) -> bool:
        """Return whether numbers of one form have one form in another rule too."""
        return len({*zip(self.tried, other.tried, strict=True)}) == len({*self.tried})


ONE_FORM = PluralForms(1, "0")
# Of a message: 0 is the form for one thing, 1 the form for several.
MESSAGE_FORMS = PluralForms(2, "n != 1")


def joined(several: Iterable[PluralForms]) -> PluralForms:
    """Return forms in which translations of all the given ones can be written: the first that will do.

    Where none will, it is a product: a form for each pair of forms.
    """
    first, *others = dict.fromkeys(several)
    for other in others:
        if other.tells_apart(first) and not first.tells_apart(other):
            first = other
        elif not first.tells_apart(other):
            first = PluralForms(first.number * other.number, f"({first.rule}) * {other.number} + ({other.rule})")
    return first


class Translation(NamedTuple):
    """The words of a message: one string, or one for each of the plural forms.

    ``many`` is the msgid_plural that was translated, empty for a message with one form.
    """

    strings: tuple[str, ...]
    many: str = ""
    forms: PluralForms = ONE_FORM

    def of(self, whole: int | None) -> str:
        """Return the string for a whole number of things; that of other figures, such as 1D6 or a half, for None."""
        if len(self.strings) == 1:
            return self.strings[0]
        index = self.forms.of_others if whole is None else self.forms.of(whole)
        return self.strings[min(index, len(self.strings) - 1)]

    @property
    def of_exactly_one(self) -> str | None:
        """The string that is only for one thing, so that it need not name the number; None if the language has none."""
        if len(self.strings) == 1 or Counter(self.forms.tried)[self.forms.of(1)] > 1:
            return None
        return self.of(1)

    def under(self, forms: PluralForms) -> tuple[str, ...]:
        """Return a string for each of other forms, which tell apart all that its own do."""
        if forms == self.forms:
            return self.strings
        examples = dict(zip(reversed(forms.tried), reversed(_TRIED), strict=True))
        return tuple(self.of(examples.get(index)) for index in range(forms.number))


@cache
def _computed(expression: str) -> Callable[[int], int]:
    from gettext import c2py

    return c2py(expression)


@cache
def _indices(expression: str) -> tuple[int, ...]:
    return tuple(map(_computed(expression), _TRIED))


_BOM = "\ufeff"
_LINE_WIDTH = 100
_OBSOLETE = re.compile(r"^#~ ?")
# The flag of an earlier version. To gettext it means that a translation has the very placeholders of its message; but
# it may ask for a figure as a word, ``%(share|words)s``, where the message does not.
_FORMER_FLAG = "python-format"
# What tells one obsolete entry from another of the same message: gettext allows a message once in a file.
_COPY_NUMBER = re.compile(r"#\d+$")
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*(?![\w\[])")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|x[0-9A-Fa-f]+|[^\x80-\xff])")
_ESCAPED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "\\": "\\"}


class EntryParts(NamedTuple):
    """The lines of an entry: comments, with the empty lines before the message, and the lines of each keyword.

    ``numbers`` are those of the first lines of the keywords.
    """

    head: list[str]
    body: dict[str, list[str]]
    numbers: dict[str, int]


@dataclass(frozen=True)
class PoEntry:
    """One entry: its lines without their ends, from the comments and empty lines before it on.

    The header is the entry whose msgid is empty; an entry without a keyword is comments at the end of the file.
    """

    lines: tuple[str, ...]
    line: int = 0  # the 1-based number of the first line; 0 for an entry that is new

    @classmethod
    def made(
        cls, context: str, text: tuple[str, str], translation: tuple[str, ...], forms: int, head: Iterable[str] = ("",)
    ) -> PoEntry:
        """Return a new entry below the comments of its ``head``.

        A plural message gets ``forms`` strings, and missing ones repeat the first.
        """
        from babel.messages.pofile import normalize

        one, many = text
        keywords = [f"msgstr[{number}]" for number in range(forms)] if many else ["msgstr"]
        strings = [*translation, *[translation[0] if translation else ""] * forms][: len(keywords)]
        named = [("msgctxt", context), ("msgid", one), ("msgid_plural", many), *zip(keywords, strings, strict=True)]
        body = (
            f"{keyword} {normalize(string, width=_LINE_WIDTH)}"
            for keyword, string in named
            if string or keyword not in ("msgctxt", "msgid_plural")
        )
        return cls((*head, *(line for part in body for line in part.split("\n"))))

    def _with(
        self, head: Iterable[str] | None = None, body: Mapping[str, Iterable[str]] | None = None, obsolete: bool = False
    ) -> PoEntry:
        """Return the entry with another head and body, as ``parts`` has them."""
        lines = [*(self.parts.head if head is None else head)]
        lines += [line for part in (self.parts.body if body is None else body).values() for line in part]
        return replace(self, lines=tuple(map(_retired, lines) if obsolete else lines))

    @property
    def obsolete(self) -> bool:
        """Whether the entry is kept for a message that no longer exists (``#~``)."""
        return any(line.startswith("#~") for line in self.lines)

    @cached_property
    def parts(self) -> EntryParts:
        """The lines by what they are, without the marks of an obsolete entry."""
        parts = EntryParts([], {}, {})
        keyword = ""
        for number, raw in enumerate(self.lines, self.line):
            line = f"#{raw[2:]}" if raw.startswith("#~|") else _OBSOLETE.sub("", raw)
            if line.lstrip().startswith("#") or not (line.strip() or keyword):
                parts.head.append(line)
            elif match := _KEYWORD.match(line.lstrip()):
                keyword = match[1]
                parts.body[keyword] = [line]
                parts.numbers[keyword] = number
            elif keyword and line.strip():
                parts.body[keyword].append(line)
        return parts

    @cached_property
    def strings(self) -> Mapping[str, str]:
        """The strings by keyword: msgctxt, msgid, msgid_plural, msgstr, msgstr[0] …"""
        return {keyword: _joined(lines) for keyword, lines in self.parts.body.items()}

    @property
    def context(self) -> str:
        """The msgctxt, empty without one."""
        return self.strings.get("msgctxt", "")

    @property
    def text(self) -> tuple[str, str]:
        """The message: its msgid and its msgid_plural, which is empty where it has one form."""
        return self.strings.get("msgid", ""), self.strings.get("msgid_plural", "")

    def line_of(self, keyword: str = "") -> int:
        """The number, from 1, of the first line of a keyword; of the message where the entry has no such keyword."""
        numbers = self.parts.numbers
        return numbers.get(keyword, min(numbers.values(), default=self.line))

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
        return tuple(flag for line in self.parts.head if line.startswith("#,") for flag in _flags_in(line))

    @property
    def fuzzy(self) -> bool:
        """Whether the translation is stale: it was made for another message."""
        return "fuzzy" in self.flags

    @property
    def remarks(self) -> tuple[str, ...]:
        """The lines of translators' comments."""
        return tuple(line for line in self.parts.head if line.startswith("#") and line[1:2] not in (",", ":", ".", "|"))

    def with_remarks(self, remarks: Iterable[str]) -> PoEntry:
        """Return the entry with more translators' comments before its own lines."""
        new = [line for line in remarks if line not in self.remarks]
        gap = next((number for number, line in enumerate(self.lines) if line.strip()), 0)
        return replace(self, lines=(*self.lines[:gap], *new, *self.lines[gap:])) if new else self

    def says_as_much_as(self, other: PoEntry) -> bool:
        """Return whether another entry has nothing that this one has not: no other text, comment or flag."""
        same = (self.text, self.translation) == (other.text, other.translation)
        return same and set(self.parts.head) >= {line for line in other.parts.head if line.strip()}

    @cached_property
    def previous(self) -> PoEntry:
        """The message that a stale translation was made from (``#|``), as an entry; one without strings if none is."""
        return PoEntry(tuple(line[2:].strip() for line in self.parts.head if line.startswith("#|")))

    def tells_also(self, other: PoEntry) -> bool:
        """Return whether this stale entry has all that an entry of an earlier text of its message has."""
        before = self.previous
        is_before = before.text == other.text or (other.fuzzy and before.text == other.previous.text)
        return (
            self.fuzzy
            and bool(before.strings)
            and is_before
            and (other.fuzzy or not other.previous.strings)
            and (before.context or self.context) == other.former_context
            and self.translation == other.translation
            and {*self.remarks, *self.flags} >= {*other.remarks, *other.flags}
        )

    def is_made_from(self, text: tuple[str, str]) -> bool:
        """Return whether it is the stale translation of a message that is the same again."""
        has_all_forms = bool(text[1]) == ("msgstr" not in self.strings)
        return self.fuzzy and bool(self.previous.strings) and self.previous.text == text and has_all_forms

    def reverted(self, context: str, forms: int) -> PoEntry:
        """Return the entry for the message that its translation was made from, which is stale no longer."""
        flags = [flag for flag in self.flags if flag != "fuzzy"]
        head = [line for line in self.parts.head if line[1:2] not in ("|", ",")]
        head += [f"#, {', '.join(flags)}"] if flags else []
        return PoEntry.made(context, self.previous.text, self.translation, forms, head)

    def retired(self) -> PoEntry:
        """Return the entry as an obsolete one."""
        return self if self.obsolete else self._with(obsolete=True)

    def restored(self) -> PoEntry:
        """Return the entry without the marks of an obsolete one."""
        return self._with() if self.obsolete else self

    @property
    def former_context(self) -> str:
        """The msgctxt that the entry had before it became obsolete: without the number of a copy."""
        return _COPY_NUMBER.sub("", self.context) if self.obsolete else self.context

    def copied(self, number: int) -> PoEntry:
        """Return an obsolete entry under a numbered context, so that another one can have its own."""
        return self.moved(f"{self.former_context}#{number}")

    def moved(self, context: str) -> PoEntry:
        """Return the entry under another context."""
        if context == self.context:
            return self
        escaped = context.replace("\\", "\\\\").replace('"', '\\"')
        body = {"msgctxt": [], **self.parts.body} | {"msgctxt": [f'msgctxt "{escaped}"']}
        return self._with(body=body, obsolete=self.obsolete)

    def tidied(self) -> PoEntry:
        """Return the entry as gettext accepts it: without the flag of an earlier version, and with comments first.

        A previous string without its keyword, which earlier versions left, goes too. An obsolete message with a plural
        has numbered strings, even if another program wrote a single one.
        """
        head: list[str] = []
        has_previous = False
        for line in self.parts.head:
            has_previous = has_previous or (line.startswith("#|") and not line[2:].lstrip().startswith('"'))
            if line.startswith("#,") and _FORMER_FLAG in _flags_in(line):
                flags = [flag for flag in _flags_in(line) if flag != _FORMER_FLAG]
                head += [f"#, {', '.join(flags)}"] if flags else []
            elif has_previous or not line.startswith("#|"):
                head.append(line)
        body = self.parts.body
        if self.obsolete and self.text[1] and "msgstr" in body:
            body = {**body, "msgstr": [re.sub(r"^(\s*)msgstr", r"\1msgstr[0]", body["msgstr"][0]), *body["msgstr"][1:]]}
        tidied = self._with(head, body, self.obsolete)
        return tidied if tidied.lines != self.lines else self

    def changed(self, context: str, text: tuple[str, str], forms: int) -> PoEntry:
        """Return a fuzzy entry for another message, with this entry's comments, flags and translation.

        ``forms`` is the number of plural forms. The message that was translated is kept as the previous one (``#|``).
        """
        # Where one form of several is left, it is one that has words.
        words = self.translation if text[1] else tuple(filter(str.strip, self.translation))
        previous = [line for line in self.parts.head if line.startswith("#|")]
        if not (self.fuzzy and previous):
            unsaid = ("msgstr", "msgctxt") if context == self.context else ("msgstr",)
            said = (part for keyword, part in self.parts.body.items() if not keyword.startswith(unsaid))
            previous = [f"#| {line.strip()}" for part in said for line in part]
        flags = f"#, {', '.join(dict.fromkeys(('fuzzy', *self.flags)))}"
        head = [line for line in self.parts.head if line[1:2] not in ("|", ",")]
        return PoEntry.made(context, text, words, forms, (*head, flags, *previous))

    def renumbered(self, text: tuple[str, str], names: dict[str, str], forms: int) -> PoEntry:
        """Return the entry for a message whose figures have other ``names``, with the same in its translation."""
        words = tuple(with_names(each, names) for each in self.translation)
        return PoEntry.made(self.context, text, words, forms, self.parts.head)


@dataclass
class PoFile:
    """The entries of a file in their order, and how its lines end."""

    entries: list[PoEntry] = field(default_factory=list)
    newline: str = "\n"
    has_mark: bool = False  # whether it begins with a byte order mark, which is not written again

    @classmethod
    def parsed(cls, text: str) -> PoFile:
        """Return the entries of a text; text that is no PO file is split too: ``faults_of`` reports it."""
        plain, newline = line_ends_of(text.removeprefix(_BOM))
        entries: list[PoEntry] = []
        lines: list[str] = []
        first, translated = 1, False
        for number, line in enumerate(plain.split("\n"), 1):
            bare = _OBSOLETE.sub("", line.strip())
            if translated and not bare.startswith(('"', "msgstr")):
                entries.append(PoEntry(tuple(lines), first))
                lines, first, translated = [], number, False
            translated = translated or bare.startswith("msgstr")
            lines.append(line)
        return cls([*entries, PoEntry(tuple(lines), first)], newline, text.startswith(_BOM))

    @property
    def header(self) -> PoEntry | None:
        """The header, where there is one."""
        return next((entry for entry in self.entries if entry.is_header), None)

    def field(self, name: str) -> str | None:
        """Return the value of a field of the header; None without the field."""
        for line in "".join(self.header.translation).split("\n") if self.header else ():
            key, colon, value = line.partition(":")
            if colon and key.strip().lower() == name.lower():
                return value.strip()
        return None

    def line_of_field(self, name: str = "") -> int:
        """Return the number, from 1, of the line of a field of the header; of the header without such a field."""
        if self.header is None:
            return 1
        lines = enumerate(self.header.lines, self.header.line)
        return next((number for number, line in lines if f'"{name}:'.lower() in line.lower()), self.header.line_of())

    def plural_forms(self, language: str) -> PluralForms:
        """Return the plural forms that the header declares, or those of the language.

        Raises ValueError with what is wrong with the declaration.
        """
        declared = self.field("Plural-Forms")
        return PluralForms.of_language(language) if declared is None else PluralForms.declared(declared)

    @property
    def messages(self) -> list[PoEntry]:
        """The entries that are printed: without the header, obsolete ones, and comments at the end."""
        return [entry for entry in self.entries if entry.strings and not entry.is_header and not entry.obsolete]

    def written(self) -> str:
        """Return the text of the file; for a file that was only parsed, the same text."""
        return self.newline.join(line for entry in self.entries for line in entry.lines)


def unescaped(text: str) -> str:
    """Return a string of a PO file, what stands between its quotation marks, with its escapes resolved.

    ``msgcat -E`` writes each byte of a letter as an octal escape. Raises ValueError for an escape that gettext has not,
    and for bytes that are no letter in UTF-8.
    """

    def resolved(match: re.Match[bytes]) -> bytes:
        escape = match[1].decode()
        if escape in _ESCAPED:
            return _ESCAPED[escape].encode()
        if escape[0] in "01234567" or len(escape) > 1:
            return bytes([int(escape.removeprefix("x"), 16 if escape[0] == "x" else 8) & 0xFF])
        raise ValueError(f"'\\{escape}' is no escape; write \\\\ for a backslash")

    if "\\" not in text:
        return text
    try:
        return _ESCAPE.sub(resolved, text.encode()).decode()
    except UnicodeDecodeError:
        raise ValueError("its escapes are no letters in UTF-8; write the letters themselves") from None


def _joined(lines: Iterable[str]) -> str:
    """Return the text of a string's lines; what no program could have written stays as it is, and is reported."""
    text = "".join(inside for line in lines for inside in _QUOTED.findall(line))
    try:
        return unescaped(text)
    except ValueError:
        return text


def _retired(line: str) -> str:
    if line.startswith("#|"):
        return f"#~{line[1:]}"
    return f"#~ {line}" if line.strip() and not line.startswith("#") else line


def _flags_in(line: str) -> list[str]:
    return [flag.strip() for flag in line[2:].split(",") if flag.strip()]


_COMMENT = re.compile(r"\s*#(?!~(?!\|))")
_CHARSET = re.compile(r"charset\s*=\s*([^\s;]+)", re.I)
# What each keyword may stand after; a plural's strings are numbered from 0.
_AFTER = {
    "msgctxt": ("",),
    "msgid": ("", "msgctxt"),
    "msgid_plural": ("msgid",),
    "msgstr": ("msgid",),
    "msgstr[0]": ("msgid_plural",),
    **{f"msgstr[{number}]": (f"msgstr[{number - 1}]",) for number in range(1, 100)},
}


class PoFault(NamedTuple):
    """One fault with its line, from 1; ``stops``: what the file says is not known, so that nothing can use it."""

    line: int
    message: str
    stops: bool = True


def faults_of(po_file: PoFile, language: str) -> Iterator[PoFault]:
    """Yield what is wrong with a file, which stands in the folder of a language.

    It is what gettext refuses, as ``msgfmt -c`` does, which need not be installed, and a header of another file.
    """
    if po_file.has_mark:
        message = "begins with a byte order mark, which gettext does not read; save it as UTF-8 without one, or run"
        yield PoFault(1, f"{message} 'kensei-docs catalogue update'", False)
    yield from faults_of_entries(po_file.entries)
    declared = po_file.field("Language")
    if declared and declared != language:
        message = f"its header says 'Language: {declared}', and it stands in the folder of '{language}'"
        yield PoFault(po_file.line_of_field("Language"), f"{message}; mend the header, or move the file", False)
    if po_file.field("Plural-Forms") is None and any(entry.text[1] for entry in po_file.messages):
        message = "its header has no Plural-Forms, and some messages have a plural; run 'kensei-docs catalogue update'"
        yield PoFault(po_file.line_of_field(), message, False)
    charset = _CHARSET.search(po_file.field("Content-Type") or "")
    if charset and charset[1].lower().replace("-", "") not in ("utf8", "usascii", "ascii"):
        message = f"its header says 'charset={charset[1]}', and it is UTF-8; write charset=UTF-8"
        yield PoFault(po_file.line_of_field("Content-Type"), message, False)
    try:
        forms = po_file.plural_forms(language)
    except ValueError as error:
        message = f"its Plural-Forms {error}; write those of the language, as 'kensei-docs catalogue update' does"
        yield PoFault(po_file.line_of_field("Plural-Forms"), f"{message} in a catalogue without them")
        return
    for entry in po_file.messages:
        for keyword, text in entry.strings.items():
            if keyword.startswith("msgstr") and text and not text.strip():
                message = "has a translation of blanks; translate it, or leave it empty"
                yield PoFault(entry.line_of(keyword), message, False)
        if entry.text[1] and "msgstr" not in entry.strings and (wrong := forms.fault_of(len(entry.translation))):
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
        message = f"has the message of line {first.line_of()} a second time"
        if entry.obsolete or first.obsolete:
            hint = "run 'kensei-docs catalogue update', which keeps both"
            yield PoFault(entry.line_of(), f"{message}, for an obsolete entry counts too; {hint}", False)
        else:
            yield PoFault(entry.line_of(), f"{message}; keep the better one")


def _faults_of_lines(entry: PoEntry) -> Iterator[PoFault]:
    stops = not entry.obsolete
    last = ""
    begun = False
    for number, line in enumerate(entry.lines, entry.line):
        if not line.strip():
            continue
        if _COMMENT.match(line):
            if begun:
                # Other programs put comments before the message, and read past this one.
                message = "has a comment between a message and its translation; move it before the message"
                yield PoFault(number, message, False)
            continue
        begun = True
        bare = _OBSOLETE.sub("", line.strip()).strip()
        match = _KEYWORD.match(bare)
        keyword = match[1] if match else ""
        if message := _fault_of_line(keyword, bare[match.end() if match else 0 :], last):
            yield PoFault(number, message, stops)
            return
        last = keyword or last
        for string in _QUOTED.findall(bare):
            try:
                unescaped(string)
            except ValueError as error:
                yield PoFault(number, f"has a string with a backslash that means nothing: {error}", stops)
    marked = {line.startswith("#~") for line in entry.lines if line.strip() and not _COMMENT.match(line)}
    if begun and not last.startswith("msgstr"):
        yield PoFault(entry.line_of(), "is not a catalogue: a message without msgstr; mend that line", stops)
    elif len(marked) > 1:
        yield PoFault(entry.line_of(), "is obsolete (#~) in some of its lines only; mark all of them or none")


def _fault_of_line(keyword: str, strings: str, last: str) -> str:
    """Return what is wrong with a line of a keyword, empty without one, and its strings; ``last``: the one before."""
    if _QUOTED.sub("", strings).strip():
        if not keyword and not strings.startswith('"'):
            return "is not a catalogue: the line has no keyword, such as msgid or msgstr; mend that line"
        if strings.startswith('"') and strings.endswith('"') and len(strings) > 1:
            return 'has a quotation mark inside its text; write \\" for each one there'
        return "has a string that doesn't begin and end with a quotation mark; mend the line"
    if keyword and last not in _AFTER.get(keyword, ()):
        misplaced = f"stands after {last}" if last else "stands before any msgid"
        return f"is not a catalogue: {keyword} {misplaced}; mend that line"
    return "" if keyword or last else "is not a catalogue: a string without a keyword; mend that line"


CHECK = "catalogue"
# Translations by msgctxt and message.
Translations = Mapping[tuple[str, str], Translation]


def catalogue_file(project: Project, language: str, domain: str) -> Path:
    """Return the path of the project's own catalogue, whether the file exists or not."""
    return project.layers[0].joinpath(*CATALOGUES, language, f"{domain}.po")


class Catalogue:
    """The entries of all files of a catalogue in one language, of which those of a later file take precedence.

    The translations in cells of spreadsheets go before all: they stand beside the words that they translate.
    ``overridden`` are the translations of files that say something else, with their places.
    """

    def __init__(
        self, language: str, files: Iterable[Path], cells: Mapping[str, CellTranslation] | None = None
    ) -> None:
        """Read the files; raises Unusable with the faults of all that are no catalogues."""
        self.entries: list[tuple[PoEntry, Place, PluralForms]] = []
        problems: list[Problem] = []
        for file in files:
            try:
                po_file = read_po_file(file, language)
            except Unusable as unreadable:
                problems += unreadable.problems
                continue
            forms = po_file.plural_forms(language)
            self.entries += [(entry, Place(str(file), entry.line_of("msgid")), forms) for entry in po_file.messages]
        if problems:
            raise Unusable(*problems)
        of_cells = [(_entry_of(context, cell), cell.place, MESSAGE_FORMS) for context, cell in (cells or {}).items()]
        said = {(entry.context, entry.text): entry.translation for entry, _, _ in of_cells}
        self.overridden = {
            (entry.context, entry.text[0]): place
            for entry, place, _ in self.entries
            if entry.is_translated and not entry.fuzzy
            if said.get((entry.context, entry.text), entry.translation) != entry.translation
        }
        self.entries += of_cells

    @classmethod
    def kept(cls, language: str, translations: Translations) -> Catalogue:
        """Return a catalogue that has translations alone, without the files that they come from."""
        catalogue = cls(language, ())
        catalogue.translations = translations
        return catalogue

    @classmethod
    def of(cls, project: Project, language: str, domain: str, database: Database) -> Catalogue:
        """Return the catalogue of a domain, with the files of all layers."""
        edition = database.editions.get(domain)
        cells = edition.translations.get(language, {}) if edition else {}
        return cls(language, project.files(*CATALOGUES, language, f"{domain}.po"), cells)

    @cached_property
    def translations(self) -> Translations:
        """The translations by msgctxt and message; stale ones (fuzzy) are left out."""
        return {
            (entry.context, one): Translation(entry.translation, many, forms if many else ONE_FORM)
            for entry, _, forms in self.entries
            for one, many in (entry.text,)
            if entry.is_translated and not entry.fuzzy
        }

    @cached_property
    def stale(self) -> set[tuple[str, str]]:
        """The context and text of each message whose translation is marked fuzzy.

        Each context with a translation has the text "" besides: a message that has another text today has changed.
        """
        translated = [entry for entry, _, _ in self.entries if entry.is_translated]
        fuzzy = {(entry.context, entry.text[0]) for entry in translated if entry.fuzzy}
        return fuzzy | {(entry.context, "") for entry in translated}

    def place_of(self, context: str, text: str) -> Place | None:
        """Return the place of the translation of a message, in the last file that has it."""
        for entry, place, _ in reversed(self.entries):
            if (entry.context, entry.text[0]) == (context, text) and entry.is_translated and not entry.fuzzy:
                return place
        return None


def _entry_of(context: str, cell: CellTranslation) -> PoEntry:
    """Return the entry of a translation in a cell, which has the forms of its message."""
    message, words = forms_of(cell.message), forms_of(cell.words)
    strings = (words.one, words.many or words.one) if message.many else (cell.words,)
    return PoEntry.made(context, (message.one, message.many), strings, MESSAGE_FORMS.number)


def overridden_in(language: str, cell: Place) -> str:
    """Return what is said of a translation in a catalogue, where a cell has other words for it, which are printed."""
    return (
        f"is translated into {language} otherwise in {cell}, which is printed; run 'kensei-docs catalogue update' to "
        "take it out here, or empty the cell"
    )


def lacks_in_cell(language: str) -> str:
    """Return what is said of a message whose translation is to stand in a cell, which is empty."""
    return f"has no translation into {language}; write it into this cell"


def stale_in(language: str, file: str) -> str:
    """Return what is said of a message whose translation in a file is of another text, or is marked fuzzy."""
    return (
        f"changed since it was translated into {language}, or its translation is marked fuzzy; mend it in {file} and "
        "take the mark off"
    )


def read_po_file(file: Path, language: str) -> PoFile:
    """Read a catalogue with all its lines, an empty one where there is no file.

    Raises Unusable with all faults for which it can't be used.
    """
    if not file.is_file():
        return PoFile.parsed("")
    po_file = _parsed(file.read_bytes(), file, language)
    return replace(po_file, entries=list(po_file.entries))


# The preview reads catalogues at every request; the same bytes are parsed once.
@lru_cache(maxsize=32)
def _parsed(content: bytes, file: Path, language: str) -> PoFile:
    try:
        po_file = PoFile.parsed(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise unusable(file, "is not UTF-8 text; save it in that encoding", CHECK) from None
    faults = [fault for fault in faults_of(po_file, language) if fault.stops]
    if faults:
        raise Unusable(*(Problem(Place(str(file), fault.line), fault.message, CHECK) for fault in faults))
    return po_file

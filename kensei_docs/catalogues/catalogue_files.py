"""The files of catalogues: where they are, and the translations in them with their plural forms.

Babel is imported only to parse a file: a command that prints takes the translations from the cache.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER, Forms
from kensei_docs.files import digest_of
from kensei_docs.problems import Problem, Unusable, unusable
from kensei_docs.project import CATALOGUES, Project

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog
    from babel.messages.catalog import Message as Entry

    from kensei_docs.catalogues.po_lines import PoFile

# The version of the form of cache entries: entries of another version are not used.
_CACHE_FORMAT = "4"
_STRING = re.compile(r'(?:msg\S+\s+)?"(?:[^"\\]|\\.)*"')


class Translation(NamedTuple):
    """The words of a message: one string, or one for each plural form of the language.

    ``many`` is the msgid_plural that was translated, ``rule`` the expression of n, such as ``n != 1``, that gives the
    index of the string for n things.
    """

    strings: tuple[str, ...]
    many: str = ""
    rule: str = ""

    def of(self, whole: int | None) -> str:
        """Return the string for a whole number of things; the last for None, as for a figure such as 1D6 or a half."""
        if len(self.strings) == 1 or whole is None:
            return self.strings[-1]
        return self.strings[min(_rule(self.rule)(whole), len(self.strings) - 1)]

    @property
    def of_exactly_one(self) -> str | None:
        """The string that is only for one thing, so that it need not name the number; None if the language has none."""
        if len(self.strings) == 1 or any(_rule(self.rule)(n) == _rule(self.rule)(1) for n in (0, *range(2, 200))):
            return None
        return self.of(1)


def misplaced(forms: Forms, words: Translation) -> bool:
    """Return whether a translation has other placeholders than its message.

    The string for exactly one thing may leave out the figure that counts: "once" for "%(times)s times".
    """
    expected = _placeholders(forms.one) | _placeholders(forms.many)
    may_lack_figure = words.of_exactly_one
    return any(
        _placeholders(string) != expected
        and not (string == may_lack_figure and _placeholders(string) == expected - {forms.counted})
        for string in words.strings
    )


def _placeholders(text: str) -> set[str]:
    return {placeholder["name"] or placeholder.group() for placeholder in PLACEHOLDER.finditer(text)} - {"%%"}


@cache
def _rule(expression: str) -> Callable[[int], int]:
    """Return the function from a number of things to the index of its string, for a ``Plural-Forms`` expression."""
    from gettext import c2py

    return c2py(expression)


# Translations by msgctxt and message.
Translations = Mapping[tuple[str, str], Translation]


def catalogue_file(project: Project, language: str, domain: str) -> Path:
    """Return the path of the project's own catalogue, whether the file exists or not."""
    return project.layers[0].joinpath(*CATALOGUES, language, f"{domain}.po")


def translations_of(project: Project, language: str, domain: str) -> dict[tuple[str, str], Translation]:
    """Return the translations of a catalogue, a higher layer's over a lower's, by msgctxt and message.

    Stale ones (fuzzy) are left out. Raises Unusable with the faults of all files that are no catalogues.
    """
    words: dict[tuple[str, str], Translation] = {}
    problems: list[Problem] = []
    for file in project.files(*CATALOGUES, language, f"{domain}.po"):
        try:
            words.update(read_translations(file, language, project.parsed))
        except Unusable as unreadable:
            problems += unreadable.problems
    if problems:
        raise Unusable(*problems)
    return words


def read_translations(file: Path, language: str, folder: Path | None) -> Translations:
    """Return the translations that a catalogue has; stale ones (fuzzy) are left out.

    ``folder`` is the cache's; None caches nothing. Raises Unusable where the file is not a catalogue.
    """
    if folder is None:
        return _parse_translations(file, language)
    entry = entry_of(file, folder, language)
    source = digest_of(_CACHE_FORMAT, language, file.read_bytes() if file.is_file() else b"")
    if parts := read_entry(entry, source):
        contexts, messages, strings, plural = json.loads(parts[0])
        # zip makes the keys, and the single string of each translation, without a step of Python for each.
        words = dict(zip(zip(contexts, messages, strict=True), map(Translation, zip(strings)), strict=True))
        for context, message, forms, many, rule in plural:
            words[context, message] = Translation(tuple(forms), many, rule)
        return words
    translations = _parse_translations(file, language)
    singular = {
        key: words.strings[0] for key, words in translations.items() if len(words.strings) == 1 and not words.many
    }
    plural = [[*key, *words] for key, words in translations.items() if key not in singular]
    columns = [
        [context for context, _ in singular],
        [message for _, message in singular],
        list(singular.values()),
        plural,
    ]
    write_entry(entry, source, json.dumps(columns, ensure_ascii=False).encode())
    return translations


def _parse_translations(file: Path, language: str) -> Translations:
    catalogue = read_catalogue(file, language)
    return {
        (str(entry.context), text[0]): Translation(strings, *(text[1:] and (text[1], catalogue.plural_expr)))
        for entry in entries(catalogue)
        if all(strings := strings_of(entry.string)) and not entry.fuzzy
        for text in [strings_of(entry.id)]
    }


def strings_of(text: object) -> tuple[str, ...]:
    """Return a message or a translation of Babel as strings: one, or one for each plural form."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text or ""),)


def read_catalogue(file: Path, language: str) -> Catalog:
    """Read a catalogue, an empty one where there is no file; raises Unusable where it is broken."""
    if not file.is_file():
        from babel.messages.catalog import Catalog

        return Catalog(locale=language)
    return _parse_catalogue(file.read_bytes(), file, language)


# The preview reads catalogues at every request; the same bytes are parsed once.
@lru_cache(maxsize=32)
def _parse_catalogue(content: bytes, file: Path, language: str) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    from kensei_docs.catalogues.po_lines import PoFile

    try:
        text = PoFile.parsed(content.decode("utf-8")).active_text()
        for number, written in enumerate(text.split("\n"), 1):
            # Babel doesn't report an unclosed string: it would drop the last letter.
            if written.startswith(('"', "msg")) and not _STRING.fullmatch(written.rstrip()):
                message = "has a string that doesn't begin and end with a quotation mark; mend the line"
                raise unusable(file, message, "catalogue", number)
        return read_po(StringIO(text), locale=language, abort_invalid=True)
    except UnicodeDecodeError:
        raise unusable(file, "is not UTF-8 text; save it in that encoding", "catalogue") from None
    except (PoFileError, ValueError) as error:
        line = getattr(error, "lineno", None)
        line = None if line is None else line + 1
        raise unusable(file, f"is not a catalogue ({error}); mend that line", "catalogue", line) from None


def entries(catalogue: Catalog) -> list[Entry]:
    """Return a catalogue's entries without its header."""
    return [entry for entry in catalogue if entry.id]


def read_po_file(file: Path, language: str) -> PoFile:
    """Read a catalogue with all its lines, an empty one where there is no file.

    Raises Unusable if it is not a valid PO file, or two entries are for one message.
    """
    from kensei_docs.catalogues.po_lines import PoFile

    if not file.is_file():
        return PoFile.parsed("")
    content = file.read_bytes()
    _parse_catalogue(content, file, language)
    po_file = PoFile.parsed(content.decode("utf-8"))
    seen: dict[tuple[str, str], int] = {}
    for entry in po_file.entries:
        if entry.strings and not entry.obsolete:
            first = seen.setdefault((entry.context, entry.text[0]), entry.message_line)
            if first != entry.message_line:
                message = f"has the message of line {first} a second time; keep the better one"
                raise unusable(file, message, "catalogue", entry.message_line)
    return po_file

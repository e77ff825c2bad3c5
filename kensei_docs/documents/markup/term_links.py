"""Terms on a page for the screen: names of records in a text become links to the records."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.database import Record

_TAG = re.compile(r"(<[^>]*>)")
# Elements in which no terms are linked: links, headings, bold names, and drawings.
_CLOSED = ("a", "h4", "b", "svg", "th")
# A shorter name is not linked, because it is probably an ordinary word.
_MIN_NAME_LENGTH = 4
# The characters before the first word of a sentence: any character that is not used inside a sentence.
_SENTENCE = re.compile(r"(?:^|[^\w\s,;()–-]\s*)$")


class TermLinks:
    """The names of records in one language, and the records that they link to."""

    def __init__(self, records: Iterable[Record], translator: Translator) -> None:
        self._by_name: dict[str, list[Record]] = {}
        for record in records:
            name = translator.name(record) if record.data.get("name") else ""
            if len(name) >= _MIN_NAME_LENGTH and name[:1].isalpha():
                self._by_name.setdefault(_folded(name), []).append(record)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self._by_name, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_written, names))})(?![\w-])") if names else re.compile(r"(?!)")

    def link(self, record: Record, html: Markup) -> Markup:
        """Return the markup of a record with the first mention of each other record as a link with the class ``term``.

        A name of several words is found in capitals or not; a name of one word only with a capital, and not at the
        beginning of a sentence, where every word has a capital.
        """
        seen = {record.id}
        closed: list[str] = []
        parts = _TAG.split(str(html))
        for place, part in enumerate(parts):
            if place % 2:
                name = part.strip("</>").split()[0] if part.strip("</>") else ""
                if name in _CLOSED and not part.endswith("/>"):
                    closed = closed[:-1] if part.startswith("</") else [*closed, name]
            elif part.strip() and not closed:
                begins = place == 0 or not parts[place - 2].strip() or not parts[place - 1].startswith(("<b", "</b"))
                parts[place] = self._linked(record, part, seen, begins)
        return Markup("".join(parts))

    def _linked(self, record: Record, text: str, seen: set[str], begins: bool) -> str:
        def link(match: re.Match[str]) -> str:
            words = match[0]
            before = text[: match.start()]
            single = " " not in words
            if single and (not words[0].isupper() or (_SENTENCE.search(before) and (before.strip() or begins))):
                return words
            records = self._by_name[_folded(words)]
            # A record of the same kind is preferred.
            target = next((other for other in records if other.kind == record.kind), records[0])
            if any(other.id in seen for other in records):
                return words
            seen.add(target.id)
            return f'<a class="term" href="#{escape(target.id.replace("/", "--"))}">{words}</a>'

        return self._pattern.sub(link, text)


def _folded(name: str) -> str:
    """Return a name without capitals, as the markup of a text has it."""
    return str(escape(name.replace("'", "’"))).casefold().replace("\u00a0", " ")


def _written(name: str) -> str:
    """Return a pattern for a name, in capitals or not, with spaces of either kind."""
    pattern = re.escape(name).replace(r"\ ", "[ \u00a0]")
    return f"(?i:{pattern})"

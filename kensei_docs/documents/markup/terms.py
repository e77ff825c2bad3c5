"""Terms on a page for the screen: names of records in running text become links to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from markupsafe import Markup, escape

from kensei_docs.catalogues import Translator
from kensei_docs.database import Record

_TAG = re.compile(r"(<[^>]*>)")
# What holds no terms: links and headings, what is bold as a name, and drawings.
_CLOSED = ("a", "h4", "b", "svg", "th")
# A name of one short word is too likely to be just a word.
_SHORTEST = 4
# Before a word, the beginning of a sentence: any sign but those that stand inside of one.
_SENTENCE = re.compile(r"(?:^|[^\w\s,;()–-]\s*)$")


class Terms:
    """The names of records in one language, and where each leads to."""

    def __init__(self, records: Iterable[Record], translator: Translator) -> None:
        self._by_name: dict[str, list[Record]] = {}
        for record in records:
            name = translator.name(record) if record.data.get("name") else ""
            if len(name) >= _SHORTEST and name[:1].isalpha():
                self._by_name.setdefault(_folded(name), []).append(record)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self._by_name, key=lambda name: (-len(name), name))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_written, names))})(?![\w-])") if names else re.compile(r"(?!)")

    def link(self, record: Record, html: Markup) -> Markup:
        """Return the markup of a record with the first mention of each other record as a link with the class ``term``.

        A name of several words is found however it is written, a name of one word by its capital, but not where a
        sentence begins: any word has a capital there.
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
        def link(found: re.Match[str]) -> str:
            words = found[0]
            before = text[: found.start()]
            single = " " not in words
            if single and (not words[0].isupper() or (_SENTENCE.search(before) and (before.strip() or begins))):
                return words
            known = self._by_name[_folded(words)]
            # A record of the same kind goes before another of that name.
            target = next((one for one in known if one.kind == record.kind), known[0])
            if any(one.id in seen for one in known):
                return words
            seen.add(target.id)
            return f'<a class="term" href="#{escape(target.id.replace("/", "--"))}">{words}</a>'

        return self._pattern.sub(link, text)


def _folded(name: str) -> str:
    return str(escape(name.replace("'", "’"))).casefold().replace("\u00a0", " ")


def _written(name: str) -> str:
    """Return a pattern for a name, in capitals or not, with spaces of either kind."""
    pattern = re.escape(name).replace(r"\ ", "[ \u00a0]")
    return f"(?i:{pattern})"

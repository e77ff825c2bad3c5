"""The index of a book: names in the order of the alphabet, by first letter, an article behind its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import groupby

from kensei_docs.slugs import without_accents

Entries = list[tuple[str, list[str]]]


def by_first_letter(anchors: Mapping[str, list[str]], articles: Collection[str]) -> list[tuple[str, Entries]]:
    """Return names with the anchors of their records as an index: (letter, [(name, anchors)]).

    A name is sorted by the word behind its article, which stands behind the name.
    """
    entries = sorted((sort_key(name, articles), name, places) for name, places in anchors.items())
    return [
        (letter, [(_article_last(name, articles), places) for _, name, places in group])
        for letter, group in groupby(
            entries, key=lambda entry: next((sign.upper() for sign in entry[0] if sign.isalnum()), "#")
        )
    ]


def sort_key(name: str, articles: Collection[str]) -> str:
    """Return the sort key of a name in an index: without accents and capitals, from its first letter or digit on, and
    without an article in front."""
    plain = re.sub(r"^\W+", "", without_accents(name))
    first, _, rest = plain.partition(" ")
    return rest if rest and first in articles else plain


def _article_last(name: str, articles: Collection[str]) -> str:
    """Return a name as an index has it: ``The general's example`` as ``General's example, the``."""
    first, _, rest = name.partition(" ")
    return f"{rest[:1].upper()}{rest[1:]}, {first.lower()}" if rest and first.casefold() in articles else name

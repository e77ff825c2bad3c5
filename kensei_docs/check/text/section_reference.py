"""A section that a reader is sent to is there, under that name.

In a document: what is called a section, chapter, annex or table has a heading of those words; capitals, articles and
plurals make no difference. The finding suggests the nearest heading.

Wrong: "see the Armor and Weapons section" where the heading is Weapons and Armour. Right: "in the weapons section"
under the heading WEAPONS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, Span

SEVERITY = "warning"
# The most lines between two pieces of one heading.
_APART = 14
# Headings nearer than this are suggested; what is named a table without one is furniture.
_NEAR = 0.6
_SURE = 2  # words that make a heading's name


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every reference that leads to no heading."""
    headings = _headings(manuscript)
    vague, held = manuscript.words_of("vague"), manuscript.words_of("function-words")
    # A name begins after the last article: "the orders of the Movement section".
    article = rf"\b(?:{'|'.join(manuscript.words_of('name-articles'))}) "
    seen = set()
    for setting in ("references", "tables"):
        is_table = setting == "tables"
        for found, line in manuscript.found(*manuscript.patterns(setting)):
            name = re.split(article, found["name"])[-1].strip()
            words = [word.casefold() for word in WORD.findall(name)]
            if not manuscript.folded(name) or set(words) & vague or words[-1] in held or (line, name) in seen:
                continue
            seen.add((line, name))
            if _resolves(manuscript, name, headings, is_table):
                continue
            near = _nearest(manuscript, name, headings, is_table)
            if is_table and (near is None or len(words) < 2):
                continue
            hint = f"did you mean '{near.text}' ({manuscript.where(near.line)})?" if near else "name one, or add it"
            yield manuscript.finding(line, f"no heading is called '{name}'; {hint}", *([near.line] if near else []))


def _headings(manuscript: Manuscript) -> dict[tuple[str, ...], Span]:
    """Return the headings by their words as they are compared, pieces put together too."""
    titles = manuscript.titles
    found: dict[tuple[str, ...], Span] = {}
    for here, title in enumerate(titles):
        found.setdefault(manuscript.folded(title.text), title)
        # An appendix says what it is before its name, and its first heading may run on.
        name = manuscript.folded(title.text.partition(": ")[2])
        for stop in range(2, len(name) + 1):
            found.setdefault(name[:stop], title)
        for other in titles[here + 1 : here + 4]:
            lines = manuscript.lines[title.line], manuscript.lines[other.line]
            if other.line - title.line <= _APART and all(line.heading for line in lines):
                for text in (f"{title.text} {other.text}", f"{other.text} {title.text}"):
                    found.setdefault(manuscript.folded(text), Span(text, 0, title.line))
    found.pop((), None)
    return found


def _resolves(manuscript: Manuscript, name: str, headings: dict[tuple[str, ...], Span], is_table: bool) -> bool:
    """Return whether a name is a heading's, or several headings' one after the other.

    A name may go on with one word for what it is: "the Preparing for Battle rules", "the Damage
    Roll table". A table's may be a part of its heading.
    """
    wanted = manuscript.folded(name)
    if wanted in headings or (len(wanted) > _SURE and wanted[:-1] in headings):
        return True
    if is_table and any(
        set(wanted[:-1]) <= set(words) for words in headings if len(wanted) > 1 and len(words) <= len(wanted)
    ):
        return True
    return any(
        joint in name and all(manuscript.folded(part) in headings for part in name.split(joint) if part)
        for joint in (", ", *(f" {word} " for word in manuscript.words_of("conjunctions")))
    )


def _nearest(manuscript: Manuscript, name: str, headings: dict[tuple[str, ...], Span], close: bool) -> Span | None:
    wanted = manuscript.folded(name)
    best: tuple[float, Span] | None = None
    for words, title in headings.items():
        shared = len(set(wanted) & set(words)) / max(len(set(wanted) | set(words)), 1)
        like = SequenceMatcher(None, " ".join(sorted(wanted)), " ".join(sorted(words)), autojunk=False).ratio()
        score = max(shared, like)
        if score >= _NEAR and (not close or shared) and (best is None or score > best[0]):
            best = (score, title)
    return best[1] if best else None

"""Running heads: the number, the topics and the side of a page take the place of marks in the markup of its head."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBER = "<!--number-->"
_ABOUT = "<!--about-->"
_SIDE = "<!--side-->"
_TOPICS = "<!--topics-->"
# The number of topics that have room beside the title of a page.
_MAX_TOPICS = 2
# The number of letters that have room in the running head of the narrowest page.
_MAX_LETTERS_OF_TOPICS = 60


def running_head(markup: str, number: int, about: str, topics: Sequence[str] = ()) -> str:
    """Return the running head of a page, with its number, its topic or topics, and its side in a booklet."""
    side = "right" if number % 2 else "left"
    named = " · ".join(_shortened(topics[:_MAX_TOPICS])) or about
    return markup.replace(_NUMBER, str(number)).replace(_ABOUT, about).replace(_TOPICS, named).replace(_SIDE, side)


def _shortened(topics: Sequence[str]) -> list[str]:
    """Return one topic for each section of a page, and the first alone if all are long."""
    sections = [topic.partition(" · ")[0] for topic in topics]
    named = [topic for n, topic in enumerate(topics) if topic and sections[n] not in sections[:n]]
    return named if sum(map(len, named)) <= _MAX_LETTERS_OF_TOPICS else named[:1]

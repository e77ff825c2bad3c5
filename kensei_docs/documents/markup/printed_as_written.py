"""What a face prints as it is written, in place of what it stands for: placeholders, names of figures, braces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

from markupsafe import escape

from kensei_docs.database import Record
from kensei_docs.documents.kinds.rows_and_copies import Row
from kensei_docs.problems import Place, Problem, closest

CHECK = "templates"

# A placeholder of a message, or the name of a figure, that was printed without its value.
_PLACEHOLDER = re.compile(r"%\([\w-]+(?:\|[\w-]+)?\)s|(?<=[ >])\$[a-z][\w-]*(?=[ ,.;<])")
# With a colon it is a setting in YAML, as the page for calibrating a printer shows it.
_BRACES = re.compile(r"\{[^{}<>:]{1,80}\}")
# What is no text of the face: styles, drawings and tags.
_NO_TEXT = re.compile(r"<(style|script|svg)\b.*?</\1>|<[^>]*>", re.S)


def printed_as_written(html: str, row: Row, template: Path, told: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems of the markup of a row's face, which a template has made.

    ``told`` are those of the messages that it printed: what they tell is no fault of the template.
    """
    # The name of a game may be written like a placeholder.
    named = str(escape(row.edition.name))
    html = html.replace(named, "") if named and ("%(" in named or "{" in named) else html
    if ("%(" in html or "$" in html) and (left := _PLACEHOLDER.search(html)):
        yield _of_placeholder(unescape(left[0]), row, template)
    for left in _BRACES.findall(_NO_TEXT.sub(" ", html)) if "{" in html else ():
        braces = unescape(left)
        if not any(f"'{braces}'" in problem.message for problem in told):
            yield _of_braces(braces, row, template)
            return


def _of_placeholder(words: str, row: Row, template: Path) -> Problem:
    """Return the problem that a placeholder is printed: of the template if it names a figure, else of the record."""
    record = row.record
    figures = (record.get("figures") or {}) if record else {}
    name = re.findall(r"[\w-]+", words)[0]
    place = Place(str(template)) if name in figures else _place_of(words, row, template)[0]
    if place.file == str(template):
        what = record.id if record else row.edition.id
        message = f"prints '{words}' of {what} without its figure; print the message with 'text(record, path)'"
    else:
        message = f"prints '{words}' as it stands{closest(name, figures)}; name a figure of the record, or take it out"
    return Problem(place, message, CHECK, edition=row.edition.id)


def _place_of(words: str, row: Row, template: Path) -> tuple[Place, Record | None]:
    """Return the place of the message that has some words as they are printed, and its record, else the template.

    It is a message of the row's record; of any record, where the row is no record's, such as a reference's.
    """
    edition = row.edition
    all_records = (*edition.records.values(), *edition.rulings.values(), *edition.headlines.values())
    for record in [row.record] if row.record else all_records:
        for path, message in record.messages:
            if words in message.replace("%%", "%"):
                return record.place(path), record
    return Place(str(template)), row.record


def _of_braces(braces: str, row: Row, template: Path) -> Problem:
    """Return the problem that words in braces are printed; its place is that of the message with them."""
    place, record = _place_of(braces, row, template)
    figures = (record.get("figures") or {}) if record else {}
    near = closest(f"%({braces.strip('{} ')})s", [f"%({figure})s" for figure in figures])
    message = (
        f"prints '{braces}' as it stands{near}; write %(NAME)s for a figure, and in braces the words for one thing and "
        "for several behind a figure, such as {card|cards}"
    )
    return Problem(place, message, CHECK, edition=row.edition.id, record=record.id if record else None)

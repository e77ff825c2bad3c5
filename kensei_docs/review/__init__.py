"""The review of a drafted project: a person accepts or corrects each record beside its place in the document.

``edits`` changes a record with its readings, its text, its translations and the names of its figures, and divides it.
``actions`` writes a change if data and document still agree after it, and can undo it; ``sources`` stores which records
were accepted. ``server`` is the page in the browser, with the pictures and lines of the document that it shows. An
action that can't be done raises one of the exceptions here; their messages are in the language of the page.
"""

from __future__ import annotations

from kensei_docs.problems import Said, Unusable, unusable

CHECK = "review"
# The place of problems that are not in a file.
NO_FILE = "source review"


class Clash(Unusable):
    """Two figures would have the same name; ``names`` are the figures that need another name."""

    def __init__(self, fault: Unusable, names: list[str]) -> None:
        super().__init__(*fault.problems)
        self.names = names


class Rewritten(Unusable):
    """A text can't be stored as a person wrote it; ``text`` is a text of the same meaning that can be stored."""

    def __init__(self, message: Said, text: str) -> None:
        super().__init__(*refused(message).problems)
        self.text = text


def refused(message: Said) -> Unusable:
    """Return the exception for an action that can't be done, with a problem that is not in a file."""
    return unusable(NO_FILE, message, CHECK)

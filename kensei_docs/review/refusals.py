"""Exceptions for actions of a review that can't be done; their messages are in the language of the page."""

from __future__ import annotations

from kensei_docs.problems import Said, Unusable, unusable

CHECK = "review"
# The place of what is refused for no fault of a file.
NO_FILE = "source review"


class Clash(Unusable):
    """Two figures would have one name; ``names`` are those of them that need another one."""

    def __init__(self, fault: Unusable, names: list[str]) -> None:
        super().__init__(*fault.problems)
        self.names = names


class Mended(Unusable):
    """A text can't stay as a person wrote it; ``text`` says the same in a way that can."""

    def __init__(self, message: Said, text: str) -> None:
        super().__init__(*refused(message).problems)
        self.text = text


def refused(message: Said) -> Unusable:
    """Return the exception for an action that can't be done, ready to raise; no file is at fault."""
    return unusable(NO_FILE, message, CHECK)

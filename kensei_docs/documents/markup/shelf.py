"""Texts that are put away until they are asked for: the markup of a deck may be long."""

from __future__ import annotations

from tempfile import SpooledTemporaryFile, gettempdir

# Bytes that stay in memory; with more, all are in a file that nobody else sees.
_AT_HAND = 1 << 20

Span = tuple[int, int]


class Shelf:
    """A file of texts, which is gone when nothing refers to it any more."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_AT_HAND)  # noqa: SIM115
        self._length = 0

    def put(self, text: str) -> Span:
        """Put a text away and return where it is; raises OSError."""
        data = text.encode()
        try:
            self._file.seek(self._length)
            self._file.write(data)
        except OSError as fault:
            # Nobody knows the file: it has no name.
            raise OSError(fault.errno, fault.strerror, gettempdir()) from None
        start, self._length = self._length, self._length + len(data)
        return start, len(data)

    def get(self, span: Span) -> str:
        """Return the text that is there."""
        start, length = span
        self._file.seek(start)
        return self._file.read(length).decode()

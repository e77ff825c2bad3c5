"""The objects of a PDF as their bytes stand in the file: enough to tell whether two are the same.

A parser takes longer to be imported than this takes to run. It knows plain, sound files; any
other is Strange to it, and then nothing is told of the file at all.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_right
from itertools import accumulate

# Parsers don't agree on what else is a space.
_SPACE = rb"[\t\n\f\r ]"
_WORD = rb"[^\0\t\n\v\f\r ()<>\[\]{}/%]"
# A text may have brackets in it, and those others.
TEXT = rb"\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)"
_TOKEN = re.compile(
    rb"(?:%b|%%[^\r\n]*)*(<<|>>|[][]|/%b*|%b|<[0-9A-Fa-f\s]*>|%b+)" % (_SPACE, _WORD, TEXT, _WORD), re.S
)
_OBJECT = re.compile(rb"(\d+)%b+\d+%b+obj\b" % (_SPACE, _SPACE))
_STREAM = re.compile(rb">>%b*stream(?:\r\n|\n)" % _SPACE)
_LENGTH = re.compile(rb"/Length%b+(\d+)(%b+\d+%b+R)?" % (_SPACE, _SPACE, _SPACE))
_END = re.compile(rb"%b+endobj(?=%b|\Z)" % (_SPACE, _SPACE))
_END_OF_STREAM = re.compile(rb"%b*endstream%b" % (_SPACE, _END.pattern))
_START = re.compile(rb"[\r\n]startxref\s+(\d+)\s+%%EOF\s*\Z")
_SECTION = re.compile(rb"\s*(\d+) (\d+) ?(?:\r\n|\r|\n)")
_ROWS = re.compile(rb"(?:\d{10} \d{5} [nf](?: \r| \n|\r\n))*")
_ROW = 20  # bytes
_TRAILER = re.compile(rb"\s*trailer(?=[\s<])")


class Strange(Exception):
    """The file is built in a way that isn't known here, or is damaged."""


class Objects:
    """The objects of a PDF by their numbers.

    ``root`` is the number of its catalogue. ``places`` says where each object stands: at an
    offset of the file, or in a stream of objects, as such a one of them.
    """

    def __init__(self, content: bytes) -> None:
        """Find them; raises Strange, or ValueError, LookupError or zlib.error for a damaged one."""
        self._content = content
        self.places: dict[int, int | tuple[int, int]] = {}
        self._packed: dict[int, list[tuple[int, bytes]]] = {}
        self._stops: list[int] = []
        start = _START.search(content, max(0, len(content) - 1024))
        tables: list[int] = []
        roots: list[bytes] = []
        following = [int(start[1])] if start else []
        while following:
            at = following.pop()
            if at in tables:
                raise Strange
            tables.append(at)
            trailer = self._read_table(at + 4) if content.startswith(b"xref", at) else self._read_stream(at)
            if b"/Encrypt" in trailer:
                raise Strange
            roots += [trailer[b"/Root"]] if b"/Root" in trailer else []
            following += [int(trailer[key]) for key in (b"/Prev", b"/XRefStm") if key in trailer]
        if not roots:
            raise Strange
        self.root = reference(roots[0])
        self._stops = sorted(
            {*tables, len(content), *(place for place in self.places.values() if isinstance(place, int))}
        )

    def raw(self, number: int) -> bytes:
        """Return the bytes of an object and what stands behind it."""
        place = self.places[number]
        if isinstance(place, int):
            return self._at(place, number, self._stops[bisect_right(self._stops, place)])
        if place[0] not in self._packed:
            self._packed[place[0]] = self._unpacked(self.raw(place[0]))
        found, raw = self._packed[place[0]][place[1]]
        if found != number:
            raise Strange
        return raw

    def stream(self, raw: bytes) -> slice | None:
        """Return where in its bytes the data of a stream stand; None where it is no stream.

        They are as long as the stream says, or else this raises Strange.
        """
        start = _STREAM.search(raw)
        if start is None:
            return None
        lengths = _LENGTH.findall(raw, 0, start.end())
        if len(lengths) != 1:
            raise Strange
        number, elsewhere = lengths[0]
        length = int(self.raw(int(number)).partition(b"endobj")[0] if elsewhere else number)
        if not _END_OF_STREAM.match(raw, start.end() + length):
            raise Strange
        return slice(start.end(), start.end() + length)

    def _at(self, place: int, number: int | None, stop: int) -> bytes:
        head = _OBJECT.match(self._content, place)
        if head is None or number not in (None, int(head[1])):
            raise Strange
        raw = self._content[head.end() : stop]
        if not _END.search(raw):
            raise Strange
        return raw

    def _read_table(self, at: int) -> dict[bytes, bytes]:
        while section := _SECTION.match(self._content, at):
            first, count = int(section[1]), int(section[2])
            at = section.end() + count * _ROW
            rows = self._content[section.end() : at]
            if len(rows) != count * _ROW or not _ROWS.fullmatch(rows):
                raise Strange
            parts = rows.split()
            for i, (offset, use) in enumerate(zip(parts[::3], parts[2::3], strict=True), first):
                if use == b"n":
                    self.places.setdefault(i, int(offset))
        trailer = _TRAILER.match(self._content, at)
        if trailer is None:
            raise Strange
        return entries(self._content, trailer.end())

    def _read_stream(self, at: int) -> dict[bytes, bytes]:
        raw = self._at(at, None, len(self._content))
        trailer = entries(raw)
        data = self._data(raw, trailer)
        widths = [int(width) for width in trailer[b"/W"][1:-1].split()]
        ends = list(accumulate(widths))
        index = trailer.get(b"/Index", b"[ 0 %b ]" % trailer[b"/Size"])[1:-1].split()
        numbers = [
            number
            for first, count in zip(index[::2], index[1::2], strict=True)
            for number in range(int(first), int(first) + int(count))
        ]
        if len(ends) != 3 or len(data) != len(numbers) * ends[-1]:
            raise Strange
        for row, number in enumerate(numbers):
            fields = data[row * ends[-1] : (row + 1) * ends[-1]]
            kind, place, part = (
                int.from_bytes(fields[end - width : end], "big") for width, end in zip(widths, ends, strict=True)
            )
            if kind == 1 or not widths[0]:
                self.places.setdefault(number, place)
            elif kind == 2:
                self.places.setdefault(number, (place, part))
        return trailer

    def _unpacked(self, raw: bytes) -> list[tuple[int, bytes]]:
        found = entries(raw)
        data, first = self._data(raw, found), int(found[b"/First"])
        head = [int(part) for part in data[:first].split()]
        if len(head) != 2 * int(found[b"/N"]):
            raise Strange
        places = [first + place for place in head[1::2]]
        return [
            (number, data[start:stop])
            for number, start, stop in zip(head[::2], places, [*places[1:], len(data)], strict=True)
        ]

    def _data(self, raw: bytes, found: dict[bytes, bytes]) -> bytes:
        where = self.stream(raw)
        if where is None or found.get(b"/Filter") not in (b"/FlateDecode", b"[ /FlateDecode ]"):
            raise Strange
        data = zlib.decompress(raw[where])
        parts = found.get(b"/DecodeParms")
        return data if parts is None else _predicted(data, entries(parts))


def entries(raw: bytes, at: int = 0) -> dict[bytes, bytes]:
    """Return the entries of a dictionary, as the bytes of each by its key; raises Strange."""
    found: dict[bytes, list[bytes]] = {}
    value: list[bytes] | None = None
    depth = 0
    while token := _TOKEN.match(raw, at):
        word, at = token[1], token.end()
        if word in (b">>", b"]"):
            depth -= 1
            if not depth:
                return {key: b" ".join(words) for key, words in found.items()}
        if depth == 1 and word[:1] == b"/" and value != []:
            if b"#" in word:  # another way to write a key
                break
            value = found[word] = []
        elif value is not None:
            value.append(word)
        elif depth or word != b"<<":
            break
        if word in (b"<<", b"["):
            depth += 1
    raise Strange


def reference(value: bytes) -> int:
    """Return the number of the object that a value refers to; raises Strange where it is none."""
    number, generation, sign = value.split()
    if sign != b"R" or not generation.isdigit():
        raise Strange
    return int(number)


def _predicted(data: bytes, how: dict[bytes, bytes]) -> bytes:
    """Return data whose rows are told by the rows above, in the one way that is usual."""
    columns = int(how.get(b"/Columns", b"1"))
    if int(how.get(b"/Predictor", b"1")) < 10 or b"/Colors" in how or b"/BitsPerComponent" in how:
        raise Strange
    above, rows = bytes(columns), []
    for at in range(0, len(data), columns + 1):
        if data[at] not in (0, 2):
            raise Strange
        row = data[at + 1 : at + 1 + columns]
        above = bytes((a + b) & 255 for a, b in zip(above, row, strict=True)) if data[at] else row
        rows.append(above)
    return b"".join(rows)

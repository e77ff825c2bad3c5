"""The folder ``art`` of a project: its pictures, by the names that records, templates and style sheets give.

What names a picture is replaced by the digest of its bytes before a face is laid out (``picture:DIGEST``): the cache
key of a face changes when, and only when, a picture of it does. The renderer reads no other files than those found
here.

A drawing (SVG) is printed as an image of its own: its ids, its styles and the size that it gives itself are nothing to
the face around it. The pictures that it shows are found in the same way, those written into it too.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from html import unescape
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any
from unicodedata import normalize
from urllib.parse import unquote
from xml.etree import ElementTree

from markupsafe import Markup

from kensei_docs.database import Record
from kensei_docs.database.model import Vocabulary
from kensei_docs.discover import files_inside
from kensei_docs.documents.markup.environment import ForTemplates, calling_place
from kensei_docs.documents.markup.pictures import (
    ENDINGS,
    MISSING,
    READABLE,
    SCHEME,
    Picture,
    Unprintable,
    raster_of,
    written_out,
)
from kensei_docs.documents.markup.svg import CHECK, read_svg
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import ART, Project

DRAWING = ".svg"
_ADDRESS = re.compile(rf"{SCHEME}[0-9a-f]{{32}}")
# The bytes of a drawing.
_MOST_BYTES = 50_000_000
# The characters of a name that a message shows.
_MOST_SHOWN = 80

# The address of a picture: in a tag, and in a style.
_IN_TAG = re.compile(
    r"""(?P<before><(?:img|image|input|object|embed)\b[^<>]*?\s(?:src|(?:xlink:)?href|data)\s*=\s*)"""
    r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+))""",
    re.I,
)
_IN_STYLE = re.compile(
    r"""(?P<before>url\(\s*)(?P<quote>["']|&#3[49];|&quot;|)(?P<bare>[^"')&]*?art/.*?)(?P=quote)\s*\)"""
)
_OF_ART = re.compile(rf"(?:\.{{0,2}}/)*{ART}/(.+)", re.S)
# A call of a template with a name that it writes out.
_CALLED = re.compile(r"""\bpicture\(\s*["']([^"'{]+)["']\s*[,)]""")
_DATA = re.compile(r"data:image/(?:png|jpe?g|webp);base64,(.*)", re.S)
# What leads to another place than the folder of pictures.
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z+.-]*:|/|\.\./|~")
# Where a style begins in a comment, nothing is printed.
_COMMENT = re.compile(r"/\*.*?\*/", re.S)


class Pictures(ForTemplates):
    """The pictures of a project, for the templates of a kind in one language; what is wrong is added to ``problems``.

    In Spanish, ``cover.es.png`` is printed for ``cover.png``. ``record`` is the one that is printed at the moment.
    """

    def __init__(self, project: Project, language: str, problems: list[Problem], vocabulary: Vocabulary | None = None):
        self._project = project
        self._language = language
        self._problems = problems
        self._vocabulary = vocabulary
        self._known: dict[str, Picture] = {}
        self._drawings: dict[str, Picture] = {}
        self.record: Record | None = None

    @cached_property
    def files(self) -> dict[str, Path]:
        """The files of the folders ``art``, also those that are no pictures, by name; a user's goes before others."""
        found: dict[str, Path] = {}
        for folder in reversed(self._project.folders(ART)):
            for file in files_inside(folder):
                name = file.relative_to(folder)
                if not any(part.startswith(".") for part in name.parts):
                    # One system writes an accent as a character of its own, another doesn't.
                    found[normalize("NFC", name.as_posix())] = file
        return found

    @cached_property
    def names(self) -> list[str]:
        """The names of all pictures."""
        return [name for name in self.files if name.lower().endswith(ENDINGS)]

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self.names:
            found.setdefault(str(PurePosixPath(name).with_suffix("")), []).append(name)
        return found

    def picture(self, name: object = None, alt: str = "", fills: bool = False) -> Markup:
        """Return the element of a picture of ``art``; nothing without a name.

        ``name`` may lack its ending. ``alt`` says in words what it shows, for those who hear a page. One that ``fills``
        is as large as the box around it. One that is not there is a question mark and a problem. Raises TypeError for
        a record or a list.
        """
        if isinstance(name, Record | Mapping | list | tuple):
            what = type(name).__name__.lower()
            raise TypeError(f"'picture' is given a {what}; give it the name of a picture, such as record.get('art')")
        if name is None or not str(name).strip():
            return Markup("")
        address = self.address(str(name), lambda: calling_place() or Place(ART))
        kind = Markup("picture fills") if fills else Markup("picture")
        # A question mark that is cut off would be none.
        style = Markup(' style="object-fit: contain"') if address == MISSING else Markup("")
        return Markup('<img class="{}" src="{}" alt="{}"{}>').format(kind, address, alt, style)

    def address(self, name: str, place: Callable[[], Place]) -> str:
        """Return the address of a picture; that of a placeholder, and a problem, if it can't be printed.

        The problem's place is the field of the record that names it, else that which ``place`` returns.
        """
        try:
            picture = self.find(name)
        except Unprintable as fault:
            record = self.record
            if record and (of_record := self._place_of(name)):
                problem = Problem(of_record, str(fault), CHECK, edition=record.edition, record=record.id)
            else:
                problem = Problem(place(), str(fault), CHECK)
            self._add(problem)
            return MISSING
        self._known[picture.address] = picture
        return picture.address

    def find(self, name: str) -> Picture:
        """Return the picture of a name; raises Unprintable. What a drawing has wrong is added to the problems."""
        key = self.key(name)
        file = self.files[key]
        try:
            if key.lower().endswith(DRAWING):
                # Many cards may have the same drawing, and it may be large.
                if key not in self._drawings:
                    self._drawings[key] = self._drawing(file, key, ())
                return self._drawings[key]
            changed = file.stat()
            return raster_of(file, key, (changed.st_mtime_ns, changed.st_size))
        except OSError as fault:
            raise Unprintable(f"the picture '{key}' can't be read ({fault.strerror}); mend its permissions") from fault
        except Unprintable as fault:
            raise Unprintable(f"the picture '{key}' {fault}") from fault

    def faults(self, names: Iterable[str]) -> Iterator[str]:
        """Yield the message for each name of a picture that can't be printed."""
        for name in names:
            try:
                self.find(name)
            except Unprintable as fault:
                yield str(fault)

    def key(self, name: str) -> str:
        """Return the key in ``files`` of the picture that a name means; raises Unprintable if it means none, or two."""
        asked = normalize("NFC", name.strip()).replace("\\", "/")
        if of_art := _OF_ART.fullmatch(asked):
            asked = of_art[1]
        if _ELSEWHERE.match(asked):
            message = f"'{_shortened(name)}' is not in the folder {ART}, and nothing outside is read"
            raise Unprintable(f"{message}; copy the picture into it, and write its name alone")
        path = PurePosixPath(asked)
        for one in (asked, unquote(asked)):
            path = PurePosixPath(one)
            in_language = str(path.with_name(f"{path.stem}.{self._language}{path.suffix}")) if path.name else one
            for candidate in (in_language, one) if self._language else (one,):
                if candidate in self.files and candidate.lower().endswith(ENDINGS):
                    return candidate
        for stem in (f"{asked}.{self._language}", asked):
            if found := self._by_stem.get(stem):
                if len(found) > 1:
                    raise Unprintable(f"'{asked}' may be {' or '.join(map(repr, found))}; write the one that is meant")
                return found[0]
        raise Unprintable(self._missing(asked))

    def _missing(self, name: str) -> str:
        if name in self.files:
            return f"'{name}' is in the folder {ART}, but only {READABLE} is printed; save it as one of these"
        plain = PurePosixPath(name.lower())
        same = [one for one in self.names if PurePosixPath(one.lower()).name in (plain.name, f"{plain.name}.png")]
        near = f"; did you mean '{same[0]}'?" if same else closest(name, self.names)
        if not near:
            # A name that lacks its ending is not like one with it.
            near = closest(name, self._by_stem)
        return (
            f"there is no picture '{_shortened(name)}'{near}; mend the name, or put the picture into the folder {ART}"
        )

    def in_markup(self, html: str, place_of: Callable[[str], Place]) -> str:
        """Return markup with the addresses of its pictures; ``place_of`` returns the place of a text of it."""

        def in_tag(tag: re.Match[str]) -> str:
            written = unescape(tag["double"] or tag["single"] or tag["bare"] or "")
            if name := _OF_ART.fullmatch(written):
                return f'{tag["before"]}"{self.address(name[1], lambda: place_of(written))}"'
            if address := self._written_out(written):
                return f'{tag["before"]}"{address}"'
            return tag[0]

        if f"{ART}/" in html or "data:image/" in html:
            html = _IN_TAG.sub(in_tag, html)
        return self.in_style(html, lambda name, _: place_of(f"{ART}/{name}"))

    def in_style(self, css: str, place_of: Callable[[str, int], Place]) -> str:
        """Return a style sheet, or markup, with the addresses of the pictures that its styles name.

        ``place_of`` returns the place of a name that stands at an index.
        """
        if f"{ART}/" not in css:
            return css
        comments = [comment.span() for comment in _COMMENT.finditer(css)]

        def replaced(style: re.Match[str]) -> str:
            name = _OF_ART.fullmatch(unescape(style["bare"]))
            if not name or any(start <= style.start() < end for start, end in comments):
                return style[0]
            return f"{style['before']}{self.address(name[1], lambda: place_of(name[1], style.start('bare')))})"

        return _IN_STYLE.sub(replaced, css)

    def of(self, text: str) -> tuple[Picture, ...]:
        """Return the pictures whose addresses a text has, with those that they show; each once, in order."""
        addresses = dict.fromkeys(_ADDRESS.findall(text)) if SCHEME in text else {}
        shown = (part for address in addresses if address in self._known for part in self._known[address].all)
        return tuple(dict.fromkeys(shown))

    def place_of(self, name: str, record: Record | None) -> Place | None:
        """Return the place of the field of a record that names a picture; None without one."""
        self.record = record
        return self._place_of(name)

    def _written_out(self, url: str) -> str:
        """Return the address of a picture that is written out as a data URL; empty for what can't be read so."""
        data = _DATA.match(url)
        try:
            content = b64decode(unquote(data[1])) if data else b""
            picture = written_out(content) if content else None
        except (ValueError, Unprintable):
            # The renderer tells it, with its place.
            return ""
        if picture is None:
            return ""
        self._known[picture.address] = picture
        return picture.address

    def _drawing(self, file: Path, name: str, above: tuple[str, ...]) -> Picture:
        """Return a drawing, in which the pictures that it shows have addresses; ``above`` are those that show it."""
        if file.stat().st_size > _MOST_BYTES:
            raise Unprintable(f"has more than {_MOST_BYTES // 1_000_000} MB; save it with fewer points")
        drawn = read_svg(file)
        for problem in drawn.problems:
            self._add(problem)
        if not drawn.whole:
            raise Unprintable("can't be printed as it is; mend what is said of it")
        parts: dict[Picture, None] = {}

        def replaced(tag: re.Match[str]) -> str:
            written = unescape(tag["double"] or tag["single"] or tag["bare"] or "").strip()
            line = drawn.whole.count("\n", 0, tag.start("before")) + 1
            if written.startswith("#") or not tag["before"].startswith("<image"):
                return tag[0]
            try:
                part = self._shown(written, name, (*above, name))
            except (Unprintable, OSError, ValueError) as fault:
                said = str(fault) if isinstance(fault, Unprintable) else f"'{_shortened(written)}' can't be read"
                self._add(Problem(Place(str(file), line), said, CHECK))
                return f'{tag["before"]}"{MISSING}"'
            parts[part] = None
            return f'{tag["before"]}"{part.address}"'

        text = _IN_TAG.sub(replaced, drawn.whole)
        try:
            ElementTree.fromstring(text)
        except ElementTree.ParseError as fault:
            self._add(Problem(Place(str(file), *fault.position), f"is not XML: {fault.msg}; save it anew", CHECK))
            raise Unprintable("can't be printed as it is; mend what is said of it") from fault
        return Picture(f"{SCHEME}{digest_of(text)[:32]}", name, str(file), (0, 0), text, tuple(parts))

    def _shown(self, written: str, drawing: str, above: tuple[str, ...]) -> Picture:
        """Return the picture that a drawing shows: one that is written into it, or a file of the same folder."""
        if written.startswith("data:"):
            data = _DATA.match(written)
            if not data:
                kind = _shortened(written.partition(",")[0])
                raise Unprintable(f"a picture written into it ({kind}) isn't printed; save it as PNG or JPEG in it")
            try:
                return written_out(b64decode(unquote(data[1])), f"{drawing} (a picture in it)")
            except Unprintable as fault:
                raise Unprintable(f"a picture written into it {fault}") from fault
        beside = normpath(PurePosixPath(drawing).parent / unquote(written))
        key = beside if beside in self.files and beside.lower().endswith(ENDINGS) else self.key(written)
        if key in above:
            raise Unprintable(f"'{key}' shows itself, without end; take it out of the drawing")
        return self._drawing(self.files[key], key, above) if key.lower().endswith(DRAWING) else self.find(key)

    def _place_of(self, name: str) -> Place | None:
        record = self.record
        if record is None or self._vocabulary is None:
            return None
        for field in picture_fields(self._vocabulary, record.kind):
            value = record.get(field)
            if name in (value if isinstance(value, list) else (value,)):
                return record.place(field)
        return None

    def _add(self, problem: Problem) -> None:
        if problem not in self._problems:
            self._problems.append(problem)


def names_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield each name of a picture that a template or a style sheet writes out, and the index at which it stands."""
    for called in _CALLED.finditer(text):
        yield called[1], called.start(1)
    comments = [comment.span() for comment in _COMMENT.finditer(text)]
    for named in (*_IN_TAG.finditer(text), *_IN_STYLE.finditer(text)):
        group = next(group for group in ("double", "single", "bare") if named.groupdict().get(group) is not None)
        name = _OF_ART.fullmatch(unescape(named[group]))
        if name and "{" not in name[1] and not any(start <= named.start() < end for start, end in comments):
            yield name[1], named.start(group)


def picture_fields(vocabulary: Vocabulary, kind: str) -> list[str]:
    """Return the fields in which records of a kind name pictures."""
    section: Mapping[str, Any] = vocabulary.section("pictures")
    return [field for name in ("any", kind) for field in section.get(name) or ()]


def _shortened(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= _MOST_SHOWN else f"{short[:_MOST_SHOWN]}…"

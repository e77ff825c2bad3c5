"""The families of type of a project: the files of ``fonts/``, and the shipped ones, by the names that styles call them.

A style sheet names a family and no file. The ``@font-face`` rules of the families that it names are added to it, with
the typefaces of each as a file ready to print: unpacked (WOFF, WOFF2), of a variable font one for each weight that is
asked for, and named by a digest of its content. A theme, or ``look.yaml``, may put a family in place of those of all
shipped styles.

Words in Japanese are printed in the shipped Japanese families wherever a style names none that has their characters;
these large files are loaded for such words alone.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from kensei_docs.caches import entry_of, read_entry, shared_folder, write_entry
from kensei_docs.discover import files_inside, version_of
from kensei_docs.documents.markup.typefaces import (
    CHECK,
    FOLDER,
    JAPANESE,
    NAMED,
    embedded,
    entry_of_own,
    is_japanese,
    typefaces,
)
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import Place, Problem, Severity, unusable
from kensei_docs.processes import limited
from kensei_docs.project import FONTS, Project

# The families of the shipped styles, by their parts: ``families`` of a theme and of look.yaml has these names.
PARTS = {"text": "Source Sans Pro", "heads": "Source Serif Pro"}
# The Japanese family behind each of them.
_JAPANESE_BEHIND = {"Source Sans Pro": "Noto Sans JP", "Source Serif Pro": "Noto Serif JP"}

# The variables of pages for the screen with the families of each part, and these.
_ON_SCREEN = {
    "text": ("--sans", ('"Page Sans"', "system-ui", "sans-serif")),
    "heads": ("--serif", ('"Page Serif"', "Georgia", "serif")),
}

_KINDS = (".ttf", ".otf", ".woff", ".woff2")
_OTHER_KINDS = (".ttc", ".otc", ".eot", ".pfb", ".pfm", ".dfont", ".svgz")
# The ids in a font's table of names: family and style as old programs have them, PostScript name, family and style.
_FAMILY, _POSTSCRIPT, _TYPOGRAPHIC_FAMILY = 1, 6, 16
# Bits of fsType, of the table OS/2: no embedding, no subset, no outlines.
_RESTRICTED, _NO_SUBSET, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_LICENCES = 0x000F
_STRETCH = (
    *("ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal"),
    *("semi-expanded", "expanded", "extra-expanded", "ultra-expanded"),
)
# What no name in a style sheet can have.
_NO_NAME = re.compile(r"""["\\<>{};\x00-\x1f]""")
_LONGEST_FAULT = 80
# The processor time and the memory that a font may take to be read, or to be made ready to print.
_MAX_SECONDS, _MAX_BYTES = 60.0, 1 << 30
# Weights of a variable font that every style sheet gets: those of text and of bold words.
_USUAL_WEIGHTS = (400, 700)
_BOLD = 700
# The values that name families: of properties and variables, and of attributes of drawings.
_VALUES = re.compile(r"(?<![\w-])(?:font-family\s*[:=]|font\s*:|--[\w-]+\s*:)([^;{}<>]*)", re.I)
_WEIGHTS = re.compile(r"(?<![\w-])(?:font|font-weight)\s*[:=][^;{}<>]*?(?<![\w.#-])([1-9]\d\d)(?![\w.%])", re.I)
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}")
_ITALIC_WORDS = re.compile(r"<em\b")
_ITALIC_STYLE = re.compile(r"(?:font|font-style)\s*:[^;{}]*\b(?:italic|oblique)\b", re.I)
_STYLE_ELEMENT = re.compile(r"(<style\b[^>]*>)(.*?)(</style>)", re.S)


@dataclass(frozen=True)
class Font:
    """One font file: where it is, its digest, and what its tables say.

    ``families`` are its names: that of programs which know any number of styles, and that of older ones. ``axes`` are
    those of a variable font by tag: (least, usual, greatest).
    """

    file: Path
    digest: str
    postscript: str
    families: tuple[str, ...]
    weight: int
    is_bold: bool
    italic: bool
    width: int
    axes: Mapping[str, tuple[float, float, float]]

    def styles(self, family: str, weights: Iterable[int]) -> Iterator[Typeface]:
        """Yield the styles that it has in a family; a variable font has one for each weight that it can have."""
        older = family.casefold() != self.families[0].casefold()
        stretch = _STRETCH[min(max(self.width, 1), 9) - 1]
        if "wght" not in self.axes:
            # An older name stands for regular and bold alone.
            weight = (_BOLD if self.is_bold else 400) if older else self.weight
            yield Typeface(self, family, weight, self.italic, stretch, dict(self._leaning(self.italic)))
            return
        least, _, greatest = self.axes["wght"]
        wanted = sorted({min(max(weight, int(least)), int(greatest)) for weight in (*weights, *_USUAL_WEIGHTS)})
        leans = {self.italic, True} if {"ital", "slnt"} & set(self.axes) else {self.italic}
        for italic in sorted(leans):
            for weight in wanted:
                yield Typeface(self, family, weight, italic, stretch, {"wght": weight, **dict(self._leaning(italic))})

    def _leaning(self, italic: bool) -> Iterator[tuple[str, float]]:
        for tag in ("ital", "slnt"):
            if tag in self.axes:
                least, usual, greatest = self.axes[tag]
                yield tag, (greatest if tag == "ital" else least) if italic else usual


@dataclass(frozen=True)
class Typeface:
    """A style of a family in a font; ``place`` is where on its axes a variable font has it."""

    font: Font
    family: str
    weight: int
    italic: bool
    stretch: str
    place: Mapping[str, float]

    @property
    def name(self) -> str:
        """The name of the file that is printed from, as in ``url(typeface:NAME)``."""
        source = digest_of(self.font.digest, json.dumps(self.place, sort_keys=True), _version())
        return f"{re.sub(r'[^A-Za-z0-9]+', '-', self.font.postscript)[:40].strip('-') or 'Own'}-{source[:12]}"

    @property
    def rule(self) -> str:
        """The ``@font-face`` of the style, which makes its file ready to print."""
        self.prepare()
        stretch = "" if self.stretch == "normal" else f"font-stretch: {self.stretch}; "
        return (
            f'@font-face {{ font-family: "{self.family}"; font-weight: {self.weight}; '
            f"font-style: {'italic' if self.italic else 'normal'}; {stretch}src: url(typeface:{self.name}) }}"
        )

    def prepare(self) -> None:
        """Put the file that is printed from into the cache, where any process finds it by its name."""
        entry = entry_of_own(self.name)
        if read_entry(entry, self.name) is None:
            try:
                with limited(_MAX_SECONDS, _MAX_BYTES):
                    ready = _ready(self.font.file.read_bytes(), self.place, self.name)
            except Exception as fault:
                message = f"can't be made ready to print ({_said(fault)}); save it anew, or take it out"
                raise unusable(self.font.file, message, CHECK) from fault
            write_entry(entry, self.name, ready)


class Families:
    """The families of a project; ``problems`` are those of its font files."""

    def __init__(self, fonts: Iterable[Font], problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        self._by_family: dict[str, list[Font]] = {}
        self._by_stem: dict[str, Font] = {}
        self._names: dict[str, str] = {}
        for font in fonts:
            self._by_stem.setdefault(font.file.stem, font)
            for family in dict.fromkeys(font.families):
                self._names.setdefault(family.casefold(), family)
                self._by_family.setdefault(family.casefold(), []).append(font)
        # A family of its own has a name; one that only older programs know is another name of it.
        self.problems += self._twins()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the project's own families."""
        return tuple(sorted(self._names.values()))

    def dressed(self, css: str, markups: Iterable[str], families: Mapping[str, str]) -> str:
        """Return a style sheet with the typefaces of all families that it and some markup name.

        ``families`` are the families in place of the shipped ones, by the part that has these (``PARTS``). Its lines
        keep their numbers: what is added is behind them.
        """
        markups = list(markups)
        css = self._with_files(with_families(css, self.known(families)))
        has_japanese = any(map(is_japanese, (css, *markups)))
        if has_japanese and JAPANESE.keys() <= typefaces().keys():
            css = with_families(css, {}, _JAPANESE_BEHIND)
        return "\n".join((css, *self._rules(css, markups, has_japanese)))

    def for_page(self, html: str, families: Mapping[str, str]) -> str:
        """Return the style of a page for the screen that has typefaces besides its own, with these embedded.

        They are those that its styles name, that are in place of its own (``families``), or that Japanese needs. Empty
        if it needs none.
        """
        has_japanese = is_japanese(html) and JAPANESE.keys() <= typefaces().keys()
        variables, families = [], self.known(families)
        for part, (variable, usual) in _ON_SCREEN.items():
            before = [f'"{families[part]}"'] if families.get(part) else []
            behind = [f'"{_JAPANESE_BEHIND[PARTS[part]]}"'] if has_japanese else []
            if before or behind:
                variables.append(f"{variable}: {', '.join((*before, usual[0], *behind, *usual[1:]))}")
        style = "\n".join(match[2] for match in _STYLE_ELEMENT.finditer(html))
        root = f":root {{ {'; '.join(variables)} }}" if variables else ""
        rules = "\n".join(self._rules(f"{style}\n{root}", [html], has_japanese))
        return f"{embedded(rules, html)}\n{root}" if rules or root else ""

    def known(self, families: Mapping[str, str]) -> dict[str, str]:
        """Return those of some families, by the part of a page, that there are; others are told where they stand."""
        there = {name.casefold() for name in (*self.names, *PARTS.values(), *JAPANESE.values())}
        return {part: family for part, family in families.items() if family.casefold() in there}

    def _rules(self, css: str, markups: list[str], has_japanese: bool) -> Iterator[str]:
        """Yield the rules for the families that a style sheet and some markup name, but those that it has itself."""
        values = [match[1] for text in (css, *markups) for match in _VALUES.finditer(_FONT_FACE.sub("", text))]
        named = " ; ".join(dict.fromkeys(values))
        weights = {int(weight) for text in (css, *markups) for weight in _WEIGHTS.findall(text)}
        have = dict.fromkeys(styles_in(css))
        own = [
            style
            for key, fonts in sorted(self._by_family.items())
            if _is_named(self._names[key], named)
            for font in fonts
            for style in font.styles(self._names[key], weights)
        ]
        for style in own:
            key = style.family.casefold(), style.weight, style.italic, style.stretch
            if key not in have:
                have[key] = None
                yield style.rule
        if any(map(_ITALIC_WORDS.search, markups)):
            yield from _shipped_italics(css)
        if has_japanese:
            yield from (
                f'@font-face {{ font-family: "{family}"; src: url(typeface:{name}) }}'
                for name, family in JAPANESE.items()
                if name in typefaces()
            )

    def _with_files(self, css: str) -> str:
        """Return a style sheet in which files of ``fonts/`` that it names are those that are printed from."""

        def file(named: re.Match[str]) -> str:
            font = None if named[1] in typefaces() else self._by_stem.get(named[1])
            if font is None:
                return named[0]
            style = next(font.styles(font.families[0], ()))
            style.prepare()
            return f"url(typeface:{style.name})"

        return NAMED.sub(file, css)

    def _twins(self) -> Iterator[Problem]:
        """Yield a problem for each file with a style that another file has."""
        seen: dict[tuple[str, int, bool, str], Font] = {}
        for key, fonts in self._by_family.items():
            for font in fonts:
                if font.families[0].casefold() != key or font.axes:
                    continue
                style = next(font.styles(font.families[0], ()))
                other = seen.setdefault((key, style.weight, style.italic, style.stretch), font)
                if other is not font:
                    what = f"{style.family} {style.weight}{' italic' if style.italic else ''}"
                    yield _problem(
                        font.file, f"is {what}, as {other.file.name} is, which is printed; take one of them out"
                    )


def families_of(project: Project) -> Families:
    """Return the families of a project; of two files with one path, the topmost layer's is read."""
    files: dict[Path, Path] = {}
    for folder in reversed(project.folders(FONTS)):
        files |= {file.relative_to(folder): file for file in files_inside(folder)}
    found = tuple((files[path], *_state(files[path])) for path in sorted(files))
    return _families(found) if found else Families((), ())


def _state(file: Path) -> tuple[int, int]:
    state = file.stat()
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=64)
def _families(files: tuple[tuple[Path, int, int], ...]) -> Families:
    fonts: list[Font] = []
    problems: list[Problem] = []
    for file, _, _ in files:
        kind = file.suffix.lower()
        if kind in _OTHER_KINDS:
            problems.append(_problem(file, f"is no font file that is read; save it as {', '.join(_KINDS)}"))
        elif kind in _KINDS:
            font, fault = _read(file)
            if fault:
                problems.append(_problem(file, fault))
            elif font:
                fonts.append(font)
    return Families(fonts, problems)


def _problem(file: Path, message: str, severity: Severity = "error") -> Problem:
    return Problem(Place(str(file)), message, CHECK, severity)


def _read(file: Path) -> tuple[Font | None, str]:
    """Return what a font file says of itself, or what is wrong with it; what was read before is in a cache."""
    data = file.read_bytes()
    digest = sha256(data).hexdigest()
    source = digest_of(digest, _version())
    entry = entry_of(source, shared_folder(FOLDER))
    if parts := read_entry(entry, source):
        said = json.loads(parts[0])
    else:
        said = _inspected(data)
        write_entry(entry, source, json.dumps(said).encode())
    if "fault" in said:
        return None, said["fault"]
    axes = {tag: tuple(places) for tag, places in said.pop("axes").items()}
    return Font(file=file, digest=digest, axes=axes, families=tuple(said.pop("families")), **said), ""


def _inspected(data: bytes) -> dict[str, Any]:
    """Return the fields of ``Font`` that the tables of a font have, or its ``fault``."""
    # Imported here: most commands set no type.
    from fontTools.ttLib import TTFont

    try:
        with limited(_MAX_SECONDS, _MAX_BYTES):
            return _tables_of(TTFont(io.BytesIO(data), lazy=True))
    except Exception as fault:
        # A file of any bytes makes any part of fontTools fail in its own way.
        return {"fault": f"is no font that can be read ({_said(fault)}); save or load it anew"}


def _said(fault: Exception) -> str:
    return str(fault)[:_LONGEST_FAULT] or type(fault).__name__


def _tables_of(font: Any) -> dict[str, Any]:
    """Return what ``_inspected`` does of an open font; raises whatever fontTools does."""
    names, metrics, head = font["name"], font["OS/2"], font["head"]
    axes = font["fvar"].axes if "fvar" in font else ()
    if not font.getBestCmap() or not {"hmtx", "hhea"} <= set(font.keys()):
        return {"fault": "has no characters that a text could be printed in; take it out"}
    # In a style sheet, a name stands in quotes.
    named = (_NO_NAME.sub("", names.getDebugName(which) or "").strip() for which in (_TYPOGRAPHIC_FAMILY, _FAMILY))
    families = [family for family in dict.fromkeys(named) if family]
    if not families:
        return {"fault": "has no name of a family; open it in a font editor and give it one"}
    licence = int(metrics.fsType)
    if licence & _LICENCES == _RESTRICTED or licence & (_NO_SUBSET | _BITMAPS_ONLY):
        return {
            "fault": "may not be embedded in a document, as it says itself (fsType of its table OS/2); ask its maker "
            "for a file that may, or print in another typeface"
        }
    return {
        "postscript": str(names.getDebugName(_POSTSCRIPT) or ""),
        "families": families,
        "weight": min(max(int(metrics.usWeightClass), 100), 900) // 100 * 100,
        "is_bold": bool(head.macStyle & 1),
        "italic": bool(metrics.fsSelection & 1 or head.macStyle & 2),
        "width": int(metrics.usWidthClass),
        "axes": {axis.axisTag: (axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes},
    }


def _version() -> str:
    return digest_of(digest_of_code(__file__), version_of("fonttools"))


def _ready(data: bytes, place: Mapping[str, float], name: str) -> bytes:
    """Return a font file as it is printed from: unpacked, one style of it, and with a PostScript name of ours.

    The name tells, of the fonts in a laid-out page, which file it was.
    """
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False, recalcBBoxes=False)
    font.flavor = None
    if "fvar" in font:
        from fontTools.varLib.instancer import instantiateVariableFont

        axes = {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes}
        font = instantiateVariableFont(font, {**axes, **place}, inplace=True)
    names = font["name"]
    names.names = [one for one in names.names if one.nameID != _POSTSCRIPT]
    names.setName(name, _POSTSCRIPT, 3, 1, 0x409)
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def with_families(css: str, families: Mapping[str, str], behind: Mapping[str, str] | None = None) -> str:
    """Return a style sheet with families in place of the shipped ones, which stand behind them for what they lack.

    ``families`` are names by the part of a page (``PARTS``); ``behind`` are families to put behind shipped ones.
    """
    instead = {PARTS[part]: f'"{family}", "{PARTS[part]}"' for part, family in families.items() if family}
    instead |= {family: f'"{family}", "{other}"' for family, other in (behind or {}).items()}
    if not instead:
        return css
    known = re.compile(
        rf"""(?P<face>@font-face\s*\{{[^}}]*\}})|["'](?P<family>{"|".join(map(re.escape, instead))})["']"""
    )
    return known.sub(lambda match: match["face"] or instead[match["family"]], css)


def _is_named(family: str, values: str) -> bool:
    """Return whether values of properties name a family, whole."""
    words = r"\s+".join(map(re.escape, family.split()))
    return re.search(rf"""(?<![\w-]){words}(?=\s*(?:[,;!}}"']|$))""", values, re.I) is not None


def styles_in(css: str) -> Iterator[tuple[str, int, bool, str]]:
    """Yield family, weight, whether it is italic, and stretch of each ``@font-face`` of a style sheet."""
    for face in _FONT_FACE.findall(css):
        said = dict(re.findall(r"([\w-]+)\s*:\s*([^;}]+)", face))
        weight = said.get("font-weight", "400").strip()
        number = {"normal": 400, "bold": _BOLD}.get(weight) or (int(weight) if weight.isdigit() else 400)
        family = said.get("font-family", "").strip().strip("\"'").casefold()
        yield (
            family,
            number,
            said.get("font-style", "").strip() in ("italic", "oblique"),
            said.get("font-stretch", "normal").strip(),
        )


def _shipped_italics(css: str) -> Iterator[str]:
    """Yield the rules of the italics of all shipped typefaces that a style sheet has, but those that it has too."""
    have = set(styles_in(css))
    for face in _FONT_FACE.findall(css):
        named = NAMED.search(face)
        name = named[1].removesuffix("Regular") if named else ""
        italic = f"{name}It"
        for family, weight, _, stretch in styles_in(face) if italic in typefaces() else ():
            if (family, weight, True, stretch) not in have:
                written = re.search(r"font-family\s*:\s*([^;}]+)", face)
                yield (
                    f"@font-face {{ font-family: {written[1].strip() if written else family}; font-weight: {weight}; "
                    f"font-style: italic; src: url(typeface:{italic}) }}"
                )


def lacking_styles(css: str) -> dict[str, tuple[bool, bool]]:
    """Return, by the name of a family in small letters, whether it has no italic and no bold among its rules."""
    styles: dict[str, list[tuple[int, bool]]] = {}
    for family, weight, italic, _ in styles_in(css):
        styles.setdefault(family, []).append((weight, italic))
    return {
        family: (not any(italic for _, italic in own), max(weight for weight, _ in own) < 600)
        for family, own in styles.items()
    }

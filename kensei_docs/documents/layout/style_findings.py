"""What the renderer says of style sheets and markup, as defects of faces: pictures, properties, values, typefaces.

WeasyPrint logs what it ignores. A record of its log has a template and arguments, which say more than the text: the
property, its value, and the place. A place is one in the joined style sheet of a face, or, for a style in the markup,
one in that style alone; such a defect is found again by its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import unescape
from itertools import takewhile
from logging import LogRecord
from typing import Any
from urllib.parse import unquote

from kensei_docs.database.own_columns import lacks_sign_of_colour
from kensei_docs.documents.layout.rasters import CHECK as PICTURES
from kensei_docs.documents.layout.renderer import UNDEFINED
from kensei_docs.documents.layout.text_fitting import GLYPHS, Defect, boxes_in
from kensei_docs.documents.markup.font_families import PARTS, lacking_styles, styles_in
from kensei_docs.documents.markup.pictures import Picture
from kensei_docs.documents.markup.svg import OF_FILE, fault_of_colour
from kensei_docs.documents.markup.typefaces import JAPANESE, NAMED, glyphs_of, is_unseen
from kensei_docs.problems import closest
from kensei_docs.project import ART

CHECK = "style"
EMPHASIS = "emphasis"

# The characters of a URL or a value that a message and a defect have at most.
_LONGEST = 80
_DATA = re.compile(r"data:([\w.+-]*/?[\w.+-]*)[^'\"\s)]*")
# Records of what is printed right: the ids of two drawings on a sheet may be equal, as no link leads to them; a picture
# without a description is decoration.
# The record after an unknown medium says which rule is left out.
_OF_NO_PRINT = ("Expected a media type", "Anchor defined twice", 'Image "%s" has no required alt')
# A run of quoted characters of a URL, or any other character but a space.
_QUOTED = re.compile(r"(?:%[0-9A-Fa-f]{2})+|\S")
# The pictures that may be written out.
_READ = ("image/png", "image/jpeg", "image/jpg", "image/webp")
_AT = re.compile(r" at %d:%d")
# Elements of which the renderer's own style sheet prints a character.
_DRAWN_OF = {"\u02c5": "select"}
_TYPEFACES = (
    "write 'Source Sans Pro' or 'Source Serif Pro', which templates/_shared/theme.css loads, or put it into fonts/"
)
_FONT_FACE = re.compile(r"@font-face\s*\{([^}]*)\}")
_NO_TEXT = re.compile(r"/\*.*?\*/|@font-face\s*\{[^}]*\}", re.S)
# What may say the typeface of text in a drawing.
_OF_TEXT = re.compile(r"<(?:text|tspan|textPath)\b[^>]*>|<style\b.*?</style>", re.S)
_FAMILY = re.compile(r"""(?<![\w-])font-family\s*[:=]\s*["']?([^;}"'>]+)""")
# An img without a src, or an element that is for screens alone.
_PRINTS_NOTHING = re.compile(
    r"""<(img)\b(?![^>]*\ssrc=(?:"[^"]+"|'[^']+'|[^\s"'>]+))[^>]*>|<(?=(?:iframe|video|audio|canvas|source)\b)"""
    r"""(?P<tag>\w+)[^>]*>"""
)
_IMPORTED_FROM_NETWORK = re.compile(r"@import\s+(?:url\(\s*)?[\"']?(?:https?:)?//")
# A variable that is given a value.
_VARIABLE = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")
_SVG = re.compile(r"<svg\b.*?</svg>", re.S)
_TAG_OF_DRAWING = re.compile(r"<svg\b[^>]*>|</svg>")
_ID = re.compile(r"""\sid\s*=\s*["']?([^"'\s>]+)""")
_NAMED_ID = re.compile(r"""(?:url\(["']?#|<use\b[^>]*?\shref\s*=\s*["']#)([^)"']+)""")
# A colour of a drawing, but for most that are written in digits.
_COLOUR_OF_DRAWING = re.compile(
    r"""(?<=[\s;"'])(?P<name>fill|stroke|color|stop-color)\s*(?:=\s*["']|:)(?P<colour>(?!#[0-9a-f]{3,6}\b|none\b)[^"';}]+)"""
)
_RUN_OF_WORDS = re.compile(r"[^\W_]+(?: [^\W_]+)*")
# The elements of words between stars, with what a family needs for them, and what is printed without it.
_EMPHASIS = {"em": ("italic", "upright"), "strong": ("bold", "in its usual weight")}
# Families that every style sheet may name, behind one that is there: no typeface of the machine stands for them.
_STANDING_ALONE = {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji"}
_GENERIC = {
    *("serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji"),
    *("ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "inherit", "initial", "unset"),
}


def defects_of_records(records: Iterable[LogRecord], css: str, of_sheet: bool = False) -> list[Defect]:
    """Return what records of the renderer's log say, each once, in their order.

    ``css`` is the style sheet of the faces; ``of_sheet``: the records are about the sheet alone.
    """
    found: dict[Defect, None] = {}
    before = ""
    for record in records:
        said = str(record.msg)
        # These follow from the record before, which says the cause.
        is_result = before == UNDEFINED and said.startswith("Ignored `%s: %s`")
        is_result = is_result or (before.startswith("Ignored") and said.startswith("Missing %s descriptor"))
        args = record.args if isinstance(record.args, tuple) else ()
        if not is_result and not said.startswith(_OF_NO_PRINT) and (defect := _defect(said, args, css, of_sheet)):
            found[defect] = None
        before = said
    return list(found)


def _defect(said: str, args: Sequence[Any], css: str, of_sheet: bool) -> Defect:
    """Return what one record says, a message with its arguments, of what is printed."""
    line = column = 0
    template, rest = said, tuple(args)
    if _AT.search(said):
        # The arguments of the place are those behind those that stand before it.
        at = _AT.split(said)[0].replace("%%", "").count("%")
        match args[at:]:
            case (int(line), int(column), *_):
                pass
        if others := (*args[:at], *args[at + 2 :]):
            template, rest = _AT.sub("", said), others

    def placed(message: str, text: str, pattern: str = "") -> Defect:
        return _placed(message, text, css, line, column, of_sheet, pattern)

    if said.startswith(".notdef glyph") and args:
        return _of_glyph(str(args[0]), css)
    if said.startswith(("Invalid media type", "Unknown rule")) and args:
        rule = args[0]
        name = getattr(rule, "at_keyword", "media")
        named = _shortened(f"@{name} {rule.strip()}" if isinstance(rule, str) else f"@{name}")
        return placed(f"'{named}' is left out with its rules; write these without it", f"@{name}", f"@{name}")
    if said == UNDEFINED and args:
        return placed(_of_variable(args[0], css), f"var({args[0]}", re.escape(args[0]))
    if said.startswith("Ignored `") and len(args) == 5:
        name, value, reason = str(args[0]), re.sub(r"\s*!important\s*$", "", str(args[1])).strip(), str(args[4])
        return placed(_of_declaration(name, value, reason), f"{name}:{value}", rf"{re.escape(name)}\s*:")
    if said.startswith(("Relative URI", "Failed to load image")) and args:
        return _of_picture(str(args[0]), css)
    if said.startswith("Failed to render SVG image") and args:
        return Defect("", "a drawing can't be printed as it is; save it as plain SVG", CHECK, str(args[0]))
    if said.startswith("Font-face") and args:
        message = f"the typeface '{args[0]}' can't be loaded; {_TYPEFACES}"
        return Defect("", message, CHECK, "", *_face_of(str(args[0]), css))
    if said.startswith(("@import", "Invalid @import")):
        return placed(_of_import(css), "@import", "@import")
    try:
        message = template % rest if rest else template
    except (TypeError, ValueError, KeyError, OverflowError):
        message = said
    message = re.sub(
        r"^(?:Parse error|Error): ", "this is no style that can be read: ", _shortened(message).rstrip(".")
    )
    if line:
        return placed(f"{message}; mend it, or take it out", "")
    if said.startswith("Invalid or unsupported selector") and args:
        selector = re.sub(r"^.*?'|'.*$", "", str(args[0]), flags=re.S).strip()
        message = f"'{_shortened(selector)}' is no selector that can be printed by; mend it, or take the rule out"
        return Defect("", message, CHECK, *_text_or_place(selector, css))
    return Defect("", f"{message}; mend what it names", CHECK)


def _of_glyph(character: str, css: str) -> Defect:
    """Return the defect for a character that a style sheet, or the renderer for an element such as a menu, prints."""
    message = f"no typeface that is named has '{character}' (U+{ord(character[:1] or ' '):04X})"
    if character in css:
        return Defect("", f"{message}; write another character", CHECK, *_text_or_place(character, css))
    if of_element := _DRAWN_OF.get(character):
        message = f"{message}, which is printed for each '<{of_element}>'; write what it shows as text"
        return Defect("", message, CHECK, f"<{of_element}")
    return Defect("", f"{message}; write another character", CHECK, character)


def _placed(message: str, text: str, css: str, line: int, column: int, of_sheet: bool, pattern: str = "") -> Defect:
    """Return a defect at a place in the style sheet, if that is where the renderer means; else with its ``text``.

    ``pattern`` is what stands at the place, or just before it.
    """
    lines = css.split("\n")
    if not of_sheet and pattern and 0 < line <= len(lines):
        before = "\n".join((*lines[max(0, line - 3) : line - 1], lines[line - 1][: column - 1]))
        after = lines[line - 1][column - 1 :]
        of_sheet = bool(re.search(rf"{pattern}\s*$", before) or re.match(rf"\w*\(?\s*{pattern}", after))
    return Defect("", message, CHECK, *(("", line, column) if of_sheet else (text[:_LONGEST], 0, 0)))


def place_at(css: str, index: int) -> tuple[str, int, int]:
    """Return a place in a style sheet as the last fields of a defect."""
    before = css[:index]
    return "", before.count("\n") + 1, index - before.rfind("\n")


def _text_or_place(text: str, css: str) -> tuple[str, int, int]:
    """Return the place of a text in a style sheet, or the text if it isn't there, as the last fields of a defect."""
    match = pattern_of(text).search(css) if text else None
    return place_at(css, match.start()) if match else (text[:_LONGEST], 0, 0)


def pattern_of(text: str) -> re.Pattern[str]:
    """Return a pattern for a text in which white space, and the way to quote characters of a URL, may be otherwise."""
    parts = _QUOTED.findall(text)
    either = (
        f"(?:{re.escape(part)}|{re.escape(unquote(part)) or ' '})" if len(part) > 1 else re.escape(part)
        for part in parts
    )
    return re.compile(r"\s*".join(either))


def _of_declaration(name: str, value: str, reason: str) -> str:
    written = f"{name}: {_shortened(value)}" if value else name
    if reason == "unknown property":
        known = closest(name, _properties())
        return f"'{name}' is no property that can be printed{known}; mend the name, or take it out"
    if reason.startswith("Relative URI") and name == "src":
        return f"'{written}' names a file, and no typeface is read from one; {_TYPEFACES}"
    if reason.startswith("Relative URI"):
        return f"'{written}' names a file that isn't printed; {_instead_of(value)}"
    if not value:
        return f"'{name}' has no value; give it one, or take it out"
    if reason not in ("invalid value", "no value"):
        return f"'{written}' is ignored: {reason.rstrip('.')}; mend it, or take it out"
    hint = "; is a ';' missing in it?" if ":" in value and "(" not in value else ""
    if not hint and ("color" in name or name in ("background", "border", "outline")):
        words = [word for word in re.findall(r"(?<![\w#-])[a-zA-Z]+(?![\w(-])", value) if word not in _colours()]
        hint = next(filter(None, (closest(word.lower(), _colours()) for word in words)), "")
        without_sign = next(filter(lacks_sign_of_colour, re.findall(r"[\w#-]+", value)), "")
        if without_sign:
            # It may be the value of several properties, and is one fault.
            return f"'{without_sign}' is no colour; did you mean '#{without_sign}'?; a colour begins with '#'"
    return f"'{written}' is no value that '{name}' can have{hint}; mend the value"


def _of_import(css: str) -> str:
    """Return the message for an ``@import`` in a style sheet."""
    if _IMPORTED_FROM_NETWORK.search(css):
        return (
            "nothing is fetched from the network; take the @import out, and put the files of the typeface into fonts/"
        )
    return "nothing is imported into a style sheet; name the other one under 'styles' in kind.yaml instead"


def _of_variable(name: str, css: str) -> str:
    """Return the message for a variable without a value."""
    defined = _VARIABLE.findall(css)
    if name not in defined:
        return f"the variable '{name}' has no value here{closest(name, defined)}; mend the name, or give it one"
    return (
        f"the variable '{name}' has no value here, but at other elements, or it is made of itself; give it one in "
        ":root, or here"
    )


def _of_picture(url: str, css: str) -> Defect:
    """Return the defect for a picture that was not loaded."""
    data = _DATA.match(url)
    if data and data[1] in _READ:
        message = f"{_shortened(url)} is no picture that can be read; save it anew, and write it out whole"
    elif data:
        message = f"{_shortened(url)} isn't printed, for only PNG, JPEG and WebP are; save it as one of these"
    else:
        what = "style sheet" if url.endswith(".css") else "picture"
        message = f"the {what} '{_shortened(unquote(url))}' isn't printed; {_instead_of(url)}"
    return Defect("", message, CHECK, *_text_or_place(url[:_LONGEST], css))


def _instead_of(url: str) -> str:
    """Return what can be done for a picture, or a style sheet, that isn't read."""
    if named := re.search(r"url\(\s*[\"']?([^\"')]*)", url):
        url = named[1]
    if url.endswith(".css"):
        return "no file is read from a template: put its rules into face.css, or name it under 'styles' in kind.yaml"
    name = re.search(r"[^/\\(\"']*(?=[\"')]*\s*$)", unquote(url))
    return f"put the picture into the folder {ART}, and write '{ART}/{(name and name[0]) or 'NAME'}'"


def _face_of(family: str, css: str) -> tuple[int, int]:
    """Return the line and column of the ``@font-face`` of a family."""
    for match in _FONT_FACE.finditer(css):
        if (named := _FAMILY.search(match[1])) and named[1].strip().lower() == family.lower():
            return place_at(css, match.start())[1:]
    return 1, 1


def _shortened(text: str) -> str:
    """Return a text of one line for a message: a picture that is written out is named by its type alone."""
    short = _DATA.sub(lambda match: f"a picture written out (data:{match[1]} …)", " ".join(text.split()))
    return short if len(short) <= _LONGEST else f"{short[:_LONGEST]}…"


@cache
def _properties() -> list[str]:
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.css.validation.expanders import EXPANDERS

    return [name.replace("_", "-") for name in (*INITIAL_VALUES, *EXPANDERS)]


@cache
def _colours() -> list[str]:
    from PIL.ImageColor import colormap

    return [*colormap, "transparent", "currentcolor", "solid", "dashed", "dotted", "double", "none"]


def missing_families(pages: Iterable[Any], html: str, css: str, own: Sequence[str] = ()) -> Iterator[Defect]:
    """Yield a defect for each family of type that a text on laid-out pages asks for, and that no typeface has.

    ``html`` is the markup of the pages, whose drawings are looked at too; ``own`` are the project's families. A family
    behind one that is there is never needed; a generic one alone is none.
    """
    asked = {tuple(box.style["font_family"]) for box in _texts_on(pages)}
    for drawing in _SVG.findall(html):
        asked |= {tuple(name.strip().strip("'\"") for name in names.split(",")) for names in _FAMILY.findall(drawing)}
    faces = [(match[1].strip(), face) for face in _FONT_FACE.findall(css) if (match := _FAMILY.search(face))]
    loaded = {name.lower() for name, _ in faces}
    missing: dict[str, None] = {}
    for families in sorted(asked):
        missing |= dict.fromkeys(takewhile(lambda family: family.lower() not in loaded | _GENERIC, families))
        stand_alone = _STANDING_ALONE.difference(loaded).issuperset(family.lower() for family in families)
        if loaded and stand_alone and _is_named(families, css, html):
            missing[families[0]] = None
    # An @font-face that can't be loaded has a defect of its own.
    names = sorted({*(name.strip("\"'") for name, face in faces if NAMED.search(face)), *own})
    others = " or ".join(map(repr, names)) or "a family of an @font-face"
    for family in missing:
        message = (
            f"there is no typeface '{family}'{closest(family, names)}; write {others}, or put its files into fonts/"
        )
        yield Defect("", message, CHECK, *_place_of_family(family, html, css))


def missing_in_pictures(pictures: Iterable[Picture], css: str) -> Iterator[Defect]:
    """Yield a defect for each family of type that the text of a drawing of ``art`` asks for, and no typeface has."""
    names = [match[1].strip() for face in _FONT_FACE.findall(css) if (match := _FAMILY.search(face))]
    known = {name.lower() for name in names} | _GENERIC
    for picture in pictures:
        tags = _OF_TEXT.findall(picture.svg) if "<text" in picture.svg else ()
        stacks = {families for tag in tags for families in _FAMILY.findall(unescape(tag))}
        for stack in sorted(stacks):
            families = [name.strip().strip("'\"") for name in stack.split(",")]
            if not any(family.lower() in known for family in families):
                near = closest(families[0], names)
                message = f"the drawing '{picture.name}' has text in '{families[0]}', which is no typeface here{near}"
                remedy = "turn its text into paths, or give it a typeface that there is"
                yield Defect("", f"{message}; {remedy}", PICTURES, picture.name)


def _texts_on(pages: Iterable[Any]) -> Iterator[Any]:
    """Yield the boxes of text on laid-out pages."""
    return (box for page in pages for box in boxes_in(page) if type(box).__name__ == "TextBox")


def _is_named(families: Iterable[str], css: str, html: str) -> bool:
    """Return whether a style names a family: the renderer has one for what names none."""
    style = _NO_TEXT.sub("", css) + html
    return any(re.search(rf"(?<![\w-]){re.escape(family)}(?![\w-])", style) for family in families)


def fallbacks(pages: Iterable[Any], css: str, typeface_names: Sequence[str], words: str) -> Iterator[Defect]:
    """Yield a defect for each character on laid-out pages that no family has of those that its style names.

    It is printed all the same, in another of the typefaces of the style sheet (``typeface_names``); those for Japanese
    stand behind all. ``words`` are those of the markup: a hyphen at the end of a line is the renderer's. Where all
    typefaces have all characters, nothing is looked at.
    """
    unsure = {letter for letter in {*words, *words.upper()} if not letter.isspace() and not is_unseen(letter)}
    unsure -= _characters_of_all(tuple(typeface_names))
    unsure.difference_update(*(glyphs_of(name).ids for name in JAPANESE if name in typeface_names))
    if not unsure:
        return
    rules: dict[str, list[tuple[int, bool, str]]] = {}
    named: dict[str, str] = {}
    for face in _FONT_FACE.finditer(css):
        if (file := NAMED.search(face[1])) and (family := _FAMILY.search(face[1])):
            named[file[1]] = family[1].strip()
            rules.setdefault(named[file[1]].lower(), []).extend(
                (weight, italic, file[1]) for _, weight, italic, _ in styles_in(face[0])
            )
    told: dict[tuple[str, str], Defect] = {}
    for box in _texts_on(pages):
        families = [family for family in box.style["font_family"] if family.lower() in rules]
        for letter in sorted(unsure.intersection(box.text)) if families else ():
            weight, italic = box.style["font_weight"], box.style["font_style"] != "normal"
            used = (_nearest_style(rules[family.lower()], weight, italic) for family in families)
            if (letter, families[0]) in told or any(letter in glyphs_of(name).ids for name in used):
                continue
            # What no typeface has is printed as a box, and told.
            if other := next((name for name in typeface_names if letter in glyphs_of(name).ids), ""):
                lacking = " and ".join(map(repr, families))
                behind = named.get(other, PARTS["text"])
                message = (
                    f"{letter!r} (U+{ord(letter):04X}) is not in {lacking}, and is printed in another typeface; "
                    f"name one that has it behind, such as font-family: '{families[0]}', '{behind}'"
                )
                told[letter, families[0]] = Defect("", message, GLYPHS, letter)
    yield from told.values()


@cache
def _characters_of_all(names: tuple[str, ...]) -> frozenset[str]:
    """Return the characters that each of some typefaces has."""
    known = [glyphs_of(name).ids.keys() for name in names]
    return frozenset(known[0]).intersection(*known[1:]) if known else frozenset()


def _nearest_style(styles: Sequence[tuple[int, bool, str]], weight: int, italic: bool) -> str:
    """Return the typeface of a family's styles (weight, italic, typeface) that words of a style are printed in."""
    return min(styles, key=lambda style: (style[1] != italic, abs(style[0] - weight)))[2]


def missing_styles(pages: Iterable[Any], css: str) -> Iterator[Defect]:
    """Yield a defect for each family that has no italic, or no bold, for words between stars on laid-out pages.

    What a style alone asks for is left to it: a family for headings often has one style.
    """
    lacking = lacking_styles(css)
    told: dict[tuple[str, str], Defect] = {}
    for box in _texts_on(pages) if any(map(any, lacking.values())) else ():
        family = next((family for family in box.style["font_family"] if family.lower() in lacking), "")
        lacks = dict(zip(_EMPHASIS, lacking.get(family.lower(), ()), strict=False))
        if lacks.get(box.element_tag) and box.text.strip() and (family, box.element_tag) not in told:
            what, instead = _EMPHASIS[box.element_tag]
            words = " ".join(box.text.split())
            message = (
                f"'{family}' has no {what}, and '{_shortened(words)}' is printed {instead}; put its {what} into "
                "fonts/, or name another family for these words"
            )
            # Without quotation marks, which are others in the data.
            found = max(_RUN_OF_WORDS.findall(words), key=len, default=words)
            told[family, box.element_tag] = Defect("", message, EMPHASIS, found)
    yield from told.values()


def _place_of_family(family: str, html: str, css: str) -> tuple[str, int, int]:
    """Return where a style names a family, as the last fields of a defect: in the style sheet, or in markup."""
    # The name of another family may begin or end with this one; a comment, and an @font-face, name it for no text.
    named = re.compile(rf"""[:=][^;{{}}<>]*?(?<![\w-])({re.escape(family)})(?=\s*(?:["',;}}!/>]|$))""", re.I | re.M)
    own = _NO_TEXT.sub(lambda part: re.sub(r"[^\n]", " ", part[0]), css)
    if match := named.search(own):
        return place_at(css, match.start(1))
    within = named.search(unescape(html))
    return (within[0][-_LONGEST:] if within else family), 0, 0


def empty_elements(html: str) -> Iterator[Defect]:
    """Yield a defect for each element of markup that prints nothing: a picture without a name, or one for screens."""
    for tag in _PRINTS_NOTHING.finditer(html):
        if tag[1]:
            message = "this 'img' names no picture; give it one, or leave it out where there is none"
        else:
            message = f"'<{tag['tag']}>' isn't printed; take it out, or draw what it shows as SVG"
        yield Defect("", message, CHECK, tag[0][:_LONGEST])


def faults_of_drawings(html: str) -> Iterator[Defect]:
    """Yield a defect for each colour, and each id that is named, of the drawings in markup that there is not.

    What a template fills in can be judged only here. A drawing has no ids of another one.
    """
    for drawing in drawings_in(html):
        ids = dict.fromkeys(_ID.findall(drawing))
        for coloured in _COLOUR_OF_DRAWING.finditer(drawing):
            if fault := fault_of_colour(unescape(coloured["colour"]).strip()):
                yield Defect("", f"'{coloured['name']}': {fault}; mend it", CHECK, coloured[0][:_LONGEST])
        for named in _NAMED_ID.finditer(drawing):
            if named[1] not in ids and not OF_FILE.match(named[1]):
                message = f"there is no id '{named[1]}'{closest(named[1], ids)}; mend the name, or draw it"
                yield Defect("", f"{message} in the same drawing", CHECK, named[0][:_LONGEST])


def drawings_in(html: str) -> Iterator[str]:
    """Yield each drawing in markup, with those in it."""
    depth = start = 0
    for tag in _TAG_OF_DRAWING.finditer(html):
        if tag[0] == "</svg>":
            depth -= 1
        elif not tag[0].endswith("/>"):
            start = start if depth else tag.start()
            depth += 1
        if depth == 0:
            yield html[start : tag.end()]


def is_in(defect: Defect, html: str) -> bool:
    """Return whether the text of a defect stands in the markup of a face, outside of drawings if it is a style."""
    return bool(defect.text and pattern_of(defect.text).search(unescape(html)))


def is_of_drawings(defect: Defect, htmls: Iterable[str]) -> bool:
    """Return whether a defect is about the style of a drawing, in which other properties hold."""
    named = re.match(r"[\w-]+:", defect.text)
    if not named or defect.text.startswith(("data:", "http:", "https:", "file:")):
        return False
    found = [html for html in htmls if is_in(defect, html)]
    return bool(found) and not any(is_in(defect, _SVG.sub("", html)) for html in found)

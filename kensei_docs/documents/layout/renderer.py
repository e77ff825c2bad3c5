"""The renderer: WeasyPrint, with our typefaces only and without network or disk, and the structure elements it writes.

WeasyPrint is imported only by this module, and only when a face has to be laid out. Elements that only group others are
left out. They are read when the pack is laid out, and stored as JSON: qpdf takes 15 µs to read an element, and a deck
has thousands. qpdf is imported only then, because an unchanged document does not need it.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes.util
import io
import json
import logging
import math
import os
import platform
import re
import sys
import warnings
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote
from xml.sax.saxutils import escape

from kensei_docs.caches import shared_folder
from kensei_docs.discover import version_of
from kensei_docs.documents.layout.rasters import Painting, Printed, Raster, keep_matrix_of_groups
from kensei_docs.documents.markup.pictures import MISSING, MISSING_DRAWING, Picture
from kensei_docs.documents.markup.typefaces import FONTCONFIG, data_of, is_typeface
from kensei_docs.files import write_whole
from kensei_docs.problems import unusable

# How to get the libraries that WeasyPrint loads, by the systems of os-release (`ID` and `ID_LIKE`), and of Python.
_LIBRARIES = {
    "debian": "run: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "fedora": "run: dnf install pango harfbuzz",
    "suse": "run: zypper install libpango-1_0-0 libharfbuzz-subset0",
    "arch": "run: pacman -S pango harfbuzz",
    "alpine": "run: apk add pango so:libharfbuzz-subset.so.0",
    "darwin": "run: brew install pango; for a Python that is not Homebrew's also: "
    "export DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix)/lib",
    "win32": "install MSYS2, run there: pacman -S mingw-w64-x86_64-pango, and set WEASYPRINT_DLL_DIRECTORIES to its "
    "folder mingw64\\bin",
}
_OTHER_SYSTEM = "install Pango 1.44 or newer and HarfBuzz, with libharfbuzz-subset"
# Dots per inch of a picture: type of six points is legible, and the picture of a sheet takes less than a megabyte.
_RESOLUTION = 150
# The beginning of a data URL with a picture that we write, and of those that are printed.
PNG_URL = "data:image/png;base64,"
_WRITTEN_OUT = re.compile(r"data:image/(?:png|jpe?g|webp);base64,")
# The typefaces of a drawing, instead of the family that it names.
_TYPE = "".join(
    f"@font-face {{font-family: drawing; font-weight: {weight}; src: url(typeface:SourceSansPro-{face})}}"
    for weight, face in ((400, "Regular"), (700, "Bold"))
)

# Elements without a meaning, which are replaced by their kids.
_MEANINGLESS = ("NonStruct", "Span", "Art", "Part", "Document")
# Elements that contain paragraphs, but no content outside of them.
_HOLDERS = ("Div", "Sect")
# These are kept even when they are empty.
_CELLS = ("TD", "TH", "TR")
_SPANS = ("ColSpan", "RowSpan")

# The bytes of drawn paths that are kept.
_MAX_KEPT = 16_000_000

# The warning about a variable that has no value: its name, line and column.
UNDEFINED = "The variable %s at %d:%d has no value"

# Indexes in the tuple that WeasyPrint returns for a line of text: the start of the next line (None for the last line),
# and the width of the line.
_RESUMES = 2
_WIDTH = 3


@cache
def renderer_version() -> str:
    """Return the versions of the packages that influence how a page looks, without importing them."""
    return " ".join(
        f"{package} {version_of(package)}"
        for package in ("weasyprint", "pydyf", "fonttools", "pikepdf", "Jinja2", "Babel")
    )


class Renderer:
    """WeasyPrint, limited to URLs ``typeface:NAME``, pictures that it was given, and those that are written out.

    ``records`` are those of its log about the documents that were laid out since they were last cleared; ``painting``
    is how the pictures are painted that were given last.
    """

    def __init__(self) -> None:
        weasyprint = _import_weasyprint()
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class Fetcher(URLFetcher):  # type: ignore[misc]
            drawings: Mapping[str, str] = {}

            def fetch(self, url: str, headers: Any = None) -> Any:
                scheme, _, name = url.partition(":")
                if written := _WRITTEN_OUT.match(url):
                    return URLFetcherResponse(url, b64decode(unquote(url[written.end() :])))
                if drawing := MISSING_DRAWING if url == MISSING else self.drawings.get(url):
                    return URLFetcherResponse(url, drawing.encode(), {"Content-Type": "image/svg+xml"})
                if scheme != "typeface" or not is_typeface(name):
                    raise ValueError(f"nothing is fetched from {url}")
                return URLFetcherResponse(url, data_of(name))

        self.records: list[logging.LogRecord] = []
        _mend_line_breaks()
        _silence_pango()
        _log_undefined_variables()
        _draw_paths_once()
        _keep_inherited_parts()
        keep_matrix_of_groups()
        self.painting = Painting()
        self._pictures: Mapping[str, Picture] = {}
        self._weasyprint = weasyprint
        self._configuration = FontConfiguration
        self._fetcher = Fetcher()
        self._style_sheets: dict[str, StyleSheet] = {}
        # A font configuration removes its folder with functions that are gone when Python has ended.
        atexit.register(self._style_sheets.clear)
        logger = logging.getLogger("weasyprint")
        logger.handlers = [_Collector(self.records)]
        logger.propagate = False

    def style_sheet(self, css: str) -> StyleSheet:
        """Return a style sheet, parsed once: parsing takes as long as the layout of four faces."""
        if css not in self._style_sheets:
            kept = len(self.records)
            fonts = self._configuration()
            sheet = self._weasyprint.CSS(string=css, font_config=fonts, url_fetcher=self._fetcher)
            self._style_sheets[css] = StyleSheet(sheet, fonts, tuple(self.records[kept:]))
            del self.records[kept:]
        return self._style_sheets[css]

    def give(self, pictures: Iterable[Picture], painting: Painting) -> None:
        """Set the pictures that may be asked for from now on, and how they are painted."""
        self._pictures = {picture.address: picture for picture in pictures}
        self.painting = painting
        self._fetcher.drawings = {address: one.svg for address, one in self._pictures.items() if one.svg}

    def lay_out(self, html: str, style_sheet: StyleSheet) -> Any:
        """Return WeasyPrint's document of some HTML, laid out with a style sheet from ``style_sheet``."""
        page = self._weasyprint.HTML(string=html, url_fetcher=self._fetcher)
        # WeasyPrint looks into this for a picture before it fetches it.
        loaded = {
            address: Raster(picture, self.painting) for address, picture in self._pictures.items() if not picture.svg
        }
        return page.render(stylesheets=[style_sheet.css], font_config=style_sheet.fonts, cache=loaded)


class StyleSheet(NamedTuple):
    """WeasyPrint's objects for a style sheet and its fonts, and what it logged when it read them."""

    css: Any
    fonts: Any
    records: tuple[logging.LogRecord, ...]


class WrittenPages(NamedTuple):
    """Some pages of a document as a PDF; for each page the boxes by the ids of their marked content, and the pictures
    that were painted on it."""

    pdf: bytes
    marked: list[dict[int, Any]]
    pictures: list[tuple[Printed, ...]]


def write_pdf(document: Any, pages: Sequence[Any]) -> WrittenPages:
    """Return the PDF of some pages of a document."""
    written = WrittenPages(b"", [], [])
    painting = renderer().painting
    for page in pages:

        def paint(stream: Any, scale: float = 1, page: Any = page) -> None:
            painting.painted.clear()
            type(page).paint(page, stream, scale)
            written.marked.append({tag["mcid"]: box for box, tag in stream._tags.items() if tag["mcid"] is not None})
            written.pictures.append(tuple(painting.painted))

        # WeasyPrint tells by no other way which box it painted under which id.
        page.paint = paint
    whole = document.copy(pages)
    return written._replace(pdf=whole.write_pdf(finisher=painting.add_profiles, uncompressed_pdf=True, pdf_tags=True))


class _Collector(logging.Handler):
    """Collects the renderer's warnings, so that they are reported with the document and not printed at once."""

    def __init__(self, kept: list[logging.LogRecord]) -> None:
        super().__init__(logging.WARNING)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record)


@cache
def renderer() -> Renderer:
    """Return the renderer of this process; raises Unusable if system libraries that it needs are missing."""
    os.environ["FONTCONFIG_FILE"] = str(font_configuration())
    try:
        return Renderer()
    except OSError as fault:
        message = f"the system libraries that lay out pages are missing; {_way_to_libraries()}"
        raise unusable("weasyprint", message, "system-libraries") from fault


def _way_to_libraries() -> str:
    """Return what to do on this system, so that the libraries that lay out pages are there."""
    names = [sys.platform]
    # Other systems have no such file.
    with contextlib.suppress(OSError):
        release = platform.freedesktop_os_release()
        names += [release["ID"], *release.get("ID_LIKE", "").split()]
    return next((_LIBRARIES[name] for name in names if name in _LIBRARIES), _OTHER_SYSTEM)


def font_configuration() -> Path:
    """Return the file that configures Fontconfig: with no folder of fonts, so that every machine prints the same."""
    config = shared_folder("fontconfig") / "fonts.conf"
    content = FONTCONFIG.format(cache=escape(str(config.parent))).encode()
    if not config.is_file() or config.read_bytes() != content:
        write_whole(config, content)
    return config


def _import_weasyprint() -> Any:
    """Return the module WeasyPrint; raises OSError if a system library is missing.

    WeasyPrint tries several names for each library, and for each name Python runs the linker and the compiler, which
    takes a third of the import. The loader finds a name such as ``libpango-1.0.so.0`` by itself; only the other names
    are looked up. See https://github.com/Kozea/WeasyPrint/issues/1125.
    """
    find = ctypes.util.find_library
    with warnings.catch_warnings():
        # Fontconfig warns that it has no fonts, which is intended.
        warnings.filterwarnings("ignore", message="No fonts configured")
        if sys.platform == "linux":
            ctypes.util.find_library = lambda name: (
                find(name.partition(".so")[0].removeprefix("lib")) if ".so" in name else None
            )
        try:
            import weasyprint
        finally:
            ctypes.util.find_library = find
    return weasyprint


@cache
def _mend_line_breaks() -> None:
    """Patch the line breaks of WeasyPrint before an inline element, such as a bold figure.

    If a text before an element fits into the line, but not with the space at its end, WeasyPrint breaks the text after
    its first word, because it counts that space, and Pango doesn't. The patched function does not break such a text if
    the line may end after it, and otherwise breaks it at its last possible place. See docs/decisions.md.
    """
    from weasyprint.layout import inline

    split = inline.split_first_line

    def split_first_line(text: str, style: Any, context: Any, room: float | None, *others: Any, **more: Any) -> Any:
        line = split(text, style, context, room, *others, **more)
        words = text.rstrip(" \u00a0")
        fits = line[_RESUMES] is None and line[_WIDTH] <= (room or math.inf)
        if fits or not room or words in ("", text):
            return line
        alone = split(words, style, context, room, *others, **more)
        if alone[_RESUMES] is not None or alone[_WIDTH] > room:
            return line
        enough = math.inf if text.endswith(" ") else alone[_WIDTH] - 0.1
        return split(text, style, context, enough, *others, **more)

    inline.split_first_line = split_first_line


# Handles a message of Pango by doing nothing.
_DO_NOTHING = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(lambda *_: None)


@cache
def _silence_pango() -> None:
    """Have Pango print nothing: it does so for sizes of type that can't be, which WeasyPrint fails on afterwards."""
    if library := ctypes.util.find_library("glib-2.0"):
        ctypes.CDLL(library).g_log_set_default_handler(_DO_NOTHING, None)


@cache
def _log_undefined_variables() -> None:
    """Have WeasyPrint log a ``var()`` without a value, which it leaves out of the value of a property in silence."""
    from weasyprint import LOGGER, css
    from weasyprint.css.functions import Function

    resolve = css.resolve_var

    def resolve_var(computed: Any, token: Any, parent_style: Any) -> Any:
        if getattr(token, "lower_name", None) == "var":
            arguments = Function(token).split_comma(single_tokens=False, trailing=True)
            name = arguments[0][0].value if len(arguments) == 1 and len(arguments[0]) == 1 else ""
            if name and not computed[name.replace("-", "_")]:
                LOGGER.warning(UNDEFINED, name, token.source_line, token.source_column)
        return resolve(computed, token, parent_style)

    css.resolve_var = resolve_var


@cache
def _draw_paths_once() -> None:
    """Have WeasyPrint keep the operators of each path of a drawing, which it reads number by number.

    It takes most of the time of the layout of cards with a picture, and the same picture is on many of them.
    """
    from weasyprint.svg import TAGS

    draw = TAGS["path"]
    kept: dict[str, tuple[bytes, tuple[Any, ...]]] = {}
    size = 0

    def path(drawing: Any, node: Any, font_size: float) -> None:
        nonlocal size
        numbers = node.get("d", "")
        operators, vertices = drawing.stream.stream, node.vertices
        if numbers not in kept:
            begin, before = len(operators), len(vertices)
            draw(drawing, node, font_size)
            made = b"\n".join(operators[begin:])
            size += len(made)
            if size > _MAX_KEPT:
                kept.clear()
                size = len(made)
            kept[numbers] = made, tuple(vertices)[before:]
            return
        made, added = kept[numbers]
        operators.append(made)
        vertices.extend(added)

    TAGS["path"] = path


@cache
def _keep_inherited_parts() -> None:
    """Have WeasyPrint keep the parts that an element of a drawing has of another one, such as the stops of a gradient.

    It gives them out once: a second shape with a gradient that names another for its stops, as Inkscape writes them,
    would be painted in nothing.
    """
    from weasyprint.svg import Node

    def override_iter(self: Any, parts: Iterable[Any]) -> None:
        kept = tuple(parts)
        self.__class__ = type("Node", (Node,), {"__iter__": lambda _: iter(kept)})

    Node.override_iter = override_iter


def png_of_svg(svg: str, width: int, height: int) -> bytes:
    """Return a drawing of a size in CSS pixels as a PNG; raises Unusable if system libraries are missing."""
    import pypdfium2

    engine = renderer()
    style = engine.style_sheet(
        f"{_TYPE} @page {{size: {width}px {height}px; margin: 0}} body {{margin: 0}} svg {{display: block}}"
    )
    page = engine.lay_out(svg.replace('font-family="sans-serif"', 'font-family="drawing"'), style).write_pdf()
    with pypdfium2.PdfDocument(page) as pdf:
        return png_of_page(pdf[0])


def png_of_page(page: Any) -> bytes:
    """Return a page of pypdfium2 as a PNG."""
    drawn = BytesIO()
    page.render(scale=_RESOLUTION / 72).to_pil().save(drawn, "png", dpi=(_RESOLUTION, _RESOLUTION))
    return drawn.getvalue()


class Element(NamedTuple):
    """A structure element: its type, its kids, the text for a picture, and the attributes of a table's cell.

    A kid is another element, or the id of a piece of marked content. An attribute is a number or a name (``/Column``).
    """

    tag: str
    kids: Sequence[Element | int]
    alt: str = ""
    cell: dict[str, int | str] | None = None


def elements_of_pages(pdf: bytes) -> list[list[Element]]:
    """Return the structure elements of each page of a pack."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as pack:
        numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
        found: list[list[Element | int]] = [[] for _ in pack.pages]
        (document,) = pack.Root.StructTreeRoot.K
        for element in document.K:
            found[numbers[element.Pg.objgen]] += _read(element)
        return [_wrap_in_paragraphs(kids) for kids in found]


def elements_from_json(text: str) -> list[list[Element]]:
    """Return the elements of each page from their JSON."""

    def read(kids: Iterable[Any]) -> list[Any]:
        return [kid if isinstance(kid, int) else Element(kid[0], read(kid[1]), *kid[2:]) for kid in kids]

    return [read(page) for page in json.loads(text)]


def _read(element: Any) -> list[Element | int]:
    """Return an element of a pack; its kids, if it has no meaning of its own."""
    name = element.get("/S")
    if name is None:
        # An object reference (OBJR) to a link annotation.
        return []
    tag = str(name)[1:]
    kids: list[Element | int] = []
    for kid in element.get("/K", ()):
        if isinstance(kid, int):
            kids.append(kid)
        else:
            kids += _read(kid)
    if tag in _MEANINGLESS:
        return kids
    if tag == "Figure" and "/Alt" not in element:
        # A picture without a text is decoration.
        return []
    if tag in _HOLDERS:
        kids = [*_wrap_in_paragraphs(kids)]
    if tag == "Div" or not (kids or tag in _CELLS):
        return kids
    if tag == "TR":
        # If all cells are heads, they are heads of columns; a single head is the head of its row.
        cells = [kid for kid in kids if isinstance(kid, Element)]
        over = all(cell.tag == "TH" or not cell.kids for cell in cells)
        for cell in cells:
            if cell.tag == "TH" and cell.cell is not None:
                cell.cell["Scope"] = "/Column" if over else "/Row"
    alt = str(element.Alt) if tag == "Figure" else ""
    attributes = element.get("/A", {}) if tag in ("TD", "TH") else {}
    return [Element(tag, kids, alt, {key: int(attributes[f"/{key}"]) for key in _SPANS if f"/{key}" in attributes})]


def _wrap_in_paragraphs(kids: Sequence[Element | int]) -> list[Element]:
    """Return kids with a paragraph around each run of content outside of elements."""
    elements: list[Element] = []
    for is_content, group in groupby(kids, key=lambda kid: isinstance(kid, int)):
        run: list[Any] = list(group)
        elements += [Element("P", run)] if is_content else run
    return elements

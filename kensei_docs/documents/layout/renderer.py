"""The renderer: WeasyPrint, imported here alone, and only when something has to be laid out."""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from kensei_docs.discover import version_of
from kensei_docs.documents.markup.typefaces import FONTCONFIG, typefaces
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, Unusable

_WORD = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
@page { size: 50mm } p { position: absolute; font: 10pt "Sans" }"""
# The length of an array, where it is declared.
_LENGTH = re.compile(r"\[\d+\]$")
SYSTEM_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


@cache
def renderer_version() -> str:
    """Return the versions of what decides how a page comes out, without importing any of it."""
    return " ".join(
        f"{package} {version_of(package)}"
        for package in ("weasyprint", "pydyf", "fonttools", "pikepdf", "deflate", "Jinja2", "Babel")
    )


class Renderer:
    """WeasyPrint, with no fonts but ours and no way to the network or the disk."""

    def __init__(self) -> None:
        weasyprint = load_weasyprint()
        from weasyprint.pdf import fonts
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class Fetcher(URLFetcher):  # type: ignore[misc]
            def fetch(self, url: str, headers: Any = None) -> Any:
                scheme, _, name = url.partition(":")
                if scheme != "typeface" or name not in typefaces():
                    raise ValueError(f"nothing is fetched from {url}")
                return URLFetcherResponse(url, typefaces()[name].read_bytes())

        if not isinstance(fonts.ffi, _Arrays):
            fonts.ffi = _Arrays(fonts.ffi)
        self.warnings: list[str] = []
        self._weasyprint = weasyprint
        self._configuration = FontConfiguration
        self._fetcher = Fetcher()
        self._sheets: dict[str, tuple[Any, Any]] = {}
        logger = logging.getLogger("weasyprint")
        logger.handlers = [_Collector(self.warnings)]
        logger.propagate = False

    def sheet(self, css: str) -> tuple[Any, Any]:
        """Return a style sheet and its fonts; parsed once, for they cost as much as four faces."""
        if css not in self._sheets:
            fonts = self._configuration()
            self._sheets[css] = self._weasyprint.CSS(string=css, font_config=fonts, url_fetcher=self._fetcher), fonts
        return self._sheets[css]

    def warm_up(self) -> None:
        """Lay out a word: what is done for the first time takes ten times as long."""
        fonts = self._configuration()
        css = self._weasyprint.CSS(string=_WORD, font_config=fonts, url_fetcher=self._fetcher)
        self.document("<p>word", (css, fonts)).write_pdf(uncompressed_pdf=True, pdf_tags=True)

    def document(self, html: str, sheet: tuple[Any, Any]) -> Any:
        css, fonts = sheet
        return self._weasyprint.HTML(string=html, url_fetcher=self._fetcher).render(
            stylesheets=[css], font_config=fonts
        )


class _Arrays:
    """The library's way to what is written in C, with one type for arrays of any length.

    It asks for an array of so many glyphs for each subset of a typeface, and for each new length
    the declaration is parsed: that took half as long as laying a card out.
    """

    def __init__(self, ffi: Any) -> None:
        self._ffi = ffi

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ffi, name)

    def new(self, declared: str, *given: Any) -> Any:
        """Return what is declared; an array that is given its members has as many of them."""
        if given and isinstance(given[0], list | tuple):
            declared = _LENGTH.sub("[]", declared)
        return self._ffi.new(declared, *given)


class _Collector(logging.Handler):
    """Keeps what the renderer warns of, for a report instead of the terminal."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record.getMessage())


@cache
def renderer(folder: Path) -> Renderer:
    """Return the renderer, keeping its own cache in ``folder``.

    Raises Unusable where the system libraries that it needs are missing.
    """
    no_fonts_but_ours(folder)
    try:
        return Renderer()
    except OSError as fault:
        raise Unusable(
            Problem(
                Place("weasyprint"),
                f"the system libraries that lay out pages are missing; run: apt-get install {SYSTEM_PACKAGES}",
                "system-libraries",
            )
        ) from fault


def no_fonts_but_ours(folder: Path) -> None:
    """Have this process, and those that it starts, find no fonts of the machine's."""
    config = folder / "fontconfig" / "fonts.conf"
    text = FONTCONFIG.format(cache=config.parent)
    if not config.is_file() or config.read_text(encoding="utf-8") != text:
        write_whole(config, text)
    os.environ["FONTCONFIG_FILE"] = str(config)


def load_weasyprint() -> Any:
    """Return the module, imported now if it wasn't; raises OSError where a library is missing."""
    with _libraries_by_name(), warnings.catch_warnings():
        # That Fontconfig knows no font of the machine's is the point.
        warnings.filterwarnings("ignore", message="No fonts configured")
        import weasyprint
    return weasyprint


@contextmanager
def _libraries_by_name() -> Iterator[None]:
    """Have libraries loaded by their names alone, where the loader knows those.

    WeasyPrint tries several names for each. To look one up, Python runs the linker and the
    compiler, which took a third of the import; a name such as ``libpango-1.0.so.0`` needs none of
    that, and only where the loader doesn't find it is the library looked for otherwise.
    """
    if sys.platform != "linux":
        yield
        return
    import ctypes.util

    find = ctypes.util.find_library

    def look_up(name: str) -> str | None:
        plain, file, _ = name.partition(".so")
        return find(plain.removeprefix("lib")) if file else None

    ctypes.util.find_library = look_up
    try:
        yield
    finally:
        ctypes.util.find_library = find


@contextmanager
def quiet_collector() -> Iterator[None]:
    """Hold the garbage collector back: layout makes many objects, and few of them are garbage."""
    was = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.collect()
        gc.unfreeze()
        if was:
            gc.enable()

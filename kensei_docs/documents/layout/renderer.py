"""The renderer: WeasyPrint, imported here alone, and only when something has to be laid out."""

from __future__ import annotations

import logging
import os
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from kensei_docs.discover import version_of
from kensei_docs.documents.markup.typefaces import FONTCONFIG, typefaces
from kensei_docs.files import write_whole
from kensei_docs.problems import Place, Problem, Unusable

_WORD = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
@page { size: 50mm } p { position: absolute; font: 10pt "Sans" }"""
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
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class Fetcher(URLFetcher):  # type: ignore[misc]
            def fetch(self, url: str, headers: Any = None) -> Any:
                scheme, _, name = url.partition(":")
                if scheme != "typeface" or name not in typefaces():
                    raise ValueError(f"nothing is fetched from {url}")
                return URLFetcherResponse(url, typefaces()[name].read_bytes())

        self.warnings: list[str] = []
        self._weasyprint = weasyprint
        self._configuration = FontConfiguration
        self._fetcher = Fetcher()
        self._sheets: dict[str, tuple[Any, Any]] = {}
        logger = logging.getLogger("weasyprint")
        logger.handlers = [_Collector(self.warnings)]
        logger.propagate = False

    def style_sheet(self, css: str) -> tuple[Any, Any]:
        """Return a style sheet and its fonts; parsed once, for they cost as much as four faces."""
        if css not in self._sheets:
            fonts = self._configuration()
            self._sheets[css] = self._weasyprint.CSS(string=css, font_config=fonts, url_fetcher=self._fetcher), fonts
        return self._sheets[css]

    def warm_up(self) -> None:
        """Lay out a word: what is done for the first time takes ten times as long."""
        fonts = self._configuration()
        css = self._weasyprint.CSS(string=_WORD, font_config=fonts, url_fetcher=self._fetcher)
        self.lay_out("<p>word", (css, fonts)).write_pdf(uncompressed_pdf=True, pdf_tags=True)

    def lay_out(self, html: str, sheet: tuple[Any, Any]) -> Any:
        css, fonts = sheet
        return self._weasyprint.HTML(string=html, url_fetcher=self._fetcher).render(
            stylesheets=[css], font_config=fonts
        )


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
    with warnings.catch_warnings():
        # That Fontconfig knows no font of the machine's is the point.
        warnings.filterwarnings("ignore", message="No fonts configured")
        import weasyprint
    return weasyprint

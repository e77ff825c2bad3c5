"""What languages call themselves, as Babel knows them. It is asked once: to load it takes long."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

from kensei_docs.discover import version_of
from kensei_docs.files import write_whole

_FILE = "languages.json"


def own_name(language: str, folder: Path | None) -> str | None:
    """Return what a language calls itself, None for one that isn't known.

    What was found out is kept in ``folder``, where there is one that can be written to.
    """
    kept = _kept(folder)
    if language not in kept:
        kept[language] = _asked(language)
        if folder is not None:
            with suppress(OSError):
                write_whole(folder / _FILE, json.dumps({version_of("babel"): kept}))
    return kept[language]


@cache
def _kept(folder: Path | None) -> dict[str, str | None]:
    with suppress(OSError, ValueError, LookupError, TypeError):
        if folder is not None:
            return dict(json.loads((folder / _FILE).read_bytes())[version_of("babel")])
    return {}


def _asked(language: str) -> str | None:
    from babel import Locale
    from babel.localedata import exists

    if not exists(language):
        return None
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]

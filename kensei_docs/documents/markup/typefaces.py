"""The typefaces for print: files of installed packages, never the fonts of the machine.

A style sheet names one by the name of its file: ``src: url(typeface:SourceSansPro-Regular)``.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kensei_docs.problems import unusable

PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
CHECK = "fonts"

_NAMED = re.compile(r"url\(['\"]?typeface:([\w-]+)['\"]?\)")

# Hyphens without a glyph in the sans, and what is printed in their place.
SUBSTITUTES = {"\u2010": "-", "\u2011": "-"}

# A configuration of Fontconfig without folders of fonts: only typefaces that a style sheet names are used.
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><cachedir>{cache}</cachedir></fontconfig>
"""


@cache
def typefaces() -> dict[str, Path]:
    """Return the font files of the packages by name (``SourceSansPro-Bold``).

    Raises Unusable if a package isn't installed.
    """
    found: dict[str, Path] = {}
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            name = package.replace("_", "-")
            raise unusable(name, f"this package of fonts is not installed; run pip install {name}", CHECK)
        for folder in spec.submodule_search_locations:
            found.update({file.stem: file for file in sorted(Path(folder, "files").glob("*.ttf"))})
    return found


def named_in(css: str) -> list[str]:
    """Return the names of the typefaces in a style sheet; raises Unusable for an unknown one."""
    names = list(dict.fromkeys(_NAMED.findall(css)))
    for name in names:
        if name not in typefaces():
            message = f"there is no typeface '{name}'; the packages have {', '.join(sorted(typefaces()))}"
            raise unusable("theme.css", message, CHECK)
    return names


@cache
def digest(name: str) -> str:
    """Return the SHA-256 digest of a typeface's file."""
    return hashlib.sha256(typefaces()[name].read_bytes()).hexdigest()

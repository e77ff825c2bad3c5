"""Palettes: the colours of an edition in one theme, by the names of their purposes, such as ``ink`` and ``accent``.

``templates/_shared/look.yaml`` has the colours of all editions; an edition's ``look`` and a theme replace some of them.
"""

from __future__ import annotations

from typing import Any

from kensei_docs.database import Edition
from kensei_docs.database.yaml_reading import read_cached
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.project import SHARED_TEMPLATES, Project

# The look of all editions, in ``templates/_shared``.
SETTINGS = "look.yaml"
# The light colours of a palette.
_LIGHT_COLOURS = {"paper", "tint", "on-head", "field", "meadow"}
# The colours that only a theme's palette has.
_THEME_COLOURS = ("field", "pattern", "back-pattern")


def common_look(project: Project) -> dict[str, Any]:
    """Return the look of all editions: the shipped settings, with a user's own settings over them."""
    look: dict[str, Any] = {}
    for file in reversed(project.files(*SHARED_TEMPLATES, SETTINGS)):
        tree, _ = read_cached(file, project.parsed)
        settings = tree.value if isinstance(tree.value, dict) else {}
        palette = {**look.get("palette", {}), **(settings.get("palette") or {})}
        look = {**look, **settings, "palette": palette}
    return look


def palette_of(project: Project, edition: Edition | None, theme: Theme) -> dict[str, str]:
    """Return the colours of an edition in a theme, by the names of their purposes."""
    own = edition.look.get("palette") or {} if edition else {}
    palette = {**common_look(project).get("palette", {}), **own}
    if theme.ink and not theme.palette:
        # In a theme with one ink and no palette, all light colours are white.
        palette = {name: theme.ink if name not in _LIGHT_COLOURS else "#ffffff" for name in (*palette, *_THEME_COLOURS)}
    return {name: theme.colours.get(colour, colour) for name, colour in {**palette, **theme.palette}.items()}


def style_of(palette: dict[str, str]) -> str:
    """Return a style sheet with a palette as variables: ``--ink``, ``--paper``, and so on."""
    # Older style sheets use `--vermilion` for `accent-text`.
    named = {**palette, "vermilion": palette.get("accent-text", "#000")}
    return "html { " + " ".join(f"--{name}: {colour};" for name, colour in named.items()) + " }"


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share (0 to 1) of another colour mixed in."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def lightness(colour: str) -> float:
    """Return the perceived lightness of a colour (CIE L*), 0 to 100."""
    linear = [(channel / 255) ** 2.2 for channel in _channels(colour)]
    return 116.0 * float((0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]) ** (1 / 3)) - 16.0


def is_light(colour: str) -> bool:
    """Return whether ink is easier to read than paper on a colour: its mean channel is above 160 of 255."""
    return sum(_channels(colour)) > 3 * 0xA0


def _channels(colour: str) -> list[int]:
    """Return red, green and blue (0 to 255) of a colour such as ``#b3321f`` or ``#fff``."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:4])
    return [int(digits[i : i + 2], 16) for i in (0, 2, 4)]

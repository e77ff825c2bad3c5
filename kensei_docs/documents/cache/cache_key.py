"""The cache key of a face: the digests of its inputs; a face is laid out again when one of them changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.documents.markup.typefaces import digest as font_digest
from kensei_docs.files import digest_of

# The characters of each digest that is a part of a cache key.
_DIGEST_LENGTH = 16

# The parts of a cache key, and the reason to report for a face that is laid out again because a part changed.
REASONS = {
    "words": "its words changed: a translation, or another record that it shows",
    "style": "the style of its kind changed",
    "theme": "the theme changed",
    "size": "its size or the sizes of its type changed",
    "fonts": "the fonts changed",
    "renderer": "the renderer changed",
}
# The inputs of the words: more exact reasons for changed words.
ORIGINS = {"data": "its data changed", "template": "a template changed"}


@dataclass(frozen=True)
class CacheKey:
    """The digests of the inputs of a face, by the names in ``REASONS``.

    ``origins`` are the digests of the inputs of its words, by the names in ``ORIGINS``. They are no part of the key:
    the same words from other data are the same face.
    """

    parts: Mapping[str, str]
    origins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """The digest of all parts: 32 hexadecimal digits."""
        return digest_of(*(part for entry in sorted(self.parts.items()) for part in entry))[:32]


def common_parts(style: str, theme: str, typefaces: Iterable[str]) -> dict[str, str]:
    """Return the parts of a cache key that all faces of a set share.

    ``style`` is the digest of its style sheets, ``theme`` the digest of its theme; ``typefaces`` are names.
    """
    fonts = digest_of(*(font_digest(name) for name in typefaces))
    renderer = digest_of(renderer_version(), digest_of_code())
    return shortened({"style": style, "theme": theme, "fonts": fonts, "renderer": renderer})


def shortened(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the first ``_DIGEST_LENGTH`` characters of digests."""
    return {part: digest[:_DIGEST_LENGTH] for part, digest in digests.items()}


@cache
def digest_of_code() -> str:
    """Return the digest of the code of ``documents``: another version may lay out or impose differently."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py"))))

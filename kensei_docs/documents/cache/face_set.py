"""A set of faces (those of one kind, edition and language) and the cache key of each.

The cache key of a face is the digest of everything that decides how it is laid out: its markup, the style
sheets, theme, typefaces and sizes, and the renderer with this package.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.database import Edition
from kensei_docs.discover import files_of
from kensei_docs.documents.cache.face_cache import CacheKey
from kensei_docs.documents.kinds.kind import MANIFEST, STYLE, Kind
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.kinds.rows import Row
from kensei_docs.documents.layout.faces import FaceMarkup, Style
from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.documents.markup.templates import Fragment, Sides
from kensei_docs.documents.markup.typefaces import digest as font_digest
from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.files import digest_of
from kensei_docs.problems import closest, unusable
from kensei_docs.project import Project

# The style sheet of all kinds, and the folder of those that a kind names under `styles`.
THEME, STYLES = "theme.css", "styles"

# Characters kept of a digest that is one part of a cache key.
_DIGEST_LENGTH = 16


@dataclass(frozen=True)
class FaceSet:
    """The faces of one kind, edition and language; of one paper where a face is a page of it.

    ``language`` is the one that was asked for; the faces may be in another one (``style.language``), where
    the kind has no translation. ``sides`` are the sides to print; ``fragments`` the markup of all faces of
    the kind, printed or not, by slot. ``keys`` are the cache keys by slot. ``common`` are the digests that
    all cache keys share, ``templates`` is the digest of the kind's templates.
    """

    kind: Kind
    edition: Edition
    language: str
    paper: str
    suffix: str
    sides: tuple[Sides, ...]
    fragments: dict[str, Fragment]
    keys: dict[str, str]
    style: Style
    common: Mapping[str, str]
    templates: str

    @property
    def folder(self) -> Path:
        """The set's folder in the cache."""
        edition = "_" if self.kind.is_general else self.edition.id
        paper = f"-{self.paper}" if self.kind.follows_paper else ""
        return Path("faces", edition, self.language, f"{self.kind.name}{self.suffix}{paper}")

    @cached_property
    def revision(self) -> str:
        """A short digest of the words and figures of all faces: sheets with the same one say the same."""
        return digest_of(*(fragment.stamp for fragment in self.fragments.values()))[:6]

    @property
    def slots(self) -> list[str]:
        """The slots of the faces on its sides."""
        return list(dict.fromkeys(slot for side in self.sides for slot in side.slots))

    def size(self, slot: str) -> Size:
        """Return the size of a face, with the bleed where the face is art."""
        return _with_bleed(self.kind, self.kind.face_on(self.paper), self.fragments[slot])

    def cache_key(self, slot: str) -> CacheKey:
        """Return the cache key of a face in its parts, with digests that explain why it changed."""
        fragment = self.fragments[slot]
        sizes = _digest_of_sizes(self.kind, fragment, self.paper)
        origins = _origins(self.kind, fragment.row, self.templates)
        return CacheKey(
            {**self.common, **_own_digests(fragment, self.style, sizes)},
            {origin: digest[:_DIGEST_LENGTH] for origin, digest in origins.items()},
        )

    def markup(self, slot: str) -> FaceMarkup:
        """Return the input of the layout for a face."""
        fragment = self.fragments[slot]
        design = _with_bleed(self.kind, self.kind.drawn_on(self.paper), fragment)
        return FaceMarkup(slot, fragment.html, fragment.words, self.size(slot), design, self.kind.flow, fragment.art)


def face_set(
    project: Project,
    kind: Kind,
    edition: Edition,
    spoken: str,
    language: str,
    paper: str,
    options: Options,
    sides: tuple[Sides, ...],
    fragments: dict[str, Fragment],
) -> FaceSet:
    """Return a face set; ``spoken`` is the language of its markup, ``language`` the one that was asked for.

    Raises Unusable for a style sheet that is missing or unreadable.
    """
    shared, own = _style_sheets(project, kind)
    theme = options.theme
    css = theme.style(f"{shared}\n{own}", bool(kind.flow))
    common = {
        part: digest[:_DIGEST_LENGTH]
        for part, digest in {
            "style": digest_of(own, shared),
            "theme": digest_of(theme.model_dump_json()),
            "fonts": digest_of(*(font_digest(name) for name in named_in(css))),
            "renderer": digest_of(renderer_version(), digest_of_code()),
        }.items()
    }
    style = Style(css, spoken, kind.fit)
    sizes = {
        art: _digest_of_sizes(kind, fragment, paper) for art, fragment in {f.art: f for f in fragments.values()}.items()
    }
    keys = {
        slot: CacheKey({**common, **_own_digests(fragment, style, sizes[fragment.art])}).digest
        for slot, fragment in fragments.items()
    }
    suffix, templates = options.suffix, _digest_of_templates(project, kind)
    return FaceSet(kind, edition, language, paper, suffix, sides, fragments, keys, style, common, templates)


@cache
def digest_of_code() -> str:
    """Return the digest of the code of ``documents``: another version may lay out or impose differently."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py"))))


def _own_digests(fragment: Fragment, style: Style, sizes: str) -> dict[str, str]:
    """Return the parts of a face's cache key that differ from face to face."""
    return {"words": digest_of(fragment.digest, style.language)[:_DIGEST_LENGTH], "size": sizes}


def _digest_of_sizes(kind: Kind, fragment: Fragment, paper: str) -> str:
    """Return the digest of the sizes of a face, and of its type."""
    fit = {field: asdict(fitting) for field, fitting in kind.fit.items()}
    sizes = (_with_bleed(kind, size, fragment) for size in (kind.face_on(paper), kind.drawn_on(paper)))
    return digest_of(json.dumps([*map(str, sizes), fit, repr(kind.flow)]))[:_DIGEST_LENGTH]


def _with_bleed(kind: Kind, size: Size, fragment: Fragment) -> Size:
    return size.less(-kind.bleed) if fragment.art else size


def _style_sheets(project: Project, kind: Kind) -> tuple[str, str]:
    """Return the style sheet that all kinds share, and the kind's own, after those that it names."""
    shared = [folder / THEME for folder in reversed(project.folders("templates", SHARED))]
    known = project.named_files("templates", SHARED, STYLES, suffix=".css")
    for name in kind.styles:
        if name not in known:
            raise unusable(
                kind.folder / MANIFEST,
                f"'styles' names '{name}', which is no style "
                f"sheet of {SHARED}/{STYLES}{closest(name, known)}; mend the name, or "
                "add the file",
                "style",
            )
    own = [*(known[name] for name in kind.styles), kind.folder / STYLE]
    return ("\n".join(_read(file) for file in shared if file.is_file()), "\n".join(_read(file) for file in own))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as fault:
        line = file.read_bytes()[: fault.start].count(b"\n") + 1
        raise unusable(file, "is not UTF-8 text; save it in that encoding", "style", line) from fault
    except OSError as fault:
        raise unusable(file, f"can't be read ({fault.strerror}); check the file", "style") from fault


def _origins(kind: Kind, row: Row, templates: str) -> dict[str, str]:
    """Return the digests of what the words of a row's faces come from: its data and the templates."""
    record = row.record
    data = (
        [record.data] if record else [one.data for one in row.edition.records.values()] if not kind.is_general else []
    )
    return {"data": digest_of(json.dumps(data, sort_keys=True, default=str)), "template": templates}


def _digest_of_templates(project: Project, kind: Kind) -> str:
    """Return the digest of all templates that the faces of a kind can be made with."""
    folders = (kind.folder, *project.folders("templates", SHARED))
    return digest_of(*(file.read_bytes() for folder in folders for file in files_of(folder, ".j2")))

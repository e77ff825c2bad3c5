"""A set of faces: those of one kind, edition and language, and how each of them should be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from kensei_docs.database import Edition
from kensei_docs.documents.cache.faces import Wanted
from kensei_docs.documents.cache.origins import machinery, origins_of, style_sheets, templates_of
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.packs import Missing
from kensei_docs.documents.layout.pages import Style
from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.documents.markup.templates import Fragment, Sides
from kensei_docs.documents.markup.typefaces import digest as font_digest
from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.files import digest_of
from kensei_docs.project import Project

# How many characters of a digest are kept where it is one of several.
_DIGEST = 16


@dataclass(frozen=True)
class FaceSet:
    """The faces of one kind, edition and language; of one paper where a face is a page of it.

    ``language`` is what was asked for: its faces may speak another (``style.language``).
    ``sides`` are what is to be printed of them: all, or only some where others are to be had.
    ``keys`` say by slot how faces should be: each is the digest of all that decides it.
    ``alike`` are the parts of that which all have in common, ``templates`` the digest of those.
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
    alike: Mapping[str, str]
    templates: str

    @property
    def folder(self) -> Path:
        """The set's folder in the cache."""
        edition = "_" if self.kind.is_general else self.edition.id
        paper = f"-{self.paper}" if self.kind.follows_paper else ""
        return Path("faces", edition, self.language, f"{self.kind.name}{self.suffix}{paper}")

    @cached_property
    def revision(self) -> str:
        """A short digest of the words and figures of all faces: two sheets with one are alike."""
        return digest_of(*(fragment.stamp for fragment in self.fragments.values()))[:6]

    @property
    def slots(self) -> list[str]:
        """The faces that its sides are made of."""
        return list(dict.fromkeys(slot for side in self.sides for slot in side.slots))

    def size(self, slot: str) -> Size:
        """Return the size of one of the faces, with its bleed where it is art."""
        return _bled(self.kind, self.kind.face_on(self.paper), self.fragments[slot])

    def wanted(self, slot: str) -> Wanted:
        """Return how one of the faces should be."""
        fragment = self.fragments[slot]
        return Wanted(
            slot,
            {**self.alike, **_parts(fragment, self.style, _measures(self.kind, fragment, self.paper))},
            {
                origin: digest[:_DIGEST]
                for origin, digest in origins_of(self.kind, fragment.row, self.templates).items()
            },
        )

    def missing(self, slot: str) -> Missing:
        """Return what it takes to lay one of the faces out."""
        fragment = self.fragments[slot]
        return Missing(
            self.wanted(slot),
            fragment.html,
            fragment.words,
            self.size(slot),
            _bled(self.kind, self.kind.drawn_on(self.paper), fragment),
            self.kind.flow,
            fragment.art,
        )


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
    shared, own = style_sheets(project, kind)
    theme = options.theme
    css = theme.style(f"{shared}\n{own}", bool(kind.flow))
    fonts = digest_of(*(font_digest(name) for name in named_in(css)))
    templates = templates_of(project, kind)
    alike = {
        part: digest[:_DIGEST]
        for part, digest in {
            "style": digest_of(own, shared),
            "theme": digest_of(theme.model_dump_json()),
            "fonts": fonts,
            "renderer": digest_of(renderer_version(), machinery()),
        }.items()
    }
    faces = FaceSet(
        kind,
        edition,
        language,
        paper,
        options.suffix(kind),
        sides,
        fragments,
        {},
        Style(css, spoken, kind.fit),
        alike,
        templates,
    )
    measures: dict[bool, str] = {}
    for slot, fragment in fragments.items():
        if fragment.art not in measures:
            measures[fragment.art] = _measures(kind, fragment, paper)
        parts = _parts(fragment, faces.style, measures[fragment.art])
        faces.keys[slot] = Wanted(slot, {**alike, **parts}).key
    return faces


def _parts(fragment: Fragment, style: Style, measures: str) -> dict[str, str]:
    """Return the digests that decide how one face comes out, besides what all have in common."""
    return {"words": digest_of(fragment.digest, style.language)[:_DIGEST], "size": measures}


def _measures(kind: Kind, fragment: Fragment, paper: str) -> str:
    """Return the digest of the sizes of a face, and of its type."""
    fit = {field: asdict(fitting) for field, fitting in kind.fit.items()}
    sizes = (_bled(kind, size, fragment) for size in (kind.face_on(paper), kind.drawn_on(paper)))
    return digest_of(json.dumps([*map(str, sizes), fit, repr(kind.flow)]))[:_DIGEST]


def _bled(kind: Kind, size: Size, fragment: Fragment) -> Size:
    return size.less(-kind.bleed) if fragment.art else size

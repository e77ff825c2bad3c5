"""A set of faces (the faces of one kind, edition and language), with the cache key of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path

from kensei_docs.database import Edition
from kensei_docs.discover import files_of
from kensei_docs.documents.cache.face_cache import CacheKey, common_parts, shortened
from kensei_docs.documents.kinds.kind import Kind
from kensei_docs.documents.kinds.options_and_printers import Options
from kensei_docs.documents.kinds.paper_and_face_sizes import Size
from kensei_docs.documents.kinds.style_sheets import StyleSheet, read_style_sheet
from kensei_docs.documents.layout.faces import FaceMarkup, Style
from kensei_docs.documents.layout.style_findings import pattern_of
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.svg_files import problems_in_templates
from kensei_docs.documents.markup.templates import Fragment, Sides, Templates, without_stamp
from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem
from kensei_docs.project import SHARED_TEMPLATES, Project

# The part of a cache key for pages that are not laid out.
KNOWN = "known"


@dataclass(frozen=True)
class FaceSet:
    """The faces of one kind, edition and language; and of one paper, if a face is a page of it.

    ``language`` is the requested one; if the kind has no translation, the faces are in another one
    (``style.language``). ``sides`` are the sides to print; ``fragments`` the markup of all faces of the kind, printed
    or not, by slot. ``common`` are the digests that all cache keys share, ``templates`` is the digest of the kind's
    templates. ``sheet`` are the files of the style sheet, ``filled_in`` the templates that made the fragments, from
    ``files``. ``known`` are the contents of pages that need no layout, by slot (see ``FaceMarkup``).
    """

    kind: Kind
    edition: Edition
    language: str
    paper: str
    suffix: str
    sides: tuple[Sides, ...]
    fragments: dict[str, Fragment]
    style: Style
    common: Mapping[str, str]
    templates: str
    sheet: StyleSheet
    filled_in: Templates
    files: tuple[Path, ...]
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The set's folder in the cache."""
        edition = "_" if self.kind.is_general else self.edition.id
        paper = f"-{self.paper}" if self.kind.follows_paper else ""
        return Path("faces", edition, self.language, f"{self.kind.name}{self.suffix}{paper}")

    @cached_property
    def revision(self) -> str:
        """A digest of the words and figures of all faces (6 hexadecimal digits): equal sheets have equal digests."""
        return digest_of(*(fragment.stamp for fragment in self.fragments.values()))[:6]

    @property
    def slots(self) -> list[str]:
        """The slots of the faces on its sides, each once."""
        return list(dict.fromkeys(slot for side in self.sides for slot in side.slots))

    @cached_property
    def keys(self) -> dict[str, str]:
        """The digests of the cache keys of all faces, by slot."""
        return {slot: CacheKey(self._own_key_parts(fragment)).digest for slot, fragment in self.fragments.items()}

    @cached_property
    def contents(self) -> dict[str, str]:
        """The digests of the cache keys of all faces without their stamps, by slot."""
        return {
            slot: CacheKey(self._key_parts(replace(fragment, digest=digest_of(without_stamp(fragment.html))))).digest
            for slot, fragment in self.fragments.items()
        }

    def size(self, slot: str) -> Size:
        """Return the printed size of a face; the size of art includes the bleed."""
        return self._sizes(self.fragments[slot].art)[0]

    def cache_key(self, slot: str) -> CacheKey:
        """Return the cache key of a face with its parts and origins, which explain why it changed."""
        fragment = self.fragments[slot]
        record = fragment.row.record
        records = [record] if record else [] if self.kind.is_general else self.edition.records.values()
        data = json.dumps([printed.data for printed in records], sort_keys=True, default=str)
        origins = {"data": digest_of(data), "template": self.templates}
        return CacheKey(self._own_key_parts(fragment), shortened(origins))

    def markup(self, slot: str) -> FaceMarkup:
        """Return the input of the layout for a face."""
        fragment = self.fragments[slot]
        size, design = self._sizes(fragment.art)
        known = self.known.get(slot, ())
        place = Place(str(self.kind.folder))
        arts = tuple(self.markup(art) for art in self.filled_in.arts.get(slot, ()))
        return FaceMarkup(
            slot, fragment.html, fragment.words, size, design, self.kind.flow, fragment.art, known, place, arts
        )

    def style_problem(self, slot: str, defect: Defect) -> Problem | None:
        """Return the problem of a defect of the style of a face, with its place in a style sheet or a template.

        None if the same is found wherever drawings are read, in their files and in templates.
        """
        place = self.place_of(slot, defect)
        if (place.file, place.line, _beginning(defect.message)) in self._told_of_drawings:
            return None
        return Problem(place, defect.message, defect.check)

    def place_of(self, slot: str, defect: Defect) -> Place:
        """Return the place of a defect in a style sheet, or where its text stands in a template of its face."""
        if defect.line:
            return self.sheet.place(defect.line, defect.column, self.style.css)
        return self.filled_in.place_of(slot, pattern_of(defect.text))

    @cached_property
    def _told_of_drawings(self) -> set[tuple[str, int | None, str]]:
        """File, line and beginning of the message of each problem of a drawing found before layout."""
        told = (*self.filled_in.problems, *problems_in_templates(self.files))
        return {(problem.place.file, problem.place.line, _beginning(problem.message)) for problem in told}

    def _own_key_parts(self, fragment: Fragment) -> dict[str, str]:
        """Return the parts of a face's key, with its art, on which its text has to be seen.

        A face of which some pages are not laid out has a part for that.
        """
        parts = {}
        if known := self.known.get(fragment.slot):
            parts[KNOWN] = digest_of(*known)
        if arts := self.filled_in.arts.get(fragment.slot):
            parts["art"] = digest_of(*(self.fragments[art].digest for art in arts))
        return self._key_parts(fragment) | shortened(parts)

    def _key_parts(self, fragment: Fragment) -> dict[str, str]:
        words = digest_of(fragment.digest, self.style.language)
        return {**self.common, **shortened({"words": words, "size": self._digests_of_sizes[fragment.art]})}

    @cached_property
    def _digests_of_sizes(self) -> dict[bool, str]:
        """The digests of the sizes of type and of faces: of faces that aren't art, and of art."""
        fit = {field: asdict(fitting) for field, fitting in self.kind.fit.items()}
        flow = repr(self.kind.flow)
        return {art: digest_of(json.dumps([*map(str, self._sizes(art)), fit, flow])) for art in (False, True)}

    def _sizes(self, art: bool) -> tuple[Size, Size]:
        """Return the printed size of a face and the size of its layout; for art, both include the bleed."""
        bleed = self.kind.bleed if art else 0
        return self.kind.face_on(self.paper).less(-bleed), self.kind.drawn_on(self.paper).less(-bleed)


def _beginning(message: str) -> str:
    return message.partition(";")[0]


def face_set(
    project: Project,
    templates: Templates,
    edition: Edition,
    language: str,
    paper: str,
    options: Options,
    sides: tuple[Sides, ...],
) -> FaceSet:
    """Return the set of the faces that ``templates`` has filled in; ``language`` is the requested one.

    Raises Unusable for a style sheet that is missing or unreadable.
    """
    kind = templates.kind
    theme = options.theme
    sheet = read_style_sheet(project, kind, theme.name)
    colours = templates.style(edition)
    css = "\n".join((theme.style(sheet.css, bool(kind.flow)), colours))
    texts = (text for _, text in sheet.files)
    common = common_parts(digest_of(*texts), digest_of(theme.model_dump_json(), colours), named_in(css))
    style = Style(css, templates.language, kind.fit)
    folders = (kind.folder, *project.folders(*SHARED_TEMPLATES))
    files = tuple(file for folder in folders for file in files_of(folder, ".j2"))
    digest = digest_of(*(file.read_bytes() for file in files))
    fragments = templates.fragments
    return FaceSet(
        kind, edition, language, paper, options.suffix, sides, fragments, style, common, digest, sheet, templates, files
    )

"""The face cache: laid-out faces by their cache keys, which are laid out again only when these change.

The cache key of a face is made of the digests of its inputs. A set of faces (one product, edition and language) is a
folder with an index and its packs. A pack is a file named by the digest of its bytes: a line of JSON with the structure
elements of its pages, then the PDF as WeasyPrint wrote it. The faces of a missing or damaged pack are laid out again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from kensei_docs.caches import read_entry, write_entry
from kensei_docs.database import Edition, Record
from kensei_docs.discover import files_of
from kensei_docs.documents.layout.faces import FaceMarkup, Pack, Style
from kensei_docs.documents.layout.rasters import USUAL_DPI
from kensei_docs.documents.layout.renderer import elements_from_json, renderer_version
from kensei_docs.documents.layout.style_findings import pattern_of
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.manifest import Subject
from kensei_docs.documents.markup.font_families import families_of
from kensei_docs.documents.markup.svg import problems_in_templates
from kensei_docs.documents.markup.templates import Fragment, Sides, Templates, without_stamp
from kensei_docs.documents.markup.typefaces import digest as font_digest
from kensei_docs.documents.markup.typefaces import named_in
from kensei_docs.documents.products.options import PrintSpec, families_in
from kensei_docs.documents.products.product import Product, Size, StyleSheet, read_style_sheet
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Place, Problem, unusable
from kensei_docs.project import SHARED_TEMPLATES, Project


@dataclass(frozen=True)
class FaceSet:
    """The faces of one product, edition and language; and of one paper, if a face is a page of it.

    ``language`` is the requested one; if the product has no translation, the faces are in another one
    (``style.language``). ``sides`` are the sides to print; ``fragments`` the markup of all its faces, printed or not,
    by slot. ``common`` are the digests that all cache keys share, ``templates`` is the digest of the templates.
    ``sheet`` are the files of the style sheet, ``filled_in`` the templates that made the fragments, from ``files``.
    ``alone``: other faces of its folder stay in the cache.
    """

    spec: PrintSpec
    edition: Edition
    suffix: str
    sides: tuple[Sides, ...]
    fragments: dict[str, Fragment]
    style: Style
    common: Mapping[str, str]
    templates: str
    sheet: StyleSheet
    filled_in: Templates
    files: tuple[Path, ...]
    alone: bool = False

    @property
    def product(self) -> Product:
        """What is printed, with the settings of the order."""
        return self.spec.product

    @property
    def language(self) -> str:
        """The language that the order asks for."""
        return self.spec.language

    @property
    def subject(self) -> Subject:
        """What documents with its faces show."""
        return subject_of(self.product, self.edition, self.language)

    @property
    def folder(self) -> Path:
        """The set's folder in the cache."""
        edition = "_" if self.product.is_general else self.edition.id
        paper = f"-{self.spec.paper}" if self.product.follows_paper else ""
        inks = "-inks" if self.style.keeps_cmyk else ""
        return Path("faces", edition, self.language, f"{self.product.name}{self.suffix}{paper}{inks}")

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
        records = [record] if record else [] if self.product.is_general else self.edition.records.values()
        data = json.dumps([printed.data for printed in records], sort_keys=True, default=str)
        shown = (picture.address for picture in self.filled_in.pictures_in(fragment.html))
        origins = {"data": digest_of(data), "template": self.templates, "pictures": digest_of(*shown)}
        return CacheKey(self._own_key_parts(fragment), shortened(origins))

    def markup(self, slot: str) -> FaceMarkup:
        """Return the input of the layout for a face."""
        fragment = self.fragments[slot]
        size, design = self._sizes(fragment.art)
        place = Place(str(self.product.folder))
        arts = tuple(self.markup(art) for art in self.filled_in.arts.get(slot, ()))
        pictures = self.filled_in.pictures_in(fragment.html)
        return FaceMarkup(
            slot, fragment.html, fragment.words, size, design, self.product.flow, fragment.art, place, arts, pictures
        )

    def place_of_picture(self, slot: str, name: str) -> Place:
        """Return the place that names a picture of a face: the style sheet, or a template."""
        named = re.search(rf"art/{re.escape(name)}\b", self.sheet.css)
        if named:
            return _place_in(self.sheet, self.sheet.css)(name, named.start())
        return self.filled_in.place_of(slot, re.compile(re.escape(name)))

    def style_with(self, file: Path, text: str) -> Style:
        """Return the style of the faces as it would be if a file of the style sheet had another text."""
        files = tuple((one, text if one == file else own) for one, own in self.sheet.files)
        css = _themed(self.filled_in, self.edition, replace(self.sheet, files=files))
        return replace(self.style, css=css, pictures=self.filled_in.pictures.of(css))

    def style_problem(self, slot: str, defect: Defect) -> Problem | None:
        """Return the problem of a defect of the style of a face, with its place in a style sheet or a template; in the
        data, if a value there is none that can be printed, such as a colour.

        None if the same is found wherever drawings are read, in their files and in templates.
        """
        place = self.place_of(slot, defect)
        if (place.file, place.line, _beginning(defect.message)) in self._told_of_drawings:
            return None
        value, is_value, _ = defect.message.partition(" is no ")
        for record, path in self._having(value, slot) if is_value else ():
            name = record.id
            return Problem(record.place(path), defect.message, defect.check, edition=self.edition.id, record=name)
        return Problem(place, defect.message, defect.check)

    def _having(self, value: str, slot: str) -> Iterator[tuple[Record, str]]:
        """Yield the records, that of a face first, and paths of the texts that stand in a value of its style.

        What the style sheets and templates say themselves is theirs.
        """
        own = self.fragments[slot].row.record
        for record in (*([own] if own else []), *self.edition.records.values()):
            for path, text in _texts_in(record.data):
                is_in_it = text in value and re.search(rf"(?<![\w#-]){re.escape(text)}(?![\w-])", value)
                if is_in_it and text not in self._sources:
                    yield record, path

    @cached_property
    def _sources(self) -> str:
        """The text of the style sheets and templates."""
        return "\n".join([self.sheet.css, *(file.read_text(encoding="utf-8", errors="replace") for file in self.files)])

    def place_of(self, slot: str, defect: Defect) -> Place:
        """Return the place of a defect in a style sheet, or where its text stands in a template of its face."""
        if defect.line:
            return self.sheet.place(defect.line, defect.column, self.style.css)
        return self.filled_in.place_of(slot, pattern_of(defect.text), defect.element)

    @cached_property
    def _told_of_drawings(self) -> set[tuple[str, int | None, str]]:
        """File, line and beginning of the message of each problem of a drawing found before layout."""
        told = (*self.filled_in.problems, *problems_in_templates(self.files))
        return {(problem.place.file, problem.place.line, _beginning(problem.message)) for problem in told}

    def _own_key_parts(self, fragment: Fragment) -> dict[str, str]:
        """Return the parts of a face's key, with its art, on which its text has to be seen."""
        parts = self._key_parts(fragment)
        if arts := self.filled_in.arts.get(fragment.slot):
            # What lies beneath a text depends on the size of its art, too, which has the bleed.
            of_art = (self._digests_of_sizes[True], *(self.fragments[art].digest for art in arts))
            parts |= shortened({"art": digest_of(*of_art)})
        return parts

    def _key_parts(self, fragment: Fragment) -> dict[str, str]:
        words = digest_of(fragment.digest, self.style.language)
        return {**self.common, **shortened({"words": words, "size": self._digests_of_sizes[fragment.art]})}

    @cached_property
    def _digests_of_sizes(self) -> dict[bool, str]:
        """The digests of the sizes of type and of faces: of faces that aren't art, and of art."""
        fit = {field: asdict(fitting) for field, fitting in self.product.fit.items()}
        flow = repr(self.product.flow)
        return {art: digest_of(json.dumps([*map(str, self._sizes(art)), fit, flow])) for art in (False, True)}

    def _sizes(self, art: bool) -> tuple[Size, Size]:
        """Return the printed size of a face and the size of its layout; for art, both include the bleed."""
        bleed = self.product.bleed if art else 0
        return self.spec.face.less(-bleed), self.spec.drawn.less(-bleed)


def subject_of(product: Product, edition: Edition, language: str) -> Subject:
    """Return what the documents of a product show, for an edition in a language."""
    return Subject("" if product.is_general else edition.id, language, product.name)


def _texts_in(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each value of a record's data."""
    for key, value in data.items():
        if isinstance(value, str) and value:
            yield f"{path}{key}", value
        elif isinstance(value, Mapping):
            yield from _texts_in(value, f"{path}{key}.")


def _beginning(message: str) -> str:
    return message.partition(";")[0]


def face_set(
    project: Project, templates: Templates, edition: Edition, sides: tuple[Sides, ...], alone: bool = False
) -> FaceSet:
    """Return the set of the faces that ``templates`` has filled in; ``alone``: they are not all of a product.

    Raises Unusable for a style sheet that is missing or unreadable.
    """
    product = templates.product
    theme = templates.spec.options.theme
    sheet = read_style_sheet(project, product, theme.name)
    chosen = families_in(project, theme)
    css = _themed(templates, edition, sheet)
    texts = (text for _, text in sheet.files)
    pictures = templates.pictures.of(css)
    dpi = templates.spec.options.dpi or USUAL_DPI
    named = (f"{part} {name}" for part, name in chosen.items())
    shown = (*pictures, *(one for part in templates.fragments.values() for one in templates.pictures_in(part.html)))
    keeps_cmyk = templates.spec.options.keeps_cmyk and any(one.is_cmyk for one in shown)
    # The parts of a cache key that all faces of the set share.
    common = {
        "style": digest_of(*texts),
        "theme": digest_of(theme.model_dump_json(), templates.style(edition), *named),
        "fonts": digest_of(*(font_digest(name) for name in named_in(css))),
        "pictures": digest_of(
            f"{dpi:g}", *(picture.address for picture in pictures), *(["inks"] if keeps_cmyk else [])
        ),
        "renderer": digest_of(renderer_version(), digest_of_code()),
    }
    style = Style(css, templates.language, product.fit, pictures, dpi, families_of(project).names, keeps_cmyk)
    folders = (product.folder, *project.folders(*SHARED_TEMPLATES))
    files = tuple(file for folder in folders for file in files_of(folder, ".j2"))
    digest = digest_of(*(file.read_bytes() for file in files))
    return FaceSet(
        templates.spec,
        edition,
        templates.spec.options.suffix,
        sides,
        templates.fragments,
        style,
        shortened(common),
        digest,
        sheet,
        templates,
        files,
        alone,
    )


def _place_in(sheet: StyleSheet, css: str) -> Callable[[str, int], Place]:
    """Return a function for the place, in the files of a style sheet, of what stands at an index of ``css``."""

    def place(_name: str, index: int) -> Place:
        return sheet.place(css.count("\n", 0, index) + 1, index - css.rfind("\n", 0, index), css)

    return place


def _themed(templates: Templates, edition: Edition, sheet: StyleSheet) -> str:
    """Return the text of a style sheet as the theme changes it, with the colours of an edition, the faces of the
    project's typefaces, and the addresses of its pictures."""
    theme, flows = templates.spec.options.theme, bool(templates.product.flow)
    css = "\n".join((theme.style(sheet.css, flows), templates.style(edition)))
    markup = (fragment.html for fragment in templates.fragments.values())
    css = families_of(templates.project).dressed(css, markup, families_in(templates.project, theme))
    return templates.pictures.in_style(css, _place_in(sheet, css))


INDEX = "index.json"
SUFFIX = ".pack"
# The version of the index; an index of another version is ignored.
_VERSION = "12"
# The characters of each digest that is a part of a cache key.
_DIGEST_LENGTH = 16

# The parts of a cache key, and the reason to report for a face that is laid out again because a part changed.
REASONS = {
    "words": "its words changed: a translation, or another record that it shows",
    "style": "the style of its kind changed",
    "theme": "the theme changed",
    "art": "the art beneath it changed",
    "size": "its size or the sizes of its type changed",
    "fonts": "the fonts changed",
    "pictures": "a picture of its style changed, or the dots per inch of pictures",
    "renderer": "the renderer changed",
}
# The inputs of the words: more exact reasons for changed words.
ORIGINS = {"data": "its data changed", "template": "a template changed", "pictures": "a picture of it changed"}


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


def shortened(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the first ``_DIGEST_LENGTH`` characters of digests."""
    return {part: digest[:_DIGEST_LENGTH] for part, digest in digests.items()}


@cache
def digest_of_code() -> str:
    """Return the digest of the code of ``documents``: another version may lay out or impose differently."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parent.rglob("*.py"))))


@dataclass(frozen=True)
class Entry:
    """A face in the cache: the file name of its pack, the numbers of its pages in it (from 0), and its defects.

    ``contents`` are the digests of the content of each page (see ``LaidOutFace``).
    """

    pack: str
    pages: Sequence[int]
    defects: Sequence[Defect]
    key: CacheKey
    contents: Sequence[str] = ()


class FaceCache:
    """The faces of one set, in a folder; ``save`` writes the index, so that later runs find added faces.

    Packs are not kept in memory: the packs of a large set would take too much of it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._entries = _read_index(folder / INDEX)
        self._is_whole: dict[str, bool] = {}

    def entry(self, slot: str, key: str) -> Entry | None:
        """Return a face if the cache has it under this key (a digest) and its pack is undamaged."""
        entry = self._entries.get(slot)
        return entry if entry and entry.key.digest == key and self._has(entry.pack) else None

    def reason(self, slot: str, key: CacheKey) -> str:
        """Return why a face has to be laid out."""
        entry = self._entries.get(slot)
        if entry is None:
            return "it was never laid out"
        changed = {part: text for part, text in REASONS.items() if entry.key.parts.get(part) != key.parts.get(part)}
        if "words" in changed:
            old, new = entry.key.origins, key.origins
            origins = "; ".join(text for origin, text in ORIGINS.items() if old.get(origin) != new.get(origin))
            changed["words"] = origins or changed["words"]
        return "; ".join(changed.values()) or "its pack in the cache is missing or damaged"

    def pack(self, name: str) -> Pack:
        """Return a pack that ``entry`` named, without its faces.

        Raises Unusable if it has disappeared since: another command that prints the same faces keeps only its own.
        """
        data = self._read(name)
        if data is None:
            # The face is laid out again when it is next asked for.
            self._is_whole[name] = False
            message = "is gone or was changed while it was needed, by another command perhaps; run this one again"
            raise unusable(self._folder / name, message, "cache")
        structure, _, pdf = data.partition(b"\n")
        return Pack(pdf, elements_from_json(structure.decode()), ())

    def add(self, pack: Pack, key_of: Callable[[str], CacheKey]) -> None:
        """Put the faces of a pack into the cache; ``key_of`` returns the cache key of a slot. Raises OSError."""
        data = json.dumps(pack.structure).encode() + b"\n" + pack.pdf
        name = _digest_of_pack(data) + SUFFIX
        if not self._has(name):
            write_whole(self._folder / name, data)
            self._is_whole[name] = True
        for face in pack.faces:
            self._entries[face.slot] = Entry(name, face.pages, face.defects, key_of(face.slot), face.contents)

    def copy(self, slot: str, entry: Entry, other: FaceCache) -> None:
        """Put a face of another cache into this one, unless its pack is gone; raises OSError."""
        data = other._read(entry.pack)
        if data is not None:
            write_whole(self._folder / entry.pack, data)
            self._is_whole[entry.pack] = True
            self._entries[slot] = entry

    def save(self, slots: Iterable[str], others: bool = False) -> None:
        """Write the index of the given slots, and delete the packs of all others, or keep the ``others`` too; raises
        OSError."""
        wanted = self._entries.keys() if others else slots
        entries = {slot: self._entries[slot] for slot in wanted if slot in self._entries}
        index = {
            slot: [one.pack, one.pages, one.defects, dict(one.key.parts), dict(one.key.origins), one.contents]
            for slot, one in entries.items()
        }
        write_entry(self._folder / INDEX, _VERSION, json.dumps(index, ensure_ascii=False).encode())
        packs = {entry.pack for entry in entries.values()}
        for file in self._folder.glob(f"*{SUFFIX}"):
            if file.name not in packs:
                file.unlink(missing_ok=True)
                # When an edit is undone, the same pack is needed again, and has to be written.
                self._is_whole.pop(file.name, None)

    def _has(self, pack: str) -> bool:
        if pack not in self._is_whole:
            self._is_whole[pack] = self._read(pack) is not None
        return self._is_whole[pack]

    def _read(self, pack: str) -> bytes | None:
        """Return a pack; None if it is missing or damaged."""
        try:
            data = (self._folder / pack).read_bytes()
        except OSError:
            return None
        return data if pack == _digest_of_pack(data) + SUFFIX else None


def _digest_of_pack(data: bytes) -> str:
    """Return 32 hexadecimal digits for the bytes of a pack."""
    return hashlib.sha256(data).hexdigest()[:32]


def _read_index(file: Path) -> dict[str, Entry]:
    """Return the faces of an index by slot."""
    saved = read_entry(file, _VERSION)
    return {
        slot: Entry(
            pack, tuple(pages), tuple(Defect(*one) for one in defects), CacheKey(parts, origins), tuple(contents)
        )
        for slot, (pack, pages, defects, parts, origins, contents) in (json.loads(saved[0]) if saved else {}).items()
    }

"""From rows to markup: the templates of a kind filled in with records, in one language and theme."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from traceback import walk_tb
from types import TracebackType
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import ART, BACK, BACK_ART, FACE, SCREEN, Kind
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.kinds.rows import Row
from kensei_docs.documents.kinds.themes import Theme
from kensei_docs.documents.markup.book import Book
from kensei_docs.documents.markup.drawings import WORDS, Drawings
from kensei_docs.documents.markup.environment import SHARED, environment
from kensei_docs.documents.markup.icons import Icons
from kensei_docs.documents.markup.typefaces import SUBSTITUTES
from kensei_docs.files import digest_of
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.project import Project

CHECK = "templates"
# The shared template with the names of kinds of record.
CHANGE_WORDS = "change-words.txt.j2"

# A private character that stands for a face's stamp until the digest of the face is known.
_STAMP = "\ue003"
_TAG = re.compile(r"<svg.*?</svg>|<[^>]*>", re.S)


@dataclass(frozen=True, slots=True)
class Fragment:
    """The markup of one face before it is laid out.

    ``slot`` is its name within the kind, such as ``leader.front``. ``art`` is printed beneath
    another face and reaches into the bleed. ``stamp`` is the digest of the content, which is the
    same in every theme; ``digest`` that of ``html``.
    """

    slot: str
    title: str
    stamp: str
    digest: str
    row: Row
    art: bool
    html: str

    @property
    def words(self) -> str:
        """The text of the face in the order of the markup, without SVG."""
        return unescape(_TAG.sub(" ", self.html))


@dataclass(frozen=True, slots=True)
class Sides:
    """The slots of the faces of one row: front, back, and the art beneath each; None where there is none."""

    row: Row
    title: str
    front: str
    art: str | None
    back: str | None
    back_art: str | None

    @property
    def slots(self) -> list[str]:
        """All slots that aren't None."""
        return [slot for slot in (self.front, self.art, self.back, self.back_art) if slot]


class Templates:
    """The templates of a kind, for one language, theme and size of face.

    ``fragments`` has the faces filled in so far by slot, ``problems`` what is missing in data and icons.
    """

    def __init__(self, project: Project, kind: Kind, translator: Translator, theme: Theme, size: Size) -> None:
        self.kind = kind
        self._theme = theme
        self.problems: list[Problem] = []
        self.fragments: dict[str, Fragment] = {}
        self._translator = translator
        icons = Icons(project, kind, translator.language, self.problems)
        self._slots: dict[str, str] = {}
        self._environment = environment(project, translator, kind.name, kind.folder)
        shared = environment(project, translator, SHARED)
        self._environment.globals.update(
            limit_table=_limit_table,
            book_of=lambda edition: Book(edition, kind, translator),
            kind_names=lambda: vars(shared.get_template(CHANGE_WORDS).make_module())["kinds"],
            draw=Drawings(kind, translator, lambda: shared.get_template(WORDS).render(), icons.icon, self.problems),
            icon=icons.icon,
            hook_icon=icons.name_for_effects,
            kind=kind,
            theme=theme.name,
            face={"width": size.width, "height": size.height, "shape": kind.outline, "bleed": kind.bleed},
        )

    def fill(self, row: Row) -> Sides:
        """Fill in the templates of a row's faces and return their slots; the markup is in ``fragments``.

        Raises Unusable for a template with a fault.
        """
        title = self._title(row)
        with_art, with_back = self.kind.bleed > 0, self.kind.backs != "none"

        def slot(side: str, file: str, wanted: bool = True) -> str | None:
            return self._slot(row, f"{row.slug}.{side}", file, title) if wanted and self.kind.has(file) else None

        front, art = slot("front", FACE), slot("art", ART, with_art)
        assert front is not None  # a kind without a face isn't loaded
        return Sides(
            row, title, front, art, slot("back", BACK, with_back), slot("back-art", BACK_ART, with_art and with_back)
        )

    def _title(self, row: Row) -> str:
        """Return the title of a row's faces: the record's name, with the name of the part if it has one."""
        translator = self._translator
        if row.record is None and self.kind.is_general:
            return translator.template(self.kind.name, self.kind.title)
        if row.record is None:
            return translator.edition(row.edition.id)
        part = translator.text(row.record, f"{row.path}.name") if row.path else ""
        return ": ".join(filter(None, (translator.name(row.record), part)))

    def page(self, row: Row) -> str:
        """Return the HTML page of a row for the screen; raises Unusable for a template with a fault."""
        return self._render(SCREEN, row).replace(_STAMP, "")

    def _slot(self, row: Row, slot: str, file: str, title: str) -> str:
        html = self._render(file, row)
        stamp = hashlib.sha256(html.encode()).hexdigest()
        html = self._theme.markup(html.replace(_STAMP, stamp[:5]))
        # Faces of equal markup, such as the backs of a deck, share a slot.
        digest = digest_of(html)[:32]
        known = self._slots.setdefault(digest, slot)
        if known == slot:
            self.fragments[slot] = Fragment(slot, title, stamp, digest, row, file in (ART, BACK_ART), html)
        return known

    def _render(self, file: str, row: Row) -> str:
        def phrase(when: Mapping[str, Any] | None, record: Record | None = row.record) -> str:
            return self._translator.phrase(when, record)

        edition = row.edition
        try:
            html = self._environment.get_template(file).render(
                row=row,
                record=row.record,
                item=row.item,
                key=row.slug,
                edition=edition,
                records=edition.records_of,
                phrase=phrase,
                stamp=_STAMP,
            )
        except TemplateSyntaxError as fault:
            raise _template_fault(fault.filename or file, fault.lineno, row, str(fault.message)) from fault
        except (TemplateError, LookupError, TypeError, ValueError, AttributeError) as fault:
            template, line = _template_place(fault.__traceback__)
            raise _template_fault(template or str(self.kind.folder / file), line, row, str(fault)) from fault
        for lacking, hyphen in SUBSTITUTES.items():
            html = html.replace(lacking, hyphen)
        return html


def _template_place(trace: TracebackType | None) -> tuple[str | None, int | None]:
    """Return the file and line of the innermost template in a traceback, or None for both."""
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(trace)]
    return next(((file, line) for file, line in reversed(frames) if file.endswith(".j2")), (None, None))


def _template_fault(file: str, line: int | None, row: Row, message: str) -> Unusable:
    what = row.record.id if row.record else row.edition.id
    message = f"this template can't print {what}: {message}"
    return Unusable(Problem(Place(file, line), message, CHECK, edition=row.edition.id))


def _limit_table(edition: Edition, kind: str) -> object:
    """Return the limits of an edition's armies by sizes of battle; imported by the one kind that prints them."""
    from kensei_docs.army.report import limit_table

    return limit_table(edition, kind)

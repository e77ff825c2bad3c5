"""From rows to markup: the templates of a product filled in with records, in one language and theme.

What templates ask for besides the data: the decks of an edition, the contents of its box, with the number of cards and
the look of each deck; and the figures of a hero with equipment, as the engine computes them.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import unescape
from pathlib import PurePosixPath
from traceback import walk_tb
from urllib.parse import quote

from jinja2 import TemplateError, TemplateRuntimeError, TemplateSyntaxError
from markupsafe import Markup

from kensei_docs.army.roster import limit_table
from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.icon_names import IconNames
from kensei_docs.catalogues.template_syntax import said_of_syntax
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.records import turn_of
from kensei_docs.database.word_markup import ICON_MARKS, without_marks
from kensei_docs.documents.markup.art_folder import Pictures
from kensei_docs.documents.markup.asked_paths import unanswered
from kensei_docs.documents.markup.drawings import WORDS, Drawings
from kensei_docs.documents.markup.environment import (
    SHARED,
    TEMPLATES_CHECK,
    ForTemplates,
    environment,
    marking,
    names_in_braces,
    place_of_words,
    printed_as_written,
    said_of_template,
    unmarked,
    with_policy,
)
from kensei_docs.documents.markup.errata import ErrataLog, rulings_by_system
from kensei_docs.documents.markup.font_families import families_of
from kensei_docs.documents.markup.icon_sets import used_sets
from kensei_docs.documents.markup.looks import ICONS, UNIQUE, Icons, Identity, Look, pictures_of
from kensei_docs.documents.markup.pictures import Picture, Unprintable, for_screen
from kensei_docs.documents.markup.prose import PictureOf, ProsePage, places_in_pages, prose_of
from kensei_docs.documents.markup.reference_book import Book, anchor_of, says_more, sort_key
from kensei_docs.documents.markup.tags import faults_of_markup
from kensei_docs.documents.markup.typefaces import SUBSTITUTES
from kensei_docs.documents.markup.typography import with_elements
from kensei_docs.documents.markup.worked_examples import worked_examples
from kensei_docs.documents.products.options import PrintSpec, Theme, families_in, palette_of, style_of
from kensei_docs.documents.products.product import (
    ART,
    BACK,
    BACK_ART,
    FACE,
    OTHER_SIDE,
    SCREEN,
    Row,
    Size,
    face_size,
    load_products,
    rows_of,
)
from kensei_docs.engine.conditions import SIDES
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.engine.game import Game
from kensei_docs.engine.play_schema import as_list, declared_matchup
from kensei_docs.files import digest_of
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Place, Problem, Unusable
from kensei_docs.processes import limited
from kensei_docs.project import SHARED_TEMPLATES, Project, shipped

# The span of a cell, or of a column, that no table needs: the renderer makes room for each column.
_WIDE_SPAN = re.compile(r"""\b(?:col|row)?span\s*=\s*["']?\s*\+?0*[1-9]\d{3,}""", re.I)
# What the templates of a face may take: processor time, and memory.
_MAX_SECONDS = 120.0
_MAX_BYTES = 1 << 30
# The shared template with the names of kinds of record.
CHANGE_WORDS = "change-words.txt.j2"
# The shared template with the words of effects.
EFFECTS = "effects.html.j2"
# The shared template with the marks of rulings and errata.
RULINGS = "rulings.html.j2"

# The sides of a row, in the order of ``Sides``, with their templates.
_SIDES = {"front": FACE, "art": ART, "back": BACK, "back-art": BACK_ART}
# A private character that is replaced by the stamp of a face as soon as the digest of the face is known.
_STAMP = "\ue003"
_COLOUR = re.compile(r"#[0-9a-f]{3,6}\b")
_TAG = re.compile(r"<svg.*?</svg>|<[^>]*>", re.S)
_DRAWING = re.compile(r"<svg\b.*?</svg>", re.S)
_STAMP_ELEMENT = re.compile(r'<(\w+) class="stamp"[^>]*>.*?</\1>', re.S)


@dataclass(frozen=True, slots=True)
class Fragment:
    """The markup of one face before it is laid out.

    ``slot`` is its name within the kind, such as ``leader.front``. ``art``: it is printed beneath another face and
    reaches into the bleed. ``stamp`` is a digest that is the same in every theme, ``digest`` is that of ``html``.
    """

    slot: str
    stamp: str
    digest: str
    row: Row
    art: bool
    html: str

    @property
    def words(self) -> str:
        """The text of the face in the order of the markup, without the text of SVG elements."""
        return unescape(_TAG.sub(" ", self.html))


def _in_element(html: str, pattern: re.Pattern[str], element: str) -> re.Match[str] | None:
    """Return what a pattern matches in an element, named as in a ``Defect``; else the end of its tag, if it is there.

    None without an element, and for what drawings say.
    """
    path = [part.partition(".") for part in element.split()]
    if not path or path[-1][0] in ("svg", "img"):
        return None
    tags = [
        re.compile(rf'<{tag}\b[^>]*\bclass="{re.escape(named)}\b[^>]*>' if named else rf"<{tag}\b[^>]*>")
        for tag, _, named in path
    ]
    # From the element around it that has a class, which a template has once most often.
    for around in tags[0].finditer(html):
        tag = around
        for inner in tags[1:]:
            tag = inner.search(html, tag.end()) or tag
        end = html.find("<", tag.end())
        if within := pattern.search(html, tag.end(), end if end >= 0 else len(html)):
            return within
    first = tags[0].search(html)
    return re.compile("").match(html, first.end()) if first else None


def without_stamp(html: str) -> str:
    """Return the markup of a face without the element with its stamp, which differs when anything else does."""
    return _STAMP_ELEMENT.sub("", html)


@dataclass(frozen=True, slots=True)
class Sides:
    """The slots of the faces of one row: front, back, and the art beneath each; None without such a face."""

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
    """The templates of a product as ``spec`` prints it, in the language of a translator.

    ``also`` is a second language, in which parts are printed too. ``fragments`` are the filled-in faces by slot,
    ``arts`` the slots beneath them; ``problems`` are missing data and icons.
    """

    def __init__(
        self, project: Project, spec: PrintSpec, translator: Translator, also: Translator | None = None
    ) -> None:
        self.spec = spec
        self.product = product = spec.product
        self.language = translator.language
        self.project = project
        self._theme = theme = spec.options.theme
        self._also = self._in(also) if also else None
        # Beside another language, each has the words of its own.
        self._quotes = not also
        if self._also:
            self._also._quotes = False
        self.problems: list[Problem] = []
        self.fragments: dict[str, Fragment] = {}
        self._translator = translator
        # What a template prints keeps the markup of its words, until the whole face has been made.
        self._marks = marks = translator.with_marks()
        self.pictures = Pictures(project, self.language, self.problems, translator.database.vocabulary)
        self._icon_names = IconNames(project)
        self._looks: dict[str, Look] = {}
        self.icons = icons = Icons(project, product, self.language, self.problems)
        self.arts: dict[str, dict[str, None]] = {}
        self._slots: dict[str, str] = {}
        self._book: tuple[Edition, Book] | None = None
        # The marked markup of faces by slot, see ``unmarked``.
        self._marked: dict[str, tuple[str, list[tuple[int, str, int]]]] = {}
        # The templates whose faults are told, and what they asked records for in vain: (kind, path).
        self._faulty: set[str] = set()
        self._asked: set[tuple[str, str]] = set()
        self._environment = environment(project, marks, product.name, product.folder)
        shared = environment(project, marks, SHARED)
        self._environment.globals.update(
            limit_table=limit_table,
            book_of=self._book_of,
            errata_of=self._errata_of,
            wearer=lambda edition, own, things, when: equipped_hero(translator.database, edition.id, own, things, when),
            rulings_by_system=lambda edition: rulings_by_system(edition, translator),
            worked_examples=lambda edition, least: list(worked_examples(edition, marks, least)),
            turn_of=turn_of,
            heading_of=self._heading_of,
            decks=lambda edition: list(decks_of(project, edition, translator, theme, self.problems)),
            sheets=lambda edition: list(sheets_of(project, edition, translator)),
            ruling_marks=lambda edition, record: vars(shared.get_template(RULINGS).module)["marks"](edition, record),
            remarks=lambda edition, record: vars(shared.get_template(RULINGS).module)["remarks"](edition, record),
            effects=lambda: shared.get_template(EFFECTS).module,
            kind_names=lambda: vars(shared.get_template(CHANGE_WORDS).make_module())["kinds"],
            draw=Drawings(
                product, translator, lambda: shared.get_template(WORDS).render(), icons.icon, self._look, self.problems
            ),
            in_languages=self._in_languages,
            second=self._second,
            code_of=self._code,
            drawn_code=drawn_code,
            icon=icons.icon,
            picture=self.pictures.picture,
            credits=lambda edition: [one.credit for one in used_sets(project, edition, icons.drawn)],
            hook_icon=icons.name_for_effects,
            kind=product,
            theme=theme.name,
            face={
                "width": spec.drawn.width,
                "height": spec.drawn.height,
                "shape": product.outline,
                "bleed": product.bleed,
            },
        )

    def fill(self, row: Row) -> Sides:
        """Fill in the templates of a row's faces and return their slots; the markup is in ``fragments``.

        Raises Unusable for an invalid template.
        """
        title = self._title(row)
        slots = {
            side: self._slot(row, f"{row.slug}.{side}", *face, html)
            for (side, face), html in zip(self._faces.items(), self.markup(row), strict=True)
        }
        front, art, back, back_art = (slots.get(side) for side in _SIDES)
        assert front is not None, "a kind without a face isn't loaded"
        for face, beneath in ((front, art), (back, back_art)):
            if face and beneath:
                self.arts.setdefault(face, {})[beneath] = None
        return Sides(row, title, front, art, back, back_art)

    def markup(self, row: Row) -> list[str]:
        """Return the markup of a row's faces with a constant in place of their stamps; raises Unusable as ``fill``."""
        return [templates._render(file, row) for templates, file in self._faces.values()]

    @cached_property
    def _faces(self) -> dict[str, tuple[Templates, str]]:
        """The sides that the kind has and its settings require: (templates of a language, file) by side."""
        wanted = {ART: self.product.bleed > 0, BACK: self.product.backs != "none"}
        wanted[BACK_ART] = all(wanted.values())
        files = {side: file for side, file in _SIDES.items() if wanted.get(file, True) and self.product.has(file)}
        if self._also and self.product.also == OTHER_SIDE:
            fronts = {"back": FACE, "back-art": ART if self.product.has(ART) else BACK_ART}
            return {side: (self._also if side in fronts else self, fronts.get(side, files[side])) for side in files}
        return {side: (self, file) for side, file in files.items()}

    def place_in_catalogue(self, text: str) -> Place | None:
        """Return the place of a translation with a text that its message has not."""
        return self._translator.place_in_catalogue(text)

    def place_of(self, slot: str, pattern: re.Pattern[str], element: str = "") -> Place:
        """Return where the markup of a face has what a pattern matches: in a template or drawing, by file and line.

        It is the tag before the match, or the template of the face if nothing matches. With an ``element``, such as
        ``div.cost b``, it is where that has the words, or else where it is.
        """
        fragment = self.fragments[slot]
        side = next(side for side in self._faces if slot == f"{fragment.row.slug}.{side}")
        templates, file = self._faces[side]
        if slot not in self._marked:
            html = marking(templates._environment).get_template(file).render(templates._context(fragment.row))
            self._marked[slot] = unmarked(without_marks(unescape(html)))
        html, places = self._marked[slot]
        match = _in_element(html, pattern, element) or pattern.search(html)
        if match and any(start <= match.start() < end for start, end in map(re.Match.span, _DRAWING.finditer(html))):
            for drawing in pictures_of(self.project, self.product):
                text = unescape(drawing.read_text(encoding="utf-8"))
                if within := pattern.search(text):
                    return Place(str(drawing), text.count("\n", 0, within.start()) + 1)
        before = [place for place in places if match and place[0] <= match.start()]
        return Place(*before[-1][1:]) if before else Place(str(self.product.folder / file))

    def pictures_in(self, html: str) -> tuple[Picture, ...]:
        """Return the pictures whose addresses the markup of a face has."""
        return (*self.pictures.of(html), *(self._also.pictures.of(html) if self._also else ()))

    def _place_in(self, file: str, row: Row, text: str) -> Place:
        """Return the place of the tag that has a text, in the templates that fill in a face of a row."""
        marked = marking(self._environment).get_template(file).render(self._context(row))
        html, places = unmarked(unescape(marked))
        before = [place for place in places if place[0] <= html.find(text)]
        return Place(*before[-1][1:]) if before else Place(str(self.product.folder / file))

    def style(self, edition: Edition) -> str:
        """Return the style sheet with the colours of an edition."""
        return style_of(palette_of(self.project, None if self.product.is_general else edition, self._theme))

    def _in(self, translator: Translator) -> Templates:
        """Return the templates in another language, in which no codes are printed."""
        options = replace(self.spec.options, codes="")
        return Templates(self.project, replace(self.spec, options=options), translator)

    def _look(self, edition: Edition) -> Look:
        if edition.id not in self._looks:
            known = None if self.product.is_general else edition
            self._looks[edition.id] = Look(self.project, self.product, known, self._theme, self.problems, self.pictures)
        return self._looks[edition.id]

    def _heading_of(self, kind: str) -> str:
        """Return the heading of the records of a kind of a user's project: the title of their cards, or of
        what else has a face for each."""
        products = load_products(self.project)[0]
        cards = products.get(f"{kind}-cards") or next((one for one in products.values() if one.each == [kind]), None)
        return self._translator.template(cards.name, cards.title) if cards else kind.replace("-", " ").capitalize()

    def _title(self, row: Row) -> str:
        """Return the title of a row's faces: the record's name, with the name of the part if it has one."""
        translator = self._translator
        if row.record is None and self.product.is_general:
            return translator.template(self.product.name, self.product.title)
        if row.record is None:
            return translator.edition(row.edition.id)
        part = translator.text(row.record, f"{row.path}.name") if row.path else ""
        return ": ".join(filter(None, (translator.name(row.record), part)))

    def page(self, row: Row, others: Sequence[Translator] = ()) -> str:
        """Return the HTML page of a row for the screen, in this language and in ``others``, with a switch between them.

        A script on it that is not the tool's own is added to ``problems``. Raises Unusable for an invalid template.
        """
        by_language = {self.language: self}
        for other in others:
            templates = self._in(other)
            by_language.setdefault(templates.language, templates)

        def in_each(part: str) -> list[tuple[str, str, object]]:
            """Return (language, its own name, macros of a template in it) for each language."""
            return [
                (code, language_of(code).own_name, own._environment.get_template(part).make_module(own._context(row)))
                for code, own in by_language.items()
            ]

        self._environment.globals["in_each"] = in_each
        html = self.on_screen(SCREEN, row)
        if style := families_of(self.project).for_page(html, families_in(self.project, self._theme)):
            html = html.replace("</head>", f"<style>{style}</style>\n</head>", 1)
        page, problems = with_policy(html, self.product.folder / SCREEN)
        self.problems += problems
        return page

    def on_screen(self, file: str, row: Row) -> str:
        """Return what a template of the kind gives for a row, in this language, as markup for a page on a screen.

        Its pictures are data URLs. Raises Unusable for an invalid template.
        """
        html = self._render(file, row).replace(_STAMP, "").replace(UNIQUE, "")
        for picture in self.pictures_in(html):
            html = html.replace(picture.address, for_screen(picture))
        return html

    def _book_of(self, edition: Edition) -> Book:
        """Return the book of an edition, which is made once: cards ask for it effect by effect.

        An edition as it was has the same id, and another book.
        """
        if self._book is None or self._book[0] is not edition:
            self._book = edition, self._make_book(edition)
        return self._book[1]

    def _make_book(self, edition: Edition) -> Book:
        pages, problems = self._prose_of(edition)
        self.problems += [problem for problem in problems if problem not in self.problems]
        return Book(edition, self.product, self._translator, pages)

    def _prose_of(self, edition: Edition) -> tuple[list[ProsePage], list[Problem]]:
        kinds = [chapter.kind for chapter in Book(edition, self.product, self._translator).chapters]
        return prose_of(self.project, edition, self._translator, kinds, self._picture_of(edition))

    def faults_of_pages(self, edition: Edition) -> Iterator[Problem]:
        """Yield what is wrong with an edition's pages of prose, and with the icons that their words name."""
        pages, problems = self._prose_of(edition)
        yield from problems
        for name in dict.fromkeys(ICON_MARKS.findall("".join(page.html for page in pages))):
            if not self.icons.knows(name):
                for place in places_in_pages(self.project, f"{{icon:{name}}}"):
                    yield Problem(place, self.icons.missing(name), ICONS)
        for braces in dict.fromkeys(names_in_braces("".join(page.html for page in pages))):
            if meant := self._icon_names.meant_by(braces, ()):
                for place in places_in_pages(self.project, braces):
                    yield Problem(place, f"prints '{braces}' as it stands{meant}", ICONS)

    def _picture_of(self, edition: Edition) -> PictureOf:
        """Return a function that returns a picture of the folder art, or a drawing; it raises Unprintable."""
        look, drawings = self._look(edition), self.project.named_files(*SHARED_TEMPLATES, "art", suffix=".svg")

        def picture(name: str) -> Markup:
            stem = PurePosixPath(name).stem
            try:
                self.pictures.key(name)
            except Unprintable:
                if stem not in drawings:
                    raise
                return look.art(stem)
            return self.pictures.picture(name)

        return picture

    def _errata_of(self, edition: Edition) -> ErrataLog:
        """Return the errata of an edition, which quote its documents if these are in another language."""
        printed = None
        if self._quotes and self.language != edition.language:
            printed = Translator(self.project, self._translator.database, edition.language)
        return ErrataLog(edition, self._translator, printed)

    def _in_languages(self, part: str, **context: object) -> list[tuple[str, Markup]]:
        """Return (language, markup) of a part of a face (a template of the kind) in each language of the print."""
        return [
            (templates.language, Markup(templates._environment.get_template(part).render(context)))
            for templates in filter(None, (self, self._also))
        ]

    def _second(self, record: Record, path: str = "name") -> Markup:
        """Return a message of a record, such as its name, in the second language; empty if both languages are equal."""
        if self._also is None:
            return Markup("")
        first, second = (
            templates._marks.name(record) if path == "name" else templates._marks.text(record, path)
            for templates in (self, self._also)
        )
        if first == second:
            return Markup("")
        return Markup('<span lang="{}">{}</span>').format(self._also.language, second)

    def _code(self, edition: Edition, record: Record | None = None) -> Markup:
        """Return the QR code for the HTML page of the kind in the kind's ``codes``, at a record if the page has it.

        Empty if the kind has no codes, or the user asked for none.
        """
        if not (self.spec.options.codes and self.product.codes):
            return Markup("")
        page = f"{edition.id}/{self.language}/{self.product.codes}.html"
        return qr_code(self.spec.options.codes, page, anchor_of(record) if record and says_more(record) else "")

    def _slot(self, row: Row, slot: str, templates: Templates, file: str, html: str) -> str:
        """Add the markup of a face to ``fragments``, and return its slot, which faces of equal markup share."""
        if templates is not self:
            html = f'<div lang="{templates.language}">{html}</div>'
        # The same content in another theme has other colours.
        stamp = hashlib.sha256(_COLOUR.sub("#", html).encode()).hexdigest()
        html = self._theme.markup(html.replace(_STAMP, stamp[:5]).replace(UNIQUE, f"d{stamp[:8]}-"))
        # Faces of equal markup, such as the backs of a deck, share a slot.
        digest = digest_of(html)[:32]
        known = self._slots.setdefault(digest, slot)
        if known == slot:
            self.fragments[slot] = Fragment(slot, stamp, digest, row, file in (ART, BACK_ART), html)
        return known

    def _context(self, row: Row) -> dict[str, object]:
        """Return the variables of a template for a row."""
        return {
            "row": row,
            "record": row.record,
            "item": row.item,
            "key": row.slug,
            "edition": row.edition,
            "look": self._look(row.edition).begin(),
            "records": row.edition.records_of,
            "stamp": _STAMP,
        }

    def _render(self, file: str, row: Row) -> str:
        self.pictures.record = row.record
        try:
            with limited(_MAX_SECONDS, _MAX_BYTES):
                html = self._environment.get_template(file).render(self._context(row))
            if "span" in html and (wide := _WIDE_SPAN.search(html)):
                raise TemplateRuntimeError(
                    f"it has a cell with {wide[0][:40]}; a cell spans at most 1000 rows or columns"
                )
        except TemplateError as fault:
            if isinstance(fault, TemplateSyntaxError):
                filters = self._environment.filters
                said, line = said_of_syntax(str(fault.message), fault.source or "", fault.lineno, filters)
                place = Place(fault.filename or str(self.product.folder / file), line)
            else:
                # The innermost template of the traceback.
                frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(fault.__traceback__)]
                templates = [Place(*frame) for frame in frames if frame[0].endswith(".j2")]
                place = templates[-1] if templates else Place(str(self.product.folder / file))
                names = {*self._environment.globals, *self._context(row)}
                said = said_of_template(fault, row.record is not None, names)
            message = f"this template can't print {(row.record or row.edition).id}: {said}"
            raise Unusable(Problem(place, message, TEMPLATES_CHECK, edition=row.edition.id)) from fault
        self.problems += self._faults_of(html, file, row)
        html = with_elements(html, lambda name: self._icon_in_words(name, row, file), self._translator.label_of_icon)
        html = self.pictures.in_markup(html, lambda text: self._place_in(file, row, text))
        self.problems += printed_as_written(
            html, row, self.product.folder / file, self._translator.problems, self._icon_names
        )
        for lacking, hyphen in SUBSTITUTES.items():
            html = html.replace(lacking, hyphen)
        return html

    def _faults_of(self, html: str, file: str, row: Row) -> list[Problem]:
        """Return what is wrong with the tags of a face, and what its templates asked records for that none has."""
        problems: list[Problem] = []
        if self.product.folder.is_relative_to(shipped()):
            # The tool's own templates serve many games, and ask for what few records have.
            return problems
        if file not in self._faulty and next(faults_of_markup(html), None):
            # The other faces have the same faults.
            self._faulty.add(file)
            marked, places = unmarked(marking(self._environment).get_template(file).render(self._context(row)))
            for index, said in faults_of_markup(marked):
                before = [place for place in places if place[0] <= index]
                place = Place(*before[-1][1:]) if before else Place(str(self.product.folder / file))
                problems.append(Problem(place, said, TEMPLATES_CHECK))
        asked = self._environment.unanswered
        new = {one: place for one, place in asked.items() if one not in self._asked}
        self._asked |= new.keys()
        if new:
            problems += unanswered(self._translator.database, new, self.product.folder)
        return problems

    def _icon_in_words(self, name: str, row: Row, file: str) -> Markup:
        """Return an icon that words name; what is wrong with it has the place of the words."""
        told = len(self.problems)
        drawing = self.icons.icon(name)
        for problem in self.problems[told:]:
            self.problems.remove(problem)
            template = self.product.folder / file
            place = place_of_words(f"icon:{name}", row, template)
            if place.file == str(template):
                place = next(places_in_pages(self.project, f"{{icon:{name}}}"), place)
            placed = replace(problem, place=place)
            if placed not in self.problems:
                self.problems.append(placed)
        return drawing


def qr_code(address: str, page: str, anchor: str) -> Markup:
    """Return a QR code with its quiet zone, as an SVG drawing that fills its box, in a link to the same URL.

    ``address`` ends with a slash, ``page`` is a path below it, ``anchor`` the id of an element of the page or empty.
    """
    url = address + quote(page) + (f"#{quote(anchor)}" if anchor else "")
    return Markup('<a class="code" href="{}">{}</a>').format(url, drawn_code(url))


def drawn_code(text: str) -> Markup:
    """Return a QR code of a text with its quiet zone, as an SVG drawing that fills its box."""
    # Imported here, because most prints have no codes.
    import segno

    drawing = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None)
    return Markup(drawing)


@dataclass(frozen=True)
class CardDeck(ForTemplates):
    """A kind of card or token in an edition: ``count`` cards of a ``size`` in millimetres; ``round``: they are discs.

    - ``contents``: (name of a record, or value on a card; number of cards). The last ``owners`` entries are the owners
      of cards for parts of records, such as the clans of the troops of sample armies.
    - ``looks``: the looks of its cards, if none of them has the look of the deck.
    - ``groups``: (name, number of cards) of the groups of its cards, such as the elements of strategies, if each card
      belongs to one; ``of_groups``: the looks of these groups.
    - ``own``: the edition is one of the user's project, and not shipped.
    """

    kind: str
    title: str
    count: int
    size: Size
    round: bool
    look: Identity
    contents: tuple[tuple[str, int], ...] = ()
    looks: tuple[Identity, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()
    of_groups: tuple[Identity, ...] = ()
    owners: int = 0
    own: bool = False

    def part(self, first: int, count: int) -> tuple[tuple[str, int], ...]:
        """Return (name, number of cards) for the ``count`` cards from card number ``first`` (0 is the first) on.

        A deck that needs several boxes is divided so. The names are in alphabetical order, in which a player looks for
        them, but in the order of the rows if the cards have owners.
        """
        contents: list[tuple[str, int]] = []
        before = 0
        alphabetical = sorted(self.contents, key=lambda entry: sort_key(entry[0], ()))
        for name, many in self.contents if self.owners else alphabetical:
            inside = min(before + many, first + count) - max(before, first)
            if inside > 0:
                contents.append((name, inside))
            before += many
        return tuple(contents)


def decks_of(
    project: Project, edition: Edition, translator: Translator, theme: Theme, problems: list[Problem]
) -> Iterator[CardDeck]:
    """Yield the decks of an edition: the kinds that have backs, and a card or token for each record."""
    looks_of_kinds = edition.look.get("kinds") or {}
    for product in load_products(project)[0].values():
        # A card for the whole edition, such as a cover, is no deck, nor is what is printed only on request.
        is_printed = not (product.is_page or product.is_general or product.on_request) and product.applies_to(edition)
        if not is_printed or product.backs == "none" or product.each == ["edition"]:
            continue
        rows, _ = rows_of(product, edition)
        printed = [row for row in rows if row.copies]
        count, size = sum(row.copies for row in rows), face_size(product.face)
        if count and size:
            drawer = Look(project, product, edition, theme, problems)
            look = drawer.of()
            # A deck without a drawing gets the drawing of its first card's kind of record.
            first = [row.record.kind for row in printed if row.record][:1]
            kinds = (*first, product.sources()[0][0])
            look_of_kind: Mapping[str, str] = next(
                (looks_of_kinds[kind] for kind in kinds if looks_of_kinds.get(kind)), {}
            )
            art = product.look.get("art") or look_of_kind.get("art") or look.art
            contents, owners = _contents(rows, product.owner, translator)
            by = product.look.get("by") or ""
            groups = _groups(printed, by)
            yield CardDeck(
                product.name,
                translator.template(product.name, product.title),
                count,
                size,
                product.outline == "round",
                replace(look, art=art),
                contents,
                _looks(printed, drawer) if by else (),
                tuple((translator.name(group), many) for group, many in groups),
                tuple(drawer.of(group) for group, _ in groups),
                owners,
                len(project.layers) > 1 and project.holds(edition.tree.place().file),
            )


def sheets_of(project: Project, edition: Edition, translator: Translator) -> Iterator[str]:
    """Yield the titles of the sheets and books about a whole edition: what is printed besides its decks."""
    for product in load_products(project)[0].values():
        whole = product.each == ["edition"] and not (product.on_request or product.is_general)
        if whole and product.backs == "none" and product.applies_to(edition) and any(rows_of(product, edition)[0]):
            yield translator.template(product.name, product.title)


def _contents(
    rows: Sequence[Row], owner: str | None, translator: Translator
) -> tuple[tuple[tuple[str, int], ...], int]:
    """Return ((name of a record, or value of a card; number of cards), in the order of the rows; number of owners).

    The owners are last.
    """
    # If parts of records have owners, there are too many of them to list: their owners are listed.
    grouped = owner if any(row.path and row.record and row.record.get(owner) for row in rows if owner) else None
    counts: Counter[str] = Counter()
    of_owners: Counter[str] = Counter()
    for row in rows:
        if owned := _owner(row, grouped):
            of_owners[translator.name(owned)] += row.copies
        elif row.record and row.copies:
            value = row.item.get("value") if row.path else None
            counts[translator.name(row.record) if value is None else translator.figure(str(value))] += row.copies
        elif row.item.get("records") and row.copies:
            # A card that several records share.
            names = [translator.name(record) for record in row.item["records"]]
            counts[" – ".join(dict.fromkeys((names[0], names[-1])))] += row.copies
    return (*counts.items(), *of_owners.items()), len(of_owners)


def _groups(rows: Iterable[Row], by: str) -> tuple[tuple[Record, int], ...]:
    """Return (record of a group, number of cards); nothing if a card belongs to none, or all to one."""
    counts: dict[str, tuple[Record, int]] = {}
    for row in (row for row in rows if row.record):
        group = _owner(row, by)
        if group is None:
            return ()
        counts[group.id] = group, counts.get(group.id, (group, 0))[1] + row.copies
    return tuple(counts.values()) if len(counts) > 1 else ()


def _owner(row: Row, kind: str | None) -> Record | None:
    """Return the record of a ``kind`` to which a row, or its record, belongs; None without one."""
    slug = (row.item.get(kind) or (row.record and row.record.get(kind))) if kind else None
    return row.edition.records.get(f"{kind}/{slug}") if slug else None


def _looks(rows: Iterable[Row], look: Look) -> tuple[Identity, ...]:
    """Return the different looks of cards, without drawings, in their order.

    There are none if a card has the colour and pattern of its deck, or if all cards look the same.
    """
    looks = dict.fromkeys(replace(look.of(row.record), art="", beside="") for row in rows if row.record)
    of_deck = look.of()
    plain = any((card.colour, card.pattern) == (of_deck.colour, of_deck.pattern) for card in looks)
    return () if plain or len(looks) < 2 else tuple(looks)


@dataclass(frozen=True)
class EquippedValue:
    """A value of a hero with all equipment.

    ``figure`` is spelled as in the data (``5 in``); it is empty if the value doesn't begin with a figure of the hero,
    or if no equipment changes it. ``changes`` are the figures that are added (``+3``), in order.
    """

    figure: str = ""
    changes: tuple[str, ...] = ()


class EquippedHero(ForTemplates):
    """A hero in a situation, with the equipment among ``things`` that is worn (``matchup.worn`` of the vocabulary).

    ``own`` are the figures without equipment by name (``{"movement": "6 in"}``), ``when`` are true conditions
    (``{"self.mounted": False}``). ``records`` are the records of the equipment. Raises Unusable if the game doesn't
    know a condition.
    """

    def __init__(self, game: Game, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]) -> None:
        self._game = game
        self.records: list[Record] = []
        quantities = game.database.vocabulary.section("quantities")
        named = {f"{SIDES[0]}.{name}": value for name, value in own.items()}
        given: dict[str, object] = {name: value for name, value in named.items() if name in quantities} | dict(when)
        names = {str(thing) for thing in things}
        for key in declared_matchup(game.database).worn:
            bringing = game.terms.brings[key]
            equipment = [
                record
                for record in game.edition.records.values()
                if record.kind in bringing.kinds and not names.isdisjoint(bringing.names_of(record))
            ]
            if equipment:
                given[f"{SIDES[0]}.{key}"] = [record.slug for record in equipment]
            self.records += equipment
        self._situation = situation_of(game, given)

    def value(self, hook: str, name: str) -> EquippedValue:
        """Return the value of a hook; ``name`` is the figure of the hero that it may begin with.

        An unknown hook has an empty value.
        """
        if hook not in self._game.database.vocabulary.hooks:
            return EquippedValue()
        trace = self._game.value(hook, self._situation)
        equipment = {record.id for record in self.records}
        steps = [step for step in trace.steps if step.record is not None and step.record.id in equipment]
        begins_with_figure = f"{SIDES[0]}.{name}" in as_list(self._game.play.base.get(hook))
        added = tuple(step.figure for step in steps if step.act == "add")
        return EquippedValue(str(trace.value) if begins_with_figure and steps else "", added)


def equipped_hero(
    database: Database, edition: str, own: Mapping[str, str], things: Iterable[str], when: Mapping[str, object]
) -> EquippedHero | None:
    """Return the hero with these figures and things; None if the vocabulary doesn't know the conditions.

    A project whose vocabulary lacks them has no rules of equipment. Raises Unusable if its rules are invalid, because
    the figures without equipment would be wrong in play.
    """
    game = Game(database, edition)
    return EquippedHero(game, own, things, when) if all(map(game.terms.is_known, when)) else None

"""Pages of prose, which a book has beside the chapters that are made of the data: Markdown files in ``pages/``.

``pages/introduction.md`` begins with what it is: its ``title``, and the chapter that it stands ``before`` or ``after``,
a kind of record; without one it is the first of all. ``pages/introduction.es.md`` is the same page in Spanish. Pictures
are those of ``art``, or drawings, by their names; links lead to records. Raw HTML is not printed, and is told with its
line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from pydantic import BaseModel, ConfigDict

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition
from kensei_docs.database.schema import validate
from kensei_docs.database.word_markup import faults_of_markup, marked
from kensei_docs.database.yaml_files import parse
from kensei_docs.documents.markup.pictures import Unprintable
from kensei_docs.documents.markup.typography import typeset
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import PAGES, Project

if TYPE_CHECKING:
    from markdown_it.token import Token

CHECK = "pages"
_FRONT = re.compile(r"---[ \t]*\n(.*?)^---[ \t]*$\n?", re.S | re.M)
# A name in place of which another language has one: introduction.es.
_IN_LANGUAGE = re.compile(r"(?P<name>.+)\.(?P<language>[a-z]{2,3}(?:_[A-Za-z]+)?)")
_WEB = re.compile(r"(?:https?|mailto):", re.I)
# The headings of a page stand below that of a chapter.
_HEADINGS = {"h1": "h3", "h2": "h3", "h3": "h4", "h4": "h4", "h5": "h4", "h6": "h4"}
# A picture of the project by its name, as markup; raises Unprintable if there is none.
PictureOf = Callable[[str], Markup]


class _Front(BaseModel):
    """What a page says of itself."""

    model_config = ConfigDict(extra="forbid")
    title: str
    before: str = ""
    after: str = ""
    edition: str = ""


@dataclass(frozen=True)
class ProsePage:
    """A page of prose in one language: its title, the chapter beside which it stands, and the markup of its blocks.

    A heading and what follows it are one block. ``before`` and ``after`` are kinds of record, empty if the page says
    none.
    """

    name: str
    title: str
    before: str
    after: str
    blocks: tuple[Markup, ...]

    @property
    def anchor(self) -> str:
        """The id of its heading."""
        return f"page-{self.name}"

    @cached_property
    def html(self) -> Markup:
        """The markup of all blocks."""
        return Markup("\n").join(self.blocks)


def prose_of(
    project: Project, edition: Edition, translator: Translator, kinds: Sequence[str], picture: PictureOf
) -> tuple[list[ProsePage], list[Problem]]:
    """Return the pages of prose of an edition in a language, in the order of their names, and their problems.

    ``kinds`` are those that the book has chapters of. A page that is not translated is in the language of the edition.
    """
    problems: list[Problem] = []
    files = project.named_files(PAGES, suffix=".md")
    pages = []
    for name, file in files.items():
        other = _IN_LANGUAGE.fullmatch(name)
        if other and other["name"] in files:
            continue
        if other:
            message = f"is a translation of {other['name']}.md, which is not there; add it, or rename this one"
            problems.append(Problem(Place(str(file)), message, CHECK))
            continue
        own = _read(file, edition, kinds, picture, problems, edition.written_in)
        if own is None:
            continue
        translated = files.get(f"{name}.{translator.language}")
        if translated:
            own = _read(translated, edition, kinds, picture, problems, translator.language, own) or own
        elif translator.language != edition.written_in:
            message = f"has no translation; write {name}.{translator.language}.md"
            problems.append(Problem(Place(str(file)), message, "translations"))
        pages.append(own)
    return pages, problems


def places_in_pages(project: Project, words: str) -> Iterator[Place]:
    """Yield each place where some words stand in the pages of a project."""
    for file in project.named_files(PAGES, suffix=".md").values():
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            for found in re.finditer(re.escape(words), line):
                yield Place(str(file), number, found.start() + 1)


def placed(pages: Sequence[ProsePage], chapters: Sequence[Any]) -> list[Any]:
    """Return chapters of a book with pages among them: first those that name no chapter, each other one beside its own.

    A chapter has a ``kind``. A page whose chapter isn't there is the last.
    """
    kinds = {chapter.kind for chapter in chapters}
    parts: list[Any] = [page for page in pages if not (page.before or page.after)]
    for chapter in chapters:
        parts += [page for page in pages if page.before == chapter.kind]
        parts.append(chapter)
        parts += [page for page in pages if page.after == chapter.kind]
    return [*parts, *(page for page in pages if (page.before or page.after) and not {page.before, page.after} & kinds)]


def _read(
    file: Path,
    edition: Edition,
    kinds: Sequence[str],
    picture: PictureOf,
    problems: list[Problem],
    language: str,
    original: ProsePage | None = None,
) -> ProsePage | None:
    """Return a page; None if it is of another edition, or can't be read. A translation is where its original is."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        problems.append(Problem(Place(str(file)), "is not UTF-8 text; save it in that encoding", CHECK))
        return None
    found = _FRONT.match(text)
    if not found:
        message = "does not begin with what it is; write '---', 'title: …' and '---' on its first lines"
        problems.append(Problem(Place(str(file), 1), message, CHECK))
        return None
    # The line of the dashes stays, so that places in the front are those in the file.
    tree, faults = parse(file, b"\n" + found[1].encode())
    front = None
    if not faults:
        given = tree.value if isinstance(tree.value, dict) else {}
        front, faults = validate(_Front, tree, "", given, CHECK)
    problems += faults
    if front is None or (front.edition and front.edition != edition.id):
        return None
    for kind in filter(None, (front.before, front.after)):
        if kind not in kinds:
            where = tree.place("before" if kind == front.before else "after")
            message = f"there is no chapter of '{kind}'{closest(kind, kinds)}; the page is printed as the last"
            problems.append(Problem(where, message, CHECK))
    reader = _Reader(file, text.count("\n", 0, found.end()), edition, picture, problems, language)
    blocks = tuple(reader.blocks(text[found.end() :]))
    beside = (original.before, original.after) if original else (front.before, front.after)
    name = original.name if original else file.stem
    return ProsePage(name, typeset(front.title, language), *beside, blocks)


class _Reader:
    """Makes markup of the Markdown of a file, whose text begins below its first ``skipped`` lines."""

    def __init__(
        self, file: Path, skipped: int, edition: Edition, picture: PictureOf, problems: list[Problem], language: str
    ) -> None:
        # Imported here: most projects have no such page.
        from markdown_it import MarkdownIt

        self._file, self._skipped = file, skipped
        self._picture, self._problems = picture, problems
        self._language = language
        self._line = 1
        self._markdown = MarkdownIt("commonmark").enable("table")
        self._ids = {record.id: record for record in edition.records.values()}

    def blocks(self, text: str) -> Iterator[Markup]:
        """Yield the markup of each block; a heading stands with the one after it."""
        waiting: list[str] = []
        for tokens in _top_level(self._markdown.parse(text)):
            waiting.append("".join(map(self._markup, tokens)))
            if tokens[0].type != "heading_open":
                yield Markup("\n".join(filter(None, waiting)))
                waiting = []
        if waiting:
            yield Markup("\n".join(waiting))

    def _markup(self, token: Token) -> str:
        if token.map:
            self._line = token.map[0] + self._skipped + 1
        match token.type:
            case "inline":
                return "".join(map(self._markup, token.children or ()))
            case "text":
                # Markdown has made elements of all stars that are pairs.
                for fault in faults_of_markup(token.content):
                    self._tell(f"has {fault.said}")
                return escape(typeset(marked(token.content), self._language), quote=False)
            case "softbreak":
                self._line += 1
                return "\n"
            case "hardbreak":
                return "<br>"
            case "code_inline":
                return f"<code>{escape(token.content)}</code>"
            case "fence" | "code_block":
                return f"<pre>{escape(token.content)}</pre>"
            case "hr":
                return "<hr>"
            case "image":
                return self._image(token)
            case "html_block" | "html_inline":
                self._tell("raw HTML is not printed; write it in Markdown")
                return ""
            case "link_open":
                return self._link(str(token.attrs.get("href", "")))
            case "link_close":
                return "</a>" if self._linked.pop() else ""
        if token.hidden:
            # The paragraph of an item of a list without blank lines.
            return ""
        tag = _HEADINGS.get(token.tag, token.tag)
        named = ' class="parts"' if tag == "table" else ""
        return f"</{tag}>" if token.nesting < 0 else f"<{tag}{named}>"

    @cached_property
    def _linked(self) -> list[bool]:
        """Whether each link that is open is printed as one."""
        return []

    def _link(self, goal: str) -> str:
        """Return the beginning of a link to a record, or nothing: the address of a page on the web is no place here."""
        record = self._ids.get(goal.lstrip("#").replace("--", "/"))
        self._linked.append(record is not None)
        if record:
            return f'<a href="#{escape(record.id.replace("/", "--"))}">'
        if not _WEB.match(goal):
            self._tell(
                f"the link '{goal}' leads to no record{closest(goal, self._ids)}; write one such as ability/leader"
            )
        return ""

    def _image(self, token: Token) -> str:
        source = str(token.attrs.get("src", ""))
        try:
            drawn = self._picture(source)
        except Unprintable as fault:
            self._tell(str(fault))
            return ""
        said = f"<figcaption>{escape(typeset(token.content, self._language))}</figcaption>" if token.content else ""
        return f'<figure class="shown">{drawn}{said}</figure>'

    def _tell(self, message: str) -> None:
        self._problems.append(Problem(Place(str(self._file), self._line), message, CHECK))


def _top_level(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the tokens of each block that is in no other one."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if depth == 0:
            yield block
            block = []

"""The Jinja environment of templates: the functions that they can call, the typography of texts, and the sandbox.

In the sandbox, a template of another person runs no program and reads no file. It may call the functions of its
environment, its own macros, and methods that only read. Everything else, such as the methods of paths and the
attributes of functions, raises a ``SecurityError``.

What is wrong with the markup has the place in a template, or in a message, at which it was written. What a face prints
as it is written is a finding: placeholders, names of figures, braces.

A page for the screen is sent to others, who open it without a thought. Its policy lets the scripts that come with the
tool run, each by its digest, and nothing else. It stands before all that a template writes, which so can't weaken it.
What a template of a project adds (a script, an event of an element, an address that is a script) doesn't run, and is a
finding.
"""

from __future__ import annotations

import html
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from itertools import islice
from operator import is_
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any, NoReturn

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator
from jinja2.exceptions import SecurityError, TemplateRuntimeError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.nodes import Impossible, TemplateData
from jinja2.runtime import LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from kensei_docs.caches import read_entry, shared_folder, write_entry
from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.icon_names import IconNames
from kensei_docs.catalogues.translator import BLANK
from kensei_docs.database import Edition, Record
from kensei_docs.database.placeholders import of_braces_in_cell
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.discover import version_of
from kensei_docs.documents.markup.svg import read_svg
from kensei_docs.documents.markup.typefaces import embedded
from kensei_docs.documents.markup.typography import typeset as set_words
from kensei_docs.documents.products.product import Row
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.processes import OutOfTime
from kensei_docs.project import SHARED_TEMPLATES, TEMPLATES, Project, shipped

SHARED = "_shared"
# A blank to fill in by pen, for a value that the document leaves out.
BLANK_MARKUP = Markup('<span class="blank"></span>')

# Private characters before and after a figure, and for a blank, which are replaced when the text has been escaped.
_FIGURE = "\ue000"
_END = "\ue001"
_BLANK = "\ue002"
# Figures that must not be broken over lines, although a line break is possible, such as 5–6 and D/W.
_WHOLE = re.compile(r"[^\s\ue000\ue001]+[–/][^\s\ue001]+(?=\ue001)")
_ITEM = re.compile(r"\u2003?(?:\u2022|\w{1,2}[.)-])\s")  # the sign of a list's item at the beginning of a line
_LABEL = re.compile(r"^[^<>.,:;]{1,32}:(?= )")


class ForTemplates:
    """The base of classes for templates, which may call their public methods."""


class Collected(list[Any], ForTemplates):
    """A list to which a template can ``add`` values; the lists of the data can't be changed."""

    def add(self, value: Any) -> str:
        """Add a value; return nothing to print."""
        self.append(value)
        return ""


# The methods of strings that only read, without ``format``, which can access attributes of its arguments.
_OF_STRINGS = (
    *("capitalize", "lower", "title", "upper", "strip", "lstrip", "rstrip", "replace"),
    *("split", "splitlines", "partition", "rpartition", "join", "startswith", "endswith"),
    *("isalpha", "isdecimal", "isdigit", "islower", "isupper"),
)
# The methods of values that templates may call.
_METHODS: dict[type, frozenset[str]] = {
    str: frozenset(_OF_STRINGS),
    Mapping: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    LoopContext: frozenset({"changed", "cycle"}),
    Record: frozenset({"borrowed", "condition", "figure", "get"}),
    Edition: frozenset({"errata_on", "leaves_out", "records_of", "rulings_on"}),
}
# Characters that mean something in Markdown; the filter ``md`` writes a backslash before each.
_OF_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|]")
# What Python and Jinja say of None.
_OF_NONE = re.compile(r"'None(?:Type)?'(?: object)? has no attribute '(\w+)'")
# The bits that a power may have.
_MAX_POWER_BITS = 10_000
# The characters of markup that a template may make, or of a text, or entries of a list, that it may repeat together.
# The largest shipped book of rules takes a twentieth of them.
_MAX_MARKUP = 50_000_000
_TOO_MUCH_TEXT = "it makes {} characters of markup, and a face has at most {}; see what it repeats"
# The global functions of Jinja that templates use.
_JINJA_FUNCTIONS = ("dict", "namespace", "range")


class _CompiledTemplates(BytecodeCache):
    """The cache of compiled templates, which all projects share: all sandboxes compile in the same way."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name of a template's entry; that of Jinja takes no path that is not UTF-8."""
        return digest_of(name, filename or "")

    def load_bytecode(self, bucket: Bucket) -> None:
        if parts := read_entry(self._entry(bucket), self._source(bucket)):
            bucket.bytecode_from_string(parts[0])

    def dump_bytecode(self, bucket: Bucket) -> None:
        write_entry(self._entry(bucket), self._source(bucket), bucket.bytecode_to_string())

    def _entry(self, bucket: Bucket) -> Path:
        return shared_folder("compiled") / bucket.key

    def _source(self, bucket: Bucket) -> str:
        # Another version of this module may compile differently.
        return digest_of(bucket.checksum, digest_of_code(__file__), version_of("Jinja2"), sys.version)


class _ComputingNothing(CodeGenerator):
    """Compiles a template without computing what in it is constant: no limit holds then, and no line is known."""

    def _output_child_to_const(self, node: Any, frame: Any, finalize: Any) -> str:
        if not isinstance(node, TemplateData):
            raise Impossible
        return super()._output_child_to_const(node, frame, finalize)


def _printed(value: Any) -> Any:
    """Return what a template prints; raises TemplateRuntimeError for what only a program can read."""
    if callable(value) and not isinstance(value, Undefined):
        raise TemplateRuntimeError("prints a function; call it, as in {{ name(record) }}")
    if value is None:
        raise TemplateRuntimeError("prints 'None', for no such value is there; write {{ … or '' }}, or test it")
    if isinstance(value, str | int | float | Undefined):
        return value
    # What has no words of its own is printed as a program writes it, some with its address in memory.
    is_written_out = type(value).__str__ is not object.__str__  # type: ignore[comparison-overlap]
    if isinstance(value, Mapping | list | tuple | set | frozenset | Record | Edition) or not is_written_out:
        what = type(value).__name__.lower()
        raise TemplateRuntimeError(f"prints a {what} as a program writes it; print its parts, one by one")
    return value


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of every template; templates can call functions in ``globals``, and methods in ``_METHODS``."""

    code_generator_class = _ComputingNothing
    intercepted_binops = frozenset({"*", "**"})

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            optimized=False,
            finalize=_printed,
            bytecode_cache=_CompiledTemplates(),
            **settings,
        )
        self.globals = {name: self.globals[name] for name in _JINJA_FUNCTIONS}
        self.globals["collected"] = Collected
        # Where a template asked for what a record has not, by kind of record and path.
        self.unanswered: dict[tuple[str, str], Place] = {}
        self.filters["md"] = lambda words: _OF_MARKDOWN.sub(r"\\\g<0>", str(words))

    def compile(self, source: Any, name: Any = None, filename: Any = None, *others: Any, **more: Any) -> Any:
        """Compile a template; raises TemplateSyntaxError, also where Python can't compile what is nested so deeply."""
        try:
            return super().compile(source, name, filename, *others, **more)
        except (TemplateError, OSError):
            raise
        except (RecursionError, MemoryError, SyntaxError) as fault:
            raise TemplateSyntaxError("is nested too deeply; take it apart", 1, name, filename) from fault
        except Exception as fault:
            raise TemplateSyntaxError(_said_of(fault), 1, name, filename) from fault

    @staticmethod
    def concat(parts: Iterable[str]) -> str:
        """Return the markup that a template makes; raises TemplateRuntimeError, at the template's line, for too much.

        ``parts`` is the generator of a template.
        """
        made, size = [], 0
        for part in parts:
            made.append(part)
            size += len(part)
            if size > _MAX_MARKUP:
                fault = TemplateRuntimeError(_TOO_MUCH_TEXT.format(size, _MAX_MARKUP))
                if not isinstance(parts, Generator):
                    raise fault
                parts.throw(fault)
        return "".join(made)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return a product or a power; raises OverflowError for a large one.

        Python computes a power without a pause to stop it in, and a text that is repeated takes all memory there is.
        """
        if isinstance(left, int) and isinstance(right, int):
            if operator == "**" and left.bit_length() * abs(right) > _MAX_POWER_BITS:
                raise OverflowError("a power has too many digits")
        elif operator == "*":
            for repeated, times in ((left, right), (right, left)):
                if isinstance(repeated, Sequence) and isinstance(times, int) and len(repeated) * times > _MAX_MARKUP:
                    what = "a text" if isinstance(repeated, str) else "a list"
                    message = f"it repeats {what} {times} times, which is too much for a face; repeat it less often"
                    raise OverflowError(message)
        return super().call_binop(context, operator, left, right)

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise the exception of a template; it is a TemplateError whatever went wrong, or Unusable."""
        try:
            super().handle_exception(source)
        except (TemplateError, Unusable, OSError):
            raise
        except Exception as fault:
            named = {getattr(value, "__code__", None): name for name, value in self.globals.items()}
            called = (frame.f_code for frame, _ in walk_tb(fault.__traceback__))
            function = next((named[code] for code in called if code in named), "")
            if function and isinstance(fault, AttributeError) and isinstance(fault.obj, str | int | list | dict):
                what = f"{function}() takes a record, and is given something else"
                said = f"{what}; write it with one in its brackets, such as {function}(record)"
            else:
                said = _said_of(fault)
            raise TemplateRuntimeError(said).with_traceback(fault.__traceback__) from fault

    def call(self, context: Any, called: Any, /, *arguments: Any, **named: Any) -> Any:
        """Return what a call in a template does; raises SecurityError for what a template may not call."""
        try:
            value = super().call(context, called, *arguments, **named)
        except SecurityError:
            if self.is_safe_callable(called):
                raise
            # Jinja's own message has the address of the object in memory.
            name = getattr(called, "__name__", type(called).__name__)
            message = f"it calls '{name}', which no template may; docs/add-a-kind-of-document.md says what it may call"
            raise SecurityError(message) from None
        if value is None and isinstance(record := getattr(called, "__self__", None), Record) and arguments:
            self.ask(record, str(arguments[0]))
        return value

    def ask(self, record: Record, path: str) -> None:
        """Remember where a template asks a record for a path, if the record has nothing there."""
        if record.get(path) is None:
            asked = record.kind, path
            if asked not in self.unanswered and (place := calling_place()):
                self.unanswered[asked] = place

    def is_safe_callable(self, obj: Any) -> bool:
        """Return whether a template may call an object."""
        # An undefined name raises its own exception.
        if isinstance(obj, Macro | Undefined) or any(map(partial(is_, obj), self.globals.values())):
            return True
        owner, name = getattr(obj, "__self__", None), str(getattr(obj, "__name__", "_"))
        if isinstance(owner, ForTemplates):
            return not name.startswith("_")
        return any(name in names for kind, names in _METHODS.items() if isinstance(owner, kind))


class _Loader(FileSystemLoader):
    """Loads templates from folders; a drawing that a template includes has to be one that can be printed."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            source, file, is_current = super().get_source(environment, template)
        except UnicodeDecodeError as fault:
            line = fault.object[: fault.start].count(b"\n") + 1
            file = next(str(path) for folder in self.searchpath if (path := Path(folder, template)).is_file())
            raise TemplateSyntaxError("not UTF-8 text; save it in that encoding", line, template, file) from None
        for problem in read_svg(Path(file)).problems if file.endswith(".svg") else ():
            raise TemplateSyntaxError(problem.message, problem.place.line or 1, template, file)
        return source, file, is_current


_OF_RECORD = re.compile(r"'kensei_docs\.database\.model\.Record object' has no attribute '(\w+)'")
_LACKS = re.compile(r"(\S+\(\)) missing \d+ required (?:positional|keyword-only) arguments?: (.+)")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")


def said_of_template(fault: TemplateError, has_record: bool, names: Iterable[str] = ()) -> str:
    """Return what is wrong with a template, and what to do.

    ``has_record``: whether its face is of a record; ``names`` are those that its templates know.
    """
    if isinstance(fault, TemplateNotFound):
        named = ", ".join(f"'{name}'" for name in getattr(fault, "templates", [fault.name]))
        return f"there is no template {named}; it can include those of its own folder and of templates/_shared, by name"
    message = str(fault)
    asked = _OF_NONE.search(message)
    if asked and has_record:
        return f"it asks for '{asked[1]}' of what is not there; test that with 'if' first"
    if asked:
        where = "name a kind of record under 'each' in kind.yaml, or test 'if record' first"
        return f"it asks a record for '{asked[1]}', and this face has none; {where}"
    if lacking := _OF_RECORD.fullmatch(message):
        parts = [name for name in dir(Record) if not name.startswith("_")]
        hint = closest(lacking[1], parts)
        return f"a record has no '{lacking[1]}'{hint}; write record.get('FIELD') for a field of its data"
    if undefined := _UNDEFINED.fullmatch(message):
        return f"{message}{closest(undefined[1], names)}; mend the name, or set it first"
    return message


def _said_of(fault: Exception) -> str:
    """Return what a template did that raised an exception."""
    match fault:
        case RecursionError():
            return "it calls or includes itself without end; give that an end"
        case MemoryError():
            return "it needs more memory than a face may take; see what it repeats"
        case OutOfTime():
            return "it takes more time than a face may take; see what it repeats"
        case _:
            # Python names a function with those around it: environment.<locals>.text().
            said = re.sub(r"[\w.]*<locals>\.", "", str(fault)) or type(fault).__name__
            lacks = _LACKS.search(said)
            return f"{lacks[1]} is called without {lacks[2]}; write it in the brackets" if lacks else said


def _with_items(markup: str) -> str:
    """Return the markup of a text of several lines, those of a list's items set off."""
    found = ""
    above = True
    for line in markup.split("\n"):
        item = _ITEM.match(line) is not None
        found += f'<span class="item">{line}</span>' if item else line if above else f"<br>{line}"
        above = item
    return found


def environment(project: Project, translator: Translator, context: str, *folders: Path) -> Sandbox:
    """Return the environment for the templates in some folders and the shared ones.

    ``context`` is the msgctxt of the templates' own messages.
    """

    def typeset(words: str) -> str:
        return set_words(words, translator.language)

    def text(record: Record, path: str = "text") -> Markup:
        words = typeset(translator.text(record, path, lambda f: _BLANK if f == BLANK else f"{_FIGURE}{f}{_END}"))
        marked = _WHOLE.sub(r'<span class="whole">\g<0></span>', str(escape(words)))
        if record.copied and path in ("text", "reminder"):
            marked = _with_items(marked)
        return Markup(marked.replace(_BLANK, BLANK_MARKUP).replace(_FIGURE, '<b class="figure">').replace(_END, "</b>"))

    def words_at(record: Record, path: str = "text") -> Markup:
        # A part of a record may well lack a message that its neighbours have.
        if "." not in path or path.startswith("rules."):
            sandbox.ask(record, path)
        return text(record, path)

    def term(term_id: str) -> str:
        return translator.term(term_id, _calling_template)

    def brief_message(record: Record) -> str:
        """Return a record's reminder, which says its text in fewer words, or its text, with the names of figures."""
        return str(record.get("reminder") or record.get("text") or "")

    def brief(record: Record) -> Markup:
        return text(record, "reminder") or text(record)

    def rule(record: Record, key: str) -> Markup:
        """Return one of a record's ``rules``; a label at its beginning (``Total: …``) is bold."""
        return Markup(_LABEL.sub(r"<b>\g<0></b>", str(words_at(record, f"rules.{key}"))))

    def own_words(record: Record, field: str) -> str:
        """Return the words in a field of a project's own, in the printed language; those of a list with commas."""
        sandbox.ask(record, field)
        value = record.get(field)
        words = value if isinstance(value, list | tuple) else [] if value is None else [value]
        return ", ".join(typeset(translator.own_words(record, field, str(word))) for word in words)

    def condition(record: Record, path: str) -> str:
        return typeset(translator.condition(record, path))

    def modifier(record: Record, path: str) -> Markup:
        """Return the name of a modifier, with the conditions that are not in the name after it."""
        name = text(record, f"{path}.name")
        conditions = condition(record, path)
        return name + Markup(' <span class="when">({})</span>').format(conditions) if conditions else name

    # Some editors begin a file with a byte order mark, which is no character of its text.
    loader = _Loader([*folders, *project.folders(*SHARED_TEMPLATES)], encoding="utf-8-sig")
    sandbox = Sandbox(loader=loader, autoescape=True)
    sandbox.filters["typeset"] = typeset
    sandbox.globals.update(
        _=lambda words, **figures: typeset(translator.template(context, words, figures)),
        name=lambda record: typeset(translator.name(record)),
        text=words_at,
        figure=lambda value: BLANK_MARKUP if value is None else translator.figure(value),
        brief=brief,
        brief_message=brief_message,
        rule=rule,
        condition=condition,
        words_of=lambda when: typeset(translator.phrase(when)),
        modifier=modifier,
        term=term,
        own_words=own_words,
        hook=translator.hook,
        edition_name=translator.edition,
        language=translator.language,
        embedded=lambda css: embedded(str(css)),
        policy=lambda script: _POLICY.format(f"'sha256-{digest_for_policy(str(script))}'"),
    )
    return sandbox


# Private characters around the file and line of a tag, in markup that tells where it was written.
_MARK = re.compile("\ue005(.*?)\ue006(\\d+)\ue007")
_TAG = re.compile(r"<(?=[a-zA-Z])")


def calling_place() -> Place | None:
    """Return the file and line of the template that calls a function; None if no template does."""
    frame: FrameType | None = sys._getframe()
    while frame:
        template = frame.f_globals.get("__jinja_template__")
        if isinstance(template, Template):
            return Place(template.filename or template.name or "", template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back
    return None


def _calling_template() -> Place | None:
    """Return the place of a template of a project that calls a function; those of the tool print any game's terms."""
    place = calling_place()
    return place if place and not Path(place.file).is_relative_to(shipped()) else None


class _Marking(Extension):
    """Puts the file and line of each tag of a template before it."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type != "data":
                yield token
                continue

            def mark(tag: re.Match[str], token: Token = token) -> str:
                line = token.lineno + token.value.count("\n", 0, tag.start())
                return f"\ue005{stream.filename or stream.name}\ue006{line}\ue007<"

            yield Token(token.lineno, "data", _TAG.sub(mark, token.value))


def marking(sandbox: Environment) -> Environment:
    """Return an environment with the same templates, which mark each tag with its file and line; see ``unmarked``."""
    return sandbox.overlay(extensions=[_Marking], bytecode_cache=None, cache_size=0)


def unmarked(html: str) -> tuple[str, list[tuple[int, str, int]]]:
    """Return marked markup without its marks, and (index, file, line) of each tag."""
    places: list[tuple[int, str, int]] = []
    parts: list[str] = []
    length = end = 0
    for mark in _MARK.finditer(html):
        parts.append(html[end : mark.start()])
        length += len(parts[-1])
        places.append((length, mark[1], int(mark[2])))
        end = mark.end()
    return "".join((*parts, html[end:])), places


TEMPLATES_CHECK = "templates"

# A placeholder of a message, or the name of a figure, that was printed without its value.
_PLACEHOLDER = re.compile(r"%\([\w-]+(?:\|[\w-]+)?\)s|(?<=[ >])\$[a-z][\w-]*(?=[ ,.;<])")
# With a colon it is a setting in YAML, as the page for calibrating a printer shows it.
_BRACES = re.compile(r"\{[^{}<>:]{1,80}\}")
_CALL_IN_BRACES = re.compile(r"\{\s*(\w+\(.*\))\s*\}")
# What is no text of the face: styles, drawings and tags.
_NO_TEXT = re.compile(r"<(style|script|svg)\b.*?</\1>|<[^>]*>", re.S)


def printed_as_written(
    html: str, row: Row, template: Path, told: Iterable[Problem], icons: IconNames
) -> Iterator[Problem]:
    """Yield the problems of the markup of a row's face, which a template has made.

    ``told`` are those of the messages that it printed: what they tell is no fault of the template. Words in braces may
    name one of the ``icons``.
    """
    # The name of a game may be written like a placeholder.
    named = str(escape(row.edition.name))
    html = html.replace(named, "") if named and ("%(" in named or "{" in named) else html
    if ("%(" in html or "$" in html) and (left := _PLACEHOLDER.search(html)):
        yield _as_it_stands(unescape(left[0]), row, template, icons)
    shown = names_in_braces(html)
    said = [problem.message for problem in told]
    unsaid = (braces for braces in shown if not any(f"'{braces}'" in message for message in said))
    yield from (_as_it_stands(braces, row, template, icons) for braces in islice(unsaid, 1))


def names_in_braces(html: str) -> list[str]:
    """Return what the text of some markup has in braces, such as ``{coin}``."""
    return [unescape(braces) for braces in _BRACES.findall(_NO_TEXT.sub(" ", html))] if "{" in html else []


def _as_it_stands(words: str, row: Row, template: Path, icons: IconNames) -> Problem:
    """Return the problem that a placeholder, or words in braces, are printed; its place is that of the message with
    them, but that of the template if it prints a message without its figures."""
    place, record = _place_of(words, row, template)
    if call := _CALL_IN_BRACES.fullmatch(words):
        message = f"prints '{words}' as it stands; write two braces, '{{{{ {call[1]} }}}}'"
        return Problem(_line_with(words, template), message, TEMPLATES_CHECK)
    figures = (record.get("figures") or {}) if record else {}
    name = re.findall(r"[\w-]+|$", words)[0]
    what = f"prints '{words}' as it stands"
    if words.startswith("{"):
        near = closest(f"%({words.strip('{} ')})s", [f"%({figure})s" for figure in figures])
        remedy = icons.meant_by(words, figures) or (
            f"{near}; write %(NAME)s for a figure, and in braces the words for one thing and for several behind a "
            "figure, such as {card|cards}"
        )
        if isinstance(place, CellPlace) and not icons.meant_by(words, figures):
            what, remedy = f"has '{words}', which stands for nothing in a cell", f"; {of_braces_in_cell(words[1:-1])}"
        message = f"{what}{remedy}"
        if place.file == str(template):
            # It is printed of every record.
            place, record = _line_with(words, template), None
    elif name in figures or place.file == str(template):
        owner, place = record or row.edition, Place(str(template))
        message = f"prints '{words}' of {owner.id} without its figure; print the message with 'text(record, path)'"
    else:
        message = f"{what}{closest(name, figures)}; name a figure of the record, or take it out"
    return Problem(place, message, TEMPLATES_CHECK, edition=row.edition.id, record=record.id if record else None)


def _line_with(words: str, template: Path) -> Place:
    """Return the line of a template that has some words, the template if none has."""
    text = template.read_text(encoding="utf-8")
    at = text.find(words)
    return Place(str(template), text.count("\n", 0, at) + 1 if at >= 0 else None)


def place_of_words(words: str, row: Row, template: Path) -> Place:
    """Return the place of the message with some words, of a row's record or of its edition, else the template."""
    return _place_of(words, row, template)[0]


def _place_of(words: str, row: Row, template: Path) -> tuple[Place, Record | None]:
    """Return the place of the message that has some words as they are printed, and its record, else the template.

    It is a message of the row's record; of any record, where the row is no record's, such as a reference's.
    """
    edition = row.edition
    all_records = (*edition.records.values(), *edition.rulings.values(), *edition.headlines.values())
    messages = ((record, *one) for record in ([row.record] if row.record else all_records) for one in record.messages)
    having = ((record.place(path), record) for record, path, text in messages if words in text.replace("%%", "%"))
    return next(having, (Place(str(template)), row.record))


SCRIPTS_CHECK = "scripts"
# Where the policy goes: behind the first tag of the head, where a page begins as it should.
_HEAD = re.compile(r'\s*<!DOCTYPE html>\s*<html(?:\s[\w-]+="[^"<>]*")*\s*>\s*<head>', re.I)
_DOCTYPE = re.compile(r"\s*<!DOCTYPE html>", re.I)
_MOST_QUOTED = 40
# The Content-Security-Policy of a page: only scripts with these digests run, and nothing is fetched.
_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; script-src {}; base-uri 'none'; "
    "form-action 'none'"
)


def digest_for_policy(script: str) -> str:
    """Return the digest of a script as a Content-Security-Policy has it."""
    return b64encode(sha256(script.encode()).digest()).decode()


def with_policy(page: str, template: Path) -> tuple[str, list[Problem]]:
    """Return a page with its policy, and a problem for each thing in it that a browser does not run.

    ``template`` is the file that the page was made with.
    """
    found = _Scripts()
    found.feed(page)
    found.close()
    digests: dict[str, None] = {}
    problems: list[Problem] = []
    for start, script in found.scripts:
        if "src=" not in start and _is_shipped(script):
            digests[f"'sha256-{digest_for_policy(script)}'"] = None
        else:
            problems.append(_problem(template, "a script of its own,", script or start))
    problems += [_problem(template, "a script in", tag) for tag in found.tags]
    policy = _POLICY.format(" ".join(digests) or "'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy, quote=False)}">'
    begins = _HEAD.match(page) or _DOCTYPE.match(page)
    end = begins.end() if begins else 0
    return f"{page[:end]}\n{meta}{page[end:]}", problems


def foreign_scripts(markup: str, template: Path) -> list[Problem]:
    """Return the problems that some markup has a script, an event of an element, or an address that is a script.

    No page that it is part of lets them run.
    """
    found = _Scripts()
    found.feed(markup)
    found.close()
    scripts = (_problem(template, "a script of its own,", script or start) for start, script in found.scripts)
    return [*scripts, *(_problem(template, "a script in", tag) for tag in found.tags)]


class _Scripts(HTMLParser):
    """Collects the scripts of a page with their tags, and the tags that hold a script or lead away by themselves."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[tuple[str, str]] = []
        self.tags: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start, given = self.get_starttag_text() or "", {name: (value or "").strip().lower() for name, value in attrs}
        # What is no program, but data for one.
        if tag == "script" and given.get("type") != "application/json":
            self.scripts.append((start, ""))
            self._open = True
        is_script = [name.startswith("on") or value.startswith("javascript:") for name, value in given.items()]
        refreshes = tag == "meta" and given.get("http-equiv") == "refresh"
        if any(is_script) or refreshes or tag in ("iframe", "object", "embed", "base"):
            self.tags.append(start)

    def handle_data(self, data: str) -> None:
        if self._open:
            start, script = self.scripts[-1]
            self.scripts[-1] = start, script + data

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "script"


def _is_shipped(script: str) -> bool:
    """Return whether a script consists of files that come with the tool, one after the other."""
    rest = script.strip()
    while rest:
        begins = next((own for own in _shipped_scripts() if rest.startswith(own)), None)
        if begins is None:
            return False
        rest = rest.removeprefix(begins).strip()
    return True


@cache
def _shipped_scripts() -> tuple[str, ...]:
    files = sorted((shipped() / TEMPLATES).rglob("*.js"))
    return tuple(file.read_text(encoding="utf-8").strip() for file in files)


def _problem(template: Path, what: str, text: str) -> Problem:
    """Return the problem that a page has a text that no browser runs, at the line of the template that begins so."""
    words = " ".join(text.split())
    quoted = f"'{words[:_MOST_QUOTED]}…'" if len(words) > _MOST_QUOTED else f"'{words}'"
    message = f"puts {what} {quoted}, on a page for the screen, where no browser runs it; take it out"
    first = next(iter(text.strip().splitlines()), "").strip()
    lines = enumerate(template.read_text(encoding="utf-8").splitlines(), 1)
    # Another file may have it.
    line = next((number for number, line in lines if first and first in line), None)
    return Problem(Place(str(template), line), message, SCRIPTS_CHECK)

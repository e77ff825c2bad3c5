"""What is wrong with a translation, for the checks, the status and the page: alone, and beside its message."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import cache
from html.entities import html5
from typing import NamedTuple
from unicodedata import category, name, normalize

from kensei_docs.catalogues.icon_names import IconNames
from kensei_docs.catalogues.po import Translation
from kensei_docs.database.placeholders import LONE_SIGN, PLACEHOLDER, Forms, mistakes_in, unknown_ways
from kensei_docs.database.word_markup import count_of_markup, faults_of_markup, icons_in, without_icons, without_signs
from kensei_docs.problems import Severity, closest
from kensei_docs.slugs import likeliest

# HTML with its comments and entities, which browsers read without their semicolon too; BBCode; and Markdown that words
# don't have: other emphasis, code, headings and links. Lengths are bounded, so that a long text costs no more than its
# length.
_MARKUP = re.compile(
    r"<!--.*?(?:-->|$)|<(?P<element>[A-Za-z]\w*)>[^<>\n]{1,200}</(?P=element)>|<[/!?]?[A-Za-z]\w*(?:[^<>]*>)?|&#?\w+;|&#\d+|&[A-Za-z]+(?!\w)"
    r"|\[/\w+\]|\[[bius]\]|\[(?P<tag>\w+)(?:=[^\]]*)?\](?=.{0,400}?\[/(?P=tag)\])|\[[^\]\n]{0,200}\]\([^)\s]{0,400}\)"
    r"|(?<![\w*_~])(?P<mark>_{1,3}|~~|'{2,3}|==)(?=[^\W_]|%\().{0,400}?(?<=[\w.,:;!?)])(?P=mark)(?![\w*_~])|`[^`\n]{1,200}`|^\#{1,6}\s",
    re.S | re.M,
)
_LENGTH_OF_LABEL = 3
_ELEMENT = re.compile(r"<([A-Za-z]\w*)>[^<>]*</\1>$", re.I)
_TAG = re.compile("<[^<>]*>")
# What stands around the words of an element.
_STARS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
# The check of bold words, italic words and icons.
MARKUP_CHECK = "markup-of-words"
_TAGS = (
    "a|abbr|b|big|br|center|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|q|s|small|span|strike|"
    "strong|style|sub|sup|table|td|th|tr|tt|u|ul"
)
_WORD_IN_ANGLES = re.compile(rf"<(?!(?:{_TAGS})\W)\w+>$", re.I)
_BRACES = re.compile(r"(?<![%$])\{+[^{}]*\}*|(?<!\w)\}+")
# With a colon it is a setting in YAML, as the page for calibrating a printer shows it.
_BRACES_IN_MESSAGE = re.compile(r"\{[^{}<>:]{1,80}\}")
# A name in braces that is nothing: an icon without ``icon:``, or a figure.
_NAME_IN_BRACES = re.compile(r"\{[^{}<>:|]{1,80}\}")
_BLANKS = re.compile(r"[^\S\n]{2,}")
# Marks that join or turn letters, of use in scripts other than ours.
_OF_OTHER_SCRIPTS = "\u200c\u200d\u200e\u200f"
_SOFT_HYPHEN = "\u00ad"
# Marks that choose how an emoji looks, and that join several to one.
_OF_EMOJI = "\u200d\ufe0e\ufe0f"
# Letters and marks without a shape: Default_Ignorable_Code_Point of Unicode, where the category does not say it, and
# the braille pattern without dots.
_WITHOUT_SHAPE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# A figure needs no blank to stand twice in a row.
_DOUBLED = re.compile(
    r"(?<![\w%-])([^\W\d_]{2,})\s+\1(?![\w-])|(?<!%)%\((?P<figure>[\w-]+)(?:\|\w+)?\)s\s*%\((?P=figure)(?:\|\w+)?\)s",
    re.I,
)
# UTF-8 that was read as Latin-1 shows a capital A with tilde or circumflex before a symbol.
_BROKEN = re.compile("\ufffd|[ÃÂ][\u0080-\u00bf]|â€")
# Scripts that have letters that look alike.
_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp"}


class Fault(NamedTuple):
    """What is wrong with a translation, with the name and severity of the check that tells it too."""

    message: str
    check: str
    severity: Severity = "error"


def placeholder_faults(forms: Forms, words: str, for_one: bool = False) -> Iterator[str]:
    """Yield what is wrong with the placeholders of a translation: one that has any of these is not printed.

    The string for exactly one thing (``for_one``) may leave out the figure that counts: "once" for "%(times)s times".
    """
    expected = {**_names(forms.one), **_names(forms.many)}
    given = _names(words)
    mistakes = mistakes_in(words, expected)
    in_braces = dict.fromkeys(_BRACES.findall(without_icons(words)))
    all_braces = [braces for braces in in_braces if braces not in forms.one + forms.many]
    meant = {*(mistake.figure for mistake in mistakes), *(braces.strip("{} ") for braces in all_braces)}
    lacking = [figure for figure in expected if figure not in given and figure not in meant]
    others = [figure for figure in given if figure not in expected and figure.strip()]
    renamed = {figure: likeliest(figure, lacking) for figure in others}
    if len(others) == len(lacking) == 1:
        # A translator who translates its name writes another one altogether.
        renamed = {others[0]: lacking[0]}
    for figure in lacking:
        if figure not in renamed.values() and not (for_one and figure == forms.counted):
            yield f"has no %({figure})s, which the message has; put it where the figure belongs"
    for figure in others:
        if in_message := renamed[figure]:
            yield f"has %({figure})s, which the message hasn't; write %({in_message})s"
        else:
            yield f"has %({figure})s, which the message hasn't{closest(figure, expected)}; mend the name"
    of_message = {mistake.said for mistake in mistakes_in(forms.one, expected)}
    for mistake in mistakes:
        # A name has no figures, and its percent sign is one: "50 % off".
        if mistake.said not in of_message:
            yield f"has {mistake.said}"
    yield from (f"has {fault}" for fault in unknown_ways(words))
    for braces in all_braces:
        forms_of_it = (
            "words in braces, which belong in the message; write a form for each number (msgstr[0], msgstr[1] …)"
        )
        yield f"has '{braces}', {forms_of_it if '|' in braces else _of_braces(braces, expected, icons_in(forms.one))}"


def message_faults(forms: Forms, is_name: bool, of_record: bool, icons: IconNames | None = None) -> Iterator[Fault]:
    """Yield what is wrong with a message itself; a name is as its document writes it, ``icons`` are those it can have.

    Braces of a record's message are told where they are printed, with the figure that may be meant.
    """
    for text in filter(None, (forms.one, forms.many)):
        yield from (Fault(fault, "placeholders") for fault in placeholders_in_message(text, not of_record, icons))
        yield from _slips(text, "error")
        yield from (Fault(f"has {fault.said}", MARKUP_CHECK) for fault in faults_of_markup(text))
        if not is_name:
            yield from (Fault(fault, "no-stray-characters") for fault in stray_in_message(text))


def _slips(words: str, *severities: Severity) -> Iterator[Fault]:
    """Yield slips of some severities: a language may say a word twice in a row, and no figure."""
    for slip in slips_of_the_pen(words):
        severity: Severity = "error" if "%(" in slip else "warning"
        if severity in severities:
            yield Fault(slip, "doubled-or-corrupt-text", severity)


def placeholders_in_message(text: str, with_braces: bool, icons: IconNames | None = None) -> Iterator[str]:
    """Yield what is wrong with the placeholders of a message, for which no figures are known, and its braces."""
    mistakes = (mistake.said for mistake in mistakes_in(text, ()) if mistake.said != LONE_SIGN)
    yield from (f"has {fault}" for fault in (*mistakes, *unknown_ways(text)))
    for braces in dict.fromkeys(_BRACES_IN_MESSAGE.findall(text)) if with_braces else ():
        meant = icons.meant_by(braces, ()) if icons else ""
        said = f"which would be printed as it stands{meant}" if meant else _of_braces(braces)
        yield f"has '{braces}', {said}"


def stray_in_message(text: str) -> Iterator[str]:
    """Yield the markup and the invisible characters of a message, which nobody means to print."""
    for markup in markup_in(text):
        # "# of dice", "[b]" behind "[a]", and "<anew>" are words.
        if (len(markup) > _LENGTH_OF_LABEL or markup[0] not in "[#") and not _WORD_IN_ANGLES.match(markup):
            yield _as_it_stands(markup)
    for letter in dict.fromkeys(text):
        # A typeface of icons has letters of its own, for private use.
        if is_invisible(letter) and not letter.isspace() and category(letter) != "Co" and not _is_of_use(letter, text):
            yield f"has U+{ord(letter):04X}, a character that nobody sees; take it away"


def _of_braces(braces: str, figures: Iterable[str] = (), icons: Iterable[str] = ()) -> str:
    """Return what is said of braces that have no meaning where they stand."""
    name = braces.strip("{}% ")
    of_message = list(icons)
    if icon := name if name in of_message else likeliest(name, of_message):
        return f"which would be printed as it stands; did you mean '{{icon:{icon}}}'?"
    hint = closest(f"%({name})s", [f"%({figure})s" for figure in figures])
    return f"which would be printed as it stands{hint}; write %(NAME)s for a figure, or words"


def stray_characters(message: str, words: str) -> Iterator[str]:
    """Yield the characters of a translation that its message has not, and that nobody means to print."""
    for edge, at_edge in (("begins", slice(1)), ("ends", slice(-1, None))):
        if words[at_edge].isspace() and not message[at_edge].isspace():
            yield f"{edge} with a blank, which the message does not; take it away"
        elif message[at_edge].isspace() and not words[at_edge].isspace():
            yield f"{edge} without the blank that the message {edge} with; add it"
    inside = words.strip()
    if "\n" in inside and "\n" not in message.strip():
        yield "has a line break, which the message has not; take it away"
    if _BLANKS.search(inside) and not _BLANKS.search(message):
        yield "has two blanks in a row, which the message has not; take one away"
    if "\\" in without_signs(words) and "\\" not in message:
        yield "has a backslash, which the message has not; take it away"
    for markup in markup_in(words):
        if markup not in message:
            yield _as_it_stands(markup)
    for letter in dict.fromkeys(inside):
        if is_invisible(letter) and letter not in message and not _is_of_use(letter, words):
            yield f"has U+{ord(letter):04X}, a character that nobody sees; take it away"


def _as_it_stands(markup: str) -> str:
    """Return what is said of markup that is none here, with what is written for bold and italic words."""
    stars = _STARS.get((_ELEMENT.match(markup) or " ")[1].lower(), "") if _ELEMENT.match(markup) else ""
    remedy = f"{stars}{_TAG.sub('', markup)}{stars}" if stars else "words alone"
    return f"has '{markup}', which is printed as it stands; write {remedy}"


def markup_in(words: str) -> list[str]:
    """Return the markup of a text, which is printed as it stands: a tag, an entity, marks around words with these.

    An element with words alone in it is one.
    """
    found = (match.group() for match in _MARKUP.finditer(words))
    # Browsers read these without a semicolon; "R&D" is none of them.
    return [each for each in dict.fromkeys(found) if not re.fullmatch("&[A-Za-z]+", each) or each[1:] in html5]


def without_invisible(forms: Forms, translation: Translation) -> Translation:
    """Return a translation without the characters that nobody sees, for which no typeface may have a glyph."""

    def is_kept(letter: str, words: str) -> bool:
        return not is_invisible(letter) or letter in forms.one or letter.isspace() or _is_of_use(letter, words)

    seen = ("".join(letter for letter in words if is_kept(letter, words)) for words in translation.strings)
    return translation._replace(strings=tuple(seen))


@cache
def is_invisible(letter: str) -> bool:
    """Return whether a character prints nothing, though it is no blank."""
    return category(letter) in _INVISIBLE or bool(_WITHOUT_SHAPE.match(letter))


def slips_of_the_pen(words: str) -> Iterator[str]:
    """Yield what is wrong with words by themselves: said twice in a row, letters that are broken or of two scripts."""
    for match in _DOUBLED.finditer(words):
        yield f"says '{match.group()}'; take one away"
    broken = _BROKEN.search(words)
    if broken:
        around = words[max(0, broken.start() - 10) : broken.end() + 10].strip()
        yield f"has a broken letter in '{around}'; write it anew"
    for word in dict.fromkeys(re.findall(r"[^\W\d_]+", words)):
        scripts = {name(letter, "").partition(" ")[0] for letter in word}
        found = [script.capitalize() for script in _ALIKE if script in scripts]
        if len(found) > 1:
            yield f"has '{word}', in which {' and '.join(found)} letters look alike; type it anew"


def markup_faults(message: str, words: str, known: Container[str] | None = None) -> Iterator[str]:
    """Yield what is wrong with the markup of a translation: what has no end, and other icons than its message has.

    ``known`` are the icons that there are. What comes of a fault of the message is told there alone.
    """
    there = list(faults_of_markup(message))
    yield from (f"has {fault.said}" for fault in faults_of_markup(words) if fault not in there)
    expected, given = count_of_markup(message).icons, count_of_markup(words).icons
    is_unsure = _has_almost_an_icon(message) or (known is not None and any(icon not in known for icon in expected))
    for icon in () if is_unsure or _has_almost_an_icon(words) else expected - given:
        yield f"has no {{icon:{icon}}}, which the message has; put it where it belongs"
    for icon in () if is_unsure else given - expected:
        yield f"has {{icon:{icon}}}, which the message hasn't{closest(icon, expected)}; mend the name, or take it out"


def _has_almost_an_icon(words: str) -> bool:
    """Return whether words have a name in braces, or what is no icon yet: it may be the icon that another text has."""
    return bool(_NAME_IN_BRACES.search(words)) or any(fault.almost_icon for fault in faults_of_markup(words))


def emphasis_faults(message: str, words: str) -> Iterator[str]:
    """Yield how many bold and italic words a translation has, where its message has more or fewer of them."""
    here, there = count_of_markup(words), count_of_markup(message)
    for what, own, expected, written in (
        ("bold", here.bold, there.bold, "**bold**"),
        ("italic", here.italic, there.italic, "*italic*"),
    ):
        if own != expected:
            parts = f"{own or 'no'} {what} {'part' if own == 1 else 'parts'}"
            yield f"has {parts} ({written}), where the message has {expected or 'none'}; mark the same words"


def faults_of_forms(forms: Forms, translation: Translation) -> Iterator[Fault]:
    """Yield why a translation can't be printed: it has not the forms of its catalogue, or other placeholders."""
    if wrong := translation.forms.fault_of(len(translation.strings)):
        yield Fault(wrong, "catalogues-are-valid")
    one = translation.of_exactly_one
    for words in translation.strings:
        yield from (Fault(fault, "placeholders") for fault in placeholder_faults(forms, words, words == one))


def printed_faults(forms: Forms, translation: Translation, icons: Container[str] | None = None) -> Iterator[Fault]:
    """Yield what is wrong with a translation that is printed all the same; ``icons`` are those that there are."""
    for words in translation.strings:
        yield from (Fault(fault, "no-stray-characters") for fault in stray_characters(forms.one, words))
        yield from _slips(words, "error", "warning")
        yield from (Fault(fault, MARKUP_CHECK) for fault in markup_faults(forms.one, words, icons))
        yield from (Fault(fault, "emphasis-in-translations", "warning") for fault in emphasis_faults(forms.one, words))


def is_sound(forms: Forms, translation: Translation) -> bool:
    """Return whether a translation can be printed as it is."""
    stray = (fault for words in translation.strings for fault in stray_characters(forms.one, words))
    return not [*faults_of_forms(forms, translation), *stray]


def _is_of_use(letter: str, words: str) -> bool:
    if letter in "\n" + _SOFT_HYPHEN:
        return True
    if letter in _OF_EMOJI and any(category(other) == "So" for other in words):
        return True
    return letter in _OF_OTHER_SCRIPTS and any(
        other.isalpha() and not name(other, "LATIN").startswith("LATIN") for other in words
    )


def _names(text: str) -> dict[str, None]:
    return {placeholder["name"]: None for placeholder in PLACEHOLDER.finditer(text) if placeholder["name"]}


def is_copy(message: str, words: str) -> bool:
    """Return whether words are those of a message, whatever their capitals, blanks and marks."""
    return bool(folded := _folded(message)) and folded == _folded(words)


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", normalize("NFKC", text).casefold()))

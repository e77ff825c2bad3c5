"""Checks of the words of a game, its messages and their translations: placeholders, figures, bounds and terms in them.

The catalogues as files are checked first, for what gettext and the programs of translators refuse.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, wraps
from pathlib import Path

from kensei_docs.catalogues.messages import LocalisedMessage, languages
from kensei_docs.catalogues.number_words import (
    counted_noun,
    counts,
    in_forms,
    is_few,
    is_plural_of_several,
    is_share,
    partitive_after,
    unit_pattern,
)
from kensei_docs.catalogues.po import PoEntry, faults_of, lacks_in_cell, read_po_file, stale_in
from kensei_docs.catalogues.translation_faults import (
    emphasis_faults,
    is_copy,
    markup_faults,
    placeholder_faults,
    placeholders_in_message,
    slips_of_the_pen,
    stray_characters,
    stray_in_message,
)
from kensei_docs.database.placeholders import PLACEHOLDER, counted_in, is_figure_of_cell, of_braces_in_cell
from kensei_docs.database.word_markup import faults_of_markup, icons_in, without_icons
from kensei_docs.database.worksheets import CellPlace
from kensei_docs.figures import Figure, parse
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Place, Problem, check, closest, short_path
from kensei_docs.project import CATALOGUES, Project


@check("error")
def catalogues_are_valid(project: Project) -> Iterator[Problem]:
    """Every catalogue is a PO file that translators' programs open, in the language of its folder.

    ``kensei-docs catalogue update`` writes no other. A message that can't be read stops the command: nothing is known
    of its translation. Obsolete entries count, because gettext reads them too.

    Wrong: ``Language: de`` in a file of ``data/locale/es``; ``charset=klingon``; a plural without ``msgstr[1]``;
    a ``msgstr`` of blanks; an obsolete entry for the message of another. Right: what ``msgfmt -c`` accepts.
    """
    for language in languages(project):
        for domain in project.named_files(*CATALOGUES, language, suffix=".po"):
            for file in filter(project.holds, project.files(*CATALOGUES, language, f"{domain}.po")):
                for fault in faults_of(read_po_file(file, language), language):
                    yield Problem(Place(str(file), fault.line), fault.message, "")


def per_message(
    find: Callable[[LocalisedMessage], Iterator[str]],
) -> Callable[[Iterable[LocalisedMessage]], Iterator[Problem]]:
    """Return a search in all messages, from one that yields what is wrong with one message."""

    @wraps(find)
    def find_in_all(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
        for localised in messages:
            yield from map(localised.problem, find(localised))

    return find_in_all


def _figure_at(localised: LocalisedMessage, placeholder: re.Match[str]) -> Figure | None:
    """Return the figure that a placeholder stands for, if it is one."""
    value = localised.record.get(f"figures.{placeholder['name']}") if localised.record else None
    return parse(value) if isinstance(value, str) else None


def _placeholders_to_print(localised: LocalisedMessage) -> Iterator[re.Match[str]]:
    """Yield the placeholders of a text that is printed and is not stale."""
    if localised.is_of_rules and not localised.stale:
        yield from PLACEHOLDER.finditer(localised.words)


@check("error")
@per_message
def counted_words_have_forms(localised: LocalisedMessage) -> Iterator[str]:
    """A message has a form for one thing and a form for several where a figure counts a noun.

    An erratum changes the figure alone: without forms it prints "2 marker". The words that change stand in braces, and
    a translator finds an entry with a form for each plural category of the language. A noun is a word of which the
    language has a singular and a plural; if the word that is named is none, write a comma before it, or the sentence
    otherwise.

    Wrong: ``Remove %(markers)s marker.`` Right: ``Remove %(markers)s {marker|markers}.``; ``%(orders)s of its orders``,
    ``%(range)s`` where the range is 10 cm, and ``%(bonus)s Strength`` where the bonus is +1, which read the same for
    every figure; ``on a %(roll)s hits``. A message has forms for one figure: where two of them count, the second has
    the plural behind it, as long as it is more than one, or is written as ``cards: %(cards)s``. A figure in the words
    of a cell needs no forms: it changes with its sentence.
    """
    counted = localised.message.counted
    for placeholder in _placeholders_to_print(localised):
        name, noun = placeholder["name"], None
        # A figure in a cell is changed in its sentence, where the noun stands beside it: the noun needs no second form.
        of_cell = isinstance(localised.message.place, CellPlace) and is_figure_of_cell(name or "")
        if name and name != counted and not of_cell and counts(localised.record, name):
            noun = counted_noun(localised.words, localised.language, placeholder, localised.record)
        if noun is None or (counted and is_plural_of_several(localised.record, name, noun)):
            continue
        words, forms = noun
        if counted:
            fault = f"its forms agree with %({counted})s; say this figure otherwise, such as '{forms[1]}: %({name})s'"
        elif localised.language == localised.message.language:
            written = in_forms(placeholder, words, forms)
            fault = f"has one form only; write '{written}', with the word for one thing and the word for several"
        else:
            fault = f"has one form only; write %({name})s {{word for one|word for several}} in the message"
        yield f"in {localised.language} has %({name})s before '{words.split()[-1]}', and {fault}"
        # Once the first has forms, the next ones can have none.
        counted = counted or name or ""


_LABEL_BEFORE = re.compile(r"[^\W\d_]: $")
_END_OF_CLAUSE = re.compile(r"[.,;)]|$")


@check("error")
@per_message
def figures_read_as_people_say_them(localised: LocalisedMessage) -> Iterator[str]:
    """Shares, parts of several and figures behind a colon are words: *half*, *one of them*, *once*.

    A sentence with a fraction in it, or with a label and a number at its end, reads like a table.

    Wrong: ``%(share)s of the wounds`` where the share is 1/2; ``%(units)s of your units``; ``Uses in a battle:
    %(uses)s.`` Right: ``%(share|words)s the wounds``, ``%(units|words)s of your units``, ``Use it %(uses|times)s per
    battle.``; in Spanish ``%(units|feminine)s de tus unidades`` and, before a noun, ``%(units|masculine)s compañero``.
    """
    grammar = language_of(localised.language)
    for placeholder in _placeholders_to_print(localised):
        name = placeholder["name"]
        figure = _figure_at(localised, placeholder) if name and not placeholder["way"] else None
        if figure is None:
            continue
        before, after = localised.words[: placeholder.start()], localised.words[placeholder.end() :]
        # Where another figure has the forms of the message, a label is the way to say this one.
        label = not localised.message.counted and _LABEL_BEFORE.search(before) and _END_OF_CLAUSE.match(after)
        if is_share(figure, grammar):
            fault = f"is {figure}; write %({name}|words)s"
        elif of := partitive_after(figure, localised.words, placeholder, grammar):
            fault = f"stands before '{of}'; write %({name}|words)s"
        elif is_few(figure) and label:
            fault = f"stands behind a colon; make it a sentence, with %({name}|words)s where it counts"
        else:
            continue
        yield f"in {localised.language} has %({name})s, which {fault}"


@check("error")
@per_message
def forms_agree_with_one_figure(localised: LocalisedMessage) -> Iterator[str]:
    """The words in braces of a message agree with one of its figures.

    An entry of a catalogue has forms for one figure only.

    Wrong: ``%(units)s {unit|units} and %(cards)s {card|cards}``. Right: ``%(units)s {unit|units}; cards: %(cards)s``.
    """
    source = localised.record.get(localised.message.context.partition(".")[2]) if localised.record else None
    if localised.language != localised.message.language or localised.form or not isinstance(source, str):
        return
    figures = (localised.record.get("figures") or {}) if localised.record else {}
    words = without_icons(localised.words)
    # What is an icon but for its 'icon:' is told for itself, whatever else has braces.
    for braces in dict.fromkeys(_NAME_IN_BRACES.findall(words)):
        # '{icon honey}' is told as an icon that isn't one yet.
        meant = localised.icons.meant_by(braces, figures) if localised.icons else ""
        if meant and not _NO_ICON_YET.match(braces):
            yield f"has '{braces}' for no figure{meant}"
            words = words.replace(braces, " ")
    words = _NAME_IN_BRACES.sub(lambda braces: " " if _NO_ICON_YET.match(braces[0]) else braces[0], words)
    counted = counted_in(source)
    named = [f"%({name})s" for name in counted if name]
    braces = re.search(r"\{([^{}]*)\}", words)
    if len(counted) <= 1 and "" not in counted and not re.search("[{}]", words):
        return
    if named or not braces:
        yield f"has words in braces for {' and '.join(named) or 'no figure'}; a message has forms for one figure"
    else:
        if isinstance(localised.message.place, CellPlace):
            yield f"has '{braces[0]}', which stands for nothing in a cell; {of_braces_in_cell(braces[1])}"
            return
        hint = closest(f"%({braces[1]})s", [f"%({name})s" for name in figures])
        yield f"has '{braces[0]}' for no figure{hint}; write %(NAME)s for a figure, and words in braces behind it"


# A name in braces that is nothing as it stands, and one that begins as an icon does.
_NAME_IN_BRACES = re.compile(r"\{[^{}|]*\}")
_NO_ICON_YET = re.compile(r"\{\s*icon\b", re.I)
_FIGURE = re.compile(r"[+\-−]?\d[\w+/%]*|[½¼¾]")


@check("error")
def figures_stand_in_data_only(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """No message and no translation holds a rule's figure; it names a placeholder instead.

    A figure stands once, in the data, so that an erratum is one change and the languages can't disagree. A name is a
    label and may have digits, as its document writes it: ``Phase 1``, ``T-34``; other words may have such a name. The
    tool finds the figures in the words of a cell: what it leaves there, such as a date, is none.

    Wrong: ``Moves 10 cm.`` Right: ``Moves %(distance)s.``
    """
    every_message = list(messages)
    names = {one.words for one in every_message if one.message.is_name and _FIGURE.search(one.words)}
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True))) or '(?!)'})(?!\w)")
    for localised in every_message:
        of_cell = isinstance(localised.message.place, CellPlace)
        words = set(_FIGURE.findall(localised.message.text)) if of_cell else ()
        found = _FIGURE.findall(named.sub(" ", PLACEHOLDER.sub(" ", without_icons(localised.words))))
        figures = [figure for figure in found if figure not in words]
        if figures and localised.is_of_rules and not localised.message.is_name:
            fault = f"in {localised.language} has {', '.join(figures)} in its words"
            yield localised.problem(f"{fault}; give it as a figure of the record and name it as %(name)s")


_SIGN = re.compile(r"[+\-−]\s?$")


@check("error")
@per_message
def signs_and_units_once(localised: LocalisedMessage) -> Iterator[str]:
    """A sign or unit that a figure brings with it is not written a second time around it.

    Wrong: ``+%(bonus)s`` where the bonus is +1, which prints ++1; ``%(range)s cm`` where the range is 10 cm;
    ``%(share)s %%`` where the share is 50 %. Right: ``adds %(bonus)s``; ``+%(dice)s`` where the figure has no sign.
    """
    for placeholder in PLACEHOLDER.finditer(localised.words):
        figure = _figure_at(localised, placeholder)
        if figure is None:
            continue
        sign = _SIGN.search(localised.words[: placeholder.start()]) if figure.text[0] in "+-" else None
        unit = unit_pattern().match(localised.words[placeholder.end() :]) if figure.unit not in ("", "dice") else None
        for doubled in (match.group().strip() for match in (sign, unit) if match):
            written = "%" if doubled == "%%" else doubled
            beside = f"%({placeholder['name']})s, which is {figure} already"
            yield f"in {localised.language} writes '{written}' beside {beside}; take it away"


@check("error")
@per_message
def terms_are_spelled_alike(localised: LocalisedMessage) -> Iterator[str]:
    """A term has the capitals of the glossary wherever it stands, in every language.

    The glossary writes a term as its document does most often. At the beginning of a sentence it has a capital; a name
    with one capital, such as that of an order, may be written small inside a sentence.

    Wrong: ``Tirada de combate`` and ``Tirada de Disparo`` side by side. Right: ``Tirada de Combate``, as the glossary.
    """
    if localised.terms and not localised.stale and localised.is_of_rules:
        for written, term in localised.terms.misspelled(localised.words):
            yield f"in {localised.language} writes '{written}'; the glossary has '{term}'"


@check("error")
@per_message
def inserted_terms_need_no_agreement(localised: LocalisedMessage) -> Iterator[str]:
    """No article stands before a term that is put into a phrase.

    The term may be masculine or feminine, one or many; nothing in the catalogue knows. Say what it is, and let that
    noun have the article.

    Wrong: ``con el %(values)s``, which prints "con el Naginata" and "con el armas cortas". Right: ``con el arma
    %(values)s``.
    """
    agreeing = language_of(localised.language).agreeing if localised.inserts_terms and not localised.stale else ()
    for placeholder in PLACEHOLDER.finditer(localised.words):
        before = localised.words[: placeholder.start()].split()
        if before and before[-1].lower() in agreeing:
            gender = f"%({placeholder['name']})s, whose gender may be another"
            yield f"in {localised.language} has '{before[-1]}' before {gender}; name what it is between the two"


@check("warning")
def translations(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """Every message is translated into every language, and no translation is out of date.

    A translation belongs to its message: where that changed, the translation is marked stale (fuzzy) by ``kensei-docs
    catalogue update``, and is not printed. What a user keeps in a spreadsheet is in his own words, and stands so in all
    languages until he translates it, or adds a column for translations.

    Wrong: an entry with an empty ``msgstr``; one that is marked ``fuzzy``; no entry at all; one whose ``msgctxt`` is
    misspelt; an empty cell in a column *Text (es)*. Right: a name that reads the same in both languages, translated as
    itself.
    """
    every_message = list(messages)
    contexts = {localised.message.context for localised in every_message}

    @cache
    def unasked(catalogue: Path, language: str) -> list[PoEntry]:
        """Return the translations of a catalogue under a context that no message has."""
        entries = read_po_file(catalogue, language).messages if catalogue.is_file() else ()
        return [entry for entry in entries if entry.is_translated and entry.context not in contexts]

    for localised in every_message:
        file = short_path(str(localised.catalogue))
        missing = f"has no translation into {localised.language}"
        if not localised.words and localised.empty_cell:
            localised = replace(localised, place=localised.empty_cell)
            yield localised.problem(lacks_in_cell(localised.language))
        elif not localised.words and (meant := _misspelt(localised, unasked)):
            known = f"the context '{meant.context}' is that of no message"
            remedy = f"did you mean '{localised.message.context}'?"
            place = Place(str(localised.catalogue), meant.line_of("msgctxt"))
            yield replace(localised.problem(""), place=place, message=f"{known}; {remedy}")
        elif not localised.words and not isinstance(localised.message.place, CellPlace):
            yield localised.problem(f"{missing}; run 'kensei-docs catalogue update' and write it in {file}")
        elif localised.stale and not localised.form:
            yield localised.problem(stale_in(localised.language, file))


# A misspelt context differs from that of its message by so many letters at most.
_MOST_SLIPS = 2


def _misspelt(localised: LocalisedMessage, unasked: Callable[[Path, str], list[PoEntry]]) -> PoEntry | None:
    """Return the entry that is meant to be the translation of a message, but for a slip in its context."""
    from symspellpy.editdistance import DamerauOsa

    of_text = (one for one in unasked(localised.catalogue, localised.language) if one.text[0] == localised.message.text)
    context = localised.message.context
    return next((one for one in of_text if DamerauOsa().distance(one.context, context, _MOST_SLIPS) >= 0), None)


@check("error")
@per_message
def placeholders(localised: LocalisedMessage) -> Iterator[str]:
    """A translation has the placeholders of its message, all of them and no other.

    Placeholders stand for figures: a translation that lacks one leaves a rule's number out. They may stand in another
    order, and more than once. The form for exactly one thing may leave out the figure that counts it.

    Wrong: ``Add %(bonus)s to the roll.`` translated without ``%(bonus)s``, or with ``%(bonos)s``; a lone ``%``;
    ``%(bonus|word)s``, a way to say a figure that there is not; ``%()s``, ``%(bonus)d``, ``%%(bonus)s``, ``{bonus}``;
    words in braces, ``{carta|cartas}``, for which a translation has forms (``msgstr[0]``, ``msgstr[1]``).
    Right: ``Suma %(bonus)s a la tirada.``
    """
    is_translation = localised.language != localised.message.language
    if not is_translation and localised.record is None:
        # What a record says is checked as it is loaded. A game is called as its owner calls it.
        with_braces = localised.is_of_rules and not localised.message.context.endswith("/edition.name")
        yield from placeholders_in_message(localised.words, with_braces, localised.icons)
    # Stale words are not printed, and have a finding of their own.
    if is_translation and localised.words and not localised.stale:
        for fault in placeholder_faults(localised.message.forms, localised.words, localised.for_one):
            yield f"in {localised.language} {fault}"


_WORD = re.compile(r"[^\W\d_]{2,}")
# The flag of an entry whose translation may be the same text as its message; Weblate reads the same flag.
_MAY_BE_SAME = "ignore-same"
_SHARE_KEPT = 0.25  # other translations keep a smaller share of a word that they translate


@check("warning")
def translations_are_in_their_language(messages: Iterable[LocalisedMessage]) -> Iterator[Problem]:
    """No translation is its message word for word, left as the program that copied it put it there.

    Names that read the same in both languages are no findings: a text is one if most of its words stand in other
    messages too, and not in the translations of these. What is the same on purpose has the flag ``#, ignore-same``, or
    stands in ``data/glossary.yaml`` for both languages.

    Wrong: ``msgstr "Place one marker."``, the same in capitals or without its full stop; ``msgstr "Agile"``, where
    other texts write *Ágil*. Right: *Ninja*.
    """
    every_message = [localised for localised in messages if localised.language != localised.message.language]
    # By language and word: how many messages that are translated have it, and how many of their translations.
    of_messages: Counter[tuple[str, str]] = Counter()
    kept: Counter[tuple[str, str]] = Counter()
    for localised in every_message:
        if localised.words and not localised.stale and not _is_left(localised):
            written = _words_of(localised.words)
            for word in _words_of(localised.message.text):
                of_messages[localised.language, word] += 1
                kept[localised.language, word] += word in written
    for localised in every_message:
        # The title of a game is a proper name.
        is_title = localised.message.context.endswith("/edition.name")
        if is_title or localised.stale or not _is_left(localised) or _MAY_BE_SAME in localised.flags:
            continue
        words = _words_of(localised.words)
        most = {word: _SHARE_KEPT * of_messages[localised.language, word] for word in sorted(words)}
        translated = [word for word in most if kept[localised.language, word] < most[word]]
        if len(translated) * 2 > len(words) and not (localised.terms and localised.terms.has(localised.words)):
            fault = f"is as the message is, and other translations do not keep '{translated[0]}'"
            remedy = f"translate it, or write '#, {_MAY_BE_SAME}' above it"
            yield localised.problem(f"in {localised.language} {fault}; {remedy}")


def _is_left(localised: LocalisedMessage) -> bool:
    return any(is_copy(text, localised.words) for text in (localised.message.text, localised.message.plural))


def _words_of(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(PLACEHOLDER.sub(" ", text))}


@check("error")
@per_message
def no_stray_characters(localised: LocalisedMessage) -> Iterator[str]:
    """No text has markup or characters that nobody sees, and a translation none that its message has not.

    They come in with pasted text: markup, which is printed as it stands, characters without width or shape; in a
    translation also line breaks, blanks at the edges, a backslash. A name is as its document writes it.

    Wrong: ``Mueve <b>%(distance)s</b>``, ``Tirada &amp; dados``, ``__Mueve__``, ``[b]Mueve[/b]``, a translation that
    ends with a blank or a line break. Right: words, ``**Mueve**``; in a translation, what the message itself has.
    """
    if localised.language == localised.message.language:
        is_text = localised.is_of_rules and not localised.message.is_name
        yield from stray_in_message(localised.words) if is_text else ()
    elif localised.words and not localised.stale:
        for fault in stray_characters(localised.message.text, localised.words):
            yield f"in {localised.language} {fault}"


@check("error")
@per_message
def markup_of_words(localised: LocalisedMessage) -> Iterator[str]:
    r"""Bold words have an end, each icon is there, and a translation has the icons of its message.

    Words are bold between two stars each side, italic between one; ``{icon:NAME}`` is an icon of the project. A single
    star is a note mark too, and is no finding.

    Wrong: ``**Charge! Move on.``; ``{icon:wuond}``; ``Lose {icon:wound}.`` translated without it. Right: ``**Charge!**
    Move on.``; ``\*\*`` for two stars.
    """
    is_translation = localised.language != localised.message.language
    if not localised.is_of_rules or localised.stale or not localised.words:
        return
    if is_translation:
        # An icon that the message lacks is reported as a difference; so only the message's own icons must exist.
        for fault in markup_faults(localised.message.text, localised.words, localised.icons):
            yield f"in {localised.language} {fault}"
        return
    yield from (f"has {fault.said}" for fault in faults_of_markup(localised.words))
    for icon in dict.fromkeys(icons_in(localised.words)):
        if icon and localised.icons is not None and icon not in localised.icons:
            missing = f"has {{icon:{icon}}}, and there is no such icon{localised.icons.near(icon)}"
            yield f"{missing}; mend the name, or draw it as templates/_shared/icons/{icon}.svg"


@check("warning")
@per_message
def emphasis_in_translations(localised: LocalisedMessage) -> Iterator[str]:
    """A translation has as many bold and italic parts as its message.

    Wrong: ``**Charge!** Move on.`` translated as ``¡Carga! Avanza.`` Right: ``**¡Carga!** Avanza.``
    """
    if localised.language != localised.message.language and localised.words and not localised.stale:
        for fault in emphasis_faults(localised.message.text, localised.words) if localised.is_of_rules else ():
            yield f"in {localised.language} {fault}"


@check("warning")
@per_message
def doubled_or_corrupt_text(localised: LocalisedMessage) -> Iterator[str]:
    """No word or figure stands twice in a row; no letter is broken, or of another script than its word.

    Wrong: "roll the the dice"; a replacement character, or letters read in the wrong encoding; a Cyrillic "С" in a
    Latin word. Right: "a Bo-hiya hiya", whose first half is another word.
    """
    for slip in slips_of_the_pen(localised.words):
        yield f"in {localised.language} {slip}"


# Two of these in one row contradict each other about the figure itself; the others are bounds on different sides.
CONTRADICTORY = ({"at-least", "above"}, {"at-most", "below"})
_CLAUSE_END = re.compile(r"[.,:;()?!]")
_WORD_IN_CLAUSE = re.compile(r"[^\W\d_]+(?:['\u2019]t\b)?")
_BRACES = re.compile(r" ?\{[^}]*\}")
# How many words behind a figure tell what it measures.
_WORDS_BEHIND = 6


@dataclass(frozen=True)
class StatedBound:
    """A bound in a text: the name of the figure, ``at-least``, ``at-most``, ``above`` or ``below``, the words as they
    stand, and the words behind the figure, up to the end of the clause, that say what is measured."""

    figure: str
    bound: str
    words: str
    measured: frozenset[str]


def stated_bounds(text: str, code: str) -> Iterator[StatedBound]:
    """Yield the bounds that a text in a language states with a figure, in its order.

    A bound in a clause with a negation before it is left out: "nobody has more than 2" is another bound.
    """
    grammar = language_of(code)
    phrases = [(phrase, bound) for bound, several in grammar.bounds.items() for phrase in several]
    phrases.sort(key=lambda entry: len(entry[0]), reverse=True)
    # Where the words behind the figure before end: in "10 cm or less than", "less" belongs to that.
    taken = 0
    for placeholder in PLACEHOLDER.finditer(text):
        if not placeholder["name"]:
            continue
        # A noun in its two forms may stand between: "2 {card|cards} or more".
        noun = _BRACES.match(text, placeholder.end())
        end = noun.end() if noun else placeholder.end()
        before, after = text[taken : placeholder.start()].casefold(), text[end:].casefold()
        found = next((entry for entry in phrases if _stands(entry[0], before, after)), None)
        if found is None:
            continue
        phrase, bound = found
        head, _, tail = phrase.partition("%s")
        taken = end + len(tail)
        clause = _CLAUSE_END.split(before.removesuffix(head))[-1]
        if not grammar.negations.isdisjoint(_WORD_IN_CLAUSE.findall(clause.replace("\u2019", "'"))):
            continue
        behind = _WORD_IN_CLAUSE.findall(noun[0].casefold() if noun else "")
        behind += _WORD_IN_CLAUSE.findall(_CLAUSE_END.split(after)[0])[:_WORDS_BEHIND]
        measured = frozenset(behind) - grammar.function_words - grammar.uncounted
        yield StatedBound(placeholder["name"], bound, phrase % f"%({placeholder['name']})s", measured)


def _stands(phrase: str, before: str, after: str) -> bool:
    """Return whether a phrase stands around a figure, as whole words."""
    head, _, tail = phrase.partition("%s")
    return (
        before.endswith(head)
        and (not head or not before.removesuffix(head)[-1:].isalpha())
        and after.startswith(tail)
        and (not tail or not after.removeprefix(tail)[:1].isalpha())
    )


def _bounds_once(text: str, language: str) -> dict[str, StatedBound]:
    """Return the bounds that a text states with figures that it names once, by figure."""
    named = Counter(placeholder["name"] for placeholder in PLACEHOLDER.finditer(text))
    return {stated.figure: stated for stated in stated_bounds(text, language) if named[stated.figure] == 1}


@check("error")
@per_message
def bounds_are_translated(localised: LocalisedMessage) -> Iterator[str]:
    """A translation bounds a figure as the message does.

    Compared are figures that a message and its translation name once, where both have words of a bound that the files
    of their languages know, in clauses that nothing denies.

    Wrong: *less than %(range)s away* and «a %(range)s o menos». Right: «a menos de %(range)s»; words that state no
    bound.
    """
    message = localised.message
    if localised.language == message.language or localised.stale or not localised.is_of_rules:
        return
    here = _bounds_once(localised.words, localised.language)
    there = _bounds_once(message.text, message.language)
    for figure, stated in here.items():
        if figure in there and there[figure].bound != stated.bound:
            says = f"says '{stated.words}' where the message says '{there[figure].words}'"
            yield f"in {localised.language} {says}; let both say whether the figure itself is in bounds"

"""What is wrong with the words of catalogues: the checks that read them."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator

from kensei_docs.catalogues.messages import MESSAGE_LANGUAGE
from kensei_docs.catalogues.spelled import LAST_SPELLED
from kensei_docs.catalogues.wordings import Wording, wordings
from kensei_docs.database import Database
from kensei_docs.database.forms import PLACEHOLDER, counted_in
from kensei_docs.database.tables.worksheets import CellPlace
from kensei_docs.figures import Figure, parse
from kensei_docs.languages import codes
from kensei_docs.languages import language as language_of
from kensei_docs.problems import Check, Problem, check, checks_in, closest, short_path
from kensei_docs.project import Project


def findings(project: Project, database: Database, names: Collection[str] | None = None) -> Iterator[Problem]:
    """Yield what the checks (by default all) find in the words of every language.

    Raises Unusable where a catalogue can't be read.
    """
    chosen = [one for name, one in _checks().items() if names is None or name in names]
    words = list(wordings(project, database)) if chosen else []
    for one in chosen:
        yield from one(words)


def pages() -> dict[str, str]:
    """Return the manual's page of each check by name."""
    return {name: one.page for name, one in _checks().items()}


def _checks() -> dict[str, Check[Problem]]:
    return checks_in([sys.modules[__name__]])


@check("warning")
def translations(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Every message is translated into every language, and no translation is out of date.

    A translation belongs to its message: where that changed, the translation is marked stale (fuzzy) by ``kensei-docs
    catalogue update``, and is not printed. What a user keeps in a spreadsheet is in his own words, and stands so in all
    languages until he translates it.

    Wrong: an entry with an empty ``msgstr``; one that is marked ``fuzzy``; no entry at all. Right: a name that reads
    the same in both languages, translated as itself.
    """
    for wording in wordings:
        file = short_path(str(wording.catalogue))
        if not wording.words and not isinstance(wording.message.place, CellPlace):
            yield wording.problem(
                f"has no translation into {wording.language}; run 'kensei-docs catalogue update' and write it in {file}"
            )
        elif wording.stale and not wording.form:
            yield wording.problem(
                f"changed since it was translated into {wording.language}; "
                f"mend the translation in {file} and take its mark off"
            )


@check("error")
def placeholders(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """A translation has the placeholders of its message, all of them and no other.

    Placeholders stand for figures: a translation that lacks one leaves a rule's number out. They may stand in another
    order, and more than once. The form for exactly one thing may leave out the figure that counts it.

    Wrong: ``Add %(bonus)s to the roll.`` translated without ``%(bonus)s``, or with ``%(bonos)s``; a lone ``%``.
    Right: ``Suma %(bonus)s a la tirada.``
    """
    for wording in wordings:
        # Stale words are not printed, and have a finding of their own.
        if wording.language == MESSAGE_LANGUAGE or not wording.words or wording.stale:
            continue
        asked = {**_names(wording.message.text), **_names(wording.message.plural)}
        given = _names(wording.words)
        for name in asked:
            # "once" need not name the one that it counts.
            if name not in given and not (wording.for_one and name == wording.message.counted):
                yield wording.problem(
                    f"in {wording.language} has no %({name})s, which the message has; put it where the figure belongs"
                )
        for name in given:
            if name not in asked:
                yield wording.problem(
                    f"in {wording.language} has %({name})s, which the message "
                    f"hasn't{closest(name, asked)}; mend the name"
                )
        if any(found.group() == "%" for found in PLACEHOLDER.finditer(wording.words)):
            yield wording.problem(f"in {wording.language} has a lone %; write %%")


def _names(text: str) -> dict[str, None]:
    return {found["name"]: None for found in PLACEHOLDER.finditer(text) if found["name"]}


# The words that a message counts stand right behind the figure: "2 markers", "two markers".
# A single letter is a unit, such as s.
_COUNTED_WORD = re.compile(r"[\s\u00a0]+([^\W\d_][\w’'-]+)")


@check("error")
def counted_words_have_forms(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Where a figure stands before a noun, the message has a form for one thing and a form for several.

    An erratum changes the figure alone: without forms it prints "2 marker". The words that change stand in braces, and
    a translator finds an entry with a form for each plural category of the language.

    Wrong: ``Remove %(markers)s marker.`` Right: ``Remove %(markers)s {marker|markers}.``; ``%(orders)s of its orders``,
    ``%(range)s`` where the range is 10 cm, and ``%(bonus)s Strength`` where the bonus is +1, which read the same for
    every figure. A message has forms for one figure: where two of them count, say the second otherwise.
    """
    for wording in wordings:
        known = language_of(wording.language)
        for found in PLACEHOLDER.finditer(wording.words) if not wording.stale and wording.is_of_rules else ():
            word = _COUNTED_WORD.match(wording.words, found.end())
            if (
                not word
                or _UNIT.match(wording.words, found.end())
                or not found["name"]
                or found["way"] in ("times", "multiple")
                or not _counts(wording, found["name"])
            ):
                continue
            if word[1].lower() in known.function_words | known.uncounted or found["name"] == wording.message.counted:
                continue
            other = f"agree with %({wording.message.counted})s" if wording.message.counted else "has one form only"
            yield wording.problem(
                f"in {wording.language} has %({found['name']})s before '{word[1]}', and "
                + (
                    f"its forms {other}; say this figure otherwise"
                    if wording.message.counted
                    else f"{other}; write %({found['name']})s {{word for one|word for several}} in the message"
                )
            )


def _counts(wording: Wording, name: str) -> bool:
    """Return whether a figure is a number of things; a figure that isn't known may be."""
    value = wording.record.get(f"figures.{name}") if wording.record else None
    figure = parse(value) if isinstance(value, str) else None
    return figure is None or (figure.whole is not None and figure.kind == "count")


_OF = re.compile(r"\s+([^\W\d_]+)\s")
_LABEL = re.compile(r"[^\W\d_]: $")
_END = re.compile(r"[.,;)]|$")


@check("error")
def figures_read_as_people_say_them(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """Shares, parts of several and figures behind a colon are words: *half*, *one of them*, *once*.

    A sentence with a fraction in it, or with a label and a number at its end, reads like a table.

    Wrong: ``%(share)s of the wounds`` where the share is 1/2; ``%(units)s of your units``; ``Uses in a battle:
    %(uses)s.`` Right: ``%(share|words)s the wounds``, ``%(units|words)s of your units``, ``Use it %(uses|times)s per
    battle.``; in Spanish ``%(units|feminine)s de tus unidades``.
    """
    for wording in wordings:
        known = language_of(wording.language)
        for found in PLACEHOLDER.finditer(wording.words) if not wording.stale and wording.is_of_rules else ():
            value = wording.record.get(f"figures.{found['name']}") if wording.record else None
            figure = parse(value) if isinstance(value, str) and found["name"] and not found["way"] else None
            if figure is None:
                continue
            before, after = wording.words[: found.start()], wording.words[found.end() :]
            of = _OF.match(after)
            few = figure.kind == "count" and figure.whole is not None and figure.whole <= LAST_SPELLED
            if figure.kind == "fraction" and figure.text in known.shares:
                said = f"is {figure}; write %({found['name']}|words)s"
            elif few and of and of[1].lower() in known.partitives:
                said = f"stands before '{of[1]}'; write %({found['name']}|words)s"
            elif few and _LABEL.search(before) and _END.match(after):
                said = f"stands behind a colon; make it a sentence, with %({found['name']}|words)s where it counts"
            else:
                continue
            yield wording.problem(f"in {wording.language} has %({found['name']})s, which {said}")


@check("error")
def terms_are_spelled_alike(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """A term has the capitals of the glossary wherever it stands, in every language.

    The glossary writes a term as its document does most often. At the beginning of a sentence it has a capital; a name
    with one capital, such as that of an order, may be written small inside a sentence.

    Wrong: ``Tirada de combate`` and ``Tirada de Disparo`` side by side. Right: ``Tirada de Combate``, as the glossary.
    """
    for wording in wordings:
        if wording.terms and not wording.stale and wording.is_of_rules:
            for written, term in wording.terms.misspelled(wording.words):
                yield wording.problem(f"in {wording.language} writes '{written}'; the glossary has '{term}'")


@check("error")
def inserted_terms_need_no_agreement(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """No article stands before a term that is put into a phrase.

    The term may be masculine or feminine, one or many; nothing in the catalogue knows. Say what it is, and let that
    noun have the article.

    Wrong: ``con el %(values)s``, which prints "con el Naginata" and "con el armas cortas". Right: ``con el arma
    %(values)s``.
    """
    for wording in wordings:
        if not wording.inserts_terms or wording.stale:
            continue
        agreeing = language_of(wording.language).agreeing
        for found in PLACEHOLDER.finditer(wording.words):
            before = wording.words[: found.start()].split()
            if before and before[-1].lower() in agreeing:
                yield wording.problem(
                    f"in {wording.language} has '{before[-1]}' before %({found['name']})s, whose gender may be "
                    "another; name what it is between the two"
                )


@check("error")
def forms_agree_with_one_figure(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """The words in braces of a message agree with one of its figures.

    An entry of a catalogue has forms for one figure only.

    Wrong: ``%(units)s {unit|units} and %(cards)s {card|cards}``. Right: ``%(units)s {unit|units}; cards: %(cards)s``.
    """
    for wording in wordings:
        source = wording.record.get(wording.message.context.partition(".")[2]) if wording.record else None
        if wording.language != MESSAGE_LANGUAGE or wording.form or not isinstance(source, str):
            continue
        counted = counted_in(source)
        if len(counted) > 1 or "" in counted or re.search("[{}]", wording.words):
            names = " and ".join(f"%({name})s" for name in counted if name) or "no figure"
            yield wording.problem(f"has words in braces for {names}; a message has forms for one figure")


_FIGURE = re.compile(r"[+\-−]?\d[\w+/%]*|[½¼¾]")


@check("error")
def figures_stand_in_data_only(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """No message and no translation holds a rule's figure; it names a placeholder instead.

    A figure stands once, in the data, so that an erratum is one change and the languages can't disagree.

    Wrong: ``Moves 10 cm.`` Right: ``Moves %(distance)s.``
    """
    for wording in wordings:
        figures = _FIGURE.findall(PLACEHOLDER.sub(" ", wording.words))
        if figures and wording.is_of_rules:
            yield wording.problem(
                f"in {wording.language} has {', '.join(figures)} in its words; "
                "give it as a figure of the record and name it as %(name)s"
            )


_SIGN = re.compile(r"[+\-−]\s?$")
# "in" is a preposition too: "%(range)s in front of it".
_UNITS = sorted(
    {
        word
        for known in map(language_of, codes())
        for words in known.units.values()
        for word in words
        if word not in known.function_words
    },
    key=len,
    reverse=True,
)
_UNIT = re.compile(rf"\s?(?:(?:{'|'.join(_UNITS)})\b|[\"″”](?=\s)|%%)", re.I)


@check("error")
def signs_and_units_once(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """A sign or unit that a figure brings with it is not written a second time around it.

    Wrong: ``+%(bonus)s`` where the bonus is +1, which prints ++1; ``%(range)s cm`` where the range is 10 cm;
    ``%(share)s %%`` where the share is 50 %. Right: ``adds %(bonus)s``; ``+%(dice)s`` where the figure has no sign.
    """
    for wording in wordings:
        for match in PLACEHOLDER.finditer(wording.words):
            value = wording.record.get(f"figures.{match['name']}") if wording.record else None
            figure = parse(value) if isinstance(value, str) else None
            if figure is None:
                continue
            for doubled in _doubled(figure, wording.words[: match.start()], wording.words[match.end() :]):
                yield wording.problem(
                    f"in {wording.language} writes '{doubled}' beside "
                    f"%({match['name']})s, which is {figure} already; take it "
                    "away"
                )


def _doubled(figure: Figure, before: str, after: str) -> Iterator[str]:
    sign, unit = _SIGN.search(before), _UNIT.match(after)
    if sign and figure.text[0] in "+-":
        yield sign.group().strip()
    if unit and figure.unit not in ("", "dice"):
        yield unit.group().strip().replace("%%", "%")


_DOUBLED = re.compile(r"(?<![\w-])([^\W\d_]{2,})\s+\1(?![\w-])", re.I)
# UTF-8 that was read as Latin-1 shows a capital A with tilde or circumflex before a symbol.
_BROKEN = re.compile("\ufffd|[ÃÂ][\u0080-\u00bf]|â€")


@check("warning")
def doubled_or_corrupt_text(wordings: Iterable[Wording]) -> Iterator[Problem]:
    """No word is written twice in a row, and no letter is broken.

    Wrong: "roll the the dice"; a replacement character, or letters read in the wrong encoding. Right: "a Bo-hiya hiya",
    whose first half is another word.
    """
    for wording in wordings:
        for match in _DOUBLED.finditer(wording.words):
            yield wording.problem(f"in {wording.language} says '{match.group()}'; take one away")
        broken = _BROKEN.search(wording.words)
        if broken:
            around = wording.words[max(0, broken.start() - 10) : broken.end() + 10].strip()
            yield wording.problem(f"in {wording.language} has a broken letter in '{around}'; write it anew")

"""An army in forms and reports: its roster and a card for each of its troops, and the results of the limits.

The results are JSON; there is also a table of the limits by battle size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from kensei_docs.army.advice import asked_of, question, remedies, rows_after, sentences
from kensei_docs.army.limits import STATUSES, Counts, NumberSpan, Result, judge
from kensei_docs.army.pack import declared_pack, declares_pack
from kensei_docs.army.troop_catalogue import CatalogueTroop
from kensei_docs.army.troops import (
    ARMED,
    PROFILE,
    Army,
    Assumption,
    Muster,
    Troop,
    cost_of_army,
    cost_of_level,
    declared_musters,
)
from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import set_at
from kensei_docs.engine.play_schema import play_of
from kensei_docs.figures import number_in
from kensei_docs.problems import Number, OneOf, Said, say, short_path
from kensei_docs.traces import step_as_json

# Full length of a limit's bar, as a multiple of the limit's maximum.
_BAR_FACTOR = 1.15
_BOOLEANS = {"true": True, "false": False}


@dataclass(frozen=True)
class Attributes:
    """The figures of a troop: its own by attribute, those that another edition ``lent``, and the row of the table of
    attributes that some have ``instead`` of their own (a rider's movement)."""

    own: dict[str, str]
    lent: dict[str, str]
    instead: dict[str, str]

    def by_row(self, figures: dict[str, str]) -> dict[str, str]:
        """Return some of the figures by the rows of the table, as a profile has them."""
        return {self.instead.get(slug, slug): figure for slug, figure in figures.items()}


def attributes_of(army: Army, troop: Troop) -> Attributes:
    """Return the figures of a troop: those of its row or profile, else those of the table ``given`` for its
    traits, else those of the edition that lends the table its figures."""
    declared = declared_pack(army.edition).roster
    given, alternatives = declared.given, declared.given.instead if declared.given else []
    table = army.edition.records.get(given.record) if given else None
    rows = table.get(given.rows) if given and table else None
    instead = {each.attribute: each.row for each in alternatives if troop.fits(each.of)}
    names = [
        *(record.slug for record in army.edition.records_of(declared.attributes)),
        *(row for row in rows or () if row not in {each.row for each in alternatives}),
        *(path.partition(".")[2] for path in troop.stated if path.startswith(f"{PROFILE}.")),
        *((troop.profile and troop.profile.get(PROFILE)) or ()),
    ]
    figures = Attributes({}, {}, instead)
    for slug in dict.fromkeys(names):
        row = instead.get(slug, slug)
        stated = (troop.get(f"{PROFILE}.{name}") for name in (row, slug))
        figure = next((str(value) for value in stated if value is not None), None)
        if figure is None and given and table:
            paths = [f"{given.rows}.{row}.{value}" for value in sorted(troop.traits.get(given.by, ()))]
            figure = next(filter(None, map(table.figure, paths)), None)
            borrowed = next(filter(None, map(table.borrowed, paths)), None)
            wanted = given.lent_with.get(slug)
            if figure is None and borrowed and (wanted is None or troop.fits(wanted)):
                figures.lent[slug] = borrowed
        if figure is not None:
            figures.own[slug] = figure
    return figures


def lent_quantities(army: Army, troop: Troop) -> dict[str, str]:
    """Return the figures of a troop that another edition lends, by the names of their quantities (``self.honour``)."""
    if not declares_pack(army.edition):
        return {}
    renamed, known = play_of(army.edition).profile, army.database.vocabulary.section("quantities")
    lent = {renamed.get(slug, f"self.{slug}"): figure for slug, figure in attributes_of(army, troop).lent.items()}
    return {name: figure for name, figure in lent.items() if name in known}


def troop_cards(army: Army, translator: Translator) -> list[tuple[Record | None, dict[str, Any]]]:
    """Return for each troop of an army its profile's record, if there is one, and the values of its card.

    The values have the keys of a record of a troop: those of the row, else of its profile, else those implied by the
    two (a general leads), with the number of miniatures and their points together, the same figures as the roster in
    ``profile``, and under ``lent`` those that another edition gives.
    """
    return [_card(army, troop, translator) for troop in army.troops]


def _card(army: Army, troop: Troop, translator: Translator) -> tuple[Record | None, dict[str, Any]]:
    # The profile is the one that the row names, else one that its traits imply.
    implied = sorted(troop.traits[PROFILE] & army.edition.records.keys())
    profile = troop.profile or (army.edition.records[implied[0]] if implied else None)
    item: dict[str, Any] = dict(profile.data) if profile else {}
    for path, value in troop.stated.items():
        set_at(item, path, value)
    for trait, values in troop.traits.items():
        if trait not in (PROFILE, ARMED) and item.get(trait) is None:
            item_values = [_BOOLEANS.get(value, value) for value in sorted(values)]
            item[trait] = item_values[0] if len(item_values) == 1 else item_values
    figures = attributes_of(army, troop)
    if figures.own:
        item[PROFILE] = {**(item.get(PROFILE) or {}), **figures.by_row(figures.own)}
    return profile, {
        **item,
        "lent": figures.by_row(figures.lent),
        "name": _name(troop, translator),
        "miniatures": str(troop.miniatures),
        "points": None if troop.points is None else f"{troop.points:g}",
        **({declared_musters(army.edition).faction: army.faction.slug} if army.faction else {}),
    }


def _name(troop: Troop, translator: Translator) -> str:
    """Return a troop's name: the file's, or its profile's in the translator's language."""
    return translator.name(troop.profile) if troop.profile and troop.name == troop.profile.name else troop.name


def roster(army: Army, translator: Translator) -> dict[str, Any]:
    """Return the values of the roster's template, in the translator's language:

    - ``army``: its ``name``, ``points``, ``size`` and ``level`` as text, the name of its faction under the kind of that
      record, and the ids ``faction`` and ``level-record``;
    - ``rows``: a mapping for each troop with ``name``, ``miniatures``, ``points``, ``attributes`` (slug to figure),
      ``lent`` (those of them that another edition gives), ``equipment``, ``card`` (see ``troop_cards``) and, where they
      are to be counted, ``wounds``;
    - ``sum``: the ``miniatures`` and ``points`` of all rows;
    - ``limits``: for each limit its ``name``, ``counts``, ``status``, the spans ``have``, ``least`` and ``most`` as
    text, and ``bar`` (see ``_bar``).
    """
    cost = f"{cost_of_army(army):g}"
    names = {troop.name: _name(troop, translator) for troop in army.troops}
    return {
        "army": {
            "name": army.name,
            "points": translator.figure(cost),
            **({army.faction.kind: translator.name(army.faction)} if army.faction else {}),
            "faction": army.faction.id if army.faction else None,
            "level-record": army.level.id if army.level else None,
            "level": translator.name(army.level) if army.level else None,
            "size": translator.figure(f"{army.size:g}"),
        },
        "rows": [_roster_row(army, troop, translator) for troop in army.troops],
        "sum": {"miniatures": str(sum(troop.miniatures for troop in army.troops)), "points": cost},
        "limits": [
            {
                "name": translator.text(result.limit.record, result.limit.name_field)
                + (f": {names.get(result.subject, result.subject)}" if result.subject else ""),
                "counts": result.counts,
                "status": result.status,
                "have": format_span(result.have, translator),
                "least": result.at_least and format_span(result.at_least, translator),
                "most": result.at_most and format_span(result.at_most, translator),
                "bar": _bar(result),
            }
            for result in judge(army)
            if result.at_least or result.at_most
        ],
    }


def _roster_row(army: Army, troop: Troop, translator: Translator) -> dict[str, Any]:
    figures = attributes_of(army, troop)
    attributes = figures.own | figures.lent
    wounds = attributes.get(declared_pack(army.edition).roster.wounds.rpartition(".")[2], "")
    row: dict[str, Any] = {
        "name": _name(troop, translator),
        "miniatures": str(troop.miniatures),
        "points": "" if troop.points is None else f"{troop.points:g}",
        "attributes": attributes,
        "lent": sorted(figures.lent),
        "equipment": ", ".join(names_carried(army, troop, translator)),
        "card": _card(army, troop, translator)[1],
    }
    if wounds.isdigit() or troop.miniatures > 1:
        row["wounds"] = troop.miniatures * (int(wounds) if wounds.isdigit() else 1)
    return row


def names_carried(army: Army, troop: Troop, translator: Translator) -> Iterator[str]:
    """Yield the names of a troop's equipment and abilities, capitalised, in the translator's language."""
    declared = declared_pack(army.edition)
    for field in declared.roster.names:
        for name in troop.names(field):
            ids = (f"{kind}/{name}" for kind in declared.follow.get(field, ()))
            record = next(filter(None, map(army.edition.records.get, ids)), None)
            is_term = name in army.database.glossary
            word = translator.name(record) if record else translator.term(name) if is_term else name
            yield word[:1].upper() + word[1:]


def format_span(span: NumberSpan, translator: Translator, form: str = "{:g}") -> str:
    """Return a number, or its lowest and highest value, each spelled in a form."""
    ends = dict.fromkeys("" if isinf(end) else form.format(end) for end in (span.low, span.high))
    return "–".join(translator.figure(end) if end else "…" for end in ends)


def _bar(result: Result, longer: float = _BAR_FACTOR) -> dict[str, float | None]:
    """Return the marks of a limit's bar, each as a share of its length (0 to 1), None for one that there isn't.

    ``sure`` and ``have`` are the lowest and the highest amount that the army may have, ``least`` and ``most`` the
    bounds of the limit.
    """
    have, at_least, at_most = result.have, result.at_least, result.at_most
    figures = {
        "sure": have.low,
        "have": have.low if isinf(have.high) else have.high,
        "least": at_least.low if at_least and not isinf(at_least.low) else None,
        "most": at_most.high if at_most and not isinf(at_most.high) else None,
    }
    # On paper a bar is longer than the maximum, so that it can show an army that has too much.
    length = max(longer * (figures["most"] or 0), figures["least"] or 0, figures["have"] or 0) or 1
    return {name: None if value is None else round(value / length, 4) for name, value in figures.items()}


# Returns the text of a field of a record (such as a limit's name), by language.
Named = Callable[[Record, str], dict[str, str]]


def verdict(results: Sequence[Result]) -> bool | None:
    """Return whether every limit is met; None if none is broken but some are unknown."""
    states = {result.status for result in results}
    return False if "broken" in states else None if "unknown" in states else True


def verdict_in_words(army: Army, results: Sequence[Result]) -> Said:
    """Return whether the army keeps its limits, and with how many assumptions, in words."""
    name = {True: "list-legal", False: "list-illegal", None: "list-undecided"}[verdict(results)]
    number = sum(len(troop.assumptions) for troop in army.troops)
    if not number:
        return say("%(verdict)s", verdict=OneOf([name]))
    if number == 1:
        return say("%(verdict)s, with 1 assumption", verdict=OneOf([name]))
    return say("%(verdict)s, with %(number)s assumptions", verdict=OneOf([name]), number=Number(number))


def assumptions_of(army: Army) -> list[tuple[Troop, Assumption]]:
    """Return what is assumed of the troops of an army, row by row."""
    return [(troop, assumption) for troop in army.troops for assumption in troop.assumptions]


def assumption_in_words(edition: Edition, troop: Troop, assumption: Assumption) -> Said:
    """Return what is assumed of a troop: ``Monks: class warrior (a ruling)``."""
    value = edition.records.get(f"{assumption.field}/{assumption.value}") or assumption.value
    name = troop.profile if troop.profile and troop.profile.name == troop.name else troop.name
    trait = OneOf([assumption.field])
    if assumption.because == "by-ruling":
        return say("%(troop)s: %(trait)s %(value)s, by a ruling", troop=name, trait=trait, value=value)
    return say("%(troop)s: %(trait)s %(value)s, as is usual", troop=name, trait=trait, value=value)


def as_json(
    army: Army,
    results: Sequence[Result],
    named: Named,
    translators: Mapping[str, Translator] | None = None,
    mended: bool = False,
    catalogue: Sequence[CatalogueTroop] = (),
) -> dict[str, Any]:
    """Return the report of ``army check --format json``; other programs rely on its keys.

    With ``translators``, it has words in each of their languages; ``mended`` adds what mends each broken limit, if need
    be by troops of the ``catalogue``.
    """
    spoken = translators or {}
    cost = cost_of_army(army)
    return {
        "army": army.name,
        "edition": army.edition.id,
        "clan": army.faction.id if army.faction else None,
        "size": army.size,
        "battle": army.battle.id if army.battle else None,
        "commander-level": army.level.id if army.level else None,
        "commander-level-cost": cost_of_level(army),
        "cost": cost,
        "summary": _summary(army, results, cost, spoken),
        "legal": verdict(results),
        "verdict": _in_words([verdict_in_words(army, results)], spoken),
        "assumptions": [
            {
                "row": troop.path,
                "troop": troop.name,
                "field": assumption.field,
                "value": assumption.value,
                "because": assumption.because,
                "words": _in_words([assumption_in_words(army.edition, troop, assumption)], spoken),
            }
            for troop, assumption in assumptions_of(army)
        ],
        "rows": [
            {
                "name": troop.name,
                "row": troop.path,
                "profile": troop.profile.id if troop.profile else None,
                "miniatures": troop.miniatures,
                "points": troop.points,
                "file": short_path(troop.place.file),
                "line": troop.place.line,
                "column": troop.place.column,
            }
            for troop in army.troops
        ],
        "limits": [_limit_as_json(army, result, results, named, spoken, mended, catalogue) for result in results],
        "asks": _asks(army, results, spoken),
        "remarks": [str(remark) for remark in army.remarks],
    }


def _in_words(said: Sequence[Said], spoken: Mapping[str, Translator]) -> dict[str, str]:
    """Return messages by language, each as a sentence."""
    return {code: " ".join(sentence_of(each.report(one)) for one in said) for code, each in spoken.items()}


def _as_label(words: Iterable[str]) -> str:
    """Return what is done as the words of a button: several with commas between them, each once."""
    told = ", ".join(dict.fromkeys(words))
    return told[:1].upper() + told[1:]


def sentence_of(words: str) -> str:
    """Return words with a capital at their beginning and a full stop, unless another sign ends them."""
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


def _limit_as_json(
    army: Army,
    result: Result,
    results: Sequence[Result],
    named: Named,
    spoken: Mapping[str, Translator],
    mended: bool,
    catalogue: Sequence[CatalogueTroop],
) -> dict[str, Any]:
    limit = result.limit
    spans = {"have": result.have, "at-least": result.at_least, "at-most": result.at_most}
    has_shares = share(result.have, result) is not None
    return {
        "limit": limit.id,
        "record": limit.record.id,
        "part": limit.part,
        "instead-of": limit.general.id if limit.general else None,
        "name": named(limit.record, limit.name_field),
        "status": result.status,
        "counts": result.counts,
        **{key: _span_as_json(span) for key, span in spans.items()},
        "percent": {key: _span_as_json(share(span, result)) for key, span in spans.items()} if has_shares else None,
        "subject": result.subject,
        "troops": [troop.name for troop in result.troops],
        "missing": {name: list(fields) for name, fields in result.missing.items()},
        "amount": {code: _amount(result, each) for code, each in spoken.items()},
        "bar": {name: share or 0 for name, share in _bar(result, 1).items()},
        # Those that want to be seen first: broken, unknown, near their end.
        "grade": STATUSES.index(result.status) + (result.status == "met" and not result.is_near),
        "says": _in_words(sentences(result), spoken),
        "asks": asked_of(army, result),
        "remedies": [
            {
                **remedy.as_json(),
                "rows": rows_after(army, remedy.changes),
                "words": {code: _as_label(map(each.report, remedy.words)) for code, each in spoken.items()},
            }
            for remedy in (remedies(army, result, results, catalogue) if mended else ())
        ],
        "trace": [step_as_json(step, army.edition, spoken) for step in result.steps],
        "from": [citation.as_json() for citation in result.citations],
    }


def _amount(result: Result, translator: Translator) -> str:
    """Return what there is of what a limit counts, and its bounds: ``3 / 2–4``."""
    have = format_span(result.have, translator)
    least, most = (span and format_span(span, translator) for span in (result.at_least, result.at_most))
    bounds = f"{least}–{most}" if least and most and least != most else most or (f"{least}+" if least else "")
    return f"{have} / {bounds}" if bounds else have


def _summary(army: Army, results: Sequence[Result], cost: float, spoken: Mapping[str, Translator]) -> dict[str, Any]:
    """Return the worst ``status`` of all limits, and in words what an army costs (at least, where a price is missing),
    by how much that is too much, and whether it is legal, with what is left to spend."""
    left = army.size - cost
    is_priced = all(troop.points is not None for troop in army.troops)
    states = [result.status for result in results]
    status = next((one for one in STATUSES if one in states), "met")
    told: dict[str, Any] = {"status": status, "cost": {}, "over": {}, "verdict": {}}
    for code, each in spoken.items():
        shown = f"{'' if is_priced else '≥ '}{each.figure(f'{cost:g}')}"
        if broken := states.count("broken"):
            said = say("not legal: %(number)s broken", number=Number(broken))
        elif unknown := states.count("unknown"):
            said = say("still to be said: %(number)s", number=Number(unknown))
        else:
            said = say("legal: %(cost)s of %(size)s", cost=shown, size=Number(army.size))
        rest = [say("%(number)s left to spend", number=Number(left))] if is_priced and left > 0 else []
        over = say("%(number)s too many", number=Number(-left)) if left < 0 else None
        told["cost"][code] = shown
        told["over"][code] = each.report(over) if over else ""
        told["verdict"][code] = " · ".join([_as_label([each.report(said)]), *map(each.report, rest)])
    return told


def _asks(army: Army, results: Sequence[Result], spoken: Mapping[str, Translator]) -> list[dict[str, Any]]:
    """Return the rows whose traits limits wait for, each with all of these traits and the question in words."""
    asked: dict[tuple[str, str], dict[str, None]] = {}
    for result in results:
        for one in asked_of(army, result):
            asked.setdefault((one["row"], one["troop"]), {}).update(dict.fromkeys(one["fields"]))
    rows = {troop.path: troop for troop in army.troops}
    return [
        {"row": row, "fields": list(fields), "words": _in_words([question(rows[row], fields)], spoken)}
        for (row, _), fields in asked.items()
    ]


def share(span: NumberSpan | None, result: Result) -> NumberSpan | None:
    """Return points as per cent of the size of the battle; None if the limit doesn't count points."""
    if span is None or result.counts not in ("points", "cost"):
        return None
    return NumberSpan(span.low / result.size * 100, span.high / result.size * 100)


def _span_as_json(span: NumberSpan | None) -> list[float | None] | None:
    """Return a span as ``[low, high]``; None for an infinite end."""
    ends = (span.low, span.high) if span else ()
    return [None if isinf(end) else int(end) if end == int(end) else round(end, 2) for end in ends] if span else None


Bounds = tuple[str | None, str | None]


@dataclass(frozen=True)
class LimitRow:
    """One limit: the record and the field that name it, what it counts, and the least and most of
    that in each size of battle."""

    record: Record
    named: str
    counts: Counts
    bounds: tuple[Bounds, ...]


@dataclass(frozen=True)
class LimitTable:
    """The records of battle sizes that have points, and a row for each limit with its bounds by size."""

    sizes: tuple[Record, ...]
    rows: tuple[LimitRow, ...]


def limit_table(edition: Edition, kind: str) -> LimitTable:
    """Return the limits of an edition's armies by sizes of battle, the records of a kind.

    Limits that depend on the troops of the army are left out; the text of their records states them.
    Raises Unusable where a limit is declared wrongly.
    """
    sizes = [(record, points) for record in edition.records_of(kind) if (points := number_in(record.figure("points")))]
    by_size = [judge(Muster(edition, None, points, ())) for _, points in sizes]
    rows = []
    for results in zip(*by_size, strict=True):
        first = results[0]
        if (first.at_least or first.at_most) and first.counts != "size" and not first.limit.schema.depends_on_troops:
            bounds = tuple((_format_highest(result.at_least), _format_highest(result.at_most)) for result in results)
            rows.append(LimitRow(first.limit.record, first.limit.name_field, first.counts, bounds))
    return LimitTable(tuple(record for record, _ in sizes), tuple(rows))


def _format_highest(span: NumberSpan | None) -> str | None:
    return f"{span.high:g}" if span else None

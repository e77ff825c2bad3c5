"""What is kept of a battle at the table: phases, markers, and a card for each troop of an army.

An edition declares it under ``battle`` in its ``vocabulary.yaml``, by the names of its records. What it doesn't declare
is not kept: turns, wounds and points are counted in any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from kensei_docs.army.pack import MarkerSchema, PackSchema, declared_pack, declares_pack, records_for_troop
from kensei_docs.army.roster import Attributes, attributes_of, lent_quantities, names_carried
from kensei_docs.army.troop_catalogue import troops_of
from kensei_docs.army.troops import Army, Troop, declared_musters, troop_of
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import FACT_NAMES
from kensei_docs.database.schema import Schema
from kensei_docs.engine.amounts import Amount, amount_of
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.expressions.evaluation import Evaluation, number_of, situation_of
from kensei_docs.engine.game import Game, roll_of
from kensei_docs.engine.play_schema import declared_matchup
from kensei_docs.engine.sides import EditionWords, LocalTexts, SideWords
from kensei_docs.figures import number_in
from kensei_docs.problems import Unusable, closest, unusable
from kensei_docs.traces import assumption

SECTION = "battle"
Spoken = Mapping[str, Translator]
# What is known of a troop that no rule knows.
_NO_CARD = {
    "figures": {},
    "lent": [],
    "wounds": 1,
    "carries": {},
    "rules": [],
    "faces": None,
    "assumed": {},
    "rolls": {},
}


class Lasting(Schema):
    """How a marker is kept.

    ``until`` is the phase at whose end it comes off; without it, it stays until a player takes it off. As many of it as
    the fact ``exchange`` says become a wound. ``recalls`` is a phase in which the troops that have it are named: there
    they make the ``roll``, if one is named, whose die passes by the number that the expression ``against`` comes to.
    Who passes loses the marker, and who fails leaves the table if ``fails`` says so.
    ``as-wounds``: wounds themselves are counted, so the marker is not offered.
    """

    until: str = ""
    exchange: str = ""
    recalls: str = ""
    roll: str = ""
    against: str = ""
    fails: Literal["leaves", "stays"] = "stays"
    as_wounds: bool = Field(default=False, alias="as-wounds")


class Losses(Schema):
    """The share of a troop's miniatures (a fact) after whose loss a rule, ``asks``, may hold."""

    share: str
    asks: str


class Activation(Schema):
    """What a troop may do when it is activated: it makes a ``roll`` of one die, whose total is the expression
    ``result``, and gets as many of the ``marker`` as the expression ``gives`` says. When it has spent the last of them,
    it gets the marker ``spent``."""

    roll: str
    result: str
    gives: str
    marker: str
    spent: str = ""


class BattleSchema(Schema):
    """The ``battle`` section of an edition, by ids of records and by facts (``record:path``).

    - ``before``: the records that tell what is done before the first turn.
    - ``phases``: the records of the phases of a turn, in order, each with what a player looks up in it: parts of the
      quick reference (``turn.yaml``), or records.
    - ``precedence``: the phase that says which player goes before the other, from then until it comes again.
    - ``last``: the last turn; ``lost``: the share of its points whose loss ends the battle for an army.
    - ``losses`` and ``activation``: see there; ``hand``: the expression for the number of cards that an army holds,
      ``draws``: the phase in which a hand is that large again.
    - ``markers``: how each is kept. Those of ``packs`` that it doesn't name are put on and taken off by hand.
    """

    before: list[str] = Field(default_factory=list)
    phases: dict[str, list[str]] = Field(default_factory=dict)
    precedence: str = ""
    last: str = ""
    lost: str = ""
    losses: Losses | None = None
    activation: Activation | None = None
    hand: str = ""
    draws: str = ""
    markers: dict[str, Lasting] = Field(default_factory=dict)

    def named(self) -> Iterator[str]:
        """Yield the records and facts that it names."""
        yield from (*self.before, *self.phases, *self.markers, self.precedence, self.draws, self.last, self.lost)
        if self.losses:
            yield from (self.losses.share, self.losses.asks)
        if self.activation:
            yield from (self.activation.marker, self.activation.spent)
        for kept in self.markers.values():
            yield from (kept.until, kept.exchange, kept.recalls)


def declared_battle(edition: Edition) -> BattleSchema:
    """Return an edition's ``battle`` section, or the defaults.

    Raises Unusable if it is invalid, or names a record or a figure that isn't there.
    """
    battle = edition.vocabulary.declared(SECTION, BattleSchema)
    for name in filter(None, battle.named()):
        identity, colon, path = name.partition(":")
        record = edition.records.get(identity)
        if record is None or (colon and record.figure(path) is None):
            place = edition.vocabulary.place(SECTION)
            hint = closest(identity, edition.records) if record is None else ""
            message = f"'{name}' is not there{hint}; name a record, or one of its figures"
            raise unusable(place.file, message, SECTION, place.line, place.column)
    return battle


def battle_as_json(database: Database, edition: Edition, spoken: Spoken) -> dict[str, Any]:
    """Return what is known of any battle of an edition, with names by language:

    - ``before``, ``phases``: each with its ``id``, its ``name`` in full and ``short``, the ``rules`` that tell it,
      ``parts`` of the quick reference, and its ``steps``, each with a ``name`` (or none) and a ``text``;
      ``precedence`` and ``draws``: one of the phases, or none;
    - ``parts``: the parts of the quick reference, each with its ``name``, and the heading and rules of its ``steps``;
      ``says``: what each of these rules and of the markers says in short, by id, with its figures;
    - ``marks``: its markers by id, see ``_marker``; ``activating``: its marker, the outcomes of its roll, and as
      ``results`` what any troop of the catalogue may get: how many, with the outcome;
    - ``last``, ``lost``, ``losses``: the figures that are declared; ``ends`` is the rule that tells the first two;
    - ``troops``: a card of each troop of the catalogue, by id; ``none``: that of a troop that no rule knows;
    - ``factions``: the ids of the rules of each faction; ``hand``: whether an army holds cards; ``dice``: the faces of
      the dice of its rolls; ``names``: those of all rules that are named here, and of the figures of troops.

    Raises Unusable where something is declared wrongly.
    """
    battle, cards = declared_battle(edition), BattleCards(database, edition, spoken)
    troops = cards.of_catalogue()
    shorts = {
        code: _shortened([each.name(edition.records[one]) for one in battle.phases]) for code, each in spoken.items()
    }
    parts = {part.slug: part for part in edition.turn.values() if part.get("steps")}
    known: dict[str, Any] = {
        "before": _before(edition, battle, spoken),
        "phases": [
            {
                "id": identity,
                "name": _name(edition.records[identity], spoken),
                "short": {code: shorts[code][at] for code in spoken},
                "parts": [name for name in told if name in parts],
                "rules": [one for one in (*_beside(edition, identity), *told) if one in edition.records],
                "steps": _steps(edition.records[identity], spoken),
            }
            for at, (identity, told) in enumerate(battle.phases.items())
        ],
        "precedence": battle.precedence or None,
        "draws": battle.draws or None,
        "parts": {
            name: {
                "name": _name(part, spoken),
                "steps": [
                    {
                        "name": {code: each.text(part, f"steps.{key}.name") for code, each in spoken.items()}
                        if step.get("name")
                        else None,
                        "rules": [one for one in step.get("of") or () if one in edition.records],
                    }
                    for key, step in part.get("steps").items()
                ],
            }
            for name, part in parts.items()
        },
        "marks": {
            identity: _marker(cards.game, identity, battle, copies, spoken)
            for identity, copies in _markers(edition, battle).items()
        },
        "last": _number(edition, battle.last),
        "lost": _number(edition, battle.lost),
        "ends": (battle.last or battle.lost).partition(":")[0] or None,
        "losses": {"share": _number(edition, battle.losses.share), "asks": battle.losses.asks}
        if battle.losses
        else None,
        "activating": cards.activation(troops.values()),
        "troops": troops,
        "factions": _of_factions(edition),
        "hand": bool(battle.hand),
        "dice": cards.dice(),
        "none": {**_NO_CARD, "marks": list(_markers(edition, battle))},
    }
    told = dict.fromkeys(one for part in known["parts"].values() for step in part["steps"] for one in step["rules"])
    says = {one: _reminder(edition.records[one], "", spoken) for one in (*told, *known["marks"])}
    known["says"] = {one: words for one, words in says.items() if any(words.values())}
    named = dict.fromkeys(text for text in _texts(known) if text in edition.records)
    names = {identity: _name(edition.records[identity], spoken) for identity in named}
    return {**known, "names": names | cards.attributes(troops.values())}


def _texts(value: Any) -> Iterator[str]:
    """Yield the keys and the texts in data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from (str(key), *_texts(inner))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _name(record: Record, spoken: Spoken) -> dict[str, str]:
    return {code: each.name(record) for code, each in spoken.items()}


def _before(edition: Edition, battle: BattleSchema, spoken: Spoken) -> dict[str, Any] | None:
    """Return what is done before the first turn, in the form of a phase without a name, or None."""
    if not battle.before:
        return None
    records = [edition.records[identity] for identity in battle.before]
    steps = [{"name": _name(record, spoken), "text": _reminder(record, "", spoken)} for record in records]
    return {"id": None, "name": None, "parts": [], "rules": battle.before, "steps": steps}


def _steps(phase: Record, spoken: Spoken) -> list[dict[str, Any]]:
    """Return the steps of a phase with their names and what they remind of, or what the phase itself does."""
    steps = phase.get("steps")
    if not isinstance(steps, dict):
        return [{"name": None, "text": _reminder(phase, "", spoken)}]
    return [
        {
            "name": {code: each.text(phase, f"steps.{key}.name") for code, each in spoken.items()},
            "text": _reminder(phase, f"steps.{key}.", spoken),
        }
        for key in steps
    ]


def _shortened(names: Sequence[str]) -> list[str]:
    """Return names without the words that all of them have: of "Activation phase", "Activation" says enough."""
    words = [name.split() for name in names]
    shared = set.intersection(*({word.casefold() for word in one} for one in words)) if len(words) > 1 else set()
    short = [" ".join(word for word in one if word.casefold() not in shared) or " ".join(one) for one in words]
    return [one[:1].upper() + one[1:] for one in short]


def _reminder(record: Record, path: str, spoken: Spoken) -> dict[str, str]:
    """Return what a record, or the part of it before whose fields the path leads, says in short, else its text."""
    field = next((one for one in (f"{path}reminder", f"{path}text") if record.get(one)), None)
    return {code: each.text(record, field) if field else "" for code, each in spoken.items()}


def _number(edition: Edition, fact: str) -> float | None:
    """Return a figure as a number, 0.75 for 75 %; None without one."""
    record = edition.records.get(fact.partition(":")[0])
    amount = amount_of(record.figure(fact.partition(":")[2])) if record else None
    return None if amount is None else float(amount.count)


def _beside(edition: Edition, phase: str) -> Iterator[str]:
    """Yield a phase, then the records that stand beside it in a step of the quick reference."""
    told = [step.get("of") or [] for part in edition.turn.values() for step in (part.get("steps") or {}).values()]
    yield from dict.fromkeys([phase, *(one for of in told if phase in of for one in of)])


def _pack(edition: Edition) -> PackSchema:
    return declared_pack(edition) if declares_pack(edition) else PackSchema()


def _markers(edition: Edition, battle: BattleSchema) -> dict[str, int]:
    """Return the markers that are offered, by id, each with the number that one troop may need at once."""
    pack = _pack(edition)
    copies = {f"{pack.marker}/{slug}": rule.copies for slug, rule in pack.markers.items()}
    return {
        name: int(number_in(copies.get(name, "1")) or 1)
        for name in dict.fromkeys([*copies, *battle.markers])
        if name in edition.records and not (name in battle.markers and battle.markers[name].as_wounds)
    }


def _marker(game: Game, identity: str, battle: BattleSchema, copies: int, spoken: Spoken) -> dict[str, Any]:
    """Return how a marker is kept: how many are exchanged for a wound, and whether it is counted (``counts``).

    Of the ``roll`` of those who are recalled, the id of its record, whether a die passes with ``most`` its number or
    with at least that, and whether who fails ``leaves``.
    """
    edition, kept = game.edition, battle.markers.get(identity, Lasting())
    return {
        "name": _name(edition.records[identity], spoken),
        "until": kept.until or None,
        "recalls": kept.recalls or None,
        "roll": {
            "of": game.play.rolls[kept.roll].record,
            "most": game.database.vocabulary.section("rolls")[kept.roll]["passes"] == "at-most",
            "leaves": kept.fails == "leaves",
        }
        if kept.roll in game.play.rolls
        else None,
        "exchange": _number(edition, kept.exchange) if kept.exchange else None,
        "counts": copies > 1 or bool(kept.exchange),
    }


def _of_factions(edition: Edition) -> dict[str, list[str]]:
    """Return the ids of the rules that only one faction has, by its slug."""
    key = declared_musters(edition).faction
    found: dict[str, list[str]] = {}
    for record in edition.records_of(*_pack(edition).of_faction) if key else ():
        if record.data.get(key):
            found.setdefault(str(record.data[key]), []).append(record.id)
    return found


class BattleCards:
    """Makes the cards of troops: what stands on the table beside their wounds and markers.

    ``words`` are those of the edition, which take long to collect; without them they are collected when needed.
    """

    def __init__(self, database: Database, edition: Edition, spoken: Spoken, words: EditionWords | None = None) -> None:
        self._database, self._edition, self._spoken = database, edition, spoken
        self._battle, self._pack = declared_battle(edition), _pack(edition)
        self.game = words.game if words else Game(database, edition.id)
        self._words = words
        self._fact_names = database.vocabulary.section(FACT_NAMES)

    def attributes(self, cards: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
        """Return the names of the figures that cards, and the table of attributes, have, by the figures' names."""
        given = self._pack.roster.given
        table = self._edition.records.get(given.record) if given else None
        rows = table.get(given.rows) if given and table else None
        names = dict.fromkeys([*(rows or ()), *(name for card in cards for name in card["figures"])])
        return {name: {code: self._label(name, each) for code, each in self._spoken.items()} for name in names}

    def _label(self, name: str, translator: Translator) -> str:
        """Return the name of a figure: as traces have it, else as names of facts do, else its record's."""
        record = self._edition.records.get(f"{self._pack.roster.attributes}/{name}")
        if name in self._fact_names and not translator.knows_quantity(name):
            words = translator.entry(FACT_NAMES, name)
        elif record and not translator.knows_quantity(name):
            words = translator.name(record)
        else:
            words = translator.quantity(name)
        return words[:1].upper() + words[1:]

    def dice(self) -> list[int]:
        """Return the numbers of faces of the dice of all rolls."""
        dice = [amount_of(str(self.game.fact(roll.die)[2])) for roll in self.game.play.rolls.values()]
        return sorted({faces for die in dice if die for faces in die.dice})

    def activation(self, cards: Iterable[Mapping[str, Any]]) -> dict[str, Any] | None:
        """Return the markers of an activation, the outcomes of its roll, as a player reads them off a table, and the
        results that the faces of cards have, each once: how many markers, and the outcome. ``counts`` are the markers
        of which a troop has several and that no phase takes off: it gains and spends them when it acts."""
        declared = self._battle.activation
        if declared is None:
            return None
        record = self.game.record(self.game.play.rolls[declared.roll].record)
        return {
            "record": record.id,
            "name": _name(record, self._spoken),
            "mark": declared.marker,
            "spent": declared.spent or None,
            "counts": [
                one
                for one, copies in _markers(self._edition, self._battle).items()
                if copies > 1 and one != declared.marker and one not in self._battle.markers
            ],
            "results": sorted({face for card in cards for face in card["faces"] or ()}),
            "outcomes": {
                key: {
                    "name": {code: each.text(record, f"outcomes.{key}.name") for code, each in self._spoken.items()},
                    "when": {
                        code: each.figure(outcome.get("result") or outcome.get("die"))
                        for code, each in self._spoken.items()
                    },
                    "text": {
                        code: each.text(record, f"outcomes.{key}.text") if outcome.get("text") else ""
                        for code, each in self._spoken.items()
                    },
                }
                for key, outcome in (record.get("outcomes") or {}).items()
            },
        }

    def of_catalogue(self) -> dict[str, dict[str, Any]]:
        """Return the card of each troop that can be taken, by the id of its profile."""
        edition, found = self._edition, {}
        for one in troops_of(edition):
            row = Troop(one.profile.name, 1, one.points, {}, "rows.0", one.profile.place(), profile=one.profile)
            troop = troop_of(edition, row, True)
            army = Army(edition, None, 1, (troop,), file="", name="", database=self._database)
            found[one.profile.id] = self.of_troop(army, troop)
        return found

    def of_army(self, army: Army) -> dict[str, Any]:
        """Return the cards of an army's ``troops``, in their order, and the number of cards in its ``hand``."""
        return {
            "faction": army.faction.slug if army.faction else None,
            "hand": self._hand(army),
            "troops": [
                {"row": troop.path, "points": troop.points, **self.of_troop(army, troop)} for troop in army.troops
            ],
        }

    def of_troop(self, army: Army, troop: Troop) -> dict[str, Any]:
        """Return the card of one troop:

        - ``figures`` by the slug of the attribute, and ``lent``, those that another edition gives;
        - ``wounds``: those that fell one miniature; ``carries``: names of what it has, by language;
        - ``marks``, the markers that it may get, ``rules`` that touch it, by id;
        - ``faces``: for each face of the die, the number that it gets and the name of the outcome; ``assumed`` has in
          words what was assumed for them. None where they can't be told.
        - ``rolls``: by the marker for which it makes a roll, the numbers that pass, each with the words for when it is
          that one, or none.
        """
        has_pack = declares_pack(self._edition)
        figures = attributes_of(army, troop) if has_pack else Attributes({}, {}, {})
        # On every card the figures stand in the order of the table.
        order = [record.slug for record in self._edition.records_of(self._pack.roster.attributes)]
        shown = figures.own | figures.lent
        shown = {name: shown[name] for name in sorted(shown, key=lambda one: (*order, one).index(one))}
        wounds = shown.get(self._pack.roster.wounds.rpartition(".")[2], "")
        identities = [f"{trait}/{value}" for trait, values in troop.traits.items() for value in sorted(values)]
        rules = [one for one in identities if one in self._edition.records]
        rules += records_for_troop(self._edition, troop, self._pack, [])
        lent = lent_quantities(army, troop)
        orders, assumed = self._orders(troop, lent)
        return {
            "figures": shown,
            "lent": sorted(figures.lent),
            "wounds": int(wounds) if wounds.isdigit() else 1,
            "carries": {code: ", ".join(names_carried(army, troop, each)) for code, each in self._spoken.items()}
            if has_pack
            else {},
            "marks": [
                identity
                for identity in _markers(self._edition, self._battle)
                if troop.fits(self._pack.markers.get(identity.partition("/")[2], MarkerSchema(copies="1")).of)
                is not False
            ],
            "rules": list(dict.fromkeys(rules)),
            "faces": orders,
            "assumed": assumed,
            "rolls": {
                identity: numbers
                for identity, kept in self._battle.markers.items()
                if kept.against and (numbers := self._numbers(troop, lent, identity, kept.against))
            },
        }

    def _numbers(
        self, troop: Troop, lent: Mapping[str, str], marker: str, against: str
    ) -> list[tuple[int, dict[str, str] | None]]:
        """Return the numbers by which a roll passes for a troop that has a marker: first that far from the enemy, then
        that of each way to attack in which it is another."""
        key, _, slug = marker.partition("/")
        declared = declared_matchup(self._database)
        ways = sorted(declared.ways, key=lambda way: not declared.ways[way].measured) if declared.attack else [""]
        found: dict[int, dict[str, str] | None] = {}
        for way in ways:
            given = {f"self.{key}": [slug], **({declared.attack: [way]} if way else {})}
            try:
                run = Evaluation(self.game, {}, self._situation(troop, lent, given))
                number = number_of(run.evaluate(against))
                run.trace.require()
            except Unusable:
                return []
            if number is not None:
                words = {code: each.phrase({declared.attack: way}) for code, each in self._spoken.items()}
                found.setdefault(int(number), words if found else None)
        return list(found.items())

    def _orders(
        self, troop: Troop, lent: Mapping[str, str]
    ) -> tuple[list[tuple[int, str]] | None, dict[str, list[str]]]:
        declared = self._battle.activation
        if declared is None:
            return None, {}
        found: list[tuple[int, str]] = []
        assumed: dict[str, str] = {}
        try:
            situation = self._situation(troop, lent)
            roll = roll_of(self.game, declared.roll, situation)
            for face in range(1, roll.faces + 1):
                run = Evaluation(self.game, {"die": Amount(Fraction(face))}, situation)
                number, total = (number_of(run.evaluate(one)) for one in (declared.gives, declared.result))
                run.trace.require()
                if number is None or total is None:
                    return None, {}
                found.append((int(number), roll.outcome(face, int(total))))
                assumed |= run.trace.assumed
        except Unusable:
            # Nobody gives the figure to which the die is added.
            return None, {}
        told = {
            code: [assumption(name, value, each) for name, value in assumed.items()]
            for code, each in self._spoken.items()
        }
        return found, told

    def _situation(self, troop: Troop, lent: Mapping[str, str], more: Mapping[str, Any] | None = None) -> Situation:
        if self._words is None:
            texts = LocalTexts(
                lambda record: [each.name(record) for each in self._spoken.values()],
                lambda when: [each.phrase(when) for each in self._spoken.values()],
            )
            self._words = EditionWords(self.game, texts)
        given = {**self._words.read(SideWords("", troop, lent=lent), SECTION).given, **(more or {})}
        return situation_of(self.game, {name: one for name, one in given.items() if self.game.terms.is_known(name)})

    def _hand(self, army: Army) -> int | None:
        if not self._battle.hand:
            return None
        try:
            given = {"points": Amount(Fraction(army.size))}
            number = number_of(Evaluation(self.game, given, Situation()).evaluate(self._battle.hand))
        except Unusable:
            return None
        return None if number is None else int(number)

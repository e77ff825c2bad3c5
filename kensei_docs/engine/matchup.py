"""Reading a matchup: two sides, each described by a few words or by a row of an army.

``"10 spearmen, attack 2, charging vs 8 archers"`` becomes two ``Side``s and the situation as
each of them sees it. Words are those of records, conditions, quantities and the glossary in any
language of the project. ``matchup`` in ``vocabulary.yaml`` declares which kinds and fields
describe a side, and which conditions follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.database import Database
from kensei_docs.engine.amounts import Step
from kensei_docs.engine.conditions import SIDES, Distance, Situation
from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.engine.game import Game
from kensei_docs.engine.odds import Odds, odds
from kensei_docs.engine.play_schema import Forbidden, MatchupSchema
from kensei_docs.engine.sides import (
    ArmyList,
    EditionWords,
    LocalTexts,
    Side,
    SideWords,
    Spoken,
    contradiction,
    contradictions,
    differ,
    no_distance,
    row_of,
)
from kensei_docs.figures import doubt_about, number_in, parse
from kensei_docs.languages import codes, language
from kensei_docs.problems import AllOf, OneOf, Place, Problem, Unusable, say, unusable

# The two sides of a matchup by name, in the order in which they are written.
ENDS = ("attacker", "defender")
# The command's own words between two sides. Other words that mean it may also begin a condition ("against cavalry").
_BETWEEN = ("v", "vs", "versus")

# The values given for a side, by name.
_Given = dict[str, list[Any]]


@dataclass(frozen=True)
class Matchup:
    """Two sides that were read with the words of one edition; ``reread`` reads a side without some of its phrases."""

    game: Game
    declared: MatchupSchema
    attacker: Side
    defender: Side
    reread: Callable[[str, Collection[Spoken]], Side] | None = None

    @property
    def sides(self) -> dict[str, Side]:
        return dict(zip(ENDS, (self.attacker, self.defender), strict=True))

    @property
    def usual_attack(self) -> str:
        """How the attacker is said to attack, else the first way for which he has a weapon, else the first way.

        If a side is engaged (it charges, for example), the usual way counts, which is the first, whatever weapons there
        are.
        """
        engaged = any(
            True in side.given.get(name, []) for side in self.sides.values() for name in self.declared.engages
        )
        armed = [] if engaged else [attack for attack in self.declared.ways if self.attacker.weapons.get(attack)]
        return self.attacker.way or next(iter(armed), self.declared.usual_way)

    def as_json(self, odds: Odds) -> dict[str, Any]:
        """Return the matchup and its odds as the commands print them; the keys are a promise to other programs."""
        return {
            "edition": self.game.edition.id,
            "attack": odds.attack,
            "sides": {end: side.as_json() for end, side in self.sides.items()},
            "idle": [{"side": end, "words": spoken.text} for end, spoken in self.idle(odds)],
            **odds.as_json(),
        }

    def odds(self, attack: str, distance: str | None = None) -> Odds:
        """Return the odds of an attack, at a distance such as ``20cm``.

        Raises Unusable as ``views`` does, and for an attack or a value that the edition doesn't know.
        """
        result = self._odds(attack, distance)
        self._require_computable(attack, distance, result)
        return result

    def _odds(self, attack: str, distance: str | None) -> Odds:
        situation, other_situation = self.views(attack, distance)
        ours, theirs = self._given()
        fields = {"ours": self.attacker.fields(attack, ours), "theirs": self.defender.fields(attack, theirs)}
        result = odds(self.game, attack, situation, other_situation, fields)
        if attack in self.declared.ways and self.declared.ways[attack].measured:
            result.distance = self._distance(situation, result)
        return result

    def _require_computable(self, attack: str, distance: str | None, result: Odds) -> None:
        """Raise Unusable for the words of a side with whose number nothing can be computed: it can without them."""
        for end, side in self.sides.items() if result.faulty else ():
            for spoken in side.phrases if self.reread else ():
                if spoken.is_quantity and self._without(end, spoken)._odds(attack, distance).faulty < result.faulty:
                    message = say(
                        "'%(words)s' can't be: no rule computes with such a number; mend it", words=spoken.text
                    )
                    raise Unusable(Problem(Place(end, 1, spoken.column + 1), message, "odds"))

    def _without(self, end: str, spoken: Spoken) -> Matchup:
        """Return the matchup without a phrase of the side at ``end``."""
        assert self.reread is not None
        sides = {at: self.reread(at, [spoken] if at == end else []) for at in self.sides}
        return replace(self, attacker=sides[ENDS[0]], defender=sides[ENDS[1]])

    def views(self, attack: str, distance: str | None = None) -> tuple[Situation, Situation]:
        """Return the situation of an attack from the attacker's and from the defender's view.

        Raises Unusable for a distance that the edition hasn't, and for a side that does something forbidden by a rule.
        """
        self._require_allowed()
        self._require_armed(attack)
        measured = self._measured(distance)
        if problems := list(self._contradicted(attack, distance, measured)):
            raise Unusable(*problems)
        return self._views(attack, measured)

    def _contradicted(self, attack: str, distance: str | None, measured: dict[str, str]) -> Iterator[Problem]:
        """Yield a problem for each word that contradicts the distance, which is that of the option or of other words:
        another distance, and a band or reach where the distance isn't."""
        said = [(end, name, *one) for end, side in self.sides.items() for name, one in side.said.items()]
        before = distance or next((words for _, name, _, words, _ in said if name == self.declared.distance), None)
        if before is None:
            return
        bare = [
            replace(side, given={name: of for name, of in side.given.items() if name not in self.declared.measures})
            for side in self.sides.values()
        ]
        known = replace(self, attacker=bare[0], defender=bare[1])._views(attack, measured)[0].given
        for end, name, values, words, column in said:
            if name not in (self.declared.distance, *self.declared.measures) or words == before:
                continue
            if name in known and differ(self.game.terms, name, values, known[name]):
                yield Problem(Place(end, 1, column + 1), contradiction(words, before), "odds")

    def _measured(self, distance: str | None) -> dict[str, str]:
        """Return the condition of a distance such as ``20cm``, an empty mapping for None.

        A distance without a unit is in that of the edition. Raises Unusable for one in another unit.
        """
        if not distance:
            return {}
        figure, units = parse(distance), self.game.edition.units
        if doubt := doubt_about(distance):
            raise unusable("odds", doubt, "odds")
        if figure and (figure.kind not in ("count", "length") or figure.text[0] in "+-"):
            message = say("'%(text)s' is not a distance; write one, with its unit", text=distance)
            raise unusable("odds", message, "odds")
        if figure is None or (figure.unit != units and figure.kind != "count"):
            raise unusable("odds", no_distance(self.game, distance), "odds")
        return {self.declared.distance: f"{distance} {units}" if figure.kind == "count" else str(figure)}

    def _require_allowed(self) -> None:
        """Raise Unusable if a side does something that a rule under ``play.forbids`` forbids."""
        for forbidden in self.game.play.forbids:
            views = self._views(forbidden.way or self.declared.usual_way, {})
            for end, situation in zip(ENDS, views, strict=True):
                does = all(map(situation.given.get, forbidden.needs))
                if does and self.game.effects.conditions.check(forbidden.when, situation, SIDES[0]).holds:
                    raise Unusable(Problem(Place(end, 1, 1), self._refusal(forbidden), "odds"))

    def _require_armed(self, attack: str) -> None:
        """Raise Unusable if the attacker has weapons, and none for an attack from afar.

        Troops of which no weapon is said may have one; some reach as far without any.
        """
        way, weapons = self.declared.ways.get(attack), self.attacker.weapons
        if way is None or not way.measured or weapons.get(attack) or not any(weapons.values()):
            return
        arms = self.game.play.arms.get(attack)
        if not (self.game.terms.records_of(way.kind) or (arms and arms.rows)) or self._reaches_unarmed(attack):
            return
        names = dict.fromkeys(weapon for others in weapons.values() for weapon in others)
        message = say(
            "%(weapons)s can't be used for %(attack)s; name a weapon that can, or another way to attack",
            weapons=OneOf(names),
            attack=OneOf([attack]),
        )
        raise Unusable(Problem(Place(ENDS[0], 1, 1), message, "odds"))

    def _reaches_unarmed(self, attack: str) -> bool:
        try:
            run = Evaluation(self.game, {}, self._views(attack, {})[0])
            return number_in(str(run.evaluate(self.declared.reach))) not in (None, 0)
        except Unusable:
            return False

    def _refusal(self, forbidden: Forbidden) -> str:
        """Return the message that a rule forbids the action of a side, with the rule's line and the conditions."""
        record = self.game.record(forbidden.rule)
        cited = next((f" ({c.document}:{c.lines[0]})" for c in record.citations if c.lines and c.is_for("text")), "")
        return say(
            "%(rule)s%(cited)s isn't for such troops: %(said)s; leave one of these out",
            rule=record,
            cited=cited,
            said=AllOf(forbidden.when),
        )

    def idle(self, result: Odds) -> list[tuple[str, Spoken]]:
        """Return the phrases that change nothing in these odds, each with its side.

        A phrase has an effect if a step of the computation depends on one of its conditions or reads its quantity. Each
        of the others is left out, and the odds are computed again. A phrase that only confirms an assumption, or what
        its troop has anyway, is not idle.
        """
        steps = [step for trace in result.traces.values() for step in trace.steps]
        acted = {name for step in steps for name in _conditions_of(step)}
        doubtful = [
            (end, spoken)
            for end, side in self.sides.items()
            for spoken in side.phrases
            if not {_without_side(name) for name in spoken.conditions} & acted
        ]
        if not doubtful or self.reread is None:
            return []
        return [(end, spoken) for end, spoken in doubtful if self._is_idle(end, spoken, result)]

    def _is_idle(self, end: str, spoken: Spoken, result: Odds) -> bool:
        """Return whether the odds stay the same without a phrase of the side at ``end``."""
        distance = result.distance.said if result.distance else None
        given = self.sides[end].given
        names = [name for name in spoken.conditions if name in given]
        # A report of a shot always says how far apart the sides are.
        if result.distance and self.declared.distance in names:
            return False
        try:
            without = self._without(end, spoken)
        except Unusable:
            # Other words are about these: "11 in contact" is none without "with a leader".
            return False
        if names and all(without.sides[end].given.get(name) == given[name] for name in names):
            return False
        again = without._odds(result.attack, distance)
        # A chain of both sides together is computed from the attacker's view.
        views = ("ours", "") if end == ENDS[0] else ("theirs",)
        assumed = {
            pair for (whose, _), trace in again.traces.items() if whose in views for pair in trace.assumed.items()
        }
        if any((name, str(given[name][0]).lower()) in assumed for name in names):
            return False
        return (again.chances, again.left_out) == (result.chances, result.left_out)

    def _distance(self, situation: Situation, result: Odds) -> Distance:
        """Return the given distance with the conditions that follow from it, else the assumed conditions."""
        measures = self.declared.measures
        assumed = {name: value for trace in result.traces.values() for name, value in trace.assumed.items()}
        stated = situation.first(self.declared.distance)
        return Distance(
            stated,
            stated is not None or any(name in situation.given for name in measures[:1]),
            {name: situation.given[name][0] for name in measures if name in situation.given},
            {} if stated else {name: assumed[name] for name in measures if name in assumed},
            self._reach(situation),
        )

    def _reach(self, situation: Situation) -> str | None:
        """Return how far the weapon reaches, where the distance is known to be farther."""
        beyond = False in situation.given.get(self.declared.measures[-1], [])
        if (
            not beyond
            or not situation.given.get(self.declared.weapon)
            or self.declared.reach not in self.game.play.computes
        ):
            return None
        return str(Evaluation(self.game, {}, situation).evaluate(self.declared.reach))

    def _given(self) -> tuple[_Given, _Given]:
        """Return the values given for the attacker and for the defender, in the words of either side.

        Words about the other side (``opponent.…``) count for that side; the ``attacked`` conditions count for the side
        that is charged or, without a charge, for the defender.
        """
        ours, theirs = dict(self.attacker.given), dict(self.defender.given)
        for mine, other in ((ours, theirs), (theirs, ours)):
            for name in [name for name in mine if name.startswith("opponent.")]:
                other.setdefault(name.replace("opponent.", "self.", 1), mine.pop(name))
        charge = next(iter(self.declared.engages), "")
        turned = True in theirs.get(charge, []) and True not in ours.get(charge, [])
        attacker, attacked = (theirs, ours) if turned else (ours, theirs)
        for name in self.declared.attacked:
            # A condition of both sides stays with both, unless ``suffers`` says which of them is attacked so.
            suffer = [True in side.get(self.declared.suffers, ()) for side in (attacker, attacked)]
            if name in attacker and not suffer[0] and (name not in attacked or suffer[1]):
                attacked.setdefault(name, attacker.pop(name))
                attacker.pop(name, None)
        return ours, theirs

    def _views(self, attack: str, more: Mapping[str, Any]) -> tuple[Situation, Situation]:
        """Return the situation from the attacker's and from the defender's view; ``more`` are conditions of both."""
        ours, theirs = self._given()
        sides = ((self.attacker, ours), (self.defender, theirs))
        return self._view(attack, more, *sides), self._view(attack, more, *reversed(sides))

    def _view(self, attack: str, more: Mapping[str, Any], *sides: tuple[Side, _Given]) -> Situation:
        """Return the situation from the view of the first of two sides.

        A miniature fights with one weapon: the first that was named, else the one that it prefers.
        """
        (_, ours), (_, theirs) = sides
        given: dict[str, Any] = {**ours, **more}
        for name, values in theirs.items():
            given.setdefault(name.replace("self.", "opponent.", 1), values)
        for name, (side, _) in zip((self.declared.weapon, self.declared.other_weapon), sides, strict=True):
            if side.weapons.get(attack) and name:
                given[name] = side.weapons[attack][:1]
        given[self.declared.attack] = [attack]
        known_values = {name: values for name, values in given.items() if self.game.terms.is_known(name)}
        return situation_of(self.game, known_values, Place("odds"))


class MatchupReader:
    """Reads matchups by the words of one database; what it has looked up for one, it knows for the next."""

    def __init__(self, database: Database, local_texts: LocalTexts) -> None:
        self.database, self.local_texts = database, local_texts
        self._words: dict[str, EditionWords] = {}

    def read(self, sides: Sequence[SideWords], edition: str | None = None) -> Matchup:
        """Return the matchup of two sides, the attacker first.

        Without ``edition``, the first edition that knows all words is taken, the largest tried first.
        Raises Unusable with the column of each unknown word.
        """
        editions = self.database.editions
        by_size = sorted(editions, key=lambda name: -len(editions[name].records))
        first_problem: Unusable | None = None
        said = dict(zip(ENDS, sides, strict=True))
        for name in [edition] if edition else by_size:
            words = self.words_of(name)
            try:

                def read(end: str, unsaid: Collection[Spoken] = (), words: EditionWords = words) -> Side:
                    return words.read(said[end], end, unsaid)

                attacker, defender = (read(end) for end in ENDS)
                if problems := list(contradictions(words.game.terms, {ENDS[0]: attacker, ENDS[1]: defender})):
                    raise Unusable(*problems)
                return Matchup(words.game, words.declared, attacker, defender, read)
            except Unusable as unusable:
                first_problem = first_problem or unusable
        assert first_problem is not None
        raise first_problem

    def words_of(self, edition: str) -> EditionWords:
        """Return the words of an edition, with its game."""
        if edition not in self._words:
            self._words[edition] = EditionWords(Game(self.database, edition), self.local_texts)
        return self._words[edition]


def understand(
    database: Database,
    texts: Sequence[str],
    local_texts: LocalTexts,
    edition: str | None = None,
    armies: Sequence[ArmyList | None] = (None, None),
) -> Matchup:
    """Return the matchup that the words of either side describe, as ``MatchupReader`` does: ``["10 spearmen", "8
    archers"]``.

    With an army, a side's text is the name of one of its rows, and after a comma the words to add.
    """
    sides = [row_of(army, text) if army else SideWords(text) for text, army in zip(texts, armies, strict=True)]
    return MatchupReader(database, local_texts).read(sides, edition)


def _conditions_of(step: Step) -> set[str]:
    """Return the conditions, without their sides, on which the effect of a step depends."""
    entry = step.record.get(step.effect) if step.record and step.effect else None
    when = entry.get("when") if isinstance(entry, dict) else None
    return {_without_side(name) for name in when or {}}


def _without_side(name: str) -> str:
    """Return the name of a condition without its side."""
    return name.partition(".")[2] or name


def split_sides(words: str) -> list[str]:
    """Return the texts of the two sides; raises Unusable if there aren't two."""
    versus = {word for code in codes() for word in language(code).versus}
    parts = words.split()
    at = [number for number, word in enumerate(parts) if word.lower() in versus]
    # In "5 spearmen vs 8 archers, against cavalry" the second word for "vs" begins a condition.
    plain = [number for number in at if parts[number].lower() in _BETWEEN]
    at = plain if len(plain) == 1 else at
    if len(at) != 1 or at[0] in (0, len(parts) - 1):
        message = say('say who attacks whom, with \'vs\' between them: "spearmen" vs "archers"')
        raise unusable("odds", message, "odds")
    return [" ".join(parts[: at[0]]), " ".join(parts[at[0] + 1 :])]

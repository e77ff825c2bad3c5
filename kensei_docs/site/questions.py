"""What a page asks the engine, and the answers, as JSON. This module and all that it imports run in the browser.

A question is a mapping with ``ask``, and what that asks about; a list is an army as ``read_army`` takes it:

- ``about``: nothing more; the editions with their versions, and the languages;
- ``check``: ``list``, ``assume`` (usual traits count), ``remedies`` (what mends each broken limit is told, too);
- ``roster``: ``list``, ``assume``, ``language``: the values of the printed roster, and the ``markup`` of one page;
- ``pack``: ``list``: what it needs on the table;
- ``import``: a ``text``, or a file's ``name`` and ``content`` (its bytes as numbers, or in base64): the ``list`` in it,
  what of it is not read (``problems``) and what is ``guessed``, in words;
- ``write``: ``list``, ``language``, ``parts``: the list as ``yaml``, ``csv`` and ``text`` for a chat, a name for its
  ``file``, and how many it ``needs`` of each of the parts of a pack (see ``parts_of_pack``);
- ``troops``: ``edition``: the troops that can be taken;
- ``play``: ``list``: a card for each of its troops, and how many cards its player holds;
- ``odds``: a matchup as ``read_matchup`` takes it; ``brief``: without the traces; ``assume``: figures that another
  edition gives count where nothing else tells them;
- ``change``: a matchup and a ``switch``, one condition of a side with another ``value``: what that changes;
- ``replay``: ``edition``: the worked examples, replayed.

An answer has the ``answer``, or ``problems``, each with its ``place`` and its ``words`` in each language. What commands
print as JSON, an answer has under the same keys, and words beside it.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kensei_docs.army import ArmyReader, AskedMatchup, as_json, contents, judge, read_matchup
from kensei_docs.army.address import army_as_data, as_yaml
from kensei_docs.army.battle import BattleCards
from kensei_docs.army.import_list import IMPORTED, JSON, TEXT, import_army
from kensei_docs.army.plain_sheets import SUFFIXES as WORKBOOKS
from kensei_docs.army.plain_sheets import as_csv as as_plain_csv
from kensei_docs.army.roster import roster
from kensei_docs.army.roster_page import as_markup
from kensei_docs.army.troop_catalogue import CatalogueTroop, troops_of
from kensei_docs.army.troops import Army, declared_musters
from kensei_docs.army.write_list import as_csv, as_text
from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.errata import version_of
from kensei_docs.engine.amounts import Step
from kensei_docs.engine.conditions import SIDES
from kensei_docs.engine.examples import replay_examples
from kensei_docs.engine.game import Game
from kensei_docs.engine.matchup import ENDS, Matchup, MatchupReader
from kensei_docs.engine.odds import SIDE_NAMES, Odds
from kensei_docs.engine.odds import SIDES as OF_SIDES
from kensei_docs.engine.sides import LocalTexts
from kensei_docs.figures import number_in
from kensei_docs.problems import Number, Place, Problem, Unusable, closest, say, unusable
from kensei_docs.site.snapshot import read_snapshot
from kensei_docs.slugs import slug_of
from kensei_docs.traces import OddsWords, step_as_json

CHECK = "question"
# The points of a list that says nothing, where no battle has a size either.
_SIZE = 100
# How many answers are kept: a person goes back and forth between a few conditions.
_MOST_KEPT = 200
# What a question about a matchup has beside the matchup.
_OF_QUESTION = ("ask", "brief", "switch", "assume")
_OTHER = dict(zip(ENDS, reversed(ENDS), strict=True))
# The least chance that a page draws.
_SEEN = 0.0005
# Steps of a trace that no rule makes.
_COMPUTED = ("given", "read", "within", "compute", "result", "reckon", "compare")
Question = Mapping[str, Any]


class Engine:
    """Answers questions about the database of a snapshot."""

    def __init__(self, snapshot: bytes) -> None:
        """Read the snapshot; raises Unusable where it is none."""
        read = read_snapshot(snapshot)
        self._database, self._spoken, self.digest = read.database, read.translators, read.digest
        self._armies = ArmyReader(self._database, self._names)
        self._matchups = MatchupReader(self._database, LocalTexts(self._names, self._phrases))
        # The odds before a change, with their question: changes are asked for one after the other.
        self._before: tuple[Question, Odds | None] = {}, None
        self._folder = ""
        self._catalogue: dict[str, Sequence[CatalogueTroop]] = {}
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._asks: dict[str, Callable[[Question], Any]] = {
            "about": self._about,
            "check": self._check,
            "roster": self._roster,
            "pack": lambda question: contents(self._army(question)).as_json(),
            "import": self._import,
            "write": self._write,
            "troops": lambda question: [one.as_json(self._spoken) for one in self._troops(self._edition(question))],
            "play": self._play,
            "odds": self._odds,
            "change": self._change,
            "replay": self._replay,
        }

    def answer_text(self, question: str) -> str:
        """Return the answer to a question, both as texts of JSON; an answer is kept for the next time."""
        if question not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.popitem(last=False)
            self._kept[question] = json.dumps(self.answer(json.loads(question)), ensure_ascii=False)
        self._kept.move_to_end(question)
        return self._kept[question]

    def answer(self, question: Question) -> dict[str, Any]:
        """Return the answer to a question; what is wrong with it is among its ``problems``."""
        try:
            ask = str(question.get("ask"))
            if ask not in self._asks:
                raise unusable(
                    "ask", say("'%(key)s' is not known here%(hint)s", key=ask, hint=closest(ask, self._asks)), CHECK
                )
            return {"answer": self._asks[ask](question)}
        except Unusable as refused:
            return {"problems": [self._problem(problem) for problem in refused.problems]}

    def _problem(self, problem: Any) -> dict[str, Any]:
        told = {code: each.problem(problem) for code, each in self._spoken.items()}
        return {
            # Of a file that was handed in, its folder says nothing.
            "place": str(problem.place).removeprefix(f"{self._folder}/"),
            "line": problem.place.line,
            "severity": problem.severity,
            "words": {code: one.message for code, one in told.items()},
        }

    def _names(self, record: Record) -> list[str]:
        return [each.name(record) for each in self._spoken.values()]

    def _phrases(self, when: Mapping[str, Any]) -> list[str]:
        return [each.phrase(when) for each in self._spoken.values()]

    def _texts(self, record: Record, field: str) -> dict[str, str]:
        return {code: each.text(record, field) for code, each in self._spoken.items()}

    def _edition(self, question: Question) -> Edition:
        name = str(question.get("edition"))
        if name not in self._database.editions:
            message = say(
                "'%(text)s' is not an edition%(hint)s; known are %(known)s",
                text=name,
                hint=closest(name, self._database.editions),
                known=", ".join(self._database.editions),
            )
            raise unusable("edition", message, CHECK)
        return self._database.editions[name]

    def _translator(self, question: Question) -> Translator:
        name = str(question.get("language") or next(iter(self._spoken)))
        if name not in self._spoken:
            known = ", ".join(self._spoken)
            message = say(
                "'%(key)s' is not known here%(hint)s", key=name, hint=say("; known are %(known)s", known=known)
            )
            raise unusable("language", message, CHECK)
        return self._spoken[name]

    def _troops(self, edition: Edition) -> Sequence[CatalogueTroop]:
        if edition.id not in self._catalogue:
            self._catalogue[edition.id] = troops_of(edition)
        return self._catalogue[edition.id]

    def _army(self, question: Question) -> Army:
        return self._armies.read(question.get("list") or {}, None, bool(question.get("assume")))

    def _about(self, question: Question) -> dict[str, Any]:
        editions = {name: version_of(edition) for name, edition in self._database.editions.items()}
        return {"digest": self.digest, "editions": editions, "languages": list(self._spoken)}

    def _check(self, question: Question) -> dict[str, Any]:
        army = self._army(question)
        mended = bool(question.get("remedies"))
        troops = self._troops(army.edition) if mended else ()
        told = as_json(army, judge(army), self._texts, self._spoken, mended, troops)
        told["limits"].sort(key=lambda one: one["grade"])
        return {**told, "problems": [self._problem(remark) for remark in army.remarks]}

    def _roster(self, question: Question) -> dict[str, Any]:
        army, translator = self._army(question), self._translator(question)
        values = roster(army, translator)
        return {**values, "markup": as_markup(army, values, translator)}

    def _play(self, question: Question) -> dict[str, Any]:
        army = self._army(question)
        words = self._matchups.words_of(army.edition.id)
        told = BattleCards(self._database, army.edition, self._spoken, words).of_army(army)
        return {**told, "problems": [self._problem(remark) for remark in army.remarks]}

    def _import(self, question: Question) -> dict[str, Any]:
        """Return the list in a text or a file of any form that is read here, and a problem for all that isn't read."""
        text, content = str(question.get("text") or ""), question.get("content")
        suffix = Path(str(question.get("name") or "")).suffix.lower() or _form_of(text)
        data = bytes(content) if isinstance(content, list) else b64decode(content or "") if content else text.encode()
        if suffix in WORKBOOKS:
            # What reads all of such a file is as large as the engine's own code, and stays out of the browser.
            data, suffix = as_plain_csv(f"list{suffix}", data).encode(), ".csv"
        with TemporaryDirectory() as self._folder:
            file = Path(self._folder, f"list{suffix}")
            file.write_bytes(data)
            if suffix in IMPORTED:
                edition = {"edition": self._edition(question).id}
                listed, problems = import_army(file, self._database, edition, self._names)
            else:
                army = self._armies.read(file, self._unsaid(data, question))
                listed, problems = army_as_data(army), list(army.remarks)
        if "size" not in listed:
            listed["size"] = self._smallest(listed, problems)
        # What a row may mean stands in it (``_may-be``), and is chosen there.
        left = [problem for problem in problems if not problem.record]
        return {
            "list": listed,
            "problems": [self._line(problem) for problem in left if problem.severity != "note"],
            "guessed": [self._line(problem) for problem in left if problem.severity == "note"],
        }

    def _unsaid(self, data: bytes, question: Question) -> dict[str, str]:
        """Return the edition that is asked for where a list names none: on a page there is only one."""
        words = "|".join(map(re.escape, ("edition", *self._armies.of_army.by_name["edition"].words)))
        text = data.decode(errors="ignore")
        is_said = re.search(rf"^\W*(?:{words})\b", text, re.IGNORECASE | re.MULTILINE)
        return {} if is_said or "edition" not in question else {"edition": self._edition(question).id}

    def _line(self, problem: Problem) -> dict[str, str]:
        """Return a problem in words, with its line."""
        at = problem.place.line
        told = say("line %(line)s: %(what)s", line=Number(at), what=problem.message) if at else problem.message
        return {code: each.report(told) for code, each in self._spoken.items()}

    def _smallest(self, listed: dict[str, Any], problems: list[Problem]) -> str:
        """Return the smallest size of battle of an edition, for a list that says none, and say so."""
        edition = self._edition(listed)
        sizes = edition.records_of(declared_musters(edition).sizes)
        size = min(filter(None, (number_in(record.figure("points")) for record in sizes)), default=_SIZE)
        problems[:] = [problem for problem in problems if problem.place.line or problem.record]
        message = say("it does not say its size; %(size)s points are taken", size=Number(size))
        problems.append(Problem(Place(CHECK), message, CHECK, "note"))
        return f"{size:g}"

    def _write(self, question: Question) -> dict[str, Any]:
        army, translator = self._army(question), self._translator(question)
        data, parts = army_as_data(army), question.get("parts")
        needs = _needed(army, parts) if parts else []
        return {
            "file": slug_of(army.name) or "army",
            "yaml": as_yaml(data),
            "csv": as_csv(data),
            "text": as_text(army, translator),
            "needs": needs,
        }

    def _replay(self, question: Question) -> list[dict[str, Any]]:
        edition = self._edition(question)
        return [one.as_json() for one in replay_examples(self._database, []) if one.record.edition == edition.id]

    def _asked(self, question: Question) -> AskedMatchup:
        matchup = {key: value for key, value in question.items() if key not in _OF_QUESTION}
        return read_matchup(matchup, self._armies, self._matchups, bool(question.get("assume")))

    def _odds(self, question: Question) -> dict[str, Any]:
        asked = self._asked(question)
        odds, matchup = asked.odds(), asked.matchup
        if question.get("brief"):
            return {"chances": [chance.as_json() for chance in odds.chances]}
        switches = self._switches(asked, odds)
        told = matchup.as_json(odds)
        # Of hundreds of values and steps, a page shows those that count.
        for key in ("traces", "chances", "left-out"):
            del told[key]
        return {
            **told,
            "ways": self._ways(matchup),
            **self._results(odds, matchup.game),
            **self._missing(odds, matchup.game),
            "lent": self._lent(matchup, odds.attack),
            "numbers": self._numbers(matchup, odds.attack),
            "in-force": self._in_force(odds, matchup.game.edition),
            "switches": switches,
            "sayings": self._sayings(matchup, switches),
        }

    def _ways(self, matchup: Matchup) -> list[dict[str, Any]]:
        """Return the ways in which the attacker can attack, each with its words, and whether the distance matters."""

        def can(way: str) -> bool:
            try:
                return bool(matchup.views(way))
            except Unusable:
                return False

        told = {code: OddsWords(matchup.game, each) for code, each in self._spoken.items()}
        ways = matchup.declared.ways
        return [
            {
                "way": way,
                "words": {code: one.term(way) for code, one in told.items()},
                "measured": way in ways and ways[way].measured,
            }
            for way in filter(can, matchup.game.play.odds)
        ]

    def _results(self, odds: Odds, game: Game) -> dict[str, Any]:
        """Return the results of odds in words: the side that wins (``winner``, None without one) with the parts of the
        attacker, of neither and of the defender; ``drawn``, numbers as ``Chance.as_json`` has them, without values that
        are too seldom to be seen; and ``facts``, all others that are no numbers, as parts with words or none."""
        told = {code: OddsWords(game, each) for code, each in self._spoken.items()}
        drawn, winner = set(_drawn(odds, game)), None
        numbers: list[dict[str, Any]] = []
        facts: list[dict[str, Any]] = []
        for chance in odds.chances:
            words = {code: one.term(chance.name) for code, one in told.items()}
            if chance.labels == OF_SIDES:
                won, lost = (float(chance.values.get(end, 0)) for end in ENDS)
                winner = {"words": words, "parts": [won, 1 - won - lost, lost]}
            elif (chance.name, chance.whose) in drawn:
                shown = chance.as_json()
                values = [one for one in shown["values"] if one["number"] >= _SEEN]
                numbers.append({**shown, "values": values, "words": words})
            elif chance.is_yes_or_no:
                facts.append({"words": words, "parts": [[None, float(chance.mean)]]})
            elif chance.is_words:
                parts = [
                    [{code: one.label(chance, value) for code, one in told.items()}, float(part)]
                    for value, part in chance.sorted_values()
                ]
                facts.append({"words": words, "parts": parts})
        return {"winner": winner, "drawn": numbers, "facts": facts}

    def _missing(self, odds: Odds, game: Game) -> dict[str, Any]:
        """Return what can't be computed: under ``missing`` the names of results, for each reason in words, and under
        ``asks`` the quantities that a player may give."""
        told = {code: OddsWords(game, each) for code, each in self._spoken.items()}
        missing: dict[str, dict[str, Any]] = {}
        asks: dict[tuple[str, str], dict[str, Any]] = {}
        for (whose, name), reason in odds.left_out.items():
            why = {code: one.needs(reason, whose) for code, one in told.items()}
            known = missing.setdefault(json.dumps(why), {"why": why, "words": {code: [] for code in told}})
            for code, one in told.items():
                known["words"][code].append(one.term(name))
            for need in reason.split(", "):
                head, dot, rest = need.partition(".")
                if head in SIDES[:2] and dot:
                    end, words = _end_of(whose, head), {code: one.needs(need, whose) for code, one in told.items()}
                    asks[end, rest] = {"side": end, "condition": f"{SIDES[0]}.{rest}", "words": words}
        return {"missing": list(missing.values()), "asks": list(asks.values())}

    def _quantity(self, name: str) -> dict[str, str]:
        words = {code: each.quantity(name) for code, each in self._spoken.items()}
        return {code: one[:1].upper() + one[1:] for code, one in words.items()}

    def _in_force(self, odds: Odds, edition: Edition) -> dict[str, list[dict[str, Any]]]:
        """Return for each side the rules and effects that count for its rolls, each once, as steps in words."""
        found: dict[str, dict[str, dict[str, Any]]] = {end: {} for end in ENDS}
        for (whose, _), trace in odds.traces.items():
            for step in trace.steps:
                if step.record and step.act not in _COMPUTED:
                    told = step_as_json(step, edition, self._spoken)
                    key = json.dumps([told["record"], told["fact"], told["value"]])
                    found[ENDS[SIDE_NAMES[whose] == ENDS[1]]].setdefault(key, told)
        return {end: list(steps.values()) for end, steps in found.items()}

    def _lent(self, matchup: Matchup, attack: str) -> list[dict[str, Any]]:
        """Return the figures of another edition that these odds count with, each with its side and words."""
        return [
            {"side": end, "condition": name, "value": value, "words": self._quantity(name)}
            for end, side in matchup.sides.items()
            for name, value in side.lent.items()
            if name in _reads(matchup, attack, end)
        ]

    def _numbers(self, matchup: Matchup, attack: str) -> list[dict[str, Any]]:
        """Return what counts some of a side's miniatures in this attack (those in contact), each with its words, its
        value and the most that it may be; a rank that nobody tells of is none."""
        found = []
        for end, side in matchup.sides.items():
            reads = _reads(matchup, attack, end)
            for name in (one for one in matchup.declared.parts if one in reads):
                value = str(next(iter(side.given.get(name, ())), 0))
                most = side.miniatures + (matchup.declared.leader in side.given)
                if value.isdecimal() and side.miniatures > 1:
                    number = {"side": end, "condition": name, "value": int(value), "most": most}
                    found.append({**number, "words": self._quantity(name)})
        return found

    def _sayings(self, matchup: Matchup, switches: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the words of players that tell of both sides at once, with the switches that they set."""
        known = {(one["side"], one["condition"]) for one in switches}
        found = []
        for phrase in self._matchups.words_of(matchup.game.edition.id).phrases:
            parts = [(*name.partition("."), value) for name, value in phrase.means.items()]
            sets = [
                {"side": ENDS[head == SIDES[1]], "condition": f"{SIDES[0]}.{rest}", "value": value}
                for head, _, rest, value in parts
            ]
            if {head for head, *_ in parts} == set(SIDES[:2]) and all(
                (one["side"], one["condition"]) in known for one in sets
            ):
                found.append({"words": phrase.words, "sets": sets})
        return found

    def _change(self, question: Question) -> dict[str, Any]:
        """Return what another value of one condition changes: the ``steps`` that are new; how much ``more`` is
        expected of each number that is drawn; how much likelier the attacker ``wins`` (None where nobody does); and the
        largest of these as ``size``."""
        switch = question.get("switch") or {}
        end, name = str(switch.get("side")), str(switch.get("condition"))
        if end not in ENDS:
            message = say("'%(key)s' is not known here%(hint)s", key=end, hint=closest(end, ENDS))
            raise unusable("switch.side", message, CHECK)
        side = question.get(end)
        said: dict[str, Any] = dict(side) if isinstance(side, Mapping) else {"words": str(side or "")}
        said["given"] = {**dict(said.get("given") or {}), name: switch.get("value")}
        now = {**question, "switch": None}
        if self._before[0] != now:
            self._before = now, self._asked(question).odds()
        before, after = self._before[1], self._asked({**question, end: said})
        assert before is not None
        known = {_key_of(step) for trace in before.traces.values() for step in trace.steps}
        odds, edition = after.odds(), after.matchup.game.edition
        fresh = {
            _key_of(step): {"side": SIDE_NAMES[whose], **step_as_json(step, edition, self._spoken)}
            for (whose, _), trace in odds.traces.items()
            for step in trace.steps
            if step.record and step.effect and _key_of(step) not in known
        }
        more = [
            (SIDE_NAMES[whose], float(_mean(odds, name, whose) - _mean(before, name, whose)))
            for name, whose in _drawn(before, after.matchup.game)
        ]
        won = [_won(before), _won(odds)]
        wins = None if None in won else float((won[1] or 0) - (won[0] or 0))
        size = max(map(abs, [wins or 0.0, *(one for _, one in more)]))
        return {"more": more, "wins": wins, "size": size, "steps": list(fresh.values())}

    def _switches(self, asked: AskedMatchup, odds: Odds) -> list[dict[str, Any]]:
        """Return the conditions that make a difference: those that were assumed, and those that either side was given.

        Each has its side, its value, the words for each value that it may have, those with which it may be compared
        (``others``), and the words of players for it (``also``).
        """
        terms, atoms = asked.matchup.game.terms, asked.matchup.game.database.vocabulary.atoms
        found: dict[tuple[str, str], tuple[Any, bool]] = {}
        for end, side in asked.matchup.sides.items():
            for name, values in side.given.items():
                if name in side.said and values:
                    found[end, name] = values[0], False
        for (whose, _), trace in odds.traces.items():
            for name, value in trace.assumed.items():
                head, _, rest = name.partition(".")
                end = ENDS[(whose == "theirs") != (head == SIDES[1])]
                own = f"{SIDES[0]}.{rest}" if head == SIDES[1] else name
                found.setdefault((end, own), ({"true": True, "false": False}.get(value, value), True))
        return [
            {
                "side": end,
                # A condition that is told of an enemy alone is told from the other side.
                "told-by": _OTHER[end] if str(terms.atom(name)).startswith(f"{SIDES[1]}.") else end,
                "condition": name,
                "value": value,
                "assumed": assumed,
                "values": [
                    {"value": one, "words": self._phrase(str(terms.atom(name)), one)}
                    for one in _values_of(atoms.get(terms.atom(name) or "") or {})
                ],
                "others": _others(_values_of(atoms.get(terms.atom(name) or "") or {}), value),
                "also": self._also(asked.matchup, name),
            }
            for (end, name), (value, assumed) in found.items()
            if terms.atom(name)
        ]

    def _also(self, matchup: Matchup, condition: str) -> list[str]:
        """Return the words of players that mean a condition of a side alone."""
        names = {condition, condition.replace(SIDES[0], SIDES[1], 1)}
        phrases = self._matchups.words_of(matchup.game.edition.id).phrases
        return [word for one in phrases if len(one.means) == 1 and names & one.means.keys() for word in one.words]

    def _phrase(self, atom: str, value: Any) -> dict[str, str]:
        return {code: each.phrase({atom: value}) for code, each in self._spoken.items()}


def _reads(matchup: Matchup, attack: str, end: str) -> set[str]:
    """Return the conditions and quantities that the rolls of a side in an attack read, as that side names them."""
    chances, theirs = matchup.game.play.odds[attack], end == ENDS[1]
    links = [*((link, True) for link in chances.each), *((link, False) for link in chances.steps)]
    throws = [(throw, both) for link, both in links for throw in link.throws.values() if throw.roll]
    return matchup.game.reads(throw for throw, both in throws if both or throw.theirs == theirs)


def _end_of(whose: str, head: str) -> str:
    """Return the side that ``self`` or ``opponent`` is in a chain of ours, of theirs, or of both together."""
    return ENDS[(SIDE_NAMES[whose] == ENDS[1]) != (head == SIDES[1])]


def _drawn(odds: Odds, game: Game) -> list[tuple[str, str]]:
    """Return the names and the sides of the numbers that are drawn: those that the edition says, else the last of each
    side. Those of a shot are of both sides together."""
    numbers = [(one.name, one.whose) for one in odds.chances if one.is_number]
    charts = game.play.odds[odds.attack].charts
    return [one for one in numbers if one[0] in charts] or list(
        {whose: (name, whose) for name, whose in numbers}.values()
    )


def _mean(odds: Odds, name: str, whose: str) -> Fraction:
    return next((one.mean for one in odds.chances if (one.name, one.whose) == (name, whose)), Fraction(0))


def _won(odds: Odds) -> Fraction | None:
    """Return the chance of the attacker to win, None where no result is the side that wins."""
    return next((one.values.get(ENDS[0], Fraction(0)) for one in odds.chances if one.labels == OF_SIDES), None)


def _key_of(step: Step) -> tuple[str, ...]:
    """Return what tells a step apart from others: its record, its effect and its figure."""
    return (step.record.id if step.record else "", step.effect, step.path, step.act, step.figure)


def _needed(army: Army, parts: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return of each part of a pack how many an army needs."""
    copies = [(item.record, item.copies) for item in contents(army).items]
    return [
        len(army.troops)
        if part["troops"]
        else 1
        if part["whole"]
        else sum(many for record, many in copies if {record.id, record.kind} & set(part["of"]))
        for part in parts
    ]


def _form_of(text: str) -> str:
    """Return the end of the name that a file with a text would have."""
    if text.lstrip().startswith("{"):
        return JSON
    return ".yaml" if re.search(r"^rows\s*:", text, re.MULTILINE) else TEXT


def _others(values: list[Any], value: Any) -> list[Any]:
    """Return the values other than one; of a condition that holds or doesn't, how it holds says no more."""
    plain = isinstance(value, bool) and True in values
    return [one for one in values if one is not value and one != value and (isinstance(one, bool) or not plain)]


def _values_of(atom: Mapping[str, Any]) -> list[Any]:
    values = atom.get("values")
    return [True, False] if values == "boolean" else values if isinstance(values, list) else []

"""What is said of odds: in words and charts, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kensei_docs.cli._charts import LEAST, Chart

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator
    from kensei_docs.engine import Game
    from kensei_docs.engine.odds import Chance, Odds
    from kensei_docs.engine.sides import Side

# The sides by their names in the engine, in the order of the report.
ENDS = {"ours": "attacker", "theirs": "defender", "": "outcome"}
# A table tells the chance of a number or more up to this one.
MOST = 6


class Teller:
    """Tells odds in one language."""

    def __init__(self, game: Game, translator: Translator) -> None:
        self.game, self.translator = game, translator

    def term(self, name: str) -> str:
        word = self.translator.term(f"odds-{name}")
        return word[:1].upper() + word[1:]

    def number(self, value: float | Fraction) -> str:
        return self.translator.figure(f"{float(value):.2f}")

    def share(self, value: Fraction) -> str:
        """Return a chance in per cent; what isn't quite nothing or certain isn't told so."""
        percent = float(value) * 100
        shown, sign = f"{percent:.1f}", ""
        if value and shown == "0.0":
            shown, sign = "0.1", "< "
        elif value != 1 and shown == "100.0":
            shown, sign = "99.9", "> "
        return sign + self.translator.figure(f"{shown} %")

    def quantity(self, name: str, whose: str, typed: bool = False) -> str:
        """Return a quantity as one side sees it (or as it's ``typed``), and whose it is."""
        side, _, rest = name.partition(".")
        other = {"ours": "theirs", "theirs": "ours", "": "theirs"}[whose]
        owner = self.translator.term(f"odds-{ENDS[whose or 'ours' if side == 'self' else other]}")
        return f"{rest.replace('-', ' ') if typed else self.word(rest)} ({owner})"

    def word(self, name: str) -> str:
        """Return what a quantity or its value is called: the glossary's word, where it has one."""
        if name in self.game.database.vocabulary.section("told"):
            return self.translator.quantity(name)
        plain = name.replace("-", " ")
        for term, entry in self.game.database.glossary.items():
            if str(entry.get("en", "")).partition(" (")[0].lower() == plain:
                return self.translator.term(term).partition(" (")[0].lower()
        return plain

    def title(self, odds: Odds) -> str:
        return (
            f"{self.term('title')}: {self.translator.term(f'odds-{odds.attack}')} – "
            f"{self.translator.edition(self.game.edition.id)}"
        )

    def label(self, chance: Chance, value: object) -> str:
        """Return what a value is called."""
        if not isinstance(value, str):
            return str(value)
        if chance.labels == "glossary" or value == "none" or not chance.labels:
            return self.term(value)
        record, path, _ = self.game.fact(chance.labels)
        named = self.translator.text(record, f"{path}.{value}.name")
        if named:
            return named
        return " + ".join(self.translator.text(record, f"{path}.{part}") or part for part in value.split("/"))

    def rows(self, odds: Odds, whose: str) -> Iterator[list[str]]:
        """Yield a row for each number of a side: its name, what is expected, n or more."""
        for chance in odds.chances:
            if chance.whose == whose and chance.is_number:
                yield [
                    self.term(chance.name),
                    self.number(chance.mean),
                    *(self.share(chance.at_least(n)) for n in range(1, MOST + 1)),
                ]

    def charts(self, odds: Odds) -> Iterator[Chart]:
        """Yield a chart for each side's last number, and for all that is told in words."""
        for whose, end in ENDS.items():
            own = [chance for chance in odds.chances if chance.whose == whose]
            numbers = [chance for chance in own if chance.is_number]
            by_name = {chance.name: chance for chance in numbers}
            shown = [by_name[name] for name in ("casualties", "casualties-suffered") if name in by_name] or numbers[-1:]
            for chance in own:
                if chance in shown or not (chance.is_number or chance.is_yes_or_no):
                    title = self.term(chance.name)
                    yield Chart(
                        f"{title} ({self.translator.term(f'odds-{end}')})" if whose else title,
                        tuple(
                            (self.label(chance, value), float(part), self.share(part))
                            for value, part in sorted(chance.values.items(), key=str_last)
                            if part >= LEAST
                        ),
                    )

    def remarks(self, odds: Odds, sides: dict[str, Side]) -> list[str]:
        """Return what was taken for want of being told, is in doubt, or can't be told."""
        lines: dict[str, None] = {}
        for end, side in sides.items():
            taken = ", ".join(
                f"{self.word(name.partition('.')[2])} {self.word(str(trace.value))}"
                for name, trace in side.taken.items()
                if trace.value != 0
            )
            if taken:
                lines[f"{self.term('taken')} ({self.translator.term(f'odds-{end}')}): {taken}"] = None
            for name in side.named:
                lines[f"{self.term('name')}: {self.translator.term(name)}"] = None
        for whose, end in ENDS.items():
            said = dict.fromkeys(
                self._assumption(atom, value, key[0])
                for key, trace in odds.traces.items()
                if key[0] == whose
                for atom, value in trace.assumed.items()
            )
            if said:
                lines[f"{self.term('assumed')} ({self.translator.term(f'odds-{end}')}): {', '.join(said)}"] = None
        for trace in odds.traces.values():
            for record in trace.doubts:
                lines[f"{self.term('doubt')}: {self.translator.name(record)}"] = None
        for (whose, name), rights in odds.again.items():
            for right in rights:
                way = self.translator.term(f"odds-again-{'ours' if right.ours else 'theirs'}")
                lines[
                    f"{self.term(name)} ({self.translator.term(f'odds-{ENDS[whose]}')}): "
                    f"{right.limit or ''} {way}".replace(":  ", ": ")
                ] = None
        left: dict[str, list[str]] = {}
        for (whose, name), reason in odds.left_out.items():
            needs = ", ".join(
                self.quantity(one, whose, True) if one.partition(".")[0] in ("self", "opponent") else one
                for one in reason.split(", ")
            )
            left.setdefault(needs, []).append(self.term(name).lower())
        for needs, names in left.items():
            lines[f"{self.term('left-out')} {needs}: {', '.join(dict.fromkeys(names))}"] = None
        return list(lines)

    def _assumption(self, atom: str, value: str, whose: str) -> str:
        taken = {"true": True, "false": False}.get(value, value)
        return (
            f"{self.quantity(atom, whose)} {value}" if value in ("none", "0") else self.translator.phrase({atom: taken})
        )


def str_last(pair: tuple[Any, Fraction]) -> tuple[int, Any]:
    """Return a key by which numbers go up, and words go by their chance, the likeliest first."""
    value, part = pair
    return (1, -part) if isinstance(value, str) else (0, value)


def as_json(game: Game, odds: Odds, sides: dict[str, Side]) -> dict[str, Any]:
    """Return odds as the command prints them: chances as exact fractions and as numbers."""
    return {
        "edition": game.edition.id,
        "attack": odds.attack,
        "sides": {
            end: {
                "miniatures": side.miniatures,
                "given": side.given,
                "weapons": [*side.melee, *side.ranged],
                "taken": {name: str(trace.value) for name, trace in side.taken.items()},
            }
            for end, side in sides.items()
        },
        "chances": [
            {
                "name": chance.name,
                "side": ENDS[chance.whose],
                "expected": None if _is_words(chance) else _both(chance.mean),
                "values": [
                    {
                        "value": value,
                        **_both(part),
                        "at-least": None
                        if _is_words(chance) or chance.is_yes_or_no
                        else _both(chance.at_least(int(value))),
                    }
                    for value, part in sorted(chance.values.items(), key=str_last)
                ],
            }
            for chance in odds.chances
        ],
        "left-out": [
            {"name": name, "side": ENDS[whose], "needs": reason} for (whose, name), reason in odds.left_out.items()
        ],
        "traces": [
            {"name": name, "side": ENDS[whose], **trace.as_json()} for (whose, name), trace in odds.traces.items()
        ],
    }


def _is_words(chance: Chance) -> bool:
    return not (chance.is_number or chance.is_yes_or_no)


def _both(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "number": float(value)}

"""Reading a matchup from data: two sides, the way to attack and the distance, as a page or a command asks for them.

``{edition: …, attack: melee, distance: 20 cm, attacker: …, defender: …}``. A side is a text (a few words), or a mapping
with any of these:

- ``words``: what is said of it, as in the command (``10 spearmen, attack 2``); behind a troop, what is added to it;
- ``army``: an army, as ``read_army`` takes it. Without ``troop``, the words begin with the name of one of its rows;
- ``troop``: the index of a row of the army, from 0, or a row by itself, of an army of that head;
- ``given``: conditions and quantities by their names (``{self.charging: true}``).

The places in data are paths, such as ``attacker.troop.points``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kensei_docs.army.read_list import ArmyReader
from kensei_docs.army.roster import lent_quantities
from kensei_docs.army.troops import Army, Troop
from kensei_docs.database.yaml_files import tree_of_data
from kensei_docs.engine.matchup import ENDS, Matchup, MatchupReader
from kensei_docs.engine.odds import Odds
from kensei_docs.engine.sides import SideWords, row_of
from kensei_docs.problems import Place, Problem, Unusable, closest, say, unusable

CHECK = "odds"
_HEAD = ("edition", "attack", "distance")
_OF_SIDE = ("words", "army", "troop", "given")


@dataclass(frozen=True)
class AskedMatchup:
    """A matchup with the way to attack and the distance that were asked for, and the armies that were read for it."""

    matchup: Matchup
    attack: str
    distance: str | None
    armies: tuple[Army | None, ...]

    def odds(self) -> Odds:
        """Return the odds; raises Unusable as ``Matchup.odds`` does."""
        return self.matchup.odds(self.attack, self.distance)


def read_matchup(
    data: Mapping[str, Any], armies: ArmyReader, matchups: MatchupReader, lending: bool = False
) -> AskedMatchup:
    """Return the matchup that data ask for; raises Unusable with the place of each fault.

    ``lending``: figures that another edition gives count for rows of armies where nothing else tells them.
    """
    for key in data:
        _require_known("", key, (*_HEAD, *ENDS))
    head = {name: str(value) for name in _HEAD if (value := data.get(name)) is not None}
    edition = head.get("edition")
    if edition is not None and edition not in matchups.database.editions:
        message = say(
            "'%(text)s' is not an edition%(hint)s; known are %(known)s",
            text=edition,
            hint=closest(edition, matchups.database.editions),
            known=", ".join(matchups.database.editions),
        )
        raise unusable("edition", message, CHECK)
    read = [_side(end, data.get(end), edition, armies, lending) for end in ENDS]
    edition = edition or next((army.edition.id for _, army in read if army), None)
    matchup = matchups.read([said for said, _ in read], edition)
    attack = head.get("attack") or matchup.usual_attack
    return AskedMatchup(matchup, attack, head.get("distance"), tuple(army for _, army in read))


def _require_known(end: str, key: str, known: tuple[str, ...]) -> None:
    if key not in known:
        message = say("'%(key)s' is not known here%(hint)s", key=key, hint=closest(key, known))
        raise unusable(f"{end}.{key}" if end else key, message, CHECK)


def _side(end: str, data: Any, edition: str | None, armies: ArmyReader, lending: bool) -> tuple[SideWords, Army | None]:
    """Return what is said of a side, and the army that its troop is of."""
    if not isinstance(data, Mapping):
        return SideWords("" if data is None else str(data)), None
    for key in data:
        _require_known(end, key, _OF_SIDE)
    words, listed, troop = str(data.get("words") or ""), data.get("army"), data.get("troop")
    given = _given(end, data.get("given"))
    overrides = {"edition": edition} if edition else {}
    if isinstance(troop, Mapping):
        # A row by itself is judged by no limit: the size of its army makes no difference.
        head = listed.items() if isinstance(listed, Mapping) else ()
        rows = armies.of_army.by_name["rows"]
        of = {key: value for key, value in head if armies.of_army.find(str(key)) is not rows}
        army = _read(end, {"size": 1, **of, "rows": [troop]}, overrides, armies, alone=True)
        return SideWords(words, army.troops[0], given, _lent(army, army.troops[0], lending)), army
    if listed is None:
        return SideWords(words, None, given), None
    army = _read(end, listed, overrides, armies)
    if troop is None:
        said = row_of(army, words)
        of_list = next(one for one in army.troops if one is said.troop)
        return replace(said, given=given, lent=_lent(army, of_list, lending)), army
    found = next((one for one in army.troops if one.place.file.rpartition(".")[2] == str(troop)), None)
    if found is None:
        message = say("there is no row '%(name)s' in the army; name one of its rows", name=str(troop))
        raise unusable(f"{end}.troop", message, CHECK)
    return SideWords(words, found, given, _lent(army, found, lending)), army


def _lent(army: Army, troop: Troop, lending: bool) -> dict[str, str]:
    return lent_quantities(army, troop) if lending else {}


def _given(end: str, given: Any) -> dict[str, Any]:
    tree, problems = tree_of_data(f"{end}.given", given)
    if not problems and not isinstance(tree.value or {}, dict):
        message = say("should be a mapping: %(names)s …", names="self.charging: true")
        problems = [Problem(Place(f"{end}.given"), message, CHECK)]
    if problems:
        raise Unusable(*(replace(one, check=CHECK) for one in problems))
    return tree.value or {}


def _read(
    end: str, source: Path | Mapping[str, Any], overrides: Mapping[str, str], armies: ArmyReader, alone: bool = False
) -> Army:
    try:
        return armies.read(source, overrides)
    except Unusable as refused:
        if isinstance(source, Path):
            raise
        raise Unusable(*(replace(one, place=_placed(end, one.place, alone)) for one in refused.problems)) from None


def _placed(end: str, place: Place, alone: bool) -> Place:
    """Return a place in an army as one in the matchup; ``rows.0.points`` of a row ``alone`` is ``troop.points``."""
    rows, _, rest = place.file.partition(".")
    if alone and rows == "rows":
        return replace(place, file=f"{end}.troop{rest[1:]}")
    return replace(place, file=f"{end}.army" if place.file == "army" else f"{end}.army.{place.file}")
